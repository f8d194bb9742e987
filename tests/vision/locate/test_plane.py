"""Corners of cards that lie on one table before a camera that leans."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.geometry import Corners, area, from_axes, turn
from vision.locate.camera import Camera
from vision.locate.found import Found
from vision.locate.plane import _Table, _Things, on_one_table, slopes

SIZE = (2304, 1296)
CAMERA = Camera.of(np.zeros((*SIZE[::-1], 3), np.uint8))
LENGTH, WIDTH = 95.0, 62.0
"""Millimetres of a card."""

FOCAL = 0.77 * SIZE[0]
"""Pixels: that of a Camera Module 3."""

PLACES = [(x, y, 40.0 * x + 13 * y) for y in (-180, 0, 180) for x in (-300, -120, 100, 290)]
"""Where cards lie on the table, in millimetres, and how they are turned."""


def seen(x: float, y: float, turned: float, lean: float, larger: float = 1.0, towards: float = 0.0) -> Corners:
    """The corners in the picture of a card on a table, 800 mm under a camera that leans by so many degrees."""
    half = np.array([[-WIDTH, -LENGTH], [WIDTH, -LENGTH], [WIDTH, LENGTH], [-WIDTH, LENGTH]]) / 2 * larger
    on_table = np.c_[turn(turn(half, turned) + [x, y], towards), np.zeros(4)]
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


def most_off(cards: Sequence[Corners], things: Sequence[Found]) -> float:
    """The same of all cards, by where these things have them."""
    return max(off(card, thing.corners) for card, thing in zip(cards, things, strict=True))


@pytest.mark.parametrize("towards", [0, 70, 180, 250])
@pytest.mark.parametrize(("lean", "most"), [(0, 0.001), (12, 0.009), (25, 0.023), (40, 0.05)])
def test_every_card_gets_the_corners_that_it_has_from_there(lean: float, most: float, towards: float) -> None:
    cards = [seen(*place, lean, towards=towards) for place in PLACES]
    put_right = on_one_table([found(card) for card in cards], CAMERA)
    assert most_off(cards, put_right) < most


def test_a_thing_of_which_little_is_in_view_counts_for_little() -> None:
    cards = [seen(*place, 0) for place in PLACES]
    things = [found(card) for card in cards]
    things[0] = found(seen(*PLACES[0], 0, larger=1.04))
    worst = []
    for share in (1.0, 0.15):
        things[0] = replace(things[0], seen=share)
        put_right = on_one_table(things, CAMERA)
        worst.append(most_off(cards[1:], put_right[1:]))
    assert worst[1] < worst[0] / 2


def test_a_card_whose_size_was_misjudged_is_as_large_as_the_others() -> None:
    cards = [seen(*place, 20) for place in PLACES]
    things = [found(card) for card in cards]
    things[5] = found(seen(*PLACES[5], 20, larger=1.03))
    assert off(cards[5], things[5].corners) > 0.015
    assert off(cards[5], on_one_table(things, CAMERA)[5].corners) < 0.01


def test_a_larger_thing_among_them_stays_as_large_and_changes_nothing_for_the_cards() -> None:
    cards = [seen(*place, 20) for place in PLACES[:-1]] + [seen(*PLACES[-1], 20, larger=1.4)]
    put_right = on_one_table([found(card) for card in cards], CAMERA)
    assert most_off(cards, put_right) < 0.012


def test_what_a_thing_is_otherwise_stays() -> None:
    things = [replace(found(seen(*place, 10)), score=0.9, seen=0.4, under=(1,)) for place in PLACES]
    assert {(thing.score, thing.seen, thing.under) for thing in on_one_table(things, CAMERA)} == {(0.9, 0.4, (1,))}


@pytest.mark.parametrize("count", [0, 1, 2])
def test_of_few_things_little_is_believed(count: int) -> None:
    """Two cards beside each other, one of which seems larger: that the table leans a lot would be another reason."""
    things = [found(seen(x, 0, 0, 0, larger=1 + x / 1000)) for x in (0, 70)[:count]]
    put_right = on_one_table(things, CAMERA)
    assert len(put_right) == count
    assert all(off(one.corners, other.corners) < 0.045 for one, other in zip(things, put_right, strict=True))


def test_things_that_make_no_table_stay_about_as_large_as_they_were() -> None:
    rng = np.random.default_rng(5)
    corners: NDArray[np.float64] = rng.uniform(0, 1296, (9, 1, 2)) + rng.normal(0, 60, (9, 4, 2))
    things = [found(each) for each in corners]
    for before, after in zip(things, on_one_table(things, CAMERA), strict=True):
        assert after.corners.mean(axis=0) == pytest.approx(before.corners.mean(axis=0))
        assert area(after.corners) == pytest.approx(area(before.corners), rel=0.1)


def test_a_thing_that_is_no_area_does_no_harm_to_the_others() -> None:
    cards = [seen(*place, 0) for place in PLACES]
    things = [found(card) for card in cards]
    line = Found(np.array([[100.0, 100], [180, 100], [260, 100], [180, 100]]), 1, 1)
    put_right = on_one_table([*things, line], CAMERA)
    assert max(off(card, thing.corners) for card, thing in zip(cards, put_right, strict=False)) < 0.003
    assert np.isfinite(put_right[-1].corners).all()


@pytest.mark.parametrize("leaning", [(0.0, 0.0), (0.3, -0.2), (-0.5, 0.6)])
def test_how_sizes_grow_with_the_tables_slopes_is_what_differences_say(leaning: tuple[float, float]) -> None:
    things = _Things.of([found(seen(*place, lean=10)) for place in PLACES], CAMERA)
    step = 1e-5 * np.eye(2)
    more, less = ([things.log_size(_Table(leaning + by)) for by in steps] for steps in (step, -step))
    differences = [(one - other) / 2e-5 for one, other in zip(more, less, strict=True)]
    gradient = things.log_size_gradient(_Table(np.array(leaning)))
    np.testing.assert_allclose(gradient, np.stack(differences, axis=1), rtol=1e-4, atol=1e-8)


def test_what_would_lie_beyond_the_horizon_says_nothing_of_how_the_table_leans() -> None:
    things = _Things.of([found(each) for each in (card_before(-1000.0), card_before(0.0))], CAMERA)
    beyond, before = things.log_size_gradient(_Table(np.array([1.8, 0.0])))
    assert beyond.tolist() == [0, 0]
    assert before[0] != 0


@pytest.mark.parametrize("towards", [0, 70, 180, 250])
@pytest.mark.parametrize("lean", [0, 20, 40])
def test_how_the_table_leans_is_what_the_sizes_of_the_cards_on_it_say(lean: float, towards: float) -> None:
    told = slopes([found(seen(*place, lean, towards=towards)) for place in PLACES], CAMERA)
    assert np.hypot(*told) == pytest.approx(np.tan(np.radians(lean)), abs=0.05)


@pytest.mark.parametrize("lean", [25, 40])
def test_seen_from_straight_above_the_table_leans_no_more_and_cards_lie_where_they_are(lean: float) -> None:
    cards = [seen(*place, lean) for place in PLACES]
    above = CAMERA.above(np.array([0.0, -np.tan(np.radians(lean))]))
    things = [found(above.sees(card)) for card in cards]
    lengths = [np.linalg.norm(thing.corners[3] - thing.corners[0]) for thing in things]
    assert max(lengths) < 1.01 * min(lengths)
    assert np.abs(slopes(things, above)).max() < 0.01
    assert most_off(cards, on_one_table(things, above)) < 0.003


def card_before(x: float) -> Corners:
    """A card's outline so many pixels to the right of the picture's middle."""
    outline: Corners = seen(0, 0, 0, lean=0) + [x, 0]
    return outline
