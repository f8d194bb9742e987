"""How others than this machine come in: the code that the display shows, typed or by its QR code."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from engine.sentences import Sentence
from firmware.panel.entry.door import Doors, Visitor
from firmware.panel.entry.panel_gate import STRANGER
from firmware.panel.page import entrance
from firmware.table.appliance import Appliance
from web.answers import NEVER_KEPT, fields
from web.door import TooManyError
from web.gate import ENTRANCE, HOURS, from_elsewhere, pass_name

FIRST: Final = "/setup/first"
"""The page that leads to the first hand, on which a phone becomes the camera."""


class Entering:
    """The routes to the entrance, which anybody may take."""

    def __init__(self, appliance: Appliance, doors: Doors) -> None:
        self._appliance, self._doors = appliance, doors
        self.routes = [
            Route(ENTRANCE, self._asks),
            Route(ENTRANCE, self._typed, methods=["POST"]),
            *(Route(f"{link}{{code}}{to}", self._brought) for link in ("/i/", "/I/") for to in ("", "/overlay", "/C")),
        ]

    async def _asks(self, _: Request) -> Response:
        return self._page()

    async def _typed(self, request: Request) -> Response:
        if from_elsewhere(request):
            return self._page(STRANGER, 403)
        return self._in((await fields(request)).get("code", [""])[0], request)

    async def _brought(self, request: Request) -> Response:
        if request.headers.get("sec-fetch-dest", "document") != "document":  # a picture of a foreign page, say
            return self._page(STRANGER, 403)
        to = request.url.path.rpartition("/")[2]
        beyond = {"overlay": "/overlay", "C": FIRST}.get(to, "/")
        asks = f"?{request.url.query}" if request.url.query else ""
        known = self._doors.visitor(request.cookies.get(pass_name(request), ""))
        return self._in(request.path_params["code"], request, beyond + asks, known)

    def _in(self, code: str, request: Request, beyond: str = "/", known: Visitor | None = None) -> Response:
        """Whoever has that code is in. One who is `known`, and may more, stays so: anybody's page may have led here."""
        try:
            visitor = self._doors.enter(code[:40], request.client.host if request.client else "")
        except TooManyError as error:
            return self._page(Sentence.of(error), 429)
        if visitor is None:
            return self._page(Sentence("that is not the code that the box shows"), 403)
        if known and known.role > visitor.role:
            visitor = known
        # a page that leads on by itself: the browser keeps the pass also where another site's page led here
        answer = HTMLResponse(entrance(self._appliance.snapshot().say, beyond=beyond), headers=NEVER_KEPT)
        secure, seconds = request.url.scheme == "https", HOURS * 3600
        answer.set_cookie(pass_name(request), visitor.pass_, seconds, secure=secure, httponly=True, samesite="lax")
        return answer

    def _page(self, wrong: Sentence | None = None, status: int = 200) -> Response:
        say = self._appliance.snapshot().say
        return HTMLResponse(entrance(say, wrong and say.whole(wrong)), status, headers=NEVER_KEPT)
