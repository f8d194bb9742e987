"""What the rims network is trained on varies as pictures do, and it asks of every side of a card the same."""

from __future__ import annotations

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training alone needs PyTorch")

from models.training.lessons import rims  # noqa: E402
from models.training.nets import Rims  # noqa: E402


def shown(tables: int = 12, cards: int = 6) -> np.ndarray:
    """Noise around cards, half of which is hidden by other things; a table's last place is empty."""
    cut_outs = np.random.default_rng(4).integers(20, 220, (tables, cards, 176, 32, 4), dtype=np.uint8)
    cut_outs[..., 3] = np.where(cut_outs[..., 3] > 120, 255, 0)
    cut_outs[:, -1] = 0
    return cut_outs


def test_what_varies_is_how_it_looks_and_how_many_cards_stick() -> None:
    seen, wanted = shown(), np.tile(np.array([1, 0, 1, 0, 1, np.nan], np.float32), (12, 1))
    varied, told = rims.vary(np.random.default_rng(1), (seen, wanted))
    stuck = (told == 1).sum(axis=1)
    assert set(stuck.tolist()) == {0, 1, 3}
    assert (told[:, [1, 3]] == 0).all()
    assert not varied[..., 3][np.isnan(told)].any(), "what is left out is no card"
    kept = ~np.isnan(told)
    assert (varied != seen)[kept].any()
    orders = [lambda rim: rim, lambda rim: rim[:, ::-1], lambda rim: np.roll(rim, 88, 0)]
    orders.append(lambda rim: orders[2](orders[1](rim)))
    masks = zip(varied[..., 3][kept], seen[..., 3][kept], strict=True)
    assert all(any((after == order(before)).all() for order in orders) for after, before in masks)


def test_neither_the_first_side_nor_the_light_matters() -> None:
    network, cut_outs = Rims().eval(), shown(2, 8)
    turned = np.roll(cut_outs, 44, axis=2)
    darker = cut_outs.copy()
    darker[..., :3] //= 2
    with torch.no_grad():
        said, other, dark = (network(torch.from_numpy(each)) for each in (cut_outs, turned, darker))
    assert said.shape == (2, 8)
    torch.testing.assert_close(said, other)
    assert (said - dark)[:, :-1].abs().max() < said[:, :-1].std()


def test_a_card_is_held_against_the_others_of_its_table_and_empty_places_are_none() -> None:
    network, cut_outs = Rims().eval(), shown(1, 8)
    other = cut_outs.copy()
    other[0, 3] = cut_outs[0, 3][:, ::-1]
    with torch.no_grad():
        said, among, fewer = (network(torch.from_numpy(each))[0, :3] for each in (cut_outs, other, cut_outs[:, :-1]))
    torch.testing.assert_close(said, fewer)
    assert (said - among).abs().min() > 0


def test_the_report_tells_how_many_are_found_at_few_false_alarms() -> None:
    logits = torch.cat([torch.linspace(-5, 0, 1000), torch.linspace(-1, 5, 6), torch.zeros(2)])[None]
    wanted = torch.cat([torch.zeros(1000), torch.ones(6), torch.full((2,), torch.nan)])[None]
    assert "0.03: 0.83 0.01: 0.83 0.003: 0.83" in rims.report(logits, wanted)
