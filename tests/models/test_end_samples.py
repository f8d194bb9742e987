"""Ends of cards as the marks network is shown them, and what is said to stand on them."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from models.deck.style import HOUSE
from models.scenes.arrays import SQUARE
from models.scenes.cards.decks import Deck
from models.scenes.cards.library import own_deck
from models.scenes.table import sprites
from models.scenes.table.things import THINGS
from models.training.labels import NO_RANK, NO_SUIT, RANKS, SUITS
from models.training.samples import ends
from models.training.samples.overprint import _boxed, overprint
from models.training.samples.shots import Shot
from vision.arrays import U8
from vision.classify.evidence import LEAST_IN_VIEW
from vision.rectify import END

COUNT = 24


@pytest.fixture(scope="module")
def deck() -> Deck:
    return own_deck(200)


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few samples, and none of a deck that has to be drawn first."""
    monkeypatch.setattr(ends, "SAMPLES", COUNT)
    monkeypatch.setattr(ends, "NEW", 0.0)
    monkeypatch.setattr(ends, "new_styles", lambda rng: [])


@pytest.mark.usefixtures("few")
def test_ends_have_the_networks_shape_and_labels_in_range(deck: Deck) -> None:
    crops, labels = ends.make([deck], np.ones(1), 3)
    assert crops.shape == (COUNT, END.height, END.width, 4)
    assert crops.dtype == np.uint8
    assert labels.shape == (COUNT, 3)
    assert set(labels[labels[:, 2] > 0, 0]) == {NO_RANK}, "no numeral yet"
    assert set(labels[:, 0]) <= set(range(NO_RANK + 1))
    assert set(labels[:, 1]) <= set(range(NO_SUIT + 1))
    assert len(set(labels[:, 0])) > 4
    assert crops[..., 3].mean(axis=(1, 2)).min() > 255 * LEAST_IN_VIEW


@pytest.mark.usefixtures("few")
def test_the_same_seed_makes_the_same(deck: Deck) -> None:
    one, again = (ends.make([deck], np.ones(1), 9) for _ in range(2))
    np.testing.assert_array_equal(one[0], again[0])
    np.testing.assert_array_equal(one[1], again[1])


def test_beads_of_measured_tables_lie_on_no_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    variants = set[int]()

    def bead(kind: str, variant: int) -> tuple[U8, ...]:
        variants.add(variant)
        return sprites.bead(kind, 0)

    monkeypatch.setattr(ends, "bead", bead)
    corners = SQUARE * 40.0 + 60
    for seed in range(2000):
        ends._beads(np.random.default_rng(seed), Shot(np.zeros((120, 120, 3), np.uint8), corners, 80.0, []))
    assert len(variants) > THINGS
    assert not variants & set(range(THINGS, 2 * THINGS))


def test_a_face_as_it_was_printed_is_labelled_by_its_own_marks(deck: Deck) -> None:
    king, eight, joker = (ends.as_printed(deck, name) for name in ("12b", "8o", "joker"))
    assert (RANKS[king.rank], SUITS[king.suit]) == (12, "b")
    assert (RANKS[eight.rank], SUITS[eight.suit]) == (8, "o")
    assert (joker.rank, joker.suit) == (NO_RANK, NO_SUIT)


def test_the_art_alone_has_no_marks() -> None:
    plain = ends.bare(HOUSE, 200, ("3c",))
    shown = plain.marks_of("3c")
    assert (shown.numeral, shown.pinta) == (None, None)
    assert list(plain.faces) == ["3c"]


def test_a_given_face_loses_what_stands_at_its_ends_and_keeps_its_middle(deck: Deck) -> None:
    face = deck.levels("12b")[0]
    bare = ends.bared(face)
    rows, columns = face.shape[:2]
    np.testing.assert_array_equal(bare[..., 3], face[..., 3])
    middle = (slice(rows // 4, -rows // 4), slice(columns // 6, -columns // 6))
    np.testing.assert_array_equal(bare[middle], face[middle])
    corner = bare[rows // 30 : rows // 8, columns // 12 : columns // 5, :3].reshape(-1, 3)
    assert np.all(corner.std(axis=0) < 1), "paper alone"


def paper(count: int) -> NDArray[np.uint8]:
    """Ends of plain paper, in view as a whole."""
    whole = np.full((count, END.height, END.width, 4), 220, np.uint8)
    whole[..., 3] = 255
    return whole


def test_what_is_covered_is_not_printed_on() -> None:
    crops = paper(40)
    crops[:, :, :96, 3] = 0
    printed = [overprint(np.random.default_rng(seed), crop, "7", 300.0) for seed, crop in enumerate(crops)]
    np.testing.assert_array_equal(np.stack(printed)[:, :, :96], crops[:, :, :96])


@pytest.mark.parametrize("length", [92.0, 400.0])
def test_every_numeral_fits_on_an_end(length: float) -> None:
    rng = np.random.default_rng(5)
    for text in ("1", "7", "11", "12", "JOKER"):
        for _ in range(60):
            assert overprint(rng, paper(1)[0], text, length).shape == (END.height, END.width, 4)


def test_a_filled_box_or_disc_stands_around_the_whole_numeral() -> None:
    shapes = set()
    for seed in range(40):
        boxed = _boxed(np.random.default_rng(seed), np.full((40, 60), 255, np.uint8))
        rows, columns = ((side - inner) // 2 for side, inner in zip(boxed.shape, (40, 60), strict=True))
        if boxed[rows + 20, columns + 30]:
            continue  # outlined
        shapes.add(boxed.shape[0] == boxed.shape[1])
        around = boxed[rows - 1 : rows + 41, columns - 1 : columns + 61]
        assert around[[0, 0, -1, -1], [0, -1, 0, -1]].all()
        assert not around[1:-1, 1:-1].any()
    assert shapes == {False, True}
