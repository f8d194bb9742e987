"""The embedding of the ends of cards, fitted so that those of one deck find each other.

`vision/classify/embedding.py` says what it is for. Neighbourhood components: of the ends of several tables each picks
another card's, the nearer the likelier, and it is to pick one of its own deck.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.random import Generator, default_rng
from numpy.typing import NDArray
from torch import Tensor, nn

from models.training.fit import descend
from vision.classify.evidence import FEATURES

HIDDEN, NUMBERS = 128, 16
"""How many numbers lie in between, and how many say where an end lies."""

STEPS, RATE, DECAY, DROP = 20_000, 2e-3, 0.02, 0.2

TABLES, ENDS = 12, 12
"""How many tables there are in each step, and how many ends of each at most."""

SHARPNESS = 4.0
"""How many times a squared distance counts for an end that picks another one: those of one deck lie close together,
and a few of another deck that are each other's neighbours do not count for much beside the many."""

FEWEST = 12
"""Ends of a table from which it teaches anything."""

_SPREAD = 0.1
"""Share of all features' spread that is added to each one's: some hardly ever change."""

_LEAST = 1e-5
"""Added to a probability before its logarithm is taken."""


@dataclass(frozen=True, slots=True)
class Ends:
    """The ends of a table's cards: their features (n, 496), which card each is of (n,), and which deck they all are."""

    features: NDArray[np.floating]
    cards: NDArray[np.intp]
    deck: str


def embed(tables: Sequence[Ends], steps: int = STEPS) -> dict[str, NDArray[np.float64]]:
    """The arrays of the embedding, by the names of `Embedding`."""
    torch.manual_seed(0)
    rng = default_rng(0)
    tables = [table for table in tables if len(table.cards) >= FEWEST]
    decks = {deck: number for number, deck in enumerate(sorted({table.deck for table in tables}))}
    first, last = nn.Linear(FEATURES, HIDDEN), nn.Linear(HIDDEN, NUMBERS)
    middle, spread = _levels(tables)
    network = nn.Sequential(nn.Dropout(DROP), first, nn.ReLU(), last)
    optimiser = torch.optim.AdamW(network.parameters(), RATE, weight_decay=DECAY)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, steps)
    losses = list[float]()
    for step in range(steps):
        some = [_some(rng, tables[i]) for i in rng.choice(len(tables), min(TABLES, len(tables)), replace=False)]
        features = torch.from_numpy(np.concatenate([ends.features for ends in some]).astype(np.float32))
        card = np.concatenate([ends.cards for ends in some])
        table = np.repeat(np.arange(len(some)), [len(ends.cards) for ends in some])
        deck = np.array([decks[ends.deck] for ends in some])[table]
        loss = _loss(network((features - middle) / spread), _alike(card) & _alike(table), _alike(deck))
        losses.append(descend(loss, optimiser, schedule))
        if (step + 1) % 5000 == 0:
            print(f"embedding, step {step + 1}: {np.mean(losses[-5000:]):.4f}", flush=True)
    with torch.no_grad():
        first.weight /= spread
        first.bias -= first.weight @ middle
    return {"first": _weights(first), "last": _weights(last)}


def _weights(linear: nn.Linear) -> NDArray[np.float64]:
    """A layer's weights (inputs + 1, outputs); the last row is the bias."""
    return torch.cat([linear.weight.T, linear.bias[None]]).detach().double().numpy()


def _levels(tables: Sequence[Ends]) -> tuple[Tensor, Tensor]:
    """The mean of each feature, and its spread."""
    count = sum(len(table.cards) for table in tables)
    middle = sum(table.features.sum(axis=0, dtype=np.float64) for table in tables) / count
    square = sum(np.square(table.features, dtype=np.float64).sum(axis=0) for table in tables) / count
    spread = np.sqrt(np.maximum(square - middle**2, 0))
    spread += _SPREAD * np.sqrt(np.mean(spread**2))
    return torch.from_numpy(middle.astype(np.float32)), torch.from_numpy(spread.astype(np.float32))


def _some(rng: Generator, ends: Ends) -> Ends:
    which = rng.permutation(len(ends.cards))[:ENDS]
    return Ends(ends.features[which], ends.cards[which], ends.deck)


def _alike(each: NDArray[np.intp]) -> Tensor:
    """Which two are the same (n, n)."""
    return torch.from_numpy(each[:, np.newaxis] == each)


def _loss(points: Tensor, of_one_card: Tensor, of_one_deck: Tensor) -> Tensor:
    """The mean negative logarithm of the probability that an end picks one of the same deck; none of its own card."""
    squares = (points[:, None] - points).square().sum(2)
    shares = (-SHARPNESS * squares).masked_fill(of_one_card, -torch.inf).softmax(1)
    return -torch.log((shares * of_one_deck).sum(1) + _LEAST).mean()
