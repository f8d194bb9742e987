"""Which pictures of hands lie in a folder, for tests."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from firmware.keeping.hand_pictures import HELD, HandPictures


def numbers(pictures: HandPictures) -> list[int]:
    """The numbers of all pictures, the oldest first."""
    return _sorted(pictures._folder.rglob("*.jpg"))


def in_dispute(pictures: HandPictures) -> list[int]:
    """The numbers of those that stay, the oldest first."""
    return _sorted((pictures._folder / HELD).glob("*.jpg"))


def _sorted(found: Iterable[Path]) -> list[int]:
    return sorted(int(path.stem) for path in found)
