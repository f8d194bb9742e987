"""What the buttons choose as the table is looked at now: as the display shows it, and as the page names them."""

from __future__ import annotations

from engine.sentences import msgid
from firmware.session.choices.choosing import grid
from firmware.session.choices.correcting import settling, unknown
from firmware.session.choices.entering import entering
from firmware.session.choices.grid import Cell, Grid, GridError
from firmware.session.state import Phase, State
from firmware.session.view import View
from words.text import SUITS


def offered(state: State, view: View) -> Grid | None:
    """The choices that lie on the buttons; None where they mean what is printed on them."""
    if view.busy or view.clock or view.guarded:
        return None
    try:
        shown = _offered(state, view)
    except GridError:  # what it was about has gone meanwhile
        return None
    return None if shown is None or shown.listed else shown


def _offered(state: State, view: View) -> Grid | None:
    if view.path:
        return grid(state, view.path)
    if view.hand is not None:
        path = unknown(state, view.hand) if view.hand < len(state.noted) and not view.page else None
        return grid(state, path) if path else None
    if view.step is not None or view.spread:
        return None
    if state.phase is Phase.ENTRY and not state.waits:
        return entering(state)
    if state.phase is Phase.DOUBTS and state.laid and state.laid.card_doubt():
        return Grid(msgid("Which suit?"), tuple(Cell(SUITS[suit], settling(suit)) for suit in SUITS))
    return None
