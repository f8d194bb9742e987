"""The aces: one large emblem, and what the maker put about it."""

from __future__ import annotations

from models.deck import ornament
from models.deck.brush import Brush
from models.deck.chance import Chance
from models.deck.colour import Tone
from models.deck.pips import pip
from models.deck.size import WIDTH
from models.deck.vector import Transform, Use, rect, rounded, star

MIDDLE = WIDTH / 2


def _place(brush: Brush, suit: str, size: float, x: float, y: float, turn: float = 0.0, variant: int = 0) -> None:
    brush.add(Use(pip(brush.style, suit, size, variant), Transform.turn(turn).then(Transform.shift(x, y))))


def _around(brush: Brush, kind: str, x: float, y: float, radius: float, chance: Chance) -> None:
    """What stands behind an emblem."""
    p = brush.palette
    if kind == "wreath":
        ornament.wreath(brush, x, y, radius * 1.12, p.leaf)
    elif kind == "rays":
        brush.solid(star(x, y, radius * 1.35, radius * 1.05, 24), p.coin if p.coin != p.cup else p.wood, 0)
    elif kind == "scrolls":
        for flip in (1.0, -1.0):
            for turn in (40.0, -40.0):
                ornament.scroll(brush, x + flip * radius * 0.7, y + turn * radius * 0.018, radius * 0.75, p.ink, flip, flip * turn)


def _before(brush: Brush, kind: str, x: float, y: float, radius: float, chance: Chance) -> None:
    p = brush.palette
    cloth = chance.pick(p.cloth)
    if kind == "banner":
        ornament.banner(brush, x, y + radius * 1.15, 32, 6.5, cloth)
        ornament.scribble(brush, x, y + radius * 1.15 + 3.2, 24, 3.2, p.stock, chance)
        if chance.happens(0.5):
            ornament.banner(brush, x, y - radius * 1.4, 34, 6, chance.pick(p.cloth), 3)
    elif kind == "crown":
        ornament.crown(brush, x, y - radius * 1.12, radius * 0.9, p.coin, cloth)


def coins(brush: Brush, kind: str, chance: Chance) -> None:
    p = brush.palette
    if chance.house:
        ornament.wreath(brush, MIDDLE, 45.5, 21.5, p.leaf, 146)
        _ribbon_knot(brush, MIDDLE, 68.3, p.coin_mark)
        ornament.crown(brush, MIDDLE, 24.6, 14, p.coin, p.coin_mark)
        _place(brush, "o", 35, MIDDLE, 46)
        return
    y, size = chance.about(47.5, 43, 50), chance.about(36, 28, 42)
    _around(brush, kind, MIDDLE, y, size / 2, chance)
    _place(brush, "o", size, MIDDLE, y)
    _before(brush, kind, MIDDLE, y, size / 2, chance)


def _ribbon_knot(brush: Brush, x: float, y: float, tone: Tone) -> None:
    for s in (-1, 1):
        ornament.streamer(brush, [(x, y), (x + s * 5, y + 6), (x + s * 3.5, y + 11), (x + s * 8, y + 16)], 3.4, tone)
    for s in (-1, 1):
        ornament.streamer(brush, [(x, y), (x + s * 4, y - 2.8), (x + s * 8.2, y - 1.6), (x + s * 7.2, y + 2.4), (x, y)], 2.6, tone)
    _knob(brush, x, y, tone)


def _knob(brush: Brush, x: float, y: float, tone: Tone) -> None:
    brush.solid(rounded(x - 2.1, y - 2.1, 4.2, 4.4, 1.2), tone, 0.5)


def cups(brush: Brush, kind: str, chance: Chance) -> None:
    y, size = chance.about(47.5, 45, 50), chance.about(50, 40, 58)
    if chance.house:
        _place(brush, "c", 50, MIDDLE, 50)
        return
    _around(brush, kind, MIDDLE, y, size / 2, chance)
    _place(brush, "c", size, MIDDLE, y)
    _before(brush, kind, MIDDLE, y, size * 0.45, chance)


def swords(brush: Brush, kind: str, chance: Chance) -> None:
    p = brush.palette
    turn = chance.pick([0.0, 150.0, -30.0, 30.0, 180.0, 22.0])
    size = chance.about(78, 66, 82)
    if kind in ("wreath", "crown"):
        ornament.wreath(brush, MIDDLE, 46, 17, p.leaf, 146)
    elif kind == "scrolls":
        _around(brush, kind, MIDDLE, 47.5, 17, chance)
    _place(brush, "e", size, MIDDLE, 47.5, turn)
    if chance.house or kind in ("banner", "rays"):
        cloth = p.cloth[0] if chance.house else chance.pick(p.cloth)
        points = [(14.0, 26.0), (22.0, 33.0), (36.0, 35.0), (40.0, 43.0), (27.0, 49.0), (21.0, 56.0), (30.0, 63.0), (43.0, 66.0), (48.0, 74.0)]
        with brush.group():
            ornament.streamer(brush, points, 5.0, cloth)
        # The ribbon winds about the blade: every other turn goes behind it.
        _behind(brush, "e", size, turn)


def _behind(brush: Brush, suit: str, size: float, turn: float, variant: int = 0) -> None:
    for y0, y1 in ((42.0, 53.5),):
        with brush.group(clip=rect(0, y0, WIDTH, y1 - y0)):
            _place(brush, suit, size, MIDDLE, 47.5, turn, variant)


def clubs(brush: Brush, kind: str, chance: Chance) -> None:
    turn = chance.pick([-24.0, 0.0, 156.0, 24.0, -32.0, 180.0])
    size = chance.about(76, 66, 80)
    if kind == "scrolls":
        _around(brush, kind, MIDDLE, 47.5, 17, chance)
    _place(brush, "b", size, MIDDLE, 47.5, turn, 0)
    if chance.house or kind in ("banner", "rays", "crown"):
        cloth = brush.palette.cloth[0] if chance.house else chance.pick(brush.palette.cloth)
        points = [(16.0, 30.0), (24.0, 36.0), (37.0, 33.0), (42.0, 40.0), (30.0, 48.0), (22.0, 54.0), (33.0, 61.0), (46.0, 58.0), (50.0, 66.0)]
        ornament.streamer(brush, points, 4.6, cloth)
        _behind(brush, "b", size, turn)


def draw(brush: Brush, suit: str, chance: Chance) -> None:
    kind = brush.style.ace
    {"o": coins, "c": cups, "e": swords, "b": clubs}[suit](brush, kind, chance)
