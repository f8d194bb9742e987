"""A hand without the table's camera: its cards tapped on the page, or read in a picture that a phone took."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from engine.cards import RANKS, Card, Suit
from engine.hands import HAND_SIZE
from engine.seats import Seat, sides
from engine.sentences import Sentence
from firmware.panel.answers import RefusedError, as_seen, one, whole
from firmware.panel.entry.door import Role
from firmware.panel.entry.panel_gate import PanelGate
from firmware.panel.moments import settled
from firmware.panel.page import SIDES, Asked, Page
from firmware.panel.setup.uploads import Uploads
from firmware.session.choices.entering import beginning, begun
from firmware.session.events import CardEntered, CardRemoved
from firmware.session.finished import known
from firmware.session.state import Phase
from firmware.table.doing import Answer
from vision.picture import Picture
from web.answers import Fields

_TURNS: Final = {Seat.S: 0, Seat.W: -1, Seat.N: 2, Seat.E: 1}
"""Quarter turns to the left after which N is at the top of a picture, by the seat at whose side it was taken."""
_MOST_NAME: Final = 4


class ByHand:
    """The routes, and the pictures that were sent."""

    def __init__(self, gate: PanelGate, uploads: Uploads) -> None:
        self._gate, self._appliance, self._uploads = gate, gate.appliance, uploads
        self.routes: list[Route] = [
            gate.route("/by-hand", self._page, Role.PLAY),
            gate.act("/api/by-hand", self._begin),
            gate.act("/api/by-hand/card", self._card),
            gate.act("/api/by-hand/picture", self._read),
        ]

    async def _page(self, request: Request) -> Response:
        asked = self._gate.asked(request)
        return whole(asked, _by_hand_page(asked, Seat.__members__.get(request.query_params.get("seat", ""))))

    def _begin(self, asked: Asked, sent: Fields) -> Answer:
        if refusal := beginning(asked.state):
            raise RefusedError(refusal)
        return self._appliance.happen(begun(asked.state), asked.judges, as_seen(sent, settled))

    def _card(self, asked: Asked, sent: Fields) -> Answer:
        """A card of a seat; `gone` says that it is not the seat's."""
        card = one(sent, "card") or one(sent, "gone")
        seat = _known_seat(one(sent, "seat"))
        event = CardRemoved(seat.value, card) if "gone" in sent else CardEntered(seat.value, card)
        return self._appliance.happen(event, asked.judges)

    def _read(self, _: Asked, sent: Fields) -> Answer:
        """A picture that was sent before, taken at the side of one of the seats. It is read once."""
        upload = self._uploads.find(one(sent, "picture"))
        side = _known_seat(one(sent, "side") or Seat.S.value)
        answer = self._appliance.read_sent(turned(upload.picture, side), upload.name, upload.deal)
        if answer.done:
            self._uploads.drop(upload.id)
        return answer


def _by_hand_page(asked: Asked, seat: Seat | None) -> Page:
    """The cards entered so far, and those to tap for a `seat`; for the first one that lacks some where it has four."""
    state, say = asked.state, asked.say
    entered = state.entered if state.phase is Phase.ENTRY else None
    values: dict[str, object] = {"entered": entered, "waits": state.waits}
    if entered is None:
        refusal = beginning(state)
        values["finished"] = state.finished.id if state.finished else None
        values["refusal"] = say.whole(refusal) if refusal else None
        values["seats"] = [(one.value, say.place(one)) for one in SIDES if one in state.seats]
    else:
        values |= {
            "asked_seat": seat if seat in entered.seats and len(entered.of(seat)) < HAND_SIZE else entered.next_seat,
            "side": sides(state.seats),
            "esku": state.esku,
            "hand_size": HAND_SIZE,
            "deck": [[known(Card(rank, suit)) for rank in RANKS] for suit in Suit],
        }
    return Page("by_hand.html", say("The hand by hand"), "/", values, ("phone.js",), live=True)


def turned(picture: Picture, side: Seat) -> Picture:
    """The picture with N at its top, taken by somebody at that `side` of the table."""
    return replace(picture, pixels=np.ascontiguousarray(np.rot90(picture.pixels, _TURNS[side])))


def _known_seat(name: str) -> Seat:
    if (seat := Seat.__members__.get(name)) is None:
        raise RefusedError(Sentence("there is no seat {what}", what=repr(name[:_MOST_NAME])))
    return seat
