"""Cards photographed by the device that trains, and the training of the art on them."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from models.scenes.arrays import F64
from models.scenes.cards.decks import Deck
from models.scenes.cards.library import own_deck
from models.training.labels import SUITS
from models.training.samples.crops import NO_CARD, NO_LABEL, label
from models.training.samples.feed import Arrays

torch = pytest.importorskip("torch", reason="training alone needs PyTorch")

from models.training.batched import shown as showing  # noqa: E402
from models.training.batched.canvas import LONG, WIDE  # noqa: E402
from models.training.batched.cards import ALL, FACES, FORTY, STRANGE, Cards, packed  # noqa: E402
from models.training.batched.photograph import SIZES, photograph  # noqa: E402
from models.training.batched.ring import Ring  # noqa: E402
from models.training.batched.table import OTHERS  # noqa: E402
from models.training.lessons import art  # noqa: E402
from models.training.loop import Course, Run  # noqa: E402

CPU = torch.device("cpu")


def alike(count: int, level: float, *more: int) -> torch.Tensor:
    """Cards of one grey."""
    cards = torch.ones(count, *more, 4, LONG, WIDE)
    cards[..., :3, :, :] = level
    return cards


def none(count: int) -> torch.Tensor:
    """No sample."""
    return torch.zeros(count, dtype=torch.bool)


@pytest.mark.parametrize("size", range(len(SIZES)))
def test_a_photograph_is_of_the_art_networks_shape(size: int) -> None:
    crops = photograph(alike(3, 1.0), alike(3, 0.5, OTHERS), none(3), none(3), size)
    assert crops.dtype == torch.uint8
    assert crops.shape == (3, 128, 80, 4)


def test_a_cover_is_not_in_view() -> None:
    torch.manual_seed(3)
    crops = photograph(alike(100, 1.0), alike(100, 0.0, OTHERS), none(100), none(100), 0).float()
    tone, in_view, covered = crops[..., :3].mean(-1), crops[..., 3] > 250, crops[..., 3] < 5
    lighter = [
        float(tone[k][in_view[k]].mean() - tone[k][covered[k]].mean())
        for k in range(100)
        if covered[k].any() and in_view[k].any()
    ]
    assert len(lighter) > 20
    assert np.mean(np.array(lighter) > 0) > 0.9, "but for what is too dark, or blurred away"


def test_a_card_that_nothing_covers_looks_like_its_face_and_an_absent_one_does_not() -> None:
    torch.manual_seed(4)
    coarse = torch.rand(1, 3, 6, 4)
    face = torch.cat([torch.nn.functional.interpolate(coarse, (LONG, WIDE)), torch.ones(1, 1, LONG, WIDE)], 1)
    nothing, absent = torch.zeros(80, OTHERS, 4, LONG, WIDE), none(80)
    absent[40:] = True
    crops = photograph(face.expand(80, -1, -1, -1), nothing, none(80), absent, len(SIZES) - 1).numpy()
    wanted = cv2.resize(face[0, :3].mean(0).numpy(), (80, 128))[8:-8, 8:-8]
    grey = crops[..., :3].mean(-1)[:, 8:-8, 8:-8]
    likeness = np.array(
        [max(np.corrcoef(way.ravel(), wanted.ravel())[0, 1] for way in (each, each[::-1, ::-1])) for each in grey]
    )
    assert np.median(likeness[:40]) > 0.7
    assert np.median(likeness[40:]) < 0.3


def test_what_lies_beside_a_misplaced_card_is_shown_and_not_its_edge_drawn_out() -> None:
    torch.manual_seed(5)
    card = alike(40, 1.0)
    card[:, :3] *= torch.arange(WIDE) // 8 % 2
    crops = photograph(card, card[:, None].expand(-1, OTHERS, -1, -1, -1), ~none(40), none(40), len(SIZES) - 1)
    change = crops[..., :3].float().mean((1, 3)).diff(dim=1).abs()
    left, right = change[:, :30].mean(1), change[:, -30:].mean(1)
    assert (torch.minimum(left, right) / torch.maximum(left, right)).median() > 0.4


def stored(cards: Cards) -> Ring:
    """A store of a deck, kept, and the same deck drawn."""
    ring = Ring(2 * cards.pictures.size, (ALL, LONG, WIDE, 4), (ALL, 3), CPU)
    deck = torch.from_numpy(cards.pictures)[None], torch.from_numpy(cards.labels)[None]
    ring.add(*deck)
    ring.keep()
    ring.add(*deck)
    return ring


def ruled_deck() -> Cards:
    """A deck whose suits alone can be told: by lines both ways, down, across, or none; what is no face is black."""
    down, across = (lines // 16 % 2 == 0 for lines in np.ogrid[:LONG, :WIDE])
    pictures = np.full((ALL, LONG, WIDE, 4), 255, np.uint8)
    for suit, ink in enumerate((down ^ across, down, across)):
        pictures[suit : FACES : len(SUITS), np.broadcast_to(ink, (LONG, WIDE)), :3] = 0
    pictures[FACES:, ..., :3] = 0
    labels = [label(name) for name in FORTY] + [NO_CARD] * (ALL - FACES)
    return Cards(pictures, np.array(labels))


def test_what_cannot_be_seen_has_no_rank_and_what_is_no_card_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    no_card = []

    def half_hidden(
        cards: torch.Tensor, others: torch.Tensor, misplaced: torch.Tensor, absent: torch.Tensor, size: int
    ) -> torch.Tensor:
        no_card.append(misplaced | absent)
        crops = torch.full((len(cards), 128, 80, 4), 255, dtype=torch.uint8)
        crops[::2, ..., 3] = 0
        return crops

    monkeypatch.setattr(showing, "photograph", half_hidden)
    monkeypatch.setattr(showing, "MISPLACED", 0.2)
    monkeypatch.setattr(showing, "ABSENT", 0.2)
    torch.manual_seed(5)
    _, labels = showing.shown(stored(ruled_deck()), 160)
    is_none = torch.cat(no_card)
    assert (labels[is_none] == torch.tensor(NO_CARD)).all()
    assert (labels[::2, :2] == NO_LABEL).all()
    assert (labels[1::2][~is_none[1::2], 0] != NO_LABEL).float().mean() > 0.6
    assert (labels[::2][~is_none[::2], 2] == 1).float().mean() > 0.6


def test_a_deck_is_stored_with_what_each_card_is() -> None:
    pictures, labels = packed(np.random.default_rng(1), own_deck(200), 0.0)
    assert pictures.shape == (ALL, LONG, WIDE, 4)
    assert [tuple(told) for told in labels[:FACES].tolist()] == [label(name) for name in FORTY]
    assert label("8o") in [tuple(told) for told in labels[FACES : FACES + STRANGE].tolist()]
    assert (labels[FACES + STRANGE :] == NO_CARD).all()


def test_a_deck_that_lacks_a_face_is_told_by_name() -> None:
    deck = own_deck(200)
    del deck.faces["7o"], deck.faces["12b"]
    with pytest.raises(ValueError, match="deck own: no 7o, 12b"):
        packed(np.random.default_rng(1), deck, 0.0)


def test_a_full_ring_forgets_the_oldest_and_keeps_what_is_kept() -> None:
    ring = Ring(5, (1,), (1,), CPU)
    for value in (1, 2, 3, 4):
        ring.add(torch.full((2, 1), value, dtype=torch.uint8), torch.full((2, 1), value))
        if value == 1:
            ring.keep()
    assert set(ring.labels[ring.any_rows(100, 1.0)].flatten().tolist()) == {1}
    pictures, labels = ring.some(100)
    assert set(pictures.flatten().tolist()) == set(labels.flatten().tolist()) == {4}


def test_a_ring_full_of_what_is_kept_says_so() -> None:
    ring, one = Ring(3, (1,), (1,), CPU), torch.zeros(1, 1, dtype=torch.uint8)
    for _ in range(3):
        ring.add(one, one)
    ring.keep()
    with pytest.raises(MemoryError, match="beside 3 that are kept"):
        ring.add(one, one)


def ruled(decks: list[Deck], shares: F64, seed: int) -> Cards:
    """In place of a deck that takes long to draw."""
    return ruled_deck()


def noise(decks: list[Deck], shares: F64, seed: int) -> Arrays:
    """In place of samples made one by one."""
    crops = np.random.default_rng(seed).integers(0, 256, (8, 128, 80, 4), dtype=np.uint8)
    return crops, np.tile(NO_CARD, (8, 1))


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """A training that takes little."""
    for name, value in (("BATCHES", 2), ("BATCH", {"cuda": 16, "cpu": 16}), ("ROUND", 2)):
        monkeypatch.setattr(art, name, value)
    monkeypatch.setattr(art, "packed", lambda rng, deck, otherwise: ruled_deck())
    monkeypatch.setattr(art, "drawn", ruled)
    monkeypatch.setattr(art, "make", noise)


@pytest.mark.usefixtures("small")
def test_the_art_learns_and_goes_on_from_its_checkpoint(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for chunks in (1, 2):
        course = Course(chunks, passes=10, seed=5, rate=2e-2)
        art.LESSON.train([Deck("ruled", {})], np.ones(1), tmp_path / "art.pt", course)
    said = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert [words[1] for words in said] == ["1/1", "2/2"]
    first, second = (sum(map(float, words[3:6])) for words in said)
    assert second < first


def test_the_seed_decides_with_which_weights_it_begins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    weights = []

    def stop(run: Run, *rest: object) -> None:
        weights.append(float(run.network.head.weight.detach().sum()))
        raise InterruptedError

    monkeypatch.setattr(art, "begin", stop)
    for seed in (5, 6, 5):
        with pytest.raises(InterruptedError):
            art.LESSON.train([], np.ones(0), tmp_path / "art.pt", Course(1, passes=1, seed=seed))
    assert weights[0] == weights[2] != weights[1]


def test_weights_of_another_form_are_told_as_that() -> None:
    run = Run(art.LESSON.network(), 1, 1e-3)
    of_before = {**run.network.state_dict(), "head.weight": torch.zeros(17, 192)}
    with pytest.raises(RuntimeError, match="size mismatch for head"):
        run.begin_with(of_before)


@pytest.mark.usefixtures("small")
def test_errors_of_those_who_draw_are_heard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(decks: list[Deck], shares: F64, seed: int) -> Cards:
        raise ValueError("no paper")

    monkeypatch.setattr(art, "drawn", fail)
    with pytest.raises(ValueError, match="no paper"):
        art.LESSON.train([Deck("ruled", {})], np.ones(1), tmp_path / "art.pt", Course(1, passes=1, seed=5))
