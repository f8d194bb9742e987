"""Naming all places together: each card is there once, or, now and then, twice."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Callable, Iterable

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from engine.seats import Seat
from tests.vision.scripted import index
from vision.decide.joint import NONE, ONE_FEWER, ONE_MORE, SURE, TWICE, Joint, same_rank
from vision.decide.ways import MOST_WAYS, likeliest

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


def agreeing(ways: Ways, allowed: NDArray[np.bool_]) -> float:
    return sum(weight for way, weight in ways.items() if all(row[i] for row, i in zip(allowed, way, strict=True)))


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


def only(classes: Iterable[int]) -> NDArray[np.bool_]:
    return np.fromiter(classes, int)[:, np.newaxis] == np.arange(NONE + 1)


@settings(deadline=None, max_examples=40)
@given(tables())
@example(rows({KING: 50 / 51, SEVEN: 1 / 51}, {SEVEN: 1.0}))
def test_the_likeliest_ways_are_those_of_counting_every_way(p: F64) -> None:
    """All ways together leave out what each sure place may hold besides."""
    ways, weights = likeliest(p)
    shares = (weights / Joint(p).total).tolist()
    wanted = counted(p)
    assert dict(zip(map(tuple, ways.tolist()), shares, strict=True)) == pytest.approx(
        {way: wanted[way] for way in map(tuple, ways.tolist())}, abs=len(p) * SURE
    )
    assert sum(shares) > 0.999 or len(ways) == MOST_WAYS
    assert shares == sorted(shares, reverse=True), "the likeliest comes first"


@settings(deadline=None, max_examples=40)
@given(tables(), st.lists(st.booleans(), min_size=4, max_size=4), st.sampled_from([only, same_rank]))
def test_the_probability_of_being_right_but_for_what_is_asked(
    p: F64, asked: list[bool], what: Callable[[Iterable[int]], NDArray[np.bool_]]
) -> None:
    allowed = what(p.argmax(axis=1).tolist()) | np.array(asked[: len(p)])[:, np.newaxis]
    assert Joint(p).right(allowed) == pytest.approx(agreeing(counted(p), allowed), abs=1e-6)
    assert Joint(p).right(np.ones_like(allowed)) == pytest.approx(1)


@settings(deadline=None, max_examples=40)
@given(tables())
def test_what_each_place_holds_with_the_others_known(p: F64) -> None:
    wanted = np.zeros_like(p)
    for way, weight in counted(p).items():
        wanted[np.arange(len(p)), way] += weight
    np.testing.assert_allclose(Joint(p).marginals, wanted, atol=1e-6)


def test_what_is_surely_elsewhere_is_not_here() -> None:
    p = rows({SIX: 0.8, SEVEN: 0.2}, {SEVEN: 0.9999, NONE: 0.0001}, {KING: 1.0})
    assert likeliest(p)[0][0].tolist() == [SIX, SEVEN, KING]
    assert Joint(p).marginals[0, SIX] > 0.998


@pytest.mark.parametrize("sure", [0.9999, 1 - 1e-7])
def test_a_card_that_is_surely_at_two_places_is_there_twice(sure: float) -> None:
    p = rows({SIX: sure, SEVEN: 1 - sure}, {SIX: sure, SEVEN: 1 - sure}, {KING: 1.0})
    assert likeliest(p)[0][0].tolist() == [SIX, SIX, KING]
    marginals = Joint(p).marginals
    assert marginals[2, KING] == pytest.approx(1), "the others are as sure as before"
    assert marginals[0, SEVEN] == pytest.approx((1 - sure) / (TWICE + 2 * (1 - sure)), rel=0.01)


def test_a_card_that_is_likely_at_two_places_is_at_one_of_them() -> None:
    p = rows({SIX: 0.9, SEVEN: 0.1}, {SIX: 0.8, KING: 0.2})
    assert likeliest(p)[0][0].tolist() == [SIX, KING]
    assert Joint(p).marginals[0, SIX] < 0.9


def test_any_number_of_things_may_be_none() -> None:
    p = rows({NONE: 1.0}, {NONE: 1.0}, {NONE: 1.0})
    assert Joint(p).total == pytest.approx(1)
    assert likeliest(p)[0].tolist() == [[NONE] * 3]


def test_no_place_is_certain() -> None:
    nothing = np.empty((0, NONE + 1))
    assert Joint(nothing).right(np.empty((0, NONE + 1), bool)) == pytest.approx(1)
    assert likeliest(nothing)[0].shape == (1, 0)


@pytest.mark.parametrize("places", [10, 20])
def test_where_nothing_is_known_nothing_is_claimed(places: int) -> None:
    p = np.full((places, NONE + 1), 1 / (NONE + 1))
    joint = Joint(p)
    np.testing.assert_allclose(joint.marginals, p, atol=0.02)
    assert joint.right(only(range(places))) < 1e-9
    assert len(likeliest(p)[0]) <= MOST_WAYS


@pytest.mark.parametrize("others", [9, 20])
def test_a_sure_card_stays_sure_however_many_places_may_hold_anything(others: int) -> None:
    anything = dict.fromkeys(range(NONE + 1), 1 / (NONE + 1))
    joint = Joint(rows({KING: 1.0}, *[anything] * others))
    assert joint.right(only([KING, *[0] * others]) | (np.arange(others + 1) > 0)[:, np.newaxis]) > 0.999


@settings(deadline=None, max_examples=20)
@given(tables())
def test_of_more_places_than_are_summed_up_together_the_surest_count_by_themselves(p: F64) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("vision.decide.joint.MOST_OPEN", 2)
        few = Joint(p)
    np.testing.assert_allclose(few.marginals.sum(axis=1), 1, atol=1e-6)
    assert few.right(np.ones_like(p, bool)) == pytest.approx(1)
    assert few.right(only(p.argmax(axis=1).tolist())) <= few.marginals.max(axis=1).min() + 1e-6


def test_a_place_that_is_nearly_sure_knows_what_the_others_hold() -> None:
    """It is weighed apart: a 7 that lies elsewhere it is not, nor is it none where a hand would lack a card."""
    sure, north = 1 - 2e-4, Seat("N")
    hand = rows({SIX: sure, SEVEN: 2e-4}, {SEVEN: 1.0}, {KING: sure, NONE: 2e-4}, {index("1b"): 1.0})
    marginals = Joint(hand, [north] * 4).marginals
    assert marginals[0, SEVEN] == pytest.approx(2e-4 * TWICE, rel=0.01)
    assert marginals[2, NONE] == pytest.approx(2e-4 * ONE_FEWER, rel=0.01)


def test_ranks_are_counted_whole_however_little_is_known_of_the_suits() -> None:
    """Twelve cards of three ranks, their suits unknown: very many ways, and one way of ranks."""
    kings = [index(name) for name in ("1o", "4o", "12o") for _ in range(4)]
    p = same_rank(kings) / 4
    joint = Joint(p)
    assert joint.right(same_rank(kings)) == pytest.approx(1)
    assert joint.right(only(kings)) < 0.001


def test_a_fifth_card_of_a_rank_is_as_unlikely_as_a_card_there_twice() -> None:
    kings = {index("12" + suit): 0.25 for suit in "oceb"}
    joint = Joint(rows(*[kings] * 4, {**dict.fromkeys(kings, 0.2), SIX: 0.2}))
    assert joint.marginals[4, SIX] == pytest.approx(0.2 / (0.2 + 0.8 * TWICE), rel=0.05)


@settings(deadline=None, max_examples=40)
@given(tables(), st.integers(0, 3))
def test_the_number_of_a_hands_cards_counts_as_every_way_counted_says(p: F64, sure: int) -> None:
    """`sure` cards beside up to four places, all at one hand, and a thing that lies at none."""
    kings = [index("12" + suit) for suit in "oce"[:sure]]
    p = np.concatenate([rows(*({card: 1.0} for card in kings)).reshape(-1, NONE + 1), p, rows({NONE: 1.0})])
    hand = len(p) - 1
    weights = {}
    for way, weight in counted(p).items():
        cards = sum(card != NONE for card in way)
        weights[way] = weight * ONE_MORE ** max(0, cards - 4) * ONE_FEWER ** max(0, min(4, hand) - cards)
    total = sum(weights.values())
    seats = [*[Seat("W")] * hand, None]
    none = sum(weight for way, weight in weights.items() if way[hand - 1] == NONE) / total
    joint, (ways, _) = Joint(p, seats), likeliest(p, seats)
    assert joint.marginals[hand - 1, NONE] == pytest.approx(none, abs=1e-6)
    assert weights[tuple(ways[0].tolist())] == pytest.approx(max(weights.values()))


def test_which_classes_are_of_one_rank() -> None:
    kings, none = same_rank([KING, NONE])
    assert np.flatnonzero(kings).tolist() == [index("12" + suit) for suit in "oceb"]
    assert np.flatnonzero(none).tolist() == [NONE]


def test_a_ghost_at_a_hand_of_four_is_no_reason_to_be_surer_of_the_others() -> None:
    """Where it is a card, one of the four may be none: all are summed up together, however many others are sure."""
    east = [{index(name): 0.996, NONE: 0.004} for name in ("1o", "2o", "3o", "4o")]
    others = [
        {index(name): 1.0} for name in ("1c", "2c", "3c", "4c", "5c", "6c", "7c", "10c", "11c", "12c", "1e", "2e")
    ]
    ghost = {**dict.fromkeys(range(NONE), 0.9 / NONE), NONE: 0.1}
    joint = Joint(rows(*others, *east, ghost), [None] * 12 + [Seat("E")] * 5)
    named = only([*(next(iter(place)) for place in (*others, *east)), NONE])
    named[-1] = True
    assert 1 - joint.right(named) == pytest.approx(0.081, abs=0.005)


@pytest.mark.parametrize("places", [2, 5, 13])
def test_one_card_at_however_many_places_is_that_card(places: int) -> None:
    joint = Joint(rows(*[{KING: 1.0}] * places))
    np.testing.assert_allclose(joint.marginals[:, KING], 1)
    assert joint.right(only([KING] * places)) == pytest.approx(1)


@pytest.mark.parametrize("sure", [1, 3])
def test_one_place_more_that_holds_a_card_counts_as_much_however_many_hold_it(sure: int) -> None:
    """So many places hold the king for sure, and are weighed apart; one more may."""
    p = rows(*[{KING: 1.0}] * sure, {KING: 0.6, SIX: 0.4})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("vision.decide.joint.MOST_OPEN", 1)
        few = Joint(p)
    assert few.marginals[sure, SIX] == pytest.approx(0.4 / (0.4 + 0.6 * TWICE))
    assert Joint(p).marginals[sure, SIX] == pytest.approx(few.marginals[sure, SIX])
