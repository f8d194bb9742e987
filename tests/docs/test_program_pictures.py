"""The pictures of the program in the documentation: none is older than what it shows."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from docs.made.program_pictures import KEPT
from hardware.drawings.pictures import Picture, marked, save


@pytest.mark.parametrize("picture", KEPT, ids=lambda picture: picture.name)
def test_none_is_old(picture: Picture) -> None:
    assert all(source.is_file() for source in picture.sources())
    assert not picture.old, "it is old: python -m docs.made picture, and look at it"


@pytest.mark.parametrize("name", ["a.png", "a.jpg"])
def test_a_picture_says_what_it_was_made_from(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    Image.new("RGB", (8, 8)).save(path)
    assert marked(path) is None
    save(Image.new("RGB", (8, 8)), path, "f" * 64)
    assert marked(path) == "f" * 64
