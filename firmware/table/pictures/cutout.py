"""A card cut out of the picture of the table, in black and white: what the players see beside the alternatives."""

from __future__ import annotations

import math

import numpy as np
from PIL import Image, ImageFilter, ImageOps

from vision import rectify
from vision.picture import Picture
from vision.reading import Quad

_FINE = 4
"""The card is cut out so many times larger first, so that nothing fine flickers when it is made small."""
_CLEAR = [max(0, min(255, 128 + (level - 128) * 4 // 3)) for level in range(256)]
"""What is nearly white becomes white, and what is nearly black black: no dots are strewn there."""


def cut_out(picture: Picture, quad: Quad, size: tuple[int, int]) -> Image.Image:
    """The card with these corners (in the picture's own pixels), upright, dithered to a picture of mode "1".

    Its height is that of `size`, its width as the card has it, at most that of `size`.
    """
    corners = _upright([(x / picture.scale, y / picture.scale) for x, y in quad])
    left_top, right_top, _, left_bottom = corners
    across, down = math.dist(left_top, right_top), math.dist(left_top, left_bottom)
    width, height = size
    width = max(1, min(width, round(height * across / max(down, 1.0))))
    frame = rectify.Frame(width * _FINE, height * _FINE, margin=0.0)
    flat = rectify.cut_out(picture.pixels, np.array(corners), [], frame)
    flat[flat[..., 3] == 0] = 0  # what lies beyond the picture is not made up
    large = Image.fromarray(flat[..., 2::-1]).convert("L")
    small = large.resize((width, height), Image.Resampling.BOX).filter(ImageFilter.UnsharpMask(1.0, 120, 2))
    return ImageOps.autocontrast(small, cutoff=(2, 25)).point(_CLEAR).convert("1")


def _upright(corners: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The corners clockwise from the top left one, with a short side on top: the one that lies higher."""
    a, b, c, d = corners
    if math.dist(a, b) + math.dist(c, d) > math.dist(b, c) + math.dist(d, a):
        a, b, c, d = b, c, d, a
    if a[1] + b[1] > c[1] + d[1]:
        a, b, c, d = c, d, a, b
    return [a, b, c, d]
