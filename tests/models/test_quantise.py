"""Networks in eight bits: the same words, but for one convolution reckoned in small numbers."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import pytest
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from models.training.quantise import outputs, quantise

SIDE = 12


def network(path: Path) -> None:
    """Writes one of three convolutions, `first`, `second` and `third`, over the bytes of three colours."""
    rng = np.random.default_rng(5)
    nodes, weights, seen = [helper.make_node("Cast", ["bytes"], ["seen"], to=TensorProto.FLOAT)], [], "seen"
    for name, inputs, outputs_ in (("first", 3, 8), ("second", 8, 8), ("third", 8, 4)):
        values = rng.normal(0, (9 * inputs) ** -0.5, (outputs_, inputs, 3, 3)).astype(np.float32)
        weights.append(numpy_helper.from_array(values, f"{name}.weight"))
        said = "said" if name == "third" else f"{name}.said"
        nodes.append(helper.make_node("Conv", [seen, f"{name}.weight"], [said], name=name, pads=[1, 1, 1, 1]))
        seen = said
    bytes_ = helper.make_tensor_value_info("bytes", TensorProto.UINT8, ["n", 3, SIDE, SIDE])
    said = helper.make_tensor_value_info("said", TensorProto.FLOAT, ["n", 4, SIDE, SIDE])
    graph = helper.make_graph(nodes, "small", [bytes_], [said], weights)
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9), str(path))


def pictures(seed: int) -> NDArray[np.uint8]:
    return np.random.default_rng(seed).integers(0, 256, (16, 3, SIDE, SIDE), dtype=np.uint8)


@pytest.mark.parametrize(("left", "name"), [(0, "first"), (-1, "third")])
def test_all_convolutions_but_one_are_reckoned_in_eight_bits(left: int, name: str, tmp_path: Path) -> None:
    path = tmp_path / "small.onnx"
    network(path)
    before = outputs(path, [pictures(2)])
    quantise(path, pictures(1), left)
    values = {each.name for each in onnx.load(str(path)).graph.initializer}
    assert [each for each in ("first", "second", "third") if f"{each}.weight" in values] == [name]
    after = outputs(path, [pictures(2)])
    assert np.abs(after - before).max() > 0, "it is rounded"
    assert np.corrcoef(after.ravel(), before.ravel())[0, 1] > 0.999
