"""Button panels: something that tells which button was pressed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from firmware.session.buttons import Button

Pressed = Callable[[Button, bool], object]
"""What is called with every press, from whatever thread; and again, with True, where the button is kept pressed."""

HOLD = 1.2
"""Seconds after which a button that is kept pressed is held."""


class Keys(Protocol):
    """A panel of buttons. The web panel presses by itself, and needs none."""

    def listen(self, pressed: Pressed) -> None:
        """Call `pressed` for every press from now on."""

    def close(self) -> None:
        """Stop listening."""
