"""Rounds that leave others possible: the same as by trying all of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desk.matching import least_weight
from engine.tournament import matchings
from engine.tournament.matchings import Edge, Joined, by_weight, furthest_ahead
from tests.engine.tournament.matchings import every, most_without_repeat

SIX = list(combinations(range(6), 2))


def weighed(pairs: list[tuple[int, int]]) -> list[Edge]:
    """Edges in which those that come later weigh more than all before them together."""
    return [(one, other, 2**number) for number, (one, other) in enumerate(pairs)]


def lightest_first(joined: list[Joined], edges: list[Edge]) -> list[Joined]:
    return sorted(joined, key=lambda one: sum(weight for *two, weight in edges if tuple(two) in one))


@given(st.lists(st.sampled_from(SIX), unique=True))
def test_perfect_matchings_come_by_their_weight(pairs: list[tuple[int, int]]):
    edges = weighed(pairs)
    assert [*by_weight(6, edges, least_weight)] == lightest_first(every(frozenset(range(6)), edges), edges)


@given(st.lists(st.sampled_from(SIX), unique=True, min_size=6), st.integers(1, 5))
def test_a_round_leaves_as_many_as_can_follow_and_is_the_lightest_that_does(pairs: list[tuple[int, int]], rounds: int):
    edges, nodes = weighed(pairs), frozenset(range(6))
    leaves = {
        one: 1 + most_without_repeat(nodes, [edge for edge in edges if edge[:2] not in one])
        for one in lightest_first(every(nodes, edges), edges)
    }
    most = min(rounds, max(leaves.values(), default=0))
    expected = next((one for one, number in leaves.items() if number >= most), None)
    assert furthest_ahead(6, edges, rounds, least_weight) == expected


def test_a_search_that_would_take_too_long_looks_less_far_ahead(monkeypatch: pytest.MonkeyPatch):
    # Rounds of six nodes that are all joined but for two rounds that have been: the lightest leaves two triangles.
    met = {(0, 2), (1, 4), (3, 5), (0, 5), (1, 3), (2, 4)}
    edges = weighed([(0, 1), (2, 3), (4, 5), *(two for two in SIX if two not in met | {(0, 1), (2, 3), (4, 5)})])
    lightest = {(0, 1), (2, 3), (4, 5)}
    assert furthest_ahead(6, edges, 3, least_weight) not in (lightest, None)
    monkeypatch.setattr(matchings, "_MOST_MATCHINGS", 1)
    assert furthest_ahead(6, edges, 3, least_weight) == lightest


def test_one_budget_is_for_all_matchings_of_a_draw(monkeypatch: pytest.MonkeyPatch):
    # Two groups of seven that have met all of the other group but for one pairing, without which nothing goes on.
    pairs = [two for two in combinations(range(14), 2) if (two[0] < 7) == (two[1] < 7) or two == (0, 7)]
    computed: list[int] = []

    def counted(edges: Sequence[Edge]) -> Iterable[tuple[int, int]]:
        computed.append(len(edges))
        return least_weight(edges)

    monkeypatch.setattr(matchings, "_MOST_MATCHINGS", 100)
    assert furthest_ahead(14, weighed(pairs), 7, counted) is not None
    begun = 7  # one for each edge of the round that was tried last
    assert 100 <= len(computed) < 100 + begun
