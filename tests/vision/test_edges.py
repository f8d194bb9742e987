"""Corners put right on drawn edges."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.scripted import card_at
from vision.edges import refine
from vision.finder import Found
from vision.geometry import Corners


def picture(cards: list[Corners], table: int = 70, paper: int = 220) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    image = np.full((400, 500, 3), table, np.uint8)
    for card in cards:
        outline = np.round((card - 0.5) * 16).astype(np.int32)
        cv2.fillConvexPoly(image, outline, (paper, paper, paper), lineType=cv2.LINE_AA, shift=4)
    return image


def off(card: Corners, seed: int, by: float = 4.0) -> Corners:
    return card + np.random.default_rng(seed).uniform(-by, by, (4, 2))


@pytest.mark.parametrize("turned", [0, 17, 90, 211])
@pytest.mark.parametrize("seed", range(3))
def test_sides_move_onto_the_edges(turned: float, seed: int) -> None:
    card = card_at(250, 200, turned)
    (found,) = refine(picture([card]), [Found(off(card, seed), 0.9, 0.9)])
    assert np.abs(found.corners - card).max() < 1.5


def test_without_an_edge_corners_stay() -> None:
    card = off(card_at(250, 200), 1)
    (found,) = refine(picture([], table=200), [Found(card, 0.9, 0.9)])
    np.testing.assert_allclose(found.corners, card, atol=1e-6)


def test_a_neighbours_edge_is_not_taken_for_ones_own() -> None:
    card, neighbour = card_at(220, 200), card_at(220 + 64 + 3, 200)
    (found, _) = refine(picture([card, neighbour]), [Found(off(card, 2, 2), 0.9, 0.9), Found(neighbour, 0.9, 0.9)])
    assert np.abs(found.corners - card).max() < 2.0


def test_a_covered_side_stays_where_it_was_thought() -> None:
    under, above = card_at(220, 200), card_at(220 + 20, 200)
    thought = under + [1.0, 0.0]
    (found, _) = refine(picture([above, under], paper=220), [Found(thought, 0.9, 0.4, (1,)), Found(above, 0.9, 0.9)])
    assert abs(found.corners[1, 0] - thought[1, 0]) < 0.01
    assert abs(found.corners[0, 0] - under[0, 0]) < 1.5


def test_a_card_at_the_pictures_border_does_no_harm() -> None:
    card = card_at(5, 5)
    (found,) = refine(picture([card]), [Found(card, 0.9, 0.9)])
    assert np.all(np.isfinite(found.corners))
