"""The marks network trained on with a GPU, which prints and photographs the ends itself: thousands a second.

``python -m models.training ends --begin models/marks.onnx``: the processor's cores draw cards of new makers and keep
the device supplied with their ends; each time that one is shown other cards lie around it, in another photograph, and
where its maker's marks were left out it has other marks. A share of the samples is made as `models.training marks`
makes them, of what only these show.
"""

from __future__ import annotations

import multiprocessing
from collections import deque
from collections.abc import Iterator
from functools import partial
from multiprocessing.pool import Pool
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from models.scenes.cards.decks import Deck
from models.training.batched.glyphs import Glyphs
from models.training.batched.imprint import imprint
from models.training.batched.photograph import photograph
from models.training.batched.pool import Store, drawn, given
from models.training.labels import NO_RANK, NO_SUIT
from models.training.lessons import marks
from models.training.loop import Course, Run, begin
from models.training.nets import Marks
from models.training.samples.ends import LEAST_IN_VIEW, UNDER, make
from models.training.samples.feed import Arrays, endless, following
from vision.classify.evidence import MARKS

BATCH, MADE = 1024, 1 / 8
"""Samples in a step, and the share of them that is made one by one."""

STEPS, CHUNKS = 100, 34
"""Steps in a chunk, after which a checkpoint is written, and how many chunks there are."""

KNOWN, MIRRORED = 0.3, 0.03
"""Shares of the ends that are of given decks, and of those shown as a mirror would."""

CAPACITY, PARTS = {"cuda": 250_000, "cpu": 10_000}, 200
"""How many ends are kept, 28 GB of them where there is room, and how many parts of those made one by one."""

DRAWERS = 7 / 8
"""Share of the workers that draw cards; the others make samples one by one."""

OTHER_SEEDS = 500_000_000
"""How far from the drawn cards' seeds those of the samples made one by one are: other makers' cards."""

FIRST = 2000
"""How many ends are drawn before the training begins."""


def train(decks: list[Deck], shares: NDArray[np.float64], checkpoint: Path, course: Course, batch: int = BATCH) -> None:
    """Train `course.chunks` of STEPS steps; go on from the checkpoint, if there is one."""
    cv2.setNumThreads(0)  # OpenCV's threads do not survive a fork
    drawers = max(1, round(course.workers * DRAWERS))
    context = multiprocessing.get_context("fork")
    with context.Pool(drawers) as drawing, context.Pool(max(1, course.workers - drawers)) as making:
        run = Run(Marks(), course.chunks * STEPS, course.rate or marks.LESSON.rate)
        begin(run, marks.LESSON, decks, shares, checkpoint, course)
        torch.manual_seed(course.seed + run.step)
        glyphs = Glyphs.drawn(drawing, run.device)
        seed, ahead = (course.seed * 1_000_003 + run.step) * 1_009, 2 * course.workers
        cards = endless(drawing, drawn, seed, ahead)
        parts = endless(making, partial(make, decks, shares), seed + OTHER_SEEDS, ahead)
        store, made = _filled(drawing, decks, cards, run.device), _Made(run.device)
        made.add(next(parts))
        total = torch.zeros(2, device=run.device)
        with following(cards, store.add) as check_cards, following(parts, made.add) as check_parts:
            for step in range(run.step + 1, run.steps + 1):
                some = shown(store, glyphs, batch - round(batch * MADE)), made.some(round(batch * MADE))
                crops, labels = (torch.cat(both) for both in zip(*some, strict=True))
                with run.autocast():
                    logits = run.network(crops)[:, :MARKS]
                losses = torch.stack(marks.LESSON.losses(logits.float(), labels))
                run.learn((losses * torch.tensor(marks.LESSON.weights, device=run.device)).sum())
                total += losses.detach()
                if step % STEPS == 0:
                    check_cards()
                    check_parts()
                    run.save(checkpoint)
                    means = " ".join(f"{value:.4f}" for value in (total / STEPS).tolist())
                    print(f"chunk {step // STEPS}/{course.chunks}  loss {means}  of {store.seen} ends", flush=True)
                    total.zero_()


def _filled(drawing: Pool, decks: list[Deck], cards: Iterator[Arrays], device: torch.device) -> Store:
    """A store of the given decks' ends, with some drawn ones."""
    store = Store(CAPACITY[device.type], device)
    for ends in drawing.imap(given, decks):
        store.keep(ends)
    while store.seen < store.kept + FIRST:
        store.add(next(cards))
    return store


Samples = tuple[Tensor, Tensor]
"""Cut-outs (n, 64, 192, 4), and their ranks and suits (n, 2)."""


@torch.no_grad()
def shown(store: Store, glyphs: Glyphs, count: int) -> Samples:
    """So many ends, printed where they are bare, and photographed; those of them that are worth showing."""
    ends = store.some(count, KNOWN)
    printed = imprint(ends.pictures, ends.papers, glyphs)
    pictures = torch.where(ends.is_bare[:, None, None, None], printed.pictures, ends.pictures)
    mirrored = torch.rand(count, device=pictures.device) < MIRRORED
    pictures = torch.where(mirrored[:, None, None, None], pictures.flip(3), pictures)
    ranks = torch.where(ends.is_bare, printed.ranks, ends.ranks).masked_fill(mirrored, NO_RANK)
    suits = torch.where(ends.is_bare, printed.suits, ends.suits).masked_fill(mirrored, NO_SUIT)
    crops = photograph(pictures, store.beside(count, 4))
    in_view = crops[..., 3].float() / 255
    numeral = in_view[:, : in_view.shape[1] // 2, : in_view.shape[2] // 4].mean((1, 2))
    teaches = (numeral > 0.5) | (torch.rand_like(numeral) < UNDER)
    teaches &= in_view.mean((1, 2)) > LEAST_IN_VIEW
    return crops[teaches], torch.stack([ranks, suits], 1)[teaches]


class _Made:
    """The latest of the samples that are made one by one; those on which a numeral would still be printed are left
    out."""

    def __init__(self, device: torch.device) -> None:
        self._device = device
        self._latest: deque[tuple[Tensor, Tensor]] = deque(maxlen=PARTS)

    def add(self, part: Arrays) -> None:
        """Take one part."""
        crops, labels = part
        done = labels[:, 2] == 0
        shown = torch.from_numpy(crops[done]), torch.from_numpy(labels[done, :2])
        self._latest.append((shown[0].to(self._device), shown[1].to(self._device)))

    def some(self, count: int) -> Samples:
        """So many of any one part."""
        crops, labels = self._latest[int(torch.randint(len(self._latest), ()))]
        rows = torch.randint(len(crops), (count,), device=self._device)
        return crops[rows], labels[rows]
