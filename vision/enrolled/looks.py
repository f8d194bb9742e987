"""Cards beside those of an enrolled deck: how much each is like the card that it seems to be."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from engine.sentences import Sentence
from vision.arrays import F32, F64, U8
from vision.classify.evidence import Faces
from vision.classify.naming import FORTY, Naming
from vision.decide.place import Place
from vision.decide.posterior import normalised
from vision.enrolled.match import Matcher
from vision.fitted import load
from vision.reading import Doubt

LIKENESS = "likeness.npz"
"""The file of what likeness counts."""

ENOUGH = 0.5
"""Share of a card that must be in view for its likeness to tell whether it is the deck's."""

UNLIKE_TABLE, TELLING = 0.74, 5
"""Likeness to the enrolled deck below which most cards of a table, of so many at least, are another's. Decks of one
pattern come up to 0.73."""

OTHER_CARD = 0.5
"""The same of a single card where the deck itself is looked through."""

FEWEST_COMPARED = 3
"""Cards below which a deck's looks do not tell whether a picture is mirrored. Of two hands whose cards lie on each
other hardly more than three can be compared: at 29 mirrored tables of that kind all gain by it, at 88 others all
lose."""

_MOST = 0.98
"""Likeness above which a card is no surer of the deck: its z would grow without end."""

See = Callable[[U8], Faces]
"""What says what is seen of cut-outs (n, 128, 80, 4)."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What likeness counts, as `python -m models.training calibrate` fits it.

    explained: what tells which of the forty a thing is: the share of its looks that a card's explain.
    of_the_deck: what is for its being one of them, or against it, where it is like none.
    likest: what is more for it with Fisher's z of its likeness to the likest one.
    lookalikes: the share of eights and nines that may be as like a card of the deck as that is to itself.
    """

    explained: float
    of_the_deck: float
    likest: float
    lookalikes: float

    @classmethod
    def shipped(cls) -> Weights:
        """Those that belong to the shipped networks; ModelError where they are missing or damaged."""
        return load(LIKENESS, cls._of)

    @classmethod
    def _of(cls, arrays: Mapping[str, NDArray[Any]]) -> Weights:
        explained, of_the_deck, likest, lookalikes = arrays["weights"].astype(np.float64).tolist()
        if not np.isfinite([explained, of_the_deck, likest]).all() or not 0 < lookalikes < 1:
            raise ValueError("these are no weights")
        return cls(explained, of_the_deck, likest, lookalikes)


@dataclass(eq=False)
class DeckLooks:
    """Holds cards against those of one deck: as they look, and as they look in a mirror."""

    deck: Matcher
    mirrored: Matcher
    weights: Weights

    @classmethod
    def of(cls, pictures: U8, see: See, weights: Weights | None = None) -> Self:
        """By pictures (photographs, 40, 128, 80, 3), the deck's cut-outs, upright.

        `weights`: the shipped ones, if none are said; ModelError where these are missing or damaged.
        """
        deck = Matcher.of(_looks(pictures, see))
        mirrored = Matcher.of(_looks(pictures[:, :, :, ::-1], see), deck.basis)
        return cls(deck, mirrored, weights or Weights.shipped())

    @property
    def alike(self) -> float:
        """How like each other the two likest cards of the deck are."""
        return self.deck.alike

    def likeness(self, seen: Faces) -> F64:
        """How like each of the deck's cards each thing is (n, 40)."""
        return self.deck.likeness(seen.patches, seen.in_view)

    def weighed(self, named: list[Naming], log_p: F64, likeness: F64, seen: Faces) -> list[Naming]:
        """What each thing that was `seen` may be, its `likeness` (n, 40) weighed with what was known of it (n, 43)."""
        in_view = seen.in_view.mean(axis=1)
        told = log_likelihood_ratios(likeness, in_view, self.alike, self.weights)
        return [
            _named(before, p, float(like[np.argmax(p[: len(FORTY)])]) if share >= ENOUGH else None)
            for before, p, like, share in zip(named, np.exp(normalised(log_p + told)), likeness, in_view, strict=True)
        ]

    def likeness_to(self, cards: NDArray[np.intp], seen: Faces) -> F64:
        """How like that card of the deck (n) each thing is (n,)."""
        return self.deck.likeness_to(cards, seen.patches, seen.in_view)

    def is_mirrored(self, seen: Faces, likeness: F64, named: list[Naming]) -> bool:
        """Whether the cards that were `named`, so like the deck's, are all together liker to these in a mirror.

        Those count that are like them at all, one way or the other; of few nothing is said.
        """
        told = np.array([each.likeness is not None and each.strange < 0.5 for each in named], np.bool_)
        cards = np.array([np.argmax(each.cards) for each in named], np.intp)[told]
        which = np.arange(len(cards)), cards
        as_it_is = likeness[told][which]
        in_mirror = self.mirrored.likeness(seen.patches[told], seen.in_view[told])[which]
        gains = (in_mirror - as_it_is)[np.maximum(as_it_is, in_mirror) >= OTHER_CARD]
        return len(gains) >= FEWEST_COMPARED and float(gains.sum()) > 0


def _looks(pictures: U8, see: See) -> F32:
    return np.concatenate([both_ways(photograph, see) for photograph in pictures])


def both_ways(pictures: U8, see: See) -> F32:
    """What is seen of the patches of a deck's cards by their pictures (40, 128, 80, 3), upright and upside down:
    (2, 40, patches, channels)."""
    cut_outs = whole(pictures)
    return np.stack([see(np.ascontiguousarray(way)).patches for way in (cut_outs, cut_outs[:, ::-1, ::-1])])


def whole(pictures: U8) -> U8:
    """Pictures (…, 128, 80, 3) as cut-outs (…, 128, 80, 4) of cards on which nothing lies."""
    return np.concatenate([pictures, np.full((*pictures.shape[:-1], 1), 255, np.uint8)], axis=-1)


def _named(before: Naming, p: F64, likeness: float | None) -> Naming:
    eight, nine, other = p[len(FORTY) :].tolist()
    back = other * min(1.0, before.back / max(before.strange, 1e-9))
    return Naming(p[: len(FORTY)], eight + nine + other, back, likeness, eight, nine)


def log_likelihood_ratios(likeness: F64, in_view: F32, alike: float, weights: Weights) -> F64:
    """Logarithms (n, 43) of how much likelier each card is than something else with such a likeness (n, 40).

    Which of the deck's cards a thing is, is told by how much of it their looks explain; whether it is one of them, by
    how like the likest is. The less of it is `in_view` (n) the less they tell, but less than in proportion: a strip of
    a card may hold its numeral. Of eights and nines there is no picture: but for the lookalikes they are no liker to a
    card than any two of the deck are `alike`.
    """
    likest = likeness.max(axis=1, keepdims=True)
    counts = np.sqrt(in_view)[:, np.newaxis].astype(np.float64)
    explained = np.clip(np.hstack([likeness, np.minimum(likest, alike)]), 0, 1) ** 2
    which = weights.explained * counts * explained
    which -= which.max(axis=1, keepdims=True)
    unpictured = np.logaddexp(np.log(1 - weights.lookalikes) + which[:, len(FORTY) :], np.log(weights.lookalikes))
    z = np.arctanh(np.clip(likest, 0, _MOST))
    of_the_deck = (weights.of_the_deck + weights.likest * z) * counts
    own = np.hstack([which[:, : len(FORTY)], unpictured, unpictured]) + of_the_deck
    return np.hstack([own, np.zeros((len(likeness), 1))])


def other_deck(places: list[Place]) -> tuple[Doubt, ...]:
    """The doubt whether the table's cards are the enrolled deck's at all; none where too few can be told.

    By itself a card that is little like the deck's may lie in glare; most of a table's do not.
    """
    likeness = [place.naming.likeness for place in places if place.naming.likeness is not None]
    if len(likeness) < TELLING or float(np.median(likeness)) >= UNLIKE_TABLE:
        return ()
    return (Doubt("deck", Sentence("the cards do not look like those of the deck that was told")),)


def strangers(places: list[Place]) -> list[int]:
    """The places whose card lies under nothing and is little like the enrolled deck's.

    By itself the part in view of a covered one may be like another card's.
    """
    likeness = [None if place.found.under else place.naming.likeness for place in places]
    return [i for i, like in enumerate(likeness) if like is not None and like < OTHER_CARD]
