"""The picture that players look at when they disagree: every card outlined and named."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from engine.cards import Card
from vision.picture import Picture
from vision.reading import Quad, TableReading

WIDTH = 1536
"""Longer side of an annotated picture in pixels."""

_SURE = (46, 204, 113)
_DOUBTFUL = (255, 159, 28)
_STRANGE = (160, 160, 160)
_SUIT_WORDS = {"o": "oros", "c": "copas", "e": "espadas", "b": "bastos"}


def label(card: Card) -> str:
    """The card as it is written on the picture: ``12 copas``."""
    return f"{card.rank} {_SUIT_WORDS[card.suit.value]}"


def annotate(picture: Picture, reading: TableReading) -> NDArray[np.uint8]:
    """The picture (blue, green, red; longer side WIDTH) with the outlines and names of a reading of it."""
    height, width = picture.pixels.shape[:2]
    factor = min(1.0, WIDTH / max(height, width))
    size = (round(width * factor), round(height * factor))
    small = cv2.resize(picture.pixels, size, interpolation=cv2.INTER_AREA)
    canvas = Image.fromarray(np.ascontiguousarray(small[..., ::-1]))
    draw = ImageDraw.Draw(canvas, "RGBA")
    factor /= picture.scale
    font = ImageFont.load_default(size=max(11.0, size[0] / 80))
    doubtful = {doubt.card for doubt in reading.doubts if doubt.card is not None}
    for thing in reading.strange:
        _outline(draw, thing.quad, factor, _STRANGE)
    for i, card in enumerate(reading.cards):
        _outline(draw, card.quad, factor, _DOUBTFUL if i in doubtful else _SURE)
    for i, card in enumerate(reading.cards):
        text = label(card.card) + ("?" if i in doubtful else "")
        _name(draw, card.quad, factor, text, font, _DOUBTFUL if i in doubtful else _SURE)
    return np.ascontiguousarray(np.asarray(canvas)[..., ::-1])


def _outline(draw: ImageDraw.ImageDraw, quad: Quad, factor: float, colour: tuple[int, int, int]) -> None:
    points = [(x * factor, y * factor) for x, y in quad]
    draw.line([*points, points[0]], fill=(0, 0, 0, 150), width=5, joint="curve")
    draw.line([*points, points[0]], fill=colour, width=3, joint="curve")


def _name(
    draw: ImageDraw.ImageDraw,
    quad: Quad,
    factor: float,
    text: str,
    font: ImageFont.FreeTypeFont | ImageFont.ImageFont,
    colour: tuple[int, int, int],
) -> None:
    x = sum(point[0] for point in quad) * factor / 4
    y = sum(point[1] for point in quad) * factor / 4
    left, top, right, bottom = draw.textbbox((x, y), text, font=font, anchor="mm")
    draw.rounded_rectangle((left - 5, top - 4, right + 5, bottom + 4), radius=4, fill=(16, 20, 18, 215))
    draw.text((x, y), text, font=font, anchor="mm", fill=colour)
