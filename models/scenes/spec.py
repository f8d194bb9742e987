"""What is on a table and how it is lit and seen: everything about a scene but its pixels."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from models.scenes.arrays import SQUARE, turned
from models.scenes.cards.decks import Deck
from models.scenes.cards.wear import Wear
from models.scenes.photograph.camera import Camera, View
from models.scenes.photograph.light import Light
from models.scenes.photograph.sensor import Sensor
from models.scenes.table import sprites
from models.scenes.table.standing import Arm, Glass
from models.scenes.table.surfaces import Surface
from vision.arrays import F32, F64

KINDS = ("clean", "clutter", "overlap", "glare", "dim", "tilted", "mixed")
"""Plain kinds of tables. ``any`` draws each property of the scene from another of them."""

HARDER_KINDS = ("coins", "steep", "far", "mirrored")
"""Tables that ask for more: coins and beans lying on the faces; a camera far from the vertical, or far away; a picture
that is mirrored."""
ALL_KINDS = (*KINDS, *HARDER_KINDS)
FORTY_KINDS = ("enrol", "spread")
"""The forty cards in four rows, or in any order."""
EVERY_KIND = (*ALL_KINDS, "any", *FORTY_KINDS)
STEEP = 26.0
"""Degrees from the vertical from which on a camera is steep; it may be 42."""
FAR = (120.0, 170.0)
"""How many pixels a card is long at a ``far`` table, in a picture FAR_WIDTH wide."""
FAR_WIDTH = 3456


@dataclass(frozen=True)
class CardItem:
    """A card on the table. `card` is a face's name, ``joker…`` or ``8o``, or ``back`` when it lies face down."""

    card: str
    seat: str | None
    layout: str
    x: float
    y: float
    turn: float
    lift: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """Height in mm of the short edges' and the long edges' bow, and of one corner."""
    lean: tuple[float, float] = (0.0, 0.0)
    """How far it leans, radians: where it mirrors a lamp, and how bright it is."""
    shade: float = 1.0
    wear: Wear | None = None
    back: int = 0

    def height_at(self, u: F64, v: F64) -> F64:
        """How high its bow and its corner lift the points (u, v) of it, 0 to 1 across and down, mm."""
        short, long, corner = self.lift
        z = 4 * abs(short) * ((v - 0.5) ** 2 if short > 0 else 0.25 - (v - 0.5) ** 2)
        z = z + 4 * abs(long) * ((u - 0.5) ** 2 if long > 0 else 0.25 - (u - 0.5) ** 2)
        return np.asarray(z + 3 * abs(corner) * np.maximum((u if corner > 0 else 1 - u) + v - 1.4, 0))


@dataclass(frozen=True)
class Thing:
    """A thing of `sprites.FLAT` or of `sprites.BEADS`; its size is in mm."""

    kind: str
    variant: int
    x: float
    y: float
    turn: float
    size: tuple[float, float]

    @property
    def thickness(self) -> float:
        """In mm."""
        if self.kind in sprites.FLAT:
            return sprites.FLAT[self.kind][2]
        return self.size[0] * (0.18 if self.kind in sprites.ROUND else 0.6)


Item = CardItem | Thing | Glass | Arm


@dataclass(frozen=True)
class SceneSpec:
    """One scene, ready to be drawn at any size."""

    seed: int
    kind: str
    deck: Deck
    camera: Camera
    light: Light
    sensor: Sensor
    surfaces: tuple[tuple[Surface, tuple[tuple[float, float], ...]], ...]
    """The lowest first, each with its outline on the table; an empty outline fills the picture."""
    items: tuple[Item, ...]
    """The lowest first."""
    card_size: tuple[float, float] = (61.0, 95.0)
    ink: F32 | None = None
    """How the deck's inks came out (`wear.random_print`)."""
    shadow: float = 0.5
    sharp: float = 1.0
    glare: float = 0.0
    """Strength of the lamp's mirror image at its middle; 255 is white."""
    glare_size: float = 100.0
    aspect: float = 16 / 9
    mirrored: bool = False
    """The picture is given as in a mirror; all else here is as it is on the table."""


@dataclass(frozen=True)
class SceneOptions:
    """What a scene drawn by chance must have."""

    wide: float = 1.0
    """How far (0..1) geometry, light and printing go beyond a tidy club table."""
    counts: Mapping[str, int] = field(default_factory=dict)
    """How many cards a seat has, where they are not four."""
    stuck: str = ""
    """The seats at which two cards stick together: the lower one hardly looks out."""
    strange: int = 0
    """So many cards of the hands are backs, eights, nines or jokers."""
    surface: str | None = None
    aspect: float = 16 / 9
    occlude: float | None = None
    """The chance that something lies on the cards."""
    held_out: bool = False
    """Lay them on tables, and among things, that no network that looks at pictures is trained on; what is fitted to
    what these say is."""


@dataclass(frozen=True)
class Stage:
    """What the hands are laid out for: the deck, its cards' size in mm, the camera, the picture's width by height."""

    deck: Deck
    size: tuple[float, float]
    camera: Camera
    aspect: float

    @property
    def view(self) -> View:
        """The table as a small picture shows it."""
        return View(self.camera, (1152, round(1152 / self.aspect)))


def corners(item: CardItem | Thing, size: tuple[float, float]) -> F64:
    """Its own four corners on the table, mm, as if it lay flat."""
    half = SQUARE * (size[0] / 2, size[1] / 2)
    return turned(half, np.radians(item.turn)) + (item.x, item.y)
