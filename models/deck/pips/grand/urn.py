"""The grand ace of copas: a vessel turned of random parts."""

from __future__ import annotations

from models.deck.drawing.colour import Tone
from models.deck.drawing.vector import (
    Path,
    Point,
    Transform,
    curve,
    ellipse,
    form,
    read_points,
    rect,
    ribbon,
    rounded,
    star,
    through,
)
from models.deck.pips import ornament
from models.deck.pips.grand.parts import Ace
from models.deck.size import CENTRE, MIDDLE
from models.deck.tables import table

_PARTS = table("pips/grand/parts")
_PROFILES = {name: read_points(text)[0] for name, text in _PARTS["turned"].items()}


def _turned(name: str, top: float, high: float, half: float) -> Path:
    """Turned work of that profile about the card's middle line."""
    right = [(MIDDLE + wide * half, top + down * high) for wide, down in _PROFILES[name]]
    left = [(2 * MIDDLE - x, y) for x, y in reversed(right)]
    n = len(right)
    return through(right + left, True, frozenset({0, n - 1, n, 2 * n - 1}))


class Urn:
    """A vessel from 46 to 74 mm high, its parts stacked from the foot upwards."""

    def __init__(self, ace: Ace) -> None:
        self.ace, self.brush, self.chance = ace, ace.brush, ace.chance
        p = ace.brush.palette
        self.body = p.cup
        self.trims: list[Tone] = [p.cup_trim, p.cup_trim, p.cup, ace.tones.one, ace.tones.two]
        self.half = ace.chance.within(12.5, 21)
        self.lids = ace.of("lid")
        shares = [ace.chance.within(low, high) for low, high in ((0.5, 1.0), (0.2, 1.0), (1.5, 2.6), (0.7, 1.7))]
        if not self.lids:
            shares[3] = 0.0
        self.high = ace.chance.within(54, 74) * (1.0 if self.lids else 0.85)
        self.foot, self.stem, self.bowl, self.lid = (self.high * share / sum(shares) for share in shares)

    def trim(self) -> Tone:
        """Any of the colours that its parts take turns in."""
        return self.chance.pick(self.trims)

    def draw(self) -> None:
        """What is behind the vessel, its foot, its bowl, and its lid or its mouth."""
        brush, chance = self.brush, self.chance
        top = CENTRE - self.high / 2
        rim = top + self.lid
        for part in self.ace.of("behind"):
            self._behind(part, rim + self.bowl / 2)
        for handle in self.ace.of("handle"):
            self._handles(handle, rim)
        self._leg(rim + self.bowl)
        bowl = chance.pick(self.ace.kind["bowl"])
        self._body(bowl, rim, self.bowl, self.half, self.body, self.ace.of("decor") + self.ace.of("decor"))
        wide = self.half * _PROFILES[bowl][0][0]
        for lid in self.lids:
            knob = self.lid * chance.within(0.2, 0.45)
            tone = chance.pick([self.body, self.trim()])
            self._body(lid, top + knob, self.lid - knob, wide, tone, self.ace.of("decor"))
            lip = chance.within(1.8, 4.2)
            brush.solid(rounded(MIDDLE - wide * 1.1, rim - lip / 2, wide * 2.2, lip, lip * 0.4), self.trim(), 0.6)
            self._finial(top, knob)
        if not self.lids:
            brush.solid(ellipse(MIDDLE, rim, wide * 1.08, wide * 0.16), self.trim(), 0.6)
            brush.solid(ellipse(MIDDLE, rim - wide * 0.02, wide * 0.88, wide * 0.09), self.body.unlit, 0)

    def _body(self, profile: str, top: float, high: float, half: float, tone: Tone, decor: list[str]) -> None:
        """Turned work with what is cut or painted into it."""
        path = _turned(profile, top, high, half)
        self.brush.solid(path, tone, half * 0.2)
        with self.brush.group(clip=path):
            for kind in decor:
                self._decor(kind, top, high)
        self.brush.outline(path)

    def _leg(self, bottom: float) -> None:
        brush, chance, half = self.brush, self.chance, self.half * self.chance.within(0.55, 0.95)
        brush.solid(rect(MIDDLE - 1.7, bottom - 1, 3.4, self.stem + 3), self.trim(), 0.8)
        for _ in range(chance.pick([1, 1, 2, 3])):
            y = bottom + self.stem * chance.within(0.0, 1.0)
            brush.solid(ellipse(MIDDLE, y, chance.within(3, 6.5), chance.within(1.0, 2.4)), self.trim(), 0.6)
        top, plinth = bottom + self.stem, self.foot * 0.3
        foot = _turned(chance.pick(["foot", "step", "trumpet"]), top, self.foot - plinth, half)
        brush.solid(foot, self.trim(), 1.2)
        wide = half * chance.within(1.0, 1.25)
        block = rounded(MIDDLE - wide, top + self.foot - plinth, 2 * wide, plinth, chance.pick([0.1, 1.0]))
        brush.solid(block, self.trim(), 0.6)

    def _finial(self, top: float, knob: float) -> None:
        brush, tone, base = self.brush, self.trim(), top + knob + 0.6
        kind = self.chance.pick(["ball", "flame", "crown", "cross"])
        if kind == "ball":
            brush.solid(ellipse(MIDDLE, top + knob * 0.55, knob * 0.42), tone, 0.6)
        elif kind == "crown":
            ornament.crown(brush, MIDDLE, base, knob * 1.5, tone, self.ace.tones.one)
        elif kind == "cross":
            brush.solid(rect(MIDDLE - 0.9, top, 1.8, knob), tone, 0.3)
            brush.solid(rect(MIDDLE - knob * 0.35, top + knob * 0.25, knob * 0.7, 1.8), tone, 0.3)
        else:
            for lean in (-50, 50, 0):
                place = Transform.scale(knob * 0.5, knob).then(Transform.turn(lean)).then(Transform.shift(MIDDLE, base))
                brush.solid(form("0,0! 0.5,-0.35 0.25,-0.7 0,-1! -0.25,-0.7 -0.5,-0.35").moved(place), tone, 0.4)

    def _handles(self, kind: str, rim: float) -> None:
        tone, thick, line = self.trim(), self.chance.within(1.6, 3.6), read_points(_PARTS["handles"][kind])[0]
        widths = [thick * 0.7, *[thick] * (len(line) - 2), thick * 0.6]
        for side in (-1, 1):
            points: list[Point] = [(MIDDLE + side * min(x * self.half, 20.0), rim + y * self.bowl) for x, y in line]
            self.brush.solid(ribbon(points, widths, "round", 5), tone, thick * 0.2)

    def _behind(self, part: str, y: float) -> None:
        brush, r, gold = self.brush, self.half, self.ace.tones.gold
        if part == "branches":
            ornament.wreath(brush, MIDDLE, y, min(r * 1.2, 20.0), brush.palette.leaf)
        elif part == "glory":
            brush.solid(star(MIDDLE, y, min(r * 1.5, 24.5), r * 1.1, self.chance.pick([16, 24])), gold, 0)
        else:
            for side in (-1.0, 1.0):
                for turn in (-40.0, 30.0, 90.0):
                    self.ace.paint("curl", MIDDLE + side * r * 0.8, y + turn * 0.1, r * 0.5, side, turn)

    def _decor(self, kind: str, top: float, high: float) -> None:
        count = self.chance.pick([5, 7, 9])
        step = 2 * self.half / count
        columns = [MIDDLE + (k - (count - 1) / 2) * step for k in range(count)]
        if kind in ("gems", "bands"):
            self._band(kind, columns, top, high)
        elif kind == "scales":
            tone, arc = self.trim(), curve("-0.5,0 0,0.16 0.5,0")
            for row in range(7):
                for x in columns:
                    place = Transform.shift(x + step / 2 * (row % 2), top + high * row / 6)
                    self.brush.detail(arc.moved(Transform.scale(step, high).then(place)), 1.0, tone.base)
        elif kind == "mask":
            self.ace.paint("mask", MIDDLE, top + high * 0.45, min(high, self.half) * 0.3)
        else:
            tone, (outline, begin, end, gather) = self.trim(), _PARTS["cut"][kind]
            for x in columns:
                foot = MIDDLE + (x - MIDDLE) * gather
                place = Transform(step, 0, foot - x, high * (end - begin), x, top + high * begin)
                self.brush.solid(form(outline).moved(place), tone, step * 0.12)

    def _band(self, kind: str, columns: list[float], top: float, high: float) -> None:
        brush, tone, chance = self.brush, self.trim(), self.chance
        y, thick = top + high * chance.within(0.15, 0.5), high * chance.within(0.1, 0.25)
        for at in (y, y + thick * 1.8) if kind == "bands" else (y,):
            brush.solid(rect(MIDDLE - 30, at, 60, thick), tone, 0)
        gem = chance.pick([self.ace.tones.two, brush.palette.white, self.ace.tones.one])
        for x in columns:
            brush.solid(ellipse(x, y + thick / 2, thick * 0.34), gem, 0)
