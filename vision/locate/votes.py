"""Votes become cards: each cell of a look says where the card on top of it lies; those that agree are a card."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from vision import geometry
from vision.arrays import F64
from vision.geometry import Corners
from vision.locate.found import Found

MIN_CELLS = 3
"""Fewer votes are no card."""

SAME_CARD = 0.75
"""Share of their union that two outlines have in common where they are one card."""

MIN_SEEN = 0.12
"""Share of a card's area below which what is in view of it is too little to be told from an error."""

LARGE = 1.5
"""How many times as large as most a card may be before another one in its place is preferred."""

MAX_EXPLAINED = 0.6
"""Share of a group's votes that may lie where a card on top of its card should hide it."""

USUAL_ERROR = 0.1
"""How wrong a vote's centre is taken to be, in short half-axes, by a look that does not say."""

_CENTRE_TOLERANCE = 0.12
_ANGLE_TOLERANCE = math.sin(math.radians(10))
_SIZE_TOLERANCE = 0.3
"""What agrees: centres within the tolerance (in short half-axes) and the vote's own possible error, turned and as long
as each other. With 0.2 and 20 degrees, which a look less exact needed, 24 instead of 22 of 3,047 cards are missed."""

FOUNDED = 0.3
"""A card none of whose votes says that it is so little wrong, along both axes together, takes no votes from others."""

_LEAST_TURNED = 0.3
"""Sine of the angle between a card's axes below which they are no axes to measure along."""

_ROUNDS = 2
"""How often votes are dealt out anew to the cards that came of them."""


@dataclass(frozen=True)
class Votes:
    """One row per cell that sees a card, in the picture's pixels; `side` is how many of them a cell is wide.

    `uncertainty` (n, 2): how wrong the centre may be along the long and along the short axis, in short half-axes.
    """

    side: float
    at: F64
    p: F64
    centre: F64
    long_axis: F64
    short_axis: F64
    uncertainty: F64

    def __len__(self) -> int:
        return len(self.p)

    def of(self, which: NDArray[np.bool_]) -> Votes:
        """Those votes alone."""
        return Votes(self.side, *(getattr(self, name)[which] for name in _ROWS))

    @classmethod
    def together(cls, several: list[Votes]) -> Votes:
        """All of them; their cells are equally wide."""
        return cls(several[0].side, *(np.concatenate([getattr(each, name) for each in several]) for name in _ROWS))

    @cached_property
    def log_length(self) -> F64:
        """Logarithms of the long half-axes' pixels."""
        return np.asarray(np.log(self.length))

    @cached_property
    def length(self) -> F64:
        """Pixels of the long half-axes."""
        return np.asarray(np.hypot(*self.long_axis.T))

    @cached_property
    def along(self) -> F64:
        """Directions of the long axes (n, 2), of length 1."""
        return np.asarray(self.long_axis / self.length[:, np.newaxis])

    @cached_property
    def meant(self) -> F64:
        """Long axis, short axis and centre of the card that each vote means (n, 6)."""
        return np.concatenate([self.long_axis, self.short_axis, self.centre], axis=1)

    @cached_property
    def tells_uncertainty(self) -> bool:
        """Whether the votes say themselves how wrong they may be."""
        return bool(np.ptp(self.uncertainty) > 0)

    @cached_property
    def tolerance(self) -> F64:
        """How far off a centre that agrees may be along the long and along the short axis, in short half-axes."""
        return np.asarray(_CENTRE_TOLERANCE + self.uncertainty)


_ROWS = tuple(each.name for each in fields(Votes) if each.name != "side")


@dataclass(frozen=True, slots=True)
class _Card:
    """A card as votes mean it: centre and half-axes, in pixels."""

    centre: F64
    long_axis: F64
    short_axis: F64


@dataclass(frozen=True)
class _Group:
    """Votes that mean one card."""

    members: NDArray[np.intp]
    card: _Card

    def __len__(self) -> int:
        return len(self.members)

    @cached_property
    def corners(self) -> Corners:
        """The card's outline."""
        return geometry.from_axes(self.card.centre, self.card.long_axis, self.card.short_axis)

    @cached_property
    def area(self) -> float:
        """The card's area in square pixels."""
        return geometry.area(self.corners)

    @cached_property
    def centre(self) -> list[float]:
        """The card's centre."""
        centre: list[float] = self.card.centre.tolist()
        return centre

    @cached_property
    def reach(self) -> float:
        """How far from its centre the card reaches at most, in pixels."""
        return math.hypot(*self.card.long_axis) + math.hypot(*self.card.short_axis)


def _shared(a: _Group, b: _Group) -> float:
    """Area in square pixels that the cards of two groups share."""
    if math.dist(a.centre, b.centre) > a.reach + b.reach:
        return 0.0
    return geometry.overlap(a.corners, b.corners)


def cards_of(votes: Votes) -> list[Found]:
    """The things that the votes mean, the surest first."""
    groups = _merge(votes, _group(votes))
    found = [_found(votes, group) for group in groups]
    covers = _covers(votes, groups)
    order = sorted(range(len(found)), key=lambda i: -found[i].score)
    place = {old: new for new, old in enumerate(order)}
    return [replace(found[i], under=tuple(sorted(place[j] for j in covers[i]))) for i in order]


def _distance(votes: Votes, which: NDArray[np.intp] | slice, card: _Card) -> F64:
    """How far those votes are from meaning that card; up to 1 is agreement."""
    length, width = math.hypot(*card.long_axis), math.hypot(*card.short_axis)
    (lx, ly), (sx, sy) = card.long_axis / length, card.short_axis / width
    along, across = ((votes.centre[which] - card.centre) @ [[lx, sx], [ly, sy]] / votes.tolerance[which]).T
    apart = np.hypot(along, across) / width
    turned = np.abs(votes.along[which] @ [-ly, lx]) / _ANGLE_TOLERANCE
    sized = np.abs(votes.log_length[which] - math.log(length)) / _SIZE_TOLERANCE
    return np.asarray(np.maximum(apart, np.maximum(turned, sized)))


def _near(votes: Votes, card: _Card) -> NDArray[np.bool_]:
    """Which votes could agree with a card that is like this one, as far as a glance tells."""
    reach = 2 * votes.tolerance.max() * math.hypot(*card.short_axis)
    (x, y), (cx, cy) = votes.centre.T, card.centre
    return np.asarray((np.abs(x - cx) < reach) & (np.abs(y - cy) < reach))


def _mean(votes: Votes, group: NDArray[np.intp]) -> _Card:
    """The card that a group of votes means: the median of each, the centre's by how wrong each vote may be."""
    meant = votes.meant[group]
    # An axis says the same in both its directions.
    meant[:, 0:2] *= np.where(meant[:, 0:2] @ meant[0, 0:2] < 0, -1, 1)[:, np.newaxis]
    meant[:, 2:4] *= np.where(meant[:, 2:4] @ meant[0, 2:4] < 0, -1, 1)[:, np.newaxis]
    ranked = np.sort(meant, axis=0)
    middle = (ranked[(len(ranked) - 1) // 2] + ranked[len(ranked) // 2]) / 2
    long, short = middle[:2], middle[2:4]
    (lx, ly), (sx, sy) = long / math.hypot(*long), short / math.hypot(*short)
    turned = lx * sy - ly * sx
    if not votes.tells_uncertainty or abs(turned) < _LEAST_TURNED:
        return _Card(middle[4:], long, short)
    x, y = meant[:, 4:].T
    weights = votes.uncertainty[group] ** -2
    along = weighted_median((x * sy - y * sx) / turned, weights[:, 0])
    across = weighted_median((y * lx - x * ly) / turned, weights[:, 1])
    return _Card(np.array([along * lx + across * sx, along * ly + across * sy]), long, short)


def weighted_median(values: F64, weights: F64) -> float:
    """The value (n,) below which half of the weights (n,) lie, between two where it falls between."""
    order = np.argsort(values)
    share = np.cumsum(weights[order])
    return float(np.interp(share[-1] / 2, share - weights[order] / 2, values[order]))


def _group(votes: Votes) -> list[_Group]:
    """Votes by the card they mean: the surest vote first, with all that agree with it, and so on with the rest.

    Where votes say how wrong they may be they are then dealt out anew, each to the card that it is nearest to meaning.
    """
    groups = []
    free = np.ones(len(votes), dtype=bool)
    for first in np.argsort(votes.uncertainty.sum(axis=1) - votes.p):
        if not free[first]:
            continue
        card = _Card(votes.centre[first], votes.long_axis[first], votes.short_axis[first])
        near = np.nonzero(free & _near(votes, card))[0]
        members = near[_distance(votes, near, card) < 1]
        if len(members) > 1:
            card, before = _mean(votes, members), members
            members = near[_distance(votes, near, card) < 1]
            if len(members) >= MIN_CELLS:
                groups.append(_Group(members, card if np.array_equal(members, before) else _mean(votes, members)))
        free[members] = free[first] = False
    for _ in range(_ROUNDS if groups and votes.tells_uncertainty else 0):
        distances = np.stack([_distance(votes, slice(None), group.card) for group in groups])
        founded = [np.min(votes.uncertainty[group.members].sum(axis=1)) < FOUNDED for group in groups]
        elsewhere = np.min(distances[founded], axis=0, initial=np.inf) < 1
        distances[np.ix_(np.logical_not(founded), elsewhere)] = np.inf
        nearest = np.where(distances.min(axis=0) < 1, np.argmin(distances, axis=0), -1)
        dealt = [np.nonzero(nearest == k)[0] for k in range(len(groups))]
        groups = [
            group if np.array_equal(members, group.members) else _Group(members, _mean(votes, members))
            for group, members in zip(groups, dealt, strict=True)
            if len(members) >= MIN_CELLS
        ]
    return groups


def _merge(votes: Votes, groups: list[_Group]) -> list[_Group]:
    """The groups that are cards: those that are not too large first, and of these the largest group.

    A group whose card all but coincides with one before it belongs to that; one of few votes, or whose votes lie where
    cards on top of it should hide it, is what the network says on the border between two cards, and means none. Nor
    does one that is too large where another one lies.
    """
    kept: list[_Group] = []
    areas = np.repeat([group.area for group in groups], [len(group) for group in groups])
    most = LARGE * float(np.median(areas)) if groups else 0.0
    for group in sorted(groups, key=lambda group: (group.area > most, -len(group))):
        shared = [_shared(group, other) for other in kept]
        near = [i for i, overlap in enumerate(shared) if overlap > 0]
        union = [group.area + kept[i].area - shared[i] for i in near]
        same = next((i for i, whole in zip(near, union, strict=True) if shared[i] > SAME_CARD * whole), None)
        if same is not None:
            members = np.concatenate([kept[same].members, group.members])
            kept[same] = _Group(members, _mean(votes, members))
            continue
        if len(group) * votes.side**2 < MIN_SEEN * group.area:
            continue
        explained = np.zeros(len(group), dtype=bool)
        for other in (kept[i] for i in near):
            own_there = geometry.inside(votes.at[group.members], other.corners)
            its_here = geometry.inside(votes.at[other.members], group.corners)
            if group.area > most or its_here.sum() > own_there.sum():
                explained |= own_there
        if np.mean(explained) <= MAX_EXPLAINED:
            kept.append(group)
    return kept


def _found(votes: Votes, group: _Group) -> Found:
    seen = len(group) * votes.side**2 / max(group.area, 1.0)
    spread = np.cov(votes.at[group.members].T, bias=True) + np.eye(2) * votes.side**2 / 12
    return Found(group.corners, float(np.mean(votes.p[group.members])), min(seen, 1.0), spread=spread)


def _covers(votes: Votes, groups: list[_Group]) -> list[list[int]]:
    """For each card the ones on top of it: where two overlap, the one that the cells there voted for."""
    above: list[list[int]] = [[] for _ in groups]
    places = [votes.at[group.members] for group in groups]
    for i, group in enumerate(groups):
        for j, other in enumerate(groups[:i]):
            if _shared(group, other) < votes.side**2:
                continue
            i_in_j = geometry.inside(places[i], other.corners).sum()
            j_in_i = geometry.inside(places[j], group.corners).sum()
            if i_in_j >= j_in_i:
                above[j].append(i)
            else:
                above[i].append(j)
    return above
