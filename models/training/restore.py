"""From a shipped file back to a network that can be trained on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper
from torch import Tensor, nn

from models.training.nets import Stem

QUANTISED = "_quantized"
STEM = (12, 6, 3)
"""The shape in which the export writes each of the stem's weights, for four pixels side by side, by any name."""


@torch.no_grad()
def restored(network: nn.Module, path: Path, samples: NDArray[np.uint8]) -> dict[str, Tensor]:
    """The weights of `network` as they stand in the ONNX file at `path`, as a state that can be loaded.

    The export folds every batch norm into the convolution before it. Here each norm gets back the mean and the spread
    that its inputs have over `samples`, so that the network says in training what it says in the file. The
    file is one of the same network's.
    """
    values = _values(path)
    network.eval()
    for name, parameter in network.named_parameters():
        if name in values:
            parameter.copy_(values[name])
    for name, layer, norm in _normed(network):
        weights = f"{name}.weight"
        if weights not in values:
            weights = next(stored for stored, value in values.items() if value.shape[1:] == STEM)
            layer.weight.copy_(Stem.unfolded(values[weights]))
        norm.weight.fill_(1)
        norm.bias.copy_(values[f"{weights}_bias"])
        norm.running_mean.zero_()
        norm.running_var.fill_(1 - norm.eps)
    hooks = [norm.register_forward_pre_hook(_measure) for _, _, norm in _normed(network)]
    network(torch.from_numpy(samples))
    for hook in hooks:
        hook.remove()
    return network.state_dict()


def _values(path: Path) -> Mapping[str, Tensor]:
    """Every weight of the file by its name in the network, in full precision."""
    stored = {value.name: numpy_helper.to_array(value) for value in onnx.load(str(path)).graph.initializer}
    values = {}
    for name, value in stored.items():
        plain = name.removesuffix(QUANTISED)
        if plain != name:
            scale = stored[f"{plain}_scale" if f"{plain}_scale" in stored else f"{name}_scale"]
            value = value * np.reshape(scale, [-1, *[1] * (value.ndim - 1)])
        values[plain] = torch.from_numpy(np.array(value, np.float32))
    return values


def _normed(network: nn.Module) -> Iterator[tuple[str, nn.Conv2d, nn.BatchNorm2d]]:
    """Every convolution that a batch norm follows, by its name, with the norm."""
    before: tuple[str, nn.Module] = ("", network)
    for name, module in network.named_modules():
        if isinstance(module, nn.BatchNorm2d) and isinstance(before[1], nn.Conv2d):
            yield before[0], before[1], module
        before = name, module


def _measure(norm: nn.BatchNorm2d, inputs: tuple[Tensor]) -> None:
    """Give a norm the mean and the spread of what comes in, and leave what goes out as it was."""
    mean, variance = inputs[0].mean((0, 2, 3)), inputs[0].var((0, 2, 3), unbiased=False)
    norm.bias.add_(mean * norm.weight)
    norm.weight.mul_((variance + norm.eps).sqrt())
    norm.running_mean.copy_(mean)  # type: ignore[union-attr]
    norm.running_var.copy_(variance)  # type: ignore[union-attr]
