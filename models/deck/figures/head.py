"""Heads: three quarters to the left, ten millimetres from the chin to the crown, about the origin."""

from __future__ import annotations

from models.deck.drawing.brush import Brush
from models.deck.drawing.colour import mix
from models.deck.drawing.drawn import paint
from models.deck.drawing.vector import Point, Transform, ellipse
from models.deck.figures.cast import Cast
from models.deck.pips.ornament import crown
from models.deck.tables import table

_DRAWN = table("figures/head")


def _face(brush: Brush) -> None:
    paint(brush, _DRAWN["face"])
    brush.fill(ellipse(1.25, 1.35, 1.05, 0.75), mix(brush.palette.flesh.base, "#d8593f", 0.32))
    paint(brush, _DRAWN["features"])


def head(brush: Brush, cast: Cast, at: Point, size: float, tilt: float = 0.0) -> None:
    """The head of one of the project's figures, with its middle at the point."""
    king = cast.rank == 12
    with brush.group(Transform.scale(size).then(Transform.turn(tilt)).then(Transform.shift(*at))):
        paint(brush, _DRAWN["kings_hair" if king else "long_hair" if cast.long_hair else "short_hair"], cast)
        paint(brush, _DRAWN["kings_neck" if king else "neck"])
        paint(brush, _DRAWN["throat"])
        _face(brush)
        if king:
            paint(brush, _DRAWN["wrinkles"])
        if cast.beard != "none":
            paint(brush, _DRAWN["beard"][cast.beard], cast)
            paint(brush, _DRAWN["moustache"], cast)
        paint(brush, _DRAWN["fringe"], cast)
        if king:
            crown(brush, 0.3, -3.1, 9.6, brush.palette.hilt, cast.mantle)
        else:
            paint(brush, _DRAWN["hat"][cast.hat_kind], cast)


def jester(brush: Brush, at: Point, size: float, tones: object) -> None:
    """A head with a cap of three horns."""
    with brush.group(Transform.scale(size).then(Transform.shift(*at))):
        _face(brush)
        paint(brush, _DRAWN["horns"], tones)
