"""From evidence to probabilities: what each place holds, by a small network that is fitted to drawn tables.

It is shown what the other networks say of a thing, and what they say of all faces of its table, summed up.
"""

from __future__ import annotations

import io
import json
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from models import model_bytes
from vision.classify.evidence import RANKS, SUITS, Evidence
from vision.classify.naming import FORTY, SUIT_ORDER, Naming
from vision.network import CALIBRATION, ModelError, checked

F64 = NDArray[np.float64]

POSTERIOR = "posterior.npz"
"""The file of the fitted network's weights."""

RANK = np.array([*(card.rank - 1 for card in FORTY), 7, 8, RANKS])
"""Which of the network's first outputs belongs to each class."""

SUIT = np.array([SUIT_ORDER.index(card.suit) for card in FORTY])
"""Which of its suits belongs to each of the forty."""

EIGHT, NINE, OTHER = len(FORTY), len(FORTY) + 1, len(FORTY) + 2
CLASSES = len(FORTY) + 3
"""The forty, an eight, a nine, and anything else."""

_NUMERALS = slice(0, 2 * (RANKS + 1))
_PINTAS = slice(_NUMERALS.stop, _NUMERALS.stop + 2 * (SUITS + 1))
ART_RANK = slice(_PINTAS.stop, _PINTAS.stop + RANKS)
ART_SUIT = slice(ART_RANK.stop, ART_RANK.stop + SUITS)
FACE = ART_SUIT.stop
INPUTS = FACE + 4 + 6
"""How many numbers the network is shown of each thing."""

OUTPUTS = RANKS + 1 + SUITS
"""Its logits: twelve ranks, that the thing is none of the cards, and four suits."""

_LEAST = -12.0
"""The lowest logarithm of a probability that is shown to the network."""

MOST_FACES = 24
"""Number of faces on a table above which it tells nothing more: the fit has hardly seen any such table."""


def inputs(evidence: Evidence) -> F64:
    """What the network is shown of each thing (n, INPUTS).

    Logarithms of what each source says; what was not looked at says that all are alike. Then four numbers of the thing
    itself: whether it is a face, how sure the finder was, how much is in view, what lies on it. Then logarithms of the
    probability that two sources mean the same, for each two that speak of ranks, and of suits.
    """
    ends, art = np.nan_to_num(evidence.ends), np.nan_to_num(evidence.art)
    numerals, pintas = normalised(ends[..., : RANKS + 1]), normalised(ends[..., RANKS + 1 :])
    rank, suit = normalised(art[:, :RANKS]), normalised(art[:, RANKS : RANKS + SUITS])
    said = [numerals.reshape(len(art), -1), pintas.reshape(len(art), -1), rank, suit]
    face = np.clip(art[:, RANKS + SUITS :], -10, 10) / 4
    score = np.clip(evidence.located[:, :1], 1e-4, 1 - 1e-4)
    found = (np.log(score) - np.log1p(-score)) / 4
    seen = np.log(np.clip(evidence.located[:, 1:2], 0.02, 1))
    same = [*_agreements(numerals, rank), *_agreements(pintas, suit)]
    told = np.concatenate([*said, face, found, seen, evidence.located[:, 2:], *same], axis=1)
    return np.asarray(np.maximum(told, _LEAST))


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
    art's rank, both pintas, the art's suit. A layer is (members, inputs + 1, outputs); its last row is the bias.
    """

    trust: F64
    of_one: F64
    of_all: F64
    first: F64
    second: F64
    last: F64

    @classmethod
    def of(cls, arrays: Mapping[str, NDArray[Any]]) -> PosteriorNetwork:
        """The network of these arrays; KeyError where one is missing."""
        return cls(*(np.asarray(arrays[each.name], np.float64) for each in fields(cls)))

    def __call__(self, x: F64) -> F64:
        """Each member's logits (members, n, OUTPUTS) of the things of one table, by their `inputs` (n, INPUTS)."""
        face = 1 / (1 + np.exp(-4 * x[:, FACE]))
        summed_up = _relu(_through(_relu(_through(x, self.of_one)), self.of_all))
        mean = (summed_up * face[:, np.newaxis]).sum(axis=1, keepdims=True) / (face.sum() + 0.5)
        faces = np.full((len(mean), 1, 1), np.log(min(face.sum(), MOST_FACES) + 0.5))
        table = np.concatenate([mean, faces], axis=-1).repeat(len(x), axis=1)
        shown = np.concatenate([np.broadcast_to(x, (len(mean), *x.shape)), table], axis=-1)
        found_out = _through(_relu(_through(_relu(_through(shown, self.first)), self.second)), self.last)
        return np.asarray(found_out + self._said(x))

    def _said(self, x: F64) -> F64:
        """What the sources say by themselves (members, n, OUTPUTS)."""
        numeral, other_numeral, art, pinta, other_pinta, suit = self.trust.T[..., np.newaxis, np.newaxis]
        numerals, pintas = np.split(x[:, _NUMERALS], 2, axis=1), np.split(x[:, _PINTAS], 2, axis=1)
        ranks = numeral * numerals[0] + other_numeral * numerals[1]
        ranks[..., :RANKS] += art * x[:, ART_RANK]
        suits = (pinta * pintas[0] + other_pinta * pintas[1])[..., :SUITS] + suit * x[:, ART_SUIT]
        return np.concatenate([ranks, suits], axis=-1)


def _through(x: F64, layer: F64) -> F64:
    return np.asarray(x @ layer[:, :-1] + layer[:, -1:])


def _relu(x: F64) -> F64:
    return np.asarray(np.maximum(x, 0.0))


@dataclass(frozen=True, slots=True)
class Weights:
    """The `posterior`, which is fitted, and what likeness to an enrolled deck's card counts (`look`), how much more
    where more of it was compared (`look_seen`), and what speaks against its being one (`look_other`)."""

    posterior: PosteriorNetwork
    look: float
    look_seen: float
    look_other: float


@dataclass(frozen=True, slots=True)
class Calibration:
    """The weights, and the risk accepted that a promise is wrong."""

    weights: Weights
    risk: float

    @classmethod
    @cache
    def shipped(cls) -> Calibration:
        """The one that belongs to the shipped networks; ModelError where it is missing or damaged."""
        try:
            data = json.loads(model_bytes(CALIBRATION))
            look, look_seen, look_other = (float(data["weights"][name]) for name in ("look", "look_seen", "look_other"))
            risk = float(data["risk"])
        except (FileNotFoundError, KeyError, TypeError, ValueError) as unfit:
            raise ModelError(f"{CALIBRATION} is missing or damaged") from unfit
        return cls(Weights(_network(), look, look_seen, look_other), risk)


def _network() -> PosteriorNetwork:
    try:
        network = PosteriorNetwork.of(np.load(io.BytesIO(checked(POSTERIOR))))
        fits = bool(np.isfinite(network(np.zeros((2, INPUTS)))).all())
    except (BadZipFile, EOFError, IndexError, KeyError, ValueError, zlib.error) as unfit:
        raise ModelError(f"the model file {POSTERIOR} is not one") from unfit
    if not fits:
        raise ModelError(f"the model file {POSTERIOR} is not one")
    return network


def log_posterior(evidence: Evidence, weights: Weights) -> F64:
    """Logarithms (n, 43) of the probabilities of the forty, an eight, a nine, anything else; each row sums to 1.

    All things lie on one table. Which end of a card is which does not matter: it is shown both ways round. The mean of
    the probabilities counts, so that what a single member doubts is not certain.
    """
    if not len(evidence):
        return np.empty((0, CLASSES))
    turned = Evidence(evidence.ends[:, ::-1], evidence.art, evidence.located)
    logits = np.concatenate([weights.posterior(inputs(shown)) for shown in (evidence, turned)])
    classes = logits[..., : RANKS + 1][..., RANK]
    classes[..., : len(FORTY)] += normalised(logits[..., RANKS + 1 :])[..., SUIT]
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
