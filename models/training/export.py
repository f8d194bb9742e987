"""From checkpoints to the shipped files: ONNX, checked against PyTorch, with checksums."""

from __future__ import annotations

import hashlib
import json
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from models.scenes.cards.decks import Deck
from models.scenes.cards.library import own_deck, random_decks
from models.training.lessons import LESSONS
from models.training.loop import Lesson
from models.training.posterior import PosteriorNetwork
from models.training.quantise import outputs, quantise
from vision.decide.posterior import INPUTS

GRIDS = ("finder", "parter")
"""Networks that take pictures of any size, one by one, and say something of each cell."""

OF_A_TABLE = "rims"
"""The network that takes all cards of a table at once."""

FIRST, LAST = 0, -1
"""Which convolution is not reckoned in eight bits: a grid's last one, whose outputs have many ranges and would share
one scale; of the others the first one, which takes longer in eight bits, since its input would have to be rounded."""

MODELS_BYTES = 6_000_000
AGREEMENT = 1e-3
"""How far an output of the exported file may be from PyTorch's."""

SEED = 3_001


def export_all(runs: Path, out: Path) -> None:
    """Write the networks that have a checkpoint in the folder `runs`, and their checksums; the others stay.

    Raises SystemExit, which says so, and writes none, where they are too large.
    """
    out.mkdir(parents=True, exist_ok=True)
    decks = [own_deck(480), *random_decks(SEED, 3, 480)]
    shares = np.full(len(decks), 1 / len(decks))
    with tempfile.TemporaryDirectory() as made:
        for name in LESSONS:
            if (runs / f"{name}.pt").exists():
                _export_one(name, runs, Path(made), decks, shares)
        files = sorted(Path(made).glob("*.onnx"))
        sizes = {file.name: file.stat().st_size for file in files}
        if sum(sizes.values()) > MODELS_BYTES:
            raise SystemExit(f"larger than allowed, the old ones stay: {sizes}")
        for file in files:
            shutil.copyfile(file, out / file.name)
    record = out / "calibration.json"
    data = json.loads(record.read_text()) if record.exists() else {}
    present = sorted([*out.glob("*.onnx"), *out.glob("*.npz")])
    data["checksums"] = {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in present}
    record.write_text(json.dumps(data, indent=2) + "\n")
    print(sizes, sum(sizes.values()))


def _export_one(name: str, runs: Path, folder: Path, decks: list[Deck], shares: NDArray[np.float64]) -> None:
    lesson = LESSONS[name]
    network = lesson.network()
    network.load_state_dict(torch.load(runs / f"{name}.pt", map_location="cpu", weights_only=True)["average"])
    path = folder / f"{name}.onnx"
    samples = np.asarray(lesson.make(decks, shares, SEED)[0], np.uint8)
    if name in GRIDS:
        down, across = (torch.export.Dim(side, min=2, max=256) for side in ("down", "across"))
        example = torch.from_numpy(samples[:1, :160, :224]).contiguous()
        export(network, example, {1: 32 * down, 2: 32 * across}, path)
    elif name == OF_A_TABLE:
        export(network, torch.from_numpy(samples[:1]), {1: torch.export.Dim("cards", max=64)}, path)
    else:
        export(network, torch.from_numpy(samples[:3]), {0: torch.export.Dim("batch", max=64)}, path)
    before = _report(lesson, path, decks, shares)
    quantise(path, samples, LAST if name in GRIDS else FIRST)
    print(f"  in eight bits: {_report(lesson, path, decks, shares)}\n  before:        {before}")


def _report(lesson: Lesson, path: Path, decks: list[Deck], shares: NDArray[np.float64]) -> str:
    """How the network in the file does on samples that its ranges were not taken from."""
    samples, wanted = lesson.make(decks, shares, SEED + 1)
    one_by_one = np.split(np.asarray(samples, np.uint8), len(samples))
    return lesson.report(torch.from_numpy(outputs(path, one_by_one)), torch.from_numpy(wanted))


def export_posterior(network: PosteriorNetwork, path: Path) -> None:
    """Write the posterior's network; the file takes a table's things twice, either way round."""
    export(network, torch.randn(2, 16, INPUTS), {1: torch.export.Dim("things")}, path)


def export(network: nn.Module, example: Tensor, dynamic: Mapping[int, object], path: Path) -> None:
    """Write one network, and raise RuntimeError where the file does not say what PyTorch says.

    The file takes what has the `example`'s shape, but for the dimensions that are `dynamic`: each by its number, with
    what may be there.
    """
    network.eval()
    torch.onnx.export(
        network,
        (example,),
        str(path),
        dynamo=True,
        dynamic_shapes=(dynamic,),
        external_data=False,
        verbose=False,
    )
    model = onnx.load(str(path))
    for node in model.graph.node:
        del node.metadata_props[:]
    onnx.checker.check_model(model)
    onnx.save(model, str(path))
    with torch.no_grad():
        wanted = network(example).numpy()
    difference = float(np.abs(outputs(path, [example.numpy()]) - wanted).max())
    if difference > AGREEMENT:
        raise RuntimeError(f"{path.name} differs from PyTorch by {difference}")
    print(f"{path.name}: differs from PyTorch by at most {difference:.1e}")
