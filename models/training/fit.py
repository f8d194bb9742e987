"""The posterior's network, fitted to tables whose truth is known: `vision/decide/posterior.py` says what it is shown.

Each member begins elsewhere and sees the tables in another order. Of half of the things one end is left out each time,
as the reader looks at the other only in doubt. Now and then a source is left out or says what is true of another thing,
a pinta is misprinted, or things are taken off the table, so that few cards are read as well.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import torch
from numpy.random import Generator, default_rng
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional
from torch.optim import Optimizer
from torch.optim.lr_scheduler import LRScheduler

from vision.classify.evidence import RANKS, SUITS, Evidence
from vision.decide.posterior import (
    ART_RANK,
    ART_SUIT,
    DOUBT,
    FACE,
    INPUTS,
    LEAST,
    MOST_FACES,
    OUTPUTS,
    RANK,
    RANK_LOGITS,
    SCALE,
    SUIT,
    inputs,
)

Labelled = tuple[Evidence, NDArray[np.intp]]
"""A table's evidence, and what each thing is (n,), one of the posterior's classes."""

MEMBERS, SUMMED_UP, HIDDEN = 4, 16, 64
"""How many networks there are, how many numbers sum up a thing, and how many lie in between."""

ROUNDS, HEADS, KEYS = 3, 4, 8
"""How often the things attend to each other, in how many ways each time, and how many numbers a key has."""

SAID_OF_RANK, CONTEXT = 2 * RANK_LOGITS + RANKS, HEADS * (RANK_LOGITS + 1)
"""How many numbers say what is said of a thing's rank, and what it is shown of the others: by each head their ranks,
and the share that goes to none."""

PASSES, BATCH, RATE, DECAY, DROP = 45, 32, 2e-3, 0.05, 0.1

ONE_END, UNREAD, TAKEN_OFF = 0.5, 0.03, 0.15
"""Shares of the things of which one end is left out, and either source; of the tables of which things are."""

CONFUSED, MISPRINTED = 0.001, 0.005
"""Shares of the things of which an end, or the art, is another one's, and of which both pintas are: sources err, and
one real deck has two cards of forty with another suit's pinta."""


class _Batch(NamedTuple):
    """Some tables, filled up to the same number of things: what is shown of them, whether they are there, and the
    outputs that are right; of suits none is where the thing is none of the forty."""

    x: Tensor
    there: Tensor
    rank: Tensor
    suit: Tensor


class _Member(nn.Module):
    """One member, as `PosteriorNetwork` runs it."""

    def __init__(self) -> None:
        super().__init__()
        self.trust = nn.Parameter(torch.tensor([0.6, 0.6, 0.8, 0.6, 0.6, 0.8]))
        self.of_one, self.of_all = nn.Linear(INPUTS, HIDDEN), nn.Linear(HIDDEN, SUMMED_UP)
        self.first, self.second = nn.Linear(INPUTS + SUMMED_UP + 1, HIDDEN), nn.Linear(HIDDEN, HIDDEN)
        self.last = _nothing_yet(OUTPUTS)
        self.key = nn.ModuleList(nn.Linear(RANK_LOGITS + SAID_OF_RANK, HEADS * KEYS) for _ in range(ROUNDS))
        self.to_none = nn.Parameter(torch.full((ROUNDS, HEADS), -1.0))
        self.beside = nn.ModuleList(nn.Linear(HIDDEN + RANK_LOGITS + CONTEXT, HIDDEN) for _ in range(ROUNDS))
        self.answer = nn.ModuleList(_nothing_yet(RANK_LOGITS) for _ in range(ROUNDS))
        self.vouched = nn.Parameter(torch.full((ROUNDS, HEADS), 0.05))
        self.drop = nn.Dropout(DROP)

    def forward(self, x: Tensor, there: Tensor) -> tuple[Tensor, Tensor]:
        """Log-probabilities of the ranks or none (tables, things, 13), and of the suits (tables, things, 4)."""
        face = torch.sigmoid(4 * x[..., FACE]) * there
        faces = face.sum(1, keepdim=True)
        summed_up = functional.relu(self.of_all(functional.relu(self.of_one(x))))
        mean = (summed_up * face[..., None]).sum(1) / (faces + 0.5)
        table = torch.cat([mean, torch.log(faces.clamp(max=MOST_FACES) + 0.5)], 1)[:, None].expand(-1, x.shape[1], -1)
        hidden = self.drop(functional.relu(self.first(torch.cat([x, table], -1))))
        hidden = functional.relu(self.second(hidden))
        logits = self.last(self.drop(hidden)) + self._said(x)
        for number in range(ROUNDS):
            logits = logits + self._by_the_others(number, logits, hidden, x, face)
        ranks, suits = logits.split([RANK_LOGITS, SUITS], -1)
        return ranks.log_softmax(-1), suits.log_softmax(-1)

    def _by_the_others(self, number: int, logits: Tensor, hidden: Tensor, x: Tensor, face: Tensor) -> Tensor:
        """As `PosteriorNetwork` does it; what is not there is no face."""
        believed = logits[..., :RANK_LOGITS].log_softmax(-1).clamp(min=LEAST)
        one, other = x[..., : 2 * RANK_LOGITS].chunk(2, -1)
        said = torch.cat([torch.maximum(one, other), (one + other) / 2, x[..., ART_RANK]], -1)
        keys = self.key[number](torch.cat([believed, said], -1) / SCALE).unflatten(-1, (HEADS, KEYS))
        to_others = torch.log(face)[:, None, :, None] - (keys[:, :, None] - keys[:, None]).square().sum(-1)
        itself = torch.eye(x.shape[1], dtype=torch.bool)[None, :, :, None]
        to_none = self.to_none[number].expand(*x.shape[:2], 1, HEADS)
        shares = torch.cat([to_others.masked_fill(itself, -torch.inf), to_none], 2).softmax(2)
        others = torch.einsum("tijh,tjo->tiho", shares[:, :, :-1], believed.exp())
        none = shares[:, :, -1, :, None]
        context = torch.cat([others, none], -1).flatten(2)
        beside = functional.relu(self.beside[number](torch.cat([self.drop(hidden), believed / SCALE, context], -1)))
        vouched = torch.log(others + none / RANK_LOGITS + DOUBT) * self.vouched[number, :, None]
        return functional.pad(self.answer[number](self.drop(beside)) + vouched.sum(2), (0, SUITS))

    def _said(self, x: Tensor) -> Tensor:
        numeral, other_numeral, pinta, other_pinta = x[..., : ART_RANK.start].split(
            [RANK_LOGITS, RANK_LOGITS, SUITS + 1, SUITS + 1], -1
        )
        trust = self.trust
        ranks = trust[0] * numeral + trust[1] * other_numeral
        suits = trust[3] * pinta + trust[4] * other_pinta
        of_art = [trust[2] * x[..., ART_RANK], torch.zeros_like(x[..., :1]), trust[5] * x[..., ART_SUIT]]
        return torch.cat([ranks, suits[..., :SUITS]], -1) + torch.cat(of_art, -1)

    def arrays(self) -> dict[str, NDArray[np.float64]]:
        """The weights, by the names of `PosteriorNetwork`."""
        found: dict[str, Tensor] = dict(self.named_parameters(recurse=False))
        for name, module in self.named_children():
            if isinstance(module, nn.Linear):
                found[name] = weights_of(module)
            elif isinstance(module, nn.ModuleList):
                found[name] = torch.stack([weights_of(each) for each in module])
        return {name: each.detach().double().numpy() for name, each in found.items()}


def descend(loss: Tensor, optimiser: Optimizer, schedule: LRScheduler) -> float:
    """One step down the loss; and what it was."""
    optimiser.zero_grad()
    loss.backward()  # type: ignore[no-untyped-call]
    optimiser.step()
    schedule.step()
    return loss.item()


def weights_of(linear: nn.Module) -> Tensor:
    """A linear layer's weights (inputs + 1, outputs); the last row is the bias."""
    assert isinstance(linear, nn.Linear)
    return torch.cat([linear.weight.T, linear.bias[None]])


def _nothing_yet(outputs: int) -> nn.Linear:
    """A last layer that adds nothing before it is fitted."""
    layer = nn.Linear(HIDDEN, outputs)
    nn.init.zeros_(layer.weight)
    nn.init.zeros_(layer.bias)
    return layer


def fit(tables: Sequence[Labelled], passes: int = PASSES, members: int = MEMBERS) -> dict[str, NDArray[np.float64]]:
    """The arrays of the network that is likeliest by what the things of these tables are."""
    each = [_member([table for table in tables if len(table[1])], number, passes) for number in range(members)]
    return {name: np.stack([arrays[name] for arrays in each]) for name in each[0]}


def _member(tables: Sequence[Labelled], number: int, passes: int) -> dict[str, NDArray[np.float64]]:
    torch.manual_seed(number)
    rng = default_rng(number)
    member = _Member()
    optimiser = torch.optim.AdamW(member.parameters(), RATE, weight_decay=DECAY)
    steps = passes * math.ceil(len(tables) / BATCH)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, steps)
    for done in range(passes):
        losses = list[float]()
        for some in np.array_split(rng.permutation(len(tables)), math.ceil(len(tables) / BATCH)):
            loss = _loss(member, _batch([_varied(tables[i], rng) for i in some]))
            losses.append(descend(loss, optimiser, schedule))
        if (done + 1) % 10 == 0:
            print(f"member {number}, pass {done + 1}: {np.mean(losses):.4f}", flush=True)
    return member.eval().arrays()


def _loss(member: _Member, batch: _Batch) -> Tensor:
    """The mean negative logarithm of the probability of what each thing is."""
    ranks, suits = member(batch.x, batch.there)
    of_rank = ranks.gather(-1, batch.rank[..., None])[..., 0] * batch.there
    of_suit = suits.gather(-1, batch.suit.clamp(min=0)[..., None])[..., 0] * (batch.suit >= 0)
    return -(of_rank.sum() + of_suit.sum()) / batch.there.sum()


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
        return rng.integers(len(labels), size=len(things))

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
    there = np.zeros((len(tables), things), np.float32)
    rank, suit = np.zeros((2, len(tables), things), np.int64)
    of_suit = np.array([*SUIT, -1, -1, -1])
    for row, (evidence, labels) in enumerate(tables):
        own = slice(len(labels))
        x[row, own], there[row, own], rank[row, own] = inputs(evidence), 1, RANK[labels]
        suit[row] = -1
        suit[row, own] = of_suit[labels]
    return _Batch(*map(torch.from_numpy, (x, there, rank, suit)))
