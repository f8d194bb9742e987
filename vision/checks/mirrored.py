"""Whether a picture is mirrored, as some cameras give it: the cards' numerals can then be read in a mirror alone.

The names of the cards in it may be right all the same, but W and E are exchanged.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.sentences import Sentence
from vision.classify.evidence import RANKS, Classifier
from vision.locate.found import Found

MIRRORED = Sentence("the picture is mirrored, and players are exchanged: set the camera to give it as it is")
"""What is said of such a picture."""

FEWEST = 6
"""Things in sight below which nothing is said."""


def is_mirrored(
    pixels: NDArray[np.uint8], found: list[Found], ends: NDArray[np.float64], classifier: Classifier
) -> bool:
    """Whether a mirror shows a numeral on more than half of the things, and the picture itself on fewer.

    `ends` (n, 2, 18) is what the classifier said of the things' ends as they are.
    """
    half = len(found) / 2
    if len(found) < FEWEST or _numerals(ends) > half:
        return False
    return _numerals(classifier.ends(pixels, found, mirrored=True)) > max(_numerals(ends), half)


def _numerals(ends: NDArray[np.float64]) -> int:
    """How many ends (n, 2, 18) show a numeral, whichever it is."""
    return int(np.sum(ends[..., :RANKS].max(axis=-1) > ends[..., RANKS]))
