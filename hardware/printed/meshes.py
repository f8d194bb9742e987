"""Printed parts as meshes: whether they are closed, thick enough, printable without supports; their holes; clashes."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import manifold3d
import numpy as np
import trimesh
from numpy.typing import NDArray

F64 = NDArray[np.float64]

_HAIR = 1e-3
_DOT = 0.16
"""Square millimetres that a nozzle's dot covers: smaller overhangs are rounding."""


@dataclass(frozen=True, slots=True)
class Hole:
    """A hole in a section: its middle, the diameter of a circle of its area, and its width and height, mm."""

    x: float
    y: float
    diameter: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Overhang:
    """A face that a printer has nothing below: its middle, and how far it is bridged (inf: it hangs free), mm."""

    at: tuple[float, float, float]
    span: float


class Solid:
    """One printed part, z upwards as it is printed."""

    def __init__(self, vertices: F64, faces: NDArray[np.intp], name: str = "mesh") -> None:
        """ValueError where the surface has a gap, turns inside out, or encloses more than one body."""
        self.name = name
        self.mesh = trimesh.Trimesh(vertices, faces, process=True)
        if not self.mesh.is_watertight:
            raise ValueError(f"{name} is not closed")
        if not self.mesh.is_winding_consistent or self.mesh.volume <= 0:
            raise ValueError(f"{name} is inside out somewhere")
        self.body = manifold3d.Manifold(
            manifold3d.Mesh(np.asarray(self.mesh.vertices, np.float32), np.asarray(self.mesh.faces, np.uint32))
        )
        if self.body.status() != manifold3d.Error.NoError:
            raise ValueError(f"{name} is no solid: {self.body.status()}")
        if len(pieces := self.body.decompose()) != 1:
            raise ValueError(f"{name} is in {len(pieces)} pieces")

    @classmethod
    def load(cls, path: Path) -> Solid:
        """A part from an STL file."""
        mesh = trimesh.load_mesh(path)
        return cls(np.asarray(mesh.vertices), np.asarray(mesh.faces), path.stem)

    @cached_property
    def size(self) -> tuple[float, float, float]:
        """Extents along x, y and z."""
        low, high = self.mesh.bounds
        x, y, z = (float(side) for side in high - low)
        return x, y, z

    def holes(self, at: float, axis: str = "z") -> list[Hole]:
        """The holes in the section across `axis` at that height: x and y of it are the other two axes in their order.

        Across y they are (x, z), across x (y, z).
        """
        turned = {
            "z": self.body,
            "y": self.body.transform([[1, 0, 0, 0], [0, 0, 1, 0], [0, -1, 0, 0]]),
            "x": self.body.transform([[0, 1, 0, 0], [0, 0, 1, 0], [1, 0, 0, 0]]),
        }[axis]
        section = turned.slice(-at if axis == "y" else at)
        found = filter(None, map(_hole, section.to_polygons()))
        return sorted(found, key=lambda hole: (round(hole.y, 2), round(hole.x, 2)))

    def thinnest(self) -> tuple[float, tuple[float, float, float]]:
        """The thinnest wall, and where: the shortest way through the body from a face to one that faces away from it.

        Looked at in every triangle's middle, and in more places of the larger ones.
        """
        best, where = math.inf, (0.0, 0.0, 0.0)
        far = float(np.linalg.norm(self.size)) + 1
        for point, normal in self._samples():
            start, end = point - normal * _HAIR, point - normal * far
            hit = next(iter(self.body.ray_cast(start, end)), None)
            if hit is None or float(np.dot(hit.normal, normal)) > -0.5:
                continue
            through = hit.distance * (far - _HAIR) + _HAIR
            if through < best:
                best, where = through, _place(point)
        return best, where

    def overhangs(self, degrees: float) -> list[Overhang]:
        """Faces that lean over by more than `degrees` from upright, the bed's apart, joined where they touch."""
        normals, triangles = np.asarray(self.mesh.face_normals), np.asarray(self.mesh.triangles)
        bed = float(self.mesh.bounds[0][2])
        over = (-normals[:, 2] > math.sin(math.radians(degrees)) + 0.02) & (triangles[:, :, 2].max(axis=1) > bed + 0.05)
        group = np.arange(len(normals))
        for a, b in np.asarray(self.mesh.face_adjacency):
            if over[a] and over[b]:
                group[group == group[a]] = group[b]
        areas = np.asarray(self.mesh.area_faces)
        groups = [over & (group == name) for name in np.unique(group[over])]
        return [self._overhang(triangles[one]) for one in groups if areas[one].sum() > _DOT]

    def _samples(self) -> Iterable[tuple[F64, F64]]:
        random = np.random.default_rng(7)
        triangles = np.asarray(self.mesh.triangles)
        for corners, normal, area in zip(triangles, self.mesh.face_normals, self.mesh.area_faces, strict=True):
            yield corners.mean(axis=0), np.asarray(normal)
            for weights in random.dirichlet((1, 1, 1), min(200, int(area / 12))):
                yield weights @ corners, np.asarray(normal)

    def _overhang(self, triangles: F64) -> Overhang:
        """How far the face is bridged: the shorter of its two directions at both of whose ends something stands."""
        low, high = triangles.reshape(-1, 3).min(axis=0), triangles.reshape(-1, 3).max(axis=0)
        middle = (low + high) / 2
        spans = []
        for axis in (0, 1):
            ends = []
            for end in (low[axis] - 0.3, high[axis] + 0.3):
                point = middle.copy()
                point[axis], point[2] = end, low[2] - 0.2
                ends.append(self._inside(point))
            if all(ends):
                spans.append(float(high[axis] - low[axis]))
        return Overhang(_place(middle), min(spans, default=math.inf))

    def _inside(self, point: F64) -> bool:
        far = np.array([point[0] + 0.0137, point[1] + 0.0071, self.mesh.bounds[1][2] + 10])
        return len(self.body.ray_cast(point, far)) % 2 == 1


def block(low: Iterable[float], high: Iterable[float]) -> manifold3d.Manifold:
    """A box from its two corners, for what is bought and has to fit."""
    a, b = np.array(list(low), float), np.array(list(high), float)
    return manifold3d.Manifold.cube(list(b - a)).translate(list(a))


def rod(x: float, y: float, low: float, high: float, diameter: float) -> manifold3d.Manifold:
    """An upright cylinder from `low` to `high`."""
    return manifold3d.Manifold.cylinder(high - low, diameter / 2, circular_segments=96).translate([x, y, low])


def _hole(outline: F64) -> Hole | None:
    """What the outline leaves out; None where it goes round a body."""
    x, y = np.asarray(outline).T
    cross = x * np.roll(y, -1) - np.roll(x, -1) * y
    area = float(cross.sum() / 2)
    if area >= 0:
        return None
    centre_x = float(np.sum((x + np.roll(x, -1)) * cross) / (6 * area))
    centre_y = float(np.sum((y + np.roll(y, -1)) * cross) / (6 * area))
    return Hole(centre_x, centre_y, math.sqrt(-4 * area / math.pi), float(np.ptp(x)), float(np.ptp(y)))


def _place(point: F64) -> tuple[float, float, float]:
    x, y, z = (float(value) for value in point)
    return x, y, z
