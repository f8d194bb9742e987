"""A camera over a table: what is known of it beforehand, and what a picture says of the four places it must see."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.seats import Seat
from engine.sentences import Sentence
from vision import geometry
from vision.checks.pose import Pose, focal_length, straight_down
from vision.decide.seats import TURNS
from vision.geometry import Corners
from vision.lens import CAMERA_MODULE_3
from vision.reading import Quad
from vision.rectify import CARD

FIELD = (880.0, 620.0)
"""What four hands take up, in mm: from W to E and from N to S, where each lies before its player."""

LONG, DEEP = 360.0, 190.0
"""A hand's area in mm: four cards side by side, loosely, or two rows of two."""

SHORTEST = 80.0
"""Pixels of a card's length below which it is too small: drawn tables of the own deck were all read at half of it,
which leaves room for other decks and for cards that overlap."""

ENOUGH_FOR_TILT = 3
"""Cards from which the tilt is told."""


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
class Sight:
    """Where a picture of that `size` (width, height) shows the camera to be, and the hands.

    `scale` is how many of the file's pixels one of these is wide: people are told lengths in the file's.
    `seen` is the pose that `measured` cards tell; `where` that one, or the one that is known without any. `plan` are
    the hands' outlines on the table, which lie `lean` degrees clockwise off their sides about the point `at`. `length`
    is that of the smallest card in pixels. `outside` points, in the picture, to what of the table is not in it: None
    where all may be, (0, 0) where that lies on facing sides. `is_doubtful`: some card cannot be told, a hand is pale
    beside the others, or something white lies where no card is found.
    """

    size: tuple[int, int]
    scale: float
    known: Mounting
    seen: Pose | None
    measured: int
    where: Pose | None
    plan: dict[Seat, Corners]
    lean: float
    at: tuple[float, float]
    length: float
    outside: tuple[float, float] | None
    is_doubtful: bool
    mirrored: bool

    @property
    def is_too_small(self) -> bool:
        """Whether the picture has too few pixels for cards, of which none can be measured, to tell anything else."""
        return self.where is None and self.length < SHORTEST


@dataclass(frozen=True, slots=True)
class MountCheck:
    """What a picture says of the camera's mount: what to `change`, and what it leaves `unknown`.

    `pose` is None where no whole card is in sight, and `tilt`, in degrees, where there are fewer than three; `cards`
    are those that can be told. `light` is what of `change` another light or exposure may mend.
    """

    pose: Pose | None
    tilt: float | None
    cards: int
    card_length: float | None
    areas: tuple[Area, ...]
    change: tuple[Sentence, ...]
    unknown: tuple[Sentence, ...]
    light: tuple[Sentence, ...] = ()

    @property
    def badly_lit(self) -> int:
        """How much is wrong with the light; 0 where nothing is."""
        return len(self.light) + sum(area.bright is False for area in self.areas)

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
    for seat, seat_turn in TURNS.items():
        reach = (field[1] if seat_turn % 180 == 0 else field[0]) / 2
        across = min(LONG, field[0] if seat_turn % 180 == 0 else field[1]) / 2
        own = np.array([[-across, -reach], [across, -reach], [across, DEEP - reach], [-across, DEEP - reach]])
        outlines[seat] = geometry.turn(own, seat_turn - turn) + at
    return outlines


def filling(size: tuple[int, int], known: Mounting) -> Pose:
    """A camera whose picture the hands just fill: where they are looked for on an empty table."""
    wide, deep = np.abs(geometry.turn(np.array([known.field]), known.turn)[0])
    height = focal_length(size, known.field_of_view) * max(wide / size[0], deep / size[1])
    return straight_down(size, known.field_of_view, float(height))


def shortest(where: Pose, plan: dict[Seat, Corners], known: Mounting) -> float:
    """Length in pixels of a card where it comes out smallest: in the middle of the farthest hand's area."""
    lengths = []
    for outline in plan.values():
        middle = outline.mean(axis=0)
        square = where.to_picture(middle + np.array([[-10.0, -10], [10, -10], [10, 10], [-10, 10]]))
        lengths.append(np.sqrt(geometry.area(square)) / 20 * known.card[1])
    return float(min(lengths))
