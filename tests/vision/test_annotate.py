"""The picture that players look at: the names of cards that lie on each other can all be read."""

from __future__ import annotations

from itertools import combinations

import pytest

from vision.annotate import Spot, apart

NAME: Spot = (50.0, 28.0)


def row(step: float, lying: bool) -> list[list[Spot]]:
    """Four cards of 70 by 110 pixels, each so far from the one before; or lying on their side, below each other."""
    upright = [[(x, 0.0), (x + 70, 0.0), (x + 70, 110.0), (x, 110.0)] for x in (step * place for place in range(4))]
    return [[(y, x) for x, y in corners] for corners in upright] if lying else upright


@pytest.mark.parametrize("lying", [False, True])
@pytest.mark.parametrize("step", [25, 40, 60])
def test_no_name_covers_another(step: float, lying: bool) -> None:
    cards = row(step, lying)
    places = apart(cards, [NAME] * 4)
    for one, other in combinations(places, 2):
        assert abs(one[0] - other[0]) >= NAME[0] - 1 or abs(one[1] - other[1]) >= NAME[1] - 1
    for corners, (x, y) in zip(cards, places, strict=True):
        assert corners[0][0] < x < corners[2][0]
        assert corners[0][1] < y < corners[2][1]


def test_a_card_that_lies_apart_has_its_name_in_its_middle() -> None:
    assert apart(row(75, False), [NAME] * 4) == [(35.0, 55.0), (110.0, 55.0), (185.0, 55.0), (260.0, 55.0)]
