"""The session's choices as pages: which hand, what of it, what it was; and the acts of the menu."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final
from urllib.parse import urlencode

from engine.seats import Team
from engine.sentences import msgid
from firmware.panel.moments import choosing
from firmware.panel.page import Asked, Page
from firmware.screens.correction import SUIT_OF, about_in_words, labelled, new_match_in_words
from firmware.session.authority import NOT_THE_JUDGE, judges_lead
from firmware.session.choices.choosing import grid, is_first
from firmware.session.choices.grid import HAND, Cell, Grid, Path
from firmware.session.choices.menu import LAW, MENU, SHORT
from firmware.session.choices.settling import by_hands
from firmware.session.corrections import NOT_COUNTED
from firmware.session.events import CardTold
from firmware.session.state import State
from words.acts import put_right, vacas_moved, won_moved
from words.books import called
from words.text import Speech

_BOOKS = {short: name for name, short in SHORT.items()}
LONGER: Final = {
    "said": msgid("What was announced"),
    "esku": msgid("Who was esku"),
    "paso": msgid("All passed"),
    "anew": msgid("All calls anew"),
    "annul": msgid("Annul"),
    "give": msgid("Give"),
    "take": msgid("Take away"),
    "case": msgid("Decide the case"),
    "undo": msgid("Take a decision back"),
    "hand": msgid("Last hand"),
    "start": msgid("Start the clock"),
}
"""What a page says where a small display has room for one word."""


def chosen_cell(state: State, path: Path, name: str) -> Cell | None:
    """The choice of that name after `path`; None where there is none. GridError where there is nothing to choose."""
    return next((cell for cell in grid(state, path).cells if cell and cell_name(cell) == name), None)


def cell_name(cell: Cell) -> str:
    """What a page calls a choice when it is sent."""
    return f"{cell.team} {cell.label}".strip()


_UNDER: Final = {HAND: "/hands", LAW: "/"}
"""The page that choices belong to, by their first word; those of no other stand under the match."""


_TITLES: Final = {HAND: msgid("Correction"), LAW: msgid("The law")}
"""What their page is called, by their first word; that of others by what it asks."""


def choosing_page(asked: Asked, path: Path, of: str | None) -> Page:
    """The choices after `path`, about the hand whose record has the id `of`. GridError where there is nothing."""
    state, say = asked.state, asked.say
    shown = grid(state, path)
    if path[0] == LAW and state.noted:
        of = str(state.hands[-1].id)
    mine = tuple(cell for cell in shown.cells if cell and (asked.judges or not judges_lead(cell.leads)))
    values = {
        "asks": shown.title,
        "told": say.whole(shown.told) if shown.told else None,
        "listed": shown.listed,
        "not_mine": say.sentence(NOT_THE_JUDGE) if len(mine) < sum(map(bool, shown.cells)) else None,
        "about": about_in_words(shown.about, say),
        "so_far": shown.so_far,
        "back": _back(path, of),
        "hand": int(path[1]) + 1 if path[0] == HAND else None,
        "offered": choices(replace(shown, cells=mine), path, of, state, say),
    }
    return Page("choosing.html", say(_TITLES.get(path[0], shown.title)), _UNDER.get(path[0], "/match"), values)


def choices(shown: Grid, path: Path, of: str | None, state: State, say: Speech) -> dict[str, Any]:
    """What a grid offers after `path`: each choice leads to further ones at an address, or is a form's button."""
    cells = [cell for cell in shown.cells if cell]
    return {
        "kind": "sentences" if shown.listed else "faces" if any(cell.card for cell in cells) else "words",
        "moment": choosing(state, path),
        "fields": _fields(path, of),
        "choices": [
            {
                "name": cell_name(cell),
                "text": _text(cell, say),
                "card": cell.card,
                "suit": SUIT_OF.get(cell.label),
                "team": cell.team,
                "address": address(cell.leads, of) if isinstance(cell.leads, tuple) else None,
                "go": _goes(path, cell, of),
            }
            for cell in cells
        ],
    }


def _goes(path: Path, cell: Cell, of: str | None) -> str:
    """Where the page goes once it has happened."""
    if path[0] == HAND:
        return f"/hand/{of}" if isinstance(cell.leads, CardTold) else "/correction"
    return _UNDER.get(path[0], "/match")


def _text(cell: Cell, say: Speech) -> str:
    if cell.label in SUIT_OF or cell.team:
        return say(cell.label)
    if cell.label in _BOOKS:
        return called(_BOOKS[cell.label], say)
    return say(LONGER[cell.label]) if cell.label in LONGER else labelled(cell, say)


def address(path: Path, of: str | None = None) -> str:
    """Where the choices after `path` stand."""
    return f"/choose?{urlencode(_fields(path, of))}"


def _fields(path: Path, of: str | None) -> list[tuple[str, str]]:
    return [*(("w", word) for word in path), *([("of", of)] if of else [])]


def _back(path: Path, of: str | None) -> str:
    if not is_first(path) and path[:-1] != (MENU,):  # the menu itself is the box's alone
        return address(path[:-1], of)
    return f"/hand/{of}" if path[0] == HAND and of else _UNDER.get(path[0], "/match")


def correction_page(asked: Asked) -> Page:
    """The correction or the new match that waits: what it changes, and each team's word."""
    state = asked.state
    proposal, new = state.proposal, state.new_match
    values: dict[str, object] = {"proposal": proposal, "new_match": new}
    if new:
        values["changed"] = new_match_in_words(new, asked.say)
        values["going"] = not state.pristine and not state.standing.over
    if proposal:
        values["changed"] = put_right(proposal.correction, asked.say)
        values["dropped"] = asked.say.sentence(NOT_COUNTED) if proposal.drops_hand else None
        values["questions"] = [by_hands(question, state.match) for question in proposal.questions]
        values["tantos"] = [(team, *(score[team] for score in proposal.tantos)) for team in Team]
        values["games"] = won_moved(*proposal.games)
        values["vacas"] = vacas_moved(proposal.vacas, asked.say)
    title = asked.say("A new match?") if new else asked.say("Correction")
    return Page("correction.html", title, "/match" if new else "/hands", values, live=True)
