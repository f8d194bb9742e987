"""What to change about a camera's mount and the light, and what a picture leaves open: the mount check's sentences."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from engine.seats import Seat
from vision import geometry
from vision.checks.mirrored import MIRRORED
from vision.checks.mounting import ENOUGH_FOR_TILT, SHORTEST, Area, Mounting, Sight, areas
from vision.checks.pose import Pose
from vision.geometry import Corners

OVEREXPOSED = 254.0
"""Grey level of the paper, wherever cards lie, from which the picture is too bright, if not every card can be told."""

UNEVEN = 3.0
"""How many times as bright as the darkest hand's the brightest hand's paper may be."""

TILTED = 25.0
"""Degrees from straight down up to which tables are read."""

TURNED = 20.0
"""Degrees by which the hands may lie off their sides; reading takes 30."""

HIGHEST = 2500.0
STEP = 50.0
"""Advice goes in steps of so many mm, up to a camera that hangs so high."""


def what_to_change(sight: Sight, found: list[Area]) -> tuple[str, ...]:
    """What brings all four hands into view, near enough, the right way round, sharp and well lit; a sentence each."""
    if sight.mirrored:
        return (MIRRORED,)  # whatever else is said names seats and sides
    return (
        *_view_advice(sight),
        *_size_advice(sight),
        *_turn_advice(sight.lean),
        *_area_advice(sight, found),
    )


def _fits(where: Pose, plan: dict[Seat, Corners], size: tuple[int, int]) -> bool:
    corners = np.concatenate([where.to_picture(outline) for outline in plan.values()])
    return bool(np.all(corners >= 0) and np.all(corners <= size))


def _view_advice(sight: Sight) -> list[str]:
    """What brings all four areas into the picture: the least that does it."""
    size, known, where, plan, at, lean = sight.size, sight.known, sight.where, sight.plan, sight.at, sight.lean
    advice = [f"tilt the camera less: it looks {where.tilt:.0f} degrees aside"] if where and where.tilt > TILTED else []
    if sight.outside is not None and any(sight.outside):
        whither = f"move the camera towards {_side(sight.outside, known)}"
        return [*advice, f"part of the table is out of the picture: {whither}"]
    if where is None or _fits(where, plan, size):
        high = [] if sight.outside is None else ["part of the table is out of the picture: raise the camera"]
        return [*advice, *high]
    out = [s.value for s, area in plan.items() if not _fits(where, {s: area}, size)]
    told = f"the place of {_listed(out)} is not whole in the picture"
    centred = areas(known.field, known.turn - lean)
    quarter = areas(known.field, known.turn - lean + 90)
    straight = replace(where, tilt=0.0)
    if _fits(where, centred, size):
        return [*advice, f"{told}: move the camera {_towards(at, known)}"]
    if _fits(where, quarter, size):
        return [*advice, f"{told}: turn the camera a quarter"]
    if _fits(straight, centred, size):
        return [*advice, f"{told}: hang the camera straight, it looks {where.tilt:.0f} degrees aside"]
    for rise in np.arange(STEP, HIGHEST - where.height, STEP):
        if _fits(replace(straight, height=where.height + rise), centred, size):
            moved = f" and move it {_towards(at, known)}" if np.hypot(*at) > STEP else ""
            return [*advice, f"{told}: raise the camera {rise / 10:.0f} cm{moved}"]
    return [*advice, f"{told}: take a lens that sees more than {known.field_of_view:.0f} degrees"]


def _towards(at: tuple[float, float], known: Mounting) -> str:
    """How far to move over the table, and to which player."""
    return f"{max(1, round(float(np.hypot(*at)) / 10))} cm towards {_side(at, known)}"


def _side(way: tuple[float, float], known: Mounting) -> str:
    """The seat that lies that way in the picture."""
    right, down = geometry.turn(np.array([way]), known.turn)[0]
    return ("E" if right > 0 else "W") if abs(right) > abs(down) else ("S" if down > 0 else "N")


def _listed(names: list[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _size_advice(sight: Sight) -> list[str]:
    if sight.length >= SHORTEST:
        return []
    if sight.where is None:
        wide, high = sight.size
        would = f"the picture has only {wide} x {high} pixels: a card would be no longer than {sight.length:.0f}"
        return [f"{would}; take pictures of more pixels"]
    small = f"a card is only {sight.length:.0f} pixels long"
    lower = STEP * np.ceil(sight.where.height * (1 - sight.length / SHORTEST) / STEP)
    below = replace(sight.where, tilt=0.0, height=sight.where.height - lower)
    if not _fits(below, areas(sight.known.field, sight.known.turn - sight.lean), sight.size):
        return [f"{small}: take pictures of more pixels"]
    return [f"{small}: lower the camera {lower / 10:.0f} cm, or take pictures of more pixels"]


def _turn_advice(lean: float) -> list[str]:
    if abs(lean) <= TURNED:
        return []
    way = "clockwise" if lean > 0 else "counter-clockwise"
    return [f"turn the camera {abs(lean):.0f} degrees {way}, seen from above, or read with --turn {-lean:.0f}"]


def _area_advice(sight: Sight, found: list[Area]) -> list[str]:
    """What is wrong with the light and the lens, by place."""

    def at(which: list[Area]) -> str:
        return "everywhere" if len(which) == len(found) else f"at {_listed([area.seat.value for area in which])}"

    soft = [area for area in found if area.sharp is False]
    dark = [area for area in found if area.bright is False]
    glare = [area for area in found if area.glare]
    papers = {area: area.paper for area in found if area.paper is not None}
    advice = []
    if soft:
        advice.append(f"the picture is not sharp {at(soft)}: focus the lens, wipe it, or take more light")
    if dark:
        advice.append(f"it is too dark {at(dark)}: take more light or a longer exposure")
    for area in glare:
        shown = "" if area.cards else ", or something white lies there"
        advice.append(f"a lamp mirrors at {area.seat.value}{shown}: move the lamp, or hang the camera elsewhere")
    if papers and min(papers.values()) >= OVEREXPOSED and sight.unsure:
        advice.append("the picture is too bright: take less light or a shorter exposure")
    if papers and max(papers.values()) > UNEVEN * max(min(papers.values()), 1.0):
        least, most = min(papers, key=lambda a: papers[a]), max(papers, key=lambda a: papers[a])
        advice.append(f"the light is uneven: {most.seat.value} is much brighter than {least.seat.value}")
    return advice


def what_is_open(sight: Sight, found: list[Area]) -> tuple[str, ...]:
    """What the picture leaves open, and what would settle it."""
    if sight.is_too_small:
        return ()
    sentences = []
    if sight.where is None:
        sentences.append(
            "no card lies whole in sight, so height, tilt and what of the hands' places is in view cannot be known: "
            "lay a card flat before each player, or give --height"
        )
    elif sight.seen is None:
        sentences.append(
            "no card lies whole in sight: the camera is taken to hang as high as was told and to look straight down"
        )
    elif sight.measured < ENOUGH_FOR_TILT:
        sentences.append("from fewer than three whole cards the tilt cannot be known: lay one before each player")
    looked_at = [area for area in found if area.cards or sight.outside is None]
    bare = [area.seat.value for area in looked_at if area.bright is None]
    if bare:
        sentences.append(f"whether it is bright enough at {_listed(bare)} cannot be known without a card there")
    plain = [area.seat.value for area in looked_at if area.sharp is None]
    if plain:
        sentences.append(f"whether it is sharp at {_listed(plain)} cannot be known: nothing there has an edge")
    washed = [area.seat.value for area in found if area.glare is None and area.cards]
    if washed:
        why = "the paper is white already, and not every card can be told"
        sentences.append(f"whether a lamp mirrors at {_listed(washed)} cannot be known: {why}")
    return tuple(sentences)
