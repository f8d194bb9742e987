"""The level below which so many in a hundred bytes lie, by counting."""

from __future__ import annotations

import numpy as np
import pytest

from vision.levels import percentile


@pytest.mark.parametrize(("percent", "level"), [(0, 0), (1, 0), (50, 49), (80, 79), (99, 98), (100, 99)])
def test_as_many_levels_as_there_are_in_a_hundred(percent: float, level: int) -> None:
    hundred = np.random.default_rng(3).permutation(100).astype(np.uint8).reshape(5, 4, 5)
    assert percentile(hundred, percent) == level


def test_part_of_a_picture_counts_without_the_rest() -> None:
    picture = np.zeros((40, 60, 3), np.uint8)
    picture[::8, ::8] = 200
    assert percentile(picture[::8, ::8], 1) == 200


def test_all_of_255_is_255() -> None:
    assert percentile(np.full((3, 3), 255, np.uint8), 99) == 255


def test_nothing_has_no_levels() -> None:
    with pytest.raises(ValueError, match="no levels"):
        percentile(np.zeros(0, np.uint8), 50)
