"""What many ask for at the same moment is made once, and shared."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Made = TypeVar("Made")


class MadeOnce(Generic[Made]):
    """The last few things that were made, by what they were made of. May be asked from any thread."""

    def __init__(self, kept: int = 1) -> None:
        """So many are `kept`."""
        self._kept = kept
        self._lock = threading.Lock()
        self._made: dict[Hashable, Made] = {}

    def get(self, key: Hashable, make: Callable[[], Made | None]) -> Made | None:
        """What was made of `key`; where nothing was, `make` makes it while all others who ask wait.

        None, or an error, of `make` is not kept.
        """
        if (found := self._made.get(key)) is not None:
            return found
        with self._lock:
            if (found := self._made.get(key)) is not None:
                return found
            made = make()
            if made is not None:
                newest = list(self._made.items())[1 - self._kept :] if self._kept > 1 else []
                self._made = dict([*newest, (key, made)])
            return made
