"""Copas: drawn in a box from -0.5 to 0.5 both ways and stretched to their size."""

from __future__ import annotations

from types import SimpleNamespace

from models.deck.drawing.brush import Brush
from models.deck.drawing.drawn import on_a_pip, paint
from models.deck.drawing.vector import Transform
from models.deck.tables import table

_DRAWN, _GRAND = table("pips/cups"), table("pips/grand/house_cup")


def draw(brush: Brush, design: str, size: float, slim: float) -> None:
    tones = SimpleNamespace(hollow=brush.palette.cup.unlit)
    paint(brush, on_a_pip(_DRAWN[design], size), tones, Transform.scale(size * slim, size), size)


def grand(brush: Brush) -> None:
    """The covered cup of an ace, about the origin: 74 mm high."""
    cloth = brush.palette.cloth
    tones = SimpleNamespace(gem=cloth[1 % len(cloth)])
    for side in (1.0, -1.0):
        with brush.group(Transform.scale(side, 1.0)):
            paint(brush, _GRAND["handle"])
    for part in ("foot", "bowl", "lid", "rim"):
        paint(brush, _GRAND[part], tones)
