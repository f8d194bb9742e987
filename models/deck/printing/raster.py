"""Faces as pixels: BGRA arrays whose alpha is the card's shape."""

from __future__ import annotations

import zlib
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c
from numpy.typing import NDArray

from models.deck import faces
from models.deck.printing.pdf import Document
from models.deck.size import CORNER, HEIGHT, WIDTH
from models.deck.style import DeckStyle

Image = NDArray[np.uint8]

_SMOOTH = 560


def width_for(height: int, size: tuple[float, float]) -> int:
    """The width in pixels of a card of that size, millimetres, where its height is given."""
    return max(1, round(height * size[0] / size[1]))


@lru_cache(maxsize=32)
def card_shape(height: int, size: tuple[float, float], corner: float) -> Image:
    """The card with its round corners as an alpha channel."""
    width = width_for(height, size)
    finer = 4
    x = (np.arange(width * finer) + 0.5) * size[0] / (width * finer)
    y = (np.arange(height * finer) + 0.5) * size[1] / (height * finer)
    dx = np.maximum(np.abs(x - size[0] / 2) - (size[0] / 2 - corner), 0)
    dy = np.maximum(np.abs(y - size[1] / 2) - (size[1] / 2 - corner), 0)
    inside = dx[None, :] ** 2 + dy[:, None] ** 2 <= corner**2
    share = inside.reshape(height, finer, width, finer).mean(axis=(1, 3))
    alpha: Image = np.rint(share * 255).astype(np.uint8)
    alpha.setflags(write=False)
    return alpha


def _pixels(page: Any, height: int, size: tuple[float, float], corner: float) -> Image:
    # PDFium draws no line thinner than a pixel: small cards are drawn large first, or they would come out dark.
    finer = max(1, -(-_SMOOTH // height))
    width = width_for(height, size) * finer
    height *= finer
    bitmap = pdfium.PdfBitmap.new_native(width, height, pdfium_c.FPDFBitmap_BGRA)
    bitmap.fill_rect((255, 255, 255, 255), 0, 0, width, height)
    pdfium_c.FPDF_RenderPageBitmap(bitmap.raw, page.raw, 0, 0, width, height, 0, 0)
    image: Image = bitmap.to_numpy().copy()
    bitmap.close()
    if finer > 1:
        image = cv2.resize(image, (width // finer, height // finer), interpolation=cv2.INTER_AREA).astype(np.uint8)
    image[:, :, 3] = card_shape(image.shape[0], size, corner)
    return image


def pages(pdf: bytes, height: int, size: tuple[float, float] = (WIDTH, HEIGHT), corner: float = CORNER) -> list[Image]:
    """Every page of a file of cards of that size, millimetres."""
    document = pdfium.PdfDocument(pdf)
    try:
        out = []
        for k in range(len(document)):
            page = document[k]
            out.append(_pixels(page, height, size, corner))
            page.close()
        return out
    finally:
        document.close()


def deck(style: DeckStyle, height: int, names: tuple[str, ...] = faces.CARDS + faces.STRANGE) -> dict[str, Image]:
    """Faces of a style, by name; without names all of them, the strange ones too."""
    return drawn(faces.Artist(style), height, names)


def drawn(artist: faces.Artist, height: int, chosen: tuple[str, ...]) -> dict[str, Image]:
    """Faces of the artist's style, by name; afterwards the artist knows their marks."""
    style = artist.style
    file = Document(*artist.size)
    for name in chosen:
        file.page(artist.face(name))
    images = pages(file.close(), height, artist.size, style.corner)
    if style.age:
        images = [_aged(image, style.age, style.seed, name) for name, image in zip(chosen, images, strict=True)]
    return dict(zip(chosen, images, strict=True))


def _aged(image: Image, age: float, seed: int, name: str) -> Image:
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
