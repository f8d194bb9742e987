"""A display that may be pulled out: the game never waits for it, and what it should show comes back with it."""

from __future__ import annotations

import logging
import threading
from collections.abc import Mapping

from PIL import Image

from firmware.devices.oled import Oled, OledError
from firmware.devices.watch import Repeating
from firmware.screens.trouble import Trouble

AGAIN = 2.0
"""Seconds after which the same picture is written again: so late is a display found that lost its power."""

_LOG = logging.getLogger("hamarreko")


class LastingDisplay:
    """Shows the newest picture on an OLED from a thread of its own, again and again, whether it answers or not."""

    def __init__(self, oled: Oled, start: bool = True) -> None:
        """Begin at once, or leave it to the caller to call `step`."""
        self._oled = oled
        self._lock = threading.Lock()
        self._newest: Image.Image | None = None
        self._gone = False
        self._writing = Repeating("display", self.step)
        if start:
            self._writing.start()

    def show(self, image: Image.Image) -> None:
        """Show this picture until the next one. Returns at once."""
        with self._lock:
            self._newest = image.copy()
        self._writing.soon()

    def troubles(self) -> frozenset[Trouble]:
        return frozenset({Trouble.DISPLAY_GONE}) if self._gone else frozenset()

    def details(self) -> Mapping[str, object]:
        return {"display": self._oled.found}

    def step(self) -> float | None:
        """Write the newest picture; the seconds until it is to be written again."""
        with self._lock:
            image = self._newest
        if image is None:
            return None
        try:
            self._oled.show(image)
        except OledError as error:
            if not self._gone:
                _LOG.warning("%s; the game goes on", error)
            self._gone = True
        else:
            if self._gone:
                _LOG.warning("the display is back: %s", self._oled.found)
            self._gone = False
        return AGAIN

    def close(self) -> None:
        """Leave the display dark."""
        self._writing.close()
        try:
            self._oled.off()
        except OledError as error:
            _LOG.info("the display was not switched off: %s", error)
        self._oled.close()
