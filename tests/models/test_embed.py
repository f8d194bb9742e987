"""The embedding, fitted to made-up ends: whoever prints a deck prints all its cards alike."""

from __future__ import annotations

import numpy as np
import pytest

from vision.classify.embedding import Embedding, kinship
from vision.classify.evidence import FEATURES

pytest.importorskip("torch")

from models.training.embed import FEWEST, Ends, embed

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
    embedding = Embedding.of(embed(tables, steps=300))
    fresh = rng.normal(size=(8, SHARED))
    strangers = 0
    for one, other in zip(fresh, np.roll(fresh, 1, axis=0), strict=True):
        ends = printed(rng, "one", one).features.astype(float).reshape(-1, 2, FEATURES)
        ends[3] = printed(rng, "other", other).features[:2]
        strangers += int(kinship(embedding(ends)).max(axis=1).argmin()) == 3
    assert strangers >= 6, "of eight; by chance it is one"


def test_tables_of_one_deck_are_not_told_from_each_other() -> None:
    """To be near a table of the same deck is as right as to be near one's own."""
    rng = np.random.default_rng(5)
    maker = rng.normal(size=SHARED)
    same = embed([printed(rng, "own", maker) for _ in range(4)], steps=30)
    assert np.isfinite(same["first"]).all()


def test_a_table_of_few_ends_teaches_nothing() -> None:
    rng = np.random.default_rng(7)
    tables = [printed(rng, str(number), rng.normal(size=SHARED)) for number in range(3)]
    few = Ends(np.full((FEWEST - 1, FEATURES), 900, np.float16), np.arange(FEWEST - 1), "few")
    for with_it, without in zip(*(embed(some, steps=5).values() for some in ([*tables, few], tables)), strict=True):
        np.testing.assert_array_equal(with_it, without)
