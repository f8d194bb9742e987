"""How four cards (or another number) lie in a hand, and where the hands lie on the table.

A hand's own frame: x to its player's right, y towards the player, millimetres, its middle at the origin. Numbers
are for a card of 61 x 95 mm and scale with the card.
"""

from dataclasses import dataclass

import numpy as np

from models.scenes.arrays import Rng, pick
from vision.arrays import F64

SEAT_TURN = {"N": 180.0, "W": 90.0, "S": 0.0, "E": -90.0}
"""Degrees by which a seat's frame is turned on the table."""

_BY_KIND = {
    "clean": (("row", 1.0),),
    "clutter": (("row", 0.35), ("loose", 0.25), ("grid", 0.4)),
    "overlap": (("fan", 0.4), ("stagger", 0.4), ("squared", 0.08), ("ladder", 0.06), ("tworows", 0.06)),
    "glare": (("row", 0.55), ("loose", 0.45)),
    "dim": (("row", 0.5), ("loose", 0.5)),
    "tilted": (("row", 0.55), ("loose", 0.45)),
    "mixed": (
        ("row", 0.13), ("loose", 0.13), ("grid", 0.16), ("fan", 0.22), ("stagger", 0.2), ("squared", 0.05),
        ("ladder", 0.04), ("tworows", 0.04), ("scatter", 0.03),
    ),
}  # fmt: skip


LOOKS_OUT = (3.0, 14.0)
"""Millimetres by which the lower one of two cards that stick together looks out."""

BETWEEN = 0.3
"""Share of the cards that stick which lie under two cards, and look out between these."""


@dataclass(frozen=True)
class Lie:
    """Where one card lies in its hand: middle, and turn clockwise in degrees."""

    x: float
    y: float
    turn: float


def random_layout(rng: Rng, kind: str) -> str:
    """A layout as scenes of `kind` have them."""
    return pick(rng, _BY_KIND[kind])


def hand(rng: Rng, layout: str, count: int, wide: float = 1.0) -> list[Lie]:
    """`count` cards in `layout`, the lowest first; `wide` (0..1) says how far to go beyond tidy hands."""
    lies = LAYOUTS[layout](rng, count, wide)
    middle = np.mean([(lie.x, lie.y) for lie in lies], axis=0) if lies else np.zeros(2)
    upside_down = rng.random(len(lies)) < 0.4
    lies = [
        Lie(float(lie.x - middle[0]), float(lie.y - middle[1]), float(lie.turn + 180 * bool(turned)))
        for lie, turned in zip(lies, upside_down, strict=True)
    ]
    if layout not in ("row", "grid", "loose") and rng.random() < 0.25:
        lies.reverse()
    return lies


def one_stuck(rng: Rng, lies: list[Lie]) -> list[Lie]:
    """These, and one card more: one that sticks to the back of one of them and hardly looks out, or one that shows
    between two that lie on it."""
    over = int(rng.integers(len(lies)))
    if len(lies) > 1 and rng.random() < BETWEEN:
        return _one_between(rng, lies, over)
    top, off, way = lies[over], rng.uniform(*LOOKS_OUT), rng.uniform(0, 2 * np.pi)
    turn = top.turn + rng.normal(0, 2.0) + 180 * bool(rng.random() < 0.5)
    under = Lie(float(top.x + off * np.cos(way)), float(top.y + off * np.sin(way)), float(turn))
    return [*lies[:over], under, *lies[over:]]


def _one_between(rng: Rng, lies: list[Lie], over: int) -> list[Lie]:
    """These, and one card more under that one and the one nearest to it, about half under each."""
    top = lies[over]
    beside = int(np.argsort([np.hypot(lie.x - top.x, lie.y - top.y) for lie in lies])[1])
    share, off = rng.uniform(0.35, 0.65), rng.normal(0, 4.0, 2)
    x, y = (1 - share) * np.array([top.x, top.y]) + share * np.array([lies[beside].x, lies[beside].y]) + off
    turn = top.turn + rng.normal(0, 4.0) + 180 * bool(rng.random() < 0.5)
    lowest = min(over, beside)
    return [*lies[:lowest], Lie(float(x), float(y), float(turn)), *lies[lowest:]]


def _spots(rng: Rng, count: int, pitch: float, jitter: float) -> F64:
    """Places along a line, `pitch` apart give or take."""
    return np.asarray((np.arange(count) - (count - 1) / 2) * pitch + rng.uniform(-jitter, jitter, count))


def _lies(x: F64, y: F64, turn: F64) -> list[Lie]:
    return [Lie(*(float(v) for v in each)) for each in zip(x, y, turn, strict=True)]


def _row(rng: Rng, count: int, wide: float) -> list[Lie]:
    pitch = rng.uniform(67, 72 + 6 * wide) if rng.random() > 0.2 * wide else rng.uniform(61.3, 66)
    x = _spots(rng, count, pitch, 3.0)
    y = rng.normal(0, 2.0 + 2.5 * wide, count)
    turn = rng.normal(0, 2.5, count)
    return _lies(x, y, turn)


def _loose(rng: Rng, count: int, wide: float) -> list[Lie]:
    x = _spots(rng, count, rng.uniform(75, 82 + 8 * wide), 4.0)
    y = rng.uniform(-12, 12, count) * (1 + 0.6 * wide)
    turn = rng.uniform(-14, 14, count) * (1 + 0.4 * wide)
    return _lies(x, y, turn)


def _rows_of_two(rng: Rng, count: int, across: float, down: float, loose: float) -> list[Lie]:
    return [
        Lie(
            (i % 2 - 0.5) * across + rng.normal(0, 1.2 * loose),
            (i // 2 - 0.5) * down + rng.normal(0, 1.2 * loose),
            rng.normal(0, 2.5 * loose),
        )
        for i in range(count)
    ]


def _grid(rng: Rng, count: int, wide: float) -> list[Lie]:
    return _rows_of_two(rng, count, rng.uniform(64, 74 + 6 * wide), rng.uniform(99, 112 + 4 * wide), 1 + wide)


def _tworows(rng: Rng, count: int, wide: float) -> list[Lie]:
    return _rows_of_two(rng, count, rng.uniform(22, 66), rng.uniform(28, 75), 1 + wide)


def _fan(rng: Rng, count: int, wide: float) -> list[Lie]:
    step = rng.uniform(7, 16 + 6 * wide)
    turn = _spots(rng, count, step, step * 0.3)
    pitch = rng.uniform(18 - 5 * wide, 34 + 4 * wide)
    radius = pitch / np.radians(step)
    shift = rng.normal(0, 3.0, (count, 2))
    return [
        Lie(
            float(radius * np.sin(np.radians(t)) + s[0]),
            float(radius * (1 - np.cos(np.radians(t))) * rng.uniform(0.3, 1.0) + s[1]),
            float(t + rng.normal(0, 1.5)),
        )
        for t, s in zip(turn, shift, strict=True)
    ]


def _stagger(rng: Rng, count: int, wide: float) -> list[Lie]:
    pitch = rng.uniform(20 - 5 * wide, 40 + 8 * wide)
    x = _spots(rng, count, pitch, pitch * 0.35)
    y = rng.normal(0, 2.5 + 2 * wide, count) + rng.uniform(-6, 6) * wide * np.arange(count)
    turn = rng.normal(0, 2.0 + wide, count)
    return _lies(x, y, turn)


def _squared(rng: Rng, count: int, wide: float) -> list[Lie]:
    x = _spots(rng, count, rng.uniform(10, 17), 1.5)
    turn = rng.normal(0, 1.0 + wide, count)
    return _lies(x, rng.normal(0, 1.5, count), turn)


def _ladder(rng: Rng, count: int, wide: float) -> list[Lie]:
    y = _spots(rng, count, rng.uniform(15, 40), 3.0)
    turn = rng.normal(0, 1.5 + wide, count)
    return _lies(rng.normal(0, 2.5, count), y, turn)


def _scatter(rng: Rng, count: int, wide: float) -> list[Lie]:
    lies: list[Lie] = []
    while len(lies) < count:
        x, y = rng.uniform(-75, 75), rng.uniform(-45, 45)
        if all(np.hypot(x - lie.x, y - lie.y) > 38 for lie in lies) or rng.random() < 0.02:
            lies.append(Lie(float(x), float(y), float(rng.uniform(-90, 90) * (0.3 + 0.7 * wide))))
    return lies


LAYOUTS = {
    "row": _row,
    "loose": _loose,
    "grid": _grid,
    "fan": _fan,
    "stagger": _stagger,
    "squared": _squared,
    "ladder": _ladder,
    "tworows": _tworows,
    "scatter": _scatter,
}
"""What lays the cards of a hand in each of the ways."""


@dataclass(frozen=True)
class Place:
    """Where a hand lies on the table: the seat's frame, moved and turned."""

    seat: str
    away: float
    aside: float
    turn: float

    def to_table(self, x: float, y: float) -> tuple[float, float]:
        """A point of the hand's frame on the table."""
        own = np.radians(self.turn)
        hx, hy = np.cos(own) * x - np.sin(own) * y + self.aside, np.sin(own) * x + np.cos(own) * y + self.away
        seat = np.radians(SEAT_TURN[self.seat])
        return float(np.cos(seat) * hx - np.sin(seat) * hy), float(np.sin(seat) * hx + np.cos(seat) * hy)


def random_place(rng: Rng, seat: str, layout: str, wide: float) -> Place:
    """Where the hand of `seat` may lie."""
    deep = 18 if layout in ("grid", "tworows", "ladder") else 0
    if seat in "NS":
        away = rng.uniform(185 - 25 * wide, 245 + 20 * wide) - deep
        aside = rng.uniform(-65, 65) * (1 + 0.5 * wide)
    else:
        away = rng.uniform(290 - 70 * wide, 375 + 20 * wide) - deep
        aside = rng.uniform(-45, 45) * (1 + 0.5 * wide)
    turn = rng.uniform(-10, 10) if rng.random() > 0.35 * wide else rng.uniform(-24, 24)
    return Place(seat, float(away), float(aside), float(turn))
