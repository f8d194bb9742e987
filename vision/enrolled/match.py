"""How like a deck's cards others are, patch by patch, as the art network sees them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from vision.arrays import F32, F64

COMPONENTS = 16
"""Principal components of a deck's patches that are compared. Of 8, 12, 16, 24 and all 48 none is clearly better; few
are compared sooner."""

_LEAST_SPREAD = 1e-4
"""Added to a component's variance, so that noise is not blown up on a deck whose cards are nearly alike."""


@dataclass(frozen=True, slots=True)
class Basis:
    """What the patches of a deck are compared in: less what all its cards show in one place, such as their frame, which
    tells nothing (`usual`); in their principal `components`, each of which counts as much as any other."""

    usual: F32
    components: F32

    @classmethod
    def of(cls, known: F32) -> Basis:
        """That of a deck of which so much is `known` (looks, cards, patches, channels)."""
        usual = known.mean(axis=(0, 1))
        own = (known - usual).reshape(-1, known.shape[-1])
        variance, axes = np.linalg.eigh(_product(own.T, own) / len(own))
        components = axes[:, -COMPONENTS:] / np.sqrt(variance[-COMPONENTS:] + _LEAST_SPREAD)
        return cls(usual, np.asarray(components, np.float32))

    def __call__(self, patches: F32) -> F32:
        """What of patches (cards, patches, channels) is compared (cards, patches, components)."""
        return np.asarray((patches - self.usual) @ self.components, np.float32)


class Matcher:
    """Knows how a deck's cards look, and says how like them others are."""

    def __init__(self, known: F32, basis: Basis | None = None) -> None:
        """`known` (looks, cards, patches, channels): what the art network saw of each card, in each look at it.

        `basis`: in which they are compared; the deck's own, if none is said.
        """
        self.basis = basis or Basis.of(known)
        self._looks, self._cards = known.shape[:2]
        compared = np.concatenate([self.basis(look) for look in known])
        self._known = compared.reshape(len(compared), -1)
        self._power = (compared**2).sum(axis=-1)

    def likeness(self, patches: F32, in_view: F32) -> F64:
        """How like each of the deck's cards each of others is (n, cards), by those of its patches that are in view.

        `patches` (n, patches, channels), `in_view` (n, patches). It is their cosine (-1 to 1), in the look at the card
        that it is likest in; 0 where nothing is in view.
        """
        if not len(patches):
            return np.empty((0, self._cards))
        compared = self.basis(patches)
        shown = compared * in_view[..., np.newaxis]
        shared = _product(shown.reshape(len(patches), -1), self._known.T)
        power = (shown * compared).sum(axis=(1, 2))[:, np.newaxis] * _product(in_view, self._power.T)
        cosines = (shared / np.sqrt(power + 1e-9)).reshape(len(patches), self._looks, self._cards)
        return np.asarray(cosines.max(axis=1), np.float64)

    @cached_property
    def alike(self) -> float:
        """How like each other the two likest cards of the deck are, in one look."""
        each = self._known[: self._cards] / np.sqrt(self._power[: self._cards].sum(axis=1, keepdims=True) + 1e-9)
        likeness = _product(each, each.T)
        np.fill_diagonal(likeness, -1)
        return float(likeness.max())


_NOTHING = np.empty((0, 0), np.float32)


def _product(a: F32, b: F32) -> F32:
    """The matrices' product; NumPy's own wakes a thread on every core for it."""
    return np.asarray(cv2.gemm(np.ascontiguousarray(a.T), b, 1.0, _NOTHING, 0.0, flags=cv2.GEMM_1_T), np.float32)
