"""Cutting cards out of a picture: each flat, upright and of one size, with a mask of what of it is in view."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from vision.arrays import F32, F64, U8
from vision.geometry import Corners
from vision.scaling import halved

CARD = (61.0, 95.0)
"""Millimetres of a Spanish card's width and length."""


@dataclass(frozen=True)
class Frame:
    """A cut-out's size in pixels, and the share of it that shows the table around the card, on each side.

    `part`: the shares of the card's width and length that are shown, from its first corner on.
    """

    width: int
    height: int
    margin: float
    part: tuple[float, float] = (1.0, 1.0)

    @cached_property
    def corners(self) -> F32:
        """Where the card's corners come to lie (4, 2)."""
        size, low = np.array([self.width, self.height], np.float32), self.margin
        high = low + (1 - 2 * low) / np.array(self.part, np.float32)
        share = np.array([[low, low], [high[0], low], [high[0], high[1]], [low, high[1]]], np.float32)
        return share * size

    @property
    def length(self) -> float:
        """Pixels of the card's longer side."""
        return float(self.height * (1 - 2 * self.margin) / self.part[1])


CLOSE = Frame(80, 128, 0.04)
"""What the art network sees: the card, and a little around it, because corners are never quite exact."""


END = Frame(192, 64, 0.05, part=(1.0, 0.21))
"""One end of a card, with all that says rank and suit on any deck: the numeral, and the frame's breaks."""

_SPARE = 3
"""Pixels around what a frame shows, for those between which it is read."""


def cut_out(pixels: U8, corners: Corners, covers: list[Corners], frame: Frame = CLOSE) -> U8:
    """The card at `corners` as (height, width, 4) bytes: blue, green, red, and 255 where it is in view.

    What lies beyond the picture's edge is not in view, nor what lies under a cover.
    """
    patch, to_patch, is_cut = _around(pixels, corners, frame)
    size, flags = (frame.width, frame.height), cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    seen = cv2.warpPerspective(patch, to_patch, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    cut = np.asarray(cv2.cvtColor(seen, cv2.COLOR_BGR2BGRA), np.uint8)
    if is_cut:
        inside = np.full(patch.shape[:2], 255, np.uint8)
        cut[..., 3] = cv2.warpPerspective(inside, to_patch, size, flags=flags)
    if covers:
        cut[..., 3] = np.minimum(cut[..., 3], uncovered(corners, covers, frame))
    return cut


def uncovered(corners: Corners, covers: list[Corners], frame: Frame) -> U8:
    """255 where no cover lies over the card, 0 where one does."""
    mask = np.full((frame.height, frame.width), 255, np.uint8)
    if covers:
        to_card = cv2.getPerspectiveTransform(corners.astype(np.float32), frame.corners)
        outlines = cv2.perspectiveTransform(np.stack(covers), to_card)
        for outline in np.round(outlines * 16).astype(np.int32):
            cv2.fillConvexPoly(mask, outline, (0,), lineType=cv2.LINE_AA, shift=4)
    return mask


def _around(pixels: U8, corners: Corners, frame: Frame) -> tuple[U8, F64, bool]:
    """The part of the picture that the frame shows, shrunk where a cut-out straight from it would alias; the
    homography (3, 3) that leads from the frame to it; and whether the frame shows more than the picture."""
    height, width = pixels.shape[:2]
    to_picture = cv2.getPerspectiveTransform(frame.corners, corners.astype(np.float32))
    rim = np.array([[[0, 0], [frame.width, 0], [frame.width, frame.height], [0, frame.height]]], np.float32)
    shown = cv2.perspectiveTransform(rim, to_picture)[0]
    (left, top), (right, bottom) = shown.min(axis=0).tolist(), shown.max(axis=0).tolist()
    is_cut = left < 0 or top < 0 or right > width or bottom > height
    left, right = _within(left - _SPARE, right + _SPARE, width)
    top, bottom = _within(top - _SPARE, bottom + _SPARE, height)
    factor = frame.length / max(math.dist(corners[2], corners[1]), 1.0)
    shrunk, rest = halved(pixels[top:bottom, left:right], factor)
    by = factor / rest
    to_patch = np.array([[by, 0, -by * left], [0, by, -by * top], [0, 0, 1]]) @ to_picture
    return shrunk, np.asarray(to_patch, np.float64), is_cut


def _within(low: float, high: float, size: int) -> tuple[int, int]:
    """Whole pixels from `low` to `high`, at least two, as far as there are any."""
    first = min(max(math.floor(low), 0), size - 2)
    return first, min(max(math.ceil(high), first + 2), size)
