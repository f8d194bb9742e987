"""The table as a whole: how likely it is that all its places hold what they are taken for, where each of the forty is
there once.

Now and then one is there twice, because two decks were mixed. All ways of naming the unsure places are summed up, card
by card, by the set of places that are named already; a sure place is weighed by itself, beside what the others may be.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.seats import Seat
from vision.arrays import F64
from vision.classify.naming import FORTY

NONE = len(FORTY)
"""The class of a thing that is none of the forty; any number of places may hold it."""

TWICE = 0.005
"""How likely it is, before anything is read, that a card which lies on the table is at another place as well."""

CARDS_A_HAND = 4

ONE_MORE, ONE_FEWER = 0.005, 0.02
"""How likely it is, before anything is read, that a hand has one card more than four, and one fewer: of those that are
dealt right one lies face down now and then, or where nobody sees it."""

MOST_OPEN = 10
"""Places that are summed up together; there are as many sets of them as two to that power."""

SURE = 1e-4
"""Probability that a place holds another class than the likeliest, below which it is weighed by itself, beside what the
others may be."""

SHARED = 0.01
"""Probability, over all other places, of a place's likeliest card, above which it is summed up together with them."""

_NEGLIGIBLE = 1e-8
"""Probability of a way that is left out."""

_Shares = Sequence[tuple[int, float]]
"""Of the places that may hold a card, by their bits, how likely each is to."""


class _Step(NamedTuple):
    """One card on the way of the sum: which places may hold it, what the first of them counts beside those that are not
    summed up, and the sum's derivative by any place's share, by the set of places that are named."""

    card: int
    shares: _Shares
    first: float
    slope: F64


class Joint:
    """What places hold together, by the probabilities `p` (n, 41) of what each holds by itself; each row sums to 1.

    `hands`: at whose hand each place lies, if at any. `marginals` (n, 41): what each place holds, as far as the others
    are known. `total`: what all ways of naming the places come to, each the product of its probabilities and of what
    doubles and unusual hands count.
    """

    def __init__(self, p: F64, hands: Sequence[Seat | None] = ()) -> None:
        self.p = p
        self.hands = hands or (None,) * len(p)
        self._likeliest = p.argmax(axis=1)
        apart = self._apart()
        self._open = self._to_sum_up(apart)
        self._closed = np.delete(np.arange(len(p)), self._open)
        self._weighed = apart.copy()
        self._weighed[self._open] = p[self._open]
        self._sum, self.marginals = self._counted()
        taken_for = (self._closed, self._likeliest[self._closed])
        self.total = self._sum * float((p[taken_for] / self._weighed[taken_for]).prod())

    def right(self, allowed: NDArray[np.bool_]) -> float:
        """The probability that each place holds one of the classes that are `allowed` there (n, 41)."""
        p = np.where(allowed, self._weighed, 0.0)
        sums, _ = self._summed(p)
        return float(sums[-1] * p[self._closed].sum(axis=1).prod() / self._sum)

    def _apart(self) -> F64:
        """What each place holds by itself (n, 41), beside what the others may be; of the numbers of cards that they may
        make of its hand the one that leaves it least sure counts."""
        weights = self.p.copy()
        for place in range(len(weights)):
            weights[place, :NONE] *= _one_more_counts(np.delete(self.p, place, axis=0))
        for place, seat in enumerate(self.hands):
            if seat:
                others = [other for other, its in enumerate(self.hands) if its is seat and other != place]
                none = self.p[others, NONE]
                cards = np.arange(np.count_nonzero(none < SURE), np.count_nonzero(none < 1 - SURE) + 1)
                size = len(others) + 1
                rises = how_usual(cards, size) / how_usual(cards + 1, size)
                weights[place, NONE] *= rises.min() if self._likeliest[place] == NONE else rises.max()
        return np.asarray(weights / weights.sum(axis=1, keepdims=True))

    def _to_sum_up(self, apart: F64) -> NDArray[np.intp]:
        """The places that are unsure, and those whose card others may hold; of too many the least sure."""
        places = np.arange(len(self.p))
        elsewhere = self.p.sum(axis=0)[self._likeliest] - self.p[places, self._likeliest]
        is_shared = (elsewhere > SHARED) & (self._likeliest != NONE)
        share = apart[places, self._likeliest]
        order = np.argsort(share, kind="stable")
        return np.sort(order[((share < 1 - SURE) | is_shared)[order]][:MOST_OPEN])

    def _counted(self) -> tuple[float, F64]:
        """What all ways come to, and each place's marginals: the sum's derivatives, by going back over the cards."""
        sums, steps = self._summed(self._weighed)
        total = float(sums[-1])
        marginals = self._weighed.copy()
        marginals[self._open] = 0.0
        back = np.zeros_like(sums)
        back[-1] = 1.0
        for card, shares, first, slope in reversed(steps):
            for bit, share in shares:
                without, held = _halves(slope, bit)[:, 0], _halves(back, bit)[:, 1]
                marginals[self._open[bit], card] = share * float(np.vdot(held, without)) / total
            back, _ = _named(back, shares, first, to=0)
        none = back * self._without_cards(self._weighed)
        for bit, place in enumerate(self._open):
            marginals[place, NONE] = _halves(none, bit)[:, 1].sum() / total
        return total, marginals

    def _summed(self, p: F64) -> tuple[F64, list[_Step]]:
        """By the set of places that are named, what the ways of naming them come to (2^open,), and each card's step."""
        first = _one_more_counts(self._weighed[self._closed])
        sums = self._without_cards(p)
        steps = []
        for card, p_of in enumerate(p[self._open, :NONE].T.tolist()):
            shares = [(bit, share) for bit, share in enumerate(p_of) if share > _NEGLIGIBLE]
            if shares:
                sums, slope = _named(sums, shares, first[card], to=1)
                steps.append(_Step(card, shares, first[card], slope))
        return sums, steps

    def _without_cards(self, p: F64) -> F64:
        """By the set of open places (2^open,) how likely it is that these hold none of the forty and the others do, as
        far as they are not named yet."""
        sums = self._unusual_hands.copy()
        for bit, place in enumerate(self._open):
            _halves(sums, bit)[:, 1] *= p[place, NONE]
        return sums

    @cached_property
    def _unusual_hands(self) -> F64:
        """By the set of open places that hold none of the forty (2^open,) what unusual hands count."""
        sets = np.arange(1 << len(self._open))
        none = np.repeat((self._likeliest == NONE)[:, np.newaxis], len(sets), axis=1)
        none[self._open] = sets >> np.arange(len(self._open))[:, np.newaxis] & 1
        counts = np.ones(len(sets))
        for seat in {seat for seat in self.hands if seat}:
            hand = np.array([other is seat for other in self.hands])
            cards = np.count_nonzero(~none[hand], axis=0)
            counts *= how_usual(cards, int(hand.sum()))
        return counts


def how_usual(cards: NDArray[np.integer], places: int) -> F64:
    """How likely it is, beside a hand of four, that one of so many `cards` lies at so many places.

    A heap of more than eight is no hand; that it is as likely as one of eight keeps the products from becoming zero.
    """
    more = np.clip(cards - CARDS_A_HAND, 0, CARDS_A_HAND)
    fewer = np.maximum(min(places, CARDS_A_HAND) - cards, 0)
    return np.asarray(ONE_MORE**more * ONE_FEWER**fewer)


def _one_more_counts(p: F64) -> F64:
    """What it counts (40,) that each card is at one place more, beside places that hold it with p (n, 41)."""
    return np.asarray(TWICE + (1 - TWICE) * (1 - p[:, :NONE]).prod(axis=0))


def _named(sums: F64, shares: _Shares, first: float, to: int) -> tuple[F64, F64]:
    """The sums by sets of named places, where any of these places may hold one card more, and their derivative by any
    place's share. `first`: what the first of them counts. `to`: 1, or 0 to take the places off the sets."""
    again = sums.copy()
    for bit, share in shares:
        by_place = _halves(again, bit)
        by_place[:, to] += TWICE * share * by_place[:, 1 - to]
    # There each place counts as one that holds what lies on the table already.
    return sums + first / TWICE * (again - sums), first * again


def _halves(sums: F64, bit: int) -> F64:
    """The sums (…, 2, 2^bit) of the sets without a place, and of those with it."""
    return sums.reshape(-1, 2, 1 << bit)


def same_rank(classes: Iterable[int]) -> NDArray[np.bool_]:
    """Which classes (n, 41) are of the same rank as those given (n,); of NONE, itself alone."""
    ranks = np.array([*(card.rank for card in FORTY), 0])
    return np.asarray(ranks == ranks[np.fromiter(classes, int)][:, np.newaxis])
