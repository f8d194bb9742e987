"""Every screw of the box: what it goes through, whether its length holds there, and how many are needed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hardware.measures import Measures
from hardware.parts import Part

NUT = {"M4": 5.0, "M5": 5.0}
"""Heights of self-locking nuts, mm."""

OUT = 0.4
"""A screw stands out of its self-locking nut by so much at least: the ring that holds it is the nut's last part."""

LONG = 8.0
"""Standing out farther it is in somebody's way."""

BITE = 1.25
"""A screw that cuts its own thread goes in by so many of its diameters at least."""


@dataclass(frozen=True, slots=True)
class Joint:
    """`count` screws, as the parts list calls them, through `through` mm.

    Into a nut, or where `depth` is given into a thread of that depth, which takes at least `least` mm of it. `instead`
    names the joint whose screws they are, where the box hangs otherwise.
    """

    where: str
    screw: str
    count: int
    through: float
    depth: float | None = None
    least: float | None = None
    instead: str = ""


def joints(m: Measures) -> Iterator[Joint]:
    """All joints of a box on an arm, and those that take another's place under a ceiling."""
    clamp, table, panel, pi, tray = m["clamp"], m["table"], m["panel"], m["pi"], m["tray"]
    plate, wall, tongue, lamp = clamp["thick"], m["print"]["wall"], m["tongue"], m["lamp"]
    edge = "table clamp and tube clamp"
    yield Joint(edge, "M4 x 25", 4, table["back"] - table["sunk"] + plate)
    yield Joint("ceiling flange and tube clamp", "M4 x 25", 4, m["ceiling"]["upstand"] + plate, instead=edge)
    yield Joint("elbow", "M4 x 20", 4, 2 * plate)
    yield Joint("camera's arm and tube clamp", "M4 x 20", 4, m["arm"]["plate"] + plate)
    yield Joint("lamp's tongue and tube clamp", "M4 x 20", 4, tongue["plate"] + plate)
    yield Joint("cradle in its ears", "M4 x 20", 2, 2 * m["cradle"]["ear"] + m["print"]["gap"])
    yield Joint("tray and tube clamp", "M4 x 20, flat head", 4, tray["thick"] + plate)
    yield Joint("tubes in their clamps", "M5 x 35", 12, 2 * clamp["ear"] + clamp["slit"])
    yield Joint("panel's face and box", "M3 x 16", 4, panel["thick"], panel["inside"])
    yield Joint("lid and its spacers", "M2.5 x 8", 4, wall, tray["spacer"])
    for display in m["display"].values():
        press = panel["press"]
        deep = display["thick"] - press + panel["sunk"]
        yield Joint("display's bar and face", "M2.5 x 8", 2, panel["bar"] + press, deep)
    into_tray = tray["thick"] + pi["post"]
    yield Joint("spacers on the tray", "spacer M2.5 x 25", 4, pi["thick"], into_tray)
    yield Joint("Zero 2 W on the middle post", "M2.5 x 8", 1, pi["zero_thick"], into_tray)
    camera, perfboard = m["camera"], m["perfboard"]
    yield Joint("camera and cradle", "M2 x 6", 4, camera["thick"], m["cradle"]["plate"] + camera["post"])
    yield Joint("perfboard and box", "M2 x 6", 4, perfboard["thick"], wall + perfboard["post"])
    least, deep = lamp["thread"]
    yield Joint("lamp on its tongue", "tripod screw", 1, tongue["thick"] + lamp["washer"], deep, least)


def table(joints: Sequence[Joint]) -> str:
    """Which screws go where, as a Markdown table."""
    lines = ["| where | screws | into |", "|---|---|---|"]
    for joint in {joint.where: joint for joint in joints}.values():
        into = "a self-locking nut" if joint.depth is None else f"a thread, {joint.depth:.1f} mm deep"
        where = f"{joint.where}, instead of {joint.instead}" if joint.instead else joint.where
        lines.append(f"| {where} | {joint.count} {joint.screw} | {into} |")
    return "\n".join(lines)


def faults(joints: Sequence[Joint], parts: Sequence[Part]) -> list[str]:
    """What is wrong with the screws in the parts list, each in a sentence: too short, too long, too few, not there."""
    listed = {part.name: part for part in parts}
    said = []
    for joint in joints:
        part = listed.get(joint.screw)
        if part is None:
            said.append(f"{joint.where}: the parts list has no {joint.screw}")
        elif wrong := _wrong(joint, _length(part)):
            said.append(f"{joint.where}: {joint.screw} {wrong}")
    for name in dict.fromkeys(joint.screw for joint in joints):
        counts = {joint.where: joint.count for joint in joints if joint.screw == name and not joint.instead}
        needed = sum(counts.values())
        if name in listed and int(listed[name].count) != needed:
            said.append(f"the parts list has {listed[name].count} {name}, and {needed} are needed")
    return said


def _wrong(joint: Joint, length: float) -> str:
    """What is wrong with a screw of that length, or nothing."""
    inside = length - joint.through
    if joint.depth is None:
        out = inside - NUT[joint.screw.split()[0]]
        if out < OUT:
            return f"ends {OUT - out:.1f} mm too early in its nut"
        return f"stands out of its nut by {out:.1f} mm" if out > LONG else ""
    least = BITE * float(re.findall(r"\d+\.?\d*", joint.screw)[0]) if joint.least is None else joint.least
    if inside > joint.depth:
        return f"goes in by {inside:.1f} mm, and the thread is {joint.depth:.1f} mm deep"
    return f"holds in {inside:.1f} mm, and {least:.1f} are needed" if inside < least else ""


def _length(part: Part) -> float:
    """The length in the words of the parts list."""
    found = re.search(r"(\d+(?:\.\d+)?) mm long", part.meant)
    if found is None:
        raise ValueError(f"the parts list does not say how many mm long {part.name} is: {part.meant!r}")
    return float(found[1])
