"""Votes become cards: each cell of a look says where the card on top of it lies; those that agree are a card."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision import geometry
from vision.arrays import F64
from vision.locate.found import Found

SAME_CARD = 0.85
"""Share of the cells on either that two outlines have in common where they are one card. Two cards of which the lower
one is an eighth in view have 0.78; half the votes for one card, and the other half, 0.87 and more."""

MIN_GAIN = 0.02
"""Share of a card's area that its votes must make up, each counting by how close it is and by how much better this card
explains it than those chosen before."""

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
    def wrong(self) -> F64:
        """How wrong each may be along both axes together."""
        return np.asarray(self.uncertainty.sum(axis=1))

    @cached_property
    def tolerance(self) -> F64:
        """How far off a centre that agrees may be along the long and along the short axis, in short half-axes."""
        return np.asarray(_CENTRE_TOLERANCE + self.uncertainty)

    @cached_property
    def close(self) -> F64:
        """How close each tells where the centre is: 1 where it is sure, less the larger the place where it may be."""
        return np.asarray(np.prod(_CENTRE_TOLERANCE / self.tolerance, axis=1))

    @cached_property
    def compared(self) -> F64:
        """What `_Cards.measures` measures (10, n): centres, by the tolerance of either axis, and directions and lengths
        of the long axes."""
        centre, ones = np.vstack([self.centre.T, np.ones(len(self))]), np.ones(len(self))
        long, short = self.tolerance.T
        return np.vstack([centre / long, centre / short, self.long_axis.T / self.length, np.log(self.length), ones])

    @cached_property
    def told(self) -> F64:
        """What is added up of the votes for a card (13, n): one each; their axes; then, for the long axis and the
        short one, how much their centres count along it, and that many times these."""
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
        """Square pixels."""
        return np.asarray(4 * np.abs((self.long_axis * _square(self.short_axis)).sum(axis=1)))

    @cached_property
    def measures(self) -> F64:
        """What `Votes.compared` is measured with (k, 4, 10): how far centres lie off along the long axis and square to
        it, how far the long axes are turned, and how much longer they are, each by what still agrees."""
        length, width = np.hypot(*self.long_axis.T), np.hypot(*self.short_axis.T)
        along = self.long_axis / length[:, np.newaxis]
        measures = np.zeros((len(self), 4, 10))
        measures[:, 0, 0:3] = _measure(self.centre, along / width[:, np.newaxis])
        measures[:, 1, 3:6] = _measure(self.centre, _square(along) / width[:, np.newaxis])
        measures[:, 2, 6:8] = _square(along) / _ANGLE_TOLERANCE
        measures[:, 3, 8:] = np.column_stack([np.ones(len(self)), -np.log(length)]) / _SIZE_TOLERANCE
        return measures

    def hold(self, points: F64) -> NDArray[np.bool_]:
        """Which of the points (n, 2) lie on each card (k, n)."""
        by = 4 / self.area[:, np.newaxis]
        measures = np.stack([_measure(self.centre, _square(axes) * by) for axes in (self.short_axis, self.long_axis)])
        off = measures @ np.vstack([points.T, np.ones(len(points))])
        return np.asarray((np.abs(off) < 1).all(axis=0))


def _measure(centres: F64, directions: F64) -> F64:
    """What a point (x, y, 1) is multiplied with to tell how far it lies from a centre in a direction (k, 2), by the
    length of that (k, 3)."""
    return np.column_stack([directions, -(directions * centres).sum(axis=1)])


def _square(axes: F64) -> F64:
    """Square to these (k, 2), as long."""
    return np.asarray(axes[:, ::-1] * [-1, 1])


def cards_of(votes: Votes) -> list[Found]:
    """The things that the votes mean, the surest first."""
    seeds = _seeds(votes)
    if not len(seeds):
        return []
    cards = _meant(votes, _dealt(votes, _distances(votes, seeds.measures)))
    distances = _distances(votes, cards.measures)
    dealt = _dealt(votes, distances[_chosen(votes, cards, distances)])
    return _found(votes, _meant(votes, dealt), dealt)


def weighted_median(values: F64, weights: F64) -> float:
    """The value (n,) below which half of the weights (n,) lie, between two where it falls between."""
    order = np.argsort(values)
    share = np.cumsum(weights[order])
    return float(np.interp(share[-1] / 2, share - weights[order] / 2, values[order]))


def _distances(votes: Votes, measures: F64) -> F64:
    """How far each vote is from meaning each card (k, n); below 1 is agreement."""
    # A product for each card: one of all is so large that it is shared out among threads, which on a busy machine wait.
    along, across, turned, longer = np.moveaxis((measures @ votes.compared) ** 2, 1, 0)
    return np.asarray(np.sqrt(np.maximum(along + across, np.maximum(turned, longer))))


def _seeds(votes: Votes) -> _Cards:
    """What the surest vote means, then the surest of those that agree with none before it, and so on; without those
    that all votes together do not make a card of."""
    said = _Cards(votes.centre, votes.long_axis, votes.short_axis)
    seeds = []
    free = np.ones(len(votes), dtype=bool)
    for one in np.argsort(votes.wrong - votes.p).tolist():
        if free[one]:
            near = np.maximum(1 - _distances(votes, said.measures[one : one + 1])[0], 0)
            if near @ votes.close * votes.side**2 > MIN_GAIN * said.area[one]:
                seeds.append(one)
            free &= near == 0
    return _Cards(said.centre[seeds], said.long_axis[seeds], said.short_axis[seeds])


def _nearest(votes: Votes, distances: F64) -> NDArray[np.bool_]:
    """Which votes mean which card (k, n): each that which it is nearest to meaning, if it agrees with any."""
    agree = distances < 1
    founded = (agree & (votes.wrong < FOUNDED)).any(axis=1)
    agree[~founded] &= ~agree[founded].any(axis=0)
    own = np.where(agree, distances, np.inf)
    return np.asarray(agree & (own == own.min(axis=0, initial=np.inf)))


def _dealt(votes: Votes, distances: F64) -> NDArray[np.bool_]:
    """The same, without the cards that no vote means."""
    dealt = _nearest(votes, distances)
    return np.asarray(dealt[dealt.any(axis=1)])


def _meant(votes: Votes, dealt: NDArray[np.bool_]) -> _Cards:
    """The cards that the votes dealt to each (k, n) mean: their means, the centre's by how wrong each vote may be."""
    told = _sums(dealt, votes.told)
    axes = told[:, 1:7] / told[:, :1]
    long, short = _axes(axes[:, :3]), _axes(axes[:, 3:])
    along = long / np.hypot(*long.T)[:, np.newaxis]
    by_long, by_short = told[:, 8:10] / told[:, 7:8], told[:, 11:] / told[:, 10:11]
    # Along the axis as the first has it, square to it as the second.
    centre = by_short + along * (along * (by_long - by_short)).sum(axis=1, keepdims=True)
    return _Cards(centre, long, short)


def _doubled(axes: F64) -> F64:
    """Log length, and the cosine and sine of twice the angle (3, n), of half-axes (n, 2), which have no ends."""
    x, y = axes.T
    square = x * x + y * y
    return np.stack([np.log(square) / 2, (x * x - y * y) / square, 2 * x * y / square])


def _axes(doubled: F64) -> F64:
    """The half-axes (n, 2) that `_doubled` tells so."""
    length, angle = np.exp(doubled[:, :1]), np.arctan2(doubled[:, 2:], doubled[:, 1:2]) / 2
    return np.concatenate([np.cos(angle), np.sin(angle)], axis=1) * length


def _chosen(votes: Votes, cards: _Cards, distances: F64) -> list[int]:
    """Which cards lie there: those that are not too large first, and of these that of most votes, as far as they
    explain votes better than those before them do.

    The vote of a cell that lies on a card on top of the one it means, which should hide that, comes of the border
    between two cards, and counts for none. Nor counts for a card that is too large what lies on another one.
    """
    on = cards.hold(votes.at)
    dealt = _nearest(votes, distances)
    lying, shared, sizes = _sums(dealt, on), _sums(on, on), np.count_nonzero(dealt, axis=1)
    same = shared > SAME_CARD * (np.diag(shared) + np.diag(shared)[:, np.newaxis] - shared)
    large = cards.area > LARGE * weighted_median(cards.area, sizes)
    best = np.ones(len(votes))
    chosen: list[int] = []
    for one in np.lexsort((-sizes, large)).tolist():
        above = [other for other in chosen if large[one] or lying[other, one] > lying[one, other]]
        gain = np.maximum(best - distances[one], 0) * ~on[above].any(axis=0)
        if gain @ votes.close * votes.side**2 > MIN_GAIN * cards.area[one] and not same[one, chosen].any():
            chosen.append(one)
            best = np.minimum(best, distances[one])
    return chosen


def _sums(dealt: NDArray[np.bool_], rows: NDArray[Any]) -> F64:
    """The sums (k, m) of what rows (m, n) have for the votes of each card (k, n)."""
    sums = np.empty((len(dealt), len(rows)))
    for one, which in enumerate(dealt):
        rows[:, which].sum(axis=1, out=sums[one])
    return sums


def _found(votes: Votes, cards: _Cards, dealt: NDArray[np.bool_]) -> list[Found]:
    """The cards as things found; where two overlap, that one covers the other for which the cells there voted."""
    (x, y), sizes = votes.at.T, np.count_nonzero(dealt, axis=1)
    means = _sums(dealt, np.stack([votes.p, x, y, x * x, x * y, y * x, y * y])) / sizes[:, np.newaxis]
    at = means[:, 1:3, np.newaxis]
    spread = means[:, 3:].reshape(-1, 2, 2) - at * at.transpose(0, 2, 1) + np.eye(2) * votes.side**2 / 12
    scores, seen = means[:, 0], np.minimum(sizes * votes.side**2 / np.maximum(cards.area, 1.0), 1.0)
    lying = _sums(dealt, cards.hold(votes.at))
    order = np.argsort(-scores)
    covers = (lying > lying.T)[np.ix_(order, order)]
    corners = geometry.from_axes(cards.centre, cards.long_axis, cards.short_axis)
    return [
        Found(
            corners=corners[one],
            score=float(scores[one]),
            seen=float(seen[one]),
            under=tuple(np.nonzero(covers[:, place])[0].tolist()),
            spread=spread[one],
        )
        for place, one in enumerate(order)
    ]
