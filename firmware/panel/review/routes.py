"""The routes of the review on which something changes: corrections, the match itself, what the teams say to it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from engine.seats import Seat, Team
from engine.sentences import Sentence
from firmware.panel.answers import as_seen, done, nothing_there, one, whole
from firmware.panel.entry.door import Role
from firmware.panel.entry.panel_gate import PanelGate
from firmware.panel.moments import choosing, seating, settled
from firmware.panel.page import Asked
from firmware.panel.review.choosing import choosing_page, chosen_cell, correction_page
from firmware.panel.review.match_routes import place_of
from firmware.panel.review.matches import begun, match_page
from firmware.session.authority import NOT_THE_JUDGE, judges_path
from firmware.session.choices.correcting import NO_HAND
from firmware.session.choices.grid import HAND, NO_CHOICE, TOLD, GridError, Path
from firmware.session.choices.menu import LAW, MENU, PHONES, TEST
from firmware.session.events import Agreed, Event, NamesGiven, Undone
from firmware.session.state import State
from firmware.table.doing import Answer
from web.answers import Fields, fields, refused, whole_number
from words.names import Names
from words.text import require_own

_ANSWERS: Final = {
    "NS": Agreed("NS"),
    "EW": Agreed("EW"),
    "yes": Agreed(),
    "judge": Agreed(judge=True),
    "drop": Undone(),
}


_NOT_OFFERED: Final = (GridError, ValueError, KeyError, IndexError, TypeError, AssertionError)
"""What the session's choices raise for words that nobody was offered."""


def _why(error: Exception) -> Sentence:
    """Why nothing can be chosen: what the choices say of it, where somebody was offered them a moment ago."""
    return Sentence.of(error) if isinstance(error, GridError) else NO_CHOICE


class Review:
    """The routes."""

    def __init__(self, gate: PanelGate) -> None:
        self._gate, self._appliance = gate, gate.appliance
        self.routes: list[Route] = [
            gate.route("/choose", self._choices, Role.PLAY),
            gate.page("/correction", correction_page),
            gate.page("/match", match_page),
            gate.act("/api/choose", self._choose),
            gate.route("/api/agree/{answer}", self._answer, Role.PLAY, post=True),
            gate.act("/api/match", self._begin),
            gate.act("/api/names", self._name),
        ]

    async def _choices(self, request: Request) -> Response:
        asked = self._gate.asked(request)
        path, of = _named(request.query_params.getlist("w"), request.query_params.get("of"), asked.state)
        if path is None:
            return nothing_there(asked, NO_HAND, "/hands")
        if judges_path(path) and not asked.judges:
            return nothing_there(asked, NOT_THE_JUDGE, "/match")
        try:
            page = choosing_page(asked, path, of)
        except _NOT_OFFERED as error:
            return nothing_there(asked, _why(error), "/hands" if path[0] == HAND else "/match")
        return whole(asked, page)

    def _choose(self, asked: Asked, sent: Fields) -> Answer | Response:
        path, _ = _named(sent.get("w", ()), one(sent, "of"), asked.state)
        if path is None:
            return Answer(False, NO_HAND)
        if judges_path(path) and not asked.judges:
            return refused(NOT_THE_JUDGE, asked.say, 403)
        try:
            cell = chosen_cell(asked.state, path, one(sent, "choice"))
        except _NOT_OFFERED as error:
            return Answer(False, _why(error))
        if cell is None or not isinstance(cell.leads, Event):
            return Answer(False, NO_CHOICE)
        return self._appliance.happen(cell.leads, asked.judges, as_seen(sent, partial(choosing, path=path)))

    async def _answer(self, request: Request) -> Response:
        asked, event = self._gate.asked(request), _ANSWERS.get(request.path_params["answer"])
        if event is None or asked.state.waits is None:
            return refused(Sentence("nothing waits for the teams"), asked.say)
        seen = as_seen(await fields(request), settled)
        return done(await run_in_threadpool(self._appliance.happen, event, asked.judges, seen), asked.say)

    def _begin(self, asked: Asked, sent: Fields) -> Answer:
        return self._appliance.happen(begun(sent, asked.state), asked.judges, as_seen(sent, settled))

    def _name(self, asked: Asked, sent: Fields) -> Answer:
        names = require_own(Names.parse({who.value: one(sent, who.value) for who in (*Team, *Seat)}))
        return self._appliance.happen(NamesGiven(names.written()), asked.judges, as_seen(sent, seating))


def _named(words: Sequence[str], of: str | None, state: State) -> tuple[Path | None, str | None]:
    """The choices that somebody has made; None where they are none, or about a hand that is not there any more."""
    path = tuple(words)
    if not path or path[0] not in (HAND, TOLD, MENU, LAW) or path[:2] in ((MENU, PHONES), (MENU, TEST)):
        return None, None
    if path[0] != HAND:
        return path, None
    id = whole_number(of or "")
    place = None if id is None else place_of(state.hands, id)
    return ((HAND, str(place), *path[2:]), of) if place is not None and len(path) > 1 else (None, None)
