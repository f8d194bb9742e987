"""From checkpoints to the shipped files: ONNX, checked against PyTorch, with checksums."""

from __future__ import annotations

import argparse
import hashlib
import json
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from torch import nn

from models.training.nets import Aligner, Finder, Namer

NAMER_BYTES = 2_000_000
MODELS_BYTES = 6_000_000
AGREEMENT = 1e-3
"""How far an output of the exported file may be from PyTorch's."""


def main() -> None:
    """`python -m models.training.export`: write the three networks and their checksums."""
    parser = argparse.ArgumentParser(prog="python -m models.training.export")
    parser.add_argument("--runs", type=Path, default=Path("runs"), help="folder of the checkpoints")
    parser.add_argument("--threshold", type=float, required=True, help="confidence from which a name needs no asking")
    parser.add_argument("--temperature", type=float, default=1.0, help="what the namer's logits are divided by")
    parser.add_argument("--out", type=Path, default=Path("models"))
    args = parser.parse_args()
    finder, aligner, namer = Finder(), Aligner(), Namer()
    networks: dict[str, nn.Module] = {"finder": finder, "aligner": aligner, "namer": namer}
    for name, network in networks.items():
        checkpoint = torch.load(args.runs / f"{name}.pt", map_location="cpu", weights_only=True)
        network.load_state_dict(checkpoint["average"])
    with torch.no_grad():
        for values in namer.head.parameters():
            values.div_(args.temperature)
    rng = np.random.default_rng(1)
    crops = rng.integers(0, 255, (3, 128, 80, 4), dtype=np.uint8)
    pictures = rng.integers(0, 255, (1, 160, 224, 3), dtype=np.uint8)
    batch = torch.export.Dim("batch", min=1, max=64)
    down, across = (torch.export.Dim(name, min=2, max=256) for name in ("down", "across"))
    export(namer, crops, {0: batch}, args.out / "namer.onnx", {"threshold": str(args.threshold)})
    export(aligner, crops, {0: batch}, args.out / "aligner.onnx", {})
    export(finder, pictures, {1: 32 * down, 2: 32 * across}, args.out / "finder.onnx", {})
    files = sorted(args.out.glob("*.onnx"))
    sums = {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in files}
    (args.out / "checksums.json").write_text(json.dumps(sums, indent=2) + "\n")
    sizes = {file.name: file.stat().st_size for file in files}
    if sizes["namer.onnx"] > NAMER_BYTES or sum(sizes.values()) > MODELS_BYTES:
        raise SystemExit(f"larger than allowed: {sizes}")
    print(sizes)


def export(
    network: nn.Module,
    example: np.ndarray[tuple[int, ...], np.dtype[np.uint8]],
    dynamic: dict[int, object],
    path: Path,
    metadata: dict[str, str],
) -> None:
    """Write one network, and raise RuntimeError where the file does not say what PyTorch says."""
    network.eval()
    torch.onnx.export(
        network,
        (torch.from_numpy(example),),
        str(path),
        dynamo=True,
        dynamic_shapes=(dynamic,),
        external_data=False,
        verbose=False,
    )
    model = onnx.load(str(path))
    onnx.helper.set_model_props(model, metadata)
    for node in model.graph.node:
        del node.metadata_props[:]
    onnx.checker.check_model(model)
    onnx.save(model, str(path))
    with torch.no_grad():
        wanted = network(torch.from_numpy(example)).numpy()
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    got = session.run(None, {session.get_inputs()[0].name: example})[0]
    difference = float(np.abs(got - wanted).max())
    if difference > AGREEMENT:
        raise RuntimeError(f"{path.name} differs from PyTorch by {difference}")
    print(f"{path.name}: differs from PyTorch by at most {difference:.1e}")


if __name__ == "__main__":
    main()
