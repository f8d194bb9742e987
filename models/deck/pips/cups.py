"""Copas: drawn in a box from -0.5 to 0.5 both ways and stretched to their size."""

from __future__ import annotations

from types import SimpleNamespace

from models.deck.drawing.brush import Brush
from models.deck.drawing.colour import Tone
from models.deck.drawing.drawn import paint
from models.deck.drawing.vector import Transform, curve, ellipse, form
from models.deck.tables import table

_DRAWN, _GRAND = table("pips/cups"), table("pips/grand_cup")


def draw(brush: Brush, design: str, size: float, slim: float, fine: bool) -> None:
    cup = brush.palette.cup
    shapes = [shape for shape in _DRAWN[design] if fine or "fine" not in shape]
    tones = SimpleNamespace(hollow=Tone(cup.shade, cup.shade, cup.base))
    paint(brush, shapes, tones, Transform.scale(size * slim, size), size)


def grand(brush: Brush) -> None:
    """The covered cup of an ace, about the origin: 74 mm high."""
    p = brush.palette
    red, gold, blue = p.cup, p.cup_trim, p.cloth[1 % len(p.cloth)]
    for side in (1.0, -1.0):
        with brush.group(Transform.scale(side, 1.0)):
            paint(brush, _GRAND["handle"])
    paint(brush, _GRAND["foot"])
    bowl = paint(brush, _GRAND["bowl"])
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
    lid = paint(brush, _GRAND["lid"])
    with brush.group(clip=lid):
        for x in (-12.2, -6.2, 0.0, 6.2, 12.2):
            leaf = form(f"{x - 2.7},-9! {x - 2.4},-14 {x * 0.72},-19.6! {x + 2.4},-14 {x + 2.7},-9!")
            brush.solid(leaf, gold, 0.6)
            brush.detail(curve(f"{x},-10.5 {x * 0.86},-14.5 {x * 0.78},-17.4"), 0.7, gold.shade)
    brush.outline(lid)
    paint(brush, _GRAND["rim"])
