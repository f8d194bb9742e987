"""Votes become cards: each cell of a look says where the card on top of it lies; those that agree are a card."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision import geometry
from vision.arrays import F32, F64
from vision.locate.found import Found

SAME_CARD = 0.9
"""Share of the cells on either that two outlines have in common where they are one card. Two cards of which the lower
one is a twentieth in view have as much, one that is an eighth in view 0.78."""

MIN_GAIN = 0.02
"""Share of a card's area that its votes must come to, each counting by how precise it is and by how much better this
card explains it than those chosen before."""

LARGE = 1.5
"""How many times as large as most a card may be before another one in its place is preferred."""

USUAL_ERROR = 0.1
"""How wrong a vote's centre is taken to be, in short half-axes, by a look that does not say."""

FOUNDED = 0.3
"""A card none of whose votes says that it is so little wrong, along both axes together, takes no votes from others."""

_CENTRE_TOLERANCE = 0.12
_ANGLE_TOLERANCE = math.sin(math.radians(10))
_SIZE_TOLERANCE = 0.3
"""What agrees: centres within the tolerance (in short half-axes) and the vote's own possible error, turned and as long
as each other."""


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
    def length(self) -> F64:
        """Pixels of the long half-axes."""
        return np.asarray(np.hypot(*self.long_axis.T))

    @cached_property
    def total_uncertainty(self) -> F64:
        """How wrong each centre may be along both axes together."""
        return np.asarray(self.uncertainty.sum(axis=1))

    @cached_property
    def tolerance(self) -> F64:
        """How far off a centre that agrees may be along the long and along the short axis, in short half-axes."""
        return np.asarray(_CENTRE_TOLERANCE + self.uncertainty)

    @cached_property
    def precision(self) -> F32:
        """How closely each tells where the centre is: 1 where it is sure, less the larger the area where it may be."""
        return np.asarray(np.prod(_CENTRE_TOLERANCE / self.tolerance, axis=1), np.float32)

    @cached_property
    def features(self) -> F32:
        """What `_Cards.differences` are multiplied by (10, n): the centre as (x, y, 1) by the tolerance along the long
        axis, the same by that along the short one, the long axis' direction (x, y), and (log length, 1)."""
        ones = np.ones(len(self))
        centre = np.vstack([self.centre.T, ones])
        along, across = self.tolerance.T
        direction = self.long_axis.T / self.length
        rows = [centre / along, centre / across, direction, np.log(self.length), ones]
        return np.vstack(rows).astype(np.float32)

    @cached_property
    def summands(self) -> F64:
        """What is added up over the votes for a card (13, n): 1; the long and the short axis, as `_doubled` tells them;
        then a weight by how wrong the centre may be along the long axis, and the centre (x, y) times that weight; and
        the same for the short axis."""
        weights = self.uncertainty.T**-2
        centres = [row for weight in weights for row in (weight, *(self.centre.T * weight))]
        return np.vstack([np.ones(len(self)), _doubled(self.long_axis), _doubled(self.short_axis), centres])


_ROWS = tuple(each.name for each in fields(Votes) if each.name != "side")


@dataclass(frozen=True)
class _Cards:
    """Cards as votes mean them: centres and half-axes (k, 2), in pixels."""

    centre: F64
    long_axis: F64
    short_axis: F64

    def __len__(self) -> int:
        return len(self.centre)

    @cached_property
    def area(self) -> F64:
        """Square pixels (k,)."""
        return np.asarray(4 * np.abs((self.long_axis * _perpendicular(self.short_axis)).sum(axis=1)))

    @cached_property
    def differences(self) -> F32:
        """What, times `Votes.features`, tells how votes differ from each card (k, 4, 10): how far the centre lies off
        along the long axis and across it, how far the long axis is turned, and how much longer it is; each as a share
        of what still agrees."""
        length, width = np.hypot(*self.long_axis.T), np.hypot(*self.short_axis.T)
        along = self.long_axis / length[:, np.newaxis]
        differences = np.zeros((len(self), 4, 10), np.float32)
        differences[:, 0, 0:3] = _offset(self.centre, along / width[:, np.newaxis])
        differences[:, 1, 3:6] = _offset(self.centre, _perpendicular(along) / width[:, np.newaxis])
        differences[:, 2, 6:8] = _perpendicular(along) / _ANGLE_TOLERANCE
        differences[:, 3, 8:] = np.column_stack([np.ones(len(self)), -np.log(length)]) / _SIZE_TOLERANCE
        return differences

    def hold(self, points: F64) -> NDArray[np.bool_]:
        """Which of the points (n, 2) lie on each card (k, n)."""
        # By half-axes from the centre: what is square to one axis tells how far along the other one a point lies.
        by = 4 / self.area[:, np.newaxis]
        other_axes = (self.short_axis, self.long_axis)
        offsets = np.stack([_offset(self.centre, _perpendicular(axes) * by) for axes in other_axes])
        along, across = np.abs(
            offsets.astype(np.float32) @ np.vstack([points.T, np.ones(len(points))]).astype(np.float32)
        )
        return np.asarray((along < 1) & (across < 1))


def _offset(centres: F64, directions: F64) -> F64:
    """What, times a point (x, y, 1), tells how far it lies from a centre in a direction (k, 3); the longer the
    direction (k, 2), the farther."""
    return np.column_stack([directions, -(directions * centres).sum(axis=1)])


def _perpendicular(axes: F64) -> F64:
    """Square to these (k, 2), and as long."""
    return np.asarray(axes[:, ::-1] * [-1, 1])


def cards_of(votes: Votes) -> list[Found]:
    """The things that the votes mean, the surest first.

    Sure votes that mean different cards are seeds. All votes go to the seeds that they are nearest to, and the mean of
    those at one seed is a candidate. Of these the cards are chosen that explain votes which no other one does. All
    votes go to the nearest of them anew, and the means are what is found.
    """
    seeds = _seeds(votes)
    if not len(seeds):
        return []
    candidates = _means(votes, _without_empty(_nearest(votes, _distances(votes, seeds.differences))))
    distances = _distances(votes, candidates.differences)
    chosen = _chosen(votes, candidates, distances)
    if not chosen:
        return []
    members = _without_empty(_nearest(votes, distances[chosen]))
    cards = _means(votes, members)
    return _found(votes, cards, members, cards.hold(votes.at))


def weighted_median(values: F64, weights: F64) -> float:
    """The value (n,) below which half of the weights (n,) lie, between two where it falls between."""
    order = np.argsort(values)
    share = np.cumsum(weights[order])
    return float(np.interp(share[-1] / 2, share - weights[order] / 2, values[order]))


def _distances(votes: Votes, differences: F32) -> F32:
    """How far each vote is from meaning each card (…, n), by the cards' `differences` (…, 4, 10); below 1 is
    agreement."""
    # A product for each card: one of all is so large that it is shared out among threads, which on a busy machine wait.
    # In 32 bits they are right to a thousandth, in half of the time.
    squares = differences @ votes.features
    np.square(squares, out=squares)
    furthest = squares[..., 0, :]
    furthest += squares[..., 1, :]
    np.maximum(furthest, squares[..., 2, :], out=furthest)
    np.maximum(furthest, squares[..., 3, :], out=furthest)
    return np.asarray(np.sqrt(furthest))


def _seeds(votes: Votes) -> _Cards:
    """What the surest vote means, then the surest of those that agree with none before it, and so on; without those
    that all votes together do not make a card of."""
    meant = _Cards(votes.centre, votes.long_axis, votes.short_axis)
    seeds = []
    free = np.ones(len(votes), dtype=bool)
    for one in np.argsort(votes.total_uncertainty - votes.p).tolist():
        if free[one]:
            near = np.maximum(1 - _distances(votes, meant.differences[one]), 0)
            if near @ votes.precision * votes.side**2 > MIN_GAIN * meant.area[one]:
                seeds.append(one)
            free &= near == 0
    return _Cards(meant.centre[seeds], meant.long_axis[seeds], meant.short_axis[seeds])


def _nearest(votes: Votes, distances: F32) -> NDArray[np.bool_]:
    """Which votes are each card's (k, n), by the `distances` between cards and votes (k, n): a vote belongs to the card
    that it is nearest to meaning, if it agrees with any."""
    agree = distances < 1
    founded = (agree & (votes.total_uncertainty < FOUNDED)).any(axis=1)
    agree[~founded] &= ~agree[founded].any(axis=0)
    own = np.where(agree, distances, np.inf)
    return np.asarray(agree & (own == own.min(axis=0, initial=np.inf)))


def _without_empty(members: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The cards' votes (k, n) without the cards that have none."""
    return np.asarray(members[members.any(axis=1)])


def _means(votes: Votes, members: NDArray[np.bool_]) -> _Cards:
    """What each card's votes (k, n) mean, in the mean: the centre's is weighted by how wrong each may be along either
    axis."""
    sums = _sums(members, votes.summands)
    axes = sums[:, 1:7] / sums[:, :1]
    long, short = _axes(axes[:, :3]), _axes(axes[:, 3:])
    by_long, by_short = sums[:, 8:10] / sums[:, 7:8], sums[:, 11:] / sums[:, 10:11]
    # Along the long axis the centre is where the first mean has it, across it where the second does.
    along = long / np.hypot(*long.T)[:, np.newaxis]
    centre = by_short + along * (along * (by_long - by_short)).sum(axis=1, keepdims=True)
    return _Cards(centre, long, short)


def _doubled(axes: F64) -> F64:
    """Log length, and the cosine and sine of twice the angle (3, n), of half-axes (n, 2), which have no ends."""
    x, y = axes.T
    square = x * x + y * y
    return np.stack([np.log(square) / 2, (x * x - y * y) / square, 2 * x * y / square])


def _axes(doubled: F64) -> F64:
    """The half-axes (k, 2) of such logarithms, cosines and sines (k, 3)."""
    length, angle = np.exp(doubled[:, :1]), np.arctan2(doubled[:, 2:], doubled[:, 1:2]) / 2
    return np.concatenate([np.cos(angle), np.sin(angle)], axis=1) * length


def _chosen(votes: Votes, cards: _Cards, distances: F32) -> list[int]:
    """Which of the cards lie there: each that explains votes enough better than those chosen before it do.

    Those that are not too large are asked first, and of these those of most votes. The vote of a cell that lies on a
    card on top of the one it means, which should hide that, comes of the border between two cards, and counts for none.
    Nor does what lies on another card count for one that is too large. A card that all but coincides with one chosen
    before is that card.
    """
    on = cards.hold(votes.at)
    members = _nearest(votes, distances)
    sizes = np.count_nonzero(members, axis=1)
    lying, shared = _sums(members, on), _sums(on, on)  # how many of one card's votes, or cells, lie on another (k, k)
    cells = np.diag(shared)
    same = shared > SAME_CARD * (cells + cells[:, np.newaxis] - shared)
    large = cards.area > LARGE * weighted_median(cards.area, sizes)
    nearest = np.ones(len(votes), np.float32)  # how far each vote is from the chosen card that it agrees with most
    chosen: list[int] = []
    for one in np.lexsort((-sizes, large)).tolist():
        above = [other for other in chosen if large[one] or lying[other, one] > lying[one, other]]
        gain = np.maximum(nearest - distances[one], 0) * ~on[above].any(axis=0)
        if gain @ votes.precision * votes.side**2 > MIN_GAIN * cards.area[one] and not same[one, chosen].any():
            chosen.append(one)
            nearest = np.minimum(nearest, distances[one])
    return chosen


def _sums(members: NDArray[np.bool_], rows: NDArray[Any]) -> NDArray[Any]:
    """The sums (k, m) of each of the rows (m, n) over each card's votes (k, n)."""
    kind = np.float32 if rows.dtype == np.bool_ else np.float64
    return np.asarray(members.astype(kind) @ rows.T.astype(kind))


def _found(votes: Votes, cards: _Cards, sees: NDArray[np.bool_], on: NDArray[np.bool_]) -> list[Found]:
    """The cards as things found, by which cells see each and which lie on it (k, n); of two that overlap that one
    covers the other which is seen there."""
    sizes = np.count_nonzero(sees, axis=1)
    scores = _sums(sees, votes.p[np.newaxis])[:, 0] / sizes
    seen = np.minimum(sizes * votes.side**2 / np.maximum(cards.area, 1.0), 1.0)
    lying = _sums(sees, on)
    order = np.argsort(-scores)
    covers = (lying > lying.T)[np.ix_(order, order)]
    corners = geometry.from_axes(cards.centre, cards.long_axis, cards.short_axis)
    return [
        Found(
            corners=corners[one],
            score=float(scores[one]),
            seen=float(seen[one]),
            under=tuple(np.nonzero(covers[:, place])[0].tolist()),
        )
        for place, one in enumerate(order)
    ]
