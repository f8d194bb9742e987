"""Arrays that are fitted to what the networks say."""

from __future__ import annotations

import io
import zlib
from collections.abc import Callable, Mapping
from typing import Any, TypeVar
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from vision.network import ModelError, checked

Fitted = TypeVar("Fitted")


def load(name: str, make: Callable[[Mapping[str, NDArray[Any]]], Fitted]) -> Fitted:
    """What `make` makes of a shipped file's arrays; ModelError where they are missing, damaged or not such ones."""
    data = checked(name)
    try:
        return make(np.load(io.BytesIO(data)))
    except (BadZipFile, EOFError, IndexError, KeyError, ValueError, zlib.error) as unfit:
        raise ModelError(f"the model file {name} is not one") from unfit
