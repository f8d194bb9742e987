"""Putting found corners right: each side of a card is moved onto the edge that the picture shows near it."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.finder import Found
from vision.geometry import Corners, inside, side_lengths

REACH = 0.06
"""How far an end of a side may move, as a share of the card's longer side."""

MIN_STEP = 8.0
"""Mean rise of brightness (grey levels) into the card below which no edge is seen, and the side stays."""

_ALONG = np.linspace(0.1, 0.9, 25)
_STEPS = 10
_STRENGTH_CAP = 60.0
_PREFERENCE = 0.15
_ALIKE_DEGREES = 12.0
_NEAR_LENGTHS = 2.5
_NARROWER = 0.03
_PAPER = 0.85
_BEYOND = 4


@dataclass(frozen=True, slots=True)
class _Side:
    """A side as it was found: two points, and how bright it is just outside of it, where inside is 1.

    As bright outside as inside is paper on both sides: a printed frame, or no edge at all.
    """

    start: NDArray[np.float64]
    end: NDArray[np.float64]
    outside: float = 1.0


def refine(pixels: NDArray[np.uint8], found: list[Found]) -> list[Found]:
    """The found things with their sides on the edges in the picture, where there are edges to be seen.

    The cards of a deck are of one shape: where a side took a printed frame for its edge the card comes out narrower
    than its neighbours that lie like it, and that side is put where theirs would be.
    """
    grey = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    covers = [thing.corners for thing in found]
    sides = [_sides(grey, thing.corners, [covers[i] for i in thing.under]) for thing in found]
    shapes = [_shape(thing.corners, of) for thing, of in zip(found, sides, strict=True)]
    refined = []
    for i, thing in enumerate(found):
        alike = [
            shapes[j][0]
            for j, other in enumerate(found)
            if j != i and _near(thing.corners, other.corners) and _turned(shapes[i][1], shapes[j][1]) < _ALIKE_DEGREES
        ]
        wanted = float(np.median(alike)) if len(alike) > 1 else shapes[i][0]
        corners = _corners(thing.corners, _same_shape(sides[i], shapes[i][0], wanted))
        refined.append(Found(corners, thing.score, thing.seen, thing.under))
    return refined


def _sides(grey: NDArray[np.uint8], corners: Corners, covers: list[Corners]) -> list[_Side]:
    reach = REACH * float(np.linalg.norm(corners[2] - corners[1]))
    if reach < 2:
        return [_Side(corners[i], corners[(i + 1) % 4]) for i in range(4)]
    return [_side(grey, corners[i], corners[(i + 1) % 4], reach, covers) for i in range(4)]


def _corners(corners: Corners, sides: list[_Side]) -> Corners:
    """Where the sides meet; the corners as they were where that is too far from them."""
    moved = np.array([_meet(sides[i - 1], sides[i]) for i in range(4)])
    reach = REACH * float(np.linalg.norm(corners[2] - corners[1]))
    if not np.all(np.isfinite(moved)) or np.abs(moved - corners).max() > 2 * reach:
        return corners
    return moved


def _shape(corners: Corners, sides: list[_Side]) -> tuple[float, float]:
    """Short by long side, and the direction of the long one in degrees."""
    corners = _corners(corners, sides)
    short, long = side_lengths(corners)
    along = corners[2] - corners[1]
    return short / max(long, 1e-6), float(np.degrees(np.arctan2(along[1], along[0])))


def _near(a: Corners, b: Corners) -> bool:
    return bool(np.linalg.norm(a.mean(axis=0) - b.mean(axis=0)) < _NEAR_LENGTHS * side_lengths(a)[1])


def _turned(a: float, b: float) -> float:
    return abs((a - b + 90) % 180 - 90)


def _same_shape(sides: list[_Side], shape: float, wanted: float) -> list[_Side]:
    """The sides, where the card is narrower than `wanted` with that long one moved that has paper on both sides."""
    right, left = sides[1], sides[3]
    moved, kept = (1, left) if right.outside > left.outside else (3, right)
    if shape > wanted * (1 - _NARROWER) or sides[moved].outside < _PAPER:
        return sides
    inward = np.array([kept.start[1] - kept.end[1], kept.end[0] - kept.start[0]])
    length = float(np.linalg.norm(inward))
    across = inward / length * (wanted * length)
    sides = list(sides)
    sides[moved] = _Side(kept.end + across, kept.start + across)
    return sides


def _side(
    grey: NDArray[np.uint8], start: NDArray[np.float64], end: NDArray[np.float64], reach: float, covers: list[Corners]
) -> _Side:
    """The edge nearest to the side: of all lines that move its ends, the one with the brightest rise."""
    direction = end - start
    inward = np.array([-direction[1], direction[0]]) / np.linalg.norm(direction)
    along = start + _ALONG[:, np.newaxis] * direction
    for cover in covers:
        along = along[~inside(along, cover)]
    if len(along) < len(_ALONG) // 2:
        return _Side(start, end)
    seen, rise = _rise(grey, along, inward, reach)
    shifts = np.arange(2 * _STEPS + 1)
    share = (along - start) @ direction / (direction @ direction)
    ends = np.stack(np.meshgrid(shifts, shifts, indexing="ij"), axis=-1).reshape(-1, 2)
    at = np.rint(ends[:, :1] * (1 - share) + ends[:, 1:] * share).astype(np.intp)
    strength = np.minimum(rise, _STRENGTH_CAP)[np.arange(len(along)), at].mean(axis=1)
    away = np.abs(ends - _STEPS).sum(axis=1) / (2 * _STEPS)
    best = int(np.argmax(strength * (1 - _PREFERENCE * away)))
    if strength[best] < MIN_STEP:
        return _Side(start, end)
    slope, base = _fit(rise, at[best], share)
    step = reach / _STEPS
    rows, middle = np.arange(len(along)), at[best] + _BEYOND + 1
    outside, within = (np.median(seen[rows, middle + k]) for k in (-_BEYOND, _BEYOND))
    moved = start + base * step * inward, end + (base + slope) * step * inward
    return _Side(*moved, outside=float(outside / max(within, 1.0)))


def _fit(rise: NDArray[np.float64], at: NDArray[np.intp], share: NDArray[np.float64]) -> tuple[float, float]:
    """The straight line through the middles of the rises about the chosen steps: its slope, and where it begins."""
    near = np.clip(at[:, np.newaxis] + np.arange(-2, 3), 0, rise.shape[1] - 1)
    weight = np.take_along_axis(rise, near, axis=1) + 1e-6
    middle = (weight * near).sum(axis=1) / weight.sum(axis=1) - _STEPS
    slope, base = np.polyfit(share, middle, 1, w=np.sqrt(weight.sum(axis=1)))
    return float(slope), float(base)


def _rise(
    grey: NDArray[np.uint8], along: NDArray[np.float64], inward: NDArray[np.float64], reach: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Across the side at each point along it, outside first: the brightness, and how much it rises inward.

    The rise has a column for each of 2 * _STEPS + 1 shifts; the brightness has _BEYOND + 1 more at either end.
    """
    step = reach / _STEPS
    shifts = np.arange(-_STEPS - _BEYOND - 1, _STEPS + _BEYOND + 2) * step
    points = along[:, np.newaxis] + shifts[:, np.newaxis] * inward
    x, y = (np.ascontiguousarray(points[..., k] - 0.5, dtype=np.float32) for k in (0, 1))
    seen = cv2.remap(grey, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).astype(np.float64)
    middle = seen[:, _BEYOND : seen.shape[1] - _BEYOND]
    rise: NDArray[np.float64] = np.maximum(middle[:, 2:] - middle[:, :-2], 0)
    return seen, rise


def _meet(a: _Side, b: _Side) -> NDArray[np.float64]:
    """Where two sides' lines meet; not finite where they are parallel."""
    da, db = a.end - a.start, b.end - b.start
    cross = da[0] * db[1] - da[1] * db[0]
    if abs(cross) < 1e-9:
        return np.array([np.nan, np.nan])
    away = b.start - a.start
    point: NDArray[np.float64] = a.start + da * (away[0] * db[1] - away[1] * db[0]) / cross
    return point
