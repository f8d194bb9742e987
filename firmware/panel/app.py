"""The web panel: the page, the display's pixels, the state, the buttons, and a stream of changes."""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from contextlib import suppress
from importlib.resources import files
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from firmware.appliance import Appliance
from firmware.panel.describe import describe
from firmware.panel.exports import Exports
from firmware.panel.health import health
from firmware.panel.origin import from_elsewhere
from firmware.panel.page import page
from firmware.session.buttons import Button
from firmware.text import LANGUAGES

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
ASGI = Callable[[Scope, Callable[[], Awaitable[Message]], Callable[[Message], Awaitable[None]]], Awaitable[None]]

_HOSTS = ["127.0.0.1", "localhost"]
_POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'"
_FILES = {
    "/panel.css": ("panel.css", "text/css; charset=utf-8"),
    "/panel.js": ("panel.js", "text/javascript; charset=utf-8"),
    "/icon.svg": ("icon.svg", "image/svg+xml"),
}
_HEARTBEAT = 15.0


class Panel:
    """The panel of one appliance. `stop` ends the streams of changes, so that the server can close."""

    def __init__(self, appliance: Appliance) -> None:
        self._appliance = appliance
        self._stopping = False
        self._wakers: set[asyncio.Event] = set()
        self.app = Starlette(
            routes=[
                Route("/", self._page),
                *(Route(path, _file(*content)) for path, content in _FILES.items()),
                Route("/display.png", self._display),
                Route("/picture.jpg", self._picture),
                Route("/api/state", self._state),
                Route("/health", self._health),
                Route("/api/events", self._events),
                Route("/api/press/{button}", self._press, methods=["POST"]),
                Route("/api/language/{language}", self._language, methods=["POST"]),
                *Exports(appliance).routes,
            ],
            middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=_HOSTS), Middleware(_Headers)],
        )

    def stop(self) -> None:
        """End the streams. Called on the server's own loop."""
        self._stopping = True
        for waker in self._wakers:
            waker.set()

    async def _page(self, _: Request) -> Response:
        html = page(self._appliance.snapshot().say)
        return Response(html, media_type="text/html; charset=utf-8", headers={"Cache-Control": "no-store"})

    async def _display(self, _: Request) -> Response:
        out = io.BytesIO()
        self._appliance.snapshot().display().save(out, "PNG")
        return Response(out.getvalue(), media_type="image/png", headers={"Cache-Control": "no-store"})

    async def _picture(self, _: Request) -> Response:
        jpeg = await run_in_threadpool(self._appliance.picture)
        if jpeg is None:
            return JSONResponse({"error": "There is no picture of the table."}, 404)
        return Response(jpeg, media_type="image/jpeg", headers={"Cache-Control": "no-store"})

    async def _state(self, _: Request) -> Response:
        return JSONResponse(describe(self._appliance), headers={"Cache-Control": "no-store"})

    async def _health(self, _: Request) -> Response:
        """How the box is. It answers while the appliance itself is stuck, and says so with its status."""
        told = health(self._appliance)
        return Response(
            json.dumps(told, indent=1, ensure_ascii=False),
            200 if told["alive"] else 503,
            media_type="application/json",
            headers={"Cache-Control": "no-store"},
        )

    async def _press(self, request: Request) -> Response:
        if from_elsewhere(request):
            return JSONResponse({"done": False, "sentence": "Buttons are pressed on the panel's own page."}, 403)
        name = request.path_params["button"]
        try:
            button = Button(name)
        except ValueError:
            known = ", ".join(button.value for button in Button)
            return JSONResponse({"done": False, "sentence": f"There is no button {name!r}: there are {known}."}, 404)
        answer = await run_in_threadpool(self._appliance.press, button, "held" in request.query_params)
        sentence = answer.sentence and self._appliance.snapshot().say.sentence(answer.sentence)
        body = {"done": answer.done, "sentence": sentence, "state": describe(self._appliance)}
        return JSONResponse(body, 200 if answer.done else 409)

    async def _language(self, request: Request) -> Response:
        if from_elsewhere(request):
            return JSONResponse({"done": False, "sentence": "The language is chosen on the panel's own page."}, 403)
        language = request.path_params["language"]
        if language not in LANGUAGES:
            known = ", ".join(LANGUAGES)
            return JSONResponse(
                {"done": False, "sentence": f"There is no language {language!r}: there are {known}."}, 404
            )
        await run_in_threadpool(self._appliance.speak, language)
        return JSONResponse({"done": True, "sentence": None, "state": describe(self._appliance)})

    async def _events(self, _: Request) -> Response:
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        return StreamingResponse(self._changes(), media_type="text/event-stream", headers=headers)

    async def _changes(self) -> AsyncIterator[str]:
        """The state at once and after every change; changes that come together are told together."""
        loop, changed = asyncio.get_running_loop(), asyncio.Event()

        def told(_: int) -> None:
            with suppress(RuntimeError):  # the loop may be closed by then, and nobody is left to tell
                loop.call_soon_threadsafe(changed.set)

        end = self._appliance.watch(told)
        self._wakers.add(changed)
        changed.set()
        try:
            while not self._stopping:
                try:
                    await asyncio.wait_for(changed.wait(), _HEARTBEAT)
                except TimeoutError:
                    yield ": still here\n\n"
                    continue
                changed.clear()
                if not self._stopping:
                    yield f"data: {json.dumps(describe(self._appliance))}\n\n"
        finally:
            end()
            self._wakers.discard(changed)


class _Headers:
    """Says on every answer that nothing from elsewhere belongs to the page."""

    def __init__(self, app: ASGI) -> None:
        self._app = app

    async def __call__(
        self,
        scope: Scope,
        receive: Callable[[], Awaitable[Message]],
        send: Callable[[Message], Awaitable[None]],
    ) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [
                    *message["headers"],
                    (b"content-security-policy", _POLICY.encode()),
                    (b"x-content-type-options", b"nosniff"),
                    (b"referrer-policy", b"no-referrer"),
                ]
            await send(message)

        await self._app(scope, receive, with_headers)


def _file(name: str, media_type: str) -> Callable[[Request], Awaitable[Response]]:
    content = files("firmware.panel").joinpath("static", name).read_bytes()

    async def serve(_: Request) -> Response:
        return Response(content, media_type=media_type, headers={"Cache-Control": "no-cache"})

    return serve
