"""Everything put together, printed and bought: whether two bodies would have to be in one place."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import combinations

import manifold3d

from firmware.devices.pins import Pins
from hardware.measures import Measures
from hardware.printed.fit import DISPLAYS, NEAR, clamp_face, wood_screws
from hardware.printed.meshes import Solid, block, rod

Bodies = dict[str, manifold3d.Manifold]
"""Bodies by their names, each in its place."""

TOUCH = 0.5
"""Cubic millimetres that two bodies may share where they touch."""

CEILING = 120.0
"""The arm's middle line below the nearest ceiling that is checked, mm."""


def clashes(solids: Mapping[str, Solid], measures: Measures, pins: Pins) -> list[str]:
    """Pairs of bodies that would have to be in one place, each in a sentence; empty where everything fits."""
    parts = {name: solid.body for name, solid in solids.items()}
    shared = (
        (one, other, float((a ^ b).volume()))
        for bodies in _groups(parts, measures, pins)
        for (one, a), (other, b) in combinations(bodies.items(), 2)
    )
    return [f"{one} and {other} share {volume:.0f} mm³" for one, other, volume in shared if volume > TOUCH]


def _groups(parts: Bodies, m: Measures, pins: Pins) -> list[Bodies]:
    """What is put together each time."""
    return [
        *(_panel(parts, m, pins, kind, suffix) for kind, suffix in DISPLAYS),
        _head(parts, m),
        _zero(parts, m),
        _stand(parts, m),
        *(_camera(parts, m, turn) for turn in (-1.0, -0.5, 0.0, 0.5, 1.0)),
        *(_turned(parts, m, part, angle) for part in TURNING for angle in _angles(m)),
        _on_an_arm(parts, m),
        _screwed_on(parts, m),
        _under_a_ceiling(parts, m),
        _usb_camera(parts, m),
    ]


def _panel(parts: Bodies, m: Measures, pins: Pins, kind: str, suffix: str) -> Bodies:
    """The panel put together: box, face turned over onto it, bar, and what is bought."""
    panel, button, perf, display = m["panel"], m["button"], m["perfboard"], m["display"][kind]
    wall, thick, width = m["print"]["wall"], panel["thick"], panel["width"]
    top = wall + panel["inside"] + thick
    face = parts[f"panel_face{suffix}"].rotate([0, 180, 0]).translate([width, 0, top])
    bodies = {"panel_box": parts["panel_box"], f"panel_face{suffix}": face}
    for name, place in m.buttons(pins).items():
        body = rod(place.x, place.y, top - button["deep"], top, button["hole"])
        bezel = rod(place.x, place.y, top, top + 3, button["bezel"])
        bodies[f"button {name.value}"] = body + bezel
    (x, y), (bw, bd) = panel["display"], display["board"]
    under = top - thick
    bodies["display"] = block((x - bw / 2, y - bd / 2, under - display["thick"]), (x + bw / 2, y + bd / 2, under))
    bar = under - display["thick"] - panel["bar"]
    bodies[f"display_bar{suffix}"] = parts[f"display_bar{suffix}"].translate([x, y, bar])
    (px, py), (pw, pd) = perf["at"], perf["board"]
    bodies["perfboard"] = block(
        (px - pw / 2, py - pd / 2, wall + perf["post"]), (px + pw / 2, py + pd / 2, wall + perf["post"] + perf["high"])
    )
    return bodies


def _head(parts: Bodies, m: Measures) -> Bodies:
    """A Raspberry Pi on its posts with what is plugged into it, the tray below and the lid above."""
    pi = m["pi"]
    (w, d), low = pi["board"], m["tray"]["thick"] + pi["post"]
    up = low + pi["thick"]
    board = block((0, 0, low), (w, d, up))
    plugs = block((w - 10, 2, up), (w + 20, d - 2, up + 16)) + block((6.5, -20, up), (60, 8, up + 7))
    card = block((-4, 21, low - 2), (10, 35, low))
    return {
        "head_tray": parts["head_tray"],
        "Raspberry Pi": board + plugs + card,
        "head_lid": parts["head_lid"].translate([0, 0, up + pi["high"]]),
    }


def _zero(parts: Bodies, m: Measures) -> Bodies:
    """A Zero 2 W on three of its screws: memory card, power, and the panel's cable on its header."""
    pi = m["pi"]
    (w, d), low = pi["zero"], m["tray"]["thick"] + pi["post"]
    up = low + pi["zero_thick"]
    power = block((48.5, -20, up - 2.2), (59.5, 0.5, up + 4.8))
    card = block((-4, 10, up), (12, 23, up + 1.6))
    plug = block((7, d - 8, up), (58, d - 0.5, up + 20))
    return {
        "head_tray": parts["head_tray"],
        "Zero 2 W": block((0, 0, low), (w, d, up)) + power + card + plug,
        "head_lid": parts["head_lid"].translate([0, 0, low + pi["thick"] + pi["high"]]),
    }


def _stand(parts: Bodies, m: Measures) -> Bodies:
    """The upright in its clamp, on the table clamp's back, and the edge of the thickest top that it grips."""
    table, away = m["table"], m["table"]["back"] + clamp_face(m)
    low = -table["thickest"] - table["jaw"]
    middle = -table["thickest"] / 2
    clamp = parts["table_clamp"].rotate([90, 0, -90]).translate([table["width"] / 2, table["back"], low])
    return {
        "table_clamp": clamp,
        "tube_clamp": parts["tube_clamp"].translate([0, away, middle - m["clamp"]["plate"] / 2]),
        "upright": rod(0, away, low, 200, m["tube"]["diameter"]),
        "table top": block((-200, -300, -table["thickest"]), (200, -NEAR, 0)),
    }


def lens_below(m: Measures) -> float:
    """The lens below the face of the camera's clamp, mm, at least."""
    return float(m["arm"]["pivot"] + m["cradle"]["pivot"])


def _camera(parts: Bodies, m: Measures, turn: float) -> Bodies:
    """The cradle with its camera hung into the arm, turned by a part of the tilt."""
    camera = m["camera"]
    (w, d), lens, post = camera["board"], camera["lens"], m["cradle"]["plate"] + camera["post"]
    up = post + camera["thick"]
    board = block((-w / 2, lens - d, post), (w / 2, lens, up))
    front = rod(0, 0, post - camera["front"], post, 10)
    plug = block((-10.5, lens - d - 1, up), (10.5, lens - d + 6, up + camera["behind"]))
    angle = turn * camera["tilt"]

    def hung(body: manifold3d.Manifold) -> manifold3d.Manifold:
        return (
            body.translate([0, 0, -m["cradle"]["pivot"]])
            .rotate([180 + angle, 0, 0])
            .translate([0, 0, m["arm"]["pivot"]])
        )

    return {
        "camera_arm": parts["camera_arm"],
        "camera_cradle": hung(parts["camera_cradle"]),
        "camera": hung(board + front + plug),
    }


TURNING = ("camera_arm", "tripod_tongue")
"""The parts that may be bolted on in any eighth of a turn, and turned a little further."""


def _angles(m: Measures) -> list[float]:
    """Turns of the plate under its clamp that must be possible, degrees."""
    return [eighth + part * m["clamp"]["turn"] for eighth in (0, 45, 90) for part in (-1, 0, 1)]


def _turned(parts: Bodies, m: Measures, part: str, angle: float) -> Bodies:
    """A turning plate with its four screws and their heads, the clamp's square being turned by `angle`."""
    half, screw = m["clamp"]["pattern"] / 2, m["screw"]
    plate = m["arm" if part == "camera_arm" else "tongue"]["plate"]
    bodies = {part: parts[part]}
    for i, (x, y) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        shaft = rod(x * half, y * half, -20, plate, screw["m4"] - 0.5)
        head = rod(x * half, y * half, plate, plate + screw["m4_head_high"], screw["m4_head"] - 0.6)
        bodies[f"screw {i + 1} at {angle:g} degrees"] = (shaft + head).rotate([0, 0, angle])
    return bodies


def _clamp(parts: Bodies, m: Measures, at: float, up: bool) -> manifold3d.Manifold:
    """A tube clamp on the arm, whose middle line is y, its face down or up."""
    return parts["tube_clamp"].rotate([90, 180 if up else 0, 0]).translate([0, at + m["clamp"]["plate"] / 2, 0])


def _lamp(parts: Bodies, m: Measures) -> Bodies:
    """The ring around the camera's plumb line, as high as its screw may sit, and what it hangs on."""
    lamp, tongue = m["lamp"], m["tongue"]
    at = lamp["ring"] / 2 + lamp["hinge"] + tongue["out"]
    half, more = lamp["thick"] / 2, lamp["tolerance"]
    ring = rod(0, 0, -half, half, lamp["ring"] + more) - rod(0, 0, -half - 1, half + 1, lamp["inside"] - more)
    hinge = block((-12, lamp["inside"] / 2, -half), (12, lamp["ring"] / 2 + lamp["hinge"], half))
    return {
        "the lamp's clamp": _clamp(parts, m, at, up=False),
        "tripod_tongue": parts["tripod_tongue"].rotate([180, 0, 90]).translate([0, at, -clamp_face(m)]),
        "lamp": (ring + hinge).translate([0, 0, -clamp_face(m) - tongue["low"] - 2]),
    }


def _arm(parts: Bodies, m: Measures) -> Bodies:
    """All that hangs on the arm: camera, lamp and Raspberry Pi; and what the camera sees, where nothing may be.

    The arm is y, from the camera's plumb line on.
    """
    face, tray = clamp_face(m), m["arm"]["tray"]

    def hung(body: manifold3d.Manifold) -> manifold3d.Manifold:
        return body.rotate([180, 0, 45]).translate([0, 0, -face])

    camera = _camera(parts, m, 0.0)
    head = _head(parts, m)
    on_top = [-sum(m["pi"]["hole_x"]) / 2, tray - m["pi"]["board"][1] / 2, face]
    return {
        "the camera's clamp": _clamp(parts, m, 0, up=False),
        "camera_arm": hung(camera["camera_arm"]),
        "camera_cradle": hung(camera["camera_cradle"]),
        "the tray's clamp": _clamp(parts, m, tray, up=True),
        "head_tray": head["head_tray"].translate(on_top),
        "Raspberry Pi": head["Raspberry Pi"].translate(on_top),
        "the camera's view": _view(0, -face - lens_below(m)),
        **_lamp(parts, m),
    }


def _elbow(parts: Bodies, m: Measures, at: float) -> Bodies:
    """Two clamps back to back, one turned: the arm beside an upright that is `at` from the camera's plumb line."""
    face, half, clamp = clamp_face(m), m["clamp"]["plate"] / 2, parts["tube_clamp"]
    return {
        "the elbow's clamp on the upright": clamp.rotate([0, 0, 90]).translate([-2 * face, at, -half]),
        "the elbow's clamp on the arm": clamp.rotate([0, 0, -90]).translate([0, 0, -half]).rotate([90, 0, 0])
        .translate([0, at, 0]),
    }  # fmt: skip


def _on_an_arm(parts: Bodies, m: Measures) -> Bodies:
    """The arm on its upright behind the nearest table's corner."""
    at = 500.0
    return {
        **_arm(parts, m),
        **_elbow(parts, m, at),
        "arm": rod(0, 0, -60, at + 60, m["tube"]["diameter"]).rotate([-90, 0, 0]),
        "upright": rod(-2 * clamp_face(m), at, -500, 60, m["tube"]["diameter"]),
    }


def _flange(parts: Bodies, m: Measures) -> Bodies:
    """The ceiling's flange as it is printed, its face on the ceiling; the upright, which is z, and its clamp."""
    flange = m["ceiling"]
    aside = flange["upstand"] / 2 + clamp_face(m)
    return {
        "ceiling_flange": parts["ceiling_flange"].translate([0, aside, 0]),
        "the flange's clamp": parts["tube_clamp"].rotate([0, 0, 180]).translate([0, 0, flange["below"]]),
        "upright": rod(0, 0, flange["thick"], CEILING + m["clamp"]["plate"] / 2, m["tube"]["diameter"]),
    }


def _screwed_on(parts: Bodies, m: Measures) -> Bodies:
    """The flange with its clamp, and the room that a screwdriver needs to come to the wood screws."""
    flange = m["ceiling"]
    aside = flange["upstand"] / 2 + clamp_face(m)
    ways = [rod(x, y + aside, flange["thick"], flange["thick"] + 150, 12) for x, y in wood_screws(m)]
    return {
        **_flange(parts, m),
        "the screwdriver's way": manifold3d.Manifold.batch_boolean(ways, manifold3d.OpType.Add),
    }


def _under_a_ceiling(parts: Bodies, m: Measures) -> Bodies:
    """The arm on an upright that hangs from a near ceiling."""
    beside = 2 * clamp_face(m)
    at = math.sqrt(m["ceiling"]["beside"] ** 2 - beside**2)
    hanging = {
        name: body.rotate([180, 0, 0]).translate([-beside, at, CEILING]) for name, body in _flange(parts, m).items()
    }
    return {
        **_arm(parts, m),
        **_elbow(parts, m, at),
        "arm": rod(0, 0, -60, at + 200, m["tube"]["diameter"]).rotate([-90, 0, 0]),
        "ceiling": block((-500, -500, CEILING + NEAR), (500, 900, CEILING + 10)),
        **hanging,
    }


def _view(x: float, z: float) -> manifold3d.Manifold:
    """What the wide camera sees from there, looking down: a cone of 102 degrees."""
    return manifold3d.Manifold.cylinder(200, 200 * math.tan(math.radians(51)), 1.0).translate([x, 0, z - 200])


def _usb_camera(parts: Bodies, m: Measures) -> Bodies:
    """A USB camera on the tongue in the place of the camera's arm, looking down, inside the lamp."""
    usb, tongue, face = m["usb_camera"], m["tongue"], clamp_face(m)
    wide, deep, thick = (side + usb["tolerance"] for side in usb["body"])
    inner, low = tongue["thick"] - tongue["out"], face + (tongue["low"] + tongue["deep"]) / 2
    body = block((inner, -wide / 2, -low - thick / 2), (inner + deep, wide / 2, -low + thick / 2))
    return {
        "the camera's clamp": _clamp(parts, m, 0, up=False),
        "the camera's tongue": parts["tripod_tongue"].rotate([180, 0, 0]).translate([0, 0, -face]),
        "USB camera": body,
        "the USB camera's view": _view(inner + usb["lens"], -low - thick / 2),
        "the tray's clamp": _clamp(parts, m, m["arm"]["tray"], up=True),
        **_lamp(parts, m),
    }
