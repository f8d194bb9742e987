"""Whose print an end of a card shows: an embedding in which the ends of one deck's cards lie near each other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.arrays import F64
from vision.classify.evidence import FEATURES
from vision.fitted import load

EMBEDDING = "embedding.npz"
"""The file of its weights."""


@dataclass(frozen=True, slots=True)
class Embedding:
    """Two layers over the marks network's features of an end; each is (inputs + 1, outputs), its last row the bias."""

    first: F64
    last: F64

    @classmethod
    def of(cls, arrays: Mapping[str, NDArray[Any]]) -> Embedding:
        """The embedding of these arrays; KeyError where one is missing, IndexError or ValueError
        where they do not fit."""
        embedding = cls(np.asarray(arrays["first"], np.float64), np.asarray(arrays["last"], np.float64))
        if not np.isfinite(embedding(np.zeros((1, FEATURES)))).all():
            raise ValueError("it gives no numbers")
        return embedding

    @classmethod
    def shipped(cls) -> Embedding:
        """The one that belongs to the shipped networks; ModelError where it is missing or damaged."""
        return load(EMBEDDING, cls.of)

    def __call__(self, features: F64) -> F64:
        """Where ends lie (…, k), by their features (…, 496); those of one deck lie closest."""
        return _dense(np.maximum(_dense(features, self.first), 0), self.last)


def _dense(x: F64, layer: F64) -> F64:
    return np.asarray(x @ layer[:-1] + layer[-1])


def kinship(ends: F64, cards: NDArray[np.intp]) -> F64:
    """How near both ends of n sightings of `cards` (n,), by their numbers, lie to the ends of other cards (n, 2), by
    where these ends lie (n, 2, k): the logarithm of the mean of exp(-squared distance). Of one card alone there is none
    to be near to."""
    points, own = ends.reshape(2 * len(ends), -1), np.repeat(cards, 2)
    lengths = np.square(points).sum(axis=1)
    squares = np.maximum(lengths[:, np.newaxis] + lengths - 2 * points @ points.T, 0)
    is_other = own[:, np.newaxis] != own
    squares[~is_other] = np.inf
    near = np.logaddexp.reduce(-squares, axis=1) - np.log(is_other.sum(axis=1))
    return np.asarray(near.reshape(len(ends), 2))
