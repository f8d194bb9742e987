"""How a partida ended, by the lines of the match that a box has told: nothing counts that its hands do not come to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from desk.state import State
from engine.match.standing import standing
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

    The teams change ends, and no line says which of them is the pairing's first: the box's own mantxak do. Boxes of
    earlier releases tell them too. ValueError, TypeError, LookupError or a MusError where the lines come to something
    else, or cannot be read.
    """
    if not told.get("over"):
        return None
    now = standing(json_lines.read("\n".join([told["header"], *told["lines"]]), state.find_book).match, state.find_book)
    as_seated = played.mantxak(now)
    said = tuple((one, other) for one, other in told["mantxak"])
    for mantxak in (as_seated, tuple((ew, ns) for ns, ew in as_seated)):
        if now.over and said == mantxak:
            return Ended(mantxak, played.is_decisive(now))
    raise ValueError(f"its hands do not come to {said}")
