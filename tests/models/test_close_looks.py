"""Close looks at hands: of the size that was asked for, and with labels and covers that fit the pixels."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from models.scenes.scene import Scene
from models.training.samples import close_looks
from tests.models.test_training_data import plain_deck


def looks(seed: int, side: int = 260) -> list[Scene]:
    rng = np.random.default_rng(seed)
    return list(close_looks.close_looks(rng, plain_deck(), (90.0, 140.0), lambda _: side))


@pytest.mark.parametrize("seed", range(6))
def test_every_hand_is_looked_at_once_and_fills_its_window(seed: int) -> None:
    scenes = looks(seed)
    assert len(scenes) == 4
    for scene in scenes:
        assert scene.image.shape == (260, 260, 3)
        assert scene.label.shape == (260, 260)
        lengths = [np.linalg.norm(card.quad[3] - card.quad[0]) for card in scene.cards]
        assert 60 < np.median(lengths) < 210


def test_the_same_seed_looks_at_the_same() -> None:
    for one, other in zip(looks(9), looks(9), strict=True):
        np.testing.assert_array_equal(one.image, other.image)
        np.testing.assert_array_equal(one.label, other.label)


@pytest.mark.parametrize("seed", range(6))
def test_what_lies_on_a_card_is_named_as_its_cover(seed: int) -> None:
    """Where no cover lies, the label is the card's own, all but its rounded corners and its edges."""
    seen = 0
    for scene in looks(seed):
        names = {card.card: number for number, card in enumerate(scene.cards)}
        for shot, name in close_looks.shots(scene):
            if name not in names:
                continue
            outline = np.zeros(scene.label.shape, np.uint8)
            cv2.fillConvexPoly(outline, np.round(shot.corners).astype(np.int32), (1,))
            for cover in shot.covers:
                cv2.fillConvexPoly(outline, np.round(cover).astype(np.int32), (0,))
            inner = cv2.erode(outline, np.ones((7, 7), np.uint8)) > 0
            own = scene.label[inner] == names[name]
            things = scene.label[inner] == -1  # what else lies on a card has no outline of its own
            assert own.size == 0 or (own | things).mean() > 0.97
            seen += 1
    assert seen >= 8


def test_a_card_that_is_all_but_hidden_is_not_shown() -> None:
    for scene in looks(3):
        shown = {name for _, name in close_looks.shots(scene)}
        for number, card in enumerate(scene.cards):
            if np.count_nonzero(scene.label == number) < 0.5 * close_looks.HIDDEN * cv2.contourArea(card.quad):
                assert card.card not in shown
