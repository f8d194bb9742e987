"""Corners put where the aligner's network says that they are."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.scripted import card_at
from vision.geometry import Corners
from vision.locate.aligner import LOOKS, LOOSE, Aligner
from vision.locate.found import Found


def says(off: list[list[float]]) -> Aligner:
    """An aligner whose network says the same of every card: how far each corner is off, in shares of the cut-out."""

    def network(cut_outs: NDArray[np.uint8]) -> NDArray[np.float32]:
        assert cut_outs.shape[1:] == (LOOSE.height, LOOSE.width, 4)
        row = np.concatenate([np.ravel(off), np.zeros(4)]).astype(np.float32)
        return np.tile(row, (len(cut_outs), 1))

    return Aligner(network)


def picture() -> NDArray[np.uint8]:
    return np.full((400, 500, 3), 90, np.uint8)


@pytest.mark.parametrize("turned", [0, 30, 135, 270])
def test_corners_move_as_the_card_lies(turned: float) -> None:
    card = card_at(250, 200, turned)
    share = 0.03
    (found,) = says([[share, 0]] * 4).align(picture(), [Found(card, 0.9, 0.9)])
    across = (card[1] - card[0]) / (1 - 2 * LOOSE.margin)
    np.testing.assert_allclose(found.corners, card + share * across, atol=0.01)


def test_one_corner_moves_alone_and_the_rest_of_what_was_found_stays() -> None:
    card = card_at(250, 200)
    thing = Found(card, 0.8, 0.7)
    (found,) = says([[0, 0], [0, 0], [0, -0.1], [0, 0]]).align(picture(), [thing])
    np.testing.assert_allclose(found.corners[[0, 1, 3]], card[[0, 1, 3]], atol=0.01)
    assert found.corners[2, 1] < card[2, 1] - 10
    assert (found.score, found.seen, found.under) == (0.8, 0.7, ())


def test_what_lies_on_top_is_masked_and_what_lies_under_it_looked_at_again() -> None:
    seen: list[NDArray[np.uint8]] = []

    def network(cut_outs: NDArray[np.uint8]) -> NDArray[np.float32]:
        seen.append(cut_outs)
        return np.zeros((len(cut_outs), 12), np.float32)

    under, above = card_at(220, 200), card_at(240, 200)
    Aligner(network).align(picture(), [Found(under, 0.9, 0.4, (1,)), Found(above, 0.9, 0.9)])
    assert [len(cut_outs) for cut_outs in seen] == [2, 1]
    shares = seen[0][..., 3].mean(axis=(1, 2)) / 255
    assert shares[1] == 1
    assert 0.3 < shares[0] < 0.7


@pytest.mark.parametrize(("share", "looks"), [(0.03, 1), (0.06, LOOKS)])
def test_what_was_far_off_is_looked_at_again_and_not_for_ever(share: float, looks: int) -> None:
    """The network says each time that the card lies as far to the right."""
    seen: list[int] = []

    def network(cut_outs: NDArray[np.uint8]) -> NDArray[np.float32]:
        seen.append(len(cut_outs))
        return np.tile(np.array([share, 0] * 4 + [0] * 4, np.float32), (len(cut_outs), 1))

    card = card_at(200, 200)
    (found,) = Aligner(network).align(picture(), [Found(card, 0.9, 0.9)])
    assert seen == [1] * looks
    across = (card[1] - card[0]) / (1 - 2 * LOOSE.margin)
    np.testing.assert_allclose(found.corners, card + looks * share * across, atol=0.05)


def test_only_what_was_far_off_is_looked_at_again() -> None:
    near, far = card_at(100, 200), card_at(300, 200)
    seen: list[int] = []

    def network(cut_outs: NDArray[np.uint8]) -> NDArray[np.float32]:
        seen.append(len(cut_outs))
        answer = np.zeros((len(cut_outs), 12), np.float32)
        if len(cut_outs) == 2:
            answer[1, :8:2] = 0.2
        return answer

    found = Aligner(network).align(picture(), [Found(near, 0.9, 0.9), Found(far, 0.9, 0.9)])
    assert seen == [2, 1]
    np.testing.assert_allclose(found[0].corners, near, atol=0.01)
    assert np.all(found[1].corners[:, 0] > far[:, 0] + 10)


def test_nothing_found_is_nothing_to_align() -> None:
    assert says([[0, 0]] * 4).align(picture(), []) == []


def test_a_card_at_the_pictures_border_does_no_harm() -> None:
    corners: Corners = card_at(5, 5)
    (found,) = says([[0.01, 0.01]] * 4).align(picture(), [Found(corners, 0.9, 0.9)])
    assert np.all(np.isfinite(found.corners))
