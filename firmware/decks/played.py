"""The hands that were played here last, from which a deck can be learned."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Final

import numpy as np

from engine.cards import DECK, Card
from firmware.keeping.journal_form import JournalError
from firmware.keeping.played_matches import PlayedMatches
from firmware.session.cards.named import known_places
from firmware.session.finished import Finished
from firmware.table.pictures.shown import HandReading
from vision.enrolled.played import SIGHTINGS, PlayedHand
from vision.picture import load
from vision.reading import Quad

_LOG = logging.getLogger("hamarreko")

MOST: Final = 60
"""Hands that are looked at, twice as many as it takes: each takes time, and its cards some 2 MB of memory."""


@dataclass(frozen=True, slots=True)
class KnownHand:
    """A hand's kept picture, and where in it each card lies that nobody doubts, in pixels of one that is so wide."""

    path: Path
    places: Mapping[Card, Quad]
    width: float

    def loaded(self) -> PlayedHand:
        """The hand to be looked at. PictureError or OSError where its picture cannot be read."""
        picture = load(self.path)
        scale = picture.pixels.shape[1] / self.width
        return PlayedHand(picture, {card: np.array(quad) * scale for card, quad in self.places.items()})


def last_hands(played: PlayedMatches, kept: Callable[[int], HandReading | None]) -> Iterator[KnownHand]:
    """Of the last hands, in whichever matches, those whose pictures are `kept`, the latest first.

    None from before a place where the journal cannot be read.
    """
    try:
        for hand in islice(_latest_first(played), MOST):
            found = kept(hand.noted.reading) if hand.noted.reading else None
            if found and found.width:
                yield KnownHand(found.path, known_places(found.reading, hand), found.width)
    except (JournalError, ValueError) as error:
        _LOG.warning("no deck is learned from earlier hands: %s", error)


def _latest_first(played: PlayedMatches) -> Iterator[Finished]:
    for match in reversed(played.recorded()):
        yield from reversed(played.open(match).state.hands)


def not_yet_known(hands: Iterable[KnownHand]) -> list[Card]:
    """Which of the forty cards are not known in as many of the hands as each must be seen in."""
    known = Counter(card for hand in hands for card in hand.places)
    return [card for card in DECK if known[card] < SIGHTINGS]
