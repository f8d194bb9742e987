"""The back: a pattern that looks the same from both ends."""

from __future__ import annotations

from models.deck.drawing.brush import Brush
from models.deck.drawing.colour import mix
from models.deck.drawing.vector import Node, Transform, ellipse, rect, rounded, segment, star
from models.deck.pips.coins import lauburu_heads
from models.deck.size import CENTRE, HEIGHT, MIDDLE, WIDTH
from models.deck.style import DeckStyle

_EDGE, _STEP = 3.4, 9.0
"""The margin's width, and that of the lattice's cells."""


def draw(style: DeckStyle) -> list[Node]:
    """The back of a deck of that style, on a card of 61 x 95 mm."""
    brush = Brush(style)
    tone, stock = style.palette.back[0], style.palette.stock
    dark, light = tone.base, mix(stock, "#ffffff", 0.2)
    brush.fill(rect(-2, -2, WIDTH + 4, HEIGHT + 4), stock)
    area = rounded(_EDGE, _EDGE, WIDTH - 2 * _EDGE, HEIGHT - 2 * _EDGE, 1.8)
    brush.fill(area, dark)
    inner = _EDGE + 1.2
    rim = rounded(inner, inner, WIDTH - 2 * inner, HEIGHT - 2 * inner, 1.0)
    with brush.group(clip=rim):
        _lattice(brush, mix(dark, light, 0.45))
        _signs(brush, dark, light)
    brush.line(area, tone.shade, 0.5)
    brush.line(rim, light, 0.45)
    for r, colour in ((13.0, light), (12.3, dark), (11.5, light), (11.1, dark)):
        brush.fill(ellipse(MIDDLE, CENTRE, r), colour)
    for head in lauburu_heads(9.6):
        brush.fill(head.moved(Transform.shift(MIDDLE, CENTRE)), light)
    return brush.nodes


def _lattice(brush: Brush, colour: str) -> None:
    """Diagonals both ways that leave the card's middle inside a cell."""
    for k in range(-20, 21):
        x = MIDDLE + (k + 0.5) * _STEP
        for lean in (1, -1):
            brush.line(segment(x - 100, CENTRE - 100 * lean, x + 100, CENTRE + 100 * lean), colour, 0.3)


def _signs(brush: Brush, dark: str, light: str) -> None:
    """Small lauburus and stars in the cells of the lattice."""
    for r in range(-12, 13):
        for c in range(-8, 9):
            x, y = MIDDLE + c * _STEP / 2, CENTRE + r * _STEP / 2
            if r % 2 == 0 and c % 2 == 0:
                for head in lauburu_heads(2.6):
                    brush.fill(head.moved(Transform.shift(x, y)), light)
            elif r % 2 and c % 2:
                brush.fill(star(x, y, 1.5, 0.5, 4), light)
                brush.fill(ellipse(x, y, 0.35), dark)
