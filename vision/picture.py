"""Pictures from files and cameras: bytes in, pixels out, and one clear sentence where that cannot be."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps, UnidentifiedImageError

MAX_PIXELS = 120_000_000
"""Larger pictures are refused by their header, before a pixel is decoded."""

WORKING_WIDTH = 2304
"""The longer side in pixels below which a picture is never shrunk while it is decoded."""


class PictureError(ValueError):
    """A file or an array that cannot be used as a picture."""


@dataclass(frozen=True, slots=True)
class Picture:
    """Pixels as rows of blue, green, red bytes; `scale` is how many of the original's pixels one of these is wide."""

    pixels: NDArray[np.uint8]
    scale: float = 1.0

    def __post_init__(self) -> None:
        if self.pixels.dtype != np.uint8 or self.pixels.ndim != 3 or self.pixels.shape[2] != 3:
            raise PictureError(f"not a colour picture of bytes: {self.pixels.dtype} {self.pixels.shape}")
        if min(self.pixels.shape[:2]) < 16:
            raise PictureError(f"too small to hold a card: {self.pixels.shape[1]} x {self.pixels.shape[0]} pixels")


def load(path: Path | str) -> Picture:
    """Read a picture file, turned upright as its EXIF data says.

    A JPEG of twice the working size or more is decoded at half size (or a quarter), which is faster and loses nothing
    that the reading uses.

    Raises PictureError, with a sentence that names the file, for a file that is missing, empty, truncated, larger than
    MAX_PIXELS or no picture at all.
    """
    path = Path(path)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            opened = Image.open(path)
    except FileNotFoundError as missing:
        raise PictureError(f"{path}: there is no such file") from missing
    except (UnidentifiedImageError, Image.DecompressionBombError) as unknown:
        raise PictureError(f"{path}: {_reason(path, unknown)}") from unknown
    except OSError as broken:
        raise PictureError(f"{path}: cannot be opened: {broken.strerror or broken}") from broken
    with opened as image:
        width, height = image.size
        if width * height > MAX_PIXELS:
            raise PictureError(f"{path}: {width} x {height} pixels are more than the {MAX_PIXELS} allowed")
        try:
            scale = _shrink(image)
            upright = ImageOps.exif_transpose(image)
            pixels = np.asarray(_to_rgb(upright))[:, :, ::-1]
        except (OSError, SyntaxError, ValueError, MemoryError, EOFError) as broken:
            raise PictureError(f"{path}: damaged or truncated: {broken}") from broken
    try:
        return Picture(np.ascontiguousarray(pixels), scale)
    except PictureError as unfit:
        raise PictureError(f"{path}: {unfit}") from unfit


def _reason(path: Path, error: Exception) -> str:
    if isinstance(error, Image.DecompressionBombError):
        return f"more than the {MAX_PIXELS} pixels allowed"
    return "an empty file, not a picture" if path.stat().st_size == 0 else "not a picture in a format known here"


def _shrink(image: Image.Image) -> float:
    width, height = image.size
    factor = max(width, height) / WORKING_WIDTH
    if image.format != "JPEG" or image.mode not in ("RGB", "L") or factor < 2:
        return 1.0
    power = 4 if factor >= 4 else 2
    image.draft(None, (width // power, height // power))
    return width / image.size[0]


def _to_rgb(image: Image.Image) -> Image.Image:
    if image.mode.startswith("I") or image.mode == "F":
        levels = np.asarray(image, dtype=np.float64)
        top = 65535.0 if np.max(levels, initial=0) > 255 else 255.0
        image = Image.fromarray(np.clip(levels * (255 / top), 0, 255).astype(np.uint8))
    if image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info:
        flat = Image.new("RGBA", image.size, "white")
        flat.alpha_composite(image.convert("RGBA"))
        return flat.convert("RGB")
    return image.convert("RGB")
