"""Moments in which pages and forms are made, each a word: in another one a page is fetched anew, and a form refused."""

from __future__ import annotations

from dataclasses import replace
from zlib import crc32

from engine.seats import Team
from firmware.session.choices.grid import Path
from firmware.session.choices.menu import LAW
from firmware.session.state import State


def stands(state: State) -> str:
    """Another word whenever what was finished, marked, put right, entered, agreed, told or named is another."""
    agreed = [team.value for team in Team if state.waits and team in state.waits.agreed]
    unknown = sum(len(noted.unsure) for noted in state.noted)
    match = (state.rules, state.esku, *state.score.values(), state.phase, state.pristine, state.elapsed is None)
    return _word(settled(state), seating(state), agreed, unknown, match)


def settled(state: State) -> str:
    """Another word whenever a form about the match may do something else than it says.

    Calls, the time, and which of the teams have agreed have no part in it: forms are filled in while others play.
    """
    entries, waits = state.match.entries, state.proposal or state.new_match
    asked = waits and replace(waits, agreed=frozenset())
    entered = state.entered and state.entered.cards
    told = sorted((round.value, seat.value) for round, seat in state.misheard)
    return _word(state.deal, len(entries), entries[-1:], asked, entered, told, state.turned, state.added, state.absent)


def choosing(state: State, path: Path) -> str:
    """The same of a form with one of the choices after `path`: the law speaks of what was called."""
    return _word(settled(state), state.karta_aldia.acts) if path[0] == LAW else settled(state)


def seating(state: State) -> str:
    """Another word whenever somebody else sits at a seat, or is called otherwise."""
    return _word(state.turned, state.names.written())


def _word(*seen: object) -> str:
    return f"{crc32(repr(seen).encode()):08x}"
