"""The faces by name: "1o" to "12b", and the strange ones that a mus deck lacks."""

from __future__ import annotations

from models.deck import aces, digits, figures, frame, layout, ornament
from models.deck.brush import Brush
from models.deck.chance import Chance
from models.deck.pips import pip
from models.deck.size import HEIGHT, WIDTH
from models.deck.style import DeckStyle
from models.deck.vector import Node, Symbol, Transform, Use, rect, rounded

SUITS = {"o": "oros", "c": "copas", "e": "espadas", "b": "bastos"}
RANKS = (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)
CARDS: tuple[str, ...] = tuple(f"{rank}{suit}" for suit in SUITS for rank in RANKS)
STRANGE: tuple[str, ...] = (*(f"{rank}{suit}" for suit in SUITS for rank in (8, 9)), "joker")

_UPSIDE_DOWN = Transform.turn(180).then(Transform.shift(WIDTH, HEIGHT))


class Artist:
    """Draws the faces of one style; pips of the same size are drawn once."""

    def __init__(self, style: DeckStyle) -> None:
        self.style = style
        self._pips: dict[tuple[str, float, int], Symbol] = {}

    def face(self, name: str) -> list[Node]:
        """The nodes of a face. KeyError where the name is none of CARDS and STRANGE."""
        if name not in CARDS and name not in STRANGE:
            raise KeyError(f"no such face: {name!r}")
        style = self.style
        brush = Brush(style)
        brush.fill(rect(-2, -2, WIDTH + 4, HEIGHT + 4), style.palette.stock)
        chance = Chance(style.seed, name, style.house)
        if name == "joker":
            figures.joker(brush, chance)
            frame.draw(brush, style.frame, "o", style.palette.frame)
            return brush.nodes
        rank, suit = int(name[:-1]), name[-1]
        if rank >= 10:
            figures.draw(brush, rank, suit, chance)
        elif rank == 1:
            aces.draw(brush, suit, chance)
        else:
            self._pip_card(brush, rank, suit, chance)
        frame.draw(brush, style.frame, suit, style.palette.frame)
        self._index(brush, rank, suit)
        return brush.nodes

    def _pip(self, suit: str, size: float, variant: int = 0) -> Symbol:
        key = (suit, round(size, 2), variant if suit == "b" else 0)
        if key not in self._pips:
            self._pips[key] = pip(self.style, suit, size, variant)
        return self._pips[key]

    def _pip_card(self, brush: Brush, rank: int, suit: str, chance: Chance) -> None:
        style = self.style
        places = layout.arrangement(suit, rank, chance, style.pip_size, style.spread)
        if chance.happens(style.ornaments):
            self._ornament(brush, rank, suit, chance)
        for p in places:
            brush.add(Use(self._pip(suit, p.size, p.variant), Transform.turn(p.turn).then(Transform.shift(p.x, p.y))))

    def _ornament(self, brush: Brush, rank: int, suit: str, chance: Chance) -> None:
        colour = chance.pick([self.style.palette.ink, *(t.base for t in self.style.palette.cloth)])
        kind = chance.pick(["flourish", "scribble", "both"])
        y = chance.pick([47.5, 47.5, 33.0, 62.0])
        if kind != "scribble":
            ornament.flourish(brush, WIDTH / 2, y, chance.about(7, 4, 10), colour)
        if kind != "flourish":
            width = chance.about(20, 10, 30)
            ornament.scribble(
                brush, WIDTH / 2, y - (9 if kind == "both" else 0), width, chance.about(2.5, 1.2, 4), colour, chance
            )

    def _index(self, brush: Brush, rank: int, suit: str) -> None:
        index, colours = self.style.index, self.style.palette
        paths, width = digits.number(str(rank), index.font, index.height)
        corner = Brush(self.style)
        if index.box != "none":
            pad = index.height * 0.18
            shape = rounded(-pad, -pad, width + 2 * pad, index.height + 2 * pad, pad if index.box == "round" else 0.0)
            corner.fill(shape, colours.stock)
            corner.line(shape, colours.frame, max(0.15, index.height * 0.04))
        for path in paths:
            corner.fill(path, colours.index)
        if index.suit_mark:
            size = index.height * 0.95
            at = Transform.shift(max(width, size * 0.6) / 2, index.height * 1.2 + size / 2)
            corner.add(Use(self._pip(suit, size), at))
        symbol = Symbol(tuple(corner.nodes))
        place = Transform.shift(index.x, index.y)
        brush.add(Use(symbol, place), Use(symbol, place.then(_UPSIDE_DOWN)))
        if index.corners == 4:
            right = Transform.shift(WIDTH - index.x - width, index.y)
            brush.add(Use(symbol, right), Use(symbol, right.then(_UPSIDE_DOWN)))
