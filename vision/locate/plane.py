"""Gives found cards their corners: all cards lie on one table, and their sizes tell how it leans."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from vision import geometry
from vision.arrays import F64
from vision.geometry import Corners
from vision.locate.camera import Camera
from vision.locate.found import Found

_LEANS = 0.35
"""How far tables lean, as a slope (19 degrees): of few cards little is believed."""

_NOISE = 0.03
"""How wrong the logarithm of a found thing's size is (as of 352 cards under steep cameras)."""

_ODD = 0.04
"""A thing whose size is this far off probably is no card of this table, or was found wrongly: it counts for half."""

_OTHER_SIZE = 0.06
"""A thing whose size is much farther off than this keeps its own; one that is much nearer gets that of the others."""

_STEPS, _STILL = 12, 1e-4
"""How many steps the fit takes at most, and the change from which on it has arrived."""

_SMALL = 1e-4
"""The least length of a half-axis, in focal lengths."""


@dataclass(frozen=True)
class _Table:
    """How a table lies before a camera: in a direction (x, y, 1) it is 1 / (1 + `slopes` @ (x, y)) away, in depths of
    its middle."""

    slopes: F64

    def on_it(self, directions: F64) -> F64:
        """Where the table is in these directions (..., 3)."""
        return geometry.on_plane(directions, self.plane, 1.0)

    @property
    def plane(self) -> F64:
        """The vector (3,) whose product with every point on the table is 1."""
        return np.append(self.slopes, 1.0)

    @property
    def normal(self) -> F64:
        """The table's normal (3,), away from the camera."""
        return np.asarray(self.plane / np.linalg.norm(self.plane))


@dataclass(frozen=True)
class _Things:
    """Found things before a camera: in which directions (n, 3) it sees their centres, their half-axes (n, 2) in focal
    lengths, and the share of each that is in view (n,)."""

    centre: F64
    long_axis: F64
    short_axis: F64
    seen: F64

    @classmethod
    def of(cls, found: list[Found], camera: Camera) -> _Things:
        a, b, c, d = np.moveaxis(np.array([thing.corners for thing in found]), 1, 0)
        long, short = (c + d - a - b) / (4 * camera.focal), (b + c - a - d) / (4 * camera.focal)
        return cls(camera.directions((a + b + c + d) / 4), long, short, np.array([thing.seen for thing in found]))

    def axes(self, table: _Table) -> tuple[F64, F64]:
        """Their half-axes on the table (n, 3), the long and the short ones."""
        long, short = (
            (table.on_it(self.centre + step) - table.on_it(self.centre - step)) / 2
            for step in (_level(self.long_axis), _level(self.short_axis))
        )
        return long, short

    def log_size(self, table: _Table) -> F64:
        """How large they are on the table (n,): the logarithm of half a side, of a square as large as they are. A small
        area of the picture is |`plane`| * depth ** 3 / focal length ** 2 as large there."""
        (x, y), (u, v) = self.long_axis.T, self.short_axis.T
        nearer = np.linalg.norm(table.plane) * table.on_it(self.centre)[:, 2] ** 3
        return np.asarray(np.log(np.maximum(np.abs(x * v - y * u), _SMALL**2) * nearer) / 2)

    def log_size_gradient(self, table: _Table) -> F64:
        """By how much `log_size` grows with each of the table's slopes (n, 2); not at all beyond the horizon."""
        on_it = table.on_it(self.centre)
        gradient = (table.slopes / (table.plane @ table.plane) - 3 * on_it[:, :2]) / 2
        return np.where(on_it[:, 2:] < 1 / geometry.HORIZON, gradient, 0.0)


def _level(steps: F64) -> F64:
    """Steps in the picture (n, 2), in focal lengths, as what they add to a direction (n, 3)."""
    return np.pad(steps, ((0, 0), (0, 1)))


def slopes(found: list[Found], camera: Camera) -> F64:
    """How the table leans (2,) on which these things lie, in the camera's pixels: to the right and downwards, how much
    nearer it is for each depth that one goes."""
    return _fitted(_Things.of(found, camera)).slopes


def on_one_table(found: list[Found], camera: Camera) -> list[Found]:
    """These things, found in the camera's pixels, each with the corners that a card there has in the picture that was
    taken.

    The table leans as fits best how large all things seem; a card is as large as most.
    """
    if not found:
        return found
    things = _Things.of(found, camera)
    corners = camera.in_picture(_corners(things, _fitted(things)) * camera.focal + camera.middle)
    return [replace(thing, corners=own) for thing, own in zip(found, corners, strict=True)]


def _fitted(things: _Things) -> _Table:
    """Fits the table by weighted least squares (Gauss-Newton): on it all things are equally large.

    Its slopes are taken for small before anything is seen. A thing counts by the share in view, and little where its
    size is odd.
    """

    def residuals(parameters: F64) -> F64:
        return np.asarray(things.log_size(_Table(parameters[:2])) - parameters[2])

    prior = np.array([0.0, 0.0, np.median(residuals(np.zeros(3)))])
    parameters, precision = prior, np.array([1, 1, 0]) * (_NOISE / _LEANS) ** 2
    for _ in range(_STEPS):
        residual = residuals(parameters)
        weights = things.seen / (1 + (residual / _ODD) ** 2)
        jacobian = np.column_stack([things.log_size_gradient(_Table(parameters[:2])), -np.ones(len(residual))])
        hessian = jacobian.T @ (jacobian * weights[:, np.newaxis]) + np.diag(precision)
        gradient = jacobian.T @ (weights * residual) + precision * (parameters - prior)
        step = np.linalg.solve(hessian, gradient)
        parameters = parameters - step
        if np.abs(step).max() < _STILL:
            break
    return _Table(parameters[:2])


def _corners(things: _Things, table: _Table) -> Corners:
    """The corners of all things (n, 4, 2), in focal lengths from the picture's middle: of rectangles on the table,
    whose sides have one ratio. A thing about as large as the others gets their size; both axes say how it is turned."""
    log_size = things.log_size(table)
    usual = np.median(log_size)
    off = log_size - usual
    unit = np.exp(usual + off**3 / (off**2 + _OTHER_SIZE**2))[:, np.newaxis]
    lengths, widths = (np.linalg.norm(axes, axis=1) for axes in (things.long_axis, things.short_axis))
    ratio = np.sqrt(np.median(lengths / np.maximum(widths, _SMALL)))
    long, short = things.axes(table)
    along = long + np.cross(table.normal, short)
    along = along / np.linalg.norm(along, axis=1, keepdims=True) * unit * ratio
    across = np.cross(along, table.normal) / ratio**2
    around = np.stack([-along - across, across - along, along + across, along - across], axis=1)
    on_it = table.on_it(things.centre)[:, np.newaxis] + around
    corners = on_it[..., :2] / on_it[..., 2:]
    return np.asarray(corners - corners.mean(axis=1, keepdims=True) + things.centre[:, np.newaxis, :2])
