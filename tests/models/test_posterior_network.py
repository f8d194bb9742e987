"""The posterior's network, with weights by chance, and what its file says of them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.vision.scripted import art, end, evidence
from vision.classify.evidence import RANKS, SUITS
from vision.decide.posterior import FACE, INPUTS, RANK_LOGITS, inputs, normalised
from vision.network import Network

torch = pytest.importorskip("torch", reason="training alone needs PyTorch")

from torch import Tensor, nn  # noqa: E402

from models.training.export import export_posterior  # noqa: E402
from models.training.fit import NO_FACE  # noqa: E402
from models.training.posterior import HEADS, KEYS, PosteriorNetwork, Round  # noqa: E402


def by_chance(members: int) -> PosteriorNetwork:
    torch.manual_seed(3)
    network = PosteriorNetwork(members).eval()
    for parameter in network.parameters():
        nn.init.normal_(parameter, std=0.1)
    return network


def anything(*shape: int, seed: int = 1) -> Tensor:
    return torch.randn(*shape, INPUTS, generator=torch.Generator().manual_seed(seed)) - 2


def test_its_file_says_what_it_says_of_any_number_of_things(tmp_path: Path) -> None:
    network = by_chance(members=3)
    export_posterior(network, tmp_path / "posterior.onnx")
    file = Network((tmp_path / "posterior.onnx").read_bytes())
    for things in (1, 3, 16, 40):
        shown = anything(2, things)
        with torch.no_grad():
            np.testing.assert_allclose(file(shown.numpy()), network(shown).numpy(), atol=1e-4)


def test_what_is_not_there_changes_nothing_of_what_is() -> None:
    network, there = by_chance(members=2), anything(1, 5)
    nothing = torch.zeros(1, 20, INPUTS)
    nothing[..., FACE] = NO_FACE
    with torch.no_grad():
        filled_up = network(torch.cat([there, nothing], 1))
        assert filled_up.isfinite().all()
        torch.testing.assert_close(filled_up[:, :, :5], network(there), atol=1e-5, rtol=1e-4)


def test_each_member_sees_what_it_is_shown() -> None:
    network, one, other = by_chance(members=2), anything(1, 5), anything(1, 5, seed=2)
    with torch.no_grad():
        apart = network(torch.stack([one, other]))
        torch.testing.assert_close(apart, torch.stack([network(one)[0], network(other)[1]]))


def test_what_other_cards_are_changes_ranks_and_no_suit() -> None:
    network, shown = by_chance(members=1), anything(1, 6)
    with torch.no_grad():
        attending = network(shown)
        network.rounds = nn.ModuleList()
        alone = network(shown)
    torch.testing.assert_close(attending[..., RANK_LOGITS:], alone[..., RANK_LOGITS:])
    assert (attending - alone)[..., :RANK_LOGITS].abs().max() > 0.1


def test_things_attend_to_faces_that_are_like_them_and_not_to_themselves() -> None:
    face = torch.tensor([1.0, 1.0, 1e-6, 1.0, 1.0])[:, None].expand(2, 1, 5, 1)
    keys = torch.randn(2, 1, HEADS, 5, KEYS, generator=torch.Generator().manual_seed(1))
    shares = Round(2).attention(keys, face).detach()
    assert shares.shape == (2, 1, HEADS, 5, 6)
    torch.testing.assert_close(shares.sum(-1), torch.ones(2, 1, HEADS, 5))
    assert shares.diagonal(dim1=-2, dim2=-1).max() == 0
    assert shares[..., 2].max() < 1e-4
    of_first = shares[0, 0, 1, 0].log()
    squares = (keys[0, 0, 1] - keys[0, 0, 1, 0]).square().sum(-1)
    assert float(of_first[4] - of_first[3]) == pytest.approx(float(squares[3] - squares[4]), rel=1e-4)
    assert float(of_first[5] - of_first[3]) == pytest.approx(float(squares[3]) - 1, rel=1e-4), "its logit begins at -1"


def test_a_thing_by_itself_attends_to_none() -> None:
    shares = Round(1).attention(torch.zeros(1, 1, HEADS, 1, KEYS), torch.ones(1, 1, 1, 1)).detach()
    torch.testing.assert_close(shares, torch.tensor([0.0, 1.0]).expand(1, 1, HEADS, 1, 2))


def test_what_the_sources_say_is_added_up_times_their_trust() -> None:
    """Where the layers say nothing, as before the fit."""
    network = PosteriorNetwork(members=1).eval()
    network.rounds = nn.ModuleList()
    network.trust.data = torch.tensor([[1, 0.9, 0.7, 1, 0.9, 0.7]])
    first, second, whole = end(7, "e"), end(6, "c", how=7.0), art(5, "b")
    with torch.no_grad():
        said = network(torch.from_numpy(inputs(evidence(first, second, whole)))[None])[0, 0, 0].numpy()
    ends = [(normalised(each[:RANK_LOGITS]), normalised(each[RANK_LOGITS:])) for each in (first, second)]
    (ranks, suits), (other_ranks, other_suits) = ends
    ranks = ranks + 0.9 * other_ranks
    ranks[:RANKS] += 0.7 * normalised(whole[:RANKS])
    suits = (suits + 0.9 * other_suits)[:SUITS] + 0.7 * normalised(whole[RANKS : RANKS + SUITS])
    np.testing.assert_allclose(said, [*normalised(ranks), *normalised(suits)], rtol=1e-4)
