"""The doubtful card's own picture: upright, at its place, in black and white."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageChops, ImageDraw

from firmware.devices.choose import Devices
from firmware.keeping.journal import Journal
from firmware.screens import render
from firmware.screens.asking import CUTOUT
from firmware.session.buttons import Button
from firmware.session.state import Phase
from firmware.table.appliance import Appliance
from firmware.table.pictures.cutout import cut_out
from tests.firmware.scripted import HANDS, at_once, devices, write_pictures
from vision.picture import Picture, load
from vision.reading import Quad

WIDE, HIGH = 120, 190


def table_with_a_card(angle: float, scale: float = 1.0) -> tuple[Picture, Quad]:
    """A green table with a white card, dark in its upper left quarter, turned about the middle."""
    picture = Image.new("RGB", (400, 400), (20, 90, 40))
    turn = math.radians(angle)

    def at(x: float, y: float) -> tuple[float, float]:
        x, y = x - WIDE / 2, y - HIGH / 2
        return 200 + x * math.cos(turn) - y * math.sin(turn), 200 + x * math.sin(turn) + y * math.cos(turn)

    draw = ImageDraw.Draw(picture)
    corners = [at(0, 0), at(WIDE, 0), at(WIDE, HIGH), at(0, HIGH)]
    draw.polygon(corners, (245, 245, 240))
    draw.polygon([at(8, 8), at(WIDE / 2, 8), at(WIDE / 2, HIGH / 2), at(8, HIGH / 2)], (30, 30, 30))
    a, b, c, d = ((x * scale, y * scale) for x, y in corners)
    return Picture(np.ascontiguousarray(np.asarray(picture)[:, :, ::-1]), scale), (a, b, c, d)


def quarters(cut: Image.Image) -> list[float]:
    """How much of each quarter is lit: upper left, upper right, lower left, lower right."""
    lit = np.asarray(cut, dtype=float)
    down, across = lit.shape[0] // 2, lit.shape[1] // 2
    return [float(part.mean()) for half in (lit[:down], lit[down:]) for part in (half[:, :across], half[:, across:])]


@pytest.mark.parametrize("angle", [0, 20, -35])
@pytest.mark.parametrize("first", range(4))
def test_a_card_stands_upright_whichever_corner_comes_first(angle: float, first: int) -> None:
    picture, quad = table_with_a_card(angle)
    cut = cut_out(picture, (*quad[first:], *quad[:first]), (36, 51))  # type: ignore[arg-type]
    assert (cut.mode, cut.height) == ("1", 51)
    assert abs(cut.width - 51 * WIDE / HIGH) <= 1
    dark, *light = quarters(cut)
    assert dark < 0.35
    assert min(light) > 0.85


def test_the_corners_are_the_originals_where_a_picture_was_made_smaller() -> None:
    picture, quad = table_with_a_card(0, scale=2.0)
    dark, *light = quarters(cut_out(picture, quad, (36, 51)))
    assert dark < 0.35
    assert min(light) > 0.85


def test_a_card_that_lies_over_the_edge_and_one_of_no_size() -> None:
    picture, quad = table_with_a_card(0)
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = quad
    over: Quad = ((ax - 180, ay), (bx - 180, by), (cx - 180, cy), (dx - 180, dy))
    noise = Picture(np.random.default_rng(0).integers(0, 256, picture.pixels.shape, np.uint8))
    cut = np.asarray(cut_out(noise, over, (36, 51)))
    assert len(cut) == 51
    assert cut[:, 12:].any()
    assert not cut[:, :10].any()  # a third of it lies beyond the picture
    nothing: Quad = ((10, 10), (10, 10), (10, 10), (10, 10))
    assert cut_out(picture, nothing, (36, 51)).mode == "1"


def test_the_display_shows_the_card_in_doubt(tmp_path: Path) -> None:
    doubt = {"kind": "card", "seat": "W", "card": 6, "text": "W: 7c is not certain", "alternatives": [["7c", 0.6]]}
    made = devices(write_pictures(tmp_path / "pictures", {"hands": HANDS, "doubts": [doubt]}))
    with Journal(tmp_path / "data") as journal:
        appliance = Appliance(journal, Devices(made.camera, made.eyes), at_once())
        assert appliance.snapshot().cutout is None
        appliance.press(Button.READ)
        asked = appliance.snapshot()
        assert asked.cutout is not None
        beside = asked.display().crop((2, 13, 34, 64))
        without = render(asked.state, asked.view, asked.say).crop((2, 13, 34, 64))
        assert ImageChops.logical_xor(beside, without).getbbox() is not None
        assert appliance.snapshot().cutout is asked.cutout, "it is cut out once"
        appliance.press(Button.OK)
        assert appliance.snapshot().cutout is None
        appliance.close()


def test_the_card_in_doubt_is_shown_as_it_was_read_once_another_camera_looks_on(tmp_path: Path) -> None:
    doubt = {"kind": "card", "seat": "W", "card": 6, "text": "W: 7c is not certain", "alternatives": [["7c", 0.6]]}
    read = devices(write_pictures(tmp_path / "pictures", {"hands": HANDS, "doubts": [doubt]}))
    with Journal(tmp_path / "data") as journal:
        appliance = Appliance(journal, Devices(read.camera, read.eyes), at_once())
        appliance.press(Button.READ)
        appliance.close()
    (tmp_path / "others").mkdir()
    Image.effect_noise((64, 36), 90).save(tmp_path / "others" / "another.png")
    other = devices(tmp_path / "others")
    with Journal(tmp_path / "data") as journal:
        appliance = Appliance(journal, Devices(other.camera, other.eyes), at_once())
        state, reading = appliance.snapshot().state, appliance.table.state.laid
        assert (state.phase, state.picture) == (Phase.DOUBTS, "another.png")
        assert reading
        found = appliance.desk.pictures.kept_reading(reading.number or 0)
        assert found
        was = replace(load(found.path), scale=(found.width or 0) / 64)
        cut = cut_out(was, reading.reading.cards[6].quad, CUTOUT)
        assert appliance.snapshot().cutout == cut
        appliance.close()
