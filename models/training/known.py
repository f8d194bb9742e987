"""How the cards of decks look that the networks were trained on, as the shipped art network sees them.

``python -m models.training known --decks FOLDER...``: the given decks and the project's own are laid out, photographed
and learned as anybody's are; of all photographs of a card the mean is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from multiprocessing import Pool

import cv2
import numpy as np

from models.measuring.learned import enrolled
from models.scenes.cards.decks import Deck
from vision.arrays import F32, I8
from vision.enrolled.known import NO_DECKS
from vision.enrolled.looks import both_ways
from vision.enrolled.match import Matcher
from vision.reader import Reader

SEED = 720_001

TIMES = 4
"""How often each deck is learned, from two photographs each time."""


def known_decks(decks: Sequence[Deck], workers: int) -> dict[str, F32 | I8]:
    """The arrays of their file; LayoutError where one of them cannot be learned."""
    with Pool(workers) as pool:
        seen = pool.map(partial(_seen, decks), range(len(decks) * TIMES), chunksize=1)
    as_it_is, in_mirror = np.stack(seen).reshape(len(decks), TIMES, *seen[0].shape).mean(axis=1).swapaxes(0, 1)
    matchers = [Matcher.of(each) for each in as_it_is]
    mirrored = [Matcher.of(each, matcher.basis) for each, matcher in zip(in_mirror, matchers, strict=True)]
    return {
        "usual": np.stack([matcher.basis.usual for matcher in matchers]),
        "components": np.stack([matcher.basis.components for matcher in matchers]),
        "known": np.stack([matcher.known for matcher in matchers]),
        "mirrored": np.stack([matcher.known for matcher in mirrored]),
    }


def _seen(decks: Sequence[Deck], number: int) -> F32:
    """What is seen of a deck's cards, as they are and in a mirror, upright and upside down (2, 2, 40, patches,
    channels)."""
    cv2.setNumThreads(1)
    reader = Reader.shipped(known=NO_DECKS)
    pictures = enrolled(decks[number // TIMES], (SEED, number), reader).pictures
    ways = (pictures, np.ascontiguousarray(pictures[:, :, :, ::-1]))
    seen = [np.mean([both_ways(photograph, reader.faces) for photograph in way], axis=0) for way in ways]
    return np.asarray(seen, np.float32)
