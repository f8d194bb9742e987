"""The camera that took a picture, and the same one turned in thought so that it looks straight down at the table."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import radians, tan

import cv2
import numpy as np

from vision import geometry
from vision.arrays import F64, U8
from vision.lens import CAMERA_MODULE_3
from vision.scaling import halved, scaled

_FOCAL = 1 / (2 * tan(radians(CAMERA_MODULE_3.horizontal / 2)))
"""The focal length in sides of the picture, the longer one; about that of phones too. Sizes do not tell it. Under a
wide lens a table seems to lean more than it does."""

_STEEPEST = 1.0
"""The most that a camera is turned for a table that leans, as a slope (45 degrees): beyond lies the horizon."""

_PIXEL_CENTRE = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1]])
"""From a pixel's number to its middle: a picture's first pixel reaches from 0 to 1."""


@dataclass(frozen=True, eq=False)
class Camera:
    """A pinhole camera: its picture's `size` (width, height), where its axis meets that, and its focal length, in
    pixels. `turned` is the homography (3, 3) from the picture that was taken to its own."""

    size: tuple[int, int]
    middle: F64
    focal: float
    turned: F64 = field(default_factory=lambda: np.eye(3))

    @classmethod
    def of(cls, pixels: U8) -> Camera:
        """The one that took this picture (height, width, 3)."""
        width, height = pixels.shape[1], pixels.shape[0]
        return cls((width, height), np.array([width, height]) / 2, _FOCAL * max(width, height))

    def above(self, slopes: F64) -> Camera:
        """The camera that took the picture, turned to look straight down at a table of these slopes (2,): to the right
        and downwards, how much nearer the table is for each depth that one goes. It is as right as its focal length."""
        slopes = slopes / max(1.0, float(np.linalg.norm(slopes)) / _STEEPEST)
        normal = np.append(slopes, 1.0) / np.hypot(1.0, np.linalg.norm(slopes))
        right = np.array([1.0, 0, 0]) - normal[0] * normal
        right /= np.linalg.norm(right)
        lens = np.array([[self.focal, 0, self.middle[0]], [0, self.focal, self.middle[1]], [0, 0, 1.0]])
        turned = lens @ np.stack([right, np.cross(normal, right), normal]) @ np.linalg.inv(lens)
        view = replace(self, turned=turned)
        width, height = self.size
        corners = view.sees(np.array([[0.0, 0], [width, 0], [width, height], [0, height]]))
        first, last = np.floor(corners.min(axis=0)), np.ceil(corners.max(axis=0))
        to_first = np.array([[1, 0, -first[0]], [0, 1, -first[1]], [0, 0, 1]])
        width, height = (last - first).astype(int).tolist()
        return replace(view, size=(width, height), middle=self.middle - first, turned=to_first @ turned)

    def sees(self, points: F64) -> F64:
        """Where it sees points (..., 2) of the picture that was taken."""
        return _taken_by(self.turned, points)

    def in_picture(self, points: F64) -> F64:
        """Where points (..., 2) of its own picture lie in the one that was taken."""
        return _taken_by(np.asarray(np.linalg.inv(self.turned)), points)

    def directions(self, points: F64) -> F64:
        """In which directions (..., 3) it sees points (..., 2) of its own picture: to the right, downwards, and 1
        forwards."""
        return geometry.rays(points - self.middle, self.focal)

    def window(self, pixels: U8, corner: tuple[int, int], size: tuple[int, int], factor: float) -> U8:
        """A part of its own picture, `factor` times as large, out of the `pixels` of the picture that was taken: from
        that `corner` (left, top), so many pixels of the part wide and high."""
        (left, top), (width, height) = corner, size
        if np.array_equal(self.turned, np.eye(3)):
            return scaled(pixels[top : top + height, left : left + width], factor)
        smaller, rest = halved(pixels, factor)
        to_part = np.array([[factor, 0, -left * factor], [0, factor, -top * factor], [0, 0, 1]])
        to_part = to_part @ self.turned @ np.diag([rest / factor, rest / factor, 1])
        to_part = np.linalg.inv(_PIXEL_CENTRE) @ to_part @ _PIXEL_CENTRE
        whole = (max(1, round(width * factor)), max(1, round(height * factor)))
        return np.asarray(cv2.warpPerspective(smaller, to_part, whole, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _taken_by(homography: F64, points: F64) -> F64:
    """Points (..., 2) as a homography (3, 3) takes them."""
    across, down, depth = np.moveaxis(points @ homography[:, :2].T + homography[:, 2], -1, 0)
    return np.stack([across / depth, down / depth], axis=-1)
