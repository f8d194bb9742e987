"""How an enrolled deck's pictures and the network's word are weighed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.enrolled.drawn import cut_outs, enrolled, house, stranger
from vision.enrolled.namer import EnrolledNamer
from vision.namer import FORTY, Naming


class Says:
    """A namer that is sure of the deck's pictures while it is asked about them, and then says one thing of all."""

    threshold = 0.95

    def __init__(self, then: Naming | None = None) -> None:
        self.then = then

    def name(self, crops: NDArray[np.uint8], closer: Any = None) -> list[Naming]:
        if len(crops) == len(FORTY):
            return [Naming(row, 0.0, 0.0) for row in np.eye(len(FORTY))]
        assert self.then is not None
        return [self.then] * len(crops)


def whole(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return np.dstack([picture, np.full(picture.shape[:2], 255, np.uint8)])[np.newaxis]


def said(strange: float) -> Naming:
    return Naming(np.full(len(FORTY), (1 - strange) / len(FORTY)), strange, strange)


def named(then: Naming, crop: NDArray[np.uint8]) -> Naming:
    namer: Any = Says(then)
    [naming] = EnrolledNamer(namer, enrolled(house())).name(crop)
    return naming


@pytest.mark.parametrize("number", range(0, 40, 7))
def test_a_card_that_the_network_does_not_know_is_known_by_its_picture(number: int) -> None:
    naming = named(said(0.97), whole(cut_outs(house())[number]))
    assert int(np.argmax(naming.cards)) == number
    assert naming.cards[number] > 0.9


def test_what_is_like_no_card_and_none_of_the_forty_to_the_network_is_surely_strange() -> None:
    print_of_a_mat = np.tile(np.array([[[20, 20, 200]], [[230, 230, 230]]], np.uint8).repeat(8, 0), (8, 80, 1))
    assert named(said(0.99), whole(print_of_a_mat)).strange > 0.98


def test_another_decks_card_is_less_like_it() -> None:
    own, other = (named(said(0.2), whole(cut_outs(deck)[12])).likeness for deck in (house(), stranger()))
    assert own is not None
    assert other is not None
    assert own > other
