"""The routes to every match of the journal, the one at the table included: its hands, their pictures, and it again.

An earlier match is shown as it was: nobody puts anything right in it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from engine.sentences import Sentence
from firmware.keeping.journal_form import JournalError
from firmware.keeping.played_matches import PlayedMatches
from firmware.panel.answers import nothing_there, whole
from firmware.panel.entry.panel_gate import PanelGate
from firmware.panel.page import Asked, Page
from firmware.panel.review.apart import Apart, Run
from firmware.panel.review.earlier import listed
from firmware.panel.review.hand_pages import hand_page, hands_page
from firmware.panel.review.replay import replay_page
from firmware.panel.review.reviewed import Reviewed
from firmware.panel.review.worth import worth_page
from firmware.session.cards.named import as_they_stand
from firmware.session.choices.correcting import NO_HAND
from firmware.session.finished import Finished
from firmware.table.pictures.live_picture import as_jpeg
from firmware.table.pictures.shown import HandReading
from vision.picture import Picture, load
from web.answers import NEVER_KEPT, whole_number

_EARLIER: Final = "/match/{number:number}"


class Matches:
    """The routes.

    A hand at the table is named by its record's `id`, which stays its own when a new match begins; an earlier match by
    its number in the journal, and a hand of it by its place in it.
    """

    def __init__(self, gate: PanelGate, played: PlayedMatches, apart: Apart) -> None:
        self._gate, self._appliance, self._played, self._apart = gate, gate.appliance, played, apart
        self.routes: list[Route] = [
            gate.route("/matches", self._matches),
            gate.route("/hands", self._hands),
            gate.route(_EARLIER, self._hands),
        ]
        for match, hand in (("", "/hand/{id:number}"), (_EARLIER, f"{_EARLIER}/hand/{{hand:number}}")):
            self.routes += [
                gate.route(f"{match}/replay", self._replay),
                gate.route(f"{hand}.jpg", self._picture),
                gate.route(f"{hand}/worth", self._worth),
                gate.route(hand, self._hand),
            ]

    async def _matches(self, request: Request) -> Response:
        asked, before = self._gate.asked(request), whole_number(request.query_params.get("before", ""))
        return await self._tried(asked, lambda: whole(asked, listed(self._played, asked, before)))

    async def _hands(self, request: Request) -> Response:
        return await self._shown(request, hands_page)

    async def _replay(self, request: Request) -> Response:
        at = whole_number(request.query_params.get("hand", "")) or 0
        own = f"/replay?hand={at}" if at else "/replay"
        return await self._shown(request, lambda asked, match: replay_page(asked, match, at), self._apart, own)

    async def _hand(self, request: Request) -> Response:
        return await self._shown(request, lambda asked, match: hand_page(asked, match, _place(request, match)))

    async def _worth(self, request: Request) -> Response:
        def page(asked: Asked, match: Reviewed) -> Page:
            return worth_page(asked, match, _place(request, match))

        return await self._shown(request, page, self._apart)

    async def _shown(
        self,
        request: Request,
        page: Callable[[Asked, Reviewed], Page],
        run: Run = run_in_threadpool,
        own: str = "/hands",
    ) -> Response:
        """A page about a match; the one at the table has its `own`, where it can be put right."""
        asked, number = self._gate.asked(request), request.path_params.get("number")

        def made() -> Response:
            if number is not None and number == len(self._played.recorded()):
                return RedirectResponse(own, 303, NEVER_KEPT)
            match = self._match(asked, number)
            about = replace(asked, names=match.state.names)
            return whole(about, page(about, match))

        return await self._tried(asked, made, run)

    async def _tried(self, asked: Asked, made: Callable[[], Response], run: Run = run_in_threadpool) -> Response:
        try:
            return await run(made)
        except (LookupError, JournalError, ValueError) as error:
            return nothing_there(asked, Sentence.of(error), "/hands")

    def _match(self, asked: Asked, number: int | None) -> Reviewed:
        return Reviewed(asked.state if number is None else self._played.opened(number).state, number)

    async def _picture(self, request: Request) -> Response:
        jpeg = await run_in_threadpool(self._drawn, request)
        if jpeg is None:
            return Response(status_code=404)
        return Response(jpeg, media_type="image/jpeg", headers=NEVER_KEPT)

    def _drawn(self, request: Request) -> bytes | None:
        """The kept picture of a hand with its cards outlined, as far as it is known where they lie; None where it is
        gone. A hand that was over before any cards were shown has none."""
        try:
            match = self._match(self._gate.asked(request), request.path_params.get("number"))
            hand = match.hands[_place(request, match)]
            found = self._appliance.desk.pictures.kept_reading(hand.noted.reading) if hand.noted.reading else None
            return outlined(found, hand) if found and hand.record.cards else None
        except (LookupError, ValueError, OSError):  # a JournalError too
            return None


def place_of(hands: Sequence[Finished], id: int) -> int | None:
    """Where the hand with that id stands among a match's."""
    return next((place for place, hand in enumerate(hands) if hand.id == id), None)


def _place(request: Request, match: Reviewed) -> int:
    """Where the hand that the address names stands among the match's. LookupError where there is none."""
    named = request.path_params
    place = named["hand"] - 1 if "hand" in named else place_of(match.hands, named["id"])
    if place is None or not 0 <= place < len(match.hands):
        raise LookupError(NO_HAND)
    return int(place)


def outlined(found: HandReading, hand: Finished) -> bytes:
    """A kept picture as a JPEG, its cards outlined and named as they stand; bare where nobody knows where they lie."""
    from vision.annotate import annotate

    picture = load(found.path)
    if not found.width:
        return as_jpeg(picture.pixels)
    scale = found.width / picture.pixels.shape[1]
    return as_jpeg(annotate(Picture(picture.pixels, scale), as_they_stand(found.reading, hand)))
