"""Matches as a box tells them at a desk, which come to given mantxak without a card: by the judge's word."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from engine.match.entries import Adjusted, Entry, GameGiven, Match
from engine.match.header import Header, Length
from engine.rules import rulebook
from engine.seats import Seat, Team
from engine.sheets import json_lines
from engine.sheets.sheet import Sheet
from engine.tournament.terms import Mantxa

PARTS = 3
"""Lines of a mantxa."""


def told_of(mantxak: Sequence[Mantxa], games: int = 2, parts: int | None = None, reason: str = "so") -> dict[str, Any]:
    """A match's header and lines under `nabo`, which is won with so many games; of its lines the first `parts`."""
    entries = [entry for number, mantxa in enumerate(mantxak, 1) for entry in _entries(number, mantxa, reason)]
    match = Match(Header("nabo", Seat.N, length=Length(games)), tuple(entries[:parts]))
    header, *lines = json_lines.write(Sheet(match), rulebook("nabo")).splitlines()
    return {"header": header, "lines": lines}


def _entries(game: int, mantxa: Mantxa, reason: str) -> Iterator[Entry]:
    """So many lines that make one mantxa."""
    ns, ew = mantxa
    winner, less = (Team.NS, ew) if ns > ew else (Team.EW, ns)
    yield Adjusted(game, winner, 1, by="judge", reason=reason)
    yield Adjusted(game, winner.other if less else winner, less or 1, by="judge", reason=reason)
    yield GameGiven(game, winner, by="judge", reason=reason)


def ended(*mantxak: Mantxa, confirmed: Sequence[int] = ()) -> dict[str, Any]:
    """What a box tells of a match that is over."""
    return {"mantxak": list(mantxak), "over": True, "confirmed": list(confirmed), **told_of(mantxak)}
