"""Putting found corners right: each side of a card is moved onto the edge that the picture shows near it."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.finder import Found
from vision.geometry import Corners, inside

REACH = 0.06
"""How far an end of a side may move, as a share of the card's longer side."""

MIN_STEP = 8.0
"""Mean rise of brightness (grey levels) into the card below which no edge is seen, and the side stays."""

_ALONG = np.linspace(0.1, 0.9, 25)
_STEPS = 10
_STRENGTH_CAP = 60.0
_PREFERENCE = 0.15


def refine(pixels: NDArray[np.uint8], found: list[Found]) -> list[Found]:
    """The found things with their sides on the edges in the picture, where there are edges to be seen."""
    grey = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    covers = [thing.corners for thing in found]
    return [
        Found(_refined(grey, thing.corners, [covers[i] for i in thing.under]), thing.score, thing.seen, thing.under)
        for thing in found
    ]


def _refined(grey: NDArray[np.uint8], corners: Corners, covers: list[Corners]) -> Corners:
    reach = REACH * float(np.linalg.norm(corners[2] - corners[1]))
    if reach < 2:
        return corners
    lines = [_side(grey, corners[i], corners[(i + 1) % 4], reach, covers) for i in range(4)]
    moved = np.array([_meet(lines[i - 1], lines[i]) for i in range(4)])
    if not np.all(np.isfinite(moved)) or np.abs(moved - corners).max() > 2 * reach:
        return corners
    return moved


def _side(
    grey: NDArray[np.uint8], start: NDArray[np.float64], end: NDArray[np.float64], reach: float, covers: list[Corners]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Two points of the edge nearest to the side: of all lines that move its ends, the one with the brightest rise."""
    direction = end - start
    inward = np.array([-direction[1], direction[0]]) / np.linalg.norm(direction)
    along = start + _ALONG[:, np.newaxis] * direction
    for cover in covers:
        along = along[~inside(along, cover)]
    if len(along) < len(_ALONG) // 2:
        return start, end
    rise = _rise(grey, along, inward, reach)
    shifts = np.arange(2 * _STEPS + 1)
    share = (along - start) @ direction / (direction @ direction)
    ends = np.stack(np.meshgrid(shifts, shifts, indexing="ij"), axis=-1).reshape(-1, 2)
    at = np.rint(ends[:, :1] * (1 - share) + ends[:, 1:] * share).astype(np.intp)
    strength = np.minimum(rise, _STRENGTH_CAP)[np.arange(len(along)), at].mean(axis=1)
    away = np.abs(ends - _STEPS).sum(axis=1) / (2 * _STEPS)
    best = int(np.argmax(strength * (1 - _PREFERENCE * away)))
    if strength[best] < MIN_STEP:
        return start, end
    slope, base = _fit(rise, at[best], share)
    return start + base * (reach / _STEPS) * inward, end + (base + slope) * (reach / _STEPS) * inward


def _fit(rise: NDArray[np.float64], at: NDArray[np.intp], share: NDArray[np.float64]) -> tuple[float, float]:
    """The straight line through the middles of the rises about the chosen steps: its slope, and where it begins."""
    near = np.clip(at[:, np.newaxis] + np.arange(-2, 3), 0, rise.shape[1] - 1)
    weight = np.take_along_axis(rise, near, axis=1) + 1e-6
    middle = (weight * near).sum(axis=1) / weight.sum(axis=1) - _STEPS
    slope, base = np.polyfit(share, middle, 1, w=np.sqrt(weight.sum(axis=1)))
    return float(slope), float(base)


def _rise(
    grey: NDArray[np.uint8], along: NDArray[np.float64], inward: NDArray[np.float64], reach: float
) -> NDArray[np.float64]:
    """How much brighter it gets inward, at each point along the side and each shift across it (n, 2 * _STEPS + 1)."""
    step = reach / _STEPS
    shifts = np.arange(-_STEPS - 1, _STEPS + 2) * step
    points = along[:, np.newaxis] + shifts[:, np.newaxis] * inward
    x, y = (np.ascontiguousarray(points[..., k] - 0.5, dtype=np.float32) for k in (0, 1))
    seen = cv2.remap(grey, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).astype(np.float64)
    rise: NDArray[np.float64] = np.maximum(seen[:, 2:] - seen[:, :-2], 0)
    return rise


def _meet(
    a: tuple[NDArray[np.float64], NDArray[np.float64]], b: tuple[NDArray[np.float64], NDArray[np.float64]]
) -> NDArray[np.float64]:
    """Where two lines meet; not finite where they are parallel."""
    da, db = a[1] - a[0], b[1] - b[0]
    cross = da[0] * db[1] - da[1] * db[0]
    if abs(cross) < 1e-9:
        return np.array([np.nan, np.nan])
    away = b[0] - a[0]
    point: NDArray[np.float64] = a[0] + da * (away[0] * db[1] - away[1] * db[0]) / cross
    return point
