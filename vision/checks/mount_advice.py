"""What to change about a camera's mount and the light, and what a picture leaves open: the mount check's sentences."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from engine.seats import Seat
from engine.sentences import AND, Sentence, msgid
from vision import geometry
from vision.checks.mirrored import MIRRORED
from vision.checks.mounting import ENOUGH_FOR_TILT, SHORTEST, Area, Mounting, Sight, areas
from vision.checks.pose import Pose
from vision.geometry import Corners

OVEREXPOSED = 254.0
"""Grey level of the paper, wherever cards lie, from which the picture is too bright, if that costs anything."""

UNEVEN = 3.0
"""How many times as bright as the darkest hand's the brightest hand's paper may be."""

TILTED = 25.0
"""Degrees from straight down up to which tables are read."""

TURNED = 20.0
"""Degrees by which the hands may lie off their sides; the reading takes 30, and more."""

HIGHEST = 2500.0
STEP = 50.0
"""Advice goes in steps of so many mm, up to a camera that hangs so high."""


def what_to_change(sight: Sight, found: list[Area]) -> tuple[Sentence, ...]:
    """What brings all four hands into view, near enough, the right way round, sharp and well lit; a sentence each."""
    if sight.mirrored:
        return (MIRRORED,)  # whatever else is said names seats and sides
    return (
        *_view_advice(sight),
        *_size_advice(sight),
        *_turn_advice(sight.lean, sight.known.turn),
        *_soft_advice(found),
        *light_advice(sight, found),
    )


def _fits(where: Pose, plan: dict[Seat, Corners], size: tuple[int, int]) -> bool:
    corners = np.concatenate([where.to_picture(outline) for outline in plan.values()])
    return bool(np.all(corners >= 0) and np.all(corners <= size))


def _view_advice(sight: Sight) -> list[Sentence]:
    """What brings all four areas into the picture: the least that does it."""
    size, known, where, plan = sight.size, sight.known, sight.where, sight.plan
    advice = list[Sentence]()
    if where and where.tilt > TILTED:
        tilt = round(where.tilt)
        advice.append(Sentence("tilt the camera less: it looks {degrees} degrees aside", degrees=tilt))
    if sight.outside is not None and any(sight.outside):
        seat = _side(sight.outside, known)
        moved = Sentence("part of the table is out of the picture: move the camera towards {seat}", seat=seat)
        return [*advice, moved]
    if where is None or _fits(where, plan, size):
        raised = Sentence("part of the table is out of the picture: raise the camera")
        return advice if sight.outside is None else [*advice, raised]
    out = _and([seat for seat, area in plan.items() if not _fits(where, {seat: area}, size)])
    what = _brings_in(sight, where)
    return [*advice, Sentence("the place of {where} is not whole in the picture: {what}", where=out, what=what)]


def _brings_in(sight: Sight, where: Pose) -> Sentence:
    """The least that brings the areas into the picture of a camera that hangs there."""
    size, known, at, lean = sight.size, sight.known, sight.at, sight.lean
    way, seat = max(1, round(float(np.hypot(*at)) / 10)), _side(at, known)
    centred = areas(known.field, known.turn - lean)
    quarter = areas(known.field, known.turn - lean + 90)
    straight = replace(where, tilt=0.0)
    if _fits(where, centred, size):
        return Sentence("move the camera {length} cm towards {seat}", length=way, seat=seat)
    if _fits(where, quarter, size):
        return Sentence("turn the camera a quarter")
    if _fits(straight, centred, size):
        return Sentence("hang the camera straight, it looks {degrees} degrees aside", degrees=round(where.tilt))
    for rise in np.arange(STEP, HIGHEST - where.height, STEP):
        if _fits(replace(straight, height=where.height + rise), centred, size):
            length = round(float(rise) / 10)
            if np.hypot(*at) <= STEP:
                return Sentence("raise the camera {length} cm", length=length)
            return Sentence(
                "raise the camera {length} cm and move it {way} cm towards {seat}", length=length, way=way, seat=seat
            )
    return Sentence("take a lens that sees more than {degrees} degrees", degrees=round(known.field_of_view))


def _side(way: tuple[float, float], known: Mounting) -> Seat:
    """The seat that lies that way in the picture."""
    right, down = geometry.turn(np.array([way]), known.turn)[0]
    return (Seat.E if right > 0 else Seat.W) if abs(right) > abs(down) else (Seat.S if down > 0 else Seat.N)


def _and(seats: list[Seat]) -> Seat | Sentence:
    """Seats in a row, the last one after an "and"."""
    return seats[0] if len(seats) == 1 else Sentence(AND, one=tuple(seats[:-1]), rest=seats[-1])


def _size_advice(sight: Sight) -> list[Sentence]:
    if sight.length >= SHORTEST:
        return []
    length = round(sight.length * sight.scale)
    if sight.where is None:
        width, height = (round(side * sight.scale) for side in sight.size)
        return [
            Sentence(
                "the picture has only {width} x {height} pixels: a card would be no longer than {length}; "
                "take pictures of more pixels",
                width=width,
                height=height,
                length=length,
            )
        ]
    lower = STEP * np.ceil(sight.where.height * (1 - sight.length / SHORTEST) / STEP)
    below = replace(sight.where, tilt=0.0, height=sight.where.height - lower)
    if not _fits(below, areas(sight.known.field, sight.known.turn - sight.lean), sight.size):
        return [Sentence("a card is only {length} pixels long: take pictures of more pixels", length=length)]
    return [
        Sentence(
            "a card is only {length} pixels long: lower the camera {down} cm, or take pictures of more pixels",
            length=length,
            down=round(float(lower) / 10),
        )
    ]


def _turn_advice(lean: float, turn: float) -> list[Sentence]:
    if abs(lean) <= TURNED:
        return []
    kind = _CLOCKWISE if lean > 0 else _COUNTER_CLOCKWISE
    return [Sentence(kind, degrees=round(abs(lean)), turn=round(turn - lean))]


_CLOCKWISE = msgid("turn the camera {degrees} degrees clockwise, seen from above, or read with --turn {turn}")
_COUNTER_CLOCKWISE = msgid(
    "turn the camera {degrees} degrees counter-clockwise, seen from above, or read with --turn {turn}"
)


def _told(which: list[Area], found: list[Area], everywhere: str, at: str) -> list[Sentence]:
    """A sentence about some of the places; none where there are none."""
    if len(which) == len(found):
        return [Sentence(everywhere)]
    return [Sentence(at, where=_and([area.seat for area in which]))] if which else []


def _soft_advice(found: list[Area]) -> list[Sentence]:
    """What is wrong with the lens, by place."""
    return _told(
        [area for area in found if area.sharp is False],
        found,
        msgid("the picture is not sharp everywhere: focus the lens, wipe it, or take more light"),
        msgid("the picture is not sharp at {where}: focus the lens, wipe it, or take more light"),
    )


def is_too_bright(sight: Sight, found: list[Area]) -> bool:
    """Whether the paper is all but white wherever cards lie, and that costs something."""
    papers = [area.paper for area in found if area.paper is not None]
    return sight.is_doubtful and min(papers, default=0.0) >= OVEREXPOSED


def light_advice(sight: Sight, found: list[Area]) -> list[Sentence]:
    """What is wrong with the light, by place."""
    glare = [area for area in found if area.glare]
    papers = {area: area.paper for area in found if area.paper is not None}
    advice = _told(
        [area for area in found if area.bright is False],
        found,
        msgid("it is too dark everywhere: take more light or a longer exposure"),
        msgid("it is too dark at {where}: take more light or a longer exposure"),
    )
    advice += [Sentence(_LAMP if area.cards else _LAMP_PERHAPS, seat=area.seat) for area in glare]
    if is_too_bright(sight, found):
        advice.append(Sentence("the picture is too bright: take less light or a shorter exposure"))
    if papers and max(papers.values()) > UNEVEN * max(min(papers.values()), 1.0):
        least, most = min(papers, key=lambda a: papers[a]), max(papers, key=lambda a: papers[a])
        uneven = Sentence("the light is uneven: {seat} is much brighter than {other}", seat=most.seat, other=least.seat)
        advice.append(uneven)
    return advice


_LAMP = msgid("a lamp mirrors at {seat}: move the lamp, or hang the camera elsewhere")
_LAMP_PERHAPS = msgid(
    "a lamp mirrors at {seat}, or something white lies there: move the lamp, or hang the camera elsewhere"
)


def what_is_open(sight: Sight, found: list[Area]) -> tuple[Sentence, ...]:
    """What the picture leaves open, and what would settle it."""
    if sight.is_too_small:
        return ()
    sentences = list[Sentence]()
    if sight.where is None:
        sentences.append(
            Sentence(
                "no card lies whole in sight, so height, tilt and what of the hands' places is in view cannot be "
                "known: lay a card flat before each player, or give --height"
            )
        )
    elif sight.seen is None:
        sentences.append(
            Sentence(
                "no card lies whole in sight: the camera is taken to hang as high as was told and to look straight down"
            )
        )
    elif sight.measured < ENOUGH_FOR_TILT:
        sentences.append(
            Sentence("from fewer than three whole cards the tilt cannot be known: lay one before each player")
        )
    by_cards = [area for area in found if area.paper is not None]
    looked_at = by_cards if sight.outside is not None else found
    unknown = {
        msgid("whether it is bright enough at {where} cannot be known without a card there"): [
            area.seat for area in looked_at if area.bright is None
        ],
        msgid("whether it is sharp at {where} cannot be known: nothing there has an edge"): [
            area.seat for area in looked_at if area.sharp is None
        ],
        msgid(
            "whether a lamp mirrors at {where} cannot be known: "
            "the paper is white already, and not every card can be told"
        ): [area.seat for area in by_cards if area.glare is None],
    }
    return (*sentences, *(Sentence(kind, where=_and(seats)) for kind, seats in unknown.items() if seats))
