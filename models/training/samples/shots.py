"""A card among others on a patch of table, as a camera sees it: what single cards and their ends are cut out of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

import cv2
import numpy as np
from numpy.random import Generator

from models.scenes.arrays import SQUARE, image_corners, turned
from models.scenes.cards.decks import BACKS, Deck, at_least, back
from models.scenes.photograph.sensor import compressed
from models.training.labels import SUITS
from models.training.samples.reprint import reprinted
from vision.arrays import F32, F64, U8

MISPRINTED = 0.3
"""Share of the cards whose ends are those of another suit's card of the rank, as makers print them by mistake: the art
must not say again what the pinta says."""

_END = 0.09
"""Share of a card's height that is taken for one end."""

ROOM = 1.45
"""Width of the patch of table around a card, in lengths of it."""


Lying = tuple[Sequence[U8], F64]
"""A face lying on the patch of table: its pyramid of halved sizes and its corners (4, 2) in pixels."""


@dataclass(frozen=True, slots=True)
class Shot:
    """A photographed patch of table with one card in the middle: its corners, its length in pixels, what covers it."""

    patch: U8
    corners: F64
    length: float
    covers: list[F64]


def shoot(
    rng: Generator,
    deck: Deck,
    name: str | None,
    lengths: tuple[float, float] = (60.0, 230.0),
    face: Sequence[U8] | None = None,
    harsh: float = 1.0,
) -> Shot:
    """A card (None: a back) among its neighbours, perhaps partly under others, on a patch ROOM lengths wide.

    `face`: the halved sizes of what lies there in place of the deck's own print. `harsh`: how often, beside the most,
    the picture suffers from wear, bad light, blur and noise.
    """
    length = float(np.exp(rng.uniform(*np.log(lengths))))
    size = int(length * ROOM)
    aspect = deck.aspect * float(np.exp(rng.normal(0, 0.025)))
    turn = rng.uniform(-4, 4) if rng.random() < 0.5 else rng.uniform(-180, 180)
    own = quad(rng, length, aspect, turn, (size / 2, size / 2))
    below, above = _company(rng, deck, length, own)
    patch = table_top(rng, size)
    for levels, corners in [*below, (face or _printed(rng, deck, name, length), own), *above]:
        lay(rng, patch, levels, corners)
    if rng.random() < 0.1:
        _blob(rng, patch, own)
    return Shot(photographed(rng, patch, length, harsh), own, length, [corners for _, corners in above])


def any_name(rng: Generator, deck: Deck) -> str:
    return str(rng.choice(list(deck.faces)))


def any_back(rng: Generator) -> Sequence[U8]:
    return back(int(rng.integers(BACKS)))


def _printed(rng: Generator, deck: Deck, name: str | None, length: float) -> Sequence[U8]:
    """The face's pyramid, now and then as another printer would have it."""
    if name is None:
        return any_back(rng)
    levels = deck.levels(name)
    if not name[:-1].isdigit():
        return levels
    other = name[:-1] + str(rng.choice([suit for suit in SUITS if suit != name[-1]]))
    if rng.random() < MISPRINTED and other in deck.faces:
        levels = [_with_ends(*pair) for pair in zip(levels, deck.levels(other), strict=True)]
    if rng.random() < 0.45:
        return levels
    return [reprinted(rng, at_least(levels, 1.1 * length), int(name[:-1]))]


def _with_ends(face: U8, other: U8) -> U8:
    """The face between another one's ends; as it is, where the two differ in size."""
    if face.shape != other.shape:
        return face
    rows = round(face.shape[0] * _END)
    return np.concatenate([other[:rows], face[rows : len(face) - rows], other[len(face) - rows :]])


def quad(rng: Generator, length: float, aspect: float, turn: float, centre: tuple[float, float]) -> F64:
    """The corners of a card so long and so turned about a point, in a little perspective."""
    half = SQUARE * (aspect, 1.0) * length / 2
    squeeze = np.eye(2) + rng.normal(0, 0.025, (2, 2))
    lean = 1 + rng.normal(0, 0.012, (4, 1))
    return cast(F64, turned(half * lean, np.deg2rad(turn)) @ squeeze + np.array(centre))


def _company(rng: Generator, deck: Deck, length: float, own: F64) -> tuple[list[Lying], list[Lying]]:
    """Neighbours under and over the card: side by side, staggered, fanned, squared up, or none."""
    below: list[Lying] = []
    above: list[Lying] = []
    across, along = own[1] - own[0], own[3] - own[0]
    layout = rng.random()
    if layout < 0.2:
        return below, above
    if layout < 0.55:
        for side in (-1, 1):
            if rng.random() < 0.75:
                step = across * rng.uniform(0.96, 1.3) if rng.random() < 0.8 else along * rng.uniform(0.97, 1.2)
                other = _near(rng, own + side * step, 0.05, length)
                (below if rng.random() < 0.5 else above).append((_levels_of_any(rng, deck), other))
        return below, above
    sign = float(rng.choice([-1, 1]))
    if layout < 0.75:
        shift, lean = sign * across * rng.uniform(0.12, 0.8) + along * rng.normal(0, 0.03), 0.03
    elif layout < 0.92:
        shift, lean = sign * across * rng.uniform(0.15, 0.6) + along * rng.uniform(-0.08, 0.08), 0.25
    else:
        shift, lean = sign * along * rng.uniform(0.12, 0.6) + across * rng.normal(0, 0.04), 0.05
    turn = rng.normal(0, 1) * lean
    for k in range(1, int(rng.integers(2, 4))):
        if rng.random() < 0.85:
            above.append((_levels_of_any(rng, deck), _near(rng, own + k * shift, 0.02, length, turn * k)))
        if rng.random() < 0.6:
            below.append((_levels_of_any(rng, deck), _near(rng, own - k * shift, 0.02, length, -turn * k)))
    return below[::-1], above


def _near(rng: Generator, corners: F64, jitter: float, length: float, turn: float = 0.0) -> F64:
    centre = corners.mean(0)
    around = turned(corners - centre, turn + rng.normal(0, jitter))
    return cast(F64, around + centre + rng.normal(0, jitter * 0.3, 2) * length)


def _levels_of_any(rng: Generator, deck: Deck) -> Sequence[U8]:
    return deck.levels(any_name(rng, deck)) if rng.random() < 0.93 else any_back(rng)


def lay(rng: Generator, patch: U8, levels: Sequence[U8], corners: F64) -> None:
    """Paint a face over the patch, with a thin shadow at its edge."""
    if rng.random() < 0.5:
        corners = np.roll(corners, 2, axis=0)
    size = patch.shape[0]
    low = np.clip(np.floor(corners.min(0)) - 4, 0, size).astype(int)
    high = np.clip(np.ceil(corners.max(0)) + 5, 0, size).astype(int)
    if np.any(high - low < 2):
        return
    region = patch[low[1] : high[1], low[0] : high[0]]
    length = float(np.linalg.norm(corners[3] - corners[0]))
    level = at_least(levels, 0.9 * length)
    to_patch = cv2.getPerspectiveTransform(image_corners(*level.shape[:2]), (corners - low).astype(np.float32))
    size_here = (region.shape[1], region.shape[0])
    seen = cv2.warpPerspective(level, to_patch, size_here, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    alpha = seen[..., 3].astype(np.float32) / 255
    if rng.random() < 0.7:
        throw = (rng.normal(0, 0.012, 2) * length).tolist()
        move = np.array([[1, 0, throw[0]], [0, 1, throw[1]]], np.float32)
        shade = cv2.warpAffine(alpha, move, size_here)
        shade = cv2.GaussianBlur(shade, (0, 0), max(0.4, 0.012 * length))
        region[:] = region * (1 - rng.uniform(0.15, 0.6) * shade[..., None])
    region[:] = region * (1 - alpha[..., None]) + seen[..., :3]


def table_top(rng: Generator, size: int, busy: bool = False) -> U8:
    pale = rng.random() < 0.15
    colour = rng.uniform(150, 255) + rng.normal(0, 8, 3) if pale else rng.uniform(5, 220, 3)
    depth = rng.uniform(2, 60 if busy else 30)
    cell = int(rng.integers(2, 24))
    rough = rng.normal(0, 1, (size // cell + 2, size // cell + 2, 3)).astype(np.float32)
    rough = rough.mean(-1, keepdims=True) * 1.5 + rough * 0.25
    texture = cv2.resize(rough, (size, size), interpolation=cv2.INTER_CUBIC)
    return np.clip(colour + texture * depth, 0, 255).astype(np.uint8)


def _blob(rng: Generator, patch: U8, own: F64) -> None:
    """A finger, a bean, a coin or a glass's rim over the card."""
    at = own.mean(0) + (own[int(rng.integers(4))] - own.mean(0)) * rng.uniform(0.2, 1.1)
    length = float(np.linalg.norm(own[3] - own[0]))
    radii = (rng.uniform(0.04, 0.16, 2) * length).astype(int) + 1
    tone = rng.uniform(0, 255, 3) if rng.random() < 0.5 else np.array([110, 140, 190]) * rng.uniform(0.4, 1.2)
    colour = tuple(float(v) for v in np.clip(tone, 0, 255))
    spot, axes = (int(at[0]), int(at[1])), (int(radii[0]), int(radii[1]))
    cv2.ellipse(patch, spot, axes, rng.uniform(0, 180), 0, 360, colour, -1, cv2.LINE_AA)


def photographed(rng: Generator, patch: U8, length: float, harsh: float = 1.0) -> U8:
    """What print, wear, light, lens, sensor and compression do to a patch in which a card is `length` pixels long."""
    size = patch.shape[0]
    if rng.random() < 0.25 * harsh:
        patch = _recolour(rng, patch)
    seen: F32 = np.asarray(patch, np.float32) / np.float32(255)
    if rng.random() < 0.35 * harsh:
        seen = _wear(rng, seen)
    if rng.random() < 0.3:
        seen = np.asarray(np.power(seen, np.float32(np.exp(rng.normal(0, 0.3)))), np.float32)
    seen *= _light(rng, size, harsh)
    if rng.random() < 0.22 * harsh:
        seen = _glare(rng, seen)
    if rng.random() < 0.2 * harsh:
        seen = seen * np.float32(rng.uniform(0.5, 0.95)) + np.float32(rng.uniform(0, 0.25))
    if rng.random() < harsh:
        seen = _blur(rng, seen, length)
    if rng.random() < 0.75:
        noise = np.float32(harsh * rng.uniform(0.002, 0.05) * (2 if rng.random() < 0.1 else 1))
        shot = 0.4 + 0.6 * np.sqrt(np.clip(seen, 0, 1))
        seen += rng.standard_normal(seen.shape, dtype=np.float32) * noise * shot
    if rng.random() < 0.3:
        soft = np.asarray(cv2.GaussianBlur(seen, (0, 0), rng.uniform(0.6, 1.6)), np.float32)
        seen = np.asarray(seen + np.float32(rng.uniform(0.2, 1.2)) * (seen - soft), np.float32)
    result: U8 = np.clip(seen * 255, 0, 255).astype(np.uint8)
    if rng.random() < 0.1:
        result = np.repeat(cv2.cvtColor(result, cv2.COLOR_BGR2GRAY)[..., None], 3, axis=2)
    if rng.random() < 0.6:
        result = compressed(result, int(rng.uniform(30, 95)))
    return result


def _recolour(rng: Generator, patch: U8) -> U8:
    """Another printer's inks: hue, saturation and lightness moved, sometimes wildly."""
    hsv = cv2.cvtColor(patch, cv2.COLOR_BGR2HSV).astype(np.int16)
    hsv[..., 0] = (hsv[..., 0] + int(rng.normal(0, 9) if rng.random() < 0.8 else rng.integers(0, 180))) % 180
    hsv[..., 1] = np.clip(hsv[..., 1] * rng.uniform(0.25, 1.6), 0, 255)
    hsv[..., 2] = np.clip(hsv[..., 2] * rng.uniform(0.8, 1.1), 0, 255)
    return cast(U8, cv2.cvtColor(hsv.astype(np.uint8), cv2.COLOR_HSV2BGR))


def _wear(rng: Generator, seen: F32) -> F32:
    size = seen.shape[0]
    tint = rng.uniform(0.45, 1.0, 3).astype(np.float32)
    amount = cv2.resize(
        rng.uniform(-1.2, 1, (6, 6)).astype(np.float32), (size, size), interpolation=cv2.INTER_CUBIC
    ).clip(0, 1)[..., None]
    seen = seen * (1 - amount * (1 - tint))
    for _ in range(int(rng.integers(0, 5))):
        a, b = rng.uniform(0, size, (2, 2)).astype(int)
        cv2.line(seen, a.tolist(), b.tolist(), [rng.uniform(0.3, 1.1)] * 3, 1, cv2.LINE_AA)
    return seen


def _light(rng: Generator, size: int, harsh: float) -> F32:
    """Brightness and colour of the light over the patch (size, size, 3)."""
    ramp = np.linspace(-0.5, 0.5, size, dtype=np.float32)
    slope = rng.normal(0, 0.2, 2)
    level = np.float32(1) + np.float32(slope[0]) * ramp[None, :] + np.float32(slope[1]) * ramp[:, None]
    if rng.random() < 0.25:
        points = rng.uniform(-0.4, 1.4, (4, 2)) * size
        shade: Any = np.zeros((size, size), np.float32)
        cv2.fillPoly(shade, [np.round(cv2.convexHull(points.astype(np.float32))).astype(np.int32)], (1.0,))
        shade = cv2.GaussianBlur(shade, (0, 0), rng.uniform(0.005, 0.12) * size + 0.3)
        level = level * (1 - np.float32(rng.uniform(0.15, 0.7)) * shade)
    exposure = np.exp(rng.normal(-0.1, 0.32 * harsh))
    if rng.random() < 0.18 * harsh:
        exposure *= rng.uniform(0.15, 0.6)
    cast_of = np.exp(rng.normal(0, 0.12, 3)) * exposure
    if rng.random() < 0.4:
        warm = rng.normal(0, 0.22)
        cast_of = cast_of * np.exp(np.array([-warm, 0, warm]))
    return cast(F32, level[..., None] * cast_of.astype(np.float32))


def _glare(rng: Generator, seen: F32) -> F32:
    size = seen.shape[0]
    strength = rng.uniform(0.15, 1.0) if rng.random() < 0.75 else rng.uniform(1.0, 2.5)
    y, x = np.mgrid[0:size, 0:size].astype(np.float32) / size - rng.uniform(0, 1, 2)[:, None, None].astype(np.float32)
    angle, long_side, short_side = rng.uniform(0, np.pi), rng.uniform(0.1, 0.6), rng.uniform(0.05, 0.3)
    u = (x * np.cos(angle) + y * np.sin(angle)) / long_side
    v = (-x * np.sin(angle) + y * np.cos(angle)) / short_side
    return cast(F32, seen + np.float32(strength) * np.exp(-(u * u + v * v))[..., None].astype(np.float32))


def _blur(rng: Generator, seen: F32, length: float) -> F32:
    """Out of focus, moved, or softened by the sensor's colour filter; in proportion to the card."""
    what = rng.random()
    if what < 0.45:
        return seen
    if what < 0.85:
        return cast(F32, cv2.GaussianBlur(seen, (0, 0), rng.uniform(0.3, 0.011 * length + 0.4)))
    reach = int(rng.uniform(2, 0.03 * length + 3))
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
    angle = rng.uniform(0, np.pi)
    x, y = (int(v) for v in reach * np.array([np.cos(angle), np.sin(angle)]) * 0.5 + reach)
    cv2.line(kernel, (2 * reach - x, 2 * reach - y), (x, y), (1.0,), 1, cv2.LINE_AA)
    return cast(F32, cv2.filter2D(seen, -1, kernel / kernel.sum()))
