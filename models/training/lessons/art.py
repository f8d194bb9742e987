"""What training the art network is made of; `samples/crops.py` draws what it is shown."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator
from torch import Tensor
from torch.nn import functional

from models.training.loop import Lesson
from models.training.nets import Art
from models.training.samples.crops import NO_LABEL, PART, make
from models.training.samples.feed import Arrays


def losses(logits: Tensor, labels: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Cross-entropy of rank and of suit where there is one, and of face or not."""
    rank = functional.cross_entropy(logits[:, :12], labels[:, 0], ignore_index=NO_LABEL)
    suit = functional.cross_entropy(logits[:, 12:16], labels[:, 1], ignore_index=NO_LABEL)
    face = functional.binary_cross_entropy_with_logits(logits[:, 16], labels[:, 2].float())
    return rank, suit, face


def vary(rng: Generator, batch: Arrays) -> Arrays:
    """Half of the cards upside down."""
    crops, labels = batch
    turned = rng.random(len(crops)) < 0.5
    return np.where(turned[:, None, None, None], crops[:, ::-1, ::-1], crops), labels


def report(logits: Tensor, labels: Tensor) -> str:
    """Shares of ranks, suits and faces that are right."""
    known = labels[:, 0] >= 0
    rank = logits[known, :12].argmax(1) == labels[known, 0]
    suit = logits[known, 12:16].argmax(1) == labels[known, 1]
    face = (logits[:, 16] > 0) == (labels[:, 2] > 0)
    return f"rank {rank.float().mean():.4f} suit {suit.float().mean():.4f} face {face.float().mean():.4f}"


LESSON = Lesson(
    network=Art,
    make=make,
    losses=losses,
    vary=vary,
    report=report,
    rate=2e-3,
    batch=128,
    part=PART,
    parts=16,
    weights=(1.0, 1.0, 1.0),
    styles=0,
    chunks=110,
    passes=4,
    kept=8,
)
