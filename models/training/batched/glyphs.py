"""All that may be printed in a card's corner, in every typeface, as one tensor from which a batch is picked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing.pool import Pool
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from models.scenes.arrays import F32, U8
from models.training.labels import RANKS
from models.training.samples.ends import LETTERS
from models.training.samples.ink import ink_of, typefaces

HEIGHT, WIDTH = 48, 96
"""Rows of each glyph, which it fills, and columns, of which a narrower one leaves the last empty."""

NUMERALS = tuple(str(rank) for rank in RANKS)
FOREIGN = ("A", "J", "Q", "K")
TEXTS = (*NUMERALS, *FOREIGN, *(text for text in LETTERS if text not in FOREIGN))

LEVELS = 3
"""Sizes at which a batch of glyphs is looked up: whole, a half, a quarter."""


@dataclass(frozen=True, slots=True)
class Glyphs:
    """`ink` (typefaces, texts, 48, 96) bytes, and how many columns each takes, `widths` (typefaces, texts)."""

    ink: Tensor
    widths: Tensor

    @classmethod
    def drawn(cls, pool: Pool, device: torch.device) -> Glyphs:
        """All texts in all typefaces of the machine."""
        rows = pool.map(_of_typeface, typefaces() or [None], chunksize=8)
        ink = torch.from_numpy(np.stack([row[0] for row in rows])).to(device)
        return cls(ink, torch.from_numpy(np.stack([row[1] for row in rows])).to(device))

    def pick(self, texts: Tensor) -> tuple[Tensor, Tensor]:
        """Those of `texts` (n,), each in any typeface: ink (n, 1, 48, 96), 0 to 1, and the columns that it takes."""
        faces = torch.randint(len(self.ink), texts.shape, device=texts.device)
        return self.ink[faces, texts][:, None].float() / 255, self.widths[faces, texts]


def _of_typeface(font: Path | None) -> tuple[U8, F32]:
    """All texts in this typeface, and the columns of each."""
    ink = np.zeros((len(TEXTS), HEIGHT, WIDTH), np.uint8)
    widths = np.empty(len(TEXTS), np.float32)
    for number, text in enumerate(TEXTS):
        glyph = ink_of(text, font)
        wide = min(max(round(glyph.shape[1] * HEIGHT / max(glyph.shape[0], 1)), 2), WIDTH)
        ink[number, :, :wide] = cv2.resize(glyph, (wide, HEIGHT), interpolation=cv2.INTER_AREA)
        widths[number] = wide
    return ink, widths


def levels(ink: Tensor) -> list[Tensor]:
    """The glyphs at their own size, a half, a quarter."""
    sizes = [ink]
    while len(sizes) < LEVELS:
        sizes.append(functional.avg_pool2d(sizes[-1], 2))
    return sizes


def numbers_of(texts: Sequence[str]) -> list[int]:
    """Where these stand in TEXTS."""
    return [TEXTS.index(text) for text in texts]
