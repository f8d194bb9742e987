"""The typefaces of the machine, and the ink of what is set in them."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator
from PIL import Image, ImageDraw, ImageFont

from models.deck.drawing.typefaces import installed
from vision.arrays import U8

_NO_DIGITS = ("dingbat", "d050000l", "symbol", "barcode", "emoji", "jsmath", "mathjax")


@lru_cache(maxsize=1)
def typefaces() -> tuple[Path, ...]:
    """The machine's outline fonts that have digits, or those of the folders that HAMARREKO_FONTS names."""
    fonts = map(Path, installed())
    kept = [path for path in fonts if not any(word in path.name.lower() for word in _NO_DIGITS)]
    return tuple(path for path in kept if _has_digits(path))


def any_typeface(rng: Generator, share: float) -> Path | None:
    """One of them; beyond that share, and where the machine has none, None for the plain one."""
    faces = typefaces()
    return faces[int(rng.integers(len(faces)))] if faces and rng.random() < share else None


def _has_digits(path: Path) -> bool:
    try:
        font = ImageFont.truetype(str(path), 40)
        missing = bytes(font.getmask("\uffff"))
        shapes = {bytes(font.getmask(digit)) for digit in "0123456789"}
    except (OSError, ValueError):
        return False
    return len(shapes) == 10 and missing not in shapes and all(any(shape) for shape in shapes)


@lru_cache(maxsize=4096)
def ink_of(text: str, font: Path | None) -> U8:
    """The text's ink (rows, columns), 0 to 255, cut to what is inked."""
    if font is None:
        (width, height), base = cv2.getTextSize(text, cv2.FONT_HERSHEY_COMPLEX, 2, 4)
        plain = np.zeros((height + 2 * base + 8, width + 16), np.uint8)
        cv2.putText(plain, text, (8, height + 4), cv2.FONT_HERSHEY_COMPLEX, 2, (255,), 4, cv2.LINE_AA)
        return _inked(plain)
    face = ImageFont.truetype(str(font), 64)
    left, top, right, bottom = face.getbbox(text)
    image = Image.new("L", (int(right - left) + 8, int(bottom - top) + 8))
    ImageDraw.Draw(image).text((4 - left, 4 - top), text, 255, font=face)
    return _inked(np.asarray(image, np.uint8))


def _inked(ink: U8) -> U8:
    rows, columns = np.flatnonzero(ink.max(1) > 40), np.flatnonzero(ink.max(0) > 40)
    if len(rows) == 0:
        return np.zeros((2, 2), np.uint8)
    return ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
