"""Naming cards: the cut-out of one card in, a probability for each of the forty out."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from engine.cards import Card, Suit
from vision.classify.inspector import Closer, Inspector
from vision.network import Answer, Network

RANKS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)
SUITS = (Suit("o"), Suit("c"), Suit("e"), Suit("b"))
_MUS_RANKS = [i for i, rank in enumerate(RANKS) if rank not in (8, 9)]
FORTY = tuple(Card(RANKS[r], suit) for r in _MUS_RANKS for suit in SUITS)


SURE = 0.998
"""Probability below which a card is looked at a second time, upside down."""

NAMED = 0.9
"""Probability from which on a name is held against the number in the card's corner."""

CERTAIN = 0.9995
"""Probability below which a card is looked at more closely, where there is time for that."""


@dataclass(frozen=True, slots=True)
class Naming:
    """What one cut-out shows. All are probabilities.

    `cards`: for each of FORTY, that it is this card; `strange`: that it is none of them; `back`: that it is no face at
    all (a back, a joker, a beer mat), which is one way of being strange. `likeness`: how much it looks like the
    enrolled deck's card (correlation, at most 1); None where no deck was told, or too little of it is in view. `eight`
    and `nine`: that it is an 8 or a 9 of any suit, the other ways of being strange. `numbers`: for each of RANKS, that
    its number stands in the corners that are in view; None where none is, or none was looked at.
    """

    cards: NDArray[np.float64]
    strange: float
    back: float
    likeness: float | None = None
    eight: float = 0.0
    nine: float = 0.0
    numbers: NDArray[np.float64] | None = None

    @property
    def surest(self) -> float:
        """The probability of what it most likely is: one of the forty, or strange."""
        return max(float(np.max(self.cards)), self.strange)

    def ranked(self, least: float = 0.001) -> list[tuple[Card, float]]:
        """The cards that it may be, the likeliest first, down to the probability `least`; at least the first three."""
        order = np.argsort(-self.cards)
        return [(FORTY[i], float(self.cards[i])) for n, i in enumerate(order) if n < 3 or self.cards[i] >= least]


class Namer:
    """Names cut-out cards with the shipped network `namer.onnx`.

    An inspector holds the sure names against the numbers in the corners, and looks closely at what is not certain.
    """

    def __init__(self, network: Answer, inspector: Inspector | None = None) -> None:
        self._network = network
        self._inspector = inspector

    @classmethod
    def shipped(cls, threads: int = 1) -> Namer:
        """The shipped namer with its inspector, on so many threads; ModelError where one is missing or damaged."""
        namer, inspector, indexer = (Network(f"{name}.onnx", threads) for name in ("namer", "inspector", "indexer"))
        return cls(namer, Inspector(inspector, indexer))

    def name(self, cut_outs: NDArray[np.uint8], closer: Closer | None = None) -> list[Naming]:
        """One Naming for each of (n, 128, 80, 4) cut-outs; `closer` cuts out what the inspector looks at."""
        if len(cut_outs) == 0:
            return []
        logits = self._network(cut_outs).astype(np.float64)
        unsure = _below(SURE, logits)
        if unsure:
            logits[unsure] = (logits[unsure] + self._network(_upside_down(cut_outs[unsure]))) / 2
        if closer is None or self._inspector is None:
            return _namings(logits)
        numbers = np.full((len(cut_outs), len(RANKS)), np.nan)
        named = [i for i, naming in enumerate(_namings(logits)) if float(np.max(naming.cards)) >= NAMED]
        if named:
            logits[named], numbers[named] = self._inspector.held_against_numbers(logits[named], named, closer)
        unsure = _below(CERTAIN, logits)
        if unsure and closer.carefully:
            logits[unsure], numbers[unsure] = self._inspector.weighed(logits[unsure], unsure, closer)
        return [
            naming if np.isnan(shown[0]) else replace(naming, numbers=shown)
            for naming, shown in zip(_namings(logits), numbers, strict=True)
        ]

    def numbers(self, corners: NDArray[np.uint8]) -> NDArray[np.float64]:
        """Which rank's number stands in each corner (n, 48, 48, 4): shares (n, 12), none without an inspector."""
        return self._inspector.numbers(corners) if self._inspector else np.zeros((len(corners), len(RANKS)))


def _upside_down(cut_outs: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return np.ascontiguousarray(cut_outs[:, ::-1, ::-1])


def _below(sure: float, logits: NDArray[np.float64]) -> list[int]:
    return [i for i, naming in enumerate(_namings(logits)) if naming.surest < sure]


def _namings(logits: NDArray[np.float64]) -> list[Naming]:
    ranks = _softmax(logits[:, :12])
    suits = _softmax(logits[:, 12:16])
    face = 1 / (1 + np.exp(-logits[:, 16]))
    return [_naming(rank, suit, float(p)) for rank, suit, p in zip(ranks, suits, face, strict=True)]


def _naming(ranks: NDArray[np.float64], suits: NDArray[np.float64], face: float) -> Naming:
    cards = face * np.outer(ranks[_MUS_RANKS], suits).ravel()
    eight, nine = (face * float(ranks[RANKS.index(rank)]) for rank in (8, 9))
    return Naming(cards, 1 - float(cards.sum()), 1 - face, eight=eight, nine=nine)


def _softmax(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    shares: NDArray[np.float64] = powers / powers.sum(axis=1, keepdims=True)
    return shares
