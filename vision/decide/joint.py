"""The table as a whole: the probability of each way of naming all its cards, where each of the forty is there once.

Now and then one is there twice, because two decks were mixed. What counts may be the cards or their ranks alone: then a
way names the ranks, and all the cards that it may stand for are summed up in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.seats import Seat
from vision.classify.naming import FORTY

F64 = NDArray[np.float64]

NONE = len(FORTY)
"""The class of a thing that is none of the forty; any number of places may hold it."""

MOST_WAYS = 1024
"""Ways of naming all places that are kept while they are counted: many more than any table has that is sure."""

TWICE = 0.005
"""How likely it is, before anything is read, that a card which lies on the table is at another place as well."""

CARDS_A_HAND = 4

UNUSUAL = 0.02
"""How likely it is, before anything is read, that a hand has one card more or less than four."""

_NEGLIGIBLE = 1e-10
"""Probability, beside the likeliest way's, below which a way is not followed."""


@dataclass(frozen=True, slots=True)
class Labels:
    """What a place may be named, and the cards (labels, k) that each name stands for; NONE fills what is over.

    Of a label's k cards some have been taken by the places named before: which ones is a distribution over the 2^k
    sets of them.
    """

    same: NDArray[np.integer]
    """Of each class (41,), NONE the last, what it is named."""
    names: NDArray[np.integer]
    cards: NDArray[np.integer]

    @classmethod
    def of(cls, same: NDArray[np.integer]) -> Labels:
        """The labels by what counts as the same (41,)."""
        names = np.unique(same)
        groups = [np.flatnonzero(same[:NONE] == name) for name in names]
        most = max(map(len, groups))
        cards = [np.pad(group, (0, most - len(group)), constant_values=NONE) for group in groups]
        return cls(same, names, np.array(cards))

    @property
    def none(self) -> int:
        """What a place is named that holds none of the forty."""
        return int(self.same[NONE])

    def untaken(self) -> F64:
        """Of one way (1, labels, sets): nothing is taken yet."""
        taken = np.zeros((1, len(self.names), 1 << self.cards.shape[1]))
        taken[..., 0] = 1
        return taken

    def laid(self, p: F64) -> F64:
        """How likely each label's taken set becomes another (labels, sets, sets) as it is laid at one more place, by
        that place's probabilities (41,)."""
        sets = np.arange(1 << self.cards.shape[1])
        moved = np.zeros((len(self.names), len(sets), len(sets)))
        for which, cards in enumerate(self.cards.T):
            again = np.where(sets >> which & 1, TWICE, 1.0)
            share = np.where(cards < NONE, p[cards], 0.0)
            moved[:, sets, sets | 1 << which] += share[:, np.newaxis] * again
        none = np.flatnonzero(np.all(self.cards == NONE, axis=1))
        moved[none] += p[NONE] * np.eye(len(sets))
        return moved


CARDS = Labels.of(np.arange(NONE + 1))
RANKS = Labels.of(np.array([card.rank for card in FORTY] + [0]))
"""A place may be named by its card, or by its rank alone."""


@dataclass(frozen=True, slots=True)
class Joint:
    """The ways in which places may be named: labels (m, n) by what counts as the same, with probabilities (m,).

    The likeliest comes first. What the probabilities lack to 1 belongs to ways that were too many, or too unlikely, to
    be counted, and is counted as wrong.
    """

    ways: NDArray[np.int8]
    p: F64

    def right(self, labels: NDArray[np.integer], asked: NDArray[np.bool_]) -> float:
        """The probability that all places but the `asked` ones hold what `labels` (n,) says."""
        agree = (self.ways == labels) | asked
        return float(self.p[agree.all(axis=1)].sum())

    def marginals(self) -> F64:
        """For each place the probability (n, NONE + 1) of each label."""
        columns = [np.bincount(column, self.p, NONE + 1) for column in self.ways.T]
        return np.array(columns, np.float64).reshape(-1, NONE + 1)


def double(way: NDArray[np.integer]) -> NDArray[np.bool_]:
    """Which places (n,) hold a card that another place holds as well, by the classes of one way."""
    twice: NDArray[np.bool_] = (np.bincount(way, minlength=NONE + 1)[way] > 1) & (way < NONE)
    return twice


def joint(p: F64, labels: Labels = CARDS, hands: Sequence[Seat | None] = ()) -> Joint:
    """All places together, by the probabilities (n, 41) of what each holds by itself; each row sums to 1.

    `labels`: what the places are named by, CARDS or RANKS. `hands`: at whose hand each place lies, if at any. The least
    sure hand is the first, as what is left out of it counts the less beside what it comes to.
    """
    seats = hands or (None,) * len(p)
    surest = np.argsort(-p.max(axis=1), kind="stable").tolist()
    beam = _Beam(labels, len(p))
    for seat in dict.fromkeys(seats[place] for place in reversed(surest)):
        hand = [place for place in surest if seats[place] is seat]
        for number, place in enumerate(hand):
            beam.name(place, p[place], hand[:number], len(hand) if seat else None)
    return beam.joint()


class _Beam:
    """The likeliest ways (m, n) of naming the places so far, with their weights, and the weight of those left out."""

    def __init__(self, labels: Labels, places: int) -> None:
        self._labels = labels
        self._ways = np.full((1, places), labels.none, np.int8)
        self._weight = np.ones(1)
        self._taken = labels.untaken()
        self._lost = 0.0

    def name(self, place: int, p: F64, before: list[int], size: int | None) -> None:
        """Go on with one more place, by the probabilities (41,) of what it holds by itself.

        `before`: the places of its hand that are named already; `size`: how many places are at its hand, if at any.
        """
        laid = self._labels.laid(p)
        weights = self._weight[:, np.newaxis] * np.einsum("wls,ls->wl", self._taken, laid.sum(axis=2))
        if size is not None:
            weights *= np.where(self._is_unusual(before, size), UNUSUAL, 1.0)
        row, column = np.nonzero(weights > _NEGLIGIBLE * weights.max())
        if len(row) > MOST_WAYS:
            kept = np.argpartition(-weights[row, column], MOST_WAYS)[:MOST_WAYS]
            row, column = row[kept], column[kept]
        self._lost += float(weights.sum() - weights[row, column].sum())
        self._weight, self._ways, self._taken = weights[row, column], self._ways[row], self._taken[row]
        self._ways[:, place] = self._labels.names[column]
        here = (np.arange(len(row)), column)
        after = np.einsum("ws,wst->wt", self._taken[here], laid[column])
        self._taken[here] = after / after.sum(axis=1, keepdims=True)

    def _is_unusual(self, before: list[int], size: int) -> NDArray[np.bool_]:
        """Whether one more place of each label (ways, labels) leaves the hand with too few cards, or too many."""
        cards = np.count_nonzero(self._ways[:, before] != self._labels.none, axis=1)[:, np.newaxis]
        is_none = self._labels.names == self._labels.none
        too_few = len(before) - cards >= max(size - CARDS_A_HAND, 0)
        return np.asarray(np.where(is_none, too_few, cards >= CARDS_A_HAND), np.bool_)

    def joint(self) -> Joint:
        """What has been named."""
        best = np.argsort(-self._weight, kind="stable")
        return Joint(self._ways[best], self._weight[best] / (self._weight.sum() + self._lost))
