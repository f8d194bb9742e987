"""The network that reading is compared with is the published one, and what the figures come to."""

from __future__ import annotations

import numpy as np
import onnx
import onnxruntime
import pytest
from numpy.typing import NDArray

from models.measuring import speed
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


def test_kinds_of_tables_count_alike_however_many_there_are_of_each(monkeypatch: pytest.MonkeyPatch) -> None:
    of_kinds = {"clean": [100.0], "fan": [300.0, 300.0, 900.0]}
    times = {
        "known": of_kinds,
        "learned": {"clean": [100.0], "fan": [100.0]},
        "unseen": {"clean": [300.0], "fan": [500.0]},
        "file": {"clean": [700.0], "fan": [500.0]},
        "network": {"clean": [100.0, 100.0], "fan": [100.0, 250.0, 90.0]},
    }
    monkeypatch.setattr(speed, "measure", lambda *_: times)
    figures = [row.split(" | ")[1].strip(" |") for row in speed.rows([], [], [])]
    assert figures == [
        "100 ms",
        "2.00 of that look; fan 3.00",
        "1.00 of that look; clean 1.00",
        "4.00 of that look; fan 5.00",
        "6.00 of that look; clean 7.00",
        "2.33 of that look",
    ]
