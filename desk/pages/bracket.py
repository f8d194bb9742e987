"""A knockout drawn: a box for each partida, and lines from the winners to where they meet next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from desk.pages.views import Meeting, meeting
from desk.state import State
from engine.tournament.draw import brackets
from words.text import Speech

WIDE, HIGH, ACROSS, DOWN = 200, 46, 248, 60
"""Of a box, and from one to the next."""


class Box(NamedTuple):
    """A partida's place in the drawing; `line` leads to the one in which its winner plays."""

    x: float
    y: float
    meeting: Meeting
    line: str


class Drawing(NamedTuple):
    """A bracket: which one, its boxes, and its size."""

    bracket: int
    boxes: tuple[Box, ...]
    width: float
    height: float


def drawings(state: State, say: Speech) -> list[Drawing]:
    """The brackets of every stage of knockout, the last stage first."""
    return [
        _drawn(number, [{slot: meeting(state, one, say) for slot, one in slots.items()} for slots in rounds])
        for _, number, rounds in (brackets(state.tournament) if state.locked else ())
    ]


def _drawn(bracket: int, rounds: list[dict[int, Meeting]]) -> Drawing:
    slots = max(rounds[0])
    boxes = tuple(_boxes(rounds, slots.bit_length()))
    return Drawing(bracket, boxes, ACROSS * len(rounds) - (ACROSS - WIDE), slots * DOWN)


def _boxes(rounds: list[dict[int, Meeting]], all_rounds: int) -> Iterator[Box]:
    for column, slots in enumerate(rounds):
        apart = DOWN * 2**column
        for slot, found in sorted(slots.items()):
            x, middle = float(ACROSS * column), apart * (slot - 0.5)
            last = column + 1 == min(len(rounds), all_rounds)
            line = "" if last else _line(x + WIDE, middle, x + ACROSS, 2 * apart * ((slot + 1) // 2 - 0.5))
            yield Box(x, middle - HIGH / 2, found, line)


def _line(x: float, y: float, to_x: float, to_y: float) -> str:
    half = (x + to_x) / 2
    return f"M{x:g} {y:g}H{half:g}V{to_y:g}H{to_x:g}"
