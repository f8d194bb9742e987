"""A log that says a trouble once, however often it comes: a full card is not the better for a log that fills it."""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

_AGAIN: Final = 600.0
"""Seconds after which the same is said again."""
_MOST: Final = 256


class ToldOnce(logging.Filter):
    """Lets a message through that has not been told for a while; what the others had to say is in the first."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._told: OrderedDict[tuple[str, str], float] = OrderedDict()

    def filter(self, record: logging.LogRecord) -> bool:
        now, key = self._clock(), (record.name, record.getMessage())
        if now - self._told.get(key, -_AGAIN) < _AGAIN:
            return False
        self._told[key] = now
        self._told.move_to_end(key)
        while len(self._told) > _MOST:
            self._told.popitem(last=False)
        return True
