"""Whether something went wrong because there was no more memory, which every library says in words of its own."""

from __future__ import annotations

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
