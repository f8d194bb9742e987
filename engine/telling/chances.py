"""What was to be expected: of a round by a team's cards, and of a game by its score.

A game's odds know no bids: they are those of the cards alone, as if every round still to come were passed by all. What
a karta aldia brings then is counted over deals that are always the same ones, and from it how likely each score wins.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from engine.cards import DECK, Card
from engine.hands import HAND_SIZE
from engine.records import HandRecord
from engine.rounds import Round
from engine.rules import RuleBook
from engine.seats import SEATS_OF, Seat, Team, playing_order
from engine.showdown import score
from engine.tantos.result import Result

_DEALS: Final = 5_000
_LONGEST: Final = 100
"""Tantos of a game whose odds are told, at most: every score that may stand in it is counted."""


class Swing(NamedTuple):
    """How likely N-S was to win the game before a karta aldia, and after it: numbers from 0 to 1."""

    before: float
    after: float

    @property
    def by(self) -> float:
        """How far the odds moved, for whichever team."""
        return abs(self.after - self.before)

    @property
    def turns(self) -> bool:
        """Whether another team was the favourite after it than before."""
        return (self.before < 0.5) != (self.after < 0.5)


def swing(record: HandRecord, result: Result, players: int) -> Swing | None:
    """What a karta aldia did to the game, which so many `players` play; None where its odds are not told.

    >>> from engine.rules import rulebook
    >>> record = HandRecord("nabo", rulebook("nabo"), Seat.N, {Team.NS: 37, Team.EW: 30}, {})
    >>> told = swing(record, Result((), {Team.NS: 40, Team.EW: 30}, Team.NS, "target"), 4)
    >>> f"{told.before:.0%}, {told.after:.0%}"
    '94%, 100%'
    """
    won = _won(record.book, players)
    if won is None or max(record.score.values()) >= record.book.target:
        return None
    esku = record.esku.team
    before = _of_ns(esku, won[_missing(record.book, record.score, esku)])
    if result.winner:
        return Swing(before, float(result.winner is Team.NS))
    return Swing(before, _of_ns(esku.other, won[_missing(record.book, result.score, esku.other)]))


def turning_points(swings: Sequence[Swing | None]) -> tuple[int, ...]:
    """The places of those after which another team was the favourite, the largest first."""
    turns = {place: one.by for place, one in enumerate(swings) if one and one.turns}
    return tuple(sorted(turns, key=turns.__getitem__, reverse=True))


def biggest(swings: Sequence[Swing | None]) -> int | None:
    """The place of the one that moved the odds most, the first of several; None where none is told."""
    moved = {place: one.by for place, one in enumerate(swings) if one}
    return max(moved, key=moved.__getitem__, default=None)


def by_cards(record: HandRecord, team: Team) -> Mapping[Round, float]:
    """How likely a team is to hold the best hand of each round that is played, by the cards of both its partners.

    A round that their cards leave no room for is not there; nor is anything where not every hand is of four cards.
    """
    if not record.cards or any(len(hand) != HAND_SIZE for hand in record.cards.values()):
        return {}
    own = frozenset((seat, frozenset(hand)) for seat, hand in record.cards.items() if seat.team is team)
    return _by_cards(record.book, record.esku, frozenset(record.cards), own)


@lru_cache(maxsize=1024)
def _by_cards(
    book: RuleBook, esku: Seat, seats: Collection[Seat], hands: Collection[tuple[Seat, Collection[Card]]]
) -> Mapping[Round, float]:
    from engine.odds import odds  # NumPy is loaded where somebody wants it

    (team,) = {seat.team for seat, _ in hands}
    found = odds(book, esku, {seat: tuple(hand) for seat, hand in hands}, seats)
    return {round: float(one.wins(team) / one.played) for round, one in found.items() if one.played}


def _of_ns(team: Team, won: float) -> float:
    return won if team is Team.NS else 1 - won


def _missing(book: RuleBook, score: Mapping[Team, int], esku: Team) -> tuple[int, int]:
    return book.target - score[esku], book.target - score[esku.other]


_Marks = Sequence[tuple[bool, int]]
"""What is marked, in its order: whether for the esku's team, and the tantos."""


@lru_cache(maxsize=8)
def _won(book: RuleBook, players: int) -> Mapping[tuple[int, int], float] | None:
    """How likely the esku's team is to win, by the tantos that it and the other team are still missing."""
    if book.target > _LONGEST:
        return None
    brought = _brought(book.with_options({"target": _LONGEST}), players)
    won: dict[tuple[int, int], float] = {}
    for ours, theirs in sorted(product(range(1, book.target + 1), repeat=2), key=sum):
        wins = 0.0
        for (own, others), ways in brought.items():
            if own < ours and others < theirs:  # the game goes on, and the next esku is of the other team
                wins += ways.total() * (1 - won[theirs - others, ours - own])
            else:
                wins += sum(times for marks, times in ways.items() if _are_enough(marks, ours, theirs))
        won[ours, theirs] = wins / _DEALS
    return won


def _are_enough(marks: _Marks, ours: int, theirs: int) -> bool:
    """Whether the esku's team is the first to have all that it is missing, where one of them has by these marks."""
    while min(ours, theirs) > 0:
        (own, tantos), *marks = marks
        ours, theirs = (ours - tantos, theirs) if own else (ours, theirs - tantos)
    return ours <= 0


def _brought(book: RuleBook, players: int) -> Mapping[tuple[int, int], Counter[_Marks]]:
    """What passed karta aldiak bring, and how often each, by the tantos that the esku's team and the other one have."""
    chance, seats = random.Random(_DEALS), SEATS_OF[players]
    order, nothing = playing_order(seats[0], seats), dict.fromkeys(Team, 0)
    brought: dict[tuple[int, int], Counter[_Marks]] = {}
    for _ in range(_DEALS):
        cards = chance.sample(DECK, HAND_SIZE * players)
        hands = {seat: tuple(cards[HAND_SIZE * i : HAND_SIZE * (i + 1)]) for i, seat in enumerate(order)}
        found = score(HandRecord(book.name, book, order[0], nothing, hands))
        own, other = (found.score[team] for team in (order[0].team, order[0].team.other))
        marks = tuple([(mark.team is order[0].team, mark.tantos) for mark in found.marks])
        brought.setdefault((own, other), Counter())[marks] += 1
    return brought
