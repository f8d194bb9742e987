"""The network that reading is compared with is the published one."""

from __future__ import annotations

import numpy as np
import onnxruntime
import pytest
from numpy.typing import NDArray

from models.measuring.yolo11n import build


@pytest.fixture(scope="module")
def built() -> tuple[bytes, int, float]:
    return build()


def test_it_has_the_published_parameters_and_work(built: tuple[bytes, int, float]) -> None:
    _, parameters, gflop = built
    assert parameters == 2_616_248
    assert gflop == pytest.approx(6.5, abs=0.05)


def test_it_looks_at_a_picture_and_answers_with_boxes_and_probabilities(built: tuple[bytes, int, float]) -> None:
    session = onnxruntime.InferenceSession(built[0], providers=["CPUExecutionProvider"])
    values = np.random.default_rng(1).random((1, 3, 640, 640), np.float32)
    found: NDArray[np.float32] = session.run(None, {"images": values})[0]
    assert found.shape == (1, 84, 8400)
    assert np.all(np.isfinite(found))
    probable = found[0, 4:]
    assert 0 <= probable.min() < probable.max() <= 1
    assert np.all(found[0, 2:4] > 0), "every box has a width and a height"
