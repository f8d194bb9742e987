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

ROOF = 0.5
"""An opening that lies flat in the print has a roof, and is so much higher, mm, than what goes through."""

DISPLAYS = (("sh1106", ""), ("ssd1306", "_small"))
"""The displays, and how the parts made for each end."""

LENS_BELOW = 54.0
"""The lens below the face of the camera's clamp, mm, at least."""

TOUCH = 0.5
"""Cubic millimetres that two bodies may share where they touch."""


@dataclass(frozen=True, slots=True)
class Section:
    """A section through a part and the round holes that belong there, as (x, y, diameter)."""

    part: str
    axis: str
    at: float
    holes: tuple[tuple[float, float, float], ...]
    windows: tuple[tuple[float, float, float, float], ...] = ()
    """Openings that are no circles, as (x, y, width, height)."""


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
    for kind, suffix in DISPLAYS:
        display, (dx, dy), face = m["display"][kind], panel["display"], f"panel_face{suffix}"
        buttons = [(width - p.x, p.y, m["button"]["hole"] + more) for p in m.buttons(pins).values()]
        window = (width - dx, dy - display["window_up"], *display["window"])
        yield Section(face, "z", 1.5, (*buttons, *((x, y, screw["m3"] + more) for x, y in corners)), (window,))
        apart = _bar(m, kind)
        held = [(width - dx + side * apart / 2, dy, screw["m2_5_tap"] + more) for side in (-1, 1)]
        yield Section(face, "z", panel["thick"] - 0.5, tuple(held))
        bar = [(side * apart / 2, 0, screw["m2_5"] + more) for side in (-1, 1)]
        yield Section(f"display_bar{suffix}", "z", 1, tuple(bar))
    yield Section("panel_box", "z", w + 30, tuple((x, y, screw["m3_tap"] + more) for x, y in corners))
    (bx, by), (hx, hy) = m["perfboard"]["at"], m["perfboard"]["holes"]
    posts = [(bx + sx * hx / 2, by + sy * hy / 2) for sx in (-1, 1) for sy in (-1, 1)]
    yield Section("panel_box", "z", w / 2, tuple((x, y, screw["m2_tap"] + more) for x, y in posts))

    plate, pi = m["clamp"]["plate"], m["pi"]
    inner = (m["tube"]["diameter"] + m["print"]["gap"]) / 2
    back = inner + m["clamp"]["ring"] + m["clamp"]["thick"]
    yield Section("tube_clamp", "y", -back + 3, shifted(0, plate / 2, screw["m4"]))
    pinch = inner + m["clamp"]["ring"] + 6
    yield Section("tube_clamp", "x", 6, tuple((pinch, z, screw["m5"] + more) for z in (14, plate - 14)))
    yield Section("ceiling_flange", "y", 0, shifted(0, 12 + plate / 2, screw["m4"]))
    wood = [(x, y, screw["wood"] + more) for x in (-43, 43) for y in (-43, 43)]
    yield Section("ceiling_flange", "z", 3, tuple(wood))
    table = m["table"]
    high = table["thickest"] + 2 * table["jaw"]
    yield Section("table_clamp", "x", 4, shifted(high / 2, table["width"] / 2, screw["m4"]))
    vice = (14 + 0.6 * table["reach"], table["width"] / 2)
    yield Section("table_clamp", "y", 3, ((*vice, screw["m8"] + more),))
    nut = screw["m8_nut"] + more
    across = (nut / math.cos(math.radians(30)), nut)
    yield Section("table_clamp", "y", table["jaw"] - 3, (), ((*vice, *across),))
    yield Section("clamp_pad", "z", 6, ((0, 0, screw["m8"] + more),))
    for part, arm, across_ears in (("camera_arm", 36, 23.4), ("camera_cradle", 18, 17)):
        yield Section(part, "x", across_ears, ((0, arm, screw["m4"] + more),))
    tongue = m["tongue"]
    slot = screw["camera"] + more
    middle_of_slot, tall = (tongue["low"] + tongue["deep"]) / 2, tongue["deep"] - tongue["low"] + slot
    yield Section("tripod_tongue", "x", tongue["thick"] / 2 - tongue["out"], (), ((0, middle_of_slot, slot, tall),))
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


def notes(m: Measures) -> dict[str, list[str]]:
    """The measures that a drawing's views and holes do not have, by the part's name."""
    more, tolerance, wall = m["print"]["hole"], m["print"]["tolerance"], m["print"]["wall"]
    slots = (
        f"eight slots, {m['screw']['m4'] + more:.1f} (+0.3 / -0.1) wide, {m['clamp']['turn']:g} degrees either way, "
        f"on a circle of ø {math.hypot(m['clamp']['pattern'], m['clamp']['pattern']):.1f} ± 0.2"
    )
    table, tube = m["table"], m["tube"]["diameter"] + m["print"]["gap"]
    rims = {
        f"panel_face{suffix}": [
            f"face {m['panel']['thick']:g} ± 0.2 thick; inside the rim "
            + " x ".join(f"{side + 2 * m['display'][kind]['tolerance']:.1f}" for side in m["display"][kind]["board"])
            + f" ± {tolerance:g}"
        ]
        for kind, suffix in DISPLAYS
    }
    return {
        "tube_clamp": [f"bore ø {tube:.1f} (+0.3 / -0.1), open by a slit; ring {m['clamp']['ring']:g} ± 0.2 thick"],
        "table_clamp": [f"throat {table['thickest']:g} ± {tolerance:g} high, {table['reach']:g} ± {tolerance:g} deep"],
        "camera_arm": [slots],
        "tripod_tongue": [slots, f"tongue {m['tongue']['thick']:g} ± 0.2 thick"],
        "head_tray": [f"walls {wall:g} ± 0.2, posts {m['pi']['post']:g} ± 0.2 high"],
        "panel_box": [f"walls and floor {wall:g} ± 0.2, inside {m['panel']['inside']:g} ± {tolerance:g} high"],
        **rims,
    }


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
    for x, y, width, height in section.windows:
        near = min(found, key=lambda hole: math.hypot(hole.x - x, hole.y - y), default=None)
        if near is None or max(abs(near.x - x), abs(near.y - y)) > ROOF or abs(near.width - width) > 0.1:
            said.append(f"{section.part}: no opening {width:.1f} wide at {x:.1f}, {y:.1f}")
        elif not height - 0.1 <= near.height <= height + 2 * ROOF:
            said.append(f"{section.part}: the opening at {x:.1f}, {y:.1f} is {near.height:.2f} high, not {height:g}")
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
        *(_panel(solids, m, pins, kind, suffix) for kind, suffix in DISPLAYS),
        _head(solids, m),
        _zero(solids, m),
        _tube(solids, m),
        *(_camera(solids, m, turn) for turn in (-1.0, -0.5, 0.0, 0.5, 1.0)),
        *(_turned(solids, m, part, angle) for part in TURNING for angle in _angles(m)),
        _arm(solids, m),
        _usb_camera(solids, m),
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
    bar = under - display["thick"] - panel["bar"]
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


def _zero(solids: Mapping[str, Solid], m: Measures) -> dict[str, manifold3d.Manifold]:
    """A Zero 2 W on three of its screws: memory card, power, and the panel's cable on its header."""
    pi = m["pi"]
    (w, d), low = pi["zero"], 4 + pi["post"]
    up = low + pi["thick"]
    power = block((48.5, -20, up - 2.2), (59.5, 0.5, up + 4.8))
    card = block((-4, 10, up), (12, 23, up + 1.6))
    plug = block((7, d - 8, up), (58, d - 0.5, up + 20))
    return {
        "head_tray": solids["head_tray"].body,
        "Zero 2 W": block((0, 0, low), (w, d, up)) + power + card + plug,
        "head_lid": solids["head_lid"].body.translate([0, 0, up + pi["high"]]),
    }


def camera_cable(m: Measures) -> float:
    """The way of the camera's flat cable, mm: up through the lid's slot, over its edge, down to the cradle."""
    pi, tray, face = m["pi"], m["arm"]["tray"], _face(m)
    to_slot = math.hypot(15, pi["high"])
    half = pi["board"][1] / 2
    edge = tray - half - 1 - m["print"]["wall"]
    lid = face + 4 + pi["post"] + pi["thick"] + pi["high"] + m["print"]["wall"]
    down = math.dist((36, edge, lid), (0, -10, 9 - face - LENS_BELOW))
    return float(to_slot + (tray - edge) + down)


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


TURNING = ("camera_arm", "tripod_tongue")
"""The parts that may be bolted on in any eighth of a turn, and turned a little further."""


def _angles(m: Measures) -> list[float]:
    """Turns of the plate under its clamp that must be possible, degrees."""
    return [eighth + part * m["clamp"]["turn"] for eighth in (0, 45, 90) for part in (-1, 0, 1)]


def _turned(solids: Mapping[str, Solid], m: Measures, part: str, angle: float) -> dict[str, manifold3d.Manifold]:
    """A turning plate with its four screws and their heads, the clamp's square being turned by `angle`."""
    half, screw = m["clamp"]["pattern"] / 2, m["screw"]
    bodies = {part: solids[part].body}
    for i, (x, y) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        shaft = rod(x * half, y * half, -20, 6, screw["m4"] - 0.5)
        head = rod(x * half, y * half, 6, 6 + screw["m4_head_high"], screw["m4_head"] - 0.6)
        bodies[f"screw {i + 1} at {angle:g} degrees"] = (shaft + head).rotate([0, 0, angle])
    return bodies


def _clamp(solids: Mapping[str, Solid], m: Measures, at: float, up: bool) -> manifold3d.Manifold:
    """A tube clamp on the arm, whose middle line is y, its face down or up."""
    return solids["tube_clamp"].body.rotate([90, 180 if up else 0, 0]).translate([0, at + m["clamp"]["plate"] / 2, 0])


def _face(m: Measures) -> float:
    """A tube clamp's face from the tube's middle line."""
    return float((m["tube"]["diameter"] + m["print"]["gap"]) / 2 + m["clamp"]["ring"] + m["clamp"]["thick"])


def _lamp(solids: Mapping[str, Solid], m: Measures) -> dict[str, manifold3d.Manifold]:
    """The ring around the camera's plumb line, as high as its screw may sit, and what it hangs on."""
    lamp, tongue = m["lamp"], m["tongue"]
    at = lamp["ring"] / 2 + lamp["hinge"] + tongue["out"]
    half, more = lamp["thick"] / 2, lamp["tolerance"]
    ring = rod(0, 0, -half, half, lamp["ring"] + more) - rod(0, 0, -half - 1, half + 1, lamp["inside"] - more)
    hinge = block((-12, lamp["inside"] / 2, -half), (12, lamp["ring"] / 2 + lamp["hinge"], half))
    return {
        "the lamp's clamp": _clamp(solids, m, at, up=False),
        "tripod_tongue": solids["tripod_tongue"].body.rotate([180, 0, 90]).translate([0, at, -_face(m)]),
        "lamp": (ring + hinge).translate([0, 0, -_face(m) - tongue["low"] - 2]),
    }


def _arm(solids: Mapping[str, Solid], m: Measures) -> dict[str, manifold3d.Manifold]:
    """All that hangs on the arm: camera, lamp and Raspberry Pi; and what the camera sees, where nothing may be."""
    face, tray = _face(m), m["arm"]["tray"]

    def hung(body: manifold3d.Manifold) -> manifold3d.Manifold:
        return body.rotate([180, 0, 45]).translate([0, 0, -face])

    camera = _camera(solids, m, 0.0)
    head = _head(solids, m)
    on_top = [-sum(m["pi"]["hole_x"]) / 2, tray - m["pi"]["board"][1] / 2, face]
    return {
        "tube": rod(0, 0, -60, 500, m["tube"]["diameter"]).rotate([-90, 0, 0]),
        "the camera's clamp": _clamp(solids, m, 0, up=False),
        "camera_arm": hung(camera["camera_arm"]),
        "camera_cradle": hung(camera["camera_cradle"]),
        "the tray's clamp": _clamp(solids, m, tray, up=True),
        "head_tray": head["head_tray"].translate(on_top),
        "Raspberry Pi": head["Raspberry Pi"].translate(on_top),
        "the camera's view": _view(0, -face - LENS_BELOW),
        **_lamp(solids, m),
    }


def _view(x: float, z: float) -> manifold3d.Manifold:
    """What the wide camera sees from there, looking down: a cone of 102 degrees."""
    return manifold3d.Manifold.cylinder(200, 200 * math.tan(math.radians(51)), 1.0).translate([x, 0, z - 200])


def _usb_camera(solids: Mapping[str, Solid], m: Measures) -> dict[str, manifold3d.Manifold]:
    """A USB camera on the tongue in the place of the camera's arm, looking down, inside the lamp."""
    usb, tongue, face = m["usb_camera"], m["tongue"], _face(m)
    wide, deep, thick = (side + usb["tolerance"] for side in usb["body"])
    inner, low = tongue["thick"] - tongue["out"], face + (tongue["low"] + tongue["deep"]) / 2
    body = block((inner, -wide / 2, -low - thick / 2), (inner + deep, wide / 2, -low + thick / 2))
    lamp = _lamp(solids, m)
    return {
        "the camera's clamp": _clamp(solids, m, 0, up=False),
        "the camera's tongue": solids["tripod_tongue"].body.rotate([180, 0, 0]).translate([0, 0, -face]),
        "USB camera": body,
        "the USB camera's view": _view(inner + usb["lens"], -low - thick / 2),
        "the tray's clamp": _clamp(solids, m, m["arm"]["tray"], up=True),
        **lamp,
    }


def _bar(m: Measures, kind: str) -> float:
    """The two screws of the bar that presses a display into its rim, apart."""
    display = m["display"][kind]
    return float(display["board"][0] + 2 * (display["tolerance"] + m["print"]["thinnest"]) + 9 - 2)
