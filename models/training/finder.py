"""Training the finder on drawn scenes."""

from __future__ import annotations

import functools
import time
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.random import Generator, default_rng
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from models.scenes.decks import Deck
from models.scenes.scene import Scene, render
from models.scenes.spec import KINDS, random_spec
from models.training.feed import Arrays, chunks
from models.training.loop import Run
from models.training.nets import FINDER_STRIDE, Finder

SIDE = 512
"""Training looks at square windows of so many pixels."""

WINDOWS = 3
"""Windows cut from each drawn scene."""

SCENES = 16
PARTS = 10
BATCH = 8
KEPT = 3


def make(decks: list[Deck], weights: NDArray[np.float64], seed: int) -> Arrays:
    """One part: windows (n, 512, 512, 3) and targets (n, 9, 64, 64), see `target`."""
    cv2.setNumThreads(1)
    rng = default_rng(seed)
    windows, targets = [], []
    for _ in range(SCENES):
        deck = decks[int(rng.choice(len(decks), p=weights))]
        scene = _scene(rng, deck)
        whole = target(scene)
        for _ in range(WINDOWS):
            left, top = _window(rng, scene)
            windows.append(scene.image[top : top + SIDE, left : left + SIDE])
            a, b = top // FINDER_STRIDE, left // FINDER_STRIDE
            targets.append(whole[:, a : a + SIDE // FINDER_STRIDE, b : b + SIDE // FINDER_STRIDE])
    return np.stack(windows), np.stack(targets).astype(np.float32)


def _scene(rng: Generator, deck: Deck) -> Scene:
    """A table at the size the finder works at or up to twice that; now and then a closer look, or a spread deck."""
    counts = {seat: int(rng.integers(2, 6)) for seat in "NWSE"} if rng.random() < 0.1 else {}
    strange = int(rng.integers(1, 4)) if rng.random() < 0.15 else 0
    kind = str(rng.choice([*KINDS, *KINDS, "overlap", "overlap", "any", "spread"]))
    spec = random_spec(rng, kind, [deck], counts=counts, strange=strange)
    if rng.random() < 0.15:
        width = int(rng.uniform(2200, 4600)) // 16 * 16
        height = width * 9 // 16
        side = SIDE + 256
        left, top = (int(v) for v in rng.uniform(0.12, 0.88, 2) * [width - side, height - side])
        return render(spec, size=(width, height), window=(left, top, side, side))
    width = int(np.exp(rng.uniform(np.log(920), np.log(1900)))) // 8 * 8
    return render(spec, size=(width, width * 9 // 16))


def target(scene: Scene) -> NDArray[np.float32]:
    """What the finder should say of a scene: per cell 1 or 0, then offset and axes of the card on top there."""
    label = scene.label[FINDER_STRIDE // 2 :: FINDER_STRIDE, FINDER_STRIDE // 2 :: FINDER_STRIDE]
    rows, columns = label.shape
    found = np.zeros((9, rows, columns), np.float32)
    at = np.stack(np.meshgrid(np.arange(columns) + 0.5, np.arange(rows) + 0.5))
    things = [(i, card.quad) for i, card in enumerate(scene.cards)]
    things += [(-2 - i, thing.quad) for i, thing in enumerate(scene.strange)]
    for name, quad in things:
        here = label == name
        if here.any():
            corners = np.asarray(quad, np.float64) / FINDER_STRIDE
            centre = corners.mean(0)
            long_axis = (corners[2] + corners[3] - corners[0] - corners[1]) / 4
            short_axis = (corners[1] + corners[2] - corners[0] - corners[3]) / 4
            found[0, here] = 1
            found[1, here], found[2, here] = centre[0] - at[0][here], centre[1] - at[1][here]
            for first, axis in ((3, long_axis), (6, short_axis)):
                angle = 2 * np.arctan2(axis[1], axis[0])
                values = np.log(np.linalg.norm(axis)), np.cos(angle), np.sin(angle)
                found[first : first + 3, here] = np.array(values)[:, None]
    return found


def _window(rng: Generator, scene: Scene) -> tuple[int, int]:
    """Left and top of a window, mostly where cards are, on the grid of cells."""
    height, width = scene.image.shape[:2]
    if rng.random() < 0.85 and scene.cards:
        quad = np.asarray(scene.cards[int(rng.integers(len(scene.cards)))].quad)
        corner = quad.mean(0) - SIDE * rng.uniform(0.2, 0.8, 2)
    else:
        corner = rng.uniform(0, 1, 2) * [width - SIDE, height - SIDE]
    corner = np.clip(corner, 0, [width - SIDE, height - SIDE]) // FINDER_STRIDE * FINDER_STRIDE
    return int(corner[0]), int(corner[1])


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
