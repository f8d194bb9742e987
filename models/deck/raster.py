"""Faces and backs as pixels: BGRA arrays whose alpha is the card's shape."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import cv2
import numpy as np
import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c
from numpy.typing import NDArray

from models.deck import backs, faces
from models.deck.pdf import Document
from models.deck.size import CORNER, HEIGHT, WIDTH
from models.deck.style import HOUSE, DeckStyle

Image = NDArray[np.uint8]

_SMOOTH = 560


def width_for(height: int) -> int:
    """The card's width in pixels where its height is given."""
    return max(1, round(height * WIDTH / HEIGHT))


@lru_cache(maxsize=32)
def card_shape(height: int) -> Image:
    """The card with its round corners as an alpha channel."""
    width = width_for(height)
    finer = 4
    x = (np.arange(width * finer) + 0.5) * WIDTH / (width * finer)
    y = (np.arange(height * finer) + 0.5) * HEIGHT / (height * finer)
    dx = np.maximum(np.abs(x - WIDTH / 2) - (WIDTH / 2 - CORNER), 0)
    dy = np.maximum(np.abs(y - HEIGHT / 2) - (HEIGHT / 2 - CORNER), 0)
    inside = dx[None, :] ** 2 + dy[:, None] ** 2 <= CORNER**2
    share = inside.reshape(height, finer, width, finer).mean(axis=(1, 3))
    alpha: Image = np.rint(share * 255).astype(np.uint8)
    alpha.setflags(write=False)
    return alpha


def _pixels(page: Any, height: int) -> Image:
    # PDFium draws no line thinner than a pixel: small cards are drawn large first, or they would come out dark.
    finer = max(1, -(-_SMOOTH // height))
    width = width_for(height) * finer
    height *= finer
    bitmap = pdfium.PdfBitmap.new_native(width, height, pdfium_c.FPDFBitmap_BGRA)
    bitmap.fill_rect((255, 255, 255, 255), 0, 0, width, height)
    pdfium_c.FPDF_RenderPageBitmap(bitmap.raw, page.raw, 0, 0, width, height, 0, 0)
    image: Image = bitmap.to_numpy().copy()
    bitmap.close()
    if finer > 1:
        image = cv2.resize(image, (width // finer, height // finer), interpolation=cv2.INTER_AREA).astype(np.uint8)
    image[:, :, 3] = card_shape(image.shape[0])
    return image


def pages(pdf: bytes, height: int) -> list[Image]:
    """Every page of a file of cards."""
    document = pdfium.PdfDocument(pdf)
    try:
        out = []
        for k in range(len(document)):
            page = document[k]
            out.append(_pixels(page, height))
            page.close()
        return out
    finally:
        document.close()


def deck(style: DeckStyle = HOUSE, height: int = 320, names: tuple[str, ...] | None = None) -> dict[str, Image]:
    """Faces of a style, by name; without names all of them, the strange ones too."""
    chosen = faces.CARDS + faces.STRANGE if names is None else names
    file = Document(WIDTH, HEIGHT)
    artist = faces.Artist(style)
    for name in chosen:
        file.page(artist.face(name))
    return dict(zip(chosen, pages(file.close(), height), strict=True))


@lru_cache(maxsize=128)
def _face(name: str, height: int, style: DeckStyle) -> Image:
    return deck(style, height, (name,))[name]


@lru_cache(maxsize=16)
def _back(index: int, height: int, style: DeckStyle) -> Image:
    file = Document(WIDTH, HEIGHT)
    file.page(backs.draw(index, style))
    return pages(file.close(), height)[0]


def face(name: str, height: int, style: DeckStyle = HOUSE) -> Image:
    """One face, `height` pixels high. The caller may write into it."""
    return _face(name, height, style).copy()


def back(index: int, height: int, style: DeckStyle = HOUSE) -> Image:
    """A back of the style: any index gives one (backs.COUNT patterns, then in other colours)."""
    return _back(index, height, style).copy()
