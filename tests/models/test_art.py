"""The training of the art, on samples that take nothing to draw."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from models.scenes.cards.decks import Deck
from models.training.labels import RANKS, SUITS
from models.training.samples.crops import NO_CARD
from models.training.samples.feed import Arrays
from vision.arrays import F64

torch = pytest.importorskip("torch", reason="training alone needs PyTorch")

from models.training.lessons import art  # noqa: E402
from models.training.loop import Course, Run  # noqa: E402

PART = 32


def ruled(decks: list[Deck], shares: F64, seed: int) -> Arrays:
    """Cards whose rank is how far up, and whose suit how far to the left a line lies, or none."""
    rng = np.random.default_rng(seed)
    crops = np.full((PART, 128, 80, 4), 255, np.uint8)
    labels = np.tile(NO_CARD, (PART, 1))
    for crop, label in zip(crops[: PART * 3 // 4], labels, strict=False):
        rank, suit = int(rng.integers(len(RANKS))), int(rng.integers(len(SUITS)))
        crop[4 + 5 * rank : 8 + 5 * rank, 10 * suit : 10 * suit + 30, :3] = 0
        label[:] = rank, suit, 1
    return crops, labels


SMALL = replace(art.LESSON, make=ruled, part=PART, parts=2, batch=16, rate=2e-2)


def test_the_art_learns_and_goes_on_from_its_checkpoint(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for chunks in (1, 2):
        SMALL.train([Deck("ruled", {})], np.ones(1), tmp_path / "art.pt", Course(chunks, passes=10, seed=5))
    said = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert [words[1] for words in said] == ["1/1", "2/2"]
    first, second = (sum(map(float, words[3:6])) for words in said)
    assert second < first


def test_half_of_the_cards_are_shown_upside_down() -> None:
    crops = np.zeros((400, 128, 80, 4), np.uint8)
    crops[:, 0, 0] = 255
    turned, _ = art.LESSON.vary(np.random.default_rng(1), (crops, np.zeros((400, 3))))
    upright, over = turned[:, 0, 0, 0] == 255, turned[:, -1, -1, 0] == 255
    assert (upright ^ over).all()
    assert 160 < over.sum() < 240


def test_the_seed_decides_with_which_weights_it_begins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    weights = []

    def stop(run: Run, path: Path) -> None:
        weights.append(float(run.network.head.weight.detach().sum()))
        raise InterruptedError

    monkeypatch.setattr(Run, "resume", stop)
    for seed in (5, 6, 5):
        with pytest.raises(InterruptedError):
            SMALL.train([], np.ones(0), tmp_path / "art.pt", Course(1, passes=1, seed=seed))
    assert weights[0] == weights[2] != weights[1]


def test_weights_of_another_form_are_told_as_that() -> None:
    run = Run(art.LESSON.network(), 1, 1e-3)
    of_before = {**run.network.state_dict(), "head.weight": torch.zeros(17, 192)}
    with pytest.raises(RuntimeError, match="size mismatch for head"):
        run.begin_with(of_before)
