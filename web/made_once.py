"""What many ask for at the same moment is made once, and shared."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Made = TypeVar("Made")


class MadeOnce(Generic[Made]):
    """The last thing that was made, by what it was made of. May be asked from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._made: tuple[Hashable, Made] | None = None

    @property
    def has_made(self) -> bool:
        """Whether anything was made yet."""
        return self._made is not None

    def get(self, key: Hashable, make: Callable[[], Made | None]) -> Made | None:
        """What was made of `key`; where nothing was, `make` makes it while all others who ask wait.

        None, or an error, of `make` is not kept.
        """
        if (found := self._made) and found[0] == key:
            return found[1]
        with self._lock:
            if (found := self._made) and found[0] == key:
                return found[1]
            made = make()
            if made is not None:
                self._made = key, made
            return made
