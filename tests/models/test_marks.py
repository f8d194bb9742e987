"""What the marks network is shown in training: ends of cards, and what is said to stand on them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from models.deck.style import HOUSE
from models.scenes.cards.decks import Deck
from models.scenes.cards.library import own_deck
from vision.classify.evidence import FEATURES, MARKS
from vision.rectify import END

torch = pytest.importorskip("torch")

from models.training.labels import RANKS, SUITS  # noqa: E402
from models.training.lessons import marks  # noqa: E402
from models.training.lessons.marks import NO_RANK, NO_SUIT  # noqa: E402
from models.training.nets import Marks  # noqa: E402
from models.training.samples.overprint import _boxed, overprint  # noqa: E402

COUNT = 24


@pytest.fixture(scope="module")
def deck() -> Deck:
    return own_deck(200)


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few samples, and none of a deck that has to be drawn first."""
    monkeypatch.setattr(marks, "SAMPLES", COUNT)
    monkeypatch.setattr(marks, "NEW", 0.0)
    monkeypatch.setattr(marks, "new_styles", lambda rng: [])


@pytest.mark.usefixtures("few")
def test_ends_have_the_networks_shape_and_labels_in_range(deck: Deck) -> None:
    crops, labels = marks.make([deck], np.ones(1), 3)
    assert crops.shape == (COUNT, END.height, END.width, 4)
    assert crops.dtype == np.uint8
    assert labels.shape == (COUNT, 3)
    assert set(labels[labels[:, 2] > 0, 0]) == {NO_RANK}, "no numeral yet"
    assert set(labels[:, 0]) <= set(range(NO_RANK + 1))
    assert set(labels[:, 1]) <= set(range(NO_SUIT + 1))
    assert len(set(labels[:, 0])) > 4
    assert crops[..., 3].mean(axis=(1, 2)).min() > 255 * marks.LEAST_IN_VIEW


@pytest.mark.usefixtures("few")
def test_the_same_seed_makes_the_same(deck: Deck) -> None:
    one, again = (marks.make([deck], np.ones(1), 9) for _ in range(2))
    np.testing.assert_array_equal(one[0], again[0])
    np.testing.assert_array_equal(one[1], again[1])


def test_a_face_as_it_was_printed_is_labelled_by_its_own_marks(deck: Deck) -> None:
    king, eight, joker = (marks.as_printed(deck, name) for name in ("12b", "8o", "joker"))
    assert (RANKS[king.rank], SUITS[king.suit]) == (12, "b")
    assert (RANKS[eight.rank], SUITS[eight.suit]) == (8, "o")
    assert (joker.rank, joker.suit) == (NO_RANK, NO_SUIT)


def test_the_art_alone_has_no_marks() -> None:
    plain = marks.bare(HOUSE, 200, ("3c",))
    shown = plain.marks_of("3c")
    assert (shown.numeral, shown.pinta) == (None, None)
    assert list(plain.faces) == ["3c"]


def test_a_given_face_loses_what_stands_at_its_ends_and_keeps_its_middle(deck: Deck) -> None:
    face = deck.levels("12b")[0]
    bare = marks.bared(face)
    rows, columns = face.shape[:2]
    np.testing.assert_array_equal(bare[..., 3], face[..., 3])
    middle = (slice(rows // 4, -rows // 4), slice(columns // 6, -columns // 6))
    np.testing.assert_array_equal(bare[middle], face[middle])
    corner = bare[rows // 30 : rows // 8, columns // 12 : columns // 5, :3].reshape(-1, 3)
    assert np.all(corner.std(axis=0) < 1), "paper alone"


def ends(count: int) -> NDArray[np.uint8]:
    """Ends of plain paper, in view as a whole."""
    paper = np.full((count, END.height, END.width, 4), 220, np.uint8)
    paper[..., 3] = 255
    return paper


def test_a_numeral_is_printed_on_an_open_end_each_time_anew() -> None:
    crops, labels = ends(200), np.tile([NO_RANK, 2, 250], (200, 1))
    (one, told), (other, _) = (marks.vary(np.random.default_rng(seed), (crops, labels)) for seed in (1, 2))
    assert set(told[:, 0]) == set(range(NO_RANK + 1))
    assert set(told[:, 1]) == {2}
    printed = (one[..., :3].min(axis=(1, 2, 3)) < 190) | (told[:, 0] == NO_RANK)
    assert printed.mean() > 0.9, "some ink is pale"
    assert not np.array_equal(one, other)


def test_an_end_that_has_its_numeral_keeps_it() -> None:
    crops, labels = ends(60), np.tile([4, 1, 0], (60, 1))
    varied, told = marks.vary(np.random.default_rng(1), (crops, labels))
    assert {tuple(label) for label in told.tolist()} == {(4, 1)}
    assert varied[..., :3].min() > 150, "noise alone"
    assert (varied[..., 3] > 250).mean() > 0.99


def test_what_is_covered_is_not_printed_on() -> None:
    crops = ends(40)
    crops[:, :, :96, 3] = 0
    printed = [overprint(np.random.default_rng(seed), crop, "7", 300.0) for seed, crop in enumerate(crops)]
    np.testing.assert_array_equal(np.stack(printed)[:, :, :96], crops[:, :, :96])


@pytest.mark.parametrize("length", [92.0, 400.0])
def test_every_numeral_fits_on_an_end(length: float) -> None:
    rng = np.random.default_rng(5)
    for text in ("1", "7", "11", "12", "JOKER"):
        for _ in range(60):
            assert overprint(rng, ends(1)[0], text, length).shape == (END.height, END.width, 4)


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


def logits_for(labels: NDArray[np.int64], how: float) -> Any:
    logits = np.zeros((len(labels), NO_RANK + 1 + NO_SUIT + 1), np.float32)
    rows = np.arange(len(labels))
    logits[rows, labels[:, 0]] = logits[rows, NO_RANK + 1 + labels[:, 1]] = how
    return torch.from_numpy(logits)


def test_the_loss_is_none_where_both_marks_are_read_and_the_report_says_so() -> None:
    labels = np.array([[0, 3], [NO_RANK, NO_SUIT], [11, 0]])
    right, wrong = logits_for(labels, 20.0), logits_for((labels + 1) % (NO_SUIT + 1), 20.0)
    truth = torch.from_numpy(labels)
    assert [float(loss) for loss in marks.losses(right, truth)] == pytest.approx([0, 0], abs=1e-3)
    assert min(float(loss) for loss in marks.losses(wrong, truth)) > 5
    assert marks.report(right, truth) == "rank 1.0000 sure 1.000 wrong 0 suit 1.0000 sure 1.000 wrong 0"
    assert "suit 0.0000 sure 1.000 wrong 3" in marks.report(wrong, truth)


def test_the_network_gives_eighteen_logits_of_an_end_in_bytes_and_what_it_goes_by() -> None:
    network = Marks().eval()
    with torch.no_grad():
        answer = network(torch.zeros((2, END.height, END.width, 4), dtype=torch.uint8))
    assert tuple(answer.shape) == (2, MARKS + FEATURES)
    assert sum(values.numel() for values in network.parameters()) <= 300_000
