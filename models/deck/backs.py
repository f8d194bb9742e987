"""The backs: patterns that look the same from both ends."""

from __future__ import annotations

import math

from models.deck.drawing.brush import Brush
from models.deck.drawing.colour import mix
from models.deck.drawing.vector import Node, Transform, curve, ellipse, polygon, rect, rounded, segment, star
from models.deck.pips.coins import lauburu_heads
from models.deck.size import HEIGHT, WIDTH
from models.deck.style import DeckStyle

COUNT = 9


def _lattice(brush: Brush, step: float, colour: str, width: float) -> None:
    """Diagonals both ways that leave the card's middle inside a cell."""
    for k in range(-20, 21):
        at = (k + 0.5) * step
        for lean in (1, -1):
            x, y = WIDTH / 2 + at, HEIGHT / 2
            brush.line(segment(x - 100, y - 100 * lean, x + 100, y + 100 * lean), colour, width)


def _house(brush: Brush, dark: str, light: str, mid: str) -> None:
    """Small lauburus and stars in the cells of a lattice."""
    step = 9.0
    _lattice(brush, step, mid, 0.3)
    for r in range(-12, 13):
        for c in range(-8, 9):
            x, y = WIDTH / 2 + c * step / 2, HEIGHT / 2 + r * step / 2
            if r % 2 == 0 and c % 2 == 0:
                for head in lauburu_heads(2.6):
                    brush.fill(head.moved(Transform.shift(x, y)), light)
            elif r % 2 and c % 2:
                brush.fill(star(x, y, 1.5, 0.5, 4), light)
                brush.fill(ellipse(x, y, 0.35), dark)


def _stripes(brush: Brush, dark: str, light: str, mid: str) -> None:
    for k in range(-25, 26):
        x = WIDTH / 2 + k * 4.2
        brush.line(segment(x - 60, HEIGHT / 2 + 60, x + 60, HEIGHT / 2 - 60), light, 1.1)


def _diamonds(brush: Brush, dark: str, light: str, mid: str) -> None:
    for r in range(-9, 10):
        for c in range(-7, 8):
            x, y = WIDTH / 2 + c * 5 + (2.5 if r % 2 else 0), HEIGHT / 2 + r * 5.2
            brush.fill(polygon([(x, y - 3.6), (x + 2, y), (x, y + 3.6), (x - 2, y)]), light if r % 2 else mid)


def _dots(brush: Brush, dark: str, light: str, mid: str) -> None:
    for r in range(-16, 17):
        for c in range(-11, 12):
            x, y = WIDTH / 2 + c * 3 + (1.5 if r % 2 else 0), HEIGHT / 2 + r * 3
            brush.fill(ellipse(x, y, 0.75), light)


def _scales(brush: Brush, dark: str, light: str, mid: str) -> None:
    for r in range(-12, 13):
        for c in range(-7, 8):
            x, y = WIDTH / 2 + c * 6 + (3 if r % 2 else 0), HEIGHT / 2 + r * 4
            brush.line(ellipse(x, y, 3), light, 0.45)


def _rosette(brush: Brush, dark: str, light: str, mid: str) -> None:
    for k in range(26):
        place = Transform.turn(360 * k / 26).then(Transform.shift(WIDTH / 2, HEIGHT / 2))
        brush.line(ellipse(11, 0, 12, 4).moved(place), light, 0.4)
    brush.fill(star(WIDTH / 2, HEIGHT / 2, 6, 3, 12), light)
    for sx in (-1, 1):
        for sy in (-1, 1):
            brush.line(ellipse(WIDTH / 2 + sx * 22, HEIGHT / 2 + sy * 39, 8), light, 0.6)
            brush.fill(star(WIDTH / 2 + sx * 22, HEIGHT / 2 + sy * 39, 6, 3, 8), mid)


def _waves(brush: Brush, dark: str, light: str, mid: str) -> None:
    for k in range(-17, 18):
        y = HEIGHT / 2 + k * 3.0
        peaks = [f"{WIDTH / 2 + 6 * (j + 0.5)},{y + (1.6 if j % 2 else -1.6)}" for j in range(-7, 7)]
        brush.line(curve(" ".join(peaks)), light if k % 2 else mid, 0.7)


def _plaid(brush: Brush, dark: str, light: str, mid: str) -> None:
    for k in range(-20, 21):
        brush.line(segment(WIDTH / 2 + k * 4, 0, WIDTH / 2 + k * 4, HEIGHT), light, 0.9 if k % 3 else 0.3)
        brush.line(segment(0, HEIGHT / 2 + k * 4, WIDTH, HEIGHT / 2 + k * 4), light, 0.9 if k % 3 else 0.3)


def _marble(brush: Brush, dark: str, light: str, mid: str) -> None:
    for k in range(60):
        a = k * 2.399963
        r = 7.2 * math.sqrt(k + 0.5)
        x, y = WIDTH / 2 + r * math.cos(a), HEIGHT / 2 + r * math.sin(a)
        for flip in (1, -1):
            px, py = WIDTH / 2 + flip * (x - WIDTH / 2), HEIGHT / 2 + flip * (y - HEIGHT / 2)
            brush.line(
                curve(f"{px - 4},{py} {px - 1},{py - 2} {px + 1},{py + 2} {px + 4},{py}"), light if k % 3 else mid, 0.5
            )


_PATTERNS = (_house, _stripes, _diamonds, _dots, _scales, _rosette, _waves, _plaid, _marble)


def draw(index: int, style: DeckStyle) -> list[Node]:
    """A back: the pattern by the index, and its colours in turn."""
    brush = Brush(style)
    pattern = _PATTERNS[index % COUNT]
    tone = style.palette.back[(index + index // COUNT) % len(style.palette.back)]
    stock = style.palette.stock
    dark, light = tone.base, mix(stock, "#ffffff", 0.2)
    if (index // COUNT) % 2:
        dark, light = light, dark
    mid = mix(dark, light, 0.45)
    brush.fill(rect(-2, -2, WIDTH + 4, HEIGHT + 4), stock)
    edge = 0.0 if index % COUNT in (3, 8) else 3.4
    area = (
        rounded(edge, edge, WIDTH - 2 * edge, HEIGHT - 2 * edge, 1.8) if edge else rect(-2, -2, WIDTH + 4, HEIGHT + 4)
    )
    brush.fill(area, dark)
    inner = edge + 1.2
    rim = rounded(inner, inner, WIDTH - 2 * inner, HEIGHT - 2 * inner, 1.0)
    with brush.group(clip=rim if edge else area):
        pattern(brush, dark, light, mid)
    if edge:
        brush.line(area, tone.shade, 0.5)
        brush.line(rim, light, 0.45)
    if index % COUNT == 0:
        _medallion(brush, dark, light)
    return brush.nodes


def _medallion(brush: Brush, dark: str, light: str) -> None:
    x, y = WIDTH / 2, HEIGHT / 2
    for r, colour in ((13.0, light), (12.3, dark), (11.5, light), (11.1, dark)):
        brush.fill(ellipse(x, y, r), colour)
    for head in lauburu_heads(9.6):
        brush.fill(head.moved(Transform.shift(x, y)), light)
