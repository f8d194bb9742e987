"""Whether cards are of one deck, by where their ends lie among all makers' ends."""

from __future__ import annotations

import numpy as np
import pytest

from vision.arrays import F64
from vision.checks.printing import ENOUGH, printed_otherwise


def told(ends: F64) -> list[int]:
    """Which cards are printed otherwise, each seen once."""
    cards = np.arange(ends.shape[1])
    return printed_otherwise(ends, cards, np.zeros_like(cards))


def test_a_card_neither_of_whose_ends_is_like_the_others_is_told() -> None:
    ends = np.zeros((1, 40, 2, 3))
    ends[0, 7] = 2.0
    ends[0, 9, 1] = 2.0
    assert told(ends) == [7]


@pytest.mark.parametrize("count", [1, 3, 8])
def test_a_few_cards_that_are_like_each_other_alone_are_all_told(count: int) -> None:
    ends = np.zeros((2, 40, 2, 3))
    ends[:, 10 : 10 + count] = 2.0
    assert told(ends) == list(range(10, 10 + count))


def test_what_one_photograph_says_counts_for_half_of_two() -> None:
    ends = np.zeros((2, 40, 2, 1))
    ends[0, 3], ends[0, 5] = 1.5, 2.0
    assert told(ends[:1]) == [3, 5]
    assert told(ends) == [5]


def test_of_few_cards_nothing_is_told() -> None:
    ends = np.zeros((1, ENOUGH, 2, 1))
    ends[0, 0] = 5.0
    assert told(ends) == [0]
    assert told(ends[:, 1:]) == []
    assert told(ends[:, : ENOUGH - 1]) == []
    assert told(ends[:, :0]) == []


def test_a_card_that_is_seen_twice_is_held_against_the_others_by_its_likest_sighting() -> None:
    ends, cards = np.zeros((1, 14, 2, 1)), np.array([*range(12), 4, 5])
    ends[0, [4, 12]], ends[0, 13] = 2.0, 2.0
    assert printed_otherwise(ends, cards, np.zeros_like(cards)) == [4, 12]
    assert printed_otherwise(ends, np.minimum(cards, ENOUGH - 2), np.zeros_like(cards)) == []


def test_what_all_cards_of_a_picture_look_like_tells_of_none_of_them() -> None:
    ends, cards = np.zeros((1, 14, 2, 1)), np.arange(14)
    ends[0, 10:] = 2.0
    ends[0, 12] = 6.0
    assert printed_otherwise(ends, cards, np.array([0] * 10 + [1] * 4)) == [12]
