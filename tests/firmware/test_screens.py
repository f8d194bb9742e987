"""The display's screens, pixel for pixel, and the fonts they are written in."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image, ImageChops

from firmware.contact_sheet import main as contact_sheet
from firmware.pixels import HEIGHT, WIDTH, Canvas, FontError, font, parse_font
from firmware.screens import render
from firmware.screens.gallery import gallery
from firmware.screens.spoken import spoken
from firmware.session.state import State
from firmware.session.view import View

GOLDEN = Path(__file__).parent.parent / "data" / "screens"
RENEW = "python -m firmware.contact_sheet docs/screens.png --golden tests/data/screens"
SCREENS = {name: (state, view) for name, state, view in gallery()}


@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_is_as_it_was_approved(name: str) -> None:
    drawn = render(*SCREENS[name])
    assert (drawn.mode, drawn.size) == ("1", (128, 64))
    with Image.open(GOLDEN / f"{name}.png") as golden:
        assert golden.mode == "1"
        different = ImageChops.logical_xor(drawn, golden).getbbox()
    assert different is None, f"{name} differs within {different}; if that is meant, renew the pictures: {RENEW}"


def test_no_approved_screen_is_left_over() -> None:
    assert {path.stem for path in GOLDEN.glob("*.png")} == set(SCREENS)


@pytest.mark.parametrize("name", SCREENS)
def test_nothing_is_drawn_beside_the_display(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def dot(self: Canvas, x: int, y: int, lit: bool = True) -> None:
        assert 0 <= x < WIDTH, f"a pixel at {x}, {y}"
        assert 0 <= y < HEIGHT, f"a pixel at {x}, {y}"

    monkeypatch.setattr(Canvas, "dot", dot)
    render(*SCREENS[name])


@pytest.mark.parametrize(("state", "view"), SCREENS.values(), ids=SCREENS)
def test_every_screen_is_spoken_too(state: State, view: View) -> None:
    said = spoken(state, view)
    assert said.endswith((".", "?")) or view.notice
    assert "None" not in said


def test_the_text_font_has_every_letter_of_the_four_languages() -> None:
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 .,:;!?'\"-–+*/()=%&_<>#@[]·"
    accented = "áéíóúüñçàâèêëîïôùûœæÁÉÍÓÚÜÑÇÀÂÈÊËÎÏÔÙÛ¿¡«»…’→"
    assert [letter for letter in letters + accented if not font("text").has(letter)] == []
    assert all(font("text").glyph(letter).lit != font("text").glyph("o").lit for letter in "óòöôO0")


def test_text_is_broken_to_the_width() -> None:
    letters = font("text")
    lines = letters.wrap("a sentence of several words and averyveryverylongword.sqlite.that.has.no.space", 60)
    assert all(letters.width(line) <= 60 for line in lines)
    assert "".join(lines).replace(" ", "") == "asentenceofseveralwordsandaveryveryverylongword.sqlite.that.has.no.space"


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("space 3", "height"),
        ("height 5\nwidth 4", "width 4"),
        ("height 5\n\nsheet top 0\na b\n#", "row of 1"),
        ("height 5\n\nsheet top 0\na\n#\n##", "differ in width"),
    ],
)
def test_a_font_with_a_mistake(text: str, wrong: str) -> None:
    with pytest.raises(FontError, match=wrong):
        parse_font(text)


def test_the_contact_sheet(tmp_path: Path) -> None:
    assert contact_sheet([str(tmp_path / "docs" / "sheet.png"), "--golden", str(tmp_path / "golden")]) == 0
    assert len(list((tmp_path / "golden").iterdir())) == len(SCREENS)
    with Image.open(tmp_path / "docs" / "sheet.png") as sheet:
        assert sheet.width > 4 * WIDTH
