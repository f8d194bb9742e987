"""How the finder looks at a picture. What it makes of the answers is tested with drawn scenes, where training is."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.locate.finder import Finder


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


class Sees(SeesNothing):
    """A network that sees one upright card in the middle of what it is shown, padding and all."""

    def __init__(self, outputs: int = 9) -> None:
        super().__init__()
        self.outputs = outputs
        self.sizes: list[tuple[int, int]] = []

    def __call__(self, batch: NDArray[np.uint8]) -> NDArray[np.float32]:
        rows, columns = batch.shape[1] // 8, batch.shape[2] // 8
        self.sizes.append((columns, rows))
        answer = np.full((1, self.outputs, rows, columns), -9, np.float32)
        high, wide = rows // 4, columns // 12
        down, across = rows // 2, columns // 2
        here = (slice(down - high // 2, down + high // 2), slice(across - wide // 2, across + wide // 2))
        y, x = np.mgrid[:rows, :columns]
        card = answer[0, :, here[0], here[1]]
        card[0] = 9
        card[1], card[2] = (across - 0.5 - x)[here], (down - 0.5 - y)[here]
        card[3], card[4], card[5] = np.log(high / 2), -1, 0
        card[6], card[7], card[8] = np.log(wide / 2), 1, 0
        return answer


def test_without_a_parter_a_careful_look_is_one_everywhere() -> None:
    network = Sees()
    assert len(Finder(network).find(flat(120), carefully=True)) == 1
    assert len(network.sizes) == 2
    (first, _), (second, _) = network.sizes
    assert second >= first


def test_the_parter_looks_at_what_a_look_everywhere_has_found() -> None:
    network, parter = Sees(), Sees(12)
    found = Finder(network, parter).find(flat(120), carefully=True)
    assert len(found) == len(parter.sizes) == 1
    assert parter.sizes[0][0] < network.sizes[1][0] / 2
    np.testing.assert_allclose(found[0].corners.mean(0), [325, 183], atol=16)


def test_a_quick_look_leaves_the_parter_alone() -> None:
    parter = Sees(12)
    assert Finder(Sees(), parter).find(flat(120))
    assert parter.sizes == []
