"""How well the camera sees the four places where hands lie, and what to change about it.

Seen straight, a hand's area is a rectangle before its player. Where cards are in sight their known size gives the
scale, the camera's height and its tilt; an empty table tells of sharpness, light and mirrored lamps only what its
surface shows, and what that leaves open is said.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.seats import Seat
from vision import geometry, seats
from vision.decide import Place, quad
from vision.geometry import Corners
from vision.lens import CAMERA_MODULE_3
from vision.pose import CARD, Pose, pose, straight_down
from vision.reading import Quad

FIELD = (880.0, 620.0)
"""What four hands take up, in mm: from W to E and from N to S, where each lies before its player."""

LONG, DEEP = 360.0, 190.0
"""A hand's area in mm: four cards side by side, loosely, or two rows of two."""

SURE = 0.9
"""Probability of its name from which a card's outline is taken for a card's."""

REBLUR = 1.5
"""Pixels by which a picture is blurred once more, to see from what is left of an edge how sharp it was."""

EDGE = 10.0
"""Grey levels a pixel from which the light changes enough to be called an edge."""

ENOUGH_EDGE = 150
"""Pixels of edge below which nothing can be said of sharpness."""

SOFT = 0.022
"""Blur, as a share of a card's length, above which cards are asked about: drawn tables were all read at 0.021 of it,
half of them at 0.028, none at 0.04."""

DARK_PAPER = 30.0
"""Grey level of the cards' paper below which it is too dark: drawn tables, noise and all, were all read at 21, half of
them at 15."""

DARK_TABLE = 12.0
"""Grey level that nothing of an empty area reaches where it is too dark, whatever its cloth."""

WASHED_PAPER = 245.0
"""Grey level of the cards' paper from which a mirrored lamp cannot be told from it."""

OVEREXPOSED = 254.0
"""Grey level of the paper, wherever cards lie, from which the picture is too bright."""

SHORTEST = 80.0
"""Pixels of a card's length below which it is too small: drawn tables of the own deck were all read at half of it,
which leaves room for other decks and for cards that overlap."""

MIRRORED, MIRRORED_SHARE = 250, 0.04
"""How bright a mirrored lamp makes a card, and the share of the cards of a hand from which that is said."""

PALE, PALER, PALE_CARDS = 0.5, 0.2, 2
"""How bright a hand's darkest print is beside its paper where a lamp's sheen lies on it, how much brighter than another
hand's it then is, and how many cards it takes: a card may be printed pale. Of the given tables with glare half have
such a hand, of those without it none."""

GLEAM, GLEAM_LEVEL, GLEAM_SHARE = 50.0, 235.0, 0.005
"""The same for the table itself: brighter than the rest of its area by so much, as bright as that, on such a share."""

UNEVEN = 3.0
"""How many times as bright as the darkest hand's the brightest hand's paper may be."""

TILTED = 25.0
"""Degrees from straight down up to which tables are read."""

TURNED = 20.0
"""Degrees by which the hands may lie off their sides; reading takes 30."""

HIGHEST = 2500.0
STEP = 50.0
"""Advice goes in steps of so many mm, up to a camera that hangs so high."""

_TURNS = {Seat("N"): 0.0, Seat("E"): 90.0, Seat("S"): 180.0, Seat("W"): 270.0}


@dataclass(frozen=True, slots=True)
class Mounting:
    """What is known about the camera beforehand.

    `field_of_view`: degrees along the picture's longer side; `card`: a card's width and height in mm; `field`: what the
    four hands take up in mm; `turn`: degrees by which the picture is turned clockwise before N is at its top;
    `height`: of the camera in mm, if it was measured.
    """

    field_of_view: float = CAMERA_MODULE_3.horizontal
    card: tuple[float, float] = CARD
    field: tuple[float, float] = FIELD
    turn: float = 0.0
    height: float | None = None


@dataclass(frozen=True, slots=True)
class Area:
    """One hand's area in the picture's pixels. What cannot be known is None.

    `cards` lie there; `paper` is the grey level (0 to 255) of their paper; `blur` how far edges are smeared, in pixels.
    """

    seat: Seat
    quad: Quad
    cards: int
    in_view: bool | None
    sharp: bool | None
    bright: bool | None
    glare: bool | None
    paper: float | None = None
    blur: float | None = None


@dataclass(frozen=True, slots=True)
class MountCheck:
    """What a picture says of the camera's mount: what to `change`, and what it leaves `unknown`."""

    pose: Pose | None
    cards: int
    card_length: float | None
    areas: tuple[Area, ...]
    change: tuple[str, ...]
    unknown: tuple[str, ...]

    @property
    def good(self) -> bool | None:
        """Whether nothing is to be changed; None where something that matters is not known."""
        return False if self.change else None if self.unknown else True


def areas(
    field: tuple[float, float] = FIELD, turn: float = 0.0, at: tuple[float, float] = (0.0, 0.0)
) -> dict[Seat, Corners]:
    """The outline of each hand's area on the table, about the point `at`.

    `turn`: how many degrees the picture is turned clockwise before N is at its top.
    """
    outlines = {}
    for seat, seat_turn in _TURNS.items():
        reach = (field[1] if seat_turn % 180 == 0 else field[0]) / 2
        across = min(LONG, field[0] if seat_turn % 180 == 0 else field[1]) / 2
        own = np.array([[-across, -reach], [across, -reach], [across, DEEP - reach], [-across, DEEP - reach]])
        outlines[seat] = geometry.turn(own, seat_turn - turn) + at
    return outlines


def blur(grey: NDArray[np.uint8], mask: NDArray[np.uint8]) -> float | None:
    """How far edges are smeared where `mask` is set, in pixels (the deviation of a Gaussian); None without edges.

    The picture is blurred a little more: a sharp edge loses much of its steepness by that, a soft one hardly any.
    """
    steep, left = (_steepness(picture) for picture in (grey, cv2.GaussianBlur(grey, (0, 0), REBLUR)))
    within = steep[mask > 0]
    if within.size == 0:
        return None
    edge = (steep >= max(EDGE, float(np.percentile(within, 97)))) & (mask > 0)
    if int(edge.sum()) < ENOUGH_EDGE:
        return None
    ratio = float(np.median(steep[edge] / np.maximum(left[edge], 0.5)))
    return REBLUR / float(np.sqrt(max(ratio**2 - 1, 1e-2)))


def _steepness(grey: NDArray[np.generic]) -> NDArray[np.float32]:
    """Grey levels a pixel."""
    smooth = cv2.GaussianBlur(np.asarray(grey, np.float32), (0, 0), 0.7)
    across, down = cv2.Sobel(smooth, cv2.CV_32F, 1, 0, scale=1 / 8), cv2.Sobel(smooth, cv2.CV_32F, 0, 1, scale=1 / 8)
    return np.asarray(cv2.magnitude(across, down), np.float32)


def check(pixels: NDArray[np.uint8], places: list[Place], mounting: Mounting | None = None) -> MountCheck:
    """What a picture (rows of blue, green, red bytes) and the things found in it say of the mount."""
    known = mounting or Mounting()
    size = (pixels.shape[1], pixels.shape[0])
    faces = [place for place in places if not place.is_strange]
    hands = seats.assign([place.found.corners for place in faces], size, known.turn)
    at_seat = list(zip(faces, hands.seats, strict=True))
    held = {seat: [p.found.corners for p, own in at_seat if own is seat and _is_whole(p, size)] for seat in _TURNS}
    unsure = {own for place, own in at_seat if not _is_sure(place)}
    cards = [corners for hand in held.values() for corners in hand]
    seen = pose(cards, size, known.field_of_view, known.card)
    where = seen or (straight_down(size, known.field_of_view, known.height) if known.height else None)
    lean, at = _lie(held, where, known)
    plan = areas(known.field, known.turn - lean, at)
    scene = where or _filling(size, known)
    grey = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8)
    length = _shortest(scene, plan, known)
    bare = _mask(grey.shape, [place.found.corners for place in places]) == 0
    found: list[Area] = []
    pale = _pale(pixels, held)
    for seat, outline in plan.items():
        corners = scene.to_picture(outline)
        if held[seat]:
            area = _area_with_cards(seat, corners, held[seat], seat not in unsure, pixels, grey, length)
        else:
            area = _bare_area(seat, corners, grey, bare, length)
        area = replace(area, glare=True) if seat in pale else area
        found.append(area if where else replace(area, in_view=None))
    change = [
        *_view_advice(where, plan, at, lean, size, known),
        *_size_advice(seen, length),
        *_turn_advice(lean),
        *_area_advice(found),
    ]
    unknown = tuple(_unknown(seen, len(cards), found, known))
    return MountCheck(seen, len(cards), length if where else None, tuple(found), tuple(change), unknown)


def _is_whole(place: Place, size: tuple[int, int]) -> bool:
    corners = place.found.corners
    inside = bool(np.all(corners >= 0) and np.all(corners <= size))
    return inside and not place.found.under and _is_sure(place)


def _is_sure(place: Place) -> bool:
    return float(np.max(place.naming.cards)) >= SURE


def _filling(size: tuple[int, int], known: Mounting) -> Pose:
    """A camera whose picture the hands just fill: where they are looked for on an empty table."""
    pose = straight_down(size, known.field_of_view, 1000.0)
    wide, deep = np.abs(geometry.turn(np.array([known.field]) / 2, known.turn)[0])
    return replace(
        pose, height=1000.0 * max(wide * pose.focal / 1000 / size[0], deep * pose.focal / 1000 / size[1]) * 2
    )


def _lie(held: dict[Seat, list[Corners]], where: Pose | None, known: Mounting) -> tuple[float, tuple[float, float]]:
    """By how many degrees the hands lie clockwise off their sides, and the table's point between them.

    Both are only told where a hand lies at each seat.
    """
    if where is None or not all(held.values()):
        return 0.0, (0.0, 0.0)
    middles = {seat: where.to_table(np.concatenate(cards)).mean(axis=0) for seat, cards in held.items()}
    middle = np.mean(list(middles.values()), axis=0)
    off = []
    for seat, point in middles.items():
        right, down = point - middle
        off.append((np.degrees(np.arctan2(right, -down)) - _TURNS[seat] + known.turn + 180) % 360 - 180)
    return float(np.mean(off)), (float(middle[0]), float(middle[1]))


def _shortest(where: Pose, plan: dict[Seat, Corners], known: Mounting) -> float:
    """Length in pixels of a card where it comes out smallest: in the middle of the farthest hand's area."""
    lengths = []
    for outline in plan.values():
        middle = outline.mean(axis=0)
        square = where.to_picture(middle + np.array([[-10.0, -10], [10, -10], [10, 10], [-10, 10]]))
        lengths.append(np.sqrt(geometry.area(square)) / 20 * known.card[1])
    return float(min(lengths))


def _area_with_cards(
    seat: Seat,
    corners: Corners,
    cards: list[Corners],
    certain: bool,
    pixels: NDArray[np.uint8],
    grey: NDArray[np.uint8],
    length: float,
) -> Area:
    """How well a hand is seen by its cards; `certain`: all that lie there could be told."""
    mask = _mask(grey.shape, cards)
    paper = float(np.percentile(grey[mask > 0], 90))
    bright = paper >= DARK_PAPER
    blurred = blur(grey, mask)
    # A card has edges: where none is steep enough to be found the picture is very soft, or too dark to tell.
    sharp = (False if bright else None) if blurred is None else blurred <= SOFT * length
    if _usual(grey, cards) < WASHED_PAPER:
        glare: bool | None = _is_mirrored(pixels, cards)
    else:
        glare = False if certain else None
    return Area(seat, quad(corners), len(cards), _inside(corners, grey), sharp, bright, glare, paper, blurred)


def _bare_area(seat: Seat, corners: Corners, grey: NDArray[np.uint8], bare: NDArray[np.bool_], length: float) -> Area:
    """What the surface says of a hand's area in which no card lies."""
    mask = np.where(bare, _mask(grey.shape, [corners]), 0).astype(np.uint8)
    in_view = _inside(corners, grey)
    if not np.any(mask):
        return Area(seat, quad(corners), 0, in_view, None, None, None)
    blurred = blur(grey, mask)
    sharp = None if blurred is None else blurred <= SOFT * length
    bright = False if float(np.percentile(grey[mask > 0], 99)) < DARK_TABLE else None
    return Area(seat, quad(corners), 0, in_view, sharp, bright, _gleams(grey, mask), None, blurred)


def _inside(corners: Corners, grey: NDArray[np.uint8]) -> bool:
    return bool(np.all(corners >= 0) and np.all(corners <= grey.shape[::-1]))


def _mask(shape: tuple[int, ...], outlines: list[Corners]) -> NDArray[np.uint8]:
    mask = np.zeros(shape, np.uint8)
    for outline in outlines:
        cv2.fillConvexPoly(mask, np.round(np.clip(outline, -20_000, 20_000)).astype(np.int32), (255,))
    return mask


def _usual(grey: NDArray[np.uint8], cards: list[Corners]) -> float:
    """The grey level of the paper of most of the cards."""
    return float(np.median([np.percentile(grey[_mask(grey.shape, [card]) > 0], 75) for card in cards]))


def _is_mirrored(pixels: NDArray[np.uint8], cards: list[Corners]) -> bool:
    """Whether a lamp washes part of the cards out: white in all colours, where their paper is less."""
    mask = _mask(pixels.shape[:2], cards) > 0
    white = np.min(pixels[mask], axis=1) >= MIRRORED
    return bool(np.mean(white) > MIRRORED_SHARE)


def _pale(pixels: NDArray[np.uint8], held: dict[Seat, list[Corners]]) -> set[Seat]:
    """The hands whose print is pale beside the others': a lamp's sheen lies on it, white nowhere."""
    darkest = np.asarray(np.min(pixels, axis=2), np.uint8)
    prints = {
        seat: float(np.median([_print(darkest, card) for card in hand]))
        for seat, hand in held.items()
        if len(hand) >= PALE_CARDS
    }
    least = min(prints.values(), default=0.0)
    return {seat for seat, own in prints.items() if own >= max(PALE, least + PALER)}


def _print(darkest: NDArray[np.uint8], card: Corners) -> float:
    """Level of a card's darkest print beside that of its paper, in each pixel's darkest colour; its rim left out."""
    middle = card.mean(axis=0)
    levels = darkest[_mask(darkest.shape, [middle + (card - middle) * 0.94]) > 0]
    if not levels.size:
        return 0.0
    print_, paper = np.percentile(levels, (2, 80))
    return float(print_ / max(paper, 1.0))


def _gleams(grey: NDArray[np.uint8], mask: NDArray[np.uint8]) -> bool:
    """Whether a bright spot stands out of the surface."""
    soft = cv2.blur(grey, (grey.shape[1] // 150 | 1,) * 2)[mask > 0]
    spot = soft > max(GLEAM_LEVEL, float(np.median(soft)) + GLEAM)
    return bool(np.mean(spot) > GLEAM_SHARE)


def _fits(where: Pose, plan: dict[Seat, Corners], size: tuple[int, int]) -> bool:
    corners = np.concatenate([where.to_picture(outline) for outline in plan.values()])
    return bool(np.all(corners >= 0) and np.all(corners <= size))


def _view_advice(
    where: Pose | None,
    plan: dict[Seat, Corners],
    at: tuple[float, float],
    lean: float,
    size: tuple[int, int],
    known: Mounting,
) -> list[str]:
    """What brings all four areas into the picture: the least that does it."""
    advice = [f"tilt the camera less: it looks {where.tilt:.0f} degrees aside"] if where and where.tilt > TILTED else []
    if where is None or _fits(where, plan, size):
        return advice
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
    right, down = geometry.turn(np.array([at]), known.turn)[0]
    side = ("E" if right > 0 else "W") if abs(right) > abs(down) else ("S" if down > 0 else "N")
    return f"{max(1, round(float(np.hypot(right, down)) / 10))} cm towards {side}"


def _listed(names: list[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _size_advice(seen: Pose | None, length: float) -> list[str]:
    if seen is None or length >= SHORTEST:
        return []
    lower = STEP * np.ceil(seen.height * (1 - length / SHORTEST) / STEP)
    small = f"a card is only {length:.0f} pixels long"
    return [f"{small}: lower the camera {lower / 10:.0f} cm, or take pictures of more pixels"]


def _turn_advice(lean: float) -> list[str]:
    if abs(lean) <= TURNED:
        return []
    way = "clockwise" if lean > 0 else "counter-clockwise"
    return [f"turn the camera {abs(lean):.0f} degrees {way}, seen from above, or read with --turn {-lean:.0f}"]


def _area_advice(found: list[Area]) -> list[str]:
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
    if papers and min(papers.values()) >= OVEREXPOSED:
        advice.append("the picture is too bright: take less light or a shorter exposure")
    if papers and max(papers.values()) > UNEVEN * max(min(papers.values()), 1.0):
        least, most = min(papers, key=lambda a: papers[a]), max(papers, key=lambda a: papers[a])
        advice.append(f"the light is uneven: {most.seat.value} is much brighter than {least.seat.value}")
    return advice


def _unknown(seen: Pose | None, cards: int, found: list[Area], known: Mounting) -> list[str]:
    """What the picture leaves open, and what would settle it."""
    sentences = []
    if seen is None and known.height is None:
        sentences.append(
            "no card is in sight, so height, tilt and what of the hands' places is in view cannot be known: "
            "lay a card flat before each player, or give --height"
        )
    elif seen is None:
        sentences.append(
            "no card is in sight: the camera is taken to hang as high as was told and to look straight down"
        )
    elif cards < 3:
        sentences.append("from fewer than three cards the tilt cannot be known: lay one before each player")
    bare = [area.seat.value for area in found if area.bright is None]
    if bare:
        sentences.append(f"whether it is bright enough at {_listed(bare)} cannot be known without a card there")
    plain = [area.seat.value for area in found if area.sharp is None]
    if plain:
        sentences.append(f"whether it is sharp at {_listed(plain)} cannot be known: nothing there has an edge")
    washed = [area.seat.value for area in found if area.glare is None and area.cards]
    if washed:
        why = "the paper is white already, and not every card can be told"
        sentences.append(f"whether a lamp mirrors at {_listed(washed)} cannot be known: {why}")
    return sentences
