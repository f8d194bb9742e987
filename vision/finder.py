"""Finding cards: where each card lies, which parts of it are in view, and which card lies on which."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import geometry
from vision.geometry import Corners
from vision.scaling import scaled

GLANCE_AREA = 640 * 360
"""A picture is shrunk to about this many pixels for the first look, which tells where cards are, and how large."""

CARD_LENGTH = 150.0
"""Pixels of a card's longer side to which those parts are brought for the second look."""

LARGEST_AREA = 1280 * 960
"""Pixels that the second look takes at most; cards come out smaller where there is more to see."""

MAX_ENLARGED = 1.5

BRIGHT = 170.0
MOST_GAIN = 4.0
"""A picture whose brightest parts are darker than that is shown to the network brighter, up to so many times."""

LONGEST = 0.1
"""Share of the picture's longer side that a card on a table takes at most: seen everywhere, they are no larger."""

_AROUND = 0.8
"""Lengths of a card that are looked at around what the first look saw."""

STRIDE = 8
_MULTIPLE = 32

GLANCE_CELL = 0.25
"""Probability from which a cell of the first look is worth a second one."""

CARD_CELL = 0.5
"""Probability from which a cell of the network's grid votes for a card."""

MIN_CELLS = 3
_CENTRE_TOLERANCE = 0.3
_ANGLE_TOLERANCE = np.deg2rad(20)
_SIZE_TOLERANCE = 0.3

SAME_CARD = 0.75
"""Share of their union that two outlines have in common where they are one card."""

MIN_SEEN = 0.12
"""Share of a card's area below which what is in view of it is too little to be told from an error."""

LARGE = 1.5
"""How many times as large as most a card may be before another one in its place is preferred."""

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


@dataclass(frozen=True)
class _Votes:
    """One row per cell that sees a card, in the picture's pixels; `side` is how many of them a cell is wide."""

    side: float
    at: NDArray[np.float64]
    p: NDArray[np.float64]
    centre: NDArray[np.float64]
    long_axis: NDArray[np.float64]
    short_axis: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.p)

    @cached_property
    def length(self) -> NDArray[np.float64]:
        """Pixels of the long half-axes."""
        length: NDArray[np.float64] = np.hypot(*self.long_axis.T)
        return length

    @cached_property
    def angle(self) -> NDArray[np.float64]:
        """Radians of the long axes, up to half a turn."""
        angle: NDArray[np.float64] = np.arctan2(self.long_axis[:, 1], self.long_axis[:, 0])
        return angle


@dataclass(frozen=True, slots=True)
class _Part:
    """A rectangle of the picture, in whole pixels: left, top, and beyond right and bottom."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def area(self) -> int:
        return (self.right - self.left) * (self.bottom - self.top)


class Finder:
    """Finds the cards in a picture with the network `finder.onnx`: (1, H, W, 3) bytes in, (1, 9, H / 8, W / 8) out.

    The network looks twice: at the whole picture, shrunk, and then closely at the parts where cards are.
    """

    def __init__(self, network: Callable[[NDArray[np.uint8]], NDArray[np.float32]]) -> None:
        self._network = network

    def find(self, pixels: NDArray[np.uint8], everywhere: bool = False) -> list[Found]:
        """Every card-shaped thing in the picture, the surest first; face up, face down or strange.

        `everywhere`: the second look takes in the whole picture, which takes longer, and misses less.
        """
        votes = self._votes(pixels, everywhere)
        if votes is None:
            return []
        groups = _merge(votes, _group(votes))
        found = [_found(votes, group) for group in groups]
        covers = _covers(votes, groups, found)
        order = sorted(range(len(found)), key=lambda i: -found[i].score)
        place = {old: new for new, old in enumerate(order)}
        return [replace(found[i], under=tuple(sorted(place[j] for j in covers[i]))) for i in order]

    def in_sight(self, pixels: NDArray[np.uint8]) -> int:
        """About how many card-shaped things there are: what the first look alone can tell, which costs little."""
        votes, _ = self._first_look(pixels, CARD_CELL)
        return len(_merge(votes, _group(votes)))

    def _first_look(self, pixels: NDArray[np.uint8], least: float) -> tuple[_Votes, float]:
        """The cells of the whole picture, shrunk, that see a card, and how much brighter the network was shown it."""
        height, width = pixels.shape[:2]
        factor = min(1.0, (GLANCE_AREA / (width * height)) ** 0.5)
        whole = _Part(0, 0, width, height)
        shrunk = _piece(pixels, whole, factor)
        gain = max(1.0, min(MOST_GAIN, BRIGHT / max(float(np.percentile(shrunk, 99)), 1.0)))
        return _votes(self._network(_lit(shrunk, gain)), whole, factor, least), gain

    def _votes(self, pixels: NDArray[np.uint8], everywhere: bool) -> _Votes | None:
        """What the cells of the second look say; None where the first sees no card."""
        height, width = pixels.shape[:2]
        whole = _Part(0, 0, width, height)
        glance, gain = self._first_look(pixels, GLANCE_CELL)
        if len(glance) == 0:
            return None
        length = 2 * float(np.median(glance.length))
        if everywhere:
            length = min(length, LONGEST * max(width, height))
        parts = [whole] if everywhere else _parts(glance, length, width, height)
        area = sum(part.area for part in parts)
        factor = min(CARD_LENGTH / length, MAX_ENLARGED, (LARGEST_AREA / area) ** 0.5)
        looks = []
        for part in parts:
            grids = self._network(_lit(_piece(pixels, part, factor), gain))
            looks.append(_votes(grids, part, factor, CARD_CELL))
        return _together(looks, parts)


def _parts(glance: _Votes, length: float, width: int, height: int) -> list[_Part]:
    """The rectangles around what the first look saw, as few as hold what lies near to each other."""
    around = _AROUND * length
    rows, columns = (int(side / glance.side) + 2 for side in (height, width))
    seen = np.zeros((rows, columns), np.uint8)
    cells = (glance.at / glance.side).astype(int)
    seen[cells[:, 1], cells[:, 0]] = 255
    reach = 2 * round(around / glance.side / 2) + 1
    near = cv2.dilate(seen, np.ones((reach, reach), np.uint8))
    _, _, boxes, _ = cv2.connectedComponentsWithStats(near)
    parts = []
    for x, y, across, down, _ in boxes[1:]:
        low = np.array([x, y]) * glance.side - around / 2
        high = np.array([x + across, y + down]) * glance.side + around / 2
        left, top = np.clip(low, 0, [width - 1, height - 1]).astype(int)
        right, bottom = np.clip(np.ceil(high), [left + 1, top + 1], [width, height]).astype(int)
        parts.append(_Part(int(left), int(top), int(right), int(bottom)))
    return parts


def _piece(pixels: NDArray[np.uint8], part: _Part, factor: float) -> NDArray[np.uint8]:
    """A part of the picture as the network takes it: scaled, and padded at the right and below."""
    piece = pixels[part.top : part.bottom, part.left : part.right]
    piece = scaled(piece, factor)
    down, right = (-piece.shape[0] % _MULTIPLE, -piece.shape[1] % _MULTIPLE)
    padded = cv2.copyMakeBorder(piece, 0, down, 0, right, cv2.BORDER_REPLICATE)
    return np.asarray(padded, dtype=np.uint8)[np.newaxis]


def _lit(pieces: NDArray[np.uint8], gain: float) -> NDArray[np.uint8]:
    """The picture brighter, as if it had been exposed longer."""
    if gain == 1.0:
        return pieces
    levels = np.clip(np.arange(256) * gain, 0, 255).astype(np.uint8)
    lit: NDArray[np.uint8] = levels[pieces]
    return lit


def _votes(grids: NDArray[np.float32], part: _Part, factor: float, least: float) -> _Votes:
    """The cells of one look at `part` that see a card with at least that probability."""
    grid = grids[0]
    p = 1 / (1 + np.exp(-grid[0].astype(np.float64)))
    rows, columns = np.nonzero(p > least)
    inside = ((rows + 0.5) * STRIDE < (part.bottom - part.top) * factor) & (
        (columns + 0.5) * STRIDE < (part.right - part.left) * factor
    )
    rows, columns = rows[inside], columns[inside]
    values = grid[1:, rows, columns].astype(np.float64)
    side = STRIDE / factor
    at = np.stack([columns + 0.5, rows + 0.5], axis=1) * side + [part.left, part.top]
    return _Votes(
        side=side,
        at=at,
        p=p[rows, columns],
        centre=at + values[0:2].T * side,
        long_axis=_axis(values[2:5]) * side,
        short_axis=_axis(values[5:8]) * side,
    )


def _together(looks: list[_Votes], parts: list[_Part]) -> _Votes:
    """All votes, those of a cell that lies in two parts once."""
    kept = []
    for number, look in enumerate(looks):
        fresh = np.ones(len(look), dtype=bool)
        for part in parts[:number]:
            x, y = look.at.T
            fresh &= (x < part.left) | (x >= part.right) | (y < part.top) | (y >= part.bottom)
        kept.append(fresh)
    columns = ("at", "p", "centre", "long_axis", "short_axis")
    rows = (
        np.concatenate([getattr(look, column)[fresh] for look, fresh in zip(looks, kept, strict=True)])
        for column in columns
    )
    return _Votes(looks[0].side, *rows)


def _axis(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Half-axes (n, 2) in cells from log length and the cosine and sine of twice the angle."""
    length = np.exp(np.clip(values[0], -3, 5))
    angle = np.arctan2(values[2], values[1]) / 2
    axes: NDArray[np.float64] = np.stack([np.cos(angle), np.sin(angle)], axis=1) * length[:, np.newaxis]
    return axes


def _agreeing(votes: _Votes, free: NDArray[np.intp], seed: tuple[NDArray[np.float64], ...]) -> NDArray[np.intp]:
    """The free votes that mean the same card as the seed's centre and axes."""
    centre, long_axis, short_axis = seed
    off = votes.centre[free] - centre
    near = np.einsum("ij,ij->i", off, off) < (_CENTRE_TOLERANCE**2) * (short_axis @ short_axis)
    free = free[near]
    turned = votes.angle[free] - math.atan2(long_axis[1], long_axis[0])
    apart = np.abs((turned + np.pi / 2) % np.pi - np.pi / 2)
    sized = np.abs(np.log(votes.length[free] / math.hypot(*long_axis)))
    agreeing: NDArray[np.intp] = free[(apart < _ANGLE_TOLERANCE) & (sized < _SIZE_TOLERANCE)]
    return agreeing


def _mean(votes: _Votes, group: NDArray[np.intp]) -> tuple[NDArray[np.float64], ...]:
    """Centre and axes of the card that a group of votes means: the median of each, axes brought to one sign first."""
    long_axis, short_axis = votes.long_axis[group], votes.short_axis[group]
    long_axis = long_axis * np.where(long_axis @ long_axis[0] < 0, -1, 1)[:, np.newaxis]
    short_axis = short_axis * np.where(short_axis @ short_axis[0] < 0, -1, 1)[:, np.newaxis]
    columns = np.concatenate([votes.centre[group], long_axis, short_axis], axis=1)
    middle = np.median(columns, axis=0)
    return middle[:2], middle[2:4], middle[4:]


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
    """The groups that are cards: those that are not too large first, and of these the largest group.

    A group whose card all but coincides with one before it belongs to that; one of few votes, or whose votes lie where
    cards on top of it should hide it, is what the network says on the border between two cards, and means none. Nor
    does one that is too large where another one lies.
    """
    kept: list[NDArray[np.intp]] = []
    corners: list[Corners] = []
    outlines = [geometry.from_axes(*_mean(votes, group)) for group in groups]
    areas = [geometry.area(outline) for outline in outlines]
    usual = float(np.median(np.repeat(areas, [len(group) for group in groups]))) if groups else 1.0
    too_large = [area > LARGE * usual for area in areas]
    for n in sorted(range(len(groups)), key=lambda n: (too_large[n], -len(groups[n]))):
        group, candidate, area = groups[n], outlines[n], areas[n]
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
            if too_large[n] or its_here.sum() > own_there.sum():
                explained |= own_there
        enough = len(group) * votes.side**2 >= MIN_SEEN * area
        if enough and np.mean(explained) <= MAX_EXPLAINED:
            kept.append(group)
            corners.append(candidate)
    return kept


def _found(votes: _Votes, group: NDArray[np.intp]) -> Found:
    corners = geometry.from_axes(*_mean(votes, group))
    seen = len(group) * votes.side**2 / max(geometry.area(corners), 1.0)
    return Found(corners, float(np.mean(votes.p[group])), min(seen, 1.0))


def _covers(votes: _Votes, groups: list[NDArray[np.intp]], found: list[Found]) -> list[list[int]]:
    """For each found thing the ones on top of it: where two overlap, the one that the cells there voted for."""
    above: list[list[int]] = [[] for _ in found]
    places = [votes.at[group] for group in groups]
    for i in range(len(found)):
        for j in range(i):
            if geometry.overlap(found[i].corners, found[j].corners) < votes.side**2:
                continue
            i_in_j = geometry.inside(places[i], found[j].corners).sum()
            j_in_i = geometry.inside(places[j], found[i].corners).sum()
            if i_in_j >= j_in_i:
                above[j].append(i)
            else:
                above[i].append(j)
    return above
