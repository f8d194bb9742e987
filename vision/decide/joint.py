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

CARDS = np.arange(NONE + 1)
RANKS = np.array([card.rank for card in FORTY] + [0])
"""What counts as the same, for each of the forty and NONE: the card, or its rank."""

MOST_WAYS = 1024
"""Ways of naming all places that are kept while they are counted: many more than any table has that is sure."""

TWICE = 0.005
"""How likely it is, before anything is read, that a card which lies on the table is at another place as well."""

FIFTH = 0.02
"""How likely it is, before anything is read, that a hand of four has one card more."""

CARDS_A_HAND = 4

_NEGLIGIBLE = 1e-10
"""Probability, beside the likeliest way's, below which a way is not followed."""


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


def joint(p: F64, same: NDArray[np.integer] = CARDS, hands: Sequence[Seat | None] = ()) -> Joint:
    """All places together, by the probabilities (n, 41) of what each holds by itself; each row sums to 1.

    `same` (41,): what counts as the same, CARDS or RANKS. `hands`: to whose hand each place belongs, if to any.
    """
    labels = _Labels.of(same)
    alone = np.stack([p[:, same == label].sum(axis=1) for label in labels.names], axis=1)
    weight = np.ones(1)
    ways = np.zeros((1, len(p)), np.int8)
    taken = labels.untaken()
    lost = 0.0
    for place in np.argsort(-alone.max(axis=1), kind="stable"):
        likely = np.flatnonzero(alone[place] > _NEGLIGIBLE * alone[place].max())
        laid = labels.laid(p[place])
        weights = weight[:, np.newaxis] * np.einsum("wls,ls->wl", taken[:, likely], laid[likely].sum(axis=2))
        row, column = np.nonzero(weights > _NEGLIGIBLE * weights.max())
        lost += float(weights.sum() - weights[row, column].sum())
        if len(row) > MOST_WAYS:
            kept = np.argpartition(-weights[row, column], MOST_WAYS)[:MOST_WAYS]
            lost += float(weights[row, column].sum() - weights[row[kept], column[kept]].sum())
            row, column = row[kept], column[kept]
        weight, ways = weights[row, column], ways[row]
        taken, here = taken[row], (np.arange(len(row)), likely[column])
        ways[:, place] = labels.names[likely[column]]
        after = np.einsum("ws,wst->wt", taken[here], laid[likely[column]])
        taken[here] = after / after.sum(axis=1, keepdims=True)
    if hands:
        weight = weight * FIFTH ** _too_many(ways != same[NONE], hands)
    best = np.argsort(-weight, kind="stable")
    return Joint(ways[best], weight[best] / (weight.sum() + lost))


def _too_many(cards: NDArray[np.bool_], hands: Sequence[Seat | None]) -> NDArray[np.intp]:
    """How many cards more than four the hands have in each way, by which of its places (m, n) hold one."""
    held = [cards @ np.array([hand is seat for hand in hands], np.intp) for seat in set(hands) - {None}]
    return np.maximum(np.array(held).reshape(-1, len(cards)) - CARDS_A_HAND, 0).sum(axis=0)


@dataclass(frozen=True, slots=True)
class _Labels:
    """What a place may be named, and the cards (labels, k) that each name stands for; NONE fills what is over.

    Of a label's k cards some have been taken by the places named before: which ones is a distribution over the 2^k
    sets of them.
    """

    names: NDArray[np.integer]
    cards: NDArray[np.integer]

    @classmethod
    def of(cls, same: NDArray[np.integer]) -> _Labels:
        names = np.unique(same)
        groups = [np.flatnonzero(same[:NONE] == name) for name in names]
        most = max(map(len, groups))
        return cls(names, np.array([np.pad(group, (0, most - len(group)), constant_values=NONE) for group in groups]))

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
