"""The picture that players look at when they disagree: every card outlined and named."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from vision.arrays import U8
from vision.picture import Picture
from vision.reading import Quad, TableReading
from vision.scaling import within

Spot = tuple[float, float]
"""In pixels."""
WIDTH = 1536
"""Longer side of an annotated picture in pixels."""

_SURE = (46, 204, 113)
_DOUBTFUL = (255, 159, 28)
_STRANGE = (190, 190, 190)
_CHIP = (16, 20, 18, 225)
_STEPS: Final = np.linspace(0, 1, 11)
_WITHIN: Final = np.array(
    [[(1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v] for u in _STEPS[1:-1] for v in _STEPS[1:-1]]
)
"""Spots all over a card, as weights of its corners; an array of (spots, 4)."""
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
    texts = [f"{card.card.rank}?" if i in doubtful else str(card.card.rank) for i, card in enumerate(reading.cards)]
    boxes = [draw.textbbox((0, 0), text, font=font, anchor="lm") for text in texts]
    sizes = [(right - left, bottom - top) for left, top, right, bottom in boxes]
    chips = [(width + height * 1.1 * 1.25 + 12, height * 1.7) for width, height in sizes]
    corners = [[(x * factor, y * factor) for x, y in card.quad] for card in reading.cards]
    named = zip(reading.cards, texts, sizes, chips, apart(corners, chips), strict=True)
    for i, (card, text, (width, height), (wide, high), (x, y)) in enumerate(named):
        left, sign = x - wide / 2, height * 1.1
        draw.rounded_rectangle((left, y - high / 2, x + wide / 2, y + high / 2), radius=6, fill=_CHIP)
        colour = _DOUBTFUL if i in doubtful else (255, 255, 255)
        draw.text((left + 6, y), text, font=font, anchor="lm", fill=colour)
        _sign(draw, card.card.suit.value, left + 6 + width + sign * 0.75, y, sign)
    return np.ascontiguousarray(np.asarray(canvas)[..., ::-1])


def _outline(draw: ImageDraw.ImageDraw, quad: Quad, factor: float, colour: tuple[int, int, int]) -> None:
    points = [(x * factor, y * factor) for x, y in quad]
    draw.line([*points, points[0]], fill=(0, 0, 0, 170), width=7, joint="curve")
    draw.line([*points, points[0]], fill=colour, width=4, joint="curve")


def apart(corners: Sequence[Sequence[Spot]], sizes: Sequence[Spot]) -> list[Spot]:
    """Where on each of these cards the middle of its name, so wide and high, covers least of the names before it.

    It is the middle of the card where nothing is covered then.
    """
    places: list[Spot] = []
    for quad, size in zip(corners, sizes, strict=True):
        spots = _WITHIN @ np.asarray(quad)
        overlap = np.zeros(len(spots))
        for place, other in zip(places, sizes, strict=False):
            shared = (np.add(size, other) / 2 - np.abs(spots - place)).clip(0, np.minimum(size, other))
            overlap += shared.prod(axis=1)
        off = np.linalg.norm(spots - np.mean(quad, axis=0), axis=1)
        x, y = spots[np.lexsort((off, overlap.round()))[0]]
        places.append((float(x), float(y)))
    return places


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
