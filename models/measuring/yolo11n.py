"""A network of YOLO11n's cost, to compare with: its published layers (depth 0.5, width 0.25), weights drawn at random.

What a network costs does not depend on its weights. Nothing of the appliance uses this; it needs the package `onnx`.
The layers are those of Ultralytics' published description of YOLO11 (docs.ultralytics.com, model yolo11.yaml) for
pictures of 640 x 640 and 80 classes; batch normalisation is folded into the convolutions, as in a network that was
exported. Published for that: 2,616,248 parameters and 6.5 GFLOP (a multiplication with its addition counts two).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

SIDE = 640
CLASSES = 80
_BINS = 16
"""Into so many steps the network divides the distance to a side of a box."""


class _Map(NamedTuple):
    """A feature map: the name of its tensor, its channels, its side."""

    name: str
    channels: int
    side: int


class _Graph:
    """An ONNX graph that grows layer by layer."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.weights: list[onnx.TensorProto] = []
        self._rng = np.random.default_rng(11)

    def node(self, kind: str, inputs: list[str], outputs: int = 1, **attributes: Any) -> list[str]:
        names = [f"t{len(self.nodes)}_{i}" for i in range(outputs)]
        self.nodes.append(helper.make_node(kind, inputs, names, **attributes))
        return names

    def constant(self, values: NDArray[np.generic]) -> str:
        name = f"c{len(self.weights)}"
        self.weights.append(numpy_helper.from_array(values, name))
        return name

    def conv(self, x: _Map, channels: int, kernel: int = 1, stride: int = 1, groups: int = 1, act: bool = True) -> _Map:
        """A convolution with its bias, and SiLU after it if `act`."""
        each = x.channels // groups * kernel**2
        weights = self._rng.normal(0, each**-0.5, (channels, x.channels // groups, kernel, kernel)).astype(np.float32)
        bias = self._rng.normal(0, 0.1, channels).astype(np.float32)
        side = x.side // stride
        (name,) = self.node(
            "Conv", [x.name, self.constant(weights), self.constant(bias)],
            kernel_shape=[kernel] * 2, strides=[stride] * 2, pads=[kernel // 2] * 4, group=groups,
        )  # fmt: skip
        if act:
            (gate,) = self.node("Sigmoid", [name])
            (name,) = self.node("Mul", [name, gate])
        return _Map(name, channels, side)

    def add(self, a: _Map, b: _Map) -> _Map:
        return _Map(self.node("Add", [a.name, b.name])[0], a.channels, a.side)

    def concat(self, *maps: _Map) -> _Map:
        (name,) = self.node("Concat", [each.name for each in maps], axis=1)
        return _Map(name, sum(each.channels for each in maps), maps[0].side)

    def halves(self, x: _Map) -> tuple[_Map, _Map]:
        half = x.channels // 2
        a, b = self.node("Split", [x.name, self.constant(np.array([half, half], np.int64))], 2, axis=1)
        return _Map(a, half, x.side), _Map(b, half, x.side)

    def twice(self, x: _Map) -> _Map:
        """Twice as large, each value four times."""
        scales = self.constant(np.array([1, 1, 2, 2], np.float32))
        (name,) = self.node("Resize", [x.name, "", scales], mode="nearest", nearest_mode="floor",
                            coordinate_transformation_mode="asymmetric")  # fmt: skip
        return _Map(name, x.channels, x.side * 2)

    def reshape(self, name: str, shape: list[int]) -> str:
        return self.node("Reshape", [name, self.constant(np.array(shape, np.int64))])[0]


def _bottleneck(g: _Graph, x: _Map, inner: int) -> _Map:
    return g.add(x, g.conv(g.conv(x, inner, 3), x.channels, 3))


def _c3k(g: _Graph, x: _Map) -> _Map:
    inner = x.channels // 2
    deep = g.conv(x, inner)
    for _ in range(2):
        deep = _bottleneck(g, deep, inner)
    return g.conv(g.concat(deep, g.conv(x, inner)), x.channels)


def _c3k2(g: _Graph, x: _Map, channels: int, large: bool, share: float = 0.5) -> _Map:
    """Split, one block on one half, and everything together again."""
    inner = int(channels * share)
    a, b = g.halves(g.conv(x, 2 * inner))
    deep = _c3k(g, b) if large else _bottleneck(g, b, inner // 2)
    return g.conv(g.concat(a, b, deep), channels)


def _sppf(g: _Graph, x: _Map) -> _Map:
    maps = [g.conv(x, x.channels // 2)]
    for _ in range(3):
        (name,) = g.node("MaxPool", [maps[-1].name], kernel_shape=[5, 5], strides=[1, 1], pads=[2] * 4)
        maps.append(_Map(name, maps[0].channels, x.side))
    return g.conv(g.concat(*maps), x.channels)


def _attention(g: _Graph, x: _Map) -> _Map:
    heads, places = x.channels // 64, x.side**2
    key, value = 32, 64
    mixed = g.conv(x, x.channels + 2 * key * heads, act=False)
    parts = g.constant(np.array([key, key, value], np.int64))
    q, k, v = g.node("Split", [g.reshape(mixed.name, [1, heads, 2 * key + value, places]), parts], 3, axis=2)
    (turned,) = g.node("Transpose", [q], perm=[0, 1, 3, 2])
    (likeness,) = g.node("MatMul", [turned, k])
    (scaled,) = g.node("Mul", [likeness, g.constant(np.array(key**-0.5, np.float32))])
    (share,) = g.node("Softmax", [scaled], axis=-1)
    (turned,) = g.node("Transpose", [share], perm=[0, 1, 3, 2])
    (seen,) = g.node("MatMul", [v, turned])
    shape = [1, x.channels, x.side, x.side]
    position = g.conv(_Map(g.reshape(v, shape), x.channels, x.side), x.channels, 3, groups=x.channels, act=False)
    return g.conv(g.add(_Map(g.reshape(seen, shape), x.channels, x.side), position), x.channels, act=False)


def _c2psa(g: _Graph, x: _Map) -> _Map:
    a, b = g.halves(g.conv(x, x.channels))
    b = g.add(b, _attention(g, b))
    b = g.add(b, g.conv(g.conv(b, 2 * b.channels), b.channels, act=False))
    return g.conv(g.concat(a, b), x.channels)


def _detect(g: _Graph, maps: list[_Map]) -> str:
    """How far a box reaches around every cell of the three maps, and how like it is to each class: (1, 84, 8400).

    Boxes of that in pixels are a handful of sums more.
    """
    boxes, scores = [], []
    for x in maps:
        box = g.conv(g.conv(g.conv(x, 64, 3), 64, 3), 4 * _BINS, act=False)
        score = g.conv(g.conv(x, x.channels, 3, groups=x.channels), CLASSES)
        score = g.conv(g.conv(score, CLASSES, 3, groups=CLASSES), CLASSES)
        score = g.conv(score, CLASSES, act=False)
        boxes.append(g.reshape(box.name, [1, 4 * _BINS, x.side**2]))
        scores.append(g.reshape(score.name, [1, CLASSES, x.side**2]))
    places = sum(x.side**2 for x in maps)
    (together,) = g.node("Concat", boxes, axis=2)
    (turned,) = g.node("Transpose", [g.reshape(together, [1, 4, _BINS, places])], perm=[0, 2, 1, 3])
    (share,) = g.node("Softmax", [turned], axis=1)
    bins = g.constant(np.arange(_BINS, dtype=np.float32).reshape(1, _BINS, 1, 1))
    (distance,) = g.node("Conv", [share, bins], kernel_shape=[1, 1])
    distance = g.reshape(distance, [1, 4, places])
    (together,) = g.node("Concat", scores, axis=2)
    (probable,) = g.node("Sigmoid", [together])
    return g.node("Concat", [distance, probable], axis=1)[0]


def build() -> bytes:
    """The network as ONNX bytes: (1, 3, 640, 640) in, (1, 84, 8400) out."""
    g = _Graph()
    x = g.conv(g.conv(_Map("images", 3, SIDE), 16, 3, 2), 32, 3, 2)
    x = g.conv(_c3k2(g, x, 64, large=False, share=0.25), 64, 3, 2)
    fine = _c3k2(g, x, 128, large=False, share=0.25)
    middling = _c3k2(g, g.conv(fine, 128, 3, 2), 128, large=True)
    x = _c3k2(g, g.conv(middling, 256, 3, 2), 256, large=True)
    coarse = _c2psa(g, _sppf(g, x))
    up = _c3k2(g, g.concat(g.twice(coarse), middling), 128, large=False)
    out_fine = _c3k2(g, g.concat(g.twice(up), fine), 64, large=False)
    out_middling = _c3k2(g, g.concat(g.conv(out_fine, 64, 3, 2), up), 128, large=False)
    out_coarse = _c3k2(g, g.concat(g.conv(out_middling, 128, 3, 2), coarse), 256, large=True)
    out = _detect(g, [out_fine, out_middling, out_coarse])
    graph = helper.make_graph(
        g.nodes,
        "yolo11n",
        [helper.make_tensor_value_info("images", TensorProto.FLOAT, [1, 3, SIDE, SIDE])],
        [helper.make_tensor_value_info(out, TensorProto.FLOAT, [1, 4 + CLASSES, 8400])],
        g.weights,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.checker.check_model(model)
    return model.SerializeToString()
