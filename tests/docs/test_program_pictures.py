"""The pictures of the program in the documentation: none is older than what it shows."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from docs.made.program_pictures import KEPT, Shown
from hardware.drawings.pictures import marked, save


@pytest.mark.parametrize("shown", KEPT, ids=lambda shown: shown.picture.name)
def test_none_is_old(shown: Shown) -> None:
    assert all(source.is_file() for source in shown.picture.sources())
    assert not shown.old, "it is old: python -m docs.made picture, and look at it"


@pytest.mark.parametrize("name", ["a.png", "a.jpg"])
def test_a_picture_says_what_it_was_made_from(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    Image.new("RGB", (8, 8)).save(path)
    assert marked(path) is None
    save(Image.new("RGB", (8, 8)), path, "f" * 64)
    assert marked(path) == "f" * 64
