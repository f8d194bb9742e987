"""Textures of tables, drawn from seeds: each is one channel of a tile, which is cropped and turned at random.

What draws one gives values from 0 to 1.
"""

from functools import lru_cache

import cv2
import numpy as np

from models.scenes.arrays import SQUARE, fractal, to_u8, turned
from vision.arrays import F32, U8

VARIANTS = 10
HELD_OUT = 4
"""How many tiles of each texture there are to train on, and how many more are held out (`SceneOptions.held_out`)."""

SMALL, LARGE = 1536, 3072
"""Pixels a side of a tile, which stands for 1536 mm of table."""


def _cloth(seed: int, size: int) -> F32:
    rng = np.random.default_rng((5, seed))
    blotch = fractal(seed, size, 5, 3, 0.6)
    fibre = fractal(seed + 50, size, 180, 3, 0.8, (1.0, float(rng.uniform(0.7, 1.4))))
    value = 0.5 + rng.uniform(0.02, 0.05) * blotch + rng.uniform(0.015, 0.05) * fibre
    if seed % 3 == 1:
        y, x = np.mgrid[:size, :size].astype(np.float32) * np.float32(1536 / size)
        value += np.float32(0.06) * (np.sin(x * np.float32(2.2)) * np.sin(y * np.float32(2.2)))
    if seed % 3 == 2:
        fold = fractal(seed + 90, size, 2.5, 2, 0.4, (2.0, 0.6))
        value += 0.1 * np.exp(-np.abs(fold) * 9) * rng.choice([-1, 1]) + 0.03 * fold
    return np.asarray(value, np.float32)


def _wood(seed: int, size: int) -> F32:
    rng = np.random.default_rng((6, seed))
    x = np.broadcast_to(np.arange(size, dtype=np.float32) / np.float32(size), (size, size))
    planks = int(rng.choice([1, 1, 6, 9, 14]))
    plank = np.minimum((x * planks).astype(np.int32), planks - 1)
    offsets = rng.uniform(0, 40, planks).astype(np.float32)[plank]
    tone = rng.normal(0, 0.09, planks).astype(np.float32)[plank] if planks > 1 else np.float32(0)
    warp = fractal(seed, size, 4, 3, 0.5, (1.0, 0.35))
    rings = np.sin((x * rng.uniform(30, 90) + warp * rng.uniform(0.8, 2.4) + offsets) * np.float32(2))
    streak = fractal(seed + 10, size, 90, 3, 0.7, (3.0, 0.06))
    pores = np.maximum(fractal(seed + 20, size, 260, 2, 0.7, (2.0, 0.08)) - 1.2, 0)
    value = 0.5 + rng.uniform(0.03, 0.12) * rings + rng.uniform(0.03, 0.1) * streak - 0.12 * pores + tone + 0.05 * warp
    if planks > 1:
        seam = np.abs((x * planks) % 1 - 0.5)
        value -= np.clip((seam - 0.49) * 100, 0, 1) * np.float32(rng.uniform(0.1, 0.4))
    return np.asarray(value, np.float32)


def _grainy(seed: int, size: int) -> F32:
    """Wood or leatherette seen from so far that only long soft bands and speckle are left."""
    band = fractal(seed, size, 2.5, 3, 0.5, (0.4, 2.0))
    speck = fractal(seed + 5, size, 200, 3, 0.9, (1.6, 0.8))
    return np.asarray(0.5 + 0.11 * band + 0.05 * speck, np.float32)


def _marble(seed: int, size: int) -> F32:
    rng = np.random.default_rng((7, seed))
    warp = fractal(seed, size, 3, 6, 0.55)
    vein = fractal(seed + 30, size, 4, 5, 0.5) + 0.5 * warp
    thin = np.exp(-np.abs(vein) * rng.uniform(6, 16))
    return np.asarray(0.62 + 0.1 * warp - rng.uniform(0.2, 0.5) * thin, np.float32)


def _granite(seed: int, size: int) -> F32:
    rng = np.random.default_rng((8, seed))
    coarse = fractal(seed, size, rng.uniform(150, 350), 2, 0.8)
    fine = fractal(seed + 40, size, 600, 1)
    return np.asarray(0.5 + rng.uniform(0.05, 0.2) * np.tanh(coarse * 1.5) + rng.uniform(0.03, 0.12) * fine, np.float32)


def _check(seed: int, size: int) -> F32:
    rng = np.random.default_rng((9, seed))
    pitch = size / 1536 * float(rng.uniform(14, 110))
    phase = (np.arange(size, dtype=np.float32) / pitch) % 1
    band = np.clip((rng.uniform(0.3, 0.6) / 2 - np.abs(phase - 0.5)) * pitch / 1.5 + 0.5, 0, 1)
    value = np.add.outer(band, band) * np.float32(0.42)
    return np.asarray(value + 0.05 + 0.015 * fractal(seed, size, 250, 2, 0.8), np.float32)


def _stripes(seed: int, size: int) -> F32:
    rng = np.random.default_rng((10, seed))
    levels = rng.uniform(0, 1, 12)
    edges = np.sort(rng.uniform(0, 1, 11))
    period = size / 1536 * float(rng.uniform(60, 400))
    t = (np.arange(size) / period) % 1
    line = levels[np.searchsorted(edges, t)].astype(np.float32)
    line = np.asarray(cv2.blur(line[None, :], (3, 1)), np.float32)
    return np.asarray(np.repeat(line, size, 0) * 0.9 + 0.05 + 0.02 * fractal(seed, size, 250, 2, 0.8), np.float32)


def _print(seed: int, size: int) -> F32:
    """A cloth or oilcloth printed with motifs in rows or strewn."""
    rng = np.random.default_rng((11, seed))
    tile = np.full((size, size), 30, np.uint8)
    unit = size / 1536
    pitch = float(rng.uniform(28, 120))
    shape = int(rng.integers(5))
    strewn = rng.random() < 0.5
    count = int(1536 / pitch)
    for i in range(count + 1):
        for j in range(count + 1):
            x, y = (i + 0.5 * (j % 2)) * pitch, j * pitch
            if strewn:
                x, y = x + rng.normal(0, pitch * 0.3), y + rng.normal(0, pitch * 0.3)
            radius = pitch * rng.uniform(0.14, 0.4) * unit
            value = int(rng.choice([90, 140, 190, 240]))
            turn = float(rng.uniform(0, 6.3))
            _motif(tile, shape, (x * unit, y * unit), radius, turn, value)
    return np.asarray(tile / np.float32(255) + 0.015 * fractal(seed, size, 250, 2, 0.8), np.float32)


def _motif(tile: U8, shape: int, at: tuple[float, float], radius: float, turn: float, value: int) -> None:
    x, y = at
    if shape == 0:
        cv2.circle(tile, (int(x), int(y)), max(int(radius), 1), value, -1, cv2.LINE_AA)
    elif shape in (1, 2):
        petals = 5 + shape
        for k in range(petals):
            angle = turn + k * 2 * np.pi / petals
            at_x, at_y = x + np.cos(angle) * radius * 0.6, y + np.sin(angle) * radius * 0.6
            cv2.ellipse(
                tile, (int(at_x), int(at_y)), (max(int(radius * 0.45), 1), max(int(radius * 0.25), 1)),
                float(np.degrees(angle)), 0, 360, value, -1, cv2.LINE_AA,
            )  # fmt: skip
        cv2.circle(tile, (int(x), int(y)), max(int(radius * 0.25), 1), 255 - value // 2, -1, cv2.LINE_AA)
    elif shape == 3:
        spokes = np.arange(10) * np.pi / 5 + turn
        lengths = np.where(np.arange(10) % 2 == 0, radius, radius * 0.42)
        star = np.stack([x + np.cos(spokes) * lengths, y + np.sin(spokes) * lengths], axis=1)
        cv2.fillPoly(tile, [star.astype(np.int32)], value, cv2.LINE_AA)
    else:
        square = SQUARE * radius * 0.7
        cv2.fillPoly(tile, [(turned(square, turn) + at).astype(np.int32)], value, cv2.LINE_AA)


def _tiles(seed: int, size: int) -> F32:
    rng = np.random.default_rng((12, seed))
    pitch = size / 1536 * float(rng.uniform(40, 220))
    t = np.arange(size, dtype=np.float32)
    gap = np.minimum((t / pitch) % 1, 1 - (t / pitch) % 1) * pitch
    line = np.clip(gap / (size / 1536 * 1.6), 0, 1)
    cells = np.random.default_rng((13, seed)).normal(0, 0.07, (64, 64)).astype(np.float32)
    index = np.minimum((t / pitch).astype(np.int32), 63)
    value = 0.55 + cells[np.ix_(index, index)] + 0.05 * fractal(seed, size, 20, 4, 0.7)
    return np.asarray(value * np.minimum.outer(line, line) ** 0.5, np.float32)


def _text(seed: int, size: int) -> F32:
    """Printed paper: columns of lines, heads and grey pictures."""
    rng = np.random.default_rng((14, seed))
    tile = np.full((size, size), 225, np.uint8)
    unit = size / 1536
    x = 20.0
    while x < 1500:
        wide = float(rng.uniform(60, 180))
        y = 20.0
        while y < 1500:
            kind = rng.random()
            if kind < 0.015:
                high = float(rng.uniform(40, 120))
                corner = (int(x * unit), int(y * unit))
                cv2.rectangle(
                    tile, corner, (int((x + wide) * unit), int((y + high) * unit)), int(rng.integers(60, 190)), -1
                )
                y += high + 8
                continue
            size_of = 9.0 if kind < 0.06 else 2.2
            right = x
            while right < x + wide:
                word = float(rng.uniform(2, 9)) * size_of / 2.2
                cv2.line(
                    tile, (int(right * unit), int(y * unit)),
                    (int(min(right + word, x + wide) * unit), int(y * unit)),
                    int(rng.integers(30, 130)), max(int(size_of * 0.6 * unit), 1), cv2.LINE_AA,
                )  # fmt: skip
                right += word + size_of * 0.7
            y += size_of * 1.9 + (12 if rng.random() < 0.06 else 0)
        x += wide + float(rng.uniform(8, 24))
    return np.asarray(tile / np.float32(255) + 0.02 * fractal(seed, size, 6, 4, 0.6), np.float32)


def _plain(seed: int, size: int) -> F32:
    return np.asarray(0.5 + 0.025 * fractal(seed, size, 4, 6, 0.7), np.float32)


def _leather(seed: int, size: int) -> F32:
    bumps = fractal(seed, size, 130, 2, 0.6)
    return np.asarray(0.55 - 0.12 * np.exp(-np.abs(bumps) * 3) + 0.05 * fractal(seed + 8, size, 4, 3), np.float32)


_TEXTURES = {
    "cloth": _cloth,
    "wood": _wood,
    "grainy": _grainy,
    "marble": _marble,
    "granite": _granite,
    "check": _check,
    "stripes": _stripes,
    "print": _print,
    "tiles": _tiles,
    "text": _text,
    "plain": _plain,
    "leather": _leather,
}


def _drawn(texture: str, variant: int, size: int) -> U8:
    seed = variant * 100 + 1000 * sorted(_TEXTURES).index(texture)
    return to_u8(_TEXTURES[texture](seed, size) * 255)


_KEPT = {
    SMALL: lru_cache(maxsize=(VARIANTS + HELD_OUT) * len(_TEXTURES))(_drawn),
    LARGE: lru_cache(maxsize=96)(_drawn),
}
"""Tiles by their size, each drawn once."""


def tile(texture: str, variant: int, size: int) -> U8:
    """The tile of that variant, SMALL or LARGE."""
    return _KEPT[size](texture, variant, size)
