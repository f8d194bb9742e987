"""The table as a whole: the probability of each way of naming all its cards, where each of the forty is there once.

Now and then one is there twice, because two decks were mixed.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.classify.naming import FORTY

F64 = NDArray[np.float64]

NONE = len(FORTY)
"""The class of a thing that is none of the forty; any number of places may hold it."""

MOST_WAYS = 1024
"""Ways of naming all places that are kept while they are counted: many more than any table has that is sure."""

TWICE = 0.005
"""How likely it is, before anything is read, that a card which lies on the table is at another place as well."""

_NEGLIGIBLE = 1e-10
"""Probability, beside the likeliest way's, below which a way is not followed."""


@dataclass(frozen=True, slots=True)
class Joint:
    """The ways in which places may be named: classes (m, n), indices into FORTY or NONE, with probabilities (m,).

    The likeliest comes first. What the probabilities lack to 1 belongs to ways that were too many, or too unlikely, to
    be counted, and is counted as wrong.
    """

    ways: NDArray[np.int8]
    p: F64

    def right(self, classes: NDArray[np.integer], asked: NDArray[np.bool_], same: NDArray[np.integer]) -> float:
        """The probability that all places but the `asked` ones hold what `classes` (n,) says.

        `same` (41,) says which classes count as the same: all of one rank, say.
        """
        agree = (same[self.ways] == same[classes]) | asked
        return float(self.p[agree.all(axis=1)].sum())

    def double(self) -> NDArray[np.bool_]:
        """Which places (n,) hold a card that another place holds as well, in the likeliest way."""
        way = self.ways[0]
        double: NDArray[np.bool_] = (np.bincount(way, minlength=NONE + 1)[way] > 1) & (way < NONE)
        return double

    def marginals(self) -> F64:
        """For each place the probability (n, 41) of each class."""
        columns = [np.bincount(column, self.p, NONE + 1) for column in self.ways.T]
        return np.array(columns, np.float64).reshape(-1, NONE + 1)


def joint(p: F64) -> Joint:
    """All places together, by the probabilities (n, 41) of what each holds by itself; each row sums to 1."""
    count = len(p)
    order = np.argsort(-p.max(axis=1), kind="stable")
    taken = np.zeros(1, np.uint64)
    weight = np.ones(1)
    ways = np.full((1, count), NONE, np.int8)
    lost = 0.0
    for place in order:
        classes = np.flatnonzero(p[place] > _NEGLIGIBLE * p[place].max())
        bits = np.where(classes < NONE, np.uint64(1) << classes.astype(np.uint64), np.uint64(0)).astype(np.uint64)
        again = (taken[:, np.newaxis] & bits) != 0
        weights = weight[:, np.newaxis] * p[place, classes] * np.where(again, TWICE, 1.0)
        row, column = np.nonzero(weights > _NEGLIGIBLE * weights.max())
        lost += float(weights.sum() - weights[row, column].sum())
        if len(row) > MOST_WAYS:
            kept = np.argpartition(-weights[row, column], MOST_WAYS)[:MOST_WAYS]
            lost += float(weights[row, column].sum() - weights[row[kept], column[kept]].sum())
            row, column = row[kept], column[kept]
        weight = weights[row, column]
        taken = taken[row] | bits[column]
        ways = ways[row]
        ways[:, place] = classes[column]
    best = np.argsort(-weight, kind="stable")
    return Joint(ways[best], weight[best] / (weight.sum() + lost))
