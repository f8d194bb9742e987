"""The routes of a table at a tournament's desk: how it joins one, and its call to the judge."""

from __future__ import annotations

from collections.abc import Callable

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from engine.sentences import Sentence
from firmware.joined.joining import Joining
from firmware.panel.answers import done, happens, one, shown
from firmware.panel.entry.door import Role
from firmware.panel.entry.panel_gate import PanelGate
from firmware.panel.page import Asked, Page
from firmware.session.events import CallTakenBack, JudgeCalled
from firmware.session.press import Wish
from firmware.table.appliance import NOT_HERE, Appliance
from web.answers import fields, refused


class AtTheDesk:
    """The routes."""

    def __init__(
        self, appliance: Appliance, gate: PanelGate, asked: Callable[[Request], Asked], joining: Joining | None
    ) -> None:
        self._appliance, self._asked, self._joining = appliance, asked, joining
        self.routes: list[Route] = [
            gate.route("/setup/desk", shown(asked, self._page), Role.JUDGE),
            gate.route("/api/desk/join", self._join, Role.JUDGE, post=True),
            gate.route("/api/desk/call", self._call, Role.PLAY, post=True),
            gate.route("/api/desk/call/back", self._take_back, Role.PLAY, post=True),
        ]

    def _page(self, asked: Asked) -> Page:
        values = {"joining": self._joining, "at": asked.state.desk.table}
        return Page("desk.html", asked.say("Desk"), "/setup", values)

    async def _join(self, request: Request) -> Response:
        asked, sent = self._asked(request), await fields(request)
        address, code = one(sent, "address").strip(), one(sent, "code").strip()
        if self._joining is None:
            return refused(NOT_HERE[Wish.JOIN], asked.say)
        if not address or not code:
            return refused(Sentence("the desk's address and the table's code are both needed"), asked.say)
        answer = await run_in_threadpool(self._joining.join, address, code)
        return done(answer, asked.say)

    async def _call(self, request: Request) -> Response:
        return await happens(self._appliance, JudgeCalled(), self._asked(request))

    async def _take_back(self, request: Request) -> Response:
        return await happens(self._appliance, CallTakenBack(), self._asked(request))
