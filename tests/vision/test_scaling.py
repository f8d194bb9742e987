"""Pictures made smaller."""

from __future__ import annotations

import numpy as np
import pytest

from vision.scaling import halved, scaled

RAMP = np.repeat((np.arange(64) * 4).astype(np.uint8)[np.newaxis, :, np.newaxis], 48, axis=0).repeat(3, axis=2)


@pytest.mark.parametrize(
    ("factor", "size", "rest"),
    [(1.0, (48, 64), 1.0), (0.51, (48, 64), 0.51), (0.5, (24, 32), 1.0), (0.3, (24, 32), 0.6), (0.2, (12, 16), 0.8)],
)
def test_a_picture_is_halved_until_less_than_a_half_is_left(factor, size, rest):
    pixels, left = halved(RAMP, factor)
    assert pixels.shape[:2] == size
    assert left == pytest.approx(rest)


def test_halving_takes_the_mean_of_four():
    two_rows = np.array([[0, 40, 9, 11], [80, 120, 20, 20]], np.uint8)
    picture = np.dstack([np.concatenate([two_rows, two_rows])] * 3)
    assert halved(picture, 0.5)[0][..., 0].tolist() == [[60, 15], [60, 15]]


def test_an_odd_row_and_column_are_left_out():
    pixels, _ = halved(RAMP[:47, :63], 0.5)
    assert np.array_equal(pixels, halved(RAMP[:46, :62], 0.5)[0])


@pytest.mark.parametrize("factor", [1.7, 1.0, 0.8, 0.45, 0.12])
def test_what_is_where_stays_where_it_is(factor):
    small = scaled(RAMP, factor).astype(float)
    assert small.shape[:2] == (round(48 * factor), round(64 * factor))
    middles = (np.arange(small.shape[1]) + 0.5) * 64 / small.shape[1] - 0.5
    inside = slice(1, -1)
    assert np.allclose(small[0, inside, 0], (middles * 4)[inside], atol=3)


def test_fine_noise_is_evened_out():
    noise = np.random.default_rng(3).integers(0, 256, (256, 256, 3)).astype(np.uint8)
    assert scaled(noise, 0.125).std() < 0.2 * noise.std()


def test_the_smallest_pictures_are_left_alone():
    assert scaled(RAMP[:3, :3], 0.01).shape == (1, 1, 3)
