"""What pictures from before tell of a card on which another has come to lie, and where one may stick."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from tests.vision.scripted import card_at, naming
from vision.arrays import F64
from vision.classify.naming import Naming
from vision.decide.fuse import remembered
from vision.decide.place import Place, Seen
from vision.locate.found import Found


def place(said: Naming, at: float = 0.0, seen: float = 1.0, under: tuple[int, ...] = ()) -> Place:
    return Place(Found(card_at(at, 0.0), 1.0, seen, under), said)


SURE, VAGUE, TOP = naming({"1o": 0.9999}), naming({"1o": 0.3, "2o": 0.3}), naming({"7e": 0.9999})


def named(places: list[Place]) -> list[tuple[str, float]]:
    best = [place.naming.ranked()[0] for place in places]
    return [(str(card), p) for card, p in best]


def test_a_covered_card_is_what_it_was_while_it_lay_open() -> None:
    now = [place(TOP, at=20.0), place(VAGUE, seen=0.3, under=(0,))]
    _, (card, p) = named(remembered(now, [[place(SURE)]]))
    assert card == "1o"
    assert p == pytest.approx(0.999, abs=1e-3)


def test_what_sticks_to_a_card_is_what_is_seen_around_it_now() -> None:
    hiding = [replace(place(VAGUE, seen=0.3, under=(0,)), hides=p) for p in (0.7, 0.2)]
    _, then = remembered([place(TOP, at=20.0), hiding[0]], [[replace(place(SURE), hides=0.4)]])
    assert then.hides == 0.7


def test_what_is_mostly_hidden_and_taken_for_strange_may_be_a_card_that_sticks() -> None:
    strange = naming({}, strange=0.9)
    hidden, covered, there = place(strange, seen=0.3), place(VAGUE, 20.0, 0.3), place(strange, 90.0, 0.6)

    def sticking(found: list[Found], which: Sequence[int]) -> F64:
        assert found == [covered.found, there.found]
        assert list(which) == [0]
        return np.array([0.25])

    seen = Seen([hidden, covered, there], mirrored=False).hiding(sticking)
    assert [one.hides for one in seen.places] == [0.0, 0.25, 0.0]


def test_another_card_than_before_is_a_doubt() -> None:
    now = [place(TOP, at=20.0), place(naming({"2o": 0.9999}), seen=0.3, under=(0,))]
    _, (card, p) = named(remembered(now, [[place(SURE)]]))
    assert card == "2o"
    assert p < 0.99


def test_a_card_that_lies_open_is_what_it_shows_now() -> None:
    now = [place(VAGUE)]
    assert remembered(now, [[place(SURE)]]) == now


def test_a_place_that_was_empty_since_begins_anew() -> None:
    now = [place(TOP, at=20.0), place(VAGUE, seen=0.3, under=(0,))]
    assert remembered(now, [[place(SURE)], []]) == now
    assert named(remembered(now, [[], [place(SURE)]])) != named(now)


def test_another_card_that_was_seen_there_since_is_a_doubt() -> None:
    now = [place(TOP, at=20.0), place(VAGUE, seen=0.3, under=(0,))]
    for seen in (0.95, 0.2):
        _, (_, p) = named(remembered(now, [[place(SURE)], [place(naming({"2o": 0.9999}), seen=seen, under=(0,))]]))
        assert p < 0.99, "either may lie there"


def test_a_back_that_lay_there_since_begins_anew() -> None:
    now = [place(TOP, at=20.0), place(VAGUE, seen=0.3, under=(0,))]
    back = place(naming({}, strange=0.99))
    assert remembered(now, [[place(SURE)], [back]]) == now
    assert remembered(now, [[place(SURE)], [place(naming({}, strange=0.99), seen=0.9, under=(0,))]]) == now
    assert named(remembered(now, [[back], [place(SURE)]])) == named(remembered(now, [[place(SURE)]]))


def test_a_covered_card_that_looks_like_none_for_once_is_what_it_was() -> None:
    now = [place(TOP, at=20.0), place(VAGUE, seen=0.3, under=(0,))]
    sliver = place(naming({}, strange=0.6), seen=0.2, under=(0,))
    assert named(remembered(now, [[place(SURE)], [sliver]])) == named(remembered(now, [[place(SURE)]]))


def test_a_neighbour_s_look_is_its_own() -> None:
    now = [place(TOP, at=20.0), place(VAGUE, seen=0.3, under=(0,))]
    assert named(remembered(now, [[place(TOP, at=20.0)]]))[1] == named(now)[1]


def test_what_is_no_card_now_becomes_none() -> None:
    now = [place(TOP, at=20.0), place(naming({}, strange=0.9), seen=0.3, under=(0,))]
    assert remembered(now, [[place(SURE)]]) == now
    perhaps = place(naming({"1o": 0.3}, strange=0.4), seen=0.3, under=(0,))
    kept = remembered([now[0], perhaps], [[place(SURE)]])[1].naming
    assert kept.strange == 0.4
    assert kept.cards.sum() == pytest.approx(0.6)
