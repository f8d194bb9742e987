"""How an enrolled deck's pictures and the network's word are weighed."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from vision.enrolled.namer import EnrolledNamer

from tests.vision.enrolled.drawn import cut_outs, enrolled, house, stranger
from vision.classify.naming import FORTY, Naming


class Says:
    """A namer that is sure of the deck's pictures while it is asked about them, and then says one thing of all."""

    def __init__(self, then: Naming | None = None) -> None:
        self.then = then

    def name(self, crops: NDArray[np.uint8], closer: Any = None) -> list[Naming]:
        if len(crops) == len(FORTY):
            return [Naming(row, 0.0, 0.0) for row in np.eye(len(FORTY))]
        assert self.then is not None
        return [self.then] * len(crops)


class CallsIt(Says):
    """One that calls each of the deck's own cards an eight with that share, and is sure of it else."""

    def __init__(self, share: float, then: Naming) -> None:
        super().__init__(then)
        self.share = share

    def name(self, crops: NDArray[np.uint8], closer: Any = None) -> list[Naming]:
        said = super().name(crops, closer)
        if len(crops) != len(FORTY):
            return said
        return [Naming(n.cards * (1 - self.share), self.share, 0.0, eight=self.share) for n in said]


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


def certain_of(number: int, share: float) -> Naming:
    cards = np.full(len(FORTY), (1 - share) / (len(FORTY) - 1))
    cards[number] = share
    return Naming(cards, 0.0, 0.0)


@pytest.mark.parametrize("number", [4, 5, 12])
def test_of_a_strip_the_network_is_believed_only_where_it_is_certain(number: int) -> None:
    """The strip is that of several cards: the looks alone cannot tell them apart."""
    noise = np.random.default_rng(3).normal(0, 25, (128, 80, 3))
    picture = cv2.GaussianBlur(cut_outs(house())[number], (0, 0), 2.0) + noise
    strip = whole(np.clip(picture, 0, 255).astype(np.uint8))
    strip[..., 24:, 3] = 0
    assert named(certain_of(number, 0.9996), strip).cards[number] >= 0.9996
    assert named(certain_of(number, 0.96), strip).cards[number] < 0.96


@pytest.mark.parametrize("number", range(0, 40, 7))
def test_the_network_is_not_believed_where_the_looks_say_another_card(number: int) -> None:
    other = (number + 11) % 40
    assert named(certain_of(other, 0.9996), whole(cut_outs(house())[number])).cards[other] < 0.9


def test_what_is_like_no_card_and_none_of_the_forty_to_the_network_is_surely_strange() -> None:
    print_of_a_mat = np.tile(np.array([[[20, 20, 200]], [[230, 230, 230]]], np.uint8).repeat(8, 0), (8, 80, 1))
    assert named(said(0.99), whole(print_of_a_mat)).strange > 0.98


@pytest.mark.parametrize(("number", "rough"), [(3, 330), (13, 360)])
def test_looks_alone_name_nothing_for_certain_where_they_are_not_much_alike(number: int, rough: int) -> None:
    noise = cv2.GaussianBlur(np.random.default_rng(5).normal(0, rough, (128, 80, 3)), (0, 0), 2.0)
    naming = named(said(0.02), whole(np.clip(cut_outs(house())[number] + noise, 0, 255).astype(np.uint8)))
    assert naming.likeness is not None
    assert naming.likeness < 0.8
    assert int(np.argmax(naming.cards)) == number
    assert naming.cards[number] < 0.86


@pytest.mark.parametrize("number", range(0, 40, 7))
def test_an_eight_is_none_of_the_cards_however_much_it_looks_like_one(number: int) -> None:
    eight = Naming(np.full(len(FORTY), 0.02 / len(FORTY)), 0.98, 0.0, eight=0.98)
    naming = named(eight, whole(cut_outs(house())[number]))
    assert naming.strange > 0.97
    assert naming.eight == 0.98
    unsure = Naming(certain_of(number, 0.7).cards * 0.7, 0.3, 0.0, nine=0.3)
    naming = named(unsure, whole(cut_outs(house())[number]))
    assert int(np.argmax(naming.cards)) == number
    assert 0.5 < naming.cards[number] <= 0.7


def test_a_card_that_the_network_often_calls_an_eight_may_be_called_one() -> None:
    crop = whole(cut_outs(house())[6])
    for usual, said_now, strange in ((0.05, 0.98, (0.9, 1.0)), (0.3, 0.3, (0.0, 0.1)), (0.3, 0.98, (0.9, 1.0))):
        eight = Naming(certain_of(6, 1.0).cards * (1 - said_now), said_now, 0.0, eight=said_now)
        namer: Any = CallsIt(usual, eight)
        [naming] = EnrolledNamer(namer, enrolled(house())).name(crop)
        assert strange[0] <= naming.strange <= strange[1]


def test_another_decks_card_is_less_like_it() -> None:
    own, other = (named(said(0.2), whole(cut_outs(deck)[12])).likeness for deck in (house(), stranger()))
    assert own is not None
    assert other is not None
    assert own > other
