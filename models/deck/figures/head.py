"""Heads: three quarters to the left, ten millimetres from the chin to the crown, about the origin."""

from __future__ import annotations

from models.deck.drawing.brush import Brush
from models.deck.drawing.colour import mix
from models.deck.drawing.drawn import paint
from models.deck.drawing.vector import Point, Transform, ellipse, ribbon
from models.deck.figures.cast import Cast
from models.deck.pips.ornament import crown
from models.deck.tables import table

_DRAWN = table("figures/head")
_PLUMES = {"beret": (2.8, -5.0, 1.0), "brim": (1.6, -5.2, 1.1), "cap": (-2.6, -4.6, 0.8), "helmet": (0.2, -6.8, 1.1)}
"""Where the plume of a hat grows, and its size."""


def _features(brush: Brush, aged: bool) -> None:
    blush = mix(brush.palette.flesh.base, "#d8593f", 0.32)
    brush.fill(ellipse(1.25, 1.35, 1.05, 0.75), blush)
    paint(brush, _DRAWN["features"])
    if aged:
        paint(brush, _DRAWN["wrinkles"])


def _beard(brush: Brush, cast: Cast) -> None:
    if cast.beard == "none":
        return
    if cast.beard != "moustache":
        paint(brush, _DRAWN[f"beard_{cast.beard}"], cast)
    paint(brush, _DRAWN["moustache"], cast)


def _plume(brush: Brush, cast: Cast) -> None:
    if cast.hat_kind not in _PLUMES:
        return
    x, y, size = _PLUMES[cast.hat_kind]
    place = Transform.scale(size).then(Transform.shift(x, y))
    paint(brush, _DRAWN["plume"], cast, place)
    quill = [place(p) for p in ((0.2, -0.2), (1.6, -2.6), (4.0, -3.6), (6.2, -3.0))]
    brush.stroke(quill, [0.1, 0.3, 0.2, 0.05], cast.plume.shade)


def _hat(brush: Brush, cast: Cast) -> None:
    # A cap's plume grows before it, the others' behind them.
    behind = cast.hat_kind != "cap"
    if behind:
        _plume(brush, cast)
    paint(brush, _DRAWN[cast.hat_kind], cast)
    if not behind:
        _plume(brush, cast)


def head(brush: Brush, cast: Cast, at: Point, size: float = 1.0, tilt: float = 0.0) -> None:
    """The head with its middle at the point."""
    place = Transform.scale(size).then(Transform.turn(tilt)).then(Transform.shift(*at))
    flesh = brush.palette.flesh
    with brush.group(place):
        paint(brush, _DRAWN["kings_hair" if cast.rank == 12 else "long_hair" if cast.long_hair else "short_hair"], cast)
        # A king's neck ends in his collar, behind the beard; the others' collars are drawn over it.
        neck: Point = (1.7, 6.8) if cast.rank == 12 else (1.9, 8.4)
        brush.solid(ribbon([(1.0, 2.4), (1.5, 5.2), neck], [3.9, 3.7, 4.6], "flat"), flesh, 0.9)
        paint(brush, _DRAWN["throat"])
        paint(brush, _DRAWN["face"])
        _features(brush, cast.rank == 12)
        _beard(brush, cast)
        paint(brush, _DRAWN["fringe"], cast)
        if cast.rank == 12:
            crown(brush, 0.3, -3.1, 9.6, brush.palette.hilt, cast.mantle)
        else:
            _hat(brush, cast)


def jester(brush: Brush, at: Point, size: float, tones: object) -> None:
    """A head with a cap of three horns."""
    with brush.group(Transform.scale(size).then(Transform.shift(*at))):
        paint(brush, _DRAWN["face"])
        _features(brush, False)
        paint(brush, _DRAWN["horns"], tones)
