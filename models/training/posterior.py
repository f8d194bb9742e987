"""The posterior's network: what each thing on a table is, by what `vision/decide/posterior.py` shows of all of them.

It sees what the other networks say of a thing, and what they say of all faces of its table, summed up. Then each thing
attends to the others: cards of one deck that say the same, however badly they say it, are likely alike.

It is several members of one shape in one, each fitted by itself: each weight's first dimension is that of the members.
Where nothing else is said a tensor is (members, tables, things, …).
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.classify.evidence import RANKS, SUITS
from vision.decide.posterior import (
    ART_RANK,
    ART_SUIT,
    FACE,
    INPUTS,
    LEAST,
    NUMERALS,
    OUTPUTS,
    PINTAS,
    RANK_LOGITS,
)

MEMBERS, SUMMED_UP, HIDDEN = 4, 16, 64
"""How many members there are, how many numbers sum up a thing, and how many lie in between."""

ROUNDS, HEADS, KEYS = 3, 4, 8
"""How often the things attend to each other, in how many ways each time, and how many numbers a key has."""

SAID_OF_RANK, CONTEXT = 2 * RANK_LOGITS + RANKS, HEADS * (RANK_LOGITS + 1)
"""How many numbers say what is said of a thing's rank, and what it is shown of the others: by each head their ranks,
and the share that goes to none."""

DROP = 0.1

SCALE = 4.0
"""What the logarithms of what is believed are divided by before they go into a layer."""

DOUBT = 0.003
"""Added to the probabilities of what others are before their logarithms are taken: what is believed of them may be
wrong."""

MOST_FACES = 24
"""Number of faces on a table above which it tells nothing more: the fit has hardly seen any such table."""


class Linear(nn.Module):
    """A linear layer of each member."""

    def __init__(self, members: int, inputs: int, outputs: int, begin: float = 1.0) -> None:
        """Its weights begin between plus and minus `begin` over the square root of the inputs."""
        super().__init__()
        most = begin / inputs**0.5
        self.weight = nn.Parameter(torch.empty(members, 1, inputs, outputs).uniform_(-most, most))
        self.bias = nn.Parameter(torch.empty(members, 1, 1, outputs).uniform_(-most, most))

    def forward(self, x: Tensor) -> Tensor:
        """(…, inputs) to (…, outputs)."""
        return x @ self.weight + self.bias


class Round(nn.Module):
    """Things attend to each other, and to those that are like them most.

    Queries and keys are the same: `key` makes them of the rank that a thing is believed to have and of what is said of
    it. The logit of attending to another thing is minus their squared distance, plus the logarithm of how likely that
    one is a face; `to_none` is the logit of attending to none, and nothing attends to itself. The values are the ranks'
    probabilities. They change a thing's own rank: by two layers, `beside` and `answer`, and by their logarithms, times
    `vouched`. Its suit they do not change: a maker's error in the pinta looks like the other suit's.
    """

    def __init__(self, members: int) -> None:
        super().__init__()
        self.key = Linear(members, RANK_LOGITS + SAID_OF_RANK, HEADS * KEYS)
        self.to_none = nn.Parameter(torch.full((members, 1, HEADS, 1, 1), -1.0))
        self.beside = Linear(members, HIDDEN + RANK_LOGITS + CONTEXT, HIDDEN)
        self.answer = Linear(members, HIDDEN, RANK_LOGITS, begin=0)
        self.vouched = nn.Parameter(torch.full((members, 1, HEADS, 1, 1), 0.05))
        self.drop = nn.Dropout(DROP)

    def forward(self, ranks: Tensor, said: Tensor, hidden: Tensor, face: Tensor) -> Tensor:
        """What is added to the logits of the `ranks`, by what is `said` of them, what is `hidden` in the network, and
        how likely each thing is a `face` (…, 1)."""
        believed = ranks.log_softmax(-1).clamp(min=LEAST)
        keys = self.key(torch.cat([believed / SCALE, said], -1)).unflatten(-1, (HEADS, KEYS)).transpose(2, 3)
        shares = self.attention(keys, face)
        others, none = shares[..., :-1] @ believed.exp()[:, :, None], shares[..., -1:]
        context = torch.cat([others, none], -1).transpose(2, 3).flatten(3)
        beside = functional.relu(self.beside(torch.cat([self.drop(hidden), believed / SCALE, context], -1)))
        vouched = torch.log(others + none / RANK_LOGITS + DOUBT) * self.vouched
        return self.answer(self.drop(beside)) + vouched.sum(2)

    def attention(self, keys: Tensor, face: Tensor) -> Tensor:
        """How much each thing attends to each other one and, last, to none (members, tables, heads, things, things +
        1), which sums to 1. `keys`: (members, tables, heads, things, KEYS)."""
        lengths = keys.square().sum(-1, keepdim=True)
        # A thing's own length would be taken from all its logits to others: added to that to none it does the same.
        to_others = 2 * keys @ keys.transpose(3, 4) + (torch.log(face)[:, :, None] - lengths).transpose(3, 4)
        itself = torch.eye(keys.shape[3], dtype=torch.bool)
        return torch.cat([to_others.masked_fill(itself, -torch.inf), self.to_none + lengths], -1).softmax(-1)


class PosteriorNetwork(nn.Module):
    """A thing is summed up by two layers, `of_one` and `of_all`. The mean over the table's faces is shown to each of
    its things beside what is said of the thing itself, and three layers, `first`, `second` and `last`, say what it is.

    To that is added what the sources say by themselves, times `trust` (members, 6): the numerals of both ends, the
    art's rank, both pintas, the art's suit. Then come the `rounds`.
    """

    def __init__(self, members: int = MEMBERS) -> None:
        super().__init__()
        self.trust = nn.Parameter(torch.tensor([0.6, 0.6, 0.8, 0.6, 0.6, 0.8]).repeat(members, 1))
        self.of_one, self.of_all = Linear(members, INPUTS, HIDDEN), Linear(members, HIDDEN, SUMMED_UP)
        self.first, self.second = Linear(members, INPUTS + SUMMED_UP + 1, HIDDEN), Linear(members, HIDDEN, HIDDEN)
        self.last = Linear(members, HIDDEN, OUTPUTS, begin=0)
        self.rounds = nn.ModuleList(Round(members) for _ in range(ROUNDS))
        self.drop = nn.Dropout(DROP)

    def forward(self, x: Tensor) -> Tensor:
        """Log-probabilities of the ranks or none (…, 13), and of the suits (…, 4), by the inputs of each thing; these
        may be (tables, things, INPUTS), the same for each member."""
        x = x.expand(len(self.trust), -1, -1, -1)
        face = torch.sigmoid(4 * x[..., FACE : FACE + 1])
        faces = face.sum(2, keepdim=True)
        summed_up = functional.relu(self.of_all(functional.relu(self.of_one(x))))
        mean = (summed_up * face).sum(2, keepdim=True) / (faces + 0.5)
        table = torch.cat([mean, torch.log(faces.clamp(max=MOST_FACES) + 0.5)], -1).expand(-1, -1, x.shape[2], -1)
        hidden = self.drop(functional.relu(self.first(torch.cat([x, table], -1))))
        hidden = functional.relu(self.second(hidden))
        ranks, suits = (self.last(self.drop(hidden)) + self._said(x)).split([RANK_LOGITS, SUITS], -1)
        one, other = x[..., NUMERALS].chunk(2, -1)
        said_of_rank = torch.cat([torch.maximum(one, other), (one + other) / 2, x[..., ART_RANK]], -1) / SCALE
        for attend in self.rounds:
            ranks = ranks + attend(ranks, said_of_rank, hidden, face)
        return torch.cat([ranks.log_softmax(-1), suits.log_softmax(-1)], -1)

    def _said(self, x: Tensor) -> Tensor:
        """What the sources say by themselves (…, OUTPUTS)."""
        numeral, other_numeral, art, pinta, other_pinta, suit = self.trust[:, :, None, None, None].unbind(1)
        numerals, pintas = x[..., NUMERALS].chunk(2, -1), x[..., PINTAS].chunk(2, -1)
        ranks = numeral * numerals[0] + other_numeral * numerals[1]
        ranks = ranks + functional.pad(art * x[..., ART_RANK], (0, 1))
        suits = (pinta * pintas[0] + other_pinta * pintas[1])[..., :SUITS] + suit * x[..., ART_SUIT]
        return torch.cat([ranks, suits], -1)
