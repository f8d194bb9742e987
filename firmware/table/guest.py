"""Who may have the display and the buttons for a while instead of the match: the self-test."""

from __future__ import annotations

from typing import Protocol

from PIL import Image

from firmware.session.buttons import Button
from words.text import Speech


class Guest(Protocol):
    """Something that is shown and is pressed instead of the match, which waits. All of it answers at once."""

    def press(self, button: Button, held: bool = False, box: bool = True) -> None:
        """A button was pressed, or the one pressed before is `held`; `box` says that it was one of the box's own."""
        ...

    def image(self, say: Speech) -> Image.Image:
        """What the display shows: a picture of mode "1"."""
        ...

    def spoken(self, say: Speech) -> str:
        """The same in words."""
        ...
