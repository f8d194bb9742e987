"""A display that may be pulled out: the game never waits for it, and what it should show comes back with it."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping

from PIL import Image

from firmware.devices.oled import Oled, OledError
from firmware.devices.watch import Repeating
from firmware.screens.trouble import Trouble

AGAIN = 2.0
"""Seconds after which everything is written again: so late is a display found that lost its power."""

_LOG = logging.getLogger("hamarreko")


class LastingDisplay(Repeating):
    """Shows the newest picture on an OLED from a thread of its own, again and again, whether it answers or not."""

    def __init__(self, oled: Oled, clock: Callable[[], float] = time.monotonic) -> None:
        """Time goes by `clock`."""
        super().__init__("display", self.step)
        self._oled, self._clock = oled, clock
        self._newest: Image.Image | None = None
        self._written: Image.Image | None = None
        self._due = 0.0
        self._gone = False

    def show(self, image: Image.Image) -> None:
        """Show this picture until the next one. Returns at once."""
        self._newest = image.copy()
        self.soon()

    def troubles(self) -> frozenset[Trouble]:
        return frozenset({Trouble.DISPLAY_GONE}) if self._gone else frozenset()

    def details(self) -> Mapping[str, object]:
        return {"display": self._oled.found}

    def step(self) -> float | None:
        """Write the newest picture; where it stands, and that is due, everything again. The seconds until that is due.

        Whoever presses waits for one strip at most of what is written again.
        """
        if (image := self._newest) is None:
            return None
        try:
            if image is not self._written:
                self._oled.show(image)
                if self._written is None:  # then it went whole
                    self._due = self._clock() + AGAIN
                self._written = image
            elif self._clock() >= self._due and self._oled.renew(lambda: self._newest is not image):
                self._due = self._clock() + AGAIN
        except OledError as error:
            if not self._gone:
                _LOG.warning("%s; the game goes on", error)
            self._gone, self._written = True, None
            return AGAIN
        if self._gone:
            _LOG.warning("the display is back: %s", self._oled.found)
        self._gone = False
        return max(0.0, self._due - self._clock())

    def close(self, seconds: float = 2.0) -> None:
        """Leave the display dark."""
        super().close(seconds)
        try:
            self._oled.off()
        except OledError as error:
            _LOG.info("the display was not switched off: %s", error)
        self._oled.close()
