"""How the finder looks at a picture. What it makes of the answers is tested with drawn scenes, where training is."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.finder import Finder


class SeesNothing:
    """A network that sees no card, and keeps how bright what it was shown was."""

    def __init__(self) -> None:
        self.brightest: list[int] = []

    def __call__(self, batch: NDArray[np.uint8]) -> NDArray[np.float32]:
        self.brightest.append(int(np.max(batch)))
        assert batch.shape[1] % 32 == batch.shape[2] % 32 == 0
        return np.full((1, 9, batch.shape[1] // 8, batch.shape[2] // 8), -9, np.float32)


def flat(level: int) -> NDArray[np.uint8]:
    return np.full((366, 650, 3), level, np.uint8)


def test_an_empty_table_is_looked_at_once() -> None:
    network = SeesNothing()
    assert Finder(network).find(flat(200)) == []
    assert network.brightest == [200]


def test_a_dark_picture_is_shown_brighter() -> None:
    network = SeesNothing()
    Finder(network).find(flat(60))
    assert network.brightest[0] > 150


def test_a_black_picture_is_not_made_bright() -> None:
    network = SeesNothing()
    Finder(network).find(flat(3))
    assert network.brightest[0] < 20
