"""What the rims network is shown: which cards another one sticks to that the finder did not see."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from models.scenes.scene import Scene, SceneCard
from models.training.samples import rims
from tests.vision.scripted import card_at
from vision.geometry import Corners
from vision.locate.found import Found


def scene(*cards: tuple[Corners, float]) -> Scene:
    """Cards at these corners, the lowest first, with the share of each that is in view."""
    laid = [SceneCard("1o", "N", "row", corners.astype(np.float32), visible) for corners, visible in cards]
    label = np.full((600, 800), -1, np.int16)
    for code, (corners, _) in enumerate(cards):
        cv2.fillConvexPoly(label, corners.astype(np.int32), (code,))
    return Scene(np.zeros((600, 800, 3), np.uint8), laid, [], label)


def told(found: list[Corners], on_table: Scene) -> dict[int, bool]:
    """Of each thing that is told of, whether a card sticks to it."""
    which, stuck = rims.sticking([Found(corners, 0.9, 0.9) for corners in found], on_table)
    return dict(zip(which.tolist(), stuck.tolist(), strict=True))


CARD, BESIDE = card_at(300, 300), card_at(500, 300)
UNDER = card_at(304, 306)


def test_a_card_that_was_not_found_sticks_to_the_one_over_it() -> None:
    assert told([CARD, BESIDE], scene((UNDER, 0.08), (CARD, 1.0), (BESIDE, 1.0))) == {0: True, 1: False}


def test_one_that_was_found_as_well_sticks_to_none() -> None:
    assert told([CARD, UNDER], scene((UNDER, 0.08), (CARD, 1.0))) == {0: False, 1: False}


def test_one_that_does_not_look_out_counts_as_nothing() -> None:
    assert told([CARD], scene((CARD, 0.0), (CARD, 1.0))) == {0: False}


def test_one_that_shows_between_two_sticks_to_both() -> None:
    beside, between, elsewhere = card_at(300 + 68, 300), card_at(300 + 34, 303), card_at(560, 300)
    on_table = scene((between, 0.15), (CARD, 1.0), (beside, 1.0), (elsewhere, 1.0))
    assert told([CARD, beside, elsewhere], on_table) == {0: True, 1: True, 2: False}


def test_it_sticks_to_the_one_over_less_of_it_too() -> None:
    beside, between = card_at(300 + 70, 300), card_at(300 + 50, 303)
    assert told([CARD, beside], scene((between, 0.15), (CARD, 1.0), (beside, 1.0))) == {0: True, 1: True}


@pytest.mark.parametrize("order", [1, -1])
def test_a_card_that_shows_elsewhere_does_not_hide_one_that_sticks(order: int) -> None:
    unseen = [(UNDER, 0.08), (card_at(324, 340), 0.6)][::order]
    assert told([CARD, BESIDE], scene(*unseen, (CARD, 1.0), (BESIDE, 1.0))) == {0: True, 1: False}


def test_of_a_card_that_was_overlooked_beside_another_nothing_is_told() -> None:
    half = card_at(324, 340)
    assert told([CARD, BESIDE], scene((half, 0.6), (CARD, 1.0), (BESIDE, 1.0))) == {1: False}


@pytest.mark.parametrize("on_table", [scene(), scene((BESIDE, 1.0))])
def test_what_is_no_card_is_not_told_of(on_table: Scene) -> None:
    assert told([CARD], on_table) == {}
    assert told([], on_table) == {}


def test_a_part_is_drawn_of_many_hands_in_some_of_which_two_stick(monkeypatch: pytest.MonkeyPatch) -> None:
    from models.scenes.cards.library import own_deck

    monkeypatch.setattr(rims, "PART", 4)
    monkeypatch.setattr(rims, "FRESH", 0.0)
    monkeypatch.setattr(rims, "SIZES", ((1536, 864),))
    monkeypatch.setattr(rims, "random_deck", lambda *_, **__: None)
    deck = own_deck(240)
    shown, stuck = rims.make([deck], np.array([1.0]), 3)
    again, _ = rims.make([deck], np.array([1.0]), 3)
    assert shown.shape == (4, rims.CARDS, 176, 32, 4)
    assert stuck.shape == (4, rims.CARDS)
    assert 0 < np.nansum(stuck) < 24
    np.testing.assert_array_equal(shown, again)
    is_card = ~np.isnan(stuck)
    np.testing.assert_array_equal(shown[..., 3].any(axis=(2, 3)), is_card)
    np.testing.assert_array_equal(stuck[::2], stuck[1::2], "the same table with outlines a little off")
    assert (shown[::2] != shown[1::2])[is_card[::2]].any(axis=(1, 2, 3)).all()
