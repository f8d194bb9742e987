"""Freed memory, and how it is given back to the system."""

from __future__ import annotations

import ctypes
from typing import Any


def give_back() -> None:
    """Give freed memory back where the C library can be asked to; it costs some milliseconds.

    glibc keeps what lies between things still in use: a careful reading of one large picture after the other would take
    half as much again as any of them needs.
    """
    trim: Any = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim:
        trim(0)
