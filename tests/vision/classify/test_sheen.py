"""A pale card gets its contrast back; any other card stays as it is."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.classify.sheen import without_sheen


def card(dark: int, paper: int, covered: bool = False) -> NDArray[np.uint8]:
    """A cut-out: a print on paper, on a black table; the print's half under something."""
    pixels = np.full((128, 80, 4), 255, np.uint8)
    pixels[..., :3] = 0
    pixels[5:-5, 4:-4, :3] = paper
    pixels[40:80, 20:60, :3] = dark
    if covered:
        pixels[:70, :, :3] = 3
        pixels[:70, :, 3] = 0
    return pixels


@pytest.mark.parametrize("covered", [False, True])
def test_a_pale_card_s_print_is_dark_again(covered: bool) -> None:
    clear = without_sheen(card(210, 250, covered))
    assert clear[75, 40].tolist() == [20, 20, 20, 255]
    assert clear[100, 40].tolist() == [250, 250, 250, 255]
    assert np.array_equal(clear[..., 3], card(210, 250, covered)[..., 3])


@pytest.mark.parametrize(
    ("dark", "paper"), [(40, 250), (145, 250), (30, 60), (245, 250), (200, 200)],
    ids=["dark print", "not so dark", "a dark room", "nothing to be made out", "a blank card"],
)  # fmt: skip
def test_other_cards_stay_as_they_are(dark: int, paper: int) -> None:
    assert np.array_equal(without_sheen(card(dark, paper)), card(dark, paper))


def test_a_card_of_which_nothing_is_in_view_stays_as_it_is() -> None:
    hidden = card(210, 250)
    hidden[..., 3] = 0
    assert np.array_equal(without_sheen(hidden), hidden)
