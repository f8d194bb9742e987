"""The horse, looking to the left."""

from __future__ import annotations

from models.deck.drawing.brush import Brush
from models.deck.drawing.drawn import paint
from models.deck.drawing.vector import Point, Transform, form, read_points
from models.deck.figures.cast import Cast
from models.deck.figures.parts import limb, trimming
from models.deck.tables import table

_DRAWN = table("figures/horse")


def hoof(brush: Brush, above: Point, at: Point, tone: str) -> None:
    """A hoof at the end of a leg that comes from above."""
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
        tone = tone.unlit
        widths = [w * 0.94 for w in widths]
    hoof(brush, points[-2], points[-1], cast.mane.shade)
    limb(brush, points, widths, tone, "round flat", 0.8)


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
    trimming(brush, cloth, (63.8, 2.8, 22, 46, 1.6), cast, cast.harness)
    paint(brush, _DRAWN["fringe"], cast)
    paint(brush, _DRAWN["neck"], cast)
    paint(brush, _DRAWN["mane"], cast)
    paint(brush, _DRAWN["harness"], cast)
    paint(brush, _DRAWN["head"], cast)
