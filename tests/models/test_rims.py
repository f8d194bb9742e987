"""What the rims network is trained on varies as pictures do, and it asks of every side of a card the same."""

from __future__ import annotations

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training alone needs PyTorch")

from models.training.lessons import rims  # noqa: E402
from models.training.nets import Rims  # noqa: E402


def shown(count: int = 64) -> np.ndarray:
    """Noise around cards, half of which is hidden by other things."""
    cut_outs = np.random.default_rng(4).integers(20, 220, (count, 176, 32, 4), dtype=np.uint8)
    cut_outs[..., 3] = np.where(cut_outs[..., 3] > 120, 255, 0)
    return cut_outs


def test_what_varies_is_how_it_looks_and_not_what_is_wanted() -> None:
    seen, wanted = shown(), np.arange(64, dtype=np.float32)[:, np.newaxis]
    batches = [rims.vary(np.random.default_rng(number), (seen, wanted)) for number in range(24)]
    assert all((told == wanted).all() for _, told in batches)
    assert sum((varied != seen).any() for varied, _ in batches) > 12
    assert all(
        (varied[..., 3] == seen[..., 3]).all() or (varied[..., 3] == seen[:, :, ::-1, 3]).all() for varied, _ in batches
    )
    levels = [np.sort(varied[..., :3].mean(axis=(0, 1, 2))) for varied, _ in batches]
    np.testing.assert_allclose(levels, [np.sort(seen[..., :3].mean(axis=(0, 1, 2)))] * 24, atol=1.5)


def test_neither_the_first_side_nor_the_light_matters() -> None:
    network, cut_outs = Rims().eval(), shown(8)
    turned = np.roll(cut_outs, 44, axis=1)
    darker = cut_outs.copy()
    darker[..., :3] //= 2
    with torch.no_grad():
        said, other, dark = (network(torch.from_numpy(each)) for each in (cut_outs, turned, darker))
    assert said.shape == (8, 1)
    torch.testing.assert_close(said, other)
    assert (said - dark).abs().max() < said.std()


def test_the_report_tells_how_many_are_found_at_few_false_alarms() -> None:
    logits = torch.cat([torch.linspace(-5, 0, 1000), torch.linspace(-1, 5, 6)])[:, None]
    wanted = torch.cat([torch.zeros(1000), torch.ones(6)])[:, None]
    assert "0.03: 0.83 0.01: 0.83 0.003: 0.83" in rims.report(logits, wanted)
