"""Whether the printed parts fit what is bought, and each other: their holes, and bodies that would be in one place."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import manifold3d

from firmware.pins import Pins
from hardware.measures import Measures
from hardware.meshes import Hole, Solid, block, rod

NEAR = 0.05
"""Two places that should be one may differ by so much, mm: rounding of the circles."""

TOUCH = 0.5
"""Cubic millimetres that two bodies may share where they touch."""


@dataclass(frozen=True, slots=True)
class Section:
    """A section through a part and the round holes that belong there, as (x, y, diameter)."""

    part: str
    axis: str
    at: float
    holes: tuple[tuple[float, float, float], ...]


def sections(measures: Measures, pins: Pins) -> Iterator[Section]:
    """Every hole that something bought, or another part, goes through."""
    m, screw, more = measures, measures["screw"], measures["print"]["hole"]
    half = m["clamp"]["pattern"] / 2
    square = [(x, y) for y in (-half, half) for x in (-half, half)]

    def shifted(x: float, y: float, diameter: float) -> tuple[tuple[float, float, float], ...]:
        return tuple((x + a, y + b, diameter + more) for a, b in square)

    panel, w = m["panel"], m["print"]["wall"]
    corner, width, depth = panel["corner"], panel["width"], panel["depth"]
    corners = [(x, y) for x in (corner, width - corner) for y in (corner, depth - corner)]
    for face in ("panel_face", "panel_face_small"):
        buttons = [(width - p.x, p.y, m["button"]["hole"] + more) for p in m.buttons(pins).values()]
        yield Section(face, "z", 1.5, (*buttons, *((x, y, screw["m3"] + more) for x, y in corners)))
    yield Section("panel_box", "z", w + 30, tuple((x, y, screw["m3_tap"] + more) for x, y in corners))
    (bx, by), (hx, hy) = m["perfboard"]["at"], m["perfboard"]["holes"]
    posts = [(bx + sx * hx / 2, by + sy * hy / 2) for sx in (-1, 1) for sy in (-1, 1)]
    yield Section("panel_box", "z", w / 2, tuple((x, y, screw["m2_tap"] + more) for x, y in posts))

    plate, pi = m["clamp"]["plate"], m["pi"]
    inner = (m["tube"]["diameter"] + m["print"]["gap"]) / 2
    back = inner + m["clamp"]["ring"] + m["clamp"]["thick"]
    yield Section("tube_clamp", "y", -back + 3, shifted(0, plate / 2, screw["m4"]))
    yield Section("camera_arm", "z", 3, shifted(0, 0, screw["m4"]))
    yield Section("ceiling_flange", "y", 0, shifted(0, 12 + plate / 2, screw["m4"]))
    high = m["table"]["thickest"] + 2 * m["table"]["jaw"]
    yield Section("table_clamp", "x", 4, shifted(high / 2, m["table"]["width"] / 2, screw["m4"]))
    middle = sum(pi["hole_x"]) / 2, pi["board"][1] / 2
    pi_holes = [*((x, y) for x in pi["hole_x"] for y in pi["hole_y"]), (pi["hole_x"][1], pi["zero_hole_y"][1])]
    tapped = tuple((x, y, screw["m2_5_tap"] + more) for x, y in pi_holes)
    yield Section("head_tray", "z", 1, (*tapped, *shifted(*middle, screw["m4"])))
    yield Section("head_tray", "z", 5, tapped)
    over = [(x, y, screw["m2_5"] + more) for x in pi["hole_x"] for y in pi["hole_y"]]
    yield Section("head_lid", "z", 1, tuple(over))
    camera = m["camera"]
    screws = [(s * camera["hole_x"] / 2, camera["lens"] - y) for s in (-1, 1) for y in camera["hole_y"]]
    tapped = tuple((x, y, screw["m2_tap"] + more) for x, y in screws)
    yield Section("camera_cradle", "z", 1.5, (*tapped, (0, 0, camera["opening"] + more)))
    yield Section("camera_cradle", "z", 5, tapped)


def faults(section: Section, found: Sequence[Hole]) -> list[str]:
    """What is wrong with the holes found in a section, each in a sentence: missing, moved, too small or too wide."""
    said = []
    for x, y, diameter in section.holes:
        near = min(found, key=lambda hole: math.hypot(hole.x - x, hole.y - y), default=None)
        # A hole with a pointed roof is a little higher, and its middle with it.
        if near is None or abs(near.x - x) > NEAR or abs(near.y - y) > NEAR + 0.06 * diameter * (section.axis != "z"):
            said.append(f"{section.part}: no hole at {x:.1f}, {y:.1f} across {section.axis} at {section.at:g}")
        elif not diameter - 0.1 <= near.width <= diameter + 0.1:
            said.append(f"{section.part}: the hole at {x:.1f}, {y:.1f} is {near.width:.2f} wide, not {diameter:g}")
    return said


def clashes(solids: Mapping[str, Solid], measures: Measures, pins: Pins) -> list[str]:
    """Pairs of bodies that would have to be in one place, each in a sentence; empty where everything fits."""
    return [
        f"{one} and {other} share {volume:.0f} mm³"
        for one, other, volume in _pairs(solids, measures, pins)
        if volume > TOUCH
    ]


def _pairs(solids: Mapping[str, Solid], m: Measures, pins: Pins) -> Iterator[tuple[str, str, float]]:
    groups = [
        _panel(solids, m, pins, "sh1106", ""),
        _panel(solids, m, pins, "ssd1306", "_small"),
        _head(solids, m),
        _tube(solids, m),
        *(_camera(solids, m, turn) for turn in (-1.0, -0.5, 0.0, 0.5, 1.0)),
    ]
    for bodies in groups:
        named = list(bodies.items())
        for i, (one, a) in enumerate(named):
            for other, b in named[:i]:
                yield other, one, float((a ^ b).volume())


def _panel(
    solids: Mapping[str, Solid], m: Measures, pins: Pins, kind: str, suffix: str
) -> dict[str, manifold3d.Manifold]:
    """The panel put together: box, face turned over onto it, bar, and what is bought."""
    panel, button, perf, display = m["panel"], m["button"], m["perfboard"], m["display"][kind]
    wall, thick, width = m["print"]["wall"], panel["thick"], panel["width"]
    top = wall + panel["inside"] + thick
    face = solids[f"panel_face{suffix}"].body.rotate([0, 180, 0]).translate([width, 0, top])
    bodies = {"panel_box": solids["panel_box"].body, f"panel_face{suffix}": face}
    for name, place in m.buttons(pins).items():
        body = rod(place.x, place.y, top - button["deep"], top, button["hole"])
        bezel = rod(place.x, place.y, top, top + 3, button["bezel"])
        bodies[f"button {name.value}"] = body + bezel
    (x, y), (bw, bd) = panel["display"], display["board"]
    under = top - thick
    bodies["display"] = block((x - bw / 2, y - bd / 2, under - display["thick"]), (x + bw / 2, y + bd / 2, under))
    bar = under - display["thick"] - 3
    bodies[f"display_bar{suffix}"] = solids[f"display_bar{suffix}"].body.translate([x, y, bar])
    (px, py), (pw, pd) = perf["at"], perf["board"]
    bodies["perfboard"] = block(
        (px - pw / 2, py - pd / 2, wall + perf["post"]), (px + pw / 2, py + pd / 2, wall + perf["post"] + perf["high"])
    )
    return bodies


def _head(solids: Mapping[str, Solid], m: Measures) -> dict[str, manifold3d.Manifold]:
    """A Raspberry Pi on its posts with what is plugged into it, the tray below and the lid above."""
    pi = m["pi"]
    (w, d), low = pi["board"], 4 + pi["post"]
    up = low + pi["thick"]
    board = block((0, 0, low), (w, d, up))
    plugs = block((w - 10, 2, up), (w + 20, d - 2, up + 16)) + block((6.5, -20, up), (60, 8, up + 7))
    card = block((-4, 21, low - 2), (10, 35, low))
    return {
        "head_tray": solids["head_tray"].body,
        "Raspberry Pi": board + plugs + card,
        "head_lid": solids["head_lid"].body.translate([0, 0, up + pi["high"]]),
    }


def _tube(solids: Mapping[str, Solid], m: Measures) -> dict[str, manifold3d.Manifold]:
    """A tube in its clamp, and a table's edge with the thickest top in the table clamp."""
    table = m["table"]
    return {
        "tube_clamp": solids["tube_clamp"].body,
        "tube": rod(0, 0, -20, 100, m["tube"]["diameter"]),
        "table_clamp": solids["table_clamp"].body.translate([100, 0, 0]),
        "table top": block((114.01, table["jaw"], -50), (300, table["jaw"] + table["thickest"], 120)),
    }


def _camera(solids: Mapping[str, Solid], m: Measures, turn: float) -> dict[str, manifold3d.Manifold]:
    """The cradle with its camera hung into the arm, turned by a part of the tilt."""
    camera = m["camera"]
    (w, d), lens, post = camera["board"], camera["lens"], 3 + camera["post"]
    board = block((-w / 2, lens - d, post), (w / 2, lens, post + 1.1))
    front = rod(0, 0, post - camera["front"], post, 10)
    plug = block((-10.5, lens - d - 1, post + 1.1), (10.5, lens - d + 6, post + 1.1 + camera["behind"]))
    angle = turn * camera["tilt"]

    def hung(body: manifold3d.Manifold) -> manifold3d.Manifold:
        return body.translate([0, 0, -18]).rotate([180 + angle, 0, 0]).translate([0, 0, 36])

    return {
        "camera_arm": solids["camera_arm"].body,
        "camera_cradle": hung(solids["camera_cradle"].body),
        "camera": hung(board + front + plug),
    }
