"""What a card says of itself at its ends: the number and the pinta."""

from __future__ import annotations

from dataclasses import dataclass

Box = tuple[float, float, float, float]
"""x0, y0, x1, y1 from the face's own upper left corner."""


@dataclass(frozen=True)
class Marks:
    """The truth about a face's ends, as printed: where a maker erred, it is the error that is true."""

    numeral: int | None = None
    """The number in the corners; None where there is none, or a letter."""
    pinta: str | None = None
    """The suit whose gaps the frame's line has (a closed line is that of oros, ``o``); None without a frame."""
    boxes: tuple[Box, ...] = ()
    """Where the numbers stand, in shares of the card's width and height: the first in the upper left corner, the second
    in the lower right one."""


def opposite(box: Box, size: tuple[float, float] = (1.0, 1.0)) -> Box:
    """The same place from the other end of a card of that size."""
    x0, y0, x1, y1 = box
    return size[0] - x1, size[1] - y1, size[0] - x0, size[1] - y0


def usual(name: str) -> Marks:
    """The marks of a face that only its name tells of (``7o``, ``8b``): as most makers print them. A face with
    another name has none."""
    rank, suit = name[:-1], name[-1:]
    if not rank.isdigit() or suit not in ("o", "c", "e", "b"):
        return Marks()
    wide = 0.1 if int(rank) >= 10 else 0.06
    x, y, high = 0.09, 0.07, 0.055
    box = (x, y, x + wide, y + high)
    return Marks(int(rank), suit, (box, opposite(box)))
