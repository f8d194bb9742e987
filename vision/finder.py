"""Finding cards: where each card lies, which parts of it are in view, and which card lies on which."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import geometry
from vision.geometry import Corners

WORKING_AREA = 1152 * 648
"""Pictures are shrunk to about this many pixels before the network looks at them."""

STRIDE = 8
_MULTIPLE = 32

CARD_CELL = 0.5
"""Probability from which a cell of the network's grid votes for a card."""

MIN_CELLS = 3
_CENTRE_TOLERANCE = 0.45
_ANGLE_TOLERANCE = np.deg2rad(20)
_SIZE_TOLERANCE = 0.3

SAME_CARD = 0.75
"""Share of their union that two outlines have in common where they are one card."""

MIN_SEEN = 0.12
"""Share of a card's area below which what is in view of it is too little to be told from an error."""

MAX_EXPLAINED = 0.6
"""Share of a group's votes that may lie where a card on top of its card should hide it."""


@dataclass(frozen=True, slots=True)
class Found:
    """One card-shaped thing: corners in the picture's pixels, how sure the finder is (0 to 1), what it covers.

    `seen` is the share of the card's area that voted for it; `under` the indices of found things that lie on top of it.
    """

    corners: Corners
    score: float
    seen: float
    under: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class _Votes:
    """One row per cell that sees a card, in pixels of the shrunk picture."""

    at: NDArray[np.float64]
    p: NDArray[np.float64]
    centre: NDArray[np.float64]
    long_axis: NDArray[np.float64]
    short_axis: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.p)


class Finder:
    """Finds the cards in a picture with the network `finder.onnx`: (1, H, W, 3) bytes in, (1, 9, H / 8, W / 8) out."""

    def __init__(self, network: Callable[[NDArray[np.uint8]], NDArray[np.float32]]) -> None:
        self._network = network

    def find(self, pixels: NDArray[np.uint8]) -> list[Found]:
        """Every card-shaped thing in the picture, the surest first; face up, face down or strange."""
        shrunk, scale = _shrink(pixels)
        grid = self._network(shrunk[np.newaxis])[0]
        votes = _votes(grid)
        groups = _merge(votes, _group(votes))
        found = [_found(votes, group) for group in groups]
        covers = _covers(votes, groups, found)
        order = sorted(range(len(found)), key=lambda i: -found[i].score)
        place = {old: new for new, old in enumerate(order)}
        return [
            Found(
                found[i].corners * scale,
                found[i].score,
                found[i].seen,
                tuple(sorted(place[j] for j in covers[i])),
            )
            for i in order
        ]


def _shrink(pixels: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], float]:
    """The picture at working size, padded to what the network takes, and the factor back to its own pixels."""
    height, width = pixels.shape[:2]
    scale = max(1.0, (width * height / WORKING_AREA) ** 0.5)
    if scale > 1.0:
        size = (round(width / scale), round(height / scale))
        pixels = np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
        scale = width / size[0]
    down, right = (-pixels.shape[0] % _MULTIPLE, -pixels.shape[1] % _MULTIPLE)
    if down or right:
        pixels = np.asarray(cv2.copyMakeBorder(pixels, 0, down, 0, right, cv2.BORDER_REPLICATE), dtype=np.uint8)
    return pixels, scale


def _votes(grid: NDArray[np.float32]) -> _Votes:
    p = 1 / (1 + np.exp(-grid[0].astype(np.float64)))
    rows, columns = np.nonzero(p > CARD_CELL)
    values = grid[1:, rows, columns].astype(np.float64)
    cell_centre = np.stack([columns + 0.5, rows + 0.5], axis=1) * STRIDE
    return _Votes(
        at=cell_centre,
        p=p[rows, columns],
        centre=cell_centre + values[0:2].T * STRIDE,
        long_axis=_axis(values[2:5]),
        short_axis=_axis(values[5:8]),
    )


def _axis(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Half-axes (n, 2) in pixels from log length and the cosine and sine of twice the angle."""
    length = np.exp(np.clip(values[0], -3, 5)) * STRIDE
    angle = np.arctan2(values[2], values[1]) / 2
    axes: NDArray[np.float64] = np.stack([np.cos(angle), np.sin(angle)], axis=1) * length[:, np.newaxis]
    return axes


def _angle(axis: NDArray[np.float64]) -> NDArray[np.float64]:
    angle: NDArray[np.float64] = np.arctan2(axis[..., 1], axis[..., 0])
    return angle


def _angle_between(a: NDArray[np.float64], b: NDArray[np.float64]) -> NDArray[np.float64]:
    """Angle between axes without a sign, 0 to pi/2."""
    turned: NDArray[np.float64] = np.abs((_angle(a) - _angle(b) + np.pi / 2) % np.pi - np.pi / 2)
    return turned


def _agreeing(votes: _Votes, free: NDArray[np.intp], seed: tuple[NDArray[np.float64], ...]) -> NDArray[np.intp]:
    """The free votes that mean the same card as the seed's centre and axes."""
    centre, long_axis, short_axis = seed
    half_width = np.linalg.norm(short_axis)
    near = np.linalg.norm(votes.centre[free] - centre, axis=1) < _CENTRE_TOLERANCE * half_width
    turned = _angle_between(votes.long_axis[free], long_axis) < _ANGLE_TOLERANCE
    lengths = np.linalg.norm(votes.long_axis[free], axis=1)
    sized = np.abs(np.log(lengths / np.linalg.norm(long_axis))) < _SIZE_TOLERANCE
    agreeing: NDArray[np.intp] = free[near & turned & sized]
    return agreeing


def _mean(votes: _Votes, group: NDArray[np.intp]) -> tuple[NDArray[np.float64], ...]:
    """Centre and axes of the card that a group of votes means: the median of each, axes brought to one sign first."""
    long_axis, short_axis = votes.long_axis[group], votes.short_axis[group]
    long_axis = long_axis * np.where(long_axis @ long_axis[0] < 0, -1, 1)[:, np.newaxis]
    short_axis = short_axis * np.where(short_axis @ short_axis[0] < 0, -1, 1)[:, np.newaxis]
    return (
        np.median(votes.centre[group], axis=0),
        np.median(long_axis, axis=0),
        np.median(short_axis, axis=0),
    )


def _group(votes: _Votes) -> list[NDArray[np.intp]]:
    """Votes by the card they mean: the surest vote first, with all that agree with it, and so on with the rest."""
    groups = []
    free = np.argsort(-votes.p)
    while len(free):
        seed = (votes.centre[free[0]], votes.long_axis[free[0]], votes.short_axis[free[0]])
        members = _agreeing(votes, free, seed)
        members = _agreeing(votes, free, _mean(votes, members))
        if len(members) == 0:
            members = free[:1]
        if len(members) >= MIN_CELLS:
            groups.append(members)
        free = free[~np.isin(free, members)]
    return groups


def _merge(votes: _Votes, groups: list[NDArray[np.intp]]) -> list[NDArray[np.intp]]:
    """The groups that are cards, the largest first.

    A group whose card all but coincides with a larger one's belongs to that; one of few votes, or whose votes lie where
    cards on top of it should hide it, is what the network says on the border between two cards, and means none.
    """
    kept: list[NDArray[np.intp]] = []
    corners: list[Corners] = []
    for group in sorted(groups, key=len, reverse=True):
        candidate = geometry.from_axes(*_mean(votes, group))
        area = geometry.area(candidate)
        shared = {i: geometry.overlap(candidate, other) for i, other in enumerate(corners)}
        near = [i for i, overlap in shared.items() if overlap > 0]
        same = next((i for i in near if shared[i] > SAME_CARD * (area + geometry.area(corners[i]) - shared[i])), None)
        if same is not None:
            kept[same] = np.concatenate([kept[same], group])
            continue
        explained = np.zeros(len(group), dtype=bool)
        for i in near:
            own_there = geometry.inside(votes.at[group], corners[i])
            its_here = geometry.inside(votes.at[kept[i]], candidate)
            if its_here.sum() > own_there.sum():
                explained |= own_there
        enough = len(group) * STRIDE**2 >= MIN_SEEN * area
        if enough and np.mean(explained) <= MAX_EXPLAINED:
            kept.append(group)
            corners.append(candidate)
    return kept


def _found(votes: _Votes, group: NDArray[np.intp]) -> Found:
    corners = geometry.from_axes(*_mean(votes, group))
    seen = len(group) * STRIDE**2 / max(geometry.area(corners), 1.0)
    return Found(corners, float(np.mean(votes.p[group])), min(seen, 1.0))


def _covers(votes: _Votes, groups: list[NDArray[np.intp]], found: list[Found]) -> list[list[int]]:
    """For each found thing the ones on top of it: where two overlap, the one that the cells there voted for."""
    above: list[list[int]] = [[] for _ in found]
    places = [votes.at[group] for group in groups]
    for i in range(len(found)):
        for j in range(i):
            if geometry.overlap(found[i].corners, found[j].corners) < STRIDE**2:
                continue
            i_in_j = geometry.inside(places[i], found[j].corners).sum()
            j_in_i = geometry.inside(places[j], found[i].corners).sum()
            if i_in_j >= j_in_i:
                above[j].append(i)
            else:
                above[i].append(j)
    return above

