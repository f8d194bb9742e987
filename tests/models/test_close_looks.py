"""Close looks at hands: of the size that was asked for, one for every hand."""

from __future__ import annotations

import numpy as np
import pytest

from models.scenes.scene import Scene
from models.training.samples.close_looks import LENGTHS, SIDE, close_looks
from tests.models.test_training_data import plain_deck


def looks(seed: int) -> list[Scene]:
    return list(close_looks(np.random.default_rng(seed), plain_deck()))


@pytest.mark.parametrize("seed", range(6))
def test_every_hand_is_looked_at_once_and_fills_its_window(seed: int) -> None:
    scenes = looks(seed)
    assert len(scenes) == 4
    for scene in scenes:
        assert scene.image.shape == (SIDE, SIDE, 3)
        assert scene.label.shape == (SIDE, SIDE)
        lengths = [np.linalg.norm(card.quad[3] - card.quad[0]) for card in scene.cards]
        assert 0.67 * LENGTHS[0] < np.median(lengths) < 1.5 * LENGTHS[1]
