"""The optics: against the drawn camera, what is measured in its pictures, and mirrors that are traced ray by ray."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from hardware import optics
from hardware.__main__ import main
from hardware.optics import Lamp, Table, advise, coverage, depth_of_field, lamp_for
from models.scenes.cards.library import own_deck
from models.scenes.chance import random_spec
from models.scenes.photograph.camera import Camera, View
from models.scenes.scene import render
from models.scenes.spec import SceneOptions
from vision.checks.mount import check
from vision.checks.mounting import Mounting
from vision.lens import CAMERA_MODULE_3, CAMERA_MODULE_3_WIDE, Lens
from vision.picture import Picture
from vision.reader import Reader

SIZE = (4608, 2592)
PINHOLE = Lens(
    "pinhole", 66.0, 2 * math.degrees(math.atan(math.tan(math.radians(33)) * 9 / 16)), *SIZE, 4.97, 1.8, 100.0
)
"""The drawn pictures' camera: one angle, square pixels."""


@pytest.mark.parametrize("height", [700.0, 1260.0])
def test_the_corners_of_what_is_covered_are_at_the_picture_s_edge(height: float) -> None:
    width, depth = coverage(PINHOLE, height)
    view = View(Camera(height=height, hfov=66.0), SIZE)
    seen = view.project(np.array([[x * width / 2, y * depth / 2] for x in (-1, 1) for y in (-1, 1)]))
    assert np.all((seen > -0.5) & (seen < np.array(SIZE) + 0.5))
    wider = view.project(np.array([[x * width / 2 * 1.01, y * depth / 2 * 1.01] for x in (-1, 1) for y in (-1, 1)]))
    assert np.any((wider < 0) | (wider > np.array(SIZE)))
    assert max(seen[:, 1].max() - SIZE[1], -seen[:, 1].min()) == pytest.approx(0, abs=0.5)


@pytest.mark.parametrize("side", range(700, 1201, 50))
def test_the_advice_holds_and_is_the_lowest(side: int) -> None:
    table = Table(side, side)
    advice = advise(table)
    assert advice.whole
    assert advice.fine
    assert optics.LOWEST <= advice.height <= optics.HIGHEST
    lower = optics.at(table, advice.lens, advice.height - 10)
    assert advice.height == optics.LOWEST or not lower.whole
    near, far = advice.sharp
    assert near < advice.height - 100
    assert far > advice.height + 100


def test_the_narrow_camera_first_and_the_wide_one_where_it_must_be() -> None:
    assert advise(Table(900, 900)).lens is CAMERA_MODULE_3
    assert advise(Table(1000, 1000)).lens is CAMERA_MODULE_3_WIDE
    assert advise(Table(1000, 1000), highest=1500).lens is CAMERA_MODULE_3
    assert advise(Table(700, 1000)).height == advise(Table(1000, 700)).height
    with pytest.raises(ValueError, match=r"2000 x 2000 mm from 1300 mm: Camera Module 3 needs 2730 mm, .* 1550 mm"):
        advise(Table(2000, 2000))


@pytest.mark.parametrize("lens", [CAMERA_MODULE_3, CAMERA_MODULE_3_WIDE])
@pytest.mark.parametrize("focus", [600.0, 1000.0, 1300.0])
def test_depth_of_field_is_that_of_a_thin_lens(lens: Lens, focus: float) -> None:
    """On the sensor: aperture x focal x |s - d| / (d (s - focal)); on the card (d - focal) / focal times that."""
    for distance in depth_of_field(lens, focus):
        aperture = lens.focal / lens.f_number
        spot = aperture * lens.focal * abs(focus - distance) / (distance * (focus - lens.focal))
        assert spot * (distance - lens.focal) / lens.focal == pytest.approx(optics.BLUR, rel=0.02)


def test_what_is_nearest() -> None:
    assert depth_of_field(CAMERA_MODULE_3, 101)[0] == CAMERA_MODULE_3.nearest


def test_light() -> None:
    # Sunny sixteen: f/16, 1/100 s, ISO 100 is about 80,000 lux of sun; a quarter of that at ISO 400.
    sunny = Lens("sunny", 60, 40, 100, 100, 50, 16, 1)
    assert optics.light_for(sunny) == pytest.approx(16_000)


def _mirrored(lamp: Lamp, distance: float, camera: float, table: Table, lean: float) -> bool:
    """Whether some card in some hand, leaning by up to `lean`, throws the lamp's middle into the lens."""
    eye = np.array([0, 0, camera])
    for azimuth in np.radians((0, 45, 90)):
        bulb = np.array([distance * np.cos(azimuth), distance * np.sin(azimuth), lamp.height])
        for x in np.linspace(-table.width / 2, table.width / 2, 31):
            for y in np.linspace(-table.depth / 2, table.depth / 2, 31):
                if max(abs(x), abs(y)) < table.short / 2 - optics.HAND:
                    continue
                point = np.array([x, y, 0.0])
                to_eye, to_bulb = eye - point, bulb - point
                middle = to_eye / np.linalg.norm(to_eye) + to_bulb / np.linalg.norm(to_bulb)
                if math.degrees(math.acos(min(1.0, middle[2] / float(np.linalg.norm(middle))))) <= lean:
                    return True
    return False


@pytest.mark.parametrize(("side", "lean"), [(900, 3.0), (900, 1.0), (1200, 3.0)])
def test_lamps_where_they_are_said_to_be_are_not_mirrored(side: int, lean: float) -> None:
    table, camera = Table(side, side), 1100.0
    lamp = lamp_for(table, camera, 1100.0, lean=lean)
    assert lamp.inside is not None
    assert not _mirrored(lamp, lamp.inside * 0.99, camera, table, lean)
    assert _mirrored(lamp, lamp.inside * 1.3 + 20, camera, table, lean)
    assert not _mirrored(lamp, lamp.outside * 1.001, camera, table, lean)
    assert _mirrored(lamp, lamp.outside * 0.9, camera, table, lean)


def test_no_lamp_in_the_middle_of_a_small_table() -> None:
    assert lamp_for(Table(600, 600), 1000, 1000).inside is None
    assert lamp_for(Table(900, 900), 1000, 1000, size=500).inside is None


@pytest.mark.parametrize("table", [(0, 900), (900, 200), (9000, 900)])
def test_no_such_table(table: tuple[float, float]) -> None:
    with pytest.raises(ValueError, match=f"a table of {table[0]} x {table[1]} mm"):
        Table(*table)


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["optics", "90x90"]) == 0
    said = capsys.readouterr().out
    assert "Camera Module 3, lens 1260 mm" in said
    assert "a ring around the lens up to 335 mm across, or one more than 1448 mm away" in said
    assert "1591 lumens" in said
    assert main(["optics", "120x120", "--camera", "module-3", "--height", "110"]) == 0
    said = capsys.readouterr().out
    assert "not the whole table" in said
    assert main(["optics", "90x90", "--camera", "module-3", "--height", "450"]) == 0
    assert "too few" in capsys.readouterr().out
    for wrong, why in ((["90"], "'90' is no table"), (["90x90", "--height", "1"], "a camera 10 mm above")):
        assert main(["optics", *wrong]) == 1
        assert why in capsys.readouterr().err


def test_a_lamp_s_light_falls_on_the_plane_below_it() -> None:
    """Ring by ring over a plane without end it is all of its lumens again, and in the corners as much as was asked."""
    edges = np.geomspace(1, 1e6, 4000)
    middles, areas = (edges[1:] + edges[:-1]) / 2, np.pi * np.diff(edges**2) / 1e6
    caught = sum(optics.illuminance(1000, 1260, r) * area for r, area in zip(middles, areas, strict=True))
    assert caught == pytest.approx(1000, rel=0.001)
    table = Table(900, 700)
    needed = optics.lumens_for(table, 1260, 200)
    assert optics.illuminance(needed, 1260, math.hypot(450, 350)) == pytest.approx(200)
    assert optics.illuminance(needed, 1260, 0) > 200


@pytest.mark.parametrize("side", [700, 900])
def test_what_is_reckoned_is_what_the_mount_check_measures_in_a_picture(side: int) -> None:
    """A table drawn as the advised camera sees it: height, tilt and a card's length come out of the picture again."""
    advice = advise(Table(side, side))
    camera = Camera(height=advice.height, hfov=advice.lens.horizontal)
    spec = random_spec(
        np.random.default_rng(6), "clean", own_deck(480), SceneOptions(wide=0.0, surface="green", occlude=0.0)
    )
    pixels = render(replace(spec, camera=camera), (2304, 1296)).image
    hands = (side - 100.0, side - 100.0)
    mounting = Mounting(advice.lens.horizontal, spec.card_size, hands)
    picture = Picture(pixels)
    found = check(picture, Reader.shipped().seen(picture).places, mounting)
    assert found.pose is not None
    assert found.pose.height == pytest.approx(advice.height, rel=0.02)
    assert found.pose.tilt < 2
    assert found.card_length == pytest.approx(advice.lens.scale / advice.height / 2 * spec.card_size[1], rel=0.05)
    assert [area.in_view for area in found.areas] == [True] * 4
    assert not [said for said in found.change if "camera" in said]
