"""A pinhole camera above the table.

Table coordinates are millimetres: x to the right and y down as seen from above with the seat N up, z up from the
table. Picture coordinates are pixels with the picture's top-left corner at (0, 0), so a pixel's centre lies at a
half, and a picture that is scaled scales its coordinates with it.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from vision.arrays import F64


@dataclass(frozen=True)
class Camera:
    """Where the camera is and how it looks; the picture's size comes later, with `View`."""

    height: float = 1050.0
    """Above the table, mm."""
    tilt: float = 0.0
    """Of the optical axis from the vertical, degrees."""
    azimuth: float = 0.0
    """Which way it is tilted, degrees; 0 looks from S towards N."""
    roll: float = 0.0
    """Turn of the table in the picture, clockwise, degrees."""
    look_at: tuple[float, float] = (0.0, 0.0)
    """The table's point in the middle of the picture, mm."""
    hfov: float = 66.0
    """Horizontal field of view, degrees."""
    distortion: float = 0.0
    """First radial coefficient, in units of the focal length."""

    @cached_property
    def rotation(self) -> F64:
        """Table axes (x, y, down) to camera axes (right, down, forward)."""
        tilt, azimuth, roll = np.radians((self.tilt, self.azimuth, self.roll))
        ca, sa = np.cos(azimuth), np.sin(azimuth)
        ct, st = np.cos(tilt), np.sin(tilt)
        cr, sr = np.cos(roll), np.sin(roll)
        to_side = np.array([[ca, sa, 0], [-sa, ca, 0], [0, 0, 1]])
        tilted = np.array([[1, 0, 0], [0, ct, st], [0, -st, ct]])
        rolled = np.array([[cr, -sr, 0], [sr, cr, 0], [0, 0, 1]])
        return np.asarray(rolled @ to_side.T @ tilted @ to_side)

    @cached_property
    def position(self) -> F64:
        """Of the lens, in table coordinates with z up."""
        forward = self.rotation[2]
        reach = self.height / forward[2]
        return np.array([self.look_at[0] - reach * forward[0], self.look_at[1] - reach * forward[1], self.height])


@dataclass(frozen=True)
class View:
    """A camera with a picture: `size` is the whole picture's, `window` (x, y, width, height) the part drawn."""

    camera: Camera
    size: tuple[int, int]
    window: tuple[int, int, int, int] | None = None

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns that are drawn."""
        return (self.window[3], self.window[2]) if self.window else (self.size[1], self.size[0])

    @property
    def origin(self) -> tuple[int, int]:
        """The drawn part's corner in the whole picture."""
        return (self.window[0], self.window[1]) if self.window else (0, 0)

    @cached_property
    def focal(self) -> float:
        """In pixels."""
        return float(self.size[0] / 2 / np.tan(np.radians(self.camera.hfov) / 2))

    @property
    def _middle(self) -> F64:
        """Of the whole picture, from the drawn part's corner."""
        return np.array([self.size[0] / 2 - self.origin[0], self.size[1] / 2 - self.origin[1]])

    @property
    def scale(self) -> float:
        """Pixels per millimetre in the middle of the picture."""
        return self.focal / self.camera.height

    @cached_property
    def homography(self) -> F64:
        """Table millimetres to drawn pixels, the lens's distortion apart."""
        r, (x, y) = self.camera.rotation, self._middle
        at = np.stack([r[:, 0], r[:, 1], -r @ (self.camera.position * (1, 1, -1))], axis=1)
        return np.asarray(np.array([[self.focal, 0, x], [0, self.focal, y], [0, 0, 1]]) @ at)

    def project(self, points: ArrayLike) -> F64:
        """Table points (…, 2) or (…, 3) to drawn pixels (…, 2)."""
        table = np.asarray(points, np.float64)
        flat = table.reshape(-1, table.shape[-1])
        world = np.zeros((len(flat), 3))
        world[:, :2] = flat[:, :2]
        if table.shape[-1] == 3:
            world[:, 2] = -flat[:, 2]
        seen = (world - self.camera.position * (1, 1, -1)) @ self.camera.rotation.T
        plane = seen[:, :2] / np.maximum(seen[:, 2:], 1.0)
        if self.camera.distortion:
            plane = plane * (1 + self.camera.distortion * (plane**2).sum(1, keepdims=True))
        return np.asarray(plane * self.focal + self._middle).reshape(*table.shape[:-1], 2)

    def table_grid(self, step: int) -> tuple[F64, F64]:
        """Table x and y seen by every `step`-th pixel, the lens's distortion apart."""
        rows, columns = self.shape
        u, v = np.meshgrid(np.arange(0, columns + step, step) + 0.5, np.arange(0, rows + step, step) + 0.5)
        inverse = np.linalg.inv(self.homography)
        w = inverse[2, 0] * u + inverse[2, 1] * v + inverse[2, 2]
        return (
            (inverse[0, 0] * u + inverse[0, 1] * v + inverse[0, 2]) / w,
            (inverse[1, 0] * u + inverse[1, 1] * v + inverse[1, 2]) / w,
        )
