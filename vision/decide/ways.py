"""The likeliest ways of naming all places together."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.seats import Seat
from vision.arrays import F64
from vision.decide.joint import NONE, TWICE, how_usual

MOST_WAYS = 256
"""Ways that are followed."""

_NEGLIGIBLE = 1e-8
"""Probability, beside the likeliest way's, below which a way is not followed."""

_IS_CARD = np.arange(NONE + 1) < NONE


def likeliest(p: F64, hands: Sequence[Seat | None] = ()) -> tuple[NDArray[np.intp], F64]:
    """The likeliest classes (m, n) of all places, and how likely each way is (m,) beside the others, the best first.

    `p` (n, 41) says what each place holds by itself, `hands` at whose hand it lies, if at any. No more than MOST_WAYS.
    """
    seats = hands or (None,) * len(p)
    ways, weights = np.full((1, len(p)), NONE), np.ones(1)
    named: list[int] = []
    for place in np.argsort(-p.max(axis=1), kind="stable").tolist():
        there = np.zeros((len(ways), NONE + 1), np.bool_)
        there[np.arange(len(ways))[:, np.newaxis], ways[:, named]] = True
        there[:, NONE] = False
        longer = weights[:, np.newaxis] * p[place] * np.where(there, TWICE, 1.0)
        hand = [other for other in range(len(p)) if seats[place] and seats[other] is seats[place]]
        if hand and all(other in named for other in hand if other != place):
            cards = np.count_nonzero(ways[:, hand] != NONE, axis=1)[:, np.newaxis] + _IS_CARD
            longer *= how_usual(cards, len(hand))
        row, column = np.nonzero(longer > _NEGLIGIBLE * longer.max())
        best = np.argsort(-longer[row, column], kind="stable")[:MOST_WAYS]
        row, column = row[best], column[best]
        ways, weights = ways[row], longer[row, column]
        ways[:, place] = column
        named.append(place)
    return ways, weights
