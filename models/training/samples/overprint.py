"""Numerals printed on the pictures of card ends that show none: a new one each time that a picture is used.

To draw and photograph an end takes some forty times as long as to print one more numeral on it. What the network
learns from most often is therefore the same ends with ever new numerals.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import cast

import cv2
import numpy as np
from numpy.random import Generator

from models.deck.size import HEIGHT
from models.training.samples.ink import any_typeface, ink_of
from vision.arrays import F32, U8
from vision.rectify import END

MM = END.length / HEIGHT
"""Pixels a millimetre in an end's picture."""

CORNER = (END.margin * END.width, END.margin * END.height)
"""Where the card's corner lies in it."""

ROOM = 84
"""Columns from the left within which the first numeral stands."""

BOTH = 0.3
"""Share of the ends that have the numeral in their other corner as well."""

CLEARED, BOXED, SIGNED, PALE = 0.45, 0.3, 0.15, 0.06
"""Shares: paper under the numeral, whatever was printed there; a box or a disc around it; a small sign below it; ink
that hardly shows."""

DARK = 75.0
"""Grey level of paper on which the ink is lighter."""


def overprint(rng: Generator, crop: U8, text: str, length: float, backwards: bool = False) -> U8:
    """The end (64, 192, 4) with that numeral on it, as if the card had been photographed `length` pixels long.

    `backwards`: as a mirror shows it.
    """
    ink = _ink(rng, text, length)
    if backwards:
        ink = ink[:, ::-1]
    tall, wide = ink.shape
    left = CORNER[0] + MM * (rng.uniform(0.8, 4.5) if rng.random() < 0.6 else rng.uniform(0.8, 9.5))
    top = CORNER[1] + MM * (rng.uniform(0.8, 5.0) if rng.random() < 0.7 else rng.uniform(0.8, 8.5))
    x, y = min(round(left), ROOM - wide), min(round(top), END.height - tall - 1)
    spots = [max(x, 0)]
    if rng.random() < BOTH:
        spots.append(END.width - wide - spots[0])
    printed = crop.copy()
    paper = _paper(crop)
    tone = _tone(rng, paper)
    cleared = rng.random() < CLEARED
    for spot in spots:
        part = printed[max(y, 0) : max(y, 0) + tall, spot : spot + wide]
        share = ink[: part.shape[0], : part.shape[1], None] * (part[..., 3:].astype(np.float32) / 255)
        below = np.asarray(part[..., :3], np.float32)
        if cleared:
            below += _soft(part.shape[0], part.shape[1]) * (paper - below) * (part[..., 3:] > 0)
        if paper.mean() < DARK:
            below += share * (tone - below)
        else:
            below *= 1 - share * (1 - tone / np.maximum(paper, 1))
        part[..., :3] = np.clip(below, 0, 255).astype(np.uint8)
    return printed


def _ink(rng: Generator, text: str, length: float) -> F32:
    """How much ink (rows, columns) is where, 0 to 1, as blurred as in a picture of so long a card."""
    glyph = ink_of(text, any_typeface(rng, 0.97))
    tall = MM * float(np.exp(rng.uniform(np.log(2.2), np.log(9.0))))
    wide = min(glyph.shape[1] * tall / glyph.shape[0] * float(np.exp(rng.normal(-0.05, 0.15))), 60.0)
    weight = rng.random()
    thick = round(glyph.shape[0] * rng.uniform(0.03, 0.09))
    if weight < 0.18:
        glyph = _padded(glyph, thick)
        spread = cv2.dilate(glyph, np.ones((thick + 1, thick + 1), np.uint8))
        glyph = np.asarray(spread if weight < 0.12 else cv2.subtract(spread, glyph), np.uint8)
    what = rng.random()
    if what < BOXED:
        bare, glyph = glyph.shape, _boxed(rng, glyph)
        tall, wide = tall * glyph.shape[0] / bare[0], wide * glyph.shape[1] / bare[1]
    elif what < BOXED + SIGNED:
        glyph = _signed(rng, glyph)
        tall *= 1.6
    finer = min(1.0, length / END.length) * float(rng.uniform(0.7, 1.0))
    size = (max(2, round(wide * finer)), max(3, round(tall * finer)))
    small = cv2.resize(glyph, size, interpolation=cv2.INTER_AREA)
    lean = float(rng.uniform(0.08, 0.3) if rng.random() < 0.18 else rng.normal(0, 0.04))
    turn = float(rng.normal(0, 0.02))
    columns, rows = round(wide) + 6, min(round(tall) + 6, END.height - 4)
    to_end = np.array(
        [[wide / size[0], -lean, 3 + lean * tall / 2], [turn * wide / size[0], tall / size[1], 3 - turn * wide / 2]],
        np.float32,
    )
    ink = cv2.warpAffine(small, to_end, (columns, rows), flags=cv2.INTER_LINEAR)
    if rng.random() < 0.4:
        ink = cv2.GaussianBlur(ink, (0, 0), float(rng.uniform(0.4, 1.0)) / max(finer, 0.4))
    return cast(F32, ink.astype(np.float32) / np.float32(255))


def _padded(glyph: U8, by: int) -> U8:
    return np.asarray(cv2.copyMakeBorder(glyph, by, by, by, by, cv2.BORDER_CONSTANT, value=(0,)), np.uint8)


def _boxed(rng: Generator, glyph: U8) -> U8:
    """In a box or a disc around all of it, outlined, or filled, and the numeral then left out of it."""
    rows, columns = glyph.shape
    disc, filled = rng.random() < 0.4, rng.random() < 0.5
    pad = round(rng.uniform(0.06 if disc else 0.12, 0.3) * rows)
    diagonal = math.ceil(math.hypot(rows, columns))
    down, across = ((diagonal - side) // 2 + pad if disc else pad for side in (rows, columns))
    around = cv2.copyMakeBorder(glyph, down, down, across, across, cv2.BORDER_CONSTANT, value=(0,))
    line = -1 if filled else max(2, round(rng.uniform(0.03, 0.08) * rows))
    box = np.zeros_like(around)
    if disc:
        middle = (around.shape[1] // 2, around.shape[0] // 2)
        cv2.circle(box, middle, max(min(middle) - 2, 1), (255,), line, cv2.LINE_AA)
    else:
        cv2.rectangle(box, (2, 2), (around.shape[1] - 3, around.shape[0] - 3), (255,), line, cv2.LINE_AA)
    return np.asarray(cv2.subtract(box, around) if filled else cv2.max(box, around), np.uint8)


def _signed(rng: Generator, glyph: U8) -> U8:
    """A blot the size of a small pip below the numeral."""
    tall = glyph.shape[0]
    both = np.zeros((round(tall * 1.6), max(glyph.shape[1], tall // 2)), np.uint8)
    left = (both.shape[1] - glyph.shape[1]) // 2
    both[:tall, left : left + glyph.shape[1]] = glyph
    axes = (round(tall * rng.uniform(0.08, 0.24)), round(tall * rng.uniform(0.12, 0.24)))
    middle = (both.shape[1] // 2, round(tall * 1.35))
    cv2.ellipse(both, middle, axes, float(rng.uniform(0, 180)), 0, 360, (int(rng.uniform(90, 255)),), -1, cv2.LINE_AA)
    return both


def _paper(crop: U8) -> F32:
    """The colour of the paper near the corner (3,)."""
    x, y = round(CORNER[0]), round(CORNER[1])
    corner = crop[y : y + 44, x + 3 : x + 40].reshape(-1, 4)
    seen = corner[corner[:, 3] > 128]
    if not len(seen):
        return np.full(3, 200, np.float32)
    return np.percentile(seen[::3, :3], 65, axis=0).astype(np.float32)


def _tone(rng: Generator, paper: F32) -> F32:
    """The colour of the ink (3,) on such paper."""
    what = rng.random()
    if what < PALE:
        share = rng.uniform(0.55, 0.78) + rng.uniform(-0.08, 0.08, 3)
    elif what < 0.62:
        share = rng.uniform(0, 0.35) + rng.uniform(0, 0.06, 3)
    else:
        share = rng.uniform(0, 1, 3)
        share *= min(1.0, float(rng.uniform(0.1, 0.68)) / float(share.mean()))
    if paper.mean() < DARK:
        return cast(F32, (paper + (255 - paper) * (1 - share) * 0.8).astype(np.float32))
    return cast(F32, (paper * share).astype(np.float32))


@lru_cache(maxsize=256)
def _soft(rows: int, columns: int) -> F32:
    """1 in the middle, falling to 0 at the rim (rows, columns, 1)."""
    full = np.zeros((rows, columns), np.float32)
    full[1:-1, 1:-1] = 1
    return cast(F32, cv2.GaussianBlur(full, (0, 0), 0.8)[..., None])
