"""How training the marks network varies what it is shown, and what it counts."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from models.training.labels import NO_RANK, NO_SUIT
from tests.models.test_end_samples import paper

torch = pytest.importorskip("torch")

from models.training.lessons import marks  # noqa: E402


def test_a_numeral_is_printed_on_an_open_end_each_time_anew() -> None:
    crops, labels = paper(200), np.tile([NO_RANK, 2, 250], (200, 1))
    (one, told), (other, _) = (marks.vary(np.random.default_rng(seed), (crops, labels)) for seed in (1, 2))
    assert set(told[:, 0]) == set(range(NO_RANK + 1))
    assert set(told[:, 1]) == {2}
    printed = (one[..., :3].min(axis=(1, 2, 3)) < 190) | (told[:, 0] == NO_RANK)
    assert printed.mean() > 0.9, "some ink is pale"
    assert not np.array_equal(one, other)


def test_an_end_that_has_its_numeral_keeps_it() -> None:
    crops, labels = paper(60), np.tile([4, 1, 0], (60, 1))
    varied, told = marks.vary(np.random.default_rng(1), (crops, labels))
    assert {tuple(label) for label in told.tolist()} == {(4, 1)}
    assert varied[..., :3].min() > 150, "noise alone"
    assert (varied[..., 3] > 250).mean() > 0.99


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
