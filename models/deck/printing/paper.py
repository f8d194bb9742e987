"""What years do to a print: yellowed paper, stains, ink rubbed off."""

from __future__ import annotations

import zlib

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]


def aged(image: Image, age: float, seed: int, name: str) -> Image:
    """A BGRA face as old as `age` (0..1): its colours fade to the paper's brown, its edges darken, stains come, ink
    goes. The deck's seed says how, the face's name where."""
    deck, card = np.random.default_rng((seed, 1)), np.random.default_rng((seed, zlib.crc32(name.encode())))
    rows, columns = image.shape[:2]
    brown = np.array([deck.uniform(0.62, 0.82), deck.uniform(0.82, 0.93), 1.0]) ** age
    fade = float(deck.uniform(0.0, 0.3)) * age
    blots = card.standard_normal((24, 16)).astype(np.float32)
    coarse = cv2.resize(card.standard_normal((7, 5)).astype(np.float32), (16, 24), interpolation=cv2.INTER_CUBIC)
    y, x = np.minimum(np.arange(24), np.arange(24)[::-1]), np.minimum(np.arange(16), np.arange(16)[::-1])
    rim = np.exp(-np.minimum.outer(y, x) / 1.5) * float(deck.uniform(0.0, 0.15))
    dark = 1 - age * np.clip(0.02 * blots + 0.03 * coarse + rim, -0.02, 0.4)
    shade = cv2.resize(dark.astype(np.float32), (columns, rows), interpolation=cv2.INTER_CUBIC)
    paper = shade[..., None] * brown.astype(np.float32)
    ink = image[..., :3].astype(np.float32) * np.float32(1 - fade) + np.float32(255 * fade)
    if deck.random() < 0.6 * age:
        # Where the card was held and shuffled, ink is gone in specks.
        specks = cv2.resize(card.standard_normal((rows // 4, columns // 4)).astype(np.float32), (columns, rows))
        gone = np.clip((specks + coarse.mean() - 1.9) * 2.0, 0, 0.8 * age)[..., None]
        ink += (np.float32(250) - ink) * gone
    out: Image = image.copy()
    out[..., :3] = np.clip(ink * paper + 0.5, 0, 255).astype(np.uint8)
    return out
