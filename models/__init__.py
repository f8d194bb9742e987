"""The shipped model files, and where they are."""

from importlib.resources import files

import vision  # noqa: F401  (it switches onnxruntime's telemetry off, before anything here imports that)


def model_bytes(name: str) -> bytes:
    """The bytes of the shipped model file `name`, such as ``finder.onnx``; FileNotFoundError if there is none."""
    return files(__name__).joinpath(name).read_bytes()
