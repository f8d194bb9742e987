"""The faces by name: "1o" to "12b", and the strange ones that a mus deck lacks."""

from __future__ import annotations

from dataclasses import replace

from engine.cards import DECK
from models.deck import figures, strange
from models.deck.chance import Chance
from models.deck.drawing.brush import Brush
from models.deck.drawing.vector import Group, Node, Shape, Symbol, Transform, Use, rect
from models.deck.ends import frame, index
from models.deck.ends.marks import Marks
from models.deck.palette import suit_colour
from models.deck.pips import aces, between, layout, pip
from models.deck.size import HEIGHT, WIDTH
from models.deck.style import DeckStyle

SUITS = {"o": "oros", "c": "copas", "e": "espadas", "b": "bastos"}
CARDS = tuple(str(card) for card in DECK)
STRANGE: tuple[str, ...] = (*(f"{rank}{suit}" for suit in SUITS for rank in (8, 9)), "joker")
"""What the same maker's deck of 48 has besides, and its joker."""


class Artist:
    """Draws the faces of one style; pips of the same size are drawn once."""

    def __init__(self, style: DeckStyle) -> None:
        self.style = style
        left, top, right, bottom = style.trim
        self.size = (style.width - left - right, style.height - top - bottom)
        """Width and height of what is left of the cards, millimetres."""
        self._pips: dict[tuple[str, float, int], Symbol] = {}
        self._marks: dict[str, Marks] = {}

    def marks(self, name: str) -> Marks:
        """What the face shows at its ends. KeyError where there is no such face."""
        if name not in self._marks:
            self.face(name)
        return self._marks[name]

    def face(self, name: str) -> list[Node]:
        """The nodes of a face. KeyError where the name is none of CARDS, STRANGE and `strange.NAMES`."""
        if name not in CARDS and name not in STRANGE and name not in strange.NAMES:
            raise KeyError(f"no such face: {name!r}")
        style = self.style
        chance = Chance(style.seed, name, style.house)
        if name in strange.NAMES:
            # Of another maker: it is as large as these cards were left, and not cut as they were.
            paper, nodes, marks = strange.draw(style, name, chance)
            place = Transform.scale(self.size[0] / WIDTH, self.size[1] / HEIGHT)
        else:
            paper, nodes, marks = self._spanish(name, chance)
            place = self._place(name)
        self._marks[name] = _seen(marks, place, self.size)
        sheet = Shape(rect(-2, -2, self.size[0] + 4, self.size[1] + 4), paper)
        return [sheet, *(nodes if place == Transform() else [Group(tuple(nodes), place)])]

    def _place(self, name: str) -> Transform:
        """Where the print lies on what is left of the card."""
        style, x, y = self.style, self.style.width / 2, self.style.height / 2
        chance = Chance(style.seed, f"{name} crooked", style.house)
        turn, right, down = (chance.about(0.0, -style.crooked, style.crooked) for _ in range(3))
        crooked = Transform.shift(-x, -y).then(Transform.turn(turn)).then(Transform.shift(x + right, y + down))
        return crooked.then(Transform.shift(-style.trim[0], -style.trim[1]))

    def _spanish(self, name: str, chance: Chance) -> tuple[str, list[Node], Marks]:
        """Paper, print and marks of one of the forty, an eight, a nine or the joker."""
        suit = "o" if name == "joker" else name[-1]
        style = self._style_of(suit)
        art, size = Brush(style), (style.width, style.height)
        line = Brush(style)
        pinta = dict(style.wrong_pinta).get(name, suit)
        uneven = Chance(style.seed, f"{name} frame", style.house)
        frame.draw(line, style.frame, pinta, style.palette.frame, size, uneven)
        shown = pinta if style.frame.lines else None
        rank = 0 if name == "joker" else int(name[:-1])
        if name == "joker":
            figures.joker(art, chance)
        elif rank >= 10:
            figures.draw(art, rank, suit, chance)
        elif rank == 1:
            aces.draw(art, suit, chance)
        else:
            self._pip_card(art, rank, suit, chance)
        nodes = _fitted(art.nodes, size)
        nodes = line.nodes + nodes if style.frame.behind else nodes + line.nodes
        if name == "joker":
            return style.palette.stock, nodes, Marks(None, shown)
        corner = Brush(style)
        number = suit_colour(style.palette, suit) if style.index.of_suit else style.palette.index
        colours = (number, style.palette.stock, style.palette.frame)
        mark = self._pip(suit, style.index.height * 0.95)
        boxes = index.draw(corner, style.index, str(rank), colours, mark, size)
        return style.palette.stock, nodes + corner.nodes, Marks(rank if boxes else None, shown, tuple(boxes))

    def _style_of(self, suit: str) -> DeckStyle:
        """The style with the paper that the suit has."""
        palette = self.style.palette
        if not palette.grounds:
            return self.style
        return replace(self.style, palette=replace(palette, stock=palette.grounds["oceb".index(suit)]))

    def _pip(self, suit: str, size: float, variant: int = 0) -> Symbol:
        key = (suit, round(size, 2), variant if suit == "b" else 0)
        if key not in self._pips:
            self._pips[key] = pip(self._style_of(suit), suit, size, variant)
        return self._pips[key]

    def _pip_card(self, brush: Brush, rank: int, suit: str, chance: Chance) -> None:
        style = self.style
        if style.one_pip:
            places = layout.single(suit, style.pip_size)
        else:
            places = layout.arrangement(suit, rank, chance, style.pip_size, style.spread)
        between.draw(brush, rank, suit, places)
        with between.tied(brush, rank, suit, places):
            for p in places:
                at = Transform.turn(p.turn).then(Transform.shift(p.x, p.y))
                brush.add(Use(self._pip(suit, p.size, p.variant), at))


def _fitted(nodes: list[Node], size: tuple[float, float]) -> list[Node]:
    """Art that was drawn for a card of 61 x 95 mm, in the middle of one of another size."""
    width, height = size
    if (width, height) == (WIDTH, HEIGHT):
        return nodes
    grow = min(width / WIDTH, height / HEIGHT)
    place = Transform.scale(grow).then(Transform.shift((width - WIDTH * grow) / 2, (height - HEIGHT * grow) / 2))
    return [Group(tuple(nodes), place)]


def _seen(marks: Marks, place: Transform, size: tuple[float, float]) -> Marks:
    """The marks in shares of the card as it was cut, the print lying where `place` has it."""
    boxes = []
    for x0, y0, x1, y1 in marks.boxes:
        points = [place(p) for p in ((x0, y0), (x1, y0), (x1, y1), (x0, y1))]
        xs, ys = [x / size[0] for x, _ in points], [y / size[1] for _, y in points]
        boxes.append((min(xs), min(ys), max(xs), max(ys)))
    return replace(marks, boxes=tuple(boxes))
