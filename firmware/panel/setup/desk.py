"""The routes of a table at a tournament's desk: its call to the judge."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from firmware.panel.answers import done
from firmware.panel.entry.door import Role
from firmware.panel.entry.panel_gate import PanelGate
from firmware.panel.page import Asked
from firmware.session.events import CallTakenBack, Event, JudgeCalled
from firmware.table.appliance import Appliance

_CALL: Final = JudgeCalled()
_BACK: Final = CallTakenBack()


class AtTheDesk:
    """The routes."""

    def __init__(self, appliance: Appliance, gate: PanelGate, asked: Callable[[Request], Asked]) -> None:
        self._appliance, self._asked = appliance, asked
        self.routes: list[Route] = [
            gate.route("/api/desk/call", self._call, Role.PLAY, post=True),
            gate.route("/api/desk/call/back", self._take_back, Role.PLAY, post=True),
        ]

    async def _call(self, request: Request) -> Response:
        return await self._happens(_CALL, request)

    async def _take_back(self, request: Request) -> Response:
        return await self._happens(_BACK, request)

    async def _happens(self, event: Event, request: Request) -> Response:
        return done(await run_in_threadpool(self._appliance.happen, event), self._asked(request).say)
