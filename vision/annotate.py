"""The picture that players look at when they disagree: every card outlined and named."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from vision.arrays import U8
from vision.picture import Picture
from vision.reading import Quad, ReadCard, TableReading
from vision.scaling import within

WIDTH = 1536
"""Longer side of an annotated picture in pixels."""

_SURE = (46, 204, 113)
_DOUBTFUL = (255, 159, 28)
_STRANGE = (190, 190, 190)
_CHIP = (16, 20, 18, 225)
_SUIT_COLOURS = {"o": (247, 196, 52), "c": (235, 77, 75), "e": (84, 160, 255), "b": (72, 201, 110)}


def annotate(picture: Picture, reading: TableReading) -> U8:
    """The picture (blue, green, red; longer side WIDTH) with the outlines and names of a reading of it."""
    small, factor = within(picture.pixels, WIDTH)
    canvas = Image.fromarray(np.ascontiguousarray(small[..., ::-1]))
    draw = ImageDraw.Draw(canvas, "RGBA")
    factor /= picture.scale
    font = ImageFont.load_default(size=max(11.0, canvas.width / 60))
    doubtful = {doubt.card for doubt in reading.doubts if doubt.card is not None}
    for thing in reading.strange:
        _outline(draw, thing.quad, factor, _STRANGE)
    for i, card in enumerate(reading.cards):
        _outline(draw, card.quad, factor, _DOUBTFUL if i in doubtful else _SURE)
    for i, card in enumerate(reading.cards):
        _name(draw, card, factor, i in doubtful, font)
    return np.ascontiguousarray(np.asarray(canvas)[..., ::-1])


def _outline(draw: ImageDraw.ImageDraw, quad: Quad, factor: float, colour: tuple[int, int, int]) -> None:
    points = [(x * factor, y * factor) for x, y in quad]
    draw.line([*points, points[0]], fill=(0, 0, 0, 170), width=7, joint="curve")
    draw.line([*points, points[0]], fill=colour, width=4, joint="curve")


def _name(
    draw: ImageDraw.ImageDraw,
    card: ReadCard,
    factor: float,
    doubtful: bool,
    font: ImageFont.FreeTypeFont | ImageFont.ImageFont,
) -> None:
    """A chip on the card's middle with its rank and the sign of its suit, and a question mark where it is in doubt."""
    x = sum(point[0] for point in card.quad) * factor / 4
    y = sum(point[1] for point in card.quad) * factor / 4
    text = f"{card.card.rank}?" if doubtful else str(card.card.rank)
    left, top, right, bottom = draw.textbbox((0, 0), text, font=font, anchor="lm")
    width, height = right - left, bottom - top
    sign = height * 1.1
    start = x - (width + sign * 1.25) / 2
    draw.rounded_rectangle(
        (start - 6, y - height * 0.85, start + width + sign * 1.25 + 6, y + height * 0.85), radius=6, fill=_CHIP
    )
    draw.text((start, y), text, font=font, anchor="lm", fill=_DOUBTFUL if doubtful else (255, 255, 255))
    _sign(draw, card.card.suit.value, start + width + sign * 0.75, y, sign)


def _sign(draw: ImageDraw.ImageDraw, suit: str, x: float, y: float, size: float) -> None:
    """A coin, a cup, a sword or a club of so many pixels about a point."""
    colour, h = _SUIT_COLOURS[suit], size / 2
    if suit == "o":
        draw.ellipse((x - h * 0.9, y - h * 0.9, x + h * 0.9, y + h * 0.9), fill=colour)
        draw.ellipse((x - h * 0.35, y - h * 0.35, x + h * 0.35, y + h * 0.35), fill=_CHIP[:3])
    elif suit == "c":
        draw.pieslice((x - h * 0.8, y - h * 2, x + h * 0.8, y + h * 0.25), 0, 180, fill=colour)
        draw.line((x, y, x, y + h * 0.8), fill=colour, width=max(2, round(size / 7)))
        draw.line((x - h * 0.55, y + h * 0.85, x + h * 0.55, y + h * 0.85), fill=colour, width=max(2, round(size / 7)))
    elif suit == "e":
        draw.line((x - h * 0.75, y + h * 0.75, x + h * 0.85, y - h * 0.85), fill=colour, width=max(2, round(size / 6)))
        draw.line((x - h * 0.75, y, x, y + h * 0.75), fill=colour, width=max(2, round(size / 7)))
    else:
        draw.line((x - h * 0.7, y + h * 0.75, x + h * 0.5, y - h * 0.55), fill=colour, width=max(3, round(size / 4)))
        draw.ellipse((x, y - h, x + h, y), fill=colour)
