"""Training the namer."""

from __future__ import annotations

import functools
import time
from pathlib import Path

import numpy as np
import torch
from numpy.random import default_rng
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from models.scenes.decks import Deck
from models.training.crops import NO_LABEL, PART, make
from models.training.feed import Arrays, chunks
from models.training.loop import Run
from models.training.nets import Namer

PARTS = 32
BATCH = 128
KEPT = 3
"""Chunks that are trained on together: the new one and the ones before it."""


def loss_of(logits: Tensor, labels: Tensor) -> Tensor:
    """Cross-entropy of rank and suit where there is one, and of face or not."""
    rank = functional.cross_entropy(logits[:, :12], labels[:, 0], ignore_index=NO_LABEL)
    suit = functional.cross_entropy(logits[:, 12:16], labels[:, 1], ignore_index=NO_LABEL)
    face = functional.binary_cross_entropy_with_logits(logits[:, 16], labels[:, 2].float())
    return rank + suit + face


def train(
    decks: list[Deck],
    weights: NDArray[np.float64],
    checkpoint: Path,
    chunk_count: int,
    passes: int,
    workers: int,
    seed: int,
) -> Namer:
    """Train on so many chunks of 8,192 drawn crops, each seen `passes` times; goes on from the checkpoint if any."""
    torch.manual_seed(seed)
    per_chunk = PART * PARTS * passes // BATCH
    run = Run(Namer(), chunk_count * per_chunk, rate=2e-3)
    run.resume(checkpoint)
    rng = default_rng(seed + run.step)
    kept: list[Arrays] = []
    start = time.monotonic()
    first = run.step // per_chunk
    for number, chunk in enumerate(
        chunks(functools.partial(make, decks, weights), seed, chunk_count, PARTS, workers, first), first
    ):
        fresh = _accuracy(run, chunk)
        kept = [*kept[-KEPT + 1 :], chunk]
        total = 0.0
        for _ in range(per_chunk):
            pictures, labels = _batch(rng, kept)
            with run.autocast():
                logits = run.network(pictures.to(run.device))
            loss = loss_of(logits.float(), labels.to(run.device))
            run.learn(loss)
            total += float(loss.detach())
        run.save(checkpoint)
        seconds = time.monotonic() - start
        print(f"chunk {number + 1}/{chunk_count}  loss {total / per_chunk:.4f}  {fresh}  {seconds:.0f} s", flush=True)
    assert isinstance(run.average, Namer)
    return run.average.cpu()


def _batch(rng: np.random.Generator, kept: list[Arrays]) -> tuple[Tensor, Tensor]:
    which = rng.integers(0, len(kept), BATCH)
    rows = rng.integers(0, PART * PARTS, BATCH)
    pictures = np.stack([kept[c][0][r] for c, r in zip(which, rows, strict=True)])
    labels = np.stack([kept[c][1][r] for c, r in zip(which, rows, strict=True)])
    turned = rng.random(BATCH) < 0.5
    pictures[turned] = pictures[turned, ::-1, ::-1]
    return torch.from_numpy(pictures), torch.from_numpy(labels)


@torch.no_grad()
def _accuracy(run: Run, chunk: Arrays) -> str:
    """How the averaged network does on crops it has not seen yet."""
    pictures, labels = (torch.from_numpy(part[:2048]) for part in chunk)
    with run.autocast():
        logits = torch.cat([run.average(part.to(run.device)) for part in pictures.split(512)]).float().cpu()
    known = labels[:, 0] >= 0
    rank = logits[known, :12].argmax(1) == labels[known, 0]
    suit = logits[known, 12:16].argmax(1) == labels[known, 1]
    face = (logits[:, 16] > 0) == (labels[:, 2] > 0)
    return f"fresh: rank {rank.float().mean():.4f} suit {suit.float().mean():.4f} face {face.float().mean():.4f}"
