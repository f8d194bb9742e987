"""How a server ends: what it works on is finished and answered, who still sends is told so, and nothing new begins."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send


class Ending:
    """A wrapper of pages, with whom it ends once `over` is set; `refusal` makes what is answered instead.

    A guest who is still sending is not waited for: the pages hear that they went. What the server breaks off, because
    it can wait no longer, is answered as well where nothing of an answer has gone out yet.
    """

    def __init__(self, app: ASGIApp, over: asyncio.Event, refusal: Callable[[Request], Response]) -> None:
        self._app, self._over, self._refusal = app, over, refusal

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._over.is_set():
            await self._refusal(Request(scope))(scope, receive, send)
            return
        begun = False

        async def noted(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self._app(scope, self._heard(receive), noted)
        except asyncio.CancelledError:
            if not begun:
                await self._refusal(Request(scope))(scope, receive, send)

    def _heard(self, receive: Receive) -> Receive:
        """What a guest sends, as long as there is more of it and the server has not ended."""
        whole = False

        async def heard() -> Message:
            nonlocal whole
            message = await (receive() if whole else self._or_over(receive))
            whole = not message.get("more_body", False)
            return message

        return heard

    async def _or_over(self, receive: Receive) -> Message:
        sent, over = asyncio.ensure_future(receive()), asyncio.ensure_future(self._over.wait())
        try:
            await asyncio.wait((sent, over), return_when=asyncio.FIRST_COMPLETED)
            return sent.result() if sent.done() else {"type": "http.disconnect"}
        finally:
            sent.cancel()
            over.cancel()
