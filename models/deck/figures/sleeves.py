"""Sleeves of pages and riders: a slashed puff at the shoulder, a narrow sleeve below it."""

from __future__ import annotations

from models.deck.drawing.brush import Brush
from models.deck.drawing.vector import Point, ribbon
from models.deck.figures.cast import Cast
from models.deck.figures.parts import limb


def puff(brush: Brush, cast: Cast, shoulder: Point, end: Point, girth: float = 1.0) -> None:
    """A slashed sleeve's puff and the band that gathers it."""
    (x0, y0), (x1, y1) = shoulder, end
    side = 1.0 if x1 > x0 else -1.0
    middle: Point = ((x0 + x1) / 2 + side * 0.9, (y0 + y1) / 2 - 0.5)
    limb(brush, [shoulder, middle, end], [6.6 * girth, 9.2 * girth, 6.4 * girth], cast.sleeve, "round flat", 1.3)
    for shift, w in ((-2.0, 0.8), (0.5, 1.0), (2.8, 0.7)):
        s = shift * girth * -side
        brush.stroke(
            [(x0 + s * 0.7, y0 + 0.6), (middle[0] + s * 1.05, middle[1]), (x1 + s * 0.7, y1 - 0.5)],
            [0.1, w, 0.1],
            cast.trim.base,
        )
    dx, dy = x1 - middle[0], y1 - middle[1]
    length = (dx * dx + dy * dy) ** 0.5
    nx, ny = -dy / length, dx / length
    half = 3.1 * girth
    brush.solid(
        ribbon([(x1 - nx * half, y1 - ny * half), (x1 + nx * half, y1 + ny * half)], [1.7, 1.7]), cast.trim, 0.3
    )


def sleeve(brush: Brush, cast: Cast, start: Point, elbow: Point, wrist: Point) -> None:
    limb(brush, [start, elbow], [5.4, 5.0], cast.sleeve, "flat round", 0.8)
    middle = ((elbow[0] + wrist[0]) / 2, (elbow[1] + wrist[1]) / 2 + 0.2)
    limb(brush, [elbow, middle, wrist], [5.0, 4.6, 3.4], cast.sleeve, "round flat", 0.8)
