"""Grey levels of bytes, counted: for eight bits that is many times faster than sorting them."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import U8

_LEVELS = 256


def percentile(values: U8, percent: float) -> int:
    """The lowest level (0 to 255) that so many in a hundred of the values, of any shape, do not exceed.

    ValueError where there are none.
    """
    if values.size == 0:
        raise ValueError("no levels to take a percentile of")
    counts = cv2.calcHist([values.reshape(-1)], [0], None, [_LEVELS], [0, _LEVELS])
    below = np.cumsum(counts.ravel(), dtype=np.float64)
    return int(np.searchsorted(below, values.size * percent / 100))
