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
"""Shares of the tables that are noisy, and whose colours change places."""

NONE, ONE = 0.4, 0.35
"""Shares of the tables of whose stuck cards none, or one at most, is shown: else the network learns that at each
table some stick."""

FALSE = (0.03, 0.01, 0.003)
"""Shares of the cards that lie alone at which it is told how many of the others are found."""


def losses(logits: Tensor, wanted: Tensor) -> tuple[Tensor]:
    """Cross-entropy of whether a card sticks to each."""
    is_card = ~wanted.isnan()
    return (functional.binary_cross_entropy_with_logits(logits[is_card], wanted[is_card]),)


def vary(rng: Generator, batch: Arrays) -> Arrays:
    """Each table as others may be; brightness and contrast of each card are levelled inside the network."""
    varied, wanted = np.array(batch[0], np.uint8), np.array(batch[1], np.float32)
    for rims, sticks in zip(varied, wanted, strict=True):
        if rng.random() < 0.5:
            rims[:] = rims[:, :, ::-1].copy()
        if rng.random() < 0.5:
            rims[:] = np.roll(rims, len(rims[0]) // 2, axis=1)
        if rng.random() < OTHER_COLOURS:
            rims[..., :3] = rims[..., rng.permutation(3)]
        if rng.random() < NOISY:
            noise = rng.standard_normal(rims[..., :3].shape, np.float32) * np.float32(rng.uniform(1, 7))
            rims[..., :3] = np.clip(rims[..., :3] + noise, 0, 255).astype(np.uint8)
        shown, stuck = rng.random(), rng.permutation(np.flatnonzero(sticks == 1))
        left_out = stuck[0 if shown < NONE else 1 if shown < NONE + ONE else len(stuck) :]
        rims[left_out], sticks[left_out] = 0, np.nan
    return varied, wanted


def report(logits: Tensor, wanted: Tensor) -> str:
    """The loss; and how many of the stuck cards are found at some shares of false alarms."""
    stuck, alone = logits[wanted == 1], logits[wanted == 0]
    found = (f"{share:g}: {(stuck > alone.quantile(1 - share)).float().mean():.2f}" for share in FALSE)
    return f"loss {float(losses(logits, wanted)[0]):.4f}  found at so many false alarms {' '.join(found)}"


LESSON = Lesson(
    network=Rims,
    make=make,
    losses=losses,
    vary=vary,
    report=report,
    rate=4e-3,
    batch=5,
    part=PART,
    parts=8,
    weights=(1.0,),
    styles=40,
    chunks=30,
    passes=10,
    kept=30,
)
