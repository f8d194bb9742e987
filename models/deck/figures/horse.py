"""The horse, looking to the left."""

from __future__ import annotations

from models.deck.drawing.brush import Brush
from models.deck.drawing.colour import Tone
from models.deck.drawing.drawn import paint
from models.deck.drawing.vector import Point, Transform, form, read_points, ribbon
from models.deck.figures.cast import Cast
from models.deck.figures.parts import Band, limb, trimming
from models.deck.tables import table

_DRAWN = table("figures/horse")


def _hoof(brush: Brush, above: Point, at: Point, tone: str) -> None:
    dx, dy = at[0] - above[0], at[1] - above[1]
    length = (dx * dx + dy * dy) ** 0.5 or 1.0
    place = Transform(dy / length, -dx / length, dx / length, dy / length, *at)
    shape = form("-1.5,-0.2! 1.5,-0.2! 1.9,2.6! -2.7,2.6! -2.2,1.2").moved(place)
    brush.fill(shape, tone)
    brush.outline(shape)


def _leg(brush: Brush, cast: Cast, points: list[Point], hind: bool, near: bool) -> None:
    widths = [11.0, 7.6, 4.6, 3.5, 2.9] if hind else [8.0, 5.6, 3.8, 2.7, 2.7]
    tone = cast.horse
    if not near:
        tone = Tone(tone.shade, tone.shade, tone.base)
        widths = [w * 0.94 for w in widths]
    _hoof(brush, points[-2], points[-1], cast.mane.shade)
    limb(brush, points, widths, tone, "round flat", 0.8)


_CREST: list[Point] = [(18.4, 34.4), (20.6, 35.6), (22.6, 37.8), (24.4, 40.8), (26.0, 44.0), (27.6, 47.4), (29.0, 50.6)]


def _mane(brush: Brush, cast: Cast) -> None:
    """Locks along the neck's crest: each one lies over the next below."""
    for k in range(len(_CREST) - 1, -1, -1):
        x, y = _CREST[k]
        long = 1.0 if k else 0.8
        points = [(x, y - 0.6), (x + 1.9, y + 2.4), (x + 0.9, y + 5.6 * long), (x + 2.0, y + 8.2 * long)]
        brush.solid(ribbon(points, [2.4, 3.0, 2.4, 0.15], "round sharp", 4), cast.mane, 0.6)
        inner = [(x + 0.4, y + 0.8), (x + 1.6, y + 3.2), (x + 1.0, y + 5.8 * long)]
        brush.stroke(inner, [0.05, 0.3, 0.05], cast.mane.light)
    paint(brush, _DRAWN["forelock"], cast)


def draw_behind(brush: Brush, cast: Cast) -> None:
    """Everything of the horse that the rider's near leg is in front of."""
    near_fore, far_fore, near_hind, far_hind = (read_points(leg)[0] for leg in _DRAWN["legs"][cast.gait])
    paint(brush, _DRAWN["tail"], cast)
    _leg(brush, cast, far_fore, False, False)
    _leg(brush, cast, far_hind, True, False)
    _leg(brush, cast, near_hind, True, True)
    _leg(brush, cast, near_fore, False, True)
    paint(brush, _DRAWN["body"], cast)
    cloth = paint(brush, _DRAWN["cloth"], cast)
    trimming(brush, cloth, Band(63.8, 2.8, 22, 46, 1.6), cast.trim_kind, cast.trim, cast.harness)
    _fringe(brush, cast)
    paint(brush, _DRAWN["neck"], cast)
    _mane(brush, cast)
    paint(brush, _DRAWN["harness"], cast)
    paint(brush, _DRAWN["head"], cast)


def _fringe(brush: Brush, cast: Cast) -> None:
    for k in range(10):
        x = 26.2 + k * 1.86
        y = 67.4 + 1.9 * (1 - ((x - 34.4) / 9.2) ** 2)
        brush.solid(form(f"{x - 0.5},{y}! {x + 0.5},{y}! {x + 0.75},{y + 2.0}! {x - 0.75},{y + 2.0}!"), cast.trim, 0)
