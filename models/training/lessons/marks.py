"""What training the marks network is made of; `samples/ends.py` draws what it is shown."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
from numpy.random import Generator, default_rng
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from models.training.labels import NO_RANK, RANKS
from models.training.loop import Lesson
from models.training.nets import Marks
from models.training.samples.ends import LETTERS, SAMPLES, make
from models.training.samples.feed import Arrays
from models.training.samples.overprint import overprint
from vision.arrays import U8
from vision.classify.evidence import MARKS
from vision.rectify import END

NOTHING, LETTER, BACKWARDS = 0.05, 0.04, 0.03
"""Shares of the open ends that stay without a numeral; on which a letter is printed; a numeral as a mirror shows it."""

_ONE_WAY = ("2", "3", "4", "5", "6", "7", "9", "10", "12")
"""Numerals that a mirror does not show as others."""


def losses(logits: Tensor, labels: Tensor) -> tuple[Tensor, Tensor]:
    """Cross-entropy of rank and of suit."""
    ranks, suits = logits[:, : NO_RANK + 1], logits[:, NO_RANK + 1 : MARKS]
    return functional.cross_entropy(ranks, labels[:, 0]), functional.cross_entropy(suits, labels[:, 1])


def vary(rng: Generator, batch: Arrays) -> Arrays:
    """Numerals are printed on the ends that are open; all are moved, blurred and made noisy a little, and now and then
    their colours change places. Brightness and contrast are levelled inside the network."""
    crops, labels = batch
    varied, told = np.empty_like(crops), labels[:, :2].copy()
    for number, (crop, (_, _, length)) in enumerate(zip(crops, labels.tolist(), strict=True)):
        end = crop
        if length:
            end, told[number, 0] = _numbered(rng, crop, length)
        varied[number] = _moved(rng, end)
    if rng.random() < 0.3:
        varied[..., :3] = varied[..., rng.permutation(3)]
    return varied, told


def _numbered(rng: Generator, end: U8, length: float) -> tuple[U8, int]:
    """An end with some numeral on it, and its label."""
    what = rng.random()
    if what < NOTHING:
        return end, NO_RANK
    if what < NOTHING + LETTER:
        return overprint(rng, end, str(rng.choice(LETTERS)), length), NO_RANK
    if what < NOTHING + LETTER + BACKWARDS:
        return overprint(rng, end, str(rng.choice(_ONE_WAY)), length, backwards=True), NO_RANK
    rank = int(rng.integers(len(RANKS)))
    return overprint(rng, end, str(RANKS[rank]), length), rank


def _moved(rng: Generator, end: U8) -> U8:
    """As cut out by other corners, out of focus, by another sensor."""
    if rng.random() < 0.6:
        turn, (across, along) = rng.normal(0, 0.008), rng.normal(0, 1.6, 2)
        wider, longer = np.exp(rng.normal(0, 0.02, 2))
        move = np.array([[wider, turn, across], [-turn, longer, along]], np.float32)
        size = (end.shape[1], end.shape[0])
        end = np.asarray(cv2.warpAffine(end, move, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)
    if rng.random() < 0.15:
        soft = cv2.GaussianBlur(end, (0, 0), float(rng.uniform(0.4, 1.3)))
        end = np.dstack([soft[..., :3], end[..., 3]])
    if rng.random() < 0.25:
        seen = end.copy()
        noise = _noise()[int(rng.integers(64)) :][: end.shape[0], :, :3] * rng.uniform(1, 10)
        seen[..., :3] = np.clip(seen[..., :3] + noise, 0, 255).astype(np.uint8)
        end = seen
    return end


@cache
def _noise() -> NDArray[np.float32]:
    """Some to take from: to draw it anew each time takes longer than all else."""
    return default_rng(0).standard_normal((128, END.width, 3), dtype=np.float32)


def report(logits: Tensor, labels: Tensor) -> str:
    """Shares of ranks and suits that are right, and how many of the sure ones are wrong."""
    said = []
    for name, part, label in (
        ("rank", logits[:, : NO_RANK + 1], labels[:, 0]),
        ("suit", logits[:, NO_RANK + 1 : MARKS], labels[:, 1]),
    ):
        p, best = part.softmax(1).max(1)
        right = best == label
        sure = p > 0.999
        said.append(
            f"{name} {right.float().mean():.4f} sure {sure.float().mean():.3f} wrong {int((sure & ~right).sum())}"
        )
    return " ".join(said)


LESSON = Lesson(
    network=Marks,
    make=make,
    losses=losses,
    vary=vary,
    report=report,
    rate=2.5e-3,
    batch=128,
    part=SAMPLES,
    parts=16,
    weights=(1.0, 0.6),
    styles=0,
    chunks=30,
    passes=3,
    kept=8,
)
