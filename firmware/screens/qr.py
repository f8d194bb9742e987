"""QR codes: a text as rows of dark and light squares."""

from __future__ import annotations


def squares(text: str) -> tuple[tuple[bool, ...], ...]:
    """The code's rows from the top, True for a dark square, without the light edge around it.

    It is as small as it can be, and of that size the one that bears the most damage.
    """
    import segno  # wanted seldom, and the table is to be there soon

    return tuple(tuple(bool(square) for square in row) for row in segno.make(text, micro=False).matrix)
