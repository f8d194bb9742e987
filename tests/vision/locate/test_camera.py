"""A camera, and the same one turned in thought to look straight down at the table."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.locate.camera import Camera
from vision.scaling import scaled

SLOPES = [(0.5, 0.0), (-0.3, 0.6), (0.0, -0.84)]

WIDTH, HEIGHT = 1152, 648


def picture() -> NDArray[np.uint8]:
    """Noise, smooth enough to be seen turned."""
    coarse = np.random.default_rng(3).integers(0, 256, (12, 20, 3), dtype=np.uint8)
    return scaled(coarse, WIDTH / 20)[:HEIGHT]


@pytest.mark.parametrize("slopes", SLOPES)
def test_what_it_sees_lies_in_the_picture_where_it_was_taken(slopes: tuple[float, float]) -> None:
    above = Camera.of(picture()).above(np.array(slopes))
    points = np.random.default_rng(4).uniform(0, [WIDTH, HEIGHT], (3, 4, 2))
    np.testing.assert_allclose(above.in_picture(above.sees(points)), points, atol=1e-6)
    corners = above.sees(np.array([[0.0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]]))
    assert corners.min() >= 0
    assert (corners <= above.size).all()


@pytest.mark.parametrize("slopes", SLOPES)
def test_what_lies_along_the_table_is_seen_as_what_is_nearer_was(slopes: tuple[float, float]) -> None:
    """On the table directions from straight above are to each other as lengths are."""
    camera = Camera.of(picture())
    above = camera.above(np.array(slopes))
    on_table = np.array([[0.0, 0, 1], [0.2, 0, 1 - 0.2 * slopes[0]], [0, 0.2, 1 - 0.2 * slopes[1]]])
    points = on_table[:, :2] / on_table[:, 2:] * camera.focal + camera.middle
    seen = above.directions(above.sees(points))[:, :2]
    wanted = np.linalg.norm(on_table[1:] - on_table[0], axis=1)
    lengths = np.linalg.norm(seen[1:] - seen[0], axis=1)
    assert lengths / lengths[0] == pytest.approx(wanted / wanted[0])


def test_beyond_45_degrees_it_turns_no_further() -> None:
    camera = Camera.of(picture())
    np.testing.assert_allclose(camera.above(np.array([0.0, 3.0])).turned, camera.above(np.array([0.0, 1.0])).turned)


@pytest.mark.parametrize("factor", [0.2, 0.7, 1.4])
@pytest.mark.parametrize("slopes", [(0.0, 0.0), *SLOPES])
def test_a_window_shows_what_lies_there(slopes: tuple[float, float], factor: float) -> None:
    pixels = picture()
    camera = Camera.of(pixels)
    camera = camera.above(np.array(slopes)) if any(slopes) else camera
    left, top = (int(place) for place in camera.sees(np.array([WIDTH * 0.4, HEIGHT * 0.4])))
    window = camera.window(pixels, (left, top), (160, 120), factor)
    assert window.shape == (round(120 * factor), round(160 * factor), 3)
    rows, columns = np.mgrid[2 : len(window) - 2 : 5, 2 : window.shape[1] - 2 : 5].reshape(2, -1)
    at = camera.in_picture((np.stack([columns, rows], axis=1) + 0.5) / factor + [left, top]) - 0.5
    x, y = np.rint(at).astype(int).T
    off = np.abs(window[rows, columns].astype(int) - pixels[y, x])
    assert np.median(off) < 4
