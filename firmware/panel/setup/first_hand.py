"""The way to the first hand: the camera, the table in its picture, the deck. A phone becomes the camera there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from engine.seats import Seat
from engine.sentences import Sentence
from firmware.devices.cameras.phone_camera import AnotherPhoneError, PhoneCamera
from firmware.panel.answers import whole
from firmware.panel.by_hand import turned
from firmware.panel.entry.door import Role
from firmware.panel.entry.entering import FIRST
from firmware.panel.entry.panel_gate import PanelGate
from firmware.panel.page import SIDES, Page
from firmware.panel.setup.uploads import UploadError, Uploads
from vision.lens import CAMERA_MODULE_3
from web.answers import NEVER_KEPT, body, refused, whole_number
from web.qr import qr_code

_MOST: Final = 640
"""Pixels that each side of what a phone sees now may have."""
_MOST_NAME: Final = 40
_NO_PHONE: Final = Sentence("The table's camera is no phone: start it with --camera phone.")
_UNFIT: Final = Sentence("not a grey picture of the size that it says")


class FirstHand:
    """The routes. What a phone sees now comes as bytes of grey: several times a second nothing has to be decoded."""

    def __init__(self, gate: PanelGate, uploads: Uploads) -> None:
        self._gate, self._appliance, self._doors, self._uploads = gate, gate.appliance, gate.doors, uploads
        self.routes: list[Route] = [
            gate.route(FIRST, self._page, Role.PLAY),
            gate.route("/api/camera/begin", self._begin, Role.PLAY, post=True),
            gate.route("/api/camera/seen", self._seen, Role.PLAY, post=True),
            gate.route("/api/camera/whole", self._whole, Role.PLAY, post=True),
            gate.route("/api/camera/end", self._end, Role.PLAY, post=True),
        ]

    async def _page(self, request: Request) -> Response:
        """The four steps. A phone comes in by an invitation; a secure page may be given a stream by the browser."""
        asked, appliance, phone = self._gate.asked(request), self._appliance, self._appliance.phone
        invitation = self._doors.invitation(Role.PLAY) if asked.judges else None
        values = {
            "phone": phone,
            "qr": qr_code(invitation.camera_link) if phone and invitation else None,
            "invitation": invitation,
            "secure": request.url.scheme == "https" or asked.visitor.local,
            "seats": [(seat.value, asked.say.place(seat)) for seat in SIDES if seat in asked.state.seats],
            "sees": appliance.live or phone is None,
            "lens": f"{CAMERA_MODULE_3.horizontal:g}",
            "deck": appliance.desk.deck,
            "played": bool(asked.state.hands),
        }
        scripts = ("pictures.js", "first-hand.js")
        return whole(asked, Page("first_hand.html", asked.say("The first hand"), "/setup", values, scripts))

    async def _begin(self, request: Request) -> Response:
        return await self._taken(request, lambda phone, _: phone.begin())

    async def _seen(self, request: Request) -> Response:
        """What the phone sees now, in grey; the answer has the word that a whole picture is asked for with."""
        sent = request.query_params
        width, height = (whole_number(sent.get(side, "")) or 0 for side in ("width", "height"))
        grey = await body(request, width * height) if max(width, height) <= _MOST else None
        if not grey or len(grey) < width * height:
            return refused(_UNFIT, self._gate.asked(request).say, 422)
        pixels = np.frombuffer(grey, np.uint8).reshape(height, width)
        return await self._taken(request, lambda phone, stream: phone.see(stream, pixels))

    async def _whole(self, request: Request) -> Response:
        side = Seat.__members__.get(request.query_params.get("side", "")) or Seat.S
        try:
            picture = await self._uploads.sent(request.stream())
        except UploadError as error:
            return refused(Sentence.of(error), self._gate.asked(request).say, 422)
        upright, asked = turned(picture, side), request.query_params.get("asked", "")
        return await self._taken(request, lambda phone, stream: phone.show(stream, upright, asked))

    async def _end(self, request: Request) -> Response:
        return await self._taken(request, lambda phone, stream: phone.end(stream))

    async def _taken(self, request: Request, take: Callable[[PhoneCamera, str], object]) -> Response:
        """Have the camera take something; its word goes to the phone: the stream's name, or what it asks for."""
        if (phone := self._appliance.phone) is None:
            return refused(_NO_PHONE, self._gate.asked(request).say)
        was = phone.live
        try:
            word = take(phone, request.query_params.get("stream", "")[:_MOST_NAME])
        except AnotherPhoneError as error:
            return refused(Sentence.of(error), self._gate.asked(request).say)
        if phone.live is not was:
            await run_in_threadpool(self._appliance.presenter.changed)
        return JSONResponse({"done": True, "sentence": None, "word": word}, headers=NEVER_KEPT)
