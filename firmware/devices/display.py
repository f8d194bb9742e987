"""Displays: something that shows a 128 x 64 picture of one bit a pixel."""

from __future__ import annotations

from typing import Protocol

from PIL import Image


class Display(Protocol):
    """A display. The web panel asks for the picture itself, and needs none."""

    def show(self, image: Image.Image) -> None:
        """Show this picture until the next one. An OSError is the display's trouble and never the game's."""

    def close(self) -> None:
        """Leave the display dark."""
