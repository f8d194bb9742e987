"""Moments in which pages and forms are made, each a word: in another one a page is fetched anew, and a form refused.

A word is made of what can be written down, so that it is the same after a new start of the box.
"""

from __future__ import annotations

from zlib import crc32

from engine.seats import Team
from engine.sheets import fields
from engine.strict_json import encode
from firmware.session.choices.first_dealer import DEALER
from firmware.session.choices.grid import TOLD, Path
from firmware.session.choices.menu import LAW, MENU
from firmware.session.event_text import to_text
from firmware.session.state import State


def stands(state: State) -> str:
    """Another word whenever what was finished, marked, put right, entered, agreed, told or named is another."""
    agreed = [team.value for team in Team if state.waits and team in state.waits.agreed]
    unknown = sum(len(noted.unsure) for noted in state.noted)
    score, clock = [*state.score.values()], state.elapsed is None
    match = (state.rules, state.esku.value, score, state.phase.value, state.pristine, clock)
    return _word(settled(state), seating(state), agreed, unknown, match)


def settled(state: State) -> str:
    """Another word whenever what forms about the match speak of is another: what was finished, put right, told or
    entered, what waits for the teams, and where they sit.

    Calls, the time, and which of the teams have agreed have no part in it: forms are filled in while others play.
    """
    match = state.match
    last = [fields.entry_fields(entry, match.header, state.book) for entry in match.entries[-1:]]
    correction = state.proposal and fields.act_fields(state.proposal.correction)
    begins = state.new_match and to_text(state.new_match.begins)
    entered = state.entered and [(seat.value, str(card)) for seat, card in state.entered.cards]
    told = sorted((round.value, seat.value) for round, seat in state.misheard)
    absent = [(seat.value, came) for seat, came in state.absent]
    count = len(match.entries)
    return _word(state.deal, count, last, correction, begins, entered, told, state.turned, state.added, absent)


def choosing(state: State, path: Path) -> str:
    """The same of a form with one of the choices after `path`: some of them are about the karta aldia in hand."""
    of_hand = path[0] in (LAW, TOLD) or path[:2] == (MENU, DEALER)
    return _word(settled(state), [*map(str, state.karta_aldia.acts)], state.phase.value) if of_hand else settled(state)


def seating(state: State) -> str:
    """Another word whenever somebody else sits at a seat, or is called otherwise."""
    return _word(state.turned, state.names.written())


def _word(*seen: object) -> str:
    return f"{crc32(encode(seen).encode()):08x}"
