"""What four cards are worth in each round."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from operator import attrgetter
from typing import Final, get_args

from engine.cards import Card
from engine.rounds import FOURTH, JOKOA, PAREAK, Round
from engine.rulebooks.fields import SUITS, Real31
from engine.rules import RuleBook
from engine.seats import Seat

HAND_SIZE: Final = 4


class Pairs(IntEnum):
    """The kinds of pairs; the value is what they are worth in tantos."""

    NONE = 0
    PAREAK = 1
    MEDIAK = 2
    DUPLEAK = 3


@dataclass(frozen=True, slots=True)
class Hand:
    """The strengths of one hand in the five rounds; in each the higher number wins, and equal numbers are a tie.

    `pareak` and `jokoa` are 0 where the hand does not have them. `puntua` is the sum of the cards, also of a hand
    that has jokoa.
    """

    handia: int
    txikia: int
    pareak: int
    jokoa: int
    puntua: int
    pairs: Pairs

    @property
    def jokoa_worth(self) -> int:
        """What the hand's jokoa is worth in tantos: 3 for 31, else 2; 0 without jokoa."""
        return 0 if not self.jokoa else 3 if self.puntua == 31 else 2

    def strength(self, round: Round) -> int:
        """The hand's strength in `round`, which is one of the five."""
        strength: int = _STRENGTH[round](self)
        return strength

    def worth(self, round: Round) -> int:
        """What the hand itself is worth in tantos where its team wins `round`: pairs and jokoa, else 0."""
        if round is PAREAK:
            return self.pairs.value
        return self.jokoa_worth if round is JOKOA else 0

    @property
    def ranks(self) -> tuple[int, ...]:
        """The four ranks as they count, the highest first: with eight kings a 3 is 12 and a 2 is 1."""
        return tuple(self.handia // power % _BASE for power in (_BASE**3, _BASE**2, _BASE, 1))

    @property
    def paired(self) -> tuple[int, ...]:
        """The ranks of its pairs as they count: none, one, or of dupleak the higher and the lower."""
        high, low = self.pareak // _BASE % _BASE, self.pareak % _BASE
        return (high, low) if self.pairs is Pairs.DUPLEAK else (high,) if self.pairs else ()

    @property
    def is_real_31(self) -> bool:
        """Whether its jokoa is the one that beats every other 31 in its rule book."""
        return self.jokoa == _REAL_31

    @property
    def least_pareak(self) -> bool:
        """Whether it holds two aces and no better pairs: nothing loses to it."""
        return self.pareak == _LEAST_PAREAK

    @property
    def least_jokoa(self) -> bool:
        """Whether its jokoa is 33: nothing loses to it."""
        return self.jokoa == _LEAST_JOKOA


def evaluate(cards: Sequence[Card], book: RuleBook) -> Hand:
    """The hand of four `cards` under the kings and the best jokoa of `book`. ValueError for any other number.

    >>> from engine.rules import rulebook
    >>> hand = evaluate([Card.parse(name) for name in ("12o", "12c", "11e", "1b")], rulebook("nabo"))
    >>> hand.pairs, hand.paired, hand.jokoa_worth
    (<Pairs.PAREAK: 1>, (12,), 3)
    """
    if len(cards) != HAND_SIZE:
        raise ValueError(f"a hand is four cards, not {len(cards)}")
    first, second, third, fourth = cards
    real31 = book.real31
    if book.suits_count and not _of_real_suits(cards, book):
        real31 = "none"
    weight = first.weight + second.weight + third.weight + fourth.weight
    return _HANDS[book.kings, real31].get(weight) or _valued(cards, book.kings, real31, weight)


def _of_real_suits(cards: Sequence[Card], book: RuleBook) -> bool:
    """Whether three sevens and a fourth card have the suits that the book's real 31 needs; of other hands nothing."""
    sevens = [card.suit.value for card in cards if card.rank == 7]
    others = [card.suit.value for card in cards if card.rank != 7]
    if book.real31_sevens == "any":
        allowed = set(SUITS)
    elif book.real31_sevens == "other-suits":
        allowed = set(SUITS).difference(others)
    else:
        allowed = set(book.real31_sevens)
    return allowed.issuperset(sevens) and set(book.real31_suits).issuperset(others)


def counted_rank(rank: int, kings: int) -> int:
    """The rank that a card counts as: with eight `kings` a 3 is a king, 12, and a 2 an ace, 1."""
    return {3: 12, 2: 1}.get(rank, rank) if kings == 8 else rank


Hands = Mapping[Seat, Hand]
"""Hands in playing order from the esku."""


def best(round: Round, hands: Hands) -> Seat | None:
    """The seat that wins `round`, of `hands`; None where there are no hands."""
    strength, winner, most = _STRENGTH[round], None, 0
    for seat, hand in hands.items():
        own = strength(hand)
        if winner is None or own > most:
            winner, most = seat, own
    return winner


_STRENGTH: Final = {round: attrgetter(round.value) for round in Round if round is not FOURTH}
"""By the round, what gives a hand's strength in it."""
_BASE: Final = 13  # above every rank
_LEAST_PAREAK: Final = (Pairs.PAREAK * _BASE + 1) * _BASE
_JOKOA_ORDER: Final = (33, 34, 35, 36, 37, 40, 32, 31)
_LEAST_JOKOA: Final = 1
_REAL_31: Final = len(_JOKOA_ORDER) + 1


_HANDS: Final[Mapping[tuple[int, Real31], dict[int, Hand]]] = {
    (kings, real31): {} for kings in (4, 8) for real31 in get_args(Real31)
}
"""By the kings and the best jokoa: the hands valued so far, by the weight of their cards. There are 715 of each."""


def _valued(cards: Sequence[Card], kings: int, real31: Real31, weight: int) -> Hand:
    """The hand of `cards`, of that weight together, which is kept."""
    ranks = sorted(counted_rank(card.rank, kings) for card in cards)
    total = sum(min(rank, 10) for rank in ranks)
    pairs, high, low = _pairs(ranks)
    hand = _HANDS[kings, real31][weight] = Hand(
        handia=_number(reversed(ranks)),
        txikia=-_number(ranks),
        pareak=(pairs.value * _BASE + high) * _BASE + low,
        jokoa=_jokoa(ranks, total, real31),
        puntua=total,
        pairs=pairs,
    )
    return hand


def _number(ranks: Iterable[int]) -> int:
    """The ranks as digits, the first one counting most."""
    number = 0
    for rank in ranks:
        number = number * _BASE + rank
    return number


def _pairs(ranks: Sequence[int]) -> tuple[Pairs, int, int]:
    """The kind of pairs in sorted `ranks`, the rank of the higher one and, of dupleak, of the lower one."""
    first, second, third, fourth = ranks
    if first == second and third == fourth:
        return Pairs.DUPLEAK, fourth, first
    if second == third and (first == second or third == fourth):
        return Pairs.MEDIAK, third, 0
    for one, other in ((first, second), (second, third), (third, fourth)):
        if one == other:
            return Pairs.PAREAK, one, 0
    return Pairs.NONE, 0, 0


def _jokoa(ranks: Sequence[int], total: int, real31: Real31) -> int:
    if total < 31:
        return 0
    if real31 != "none" and list(ranks[:3]) == [7, 7, 7] and (real31 == "hiru-zazpi" or ranks[3] == 10) and total == 31:
        return _REAL_31
    return _JOKOA_ORDER.index(total) + 1
