"""What the grand aces share: their colours and drawings, bands, cords, hands and chains."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import atan2, degrees, hypot
from types import SimpleNamespace
from typing import Any

from models.deck.chance import Chance
from models.deck.drawing.brush import Brush
from models.deck.drawing.colour import tone
from models.deck.drawing.drawn import paint
from models.deck.drawing.vector import Colour, Point, Transform, ellipse, ribbon, sample
from models.deck.palette import readable
from models.deck.pips import ornament
from models.deck.pips.upright import leaf
from models.deck.size import MIDDLE
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
        return [part for part in self.chance.pick(self.kind.get(layer, ["none"])).split() if part != "none"]

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

    def paint(self, name: str, x: float, y: float, size: float, flip: float = 1.0, turn: float = 0.0) -> None:
        """A drawing of `parts.toml` about a point, mirrored where `flip` is -1, after it was turned."""
        turned = Transform.scale(size).then(Transform.turn(turn)).then(Transform.scale(flip, 1))
        paint(self.brush, table("pips/grand/parts")[name], self.tones, turned.then(Transform.shift(x, y)), size)

    def ink_on(self, ground: Colour) -> Colour:
        """What words have on that ground."""
        p = self.brush.palette
        return readable(self.chance.pick([p.stock, p.ink, p.white.base, p.coin.light]), ground, 0.4)


def bands(ace: Ace, axis: list[Point], reach: float, width: float) -> None:
    """Ribbons about a shaft that runs along the axis, standing out a little."""
    brush, chance = ace.brush, ace.chance
    count, colours = chance.pick([1, 2, 3, 4]), chance.pick([[ace.tones.one], [ace.tones.one, ace.tones.two]])
    lean, line = chance.pick([-1.0, 1.0]) * reach * chance.within(0.4, 1.3), sample(axis, 8)
    begin, end = chance.within(0.05, 0.3), chance.within(0.6, 0.9)
    for number in range(count):
        x, y = line[round((begin + (end - begin) * (number + 0.5) / count) * (len(line) - 1))]
        points = [(x + reach * k, y + lean * tilt) for k, tilt in ((-1, -1), (-0.4, -0.15), (0.4, 0.15), (1, 1))]
        band = ribbon(points, [width * 0.8, width, width, width * 0.8])
        brush.solid(band, colours[number % len(colours)], width * 0.15)


def cords(ace: Ace, axis: list[Point], high: float, length: float) -> None:
    """One to three ribbons that hang from a rosette on a shaft, about so far down; each with a tassel at its end."""
    brush, chance = ace.brush, ace.chance
    x, y = min(axis, key=lambda point: abs(point[1] - high))
    for number in range(chance.pick([1, 2, 2, 3])):
        side = -1.0 if number % 2 else 1.0
        swing, down = length * chance.within(0.08, 0.22), length * chance.within(0.5, 1.0)
        drift = chance.pick([0.0, (MIDDLE - x) * chance.within(0.5, 2.2)])
        path = ((0.0, 0.0), (1.0, 0.3), (-0.4, 0.62), (0.7, 1.0))
        points = [(min(max(x + side * swing * px + drift * py, 10.0), 51.0), y + down * py) for px, py in path]
        ink, wide = chance.pick([ace.tones.one, ace.tones.one, ace.tones.two]), length * chance.within(0.045, 0.085)
        ornament.streamer(brush, points, wide, ink)
        ace.paint("tassel", points[-1][0], points[-1][1] - length * 0.01, length * 0.085)
    brush.solid(ellipse(x, y, length * 0.055), ace.tones.gold, length * 0.01)
    brush.solid(ellipse(x, y, length * 0.025), ace.tones.one, 0)


def along(ace: Ace, what: str, axis: list[Point], reach: float) -> None:
    """A garland or a chain that winds about a shaft."""
    brush, chance = ace.brush, ace.chance
    (x0, y0), (x1, y1), waves = axis[0], axis[-1], chance.pick([2, 3, 4])
    points = []
    for k in range(2 * waves + 1):
        t = 0.12 + 0.76 * k / (2 * waves)
        points.append((x0 + (x1 - x0) * t + (reach if k % 2 else -reach), y0 + (y1 - y0) * t))
    for number, ((ax, ay), (bx, by)) in enumerate(pairwise(sample(points, 6))):
        lie, long = degrees(atan2(by - ay, bx - ax)), hypot(bx - ax, by - ay)
        if what == "garland":
            for lean in (-45, 45):
                leaf(brush, ax, ay, chance.within(3.5, 5.5), lie + lean, brush.palette.leaf, False)
            continue
        way = Transform.turn(lie).then(Transform.shift((ax + bx) / 2, (ay + by) / 2))
        link = ellipse(0, 0, long * 0.62, long * (0.18 if number % 2 else 0.42)).moved(way)
        brush.line(link, brush.ink, long * 0.2 + brush.weight * 2)
        brush.line(link, brush.palette.metal.base, long * 0.2)
