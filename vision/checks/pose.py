"""Where the camera is above the table, from cards in sight: their size is known, and so is the lens's field of view.

Lengths are millimetres. A table's plane has its origin under the middle of the picture, x to the right and y down as
the picture shows them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision import geometry
from vision.arrays import F64
from vision.geometry import Corners
from vision.rectify import CARD


@dataclass(frozen=True, slots=True)
class Pose:
    """Where the camera is above the table: `height` in mm, `tilt` in degrees from straight down, and `towards`, where
    it looks then: degrees clockwise in the picture from its top. `focal` is in pixels, `middle` the picture's.
    """

    height: float
    tilt: float
    towards: float
    focal: float
    middle: tuple[float, float]

    def to_picture(self, points: F64) -> F64:
        """Points (n, 2) of the table's plane to pixels (n, 2)."""
        origin, right, down = self._axes()
        seen = origin + points[:, :1] * right + points[:, 1:] * down
        # What lies behind the camera is nowhere in the picture.
        depth = np.maximum(seen[:, 2:], 1e-6)
        return np.asarray(seen[:, :2] / depth * self.focal + self.middle)

    def to_table(self, pixels: F64) -> F64:
        """Pixels (n, 2) to points (n, 2) of the table's plane."""
        origin, right, down = self._axes()
        on_plane = geometry.on_plane(geometry.rays(pixels - self.middle, self.focal), self.normal, self.height) - origin
        return np.asarray(np.column_stack([on_plane @ right, on_plane @ down]))

    @property
    def normal(self) -> F64:
        """The table's normal in camera axes (right, down, forward), away from the camera."""
        tilt, towards = np.radians((self.tilt, self.towards))
        return np.array([-np.sin(tilt) * np.sin(towards), np.sin(tilt) * np.cos(towards), np.cos(tilt)])

    def _axes(self) -> tuple[F64, F64, F64]:
        """The table's origin and its x and y axes, in camera axes."""
        normal = self.normal
        right = np.array([1.0, 0.0, 0.0]) - normal[0] * normal
        right /= np.linalg.norm(right)
        return np.array([0.0, 0.0, self.height / normal[2]]), right, np.cross(normal, right)


def focal_length(size: tuple[int, int], field_of_view: float) -> float:
    """In pixels, of a camera that sees `field_of_view` degrees along the longer side of its picture."""
    return float(max(size) / 2 / np.tan(np.radians(field_of_view) / 2))


def straight_down(size: tuple[int, int], field_of_view: float, height: float) -> Pose:
    """A camera that is known to hang so high, and taken to look straight down."""
    return Pose(height, 0.0, 0.0, focal_length(size, field_of_view), (size[0] / 2, size[1] / 2))


def pose(
    cards: list[Corners], size: tuple[int, int], field_of_view: float, card: tuple[float, float] = CARD
) -> Pose | None:
    """The camera's pose from the corners of cards that lie flat, short side first; None where there is no card.

    Among all planes it is the one on which the cards' sides come closest to their true lengths. From fewer than three
    cards no tilt is told: it is taken for none.
    """
    if not cards:
        return None
    focal, middle = focal_length(size, field_of_view), (size[0] / 2, size[1] / 2)
    rays = geometry.rays(np.concatenate(cards) - middle, focal)

    def residuals(parameters: F64) -> F64:
        """The logarithms of the sides' lengths on a plane, less those of the true ones (cards x 4)."""
        lean_x, lean_y, log_height = parameters
        normal = np.array([lean_x, lean_y, 1.0]) / np.sqrt(1 + lean_x**2 + lean_y**2)
        on_plane = geometry.on_plane(rays, normal, float(np.exp(log_height))).reshape(-1, 4, 3)
        sides = np.linalg.norm(np.roll(on_plane, -1, axis=1) - on_plane, axis=2)
        return np.asarray(np.log(sides / [*card, *card]).ravel())

    parameters = np.array([0.0, 0.0, np.log(1000.0)])
    parameters[2] -= np.median(residuals(parameters))
    free = [0, 1, 2] if len(cards) >= 3 else [2]
    for _ in range(12):
        residual = residuals(parameters)
        steps = np.eye(3)[free] * 1e-4
        jacobian = np.column_stack([(residuals(parameters + step) - residual) / 1e-4 for step in steps])
        # Huber's weights: a corner that is badly off counts less.
        deviation = 1.5 * float(np.median(np.abs(residual))) + 1e-6
        weights = 1 / np.maximum(1.0, np.abs(residual) / (2 * deviation))
        inverse = np.linalg.pinv(jacobian.T @ (jacobian * weights[:, np.newaxis]))
        parameters[free] -= inverse @ (jacobian.T @ (weights * residual))
    lean_x, lean_y, log_height = parameters.tolist()
    tilt, towards = np.degrees([np.arctan(np.hypot(lean_x, lean_y)), np.arctan2(-lean_x, lean_y)]).tolist()
    return Pose(float(np.exp(log_height)), tilt, towards % 360, focal, middle)
