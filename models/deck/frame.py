"""The frame around a face: its short sides have as many gaps as the suit asks for."""

from __future__ import annotations

import math
from itertools import pairwise

from models.deck.size import HEIGHT, WIDTH
from models.deck.style import Frame
from models.deck.vector import Colour, Drawing, Path, Point, polygon

GAPS = {"o": 0, "c": 1, "e": 2, "b": 3}


def _arc(cx: float, cy: float, r: float, start: float) -> list[Point]:
    return [
        (cx + r * math.cos(math.radians(start + a)), cy + r * math.sin(math.radians(start + a)))
        for a in (0, 22.5, 45, 67.5, 90)
    ]


def lines(frame: Frame, gaps: int, inset: float) -> list[Path]:
    """The pieces of one rectangle of the frame."""
    x0, y0, x1, y1 = inset, inset, WIDTH - inset, HEIGHT - inset
    r = min(frame.radius, 4.0)

    def corner(cx: float, cy: float, start: float, at: Point) -> list[Point]:
        return _arc(cx, cy, r, start) if r > 0.05 else [at]

    top_left = corner(x0 + r, y0 + r, 180, (x0, y0))
    top_right = corner(x1 - r, y0 + r, 270, (x1, y0))
    bottom_right = corner(x1 - r, y1 - r, 0, (x1, y1))
    bottom_left = corner(x0 + r, y1 - r, 90, (x0, y1))
    if gaps == 0:
        return [polygon(top_left + top_right + bottom_right + bottom_left)]
    middles = [x0 + (x1 - x0) * (k + 1) / (gaps + 1) for k in range(gaps)]
    # Three wide gaps would leave no line between them.
    half = min(frame.gap, (x1 - x0) / (gaps + 1) * 0.62) / 2
    left, right = middles[0] - half, middles[-1] + half
    out = [
        polygon([(left, y1), *bottom_left, *top_left, (left, y0)], closed=False),
        polygon([(right, y0), *top_right, *bottom_right, (right, y1)], closed=False),
    ]
    for one, two in pairwise(middles):
        out += [polygon([(one + half, y), (two - half, y)], closed=False) for y in (y0, y1)]
    return out


def draw(drawing: Drawing, frame: Frame, suit: str, colour: Colour) -> None:
    gaps = GAPS[suit]
    for k in range(frame.lines):
        width = frame.width if k == 0 else frame.width * 0.55
        for piece in lines(frame, gaps, frame.inset + k * frame.spacing):
            drawing.line(piece, colour, width, round=False)
