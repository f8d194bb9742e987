"""Comparing a cut-out with the pictures of known cards: which one fits, once it lies exactly over it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.rectify import CLOSE

F32 = NDArray[np.float32]
F64 = NDArray[np.float64]

_INSET = 8
"""Pixels of a cut-out's rim that are not compared: table, rounded corners, shadow."""

_DARK = 12.0
"""Added to bytes before their logarithm is taken, so that noise in the dark does not count for much."""

_ROUGH = (20, 32)
_SHIFTS = tuple((x, y) for y in (-2, -1, 0, 1, 2) for x in (-1, 0, 1))
"""Size of the first, rough comparison, and the pixels of it by which a cut-out is pushed about; a shift and its
opposite stand equally far from the two ends."""

_FINE = (40, 64)
_UNIT = 32.0
_STEPS = 10
_STILL = 5e-3
"""Size at which a picture is brought to lie over another, pixels a unit there, and when to stop."""

_STIFFNESS = 30.0
"""What the square of each change of the perspective costs beside the squared differences of the pixels: a strip of a
card hardly tells its perspective, and would be drawn out until it is like anything."""

_LEAST_PIXELS = 400
"""What must be in view of both for them to be compared at all."""


@dataclass(frozen=True, slots=True)
class Fit:
    """How well a known picture fits a cut-out: their correlation (-1 to 1), and the share of the card compared."""

    picture: int
    likeness: float
    seen: float


@dataclass(frozen=True)
class Look:
    """A cut-out freed of its light: colours against their surroundings (128, 80, 3), and 1 where it is in view."""

    colours: F32
    mask: F32

    @cached_property
    def rough(self) -> F32:
        """The colours as the rough comparison takes them (32, 20, 3)."""
        return _shrunk(self.colours, _ROUGH, 2.0)

    @cached_property
    def pushed(self) -> tuple[F32, F32, F32]:
        """What the rough comparison sees with each of the shifts: colours (shifts, pixels * 3), what is in view
        (shifts, pixels), and the colours' squares (shifts, pixels)."""
        layers = np.dstack([self.rough, _shrunk(self.mask, _ROUGH, 0), (self.rough**2).sum(-1)])
        moved = _pushed(layers).reshape(len(_SHIFTS), -1, layers.shape[-1])
        seen = np.ascontiguousarray(moved[..., 3])
        return (moved[..., :3] * seen[..., np.newaxis]).reshape(len(_SHIFTS), -1), seen, moved[..., 4] * seen

    @cached_property
    def fine(self) -> F32:
        """The colours without hue, and what is in view, as they are brought to lie over a picture (64, 40, 2)."""
        return np.dstack([_shrunk(self.colours.mean(-1), _FINE, 1.0), _shrunk(self.mask, _FINE, 0)])

    @cached_property
    def turned(self) -> Look:
        """The same upside down."""
        return Look(*(np.ascontiguousarray(picture[::-1, ::-1]) for picture in (self.colours, self.mask)))


def freed_of_light(cut_out: NDArray[np.uint8]) -> Look:
    """What a cut-out (128, 80, 4) shows, whatever light falls on it: logarithms less their local mean."""
    mask = (cut_out[..., 3] > 200).astype(np.float32)
    if not mask.all():
        mask = np.asarray(cv2.erode(mask, np.ones((5, 5), np.uint8), borderValue=1.0), np.float32)
    levels = np.log(cut_out[..., :3].astype(np.float32) + _DARK) * mask[..., np.newaxis]
    around = _smooth(levels) / np.maximum(_smooth(mask), 1e-3)[..., np.newaxis]
    return Look(np.asarray((levels - around) * mask[..., np.newaxis], dtype=np.float32), mask)


def _smooth(picture: F32) -> F32:
    height, width = picture.shape[:2]
    small = cv2.resize(picture, (width // 8, height // 8), interpolation=cv2.INTER_AREA)
    small = cv2.GaussianBlur(small, (0, 0), 1.2)
    return np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)


class Matcher:
    """Knows some pictures of cards, and says which of them a cut-out may be."""

    def __init__(self, pictures: NDArray[np.uint8]) -> None:
        """`pictures` are cut-outs of cards in full view (n, 128, 80, 3), all one way up."""
        whole = np.full((*pictures.shape[:3], 1), 255, np.uint8)
        looks = [freed_of_light(cut_out) for cut_out in np.concatenate([pictures, whole], axis=3)]
        self._known = np.stack([_soft(look.colours) for look in looks])
        self._inner = np.zeros((CLOSE.height, CLOSE.width), np.float32)
        self._inner[_INSET:-_INSET, _INSET:-_INSET] = 1
        rough, inner = np.stack([look.rough for look in looks]), _shrunk(self._inner, _ROUGH, 0)
        # Upright and upside down, then both in a mirror.
        ways = np.stack([rough, rough[:, ::-1, ::-1], rough[:, :, ::-1], rough[:, ::-1]], axis=1)
        weighted = ways * inner[..., np.newaxis]
        self._rough_inner = inner
        self._rough = weighted.reshape(*ways.shape[:2], -1)
        self._rough_power = (weighted * ways).sum(-1).reshape(*ways.shape[:2], -1)
        self._fine = np.stack([look.fine[..., 0] for look in looks])
        self._fine_inner = _shrunk(self._inner, _FINE, 0)
        self._slopes = _slopes(self._fine)

    def rough(self, look: Look, pictures: list[int], in_mirror: bool = False) -> tuple[F64, NDArray[np.intp]]:
        """How well each of these pictures fits roughly, upright and upside down: likeness (n, 2), and the number of the
        best shift (n, 2). For a picture that is upside down that is the shift of the turned look over the upright one.
        `in_mirror`: the same of the pictures' mirror images, whose shifts mean nothing."""
        there, seen, strength = look.pushed
        ways = slice(2, 4) if in_mirror else slice(0, 2)
        shared = _product(self._rough[pictures, ways].reshape(2 * len(pictures), -1).T, there.T)
        known = _product(self._rough_power[pictures, ways].reshape(2 * len(pictures), -1).T, seen.T)
        power = (strength * self._rough_inner.ravel()).sum(axis=1)
        likeness = (shared / np.sqrt(known * power + 1e-9)).reshape(len(pictures), 2, -1)
        shifts = likeness.argmax(axis=2)
        shifts[:, 1] = len(_SHIFTS) - 1 - shifts[:, 1]  # turning reverses a shift
        return likeness.max(axis=2).astype(np.float64), shifts

    def in_view(self, look: Look) -> float:
        """About the share of the card that can be compared."""
        return float((look.mask * self._inner).mean())

    def fit(self, look: Look, picture: int, shift: int) -> Fit:
        """How well a picture fits once the cut-out is brought to lie exactly over it, from a shift to begin with."""
        to_cut_out = self._over(look, picture, shift)
        across = _TO_WHOLE @ to_cut_out @ _FROM_WHOLE
        size, how = (CLOSE.width, CLOSE.height), cv2.WARP_INVERSE_MAP
        colours = np.asarray(cv2.warpPerspective(look.colours, across, size, flags=how | cv2.INTER_LINEAR), np.float32)
        seen = np.asarray(cv2.warpPerspective(look.mask, across, size, flags=how | cv2.INTER_NEAREST), np.float32)
        seen *= self._inner
        pixels = float(seen.sum())
        if pixels < _LEAST_PIXELS:
            return Fit(picture, 0.0, 0.0)
        return Fit(picture, _correlation(_soft(colours), self._known[picture], seen), pixels / seen.size)

    def _over(self, look: Look, picture: int, shift: int) -> F64:
        """The perspective from a picture to the cut-out at the fine size, found step by step (Lucas and Kanade's way,
        the picture's slopes taken once)."""
        known, slopes = self._fine[picture].ravel(), self._slopes[picture]
        x, y = _SHIFTS[shift]
        grow = _FINE[0] / _ROUGH[0]
        place = np.array([[1.0, 0, -x * grow / _UNIT], [0, 1.0, -y * grow / _UNIT], [0, 0, 1.0]])
        how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        bends: F64 | None = None
        changed = np.zeros(8)
        for _ in range(_STEPS):
            across = _FROM_UNIT @ place @ _TO_UNIT
            seen, in_view = np.asarray(cv2.warpPerspective(look.fine, across, _FINE, flags=how)).reshape(-1, 2).T
            weight = in_view * self._fine_inner.ravel()
            total = float(weight.sum())
            if total < _LEAST_PIXELS / 8:
                break
            own = known - float(weight @ known) / total
            other = seen - float(weight @ seen) / total
            weighted = weight * own
            gain = max(float(weighted @ other) / (float(weighted @ own) + 1e-6), 0.2)
            if bends is None:  # what is in view changes little from step to step
                bends = _product(slopes, slopes * weight[:, np.newaxis]).astype(np.float64)
                bends += _STIFFNESS * np.eye(8)
            away = weight * (other / gain - own)
            pull = _product(slopes, away[:, np.newaxis])[:, 0] - _STIFFNESS * changed
            a, b, c, d, e, f, g, h = step = np.linalg.solve(bends, pull)
            changed += step
            place = place @ np.linalg.inv([[1 + a, b, c], [d, 1 + e, f], [g, h, 1.0]])
            place /= place[2, 2]
            if float(np.abs(step).max()) < _STILL:
                break
        found: F64 = _FROM_UNIT @ place @ _TO_UNIT
        return found


_TO_UNIT = np.array(
    [[1 / _UNIT, 0, -(_FINE[0] - 1) / 2 / _UNIT], [0, 1 / _UNIT, -(_FINE[1] - 1) / 2 / _UNIT], [0, 0, 1]]
)
_FROM_UNIT = np.linalg.inv(_TO_UNIT)
_TO_WHOLE = np.array([[2, 0, 0.5], [0, 2, 0.5], [0, 0, 1]])
_FROM_WHOLE = np.linalg.inv(_TO_WHOLE)


_NOTHING = np.empty((0, 0), np.float32)


def _product(a: F32, b: F32) -> F32:
    """The transposed first matrix times the second; NumPy's own product wakes a thread on every core for it."""
    return np.asarray(cv2.gemm(a, b, 1.0, _NOTHING, 0.0, flags=cv2.GEMM_1_T), np.float32)


def _slopes(pictures: F32) -> F32:
    """What each of the eight numbers of a perspective changes in each picture: (n, pixels, 8)."""
    width, height = _FINE
    down, across = (slope * np.float32(_UNIT) for slope in np.gradient(pictures, axis=(1, 2)))
    rows, columns = np.mgrid[:height, :width].astype(np.float32)
    x, y = (columns - (width - 1) / 2) / _UNIT, (rows - (height - 1) / 2) / _UNIT
    outward = across * x + down * y
    slopes = [across * x, across * y, across, down * x, down * y, down, -outward * x, -outward * y]
    return np.stack(slopes, axis=-1).reshape(len(pictures), -1, 8).astype(np.float32)


def _pushed(picture: F32) -> F32:
    """A small picture as each of the shifts moves it; nothing comes in at its rim."""
    (height, width), reach = picture.shape[:2], max(max(map(abs, shift)) for shift in _SHIFTS)
    wide = np.pad(picture, [(reach, reach)] * 2 + [(0, 0)] * (picture.ndim - 2))
    return np.stack([wide[reach - y : reach - y + height, reach - x : reach - x + width] for x, y in _SHIFTS])


def _shrunk(picture: F32, size: tuple[int, int], blur: float) -> F32:
    if blur:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), blur), np.float32)
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.float32)


def _soft(colours: F32) -> F32:
    return np.asarray(cv2.GaussianBlur(colours, (0, 0), 0.8), np.float32)


def _correlation(a: F32, b: F32, weight: F32) -> float:
    """Of colours, each channel about its own mean, where the weight says."""
    # OpenCV does this ten times faster than NumPy.
    weight = np.asarray(cv2.merge([weight / weight.sum()] * 3), np.float32)
    weighted_a, weighted_b = cv2.multiply(a, weight), cv2.multiply(b, weight)
    mean_a, mean_b = np.array(cv2.sumElems(weighted_a)), np.array(cv2.sumElems(weighted_b))
    shared = sum(cv2.sumElems(cv2.multiply(weighted_a, b))) - float(mean_a @ mean_b)
    power = sum(cv2.sumElems(cv2.multiply(weighted_a, a))) - float(mean_a @ mean_a)
    other = sum(cv2.sumElems(cv2.multiply(weighted_b, b))) - float(mean_b @ mean_b)
    return shared / float(np.sqrt(max(power, 0.0) * max(other, 0.0) + 1e-12))
