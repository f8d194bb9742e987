"""Close looks at hands: of the size that was asked for, one for every hand."""

from __future__ import annotations

import numpy as np
import pytest

from models.scenes.scene import Scene
from models.training.samples import close_looks
from tests.models.test_training_data import plain_deck


def looks(seed: int, side: int = 260) -> list[Scene]:
    rng = np.random.default_rng(seed)
    return list(close_looks.close_looks(rng, plain_deck(), (90.0, 140.0), side))


@pytest.mark.parametrize("seed", range(6))
def test_every_hand_is_looked_at_once_and_fills_its_window(seed: int) -> None:
    scenes = looks(seed)
    assert len(scenes) == 4
    for scene in scenes:
        assert scene.image.shape == (260, 260, 3)
        assert scene.label.shape == (260, 260)
        lengths = [np.linalg.norm(card.quad[3] - card.quad[0]) for card in scene.cards]
        assert 60 < np.median(lengths) < 210
