"""From evidence to probabilities: what each place holds, by a small network that is fitted to drawn tables.

It is shown what the other networks say of each thing on a table. `models/training/posterior.py` defines it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np

from engine.cards import Suit
from models import model_bytes
from vision.arrays import F32, F64
from vision.classify.evidence import RANKS, SUITS, Evidence
from vision.classify.naming import FORTY, Naming
from vision.network import CALIBRATION, ModelError, Network

POSTERIOR = "posterior.onnx"

RANK = np.array([*(card.rank - 1 for card in FORTY), 7, 8, RANKS])
"""Which of the network's first outputs belongs to each class."""

SUIT = np.array([list(Suit).index(card.suit) for card in FORTY])
"""Which of its suits belongs to each of the forty."""

EIGHT, NINE, OTHER = len(FORTY), len(FORTY) + 1, len(FORTY) + 2
CLASSES = len(FORTY) + 3
"""The forty, an eight, a nine, and anything else."""

RANK_LOGITS = RANKS + 1
OUTPUTS = RANK_LOGITS + SUITS
"""The network's logarithms of probabilities: of twelve ranks and that the thing is none of the cards; of four suits."""

NUMERALS = slice(0, 2 * RANK_LOGITS)
PINTAS = slice(NUMERALS.stop, NUMERALS.stop + 2 * (SUITS + 1))
ART_RANK = slice(PINTAS.stop, PINTAS.stop + RANKS)
ART_SUIT = slice(ART_RANK.stop, ART_RANK.stop + SUITS)
FACE = ART_SUIT.stop
INPUTS = FACE + 4 + 6
"""How many numbers the network is shown of each thing."""

Posterior = Callable[[F32], F32]
"""The network: from the `inputs` of all things on each of two tables (2, n, INPUTS) to what each of its members says of
them (members, 2, n, OUTPUTS)."""

MISPRINTED = 0.01
"""Share of the cards whose pinta is another suit's, at both ends: one real deck has two such cards of forty, most have
none."""

LEAST = -12.0
"""The lowest logarithm of a probability that is shown to the network."""


def inputs(evidence: Evidence) -> F32:
    """What the network is shown of each thing (n, INPUTS).

    Logarithms of what each source says; what was not looked at says that all are alike. Then four numbers of the thing
    itself: whether it is a face, how sure the finder was, how much is in view, what lies on it. Then logarithms of the
    probability that two sources mean the same, for each two that speak of ranks, and of suits.
    """
    ends, art = np.nan_to_num(evidence.ends), np.nan_to_num(evidence.art)
    numerals, pintas = normalised(ends[..., :RANK_LOGITS]), normalised(ends[..., RANK_LOGITS:])
    rank, suit = normalised(art[:, :RANKS]), normalised(art[:, RANKS : RANKS + SUITS])
    said = [numerals.reshape(len(art), -1), pintas.reshape(len(art), -1), rank, suit]
    face = np.clip(art[:, RANKS + SUITS :], -10, 10) / 4
    score = np.clip(evidence.located[:, :1], 1e-4, 1 - 1e-4)
    found = (np.log(score) - np.log1p(-score)) / 4
    seen = np.log(np.clip(evidence.located[:, 1:2], 0.02, 1))
    same = [*_agreements(numerals, rank), *_agreements(pintas, suit)]
    told = np.concatenate([*said, face, found, seen, evidence.located[:, 2:], *same], axis=1)
    return np.asarray(np.maximum(told, LEAST), np.float32)


def _agreements(ends: F64, art: F64) -> Iterator[F64]:
    """Logarithms (n, 1) of the probability that both ends (n, 2, k + 1) mean the same, and that the art (n, k) and
    either end do: an end without a mark neither agrees with the art nor contradicts it."""
    one, other = ends[:, 0], ends[:, 1]
    of_art = np.pad(art, ((0, 0), (0, 1)), constant_values=-np.log(art.shape[1]))
    for both in (one + other, one + of_art, other + of_art):
        yield np.logaddexp.reduce(both, axis=1, keepdims=True)


def normalised(logs: F64) -> F64:
    """Logarithms (…, k) of likelihoods as those of probabilities, which sum to 1 in each row."""
    return np.asarray(logs - np.logaddexp.reduce(logs, axis=-1, keepdims=True))


@dataclass(frozen=True, slots=True)
class Calibration:
    """The posterior, and the risk accepted that a promise is wrong."""

    posterior: Posterior
    risk: float

    @classmethod
    @cache
    def shipped(cls) -> Calibration:
        """The one that belongs to the shipped networks; ModelError where it is missing or damaged."""
        try:
            risk = float(json.loads(model_bytes(CALIBRATION))["risk"])
        except (FileNotFoundError, KeyError, TypeError, ValueError) as unfit:
            raise ModelError(f"{CALIBRATION} is missing or damaged") from unfit
        return cls(Network.shipped(POSTERIOR), risk)


def log_posterior(evidence: Evidence, posterior: Posterior) -> F64:
    """Logarithms (n, 43) of the probabilities of the forty, an eight, a nine, anything else; each row sums to 1.

    All things lie on one table. Which end of a card is which does not matter: it is shown both ways round. The mean of
    the probabilities counts, so that what a single member doubts is not certain. Where the pinta is misprinted the art
    alone tells the suit: of that the fit sees too little where the art is unsure.
    """
    if not len(evidence):
        return np.empty((0, CLASSES))
    turned = Evidence(evidence.ends[:, ::-1], evidence.art, evidence.located)
    told = posterior(np.stack([inputs(evidence), inputs(turned)])).astype(np.float64)
    by_art = normalised(np.nan_to_num(evidence.art)[:, RANKS : RANKS + SUITS])
    suits = np.logaddexp(np.log1p(-MISPRINTED) + told[..., RANK_LOGITS:], np.log(MISPRINTED) + by_art)
    classes = told[..., RANK]
    classes[..., : len(FORTY)] += suits[..., SUIT]
    return normalised(np.logaddexp.reduce(classes, axis=(0, 1)))


def namings(log_p: F64, art: F64) -> list[Naming]:
    """What each place holds, by the logarithms (n, 43); the art says which of the other things are no faces at all."""
    p = np.exp(log_p)
    faces = 1 / (1 + np.exp(-np.nan_to_num(art[:, RANKS + SUITS])))
    return [
        Naming(
            row[: len(FORTY)],
            strange=float(row[EIGHT:].sum()),
            back=float(row[OTHER] * (1 - face)),
            eight=float(row[EIGHT]),
            nine=float(row[NINE]),
        )
        for row, face in zip(p, faces, strict=True)
    ]
