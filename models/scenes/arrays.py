"""Types of arrays and colours, and random fields that come from a seed and from nothing else."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import F32, F64, U8

I16 = NDArray[np.int16]
Rng = np.random.Generator

Colour = tuple[float, float, float]
"""Blue, green and red, 0 to 255."""


def u8(image: Any) -> U8:
    """`image` as uint8; OpenCV's stubs promise less than its functions keep. No copy is made of one that is uint8."""
    return np.asarray(image, dtype=np.uint8)


def f32(values: Any) -> F32:
    """`values` as float32, without a copy where they already are."""
    return np.asarray(values, dtype=np.float32)


def to_u8(values: F32 | F64) -> U8:
    """Rounded and clipped to 0..255."""
    return np.clip(values + 0.5, 0, 255).astype(np.uint8)


SQUARE = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
"""Corners about the origin, clockwise as seen (y down) from the upper left one; a half of each side is 1."""


def image_corners(rows: int, columns: int) -> F32:
    """The outer corners of an image in its pixels, clockwise from the upper left one."""
    return np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float32)


def turned(points: F64, angle: float) -> F64:
    """Points (n, 2) turned clockwise as seen (y down) about the origin, by radians."""
    cos, sin = np.cos(angle), np.sin(angle)
    return np.asarray(points @ np.array([[cos, sin], [-sin, cos]]))


def hull_of(points: F64) -> F64:
    """The convex outline of points (n x 2), corner by corner."""
    return np.asarray(cv2.convexHull(points.astype(np.float32))[:, 0], np.float64)


def fractal(
    seed: int, size: int, cells: float, octaves: int, gain: float = 0.5, stretch: tuple[float, float] = (1.0, 1.0)
) -> F32:
    """Smooth random field of `size` squared, mean 0 and deviation 1: `cells` bumps a side, then finer octaves.

    Each octave has a generator of its own, so that a larger `size` shows the same field with more detail.
    """
    total = np.zeros((size, size), np.float32)
    weight = 1.0
    for octave in range(octaves):
        scale = cells * 2.0**octave
        columns, rows = (min(max(int(scale * s), 2), size) for s in stretch)
        grid = np.random.default_rng((seed, octave)).standard_normal((rows, columns), np.float32)
        cv2.scaleAdd(cv2.resize(grid, (size, size), interpolation=cv2.INTER_CUBIC), weight, total, total)
        weight *= gain
    mean, deviation = cv2.meanStdDev(total)
    return f32((total - np.float32(mean[0, 0])) / np.float32(deviation[0, 0] + 1e-6))


def bgr(hue: float, saturation: float, value: float) -> Colour:
    """A colour by its hue (0 to 180), saturation and value (0 to 255), as OpenCV has them."""
    b, g, r = cv2.cvtColor(np.array([[[hue, saturation, value]]], np.uint8), cv2.COLOR_HSV2BGR)[0, 0]
    return float(b), float(g), float(r)


@lru_cache(maxsize=8)
def grain(variant: int, channels: int) -> F32:
    """A large tile of noise with deviation 1: 0 white, 1 a little smeared, 2 coarse."""
    rng = np.random.default_rng((977, variant, channels))
    tile = rng.standard_normal((1000, 1500, channels), np.float32)
    if variant:
        tile = f32(cv2.GaussianBlur(tile, (0, 0), (0.6, 1.1)[variant - 1])).reshape(tile.shape)
        tile /= tile.std()
    return tile


def window_of(tile: Any, width: int, height: int, rng: Rng) -> Any:
    """A random window of `tile`, mirrored on where the picture is larger than it."""
    rows, columns = tile.shape[:2]
    if rows < height or columns < width:
        tile = cv2.copyMakeBorder(tile, 0, max(0, height - rows), 0, max(0, width - columns), cv2.BORDER_REFLECT)
        rows, columns = tile.shape[:2]
    y, x = int(rng.integers(rows - height + 1)), int(rng.integers(columns - width + 1))
    return tile[y : y + height, x : x + width]


def pick(rng: Rng, weights: Sequence[tuple[str, float]]) -> str:
    """One name of (name, weight) pairs."""
    masses = np.array([w for _, w in weights], np.float64)
    return weights[int(rng.choice(len(weights), p=masses / masses.sum()))][0]
