"""What training the rims network is made of."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator
from torch import Tensor
from torch.nn import functional

from models.training.loop import Lesson
from models.training.nets import Rims
from models.training.samples.feed import Arrays
from models.training.samples.rims import PART, make

NOISY, OTHER_COLOURS = 0.3, 0.3
"""Shares of the batches that are noisy, and whose colours change places."""

FALSE = (0.03, 0.01, 0.003)
"""Shares of the cards that lie alone at which it is told how many of the others are found."""


def losses(logits: Tensor, wanted: Tensor) -> tuple[Tensor]:
    """Cross-entropy of whether a card sticks to it."""
    return (functional.binary_cross_entropy_with_logits(logits, wanted),)


def vary(rng: Generator, batch: Arrays) -> Arrays:
    """Half of the batches mirrored; brightness and contrast are levelled inside the network."""
    varied, wanted = np.array(batch[0], np.uint8), batch[1]
    if rng.random() < 0.5:
        varied = varied[:, :, ::-1].copy()
    if rng.random() < OTHER_COLOURS:
        varied[..., :3] = varied[..., rng.permutation(3)]
    if rng.random() < NOISY:
        noise = rng.standard_normal(varied[..., :3].shape, np.float32) * np.float32(rng.uniform(1, 7))
        varied[..., :3] = np.clip(varied[..., :3] + noise, 0, 255).astype(np.uint8)
    return varied, wanted


def report(logits: Tensor, wanted: Tensor) -> str:
    """The loss; and how many of the stuck cards are found at some shares of false alarms."""
    stuck, alone = logits[wanted > 0], logits[wanted == 0]
    found = (f"{share:g}: {(stuck > alone.quantile(1 - share)).float().mean():.2f}" for share in FALSE)
    return f"loss {float(losses(logits, wanted)[0]):.4f}  found at so many false alarms {' '.join(found)}"


LESSON = Lesson(
    network=Rims,
    make=make,
    losses=losses,
    vary=vary,
    report=report,
    rate=4e-3,
    batch=64,
    part=PART,
    parts=8,
    weights=(1.0,),
    styles=40,
    chunks=30,
    passes=10,
    kept=30,
)
