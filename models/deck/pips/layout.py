"""Where the pips stand: an arrangement for every suit and rank."""

from __future__ import annotations

from dataclasses import dataclass, replace

from models.deck.chance import Chance
from models.deck.pips.composed import composed
from models.deck.size import CENTRE, MIDDLE
from models.deck.tables import table

_ROUND = {"o": 0.95, "c": 0.94}
"""How much of its room a pip of these suits takes; both are arranged alike."""

COMPOSED = 0.4
"""Share of the cards that are arranged as no maker is known to."""


@dataclass(frozen=True)
class Place:
    """A pip's middle, its size, its turn (clockwise) and its colour among the suit's."""

    x: float
    y: float
    size: float
    turn: float = 0.0
    variant: int = 0


def single(suit: str, size: float) -> list[Place]:
    """One huge pip in the card's middle."""
    return [Place(MIDDLE, CENTRE, {"o": 38.0, "c": 44.0}.get(suit, 66.0) * size, 18.0 if suit in "eb" else 0.0)]


def arrangement(suit: str, rank: int, chance: Chance, size: float, spread: float) -> list[Place]:
    """The places of one card's pips (ranks 2 to 9)."""
    if chance.happens(COMPOSED):
        pips = [Place(*numbers) for numbers in composed(rank, suit not in _ROUND, chance)]
    else:
        options = table("pips/layout")["round" if suit in _ROUND else suit][str(rank)]
        pips = [Place(*numbers) for numbers in chance.pick(options)]
    return [
        replace(
            pip,
            x=MIDDLE + (pip.x - MIDDLE) * spread,
            y=CENTRE + (pip.y - CENTRE) * spread,
            size=pip.size * _ROUND.get(suit, 1.0) * size,
        )
        for pip in pips
    ]
