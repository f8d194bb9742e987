"""Tests wait for what another thread does."""

from __future__ import annotations

import time
from collections.abc import Callable


def until(true: Callable[[], object]) -> None:
    """Wait until that is so; AssertionError where it is not within twenty seconds."""
    end = time.monotonic() + 20
    while not true():
        assert time.monotonic() < end
        time.sleep(0.01)
