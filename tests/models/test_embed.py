"""The embedding, fitted to made-up ends: whoever prints a deck prints all its cards alike."""

from __future__ import annotations

import numpy as np
import pytest

from vision.classify.embedding import Embedding, kinship
from vision.classify.evidence import FEATURES

pytest.importorskip("torch")

import torch

from models.training.embed import FEWEST, Ends, _loss, embed

ENDS, SHARED = 16, 60


def printed(rng: np.random.Generator, deck: str, maker: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> Ends:
    """Both ends of eight cards: a few features are their maker's, the others any, each of another scale."""
    features = rng.normal(size=(ENDS, FEATURES))
    features[:, : len(maker)] = maker + 0.3 * features[:, : len(maker)]
    return Ends((features * np.linspace(0.1, 20, FEATURES) + 5).astype(np.float16), np.arange(ENDS) // 2, deck)


def test_ends_of_one_maker_lie_near_each_other_and_those_of_another_do_not() -> None:
    rng = np.random.default_rng(3)
    makers = rng.normal(size=(60, SHARED))
    tables = [printed(rng, f"deck {number}", maker) for number, maker in enumerate(makers)]
    embedding = Embedding.of(embed(tables, steps=800))
    fresh = rng.normal(size=(8, SHARED))
    strangers = 0
    for one, other in zip(fresh, np.roll(fresh, 1, axis=0), strict=True):
        ends = printed(rng, "one", one).features.astype(float).reshape(-1, 2, FEATURES)
        ends[3] = printed(rng, "other", other).features[:2]
        strangers += int(kinship(embedding(ends), np.arange(len(ends))).max(axis=1).argmin()) == 3
    assert strangers >= 6, "of eight; by chance it is one"


def test_an_end_is_to_pick_one_of_its_deck_on_whatever_table_it_lies() -> None:
    """Two tables, each of two cards with one end in view, far from each other."""
    points = torch.tensor([[0.0], [0.1], [9.0], [9.1]])
    own = torch.eye(4, dtype=torch.bool)
    apart = torch.tensor([[True, True, False, False]] * 2 + [[False, False, True, True]] * 2)
    one = torch.ones((4, 4), dtype=torch.bool)
    right, same, wrong = (float(_loss(points, own, of_one_deck)) for of_one_deck in (apart, one, ~apart))
    assert right == pytest.approx(0, abs=1e-4)
    assert same == pytest.approx(0, abs=1e-4)
    assert wrong > 5


def test_a_table_of_few_ends_teaches_nothing() -> None:
    rng = np.random.default_rng(7)
    tables = [printed(rng, str(number), rng.normal(size=SHARED)) for number in range(3)]
    few = Ends(np.full((FEWEST - 1, FEATURES), 900, np.float16), np.arange(FEWEST - 1), "few")
    for with_it, without in zip(*(embed(some, steps=5).values() for some in ([*tables, few], tables)), strict=True):
        np.testing.assert_array_equal(with_it, without)
