"""Decks that are known without being told, and which of them lies on a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.classify.evidence import RANKS, Faces
from vision.classify.naming import FORTY
from vision.decide.posterior import RANK, SUIT
from vision.enrolled.looks import ENOUGH, TELLING, UNLIKE_TABLE, DeckLooks, Weights
from vision.enrolled.match import Basis, Matcher
from vision.fitted import load

KNOWN = "known.npz"
"""The file of how the cards of these decks look."""


@dataclass(frozen=True, slots=True)
class KnownDecks:
    """Decks that are known without being told."""

    decks: tuple[DeckLooks, ...] = ()

    @classmethod
    def shipped(cls) -> KnownDecks:
        """Those that belong to the shipped networks; ModelError where they are missing or damaged."""
        weights = Weights.shipped()
        return cls(tuple(DeckLooks(*matchers, weights) for matchers in load(KNOWN, _matchers)))

    def recognised(self, seen: Faces) -> DeckLooks | None:
        """The deck whose cards those in view are, if they are like its cards; None where too few can be told.

        Each is held against the one card that the art takes it for.
        """
        in_view = (seen.in_view.mean(axis=1) >= ENOUGH) & (seen.logits[:, -1] > 0)
        if not self.decks or np.count_nonzero(in_view) < TELLING:
            return None
        faces = seen.of(in_view)
        cards = (faces.logits[:, RANK[: len(SUIT)]] + faces.logits[:, RANKS + SUIT]).argmax(axis=1)
        likeness = [float(np.median(deck.likeness_to(cards, faces))) for deck in self.decks]
        likest = int(np.argmax(likeness))
        return self.decks[likest] if likeness[likest] >= UNLIKE_TABLE else None


NO_DECKS = KnownDecks()


def _matchers(arrays: Mapping[str, NDArray[Any]]) -> list[tuple[Matcher, Matcher]]:
    """What the file's arrays say of each deck, and of it in a mirror; KeyError where one is missing, ValueError where
    they do not fit."""
    bases = [Basis(*each) for each in zip(arrays["usual"], arrays["components"], strict=True)]
    as_it_is, in_mirror = (
        [_matcher(basis, looks) for basis, looks in zip(bases, arrays[name], strict=True)]
        for name in ("known", "mirrored")
    )
    return [*zip(as_it_is, in_mirror, strict=True)]


def _matcher(basis: Basis, looks: NDArray[Any]) -> Matcher:
    wanted = (len(FORTY), len(basis.usual), basis.components.shape[-1])
    if looks.shape[1:] != wanted or looks.dtype != np.int8:
        raise ValueError(f"these are no looks at a deck: {looks.dtype} {looks.shape}")
    return Matcher(basis, looks)
