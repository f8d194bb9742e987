"""What training the inspector is made of: it names the cards that the namer was not sure of, from closer cut-outs."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator, default_rng
from numpy.typing import NDArray
from torch import nn

from models.scenes.decks import Deck
from models.training import namer
from models.training.crops import Sample, cut, draw, with_new_style
from models.training.feed import Arrays
from models.training.hands import LOOK, close_looks, shots
from models.training.loop import Lesson
from models.training.nets import Inspector
from vision.rectify import CLOSER

SAMPLES = 192
"""Samples in one part."""

FROM_TABLES = 0.75
"""Share of them that is cut out of hands on drawn tables; the others are drawn one by one."""

LENGTHS = (85.0, 330.0)
"""Pixels of a card's longer side, least and greatest."""


def make(decks: list[Deck], weights: NDArray[np.float64], seed: int) -> Arrays:
    """One part: crops (n, 192, 120, 4), and (n, 3) labels rank, suit, face."""
    cv2.setNumThreads(1)
    rng = default_rng(seed)
    decks, weights = with_new_style(rng, decks, weights, height=480)
    samples: list[Sample] = []
    while len(samples) < FROM_TABLES * SAMPLES:
        samples += _of_a_table(rng, decks[int(rng.choice(len(decks), p=weights))])
    while len(samples) < SAMPLES:
        samples.append(draw(rng, decks, weights, CLOSER))
    samples = samples[:SAMPLES]
    labels = np.array([(s.rank, s.suit, s.face) for s in samples], np.int64)
    return np.stack([s.crop for s in samples]), labels


def _of_a_table(rng: Generator, deck: Deck) -> list[Sample]:
    """Every card of the hands of a new table of which enough is in view."""
    looks = close_looks(rng, deck, LENGTHS, lambda length: int(LOOK * length))
    return [cut(rng, shot, None if name == "back" else name, CLOSER) for scene in looks for shot, name in shots(scene)]


def network() -> nn.Module:
    """The network before training."""
    return Inspector()


LESSON = Lesson(
    network, make, namer.losses, namer.vary, namer.report, rate=2e-3, batch=96, part=SAMPLES, parts=32,
    weights=(1.0, 1.0, 1.0),
)  # fmt: skip
