"""The web panel: its pages and addresses, the display's pixels, the state, and the buttons."""

from __future__ import annotations

import asyncio
import io
import json
import logging
from collections.abc import Iterable
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from engine.sentences import Sentence
from firmware.joined.joining import Joining
from firmware.keeping.played_matches import PlayedMatches
from firmware.panel.answers import RefusedError, done, nothing_there, one, whole
from firmware.panel.by_hand import ByHand
from firmware.panel.changes import Changes
from firmware.panel.describe import described, of_now
from firmware.panel.entry.door import Doors, Role, Visitor
from firmware.panel.entry.entering import Entering
from firmware.panel.entry.panel_gate import PanelGate, is_page
from firmware.panel.health import health
from firmware.panel.overlay import overlay_page
from firmware.panel.page import SCRIPTS, table_page
from firmware.panel.review.apart import Apart
from firmware.panel.review.exports import Exports
from firmware.panel.review.hand_pages import laid_out
from firmware.panel.review.match_routes import Matches
from firmware.panel.review.replay import STATIC
from firmware.panel.review.routes import Review
from firmware.panel.setup.desk import AtTheDesk
from firmware.panel.setup.first_hand import FirstHand
from firmware.panel.setup.routes import SetUp
from firmware.panel.setup.uploads import Uploads
from firmware.panel.setup.voice import Voices
from firmware.session.buttons import Button
from firmware.table.appliance import Appliance
from firmware.table.doing import SWITCHED_OFF, Answer
from firmware.table.snapshot import Snapshot
from firmware.voice.voice import Voice
from web.answers import NEVER_KEPT, fields, static
from web.ending import Ending
from web.gate import Guarded
from web.made_once import MadeOnce
from words.text import LANGUAGES

_LOG = logging.getLogger("hamarreko")


class Panel:
    """The panel of one appliance. `stop` ends the streams of changes, so that the server can close.

    `doors` are the codes that let others in than this machine. A desk is joined by `joining`, and the `voice` set.
    """

    def __init__(
        self,
        appliance: Appliance,
        doors: Doors | None = None,
        joining: Joining | None = None,
        voice: Voice | None = None,
    ) -> None:
        self._appliance = appliance
        self._over = asyncio.Event()
        self._pixels, self._described_once = MadeOnce[bytes](), MadeOnce[dict[str, Any]]()
        played = PlayedMatches(appliance.table.kept)
        self._uploads = uploads = Uploads(appliance.table.folder / "uploads")
        apart = Apart()
        self._gate = gate = PanelGate(appliance, doors or Doors())
        self._changes = Changes(gate, self._told)
        self.app = Starlette(
            routes=[
                *static("web", "base.css", "icon.svg", "around.js", "asking.js"),
                *static("firmware.panel", "panel.css", "overlay.css", "deck.webp", *SCRIPTS, *STATIC),
                *Entering(appliance, gate.doors).routes,
                gate.route("/", self._page),
                gate.route("/display.png", self._display),
                gate.route("/picture.jpg", self._picture),
                gate.route("/api/state", self._state),
                gate.outlet("/health", self._health),
                gate.outlet("/overlay", self._overlay),
                gate.route("/api/press/{button}", self._press, Role.PLAY, post=True),
                gate.route("/api/language/{language}", self._language, Role.PLAY, post=True),
                *self._changes.routes,
                *Exports(gate, played, apart).routes,
                *Matches(gate, played, apart).routes,
                *Review(gate).routes,
                *SetUp(gate, uploads, played).routes,
                *FirstHand(gate, uploads).routes,
                *AtTheDesk(gate, joining).routes,
                *Voices(gate, voice).routes,
                *ByHand(gate, uploads).routes,
            ],
            middleware=[Middleware(Guarded), Middleware(Ending, self._over, self._ended)],
            exception_handlers={404: self._nowhere, ClientDisconnect: self._went_away},
        )

    def stop(self) -> None:
        """End the streams, and refuse what is asked from now on. Called on the server's own loop."""
        self._over.set()
        self._changes.end()
        self._uploads.end()

    async def _nowhere(self, request: Request, _: Exception) -> Response:
        visitor, sentence = self._gate.visitor(request), Sentence("there is no such page")
        if visitor is None or not is_page(request) or self._gate.shuts_out(visitor):
            return self._gate.refuse(request, sentence, 404)
        request.state.visitor = visitor
        return nothing_there(self._gate.asked(request), sentence, "/")

    def _ended(self, request: Request) -> Response:
        if is_page(request):
            return PlainTextResponse(self._appliance.snapshot().say.whole(SWITCHED_OFF), 503)
        return self._gate.refuse(request, SWITCHED_OFF, 503)

    async def _went_away(self, request: Request, _: Exception) -> Response:
        """Whoever asked has gone or was too slow, and nobody reads the answer; or the panel itself has ended."""
        if self._over.is_set():
            return self._ended(request)
        _LOG.info("%s was broken off by who asked for it", request.url.path)
        return Response(status_code=400)

    async def _page(self, request: Request) -> Response:
        asked = self._gate.asked(request)
        phone, last = self._appliance.phone is not None, asked.state.last
        shown = laid_out(asked.state, last, asked.say) if last else None
        return whole(asked, table_page(asked, phone, (phone or self._appliance.live) and not asked.state.hands, shown))

    async def _display(self, request: Request) -> Response:
        seen = self._gate.seen(request.state.visitor)
        return Response(self._pixels.get(seen, lambda: _png(seen)), media_type="image/png", headers=NEVER_KEPT)

    async def _picture(self, request: Request) -> Response:
        jpeg = await run_in_threadpool(self._appliance.desk.pictures.jpeg, "outlines" in request.query_params)
        if jpeg is None:
            return JSONResponse({"error": "There is no picture of the table."}, 404)
        return Response(jpeg, media_type="image/jpeg", headers=NEVER_KEPT)

    async def _state(self, request: Request) -> Response:
        return JSONResponse(self._described(request.state.visitor), headers=NEVER_KEPT)

    def _told(self, visitor: Visitor) -> dict[str, Any] | None:
        """What the panel's own pages are told; None from when a visitor is shut out."""
        return None if self._gate.shuts_out(visitor) else self._described(visitor)

    def _described(self, visitor: Visitor) -> dict[str, Any]:
        seen = self._gate.seen(visitor)
        stands = self._described_once.get(seen, lambda: described(self._appliance, seen))
        return {**(stands or {}), **of_now(self._appliance, seen)}

    async def _health(self, _: Request) -> Response:
        """How the box is. It answers while the appliance itself is stuck, and says so with its status."""
        told = health(self._appliance)
        return Response(
            json.dumps(told, indent=1, ensure_ascii=False),
            200 if told["alive"] else 503,
            media_type="application/json",
            headers=NEVER_KEPT,
        )

    async def _press(self, request: Request) -> Response:
        visitor: Visitor = request.state.visitor
        name = request.path_params["button"]
        try:
            button = Button(name)
        except ValueError:
            return _unknown("button", name, [button.value for button in Button])
        held, judges = "held" in request.query_params, visitor.role >= Role.JUDGE
        moment = one(await fields(request), "moment")
        answer = await run_in_threadpool(self._appliance.press, button, held, judges, moment)
        told = {"overtaken": answer.overtaken, "moment": answer.moment, "state": self._described(visitor)}
        return done(answer, self._appliance.snapshot().say, **told)

    async def _language(self, request: Request) -> Response:
        language = request.path_params["language"]
        if language not in LANGUAGES:
            return _unknown("language", language, LANGUAGES)
        await run_in_threadpool(self._appliance.presenter.speak, language)
        return done(Answer(True), self._appliance.snapshot().say, state=self._described(request.state.visitor))

    async def _overlay(self, request: Request) -> Response:
        asked = self._gate.asked(request)
        try:
            return whole(asked, overlay_page(asked, request.query_params))
        except RefusedError as error:
            return nothing_there(asked, Sentence.of(error), "/overlay", 400)


def _unknown(what: str, name: str, known: Iterable[str]) -> Response:
    sentence = f"There is no {what} {name!r}: there are {', '.join(known)}."
    return JSONResponse({"done": False, "sentence": sentence}, 404)


def _png(seen: Snapshot) -> bytes:
    out = io.BytesIO()
    seen.display().save(out, "PNG")
    return out.getvalue()
