"""Whether a picture is mirrored, as some cameras give it: the cards' numerals can then be read in a mirror alone.

The names of the cards in it may be right all the same, but W and E are exchanged.
"""

from __future__ import annotations

import numpy as np

from engine.sentences import Sentence
from vision.arrays import F64, U8
from vision.classify.evidence import RANKS, Classifier, numerals
from vision.locate.found import Found
from vision.rectify import CLOSE

MIRRORED = Sentence("the picture is mirrored, and players are exchanged: set the camera to give it as it is")
"""What is said of such a picture of a table."""

MIRRORED_CARDS = Sentence("it is mirrored: set the camera to give it as it is")
"""The same of one in which nobody has a seat."""

FEWEST = 6
"""Things in sight below which nothing is said."""


def is_mirrored(pixels: U8, found: list[Found], ends: F64, classifier: Classifier) -> bool:
    """Whether a mirror lets more than twice as many numerals be read as the picture, and at a quarter of the things.

    Where the picture itself lets half of them be read nobody looks into a mirror. `ends` (n, 2, 18) is what the
    classifier said of the things' ends as they are; one of those of each thing is looked at in the mirror.
    """
    looked_at = ~np.isnan(ends[..., 0])
    seen, legible = int(looked_at.any(axis=1).sum()), _legible(ends)
    if len(found) < FEWEST or legible > seen / 2:
        return False
    looked_at[:, 1] &= ~looked_at[:, 0]
    return _legible(classifier.ends(pixels, found, looked_at, mirrored=True)) > max(2 * legible, len(found) / 4)


def is_deck_mirrored(pictures: U8, classifier: Classifier) -> bool:
    """Whether a deck's cards are mirrored in one of the photographs that they were cut out of (photographs, 40, 128,
    80, 3)."""
    cards = [Found(CLOSE.corners + [0, CLOSE.height * row], 1.0, 1.0) for row in range(pictures.shape[1])]
    one_end = np.tile([True, False], (len(cards), 1))
    sheets = pictures.reshape(len(pictures), -1, *pictures.shape[3:])
    return any(is_mirrored(sheet, cards, classifier.ends(sheet, cards, one_end), classifier) for sheet in sheets)


def _legible(ends: F64) -> float:
    """How many things show which numeral they have: the sum of the likeliest ones' probabilities, the mean of what was
    looked at of either end (n, 2, 18)."""
    likeliest = numerals(ends)[..., :RANKS].max(axis=-1)
    looked_at = ~np.isnan(likeliest)
    return float(np.sum(np.nansum(likeliest, axis=1) / np.maximum(looked_at.sum(axis=1), 1)))
