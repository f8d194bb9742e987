"""How like a deck's cards others are, patch by patch, as the art network sees them."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

F32 = NDArray[np.float32]
F64 = NDArray[np.float64]

COMPONENTS = 16
"""Principal components of a deck's patches that are compared. With fewer or more of them covered cards are told less
often."""

_LEAST_SPREAD = 1e-4
"""Added to a component's variance, so that noise is not blown up on a deck whose cards are nearly alike."""


class Matcher:
    """Knows how a deck's cards look, and says how like them others are.

    What all of them show in one place, such as their frame, says nothing. The rest is compared in the deck's principal
    components, each of which counts as much as any other.
    """

    def __init__(self, known: F32) -> None:
        """`known` (looks, cards, patches, channels): what the art network saw of each card, in each look at it."""
        self._usual = known.mean(axis=(0, 1))
        rows = (known - self._usual).reshape(-1, known.shape[-1])
        variance, axes = np.linalg.eigh(rows.T @ rows / len(rows))
        self._components = axes[:, -COMPONENTS:] / np.sqrt(variance[-COMPONENTS:] + _LEAST_SPREAD)
        compared = (known - self._usual) @ self._components
        self._looks, self._cards = known.shape[:2]
        self._known = np.ascontiguousarray(compared.reshape(self._looks * self._cards, -1).T)
        self._power = np.ascontiguousarray((compared**2).sum(axis=-1).reshape(self._looks * self._cards, -1).T)
        own = self.likeness(known[0], np.ones(known.shape[1:3], np.float32))
        np.fill_diagonal(own, -1)
        self.alike = float(own.max())
        """How like each other the two likest cards of the deck are."""

    def likeness(self, patches: F32, in_view: F32) -> F64:
        """How like each of the deck's cards each of others is (n, cards), by what is in view of it.

        `patches` (n, patches, channels), `in_view` (n, patches). It is their correlation (-1 to 1), in the look at the
        card that it is likest in; 0 where nothing is in view.
        """
        if not len(patches):
            return np.empty((0, self._cards))
        compared = (patches - self._usual) @ self._components
        shown = compared * in_view[..., np.newaxis]
        shared = _product(shown.reshape(len(patches), -1), self._known)
        power = (shown * compared).sum(axis=(1, 2))[:, np.newaxis] * _product(in_view, self._power)
        correlation = (shared / np.sqrt(power + 1e-9)).reshape(len(patches), self._looks, self._cards)
        return np.asarray(correlation.max(axis=1), np.float64)


_NOTHING = np.empty((0, 0), np.float32)


def _product(a: F32, b: F32) -> F32:
    """The matrices' product; NumPy's own wakes a thread on every core for it."""
    a = np.ascontiguousarray(a.T)
    return np.asarray(cv2.gemm(a, b, 1.0, _NOTHING, 0.0, flags=cv2.GEMM_1_T), np.float32)
