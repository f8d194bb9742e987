"""Ends of cards printed and photographed by the device that trains."""

from __future__ import annotations

from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

torch = pytest.importorskip("torch")

from models.scenes.cards.library import own_deck  # noqa: E402
from models.training import ends  # noqa: E402
from models.training.batched import canvas, pool  # noqa: E402
from models.training.batched.glyphs import TEXTS, Glyphs  # noqa: E402
from models.training.batched.imprint import imprint  # noqa: E402
from models.training.batched.photograph import photograph  # noqa: E402
from models.training.batched.pool import Store  # noqa: E402
from models.training.labels import NO_RANK, NO_SUIT  # noqa: E402
from models.training.loop import Course  # noqa: E402
from vision.classify.evidence import MARKS  # noqa: E402
from vision.network import Network  # noqa: E402

CPU = torch.device("cpu")


@pytest.fixture(scope="module")
def glyphs() -> Glyphs:
    with get_context("fork").Pool(1) as workers:
        return Glyphs.drawn(workers, CPU)


def store_of(rank: int, count: int) -> tuple[NDArray[np.generic], ...]:
    """White ends of cards of that rank, as a store takes them."""
    size = (count, canvas.DEEP, canvas.WIDE, 4)
    return np.full(size, 255, np.uint8), np.ones((count, 3), np.float32), np.full((count, 3), rank)


def plain(count: int) -> torch.Tensor:
    """Ends of white cards, on which nothing is printed."""
    return torch.ones(count, 4, canvas.DEEP, canvas.WIDE)


def test_each_text_is_a_glyph_of_its_own(glyphs: Glyphs) -> None:
    first = glyphs.ink[0]
    assert len({bytes(first[number].numpy()) for number in range(len(TEXTS))}) == len(TEXTS)


def test_what_is_printed_is_what_the_label_says(glyphs: Glyphs) -> None:
    torch.manual_seed(1)
    printed = imprint(plain(400), torch.full((400, 3), 0.9), glyphs)
    is_inked = (printed.pictures[:, :3] < 0.6).flatten(1).any(1)
    is_marked = (printed.ranks != NO_RANK) | (printed.suits != NO_SUIT)
    assert is_inked[is_marked].float().mean() > 0.9, "but for ink that hardly shows"
    assert set(printed.ranks.tolist()) == set(range(NO_RANK + 1))
    assert set(printed.suits.tolist()) == set(range(NO_SUIT + 1))


def test_the_shipped_network_reads_what_is_printed_and_photographed(glyphs: Glyphs) -> None:
    torch.manual_seed(2)
    printed = imprint(plain(200), torch.full((200, 3), 0.9), glyphs)
    crops = photograph(printed.pictures, plain(200 * 4).unflatten(0, (200, 4)))
    assert crops.dtype == torch.uint8
    assert crops.shape == (200, 64, 192, 4)
    logits = torch.from_numpy(np.concatenate([Network("marks.onnx", 1)(part.numpy()) for part in crops.split(50)]))
    in_view = (crops[..., 3] == 255).flatten(1).all(1)
    said, last = (logits[:, : NO_RANK + 1], logits[:, NO_RANK + 1 : MARKS]), (NO_RANK, NO_SUIT)
    for part, wanted, none in zip(said, (printed.ranks, printed.suits), last, strict=True):
        is_seen = in_view & (wanted != none)
        right = part.argmax(1) == wanted
        assert is_seen.sum() > 40
        assert right[is_seen].float().mean() > 0.55, "by chance one in thirteen ranks would be, one in five suits"


def test_a_mirror_shows_no_marks(glyphs: Glyphs, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(400, CPU)
    store.keep(pool.given(own_deck(200)))
    store.add(store_of(3, 4))
    for share, is_marked in ((1.0, False), (0.0, True)):
        monkeypatch.setattr(ends, "MIRRORED", share)
        _, labels = ends.shown(store, glyphs, 30)
        assert ((labels[:, 0] != NO_RANK).any() or (labels[:, 1] != NO_SUIT).any()) == is_marked


def test_a_cover_is_not_in_view() -> None:
    torch.manual_seed(3)
    dark = plain(300 * 4)
    dark[:, :3] = 0
    crops = photograph(plain(300), dark.unflatten(0, (300, 4))).float()
    in_view = crops[..., 3] > 250
    covered = crops[..., 3] < 5
    some = covered.flatten(1).any(1) & in_view.flatten(1).any(1)
    tone = crops[..., :3].mean(-1)
    seen = torch.stack([tone[k][in_view[k]].mean() for k in range(300) if some[k]])
    hidden = torch.stack([tone[k][covered[k]].mean() for k in range(300) if some[k]])
    assert some.sum() > 50
    assert (seen > hidden).float().mean() > 0.9


def test_a_full_store_forgets_drawn_ends_and_keeps_given_ones() -> None:
    store = Store(5, CPU)
    store.keep(store_of(1, 2))
    for rank in (2, 3, 4):
        store.add(store_of(rank, 2))
    assert set(store.some(100, 1.0).ranks.tolist()) == {1}
    assert set(store.some(100, 0.0).ranks.tolist()) == {4}
    assert store.seen == 8


def test_given_decks_are_kept_with_their_marks_and_without() -> None:
    pictures, papers, labels = pool.given(own_deck(200))
    assert len(pictures) == len(papers) == len(labels)
    bare = labels[:, 2] == 1
    assert bare.mean() == 0.5
    assert (labels[bare, :2] == (NO_RANK, NO_SUIT)).all()
    assert set(labels[~bare, 0]) == set(range(NO_RANK + 1))


def test_a_run_goes_on_from_its_checkpoint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(ends, "STEPS", 2)
    monkeypatch.setattr(ends, "FIRST", 20)
    monkeypatch.setattr(ends.marks, "SAMPLES", 16)
    decks = [own_deck(200)]
    for chunks in (1, 2):
        ends.train(decks, np.ones(1), tmp_path / "marks.pt", Course(chunks, 1, 5), batch=16)
    said = capsys.readouterr().out
    assert "chunk 1/1" in said
    assert "chunk 2/2" in said
    assert "chunk 1/2" not in said
