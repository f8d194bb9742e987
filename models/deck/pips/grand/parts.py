"""What the grand aces share: their place and colours, curls, bands, cords, hands and chains."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import atan2, degrees, hypot
from types import SimpleNamespace
from typing import Any

from models.deck.chance import Chance
from models.deck.drawing.brush import Brush
from models.deck.drawing.colour import Tone, tone
from models.deck.drawing.drawn import paint
from models.deck.drawing.vector import Colour, Path, Point, Transform, ellipse, ribbon, sample
from models.deck.palette import readable
from models.deck.pips import ornament
from models.deck.pips.upright import leaf
from models.deck.tables import table

Kind = dict[str, list[str]]


@dataclass
class Ace:
    """One ace in the making."""

    brush: Brush
    kind: Kind
    chance: Chance

    def of(self, layer: str) -> list[str]:
        """The parts of a layer, as chance will have them."""
        return [part for part in self.chance.pick(self.kind[layer]).split() if part != "none"]

    @cached_property
    def tones(self) -> Any:
        """The colours that this ace's parts are painted in."""
        p, pick = self.brush.palette, self.chance.pick
        one, two = pick(p.cloth), pick(p.cloth)
        return SimpleNamespace(
            one=one,
            two=two if two is not one else p.white,
            gold=pick([p.coin, p.cup_trim, p.hilt]),
            hat=pick(p.hair),
            puff=p.white if p.white.base != p.stock else tone(p.stock, 0.15),
        )

    def paint(self, name: str, x: float, y: float, size: float, flip: float = 1.0, tones: object = None) -> None:
        """A drawing of `parts.toml` about a point."""
        place = Transform.scale(size * flip, size).then(Transform.shift(x, y))
        paint(self.brush, table("pips/grand/parts")[name], tones or self.tones, place, size)

    def ink_on(self, ground: Tone) -> Colour:
        """What words have on that ground."""
        p = self.brush.palette
        return readable(self.chance.pick([p.stock, p.ink, p.white.base, p.coin.light]), ground.base, 0.4)


def curl(brush: Brush, x: float, y: float, size: float, tone: Tone, flip: float, turn: float) -> None:
    """A heavy leaf of gold that rolls up, grown from the point."""
    place = Transform.scale(flip, 1).then(Transform.turn(flip * turn)).then(Transform.shift(x, y))
    points = [(0.0, 0.0), (0.35, -0.38), (0.8, -0.34), (0.98, 0.02), (0.7, 0.26), (0.5, 0.08)]
    outline = ribbon(
        [(px * size, py * size) for px, py in points], [size * w for w in (0.1, 0.22, 0.2, 0.18, 0.13, 0.1)]
    )
    brush.solid(outline.moved(place), tone, size * 0.05)
    brush.solid(ellipse(0.58 * size, 0.06 * size, 0.11 * size).moved(place), tone, size * 0.02)
    leaf(
        brush, *place((0.4 * size, -0.4 * size)), size * 0.4, flip * (turn - 70) + (180 if flip < 0 else 0), tone, False
    )


def bands(ace: Ace, shaft: Path, axis: list[Point], reach: float, width: float, cut: bool) -> None:
    """Ribbons about a shaft that runs along the axis, cut off at its edge or standing out a little."""
    brush, chance = ace.brush, ace.chance
    count, colours = chance.pick([1, 2, 3, 4]), chance.pick([[ace.tones.one], [ace.tones.one, ace.tones.two]])
    lean, line = chance.pick([-1.0, 1.0]) * reach * chance.within(0.4, 1.3), sample(axis, 8)
    begin, end = chance.within(0.05, 0.3), chance.within(0.6, 0.9)
    with brush.group(clip=shaft if cut else None):
        for number in range(count):
            x, y = line[round((begin + (end - begin) * (number + 0.5) / count) * (len(line) - 1))]
            far = reach * (1.4 if cut else 1.0)
            points = [
                (x - far, y - lean),
                (x - far * 0.4, y - lean * 0.15),
                (x + far * 0.4, y + lean * 0.15),
                (x + far, y + lean),
            ]
            brush.solid(
                ribbon(points, [width * 0.8, width, width, width * 0.8]), colours[number % len(colours)], width * 0.15
            )
    if cut:
        brush.outline(shaft)


def cords(ace: Ace, x: float, y: float, length: float) -> None:
    """Two ribbons that hang from a rosette, each with a tassel at its end."""
    brush, chance = ace.brush, ace.chance
    for number in range(chance.pick([1, 2, 2, 3])):
        side = -1.0 if number % 2 else 1.0
        swing, down = length * chance.within(0.08, 0.22), length * chance.within(0.5, 1.0)
        path = ((0.0, 0.0), (1.0, 0.3), (-0.4, 0.62), (0.7, 1.0))
        points = [(min(max(x + side * swing * px, 10.0), 51.0), y + down * py) for px, py in path]
        ornament.streamer(brush, points, length * 0.055, ace.tones.one)
        for at in sample(points, 4)[2:-1:2]:
            brush.solid(ellipse(*at, length * 0.022, length * 0.03), ace.tones.two, 0, outline=False)
        ace.paint("tassel", points[-1][0], points[-1][1] - length * 0.01, length * 0.085)
    brush.solid(ellipse(x, y, length * 0.055), ace.tones.gold, length * 0.01)
    brush.solid(ellipse(x, y, length * 0.025), ace.tones.one, 0)


def along(ace: Ace, what: str, axis: list[Point], reach: float) -> None:
    """A garland or a chain that winds about a shaft."""
    brush, chance = ace.brush, ace.chance
    waves = chance.pick([2, 3, 4])
    first, last = axis[0], axis[-1]
    points = []
    for k in range(2 * waves + 1):
        t = 0.12 + 0.76 * k / (2 * waves)
        points.append(
            (first[0] + (last[0] - first[0]) * t + (reach if k % 2 else -reach), first[1] + (last[1] - first[1]) * t)
        )
    line = sample(points, 6)
    if what == "garland":
        brush.line(ribbon(points, [0.8] * len(points)), brush.palette.leaf.shade, 0.3)
        for (ax, ay), (bx, by) in pairwise(line):
            lie = degrees(atan2(by - ay, bx - ax))
            for lean in (-45, 45):
                leaf(brush, ax, ay, chance.within(3.5, 5.5), lie + lean, brush.palette.leaf, False)
        return
    for number, ((ax, ay), (bx, by)) in enumerate(pairwise(line)):
        way = Transform.turn(degrees(atan2(by - ay, bx - ax))).then(Transform.shift((ax + bx) / 2, (ay + by) / 2))
        long = hypot(bx - ax, by - ay)
        link = ellipse(0, 0, long * 0.62, long * (0.18 if number % 2 else 0.42)).moved(way)
        brush.line(link, brush.ink, long * 0.2 + brush.weight * 2)
        brush.line(link, brush.palette.metal.base, long * 0.2)
