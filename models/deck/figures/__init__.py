"""The figures: sota, zaldun and errege, and the joker that no mus deck has."""

from __future__ import annotations

import math
from collections.abc import Callable
from types import SimpleNamespace

from models.deck.chance import Chance
from models.deck.drawing.brush import Brush
from models.deck.drawing.colour import mix
from models.deck.drawing.drawn import paint
from models.deck.drawing.vector import Group, Node, Point, Transform, bent, form, rect
from models.deck.figures import errege, jointed, modern, sota, zaldun
from models.deck.figures.cast import dressed
from models.deck.figures.head import jester
from models.deck.figures.parts import palm, shoe
from models.deck.size import HEIGHT, MIDDLE, WIDTH
from models.deck.tables import table

_JOKER = table("figures/joker")
_DRAW = {10: sota.draw, 11: zaldun.draw, 12: errege.draw}
_HEAD = (32.3, 21.0), 10.0
"""Of somebody shown down to the shoulders: the middle of the head, and how long it is from the chin to the crown."""


def _ground(brush: Brush, chance: Chance) -> None:
    style, tone = brush.style, brush.palette.ground
    inset = style.frame.inset if style.frame.lines else 2.0
    area = rect(inset, inset, WIDTH - 2 * inset, HEIGHT - 2 * inset)
    if style.figure_window != "none":
        sky = mix(brush.palette.stock, chance.pick([t.base for t in brush.palette.cloth]), 0.18)
        with brush.group(clip=area):
            brush.fill(area, sky)
            if style.figure_window == "landscape":
                hills = form("0,70! 12,62 24,68 38,58 52,66 61,60! 61,95! 0,95!")
                brush.fill(hills, mix(sky, tone.base, 0.5))
    if not style.ground:
        return
    shape = form("5.6,88.6! 12,86.4 22,87.2 32,86.2 40,87.0 46.8,88.8! 40,90.3 28,90.7 13,90.3")
    brush.solid(shape, tone, 0.8, outline=False, toward=(0.1, 0.9))
    for x in (8.5, 14.0, 20.0, 33.5, 43.5):
        for lean in (-1.0, 0.2, 1.2):
            brush.stroke([(x, 88.4), (x + lean * 0.5, 86.8), (x + lean, 85.6)], [0.5, 0.35, 0.05], tone.shade)


def draw(brush: Brush, rank: int, suit: str, chance: Chance) -> None:
    """A figure of one of the suits (ranks 10, 11, 12), shown in the deck's way."""
    court = brush.style.court
    if court == "letter":
        modern.letter(brush, rank, suit)
    elif court == "shapes":
        modern.shapes(brush, rank, suit, chance)
    elif court == "figure":
        _ground(brush, chance)
        brush.add(*somebody(brush, rank, suit, chance))
    else:
        figure = somebody(brush, rank, suit, chance)
        (modern.bust if court == "bust" else modern.double)(brush, figure, suit, chance)


def somebody(brush: Brush, rank: int, suit: str, chance: Chance) -> tuple[Node, ...]:
    """Somebody from head to foot: in the project's deck as drawn by hand, in others put together from joints."""
    style, figure = brush.style, Brush(brush.style)
    if style.house:
        _DRAW[rank](figure, dressed(brush, rank, suit))
        return (Group(tuple(figure.nodes), Transform.shift(-0.6, 0)),)
    mirrored = chance.happens(style.figure_mirror)
    girth, size = style.figure_girth * style.figure_size, style.figure_size
    place = (
        Transform.shift(-MIDDLE, -89)
        .then(Transform.scale(-girth if mirrored else girth, size))
        .then(Transform.shift(MIDDLE - 0.6 + chance.within(-1.5, 1.5), 89))
    )
    (x, y), head = jointed.draw(figure, rank, suit, chance)
    if style.court != "figure":
        place = Transform.shift(-x, -y).then(Transform.scale(_HEAD[1] / head)).then(Transform.shift(*_HEAD[0]))
    placed = (Group(tuple(figure.nodes), place),)
    return placed if style.figure_bend == 0 else bent(placed, _bend(style.figure_bend, chance))


def _bend(amount: float, chance: Chance) -> Callable[[Point], Point]:
    """Long slow waves, a few millimetres high: other hands draw other proportions."""
    waves = []
    for _ in range(6):
        length, phase = chance.about(0, 18, 60), chance.about(0, 0, 6.3)
        way, height = chance.about(0, 0, 6.3), chance.about(0, -amount, amount)
        waves.append((math.cos(way) / length * 6.28, math.sin(way) / length * 6.28, phase, height))
    across, down = waves[1::2], waves[::2]

    def bend(p: Point) -> Point:
        x, y = p
        dx = sum([height * math.sin(x * a + y * b + phase) for a, b, phase, height in across])
        dy = sum([height * math.sin(x * a + y * b + phase) for a, b, phase, height in down])
        return x + dx, y + dy

    return bend


def joker(brush: Brush, chance: Chance) -> None:
    """A jester who juggles: none of the forty."""
    p = brush.palette
    one, two = p.cloth[:2]
    # Backwards: the project's deck takes the first, and its jester wears gold, the last of its cloths.
    tones = SimpleNamespace(one=one, two=two, bell=p.cloth[3], other=p.cloth[2], mantle=chance.pick(p.cloth[::-1]))
    for leg, x, side in zip(_JOKER["legs"], (22.5, 40.5), (-1.0, 1.0), strict=True):
        paint(brush, [leg], tones)
        shoe(brush, (x, 85.6), p.cloth[2], 8.5, side)
    for arm, x in zip(_JOKER["arms"], (11.0, 50.0), strict=True):
        paint(brush, [arm], tones)
        palm(brush, (x, 33.0), 0.95, x > 30)
    paint(brush, _JOKER["coat"], tones)
    jester(brush, (30.5, 26), 1.05, tones)
    paint(brush, _JOKER["balls"], tones)
