"""Espadas: upright, the point above; `size` is the whole length."""

from __future__ import annotations

from models.deck.drawing.brush import Brush
from models.deck.drawing.vector import Path, curve, ellipse, form, polygon, ribbon, rounded, segment
from models.deck.size import FINE


def _blade(brush: Brush, left: Path, whole: Path) -> None:
    """Two bevels: one in the light, one in the shade."""
    blade = brush.palette.blade
    brush.fill(whole, blade.base)
    with brush.group(clip=whole):
        brush.fill(left, blade.light if brush.style.shading != "flat" else blade.base)
    brush.outline(whole)


def _hilt(brush: Brush, y: float, end: float, girth: float) -> None:
    """Grip and pommel, from the guard at y to the end."""
    p = brush.palette
    height = end - y
    brush.solid(rounded(-girth * 0.42, y, girth * 0.84, height * 0.8, girth * 0.2), p.grip, girth * 0.2)
    turns = 3
    for k in range(turns):
        at = y + height * (0.22 + 0.2 * k)
        brush.detail(segment(-girth * 0.42, at + girth * 0.3, girth * 0.42, at), 0.7, p.hilt.base)
    brush.solid(ellipse(0, end - girth * 0.5, girth * 0.62, girth * 0.55), p.hilt, girth * 0.18)


def _cross_guard(brush: Brush, y: float, half: float, thick: float) -> None:
    p = brush.palette
    brush.solid(
        form(
            f"{-half},{y - thick * 0.9} {-half * 0.55},{y - thick * 0.1} 0,{y - thick * 0.55} "
            f"{half * 0.55},{y - thick * 0.1} "
            f"{half},{y - thick * 0.9} {half * 1.06},{y - thick * 0.1} {half * 0.6},{y + thick * 0.75} "
            f"0,{y + thick * 0.5} "
            f"{-half * 0.6},{y + thick * 0.75} {-half * 1.06},{y - thick * 0.1}"
        ),
        p.hilt,
        thick * 0.3,
    )


def _straight(brush: Brush, n: float, slim: float) -> None:
    w = min(n * 0.055, 1.5 + n * 0.02) * slim
    top, guard, end = -n / 2, n * 0.27, n / 2
    whole = form(f"{-w},{guard}! {-w * 0.82},{top + w * 3}! 0,{top}! {w * 0.82},{top + w * 3}! {w},{guard}!")
    left = polygon([(0, top), (0, guard), (-2 * w, guard), (-2 * w, top)])
    _blade(brush, left, whole)
    if n > FINE:
        brush.detail(segment(0, top + w * 2.2, 0, guard), 0.8, brush.palette.blade.shade)
    _hilt(brush, guard, end, w * 1.5)
    _cross_guard(brush, guard, w * (2.5 if n < 45 else 3.1), w * 1.1)


def _broad(brush: Brush, n: float, slim: float) -> None:
    w = min(n * 0.075, 1.7 + n * 0.03) * slim
    top, guard, end = -n / 2, n * 0.3, n / 2
    whole = polygon([(-w, guard), (-w, top + w * 1.2), (0, top), (w, top + w * 1.2), (w, guard)])
    _blade(brush, polygon([(0, top), (0, guard), (-2 * w, guard), (-2 * w, top)]), whole)
    brush.detail(segment(0, top + w * 2, 0, guard), 1.0)
    _hilt(brush, guard, end, w * 1.2)
    brush.solid(rounded(-w * 2.6, guard - w * 0.4, w * 5.2, w * 0.9, w * 0.3), brush.palette.hilt, w * 0.2)
    for x in (-w * 2.6, w * 2.6):
        brush.solid(ellipse(x, guard + w * 0.05, w * 0.62), brush.palette.hilt, w * 0.2)


def _dagger(brush: Brush, n: float, slim: float) -> None:
    w = min(n * 0.085, 2.0 + n * 0.03) * slim
    top, guard, end = -n / 2, n * 0.24, n / 2
    whole = polygon([(-w, guard), (0, top), (w, guard)])
    _blade(brush, polygon([(0, top), (0, guard), (-2 * w, guard)]), whole)
    _hilt(brush, guard, end, w * 1.2)
    brush.solid(
        form(
            f"{-w * 2.2},{guard - w * 0.2} 0,{guard - w * 0.5} {w * 2.2},{guard - w * 0.2} "
            f"{w * 2.2},{guard + w * 0.5} 0,{guard + w * 0.4} {-w * 2.2},{guard + w * 0.5}"
        ),
        brush.palette.hilt,
        w * 0.25,
    )


def _sabre(brush: Brush, n: float, slim: float) -> None:
    w = min(n * 0.085, 2.2 + n * 0.03) * slim
    bend = n * 0.09
    top, guard, end = -n / 2, n * 0.27, n / 2
    spine = [(-bend, top), (bend * 0.35, top * 0.55), (bend * 0.6, -n * 0.02), (0.0, guard)]
    whole = ribbon(spine, [0.1, w * 1.25, w * 1.6, w * 1.5], "sharp flat", 4)
    left = ribbon([(x - w * 0.75, y) for x, y in spine], [w * 1.4] * 4, "flat", 4)
    _blade(brush, left, whole)
    _hilt(brush, guard, end, w * 1.05)
    bow = ribbon(
        [(w * 1.1, guard), (w * 2.2, guard + n * 0.06), (w * 1.8, end - n * 0.05), (0.0, end - n * 0.02)],
        [w * 0.6] * 4,
        "round",
        4,
    )
    brush.solid(bow, brush.palette.hilt, w * 0.15)
    brush.solid(ellipse(-w * 0.1, guard, w * 1.9, w * 0.75), brush.palette.hilt, w * 0.3)


def _rapier(brush: Brush, n: float, slim: float) -> None:
    w = min(n * 0.034, 0.9 + n * 0.015) * slim
    top, guard, end = -n / 2, n * 0.25, n / 2
    _blade(brush, polygon([(0, top), (0, guard), (-2 * w, guard)]), polygon([(-w, guard), (0, top), (w, guard)]))
    _hilt(brush, guard, end, w * 2.0)
    cup = form(
        f"{-w * 3.6},{guard - w * 0.6}! {-w * 2.6},{guard + w * 1.6} 0,{guard + w * 2.4} "
        f"{w * 2.6},{guard + w * 1.6} {w * 3.6},{guard - w * 0.6}! 0,{guard}"
    )
    bar = ribbon([(-w * 5, guard), (0, guard - w * 0.5), (w * 5, guard)], [w * 0.9] * 3)
    brush.solid(bar, brush.palette.hilt, w * 0.2)
    brush.solid(cup, brush.palette.hilt, w * 0.7)
    brush.detail(
        curve(f"{w * 3},{guard + w} {w * 3.2},{guard + n * 0.12} {w * 0.6},{end - w}"), 1.6, brush.palette.hilt.shade
    )


def _bar(brush: Brush, n: float, slim: float) -> None:
    p = brush.palette
    w = min(n * 0.055, 1.4 + n * 0.018) * slim
    top, guard, end = -n / 2, n * 0.26, n / 2
    brush.solid(polygon([(-w, guard), (-w, top + w * 2), (0, top), (w, top + w * 2), (w, guard)]), p.blade, w * 0.4)
    brush.solid(rounded(-w * 0.8, guard, w * 1.6, end - guard, 0.0), p.grip, 0.0)
    brush.solid(rounded(-w * 3.2, guard - w * 0.5, w * 6.4, w * 1.2, 0.0), p.hilt, 0.0)


def _needle(brush: Brush, n: float, slim: float) -> None:
    p = brush.palette
    w = min(n * 0.07, 1.6 + n * 0.02) * slim
    top, guard, end = -n / 2, n * 0.22, n / 2
    brush.solid(polygon([(-w, guard), (0, top), (w, guard)]), p.blade, w * 0.4)
    brush.solid(polygon([(-w * 0.55, guard), (w * 0.55, guard), (w * 0.8, end), (-w * 0.8, end)]), p.grip, 0.0)
    brush.solid(ellipse(0, guard, w * 2.4, w * 0.65), p.hilt, 0.0)


def _leaf(brush: Brush, n: float, slim: float) -> None:
    w = min(n * 0.075, 1.8 + n * 0.028) * slim
    top, guard, end = -n / 2, n * 0.28, n / 2
    whole = form(
        f"{-w * 0.5},{guard}! {-w * 0.6},{n * 0.05} {-w * 1.2},{-n * 0.2} {-w * 0.8},{-n * 0.36} 0,{top}! "
        f"{w * 0.8},{-n * 0.36} {w * 1.2},{-n * 0.2} {w * 0.6},{n * 0.05} {w * 0.5},{guard}!"
    )
    _blade(brush, polygon([(0, top), (0, guard), (-3 * w, guard), (-3 * w, top)]), whole)
    _hilt(brush, guard, end, w * 1.1)
    arc = [(-w * 2.2, guard - w * 1.2), (0.0, guard + w * 0.3), (w * 2.2, guard - w * 1.2)]
    brush.solid(ribbon(arc, [w * 0.5, w * 0.9, w * 0.5]), brush.palette.hilt, w * 0.2)


def _scimitar(brush: Brush, n: float, slim: float) -> None:
    w = min(n * 0.1, 2.6 + n * 0.035) * slim
    top, guard, end = -n / 2, n * 0.28, n / 2
    whole = form(
        f"{-w * 0.4},{guard}! {-w * 0.5},0 {w * 0.1},{-n * 0.22} {w * 1.3},{top}! {w * 1.5},{-n * 0.24} "
        f"{w * 0.9},{n * 0.06} {w * 0.4},{guard}!"
    )
    left = form(f"{-w},{guard}! {-w * 0.8},0 {-w * 0.1},{-n * 0.22} {w * 1.3},{top}! {w * 0.4},0 {w * 0.1},{guard}!")
    _blade(brush, left, whole)
    _hilt(brush, guard, end, w * 0.85)
    brush.solid(rounded(-w * 1.4, guard - w * 0.25, w * 2.8, w * 0.55, w * 0.25), brush.palette.hilt, w * 0.15)


_DESIGNS = {
    "straight": _straight,
    "broad": _broad,
    "dagger": _dagger,
    "sabre": _sabre,
    "rapier": _rapier,
    "bar": _bar,
    "needle": _needle,
    "leaf": _leaf,
    "scimitar": _scimitar,
}


def draw(brush: Brush, design: str, size: float, slim: float) -> None:
    _DESIGNS[design](brush, size, slim)
