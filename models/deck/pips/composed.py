"""Arrangements of pips that no maker is known for: rows of any lengths, rings, fans, oblique grids.

A network that has only met the makers' own arrangements takes a card for the one that it resembles; met with these it
has to count. Pips are (x, y, size, turn) in millimetres and clockwise degrees, on a card of 61 x 95.
"""

from __future__ import annotations

from itertools import combinations
from math import cos, hypot, radians, sin

from models.deck.chance import Chance
from models.deck.size import CENTRE, MIDDLE

Pip = tuple[float, float, float, float]

_WIDTH, _HEIGHT = 48.0, 76.0
"""The room in the card's middle that an arrangement may fill."""

_APART = 0.9
"""How far the hilts of two fans lie from each other, in lengths of a pip."""

_TALLEST = 60.0
"""How long one pip of a fan or an oblique grid may be."""

_LONGEST = {False: 3, True: 4}
"""How many pips stand in one row, of round ones and of long ones."""


def composed(rank: int, long: bool, chance: Chance) -> list[Pip]:
    """So many pips (2 to 9) in an arrangement that chance composes; `long` ones are espadas and bastos."""
    make = chance.pick([_fan, _fan, _columns, _columns, _oblique] if long else [_rows, _rows, _ring])
    return make(rank, chance)


def _lengths(rank: int, longest: int, chance: Chance) -> list[int]:
    """The lengths of rows that hold so many, as few rows as can or one or two more."""
    fewest = -(-rank // longest)
    count = chance.pick(range(fewest, min(rank, fewest + 2) + 1))
    lengths = [1] * count
    for _ in range(rank - count):
        lengths[chance.pick([row for row, length in enumerate(lengths) if length < longest])] += 1
    return lengths


def _grid(lengths: list[int], chance: Chance) -> tuple[list[tuple[float, float]], float]:
    """The middles of pips in such rows, and how large a round one may be."""
    widest = max(lengths)
    across, down = _WIDTH * chance.about(1.0, 0.75, 1.0) / widest, _HEIGHT * chance.about(1.0, 0.8, 1.0) / len(lengths)
    middles = [
        (MIDDLE + (column - (length - 1) / 2) * across, CENTRE + (row - (len(lengths) - 1) / 2) * down)
        for row, length in enumerate(lengths)
        for column in range(length)
    ]
    return middles, min(across, down, 24.0)


def _rows(rank: int, chance: Chance) -> list[Pip]:
    middles, room = _grid(_lengths(rank, _LONGEST[False], chance), chance)
    size = room * chance.about(0.9, 0.7, 0.98)
    return [(x, y, size, 0.0) for x, y in middles]


def _ring(rank: int, chance: Chance) -> list[Pip]:
    """In a ring, now and then around one in the middle."""
    inner = int(rank > 3 and chance.happens(0.5))
    outer = rank - inner
    begin = chance.pick([0.0, 180.0, 180.0 / outer])
    angles = [radians(begin + 360 * number / outer) for number in range(outer)]
    wide, high = chance.about(16, 13, 17), chance.about(27, 20, 29)
    middles = [(MIDDLE, CENTRE)] * inner + [(MIDDLE + wide * sin(a), CENTRE - high * cos(a)) for a in angles]
    apart = min(hypot(x - u, y - v) for (x, y), (u, v) in combinations(middles, 2))
    size = min(apart, 22.0) * chance.about(0.9, 0.75, 0.97)
    return [(x, y, size, 0.0) for x, y in middles]


def _columns(rank: int, chance: Chance) -> list[Pip]:
    """Rows of upright ones, each row with its points up or down; a single one may lie across."""
    lengths = _lengths(rank, _LONGEST[True], chance)
    middles, _ = _grid(lengths, chance)
    length = _HEIGHT / len(lengths) * chance.about(0.95, 0.8, 1.0)
    alternate, rest = chance.happens(0.3), iter(middles)
    pips = []
    for count in lengths:
        down = chance.pick([0.0, 180.0])
        across = count == 1 and len(lengths) > 1 and chance.happens(0.5)
        for column in range(count):
            x, y = next(rest)
            turn = chance.pick([90.0, 270.0]) if across else down + 180.0 * (alternate and column % 2)
            pips.append((x, y, min(length, 42.0) if across else length, turn))
    return pips


def _oblique(rank: int, chance: Chance) -> list[Pip]:
    """Short ones in rows, all leaning alike, or the halves of the card against each other."""
    middles, room = _grid(_lengths(rank, _LONGEST[False], chance), chance)
    lean, mirrored = chance.about(40, -80, 80), chance.happens(0.3)
    size = room * chance.about(1.1, 0.9, 1.25)
    return _fitted([(x, y, size, -lean if mirrored and x > MIDDLE else lean) for x, y in middles])


def _fan(rank: int, chance: Chance) -> list[Pip]:
    """One fan, or two against each other, however wide, held at the hilts, in the middle or in between."""
    counts = [rank]
    if rank > 3 and chance.happens(0.4):
        upper = chance.pick(range(2, rank - 1))
        counts = [upper, rank - upper]
    pips: list[Pip] = []
    for number, count in enumerate(counts):
        step = chance.about(20, 15, min(60, 160 / max(count - 1, 1)))
        hold = chance.about(0.25, 0.0, 0.4)
        down = chance.pick([0.0, 180.0])
        for blade in range(count):
            turn = down + (blade - (count - 1) / 2) * step
            pips.append((hold * sin(radians(turn)), _APART * number - hold * cos(radians(turn)), 1.0, turn))
    if len(counts) == 1 and chance.happens(0.5):
        pips.reverse()
    return _fitted(pips)


def _fitted(pips: list[Pip]) -> list[Pip]:
    """The same arrangement as large as the card's middle lets it be, and in its middle."""
    tips = [
        (x + side * size / 2 * sin(radians(turn)), y - side * size / 2 * cos(radians(turn)))
        for x, y, size, turn in pips
        for side in (-1, 1)
    ]
    (left, right), (top, bottom) = ((min(values), max(values)) for values in zip(*tips, strict=True))
    grow = min(_WIDTH / max(right - left, 1e-6), _HEIGHT / max(bottom - top, 1e-6), _TALLEST / pips[0][2])
    return [
        (MIDDLE + (x - (left + right) / 2) * grow, CENTRE + (y - (top + bottom) / 2) * grow, size * grow, turn)
        for x, y, size, turn in pips
    ]
