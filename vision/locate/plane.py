"""Where the corners of found cards are: all lie on one table, and how large they seem tells how it leans."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.geometry import Corners
from vision.locate.found import Found

_F64 = NDArray[np.float64]

_FOCAL = 0.78
"""A camera's focal length in sides of the picture, the longer one: the box's, and about that of phones. Sizes do not
tell it; of a table that leans under a wide lens too much is thought."""

_LEANS, _NOISE = 0.35, 0.03
"""How far tables lean as a rule, as a slope, and how wrong the logarithm of a thing's size is."""

_ODD = 0.04
"""From about where on a thing's size fits so badly that it is no card of the table's: another thing, or found
wrongly."""

_OTHER_SIZE = 0.06
"""By what share a card may seem larger or smaller than the others and still be as large as they are."""

_WHOLE = 0.8
"""Share of a thing that must be in view for its spread to tell which of its sides are the longer ones."""

_STEPS = 12
_STILL = 1e-4


@dataclass(frozen=True)
class _Table:
    """How a table lies before a camera: at x and y per depth it is 1 / (1 + `slopes` @ (x, y)) away, in depths of its
    middle."""

    slopes: _F64

    def on_it(self, points: _F64) -> _F64:
        """Where points of the picture (..., 2) lie on the table (..., 3)."""
        rays = np.concatenate([points / _FOCAL, np.ones((*points.shape[:-1], 1))], axis=-1)
        nearness = np.maximum(1 + rays[..., :2] @ self.slopes, 1e-3)  # what is beyond the horizon is far away
        on_it: _F64 = rays / nearness[..., np.newaxis]
        return on_it

    def in_picture(self, points: _F64) -> _F64:
        """Where points on the table (..., 3) are seen (..., 2)."""
        seen: _F64 = points[..., :2] / points[..., 2:] * _FOCAL
        return seen

    @property
    def upwards(self) -> _F64:
        """The direction that stands upright on it (3,)."""
        normal = np.append(self.slopes, 1.0)
        upright: _F64 = normal / np.linalg.norm(normal)
        return upright


@dataclass(frozen=True)
class _Seen:
    """Things as a look found them, in sides of the picture from its middle: centres and half-axes (n, 2), the share of
    each that is in view (n,), and the covariance of the area between its axes, and of what is in view (n, 2, 2); the
    latter tells where it is the `whole` of it (n,)."""

    centre: _F64
    long_axis: _F64
    short_axis: _F64
    share: _F64
    between: _F64
    in_view: _F64
    whole: NDArray[np.bool_]

    @classmethod
    def of(cls, found: list[Found], size: tuple[int, int]) -> _Seen:
        corners = np.array([thing.corners for thing in found])
        a, b, c, d = np.moveaxis((corners - np.array(size) / 2) / max(size), 1, 0)
        long, short = (c + d - a - b) / 4, (b + c - a - d) / 4
        between = (long[:, :, np.newaxis] * long[:, np.newaxis] + short[:, :, np.newaxis] * short[:, np.newaxis]) / 3
        whole = np.array([thing.spread is not None and thing.seen >= _WHOLE for thing in found])
        in_view = np.array([np.zeros((2, 2)) if thing.spread is None else thing.spread for thing in found])
        share = np.array([thing.seen for thing in found])
        return cls((a + b + c + d) / 4, long, short, share, between, in_view / max(size) ** 2, whole)

    def axes(self, table: _Table) -> tuple[_F64, _F64]:
        """Their half-axes on the table (n, 3), the long and the short ones."""
        long, short = (
            (table.on_it(self.centre + axis) - table.on_it(self.centre - axis)) / 2
            for axis in (self.long_axis, self.short_axis)
        )
        return long, short

    def size(self, table: _Table, covariance: _F64) -> _F64:
        """How large things of that covariance are on the table (n,): the logarithm of half a side, of a square as large
        as they are."""
        across, down = np.moveaxis(self._steps(table), 1, 0)
        nearer = np.linalg.norm(np.cross(across, down), axis=1)
        size: _F64 = np.log(9 * np.linalg.det(covariance)) / 4 + np.log(nearer) / 2
        return size

    def reach(self, table: _Table, direction: _F64) -> _F64:
        """How far what is in view of each reaches into a direction of the table (n, 3), squared (n,)."""
        seen = np.einsum("nkd,nd->nk", self._steps(table), direction)
        reach: _F64 = np.einsum("nk,nkl,nl->n", seen, self.in_view, seen)
        return reach

    def _steps(self, table: _Table) -> _F64:
        """How far on the table a step to the right and one downwards in the picture leads, at each (n, 2, 3)."""
        steps = [(table.on_it(self.centre + by) - table.on_it(self.centre - by)) / 2e-4 for by in np.eye(2) * 1e-4]
        return np.stack(steps, axis=1)


def on_one_table(found: list[Found], size: tuple[int, int]) -> list[Found]:
    """The found things of a picture of that width and height, each with the corners that a card there has.

    How the table leans, and how large cards are, is what fits best how large all things seem.
    """
    if not found:
        return found
    seen = _Seen.of(found, size)
    corners = _corners(seen, _fitted(seen)) * max(size) + np.array(size) / 2
    return [replace(thing, corners=own) for thing, own in zip(found, corners, strict=True)]


def _fitted(seen: _Seen) -> _Table:
    """The table that the things lie on: least squares (Gauss and Newton's way) of how large each is there, beside the
    others; each counts by how much of it is in view, odd ones for little.

    What is in view of a whole thing tells how large it is. What a look says of its axes does not quite: it takes every
    card for about as large as the others of its hand, and for one that is seen from straight above.
    """
    covariance = np.where(seen.whole[:, np.newaxis, np.newaxis], seen.in_view, seen.between)

    def off(values: _F64) -> _F64:
        misfit: _F64 = seen.size(_Table(values[:2]), covariance) - values[2]
        return misfit

    values = np.array([0.0, 0.0, np.median(off(np.zeros(3)))])
    expected, rigid = values, np.array([1, 1, 0]) * (_NOISE / _LEANS) ** 2
    for _ in range(_STEPS):
        residual = off(values)
        weights = seen.share / (1 + (residual / _ODD) ** 2)
        jacobian = np.stack([(off(values + by) - off(values - by)) / 2e-4 for by in np.eye(3) * 1e-4], axis=1)
        bends = jacobian.T @ (jacobian * weights[:, np.newaxis]) + np.diag(rigid)
        step = np.linalg.solve(bends, jacobian.T @ (weights * residual) + rigid * (values - expected))
        values = values - step
        if np.abs(step).max() < _STILL:
            break
    return _Table(values[:2])


def _corners(seen: _Seen, table: _Table) -> Corners:
    """The corners of all things in the picture (n, 4, 2): of rectangles on the table with one ratio of their sides, as
    large as the others where they may well be."""
    size = seen.size(table, seen.between)
    usual = np.median(size)
    off = size - usual
    unit = np.exp(usual + off**3 / (off**2 + _OTHER_SIZE**2))[:, np.newaxis]
    ratio = np.sqrt(np.median(np.linalg.norm(seen.long_axis, axis=1) / np.linalg.norm(seen.short_axis, axis=1)))
    long, short = seen.axes(table)
    # Both axes tell how a card is turned. Where it is foreshortened, a look may take its short sides for the long ones.
    handed = np.sign((np.cross(table.upwards, long) * short).sum(axis=1, keepdims=True))
    along = long - handed * np.cross(table.upwards, short)
    across = handed * np.cross(table.upwards, along)
    mistaken = seen.whole & (seen.reach(table, across) > seen.reach(table, along))
    along = np.where(mistaken[:, np.newaxis], across, along)
    along = along / np.linalg.norm(along, axis=1, keepdims=True)
    across = handed * np.cross(table.upwards, along) * unit / ratio
    along = along * unit * ratio
    around = np.stack([-along - across, across - along, along + across, along - across], axis=1)
    corners = table.in_picture(table.on_it(seen.centre)[:, np.newaxis] + around)
    right: Corners = corners - corners.mean(axis=1, keepdims=True) + seen.centre[:, np.newaxis]
    return right
