"""Bastos: upright, the thick end above; `size` is the whole length."""

from __future__ import annotations

import math

from models.deck.drawing.brush import Brush
from models.deck.drawing.colour import Tone
from models.deck.drawing.vector import Path, Point, Transform, curve, ellipse, form, polygon, ribbon, rounded, star
from models.deck.size import FINE


def _tones(brush: Brush, variant: int) -> Tone:
    clubs = brush.palette.clubs
    return clubs[0] if brush.style.clubs_alike else clubs[variant % len(clubs)]


def leaf(brush: Brush, x: float, y: float, length: float, degrees: float, tone: Tone, vein: bool = True) -> None:
    """A leaf whose stalk is at the point."""
    place = Transform.scale(length).then(Transform.turn(degrees)).then(Transform.shift(x, y))
    brush.solid(form("0,0! 0.3,-0.26 0.7,-0.2 1,0! 0.7,0.2 0.3,0.26").moved(place), tone, length * 0.12)
    if vein:
        brush.detail(curve("0.05,0 0.5,-0.03 0.85,0").moved(place), 0.5)


def _cut_end(brush: Brush, x: float, y: float, rx: float, ry: float) -> None:
    brush.solid(ellipse(x, y, rx, ry), brush.palette.wood, 0)
    brush.detail(ellipse(x, y, rx * 0.45, ry * 0.45), 0.5, brush.palette.wood.shade)


def _knotted(brush: Brush, n: float, slim: float, variant: int) -> None:
    tone = _tones(brush, variant)
    g = n * 0.27 * slim if n < 34 else (5.6 + n * 0.105) * slim
    h = n / 2
    outline = form(
        f"{-0.22 * g},{h}! {-0.26 * g},{0.3 * h} {-0.42 * g},{0.12 * h} {-0.33 * g},{0.0} {-0.4 * g},{-0.3 * h} "
        f"{-0.56 * g},{-0.44 * h} {-0.46 * g},{-0.58 * h} {-0.46 * g},{-0.84 * h} {-0.2 * g},{-h} "
        f"{0.16 * g},{-0.98 * h} "
        f"{0.44 * g},{-0.84 * h} {0.47 * g},{-0.66 * h} {0.6 * g},{-0.54 * h} {0.46 * g},{-0.4 * h} "
        f"{0.36 * g},{-0.06 * h} "
        f"{0.46 * g},{0.06 * h} {0.3 * g},{0.18 * h} {0.25 * g},{0.5 * h} {0.22 * g},{h}!"
    )
    brush.solid(outline, tone, g * 0.26)
    with brush.group(clip=outline):
        for x, y0, y1 in ((-0.2, -0.86, -0.2), (-0.24, -0.06, 0.5), (0.04, -0.6, -0.12), (-0.02, 0.14, 0.8)):
            brush.stroke(
                [(x * g, y0 * h), (x * g * 0.8 + 0.04 * g, (y0 + y1) / 2 * h), (x * g * 0.6, y1 * h)],
                [0.01, 0.075 * g, 0.01],
                tone.light,
            )
    for x, y, r in ((0.05, -0.5, 0.13), (-0.05, 0.08, 0.1), (0.16, -0.8, 0.08)):
        knot = ellipse(x * g, y * h, r * g, r * g * 1.35)
        brush.solid(knot, brush.palette.wood, 0.0)
        if n > FINE:
            brush.detail(ellipse(x * g, y * h, r * g * 0.4, r * g * 0.6), 0.6, brush.palette.wood.shade)
    _cut_end(brush, 0, h, 0.22 * g, 0.1 * g)


def _smooth(brush: Brush, n: float, slim: float, variant: int) -> None:
    tone = _tones(brush, variant)
    g, h = min(n * 0.22, 4 + n * 0.06) * slim, n / 2
    body = ribbon(
        [(0, h), (0, 0.4 * h), (0, -0.3 * h), (0, -h + g * 0.4)], [g * 0.4, g * 0.45, g * 0.85, g], "round", 4
    )
    brush.solid(body, tone, g * 0.25)
    brush.stroke([(-g * 0.15, 0.6 * h), (-g * 0.2, 0), (-g * 0.22, -0.8 * h)], [0.05, g * 0.16, 0.05], tone.light)
    brush.solid(ellipse(0, h - g * 0.05, g * 0.26, g * 0.16), brush.palette.wood, 0)


def _mace(brush: Brush, n: float, slim: float, variant: int) -> None:
    tone = _tones(brush, variant)
    g, h = min(n * 0.26, 5 + n * 0.06) * slim, n / 2
    with brush.group(Transform.scale(1, 1.9).then(Transform.shift(0, -0.5 * h))):
        brush.solid(star(0, 0, g * 0.62, g * 0.44, 10), brush.palette.wood, 0)
    body = ribbon(
        [(0, h), (0, 0.3 * h), (0, -0.25 * h), (0, -0.6 * h), (0, -0.9 * h)],
        [g * 0.3, g * 0.34, g * 0.6, g * 0.9, g * 0.6],
        "round",
        3,
    )
    brush.solid(body, tone, g * 0.22)
    for k in range(6):
        x, y = g * (0.2 if k % 2 else -0.2), -h * (0.85 - 0.12 * k)
        brush.solid(ellipse(x, y, g * 0.09), brush.palette.wood, 0)
    brush.solid(ellipse(0, h, g * 0.24, g * 0.15), brush.palette.wood, 0)


def _leafy(brush: Brush, n: float, slim: float, variant: int) -> None:
    tone = _tones(brush, variant)
    g, h = min(n * 0.2, 4 + n * 0.05) * slim, n / 2
    for x, y, a in ((0.3, -0.2, -35), (-0.3, 0.05, 215), (0.22, 0.35, -20), (-0.4, -0.5, 205)):
        leaf(brush, x * g, y * h, g * 0.8, a, brush.palette.leaf, n > FINE)
    body = ribbon(
        [(0, h), (0.08 * g, 0.4 * h), (-0.1 * g, -0.2 * h), (0, -h + 0.4 * g)],
        [g * 0.3, g * 0.5, g * 0.7, g * 0.8],
        "flat round",
        4,
    )
    brush.solid(body, tone, g * 0.22)
    _spiral(brush, g, h)
    _cut_end(brush, 0, h, g * 0.16, g * 0.09)


def _spiral(brush: Brush, g: float, h: float) -> None:
    for k in range(4):
        y = h * (0.5 - 0.32 * k)
        brush.detail(curve(f"{-g * 0.3},{y + g * 0.16} 0,{y} {g * 0.32},{y - g * 0.22}"), 1.4, brush.palette.wood.base)


def _branch(brush: Brush, n: float, slim: float, variant: int) -> None:
    tone = _tones(brush, variant)
    g, h = min(n * 0.2, 4 + n * 0.05) * slim, n / 2
    stubs: list[tuple[float, float, float]] = [
        (0.1, -0.55, -40),
        (-0.1, -0.25, 218),
        (0.1, 0.05, -35),
        (-0.08, 0.4, 215),
    ]
    for x, y, a in stubs:
        dx, dy = math.cos(math.radians(a)) * g * 0.62, math.sin(math.radians(a)) * g * 0.62
        stub: Path = ribbon([(x * g, y * h), (x * g + dx, y * h + dy)], [g * 0.34, g * 0.24], "flat")
        brush.solid(stub, tone, g * 0.06)
        brush.solid(ellipse(x * g + dx, y * h + dy, g * 0.12, g * 0.1), brush.palette.wood, 0)
    body = ribbon(
        [(0.1 * g, h), (-0.1 * g, 0.45 * h), (0.1 * g, 0), (-0.06 * g, -0.45 * h), (0.04 * g, -h)],
        [g * 0.4, g * 0.46, g * 0.62, g * 0.68, g * 0.74],
        "flat",
        3,
    )
    brush.solid(body, tone, g * 0.2)
    brush.detail(
        curve(f"{-0.1 * g},{0.8 * h} {-0.2 * g},{0.3 * h} {-0.1 * g},{-0.2 * h} {-0.2 * g},{-0.7 * h}"), 0.8, tone.light
    )
    brush.solid(ellipse(0.04 * g, -h, g * 0.37, g * 0.16), brush.palette.wood, 0)
    _cut_end(brush, 0.1 * g, h, g * 0.2, g * 0.09)


def _capsule(brush: Brush, n: float, slim: float, variant: int) -> None:
    g = min(n * 0.2, 3.5 + n * 0.055) * slim
    brush.solid(rounded(-g / 2, -n / 2, g, n, g / 2), _tones(brush, variant), g * 0.2)
    for k in (-1, 0, 1):
        brush.solid(ellipse(0, k * n * 0.26, g * 0.2), brush.palette.wood, 0.0)


def _taper(brush: Brush, n: float, slim: float, variant: int) -> None:
    g, h = min(n * 0.22, 4 + n * 0.06) * slim, n / 2

    def body(*half: Point) -> Path:
        """A shape from its right half, the top first."""
        return polygon([*half, *((-x, y) for x, y in reversed(half))])

    outline = body((g * 0.3, -h), (g * 0.5, -h + g * 0.4), (g * 0.18, h))
    brush.solid(outline, _tones(brush, variant), g * 0.2)
    brush.solid(body((g * 0.24, h * 0.72), (g * 0.18, h)), brush.palette.wood, 0)


def _torch(brush: Brush, n: float, slim: float, variant: int) -> None:
    g, h = min(n * 0.22, 4 + n * 0.06) * slim, n / 2
    body = polygon([(-g * 0.16, h), (-g * 0.34, -h * 0.5), (g * 0.34, -h * 0.5), (g * 0.16, h)])
    brush.solid(body, _tones(brush, variant), g * 0.18)
    head = form(
        f"{-g * 0.45},{-h * 0.5}! {-g * 0.6},{-h * 0.72} {-g * 0.2},{-h * 0.86} 0,{-h}! "
        f"{g * 0.3},{-h * 0.84} {g * 0.6},{-h * 0.7} {g * 0.45},{-h * 0.5}!"
    )
    brush.solid(head, brush.palette.leaf, g * 0.2)
    for y in (-0.44, -0.1, 0.3):
        brush.solid(rounded(-g * 0.36, y * h, g * 0.72, h * 0.07, 0.0), brush.palette.wood, 0)


def _staff(brush: Brush, n: float, slim: float, variant: int) -> None:
    g, h = min(n * 0.14, 3 + n * 0.04) * slim, n / 2
    brush.solid(rounded(-g * 0.3, -h * 0.8, g * 0.6, h * 1.6, 0.0), _tones(brush, variant), g * 0.15)
    for y in (-h * 0.84, h * 0.84):
        brush.solid(ellipse(0, y, g * 0.66, h * 0.16), _tones(brush, variant + 1), g * 0.2)
    for k in (-2, -1, 0, 1, 2):
        y, w = k * h * 0.28, g * 0.3
        brush.solid(polygon([(-w, y), (w, y - g * 0.4), (w, y), (-w, y + g * 0.4)]), brush.palette.wood, 0)


_DESIGNS = {
    "capsule": _capsule,
    "taper": _taper,
    "torch": _torch,
    "staff": _staff,
    "knotted": _knotted,
    "smooth": _smooth,
    "mace": _mace,
    "leafy": _leafy,
    "branch": _branch,
}


def draw(brush: Brush, design: str, size: float, slim: float, variant: int) -> None:
    _DESIGNS[design](brush, size, slim, variant)
