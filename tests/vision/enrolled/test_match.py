"""Which of a deck's cards a cut-out is like, as the shipped art network sees them."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.enrolled.drawn import SHIPPED, cut_outs, house, stranger
from vision.enrolled.looks import both_ways, whole
from vision.enrolled.match import Matcher

U8 = NDArray[np.uint8]


@cache
def matcher() -> Matcher:
    return Matcher.of(both_ways(cut_outs(house()), SHIPPED.faces))


def shown(number: int) -> U8:
    return whole(cut_outs(house())[number])


def likeness(cut_out: U8) -> NDArray[np.float64]:
    """To each of the deck's cards (40,)."""
    seen = SHIPPED.faces(np.ascontiguousarray(cut_out)[np.newaxis])
    [row] = matcher().likeness(seen.patches, seen.in_view)
    return np.asarray(row)


def is_surely(number: int, found: NDArray[np.float64]) -> None:
    others = np.delete(found, number)
    assert found[number] > 0.7
    assert found[number] - others.max() > 0.08


@pytest.mark.parametrize("number", range(0, 40, 7))
def test_a_card_is_like_itself_either_way_up(number: int) -> None:
    for cut_out in (shown(number), shown(number)[::-1, ::-1]):
        found = likeness(cut_out)
        assert found.argmax() == number
        assert found[number] == pytest.approx(1, abs=1e-3)


@pytest.mark.parametrize("number", range(3, 40, 9))
def test_light_does_not_matter(number: int) -> None:
    dim = shown(number)
    across = np.linspace(0.2, 0.7, dim.shape[1])[np.newaxis, :, np.newaxis]
    dim[..., :3] = (dim[..., :3] * across * [0.7, 0.9, 1.0]).astype(np.uint8)
    is_surely(number, likeness(dim))


@pytest.mark.parametrize("number", range(1, 40, 9))
def test_corners_that_are_off_do_not_matter(number: int) -> None:
    moved = np.array([[0.0, 0], [79, 0], [79, 127], [0, 127]], np.float32)
    away = moved + np.array([[3, -3], [2, 3], [-3, 2], [-2, -3]], np.float32)
    cut_out = cv2.warpPerspective(
        shown(number), cv2.getPerspectiveTransform(moved, away), (80, 128), borderMode=cv2.BORDER_REPLICATE
    )
    is_surely(number, likeness(np.asarray(cut_out, np.uint8)))


@pytest.mark.parametrize("number", range(2, 40, 9))
def test_a_card_half_under_another_is_told_by_the_other_half(number: int) -> None:
    half = shown(number)
    half[:, 35:, :3] = np.random.default_rng(number).integers(0, 255, (128, 45, 3))
    half[:, 35:, 3] = 0
    is_surely(number, likeness(half))


def test_a_card_of_which_nothing_is_in_view_is_like_none() -> None:
    hidden = shown(5)
    hidden[..., 3] = 0
    np.testing.assert_array_equal(likeness(hidden), 0)


def test_of_several_looks_the_liker_one_counts() -> None:
    one, other = (both_ways(cut_outs(deck), SHIPPED.faces) for deck in (house(), stranger()))
    both = Matcher.of(np.concatenate([one, other]))
    for looks in (one, other):
        found = both.likeness(looks[0], np.ones(looks.shape[1:3], np.float32))
        np.testing.assert_allclose(np.diagonal(found), 1, atol=1e-3)


def test_nothing_is_compared_where_nothing_lies() -> None:
    assert matcher().likeness(np.empty((0, 160, 48), np.float32), np.empty((0, 160), np.float32)).shape == (0, 40)


def test_what_all_cards_show_alike_says_nothing() -> None:
    """A frame, say: with it or without it cards are as like each other."""
    rng = np.random.default_rng(1)
    looks = rng.normal(0, 1, (2, 40, 160, 48)).astype(np.float32)
    framed = looks + rng.normal(0, 5, (160, 48)).astype(np.float32)
    everything = np.ones((40, 160), np.float32)
    plain, within = (Matcher.of(each).likeness(each[0], everything) for each in (looks, framed))
    np.testing.assert_allclose(plain, within, atol=1e-3)


def test_how_alike_the_likest_two_cards_are() -> None:
    rng = np.random.default_rng(2)
    looks = rng.normal(0, 1, (2, 40, 160, 48)).astype(np.float32)
    assert Matcher.of(looks).alike < 0.2
    looks[:, 7] = looks[:, 12]
    assert Matcher.of(looks).alike == pytest.approx(1, abs=1e-3)


def test_cloth_is_like_no_card() -> None:
    rng = np.random.default_rng(4)
    cloth = whole(rng.integers(60, 90, (128, 80, 3), dtype=np.uint8))
    assert likeness(cloth).max() < 0.5
