"""The marks that are printed over any art: in the ends alone, both the same, and those that were asked for."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.random import default_rng
from numpy.typing import NDArray

from models.deck.ends.frame import GAPS
from models.training.samples.imprint import END, imprint

U8 = NDArray[np.uint8]
ROWS, COLUMNS = 760, 488
PAPER = 245


def blank(level: int = PAPER) -> U8:
    """A card of nothing but paper."""
    card = np.full((ROWS, COLUMNS, 4), 255, np.uint8)
    card[..., :3] = level
    return card


def patterned() -> U8:
    """A card that is as full as an art may be, its rim of paper."""
    card = blank()
    card[60:-60, 50:-50, :3] = default_rng(1).integers(0, 255, (ROWS - 120, COLUMNS - 100, 3))
    return card


def inked(printed: U8, art: U8) -> NDArray[np.bool_]:
    return np.asarray(np.abs(printed[..., :3].astype(int) - art[..., :3]).max(axis=2) > 20)


@pytest.mark.parametrize("seed", range(8))
def test_nothing_is_printed_between_the_ends(seed: int) -> None:
    art = patterned()
    printed = imprint(default_rng(seed), art, "12", "b")
    deep = round(ROWS * END)
    np.testing.assert_array_equal(printed[deep:-deep], art[deep:-deep])
    assert inked(printed, art)[:deep].any()


@pytest.mark.parametrize("seed", range(8))
def test_both_ends_are_the_same_and_the_art_itself_stays_as_it_was(seed: int) -> None:
    art = blank()
    before = art.copy()
    printed = imprint(default_rng(seed), art, "7", "e")
    np.testing.assert_array_equal(art, before)
    assert printed.shape == art.shape
    np.testing.assert_array_equal(printed, printed[::-1, ::-1])


def test_a_card_without_marks_stays_paper() -> None:
    for seed in range(8):
        assert not inked(imprint(default_rng(seed), blank(), None, None), blank()).any()


def test_what_is_transparent_stays_so() -> None:
    art = blank()
    art[:40, :40] = 0
    printed = imprint(default_rng(3), art, "1", "c")
    np.testing.assert_array_equal(printed[..., 3], art[..., 3])
    assert np.all(printed[..., :3] <= printed[..., 3:])


@pytest.mark.parametrize("seed", range(8))
def test_a_numeral_stands_at_the_left_of_each_end(seed: int) -> None:
    ink = inked(imprint(default_rng(seed), blank(), "4", None), blank())
    columns = np.flatnonzero(ink[: round(ROWS * END)].any(axis=0))
    assert len(columns)
    assert np.median(columns) < COLUMNS / 2


def breaks(ink: NDArray[np.bool_]) -> int:
    """How many breaks the line along the upper end has: in the row in which most of it is drawn."""
    row = ink[np.argmax(ink[: round(ROWS * END)].sum(axis=1))]
    begins = np.flatnonzero(np.diff(np.concatenate([[0], row.astype(np.int8)])) == 1)
    return len(begins) - 1


@pytest.mark.parametrize("suit", "oceb")
def test_the_line_along_an_end_has_the_suits_breaks(suit: str) -> None:
    counted = [breaks(inked(imprint(default_rng(seed), blank(), None, suit), blank())) for seed in range(12)]
    assert counted == [GAPS[suit]] * 12


def test_on_a_dark_card_the_marks_are_light() -> None:
    art = blank(30)
    printed = imprint(default_rng(2), art, "5", "c")
    assert printed[inked(printed, art)][:, :3].astype(int).mean() > 120
