"""How sharp a picture is, told from the edges in it."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import F32, U8

SOFT = 0.022
"""Blur, as a share of a card's length, above which cards are asked about: drawn tables were all read at 0.021 of it,
half of them at 0.028, none at 0.04."""

REBLUR = 1.5
"""Pixels by which a picture is blurred once more, to see from what is left of an edge how sharp it was."""

EDGE = 10.0
"""Grey levels a pixel from which the light changes enough to be called an edge."""

_MARGIN = 16
"""Pixels from which a picture's edges bear on one's steepness, and more."""

ENOUGH_EDGE = 150
"""Pixels of edge below which nothing can be said of sharpness."""


def blur(grey: U8, mask: U8) -> float | None:
    """How far edges are smeared where `mask` is set, in pixels (the deviation of a Gaussian); None without edges.

    The picture is blurred a little more: a sharp edge loses much of its steepness by that, a soft one hardly any.
    """
    if not mask.any():
        return None
    around = _around(mask)
    grey, mask = grey[around], mask[around]
    steep, left = (_steepness(picture) for picture in (grey, cv2.GaussianBlur(grey, (0, 0), REBLUR)))
    within = steep[mask > 0]
    edge = (steep >= max(EDGE, float(np.percentile(within, 97)))) & (mask > 0)
    if int(edge.sum()) < ENOUGH_EDGE:
        return None
    ratio = float(np.median(steep[edge] / np.maximum(left[edge], 0.5)))
    return REBLUR / float(np.sqrt(max(ratio**2 - 1, 1e-2)))


def _around(mask: U8) -> tuple[slice, slice]:
    """The rows and columns where something is set, and those that bear on what is seen there."""
    left, top, wide, high = cv2.boundingRect(mask)
    return slice(max(top - _MARGIN, 0), top + high + _MARGIN), slice(max(left - _MARGIN, 0), left + wide + _MARGIN)


def _steepness(grey: NDArray[np.generic]) -> F32:
    """Grey levels a pixel."""
    smooth = cv2.GaussianBlur(np.asarray(grey, np.float32), (0, 0), 0.7)
    across, down = cv2.Sobel(smooth, cv2.CV_32F, 1, 0, scale=1 / 8), cv2.Sobel(smooth, cv2.CV_32F, 0, 1, scale=1 / 8)
    return np.asarray(cv2.magnitude(across, down), np.float32)
