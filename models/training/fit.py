"""The posterior's network, fitted to tables whose truth is known: `vision/decide/posterior.py` says what it is shown.

Each member begins elsewhere and sees the tables in another order. Of half of the things one end is left out each time,
as the reader looks at the other only in doubt. Now and then a source is left out or says what is true of another thing,
a pinta is another thing's, which may be of the same suit, or things are taken off the table, so that few cards are read
as well.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import numpy as np
import torch
from numpy.random import Generator, default_rng
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional
from torch.optim import Optimizer
from torch.optim.lr_scheduler import LRScheduler

from models.training.posterior import MEMBERS, PosteriorNetwork
from vision.classify.evidence import SUITS, Evidence
from vision.decide.posterior import FACE, INPUTS, MISPRINTED, RANK, RANK_LOGITS, SUIT, inputs

Labelled = tuple[Evidence, NDArray[np.intp]]
"""A table's evidence, and what each thing is (n,), one of the posterior's classes."""

PASSES, BATCH, RATE, DECAY = 45, 32, 2e-3, 0.05

ONE_END, UNREAD, TAKEN_OFF = 0.5, 0.03, 0.15
"""Shares of the things of which one end is left out, and either source; of the tables of which things are."""

CONFUSED = 0.001
"""Share of the things of which an end, or the art, is another one's: sources err."""

NONE = -1
"""In place of a label where there is none: what a thing is that is not there, the suit of what is none of the forty."""

NO_FACE = -100.0
"""How surely a thing is a face that is not there: its probability is zero."""


class _Batch(NamedTuple):
    """Some tables, filled up to the same number of things: what is shown of them (tables, things, INPUTS), and the
    ranks and the suits (tables, things) that are right."""

    x: Tensor
    rank: Tensor
    suit: Tensor


def descend(loss: Tensor, optimiser: Optimizer, schedule: LRScheduler) -> float:
    """One step down the loss; and what it was."""
    optimiser.zero_grad()
    loss.backward()  # type: ignore[no-untyped-call]
    optimiser.step()
    schedule.step()
    return loss.item()


def fit(tables: Sequence[Labelled], passes: int = PASSES, members: int = MEMBERS) -> PosteriorNetwork:
    """The network that is likeliest by what the things of these tables are."""
    torch.manual_seed(0)
    rng = default_rng(0)
    tables = [table for table in tables if len(table[1])]
    network = PosteriorNetwork(members)
    optimiser = torch.optim.AdamW(network.parameters(), RATE, weight_decay=DECAY)
    steps = math.ceil(len(tables) / BATCH)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, passes * steps)
    for done in range(passes):
        losses = list[float]()
        orders = rng.permuted(np.tile(np.arange(len(tables)), (members, 1)), axis=1)
        for some in np.array_split(orders, steps, axis=1):
            loss = _loss(network, _batch([_varied(tables[i], rng) for i in some.flat]))
            losses.append(descend(loss, optimiser, schedule))
        if (done + 1) % 10 == 0:
            print(f"posterior, pass {done + 1}: {np.mean(losses):.4f}", flush=True)
    return network.eval()


def _loss(network: PosteriorNetwork, batch: _Batch) -> Tensor:
    """The mean negative logarithm of the probability of what each thing is. Each member is shown an equal share of the
    tables, in their order."""
    told = network(batch.x.unflatten(0, (len(network.trust), -1)))
    rank, suit = told.flatten(0, 2).split([RANK_LOGITS, SUITS], -1)
    wrong = partial(functional.nll_loss, ignore_index=NONE, reduction="sum")
    return (wrong(rank, batch.rank.flatten()) + wrong(suit, batch.suit.flatten())) / (batch.rank != NONE).sum()


def _varied(table: Labelled, rng: Generator) -> Labelled:
    """A table of which not all is seen."""
    evidence, labels = table
    if rng.random() < TAKEN_OFF:
        left = rng.random(len(labels)) < rng.random()
        left[rng.integers(len(labels))] = True
        labels = labels[left]
        evidence = Evidence(evidence.ends[left], evidence.art[left], evidence.located[left])
    ends, art = evidence.ends.copy(), evidence.art.copy()

    def some(share: float) -> NDArray[np.intp]:
        return np.flatnonzero(rng.random(len(labels)) < share)

    def others(things: NDArray[np.intp]) -> NDArray[np.intp]:
        return (things + rng.integers(1, max(len(labels), 2), size=len(things))) % len(labels)

    for end in (0, 1):
        confused = some(CONFUSED)
        ends[confused, end] = evidence.ends[others(confused), end]
    confused, misprinted = some(CONFUSED), some(MISPRINTED)
    art[confused] = evidence.art[others(confused)]
    ends[misprinted, :, RANK_LOGITS:] = evidence.ends[others(misprinted), :, RANK_LOGITS:]
    turned, one_end = some(0.5), some(ONE_END)
    ends[turned] = ends[turned, ::-1]
    ends[one_end, rng.integers(2, size=len(one_end))] = np.nan
    ends[some(UNREAD)] = np.nan
    art[some(UNREAD)] = np.nan
    return Evidence(ends, art, evidence.located), labels


def _batch(tables: Sequence[Labelled]) -> _Batch:
    things = max(len(labels) for _, labels in tables)
    x = np.zeros((len(tables), things, INPUTS), np.float32)
    x[..., FACE] = NO_FACE
    rank, suit = np.full((2, len(tables), things), NONE)
    of_suit = np.array([*SUIT, NONE, NONE, NONE])
    for row, (evidence, labels) in enumerate(tables):
        own = slice(len(labels))
        x[row, own], rank[row, own], suit[row, own] = inputs(evidence), RANK[labels], of_suit[labels]
    return _Batch(*map(torch.from_numpy, (x, rank, suit)))
