"""Button panels: something that tells which button was pressed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from firmware.session.buttons import Button


class Pressed(Protocol):
    """What is called with every press, from whatever thread; and again, `held`, where the button is kept pressed."""

    def __call__(self, button: Button, held: bool = False, /) -> object: ...


HOLD = 1.2
"""Seconds after which a button that is kept pressed is held."""


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

    def hold(self, button: Button) -> None:
        """Press this one for long."""
        if self._pressed:
            self._pressed(button)
            self._pressed(button, True)

    def close(self) -> None:
        self._pressed = None
