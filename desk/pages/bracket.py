"""A knockout drawn: a box for each partida, and lines from the winners to where they meet next."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import Final, NamedTuple

from desk.pages.views import Meeting, meeting
from desk.state import State
from engine.tournament.draw import brackets
from engine.tournament.stages.bracket import Bracket
from engine.tournament.state import Partida
from words.text import Speech

HIGH, DOWN, BETWEEN = 46, 60, 48
"""A box's height, from one to the next below, and between two columns."""
_BESIDE: Final = 44
"""Beside a name: the box's edges, and the mantxak."""
_NARROW, _SMALL, _CAPITAL, _WIDE = 6.5, 9.4, 11.4, 14.5
"""What a letter takes at most, bold, in the widest font that a browser shows a page in (DejaVu Sans)."""
_LETTERS: Final = dict.fromkeys(" .,'-fijlrtI", _NARROW) | dict.fromkeys("mwMW@%", _WIDE) | {"&": _CAPITAL}


class Box(NamedTuple):
    """A partida's place in the drawing; `line` leads to the one in which its winner plays."""

    x: float
    y: float
    meeting: Meeting
    line: str


class Drawing(NamedTuple):
    """A bracket: which one, its boxes, how wide each of them is, and its size."""

    bracket: int
    boxes: tuple[Box, ...]
    wide: int
    width: float
    height: float


def drawings(state: State, say: Speech) -> list[Drawing]:
    """The brackets of every stage of knockout, the last stage first."""
    return [
        _drawn(number, _shown(state, bracket, say), say)
        for number, bracket in (brackets(state.tournament) if state.locked else ())
    ]


def _shown(state: State, bracket: Bracket, say: Speech) -> list[dict[int, Meeting]]:
    """The partidak of each round by slot as they are shown; `winner` is who goes on from there."""
    return [
        {
            slot: meeting(state, one, say)._replace(winner=_going_on(bracket, one, later.get((slot + 1) // 2)))
            for slot, one in slots.items()
        }
        for slots, later in zip_longest(bracket.drawn, bracket.drawn[1:], fillvalue=dict[int, Partida]())
    ]


def _going_on(bracket: Bracket, partida: Partida, later: Partida | None) -> str | None:
    """Who goes on: whoever stands in the `later` partida, whatever came of this one since. Before that is drawn whoever
    would be drawn now, or will be once a result is confirmed."""
    if later and not later.past:
        return next((team for team in partida.pairing.teams if team is not None and later.has(team)), None)
    if partida.past:
        return None
    is_unconfirmed = partida.waits_for and partida.winner not in bracket.out
    return bracket.going_on(partida) or (partida.winner if is_unconfirmed else None)


def _drawn(bracket: int, rounds: list[dict[int, Meeting]], say: Speech) -> Drawing:
    slots = max(rounds[0])
    names = {one.name if one else say("bye") for round in rounds for found in round.values() for one in found.teams}
    wide = _BESIDE + int(max(map(_length, names)))
    boxes = tuple(_boxes(rounds, slots.bit_length(), wide))
    return Drawing(bracket, boxes, wide, (wide + BETWEEN) * len(rounds) - BETWEEN, slots * DOWN)


def _length(name: str) -> float:
    return sum(_LETTERS.get(one, _CAPITAL if one.isupper() else _SMALL) for one in name)


def _boxes(rounds: list[dict[int, Meeting]], all_rounds: int, wide: int) -> Iterator[Box]:
    for column, slots in enumerate(rounds):
        apart = DOWN * 2**column
        for slot, found in sorted(slots.items()):
            x, middle = float((wide + BETWEEN) * column), apart * (slot - 0.5)
            last = column + 1 == min(len(rounds), all_rounds)
            line = "" if last else _line(x + wide, middle, x + wide + BETWEEN, 2 * apart * ((slot + 1) // 2 - 0.5))
            yield Box(x, middle - HIGH / 2, found, line)


def _line(x: float, y: float, to_x: float, to_y: float) -> str:
    half = (x + to_x) / 2
    return f"M{x:g} {y:g}H{half:g}V{to_y:g}H{to_x:g}"
