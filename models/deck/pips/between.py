"""What makers print between the pips: words, curls, arms; never anything that looks like one more pip.

A deck has a few kinds of them (`style.prints`), all in one typeface; each stands where the pips leave room for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from math import cos, radians, sin

from models.deck.chance import Chance
from models.deck.drawing.brush import Brush
from models.deck.drawing.colour import Tone, tone
from models.deck.drawing.drawn import paint
from models.deck.drawing.lettering import phrase, word, write
from models.deck.drawing.vector import Colour, Transform, curve, ellipse, form, polygon, ribbon, rounded, segment, star
from models.deck.palette import readable
from models.deck.pips import ornament
from models.deck.pips.aces import Winding
from models.deck.pips.grand.parts import Ace
from models.deck.pips.layout import Place
from models.deck.size import CENTRE, HEIGHT, MIDDLE, WIDTH
from models.deck.tables import table

OFTEN = {2: 1.0, 4: 1.0, 5: 0.8, 6: 0.6, 3: 0.4, 7: 0.3}
"""How often the cards of a rank have something printed, in shares of how often the deck's have."""

_EDGE = (8.5, 12.0)
"""How far from the card's edges prints stay, beside and above; what lies farther out are the numerals and the frame."""

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

    brush: Brush
    chance: Chance
    suit: str
    taken: list[Circle]
    lines: int = 1

    @cached_property
    def colour(self) -> Colour:
        """One colour for all of it: the makers print it in one go."""
        p = self.brush.palette
        some = self.chance.pick([p.ink, p.ink, p.frame, *(each.base for each in p.cloth), p.cup.base, p.blade.shade])
        return readable(some, p.stock, self.chance.pick([0.15, 0.25, 0.4]))

    @cached_property
    def tone(self) -> Tone:
        return tone(self.colour)

    def free(self, x: float, y: float, width: float, height: float) -> bool:
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
        width, height = _SIZES[kind]
        if kind == "words":
            self.lines = self.chance.pick([1, 1, 2, 2, 3, 4])
            height *= self.lines
        along = kind in ("words", "script", "web", "curls") and self.chance.happens(0.35)
        if along:
            width, height = height, width
        largest = self.chance.pick([1.25, 1.0, 1.0, 0.8, 0.6])
        for grow in (largest, largest * 0.8, largest * 0.64, largest * 0.5):
            for x, y in self._spots():
                if self.free(x, y, width * grow, height * grow):
                    self._both(kind, (x, y), (width * grow, height * grow), grow, along)
                    return

    def _spots(self) -> list[tuple[float, float]]:
        """Where a print may stand, the card's middle mostly before all else."""
        beside = [(MIDDLE + x, CENTRE + y) for y in (0, -14, 14, -22, 22, -29) for x in (0, -11, 11)]
        begin = 0 if self.chance.happens(0.65) else self.chance.pick(range(len(beside)))
        return beside[begin:] + beside[:begin]

    def _both(self, kind: str, at: tuple[float, float], size: tuple[float, float], grow: float, along: bool) -> None:
        """The print there, and perhaps the same on the other side of the card's middle."""
        turn = self.chance.pick([90.0, -90.0]) if along else 0.0
        other = WIDTH - at[0], HEIGHT - at[1]
        self._at(kind, *at, grow, turn)
        if other != at and kind != "portrait" and self.free(*other, *size) and self.chance.happens(0.7):
            self._at(kind, *other, grow, turn + self.chance.pick([0.0, 180.0]))
            self.taken.append((*other, max(size) / 2))
        self.taken.append((*at, max(size) / 2))

    def _at(self, kind: str, x: float, y: float, grow: float, turn: float) -> None:
        with self.brush.group(Transform.scale(grow).then(Transform.turn(turn)).then(Transform.shift(x, y))):
            _DRAW[kind](self)


def _words(to: Print) -> None:
    """One to four lines, in a bow or straight."""
    chance, count, step = to.chance, to.lines, 7.0
    bow = chance.about(2, 1, 3) if chance.happens(0.3) else 0.0
    for number in range(count):
        says = phrase(chance, 3)
        says = chance.pick([says, says, says.title(), says.lower()])
        y = (number - (count - 1) / 2) * step
        high = step * chance.pick([0.45, 0.6, 0.75])
        lifted = bow if number == 0 else -bow if number == count - 1 and count > 2 else 0.0
        write(to.brush, says, (0, y + lifted / 3), high, to.colour, 36, lifted)


def _sheet(to: Print) -> None:
    """A whole bill: a bowed line, one or two straight ones, and curls between them."""
    chance, colour = to.chance, to.colour
    bow = chance.about(4, 2, 7)
    write(to.brush, phrase(chance, 2), (0, -8), chance.about(4.5, 3.5, 5.5), colour, 36, bow)
    write(to.brush, phrase(chance, 2), (0, 0), chance.about(4, 3, 5), colour, 30)
    if chance.happens(0.7):
        write(to.brush, word(chance), (0, 10), chance.about(3.8, 3, 5), colour, 26, -bow * 0.4)
    for at in (-5, 5) if chance.happens(0.5) else (5,):
        for side in (-1.0, 1.0):
            ornament.scroll(to.brush, side * 1.5, at, chance.about(7, 5, 9), colour, side)
    to.brush.stroke([(-14, 14.5), (0, 13.6), (14, 14.5)], [0.1, 0.6, 0.1], colour)


def _script(to: Print) -> None:
    """A signature, its last stroke drawn back below it."""
    with to.brush.group(Transform.slant(0.3).then(Transform.turn(to.chance.about(-4, -9, 0)))):
        write(to.brush, phrase(to.chance, 2).title(), (0, 0), to.chance.about(5, 3.5, 7), to.colour, 36)
    ends = to.chance.about(5.5, 4.5, 6.5)
    to.brush.stroke(
        [(18, ends - 3), (0, ends), (-17, ends + 2), (-12, ends + 3.4), (14, ends - 0.6)],
        [0.2, 0.7, 0.4, 0.6, 0.1],
        to.colour,
    )


def _web(to: Print) -> None:
    name = f"www.{word(to.chance, 2, 4)}{to.chance.pick(['', word(to.chance, 1, 3)])}.{word(to.chance, 1, 1)[:2]}"
    write(to.brush, name.lower(), (0, 0), to.chance.about(2.6, 1.8, 3.4), to.colour, 36)


def _curls(to: Print) -> None:
    """Thin curls that answer each other on both sides of a stem."""
    brush, chance = to.brush, to.chance
    rows, size = chance.pick([1, 2, 3]), chance.about(9, 6, 11)
    for row in range(rows):
        at = (row - (rows - 1) / 2) * 7.0
        for side in (-1.0, 1.0):
            x, turn = side * chance.about(1.5, 0.5, 4), side * chance.about(0, -35, 35)
            ornament.scroll(brush, x, at, size, to.colour, side, turn)
            if chance.happens(0.5):
                ornament.scroll(brush, side * size * 0.8, at, size * 0.6, to.colour, side, side * 150)
    brush.stroke([(0, -10), (0, 0), (0, 10)], [0.1, 0.7, 0.1], to.colour)
    for y in (-10.5, 10.5):
        brush.fill(ellipse(0, y, 0.8), to.colour)


def _lace(to: Print) -> None:
    """A lozenge of arcs that cross, with rays inside."""
    brush, colour, count = to.brush, to.colour, to.chance.pick([2, 3])
    for k in range(count):
        bow = 4.0 + 4 * k
        for side in (-1, 1):
            brush.line(curve(f"-18,{side * (2 - k)} 0,{side * bow} 18,{side * (2 - k)}"), colour, 0.4)
            brush.line(curve(f"{side * (12 - 3 * k)},-9 {side * (3 + k)},0 {side * (12 - 3 * k)},9"), colour, 0.35)
    for k in range(8):
        with brush.group(Transform.turn(k * 45)):
            brush.line(segment(0, 1, 0, 3.4), colour, 0.4)


def _arms(to: Print) -> None:
    """A small shield with a charge, its crown and branches."""
    brush, chance = to.brush, to.chance
    coloured = to.suit != "o" and chance.happens(0.5)
    field = chance.pick(brush.palette.cloth) if coloured else tone(brush.palette.stock, 0.1)
    trim = brush.palette.cup_trim if coloured else to.tone
    # A wreath about it would make it round, as a coin is.
    if to.suit != "o" and chance.happens(0.5):
        ornament.wreath(brush, 0, 0, 8, brush.palette.leaf if coloured else to.tone)
    brush.solid(form("-5,-5! 5,-5! 5,1 3.4,5 0,7.5! -3.4,5 -5,1"), field, 0.5)
    charge = chance.pick(["bars", "cross", "tower", "star"])
    if charge == "bars":
        for x in (-3.2, 0.0, 3.2):
            brush.fill(polygon([(x - 0.7, -5), (x + 0.7, -5), (x + 0.7, 4), (x - 0.7, 4)]), trim.base)
    elif charge == "cross":
        brush.fill(polygon([(-0.8, -5), (0.8, -5), (0.8, 7), (-0.8, 7)]), trim.base)
        brush.fill(polygon([(-5, -2), (5, -2), (5, -0.4), (-5, -0.4)]), trim.base)
    elif charge == "tower":
        brush.solid(form("-2.5,4! -2.5,-3! -1.3,-3! -1.3,-2! 1.3,-2! 1.3,-3! 2.5,-3! 2.5,4!"), trim, 0.3)
    else:
        brush.solid(star(0, 0.4, 3.2, 1.3, 5), trim, 0.2)
    if chance.happens(0.6):
        ornament.crown(brush, 0, -5.4, 8, trim, field)


def _portrait(to: Print) -> None:
    """A head in a square frame, which no coin is."""
    brush = to.brush
    brush.solid(rounded(-6.5, -8, 13, 16, to.chance.pick([0.4, 1.5])), to.tone, 0.4)
    brush.solid(rounded(-5.3, -6.8, 10.6, 13.6, 0.4), tone(brush.palette.stock, 0.1), 0)
    head = next(shape for shape in table("pips/coins")["portrait"] if "form" in shape)
    paint(brush, [{**head, "tone": "head"}], _Tones(to.tone), Transform.scale(8.2).then(Transform.shift(0.3, 0.6)), 8.2)


@dataclass
class _Tones:
    head: Tone


def _bar(to: Print) -> None:
    """A turned bar, or a tassel at each end of a cord."""
    brush, gold = to.brush, to.brush.palette.cup_trim
    if to.chance.happens(0.5):
        brush.solid(ribbon([(-18, 0), (-9, 0), (0, 0), (9, 0), (18, 0)], [0.8, 1.2, 2.2, 1.2, 0.8]), gold, 0.3)
        for x in (-18.5, -12, -4, 4, 12, 18.5):
            brush.solid(ellipse(x, 0, 0.9, 1.5), gold, 0.2)
    else:
        brush.line(curve("-15,0 -7,-2 0,1.5 7,-2 15,0"), to.colour, 0.9)
        for side in (-1, 1):
            Ace(brush, {}, to.chance).paint("tassel", side * 15, -0.5, 3.2)


def _cartouche(to: Print) -> None:
    """Words in a frame that rolls up at its ends."""
    brush = to.brush
    brush.solid(form("-17,-4! 0,-5.5 17,-4! 18.5,0 17,4! 0,5.5 -17,4! -18.5,0"), tone(brush.palette.stock, 0.12), 0.4)
    brush.line(form("-15.6,-2.9! 0,-4.2 15.6,-2.9! 15.6,2.9! 0,4.2 -15.6,2.9!"), to.colour, 0.35)
    write(brush, phrase(to.chance, 2), (0, 0), 3.2, to.colour, 28)
    for side in (-1.0, 1.0):
        ornament.scroll(brush, side * 5, -6, 6, to.colour, side)


def _knot(to: Print) -> None:
    """Loops that pass over each other."""
    for number in range(4):
        with to.brush.group(Transform.turn(45 + 90 * number)):
            loop = form("0,-0.5 3.6,-3.4 8.5,-2.6 9.4,0 8.5,2.6 3.6,3.4 0,0.5 -1.2,0")
            to.brush.line(loop, to.colour, 1.3)
            to.brush.line(loop, to.brush.palette.stock, 0.5)


def _pillar(to: Print) -> None:
    """A word whose letters stand below each other."""
    says = word(to.chance, 2, 3)[:6]
    for number, letter in enumerate(says):
        write(to.brush, letter, (0, (number - (len(says) - 1) / 2) * 3.6), 2.6, to.colour, 6)


_DRAW: dict[str, Callable[[Print], None]] = {
    "words": _words, "sheet": _sheet, "script": _script, "web": _web, "curls": _curls, "lace": _lace, "arms": _arms,
    "portrait": _portrait, "bar": _bar, "cartouche": _cartouche, "knot": _knot, "pillar": _pillar,
}  # fmt: skip
_SIZES = {
    "words": (37.0, 7.5), "sheet": (37.0, 31.0), "script": (38.0, 13.0), "web": (37.0, 3.6), "curls": (26.0, 23.0),
    "lace": (37.0, 20.0), "arms": (18.0, 21.0), "portrait": (14.0, 17.0), "bar": (39.0, 5.0),
    "cartouche": (38.0, 14.0), "knot": (20.0, 20.0), "pillar": (4.5, 22.0),
}  # fmt: skip
"""How wide and high each is at its largest, millimetres."""

_LIKE_PIPS = {"portrait": "o", "bar": "eb"}
"""Prints that could be taken for one more pip of these suits."""


def draw(brush: Brush, rank: int, suit: str, places: Iterable[Place]) -> None:
    """What the deck's maker prints between these pips, if anything."""
    style = brush.style
    chance = Chance(style.seed, f"between {rank}{suit}", style.house)
    if not style.prints or not chance.happens(style.ornaments * OFTEN.get(rank, 0.1)):
        return
    to = Print(brush, chance, suit, list(_covered(suit, places)))
    kinds = [kind for kind in style.prints if suit not in _LIKE_PIPS.get(kind, "")] or ["words"]
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
    step, turns = chance.about(12, 9, 15), chance.pick([1, 2, 2, 3])
    cloth, width, reach = chance.pick(style.palette.cloth), chance.about(3.8, 2.5, 5), chance.about(9, 6, 12)
    winding, place = Winding(cloth, width, reach, step, turns, -step * turns / 2), Transform.shift(*middles.pop())
    with brush.group(place):
        winding.behind(brush)
    yield
    with brush.group(place):
        winding.before(brush)
