"""Cards beside those of an enrolled deck: how much each is like the card that it seems to be."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.sentences import Sentence
from vision.checks.mirrored import FEWEST
from vision.classify.evidence import Faces
from vision.classify.naming import FORTY, Naming
from vision.decide.place import Place
from vision.decide.posterior import normalised
from vision.enrolled.match import Matcher
from vision.reading import Doubt

F32 = NDArray[np.float32]
F64 = NDArray[np.float64]
U8 = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Weights:
    """What likeness counts.

    Which of the forty a thing is: `whichever` its share in view, what the square of its likeness counts, which is the
    share of its looks that the card's explain, and how much more where all of it is `in_view`. Whether it is one of
    them: what is for a card `of_the_deck`, and what more with the square of Fisher's z of the likeness to the `likest`.
    `liker`: the share of eights and nines that may be as like one of the forty as that one is to itself; others are no
    liker than any two of these are to each other.
    """

    whichever: float
    in_view: float
    of_the_deck: float
    likest: float
    liker: float


WEIGHTS = Weights(20.1, 16.8, -0.642, 3.92, 0.0296)
"""Fitted by `python -m models.training.likeness`."""

ENOUGH = 0.35
"""Share of a card that must be in view for its likeness to tell whether it is the deck's."""

OTHER_DECK, TELLING = 0.6, 5
"""Likeness to the enrolled deck (correlation) below which most cards of a table, of so many at least, are another's."""

OTHER_CARD = 0.5
"""The same of a single card where the deck itself is looked through."""

See = Callable[[U8], Faces]
"""What says what is seen of cut-outs (n, 128, 80, 4)."""


class EnrolledLooks:
    """Holds cards against those of one deck."""

    def __init__(self, pictures: U8, see: See) -> None:
        """`pictures` (photographs, 40, 128, 80, 3) are the deck's cut-outs, upright."""
        self._deck, self._mirrored = (
            Matcher(np.concatenate([both_ways(each, see) for each in whole(pictures[:, :, :, ::way])]))
            for way in (1, -1)
        )

    @property
    def alike(self) -> float:
        """How like each other the two likest cards of the deck are."""
        return self._deck.alike

    def likeness(self, seen: Faces) -> F64:
        """How like each of the deck's cards each thing is (n, 40)."""
        return self._deck.likeness(seen.patches, seen.in_view)

    def weighed(self, named: list[Naming], log_p: F64, seen: Faces, likeness: F64) -> list[Naming]:
        """What each thing may be, its `likeness` (n, 40) weighed with what was known of it (n, 43)."""
        shares = seen.in_view.mean(axis=1)
        gained = np.where(shares[:, np.newaxis] > 0, gain(likeness, shares, self.alike), 0.0)
        probabilities = np.exp(normalised(log_p + gained))
        return [
            _named(before, p, float(like[np.argmax(p[: len(FORTY)])]) if share >= ENOUGH else None)
            for before, p, like, share in zip(named, probabilities, likeness, shares, strict=True)
        ]

    def is_mirrored(self, seen: Faces, named: list[Naming]) -> bool:
        """Whether the cards that were `named` are, all together, liker to the deck's in a mirror.

        Those count that are like them at all, one way or the other; of few nothing is said.
        """
        told = np.array([each.likeness is not None and each.strange < 0.5 for each in named], np.bool_)
        cards = np.array([np.argmax(each.cards) for each in named], np.intp)[told]
        as_it_is, in_mirror = (
            matcher.likeness(seen.patches[told], seen.in_view[told])[np.arange(len(cards)), cards]
            for matcher in (self._deck, self._mirrored)
        )
        gains = (in_mirror - as_it_is)[np.maximum(as_it_is, in_mirror) >= OTHER_CARD]
        return len(gains) >= FEWEST and float(gains.sum()) > 0


def whole(pictures: U8) -> U8:
    """Pictures (…, 128, 80, 3) as cut-outs (…, 128, 80, 4) of cards on which nothing lies."""
    return np.concatenate([pictures, np.full((*pictures.shape[:-1], 1), 255, np.uint8)], axis=-1)


def both_ways(cut_outs: U8, see: See) -> F32:
    """What is seen of a deck's cards by their cut-outs (40, 128, 80, 4), upright and upside down."""
    return np.stack([see(np.ascontiguousarray(way)).patches for way in (cut_outs, cut_outs[:, ::-1, ::-1])])


def _named(before: Naming, p: F64, likeness: float | None) -> Naming:
    eight, nine, other = p[len(FORTY) :].tolist()
    back = other * min(1.0, before.back / max(before.strange, 1e-9))
    return Naming(p[: len(FORTY)], eight + nine + other, back, likeness, eight, nine)


def gain(likeness: F64, shares: F32, alike: float, weights: Weights = WEIGHTS) -> F64:
    """Logarithms (n, 43) of how much likelier each card is with such a likeness (n, 40) of a share of it (n).

    Which of the deck's cards a thing is, is told by how much of it their looks explain; whether it is one of them, by
    how like the likest is. Of eights and nines there is no picture; `alike` is how like each other any two
    cards of the deck are.
    """
    likest = likeness.max(axis=1, keepdims=True)
    explained = np.clip(np.hstack([likeness, np.minimum(likest, alike)]), 0, 1) ** 2
    which = (weights.whichever + weights.in_view * shares[:, np.newaxis]) * explained
    which -= which.max(axis=1, keepdims=True)
    unpictured = np.logaddexp(np.log(1 - weights.liker) + which[:, len(FORTY) :], np.log(weights.liker))
    of_the_deck = weights.of_the_deck + weights.likest * np.arctanh(np.clip(likest, 0, 0.98)) ** 2
    own = np.hstack([which[:, : len(FORTY)], unpictured, unpictured]) + of_the_deck
    return np.hstack([own, np.zeros((len(likeness), 1))])


def other_deck(places: list[Place]) -> tuple[Doubt, ...]:
    """The doubt whether the table's cards are the enrolled deck's at all; none where too few can be told.

    How little a single card is like its picture has been weighed with all else that is known of it.
    """
    likeness = [*_compared(places).values()]
    if len(likeness) < TELLING or float(np.median(likeness)) >= OTHER_DECK:
        return ()
    return (Doubt("deck", Sentence("the cards do not look like those of the deck that was told")),)


def strangers(places: list[Place]) -> list[int]:
    """The places whose card is little like the enrolled deck's."""
    return [i for i, likeness in _compared(places).items() if likeness < OTHER_CARD]


def _compared(places: list[Place]) -> dict[int, float]:
    """By its place, how like its picture each card is that lies under nothing.

    The part in view of a covered one may be like another card's.
    """
    return {i: p.naming.likeness for i, p in enumerate(places) if p.naming.likeness is not None and not p.found.under}
