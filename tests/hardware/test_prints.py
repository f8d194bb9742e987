"""The printed parts: closed, thick enough, printable without supports, their holes where they belong; all fits."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import manifold3d
import numpy as np
import pypdfium2
import pytest

from firmware.devices.pins import shipped
from hardware import build, measures, optics, parts
from hardware.drawings import paper, sheets
from hardware.printed import assembly, fit, screws
from hardware.printed.fit import Section
from hardware.printed.meshes import Solid, block, rod
from hardware.printed.prints import MOUNT, PRINTS, RenderError, openscad, render

PINS = shipped()
BOX = measures.shipped()
NAMES = [part.name for part in PRINTS]
SECTIONS = list(fit.sections(BOX, PINS))

with_openscad = pytest.mark.skipif(
    shutil.which("openscad") is None, reason="OpenSCAD is missing: sudo apt-get install openscad"
)

Render = Callable[[str], Solid]


@pytest.fixture(scope="session")
def part(tmp_path_factory: pytest.TempPathFactory) -> Render:
    """A part by its name, rendered once in a run, also where several processes share it."""
    base = tmp_path_factory.getbasetemp()
    shared = (base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base) / "prints"
    shared.mkdir(exist_ok=True)
    own = tmp_path_factory.mktemp("own")
    solids: dict[str, Solid] = {}

    def rendered(name: str) -> Solid:
        if name not in solids:
            file = shared / f"{name}.stl"
            if not file.exists():
                render(PRINTS[NAMES.index(name)], own).replace(file)
            solids[name] = Solid.load(file)
        return solids[name]

    return rendered


@with_openscad
@pytest.mark.parametrize("name", NAMES)
def test_a_part_can_be_printed_and_has_its_holes(part: Render, name: str) -> None:
    solid = part(name)
    assert build._unprintable({name: solid}, BOX) == []
    assert build._holes({name: solid}, [section for section in SECTIONS if section.part == name]) == []


@with_openscad
def test_everything_fits(part: Render) -> None:
    assert assembly.clashes({name: part(name) for name in NAMES}, BOX, PINS) == []


@with_openscad
def test_what_does_not_fit_is_said(part: Render) -> None:
    """A button half a millimetre off its hole, another pin's name, a part that another part is in."""
    face = part("panel_face")
    section = next(s for s in SECTIONS if s.part == "panel_face")
    x, y, diameter = section.holes[0]
    moved = Section("panel_face", "z", section.at, ((x + 0.5, y, diameter),))
    wider = Section("panel_face", "z", section.at, ((x, y, diameter + 1),))
    found = face.holes(section.at)
    assert fit.faults(moved, found) == [f"panel_face: no hole at {x + 0.5:.1f}, {y:.1f} across z at 1.5"]
    assert fit.faults(wider, found)[0].startswith(f"panel_face: the hole at {x:.1f}, {y:.1f} is 24.")
    assert fit.faults(section, []) != []
    (window,) = section.windows
    assert fit.faults(Section("panel_face", "z", 1.5, (), (window,)), found) == []
    low = Section("panel_face", "z", 1.5, (), ((*window[:3], window[3] + 2),))
    assert "is 17.00 high, not 19" in fit.faults(low, found)[0]
    small = Section("panel_face", "z", 1.5, (), (next(s for s in SECTIONS if s.part == "panel_face_small").windows))
    assert "no opening 23.5 wide" in fit.faults(small, found)[0]
    solids = {name: part(name) for name in NAMES}
    solids["display_bar"] = solids["panel_box"]
    assert any("display_bar" in said for said in assembly.clashes(solids, BOX, PINS))


@with_openscad
def test_openscad_s_own_words(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.scad"
    wrong.write_text("cube(10);; }")
    with pytest.raises(RenderError, match=r"wrong\.scad: ERROR"):
        openscad(wrong, tmp_path / "wrong.stl")
    wrong.write_text("cube(unknown_length);")
    with pytest.raises(RenderError, match=r"wrong\.scad: WARNING"):
        openscad(wrong, tmp_path / "wrong.stl")


def test_without_openscad(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(RenderError, match=r"^OpenSCAD is missing: sudo apt-get install openscad$"):
        openscad(MOUNT / "clamp_pad.scad", tmp_path / "a.stl")


def solid(body: manifold3d.Manifold) -> Solid:
    mesh = body.to_mesh()
    return Solid(np.asarray(mesh.vert_properties)[:, :3].astype(float), np.asarray(mesh.tri_verts).astype(int))


def test_a_thin_wall_is_found() -> None:
    tray = block((0, 0, 0), (30, 30, 20)) - block((2, 2, 2), (29.1, 28, 30))
    thin, (x, _, _) = solid(tray).thinnest()
    assert thin == pytest.approx(0.9, abs=1e-3)
    assert x > 29


def test_an_overhang_is_found_and_a_bridge_measured() -> None:
    gate = block((0, 0, 0), (30, 10, 20)) - block((5, -1, -1), (25, 11, 15))
    (over,) = solid(gate).overhangs(45)
    assert over.span == pytest.approx(20)
    shelf = block((0, 0, 0), (10, 10, 20)) + block((0, 0, 15), (25, 10, 20))
    (over,) = solid(shelf).overhangs(45)
    assert over.span == np.inf
    assert solid(block((0, 0, 0), (10, 10, 20))).overhangs(45) == []


@pytest.mark.parametrize(("slope", "count"), [(40, 0), (44, 0), (50, 1), (70, 1)])
def test_a_slope_is_an_overhang_from_45_degrees(slope: float, count: int) -> None:
    out = 10 * np.tan(np.radians(slope))
    body = manifold3d.Manifold.hull_points(
        np.array([[x, y, z] for y in (0, 10) for x, z in ((0, 0), (10, 0), (0, 10), (10 + out, 10))])
    )
    assert len(solid(body).overhangs(45)) == count


def test_holes_are_measured_across_every_axis() -> None:
    cube = block((0, 0, 0), (40, 50, 60))
    upright = cube - rod(10, 20, -1, 70, 6)
    (hole,) = solid(upright).holes(30)
    assert (hole.x, hole.y, hole.diameter) == pytest.approx((10, 20, 6), abs=0.02)
    along_y = cube - rod(10, 20, -60, 60, 6).rotate([90, 0, 0])
    (hole,) = solid(along_y).holes(25, "y")
    assert (hole.x, hole.y, hole.diameter) == pytest.approx((10, 20, 6), abs=0.02)
    along_x = cube - rod(-20, 15, -60, 60, 6).rotate([0, 90, 0])
    (hole,) = solid(along_x).holes(20, "x")
    assert (hole.x, hole.y, hole.diameter) == pytest.approx((15, 20, 6), abs=0.02)


def test_meshes_that_are_no_part_are_refused() -> None:
    cube = solid(block((0, 0, 0), (10, 10, 10))).mesh
    vertices, faces = np.asarray(cube.vertices), np.asarray(cube.faces)
    with pytest.raises(ValueError, match="is not closed"):
        Solid(vertices, faces[1:])
    with pytest.raises(ValueError, match="inside out"):
        Solid(vertices, faces[:, ::-1])
    with pytest.raises(ValueError, match="is in 2 pieces"):
        Solid(np.vstack([vertices, vertices + 20]), np.vstack([faces, faces + len(vertices)]))


@with_openscad
@pytest.mark.parametrize(
    ("change", "why"),
    [
        (("tray = 102.0", "tray = 40.0"), "the camera's clamp and the tray's clamp"),
        (("ring = 260.0", "ring = 100.0"), "and the lamp's clamp share"),
        (("low = 24.0 ", "low = 150.0 "), "the camera's view and lamp"),
        (("inside = 180.0", "inside = 40.0"), "camera_arm and lamp"),
        (("body = [95.0, 60.0, 30.0]", "body = [95.0, 60.0, 140.0]"), "USB camera"),
        (("turn = 10.0", "turn = 14.0"), "at 14 degrees share"),
        (("thickest = 52.0", "thickest = 60.0"), "table_clamp and table top"),
        (("beside = 300.0", "beside = 210.0"), "the lamp's clamp and the elbow's clamp on the arm"),
        (("upstand = 8.0", "upstand = 4.0"), "ceiling_flange and the flange's clamp"),
        (("edge = 12.0", "edge = 40.0"), "the flange's clamp and the screwdriver's way"),
    ],
)
def test_an_arm_on_which_not_everything_has_room_is_refused(part: Render, change: tuple[str, str], why: str) -> None:
    text = (MOUNT.parent / "measures.toml").read_text("utf-8")
    assert text.count(change[0]) == 1
    said = assembly.clashes({name: part(name) for name in NAMES}, measures.Measures(text.replace(*change)), PINS)
    assert any(why in one for one in said), said


@with_openscad
def test_the_lens_is_as_far_below_the_arm_as_is_reckoned(part: Render) -> None:
    """The cradle's lower side, from which the wide camera's lens stands back by a third of a millimetre."""
    hung = assembly._camera({name: part(name).body for name in NAMES}, BOX, 0.0)
    assert hung["camera_cradle"].bounding_box()[5] == pytest.approx(assembly.lens_below(BOX), abs=0.01)
    assert assembly.lens_below(BOX) - hung["camera"].bounding_box()[5] == pytest.approx(0.3, abs=0.01)


def test_the_arm_s_lengths_are_those_of_the_parts_list() -> None:
    """Upright and arm over a table of 90 cm, by the places of clamp, elbow and camera."""
    table, lens = 900, optics.advise(optics.Table(900, 900)).height
    face = fit.clamp_face(BOX)
    half = BOX["clamp"]["plate"] / 2
    above = lens + assembly.lens_below(BOX) + face + half  # the elbow's upper end, from the table's top
    upright = lens + BOX["arm"]["upright"]
    assert upright == 1420
    assert above + 40 <= upright <= above + 60  # it begins 40 mm below the table's top
    away = np.hypot(table / 2 - 50, table / 2 + BOX["table"]["back"] + face)
    assert away + 40 + half <= 790
    tube = next(one for one in parts.shipped() if one.name == "tube")
    assert "lens is high and 16 cm (142 cm for a table of 90 cm)" in tube.meant
    assert "arm half the table's diagonal and 15 cm (79 cm)" in tube.meant
    assert table * np.sqrt(2) / 2 + 150 <= 790


def test_the_ceiling_s_lengths_are_those_that_are_told() -> None:
    """Upright and arm from the places of flange, elbow and camera, to the centimetre, over a table of 90 cm."""
    page = (MOUNT.parent / "README.md").read_text("utf-8")
    above = assembly.lens_below(BOX) + fit.clamp_face(BOX)  # the arm's middle line, from the lens
    shorter = BOX["ceiling"]["thick"] + above - BOX["clamp"]["plate"] / 2
    assert f"{shorter / 10:.0f} cm shorter than it is from the lens to the ceiling" in " ".join(page.split())
    assert f"{BOX['ceiling']['beside'] / 10:.0f} cm beside the table's" in " ".join(page.split())
    arm = re.search(r"half the table's side and (\d+) cm long \((\d+) cm for a table of 90 cm\)", page)
    before = re.search(r"over the\s+middle with (\d+) cm of tube before it", page)
    assert arm
    assert before
    assert int(arm[2]) == 90 / 2 + int(arm[1])
    assert int(arm[2]) - int(before[1]) >= 90 / 2 + 5, "beyond the table's edge"
    assert assembly.CEILING + above <= 200


def test_the_lamp_that_is_meant_is_not_mirrored_over_the_table_that_is_drawn() -> None:
    table = optics.Table(900, 900)
    height = optics.advise(table).height
    assert optics.lamp_for(table, height, height, size=BOX["lamp"]["ring"] / 2).inside is not None
    assert optics.lamp_for(table, height, height, size=BOX["lamp"]["ring"]).inside is None


@with_openscad
def test_the_filament_is_enough(part: Render) -> None:
    """Four outlines and as many layers above and below, a third of the rest, of PETG with 1.27 g/cm³."""
    grams = 0.0
    for one in PRINTS:
        mesh = part(one.name).mesh
        outlines = min(mesh.volume, 1.6 * mesh.area)
        grams += one.count * (outlines + (mesh.volume - outlines) / 3) * 1.27e-3
    listed = next(one for one in parts.shipped() if one.name == "filament")
    assert listed.meant == "PETG, 1 kg"
    assert 700 < grams < 1000


def test_the_screws_hold() -> None:
    joints = list(screws.joints(BOX))
    assert screws.faults(joints, parts.shipped()) == []


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (
            'M4 x 25,4,"25 mm',
            'M4 x 25,4,"20 mm',
            "table clamp and tube clamp: M4 x 25 ends 1.0 mm too early in its nut",
        ),
        ('M5 x 35,12,"35 mm', 'M5 x 35,12,"40 mm', "tubes in their clamps: M5 x 35 stands out of its nut by 12.0 mm"),
        ("M2.5 x 8,7,8 mm", "M2.5 x 8,7,9 mm", "display's bar and face: M2.5 x 8 goes in by 4.8 mm, and the thread is"),
        ("M2 x 6,8,6 mm", "M2 x 6,8,3 mm", "camera and cradle: M2 x 6 holds in 1.9 mm, and 2.5 are needed"),
        ("M3 x 16,4,", "M3 x 16,3,", "the parts list has 3 M3 x 16, and 4 are needed"),
        ("M3 x 16,4,", "M3 x 99,4,", "panel's face and box: the parts list has no M3 x 16"),
    ],
)
def test_a_screw_that_does_not_hold_is_said(old: str, new: str, why: str) -> None:
    text = (MOUNT.parent / "parts.csv").read_text("utf-8")
    assert text.count(old) == 1
    said = screws.faults(list(screws.joints(BOX)), parts.parse(text.replace(old, new)))
    assert any(one.startswith(why) for one in said), said


def test_a_screw_without_a_length_is_refused() -> None:
    bought = parts.parse((MOUNT.parent / "parts.csv").read_text("utf-8").replace("16 mm long", "long"))
    with pytest.raises(ValueError, match="does not say how many mm long M3 x 16 is: 'long'"):
        screws.faults(list(screws.joints(BOX)), bought)


@with_openscad
def test_a_drawing_has_lengths_with_tolerances(part: Render, tmp_path: Path) -> None:
    cuts = [(section.axis, section.at) for section in SECTIONS if section.part == "tube_clamp"]
    page = sheets.drawing(part("tube_clamp"), BOX, "what it is", cuts, fit.notes(BOX)["tube_clamp"])
    paper.pdf([page], tmp_path / "drawing.pdf", "drawing")
    said = pypdfium2.PdfDocument(str(tmp_path / "drawing.pdf"))[0].get_textpage().get_text_bounded()
    for text in ("56.0 ± 0.3", "53.4 ± 0.3", "ø 4.7 at 6.0 ± 0.2, 6.1 ± 0.2", "bore ø 25.4 (+0.3 / -0.1)"):
        assert text in said


def test_every_part_with_a_note_is_printed() -> None:
    assert set(fit.notes(BOX)) <= set(NAMES)
    assert {section.part for section in SECTIONS} | {"camera_arm"} == set(NAMES)


def test_what_cannot_be_printed_stops_the_build() -> None:
    bodies = {
        "thin": block((0, 0, 0), (30, 1.2, 20)),
        "shelf": block((0, 0, 0), (10, 10, 20)) + block((0, 0, 15), (25, 10, 20)),
        "gate": block((0, 0, 0), (20, 10, 20)) - block((5, -1, -1), (15, 11, 15)),
        "long": block((0, 0, 0), (230, 10, 10)),
    }
    thin, shelf, long = build._unprintable({name: solid(body) for name, body in bodies.items()}, BOX)
    assert thin.startswith("thin is 1.20 mm thin at ")
    assert shelf.startswith("shelf hangs over at 17.5, 5.0, 15.0")
    assert long == "long is larger than the printer's bed of 220 mm"


def test_the_camera_s_cable_is_long_enough_for_its_turns() -> None:
    """Up through the lid's slot, over its edge, down to the cradle."""
    pi, tray, face = BOX["pi"], BOX["arm"]["tray"], fit.clamp_face(BOX)
    wall = BOX["print"]["wall"]
    to_slot = np.hypot(15, pi["high"])
    edge = tray - pi["board"][1] / 2 - BOX["tray"]["room"] - wall
    lid = face + BOX["tray"]["thick"] + pi["post"] + pi["thick"] + pi["high"] + wall
    cradle = BOX["cradle"]["plate"] + BOX["camera"]["post"] - face - assembly.lens_below(BOX)
    down = np.linalg.norm((36, edge + 10, lid - cradle))
    cables = [one for one in parts.shipped() if one.name.startswith("camera cable")]
    assert cables
    for cable in cables:
        assert "300 mm" in cable.meant
    assert 200 < to_slot + tray - edge + down < 300 / 1.2
