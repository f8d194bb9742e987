"""A shipped network can be trained on: restored, it says what its file says."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

import models
from vision.locate.finder import glance
from vision.network import Network

torch = pytest.importorskip("torch", reason="training alone needs PyTorch")

from models.training.lessons import LESSONS  # noqa: E402
from models.training.restore import restored  # noqa: E402

FILES = Path(models.__file__).parent
NAMES = {"art": (128, 80), "marks": (64, 192), "rims": (9, 176, 32)}


def cuts(side: tuple[int, ...]) -> NDArray[np.uint8]:
    """Noise of the shape that a network takes."""
    return np.random.default_rng(4).integers(0, 256, (16, *side, 4), dtype=np.uint8)


def said(name: str, seen: NDArray[np.uint8]) -> NDArray[np.float32]:
    """What a network says that is restored from its file."""
    network = LESSONS[name].network()
    network.load_state_dict(restored(network, FILES / f"{name}.onnx", seen))
    with torch.no_grad():
        return network.eval()(torch.from_numpy(seen)).numpy()


@pytest.mark.parametrize("name", NAMES)
def test_a_restored_network_says_what_its_file_says_but_for_the_eight_bits(name: str) -> None:
    seen = cuts(NAMES[name])
    network = Network.shipped(f"{name}.onnx", 1)
    says, file = said(name, seen), np.concatenate([network(one) for one in np.split(seen, len(seen))])
    assert np.corrcoef(says.ravel(), file.ravel())[0, 1] > 0.98


@pytest.mark.parametrize("name", ["finder", "parter"])
def test_a_restored_finder_votes_as_its_file_does_but_for_the_eight_bits(name: str) -> None:
    picture = cv2.imdecode(np.frombuffer(files("firmware").joinpath("demo/hand-01.jpg").read_bytes(), np.uint8), 1)
    seen = glance(np.asarray(picture, np.uint8)).batch
    says = said(name, seen)
    file = Network.shipped(f"{name}.onnx", 1)(seen)
    assert np.corrcoef(says[:, 0].ravel(), file[:, 0].ravel())[0, 1] > 0.99
    assert (np.sign(says[:, 0]) == np.sign(file[:, 0])).mean() > 0.99


def test_in_training_it_begins_with_what_it_said() -> None:
    """Its norms take the mean and the spread of what they see, which are those that they were given."""
    seen = cuts((128, 96))[..., :3]
    network = LESSONS["finder"].network()
    network.load_state_dict(restored(network, FILES / "finder.onnx", seen))
    with torch.no_grad():
        before, begins = (network.train(on)(torch.from_numpy(seen)) for on in (False, True))
    assert begins.numpy() == pytest.approx(before.numpy(), abs=0.02)
