"""Button panels: something that tells which button was pressed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

from firmware.session.buttons import Button

Pressed = Callable[[Button], object]
"""What is called with every press, from whatever thread."""


class Keys(Protocol):
    """A panel of buttons. The web panel presses by itself, and needs none."""

    def listen(self, pressed: Pressed) -> None:
        """Call `pressed` for every press from now on."""
        ...

    def close(self) -> None:
        """Stop listening."""
        ...


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

    def close(self) -> None:
        self._pressed = None
