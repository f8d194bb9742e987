"""Choices that a deck's maker made once for all: by hand in the project's deck, by the style's seed in others."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import TypeVar

import numpy as np

T = TypeVar("T")


class Chance:
    """Choices about one topic. In the house deck always the first option, and the number as it stands."""

    def __init__(self, seed: int, topic: str, house: bool) -> None:
        self.house = house
        self._rng = np.random.default_rng([seed, zlib.crc32(topic.encode())])

    def pick(self, options: Sequence[T]) -> T:
        return options[0] if self.house else options[int(self._rng.integers(len(options)))]

    def about(self, value: float, low: float, high: float) -> float:
        """The value, or anything from low to high."""
        return value if self.house else float(self._rng.uniform(low, high))

    def within(self, low: float, high: float) -> float:
        """Anything from low to high, where the house deck has no number of its own."""
        return self.about((low + high) / 2, low, high)

    def happens(self, share: float) -> bool:
        return False if self.house else bool(self._rng.random() < share)
