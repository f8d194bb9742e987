"""How well the camera sees the four places where hands lie, and what to change about it.

Seen straight, a hand's area is a rectangle before its player. Where cards are in sight their known size gives the
scale, the camera's height and its tilt; an empty table tells of sharpness, light and mirrored lamps only what its
surface shows, and what that leaves open is said.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.seats import Seat
from vision import geometry
from vision.arrays import U8
from vision.checks import lighting
from vision.checks.mount_advice import is_too_bright, light_advice, what_is_open, what_to_change
from vision.checks.mounting import ENOUGH_FOR_TILT, Area, MountCheck, Mounting, Sight, areas, filling, shortest
from vision.checks.out_of_view import SIDES, cut_sides, off_middle
from vision.checks.pose import Pose, pose, straight_down
from vision.checks.sharpness import SOFT, blur
from vision.checks.too_small import is_measurable, is_sure
from vision.decide import seats
from vision.decide.place import Place
from vision.decide.seats import TURNS, Hands
from vision.geometry import Corners
from vision.picture import Picture
from vision.reader import Reader
from vision.reading import quad


def check_picture(reader: Reader, picture: Picture, mounting: Mounting) -> MountCheck:
    """What a picture says of the mount, its cards found and named by the reader."""
    seen = reader.seen(picture)
    return check(picture, seen.places, mounting, seen.mirrored)


def check(
    picture: Picture, places: list[Place], mounting: Mounting | None = None, mirrored: bool = False
) -> MountCheck:
    """What a picture and the things found in it say of the mount.

    `mirrored`: whether the picture is.
    """
    known = mounting or Mounting()
    pixels, size = picture.pixels, picture.size
    faces = [place for place in places if not place.is_strange]
    hands = _hands([place.found.corners for place in faces], size, known.turn)
    at_seat = list(zip(faces, hands.seats, strict=True))
    sure = [(place, own) for place, own in at_seat if is_sure(place)]
    lit = {
        seat: [p.found.corners for p, own in sure if own is seat and not cut_sides(p.found.corners, size)]
        for seat in TURNS
    }
    held = {seat: [p.found.corners for p, own in sure if own is seat and is_measurable(p, size)] for seat in TURNS}
    told = Counter(own for _, own in sure)
    unsure = {own for place, own in at_seat if not is_sure(place)}
    grey = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8)
    pale = lighting.pale_hands(pixels, grey, held)
    is_doubtful = bool(unsure or pale)
    sight = _sight([place.found.corners for place in faces], hands, held, picture, known, is_doubtful, mirrored)
    scene = sight.where or filling(size, known)
    bare = geometry.filled(grey.shape, [place.found.corners for place in places]) == 0
    outlines = {seat: scene.to_picture(outline) for seat, outline in sight.plan.items()}
    surface = lighting.usual_level(grey, bare, list(outlines.values()))
    found: list[Area] = []
    for seat, corners in outlines.items():
        if lit[seat]:
            gleams = lighting.gleams(grey, _bare(grey, corners, bare), surface)
            glare = gleams or (None if seat in unsure else False)
            area = _area_with_cards(seat, corners, lit[seat], pixels, grey, sight.length, glare)
        elif sight.outside is None:
            area = _bare_area(seat, corners, grey, bare, sight.length, surface)
        else:  # the hand lies somewhere else
            area = Area(seat, quad(corners), 0, None, None, None, None)
        if sight.is_too_small:
            area = replace(area, sharp=None, glare=None)
        found.append(replace(area, cards=told[seat], in_view=area.in_view if sight.where else None))
    sight = replace(sight, is_doubtful=sight.is_doubtful or any(area.glare and not area.cards for area in found))
    if is_too_bright(sight, found):  # its print is pale without a lamp, and a card that was not found is white
        found = [replace(area, glare=None) if area.glare else area for area in found]
    else:  # what is blurred is pale as well
        found = [replace(area, glare=True) if area.seat in pale and area.sharp is not False else area for area in found]
    tilt = sight.seen.tilt if sight.seen and sight.measured >= ENOUGH_FOR_TILT else None
    length = sight.length if sight.where else None
    change, light = what_to_change(sight, found), () if mirrored else tuple(light_advice(sight, found))
    return MountCheck(sight.seen, tilt, told.total(), length, tuple(found), change, what_is_open(sight, found), light)


def _hands(cards: list[Corners], size: tuple[int, int], turn: float) -> Hands:
    """Whose cards these are. A camera that is turned far may see hands between two seats: they are at those to which
    the smallest turn brings them, if that leaves fewer between and no seat without."""
    hands = seats.assign(cards, size, turn)
    if not hands.between:
        return hands
    turned = seats.assign(cards, size, turn - hands.lean)
    fewer = len(turned.between) < len(hands.between)
    return turned if fewer and set(turned.seats) == set(Seat) else hands


def _sight(
    cards: list[Corners],
    hands: Hands,
    held: dict[Seat, list[Corners]],
    picture: Picture,
    known: Mounting,
    is_doubtful: bool,
    mirrored: bool,
) -> Sight:
    size = picture.size
    whole = [corners for hand in held.values() for corners in hand]
    seen = pose(whole, size, known.field_of_view, known.card)
    where = seen or (straight_down(size, known.field_of_view, known.height) if known.height else None)
    lean, at = _lie(held, where, known)
    plan = areas(known.field, known.turn - lean, at)
    length = shortest(where or filling(size, known), plan, known)
    outside = None if all(held.values()) else _outside(cards, hands, size)
    return Sight(
        size, picture.scale, known, seen, len(whole), where, plan, lean, at, length, outside, is_doubtful, mirrored
    )


def _outside(cards: list[Corners], hands: Hands, size: tuple[int, int]) -> tuple[float, float] | None:
    """Where, seen from the picture's middle, that of the table lies which the picture does not show; see Sight."""
    cut = frozenset[str]().union(*(cut_sides(card, size) for card in cards))
    if cut:
        left, top, right, bottom = (side in cut for side in SIDES)
        return float(right) - float(left), float(bottom) - float(top)
    return off_middle(cards, hands.seats, size)


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
        off.append((np.degrees(np.arctan2(right, -down)) - TURNS[seat] + known.turn + 180) % 360 - 180)
    return float(np.mean(off)), (float(middle[0]), float(middle[1]))


def _area_with_cards(
    seat: Seat, corners: Corners, cards: list[Corners], pixels: U8, grey: U8, length: float, glare: bool | None
) -> Area:
    """How well a hand is seen by its cards; `glare`: as the table tells, where the cards' own paper does not."""
    mask = geometry.filled(grey.shape, cards)
    paper = lighting.paper_level(grey, mask)
    bright = paper >= lighting.DARK_PAPER
    blurred = blur(grey, mask)
    # A card has edges: where none is steep enough to be found the picture is very soft, or too dark to tell.
    sharp = (False if bright else None) if blurred is None else blurred <= SOFT * length
    if lighting.usual_paper_level(grey, cards) < lighting.WASHED_PAPER:
        # Blur mixes the print into white paper, which is then taken for less than white.
        glare = sharp is not False and lighting.is_washed_out(pixels, cards)
    return Area(seat, quad(corners), len(cards), _inside(corners, grey), sharp, bright, glare, paper, blurred)


def _bare_area(seat: Seat, corners: Corners, grey: U8, bare: NDArray[np.bool_], length: float, surface: float) -> Area:
    """What its surface says of a hand's area in which no card lies; `surface` is the level of most of all four's."""
    mask = _bare(grey, corners, bare)
    in_view = _inside(corners, grey)
    if not np.any(mask):
        return Area(seat, quad(corners), 0, in_view, None, None, None)
    blurred = blur(grey, mask)
    sharp = None if blurred is None else blurred <= SOFT * length
    bright = False if float(np.percentile(grey[mask > 0], 99)) < lighting.DARK_TABLE else None
    return Area(seat, quad(corners), 0, in_view, sharp, bright, lighting.gleams(grey, mask, surface), None, blurred)


def _bare(grey: U8, corners: Corners, bare: NDArray[np.bool_]) -> U8:
    """What is bare of an area."""
    return np.where(bare, geometry.filled(grey.shape, [corners]), 0).astype(np.uint8)


def _inside(corners: Corners, grey: U8) -> bool:
    return bool(np.all(corners >= 0) and np.all(corners <= grey.shape[::-1]))
