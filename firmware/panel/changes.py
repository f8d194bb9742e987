"""The streams of changes: what the panel's own pages follow, and what is told to whoever looks on."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from firmware.outlets.told import told
from firmware.panel.entry.door import Visitor
from firmware.panel.entry.panel_gate import PanelGate
from web.answers import NEVER_KEPT
from web.guests import Streams

_HEARTBEAT: Final = 5.0
"""Seconds without a word after which a stream says that the table is there: a page takes three of them for its end."""
_STILL_HERE: Final = ": still here\n\n"
"""What it says then: a comment, which nobody's program takes for news."""
_TO_A_PAGE: Final = "event: here\ndata: {}\n\n"
"""The same to the panel's own pages, as an event of its own: of a comment a browser tells its page nothing."""
_AFTER_THE_BOX: Final = 0.025
"""Seconds that a change waits before the streams tell it: so long the box's own display takes for a whole picture."""
_Tell = Callable[[Visitor], dict[str, Any] | None]


class Changes:
    """The routes. `described` is how a visitor of the panel's own pages sees the table."""

    def __init__(self, gate: PanelGate, described: _Tell) -> None:
        self._gate, self._described = gate, described
        self._streams = Streams()
        self.routes: list[Route] = [
            gate.outlet("/api/events", self._events),
            gate.route("/api/changes", self._own_changes),
        ]

    def end(self) -> None:
        """End all streams, and what is asked for from now on. Called on the server's own loop."""
        self._streams.end()

    async def _events(self, request: Request) -> Response:
        """What is told to whoever looks on."""
        return self._stream(request, lambda visitor: told(self._gate.seen(visitor)), _STILL_HERE)

    async def _own_changes(self, request: Request) -> Response:
        """What the panel's own pages follow."""
        return self._stream(request, self._described, _TO_A_PAGE)

    def _stream(self, request: Request, tell: _Tell, still_here: str) -> Response:
        headers = {**NEVER_KEPT, "X-Accel-Buffering": "no"}
        guest = request.client.host if request.client else ""
        changes = self.told_to(request.state.visitor, guest, tell, still_here)
        return StreamingResponse(changes, media_type="text/event-stream", headers=headers)

    async def told_to(
        self, visitor: Visitor, guest: str, tell: _Tell, still_here: str = _STILL_HERE
    ) -> AsyncIterator[str]:
        """What there is to tell at once, and whenever it is another; changes that come together are told together, and
        where there are none, that the table is `still_here`.

        It ends when the visitor's pass is no longer good, there is no more for them, or the guest has too many streams.
        """
        loop, stream = asyncio.get_running_loop(), self._streams.begin(guest)

        def changed() -> None:
            with suppress(RuntimeError):  # the loop may be closed by then, and nobody is left to tell
                loop.call_soon_threadsafe(stream.changed.set)

        end = self._gate.appliance.presenter.watch(changed)
        stream.changed.set()
        before, said = "", loop.time()
        try:
            while not stream.over:
                try:
                    await asyncio.wait_for(stream.changed.wait(), said + _HEARTBEAT - loop.time())
                except TimeoutError:
                    yield still_here
                    said = loop.time()
                    continue
                if before:  # else all who look on ask for more while the display is being written
                    await asyncio.sleep(_AFTER_THE_BOX)
                stream.changed.clear()
                if not (visitor.local or self._gate.doors.visitor(visitor.pass_)):
                    return
                news = tell(visitor)
                if news is None:
                    return
                now = json.dumps(news)
                if not stream.over and now != before:
                    before = now
                    yield f"data: {now}\n\n"
                    said = loop.time()
        finally:
            end()
            self._streams.forget(stream)
