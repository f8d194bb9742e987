"""What figures share: limbs, sleeves, hands, shoes, trimmings, and the sign of the suit in the hand."""

from __future__ import annotations

import math
from collections.abc import Mapping

from models.deck.drawing.brush import Brush
from models.deck.drawing.colour import Tone
from models.deck.drawing.drawn import Shapes, paint
from models.deck.drawing.vector import Path, Point, Transform, Use, ellipse, form, polygon, ribbon, segment
from models.deck.figures.cast import Cast
from models.deck.pips import pip
from models.deck.tables import table

_HANDS = table("figures/hands")


def limb(
    brush: Brush, points: list[Point], widths: list[float], tone: Tone, tips: str = "round", depth: float = 0.9
) -> None:
    brush.solid(ribbon(points, widths, tips, 3), tone, depth)


def puff(brush: Brush, cast: Cast, shoulder: Point, end: Point, girth: float = 1.0) -> None:
    """A slashed sleeve's puff and the band that gathers it."""
    (x0, y0), (x1, y1) = shoulder, end
    side = 1.0 if x1 > x0 else -1.0
    middle: Point = ((x0 + x1) / 2 + side * 0.9, (y0 + y1) / 2 - 0.5)
    limb(brush, [shoulder, middle, end], [6.6 * girth, 9.2 * girth, 6.4 * girth], cast.sleeve, "round flat", 1.3)
    for shift, w in ((-2.0, 0.8), (0.5, 1.0), (2.8, 0.7)):
        s = shift * girth * -side
        slash = [(x0 + s * 0.7, y0 + 0.6), (middle[0] + s * 1.05, middle[1]), (x1 + s * 0.7, y1 - 0.5)]
        brush.stroke(slash, [0.1, w, 0.1], cast.trim.base)
    dx, dy = x1 - middle[0], y1 - middle[1]
    length = (dx * dx + dy * dy) ** 0.5
    nx, ny = -dy / length, dx / length
    half = 3.1 * girth
    band = ribbon([(x1 - nx * half, y1 - ny * half), (x1 + nx * half, y1 + ny * half)], [1.7, 1.7])
    brush.solid(band, cast.trim, 0.3)


def sleeve(brush: Brush, cast: Cast, start: Point, elbow: Point, wrist: Point) -> None:
    limb(brush, [start, elbow], [5.4, 5.0], cast.sleeve, "flat round", 0.8)
    middle = ((elbow[0] + wrist[0]) / 2, (elbow[1] + wrist[1]) / 2 + 0.2)
    limb(brush, [elbow, middle, wrist], [5.0, 4.6, 3.4], cast.sleeve, "round flat", 0.8)


def fist(brush: Brush, at: Point, degrees: float, size: float = 1.0) -> None:
    """A closed hand about an upright shaft: the back of the hand to the right, knuckles to the left."""
    paint(brush, _HANDS["fist"], place=Transform.scale(size).then(Transform.turn(degrees)).then(Transform.shift(*at)))


def palm(brush: Brush, at: Point, size: float = 1.0, mirrored: bool = False) -> None:
    """An open hand that carries something: flat on top, thumb in front."""
    place = Transform.scale(-size if mirrored else size, size).then(Transform.shift(*at))
    paint(brush, _HANDS["palm"], place=place)


def grasp(brush: Brush, at: Point, size: float) -> None:
    """Fingers that lie over something, knuckles up."""
    paint(brush, _HANDS["grasp"], place=Transform.scale(size).then(Transform.shift(*at)))


def shoe(brush: Brush, ankle: Point, tone: Tone, length: float, side: float, degrees: float = 0.0) -> None:
    """A pointed shoe that leaves the ankle to the side (-1 left, 1 right)."""
    place = Transform.scale(-side * length / 7.5, 1).then(Transform.turn(degrees)).then(Transform.shift(*ankle))
    shape = form(
        "-1.8,-1.2! 0,-0.8 1.8,-1.2! 2.0,0.8 2.3,2.4 1.6,3.3! -0.4,2.9 -2.6,3.3! -5.8,3.3 -7.9,2.1! "
        "-5.8,1.7 -3.6,0.8 -2.2,0.0"
    ).moved(place)
    brush.solid(shape, tone, 0.5, toward=(0.2, 0.8))


Band = tuple[float, float, float, float, float]
"""Where a band across a garment lies, from y down, how high it is, from x0 to x1, and how far its middle sags; mm."""


def trimming(brush: Brush, inside: Path, band: Band, cast: Cast, mark: Tone, plain: bool = False) -> None:
    """A band of ornament across a garment."""
    (y, height, x0, x1, sag), kind = band, "plain" if plain else cast.trim_kind
    middle = (x0 + x1) / 2
    cloth = form(
        f"{x0},{y}! {middle},{y + sag} {x1},{y}! {x1},{y + height}! {middle},{y + sag + height} {x0},{y + height}!"
    )
    with brush.group(clip=inside):
        brush.solid(cloth, cast.trim, 0)
        step = height * 1.05
        n = int((x1 - x0) / step) + 1
        for k in range(n):
            x = x0 + (k + 0.5) * (x1 - x0) / n
            dip = sag * (1 - ((x - middle) / (x1 - x0) * 2) ** 2)
            c, h = y + height / 2 + dip, height * 0.28
            if kind == "dots":
                brush.fill(ellipse(x, c, h), mark.base)
            elif kind == "diamonds":
                brush.fill(polygon([(x, c - h * 1.2), (x + h, c), (x, c + h * 1.2), (x - h, c)]), mark.base)
            elif kind == "zigzag":
                tooth = polygon([(x - step / 2, c + h), (x, c - h), (x + step / 2, c + h)], closed=False)
                brush.line(tooth, mark.base, height * 0.16)
            elif kind == "lines":
                brush.line(segment(x, c - h, x, c + h), mark.base, height * 0.2)
    brush.outline(inside)


def jacket(brush: Brush, drawn: Mapping[str, Shapes], cast: Cast) -> None:
    """A figure's own jacket, striped or buttoned, with its belt."""
    body = paint(brush, drawn["body"], cast)
    if cast.stripes:
        with brush.group(clip=body):
            paint(brush, drawn["stripes"], cast)
        brush.outline(body)
    else:
        paint(brush, drawn["buttons"], cast)
    paint(brush, drawn["belt"], cast)


def held_sign(brush: Brush, suit: str, hand: Point, size: float = 1.0, lean: float = 0.0) -> None:
    """The suit's sign in a hand: a coin or cup stands on it, a sword or club is gripped."""
    x, y = hand
    long = {"o": 15.5, "c": 18.0, "e": 43.0, "b": 44.0}[suit] * size
    if suit in "oc":
        y = y - long / 2 - (0.6 if suit == "o" else 0.4)
    else:
        reach, angle = long * (0.385 if suit == "e" else 0.32), math.radians(lean)
        x, y = x + math.sin(angle) * reach, y - math.cos(angle) * reach
    slim = Transform.scale(0.82 if suit == "e" else 1.0, 1.0)
    brush.add(Use(pip(brush.style, suit, long), slim.then(Transform.turn(lean)).then(Transform.shift(x, y))))
