"""Beans on the table; how many a game is played with has its test with its rule book."""

from __future__ import annotations

import doctest

import pytest

from engine.errors import MusError
from engine.seats import Team
from engine.tantos import beans as module
from engine.tantos.beans import POOLS, beans


def score(ns, ew):
    return {Team.NS: ns, Team.EW: ew}


@pytest.mark.parametrize(
    ("ns", "ew", "lying"), [(0, 0, (0, 0)), (4, 5, (4, 1)), (34, 35, (10, 7)), (36, 39, (1, 4)), (40, 38, (8, 3))]
)
def test_one_bean_a_tanto_and_one_a_hamarreko_until_a_team_is_inside(ns, ew, lying):
    assert beans(score(ns, ew), 40) == score(*lying)


@pytest.mark.parametrize("target", POOLS)
def test_the_pool_is_enough_at_every_score(target):
    for tantos in range(target):
        assert sum(beans(score(tantos, target - 6), target).values()) <= POOLS[target]


def test_no_score_is_below_nothing():
    with pytest.raises(MusError, match="0 tantos or more, not -1"):
        beans(score(-1, 0), 40)


def test_the_examples_run():
    tried = doctest.testmod(module)
    assert tried.attempted >= 1
    assert tried.failed == 0
