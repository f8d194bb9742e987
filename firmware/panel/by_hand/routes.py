"""The routes of a hand without the table's camera: its cards one by one, or a picture that a phone took."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

import numpy as np
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from engine.seats import Seat
from engine.sentences import Sentence
from firmware.panel.answers import done, happens, one, whole
from firmware.panel.by_hand.pages import by_hand_page
from firmware.panel.entry.door import Role
from firmware.panel.entry.panel_gate import PanelGate
from firmware.panel.page import Asked
from firmware.panel.setup.uploads import UploadError, Uploads
from firmware.session.events import CardEntered, CardRemoved, EntryBegun
from firmware.table.appliance import Appliance
from vision.picture import Picture
from web.answers import fields, refused

_TURNS: Final = {Seat.S: 0, Seat.W: -1, Seat.N: 2, Seat.E: 1}
"""Quarter turns to the left after which N is at the top of a picture, by the seat at whose side it was taken."""
_MOST_NAME: Final = 4


class ByHand:
    """The routes, and the pictures that were sent."""

    def __init__(
        self, appliance: Appliance, gate: PanelGate, asked: Callable[[Request], Asked], uploads: Uploads
    ) -> None:
        self._appliance, self._asked, self._uploads = appliance, asked, uploads
        self.routes: list[Route] = [
            gate.route("/by-hand", self._page, Role.PLAY),
            gate.route("/api/by-hand", self._begin, Role.PLAY, post=True),
            gate.route("/api/by-hand/card", self._card, Role.PLAY, post=True),
            gate.route("/api/by-hand/picture", self._read, Role.PLAY, post=True),
        ]

    async def _page(self, request: Request) -> Response:
        asked = self._asked(request)
        return whole(asked, by_hand_page(asked, _seat(request.query_params.get("seat", ""))))

    async def _begin(self, request: Request) -> Response:
        return await happens(self._appliance, EntryBegun(), self._asked(request))

    async def _card(self, request: Request) -> Response:
        """A card of a seat; `gone` says that it is not the seat's."""
        asked, sent = self._asked(request), await fields(request)
        card = one(sent, "card") or one(sent, "gone")
        if (seat := _seat(one(sent, "seat"))) is None:
            return _no_seat(one(sent, "seat"), asked)
        event = CardRemoved(seat.value, card) if "gone" in sent else CardEntered(seat.value, card)
        return await happens(self._appliance, event, asked)

    async def _read(self, request: Request) -> Response:
        """A picture that was sent before, taken at the side of one of the seats."""
        asked, sent = self._asked(request), await fields(request)
        side = one(sent, "side") or Seat.S.value
        try:
            upload = self._uploads.find(one(sent, "picture"))
        except UploadError as error:
            return refused(Sentence.of(error), asked.say)
        if (seat := _seat(side)) is None:
            return _no_seat(side, asked)
        picture = turned(upload.picture, seat)
        return done(await run_in_threadpool(self._appliance.read_sent, picture, upload.name), asked.say)


def turned(picture: Picture, side: Seat) -> Picture:
    """The picture with N at its top, taken by somebody at that `side` of the table."""
    return replace(picture, pixels=np.ascontiguousarray(np.rot90(picture.pixels, _TURNS[side])))


def _no_seat(name: str, asked: Asked) -> Response:
    return refused(Sentence("there is no seat {what}", what=repr(name[:_MOST_NAME])), asked.say)


def _seat(name: str) -> Seat | None:
    return next((seat for seat in Seat if seat.value == name), None)
