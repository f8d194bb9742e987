"""What the cards lie on: cloths, woods, stones, prints and papers, drawn by chance.

A palette of 256 colours makes a texture a surface, so a few tiles give any number of tables.
"""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from models.scenes.arrays import Colour, Rng, bgr, grain, pick, to_u8, u8, window_of
from models.scenes.photograph.camera import View
from models.scenes.table.textures import HELD_OUT, LARGE, SMALL, VARIANTS, tile
from vision.arrays import F64, U8

Key = tuple[float, Colour]
"""A place of a palette, 0 to 1, and its colour; those between are interpolated."""


@dataclass(frozen=True)
class Surface:
    """A texture with its colours and its place under the camera."""

    name: str
    """What it looks like, in a word."""
    texture: str
    variant: int
    keys: tuple[Key, ...]
    scale: float = 1.0
    turn: float = 0.0
    shift: tuple[float, float] = (0.0, 0.0)
    fine: float = 3.0
    """Strength of the finest grain, at the size of the picture's pixels."""
    gloss: float = 0.0
    """How much it mirrors a lamp, 0..1."""


_CLOTHS = {
    "green": ((68, 88), (110, 235), (60, 165)),
    "blue": ((100, 118), (110, 235), (60, 190)),
    "red": ((174, 184), (130, 235), (85, 200)),
    "grey": ((0, 180), (0, 28), (70, 170)),
    "black": ((0, 180), (0, 60), (14, 48)),
    "purple": ((128, 160), (70, 200), (60, 150)),
    "brown": ((8, 18), (70, 180), (60, 150)),
    "beige": ((12, 24), (25, 90), (150, 225)),
    "turquoise": ((84, 98), (110, 220), (90, 180)),
    "orange": ((6, 15), (150, 230), (150, 220)),
    "yellow": ((20, 30), (90, 210), (150, 220)),
    "pink": ((160, 174), (40, 140), (150, 220)),
    "white": ((0, 180), (0, 22), (195, 245)),
}  # hue, saturation, value, as OpenCV has them


def colour(rng: Rng, name: str) -> Colour:
    """A random colour of that name."""
    hue, saturation, value = (rng.uniform(*r) for r in _CLOTHS[name])
    return bgr(hue % 180, saturation, value)


def _any_colour(rng: Rng) -> Colour:
    return colour(rng, str(rng.choice(list(_CLOTHS))))


def _mix(a: Colour, b: Colour, t: float) -> Colour:
    return (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t)


def _shades(base: Colour, depth: float) -> tuple[Key, ...]:
    dark = (base[0] * (1 - depth), base[1] * (1 - depth), base[2] * (1 - depth))
    light = _mix(base, (255, 255, 255), depth * 0.6)
    light = (max(light[0], base[0] * (1 + depth)), light[1], light[2])
    return ((0.0, dark), (0.5, base), (1.0, light))


_WOODS: tuple[Colour, ...] = (
    (40, 75, 125),
    (60, 110, 165),
    (90, 145, 190),
    (25, 45, 75),
    (120, 165, 205),
    (35, 55, 110),
    (80, 95, 110),
)
_STONES: tuple[Colour, ...] = (
    (225, 230, 232),
    (190, 200, 205),
    (60, 62, 60),
    (120, 140, 165),
    (90, 115, 95),
    (150, 150, 150),
)


def random_surface(rng: Rng, name: str | None, held_out: bool) -> Surface:
    """A surface called `name`, one of `_COMMON`; any of them by how common they are when None.

    `held_out`: from the tiles that are, as of `SceneOptions.held_out`.
    """
    variant = VARIANTS + int(rng.integers(HELD_OUT)) if held_out else int(rng.integers(VARIANTS))
    name = name or pick(rng, _COMMON)
    texture = name
    scale, fine, gloss = float(rng.uniform(0.7, 1.5)), float(rng.uniform(1.0, 6.0)), 0.0
    if name in _CLOTHS:
        texture = "plain" if name == "white" and rng.random() < 0.6 else "cloth"
        keys = _shades(colour(rng, name), float(rng.uniform(0.35, 0.8)))
        if texture == "plain":
            gloss = float(rng.uniform(0, 0.6))
    elif name == "wood":
        texture = "wood" if rng.random() < 0.7 else "grainy"
        base = _WOODS[int(rng.integers(len(_WOODS)))]
        base = _mix(base, _any_colour(rng), float(rng.uniform(0, 0.1)))
        deep = float(rng.uniform(0.25, 0.75))
        keys = _shades(base, deep)
        gloss = float(rng.uniform(0, 0.8))
    elif name in ("marble", "granite"):
        base = _mix(_STONES[int(rng.integers(len(_STONES)))], _any_colour(rng), float(rng.uniform(0, 0.15)))
        veins = _mix(base, (0, 0, 0) if rng.random() < 0.7 else (255, 255, 255), float(rng.uniform(0.4, 0.9)))
        keys = ((0.0, veins), (0.6, base), (1.0, _mix(base, (255, 255, 255), 0.4)))
        gloss = float(rng.uniform(0, 0.8))
    elif name == "paper":
        texture = "text"
        white = (float(rng.uniform(195, 240)), float(rng.uniform(205, 240)), float(rng.uniform(210, 245)))
        keys = ((0.0, (35.0, 32.0, 30.0)), (0.85, white), (1.0, white))
        fine = 2.0
    elif name == "plastic":
        texture = "plain" if rng.random() < 0.6 else "leather"
        keys = _shades(_any_colour(rng), float(rng.uniform(0.2, 0.6)))
        gloss, fine = float(rng.uniform(0.2, 1.0)), 1.5
    else:
        colours = [_any_colour(rng) for _ in range(4)]
        if rng.random() < 0.45:
            colours[0] = colour(rng, "white")
        keys = ((0.05, colours[0]), (0.42, colours[1]), (0.66, colours[2]), (0.95, colours[3]))
        if name == "check" and rng.random() < 0.7:
            keys = ((0.05, colours[0]), (0.9, colours[1]))
        gloss = float(rng.choice([0.0, 0.3]))
    return Surface(
        name, texture, variant, keys, scale, float(rng.uniform(0, 360)),
        (float(rng.uniform(-300, 300)), float(rng.uniform(-300, 300))), fine, gloss,
    )  # fmt: skip


_COMMON = (
    ("green", 3.0), ("blue", 1.6), ("red", 1.6), ("grey", 1.3), ("black", 0.7), ("purple", 0.5), ("brown", 0.6),
    ("beige", 0.7), ("turquoise", 0.4), ("orange", 0.3), ("yellow", 0.3), ("pink", 0.3), ("white", 1.0),
    ("wood", 3.0), ("marble", 1.0), ("granite", 0.8), ("check", 0.8), ("stripes", 0.6), ("print", 1.0),
    ("tiles", 0.4), ("paper", 0.5), ("plastic", 0.7),
)  # fmt: skip


def palette(surface: Surface) -> U8:
    """256 colours, as `cv2.LUT` wants them."""
    places = [p for p, _ in surface.keys]
    steps = np.linspace(0, 1, 256)
    table = np.stack([np.interp(steps, places, [c[i] for _, c in surface.keys]) for i in range(3)], axis=1)
    return to_u8(table)[None]


def lay(surface: Surface, view: View, rng: Rng) -> U8:
    """The surface as the camera sees it, evenly lit."""
    size = LARGE if view.scale > 1.5 else SMALL
    picture = tile(surface.texture, surface.variant, size)
    rows, columns = view.shape
    per_mm = size / 1536 / surface.scale
    turn = np.radians(surface.turn)
    c, s = np.cos(turn) * per_mm, np.sin(turn) * per_mm
    place: F64 = np.array(
        [
            [c, -s, size / 2 + surface.shift[0] * per_mm],
            [s, c, size / 2 + surface.shift[1] * per_mm],
            [0, 0, 1],
        ]
    )
    to_tile = place @ np.linalg.inv(view.homography)
    grey = cv2.warpPerspective(
        picture, to_tile, (columns, rows), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REFLECT,
    )  # fmt: skip
    speck = window_of(_specks(surface.variant % 3), columns, rows, rng)
    grey = cv2.addWeighted(grey, 1.0, speck, surface.fine / 16.0, -128 * surface.fine / 16.0)
    return u8(cv2.LUT(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), palette(surface)))


@lru_cache(maxsize=3)
def _specks(kind: int) -> U8:
    return to_u8(grain(kind, 1)[..., 0] * 24 + 128)
