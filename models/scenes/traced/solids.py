"""What lies on a table as triangles with pictures on them, in millimetres.

Mitsuba's axes are right-handed: x to the right and y up as seen from above, z up; a scene's y points down.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from models.scenes.cards.decks import back
from models.scenes.scene import treated
from models.scenes.spec import CardItem, SceneSpec, Thing, corners
from models.scenes.table import sprites
from vision.arrays import F32, F64, U8

_CARD = 0.3
"""A card's thickness, mm."""
_ROWS, _COLUMNS = 13, 9
"""Of the points of whatever lies flat."""
TRIANGLES = 2 * (_ROWS - 1) * (_COLUMNS - 1)
"""Of each of them."""
_AT = np.stack(np.meshgrid(np.linspace(0, 1, _COLUMNS), np.linspace(0, 1, _ROWS)), axis=-1)


@dataclass
class Solid:
    """Points (n, 3) in Mitsuba's axes, their places (n, 2) in a picture, 0 to 1, and triangles (m, 3) of them."""

    points: F64
    places: F64
    triangles: F64


@dataclass
class Sheet:
    """A thing that lies flat: a grid (rows, columns, 3) of points in the scene's axes, from its own upper left corner,
    and its picture, BGRA, the colours multiplied by the opacity."""

    item: CardItem | Thing
    grid: F64
    picture: U8


def sheets(spec: SceneSpec) -> list[Sheet]:
    """All that lies flat, the lowest first; each lies on the highest point of what is under it."""
    found: list[Sheet] = []
    below: list[tuple[F32, float]] = []
    for item in spec.items:
        if not isinstance(item, CardItem | Thing):
            continue
        outline = corners(item, spec.card_size if isinstance(item, CardItem) else item.size)
        shape = outline.astype(np.float32)
        ground = max((top for other, top in below if cv2.intersectConvexConvex(shape, other)[0] > 1.0), default=0.0)
        height = _of_card(item, spec.card_size) if isinstance(item, CardItem) else _of_thing(item)
        grid = np.concatenate([_spread(outline), (height + ground)[..., None]], axis=-1)
        below.append((shape, float(grid[..., 2].max())))
        found.append(Sheet(item, grid, _picture(spec, item)))
    return found


def _picture(spec: SceneSpec, item: CardItem | Thing) -> U8:
    if isinstance(item, Thing):
        return sprites.picture(item.kind, item.variant)[0]
    whole = back(item.back) if item.card == "back" else spec.deck.levels(item.card)
    return treated(spec, item, whole[0])


def _spread(outline: F64) -> F64:
    u, v = _AT[..., :1], _AT[..., 1:]
    upper, lower = outline[0] * (1 - u) + outline[1] * u, outline[3] * (1 - u) + outline[2] * u
    return np.asarray(upper * (1 - v) + lower * v)


def _of_card(card: CardItem, size: tuple[float, float]) -> F64:
    """How high each point of a card is over what it lies on: bowed, with a corner up, leaning."""
    u, v = _AT[..., 0], _AT[..., 1]
    z = card.height_at(u, v) + card.lean[0] * (u - 0.5) * size[0] + card.lean[1] * (v - 0.5) * size[1]
    return np.asarray(z - z.min() + _CARD)


def _of_thing(thing: Thing) -> F64:
    """How high each point of a thing is: even, or a dome."""
    if thing.kind in sprites.FLAT or thing.kind in sprites.ROUND:
        return np.full((_ROWS, _COLUMNS), thing.thickness)
    off = np.hypot(*(2 * _AT - 1).transpose(2, 0, 1))
    return np.asarray(thing.thickness * np.sqrt(np.clip(1 - off**2, 0.01, 1)))


def joined(lying: list[Sheet]) -> tuple[Solid, F32]:
    """All of them as one solid, with its picture: theirs below one another, BGR and opacity, 0 to 1."""
    wide = max(sheet.picture.shape[1] for sheet in lying)
    high = sum(sheet.picture.shape[0] for sheet in lying)
    picture = np.zeros((high, wide, 4), np.float32)
    places, top = [], 0
    for sheet in lying:
        rows, columns = sheet.picture.shape[:2]
        picture[top : top + rows, :columns] = sheet.picture
        # The outer half of the pixels at the rim would take in the neighbours.
        inside = 0.5 + _AT.reshape(-1, 2) * (columns - 1, rows - 1)
        places.append((inside + (0, top)) / (wide, high))
        top += rows
    picture /= 255
    picture[..., :3] /= np.maximum(picture[..., 3:], 1 / 255)
    one = grid_triangles(_ROWS, _COLUMNS)
    triangles = np.concatenate([one + k * _ROWS * _COLUMNS for k in range(len(lying))])
    points = np.concatenate([sheet.grid.reshape(-1, 3) for sheet in lying]) * (1, -1, 1)
    return Solid(points, np.concatenate(places), triangles), np.minimum(picture, 1)


def grid_triangles(rows: int, columns: int) -> F64:
    """The triangles (n, 3) between the points of a grid, their upper side up."""
    at = np.arange(rows * columns, dtype=np.float64).reshape(rows, columns)
    a, b, c, d = at[:-1, :-1].ravel(), at[:-1, 1:].ravel(), at[1:, 1:].ravel(), at[1:, :-1].ravel()
    return np.concatenate([np.stack([a, d, c], axis=1), np.stack([a, c, b], axis=1)])
