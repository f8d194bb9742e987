"""The frame around a face. Its short sides have as many gaps as the suit asks for: la pinta."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from models.deck.chance import Chance
from models.deck.drawing.vector import Colour, Drawing, Path, Point, ellipse, polygon, segment
from models.deck.size import HEIGHT, WIDTH

GAPS = {"o": 0, "c": 1, "e": 2, "b": 3}
ENDS = ("plain", "inward", "outward", "serif")
RESERVED_ENDS = ("dot",)
"""How the line ends at a gap; the reserved way is only in held-out decks."""


@dataclass(frozen=True)
class Frame:
    """The line around the face, with the suit's gaps on the short sides. Millimetres."""

    lines: int = 1
    width: float = 0.4
    inset: float = 3.6
    gap: float = 7.0
    radius: float = 0.0
    spacing: float = 0.9
    short_inset: float = 0.0
    """How much further in the short sides stand than the long ones."""
    ends: str = "plain"
    uneven: float = 0.0
    """How far the gaps stand from where they should."""
    sides: bool = True
    """Without them there are lines along the short sides only."""
    behind: bool = False
    """The pictures are printed over the line."""


def random_frame(rng: np.random.Generator, held_out: bool) -> Frame:
    """A maker's frame: hairlines and bars, narrow and wide gaps, at the card's edge or far from it; or none."""
    lines = int(rng.choice([0, 1, 2], p=[0.1, 0.7, 0.2]))
    ends = "plain" if rng.random() < 0.75 else str(rng.choice(ENDS[1:]))
    return Frame(
        lines=lines,
        width=float(rng.uniform(0.15, 0.55) if rng.random() < 0.75 else rng.uniform(0.55, 1.2)),
        inset=float(rng.uniform(1.5, 7.0)),
        gap=float(rng.uniform(2.0, 5.0) if rng.random() < 0.4 else rng.uniform(5.0, 9.5)),
        radius=float(rng.choice([0.0, rng.uniform(0.5, 4.0)])),
        spacing=float(rng.uniform(0.6, 1.5)),
        short_inset=float(rng.choice([0.0, rng.uniform(-1.0, 3.0)])),
        ends=RESERVED_ENDS[0] if held_out and rng.random() < 0.5 else ends,
        uneven=float(rng.choice([0.0, rng.uniform(0.2, 1.2)])),
        sides=bool(rng.random() > 0.06),
        behind=bool(rng.random() < 0.35),
    )


def lines(frame: Frame, gaps: int, inset: float, size: Point, off: Sequence[float]) -> list[Path]:
    """The pieces of one rectangle of the frame. `off` moves the gaps: three of the upper side, three of the lower."""
    width, height = size
    x0, y0 = inset, max(inset + frame.short_inset, 0.8)
    x1, y1 = width - x0, height - y0
    r = min(frame.radius, 4.0)

    def corner(cx: float, cy: float, start: float, at: Point) -> list[Point]:
        if r <= 0.05:
            return [at]
        turns = [math.radians(start + a) for a in (0, 22.5, 45, 67.5, 90)]
        return [(cx + r * math.cos(turn), cy + r * math.sin(turn)) for turn in turns]

    top_left = corner(x0 + r, y0 + r, 180, (x0, y0))
    top_right = corner(x1 - r, y0 + r, 270, (x1, y0))
    bottom_right = corner(x1 - r, y1 - r, 0, (x1, y1))
    bottom_left = corner(x0 + r, y1 - r, 90, (x0, y1))
    if gaps == 0:
        if frame.sides:
            return [polygon(top_left + top_right + bottom_right + bottom_left)]
        return [segment(x0, y, x1, y) for y in (y0, y1)]
    # Three wide gaps would leave no line between them.
    half = min(frame.gap, (x1 - x0) / (gaps + 1) * 0.62) / 2
    upper, lower = ([x0 + (x1 - x0) * (k + 1) / (gaps + 1) + off[3 * side + k] for k in range(gaps)] for side in (0, 1))
    (a, b), (c, d) = ((m[0] - half, m[-1] + half) for m in (upper, lower))
    if frame.sides:
        out = [
            polygon([(c, y1), *bottom_left, *top_left, (a, y0)], closed=False),
            polygon([(b, y0), *top_right, *bottom_right, (d, y1)], closed=False),
        ]
    else:
        out = [segment(x0, y0, a, y0), segment(b, y0, x1, y0), segment(x0, y1, c, y1), segment(d, y1, x1, y1)]
    for middles, y in ((upper, y0), (lower, y1)):
        out += [segment(one + half, y, two - half, y) for one, two in pairwise(middles)]
    return out


def _finials(drawing: Drawing, frame: Frame, piece: Path, size: Point, colour: Colour) -> None:
    """What the maker put at a line's ends on the short sides."""
    reach, weight = max(0.9, frame.width * 2.2), frame.width
    for x, y in (piece.points[0], piece.points[-1]):
        inward = reach if y < size[1] / 2 else -reach
        if frame.ends == "dot":
            drawing.fill(ellipse(x, y, weight * 0.5 + 0.45), colour)
        elif frame.ends == "serif":
            drawing.line(segment(x, y - reach / 2, x, y + reach / 2), colour, weight * 0.8, round=False)
        else:
            turn = inward if frame.ends == "inward" else -inward
            drawing.line(segment(x, y - math.copysign(weight / 2, turn), x, y + turn), colour, weight, round=False)


def draw(
    drawing: Drawing,
    frame: Frame,
    suit: str,
    colour: Colour,
    size: Point = (WIDTH, HEIGHT),
    chance: Chance | None = None,
) -> None:
    """The frame with the pinta of `suit` on a card of that size; `chance` says how uneven it came out."""
    gaps = GAPS[suit]
    off = [chance.about(0.0, -frame.uneven, frame.uneven) if chance and frame.uneven else 0.0 for _ in range(6)]
    for k in range(frame.lines):
        width = frame.width if k == 0 else frame.width * 0.55
        for piece in lines(frame, gaps, frame.inset + k * frame.spacing, size, off):
            drawing.line(piece, colour, width, round=False)
            if k == 0 and gaps and frame.ends != "plain":
                _finials(drawing, frame, piece, size, colour)
