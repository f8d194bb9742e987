"""Training the finder on drawn scenes."""

from __future__ import annotations

import functools
import time
from pathlib import Path

import numpy as np
import torch
from numpy.random import Generator, default_rng
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from models.scenes.decks import Deck
from models.training.feed import Arrays, chunks
from models.training.loop import Run
from models.training.nets import Finder
from models.training.windows import SCENES, WINDOWS, make

PARTS = 10
BATCH = 8
KEPT = 3


def loss_of(grid: Tensor, wanted: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Losses of card-or-not, of the centre (in short half-axes), and of the axes."""
    card = wanted[:, 0]
    sure = functional.binary_cross_entropy_with_logits(grid[:, 0], card)
    seen = card.sum() + 1
    width = wanted[:, 6:7].exp()
    centre = functional.smooth_l1_loss(grid[:, 1:3] / width, wanted[:, 1:3] / width, beta=0.1, reduction="none")
    axes = functional.smooth_l1_loss(grid[:, 3:9], wanted[:, 3:9], beta=0.05, reduction="none")
    return sure, (centre.sum(1) * card).sum() / seen, (axes.sum(1) * card).sum() / seen


def train(
    decks: list[Deck],
    weights: NDArray[np.float64],
    checkpoint: Path,
    chunk_count: int,
    passes: int,
    workers: int,
    seed: int,
) -> Finder:
    """Train on so many chunks of 480 windows, each seen `passes` times; goes on from the checkpoint if any."""
    torch.manual_seed(seed)
    size = SCENES * WINDOWS * PARTS
    per_chunk = size * passes // BATCH
    run = Run(Finder(), chunk_count * per_chunk, rate=1.5e-3)
    run.resume(checkpoint)
    rng = default_rng(seed + run.step)
    kept: list[Arrays] = []
    start = time.monotonic()
    first = run.step // per_chunk
    drawn = chunks(functools.partial(make, decks, weights), seed, chunk_count, PARTS, workers, first)
    for number, chunk in enumerate(drawn, first):
        fresh = _fresh(run, chunk)
        kept = [*kept[-KEPT + 1 :], chunk]
        total = torch.zeros(3)
        for _ in range(per_chunk):
            windows, wanted = _batch(rng, kept)
            with run.autocast():
                grid = run.network(windows.to(run.device))
            losses = loss_of(grid.float(), wanted.to(run.device))
            run.learn(2 * losses[0] + losses[1] + losses[2])
            total += torch.stack([loss.detach().cpu() for loss in losses])
        run.save(checkpoint)
        said = " ".join(f"{value:.4f}" for value in (total / per_chunk).tolist())
        seconds = time.monotonic() - start
        print(f"chunk {number + 1}/{chunk_count}  loss {said}  fresh {fresh}  {seconds:.0f} s", flush=True)
    assert isinstance(run.average, Finder)
    return run.average.cpu()


def _batch(rng: Generator, kept: list[Arrays]) -> tuple[Tensor, Tensor]:
    which = rng.integers(0, len(kept), BATCH)
    rows = rng.integers(0, len(kept[0][0]), BATCH)
    windows = np.stack([kept[c][0][r] for c, r in zip(which, rows, strict=True)])
    wanted = np.stack([kept[c][1][r] for c, r in zip(which, rows, strict=True)])
    if rng.random() < 0.5:
        windows, wanted = windows[:, :, ::-1], wanted[..., ::-1].copy()
        wanted[:, [1, 5, 8]] *= -1
    if rng.random() < 0.5:
        windows, wanted = windows.transpose(0, 2, 1, 3), wanted.transpose(0, 1, 3, 2).copy()
        wanted[:, [1, 2]] = wanted[:, [2, 1]]
        wanted[:, [4, 7]] *= -1
    return torch.from_numpy(np.ascontiguousarray(windows)), torch.from_numpy(np.ascontiguousarray(wanted))


@torch.no_grad()
def _fresh(run: Run, chunk: Arrays) -> str:
    """The losses of the averaged network on windows it has not seen yet."""
    windows, wanted = (torch.from_numpy(part[:64]) for part in chunk)
    with run.autocast():
        grid = torch.cat([run.average(part.to(run.device)) for part in windows.split(8)]).float().cpu()
    return " ".join(f"{float(loss):.4f}" for loss in loss_of(grid, wanted))
