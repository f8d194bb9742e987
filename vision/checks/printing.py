"""Whether cards are of one deck, by their print: typeface, frame, and where the numeral stands."""

from __future__ import annotations

import numpy as np

from vision.arrays import F64
from vision.classify.embedding import kinship

OTHER_PRINT = 1.4
"""How much less (in logarithms) than most cards one is like the others in its print, where it is of another deck."""

ENOUGH = 10
"""Cards from which it can be told."""


def printed_otherwise(ends: F64) -> list[int]:
    """Which of n cards are not printed like the others, by where both ends of each lie in each photograph
    (photographs, n, 2, k). One end that is like them is enough: the art may reach into the other."""
    if ends.shape[1] < ENOUGH:
        return []
    likest = np.stack([kinship(photograph) for photograph in ends]).max(axis=2).mean(axis=0)
    return [int(card) for card in np.flatnonzero(likest < np.median(likest) - OTHER_PRINT)]
