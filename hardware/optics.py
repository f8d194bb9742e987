"""From a table, a camera and its height to what the camera sees of the cards, and where the lamp may hang.

Lengths in millimetres, angles in degrees, times in milliseconds, light in lux. The camera looks straight down at the
table's middle, its picture's long side along the table's long side.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from vision.lens import CAMERA_MODULE_3, CAMERA_MODULE_3_WIDE, Lens

CARD = 95.0
"""Length of a Spanish card."""

DIGIT = 4.8
"""Height of an index digit; printed decks have 3.4 to 8 mm, few less."""

BLUR = 0.5
"""What counts as sharp: a point becomes a spot of at most this size on the card, a tenth of a digit."""

SPEED = 50.0
"""A card that is still being pushed straight, mm a second."""

EXPOSURE = BLUR / SPEED * 1000
"""The longest in which it moves by no more than what counts as sharp."""

LEAN = 3.0
"""Degrees by which a card on the table may be bent or lie on another."""

MARGIN = 20.0
"""Seen beyond the table's edge on each side, so that the camera may be aimed by eye."""

HAND = 300.0
"""A hand lies within so much of its player's edge; nearer to the middle lie stones and the pack."""

LOWEST, HIGHEST = 600.0, 1300.0
"""Heights of the lens above the table: below, heads come into the picture; above, the arm sways and needs a ceiling."""

ENOUGH = 80.0
"""Pixels that a card's length needs: twice the 40 at which the sixteen demonstration pictures were still all read."""

ISO = 400.0
_INCIDENT = 250.0
"""The usual constant of incident light meters, lux seconds."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table's sides, mm; 700 to 1200 are meant."""

    width: float
    depth: float

    def __post_init__(self) -> None:
        if not (300 <= self.width <= 3000 and 300 <= self.depth <= 3000):
            raise ValueError(f"a table of {self.width:g} x {self.depth:g} mm: sides of 300 to 3000 mm are meant")

    @property
    def long(self) -> float:
        return max(self.width, self.depth)

    @property
    def short(self) -> float:
        return min(self.width, self.depth)


@dataclass(frozen=True, slots=True)
class Lamp:
    """Where the middle of a lamp may hang at a height above the table, by its distance from the camera's plumb line.

    Up to `inside` its mirror image stays in the table's middle, where no hand lies; from `outside` on it is off the
    table. Between the two a card shows it. `inside` is None where nothing is left in the middle.
    """

    height: float
    inside: float | None
    outside: float


def coverage(lens: Lens, height: float) -> tuple[float, float]:
    """Width and depth of what is seen of the table."""
    wide, deep = lens.seen
    return height * wide, height * deep


def height_for(lens: Lens, table: Table) -> float:
    """The lowest height at which the whole table with its margin is seen."""
    width, depth = lens.seen
    return max((table.long + 2 * MARGIN) / width, (table.short + 2 * MARGIN) / depth)


def depth_of_field(lens: Lens, focus: float) -> tuple[float, float]:
    """The nearest and farthest distance at which points count as sharp, focused at `focus`.

    Seen from the object a point's spot is the aperture's width times how far it is off the focus, over the focus.
    """
    reach = BLUR / (lens.focal / lens.f_number)
    return max(lens.nearest, focus * (1 - reach)), focus * (1 + reach)


def light_for(lens: Lens) -> float:
    """Lux on the table for a well lit picture at the longest exposure."""
    return _INCIDENT * lens.f_number**2 / (EXPOSURE / 1000 * ISO)


def illuminance(lumens: float, height: float, aside: float) -> float:
    """Lux on the table, `aside` from below a lamp of that height which shines down as a bright disc does.

    A disc's light falls off with the cosine of the angle from its axis, with the square of the way, and with the
    cosine at which it meets the table.
    """
    straight = lumens / (math.pi * (height / 1000) ** 2)
    return straight * (height**2 / (height**2 + aside**2)) ** 2


def lumens_for(table: Table, height: float, lux: float) -> float:
    """What a lamp at the camera's place must give, alone in a dark room, for so much light in the table's corners."""
    return lux / illuminance(1.0, height, math.hypot(table.width, table.depth) / 2)


def lamp_for(table: Table, camera: float, lamp: float, size: float = 0.0, lean: float = LEAN) -> Lamp:
    """Where a lamp of that height and radius `size` shows no mirror image on any hand, camera at height `camera`.

    The ray from the lens to a card is thrown back as by a mirror that leans by up to `lean` any way.
    """
    half = table.short / 2
    empty = max(0.0, half - HAND)
    inside = empty + lamp * _tan(math.degrees(math.atan(empty / camera)) - 2 * lean) - size
    corner = math.hypot(table.width, table.depth) / 2
    outside = corner + lamp * _tan(math.degrees(math.atan(corner / camera)) + 2 * lean) + size
    return Lamp(lamp, inside if empty and inside >= 0 else None, outside)


@dataclass(frozen=True, slots=True)
class Advice:
    """A camera at a height over a table, and what that comes to."""

    table: Table
    lens: Lens
    height: float
    covers: tuple[float, float]
    card: float
    digit: float
    sharp: tuple[float, float]
    light: float
    lumens: float
    lamp: Lamp

    @property
    def whole(self) -> bool:
        """Whether the whole table with its margin is seen."""
        return self.covers[0] >= self.table.long + 2 * MARGIN and self.covers[1] >= self.table.short + 2 * MARGIN

    @property
    def fine(self) -> bool:
        """Whether a card has the pixels that it needs, also in a picture of half the width."""
        return self.card / 2 >= ENOUGH


def at(table: Table, lens: Lens, height: float) -> Advice:
    """What that camera sees at that height."""
    if not 100 <= height <= 5000:
        raise ValueError(f"a camera {height:g} mm above the table: 100 to 5000 are meant")
    per_mm = lens.scale / height
    light = light_for(lens)
    return Advice(
        table, lens, height, coverage(lens, height), per_mm * CARD, per_mm * DIGIT, depth_of_field(lens, height),
        light, lumens_for(table, height, light), lamp_for(table, height, height),
    )  # fmt: skip


def advise(
    table: Table, lenses: Iterable[Lens] = (CAMERA_MODULE_3, CAMERA_MODULE_3_WIDE), highest: float = HIGHEST
) -> Advice:
    """The first camera that sees the whole table from an allowed height, at its lowest such height, to the centimetre.

    The narrow one comes first: it bends the picture's edges less, and takes in more light. ValueError if none does.
    """
    needed = []
    for lens in lenses:
        height = max(LOWEST, math.ceil(height_for(lens, table) / 10) * 10.0)
        if height <= highest:
            return at(table, lens, height)
        needed.append(f"{lens.name} needs {height:g} mm")
    raise ValueError(
        f"no camera sees a table of {table.width:g} x {table.depth:g} mm from {highest:g} mm: {', '.join(needed)}"
    )


def in_words(advice: Advice) -> str:
    """An advice as lines to read."""
    near, far = advice.sharp
    lamp = advice.lamp
    beside = ""
    if lamp.inside is not None:
        beside = f"a ring around the lens up to {2 * lamp.inside:.0f} mm across, or "
    return "\n".join(
        [
            f"table         {advice.table.width:g} x {advice.table.depth:g} mm",
            f"camera        {advice.lens.name}, lens {advice.height:g} mm above the table",
            f"sees          {advice.covers[0]:.0f} x {advice.covers[1]:.0f} mm"
            + ("" if advice.whole else ": not the whole table with its margin"),
            f"a card        {advice.card:.0f} pixels long ({advice.card / 2:.0f} at half resolution)"
            + ("" if advice.fine else f": too few, {ENOUGH:g} are needed"),
            f"an index      {advice.digit:.1f} pixels high ({advice.digit / 2:.1f} at half resolution)",
            f"sharp         from {near:.0f} to {far:.0f} mm below the lens",
            f"exposure      {EXPOSURE:.0f} ms or less, which takes {advice.light:.0f} lux at ISO {ISO:g}",
            f"lamp          at the camera's height: {beside}one more than {lamp.outside:.0f} mm away from it",
            f"              beside the camera, alone in a dark room: {advice.lumens:.0f} lumens",
        ]
    )


def table_of_tables() -> str:
    """The advice for square tables of 70 to 120 cm, and for the smaller oblong ones, as a Markdown table."""
    lines = [
        "| table, cm | camera | lens above the table, cm | sees, cm | pixels a card | pixels an index digit "
        "| sharp, cm below the lens | light, lux "
        "| that by one lamp at the camera, lumens | ring lamp around the lens, up to cm across "
        "| lamp elsewhere, beyond cm |",
        "|" + "---|" * 11,
    ]
    for width, depth in ((70, 70), (80, 80), (90, 90), (100, 100), (110, 110), (120, 120), (100, 70), (120, 80)):
        a = advise(Table(width * 10, depth * 10))
        ring = "-" if a.lamp.inside is None else f"{math.floor(a.lamp.inside / 5)}"
        cells = (
            f"{width} x {depth}", a.lens.name, f"{a.height / 10:.0f}",
            f"{a.covers[0] / 10:.0f} x {a.covers[1] / 10:.0f}",
            f"{a.card:.0f}", f"{a.digit:.0f}", f"{a.sharp[0] / 10:.0f} to {a.sharp[1] / 10:.0f}", f"{a.light:.0f}",
            f"{math.ceil(a.lumens / 100) * 100}", ring, f"{a.lamp.outside / 10:.0f}",
        )  # fmt: skip
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def _tan(degrees: float) -> float:
    return math.tan(math.radians(degrees))
