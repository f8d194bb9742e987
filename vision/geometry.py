"""Small plane geometry on corners: float arrays of shape (4, 2), in pixels, clockwise with y down."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import F64, U8

Corners = F64

HORIZON = 1e-6
"""The least share of a ray along a plane's normal that is taken to meet it."""


def from_axes(centre: F64, long_axis: F64, short_axis: F64) -> Corners:
    """Corners (..., 4, 2) of the parallelograms with these half-axes (..., 2); the first side is a short one."""
    turned = short_axis[..., 0] * long_axis[..., 1] - short_axis[..., 1] * long_axis[..., 0]
    short_axis = np.where(turned[..., np.newaxis] < 0, -short_axis, short_axis)
    return np.stack(
        [
            centre - short_axis - long_axis,
            centre + short_axis - long_axis,
            centre + short_axis + long_axis,
            centre - short_axis + long_axis,
        ],
        axis=-2,
    )


def area(corners: Corners) -> float:
    """Area in square pixels."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners.tolist()
    return float(abs((cx - ax) * (dy - by) - (dx - bx) * (cy - ay)) / 2)


def overlap(a: Corners, b: Corners) -> float:
    """Area in square pixels that two convex quadrilaterals share."""
    return float(cv2.intersectConvexConvex(a.astype(np.float32), b.astype(np.float32))[0])


def iou(a: Corners, b: Corners) -> float:
    """Intersection over union of two convex quadrilaterals."""
    shared = overlap(a, b)
    return shared / (area(a) + area(b) - shared + 1e-9)


def side_lengths(corners: Corners) -> tuple[float, float]:
    """Mean length of the short sides (first and third) and of the long ones, in pixels."""
    sides = np.hypot(*(corners[[1, 2, 3, 0]] - corners).T)
    return float(sides[0] + sides[2]) / 2, float(sides[1] + sides[3]) / 2


def turn(points: F64, degrees: float) -> F64:
    """Points (n, 2) turned clockwise in the picture (y down) about the origin."""
    angle = np.deg2rad(degrees)
    cos, sin = np.cos(angle), np.sin(angle)
    return np.asarray(points @ np.array([[cos, sin], [-sin, cos]]))


def rays(points: F64, focal: float) -> F64:
    """The directions (..., 3) in which a camera of that focal length sees points (..., 2), told from its picture's
    middle: to the right, downwards and 1 forwards."""
    return np.concatenate([points / focal, np.ones((*points.shape[:-1], 1))], axis=-1)


def on_plane(directions: F64, normal: F64, distance: float) -> F64:
    """Where rays in these directions (..., 3) meet the plane whose points have that product with the normal; what is
    beyond its horizon is very far away."""
    return np.asarray(directions * (distance / np.maximum(directions @ normal, HORIZON))[..., np.newaxis])


def filled(shape: tuple[int, ...], outlines: list[Corners]) -> U8:
    """A picture of that height and width: 255 inside the outlines."""
    picture = np.zeros(shape, np.uint8)
    for outline in outlines:
        cv2.fillConvexPoly(picture, np.round(np.clip(outline, -20_000, 20_000)).astype(np.int32), (255,))
    return picture


def inside(points: F64, corners: Corners) -> NDArray[np.bool_]:
    """Which of the points (n, 2) lie inside the corners."""
    along_x, along_y = (corners[[1, 2, 3, 0]] - corners).T
    inward = np.stack([-along_y, along_x])
    return np.asarray(np.all(points @ inward > (corners.T * inward).sum(axis=0), axis=1))
