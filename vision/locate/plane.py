"""Gives found cards their corners: all cards lie on one table, and their sizes tell how it leans."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import radians, tan

import numpy as np
from numpy.typing import NDArray

from vision import geometry
from vision.arrays import F64
from vision.geometry import Corners
from vision.lens import CAMERA_MODULE_3
from vision.locate.found import Found

_FOCAL = 1 / (2 * tan(radians(CAMERA_MODULE_3.horizontal / 2)))
"""The focal length in sides of the picture, the longer one; about that of phones too. Sizes do not tell it. Under a
wide lens a table seems to lean more than it does."""

_NOISE, _LEANS = 0.03, 0.35
"""How wrong the logarithm of a found thing's size is (as of 352 cards under steep cameras), and how far tables lean, as
a slope (19 degrees): of few cards little is believed."""

_ODD = 0.04
"""A thing whose size is this far off probably is no card of this table, or was found wrongly: it counts for half."""

_OTHER_SIZE = 0.06
"""A thing whose size is much farther off than this keeps its own; one that is much nearer gets that of the others."""

_WHOLE = 0.8
"""Share of a thing under nothing from which what is in view is the whole of it: it may be smaller than a look says."""

_FILLED, _CLEARLY = 0.7, 0.15
"""The least intersection over union, of an outline and what is in view, by which this is all of a card; and by how much
more another outline must have than the one that a look tells."""

_STEPS, _STILL = 12, 1e-4
"""How many steps the fit takes at most, and the change from which on it has arrived."""

_SMALL = 1e-4
"""The least length of a short half-axis, in sides of the picture."""

_POINT = 1e-18
"""The least determinant of a thing's covariance."""


@dataclass(frozen=True)
class _Table:
    """How a table lies before a camera: at x and y per depth it is 1 / (1 + `slopes` @ (x, y)) away, in depths of its
    middle."""

    slopes: F64

    def on_it(self, points: F64) -> F64:
        """Where points of the picture (..., 2) lie on the table (..., 3)."""
        return geometry.on_plane(geometry.rays(points, _FOCAL), self.plane, 1.0)

    def in_picture(self, points: F64) -> F64:
        """Where points on the table (..., 3) are seen (..., 2)."""
        return np.asarray(points[..., :2] / points[..., 2:] * _FOCAL)

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
    """Found things, in sides of the picture from its middle: centres and half-axes (n, 2), the share of each that is
    in view (n,), and the covariance of the area between its axes, and of what is in view (n, 2, 2). `whole` (n,) says
    where the latter is all of the thing; `cells` are the points (m, 2) that are in view of each, its corners where
    these are not known."""

    centre: F64
    long_axis: F64
    short_axis: F64
    seen: F64
    between: F64
    in_view: F64
    whole: NDArray[np.bool_]
    cells: list[F64]

    @classmethod
    def of(cls, found: list[Found], size: tuple[int, int]) -> _Things:
        middle, side = np.array(size) / 2, max(size)
        corners = (np.array([thing.corners for thing in found]) - middle) / side
        a, b, c, d = np.moveaxis(corners, 1, 0)
        long, short = (c + d - a - b) / 4, (b + c - a - d) / 4
        between = (long[:, :, np.newaxis] * long[:, np.newaxis] + short[:, :, np.newaxis] * short[:, np.newaxis]) / 3
        whole = np.array([thing.cells is not None and thing.seen >= _WHOLE and not thing.under for thing in found])
        cells = [
            own if thing.cells is None else (thing.cells - middle) / side
            for thing, own in zip(found, corners, strict=True)
        ]
        in_view = np.array([_covariance(points) for points in cells])
        seen = np.array([thing.seen for thing in found])
        return cls((a + b + c + d) / 4, long, short, seen, between, in_view, whole, cells)

    def axes(self, table: _Table) -> tuple[F64, F64]:
        """Their half-axes on the table (n, 3), the long and the short ones."""
        long, short = (
            (table.on_it(self.centre + axis) - table.on_it(self.centre - axis)) / 2
            for axis in (self.long_axis, self.short_axis)
        )
        return long, short

    def log_size(self, table: _Table, covariance: F64) -> F64:
        """How large things of that covariance are on the table (n,): the logarithm of half a side, of a square as large
        as they are. A small area of the picture is |`plane`| * depth ** 3 / focal length ** 2 as large there."""
        nearer = np.linalg.norm(table.plane) * table.on_it(self.centre)[:, 2] ** 3 / _FOCAL**2
        return np.asarray(np.log(9 * np.maximum(np.linalg.det(covariance), _POINT)) / 4 + np.log(nearer) / 2)

    def in_common(self, outlines: Corners) -> F64:
        """About the intersection over union of each with its outline (n, 4, 2), as far as it is in view (n,)."""
        areas = 12 * np.sqrt(np.maximum(np.linalg.det(self.in_view), _POINT))
        shares = []
        for points, area, outline in zip(self.cells, areas.tolist(), outlines, strict=True):
            shared = area * np.count_nonzero(geometry.inside(points, outline)) / len(points)
            shares.append(shared / (geometry.area(outline) + area - shared))
        return np.array(shares)

    def log_size_gradient(self, table: _Table) -> F64:
        """By how much `log_size` grows with each of the table's slopes (n, 2); not at all beyond the horizon."""
        on_it = table.on_it(self.centre)
        gradient = (table.slopes / (table.plane @ table.plane) - 3 * on_it[:, :2]) / 2
        return np.where(on_it[:, 2:] < 1 / geometry.HORIZON, gradient, 0.0)


def _covariance(points: F64) -> F64:
    """Of points (n, 2) that all count alike (2, 2); `np.cov` takes several times as long."""
    off = points - points.mean(axis=0)
    return np.asarray(off.T @ off / len(points))


def on_one_table(found: list[Found], size: tuple[int, int]) -> list[Found]:
    """The found things of a picture of that width and height, each with the corners that a card there has.

    The table leans as fits best how large all things seem; a card is as large as most.
    """
    if not found:
        return found
    things = _Things.of(found, size)
    corners = _corners(things, _fitted(things)) * max(size) + np.array(size) / 2
    return [replace(thing, corners=own, cells=None) for thing, own in zip(found, corners, strict=True)]


def _fitted(things: _Things) -> _Table:
    """Fits the table by weighted least squares (Gauss-Newton): on it all things are equally large.

    Its slopes are taken for small before anything is seen. A thing counts by the share in view, and little where its
    size is odd. Of a whole thing, what is in view tells the size; its axes do so less well, since a look takes a card
    for about as large as the others of its hand.
    """
    covariance = np.where(things.whole[:, np.newaxis, np.newaxis], things.in_view, things.between)

    def residuals(parameters: F64) -> F64:
        return np.asarray(things.log_size(_Table(parameters[:2]), covariance) - parameters[2])

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
    """The corners of all things in the picture (n, 4, 2): of rectangles on the table, whose sides have one ratio. A
    thing about as large as the others gets their size.

    Both axes that a look tells say how a card is turned. Where it is foreshortened, the look may take its short sides
    for the long ones, and its middle for elsewhere: then another outline has much more in common with what is in view.
    """
    log_size = things.log_size(table, things.between)
    usual = np.median(log_size)
    off = log_size - usual
    unit = np.exp(usual + off**3 / (off**2 + _OTHER_SIZE**2))[:, np.newaxis]
    lengths, widths = (np.linalg.norm(axes, axis=1) for axes in (things.long_axis, things.short_axis))
    ratio = np.sqrt(np.median(lengths / np.maximum(widths, _SMALL)))
    long, short = things.axes(table)
    along = long + np.cross(table.normal, short)
    corners = _rectangles(table, things.centre, along, unit, ratio)
    told = things.in_common(corners)
    if told.min() > 1 - _CLEARLY:
        return corners
    best, across = told, np.cross(along, table.normal)
    middle = np.array([points.mean(axis=0) for points in things.cells])
    for centre, way in ((things.centre, across), (middle, along), (middle, across)):
        others = _rectangles(table, centre, way, unit, ratio)
        fits = things.in_common(others)
        better = fits > np.maximum(np.maximum(best, told + _CLEARLY), _FILLED)
        corners, best = np.where(better[:, np.newaxis, np.newaxis], others, corners), np.where(better, fits, best)
    return corners


def _rectangles(table: _Table, centre: F64, along: F64, unit: F64, ratio: float) -> Corners:
    """The corners in the picture (n, 4, 2) of rectangles on the table about these points of the picture, with their
    long sides along these directions of the table (n, 3), each of that size (n, 1)."""
    along = along / np.linalg.norm(along, axis=1, keepdims=True) * unit * ratio
    across = np.cross(along, table.normal) / ratio**2
    around = np.stack([-along - across, across - along, along + across, along - across], axis=1)
    corners = table.in_picture(table.on_it(centre)[:, np.newaxis] + around)
    return np.asarray(corners - corners.mean(axis=1, keepdims=True) + centre[:, np.newaxis])
