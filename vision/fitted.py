"""Small networks that are fitted to what the large ones say, and run by NumPy."""

from __future__ import annotations

import io
import zlib
from collections.abc import Callable, Mapping
from typing import Any, TypeVar
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from vision.arrays import F64
from vision.network import ModelError, checked

Fitted = TypeVar("Fitted")


def load(name: str, make: Callable[[Mapping[str, NDArray[Any]]], Fitted]) -> Fitted:
    """What `make` makes of a shipped file's arrays; ModelError where they are missing, damaged or not such ones."""
    data = checked(name)
    try:
        return make(np.load(io.BytesIO(data)))
    except (BadZipFile, EOFError, IndexError, KeyError, ValueError, zlib.error) as unfit:
        raise ModelError(f"the model file {name} is not one") from unfit


def dense(x: F64, layer: F64) -> F64:
    """What a layer (…, inputs + 1, outputs), whose last row is the bias, makes of x (…, n, inputs)."""
    return np.asarray(x @ layer[..., :-1, :] + layer[..., -1:, :])


def relu(x: F64) -> F64:
    """What is above zero, and else zero."""
    return np.asarray(np.maximum(x, 0.0))
