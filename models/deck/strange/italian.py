"""Cards of the north of Italy: neither numbers nor pinta, curved swords, sticks laid across each other."""

from __future__ import annotations

from dataclasses import replace

from models.deck import figures
from models.deck.chance import Chance
from models.deck.drawing.brush import Brush
from models.deck.drawing.colour import hsv, tone
from models.deck.drawing.vector import Colour, Transform, Use, polygon, ribbon, rounded
from models.deck.ends.marks import Marks
from models.deck.pips import ornament, pip, put
from models.deck.size import CENTRE, HEIGHT, MIDDLE, WIDTH

NAMES = tuple(f"italian-{rank}{suit}" for suit in "oceb" for rank in range(1, 11))


def draw(brush: Brush, rank: int, suit: str, chance: Chance) -> tuple[Colour, Marks]:
    """Paper and marks of the card of that rank and suit."""
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
            cup=deck.pick(["lidded", "chalice", "tulip"]),
            club=deck.pick(["mace", "banded", "smooth"]),
            line=deck.about(0.4, 0.2, 0.6),
            shading=deck.pick(["flat", "hatch", "crescent"]),
            court="figure",
        )
    )
    if rank >= 8:
        figures.draw(own, rank + 2, suit, chance)
    elif suit in "oc":
        _round(own, rank, suit)
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


def _round(brush: Brush, rank: int, suit: str) -> None:
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
            points = [(MIDDLE + side * x, y) for x, y in ((-6.0, 9.0), (bow, 32.0), (bow, 63.0), (-6.0, 86.0))]
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
