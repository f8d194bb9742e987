"""Corners of cards that lie on one table before a camera that leans."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.geometry import Corners, area, from_axes, turn
from vision.locate.found import Found
from vision.locate.plane import _Table, _Things, on_one_table

SIZE = (2304, 1296)
LENGTH, WIDTH = 95.0, 62.0
"""Millimetres of a card."""

FOCAL = 0.77 * SIZE[0]
"""Pixels: that of a Camera Module 3."""

PLACES = [(x, y, 40.0 * x + 13 * y) for y in (-180, 0, 180) for x in (-300, -120, 100, 290)]
"""Where cards lie on the table, in millimetres, and how they are turned."""

CELLS = (np.mgrid[:16, :10].reshape(2, -1).T + 0.5) / [16, 10]
"""Where the cells of a card in view lie, as shares of its length and width."""


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


def in_view(corners: Corners, hidden: float = 0.0) -> NDArray[np.float64]:
    """The middles of a card's cells in view; that share of it is hidden along one of its sides."""
    down, across = (CELLS * [1, 1 - hidden]).T[..., np.newaxis]
    points: NDArray[np.float64] = corners[0] + across * (corners[1] - corners[0]) + down * (corners[3] - corners[0])
    return points


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
    put_right = on_one_table([found(card) for card in cards], SIZE)
    assert most_off(cards, put_right) < most


def test_what_is_in_view_tells_how_the_table_leans_where_a_look_thinks_all_cards_equally_large() -> None:
    cards = [seen(*place, 30) for place in PLACES]
    same = [found(card) for card in cards]
    usual = np.median([area(thing.corners) for thing in same])
    same = [
        replace(each, corners=(each.corners - middle) * (usual / area(each.corners)) ** 0.25 + middle)
        for each in same
        for middle in [each.corners.mean(axis=0)]
    ]
    told = [replace(thing, cells=in_view(card)) for thing, card in zip(same, cards, strict=True)]
    worst = [most_off(cards, on_one_table(each, SIZE)) for each in (same, told)]
    assert worst[1] < 0.7 * worst[0]


def test_cards_that_are_partly_covered_do_not_tilt_the_table() -> None:
    cards = [seen(*place, 0) for place in PLACES]
    things = [replace(found(card), cells=in_view(card)) for card in cards]
    for hidden in (0, 1, 2, 3):
        things[hidden] = replace(things[hidden], seen=0.84, under=(5,), cells=in_view(cards[hidden], 0.16))
    put_right = on_one_table(things, SIZE)
    assert most_off(cards, put_right) < 0.003


def test_a_thing_of_which_little_is_in_view_counts_for_little() -> None:
    cards = [seen(*place, 0) for place in PLACES]
    things = [found(card) for card in cards]
    things[0] = found(seen(*PLACES[0], 0, larger=1.04))
    worst = []
    for share in (1.0, 0.15):
        things[0] = replace(things[0], seen=share)
        put_right = on_one_table(things, SIZE)
        worst.append(most_off(cards[1:], put_right[1:]))
    assert worst[1] < worst[0] / 2


def test_a_card_whose_size_was_misjudged_is_as_large_as_the_others() -> None:
    cards = [seen(*place, 20) for place in PLACES]
    things = [found(card) for card in cards]
    things[5] = found(seen(*PLACES[5], 20, larger=1.03))
    assert off(cards[5], things[5].corners) > 0.015
    assert off(cards[5], on_one_table(things, SIZE)[5].corners) < 0.01


def test_a_larger_thing_among_them_stays_as_large_and_changes_nothing_for_the_cards() -> None:
    cards = [seen(*place, 20) for place in PLACES[:-1]] + [seen(*PLACES[-1], 20, larger=1.4)]
    put_right = on_one_table([found(card) for card in cards], SIZE)
    assert most_off(cards, put_right) < 0.012


@pytest.mark.parametrize("share", [0.42, 1.0])
@pytest.mark.parametrize("elsewhere", [0.0, 0.25])
def test_a_card_that_looks_square_lies_where_its_cells_are(elsewhere: float, share: float) -> None:
    """A look that takes its short sides for the long ones may put its middle elsewhere, and has few votes agree."""
    cards = [seen(*place, 38) for place in PLACES]
    things = [found(card) for card in cards]
    wide, long = cards[0][1] - cards[0][0], cards[0][3] - cards[0][0]
    mistaken = from_axes(cards[0].mean(axis=0) + wide * elsewhere, wide * 0.6, long * 0.4)
    things[0] = Found(mistaken, 1, share, cells=in_view(cards[0]))
    put_right = on_one_table(things, SIZE)[0].corners
    assert min(off(cards[0], np.roll(put_right, turned, axis=0)) for turned in (0, 2)) < 0.06
    things[0] = replace(things[0], cells=None)
    put_right = on_one_table(things, SIZE)[0].corners
    assert min(off(cards[0], np.roll(put_right, turned, axis=0)) for turned in (0, 2)) > 0.1


@pytest.mark.parametrize("hidden", [0.2, 0.5, 0.8])
def test_a_covered_card_lies_where_its_votes_say(hidden: float) -> None:
    cards = [seen(*place, 20) for place in PLACES]
    things = [found(card) for card in cards]
    told = on_one_table(things, SIZE)[0].corners
    things[0] = replace(things[0], seen=1 - hidden, under=(1,), cells=in_view(cards[0], hidden))
    assert off(told, on_one_table(things, SIZE)[0].corners) < 0.001


def test_what_a_thing_is_otherwise_stays() -> None:
    things = [replace(found(seen(*place, 10)), score=0.9, seen=0.4, under=(1,)) for place in PLACES]
    assert {(thing.score, thing.seen, thing.under) for thing in on_one_table(things, SIZE)} == {(0.9, 0.4, (1,))}


@pytest.mark.parametrize("count", [0, 1, 2])
def test_of_few_things_little_is_believed(count: int) -> None:
    """Two cards beside each other, one of which seems larger: that the table leans a lot would be another reason."""
    things = [found(seen(x, 0, 0, 0, larger=1 + x / 1000)) for x in (0, 70)[:count]]
    put_right = on_one_table(things, SIZE)
    assert len(put_right) == count
    assert all(off(one.corners, other.corners) < 0.045 for one, other in zip(things, put_right, strict=True))


def test_things_that_make_no_table_stay_about_as_large_as_they_were() -> None:
    rng = np.random.default_rng(5)
    corners: NDArray[np.float64] = rng.uniform(0, 1296, (9, 1, 2)) + rng.normal(0, 60, (9, 4, 2))
    things = [found(each) for each in corners]
    for before, after in zip(things, on_one_table(things, SIZE), strict=True):
        assert after.corners.mean(axis=0) == pytest.approx(before.corners.mean(axis=0))
        assert area(after.corners) == pytest.approx(area(before.corners), rel=0.1)


@pytest.mark.parametrize("cells", [[(100, 100), (120, 100)], [(180, 100)], [(1, 1), (60_000, 60_000), (9, 9)]])
def test_a_thing_that_is_no_area_does_no_harm_to_the_others(cells: list[tuple[float, float]]) -> None:
    cards = [seen(*place, 0) for place in PLACES]
    things = [found(card) for card in cards]
    line = Found(np.array([[100.0, 100], [180, 100], [260, 100], [180, 100]]), 1, 1, cells=np.array(cells, float))
    put_right = on_one_table([*things, line], SIZE)
    assert max(off(card, thing.corners) for card, thing in zip(cards, put_right, strict=False)) < 0.003
    assert np.isfinite(put_right[-1].corners).all()


@pytest.mark.parametrize("slopes", [(0.0, 0.0), (0.3, -0.2), (-0.5, 0.6)])
def test_how_sizes_grow_with_the_tables_slopes_is_what_differences_say(slopes: tuple[float, float]) -> None:
    corners = [seen(*place, lean=10) for place in PLACES]
    things = _Things.of([replace(found(each), cells=in_view(each)) for each in corners], SIZE)
    step = 1e-5 * np.eye(2)
    differences = [
        (things.log_size(_Table(slopes + by), things.in_view) - things.log_size(_Table(slopes - by), things.in_view))
        / 2e-5
        for by in step
    ]
    gradient = things.log_size_gradient(_Table(np.array(slopes)))
    np.testing.assert_allclose(gradient, np.stack(differences, axis=1), rtol=1e-4, atol=1e-8)


def test_what_would_lie_beyond_the_horizon_says_nothing_of_how_the_table_leans() -> None:
    things = _Things.of([found(each) for each in (card_before(-1000.0), card_before(0.0))], SIZE)
    beyond, before = things.log_size_gradient(_Table(np.array([1.8, 0.0])))
    assert beyond.tolist() == [0, 0]
    assert before[0] != 0


def card_before(x: float) -> Corners:
    """A card's outline so many pixels to the right of the picture's middle."""
    outline: Corners = seen(0, 0, 0, lean=0) + [x, 0]
    return outline
