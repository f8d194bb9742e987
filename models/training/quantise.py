"""Smaller and faster files of the exported networks: in eight bits."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from itertools import takewhile
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from numpy.typing import NDArray
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

EIGHT_BITS = ("Add", "Conv", "Relu", "Resize")
"""What is reckoned in eight bits."""


def quantise(path: Path, samples: NDArray[np.uint8], left: int) -> None:
    """Replace an exported network by its eight-bit version; the ranges of its values are those that `samples` give.

    Weights keep seven bits, so that processors which add products in sixteen do not overflow, and all say the same.
    The convolution of the number `left` stays as it is, and so does what levels the picture before the first one: its
    brightness and contrast are single numbers, which eight bits would round far more than any pixel.
    """
    with tempfile.TemporaryDirectory() as folder:
        prepared = Path(folder) / path.name
        quant_pre_process(str(path), str(prepared), skip_symbolic_shape=True)
        nodes = onnx.load(str(prepared)).graph.node
        convolutions = [node.name for node in nodes if node.op_type == "Conv"]
        levelling = [node.name for node in takewhile(lambda node: node.op_type != "Conv", nodes)]
        quantize_static(
            str(prepared),
            str(path),
            _Samples(onnxruntime.InferenceSession(str(path)).get_inputs()[0].name, samples),
            quant_format=QuantFormat.QDQ,
            per_channel=True,
            reduce_range=True,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            op_types_to_quantize=EIGHT_BITS,
            nodes_to_exclude=[*levelling, convolutions[left]],
        )
    model = onnx.load(str(path))
    take_bytes_as_they_are(model)
    del model.metadata_props[:]
    onnx.save(model, str(path))


def take_bytes_as_they_are(model: onnx.ModelProto) -> None:
    """Leave out that bytes become numbers and these the same bytes again, where a quantised network begins so.

    That is a tenth of the finder's time, and changes no output.
    """
    graph = model.graph
    values = {value.name: onnx.numpy_helper.to_array(value) for value in graph.initializer}
    casts = {node.output[0]: node for node in graph.node if node.op_type == "Cast"}
    for node in [node for node in graph.node if node.op_type == "QuantizeLinear" and node.input[0] in casts]:
        scale, zero = (values[name] for name in node.input[1:3])
        if scale == 1 and zero == 0 and zero.dtype == np.uint8:
            cast = casts[node.input[0]]
            for user in graph.node:
                user.input[:] = [cast.input[0] if name == node.output[0] else name for name in user.input]
            graph.node.remove(node)
            if not any(cast.output[0] in user.input for user in graph.node):
                graph.node.remove(cast)
    onnx.checker.check_model(model)


def outputs(path: Path, batches: Sequence[NDArray[np.generic]]) -> NDArray[np.float32]:
    """What the network in the file says of all that these batches show."""
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    name = session.get_inputs()[0].name
    return np.concatenate([session.run(None, {name: batch})[0] for batch in batches])


class _Samples(CalibrationDataReader):  # type: ignore[misc]
    def __init__(self, name: str, samples: NDArray[np.uint8]) -> None:
        self._parts = ({name: part} for part in np.split(samples, len(samples)))

    def get_next(self) -> dict[str, NDArray[np.uint8]] | None:
        """The next sample; None after the last."""
        return next(self._parts, None)
