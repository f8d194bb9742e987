"""Cards that are none of the forty: jokers, French and Italian cards, clubs' and advertisers' cards, blank ones."""

from __future__ import annotations

from models.deck.chance import Chance
from models.deck.drawing.brush import Brush
from models.deck.drawing.colour import hsv, mix
from models.deck.drawing.vector import Colour, Node
from models.deck.ends.marks import Marks
from models.deck.strange import french, italian, jokers, printed
from models.deck.style import DeckStyle

OTHERS = ("club", "advert", "plain", "dark")
NAMES: tuple[str, ...] = (*jokers.NAMES, *french.NAMES, *italian.NAMES, *OTHERS)


def chosen(style: DeckStyle) -> tuple[str, ...]:
    """The strange faces that come with a deck of this style: two jokers, some French and Italian cards, the others.

    A deck whose own cards have no numbers comes without Italian ones: nobody could tell them from its own.
    """
    chance = Chance(style.seed, "strange", False)
    first = int(chance.about(0, 0, len(jokers.NAMES) - 1e-6))
    two = (jokers.NAMES[first], jokers.NAMES[(first + 1) % len(jokers.NAMES)])
    suits, ranks = ("h", "d", "c", "s"), (french.RANKS[1:10], "JQK", french.RANKS)
    of_france = {f"french-{chance.pick(some)}{chance.pick(suits)}" for some in ranks}
    of_italy = {chance.pick(italian.NAMES) for _ in range(3)} if style.index.corners else set()
    return (*two, *sorted(of_france), *sorted(of_italy), *OTHERS)


def draw(style: DeckStyle, name: str, chance: Chance) -> tuple[Colour, list[Node], Marks]:
    """Paper, print and marks of one of NAMES, for a card of 61 x 95 mm; the marks' boxes in millimetres."""
    brush = Brush(style)
    marks, paper = Marks(), style.palette.stock
    if name.startswith("joker"):
        marks = jokers.draw(brush, name, chance)
    elif name.startswith("french"):
        paper, marks = french.draw(brush, name[7:-1], name[-1], chance)
    elif name.startswith("italian"):
        paper, marks = italian.draw(brush, int(name[8:-1]), name[-1], chance)
    elif name == "club":
        paper = printed.club(brush, chance)
    elif name == "advert":
        paper = printed.advert(brush, chance)
    elif name == "plain":
        paper = mix(paper, "#ffffff", chance.about(0.0, 0.0, 0.8))
    else:
        paper = hsv(chance.about(0, 0, 360), chance.about(0, 0, 0.8), chance.about(0.1, 0.05, 0.4))
    return paper, brush.nodes, marks
