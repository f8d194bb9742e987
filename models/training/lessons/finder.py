"""What training the finder is made of."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator
from torch import Tensor
from torch.nn import functional

from models.training.loop import Lesson
from models.training.nets import Finder
from models.training.samples.feed import Arrays
from models.training.samples.glances import SCENES, make


def losses(grid: Tensor, wanted: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Losses of card-or-not, of the centre (in short half-axes), and of the axes."""
    card = wanted[:, 0]
    sure = functional.binary_cross_entropy_with_logits(grid[:, 0], card)
    seen = card.sum() + 1
    width = wanted[:, 6:7].exp()
    centre = functional.smooth_l1_loss(grid[:, 1:3] / width, wanted[:, 1:3] / width, beta=0.1, reduction="none")
    axes = functional.smooth_l1_loss(grid[:, 3:9], wanted[:, 3:9], beta=0.05, reduction="none")
    return sure, (centre.sum(1) * card).sum() / seen, (axes.sum(1) * card).sum() / seen


def vary(rng: Generator, batch: Arrays) -> Arrays:
    """Half of the batches mirrored, half transposed, and the directions in them with the pictures."""
    windows, wanted = batch[0], np.asarray(batch[1], np.float32)
    if rng.random() < 0.5:
        windows, wanted = windows[:, :, ::-1], wanted[..., ::-1].copy()
        wanted[:, [1, 5, 8]] *= -1
    if rng.random() < 0.5:
        windows, wanted = windows.transpose(0, 2, 1, 3), wanted.transpose(0, 1, 3, 2).copy()
        wanted[:, [1, 2]] = wanted[:, [2, 1]]
        wanted[:, [4, 7]] *= -1
    return np.ascontiguousarray(windows), np.ascontiguousarray(wanted)


def report(grid: Tensor, wanted: Tensor) -> str:
    """The three losses."""
    return " ".join(f"{float(loss):.4f}" for loss in losses(grid, wanted))


LESSON = Lesson(
    network=Finder,
    make=make,
    losses=losses,
    vary=vary,
    report=report,
    rate=1.5e-3,
    batch=8,
    part=SCENES,
    parts=10,
    weights=(2.0, 1.0, 1.0),
    styles=40,
    chunks=42,
    passes=4,
)
