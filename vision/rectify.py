"""Cutting cards out of a picture: each flat, upright and of one size, with a mask of what of it is in view."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Corners

WIDTH, HEIGHT = 80, 128
"""Size of a cut-out card in pixels."""

MARGIN = 0.04
"""Share of the cut-out that shows the table around the card, on each side: found corners are never quite exact."""

_FRAME = np.array(
    [
        [MARGIN * WIDTH, MARGIN * HEIGHT],
        [(1 - MARGIN) * WIDTH, MARGIN * HEIGHT],
        [(1 - MARGIN) * WIDTH, (1 - MARGIN) * HEIGHT],
        [MARGIN * WIDTH, (1 - MARGIN) * HEIGHT],
    ],
    dtype=np.float32,
)


def cut_out(pixels: NDArray[np.uint8], corners: Corners, covers: list[Corners]) -> NDArray[np.uint8]:
    """The card at `corners` as (128, 80, 4) bytes: blue, green, red, and 255 where no cover lies over it."""
    to_card = cv2.getPerspectiveTransform(corners.astype(np.float32), _FRAME)
    mask = np.full((HEIGHT, WIDTH), 255, np.uint8)
    for cover in covers:
        outline = cv2.perspectiveTransform(cover.reshape(1, 4, 2), to_card)
        cv2.fillConvexPoly(mask, np.round(outline * 16).astype(np.int32), (0,), lineType=cv2.LINE_AA, shift=4)
    patch, corners = _around(pixels, corners)
    to_card = cv2.getPerspectiveTransform(corners.astype(np.float32), _FRAME)
    card = cv2.warpPerspective(patch, to_card, (WIDTH, HEIGHT), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.dstack([card, mask])


def _around(pixels: NDArray[np.uint8], corners: Corners) -> tuple[NDArray[np.uint8], Corners]:
    """The part of the picture around the corners, shrunk where a cut-out straight from it would alias."""
    height, width = pixels.shape[:2]
    spare = 0.1 * np.ptp(corners, axis=0)
    left, top = np.clip(np.floor(corners.min(axis=0) - spare), 0, [width - 2, height - 2]).astype(int)
    right, bottom = np.clip(np.ceil(corners.max(axis=0) + spare), [left + 2, top + 2], [width, height]).astype(int)
    patch = pixels[top:bottom, left:right]
    corners = corners - [left, top]
    longest = max(float(np.linalg.norm(corners[2] - corners[1])), 1.0)
    factor = HEIGHT * (1 - 2 * MARGIN) / longest
    if factor < 0.75:
        shrunk = cv2.resize(patch, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        ratio = np.array([shrunk.shape[1] / patch.shape[1], shrunk.shape[0] / patch.shape[0]])
        return np.asarray(shrunk, dtype=np.uint8), corners * ratio
    return patch, corners
