"""Pictures that are shown in the machine, and compared outside of it."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from types import MappingProxyType

from PIL import Image

_SIZE = (128, 64)
_STRIP = 128


def noise() -> Image.Image:
    """Every pixel by chance: a byte that is missing, doubled or elsewhere shows."""
    return Image.frombytes("1", _SIZE, _bytes())


def noise_changed() -> Image.Image:
    """The same with its third strip of eight rows turned round."""
    content = bytearray(_bytes())
    for place in range(2 * _STRIP, 3 * _STRIP):
        content[place] ^= 0xFF
    return Image.frombytes("1", _SIZE, bytes(content))


def empty() -> Image.Image:
    """Nothing lit."""
    return Image.new("1", _SIZE)


def _bytes() -> bytes:
    return random.Random(20261121).randbytes(_SIZE[0] * _SIZE[1] // 8)


PICTURES: Mapping[str, Callable[[], Image.Image]] = MappingProxyType(
    {"noise": noise, "the same with one strip changed": noise_changed, "empty": empty}
)
