"""What is painted on: the table's colours, the map of what lies on top, and the mirrored light."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from models.scenes.arrays import I16, image_corners, to_u8, u8
from models.scenes.cards.decks import at_least
from models.scenes.photograph.camera import View
from vision.arrays import F32, F64, U8


@dataclass(frozen=True)
class Shadow:
    """A soft shadow under a flat thing: moved by (dx, dy), blurred by `blur`, all in pixels; `strength` 0..1."""

    dx: float
    dy: float
    blur: float
    strength: float


@dataclass(frozen=True)
class Gleam:
    """Light mirrored by a glossy thing: a soft spot at (x, y) pixels, `strength` at its middle (255 is white)."""

    x: float
    y: float
    sigma: float
    strength: float

    def over(self, x0: int, y0: int, columns: int, rows: int) -> U8:
        """The spot's light in a box of the picture."""
        x = np.arange(x0, x0 + columns, dtype=np.float32) + np.float32(0.5 - self.x)
        y = np.arange(y0, y0 + rows, dtype=np.float32) + np.float32(0.5 - self.y)
        across = np.exp(-0.5 * np.minimum((x / self.sigma) ** 2, 60.0)).astype(np.float32)
        down = np.exp(-0.5 * np.minimum((y / self.sigma) ** 2, 60.0)).astype(np.float32) * np.float32(self.strength)
        return to_u8(np.outer(down, across))


class Canvas:
    """A picture in the making. `label` says which thing is on top at each pixel, -1 none that has a number."""

    def __init__(self, view: View, base: U8) -> None:
        self.view = view
        self.base = base
        self.label: I16 = np.full(view.shape, -1, np.int16)
        self.gleam: U8 | None = None

    def box(self, points: F64 | F32, margin: float = 0.0) -> tuple[int, int, int, int] | None:
        """x0, y0, x1, y1 of the pixels around `points`, within the picture; None if there are none."""
        low, high = points.min(axis=0) - margin, points.max(axis=0) + margin
        rows, columns = self.view.shape
        x0, y0 = max(int(np.floor(low[0])) - 1, 0), max(int(np.floor(low[1])) - 1, 0)
        x1, y1 = min(int(np.ceil(high[0])) + 2, columns), min(int(np.ceil(high[1])) + 2, rows)
        return (x0, y0, x1, y1) if x1 > x0 and y1 > y0 else None

    def paint(
        self,
        picture: U8,
        quad: F64,
        code: int,
        shadow: Shadow,
        gleam: Gleam | None = None,
        bend: F64 | None = None,
    ) -> None:
        """Paint a flat thing onto the corners `quad` (its own top-left, top-right, bottom-right, bottom-left).

        `bend` (rows, columns, 2) are pixels by which a grid over the thing is moved.
        """
        margin = 2.0 + (shadow.blur * 2 + max(abs(shadow.dx), abs(shadow.dy)))
        if bend is not None:
            margin += float(np.abs(bend).max())
        box = self.box(quad, margin)
        if box is None:
            return
        x0, y0, x1, y1 = box
        patch = _warp(picture, quad - (x0, y0), (x1 - x0, y1 - y0), bend)
        alpha = np.ascontiguousarray(patch[..., 3])
        region = self.base[y0:y1, x0:x1]
        if shadow.strength > 0.01:
            darken(region, alpha, shadow)
        under = cv2.cvtColor(cv2.bitwise_not(alpha), cv2.COLOR_GRAY2BGR)
        cv2.multiply(region, under, dst=region, scale=1 / 255)
        cv2.add(region, np.ascontiguousarray(patch[..., :3]), dst=region)
        self.label[y0:y1, x0:x1][alpha > 127] = code
        self._mirror(box, alpha, gleam)

    def cover(self, box: tuple[int, int, int, int], colour: U8, alpha: U8, hide: int = 110) -> None:
        """Lay `colour` (BGR, of the box's size) over the box with `alpha`; nothing is on top where it is opaque."""
        x0, y0, x1, y1 = box
        region = self.base[y0:y1, x0:x1]
        over = cv2.cvtColor(alpha, cv2.COLOR_GRAY2BGR)
        kept = cv2.multiply(region, cv2.bitwise_not(over), scale=1 / 255)
        cv2.add(kept, cv2.multiply(colour, over, scale=1 / 255), dst=region)
        self.label[y0:y1, x0:x1][alpha > hide] = -1
        self._mirror(box, alpha, None)

    def _mirror(self, box: tuple[int, int, int, int], alpha: U8, gleam: Gleam | None) -> None:
        if gleam is None and self.gleam is None:
            return
        if self.gleam is None:
            self.gleam = np.zeros(self.view.shape, np.uint8)
        x0, y0, x1, y1 = box
        region = self.gleam[y0:y1, x0:x1]
        cv2.multiply(region, cv2.bitwise_not(alpha), dst=region, scale=1 / 255)
        if gleam is not None:
            cv2.add(region, cv2.multiply(gleam.over(x0, y0, x1 - x0, y1 - y0), alpha, scale=1 / 255), dst=region)


def darken(region: U8, alpha: U8, shadow: Shadow) -> None:
    """Darken `region` in place where the shadow of `alpha` falls."""
    size = max(int(shadow.blur * 2) | 1, 3)
    soft = cv2.blur(alpha, (size, size))
    if abs(shadow.dx) >= 0.3 or abs(shadow.dy) >= 0.3:
        move = np.array([[1, 0, shadow.dx], [0, 1, shadow.dy]], np.float32)
        soft = cv2.warpAffine(soft, move, (alpha.shape[1], alpha.shape[0]))
    left = cv2.LUT(u8(soft), to_u8(255 - np.arange(256, dtype=np.float32) * np.float32(shadow.strength)))
    cv2.multiply(region, cv2.cvtColor(left, cv2.COLOR_GRAY2BGR), dst=region, scale=1 / 255)


def filled(shape: tuple[int, int], outline: F64, corner: tuple[int, int] = (0, 0)) -> U8:
    """A mask of that height and width: 255 within the outline, smooth at its edge; `corner` is its first pixel."""
    mask = np.zeros(shape, np.uint8)
    cv2.fillPoly(mask, [np.round((outline - corner - 0.5) * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    return mask


def fitting(levels: Sequence[U8], quad: F64, sharp: float = 1.0) -> U8:
    """The picture whose size fits the corners best; `sharp` above 1 takes a larger one than the pixels ask for."""
    height = float(np.hypot(*(quad[3] - quad[0])) + np.hypot(*(quad[2] - quad[1]))) / 2 * sharp
    return at_least(levels, height * 0.8)


def _warp(picture: U8, quad: F64, size: tuple[int, int], bend: F64 | None) -> U8:
    rows, columns = picture.shape[:2]
    # OpenCV's pixel centres are whole numbers, ours are halves.
    corners = image_corners(rows, columns) - 0.5
    target = (quad - 0.5).astype(np.float32)
    if bend is None:
        return u8(cv2.warpPerspective(picture, cv2.getPerspectiveTransform(corners, target), size))
    inverse = cv2.getPerspectiveTransform(target, corners)
    u, v = np.meshgrid(np.arange(size[0], dtype=np.float64), np.arange(size[1], dtype=np.float64))

    def back(px: F64, py: F64) -> tuple[F32, F32]:
        w = inverse[2, 0] * px + inverse[2, 1] * py + inverse[2, 2]
        w = np.where(np.abs(w) < 1e-6, 1e-6, w)
        x = (inverse[0, 0] * px + inverse[0, 1] * py + inverse[0, 2]) / w
        y = (inverse[1, 0] * px + inverse[1, 1] * py + inverse[1, 2]) / w
        return x.astype(np.float32), y.astype(np.float32)

    x, y = back(u, v)
    lines, bars = bend.shape[:2]
    gx = np.clip(x * ((bars - 1) / columns), 0, bars - 1)
    gy = np.clip(y * ((lines - 1) / rows), 0, lines - 1)
    moved = cv2.remap(bend.astype(np.float32), gx, gy, cv2.INTER_LINEAR)
    x, y = back(u - moved[..., 0], v - moved[..., 1])
    return u8(cv2.remap(picture, x, y, cv2.INTER_LINEAR))
