"""What a deck's photographs must read back as before they are learned."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from vision.classify.namer import FORTY, RANKS, Naming

from models.scenes.decks import Deck
from tests.vision.enrolled.drawn import cut_outs, house, stranger
from tests.vision.scripted import place
from vision.decide.decide import Place
from vision.enrolled.layout import LAYOUT, LayoutError
from vision.enrolled.learn import learn
from vision.picture import Picture
from vision.rectify import CLOSE

SEVEN_OF_CUPS = next(number for number, card in enumerate(FORTY) if str(card) == "7c")


@cache
def photograph(deck: Callable[[], Deck] = house) -> tuple[Picture, tuple[Place, ...]]:
    """The deck in four rows of ten, as cut-outs side by side, and where its cards lie."""
    faces = dict(zip(FORTY, cut_outs(deck()), strict=True))
    pixels = np.concatenate([np.concatenate([faces[card] for card in row], axis=1) for row in LAYOUT])
    places = tuple(
        place(CLOSE.corners.astype(float) + [CLOSE.width * column, CLOSE.height * line], {str(card): 0.95})
        for line, row in enumerate(LAYOUT)
        for column, card in enumerate(row)
    )
    return Picture(pixels), places


class NamesInTurn:
    """A namer that names the forty it is shown in their order; the seven of copas, read back, an eight with a share."""

    LOOKS_AT_THE_PHOTOGRAPH = 3
    """How often the cards are named before they are read back: all different, and as the deck's own, plain and dull."""

    def __init__(self, eight: float) -> None:
        self.eight = eight
        self.asked = 0

    def name(self, crops: NDArray[np.uint8], closer: Any = None) -> list[Naming]:
        self.asked += 1
        named = [Naming(row, 0.0, 0.0) for row in np.eye(len(FORTY))]
        if self.asked > self.LOOKS_AT_THE_PHOTOGRAPH:
            cards = named[SEVEN_OF_CUPS].cards * (1 - self.eight)
            named[SEVEN_OF_CUPS] = Naming(cards, self.eight, 0.0, eight=self.eight)
        return named

    def numbers(self, corners: NDArray[np.uint8]) -> NDArray[np.float64]:
        return np.zeros((len(corners), len(RANKS)))


def learned(eight: float) -> tuple[int, ...]:
    picture, places = photograph()
    namer: Any = NamesInTurn(eight)
    return learn("club", [("deck.jpg", picture)], lambda _: list(places), namer).pictures.shape


def test_a_seven_that_looks_a_little_like_an_eight_is_learned() -> None:
    assert learned(0.0) == learned(0.7) == (1, len(FORTY), CLOSE.height, CLOSE.width, 3)


def test_a_photograph_that_is_not_sharp_is_refused() -> None:
    picture, places = photograph()
    soft = Picture(np.asarray(cv2.GaussianBlur(picture.pixels, (0, 0), 4), np.uint8))
    namer: Any = NamesInTurn(0.0)
    with pytest.raises(LayoutError, match=r"deck\.jpg: it is not sharp"):
        learn("club", [("deck.jpg", soft)], lambda _: list(places), namer)


def test_photographs_of_different_decks_are_both_named() -> None:
    picture, places = photograph()
    other, _ = photograph(stranger)
    namer: Any = NamesInTurn(0.0)
    with pytest.raises(LayoutError, match=r"one\.jpg: its cards do not look like those of two\.jpg"):
        learn("club", [("one.jpg", picture), ("two.jpg", other)], lambda _: list(places), namer)


def test_a_deck_with_an_eight_among_its_cards_is_not_learned() -> None:
    with pytest.raises(LayoutError, match=r"deck\.jpg: .*7 of copas.* reads back as no card of the deck"):
        learned(0.97)
