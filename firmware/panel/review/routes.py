"""The routes of the review on which something changes: corrections, the match itself, what the teams say to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from engine.seats import Seat, Team
from engine.sentences import Sentence
from firmware.panel.answers import happens, nothing_there, shown, whole
from firmware.panel.entry.door import Role
from firmware.panel.entry.panel_gate import PanelGate
from firmware.panel.page import Asked
from firmware.panel.review.choosing import choosing_page, chosen_cell, correction_page
from firmware.panel.review.match_routes import NO_HAND, place_of
from firmware.panel.review.matches import NewMatchError, begun, match_page
from firmware.session.authority import NOT_THE_JUDGE, judges_path
from firmware.session.choices.grid import HAND, TOLD, GridError, Path
from firmware.session.choices.menu import LAW, MENU, PHONES, TEST
from firmware.session.events import Agreed, Event, NamesGiven, Undone
from firmware.session.state import State
from firmware.table.appliance import Appliance
from web.answers import fields, refused, whole_number
from words.names import NameRefusedError, Names

_ANSWERS: Final = {
    "NS": Agreed("NS"),
    "EW": Agreed("EW"),
    "yes": Agreed(),
    "judge": Agreed(judge=True),
    "drop": Undone(),
}


_NO_CHOICE: Final = (GridError, ValueError, KeyError, IndexError, TypeError, AssertionError)
"""What the session's choices raise for words that nobody was offered."""


class Review:
    """The routes."""

    def __init__(self, appliance: Appliance, gate: PanelGate, asked: Callable[[Request], Asked]) -> None:
        self._appliance, self._asked = appliance, asked
        self.routes: list[Route] = [
            gate.route("/choose", self._choices, Role.PLAY),
            gate.route("/correction", shown(asked, correction_page)),
            gate.route("/match", shown(asked, match_page)),
            gate.route("/api/choose", self._choose, Role.PLAY, post=True),
            gate.route("/api/agree/{answer}", self._answer, Role.PLAY, post=True),
            gate.route("/api/match", self._begin, Role.PLAY, post=True),
            gate.route("/api/names", self._name, Role.PLAY, post=True),
        ]

    async def _choices(self, request: Request) -> Response:
        asked = self._asked(request)
        path, of = _named(request.query_params.getlist("w"), request.query_params.get("of"), asked.state)
        if path is None:
            return nothing_there(asked, NO_HAND, "/hands")
        if judges_path(path) and not asked.judges:
            return nothing_there(asked, NOT_THE_JUDGE, "/match")
        try:
            page = choosing_page(asked, path, of)
        except _NO_CHOICE:
            return nothing_there(asked, Sentence("there is no such choice"), "/match")
        return whole(asked, page)

    async def _choose(self, request: Request) -> Response:
        asked, sent = self._asked(request), await fields(request)
        path, _ = _named(sent.get("w", ()), next(iter(sent.get("of", ())), None), asked.state)
        if path is None:
            return refused(NO_HAND, asked.say)
        try:
            cell = chosen_cell(asked.state, path, next(iter(sent.get("choice", ())), ""))
        except _NO_CHOICE:
            cell = None
        if judges_path(path) and not asked.judges:
            return refused(NOT_THE_JUDGE, asked.say, 403)
        if cell is None or not isinstance(cell.leads, Event):
            return refused(Sentence("there is no such choice"), asked.say)
        return await happens(self._appliance, cell.leads, asked)

    async def _answer(self, request: Request) -> Response:
        asked, event = self._asked(request), _ANSWERS.get(request.path_params["answer"])
        if event is None or asked.state.waits is None:
            return refused(Sentence("nothing waits for the teams"), asked.say)
        return await happens(self._appliance, event, asked)

    async def _begin(self, request: Request) -> Response:
        asked = self._asked(request)
        try:
            event = begun(await fields(request), asked.state)
        except NewMatchError as error:
            return refused(Sentence.of(error), asked.say)
        return await happens(self._appliance, event, asked)

    async def _name(self, request: Request) -> Response:
        sent = await fields(request)
        asked = self._asked(request)
        try:
            names = Names.parse({who.value: sent.get(who.value, [""])[0] for who in (*Team, *Seat)})
        except NameRefusedError as error:
            return refused(Sentence.of(error), asked.say)
        return await happens(self._appliance, NamesGiven(names.written()), asked)


def _named(words: object, of: str | None, state: State) -> tuple[Path | None, str | None]:
    """The choices that somebody has made; None where they are none, or about a hand that is not there any more."""
    path = tuple(str(word) for word in words) if isinstance(words, (list, tuple)) else ()
    if not path or path[0] not in (HAND, TOLD, MENU, LAW) or path[:2] in ((MENU, PHONES), (MENU, TEST)):
        return None, None
    if path[0] != HAND:
        return path, None
    id = whole_number(of or "")
    place = None if id is None else place_of(state.hands, id)
    return ((HAND, str(place), *path[2:]), of) if place is not None and len(path) > 1 else (None, None)
