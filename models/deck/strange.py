"""Cards that are none of the forty: jokers, French and Italian cards, clubs' and advertisers' cards, blank ones."""

from __future__ import annotations

import math
from dataclasses import replace

from models.deck import figures
from models.deck.chance import Chance
from models.deck.drawing import typefaces
from models.deck.drawing.brush import Brush
from models.deck.drawing.colour import hsv, mix, tone
from models.deck.drawing.vector import (
    Colour,
    Node,
    Path,
    Transform,
    Use,
    curve,
    ellipse,
    form,
    polygon,
    rect,
    ribbon,
    rounded,
    segment,
    star,
)
from models.deck.ends import digits, frame
from models.deck.ends.marks import Box, Marks, opposite
from models.deck.figures import modern
from models.deck.palette import readable
from models.deck.pips import ornament, pip, put
from models.deck.size import CENTRE, HEIGHT, MIDDLE, WIDTH
from models.deck.style import DeckStyle

JOKERS = ("joker-disc", "joker-star", "joker-word", "joker-figure")
FRENCH_RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
FRENCH = tuple(f"french-{rank}{suit}" for suit in "hdcs" for rank in FRENCH_RANKS)
ITALIAN = tuple(f"italian-{rank}{suit}" for suit in "oceb" for rank in range(1, 11))
OTHERS = ("club", "advert", "plain", "dark")
NAMES: tuple[str, ...] = (*JOKERS, *FRENCH, *ITALIAN, *OTHERS)


def chosen(style: DeckStyle) -> tuple[str, ...]:
    """The strange faces that come with a deck of this style: two jokers, some French and Italian cards, the others.

    A deck whose own cards have no numbers comes without Italian ones: nobody could tell them from its own.
    """
    chance = Chance(style.seed, "strange", False)
    first = int(chance.about(0, 0, len(JOKERS) - 1e-6))
    jokers = (JOKERS[first], JOKERS[(first + 1) % len(JOKERS)])
    suits = ("h", "d", "c", "s")
    french = {f"french-{chance.pick(ranks)}{chance.pick(suits)}" for ranks in (FRENCH_RANKS[1:10], "JQK", FRENCH_RANKS)}
    italian = {chance.pick(ITALIAN) for _ in range(3)} if style.index.corners else set()
    return (*jokers, *sorted(french), *sorted(italian), *OTHERS)


def draw(style: DeckStyle, name: str, chance: Chance) -> tuple[Colour, list[Node], Marks]:
    """Paper, print and marks of one of NAMES, for a card of 61 x 95 mm; the marks' boxes in millimetres."""
    brush = Brush(style)
    marks, paper = Marks(), style.palette.stock
    if name.startswith("joker"):
        marks = _joker(brush, name, chance)
    elif name.startswith("french"):
        paper, marks = _french(brush, name[7:-1], name[-1], chance)
    elif name.startswith("italian"):
        paper, marks = _italian(brush, int(name[8:-1]), name[-1], chance)
    elif name == "club":
        paper = _club(brush, chance)
    elif name == "advert":
        paper = _advert(brush, chance)
    elif name == "plain":
        paper = mix(paper, "#ffffff", chance.about(0.0, 0.0, 0.8))
    else:
        paper = hsv(chance.about(0, 0, 360), chance.about(0, 0, 0.8), chance.about(0.1, 0.05, 0.4))
    return paper, brush.nodes, marks


def _typeface(style: DeckStyle, chance: Chance) -> str:
    """The numbers' typeface, or a standard one where that has digits only."""
    font, other = style.index.font, chance.pick(typefaces.STANDARD)
    return other if font in digits.FONTS or not typefaces.has_letters(font) else font


def _words(
    brush: Brush, words: str, at: tuple[float, float], height: float, most: float, colour: Colour, font: str
) -> None:
    """Words with their middle at the point, no wider than `most`."""
    path, width = typefaces.text(words, font, height)
    shrink = min(1.0, most / max(width, 0.1))
    place = Transform.scale(shrink).then(Transform.shift(at[0] - width * shrink / 2, at[1] - height * shrink / 2))
    brush.fill(path.moved(place), colour)


def _joker(brush: Brush, name: str, chance: Chance) -> Marks:
    style, p = brush.style, brush.palette
    framed = style.frame.lines > 0 and chance.happens(0.6)
    font, word = _typeface(style, chance), chance.pick(["JOKER", "COMODIN", "Joker", "Comodin"])
    colour = readable(chance.pick(p.cloth).base, p.stock)
    if name == "joker-disc":
        radius = chance.about(15, 9, 19)
        tones = [chance.pick([*p.cloth, p.coin]), chance.pick(p.cloth), p.coin]
        for k, share in enumerate((1.0, chance.about(0.7, 0.5, 0.85), 0.3)):
            brush.solid(ellipse(MIDDLE, CENTRE, radius * share), tones[k], radius * 0.06)
        if chance.happens(0.4):
            _words(brush, word, (MIDDLE, 80), 5, 40, colour, font)
    elif name == "joker-star":
        tips = chance.pick([5, 5, 6, 8, 12])
        outer = chance.about(20, 12, 24)
        brush.solid(star(MIDDLE, CENTRE, outer, outer * chance.about(0.42, 0.35, 0.6), tips), chance.pick(p.cloth), 1.0)
        if chance.happens(0.5):
            brush.solid(ellipse(MIDDLE, CENTRE, outer * 0.2), p.coin, 0.4)
    elif name == "joker-word":
        if chance.happens(0.5):
            for k, letter in enumerate(word.upper()):
                for place in (
                    Transform.shift(7.0, 10.0 + k * 6.0),
                    Transform.shift(7.0, 10.0 + k * 6.0).then(modern.UPSIDE_DOWN),
                ):
                    path, _ = typefaces.text(letter, font, 4.6)
                    brush.fill(path.moved(place), colour)
            brush.solid(star(MIDDLE, CENTRE, 13, 5.5, 5), chance.pick(p.cloth), 0.8)
        else:
            with brush.group(Transform.turn(-58).then(Transform.shift(MIDDLE, CENTRE))):
                _words(brush, word, (0, 0), 14, 74, colour, font)
    else:
        figures.joker(brush, chance)
        _words(brush, word, (MIDDLE, 91 if not framed else 8.5), 4, 34, colour, font)
    if framed:
        frame.draw(brush, replace(style.frame, behind=False), "o", p.frame)
    return Marks(None, "o" if framed else None)


# ---- French cards ----

_HEART = form("0,0.5! -0.5,-0.02 -0.44,-0.42 -0.18,-0.46 0,-0.2! 0.18,-0.46 0.44,-0.42 0.5,-0.02")
_DIAMOND = form("0,-0.56! 0.16,-0.24 0.4,0! 0.16,0.24 0,0.56! -0.16,0.24 -0.4,0! -0.16,-0.24")
_STEM = form("-0.2,0.52! -0.04,0.4 0,0.1! 0.04,0.4 0.2,0.52!")
_FRENCH: dict[str, Path] = {
    "h": _HEART,
    "d": _DIAMOND,
    "s": _HEART.moved(Transform.scale(1, -0.92)) + _STEM,
    "c": ellipse(0, -0.27, 0.24) + ellipse(-0.27, 0.1, 0.24) + ellipse(0.27, 0.1, 0.24) + ellipse(0, 0, 0.12) + _STEM,
}
_ROWS = {
    "2": ((1, 0.0), (1, 1.0)),
    "3": ((1, 0.0), (1, 0.5), (1, 1.0)),
    "4": ((2, 0.0), (2, 1.0)),
    "5": ((2, 0.0), (1, 0.5), (2, 1.0)),
    "6": ((2, 0.0), (2, 0.5), (2, 1.0)),
    "7": ((2, 0.0), (1, 0.25), (2, 0.5), (2, 1.0)),
    "8": ((2, 0.0), (1, 0.25), (2, 0.5), (1, 0.75), (2, 1.0)),
    "9": ((2, 0.0), (2, 0.333), (1, 0.5), (2, 0.667), (2, 1.0)),
    "10": ((2, 0.0), (1, 0.167), (2, 0.333), (2, 0.667), (1, 0.833), (2, 1.0)),
}


def _french(brush: Brush, rank: str, suit: str, chance: Chance) -> tuple[Colour, Marks]:
    """A card with indices in its corners, as bridge and poker are played with."""
    style = brush.style
    paper = mix("#ffffff", "#f4ecd8", chance.about(0.0, 0.0, 1.0))
    deck = Chance(style.seed, "french", False)
    red = hsv(deck.about(0, -8, 8), 0.85, deck.about(0.8, 0.65, 0.9))
    colour = red if suit in "hd" else hsv(230, 0.3, deck.about(0.1, 0.0, 0.15))
    font = _typeface(style, deck)
    height = deck.about(7.0, 5.0, 13.0 if deck.happens(0.3) else 9.0)
    path, width = typefaces.text(rank, font, height)
    shrink = min(1.0, 9.5 / width)
    width *= shrink
    x, y = 7.2 - width / 2, deck.about(4.0, 2.8, 5.5)
    mark = _FRENCH[suit].moved(Transform.scale(height * 0.8).then(Transform.shift(7.2, y + height * 1.55)))
    corner = path.moved(Transform.scale(shrink, 1.0).then(Transform.shift(x, y))) + mark

    def print_sign(cx: float, cy: float, size: float, below: bool) -> None:
        place = Transform.scale(size, -size if below else size).then(Transform.shift(cx, cy))
        brush.fill(_FRENCH[suit].moved(place), colour)

    if rank in _ROWS:
        size = 12.5
        for count, share in _ROWS[rank]:
            for k in range(count):
                print_sign(MIDDLE + (k - (count - 1) / 2) * 22, 16 + share * 63, size, share > 0.5)
    elif rank == "A":
        print_sign(MIDDLE, CENTRE, deck.about(24, 14, 40), False)
    else:
        _french_court(brush, rank, suit, chance, colour)
    for place in (Transform(), modern.UPSIDE_DOWN):
        brush.fill(corner.moved(place), colour)
    number = int(rank) if rank.isdigit() else None
    box: Box = (x, y, x + width, y + height)
    boxes = () if number is None else (box, opposite(box, (WIDTH, HEIGHT)))
    return paper, Marks(number, None, boxes)


def _french_court(brush: Brush, rank: str, suit: str, chance: Chance, colour: Colour) -> None:
    panel = rect(12.5, 8.0, WIDTH - 25, HEIGHT - 16)
    inner = Brush(replace(brush.style, court="figure", pip_beside=True, figure_mirror=0.5, coin="disc", cup="half"))
    nodes = figures.somebody(inner, {"J": 10, "Q": 10, "K": 12}[rank], "o", chance)
    place = Transform.shift(-32, -25).then(Transform.scale(1.05)).then(Transform.shift(31, 27))
    with brush.group(clip=panel):
        modern.two_headed(brush, nodes, place, rect(0, 0, WIDTH, CENTRE))
        brush.line(segment(0, 50, WIDTH, 45), brush.ink, 0.5)
    brush.line(panel, colour, 0.35)
    for turned in (Transform(), modern.UPSIDE_DOWN):
        place = Transform.scale(8.0).then(Transform.shift(18.5, 15.0)).then(turned)
        brush.fill(_FRENCH[suit].moved(place), colour)


# ---- Italian cards ----


def _italian(brush: Brush, rank: int, suit: str, chance: Chance) -> tuple[Colour, Marks]:
    """A card of the north of Italy: neither numbers nor pinta, curved swords, sticks laid across each other."""
    style = brush.style
    deck = Chance(style.seed, "italian", False)
    paper = hsv(42, deck.about(0.08, 0.02, 0.16), 0.97)
    red, blue, gold = (
        tone(hsv(hue + deck.about(0, -9, 9), deck.about(0.8, 0.6, 0.95), deck.about(value, value - 0.15, value + 0.1)))
        for hue, value in ((357, 0.75), (deck.pick([222, 222, 130]), 0.6), (45, 0.88))
    )
    first, second = deck.pick([(red, blue), (blue, red), (gold, red)])
    palette = replace(
        style.palette, stock=paper, ink="#161214", coin=first, coin_mark=gold, cup=second, cup_trim=gold, blade=second,
        hilt=gold, grip=red, clubs=(first, second), cloth=(red, blue, gold, tone("#2f7d3c")), grounds=(),
    )  # fmt: skip
    own = Brush(
        replace(
            style,
            palette=palette,
            coin=deck.pick(["star", "rings", "rosette", "cross", "sun"]),
            cup=deck.pick(["urn", "lidded", "chalice", "tulip"]),
            club=deck.pick(["staff", "torch", "smooth"]),
            line=deck.about(0.4, 0.2, 0.6),
            shading=deck.pick(["flat", "hatch", "crescent"]),
            court="figure",
        )
    )
    if rank >= 8:
        figures.draw(own, rank + 2, suit, chance)
    elif suit in "oc":
        _italian_round(own, rank, suit)
    elif suit == "e":
        _arcs(own, rank)
    else:
        _sticks(own, rank)
    brush.add(*own.nodes)
    closed = rounded(3.2, 3.2, WIDTH - 6.4, HEIGHT - 6.4, deck.about(2.5, 0.1, 4.0))
    if deck.happens(0.7):
        brush.line(closed, "#161214", deck.about(0.3, 0.2, 0.6))
        return paper, Marks(None, "o")
    return paper, Marks()


def _italian_round(brush: Brush, rank: int, suit: str) -> None:
    rows = {1: (1,), 2: (1, 1), 3: (1, 1, 1), 4: (2, 2), 5: (2, 1, 2), 6: (2, 2, 2), 7: (2, 2, 1, 2)}[rank]
    size = {1: 34.0, 2: 26.0, 3: 22.0}.get(rank, 19.0 if rank < 7 else 17.0)
    sign = pip(brush.style, suit, size)
    for k, count in enumerate(rows):
        y = CENTRE if len(rows) == 1 else 19 + 57 * k / (len(rows) - 1)
        for j in range(count):
            brush.add(Use(sign, Transform.shift(MIDDLE + (j - (count - 1) / 2) * 25, y)))
    if rank in (2, 4):
        ornament.flourish(brush, MIDDLE, CENTRE, 7, brush.palette.leaf.base)


def _arcs(brush: Brush, rank: int) -> None:
    """Curved swords about an almond in the middle; an odd one stands straight in it."""
    p = brush.palette
    if rank % 2:
        put(brush, "e", 62 if rank > 1 else 74, MIDDLE, CENTRE)
    for k in range(rank // 2):
        bow = 17.0 - 4.2 * k
        for side in (-1.0, 1.0):
            points = [
                (MIDDLE - side * 6, 9.0),
                (MIDDLE + side * bow, 32.0),
                (MIDDLE + side * bow, 63.0),
                (MIDDLE - side * 6, 86.0),
            ]
            blade = ribbon(points, [1.6, 2.6, 2.6, 1.6], "flat", 5)
            brush.solid(blade, p.clubs[0] if k % 2 else p.blade, 0)
    for y in (14.5, 80.5):
        brush.solid(polygon([(MIDDLE, y - 4), (MIDDLE + 6, y), (MIDDLE, y + 4), (MIDDLE - 6, y)]), p.clubs[0], 0)


def _sticks(brush: Brush, rank: int) -> None:
    """Straight sticks laid across each other, as many each way; an odd one stands in the middle."""
    if rank % 2:
        put(brush, "b", 80 if rank > 1 else 74, MIDDLE, CENTRE, variant=1)
    each = rank // 2
    for side in (-1, 1):
        for k in range(each):
            x = MIDDLE + (k - (each - 1) / 2) * 9
            put(brush, "b", 74, x, CENTRE, side * 27.0, k + (side > 0))


# ---- clubs' and advertisers' cards ----

_CLUBS = ("PEÑA", "CLUB", "SOCIEDAD", "ELKARTEA", "CASINO", "BAR", "MUS", "TXOKO")
_TEXTS = ("NAIPES", "BARAJA", "GRACIAS", "REGLAS", "OFERTA", "1960", "100 %", "VISITE", "CAFE", "EXTRA", "40 CARTAS")


def _club(brush: Brush, chance: Chance) -> Colour:
    """A crest, and a name around or under it."""
    p = brush.palette
    paper = chance.pick([p.stock, mix(p.stock, chance.pick(p.cloth).base, 0.3), chance.pick(p.cloth).shade])
    one, two = chance.pick(p.cloth), chance.pick([p.coin, p.white])
    font, y = _typeface(brush.style, chance), chance.about(44, 38, 50)
    radius = chance.about(19, 13, 23)
    kind = chance.pick(["round", "shield", "ball"])
    if kind == "shield":
        crest = form("-0.8,-0.9! 0.8,-0.9! 0.82,0.1 0.5,0.7 0,1.05! -0.5,0.7 -0.82,0.1").moved(
            Transform.scale(radius).then(Transform.shift(MIDDLE, y))
        )
        brush.solid(crest, one, 1.0)
        with brush.group(clip=crest):
            brush.fill(polygon([(0, y - 4), (WIDTH, y - 24), (WIDTH, y - 12), (0, y + 8)]), two.base)
    else:
        brush.solid(ellipse(MIDDLE, y, radius), one, 1.0)
        brush.solid(ellipse(MIDDLE, y, radius * 0.74), two, 0)
        if kind == "ball":
            for k in range(5):
                a = math.radians(72 * k - 90)
                brush.fill(
                    star(
                        MIDDLE + radius * 0.45 * math.cos(a),
                        y + radius * 0.45 * math.sin(a),
                        radius * 0.2,
                        radius * 0.15,
                        5,
                    ),
                    one.shade,
                )
    initial, colour = chance.pick(_CLUBS), readable(one.shade, paper)
    _words(brush, initial[0], (MIDDLE, y), radius * 0.7, radius, readable(one.shade, two.base), font)
    _words(brush, initial, (MIDDLE, y + radius + 10), chance.about(7, 5, 9), 46, colour, font)
    if chance.happens(0.5):
        _words(brush, chance.pick(_TEXTS), (MIDDLE, 12), 4, 40, colour, font)
    return paper


def _advert(brush: Brush, chance: Chance) -> Colour:
    """Lines of text, a band of colour, a sign."""
    p = brush.palette
    paper = chance.pick([p.stock, p.white.base, chance.pick(p.cloth).light])
    font, colour = _typeface(brush.style, chance), readable(chance.pick(p.cloth).shade, paper)
    if chance.happens(0.7):
        band = chance.pick(p.cloth)
        y = chance.about(20, 8, 66)
        brush.fill(rect(0, y, WIDTH, chance.about(18, 10, 26)), band.base)
        _words(
            brush,
            chance.pick(_TEXTS),
            (MIDDLE, y + 9),
            chance.about(8, 5, 10),
            50,
            readable("#ffffff", band.base),
            font,
        )
    y = chance.about(16, 10, 34)
    while y < 84:
        size = chance.pick([2.2, 2.2, 3.0, 4.5, 7.0])
        if size < 3:
            ornament.scribble(brush, MIDDLE, y, chance.about(40, 20, 46), size, colour, chance)
        else:
            _words(brush, chance.pick(_TEXTS), (MIDDLE, y), size, 48, colour, font)
        y += size + chance.about(4, 2.5, 9)
    if chance.happens(0.5):
        brush.line(curve(f"10,{y - 40} 30,{y - 44} 52,{y - 40}"), colour, 0.6)
    if chance.happens(0.4):
        modern.sign(brush, chance.pick(["o", "c", "e", "b"]), MIDDLE, 50.0, 1.2)
    return paper
