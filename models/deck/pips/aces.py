"""The aces: one large emblem, and what the maker put about it."""

from __future__ import annotations

import math
from typing import NamedTuple

from models.deck.chance import Chance
from models.deck.drawing.brush import Brush
from models.deck.drawing.colour import Tone
from models.deck.drawing.vector import Point, Transform, polygon, ribbon, rounded, sample, star
from models.deck.pips import grand, ornament, put
from models.deck.pips.cups import grand as grand_cup
from models.deck.size import CENTRE, MIDDLE


def _around(brush: Brush, kind: str, y: float, radius: float) -> None:
    """What stands behind an emblem."""
    p = brush.palette
    if kind == "wreath":
        ornament.wreath(brush, MIDDLE, y, radius * 1.12, p.leaf)
    elif kind == "rays":
        brush.solid(star(MIDDLE, y, radius * 1.35, radius * 1.05, 24), p.coin if p.coin != p.cup else p.wood, 0)
    elif kind == "scrolls":
        for flip in (1.0, -1.0):
            for turn in (40.0, -40.0):
                at = MIDDLE + flip * radius * 0.7, y + turn * radius * 0.018
                ornament.scroll(brush, *at, radius * 0.75, p.ink, flip, flip * turn)


def _before(brush: Brush, kind: str, y: float, radius: float, chance: Chance) -> None:
    p = brush.palette
    cloth = chance.pick(p.cloth)
    if kind == "banner":
        ornament.banner(brush, MIDDLE, y + radius * 1.15, 32, 6.5, cloth)
        ornament.scribble(brush, y + radius * 1.15 + 3.2, 24, 3.2, p.stock, chance)
        if chance.happens(0.5):
            ornament.banner(brush, MIDDLE, y - radius * 1.4, 34, 6, chance.pick(p.cloth), 3)
    elif kind == "crown":
        ornament.crown(brush, MIDDLE, y - radius * 1.12, radius * 0.9, p.coin, cloth)


def coins(brush: Brush, kind: str, chance: Chance) -> None:
    p = brush.palette
    if chance.house:
        ornament.wreath(brush, MIDDLE, 45.5, 21.5, p.leaf, 146)
        _ribbon_knot(brush, MIDDLE, 68.3, p.coin_mark)
        ornament.crown(brush, MIDDLE, 24.6, 14, p.coin, p.coin_mark)
        put(brush, "o", 35, MIDDLE, 46)
        return
    y, size = chance.about(CENTRE, 43, 50), chance.about(36, 28, 42)
    _around(brush, kind, y, size / 2)
    put(brush, "o", size, MIDDLE, y)
    _before(brush, kind, y, size / 2, chance)


def _ribbon_knot(brush: Brush, x: float, y: float, tone: Tone) -> None:
    for s in (-1, 1):
        ornament.streamer(brush, [(x, y), (x + s * 5, y + 6), (x + s * 3.5, y + 11), (x + s * 8, y + 16)], 3.4, tone)
    for s in (-1, 1):
        bow = [(x, y), (x + s * 4, y - 2.8), (x + s * 8.2, y - 1.6), (x + s * 7.2, y + 2.4), (x, y)]
        ornament.streamer(brush, bow, 2.6, tone)
    brush.solid(rounded(x - 2.1, y - 2.1, 4.2, 4.4, 1.2), tone, 0.5)


def cups(brush: Brush, kind: str, chance: Chance) -> None:
    y, size = chance.about(CENTRE, 45, 50), chance.about(50, 40, 58)
    if chance.house:
        with brush.group(Transform.shift(MIDDLE, CENTRE)):
            grand_cup(brush)
        return
    # Farther out it would run across the frame and over the card's edge.
    _around(brush, kind, y, min(size / 2, 19))
    put(brush, "c", size, MIDDLE, y)
    _before(brush, kind, y, size * 0.45, chance)


class Winding(NamedTuple):
    """A ribbon about an upright shaft at the origin: what lies behind the shaft, and what before it."""

    tone: Tone
    width: float
    reach: float
    step: float
    turns: int
    start: float

    def _strand(self, brush: Brush, x0: float, y0: float, x1: float, y1: float, tone: Tone) -> None:
        mid, lean = (y0 + y1) / 2, (y1 - y0) * 0.18
        points = [(x0, y0), (x0 * 0.45, mid - lean), (x1 * 0.45, mid + lean), (x1, y1)]
        w = self.width
        brush.solid(ribbon(points, [w * 0.62, w, w, w * 0.62], "round", 4), tone, w * 0.2, toward=(0.2, 0.9))

    def behind(self, brush: Brush) -> None:
        r, half, dark = self.reach, self.step / 2, self.tone.unlit
        for k in range(self.turns - 1):
            y = self.start + k * self.step
            self._strand(brush, r, y + half, -r, y + self.step, dark)
        top, bottom = self.start, self.start + (self.turns - 1) * self.step + half
        self._tail(brush, [(-r, top), (-r - 3.5, top - 3.5), (-r - 1.0, top - 8.0), (-r - 6.0, top - 12.0)])
        self._tail(brush, [(r, bottom), (r + 3.5, bottom + 3.5), (r + 1.0, bottom + 8.0), (r + 6.0, bottom + 12.0)])

    def _tail(self, brush: Brush, points: list[Point]) -> None:
        w = self.width
        brush.solid(ribbon(points, [w * 0.62, w * 0.95, w * 0.9, w * 1.15], "round flat", 4), self.tone, w * 0.2)
        (ax, ay), (bx, by) = sample(points, 4)[-2:]
        length = math.hypot(bx - ax, by - ay)
        ux, uy = (bx - ax) / length, (by - ay) / length
        # The swallow's tail: a bite out of the end.
        ox, oy, half = bx + 0.3 * ux, by + 0.3 * uy, w * 0.5
        notch = [(ox - uy * half, oy + ux * half), (bx - 2.2 * ux, by - 2.2 * uy), (ox + uy * half, oy - ux * half)]
        brush.fill(polygon(notch), brush.palette.stock)
        brush.outline(polygon(notch, closed=False))

    def before(self, brush: Brush) -> None:
        for k in range(self.turns):
            y = self.start + k * self.step
            self._strand(brush, -self.reach, y, self.reach, y + self.step / 2, self.tone)


def _wound(brush: Brush, suit: str, size: float, turn: float, winding: Winding) -> None:
    with brush.group(Transform.turn(turn).then(Transform.shift(MIDDLE, CENTRE))):
        winding.behind(brush)
        put(brush, suit, size, 0, 0)
        winding.before(brush)


def swords(brush: Brush, kind: str, chance: Chance) -> None:
    p = brush.palette
    if chance.house:
        ornament.wreath(brush, MIDDLE, 41.5, 20.0, p.leaf, 142)
        _wound(brush, "e", 80, 0.0, Winding(p.cloth[0], 3.6, 5.2, 12.0, 3, -16.0))
        return
    turn = chance.pick([0.0, 150.0, -30.0, 30.0, 180.0, 22.0])
    size = chance.about(78, 66, 82)
    if kind in ("wreath", "crown"):
        ornament.wreath(brush, MIDDLE, 46, 17, p.leaf, 146)
    elif kind == "scrolls":
        _around(brush, kind, CENTRE, 17)
    if kind in ("banner", "rays"):
        _wound(brush, "e", size, turn, random_winding(brush, chance))
    else:
        put(brush, "e", size, MIDDLE, CENTRE, turn)


def random_winding(brush: Brush, chance: Chance) -> Winding:
    """Any ribbon about a shaft."""
    turns = chance.pick([1, 2, 3])
    step = chance.about(13, 9, 16)
    reach = chance.about(6, 4, 9)
    return Winding(chance.pick(brush.palette.cloth), chance.about(3.8, 2.5, 5.5), reach, step, turns, -step * turns / 2)


def clubs(brush: Brush, kind: str, chance: Chance) -> None:
    p = brush.palette
    if chance.house:
        # The shoots grow out of the club, so they turn with it.
        with brush.group(Transform.turn(-20.0).then(Transform.shift(MIDDLE, CENTRE))):
            for x, y, length, lean in (
                (5.0, -24.0, 7.5, -24.0),
                (-4.5, -6.0, 7.0, 205.0),
                (3.6, 3.0, 7.5, -14.0),
                (-3.4, 19.0, 6.5, 200.0),
                (3.0, 24.0, 6.5, -30.0),
            ):
                ornament.sprig(brush, x, y, length, lean)
        _wound(brush, "b", 80, -20.0, Winding(p.cloth[0], 4.0, 7.6, 15.0, 3, -18.0))
        return
    turn = chance.pick([-24.0, 0.0, 156.0, 24.0, -32.0, 180.0])
    size = chance.about(76, 66, 80)
    if kind == "scrolls":
        _around(brush, kind, CENTRE, 17)
    if kind in ("wreath", "crown"):
        for _ in range(chance.pick([2, 4, 6])):
            x = chance.about(0, 20, 41)
            ornament.sprig(brush, x, chance.about(0, 20, 75), chance.about(7, 5, 9), 180.0 if x < MIDDLE else 0.0)
    if kind in ("banner", "rays", "crown"):
        _wound(brush, "b", size, turn, random_winding(brush, chance))
    else:
        put(brush, "b", size, MIDDLE, CENTRE, turn)


def draw(brush: Brush, suit: str, chance: Chance) -> None:
    grand_kind = dict(brush.style.grand).get(suit)
    if grand_kind:
        grand.draw(brush, suit, grand_kind)
        return
    kind = brush.style.ace
    {"o": coins, "c": cups, "e": swords, "b": clubs}[suit](brush, kind, chance)
