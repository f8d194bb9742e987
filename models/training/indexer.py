"""What training the indexer is made of: it reads the number in a card's corner, however little else is in view."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator, default_rng
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from models.scenes.decks import Deck
from models.training.crops import NO_LABEL, Shot, any_name, labels_of, shoot, with_new_style
from models.training.feed import Arrays
from models.training.hands import LOOK, close_looks, shots
from models.training.loop import Lesson
from models.training.nets import Indexer
from vision.rectify import INDEX, cut_out

SAMPLES = 256
"""Samples in one part."""

FROM_TABLES = 0.65
"""Share of them that is cut out of hands on drawn tables; the others are drawn one by one, by other printers too."""

LENGTHS = (120.0, 340.0)
"""Pixels of a card's longer side on those tables, least and greatest."""

IN_VIEW = 0.5
"""Share of a corner that must be in view for it to be read."""

_Sample = tuple[NDArray[np.uint8], tuple[int, int]]


def make(decks: list[Deck], weights: NDArray[np.float64], seed: int) -> Arrays:
    """One part: corners (n, 48, 48, 4), and (n, 2) labels rank, suit."""
    cv2.setNumThreads(1)
    rng = default_rng(seed)
    decks, weights = with_new_style(rng, decks, weights, height=480)
    samples: list[_Sample] = []
    while len(samples) < FROM_TABLES * SAMPLES:
        deck = decks[int(rng.choice(len(decks), p=weights))]
        for scene in close_looks(rng, deck, LENGTHS, lambda length: int(LOOK * length)):
            for shot, name in shots(scene):
                samples += _corners(rng, shot, name)
    while len(samples) < SAMPLES:
        deck = decks[int(rng.choice(len(decks), p=weights))]
        name = any_name(rng, deck)
        samples += _corners(rng, shoot(rng, deck, name, lengths=LENGTHS), name)
    samples = samples[:SAMPLES]
    return np.stack([crop for crop, _ in samples]), np.array([label for _, label in samples], np.int64)


def _corners(rng: Generator, shot: Shot, name: str) -> list[_Sample]:
    """The two corners of a card that have its index, if they are in view; corners are a little off."""
    rank, suit, face = labels_of(name)
    if not face:
        return []
    slip = 0.004 + 0.008 * (rng.random() < 0.4) + 0.012 * (rng.random() < 0.15)
    shift = rng.normal(0, slip, (4, 2)) + rng.normal(0, slip, 2) * bool(shot.covers)
    corners = shot.corners + shift * shot.length
    covers = [cover + rng.normal(0, 0.008, (4, 2)) * shot.length for cover in shot.covers]
    crops = [cut_out(shot.patch, np.roll(corners, turn, axis=0), covers, INDEX) for turn in (0, 2)]
    return [(crop, (rank, suit)) for crop in crops if crop[..., 3].mean() > 255 * IN_VIEW]


def losses(logits: Tensor, labels: Tensor) -> tuple[Tensor, Tensor]:
    """Cross-entropy of rank and of suit."""
    rank = functional.cross_entropy(logits[:, :12], labels[:, 0], ignore_index=NO_LABEL)
    return rank, functional.cross_entropy(logits[:, 12:16], labels[:, 1], ignore_index=NO_LABEL)


def vary(rng: Generator, batch: Arrays) -> Arrays:
    """As they are: a number upside down is another number."""
    return batch


def report(logits: Tensor, labels: Tensor) -> str:
    """Shares of ranks and suits that are right."""
    rank = logits[:, :12].argmax(1) == labels[:, 0]
    suit = logits[:, 12:16].argmax(1) == labels[:, 1]
    return f"rank {rank.float().mean():.4f} suit {suit.float().mean():.4f}"


def network() -> nn.Module:
    """The network before training."""
    return Indexer()


LESSON = Lesson(network, make, losses, vary, report, rate=2e-3, batch=128, part=SAMPLES, parts=32, weights=(1.0, 0.5))
