"""Where the pips stand: for every suit and rank the arrangements that Spanish card makers use."""

from __future__ import annotations

import math
from dataclasses import dataclass

from models.deck.chance import Chance

LEFT, MIDDLE, RIGHT = 17.2, 30.5, 43.8
TOP, CENTRE, BOTTOM = 17.5, 47.5, 77.5


@dataclass(frozen=True)
class Place:
    """A pip's middle, its size, its turn (clockwise) and its colour among the suit's."""

    x: float
    y: float
    size: float
    turn: float = 0.0
    variant: int = 0


Arrangement = list[Place]


def _grid(xs: tuple[float, ...], ys: tuple[float, ...], size: float) -> Arrangement:
    return [Place(x, y, size) for y in ys for x in xs]


def _in_rows(counts: tuple[int, ...], ends: tuple[float, float], size: float) -> Arrangement:
    """So many pips in each row, the rows at even distances."""
    found: Arrangement = []
    for k, count in enumerate(counts):
        y = ends[0] + (ends[1] - ends[0]) * k / (len(counts) - 1)
        step = 26.6 if count == 2 else 17.0
        found += [Place(MIDDLE + (j - (count - 1) / 2) * step, y, size) for j in range(count)]
    return found


def round_pips(rank: int, tall: float) -> list[Arrangement]:
    """Oros and copas. `tall` is how much of its room a pip may take."""
    pair = (LEFT, RIGHT)
    two, three = (TOP, BOTTOM), (TOP, CENTRE, BOTTOM)
    s = tall
    if rank == 2:
        return [
            [Place(MIDDLE, 27, 30 * s), Place(MIDDLE, 68, 30 * s)],
            [Place(MIDDLE, 29, 25 * s), Place(MIDDLE, 66, 25 * s)],
            [Place(21, 27, 26 * s), Place(40, 68, 26 * s)],
        ]
    if rank == 3:
        return [
            [Place(20, 22.5, 24.5 * s), Place(41, 47.5, 24.5 * s), Place(20, 72.5, 24.5 * s)],
            [Place(MIDDLE, 20, 23 * s), Place(MIDDLE, 47.5, 23 * s), Place(MIDDLE, 75, 23 * s)],
            [Place(41, 22.5, 24 * s), Place(20, 47.5, 24 * s), Place(41, 72.5, 24 * s)],
            [Place(MIDDLE, 26, 23 * s), Place(18.5, 66, 22 * s), Place(42.5, 66, 22 * s)],
        ]
    if rank == 4:
        return [_grid(pair, (19.5, 75.5), 21.5 * s), _grid(pair, two, 19 * s), _grid((18, 43), (26, 69), 23 * s)]
    if rank == 5:
        small = _grid(pair, (18.5, 76.5), 20 * s)
        return [
            [*small, Place(MIDDLE, CENTRE, 27 * s)],
            [*_grid(pair, two, 19 * s), Place(MIDDLE, CENTRE, 19 * s)],
            _in_rows((1, 3, 1), (19, 76), 14.5 * s),
            _in_rows((2, 2, 1), (19, 76), 19 * s),
            _in_rows((1, 2, 2), (19, 76), 19 * s),
            _in_rows((2, 1, 2), (25, 70), 18 * s),
        ]
    if rank == 6:
        return [
            _grid(pair, (18.5, CENTRE, 76.5), 20.5 * s),
            _grid(pair, (24, CENTRE, 71), 20 * s),
            _grid(pair, three, 18 * s),
            _in_rows((3, 3), (29, 66), 14.5 * s),
            _in_rows((1, 2, 2, 1), (16.5, 78.5), 17 * s),
        ]
    if rank == 7:
        return [
            [*_grid(pair, (17.5, 48.5, 77.5), 18.6 * s), Place(MIDDLE, 33, 18.6 * s)],
            [*_grid(pair, three, 17.5 * s), Place(MIDDLE, 32.5, 17.5 * s)],
            [*_grid(pair, (17.5, 47.5, 77.5), 18.5 * s), Place(MIDDLE, 62.5, 18.5 * s)],
            [*_grid(pair, (17, 78), 18 * s), *_grid((14.5, MIDDLE, 46.5), (CENTRE,), 15.5 * s)],
            _in_rows((1, 2, 2, 2), (16, 79), 17 * s),
            _in_rows((2, 1, 2, 2), (16, 79), 17 * s),
            _in_rows((2, 2, 1, 2), (16, 79), 17 * s),
            _in_rows((2, 2, 2, 1), (16, 79), 17 * s),
            _in_rows((2, 3, 2), (20, 75), 14.5 * s),
            _in_rows((3, 1, 3), (20, 75), 14.5 * s),
        ]
    if rank == 8:
        return [
            _grid(pair, (16, 37, 58, 79), 18 * s),
            [*_grid(pair, (17.5, CENTRE, 77.5), 18 * s), Place(MIDDLE, 32.5, 18 * s), Place(MIDDLE, 62.5, 18 * s)],
        ]
    return [
        _grid((14.2, MIDDLE, 46.8), (18.5, CENTRE, 76.5), 16 * s),
        [*_grid(pair, (16, 37, 58, 79), 17 * s), Place(MIDDLE, CENTRE, 15 * s)],
    ]


def _rows(xs: tuple[float, ...], top: float, bottom: float, size: float, inward: bool) -> Arrangement:
    """Two rows of long pips that point to each other or away."""
    up, down = (180.0, 0.0) if inward else (0.0, 180.0)
    row = [Place(x, top, size, up, k) for k, x in enumerate(xs)]
    return row + [Place(x, bottom, size, down, k + 1) for k, x in enumerate(xs)]


def _fan(count: int, y: float, size: float, spread: float, pivot: float = 0.0, start: int = 0) -> Arrangement:
    """Long pips that cross: `pivot` is how far below their middles, as a share of their length, they meet."""
    found = []
    # What leans far has to be shorter, or it would reach over the card's edge.
    widest = math.sin(math.radians(min(90.0, (count - 1) / 2 * spread)))
    size = min(size, 22.0 / (widest * (0.5 + pivot)))
    for k in range(count):
        turn = (k - (count - 1) / 2) * spread
        reach = size * pivot
        x = MIDDLE + reach * math.sin(math.radians(turn))
        found.append(Place(x, y + reach * (1 - math.cos(math.radians(turn))), size, turn, start + k))
    return found


def _crossed(rank: int) -> list[Arrangement]:
    """Long pips crossed, fanned, or in rows of other numbers than both halves' same."""
    flat = Place(MIDDLE, CENTRE, 38, 270, 2)
    if rank == 4:
        return [_fan(2, 28, 36, 60) + _fan(2, 67, 36, 60, start=2), _fan(4, CENTRE, 72, 40)]
    if rank == 5:
        return [
            _fan(5, CENTRE, 72, 32),
            _fan(5, 50, 66, 16, 0.42),
            [*_fan(2, 27, 34, 60), flat, *_fan(2, 68, 34, 60, start=3)],
            [Place(x, 26.5, 34, 0, k) for k, x in enumerate((16.0, MIDDLE, 45.0))]
            + [Place(x, 68.5, 34, 180, k) for k, x in enumerate((LEFT, RIGHT))],
        ]
    if rank == 6:
        return [
            _fan(3, 27, 36, 32) + _fan(3, 68, 36, 32, start=3),
            _fan(6, CENTRE, 70, 30),
            [Place(x, y, 22, 0, k) for k, (y, x) in enumerate((y, x) for y in (20, CENTRE, 75) for x in (20, 41))],
        ]
    return [
        [*_fan(3, 25, 33, 34), flat, *_fan(3, 70, 33, 34, start=3)],
        _fan(7, 50, 64, 14, 0.42),
        [Place(x, 26.5, 34, 0, k) for k, x in enumerate((13.8, 24.9, 36.1, 47.2))]
        + [Place(x, 68.5, 34, 180, k) for k, x in enumerate((16.0, MIDDLE, 45.0))],
    ]


def swords(rank: int) -> list[Arrangement]:
    xs2, xs3 = (LEFT, RIGHT), (16.0, MIDDLE, 45.0)
    if rank == 2:
        return [
            [Place(19.5, CENTRE, 72, 0), Place(41.5, CENTRE, 72, 180)],
            [Place(19.5, CENTRE, 70, 180), Place(41.5, CENTRE, 70, 0)],
            [Place(MIDDLE, CENTRE, 78, 28), Place(MIDDLE, CENTRE, 78, -28)],
            [Place(MIDDLE, 28, 40, 90), Place(MIDDLE, 67, 40, 270)],
        ]
    if rank == 3:
        return [
            [Place(17, CENTRE, 70, 180), Place(MIDDLE, CENTRE, 70, 0), Place(44, CENTRE, 70, 180)],
            [Place(17, CENTRE, 70, 0), Place(MIDDLE, CENTRE, 70, 180), Place(44, CENTRE, 70, 0)],
            [Place(MIDDLE, CENTRE, 76, 0), Place(MIDDLE, CENTRE, 76, 30), Place(MIDDLE, CENTRE, 76, -30)],
        ]
    if rank == 4:
        return [
            [Place(19, 27, 36, 153), Place(42, 27, 36, 207), Place(19, 68, 36, 27), Place(42, 68, 36, -27)],
            _rows(xs2, 26.5, 68.5, 36, True),
            [Place(19, 27, 35, -27), Place(42, 27, 35, 27), Place(19, 68, 35, 207), Place(42, 68, 35, 153)],
            _rows(xs2, 27, 68, 35, False),
        ]
    if rank in (5, 7):
        xs = xs2 if rank == 5 else xs3
        size = 35 if rank == 5 else 33
        flat = Place(MIDDLE, CENTRE, 37, 270)
        options = [
            [*_rows(xs, 24.5, 70.5, size, True), flat],
            [*_rows(xs, 24.5, 70.5, size, True), Place(MIDDLE, CENTRE, 37, 90)],
            [*_rows(xs, 24.5, 70.5, size, False), flat],
        ]
        if rank == 5:
            options.append([*_rows(xs, 26, 69, 35, True), Place(MIDDLE, CENTRE, 50, 0)])
            tilted = [Place(19, 25, 33, 155), Place(42, 25, 33, 205), Place(19, 70, 33, 25), Place(42, 70, 33, -25)]
            options.append([*tilted, flat])
        return options
    if rank == 6:
        return [
            _rows(xs3, 26.5, 68.5, 36, True),
            _rows(xs3, 26.5, 68.5, 36, False),
            _rows((15, MIDDLE, 46), 27, 68, 34, True),
        ]
    xs4 = (13.8, 24.9, 36.1, 47.2)
    if rank == 8:
        return [
            _rows(xs4, 26.5, 68.5, 36, True),
            [
                *_rows(xs3, 24.5, 70.5, 32, True),
                *_rows((MIDDLE,), 44, 51, 30, True)[:0],
                Place(MIDDLE, 44.5, 34, 270),
                Place(MIDDLE, 50.5, 34, 90),
            ],
        ]
    return [[*_rows(xs4, 24.5, 70.5, 33, True), Place(MIDDLE, CENTRE, 37, 270)]]


def clubs(rank: int) -> list[Arrangement]:
    xs2, xs3 = (LEFT, RIGHT), (16.0, MIDDLE, 45.0)
    if rank == 2:
        return [
            [Place(19.5, CENTRE, 74, 0, 0), Place(41.5, CENTRE, 74, 180, 1)],
            [Place(MIDDLE, CENTRE, 78, 28, 0), Place(MIDDLE, CENTRE, 78, -28, 1)],
            [Place(MIDDLE, 28, 42, 90, 0), Place(MIDDLE, 67, 42, 270, 1)],
        ]
    if rank == 3:
        return [
            [Place(MIDDLE, CENTRE, 76, 0, 1), Place(MIDDLE, CENTRE, 78, 31, 0), Place(MIDDLE, CENTRE, 78, -31, 2)],
            [Place(17, CENTRE, 70, 180, 0), Place(MIDDLE, CENTRE, 70, 0, 1), Place(44, CENTRE, 70, 180, 2)],
            [Place(17, CENTRE, 70, 0, 0), Place(MIDDLE, CENTRE, 70, 0, 1), Place(44, CENTRE, 70, 0, 2)],
            [Place(MIDDLE, CENTRE, 78, 31, 0), Place(MIDDLE, CENTRE, 78, -31, 2), Place(MIDDLE, CENTRE, 76, 180, 1)],
        ]
    if rank == 4:
        return [
            [Place(19, 27, 36, -27, 0), Place(42, 27, 36, 27, 1), Place(19, 68, 36, 207, 1), Place(42, 68, 36, 153, 0)],
            _rows(xs2, 27, 68, 36, True),
            [Place(19, 27, 36, 153, 0), Place(42, 27, 36, 207, 1), Place(19, 68, 36, 27, 1), Place(42, 68, 36, -27, 0)],
            _rows(xs2, 27, 68, 36, False),
        ]
    if rank in (5, 7):
        flat = Place(MIDDLE, CENTRE, 38, 270, 2)
        if rank == 5:
            return [
                [
                    Place(18.5, 25.5, 32, -26, 0),
                    Place(42.5, 25.5, 32, 26, 1),
                    flat,
                    Place(18.5, 69.5, 32, 206, 1),
                    Place(42.5, 69.5, 32, 154, 0),
                ],
                [
                    Place(18.5, 25.5, 32, 206, 0),
                    Place(42.5, 25.5, 32, 154, 1),
                    flat,
                    Place(18.5, 69.5, 32, -26, 1),
                    Place(42.5, 69.5, 32, 26, 0),
                ],
                [*_rows(xs2, 24.5, 70.5, 33, False), flat],
                [*_rows(xs2, 24.5, 70.5, 33, True), Place(MIDDLE, CENTRE, 38, 90, 2)],
                [*_rows(xs2, 26, 69, 34, True), Place(MIDDLE, CENTRE, 50, 0, 2)],
            ]
        alternate = [Place(x, 24.5, 31, 180.0 * (k % 2), k) for k, x in enumerate(xs3)]
        alternate += [Place(x, 70.5, 31, 180.0 * ((k + 1) % 2), k + 1) for k, x in enumerate(xs3)]
        return [
            [*_rows(xs3, 24.5, 70.5, 32, False), flat],
            [*alternate, flat],
            [*_rows(xs3, 24.5, 70.5, 32, True), Place(MIDDLE, CENTRE, 38, 90, 2)],
        ]
    if rank == 6:
        alternate = [Place(x, 27, 35, 180.0 * (k % 2), k) for k, x in enumerate(xs3)]
        alternate += [Place(x, 68, 35, 180.0 * ((k + 1) % 2), k + 1) for k, x in enumerate(xs3)]
        return [_rows(xs3, 27, 68, 35, False), alternate, _rows(xs3, 27, 68, 35, True)]
    xs4 = (13.8, 24.9, 36.1, 47.2)
    if rank == 8:
        return [_rows(xs4, 27, 68, 35, False), _rows(xs4, 27, 68, 35, True)]
    return [[*_rows(xs4, 24.5, 70.5, 32, False), Place(MIDDLE, CENTRE, 37, 270, 2)]]


def single(suit: str, size: float) -> Arrangement:
    """One huge pip in the card's middle."""
    return [Place(MIDDLE, CENTRE, {"o": 38.0, "c": 44.0}.get(suit, 66.0) * size, 18.0 if suit in "eb" else 0.0)]


def arrangement(suit: str, rank: int, chance: Chance, size: float, spread: float) -> Arrangement:
    """The places of one card's pips (ranks 2 to 9)."""
    if suit == "o":
        options = round_pips(rank, 0.95)
    elif suit == "c":
        options = round_pips(rank, 0.94)
    else:
        options = swords(rank) if suit == "e" else clubs(rank)
        if 4 <= rank <= 7:
            options = options + _crossed(rank)
    chosen = chance.pick(options)
    return [
        Place(MIDDLE + (p.x - MIDDLE) * spread, CENTRE + (p.y - CENTRE) * spread, p.size * size, p.turn, p.variant)
        for p in chosen
    ]
