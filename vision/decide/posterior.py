"""From evidence to probabilities: what each place holds, by a small network that is fitted to drawn tables.

It is shown what the other networks say of a thing, and what they say of all faces of its table, summed up. Then each
thing attends to the others: cards of one deck that say the same, however badly they say it, are likely alike.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.cards import Suit
from models import model_bytes
from vision.arrays import F64
from vision.classify.evidence import RANKS, SUITS, Evidence
from vision.classify.naming import FORTY, Naming
from vision.fitted import dense, load, relu
from vision.network import CALIBRATION, ModelError

POSTERIOR = "posterior.npz"
"""The file of the fitted network's weights."""

RANK = np.array([*(card.rank - 1 for card in FORTY), 7, 8, RANKS])
"""Which of the network's first outputs belongs to each class."""

SUIT = np.array([list(Suit).index(card.suit) for card in FORTY])
"""Which of its suits belongs to each of the forty."""

EIGHT, NINE, OTHER = len(FORTY), len(FORTY) + 1, len(FORTY) + 2
CLASSES = len(FORTY) + 3
"""The forty, an eight, a nine, and anything else."""

RANK_LOGITS = RANKS + 1
OUTPUTS = RANK_LOGITS + SUITS
"""The network's logits: twelve ranks, that the thing is none of the cards, and four suits."""

_NUMERALS = slice(0, 2 * RANK_LOGITS)
_PINTAS = slice(_NUMERALS.stop, _NUMERALS.stop + 2 * (SUITS + 1))
ART_RANK = slice(_PINTAS.stop, _PINTAS.stop + RANKS)
ART_SUIT = slice(ART_RANK.stop, ART_RANK.stop + SUITS)
FACE = ART_SUIT.stop
INPUTS = FACE + 4 + 6
"""How many numbers the network is shown of each thing."""

LEAST = -12.0
"""The lowest logarithm of a probability that is shown to the network."""

SCALE = 4.0
"""What the logarithms of what is believed are divided by before they go into a layer."""

DOUBT = 0.003
"""Added to the probabilities of what others are before their logarithms are taken: what is believed of them may be
wrong."""

MOST_FACES = 24
"""Number of faces on a table above which it tells nothing more: the fit has hardly seen any such table."""


def inputs(evidence: Evidence) -> F64:
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
    return np.asarray(np.maximum(told, LEAST))


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
class PosteriorNetwork:
    """Several `members` of one shape, each fitted by itself.

    A thing is summed up by two layers, `of_one` and `of_all`. The mean over the table's faces is shown to each of its
    things beside what is said of the thing itself, and three layers, `first`, `second` and `last`, say what it is.
    To that is added what the sources say by themselves, times `trust` (members, 6): the numerals of both ends, the
    art's rank, both pintas, the art's suit.

    Then, in several rounds, things attend to each other. Queries and keys are the same: `key` makes them of the rank
    that a thing is believed to have and of what is said of it. The logit of attending to another thing is minus their
    squared distance, plus the logarithm of how likely that one is a face; `to_none` (members, rounds, heads) is the
    logit of attending to none. The values are the ranks' probabilities. They change a thing's own rank: by two layers,
    `beside` and `answer`, and by their logarithms, times `vouched` (members, rounds, heads). Its suit they do not
    change: a maker's error in the pinta looks like the other suit's.

    A layer is (members, inputs + 1, outputs), or (members, rounds, inputs + 1, outputs); its last row is the bias.
    """

    trust: F64
    of_one: F64
    of_all: F64
    first: F64
    second: F64
    last: F64
    key: F64
    to_none: F64
    beside: F64
    answer: F64
    vouched: F64

    @classmethod
    def of(cls, arrays: Mapping[str, NDArray[Any]]) -> PosteriorNetwork:
        """The network of these arrays; KeyError where one is missing."""
        return cls(*(np.asarray(arrays[each.name], np.float64) for each in fields(cls)))

    def __call__(self, x: F64) -> F64:
        """Each member's logits (members, n, OUTPUTS) of the things of one table, by their `inputs` (n, INPUTS)."""
        face = 1 / (1 + np.exp(-4 * x[:, FACE]))
        summed_up = relu(dense(relu(dense(x, self.of_one)), self.of_all))
        mean = (summed_up * face[:, np.newaxis]).sum(axis=1, keepdims=True) / (face.sum() + 0.5)
        faces = np.full((len(mean), 1, 1), np.log(min(face.sum(), MOST_FACES) + 0.5))
        table = np.concatenate([mean, faces], axis=-1).repeat(len(x), axis=1)
        shown = np.concatenate([np.broadcast_to(x, (len(mean), *x.shape)), table], axis=-1)
        hidden = relu(dense(relu(dense(shown, self.first)), self.second))
        logits = np.asarray(dense(hidden, self.last) + self._said(x))
        for number in range(self.key.shape[1]):
            logits = logits + self._by_the_others(number, logits, hidden, x, face)
        return logits

    def _by_the_others(self, number: int, logits: F64, hidden: F64, x: F64, face: F64) -> F64:
        """What attending to the other things adds to the `logits` (members, n, OUTPUTS) in the round of that number."""
        believed = np.maximum(normalised(logits[..., :RANK_LOGITS]), LEAST)
        said = np.broadcast_to(_said_of_rank(x), (len(logits), len(x), 2 * RANK_LOGITS + RANKS))
        keys = dense(np.concatenate([believed, said], axis=-1) / SCALE, self.key[:, number])
        shares = attention(keys.reshape(*keys.shape[:2], self.to_none.shape[2], -1), face, self.to_none[:, number])
        others = (shares[..., :-1] @ np.exp(believed)[:, np.newaxis]).swapaxes(1, 2)
        none = shares[..., -1:].swapaxes(1, 2)
        context = np.concatenate([others, none], axis=-1).reshape(*believed.shape[:2], -1)
        beside = dense(np.concatenate([hidden, believed / SCALE, context], axis=-1), self.beside[:, number])
        vouched = np.log(others + none / RANK_LOGITS + DOUBT) * self.vouched[:, number, np.newaxis, :, np.newaxis]
        answer = dense(relu(beside), self.answer[:, number]) + vouched.sum(axis=2)
        return np.pad(answer, ((0, 0), (0, 0), (0, SUITS)))

    def _said(self, x: F64) -> F64:
        """What the sources say by themselves (members, n, OUTPUTS)."""
        numeral, other_numeral, art, pinta, other_pinta, suit = self.trust.T[..., np.newaxis, np.newaxis]
        numerals, pintas = np.split(x[:, _NUMERALS], 2, axis=1), np.split(x[:, _PINTAS], 2, axis=1)
        ranks = numeral * numerals[0] + other_numeral * numerals[1]
        ranks[..., :RANKS] += art * x[:, ART_RANK]
        suits = (pinta * pintas[0] + other_pinta * pintas[1])[..., :SUITS] + suit * x[:, ART_SUIT]
        return np.concatenate([ranks, suits], axis=-1)


def _said_of_rank(x: F64) -> F64:
    """What is said of each thing's rank, whichever end is which: the likelier by either end, the mean of both, and what
    the art says (n, 2 * RANK_LOGITS + RANKS)."""
    one, other = np.split(x[:, _NUMERALS], 2, axis=1)
    return np.concatenate([np.maximum(one, other), (one + other) / 2, x[:, ART_RANK]], axis=1)


def attention(keys: F64, face: F64, to_none: F64) -> F64:
    """How much each thing attends to each other one and, last, to none (members, heads, n, n + 1), which sums to 1.

    `keys` (members, n, heads, k); `face` (n,): how likely each is a face; `to_none` (members, heads). None attends to
    itself.
    """
    keys = keys.swapaxes(1, 2)
    lengths = np.square(keys).sum(axis=-1)
    logits = np.empty((*keys.shape[:3], len(face) + 1))
    logits[..., :-1] = np.log(face) + 2 * keys @ keys.swapaxes(2, 3)
    logits[..., :-1] -= lengths[..., np.newaxis] + lengths[:, :, np.newaxis]
    logits[..., np.arange(len(face)), np.arange(len(face))] = -np.inf
    logits[..., -1] = to_none[..., np.newaxis]
    shares = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(shares / shares.sum(axis=-1, keepdims=True))


@dataclass(frozen=True, slots=True)
class Calibration:
    """The posterior, and the risk accepted that a promise is wrong."""

    posterior: PosteriorNetwork
    risk: float

    @classmethod
    @cache
    def shipped(cls) -> Calibration:
        """The one that belongs to the shipped networks; ModelError where it is missing or damaged."""
        try:
            risk = float(json.loads(model_bytes(CALIBRATION))["risk"])
        except (FileNotFoundError, KeyError, TypeError, ValueError) as unfit:
            raise ModelError(f"{CALIBRATION} is missing or damaged") from unfit
        return cls(load(POSTERIOR, _network), risk)


def _network(arrays: Mapping[str, NDArray[Any]]) -> PosteriorNetwork:
    """The network of these arrays; ValueError where they are not one's, KeyError where one is missing."""
    network = PosteriorNetwork.of(arrays)
    if not np.isfinite(network(np.zeros((2, INPUTS)))).all():
        raise ValueError("it gives no numbers")
    return network


def log_posterior(evidence: Evidence, posterior: PosteriorNetwork) -> F64:
    """Logarithms (n, 43) of the probabilities of the forty, an eight, a nine, anything else; each row sums to 1.

    All things lie on one table. Which end of a card is which does not matter: it is shown both ways round. The mean of
    the probabilities counts, so that what a single member doubts is not certain.
    """
    if not len(evidence):
        return np.empty((0, CLASSES))
    turned = Evidence(evidence.ends[:, ::-1], evidence.art, evidence.located)
    logits = np.concatenate([posterior(inputs(shown)) for shown in (evidence, turned)])
    classes = logits[..., :RANK_LOGITS][..., RANK]
    classes[..., : len(FORTY)] += normalised(logits[..., RANK_LOGITS:])[..., SUIT]
    return normalised(np.logaddexp.reduce(normalised(classes), axis=0))


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
