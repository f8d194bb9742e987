"""What training the parter is made of."""

from __future__ import annotations

import cv2
import numpy as np
import torch
from numpy.random import Generator
from torch import Tensor
from torch.nn import functional

from models.training.lessons import finder
from models.training.loop import Lesson
from models.training.nets import Parter
from models.training.samples.close_looks import LOOKS, make
from models.training.samples.feed import Arrays
from vision.arrays import U8

SOFT, NOISY, MIDDLE = 0.12, 0.25, 110.0
"""Shares of the windows that are out of focus, and noisy; the grey level around which contrast is changed."""


def losses(grid: Tensor, wanted: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Losses of card-or-not; of the centre, and of the axes, each with how wrong the network says that it may be."""
    card, count = wanted[:, 0], wanted[:, 9]
    sure = functional.binary_cross_entropy_with_logits(grid[:, 0], card, weight=count)
    weight = card * count
    total = weight.sum() + 1
    scale = grid[:, 9:12].clamp(-5, 0)
    off = (grid[:, 1:3] - wanted[:, 1:3]) / wanted[:, 6:7].exp()
    long_off = _along(off, wanted[:, 4:6]).abs()
    short_off = _along(off, wanted[:, 7:9]).abs()
    centre = long_off * (-scale[:, 0]).exp() + scale[:, 0] + short_off * (-scale[:, 1]).exp() + scale[:, 1]
    axes = functional.smooth_l1_loss(grid[:, 3:9], wanted[:, 3:9], beta=0.02, reduction="none")
    angle = axes[:, [1, 2, 4, 5]].sum(1) * 10
    turned = angle * (-scale[:, 2]).exp() + scale[:, 2]
    lengths = axes[:, [0, 3]].sum(1)
    return sure, ((centre + 0.3 * turned) * weight).sum() / total, ((lengths + 0.1 * angle) * weight).sum() / total


def _along(off: Tensor, twice: Tensor) -> Tensor:
    """The part (n, rows, columns) of an offset along an axis whose double angle has this cosine and sine."""
    angle = torch.atan2(twice[:, 1], twice[:, 0]) / 2
    return off[:, 0] * angle.cos() + off[:, 1] * angle.sin()


def vary(rng: Generator, batch: Arrays) -> Arrays:
    """Mirrored or transposed as the finder's are, each in a light of its own, a few out of focus or with noise."""
    windows, wanted = finder.vary(rng, batch)
    return np.stack([_otherwise_lit(rng, np.asarray(window, np.uint8)) for window in windows]), wanted


def _otherwise_lit(rng: Generator, window: U8) -> U8:
    seen = window.astype(np.float32)
    if rng.random() < SOFT:
        seen = np.asarray(cv2.GaussianBlur(seen, (0, 0), float(rng.uniform(0.4, 1.0))), np.float32)
    gain = rng.uniform(0.8, 1.2) * rng.uniform(0.94, 1.06, 3)
    seen = (seen - MIDDLE) * gain.astype(np.float32) + np.float32(MIDDLE + rng.uniform(-15, 15))
    if rng.random() < NOISY:
        seen += rng.standard_normal(seen.shape, np.float32) * np.float32(rng.uniform(1, 7))
    return np.rint(np.clip(seen, 0, 255)).astype(np.uint8)


def report(grid: Tensor, wanted: Tensor) -> str:
    """How far the centre is off, in hundredths of the short half-axis: of cards in view, and of half-covered ones."""
    off = ((grid[:, 1:3] - wanted[:, 1:3]) / wanted[:, 6:7].exp()).norm(dim=1) * 100
    card, covered = wanted[:, 0] > 0, wanted[:, 9] > 1.5
    open_, half = off[card & ~covered], off[card & covered]
    return (
        f"open {open_.median():.1f} half-covered {half.median():.1f} ninth decile {half.quantile(0.9):.1f} "
        f"cells {((grid[:, 0] > 0) == card).float().mean():.4f}"
    )


LESSON = Lesson(
    network=Parter,
    make=make,
    losses=losses,
    vary=vary,
    report=report,
    rate=2e-3,
    batch=32,
    part=LOOKS,
    parts=16,
    weights=(2.0, 1.0, 2.0),
    styles=40,
    chunks=60,
    passes=2,
    begins="finder",
)
