"""Making pictures smaller without aliasing: by area, or faster, halved as often as that goes, then by interpolation."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import U8


def halved(pixels: U8, factor: float) -> tuple[U8, float]:
    """The picture (height, width, channels) halved until what is left of `factor` is above a half; and that rest.

    Each pixel is the mean of four; an odd last row or column is left out.
    """
    while factor <= 0.5 and min(pixels.shape[:2]) >= 4:
        height, width = (side // 2 for side in pixels.shape[:2])
        even = pixels[: 2 * height, : 2 * width]
        pixels = np.asarray(cv2.resize(even, (width, height), interpolation=cv2.INTER_AREA), dtype=np.uint8)
        factor *= 2
    return pixels, factor


def scaled(pixels: U8, factor: float) -> U8:
    """The picture `factor` times as wide and high, to the nearest pixel."""
    pixels, rest = halved(pixels, factor)
    if rest == 1.0:
        return pixels
    return _resized(pixels, rest, cv2.INTER_LINEAR)


def within(pixels: U8, longest: int) -> tuple[U8, float]:
    """The picture made as small as its longer side has to be to measure `longest`, if more; and the factor of that."""
    factor = min(1.0, longest / max(pixels.shape[:2]))
    return _resized(pixels, factor, cv2.INTER_AREA), factor


def _resized(pixels: U8, factor: float, interpolation: int) -> U8:
    size = tuple(max(1, round(side * factor)) for side in pixels.shape[1::-1])
    return np.asarray(cv2.resize(pixels, size, interpolation=interpolation), dtype=np.uint8)
