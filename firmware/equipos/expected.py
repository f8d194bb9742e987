"""What a reading comes to where the packs of the jugada are known: ten cards a seat instead of forty.

The packs are a prior, and no more: what the eyes are sure of stays as it is, also where the packs say otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from math import prod
from typing import Final

from engine.cards import Card
from engine.equipos.packs import Packs
from engine.sentences import Sentence
from vision.reading import Alternative, Doubt, Hypothesis, TableReading

OUTSIDE: Final = 0.005
"""How likely it is, before anything is read, that a card is not of its seat's pack, beside one that is."""
_ALTERNATIVES: Final = 5
_LEAST: Final = 0.001
"""Probability below which a card is no alternative."""

_Same = Callable[[Card], Hashable]


def expected(reading: TableReading, packs: Packs, risk: float) -> TableReading:
    """The reading with the packs weighed in; as it is where more than the names of cards is in doubt.

    What its hypotheses leave out of 1 counts as wrong, so that nothing is sure that they do not carry. Up to the `risk`
    of being wrong nothing is asked.
    """
    only_names = all(doubt.kind == "card" and doubt.card is not None for doubt in reading.doubts)
    if reading.complete or not reading.hypotheses or not only_names:
        return reading
    ways = _weighed(reading, packs)
    named = ways[0].cards
    by_rank = _asked(ways, risk, lambda card: card.rank)
    asked = _asked(ways, risk, lambda card: card, by_rank)
    cards = tuple(
        replace(read, card=card, confidence=_share(ways, place, card))
        for place, (read, card) in enumerate(zip(reading.cards, named, strict=True))
    )
    doubts = tuple(_doubt(reading, ways, place, place not in by_rank) for place in sorted(asked))
    return replace(reading, cards=cards, doubts=doubts, complete=not asked, scorable=not by_rank, hypotheses=ways)


def _weighed(reading: TableReading, packs: Packs) -> tuple[Hypothesis, ...]:
    """The ways of naming the cards with the packs as their prior, the likeliest first."""

    def prior(cards: Sequence[Card]) -> float:
        seats = (read.seat for read in reading.cards)
        return prod(OUTSIDE for seat, card in zip(seats, cards, strict=True) if seat and card not in packs[seat])

    weighed = [(one.p * prior(one.cards), one.cards) for one in reading.hypotheses]
    left_out = max(0.0, 1 - sum(one.p for one in reading.hypotheses))
    total = sum(p for p, _ in weighed) + left_out
    return tuple(Hypothesis(p / total, cards) for p, cards in sorted(weighed, key=lambda one: -one[0]))


def _asked(ways: Sequence[Hypothesis], risk: float, same: _Same, asked: frozenset[int] = frozenset()) -> frozenset[int]:
    """The fewest places to ask about beside those `asked`, the least sure first, until the others are right together
    but for the risk."""
    named = ways[0].cards
    agree = [[same(card) == same(name) for card, name in zip(one.cards, named, strict=True)] for one in ways]
    sure = [sum(one.p for one, row in zip(ways, agree, strict=True) if row[place]) for place in range(len(named))]
    for place in sorted(range(len(named)), key=lambda place: sure[place]):
        right = (
            one.p
            for one, row in zip(ways, agree, strict=True)
            if all(fits or at in asked for at, fits in enumerate(row))
        )
        if sum(right) >= 1 - risk:
            break
        asked |= {place}
    return asked


def _share(ways: Sequence[Hypothesis], place: int, card: Card) -> float:
    return sum(one.p for one in ways if one.cards[place] == card)


def _doubt(reading: TableReading, ways: Sequence[Hypothesis], place: int, suit_only: bool) -> Doubt:
    seat, card = reading.cards[place].seat, ways[0].cards[place]
    shares = {other: _share(ways, place, other) for other in dict.fromkeys(one.cards[place] for one in ways)}
    likeliest = sorted(shares, key=lambda other: -shares[other])[:_ALTERNATIVES]
    alternatives = tuple(Alternative(other, shares[other]) for other in likeliest if shares[other] > _LEAST)
    where = seat or Sentence("no seat")
    text = Sentence("{seat}: {card} is not certain", seat=where, card=card)
    return Doubt("card", text, seat, place, alternatives, suit_only)
