"""QR codes: a text as rows of dark and light squares, and as a drawing."""

from __future__ import annotations

from typing import NamedTuple


class QrCode(NamedTuple):
    """A QR code as a drawing with the light edge that phones need: its side, and the path of its dark squares."""

    side: int
    dark: str


def squares(text: str) -> tuple[tuple[bool, ...], ...]:
    """The code's rows from the top, True for a dark square, without the light edge around it.

    It is as small as it can be, and of that size the one that bears the most damage.
    """
    import segno  # wanted seldom, and the table is to be there soon

    return tuple(tuple(bool(square) for square in row) for row in segno.make(text, micro=False).matrix)


def qr_code(text: str) -> QrCode:
    """The drawing of a text's QR code."""
    rows = squares(text)
    dark = "".join(f"M{x + 4} {y + 4}h1v1h-1z" for y, row in enumerate(rows) for x, here in enumerate(row) if here)
    return QrCode(len(rows) + 8, dark)
