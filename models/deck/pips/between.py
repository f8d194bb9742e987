"""What makers print between the pips: words, curls, arms; never anything that looks like one more pip.

A deck has a few kinds of them (`style.prints`), all in one typeface; each stands where the pips leave room for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from math import cos, radians, sin
from types import SimpleNamespace

from models.deck.chance import Chance
from models.deck.drawing.brush import Brush
from models.deck.drawing.colour import Tone, tone
from models.deck.drawing.drawn import paint
from models.deck.drawing.lettering import phrase, word, write
from models.deck.drawing.vector import (
    Colour,
    Group,
    Point,
    Transform,
    bounds,
    curve,
    ellipse,
    form,
    rect,
    ribbon,
    rounded,
)
from models.deck.palette import readable
from models.deck.pips import ornament
from models.deck.pips.aces import random_winding
from models.deck.pips.layout import Place
from models.deck.size import CENTRE, HEIGHT, MIDDLE, WIDTH
from models.deck.tables import table

OFTEN = {2: 1.0, 4: 1.0, 5: 0.8, 6: 0.6, 3: 0.4, 7: 0.3}
"""How often the cards of a rank have something printed, in shares of how often the deck's have."""

_EDGE = (8.5, 12.0)
"""How far from the card's edges prints stay, beside and above; what lies farther out is the frame."""

Circle = tuple[float, float, float]


def _covered(suit: str, places: Iterable[Place]) -> Iterator[Circle]:
    """Circles that cover the pips."""
    for pip in places:
        if suit in "oc":
            yield pip.x, pip.y, pip.size * 0.53
            continue
        step, across = pip.size / 7, pip.size * 0.11 + 1.0
        for k in range(-3, 4):
            far = k * step
            # A sword's hilt is broader than its blade.
            radius = across + (pip.size * 0.07 if k == 2 and suit == "e" else 0.0)
            yield pip.x - far * sin(radians(pip.turn)), pip.y + far * cos(radians(pip.turn)), radius


@dataclass
class Print:
    """What is printed on one card."""

    card: Brush
    chance: Chance
    suit: str
    taken: list[Circle]

    @cached_property
    def colour(self) -> Colour:
        """One colour for all of it: the makers print it in one go."""
        p = self.card.palette
        some = self.chance.pick([p.ink, p.ink, p.frame, *(each.base for each in p.cloth), p.cup.base, p.blade.shade])
        return readable(some, p.stock, self.chance.pick([0.15, 0.25, 0.4]))

    @cached_property
    def tone(self) -> Tone:
        return tone(self.colour)

    def _free(self, x: float, y: float, width: float, height: float) -> bool:
        """Whether a box about the point is on the card's free middle and touches no pip."""
        if abs(x - MIDDLE) + width / 2 > MIDDLE - _EDGE[0] or abs(y - CENTRE) + height / 2 > CENTRE - _EDGE[1]:
            return False
        for px, py, radius in self.taken:
            dx, dy = max(abs(px - x) - width / 2, 0.0), max(abs(py - y) - height / 2, 0.0)
            if dx * dx + dy * dy < radius * radius:
                return False
        return True

    def put(self, kind: str) -> None:
        """One print of that kind where there is room for it, as large as there is, and now and then its like
        against it."""
        drawn = Brush(self.card.style)
        _DRAW[kind](drawn, self)
        x0, y0, x1, y1 = bounds(drawn.nodes)
        width, height, turn = x1 - x0, y1 - y0, 0.0
        if kind in ("words", "script", "curls") and self.chance.happens(0.35):
            width, height, turn = height, width, self.chance.pick([90.0, -90.0])
        upright = Group(tuple(drawn.nodes), Transform.shift(-(x0 + x1) / 2, -(y0 + y1) / 2).then(Transform.turn(turn)))
        largest = self.chance.pick([1.25, 1.0, 1.0, 0.8, 0.6])
        for grow in (largest, largest * 0.8, largest * 0.64, largest * 0.5):
            size = width * grow, height * grow
            for at in self._spots():
                if self._free(*at, *size):
                    other = WIDTH - at[0], HEIGHT - at[1]
                    again = other != at and kind != "portrait" and self._free(*other, *size)
                    self._place(upright, at, size, grow)
                    if again and self.chance.happens(0.7):
                        self._place(upright, other, size, self.chance.pick([1.0, -1.0]) * grow)
                    return

    def _spots(self) -> list[Point]:
        """Where a print may stand, the card's middle mostly before all else."""
        beside = [(MIDDLE + x, CENTRE + y) for y in (0, -14, 14, -22, 22, -29) for x in (0, -11, 11)]
        begin = 0 if self.chance.happens(0.65) else self.chance.pick(range(len(beside)))
        return beside[begin:] + beside[:begin]

    def _place(self, drawn: Group, at: Point, size: tuple[float, float], grow: float) -> None:
        """The print there; upside down where `grow` is below 0."""
        self.card.add(Group((drawn,), Transform.scale(grow).then(Transform.shift(*at))))
        self.taken.append((*at, max(size) / 2))


def _words(brush: Brush, to: Print) -> None:
    """One to four lines, in a bow or straight, or a shop's address."""
    chance, count, step = to.chance, to.chance.pick([1, 1, 2, 2, 3, 4]), 7.0
    if count == 1 and chance.happens(0.4):
        address = f"www.{word(chance, 2, 5)}.{word(chance, 1, 1)[:2]}"
        write(brush, address.lower(), (0, 0), chance.within(1.8, 3.4), to.colour, 36)
        return
    bow = chance.within(1, 3) if chance.happens(0.3) else 0.0
    for number in range(count):
        says = phrase(chance, 3)
        says = chance.pick([says, says, says.title(), says.lower()])
        high = step * chance.pick([0.45, 0.6, 0.75])
        lifted = bow if number == 0 else -bow if number == count - 1 and count > 2 else 0.0
        write(brush, says, (0, number * step + lifted / 3), high, to.colour, 36, lifted)
    if chance.happens(0.2):
        ornament.flourish(brush, 0, count * step, chance.within(5, 9), to.colour)


def _script(brush: Brush, to: Print) -> None:
    """A signature, its last stroke drawn back below it."""
    with brush.group(Transform.slant(0.3).then(Transform.turn(to.chance.within(-9, 0)))):
        write(brush, phrase(to.chance, 2).title(), (0, 0), to.chance.within(3.5, 7), to.colour, 36)
    back = [(18, 2), (0, 5), (-17, 7), (-12, 8.4), (14, 4.4)]
    brush.stroke(back, [0.2, 0.7, 0.4, 0.6, 0.1], to.colour)


def _curls(brush: Brush, to: Print) -> None:
    """Thin curls that answer each other on both sides of a stem."""
    chance = to.chance
    rows, size = chance.pick([1, 2, 3]), chance.within(6, 11)
    for row in range(rows):
        at = (row - (rows - 1) / 2) * 7.0
        for side in (-1.0, 1.0):
            x, turn = side * chance.within(0.5, 4), side * chance.within(-35, 35)
            ornament.scroll(brush, x, at, size, to.colour, side, turn)
    brush.stroke([(0, -10), (0, 0), (0, 10)], [0.1, 0.7, 0.1], to.colour)


def _lace(brush: Brush, to: Print) -> None:
    """A lozenge of arcs that cross."""
    for k in range(to.chance.pick([2, 3])):
        for side in (-1, 1):
            end = side * (2 - k)
            brush.line(curve(f"-18,{end} 0,{side * (4 + 4 * k)} 18,{end}"), to.colour, 0.4)
            out = side * (12 - 3 * k)
            brush.line(curve(f"{out},-9 {side * (3 + k)},0 {out},9"), to.colour, 0.35)


def _arms(brush: Brush, to: Print) -> None:
    """A small shield with a charge, its crown and branches."""
    chance, palette = to.chance, brush.palette
    coloured = to.suit in "eb" and chance.happens(0.5)
    field = chance.pick(palette.cloth) if coloured else tone(palette.stock, 0.1)
    trim = palette.cup_trim if coloured else to.tone
    # In colours it would be like a cup; a wreath about it would make it round, as a coin is.
    if to.suit != "o" and chance.happens(0.5):
        ornament.wreath(brush, 0, 0, 8, palette.leaf if coloured else to.tone)
    brush.solid(form("-5,-5! 5,-5! 5,1 3.4,5 0,7.5! -3.4,5 -5,1"), field, 0.5)
    bars = [(-3.9, -5, 1.4, 9), (-0.7, -5, 1.4, 9), (2.5, -5, 1.4, 9)]
    cross = [(-0.8, -5, 1.6, 12), (-5, -2, 10, 1.6)]
    for box in bars if chance.happens(0.5) else cross:
        brush.fill(rect(*box), trim.base)
    if chance.happens(0.6):
        ornament.crown(brush, 0, -5.4, 8, trim, field)


def _portrait(brush: Brush, to: Print) -> None:
    """A coin's head in a square frame, which no coin is."""
    paper = tone(brush.palette.stock, 0.1)
    brush.solid(rounded(-6.5, -8, 13, 16, to.chance.pick([0.4, 1.5])), to.tone, 0.4)
    brush.solid(rounded(-5.3, -6.8, 10.6, 13.6, 0.4), paper, 0)
    tones = SimpleNamespace(coin_mark=to.tone, coin=paper)
    # The first two are the coin's own rim.
    paint(brush, table("pips/coins")["portrait"][2:], tones, Transform.scale(8.2).then(Transform.shift(0.3, 0.6)), 8.2)


def _bar(brush: Brush, to: Print) -> None:
    """A turned bar, or a tassel at each end of a cord."""
    gold = brush.palette.cup_trim
    if to.chance.happens(0.5):
        brush.solid(ribbon([(-18, 0), (-9, 0), (0, 0), (9, 0), (18, 0)], [0.8, 1.2, 2.2, 1.2, 0.8]), gold, 0.3)
        for x in (-18.5, -12, -4, 4, 12, 18.5):
            brush.solid(ellipse(x, 0, 0.9, 1.5), gold, 0.2)
    else:
        brush.line(curve("-15,0 -7,-2 0,1.5 7,-2 15,0"), to.colour, 0.9)
        tones = SimpleNamespace(one=to.chance.pick(brush.palette.cloth), gold=gold)
        for x in (-15.0, 15.0):
            place = Transform.scale(3.2).then(Transform.shift(x, -0.5))
            paint(brush, table("pips/grand/parts")["tassel"], tones, place, 3.2)


def _cartouche(brush: Brush, to: Print) -> None:
    """Words in a frame with curls above it."""
    brush.solid(form("-17,-4! 0,-5.5 17,-4! 18.5,0 17,4! 0,5.5 -17,4! -18.5,0"), tone(brush.palette.stock, 0.12), 0.4)
    brush.line(form("-15.6,-2.9! 0,-4.2 15.6,-2.9! 15.6,2.9! 0,4.2 -15.6,2.9!"), to.colour, 0.35)
    write(brush, phrase(to.chance, 2), (0, 0), 3.2, to.colour, 28)
    for side in (-1.0, 1.0):
        ornament.scroll(brush, side * 5, -6, 6, to.colour, side)


def _knot(brush: Brush, to: Print) -> None:
    """Loops that pass over each other."""
    for number in range(4):
        with brush.group(Transform.turn(45 + 90 * number)):
            loop = form("0,-0.5 3.6,-3.4 8.5,-2.6 9.4,0 8.5,2.6 3.6,3.4 0,0.5 -1.2,0")
            brush.line(loop, to.colour, 1.3)
            brush.line(loop, brush.palette.stock, 0.5)


def _pillar(brush: Brush, to: Print) -> None:
    """A word whose letters stand below each other."""
    for number, letter in enumerate(word(to.chance, 2, 3)[:6]):
        write(brush, letter, (0, number * 3.6), 2.6, to.colour, 6)


_DRAW: dict[str, Callable[[Brush, Print], None]] = {
    "words": _words, "script": _script, "curls": _curls, "lace": _lace, "arms": _arms, "portrait": _portrait,
    "bar": _bar, "cartouche": _cartouche, "knot": _knot, "pillar": _pillar,
}  # fmt: skip

_LIKE_PIPS = {"portrait": "o", "knot": "o", "bar": "eb"}
"""Prints that could be taken for one more pip of these suits."""


def draw(brush: Brush, rank: int, suit: str, places: Iterable[Place]) -> None:
    """What the deck's maker prints between these pips, if anything."""
    style = brush.style
    chance = Chance(style.seed, f"between {rank}{suit}", style.house)
    kinds = [kind for kind in style.prints if suit not in _LIKE_PIPS.get(kind, "")]
    if not kinds or not chance.happens(style.ornaments * OFTEN.get(rank, 0.1)):
        return
    numerals = [(x, y, 8.0) for x in (7.0, WIDTH - 7) for y in (9.0, HEIGHT - 9)]
    to = Print(brush, chance, suit, [*_covered(suit, places), *numerals])
    for _ in range(chance.pick([1, 1, 2, 3] if rank < 5 else [1, 1, 2])):
        to.put(chance.pick(kinds))


@contextmanager
def tied(brush: Brush, rank: int, suit: str, places: list[Place]) -> Iterator[None]:
    """Now and then a ribbon winds about what is drawn inside the block: espadas or bastos that cross in the middle."""
    style = brush.style
    chance = Chance(style.seed, f"tie {rank}{suit}", style.house)
    middles = {(round(pip.x), round(pip.y)) for pip in places}
    if suit not in "eb" or len(places) < 2 or len(middles) > 1 or not style.ornaments or not chance.happens(0.5):
        yield
        return
    winding, place = random_winding(brush, chance), Transform.shift(*middles.pop())
    with brush.group(place):
        winding.behind(brush)
    yield
    with brush.group(place):
        winding.before(brush)
