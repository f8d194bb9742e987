"""Naming all places together: each card is there once, or, now and then, twice."""

from __future__ import annotations

import itertools
import math
import time
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from engine.seats import Seat
from tests.vision.scripted import index
from vision.decide.joint import CARDS, MOST_WAYS, NONE, RANKS, TWICE, UNUSUAL, Joint, Labels, double, joint

F64 = NDArray[np.float64]
Ways = dict[tuple[int, ...], float]
SIX, SEVEN, KING = index("6e"), index("7e"), index("12o")


def rows(*places: dict[int, float]) -> F64:
    """Probabilities (n, 41) of what each place holds by itself."""
    p = np.zeros((len(places), NONE + 1))
    for row, place in zip(p, places, strict=True):
        for card, share in place.items():
            row[card] = share
    return p


def counted(p: F64) -> Ways:
    """Every way of naming the places, with its probability, one after the other."""
    ways = {}
    for way in itertools.product(*(np.flatnonzero(row).tolist() for row in p)):
        times = Counter(card for card in way if card != NONE)
        again = sum(count - 1 for count in times.values())
        ways[way] = math.prod(float(row[card]) for row, card in zip(p, way, strict=True)) * TWICE**again
    total = sum(ways.values())
    return {way: weight / total for way, weight in ways.items()}


def agreeing(
    ways: dict[tuple[int, ...], float], classes: list[int], asked: list[bool], same: NDArray[np.intp]
) -> float:
    return sum(
        weight
        for way, weight in ways.items()
        if all(skip or same[a] == same[b] for a, b, skip in zip(way, classes, asked, strict=True))
    )


@st.composite
def tables(draw: st.DrawFn) -> F64:
    """Up to four places, each of which may be up to four of the same few cards, or none."""
    few = [SIX, SEVEN, KING, index("6o"), index("1b"), NONE]
    places = []
    for _ in range(draw(st.integers(1, 4))):
        cards = draw(st.lists(st.sampled_from(few), min_size=1, max_size=4, unique=True))
        shares = draw(st.lists(st.floats(0.01, 1), min_size=len(cards), max_size=len(cards)))
        places.append({card: share / sum(shares) for card, share in zip(cards, shares, strict=True)})
    return rows(*places)


@settings(deadline=None, max_examples=40)
@given(tables())
def test_it_is_what_counting_every_way_gives(p: F64) -> None:
    together, ways = joint(p), counted(p)
    assert {
        tuple(way): weight for way, weight in zip(together.ways.tolist(), together.p, strict=True)
    } == pytest.approx(ways, abs=1e-8)
    assert np.all(np.diff(together.p) <= 0), "the likeliest comes first"


@settings(deadline=None, max_examples=40)
@given(tables(), st.lists(st.booleans(), min_size=4, max_size=4), st.sampled_from([CARDS, RANKS]))
def test_the_probability_of_being_right_but_for_what_is_asked(p: F64, asked: list[bool], labels: Labels) -> None:
    named = [int(card) for card in p.argmax(axis=1)]
    asked = asked[: len(p)]
    right = joint(p, labels).right(labels.same[named], np.array(asked))
    assert right == pytest.approx(agreeing(counted(p), named, asked, labels.same), abs=1e-8)
    assert joint(p, labels).right(labels.same[named], np.ones(len(p), bool)) == pytest.approx(1)


@settings(deadline=None, max_examples=40)
@given(tables())
def test_what_each_place_holds_with_the_others_known(p: F64) -> None:
    together, ways = joint(p), counted(p)
    wanted = np.zeros_like(p)
    for way, weight in ways.items():
        wanted[np.arange(len(p)), way] += weight
    np.testing.assert_allclose(together.marginals(), wanted, atol=1e-8)


def test_what_is_surely_elsewhere_is_not_here() -> None:
    together = joint(rows({SIX: 0.8, SEVEN: 0.2}, {SEVEN: 0.9999, NONE: 0.0001}, {KING: 1.0}))
    assert together.ways[0].tolist() == [SIX, SEVEN, KING]
    assert together.marginals()[0, SIX] > 0.998
    assert not double(together.ways[0]).any()


def test_a_card_that_is_surely_at_two_places_is_there_twice() -> None:
    together = joint(rows({SIX: 0.9999, SEVEN: 0.0001}, {SIX: 0.9999, SEVEN: 0.0001}, {KING: 1.0}))
    assert double(together.ways[0]).tolist() == [True, True, False]
    assert together.marginals()[2, KING] == pytest.approx(1), "the others are as sure as before"


def test_a_card_that_is_likely_at_two_places_is_at_one_of_them() -> None:
    together = joint(rows({SIX: 0.9, SEVEN: 0.1}, {SIX: 0.8, KING: 0.2}))
    assert not double(together.ways[0]).any()
    assert together.marginals()[0, SIX] < 0.9
    assert together.p.sum() == pytest.approx(1)


def test_any_number_of_things_may_be_none() -> None:
    together = joint(rows({NONE: 1.0}, {NONE: 1.0}, {NONE: 1.0}))
    assert together.p == pytest.approx([1.0])
    assert not double(together.ways[0]).any()


def test_no_place_is_certain() -> None:
    together = joint(np.empty((0, NONE + 1)))
    assert together.right(np.empty(0, int), np.empty(0, bool)) == pytest.approx(1)


def flat(count: int) -> Joint:
    return joint(np.full((count, NONE + 1), 1 / (NONE + 1)))


def test_where_nothing_is_known_nothing_is_claimed_and_soon() -> None:
    start = time.process_time()
    together = flat(16)
    assert time.process_time() - start < 5
    assert len(together.ways) <= MOST_WAYS
    assert 0 < together.p.sum() < 0.01, "what was not counted counts as wrong"


@settings(deadline=None, max_examples=30)
@given(tables())
def test_what_is_not_counted_is_wrong(p: F64) -> None:
    """Of a table that has more ways than are kept no more is claimed than there is."""
    named = p.argmax(axis=1)
    nothing = np.zeros(len(p), bool)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("vision.decide.joint.MOST_WAYS", 3)
        few = joint(p)
    assert len(few.ways) <= 3
    assert few.right(named, nothing) <= joint(p).right(named, nothing) + 1e-9


def test_ranks_are_counted_whole_however_little_is_known_of_the_suits() -> None:
    """Sixteen cards of four ranks, their suits unknown: far more ways than are kept, and one way of ranks."""
    p = np.zeros((16, NONE + 1))
    for place, row in enumerate(p):
        row[(1, 4, 7, 12)[place // 4] == RANKS.same] = 0.25
    assert joint(p).p.sum() < 0.1
    together = joint(p, RANKS)
    assert together.p == pytest.approx([1.0])
    assert together.ways[0].tolist() == [1] * 4 + [4] * 4 + [7] * 4 + [12] * 4


def test_a_fifth_card_of_a_rank_is_as_unlikely_as_a_card_there_twice() -> None:
    kings = {index("12" + suit): 0.25 for suit in "oceb"}
    together = joint(rows(*[kings] * 4, {**dict.fromkeys(kings, 0.2), SIX: 0.2}), RANKS)
    assert together.ways[0].tolist() == [12, 12, 12, 12, 6]
    assert together.p[0] == pytest.approx(0.2 / (0.2 + 0.8 * TWICE), rel=0.05)


def test_a_hand_has_hardly_ever_more_or_less_than_four_cards() -> None:
    north = Seat("N")
    sure = [{SIX: 1.0}, {SEVEN: 1.0}, {KING: 1.0}, {index("1b"): 1.0}]
    perhaps = {index("6o"): 0.5, NONE: 0.5}
    usual = pytest.approx(1 / (1 + UNUSUAL))
    assert joint(rows(*sure, perhaps), CARDS, [north] * 5).p[0] == usual
    assert joint(rows(*sure[1:], perhaps), CARDS, [north] * 4).p[0] == usual
    assert joint(rows(*sure[1:], perhaps), RANKS, [north] * 4).p[0] == usual
    assert joint(rows(*sure, perhaps), RANKS, [north] * 4 + [None]).p[0] == pytest.approx(0.5)


@settings(deadline=None, max_examples=40)
@given(tables(), st.integers(0, 3))
def test_the_number_of_a_hands_cards_counts_as_every_way_counted_says(p: F64, sure: int) -> None:
    """`sure` cards beside up to four places, all at one hand."""
    kings = [index("12" + suit) for suit in "oce"[:sure]]
    p = np.concatenate([rows(*({card: 1.0} for card in kings)).reshape(-1, NONE + 1), p])
    ways = counted(p)
    off = {way: abs(sum(card != NONE for card in way) - 4) for way in ways}
    weights = {way: weight * UNUSUAL ** off[way] for way, weight in ways.items()}
    total = sum(weights.values())
    together = joint(p, CARDS, [Seat("W")] * len(p))
    named = {tuple(way): weight for way, weight in zip(together.ways.tolist(), together.p, strict=True)}
    wanted = {way: weight / total for way, weight in weights.items()}
    assert {way: named.get(way, 0.0) for way in wanted} == pytest.approx(wanted, abs=1e-8)
