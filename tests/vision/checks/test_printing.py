"""Whether cards are of one deck, by where their ends lie among all makers' ends."""

from __future__ import annotations

import numpy as np
import pytest

from vision.checks.printing import ENOUGH, printed_otherwise


def test_a_card_neither_of_whose_ends_is_like_the_others_is_told() -> None:
    ends = np.zeros((1, 40, 2, 3))
    ends[0, 7] = 2.0
    ends[0, 9, 1] = 2.0
    assert printed_otherwise(ends) == [7]


@pytest.mark.parametrize("count", [1, 3, 8])
def test_a_few_cards_that_are_like_each_other_alone_are_all_told(count: int) -> None:
    ends = np.zeros((2, 40, 2, 3))
    ends[:, 10 : 10 + count] = 2.0
    assert printed_otherwise(ends) == list(range(10, 10 + count))


def test_what_one_photograph_says_counts_for_half_of_two() -> None:
    ends = np.zeros((2, 40, 2, 1))
    ends[0, 3], ends[0, 5] = 1.5, 2.0
    assert printed_otherwise(ends[:1]) == [3, 5]
    assert printed_otherwise(ends) == [5]


def test_of_few_cards_nothing_is_told() -> None:
    ends = np.zeros((1, ENOUGH, 2, 1))
    ends[0, 0] = 5.0
    assert printed_otherwise(ends) == [0]
    assert printed_otherwise(ends[:, 1:]) == []
    assert printed_otherwise(ends[:, : ENOUGH - 1]) == []
    assert printed_otherwise(ends[:, :0]) == []
