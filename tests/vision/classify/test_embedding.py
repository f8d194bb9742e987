"""Whose print an end shows, by where it lies among all makers' ends."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import ArrayLike

from tests.vision.scripted import ship
from vision.classify.embedding import Embedding, kinship
from vision.classify.evidence import FEATURES
from vision.network import ModelError


def test_each_end_is_held_against_the_ends_of_the_other_cards() -> None:
    ends = np.zeros((4, 2, 3))
    ends[3] = [[2.0, 0, 0], [0, 0, 1.0]]
    near = kinship(ends, np.arange(4))
    assert near[3] == pytest.approx([-4.0, -1.0]), "the card's own other end does not count"
    mean = np.log((4 + np.exp(-4) + np.exp(-1)) / 6)
    np.testing.assert_allclose(near[:3], mean)


def test_an_embedding_is_two_layers() -> None:
    first, last = np.zeros((FEATURES + 1, 2)), np.array([[1.0], [10.0], [0.5]])
    first[0, 0], first[1, 1], first[-1] = 1.0, 1.0, [0.0, -1.0]
    features = np.zeros((2, 2, FEATURES))
    features[1, 0, :2] = [3.0, 5.0]
    said = Embedding.of({"first": first, "last": last})(features)
    assert said[..., 0].tolist() == [[0.5, 0.5], [43.5, 0.5]]


@pytest.mark.parametrize(
    "arrays",
    [
        {},
        {"first": np.zeros((FEATURES + 1, 4))},
        {"first": np.zeros((FEATURES, 4)), "last": np.zeros((5, 2))},
        {"first": np.zeros((FEATURES + 1, 4)), "last": np.zeros((4, 2))},
        {"first": np.full((FEATURES + 1, 4), np.nan), "last": np.zeros((5, 2))},
    ],
)
def test_a_file_that_holds_no_embedding_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arrays: dict[str, ArrayLike]
) -> None:
    ship("embedding.npz", arrays, tmp_path, monkeypatch)
    with pytest.raises(ModelError, match=r"^the model file embedding\.npz is not one$"):
        Embedding.shipped()
