"""Copas: drawn in a box from -0.5 to 0.5 both ways and stretched to their size."""

from __future__ import annotations

from models.deck.drawing.brush import Brush
from models.deck.drawing.colour import Tone
from models.deck.drawing.vector import Path, Transform, curve, ellipse, form, polygon, ribbon, rounded


class _Cup:
    """A brush that draws a cup of one size."""

    def __init__(self, brush: Brush, size: float, slim: float) -> None:
        self.brush, self.size = brush, size
        self._fit = Transform.scale(size * slim, size)

    def part(self, path: Path, tone: Tone, depth: float = 0.05) -> Path:
        fitted = path.moved(self._fit)
        self.brush.solid(fitted, tone, depth * self.size)
        return fitted

    def cut(self, path: Path, share: float = 0.7, colour: str | None = None) -> None:
        self.brush.detail(path.moved(self._fit), share, colour)

    def dot(self, x: float, y: float, r: float, tone: Tone) -> None:
        path = ellipse(x, y, r).moved(self._fit)
        self.brush.solid(path, tone, 0.01 * self.size)


def _foot(cup: _Cup, trim: Tone, main: Tone, wide: float = 0.26) -> None:
    cup.part(form("-0.05,0.14! 0.05,0.14! 0.04,0.3 0.1,0.36! -0.1,0.36! -0.04,0.3"), trim, 0.03)
    cup.part(ellipse(0, 0.2, 0.085, 0.045), main, 0.02)
    w = wide
    cup.part(
        form(
            f"{-w},0.5! {-w},0.455! {-w * 0.8:.3f},0.4 -0.08,0.355! 0.08,0.355! {w * 0.8:.3f},0.4 {w},0.455! {w},0.5!"
        ),
        trim,
        0.04,
    )
    cup.cut(curve(f"{-w},0.455 {w},0.455"), 0.6)


def _chalice(cup: _Cup, fine: bool) -> None:
    p = cup.brush.palette
    _foot(cup, p.cup_trim, p.cup)
    bowl = "-0.37,-0.34! -0.36,-0.12 -0.26,0.08 -0.06,0.16! 0.06,0.16! 0.26,0.08 0.36,-0.12 0.37,-0.34!"
    body = cup.part(form(bowl), p.cup, 0.09)
    with cup.brush.group(clip=body):
        for x in (-0.3, -0.18, -0.06, 0.06, 0.18, 0.3):
            cup.part(
                form(f"{x - 0.06},0.22! {x - 0.055},0.0 {x},-0.07! {x + 0.055},0.0 {x + 0.06},0.22!"), p.cup_trim, 0.02
            )
    cup.brush.outline(body)
    if fine:
        for x in (-0.24, -0.12, 0.0, 0.12, 0.24):
            cup.dot(x, -0.19, 0.028, p.cup_trim)
    cup.part(ellipse(0, -0.4, 0.4, 0.085), p.cup_trim, 0.03)
    cup.part(ellipse(0, -0.41, 0.31, 0.048), Tone(p.cup.shade, p.cup.shade, p.cup.base), 0.0)


def _goblet(cup: _Cup, fine: bool) -> None:
    p = cup.brush.palette
    _foot(cup, p.cup_trim, p.cup_trim, 0.3)
    cup.part(form("-0.4,-0.42! -0.4,-0.2 -0.3,0.04 -0.04,0.14! 0.04,0.14! 0.3,0.04 0.4,-0.2 0.4,-0.42!"), p.cup, 0.1)
    cup.part(polygon([(-0.43, -0.5), (0.43, -0.5), (0.41, -0.36), (-0.41, -0.36)]), p.cup_trim, 0.05)
    for x in (-0.3, -0.15, 0.0, 0.15, 0.3):
        cup.dot(x, -0.43, 0.025, p.cup)
    cup.part(polygon([(0, -0.28), (0.09, -0.16), (0, -0.04), (-0.09, -0.16)]), p.cup_trim, 0.03)


def _tulip(cup: _Cup, fine: bool) -> None:
    p = cup.brush.palette
    _foot(cup, p.cup, p.cup_trim, 0.22)
    cup.part(
        form(
            "-0.3,-0.5! -0.24,-0.3 -0.3,-0.06 -0.18,0.12 -0.03,0.18! 0.03,0.18! 0.18,0.12 0.3,-0.06 0.24,-0.3 0.3,-0.5!"
        ),
        p.cup,
        0.09,
    )
    cup.part(form("-0.28,-0.02 0,0.05 0.28,-0.02 0.2,0.11 0,0.17 -0.2,0.11"), p.cup_trim, 0.03)
    cup.cut(curve("-0.26,-0.38 0,-0.32 0.26,-0.38"), 0.8)


def _lidded(cup: _Cup, fine: bool) -> None:
    p = cup.brush.palette
    _foot(cup, p.cup_trim, p.cup, 0.25)
    cup.part(form("-0.33,-0.16! -0.32,0.0 -0.2,0.13 -0.05,0.17! 0.05,0.17! 0.2,0.13 0.32,0.0 0.33,-0.16!"), p.cup, 0.07)
    cup.part(form("-0.32,-0.2! -0.28,-0.34 -0.1,-0.4 0,-0.44! 0.1,-0.4 0.28,-0.34 0.32,-0.2!"), p.cup, 0.07)
    cup.part(rounded(-0.37, -0.23, 0.74, 0.085, 0.035), p.cup_trim, 0.02)
    cup.dot(0, -0.455, 0.042, p.cup_trim)
    cup.cut(curve("-0.28,0.0 0,0.05 0.28,0.0"))


def _beaker(cup: _Cup, fine: bool) -> None:
    p = cup.brush.palette
    cup.part(rounded(-0.26, 0.38, 0.52, 0.12, 0.04), p.cup_trim, 0.03)
    cup.part(form("-0.36,-0.48! -0.24,0.0 -0.22,0.4! 0.22,0.4! 0.24,0.0 0.36,-0.48!"), p.cup, 0.09)
    cup.part(polygon([(-0.36, -0.5), (0.36, -0.5), (0.33, -0.36), (-0.33, -0.36)]), p.cup_trim, 0.04)
    cup.part(polygon([(-0.245, 0.0), (0.245, 0.0), (0.235, 0.12), (-0.235, 0.12)]), p.cup_trim, 0.04)


def _half(cup: _Cup, fine: bool) -> None:
    p = cup.brush.palette
    cup.part(rounded(-0.05, 0.0, 0.1, 0.46, 0.0), p.cup_trim, 0.0)
    cup.part(polygon([(-0.26, 0.5), (0.26, 0.5), (0.26, 0.42), (-0.26, 0.42)]), p.cup_trim, 0.0)
    cup.part(form("-0.42,-0.45! -0.42,-0.02 0,0.16 0.42,-0.02 0.42,-0.45!"), p.cup, 0.06)


def _triangle(cup: _Cup, fine: bool) -> None:
    p = cup.brush.palette
    cup.part(polygon([(0, -0.05), (0.3, 0.5), (-0.3, 0.5)]), p.cup_trim, 0.04)
    cup.part(polygon([(-0.42, -0.5), (0.42, -0.5), (0, 0.2)]), p.cup, 0.07)
    cup.part(ellipse(0, 0.12, 0.08, 0.06), p.cup_trim, 0.0)


def _urn(cup: _Cup, fine: bool) -> None:
    p = cup.brush.palette
    for side in (-1, 1):
        handle = [(side * 0.24, -0.28), (side * 0.46, -0.3), (side * 0.44, -0.02), (side * 0.22, 0.06)]
        cup.part(ribbon(handle, [0.05, 0.06, 0.06, 0.05]), p.cup_trim, 0.0)
    cup.part(polygon([(-0.2, 0.5), (0.2, 0.5), (0.12, 0.36), (-0.12, 0.36)]), p.cup_trim, 0.03)
    cup.part(form("-0.14,-0.4! -0.2,-0.32 -0.34,-0.12 -0.24,0.24 -0.08,0.38! 0.08,0.38! 0.24,0.24 0.34,-0.12 "
                  "0.2,-0.32 0.14,-0.4!"), p.cup, 0.08)  # fmt: skip
    cup.part(rounded(-0.2, -0.5, 0.4, 0.1, 0.03), p.cup_trim, 0.02)
    cup.cut(curve("-0.31,-0.06 0,0.0 0.31,-0.06"), 1.2, p.cup_trim.base)


def _flute(cup: _Cup, fine: bool) -> None:
    p = cup.brush.palette
    cup.part(rounded(-0.025, 0.1, 0.05, 0.36, 0.0), p.cup_trim, 0.0)
    cup.part(ellipse(0, 0.46, 0.24, 0.045), p.cup_trim, 0.0)
    cup.part(form("-0.16,-0.5! -0.22,-0.2 -0.14,0.06 0,0.14! 0.14,0.06 0.22,-0.2 0.16,-0.5!"), p.cup, 0.06)
    cup.part(form("-0.2,-0.24! 0,-0.2 0.2,-0.24! 0.19,-0.14! 0,-0.1 -0.19,-0.14!"), p.cup_trim, 0.0)


_DESIGNS = {
    "chalice": _chalice,
    "goblet": _goblet,
    "tulip": _tulip,
    "lidded": _lidded,
    "beaker": _beaker,
    "half": _half,
    "triangle": _triangle,
    "urn": _urn,
    "flute": _flute,
}


def draw(brush: Brush, design: str, size: float, slim: float, fine: bool) -> None:
    _DESIGNS[design](_Cup(brush, size, slim), fine)


def grand(brush: Brush) -> None:
    """The covered cup of an ace, about the origin: 74 mm high."""
    p = brush.palette
    red, gold, blue = p.cup, p.cup_trim, p.cloth[1 % len(p.cloth)]
    for side in (1.0, -1.0):
        # The handles, behind the bowl.
        with brush.group(Transform.scale(side, 1.0)):
            arm = [(14.0, -8.0), (20.5, -10.5), (22.0, -3.0), (17.5, 3.0), (11.5, 6.5)]
            brush.solid(ribbon(arm, [1.2, 2.4, 2.8, 2.4, 1.6], "round", 4), gold, 0.5)
            brush.solid(ellipse(20.6, -11.4, 1.5), gold, 0.4)
    brush.solid(form("-14,37! -14,34.6! -9.5,31.6 -3.4,29.2! 3.4,29.2! 9.5,31.6 14,34.6! 14,37!"), gold, 1.4)
    brush.solid(rounded(-15.2, 34.4, 30.4, 3.0, 0.8), red, 0.6)
    for x in (-8.0, -4.0, 0.0, 4.0, 8.0):
        brush.detail(curve(f"{x * 0.45},30.4 {x * 0.8},32.2 {x * 1.15},34.2"), 0.8)
    brush.solid(form("-2.4,20! 2.4,20! 2.0,24.6 3.4,29.4! -3.4,29.4! -2.0,24.6"), gold, 0.7)
    brush.solid(ellipse(0, 24.4, 4.6, 2.3), red, 0.8)
    for x in (-2.4, 0.0, 2.4):
        brush.fill(polygon([(x, 23.3), (x + 0.8, 24.4), (x, 25.5), (x - 0.8, 24.4)]), gold.base)
    brush.solid(ellipse(0, 20.0, 3.4, 1.5), gold, 0.5)
    bowl = form("-16,-9! -15.6,0 -12.4,9.6 -6.4,16.6 -2.6,19.4! 2.6,19.4! 6.4,16.6 12.4,9.6 15.6,0 16,-9!")
    brush.solid(bowl, red, 3.4)
    with brush.group(clip=bowl):
        for x in (-12.6, -7.6, -2.5, 2.5, 7.6, 12.6):
            leaf = form(f"{x * 0.35},22! {x - 2.3},10 {x},2.4! {x + 2.3},10 {x * 0.35 + 0.6},22!")
            brush.solid(leaf, gold, 0.7)
            brush.detail(curve(f"{x},5.4 {x * 0.82},12 {x * 0.5},18"), 0.7, gold.shade)
        brush.solid(form("-17,-4.2! 0,-1.8 17,-4.2! 17,-0.4! 0,2.0 -17,-0.4!"), gold, 0)
        for k in range(-4, 5):
            x, y = k * 3.5, 0.1 - 2.3 * (k / 4.6) ** 2
            brush.solid(ellipse(x, y, 1.05), blue if k % 2 else red, 0.2)
    brush.outline(bowl)
    lid = form("-15.4,-10! -14.4,-16.5 -9.6,-21.4 -3.4,-24.2! 3.4,-24.2! 9.6,-21.4 14.4,-16.5 15.4,-10!")
    brush.solid(lid, red, 3.0)
    with brush.group(clip=lid):
        for x in (-12.2, -6.2, 0.0, 6.2, 12.2):
            leaf = form(f"{x - 2.7},-9! {x - 2.4},-14 {x * 0.72},-19.6! {x + 2.4},-14 {x + 2.7},-9!")
            brush.solid(leaf, gold, 0.6)
            brush.detail(curve(f"{x},-10.5 {x * 0.86},-14.5 {x * 0.78},-17.4"), 0.7, gold.shade)
    brush.outline(lid)
    brush.solid(rounded(-17.4, -12.6, 34.8, 4.2, 1.6), gold, 0.9)
    for k in range(-5, 6):
        brush.fill(ellipse(k * 2.9, -10.5, 0.62), red.base)
    brush.solid(form("-4.4,-23.6! 0,-25.4 4.4,-23.6! 2.0,-27.2 1.6,-29.4! -1.6,-29.4! -2.0,-27.2"), gold, 0.7)
    brush.solid(ellipse(0, -30.0, 2.7, 1.3), red, 0.4)
    flame = form("0,-38.6! 1.6,-35.8 3.0,-33.8 1.8,-31.0! -1.8,-31.0! -3.0,-33.8 -1.6,-35.8")
    brush.solid(flame, gold, 0.8)
    brush.detail(curve("0,-36.4 0.5,-34 0,-31.6"), 0.7, gold.shade)
