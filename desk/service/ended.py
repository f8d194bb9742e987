"""What the lines of a match come to that a box has told: nothing else of it counts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from desk.state import State
from engine.match.entries import Match
from engine.match.standing import Standing, standing
from engine.sheets import json_lines
from engine.tournament import played
from engine.tournament.terms import Mantxa


class Ended(NamedTuple):
    """The mantxak of a partida that is over, its first team's tantos first, and whether the last of them decided a tie
    (federacion 36)."""

    mantxak: tuple[Mantxa, ...]
    decisive: bool


def ended(state: State, told: Mapping[str, Any]) -> Ended | None:
    """What the lines of the match come to that a box tells, once it says that it is over; None before.

    The teams change ends, and no line says which of them is the pairing's first: the box's own mantxak do. ValueError,
    TypeError, LookupError or a MusError where the lines come to something else, or cannot be read.
    """
    if not told.get("over"):
        return None
    now = _standing(state, told)
    as_seated = played.mantxak(now)
    said = tuple((one, other) for one, other in told["mantxak"])
    for mantxak in (as_seated, tuple((ew, ns) for ns, ew in as_seated)):
        if now.over and said == mantxak:
            return Ended(mantxak, played.is_decisive(now))
    raise ValueError(f"its hands do not come to {said}")


def has_ended(state: State, told: Mapping[str, Any]) -> bool:
    """Whether what a box has told comes to a result."""
    try:
        return ended(state, told) is not None
    except (LookupError, TypeError, ValueError):  # a MusError too
        return False


def can_be_read(state: State, told: Mapping[str, Any]) -> bool:
    """Whether what a box has told is a match."""
    try:
        _standing(state, told)
    except (LookupError, TypeError, ValueError):  # a MusError too
        return False
    return True


def match_told(state: State, told: Mapping[str, Any]) -> Match:
    """The match that a box has told. A MusError where it is none."""
    lines = [told.get("header"), *told.get("lines", ())]
    return json_lines.read("\n".join(map(str, lines)), state.find_book).match


def _standing(state: State, told: Mapping[str, Any]) -> Standing:
    return standing(match_told(state, told), state.find_book)
