"""What lies around a card is cut out alike around any card, and what was found there is told from the rest."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.scripted import Lies, card_at, index, painted, reads_art, reads_ends
from vision import geometry
from vision.classify.evidence import Classifier
from vision.classify.rims import ACROSS, DOWN, RIM, cut_out_rims
from vision.geometry import Corners
from vision.locate.found import Found

EDGE = 28
"""Rows of a strip that lie beyond the card's edge."""


def found(*cards: Corners) -> list[Found]:
    return [Found(corners, 0.9, 0.9) for corners in cards]


def white(*cards: Corners) -> np.ndarray:
    """White cards on black cloth."""
    return np.dstack([geometry.filled((900, 1200), [*cards])] * 3)


@pytest.mark.parametrize("turn", [0, 37, 90, 181])
def test_each_strip_has_the_cards_edge_at_the_same_row(turn: float) -> None:
    card = card_at(600, 450, turn)
    (rim,) = cut_out_rims(white(card), found(card), [0])
    middle = rim.reshape(4, DOWN, ACROSS, 4)[:, :, ACROSS // 3 : -ACROSS // 3]
    assert (middle[:, : EDGE - 3, :, :3] == 0).all()
    assert (middle[:, EDGE + 3 :, :, :3] == 255).all()
    assert (rim[..., 3] == 255).all(), "nothing else lies there"


def test_what_looks_out_at_two_sides_is_seen_there_alone() -> None:
    card, under = card_at(600, 450), card_at(606, 459)
    pixels = white(card, under)
    (rim,) = cut_out_rims(pixels, found(card), [0])
    beyond = rim.reshape(4, DOWN, ACROSS, 4)[:, EDGE - 6 : EDGE - 2, 12:20, :3]
    assert (beyond.mean(axis=(1, 2, 3)) > 128).tolist() == [False, True, True, False]
    assert (rim[..., 3] == 255).all()


def test_what_was_found_is_marked_over_or_under_the_card() -> None:
    card, beside = card_at(600, 450), card_at(650, 450)
    cards = found(card, beside, card_at(1000, 450))
    rims = cut_out_rims(white(card, beside), cards, [0, 2])
    assert rims.shape == (2, *RIM, 4)
    marked = rims.reshape(2, 4, DOWN, ACROSS, 4)[..., 3] == 0
    assert marked[0, 1, :, 12:20].all(), "to its right"
    assert not marked[0, 3].any(), "to its left"
    assert not marked[1].any()


def test_what_lies_beyond_the_picture_is_marked() -> None:
    card = card_at(600, 50)
    (rim,) = cut_out_rims(white(card), found(card), [0])
    top, _, below, _ = rim.reshape(4, DOWN, ACROSS, 4)[..., 3]
    assert (top[0] == 0).all()
    assert (below == 255).all()


def test_no_thing_has_no_rim() -> None:
    assert cut_out_rims(white(), [], []).shape == (0, *RIM, 4)


def test_how_likely_a_card_sticks_is_asked_of_a_table_at_once() -> None:
    lying = [Lies(card_at(200 + 150 * number, 300), index("7e")) for number in range(6)]
    shown = list[tuple[int, ...]]()

    def reads(rims: np.ndarray) -> np.ndarray:
        shown.append(rims.shape)
        return np.array([[-9.0, -8.0, 3.0]], np.float32)

    classifier = Classifier(reads_ends, reads_art, reads)
    sticking = classifier.sticking(painted(lying), found(*(each.corners for each in lying)), [1, 2, 4])
    np.testing.assert_allclose(sticking, 1 / (1 + np.exp([9.0, 8.0, -3.0])))
    assert shown == [(1, 3, *RIM, 4)]


def test_nothing_sticks_where_no_card_is_asked_for() -> None:
    assert Classifier(reads_ends, reads_art, reads_art).sticking(painted([]), [], []).shape == (0,)
