"""Whether the printed parts have the holes for what is bought, and for each other, where they belong."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from firmware.devices.pins import Pins
from hardware.measures import Measures
from hardware.printed.meshes import Hole

NEAR = 0.05
"""Two places that should be one may differ by so much, mm: rounding of the circles."""

ROOF = 0.5
"""An opening that lies flat in the print has a roof, and is so much higher, mm, than what goes through."""

DISPLAYS = (("sh1106", ""), ("ssd1306", "_small"))
"""The displays, and how the parts made for each end."""


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
    for kind, suffix in DISPLAYS:
        yield from _face(measures, pins, kind, suffix)
    yield from _panel_box(measures)
    yield from _tube(measures)
    yield from _table(measures)
    yield from _head(measures)


def face_screws(m: Measures) -> list[tuple[float, float]]:
    """Where the panel's face is screwed onto its box."""
    corner, width, depth = m["panel"]["corner"], m["panel"]["width"], m["panel"]["depth"]
    return [(x, y) for x in (corner, width - corner) for y in (corner, depth - corner)]


def _holes(m: Measures, screw: str, *places: tuple[float, float]) -> tuple[tuple[float, float, float], ...]:
    """Holes for a screw in these places."""
    return tuple((x, y, m["screw"][screw] + m["print"]["hole"]) for x, y in places)


def _square(m: Measures, x: float, y: float) -> tuple[tuple[float, float, float], ...]:
    """The four screws by which the clamps, the arm and the head hold each other, around (x, y)."""
    half = m["clamp"]["pattern"] / 2
    return _holes(m, "m4", *((x + a, y + b) for b in (-half, half) for a in (-half, half)))


def _face(m: Measures, pins: Pins, kind: str, suffix: str) -> Iterator[Section]:
    """The panel's face, and the bar that presses the display into its rim."""
    panel, display = m["panel"], m["display"][kind]
    (dx, dy), width, face = panel["display"], panel["width"], f"panel_face{suffix}"
    button = m["button"]["hole"] + m["print"]["hole"]
    buttons = [(width - place.x, place.y, button) for place in m.buttons(pins).values()]
    window = (width - dx, dy - display["window_up"], *display["window"])
    yield Section(face, "z", 1.5, (*buttons, *_holes(m, "m3", *face_screws(m))), (window,))
    beside = _bar(m, kind) / 2
    held = _holes(m, "m2_5_tap", (width - dx - beside, dy), (width - dx + beside, dy))
    yield Section(face, "z", panel["thick"] - 0.5, held)
    yield Section(f"display_bar{suffix}", "z", 1, _holes(m, "m2_5", (-beside, 0), (beside, 0)))


def _panel_box(m: Measures) -> Iterator[Section]:
    wall = m["print"]["wall"]
    yield Section("panel_box", "z", wall + 30, _holes(m, "m3_tap", *face_screws(m)))
    (bx, by), (hx, hy) = m["perfboard"]["at"], m["perfboard"]["holes"]
    posts = [(bx + sx * hx / 2, by + sy * hy / 2) for sx in (-1, 1) for sy in (-1, 1)]
    yield Section("panel_box", "z", wall / 2, _holes(m, "m2_tap", *posts))


def _tube(m: Measures) -> Iterator[Section]:
    """What holds the tube: its clamp, and the flange under a ceiling."""
    plate = m["clamp"]["plate"]
    yield Section("tube_clamp", "y", -clamp_face(m) + 3, _square(m, 0, plate / 2))
    out, end = m["clamp"]["pinch"]
    pinch = (m["tube"]["diameter"] + m["print"]["gap"]) / 2 + m["clamp"]["ring"] + out
    yield Section("tube_clamp", "x", 6, _holes(m, "m5", (pinch, end), (pinch, plate - end)))
    yield Section("ceiling_flange", "y", 0, _square(m, 0, m["ceiling"]["below"] + plate / 2))
    yield Section("ceiling_flange", "z", 3, _holes(m, "wood", *wood_screws(m)))


def _table(m: Measures) -> Iterator[Section]:
    """What grips the table's edge."""
    table = m["table"]
    high = table["thickest"] + 2 * table["jaw"]
    yield Section("table_clamp", "x", 4, _square(m, high / 2, table["width"] / 2))
    vice = (table["back"] + table["vice"], table["width"] / 2)
    yield Section("table_clamp", "y", 3, _holes(m, "m8", vice))
    nut = m["screw"]["m8_nut"] + m["print"]["hole"]
    across = (nut / math.cos(math.radians(30)), nut)
    yield Section("table_clamp", "y", table["jaw"] - 3, (), ((*vice, *across),))
    yield Section("clamp_pad", "z", 6, _holes(m, "m8", (0, 0)))


def _head(m: Measures) -> Iterator[Section]:
    """What hangs on the arm: the camera in its cradle or on a tripod's screw, and the Raspberry Pi in its tray."""
    pi, cradle = m["pi"], m["cradle"]
    inside = cradle["width"] / 2 - cradle["ear"] / 2
    outside = cradle["width"] / 2 + m["print"]["gap"] + cradle["ear"] / 2
    for part, pivot, ear in (("camera_arm", m["arm"]["pivot"], outside), ("camera_cradle", cradle["pivot"], inside)):
        yield Section(part, "x", ear, _holes(m, "m4", (0, pivot)))
    tongue, slot = m["tongue"], m["screw"]["camera"] + m["print"]["hole"]
    middle_of_slot, tall = (tongue["low"] + tongue["deep"]) / 2, tongue["deep"] - tongue["low"] + slot
    yield Section("tripod_tongue", "x", tongue["thick"] / 2 - tongue["out"], (), ((0, middle_of_slot, slot, tall),))
    middle = sum(pi["hole_x"]) / 2, pi["board"][1] / 2
    corners = [(x, y) for x in pi["hole_x"] for y in pi["hole_y"]]
    tapped = _holes(m, "m2_5_tap", *corners, (pi["hole_x"][1], pi["zero_hole_y"][1]))
    yield Section("head_tray", "z", 1, (*tapped, *_square(m, *middle)))
    yield Section("head_tray", "z", 5, tapped)
    yield Section("head_lid", "z", 1, _holes(m, "m2_5", *corners))
    camera = m["camera"]
    screws = [(s * camera["hole_x"] / 2, camera["lens"] - y) for s in (-1, 1) for y in camera["hole_y"]]
    tapped = _holes(m, "m2_tap", *screws)
    opening = (0, 0, camera["opening"] + m["print"]["hole"])
    yield Section("camera_cradle", "z", 1.5, (*tapped, opening))
    yield Section("camera_cradle", "z", 5, tapped)


def notes(m: Measures) -> dict[str, list[str]]:
    """The measures that a drawing's views and holes do not have, by the part's name."""
    more, tolerance, wall = m["print"]["hole"], m["print"]["tolerance"], m["print"]["wall"]
    slots = (
        f"eight slots, {m['screw']['m4'] + more:.1f} (+0.3 / -0.1) wide, {m['clamp']['turn']:g} degrees either way, "
        f"on a circle of ø {math.hypot(m['clamp']['pattern'], m['clamp']['pattern']):.1f} ± 0.2"
    )
    table, tube = m["table"], m["tube"]["diameter"] + m["print"]["gap"]
    flange, cradle = m["ceiling"], m["cradle"]
    ears = f"ears {cradle['ear']:g} ± 0.2 thick"
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
        "ceiling_flange": [f"plate {flange['thick']:g} ± 0.2 thick, upstand {flange['upstand']:g} ± 0.2"],
        "camera_arm": [
            slots,
            f"plate {m['arm']['plate']:g} ± 0.2 thick; {ears}, {cradle['width'] + 2 * m['print']['gap']:g} ± 0.2 apart",
        ],
        "camera_cradle": [f"plate {cradle['plate']:g} ± 0.2 thick, posts {m['camera']['post']:g} ± 0.2 high; {ears}"],
        "tripod_tongue": [slots, f"plate {m['tongue']['plate']:g} ± 0.2 thick, tongue {m['tongue']['thick']:g} ± 0.2"],
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


def _bar(m: Measures, kind: str) -> float:
    """The two screws of the bar that presses a display into its rim, apart."""
    display = m["display"][kind]
    return float(display["board"][0] + 2 * (display["tolerance"] + m["print"]["thinnest"]) + 9 - 2)


def clamp_face(m: Measures) -> float:
    """A tube clamp's face from the tube's middle line."""
    return float((m["tube"]["diameter"] + m["print"]["gap"]) / 2 + m["clamp"]["ring"] + m["clamp"]["thick"])


def wood_screws(m: Measures) -> list[tuple[float, float]]:
    """The places of the wood screws in the ceiling's flange."""
    out = m["ceiling"]["side"] / 2 - m["ceiling"]["edge"]
    return [(x, y) for x in (-out, out) for y in (-out, out)]
