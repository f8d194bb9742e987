"""What lies around a card, in strips along its four sides: there one shows that sticks to it and hardly looks out."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision import geometry
from vision.arrays import F32, F64, U8
from vision.geometry import Corners
from vision.locate.found import Found
from vision.rectify import CARD

AROUND, WITHIN = 14.0, 8.0
"""Millimetres that a strip shows beyond the card's edge, and inside of it; of a card of that size, as all here."""

ACROSS, DOWN = 32, 44
"""Pixels of a strip: two are a millimetre high. Along the edge one in three millimetres tells enough."""

RIM = (4 * DOWN, ACROSS)
"""Rows and columns of a card's strips, one under the other."""

NEAR = 2.0
"""Card lengths within which the middle of a card lies that may be seen in another one's strips."""


def _points() -> F32:
    """Where on the card each pixel of its strips lies (176, 32, 2), in millimetres from its first corner."""
    width, length = CARD
    corner, turned = np.array([[0, 0], [width, 0], [width, length], [0, length]]), np.array([[0, 1], [-1, 0]])
    inwards = (np.arange(DOWN) + 0.5) * (AROUND + WITHIN) / DOWN - AROUND
    strips = []
    for side in range(4):
        along = (np.arange(ACROSS) + 0.5) * (CARD[side % 2] + 2 * AROUND) / ACROSS - AROUND
        points = np.stack(np.meshgrid(along, inwards), axis=-1)
        strips.append(points @ np.linalg.matrix_power(turned, side) + corner[side])
    return np.concatenate(strips).astype(np.float32)


_POINTS = _points()
_CORNERS = np.array([[0, 0], [CARD[0], 0], CARD, [0, CARD[1]]], np.float32)
_AROUND = (int(CARD[1] + 2 * AROUND), int(CARD[0] + 2 * AROUND))
"""Rows and columns of the square millimetres around a card."""

_SQUARES = np.ravel_multi_index(np.moveaxis(np.floor(_POINTS + AROUND).astype(int), 2, 0)[::-1], _AROUND)
"""In which of them each pixel of its strips lies."""


def cut_out_rims(pixels: U8, found: list[Found], which: Sequence[int]) -> U8:
    """Around `which` of the things, four strips one under the other (n, 176, 32, 4), each with the card below; the last
    channel is 255 where no other thing that was found lies, over or under it."""
    rims = np.empty((len(which), *RIM, 4), np.uint8)
    if len(which):
        corners = np.stack([thing.corners for thing in found])
        middles, lengths = corners.mean(axis=1), np.linalg.norm(corners[:, 2] - corners[:, 1], axis=1)
        for rim, number in zip(rims, which, strict=True):
            near = np.linalg.norm(middles - middles[number], axis=1) < NEAR * lengths[number]
            near[number] = False
            _cut_out(pixels, corners[number], corners[near], rim)
    return rims


def _cut_out(pixels: U8, corners: Corners, others: F64, rim: U8) -> None:
    """Fill a card's strips (176, 32, 4); `others` (k, 4, 2) are the corners of what lies near it."""
    to_picture = cv2.getPerspectiveTransform(_CORNERS, corners.astype(np.float32))
    at = cv2.perspectiveTransform(_POINTS, to_picture)
    seen = cv2.remap(pixels, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    is_free = cv2.inRange(at, (0, 0), pixels.shape[1::-1])
    if len(others):
        there = cv2.perspectiveTransform(others, np.linalg.inv(to_picture)) + AROUND
        is_free = cv2.bitwise_and(is_free, ~geometry.filled(_AROUND, [*there]).take(_SQUARES))
    cv2.merge([*cv2.split(seen), is_free], rim)
