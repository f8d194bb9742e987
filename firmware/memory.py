"""Memory: known by every library's own words when it is short, and kept small."""

from __future__ import annotations

import contextlib
import ctypes
import errno
from typing import Final

_WORDS: Final = (
    "failed to map segment",
    "cannot allocate memory",
    "insufficient memory",
    "bad_alloc",
    "can't start new thread",
)


def for_want_of_memory(error: BaseException | None) -> bool:
    """Whether the want of memory is behind an error: behind itself, or behind what it was raised from."""
    if error is None:
        return False
    if isinstance(error, MemoryError) or (isinstance(error, OSError) and error.errno == errno.ENOMEM):
        return True
    told = str(error).casefold()
    return any(words in told for words in _WORDS) or for_want_of_memory(error.__cause__)


_ARENA_MAX, _MMAP_THRESHOLD, _TRIM_THRESHOLD = -8, -3, -1
"""glibc's names for what `mallopt` sets."""


def keep_small() -> None:
    """Have what is large go back to the system as soon as it is free. Nothing where the C library is another one.

    glibc keeps freed memory in one pool a thread, and learns to keep what is as large as a picture.
    """
    with contextlib.suppress(AttributeError):
        library = ctypes.CDLL(None)
        library.mallopt(_ARENA_MAX, 2)
        library.mallopt(_MMAP_THRESHOLD, 1 << 20)
        library.mallopt(_TRIM_THRESHOLD, 1 << 20)
