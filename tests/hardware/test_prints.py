"""The printed parts: closed, thick enough, printable without supports, their holes where they belong; all fits."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import manifold3d
import numpy as np
import pytest

from firmware.pins import shipped
from hardware import fit, measures
from hardware.fit import Section
from hardware.meshes import MeshError, Solid, block, rod
from hardware.prints import MOUNT, PRINTS, RenderError, openscad, render

PINS = shipped()
BOX = measures.shipped()
RULES = BOX["print"]
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
    assert max(solid.size) <= RULES["bed"]
    thin, where = solid.thinnest()
    assert thin >= RULES["thinnest"] - 0.01, f"at {where}"
    assert [over for over in solid.overhangs(RULES["overhang"]) if over.span > RULES["bridge"]] == []
    for section in SECTIONS:
        if section.part == name:
            assert fit.faults(section, solid.holes(section.at, section.axis)) == []


@with_openscad
def test_everything_fits(part: Render) -> None:
    assert fit.clashes({name: part(name) for name in NAMES}, BOX, PINS) == []


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
    solids = {name: part(name) for name in NAMES}
    solids["display_bar"] = solids["panel_box"]
    assert any("display_bar" in said for said in fit.clashes(solids, BOX, PINS))


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
    with pytest.raises(MeshError, match="is not closed"):
        Solid(vertices, faces[1:])
    with pytest.raises(MeshError, match="inside out"):
        Solid(vertices, faces[:, ::-1])
    with pytest.raises(MeshError, match="is in 2 pieces"):
        Solid(np.vstack([vertices, vertices + 20]), np.vstack([faces, faces + len(vertices)]))
