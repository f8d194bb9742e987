"""The shipped networks, run by onnxruntime."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from functools import cached_property
from typing import Any, cast

import onnxruntime

from models import model_bytes
from vision.arrays import F32, U8

CALIBRATION = "calibration.json"
"""The file beside the networks that holds their checksums, and what was fitted to their outputs."""

Answer = Callable[[U8], F32]
"""What a network is to those who ask it: the output for a batch of inputs."""


class ModelError(RuntimeError):
    """A shipped model file that is missing, damaged or not the one that its checksum names."""


class Network:
    """One network with one input and one output, on a settable number of threads; made ready when it is first asked."""

    def __init__(self, data: bytes, threads: int = 1) -> None:
        """The network of an ONNX file's `data`."""
        self._data = data
        self._threads = threads

    @classmethod
    def shipped(cls, name: str, threads: int = 1) -> Network:
        """That of a shipped model file; ModelError where its bytes do not match `calibration.json`."""
        return cls(checked(name), threads)

    def __reduce__(self) -> tuple[type[Network], tuple[bytes, int]]:
        """What another process makes the same network of."""
        return Network, (self._data, self._threads)

    def __call__(self, batch: U8 | F32) -> F32:
        """The output for a batch of inputs."""
        outputs: list[Any] = self._session.run(None, {self._session.get_inputs()[0].name: batch})
        return cast(F32, outputs[0])

    @cached_property
    def _session(self) -> onnxruntime.InferenceSession:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = self._threads
        options.inter_op_num_threads = 1
        options.enable_cpu_mem_arena = False  # its pools kept 60 MB more for a twentieth of the time
        options.log_severity_level = 3
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        return onnxruntime.InferenceSession(self._data, options, providers=["CPUExecutionProvider"])


def checked(name: str) -> bytes:
    """The bytes of a shipped model file; ModelError where they do not match `calibration.json`."""
    try:
        expected = checksums()[name]
    except (FileNotFoundError, KeyError, TypeError, ValueError) as unfit:
        raise ModelError(f"{CALIBRATION} of the model files is missing, damaged, or does not name {name}") from unfit
    try:
        data = model_bytes(name)
    except FileNotFoundError as missing:
        raise ModelError(f"the model file {name} is missing") from missing
    if hashlib.sha256(data).hexdigest() != expected:
        raise ModelError(f"the model file {name} is damaged: its checksum is not the one in {CALIBRATION}")
    return data


def checksums() -> dict[str, str]:
    """The SHA-256 that each shipped model file should have, by its name."""
    return {name: str(checksum) for name, checksum in dict(json.loads(model_bytes(CALIBRATION))["checksums"]).items()}
