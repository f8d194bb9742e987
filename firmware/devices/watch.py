"""Who looks after the devices: each tells its own troubles, and a thread of its own brings it back."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from typing import Protocol

from firmware.screens.trouble import Trouble

_LOG = logging.getLogger("hamarreko")


class Watched(Protocol):
    """Something that can fail while the game goes on, and come back by itself."""

    def troubles(self) -> frozenset[Trouble]:
        """What is wrong with it now. Answers at once."""

    def details(self) -> Mapping[str, object]:
        """What the health page says of it, by name. Answers at once."""


class Repeating:
    """Does something again and again on a thread of its own, until it is closed."""

    def __init__(self, name: str, once: Callable[[], float | None]) -> None:
        """`once` returns the seconds until the next time, None for not before `soon`; what it raises is logged."""
        self._do = once
        self._soon, self._closing = threading.Event(), False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def soon(self) -> None:
        """Do it now rather than later. From any thread."""
        self._soon.set()

    def close(self, seconds: float = 2.0) -> None:
        """End, and wait so long at most for what is being done."""
        self._closing = True
        self._soon.set()
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join(seconds)

    def _run(self) -> None:
        while True:
            self._soon.clear()
            if self._closing:  # asked only now: a close behind it wakes the wait below
                return
            try:
                seconds = self._do()
            except Exception:
                _LOG.exception("%s went wrong, and goes on", self._thread.name)
                seconds = _AFTER_AN_ERROR
            self._soon.wait(seconds)


_AFTER_AN_ERROR = 1.0
