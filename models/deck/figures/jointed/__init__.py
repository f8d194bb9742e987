"""Figures of other makers: people and horses put together from joints, each in a pose and a dress of its own.

The project's own figures are three drawings, each dressed in four ways. A network that has seen no other soon
knows a king by his collar and a horse by its outline. These have nothing in common but what all makers keep to: the
sota stands on two legs, the zaldun sits on a horse, the errege wears a crown.
"""

from __future__ import annotations

from models.deck.chance import Chance
from models.deck.drawing.brush import Brush
from models.deck.figures.jointed import people
from models.deck.figures.jointed.maker import maker_of


def draw(brush: Brush, rank: int, suit: str, chance: Chance) -> people.Head:
    """Somebody of a rank (10, 11, 12), with the sign of the suit, and where the head is."""
    maker = maker_of(brush.style.seed, brush.style.held_out)
    return {10: people.page, 11: people.rider, 12: people.king}[rank](brush, suit, maker, chance)
