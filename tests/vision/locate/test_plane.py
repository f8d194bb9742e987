"""Corners of cards that lie on one table before a camera that leans."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.geometry import Corners, area, from_axes, turn
from vision.locate.found import Found
from vision.locate.plane import on_one_table

SIZE = (2304, 1296)
LENGTH, WIDTH = 95.0, 62.0
"""Millimetres of a card."""

FOCAL = 0.77 * SIZE[0]
"""Pixels: that of a Camera Module 3."""

PLACES = [(x, y, 40.0 * x + 13 * y) for y in (-180, 0, 180) for x in (-300, -120, 100, 290)]
"""Where cards lie on the table, in millimetres, and how they are turned."""


def seen(x: float, y: float, turned: float, lean: float, larger: float = 1.0) -> Corners:
    """The corners in the picture of a card on a table under a camera that leans by so many degrees, 800 mm away."""
    half = np.array([[-WIDTH, -LENGTH], [WIDTH, -LENGTH], [WIDTH, LENGTH], [-WIDTH, LENGTH]]) / 2 * larger
    on_table = np.c_[turn(half, turned) + [x, y], np.zeros(4)]
    cos, sin = np.cos(np.deg2rad(lean)), np.sin(np.deg2rad(lean))
    before = on_table @ np.array([[1, 0, 0], [0, cos, sin], [0, -sin, cos]]) + [0, 0, 800.0]
    picture: Corners = before[:, :2] / before[:, 2:] * FOCAL + np.array(SIZE) / 2
    return picture


def found(corners: Corners) -> Found:
    """What a look finds of it: a rectangle that is as long and as wide as a card from straight above, where it lies, as
    large as it is, and turned about as it is."""
    a, b, c, d = corners
    long, short = (c + d - a - b) / 4, (b + c - a - d) / 4
    across = turn(short[np.newaxis], 90)[0]
    long = long / np.linalg.norm(long) + across / np.linalg.norm(across)
    long *= np.sqrt(area(corners) * LENGTH / WIDTH) / 2 / np.linalg.norm(long)
    return Found(from_axes(corners.mean(axis=0), long, turn(long[np.newaxis], -90)[0] * WIDTH / LENGTH), 1, 1)


def off(one: Corners, other: Corners) -> float:
    """By what share of a card's length corners are off, at the most."""
    return float(np.abs(one - other).max() / np.linalg.norm(one[3] - one[0]))


@pytest.mark.parametrize("lean", [0, 12, 25, 40])
def test_every_card_gets_the_corners_that_it_has_from_there(lean: float) -> None:
    cards = [seen(*place, lean) for place in PLACES]
    things = [found(card) for card in cards]
    before, after = (
        max(off(card, thing.corners) for card, thing in zip(cards, each, strict=True))
        for each in (things, on_one_table(things, SIZE))
    )
    assert after < max(before / 2, 0.002)


def test_a_card_whose_size_was_misjudged_is_as_large_as_the_others() -> None:
    cards = [seen(*place, 20) for place in PLACES]
    things = [found(card) for card in cards]
    things[5] = found(seen(*PLACES[5], 20, larger=1.03))
    assert off(cards[5], things[5].corners) > 0.015
    assert off(cards[5], on_one_table(things, SIZE)[5].corners) < 0.01


def test_a_larger_thing_among_them_stays_as_large_and_changes_nothing_for_the_cards() -> None:
    cards = [seen(*place, 20) for place in PLACES[:-1]] + [seen(*PLACES[-1], 20, larger=1.4)]
    put_right = on_one_table([found(card) for card in cards], SIZE)
    assert max(off(card, thing.corners) for card, thing in zip(cards, put_right, strict=True)) < 0.012


def test_the_longer_side_is_told_by_what_is_in_view_of_a_card_that_looks_square() -> None:
    cards = [seen(*place, 38) for place in PLACES]
    things = [found(card) for card in cards]
    inside = np.random.default_rng(1).uniform(-0.5, 0.5, (500, 2))
    wide, long = cards[0][1] - cards[0][0], cards[0][3] - cards[0][0]
    mistaken = from_axes(cards[0].mean(axis=0), wide * 0.6, long * 0.4)
    things[0] = Found(mistaken, 1, 1, spread=np.cov((inside @ [wide, long]).T))
    put_right = on_one_table(things, SIZE)[0].corners
    assert min(off(cards[0], np.roll(put_right, turned, axis=0)) for turned in (0, 2)) < 0.05
    things[0] = replace(things[0], spread=None)
    put_right = on_one_table(things, SIZE)[0].corners
    assert min(off(cards[0], np.roll(put_right, turned, axis=0)) for turned in (0, 2)) > 0.1


def test_what_a_thing_is_otherwise_stays() -> None:
    things = [replace(found(seen(*place, 10)), score=0.9, seen=0.4, under=(1,)) for place in PLACES]
    assert {(thing.score, thing.seen, thing.under) for thing in on_one_table(things, SIZE)} == {(0.9, 0.4, (1,))}


@pytest.mark.parametrize("count", [0, 1, 2])
def test_of_few_things_little_can_be_told(count: int) -> None:
    things = [found(seen(*place, 0)) for place in PLACES[:count]]
    put_right = on_one_table(things, SIZE)
    assert len(put_right) == count
    assert all(off(one.corners, other.corners) < 0.02 for one, other in zip(things, put_right, strict=True))


def test_things_that_make_no_table_do_no_harm() -> None:
    rng = np.random.default_rng(5)
    corners: NDArray[np.float64] = rng.uniform(0, 1296, (9, 1, 2)) + rng.normal(0, 60, (9, 4, 2))
    put_right = on_one_table([found(each) for each in corners], SIZE)
    assert np.isfinite([thing.corners for thing in put_right]).all()
