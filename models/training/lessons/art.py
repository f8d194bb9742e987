"""What training the art network is made of.

The processor's cores draw whole decks all the while and keep the device supplied with them; the device photographs
their cards anew each time (`models/training/batched/`). A share of the samples is drawn one by one
(`models/training/samples/crops.py`), of what only these show: things that are no cards, piles, a table's clutter.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path

import torch
from numpy.random import default_rng
from torch import Tensor
from torch.nn import functional

from models.scenes.arrays import F64
from models.scenes.cards.decks import Deck
from models.training.batched.canvas import LONG, WIDE
from models.training.batched.cards import ALL, Cards, drawn, packed
from models.training.batched.ring import Ring, free_memory
from models.training.batched.shown import Samples, shown
from models.training.loop import Course, Lesson, Run, begin
from models.training.nets import Art
from models.training.samples.crops import NO_LABEL, make
from models.training.samples.feed import Arrays, Feed, endless
from vision.classify.evidence import ART
from vision.rectify import CLOSE

BATCHES = 100
"""Batches of new photographs in a chunk."""

BATCH = {"cuda": 1024, "cpu": 128}
"""How many photographs there are in a batch, by the device that takes them."""

MADE, ROUND = 1 / 8, 20
"""How many samples made one by one are shown beside a photograph that is shown again; and how many things are drawn in
a round, the first of them before the training begins: a part of such samples, the others decks."""

AHEAD = 3
"""How many things for each process are begun before they are taken, so that none stands still behind a slow part."""

DECKS, SEEN, SINGLE = 0.4, 0.12, 0.03
"""Shares of the device's memory for decks, for photographs that will be shown again, for samples made one by one."""


@dataclass(frozen=True, kw_only=True)
class _Photographed(Lesson):
    """One whose samples the device photographs while the processor draws decks."""

    def train(self, decks: list[Deck], shares: F64, checkpoint: Path, course: Course) -> None:
        torch.manual_seed(course.seed)
        per_chunk = BATCHES * course.passes
        run = Run(self.network(), course.chunks * per_chunk, course.rate or self.rate)
        begin(run, self, decks, shares, checkpoint, course)
        torch.manual_seed(course.seed + run.step)
        batch = BATCH[run.device.type]
        seeds = endless(course.seed, run.step)
        with Feed(partial(_drawn, decks, shares), seeds, course.workers, AHEAD * course.workers) as feed:
            supply = _Supply(decks, feed, run.device)
            for number in range(run.step // per_chunk + 1, course.chunks + 1):
                fresh = self._report(run, supply.fresh(batch))
                total = torch.zeros(3, device=run.device)
                for _ in range(BATCHES):
                    total += self._learn(run, supply.fresh(batch))
                    for _ in range(course.passes - 1):
                        total += self._learn(run, supply.again(batch))
                run.save(checkpoint)
                run.tell(f"{number}/{course.chunks}", total / per_chunk, fresh)

    def _learn(self, run: Run, samples: Samples) -> Tensor:
        """One step, half of the cards upside down, and its losses."""
        crops, labels = samples
        turned = torch.rand(len(crops), 1, 1, 1, device=run.device) < 0.5
        with run.autocast():
            logits = run.network(torch.where(turned, crops.flip(1, 2), crops))[:, :ART]
        losses = torch.stack(self.losses(logits.float(), labels))
        run.learn(losses.sum())
        return losses.detach()

    @torch.no_grad()
    def _report(self, run: Run, samples: Samples) -> str:
        """How the averaged network does on samples it has not seen yet."""
        crops, labels = samples
        with run.autocast():
            return self.report(run.average(crops).float(), labels)


def _drawn(decks: list[Deck], shares: F64, seed: int) -> Arrays:
    """A deck, or now and then a part of samples made one by one."""
    return make(decks, shares, seed) if seed % ROUND == 0 else drawn(decks, shares, seed)


class _Supply:
    """Samples without an end, of what a feed draws and of the given decks."""

    def __init__(self, decks: list[Deck], feed: Feed, device: torch.device) -> None:
        crop, label, memory = (CLOSE.height, CLOSE.width, 4), (3,), free_memory(device)
        self._decks = Ring(int(DECKS * memory), (ALL, LONG, WIDE, 4), (ALL, 3), device)
        self._seen, self._single = (Ring(int(share * memory), crop, label, device) for share in (SEEN, SINGLE))
        self._feed = feed
        for deck in decks:
            self._take(packed(default_rng(0), deck, 0.0))
        self._decks.keep()
        for _ in range(ROUND):
            self._take(feed.take())

    def fresh(self, count: int) -> Samples:
        """New photographs."""
        for new in self._feed.ready():
            self._take(new)
        samples = shown(self._decks, count)
        self._seen.add(*samples)
        return samples

    def again(self, count: int) -> Samples:
        """Photographs that were shown before, with samples made one by one beside them."""
        some = self._seen.some(count), self._single.some(round(count * MADE))
        crops, labels = (torch.cat(both) for both in zip(*some, strict=True))
        return crops, labels

    def _take(self, new: Arrays) -> None:
        pictures, labels = (torch.from_numpy(part) for part in new)
        if isinstance(new, Cards):
            self._decks.add(pictures[None], labels[None])
        else:
            self._single.add(pictures, labels)


def losses(logits: Tensor, labels: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Cross-entropy of rank and of suit where there is one, and of face or not."""
    rank = functional.cross_entropy(logits[:, :12], labels[:, 0], ignore_index=NO_LABEL)
    suit = functional.cross_entropy(logits[:, 12:16], labels[:, 1], ignore_index=NO_LABEL)
    face = functional.binary_cross_entropy_with_logits(logits[:, 16], labels[:, 2].float())
    return rank, suit, face


def report(logits: Tensor, labels: Tensor) -> str:
    """Shares of ranks, suits and faces that are right."""
    known = labels[:, 0] >= 0
    rank = logits[known, :12].argmax(1) == labels[known, 0]
    suit = logits[known, 12:16].argmax(1) == labels[known, 1]
    face = (logits[:, 16] > 0) == (labels[:, 2] > 0)
    return f"rank {rank.float().mean():.4f} suit {suit.float().mean():.4f} face {face.float().mean():.4f}"


LESSON = _Photographed(network=Art, make=make, losses=losses, report=report, rate=2e-3, styles=0, chunks=28, passes=2)
