"""Learning a deck from the hands that are played with it: each card by two hands in which it is known and lies open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.cards import Card
from engine.sentences import Sentence, msgid
from vision.arrays import F32, F64, U8
from vision.checks.out_of_view import cut_sides
from vision.classify.naming import FORTY, Naming, pooled
from vision.enrolled.deck import EnrolledDeck, checked_name
from vision.enrolled.learn import UNLIKE_PHOTOGRAPHS, Looker, read_back_as
from vision.enrolled.looks import Weights, both_ways
from vision.enrolled.match import Matcher
from vision.geometry import Corners, inside
from vision.picture import Picture
from vision.rectify import cut_out

SIGHTINGS = 2
"""Hands in which each card must be seen: one alone cannot be checked."""

_SELDOM: Final = msgid("not yet seen lying open in {count} hands: {cards}")

Indices = NDArray[np.intp]


class UnseenError(ValueError):
    """Hands in which not every card of one deck is seen twice and alike."""


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A picture of a hand, and where in its pixels each card lies of which nobody doubts what it is."""

    picture: Picture
    known: Mapping[Card, Corners]


@dataclass(frozen=True, slots=True, eq=False)
class _Sighting:
    """A card that lies open: which of FORTY it is, in which hand, what the networks name it, how it looks (128, 80, 3),
    and what is seen of its patches, upright and upside down (2, patches, channels)."""

    card: int
    hand: int
    named: Naming
    picture: U8
    patches: F32


def learn_from_hands(name: str, hands: Iterable[PlayedHand], looker: Looker) -> EnrolledDeck:
    """The deck that the hands are played with, the latest first; of earlier ones no more are looked at than it takes.

    It is the last hand's deck: a hand most of whose cards look as in that one, or as in such a hand, was played with
    it. All others were played with another deck, or are badly lit, and are left out. Of each card the two sightings
    count that are most alike; by one another they must be read back as that card. Raises UnseenError, which says what
    hinders, where that is so of no number of the hands; DeckError where the name cannot be used; ModelError where the
    `looker` cannot look, or the weights of likeness are missing or damaged.
    """
    checked_name(name)
    weights = Weights.shipped()
    sightings = list[_Sighting]()
    hinders = Sentence("no hand was seen")
    for number, hand in enumerate(hands):
        sightings += _sightings(hand, number, looker)
        found = _two_of_each(sightings, weights)
        if not isinstance(found, Sentence):
            return EnrolledDeck(name, np.stack([[one.picture for one in pair] for pair in found], axis=1))
        hinders = found
    raise UnseenError(hinders)


def _sightings(hand: PlayedHand, number: int, looker: Looker) -> Iterator[_Sighting]:
    """The cards of a hand that are known and lie open: wholly in the picture, and under nothing. None of a mirrored
    one, which shows them as they are not."""
    height, width = hand.picture.pixels.shape[:2]
    seen = looker.seen(hand.picture, len(hand.known))
    known = {
        card: place
        for place in seen.places
        if not place.found.under and not cut_sides(place.found.corners, (width, height))
        if (card := _at(place.found.corners, hand.known))
    }
    if seen.mirrored or not known:
        return
    pictures = np.stack([cut_out(hand.picture.pixels, place.found.corners, []) for place in known.values()])[..., :3]
    patches = both_ways(pictures, looker.faces)
    for i, (card, place) in enumerate(known.items()):
        yield _Sighting(FORTY.index(card), number, place.naming, pictures[i], patches[:, i])


def _at(corners: Corners, known: Mapping[Card, Corners]) -> Card | None:
    """The known card whose middle is nearest, where that is within these corners."""
    middles = {card: where.mean(axis=0) for card, where in known.items()}
    nearest = min(middles, key=lambda card: float(np.linalg.norm(middles[card] - corners.mean(axis=0))), default=None)
    return nearest if nearest and inside(middles[nearest][np.newaxis], corners)[0] else None


def _two_of_each(sightings: list[_Sighting], weights: Weights) -> list[list[_Sighting]] | Sentence:
    """Two of each of FORTY that show one deck; what hinders, where not all are there."""
    cards = np.array([one.card for one in sightings], np.intp)
    seldom = np.flatnonzero(np.bincount(cards, minlength=len(FORTY)) < SIGHTINGS)
    if len(seldom):
        return Sentence(_SELDOM, count=SIGHTINGS, cards=_cards(seldom))
    hands = np.array([one.hand for one in sightings], np.intp)
    likeness = _likeness(sightings)
    of_the_last = _of_the_last(cards, hands, likeness)
    if len({*hands[of_the_last]}) == 1:
        return Sentence("the last hand does not look as if it was played with the deck of those before")
    if not of_the_last.all():
        return _two_of_each([one for one, own in zip(sightings, of_the_last, strict=True) if own], weights)
    pairs = np.stack([_likest(np.flatnonzero(cards == i), likeness) for i in range(len(FORTY))])
    named = [pooled([sightings[i].named for i in pair]) for pair in pairs.tolist()]
    by_the_other = (likeness[np.ix_(one, other)] for one, other in (pairs.T, pairs.T[::-1]))
    read = np.stack([read_back_as(each, named, weights) for each in by_the_other])
    unlike_itself = likeness[tuple(pairs.T)] < UNLIKE_PHOTOGRAPHS
    otherwise = np.flatnonzero(unlike_itself | (read != np.arange(len(FORTY))).any(axis=0))
    if len(otherwise):
        return Sentence("these cards look different from hand to hand: {cards}", cards=_cards(otherwise))
    return [[sightings[i] for i in pair] for pair in pairs.tolist()]


def _of_the_last(cards: Indices, hands: Indices, likeness: F64) -> NDArray[np.bool_]:
    """Which sightings are of the last hand's deck: those of hands most of whose cards look as in it, or as in such."""
    own: NDArray[np.bool_] = hands == hands.min()
    seen = np.where(cards[:, np.newaxis] == cards, likeness, np.nan)
    while True:
        compared = np.flatnonzero(~own & np.isin(cards, cards[own]))
        likest = np.nanmax(seen[np.ix_(compared, own)], axis=1, initial=-1)
        among = hands[compared]
        more = [hand for hand in set(among.tolist()) if np.median(likest[among == hand]) >= UNLIKE_PHOTOGRAPHS]
        if not more:
            return own
        own |= np.isin(hands, more)


def _likeness(sightings: list[_Sighting]) -> F64:
    """How like each other sightings are (n, n); none is like itself."""
    patches = np.stack([one.patches for one in sightings], axis=1)
    likeness = Matcher.of(patches).likeness(patches[0], np.ones(patches.shape[1:3], np.float32))
    np.fill_diagonal(likeness, -1)
    return likeness


def _likest(own: Indices, likeness: F64) -> Indices:
    """The two of a card's `own` sightings that are likest each other."""
    among = likeness[np.ix_(own, own)]
    return own[[*np.unravel_index(np.argmax(among), among.shape)]]


def _cards(numbers: Indices) -> tuple[Card, ...]:
    return tuple(FORTY[i] for i in numbers.tolist())
