"""Memory given back to the system when it is free."""

from __future__ import annotations

import contextlib
import ctypes


def give_back() -> None:
    """Have what is free between what is in use go back to the system. Nothing where the C library is another one."""
    with contextlib.suppress(AttributeError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)
