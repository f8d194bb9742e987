"""Colours in three tones."""

from __future__ import annotations

import colorsys
from dataclasses import dataclass

from models.deck.drawing.vector import Colour


@dataclass(frozen=True)
class Tone:
    """A colour in light, and where it turns away from it."""

    base: Colour
    shade: Colour
    light: Colour

    @property
    def unlit(self) -> Tone:
        """The same where the light does not reach."""
        return Tone(self.shade, self.shade, self.base)


def channels(colour: Colour) -> tuple[float, float, float]:
    return int(colour[1:3], 16) / 255, int(colour[3:5], 16) / 255, int(colour[5:7], 16) / 255


def hexed(red: float, green: float, blue: float) -> Colour:
    r, g, b = (round(255 * min(1.0, max(0.0, v))) for v in (red, green, blue))
    return f"#{r:02x}{g:02x}{b:02x}"


def mix(one: Colour, other: Colour, share: float) -> Colour:
    """`share` of the other colour in the one."""
    a, b = channels(one), channels(other)
    return hexed(*(p + (q - p) * share for p, q in zip(a, b, strict=True)))


def hsv(hue: float, saturation: float, value: float) -> Colour:
    """Hue in degrees."""
    return hexed(*colorsys.hsv_to_rgb((hue / 360) % 1, min(1.0, max(0.0, saturation)), min(1.0, max(0.0, value))))


def luminance(colour: Colour) -> float:
    r, g, b = channels(colour)
    return 0.299 * r + 0.587 * g + 0.114 * b


def tone(base: Colour, depth: float = 0.3) -> Tone:
    """Shade and light of a colour: the shade leans to blue and gains saturation, the light to yellow."""
    h, s, v = colorsys.rgb_to_hsv(*channels(base))
    shade = hsv(h * 360 + (8 if 0.55 < h < 0.7 else -6), s + 0.12 * min(1.0, s * 4), v * (1 - depth))
    return Tone(base, shade, mix(base, "#fff6dc", 0.45))
