"""Oros: a disc of gold with a sign inside."""

from __future__ import annotations

import math

from models.deck.drawing.brush import Brush
from models.deck.drawing.colour import Tone
from models.deck.drawing.vector import KAPPA, Path, Transform, curve, ellipse, form, polygon, star

# One head of the lauburu: a comma of three half circles, from the centre to the right.
_Q = 0.5 * KAPPA
_COMMA = Path(
    (
        ("M", (0.0, 0.0)),
        ("C", (0.0, -_Q, 0.5 - _Q, -0.5, 0.5, -0.5)),
        ("C", (0.5 + _Q, -0.5, 1.0, -_Q, 1.0, 0.0)),
        ("C", (1.0, _Q / 2, 0.75 + _Q / 2, 0.25, 0.75, 0.25)),
        ("C", (0.75 - _Q / 2, 0.25, 0.5, _Q / 2, 0.5, 0.0)),
        ("C", (0.5, -_Q / 2, 0.25 + _Q / 2, -0.25, 0.25, -0.25)),
        ("C", (0.25 - _Q / 2, -0.25, 0.0, -_Q / 2, 0.0, 0.0)),
        ("Z", ()),
    )
)
_PROFILE = form(
    "-0.12,0.78! -0.1,0.46 -0.26,0.48 -0.36,0.42 -0.36,0.3 -0.42,0.24 -0.38,0.14 -0.54,0.06! -0.4,-0.16 -0.38,-0.34 "
    "-0.28,-0.58 0.0,-0.72 0.34,-0.62 0.5,-0.3 0.42,0.0 0.3,0.2 0.34,0.44 0.52,0.64!"
)


def _disc(brush: Brush, r: float, fine: bool) -> None:
    coin = brush.palette.coin
    brush.solid(ellipse(0, 0, r), coin, depth=r * 0.1)


def _beads(brush: Brush, r: float, size: float, count: int, tone: Tone) -> None:
    for k in range(count):
        a = 2 * math.pi * k / count
        brush.fill(ellipse(r * math.cos(a), r * math.sin(a), size), tone.shade)


def _around(path: Path, count: int, start: float = 0.0) -> list[Path]:
    return [path.moved(Transform.turn(start + 360 * k / count)) for k in range(count)]


def lauburu_heads(r: float) -> list[Path]:
    """The four heads of the Basque cross about the origin."""
    return _around(_COMMA.moved(Transform.scale(r)), 4, 25)


def _lauburu(brush: Brush, r: float, fine: bool) -> None:
    p = brush.palette
    if fine:
        _beads(brush, r * 0.895, r * 0.035, 36, p.coin)
    brush.solid(ellipse(0, 0, r * 0.8), p.coin_mark, depth=r * 0.06, toward=(-0.7, -0.6))
    for head in lauburu_heads(r * 0.74):
        brush.solid(head, p.coin, depth=r * 0.05)


def _sun(brush: Brush, r: float, fine: bool) -> None:
    p = brush.palette
    brush.solid(star(0, 0, r * 0.92, r * 0.62, 16), p.coin_mark, depth=0)
    brush.solid(ellipse(0, 0, r * 0.58), p.coin, depth=r * 0.08)
    for x in (-0.2, 0.2):
        brush.fill(ellipse(x * r, -0.1 * r, 0.065 * r), brush.ink)
    brush.detail(curve("-0.22,0.2 0,0.32 0.22,0.2").moved(Transform.scale(r)))
    brush.detail(curve("0.0,-0.12 -0.06,0.1 0.04,0.12").moved(Transform.scale(r)))


def _portrait(brush: Brush, r: float, fine: bool) -> None:
    p = brush.palette
    if fine:
        _beads(brush, r * 0.92, r * 0.04, 48, p.coin)
    brush.outline(ellipse(0, 0, r * 0.83), 0.6)
    brush.solid(_PROFILE.moved(Transform.scale(r * 0.86).then(Transform.shift(0, r * 0.02))), p.coin_mark, r * 0.1)
    brush.detail(curve("-0.32,-0.42 0,-0.3 0.4,-0.34").moved(Transform.scale(r * 0.86)), colour=p.coin.light)
    brush.detail(curve("-0.1,-0.66 0.1,-0.4 0.12,-0.1 0.3,0.14").moved(Transform.scale(r * 0.86)), colour=p.coin.light)


def _rosette(brush: Brush, r: float, fine: bool) -> None:
    p = brush.palette
    brush.outline(ellipse(0, 0, r * 0.84), 0.7)
    petal = form("0,0! 0.26,-0.2 0.62,-0.17 0.8,0! 0.62,0.17 0.26,0.2").moved(Transform.scale(r))
    for k, leaf in enumerate(_around(petal, 8)):
        brush.solid(leaf, p.coin_mark if k % 2 else p.coin, depth=r * 0.04)
    brush.solid(ellipse(0, 0, r * 0.18), p.coin, r * 0.04)


def _rings(brush: Brush, r: float, fine: bool) -> None:
    p = brush.palette
    brush.solid(ellipse(0, 0, r * 0.8), p.coin_mark, r * 0.08)
    brush.solid(ellipse(0, 0, r * 0.62), p.coin, r * 0.08)
    _beads(brush, r * 0.5, r * 0.05, 18, p.coin_mark)
    brush.solid(ellipse(0, 0, r * 0.36), p.coin_mark, r * 0.06)
    brush.solid(ellipse(0, 0, r * 0.2), p.coin, r * 0.05)


def _star(brush: Brush, r: float, fine: bool) -> None:
    p = brush.palette
    brush.outline(ellipse(0, 0, r * 0.85), 0.7)
    brush.solid(star(0, 0, r * 0.78, r * 0.32, 8), p.coin_mark, depth=r * 0.06)
    brush.solid(ellipse(0, 0, r * 0.2), p.coin, r * 0.04)


def _cross(brush: Brush, r: float, fine: bool) -> None:
    p = brush.palette
    brush.outline(ellipse(0, 0, r * 0.82), 0.7)
    leaf = form("0.06,-0.06! 0.1,-0.4 0.36,-0.62 0.52,-0.52! 0.62,-0.36 0.4,-0.1").moved(Transform.scale(r))
    for part in _around(leaf, 4):
        brush.solid(part, p.coin_mark, depth=r * 0.05)
    for part in _around(curve("0,-0.06 0,-0.8").moved(Transform.scale(r)), 4):
        brush.detail(part, 0.6)


def _shield(brush: Brush, r: float, fine: bool) -> None:
    p = brush.palette
    _beads(brush, r * 0.88, r * 0.06, 20, p.coin_mark)
    brush.outline(ellipse(0, 0, r * 0.76), 0.6)
    shape = form("-0.46,-0.5! 0.46,-0.5! 0.46,0.06 0.3,0.42 0,0.62! -0.3,0.42 -0.46,0.06").moved(Transform.scale(r))
    brush.solid(shape, p.coin_mark, r * 0.08)
    bar = polygon([(-0.46, -0.16), (0.46, 0.14), (0.46, 0.34), (-0.46, 0.04)]).moved(Transform.scale(r))
    with brush.group(clip=shape):
        brush.solid(bar, p.coin, 0)


def _plain(brush: Brush, r: float, fine: bool) -> None:
    """Nothing but the disc."""


def _target(brush: Brush, r: float, fine: bool) -> None:
    p = brush.palette
    brush.solid(ellipse(0, 0, r * 0.66), p.coin_mark, depth=r * 0.06)
    brush.solid(ellipse(0, 0, r * 0.33), p.coin, depth=r * 0.04)


def _bicolour(brush: Brush, r: float, fine: bool) -> None:
    p = brush.palette
    half = polygon([(-r, -r), (r, -r), (r, 0), (-r, 0)])
    with brush.group(clip=ellipse(0, 0, r)):
        brush.fill(half, p.coin_mark.base)
    brush.outline(ellipse(0, 0, r))
    brush.solid(ellipse(0, 0, r * 0.3), p.coin, depth=0)


def _quarters(brush: Brush, r: float, fine: bool) -> None:
    p = brush.palette
    inner = ellipse(0, 0, r * 0.8)
    with brush.group(clip=inner):
        brush.fill(inner, p.coin_mark.base)
        for x, y in ((0.0, -r), (-r, 0.0)):
            brush.fill(polygon([(x, y), (x + r, y), (x + r, y + r), (x, y + r)]), p.coin.light)
    brush.outline(inner, 0.8)


def _hexagon(brush: Brush, r: float, fine: bool) -> None:
    p = brush.palette
    for size, tone in ((0.84, p.coin_mark), (0.6, p.coin), (0.3, p.coin_mark)):
        points = [(r * size * math.cos(k * math.pi / 3), r * size * math.sin(k * math.pi / 3)) for k in range(6)]
        brush.solid(polygon(points), tone, depth=r * 0.05)


_DESIGNS = {
    "disc": _plain,
    "target": _target,
    "bicolour": _bicolour,
    "quarters": _quarters,
    "hexagon": _hexagon,
    "lauburu": _lauburu,
    "sun": _sun,
    "portrait": _portrait,
    "rosette": _rosette,
    "rings": _rings,
    "star": _star,
    "cross": _cross,
    "shield": _shield,
}


def draw(brush: Brush, design: str, r: float, fine: bool) -> None:
    _disc(brush, r, fine)
    with brush.group(Transform.turn(brush.style.coin_turn if design != "portrait" else 0.0)):
        _DESIGNS[design](brush, r, fine)
