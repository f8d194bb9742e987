"""What the parter is shown: windows in changing light, and the same truth about them."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("torch", reason="training alone needs PyTorch")

from models.training.lessons import finder, parter


def test_light_changes_the_window_and_not_what_lies_there() -> None:
    rng = np.random.default_rng(3)
    windows = rng.integers(0, 256, (24, 64, 64, 3), dtype=np.uint8)
    wanted = rng.normal(size=(24, 10, 8, 8)).astype(np.float32)
    plain, told = finder.vary(np.random.default_rng(5), (windows.copy(), wanted.copy()))
    seen, kept = parter.vary(np.random.default_rng(5), (windows.copy(), wanted.copy()))
    again, _ = parter.vary(np.random.default_rng(5), (windows.copy(), wanted.copy()))
    assert seen.dtype == np.uint8
    assert np.array_equal(told, kept)
    assert np.array_equal(seen, again)
    levels = np.asarray(seen, np.float64).mean(axis=(1, 2, 3)) - np.asarray(plain, np.float64).mean(axis=(1, 2, 3))
    assert 3 < levels.std() < 25
    assert all(np.corrcoef(np.ravel(one), np.ravel(other))[0, 1] > 0.6 for one, other in zip(plain, seen, strict=True))
