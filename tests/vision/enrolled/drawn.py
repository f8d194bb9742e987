"""Enrolled decks made from drawn faces, for the tests."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from models.deck.printing import raster
from models.deck.style import HOUSE, random_style
from models.scenes.cards.decks import Deck, deck_of
from vision.classify.evidence import Classifier
from vision.classify.naming import FORTY
from vision.enrolled.deck import EnrolledDeck
from vision.rectify import CLOSE

SHIPPED = Classifier.shipped()


@cache
def house() -> Deck:
    """The project's own deck."""
    return deck_of("own", raster.deck(HOUSE, 320))


@cache
def stranger() -> Deck:
    """A deck of another style."""
    return deck_of("other", raster.deck(random_style(np.random.default_rng(77)), 320))


def cut_outs(deck: Deck) -> NDArray[np.uint8]:
    """The forty faces as they are cut out of a picture, on green cloth: (40, 128, 80, 3)."""
    return np.stack([_cut_out(deck.faces[str(card)]) for card in FORTY])


def enrolled(deck: Deck, name: str = "club") -> EnrolledDeck:
    """What a perfect photograph of the deck would teach."""
    return EnrolledDeck(name, cut_outs(deck)[np.newaxis])


def _cut_out(face: NDArray[np.uint8]) -> NDArray[np.uint8]:
    left, top = (round(float(v)) for v in CLOSE.corners[0])
    size = (CLOSE.width - 2 * left, CLOSE.height - 2 * top)
    small = cv2.resize(face, size, interpolation=cv2.INTER_AREA)
    whole = np.full((CLOSE.height, CLOSE.width, 3), (60, 110, 40), np.uint8)
    share = small[..., 3:] / 255
    inside = whole[top : top + size[1], left : left + size[0]]
    inside[:] = (small[..., :3] * share + inside * (1 - share)).astype(np.uint8)
    return whole
