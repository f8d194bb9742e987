"""A display and buttons of a script, in the place of the box's."""

from __future__ import annotations

from collections.abc import Iterable

from PIL import Image

from firmware.devices.keys import Pressed
from firmware.session.buttons import Button


class ScriptedDisplay:
    """Keeps what it is shown, for tests."""

    def __init__(self) -> None:
        self.shown: list[Image.Image] = []

    def show(self, image: Image.Image) -> None:
        self.shown.append(image)

    def close(self) -> None:
        pass


class ScriptedKeys:
    """Presses what a test tells it to."""

    def __init__(self) -> None:
        self._pressed: Pressed | None = None

    def listen(self, pressed: Pressed) -> None:
        self._pressed = pressed

    def press(self, buttons: Iterable[Button]) -> None:
        """Press these, one after the other."""
        for button in buttons:
            if self._pressed:
                self._pressed(button)

    def hold(self, button: Button) -> None:
        """Press this one for long."""
        if self._pressed:
            self._pressed(button)
            self._pressed(button, True)

    def close(self) -> None:
        self._pressed = None
