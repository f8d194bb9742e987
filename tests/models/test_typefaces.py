"""Numbers in real typefaces: those that are always there, and font files."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest
import reportlab

from models.deck.drawing import typefaces
from models.deck.style import random_style

FONTS = Path(reportlab.__file__).parent / "fonts"
"""The folder of a library that the drawing needs in any case."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "deeper").mkdir()
    shutil.copy(FONTS / "Vera.ttf", tmp_path / "deeper" / "b.ttf")
    shutil.copy(FONTS / "VeraBd.ttf", tmp_path / "a.ttf")
    shutil.copy(FONTS / "zd______.pfb", tmp_path / "signs.pfb")
    (tmp_path / "broken.ttf").write_bytes(b"no font")
    (tmp_path / "readme.txt").write_text("no font either")
    return tmp_path


@pytest.mark.parametrize("name", typefaces.STANDARD)
def test_standard_typefaces_have_digits_and_letters(name: str) -> None:
    assert typefaces.usable(name)
    assert typefaces.has_letters(name)
    one, wide = typefaces.text("1", name, 5.0)
    ten, wider = typefaces.text("10", name, 5.0)
    assert len(ten.steps) > len(one.steps)
    assert 0 < wide < wider < 10


@pytest.mark.parametrize("name", ["Times-Roman", "Helvetica-Bold"])
def test_a_digit_is_as_high_as_asked_and_begins_at_the_origin(name: str) -> None:
    path, width = typefaces.text("8", name, 5.0)
    xs, ys = zip(*path.points, strict=True)
    assert min(xs) == pytest.approx(0, abs=1e-6)
    assert max(xs) == pytest.approx(width)
    assert min(ys) == pytest.approx(0, abs=1e-6)
    assert max(ys) == pytest.approx(5.0, abs=0.2)


def test_font_files_are_found_by_name_wherever_they_lie(folder: Path) -> None:
    names = [Path(name).name for name in typefaces.files(folder)]
    assert names == ["a.ttf", "b.ttf", "broken.ttf", "signs.pfb"]


def test_the_environment_names_the_folders(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(typefaces.FOLDERS, str(folder))
    assert typefaces.installed() == typefaces.files(folder)
    monkeypatch.setenv(typefaces.FOLDERS, "")
    assert typefaces.installed() == ()


def test_only_fonts_with_plain_digits_are_usable(folder: Path) -> None:
    found = {Path(name).name: typefaces.usable(name) for name in typefaces.files(folder)}
    assert found == {"a.ttf": True, "b.ttf": True, "broken.ttf": False, "signs.pfb": False}


def test_one_that_is_not_usable_gives_way_to_the_next(folder: Path) -> None:
    names = typefaces.files(folder)
    assert [Path(typefaces.choose(names, share)).name for share in (0.0, 0.3, 0.6, 0.99)] == [
        "a.ttf",
        "b.ttf",
        "a.ttf",
        "a.ttf",
    ]
    assert typefaces.choose(names[2:], 0.0) == typefaces.STANDARD[0]
    assert typefaces.choose((), 0.5) == typefaces.STANDARD[0]


def test_what_is_no_font_is_named(folder: Path) -> None:
    for name in (str(folder / "broken.ttf"), str(folder / "missing.ttf"), "Comic"):
        with pytest.raises(typefaces.NoTypefaceError, match=name):
            typefaces.text("7", name, 5.0)


def test_fonts_are_chosen_by_the_seed_and_change_nothing_else_of_the_deck(folder: Path) -> None:
    fonts = typefaces.files(folder)[:2]
    chosen = set()
    for seed in range(30):
        with_fonts = random_style(np.random.default_rng(seed), fonts)
        assert with_fonts == random_style(np.random.default_rng(seed), fonts)
        without = random_style(np.random.default_rng(seed))
        assert with_fonts.palette == without.palette
        assert with_fonts.frame == without.frame
        assert with_fonts.seed == without.seed
        chosen.add(with_fonts.index.font)
    assert set(fonts) < chosen
