"""Pips arranged as no maker is known to."""

from __future__ import annotations

from itertools import combinations
from math import cos, hypot, radians, sin

import pytest

from models.deck.chance import Chance
from models.deck.pips.composed import Pip, composed
from models.deck.pips.layout import COMPOSED, Place, arrangement
from models.deck.size import HEIGHT, WIDTH

RANKS = [2, 3, 4, 5, 6, 7, 8, 9]


def arranged(rank: int, long: bool, count: int = 150) -> list[list[Pip]]:
    return [composed(rank, long, Chance(seed, "any", False)) for seed in range(count)]


@pytest.mark.parametrize("rank", RANKS)
def test_round_pips_can_be_counted_for_none_lies_on_another_or_beyond_the_card(rank: int) -> None:
    for pips in arranged(rank, long=False):
        assert len(pips) == rank
        for (x, y, size, _), (other_x, other_y, other, _) in combinations(pips, 2):
            assert hypot(x - other_x, y - other_y) > (size + other) / 2
        for x, y, size, _ in pips:
            assert size / 2 < x < WIDTH - size / 2
            assert size / 2 < y < HEIGHT - size / 2


@pytest.mark.parametrize("rank", RANKS)
def test_no_two_espadas_or_bastos_lie_in_the_same_place_and_none_beyond_the_card(rank: int) -> None:
    for pips in arranged(rank, long=True):
        assert len(pips) == rank
        for x, y, size, turn in pips:
            across, along = (abs(way(radians(turn))) * size / 2 for way in (sin, cos))
            assert across < x < WIDTH - across
            assert along < y < HEIGHT - along
        assert len({(round(x), round(y), round(turn)) for x, y, _, turn in pips}) == rank


def test_espadas_stand_in_rows_and_lie_in_fans_and_oros_in_rows_of_any_lengths() -> None:
    turns = [{round(turn) for *_, turn in pips} for pips in arranged(5, long=True)]
    assert any(len(turn) == 5 for turn in turns)
    assert any(turn <= {0, 180} for turn in turns)
    rows = {tuple(sorted(round(y) for _, y, _, _ in pips)) for pips in arranged(5, long=False)}
    assert {max(ys.count(y) for y in ys) for ys in rows} >= {2, 3}
    assert len(rows) > 20


@pytest.mark.parametrize("suit", ["o", "e"])
def test_a_deck_has_makers_arrangements_beside_composed_ones_and_the_house_deck_its_own_alone(suit: str) -> None:
    def drawn(seed: int, house: bool) -> tuple[Place, ...]:
        return tuple(arrangement(suit, 6, Chance(seed, "any", house), 1.0, 1.0))

    others = [drawn(seed, house=False) for seed in range(200)]
    once = sum(others.count(places) == 1 for places in others) / len(others)
    assert COMPOSED - 0.15 < once < COMPOSED + 0.15
    assert {drawn(seed, house=True) for seed in range(20)} == {drawn(1, house=True)}
    assert drawn(1, house=True) in others
