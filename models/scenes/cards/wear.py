"""Printing that differs from deck to deck, and what years of play leave on a card."""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from models.scenes.arrays import Rng, fractal, to_u8, u8
from vision.arrays import F32, F64, U8


def random_print(rng: Rng, wide: float) -> F32 | None:
    """Faded, yellowed, differently saturated inks, None for those of the original: how premultiplied BGRA pixels (4)
    become others (4)."""
    if rng.random() > 0.15 + 0.7 * wide:
        return None
    saturation = rng.uniform(1 - 0.45 * wide, 1 + 0.35 * wide)
    grey = np.array([0.114, 0.587, 0.299])
    colour = np.eye(3) * saturation + (1 - saturation) * grey[None, :]
    if rng.random() < 0.5 * wide:
        colour = colour @ _turn(rng.uniform(-0.25, 0.25))
    paper = np.array([1.0, 1.0, 1.0]) - rng.uniform(0, 0.14 * wide) * np.array([1.0, 0.45, 0.3])
    paper *= rng.uniform(1 - 0.08 * wide, 1.0)
    fade = rng.uniform(0, 0.22) * wide if rng.random() < 0.5 else 0.0
    matrix = np.zeros((4, 4))
    matrix[:3, :3] = (1 - fade) * paper[:, None] * colour
    # Opacity times 1 is the paper's white in premultiplied colours.
    matrix[:3, 3] = fade * paper
    matrix[3, 3] = 1
    return matrix.astype(np.float32)


def _turn(angle: float) -> F64:
    """Turn about the grey axis: shifts hues and leaves greys alone."""
    c, s = np.cos(angle), np.sin(angle)
    a, b = (1 - c) / 3, s / np.sqrt(3)
    return np.array([[c + a, a - b, a + b], [a + b, c + a, a - b], [a - b, a + b, c + a]])


@lru_cache(maxsize=24)
def _marks(variant: int) -> U8:
    """A tile of dirt, stains and scratches, BGRA factors of 255."""
    rng = np.random.default_rng((61, variant))
    size = 512
    dirt = np.maximum(fractal(variant, size, 6, 5, 0.65), 0) * rng.uniform(0, 12)
    value = np.full((size, size, 3), 255, np.float32) - dirt[..., None] * np.array([1.2, 1.0, 0.85], np.float32)
    for _ in range(int(rng.integers(0, 4))):
        mask = np.zeros((size, size), np.uint8)
        middle = (int(rng.integers(size)), int(rng.integers(size)))
        radius = int(rng.integers(20, 110))
        cv2.circle(mask, middle, radius, 255, -1 if rng.random() < 0.5 else int(rng.integers(3, 14)), cv2.LINE_AA)
        soft = cv2.GaussianBlur(mask, (0, 0), float(rng.uniform(1.5, 10))).astype(np.float32) / 255
        soft *= np.clip(0.6 + 0.4 * fractal(variant + 77, size, 9, 3), 0, 1)
        tint = np.array([rng.uniform(0.3, 1.0), rng.uniform(0.5, 0.9), rng.uniform(0.6, 0.95)], np.float32)
        value *= 1 - soft[..., None] * (1 - tint) * np.float32(rng.uniform(0.1, 0.8))
    for _ in range(int(rng.integers(0, 14))):
        start = rng.integers(0, size, 2)
        end = start + rng.integers(-160, 160, 2)
        shade = float(rng.uniform(150, 250))
        cv2.line(value, start.tolist(), end.tolist(), (shade, shade, shade), 1, cv2.LINE_AA)
    return np.dstack([to_u8(value), np.full((size, size), 255, np.uint8)])


@dataclass(frozen=True)
class Wear:
    """One card's own marks: which tile, from where, how strong, and how grey its edges are."""

    variant: int
    x: float
    y: float
    strength: float
    edge: float

    def __call__(self, picture: U8) -> U8:
        """The worn card."""
        rows, columns = picture.shape[:2]
        tile = _marks(self.variant)
        x, y = int(self.x * 300), int(self.y * 200)
        part = cv2.resize(tile[y : y + 300, x : x + 200], (columns, rows), interpolation=cv2.INTER_LINEAR)
        part = cv2.addWeighted(part, self.strength, part, 0, 255 * (1 - self.strength))
        part = cv2.multiply(part, _edge(rows, columns, round(self.edge, 1)), scale=1 / 255)
        return u8(cv2.multiply(picture, part, scale=1 / 255))


@lru_cache(maxsize=256)
def _edge(rows: int, columns: int, strength: float) -> U8:
    y = np.minimum(np.arange(rows), np.arange(rows)[::-1]).astype(np.float32) / columns
    x = np.minimum(np.arange(columns), np.arange(columns)[::-1]).astype(np.float32) / columns
    near = np.exp(-np.minimum.outer(y, x) / 0.018) * np.float32(70 * strength)
    worn = 255 - near[..., None] * np.array([1.1, 1.0, 0.9], np.float32)
    return np.dstack([to_u8(worn), np.full((rows, columns), 255, np.uint8)])


def random_wear(rng: Rng, deck_wear: float) -> Wear | None:
    """Marks of a card from a deck worn by `deck_wear`, 0..1."""
    if rng.random() > deck_wear * 1.2:
        return None
    return Wear(
        int(rng.integers(24)), float(rng.random()), float(rng.random()), float(rng.uniform(0.2, 1.0) * deck_wear),
        float(rng.uniform(0, 1) * deck_wear),
    )  # fmt: skip
