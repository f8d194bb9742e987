"""Naming the cards of a table together: each card is there once."""

from __future__ import annotations

import math
from dataclasses import dataclass

from engine.cards import Card

Ranked = list[tuple[Card, float]]
"""What one place may be, the likeliest first, with probabilities."""

MOST_CHOICES = 6
NEGLIGIBLE = 1e-5
"""Probability below which a way of naming all places is left out of the sum."""

HOPELESS = 1e-3
"""Where even the likeliest names together have less than this, nothing is certain, and nothing is counted."""


@dataclass(frozen=True, slots=True)
class Joint:
    """What the places come to when every card can be there only once.

    `consistent` is the probability that the names, drawn for each place apart, are all different: where it is small,
    the places contradict each other, and the rest means little. `names` is the likeliest way of different names, with
    the probability of each under the condition that all are different.
    """

    names: tuple[tuple[Card, float], ...]
    consistent: float


def together(places: list[Ranked]) -> Joint:
    """The likeliest different names for all places together; each place's own likeliest where that is hopeless."""
    alone = Joint(tuple(place[0] for place in places), 0.0)
    if math.prod(place[0][1] for place in places) < HOPELESS:
        return alone
    choices = [[(card, p) for card, p in place[:MOST_CHOICES] if p > NEGLIGIBLE] for place in places]
    order = sorted(range(len(places)), key=lambda i: len(choices[i]))
    most = [1.0] * (len(order) + 1)
    for depth in range(len(order) - 1, -1, -1):
        most[depth] = most[depth + 1] * choices[order[depth]][0][1]
    ways: list[tuple[float, tuple[Card, ...]]] = []

    def extend(depth: int, weight: float, taken: tuple[Card, ...]) -> None:
        if depth == len(order):
            ways.append((weight, taken))
            return
        for card, p in choices[order[depth]]:
            if weight * p * most[depth + 1] < NEGLIGIBLE:
                break
            if card not in taken:
                extend(depth + 1, weight * p, (*taken, card))

    extend(0, 1.0, ())
    if not ways:
        return alone
    consistent = math.fsum(weight for weight, _ in ways)
    _, likeliest = max(ways, key=lambda way: way[0])
    names: list[tuple[Card, float]] = [place[0] for place in places]
    for depth, (place, card) in enumerate(zip(order, likeliest, strict=True)):
        share = math.fsum(weight for weight, way in ways if way[depth] == card)
        names[place] = (card, share / consistent)
    return Joint(tuple(names), consistent)
