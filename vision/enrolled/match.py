"""How like a deck's cards others are, patch by patch, as the art network sees them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import F32, F64, I8

COMPONENTS = 16
"""Principal components of a deck's patches that are compared. Of 8, 12, 16, 24 and all 48 none is clearly better; few
are compared sooner."""

_STEPS = 16
"""In how many steps a component's spread is told, so that bytes hold what is compared: many decks may be known at
once."""

_LEAST_SPREAD = 1e-4
"""Added to a component's variance, so that noise is not blown up on a deck whose cards are nearly alike."""


@dataclass(frozen=True, slots=True)
class Basis:
    """What the patches of a deck are compared in: less what all its cards show in one place, such as their frame, which
    tells nothing (`usual`); in their principal `components`, each of which counts as much as any other, in _STEPS."""

    usual: F32
    components: F32

    @classmethod
    def of(cls, known: F32) -> Basis:
        """That of a deck of which so much is `known` (looks, cards, patches, channels)."""
        usual = known.mean(axis=(0, 1))
        own = (known - usual).reshape(-1, known.shape[-1])
        variance, axes = np.linalg.eigh(_product(own.T, own) / len(own))
        components = axes[:, -COMPONENTS:] * (_STEPS / np.sqrt(variance[-COMPONENTS:] + _LEAST_SPREAD))
        return cls(usual, np.asarray(components, np.float32))

    def __call__(self, patches: F32) -> F32:
        """What of patches (cards, patches, channels) is compared (cards, patches, components)."""
        return np.asarray((patches - self.usual) @ self.components, np.float32)


@dataclass(frozen=True, eq=False)
class Matcher:
    """Knows how a deck's cards look, and says how like them others are.

    `known` (looks, cards, patches, components): what of each card's patches is compared, in each look at it.
    """

    basis: Basis
    known: I8

    @classmethod
    def of(cls, seen: F32, basis: Basis | None = None) -> Matcher:
        """That of a deck of which the art network saw so much (looks, cards, patches, channels).

        `basis`: in which they are compared; the deck's own, if none is said.
        """
        basis = basis or Basis.of(seen)
        return cls(basis, np.stack([np.clip(np.rint(basis(look)), -127, 127).astype(np.int8) for look in seen]))

    def likeness(self, patches: F32, in_view: F32) -> F64:
        """How like each of the deck's cards each of others is (n, cards), by those of its patches that are in view.

        `patches` (n, patches, channels), `in_view` (n, patches). It is their cosine (-1 to 1), in the look at the card
        that it is likest in; 0 where nothing is in view.
        """
        looks, cards = self.known.shape[:2]
        if not len(patches):
            return np.empty((0, cards))
        compared = self.basis(patches)
        shown = compared * in_view[..., np.newaxis]
        shared = _product(shown.reshape(len(patches), -1), self._flat.T)
        power = (shown * compared).sum(axis=(1, 2))[:, np.newaxis] * _product(in_view, self._power.T)
        cosines = (shared / np.sqrt(power + 1e-9)).reshape(len(patches), looks, cards)
        return np.asarray(cosines.max(axis=1), np.float64)

    def likeness_to(self, which: NDArray[np.intp], patches: F32, in_view: F32) -> F64:
        """How like that card of the deck (n) each of others is (n,); a fraction of the work of `likeness`."""
        compared = self.basis(patches)
        shown = compared * in_view[..., np.newaxis]
        known = self.known[:, which].astype(np.float32)
        shared = np.einsum("npc,lnpc->ln", shown, known)
        power = (shown * compared).sum(axis=(1, 2)) * np.einsum("np,lnpc->ln", in_view, known**2)
        return np.asarray((shared / np.sqrt(power + 1e-9)).max(axis=0), np.float64)

    @cached_property
    def alike(self) -> float:
        """How like each other the two likest cards of the deck are, in one look."""
        first = self._flat[: self.known.shape[1]]
        each = first / np.sqrt((first**2).sum(axis=1, keepdims=True) + 1e-9)
        likeness = _product(each, each.T)
        np.fill_diagonal(likeness, -1)
        return float(likeness.max())

    @property
    def _flat(self) -> F32:
        """Each look at each card (looks * cards, patches * components)."""
        looks, cards = self.known.shape[:2]
        return self.known.reshape(looks * cards, -1).astype(np.float32)

    @cached_property
    def _power(self) -> F32:
        """How strong each patch of these is (looks * cards, patches)."""
        squares = np.square(self.known, dtype=np.float32).sum(axis=-1)
        return np.asarray(squares.reshape(-1, squares.shape[-1]))


_NOTHING = np.empty((0, 0), np.float32)


def _product(a: F32, b: F32) -> F32:
    """The matrices' product; NumPy's own wakes a thread on every core for it."""
    return np.asarray(cv2.gemm(np.ascontiguousarray(a.T), b, 1.0, _NOTHING, 0.0, flags=cv2.GEMM_1_T), np.float32)
