"""Faces as pixels: BGRA arrays whose alpha is the card's shape."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import cv2
import numpy as np
import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c
from numpy.typing import NDArray

from models.deck import faces
from models.deck.printing import paper
from models.deck.printing.pdf import Document
from models.deck.size import CORNER, HEIGHT, WIDTH
from models.deck.style import HOUSE, DeckStyle

Image = NDArray[np.uint8]

_SMOOTH = 560


def width_for(height: int, size: tuple[float, float] = (WIDTH, HEIGHT)) -> int:
    """The width in pixels of a card of that size, millimetres, where its height is given."""
    return max(1, round(height * size[0] / size[1]))


@lru_cache(maxsize=32)
def card_shape(height: int, size: tuple[float, float] = (WIDTH, HEIGHT), corner: float = CORNER) -> Image:
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


def deck(style: DeckStyle = HOUSE, height: int = 320, names: tuple[str, ...] | None = None) -> dict[str, Image]:
    """Faces of a style, by name; without names all of them, the strange ones too."""
    return drawn(faces.Artist(style), height, faces.CARDS + faces.STRANGE if names is None else names)


def drawn(artist: faces.Artist, height: int, chosen: tuple[str, ...]) -> dict[str, Image]:
    """Faces of the artist's style, by name; afterwards the artist knows their marks."""
    style = artist.style
    file = Document(*artist.size)
    for name in chosen:
        file.page(artist.face(name))
    images = pages(file.close(), height, artist.size, style.corner)
    if style.age:
        images = [paper.aged(image, style.age, style.seed, name) for name, image in zip(chosen, images, strict=True)]
    return dict(zip(chosen, images, strict=True))
