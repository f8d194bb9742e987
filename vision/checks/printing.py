"""Whether cards are of one deck, by their print: typeface, frame, and where the numeral stands."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.arrays import F64
from vision.classify.embedding import kinship

OTHER_PRINT = 1.4
"""How much less (in logarithms) than most cards one is like the others in its print, where it is of another deck."""

ENOUGH = 10
"""Cards from which it can be told."""


def printed_otherwise(ends: F64, cards: NDArray[np.intp], pictures: NDArray[np.intp]) -> list[int]:
    """Which of n sightings of `cards` (n,) in `pictures` (n,), by their numbers, are of one that is not printed like
    the others, by where both ends of each lie in each photograph (photographs, n, 2, k).

    One end that is like them is enough, since the art may reach into the other, and so is one sighting of a card. What
    most sightings of one picture look like, its light does.
    """
    if len(np.unique(cards)) < ENOUGH:
        return []
    likest = np.stack([kinship(photograph, cards) for photograph in ends]).max(axis=2).mean(axis=0)
    usual = {number: np.median(likest[pictures == number]) for number in pictures.tolist()}
    best = np.full(int(cards.max()) + 1, -np.inf)
    np.maximum.at(best, cards, likest - np.array([usual[number] for number in pictures.tolist()]))
    return np.flatnonzero(best[cards] < -OTHER_PRINT).tolist()
