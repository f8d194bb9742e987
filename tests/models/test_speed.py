"""The network that reading is compared with is the published one."""

from __future__ import annotations

import numpy as np
import onnx
import onnxruntime
import pytest
from numpy.typing import NDArray

from models.measuring.yolo11n import build


@pytest.fixture(scope="module")
def built() -> bytes:
    return build()


def test_it_has_the_published_parameters_and_work(built: bytes) -> None:
    graph = onnx.shape_inference.infer_shapes(onnx.load_from_string(built)).graph
    sizes = {weights.name: int(np.prod(weights.dims)) for weights in graph.initializer}
    shapes = {value.name: [side.dim_value for side in value.type.tensor_type.shape.dim] for value in graph.value_info}
    convolutions = [node for node in graph.node if node.op_type == "Conv"]
    assert sum(sizes[name] for node in convolutions for name in node.input[1:]) == 2_616_248
    of_layers = (sizes[node.input[1]] * np.prod(shapes[node.output[0]][2:]) for node in convolutions)
    products = [node for node in graph.node if node.op_type == "MatMul"]
    of_products = (shapes[node.input[0]][-1] * np.prod(shapes[node.output[0]]) for node in products)
    assert 2 * (sum(of_layers) + sum(of_products)) / 1e9 == pytest.approx(6.5, abs=0.05)


def test_it_looks_at_a_picture_and_answers_with_distances_and_probabilities(built: bytes) -> None:
    session = onnxruntime.InferenceSession(built, providers=["CPUExecutionProvider"])
    values = np.random.default_rng(1).random((1, 3, 640, 640), np.float32)
    found: NDArray[np.float32] = session.run(None, {"images": values})[0]
    assert found.shape == (1, 84, 8400)
    assert np.all(np.isfinite(found))
    assert 0 <= found.min() < found[0, 4:].max() <= 1
