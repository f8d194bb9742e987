"""Wiring, perfboard, labels, parts: made from pins.toml, and nothing but what it says."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import pypdfium2
import pytest
import yaml

from firmware.devices.pins import SCL, SDA, Pins, PullUp, shipped
from firmware.session.buttons import Button
from hardware import build, measures, parts
from hardware.drawings import documents, paper, pictures, sheets
from hardware.measures import Measures
from hardware.wires import perfboard, wiring
from words.text import LANGUAGES, Speech

PINS = shipped()
BOX = measures.shipped()

LONGEST_M = 3
"""How long the panel's cable may be; hardware/README.md says why."""


def swapped() -> Pins:
    """Two buttons on each other's pin, and no resistors."""
    other = dict(PINS.buttons)
    other[Button.OK], other[Button.BACK] = other[Button.BACK], other[Button.OK]
    return replace(PINS, buttons=MappingProxyType(other), pull_up=PullUp.CHIP)


@pytest.mark.parametrize("pins", [PINS, swapped()], ids=["shipped", "swapped"])
def test_the_diagram_joins_what_the_pins_say(pins: Pins) -> None:
    source = yaml.safe_load(wiring.wireviz(pins))
    joined = set()
    for start, _, end in source["connections"][1:]:
        ((_, header),), ((part, contacts),) = start.items(), end.items()
        joined |= {(pin, part, contact) for pin, contact in zip(header, contacts, strict=True)}
    wanted = {(pin, f"S-{b.value}", "signal") for b, pin in pins.buttons.items()}
    wanted |= {(pins.ground, f"S-{b.value}", "ground") for b in pins.buttons}
    shown = pins.display
    wanted |= {(SDA, "DISPLAY", "SDA"), (SCL, "DISPLAY", "SCL")}
    wanted |= {(shown.power, "DISPLAY", "VCC"), (shown.ground, "DISPLAY", "GND")}
    wanted |= {(pins.lamp.signal, "LAMP", "signal"), (pins.lamp.ground, "LAMP", "ground")}
    assert joined == wanted
    first = source["connections"][0]
    assert first[0]["HEADER"] == first[2]["PANEL"] == sorted(pins.wires().values())
    assert source["cables"]["FLAT"]["wirecount"] == len(first[0]["HEADER"])


@pytest.mark.parametrize("pins", [PINS, swapped()], ids=["shipped", "swapped"])
def test_the_perfboard_joins_what_the_wiring_joins(pins: Pins) -> None:
    board = perfboard.layout(pins, BOX)
    at = {pad.spot: (pad.part, pad.pin) for pad in board.pads}
    assert len(at) == len(board.pads), "a hole is used twice"
    assert all(1 <= column <= board.columns and 1 <= row <= board.rows for column, row in at)
    joined = {end: {end} for end in at.values()}
    for wire in board.wires:
        group = joined[at[wire.start]] | joined[at[wire.end]]
        joined |= dict.fromkeys(group, group)
    pulled = set()
    for net in wiring.nets(pins):
        beside = joined[net.ends[0]] - set(net.ends)
        assert joined[net.ends[0]] >= set(net.ends), net.name
        if net.name == "display VCC":
            assert beside == ({("RN1", "1"), ("RN2", "1")} if pins.pull_up is PullUp.PANEL else set())
        else:
            wanted = pins.pull_up is PullUp.PANEL and net.name in {button.value for button in Button}
            assert len(beside) == wanted, net.name
            assert all(part.startswith("RN") and pin != "1" for part, pin in beside)
            pulled |= beside
    assert len(pulled) == (len(Button) if pins.pull_up is PullUp.PANEL else 0), "each button has its own resistor"


def test_a_perfboard_with_too_few_holes_is_refused() -> None:
    text = (documents.ROOT / "hardware/measures.toml").read_text("utf-8")
    rows = BOX["perfboard"]["rows"]
    with pytest.raises(ValueError, match="is off a perfboard of 24 x 17 holes"):
        perfboard.layout(PINS, Measures(text.replace(f"rows = {rows}", f"rows = {rows - 1}")))


def test_the_panel_s_buttons_are_the_pins_buttons() -> None:
    text = (documents.ROOT / "hardware/measures.toml").read_text("utf-8")
    places = Measures(text).buttons(PINS)
    assert set(places) == set(Button)
    assert len(set(places.values())) == len(Button)
    with pytest.raises(ValueError, match=r"the panel has .*; pins\.toml has"):
        Measures(text.replace('"paso", "read"]', '"paso"]')).buttons(PINS)


def test_what_is_kept_is_what_is_made() -> None:
    for path, text in documents.made():
        assert path.read_text("utf-8") == text, f"{path} is old: python -m hardware write"


def test_a_page_without_its_place_is_refused(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("nothing")
    with pytest.raises(ValueError, match="has no one place for the table of parts"):
        documents._with(page, {"parts": "x"})
    page.write_text("<!-- parts -->\nold\n<!-- end -->\n<!-- pins -->\n<!-- end -->\n")
    _, text = documents._with(page, {"parts": "p", "pins": "q"})
    assert text == "<!-- parts -->\n\np\n\n<!-- end -->\n<!-- pins -->\n\nq\n\n<!-- end -->\n"


def test_the_diagram_that_is_built_is_the_one_in_the_documentation(tmp_path: Path) -> None:
    """Every word of it; where Graphviz puts them depends on its version."""
    build._wiring(tmp_path)
    assert (tmp_path / "wiring.pdf").read_bytes().startswith(b"%PDF")
    drawn, kept = (
        sorted(re.findall(r"<text[^>]*>([^<]*)</text>", file.read_text("utf-8")))
        for file in (tmp_path / "wiring.svg", documents.ROOT / "docs/wiring.svg")
    )
    assert len(kept) > 100
    assert drawn == kept


def test_the_parts_list_has_all_that_is_wired() -> None:
    listed = {part.name: part for part in parts.shipped()}
    assert int(listed["buttons"].count) == len(PINS.buttons) == int(listed["wire for a button"].count)
    networks = {pad.part for pad in perfboard.layout(PINS, BOX).pads if pad.part.startswith("RN")}
    assert int(listed["resistor network"].count) == len(networks)
    for meant in (
        "Raspberry Pi 5",
        "Raspberry Pi 4",
        "Raspberry Pi Zero 2 W",
        "Camera Module 3 Wide",
        "SH1106",
        "SSD1306",
    ):
        assert any(meant in part.meant for part in listed.values())
    for model in ("Pi 5", "Pi 4", "Zero 2 W"):
        for name in ("camera cable", "cooler", "power"):
            assert any(one.startswith(name) and model in one for one in listed), f"no {name} for a {model}"
    assert f"no longer than {LONGEST_M} m" in listed["panel cable"].must
    assert listed["panel cable"].meant.endswith(f" {wiring.CABLE_MM / 1000:g} m")
    assert f"wires of {wiring.DISPLAY_MM // 10} cm" in listed["wire for the display"].meant
    assert f"wires of {wiring.BUTTON_MM // 10} cm" in listed["wire for a button"].meant
    assert f"wires of {wiring.LAMP_MM // 10} cm" in listed["wire for the lamp's switch"].meant


@pytest.mark.parametrize("line", ["a,1,b,c", "a,,b,c,d"])
def test_a_parts_list_that_is_none(line: str) -> None:
    with pytest.raises(ValueError, match="a line that is no part"):
        parts.parse(f"{','.join(parts.COLUMNS)}\n{line}\n")


@pytest.mark.parametrize("kind", ["sh1106", "ssd1306"])
def test_labels_are_to_scale_and_in_four_languages(kind: str, tmp_path: Path) -> None:
    """Every language's words are on its page, and circles and window are where buttons and display are, 1:1."""
    file = tmp_path / "labels.pdf"
    paper.pdf([sheets.labels(PINS, BOX, code, kind) for code in LANGUAGES], file, "labels")
    document = pypdfium2.PdfDocument(str(file))
    assert len(document) == 4
    for number, code in enumerate(LANGUAGES):
        page, say = document[number], Speech(code)
        assert page.get_size() == pytest.approx((210 * paper.MM, 297 * paper.MM), abs=0.1)
        text = page.get_textpage().get_text_bounded()
        assert [b.label for b in Button if say(b.label) not in text] == []
    left = (210 - BOX["panel"]["width"]) / 2
    picture = document[0].render(scale=4).to_pil().convert("L")
    per_mm = picture.width / 210
    hole = BOX["button"]["hole"]
    for place in BOX.buttons(PINS).values():
        x, y = (left + place.x) * per_mm, picture.height - (60 + place.y) * per_mm
        ring = [
            picture.getpixel((round(x + side * hole / 2 * per_mm + k), round(y)))
            for side in (-1, 1)
            for k in (-1, 0, 1)
        ]
        assert min(ring[:3]) < 200
        assert min(ring[3:]) < 200
        assert picture.getpixel((round(x), round(y))) == 255
    (x, y), shown = BOX["panel"]["display"], BOX["display"][kind]
    edge = (60 + y - shown["window_up"] + shown["window"][1] / 2) * per_mm
    column = round((left + x) * per_mm)
    assert min(picture.getpixel((column, round(picture.height - edge) + k)) for k in (-1, 0, 1)) < 200


def test_the_pictures_in_the_documentation_are_of_this_box(tmp_path: Path) -> None:
    assert [picture.name for picture in pictures.KEPT if picture.old] == [], "they are old: make hardware"
    for picture in pictures.KEPT:
        copy = tmp_path / picture.name
        copy.write_bytes(picture.kept.read_bytes())
        pictures.mark(copy, "0" * 64)
        pictures.mark(copy, "f" * 64)
        assert pictures.marked(copy) == "f" * 64
    assert pictures.marked(tmp_path / "none.png") is None
    (tmp_path / "bare.svg").write_text("<svg/>")
    assert pictures.marked(tmp_path / "bare.svg") is None


def test_an_old_picture_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    built = tmp_path / "built"
    built.mkdir()
    (tmp_path / "docs").mkdir()
    for picture in pictures.KEPT:
        (built / picture.name).write_bytes(picture.kept.read_bytes())
    monkeypatch.setattr(pictures, "ROOT", tmp_path)
    changed = pictures.KEPT[0]
    for picture in pictures.KEPT[1:]:
        picture.kept.write_bytes((built / picture.name).read_bytes())
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(pictures, "KEPT", pictures.KEPT[:2])
        assert [picture.old for picture in pictures.KEPT] == [True, False]
        assert pictures.keep(built) == [changed.kept]
        assert not changed.old


def test_no_label_is_wider_than_its_place() -> None:
    from reportlab.pdfbase.pdfmetrics import stringWidth

    width, _ = BOX["panel"]["label"]
    for code in LANGUAGES:
        for button in Button:
            text = Speech(code)(button.label)
            assert (width - 3) / stringWidth(text, "Helvetica-Bold", 1.0) >= 3.5, f"{text} would be too small"
