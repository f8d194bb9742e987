"""Which known picture a cut-out fits."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.enrolled.drawn import cut_outs, house
from vision.enrolled.match import Fit, Matcher, freed_of_light


@cache
def pictures() -> NDArray[np.uint8]:
    return cut_outs(house())


@cache
def matcher() -> Matcher:
    return Matcher(pictures())


def seen(number: int) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    return np.dstack([pictures()[number], np.full(pictures().shape[1:3], 255, np.uint8)])


def likeliest(cut_out: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> tuple[int, float, float]:
    best = max(fits(cut_out), key=lambda fit: fit.likeness)
    return best.picture, best.likeness, best.seen


def fits(cut_out: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> list[Fit]:
    """Of the few that it is roughly most like, either way up."""
    look = freed_of_light(cut_out)
    likeness, shifts = matcher().rough(look, list(range(len(pictures()))))
    best = [divmod(int(at), 2) for at in np.argsort(-likeness.ravel())[:4]]
    ways = (look, look.turned)
    return [matcher().fit(ways[way], picture, int(shifts[picture, way])) for picture, way in best]


@pytest.mark.parametrize("number", range(0, 40, 7))
def test_a_card_is_like_itself_either_way_up(number: int) -> None:
    for cut_out in (seen(number), np.ascontiguousarray(seen(number)[::-1, ::-1])):
        picture, likeness, share = likeliest(cut_out)
        assert picture == number
        assert likeness > 0.99
        assert share > 0.6


@pytest.mark.parametrize("number", range(3, 40, 9))
def test_light_does_not_matter(number: int) -> None:
    dim = seen(number)
    across = np.linspace(0.2, 0.7, dim.shape[1])[np.newaxis, :, np.newaxis]
    dim[..., :3] = (dim[..., :3] * across * [0.7, 0.9, 1.0]).astype(np.uint8)
    picture, likeness, _ = likeliest(dim)
    assert picture == number
    assert likeness > 0.9


@pytest.mark.parametrize("number", range(1, 40, 9))
def test_corners_that_are_off_do_not_matter(number: int) -> None:
    moved = np.array([[0.0, 0], [79, 0], [79, 127], [0, 127]], np.float32)
    away = moved + np.array([[3, -3], [2, 3], [-3, 2], [-2, -3]], np.float32)
    cut_out = cv2.warpPerspective(
        seen(number), cv2.getPerspectiveTransform(moved, away), (80, 128), borderMode=cv2.BORDER_REPLICATE
    )
    picture, likeness, _ = likeliest(np.asarray(cut_out, np.uint8))
    assert picture == number
    assert likeness > 0.9


@pytest.mark.parametrize("number", range(2, 40, 9))
def test_what_is_covered_is_not_compared(number: int) -> None:
    half = seen(number)
    half[:, 35:, :3] = np.random.default_rng(number).integers(0, 255, (128, 45, 3))
    half[:, 35:, 3] = 0
    picture, likeness, share = likeliest(half)
    assert picture == number
    assert likeness > 0.9
    assert 0.15 < share < 0.45


@pytest.mark.parametrize("number", range(2, 40, 3))
def test_a_strip_is_not_drawn_out_until_it_fits(number: int) -> None:
    strip = seen(number)
    strip[:, 22:, 3] = 0
    for fit in fits(strip):
        assert fit.seen == pytest.approx(0.13, abs=0.04)


def test_a_card_of_which_nothing_is_in_view_fits_nothing() -> None:
    hidden = seen(5)
    hidden[..., 3] = 0
    assert {(fit.likeness, fit.seen) for fit in fits(hidden)} == {(0.0, 0.0)}


def test_only_the_pictures_that_are_asked_about_are_compared() -> None:
    look = freed_of_light(seen(5))
    every, _ = matcher().rough(look, list(range(len(pictures()))))
    some, _ = matcher().rough(look, [7, 5])
    np.testing.assert_allclose(some, every[[7, 5]], rtol=1e-4)


@pytest.mark.parametrize("covered", [0, 30])
def test_a_turned_or_mirrored_picture_stands_for_a_turned_or_mirrored_cut_out(covered: int) -> None:
    cut_out = np.roll(seen(5), (4, 4), axis=(0, 1))
    cut_out[:, :covered, 3] = 0
    all_of_them = list(range(len(pictures())))
    as_it_is, shifts = matcher().rough(freed_of_light(cut_out), all_of_them)
    turned, shifts_of_turned = matcher().rough(freed_of_light(np.ascontiguousarray(cut_out[::-1, ::-1])), all_of_them)
    np.testing.assert_allclose(as_it_is, turned[:, ::-1], atol=1e-5)
    np.testing.assert_array_equal(shifts, shifts_of_turned[:, ::-1])
    in_mirror, _ = matcher().rough(freed_of_light(cut_out), all_of_them, in_mirror=True)
    mirrored, _ = matcher().rough(freed_of_light(np.ascontiguousarray(cut_out[:, ::-1])), all_of_them)
    np.testing.assert_allclose(in_mirror, mirrored, atol=1e-5)


def test_cloth_is_like_no_card() -> None:
    rng = np.random.default_rng(4)
    cloth = np.dstack([rng.integers(60, 90, (128, 80, 3), dtype=np.uint8), np.full((128, 80), 255, np.uint8)])
    assert likeliest(cloth)[1] < 0.6
