"""The routes of the review: the match's hands, their pictures, corrections, and the match itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from engine.cards import Card
from engine.seats import Seat, Team
from engine.sentences import Sentence
from firmware.panel.answers import done, nothing_there, whole
from firmware.panel.entry.door import Role
from firmware.panel.entry.panel_gate import PanelGate
from firmware.panel.page import Asked, Page
from firmware.panel.review.apart import Apart, Run
from firmware.panel.review.choosing import choosing_page, chosen_cell, correction_page
from firmware.panel.review.hand_pages import hand_page, hands_page
from firmware.panel.review.matches import NewMatchError, begun, match_page
from firmware.panel.review.replay import replay_page
from firmware.panel.review.reviewed import Reviewed
from firmware.panel.review.worth import worth_page
from firmware.session.authority import NOT_THE_JUDGE, judges_path
from firmware.session.choices.grid import HAND, TOLD, GridError, Path
from firmware.session.choices.menu import LAW, MENU, PHONES, TEST
from firmware.session.events import Agreed, Event, NamesGiven, Undone
from firmware.session.finished import Finished
from firmware.session.state import State
from firmware.table.appliance import Answer, Appliance
from firmware.table.reading_desk import HandReading
from vision.picture import Picture, PictureError, load
from vision.reading import Doubt, TableReading
from web.answers import NEVER_KEPT, fields, refused
from words.names import NameRefusedError, Names

_ANSWERS: Final = {
    "NS": Agreed("NS"),
    "EW": Agreed("EW"),
    "yes": Agreed(),
    "judge": Agreed(judge=True),
    "drop": Undone(),
}


_NO_CHOICE: Final = (GridError, ValueError, KeyError, IndexError, TypeError, AssertionError)
"""What the session's choices raise for words that nobody was offered."""


class Review:
    """The routes. A hand is named by its record's `id`, which stays its own when a new match begins."""

    def __init__(self, appliance: Appliance, gate: PanelGate, asked: Callable[[Request], Asked], apart: Apart) -> None:
        self._appliance, self._asked, self._apart = appliance, asked, apart
        self.routes = self._made(gate)

    def _made(self, gate: PanelGate) -> list[Route]:
        return [
            gate.route("/hands", self._hands),
            gate.route("/replay", self._replay),
            gate.route("/hand/{id:number}.jpg", self._picture),
            gate.route("/hand/{id:number}/worth", self._worth),
            gate.route("/hand/{id:number}", self._hand),
            gate.route("/choose", self._choices, Role.PLAY),
            gate.route("/correction", self._correction),
            gate.route("/match", self._match),
            gate.route("/api/choose", self._choose, Role.PLAY, post=True),
            gate.route("/api/agree/{answer}", self._answer, Role.PLAY, post=True),
            gate.route("/api/match", self._begin, Role.PLAY, post=True),
            gate.route("/api/names", self._name, Role.PLAY, post=True),
        ]

    async def _hands(self, request: Request) -> Response:
        asked = self._asked(request)
        return whole(asked, hands_page(asked, Reviewed(asked.state)))

    async def _replay(self, request: Request) -> Response:
        asked, at = self._asked(request), hand_asked_for(request)
        return await self._apart(lambda: whole(asked, replay_page(asked, Reviewed(asked.state), at)))

    async def _hand(self, request: Request) -> Response:
        return await self._about_hand(request, hand_page)

    async def _worth(self, request: Request) -> Response:
        return await self._about_hand(request, worth_page, self._apart)

    async def _about_hand(
        self, request: Request, page: Callable[[Asked, Reviewed, int], Page], run: Run = run_in_threadpool
    ) -> Response:
        asked = self._asked(request)
        place = _place(asked.state, request.path_params["id"])
        try:
            if place is not None:
                return await run(lambda: whole(asked, page(asked, Reviewed(asked.state), place)))
        except LookupError:
            pass  # its cards are not known
        return nothing_there(asked, Sentence("there is no such hand any more"), "/hands")

    async def _picture(self, request: Request) -> Response:
        jpeg = await run_in_threadpool(self._drawn, request.path_params["id"])
        if jpeg is None:
            return Response(status_code=404)
        return Response(jpeg, media_type="image/jpeg", headers=NEVER_KEPT)

    def _drawn(self, id: int) -> bytes | None:
        hands = self._appliance.snapshot().state.hands
        hand = next((hand for hand in hands if hand.id == id), None)
        return drawn(hand, self._appliance.desk.hand_reading(id)) if hand else None

    async def _match(self, request: Request) -> Response:
        asked = self._asked(request)
        return whole(asked, match_page(asked))

    async def _choices(self, request: Request) -> Response:
        asked = self._asked(request)
        path, of = _named(request.query_params.getlist("w"), request.query_params.get("of"), asked.state)
        if path is None:
            return nothing_there(asked, Sentence("there is no such hand any more"), "/hands")
        if judges_path(path) and not asked.judges:
            return nothing_there(asked, NOT_THE_JUDGE, "/match")
        try:
            page = choosing_page(asked, path, of)
        except _NO_CHOICE:
            return nothing_there(asked, Sentence("there is no such choice"), "/match")
        return whole(asked, page)

    async def _choose(self, request: Request) -> Response:
        asked, sent = self._asked(request), await fields(request)
        path, _ = _named(sent.get("w", ()), next(iter(sent.get("of", ())), None), asked.state)
        if path is None:
            return refused(Sentence("there is no such hand any more"), asked.say)
        try:
            cell = chosen_cell(asked.state, path, next(iter(sent.get("choice", ())), ""))
        except _NO_CHOICE:
            cell = None
        if judges_path(path) and not asked.judges:
            return refused(NOT_THE_JUDGE, asked.say, 403)
        if cell is None or not isinstance(cell.leads, Event):
            return refused(Sentence("there is no such choice"), asked.say)
        return await self._happens(cell.leads, asked)

    async def _correction(self, request: Request) -> Response:
        asked = self._asked(request)
        return whole(asked, correction_page(asked))

    async def _answer(self, request: Request) -> Response:
        asked, event = self._asked(request), _ANSWERS.get(request.path_params["answer"])
        if event is None or asked.state.waits is None:
            return refused(Sentence("nothing waits for the teams"), asked.say)
        return await self._happens(event, asked)

    async def _begin(self, request: Request) -> Response:
        asked = self._asked(request)
        try:
            event = begun(await fields(request), asked.state)
        except NewMatchError as error:
            return refused(Sentence.of(error), asked.say)
        return await self._happens(event, asked)

    async def _name(self, request: Request) -> Response:
        sent = await fields(request)
        asked = self._asked(request)
        try:
            names = Names.parse({who.value: sent.get(who.value, [""])[0] for who in (*Team, *Seat)})
        except NameRefusedError as error:
            return refused(Sentence.of(error), asked.say)
        return await self._happens(NamesGiven(names.written()), asked)

    async def _happens(self, event: Event, asked: Asked) -> Response:
        answer: Answer = await run_in_threadpool(self._appliance.happen, event, asked.judges)
        return done(answer, asked.say)


def hand_asked_for(request: Request) -> int:
    """The number of the hand that the address names; 0 where it names none."""
    named = request.query_params.get("hand", "")
    return int(named) if named.isascii() and named.isdecimal() and len(named) < 10 else 0


def drawn(hand: Finished, found: HandReading | None) -> bytes | None:
    """The kept picture of a hand with its cards outlined, where it is known where they lie; None where it is gone.

    A hand that was over before any cards were shown has none.
    """
    if found is None or not hand.record.cards:
        return None
    try:
        return outlined(found, hand)
    except (PictureError, OSError):
        return None


def outlined(found: HandReading, hand: Finished) -> bytes:
    """A kept picture as a JPEG, its cards outlined and named as they stand; bare where nobody knows where they lie."""
    from firmware.panel.setup.workshop import jpeg, plain
    from vision.annotate import annotate

    picture = load(found.path)
    if not found.width:
        return plain(picture)
    scale = found.width / picture.pixels.shape[1]
    return jpeg(annotate(Picture(picture.pixels, scale), as_they_stand(found.reading, hand)))


def as_they_stand(reading: TableReading, hand: Finished) -> TableReading:
    """The reading with the names that its cards have now, seat by seat: some were settled or put right since.

    In doubt are those that nobody knows. Where the teams have changed ends since, the hands are told of other seats
    than they lay at.
    """
    named, on = list(reading.cards), _moved_on(reading, hand.record.cards)
    for seat, cards in hand.record.cards.items():
        places = [place for place, read in enumerate(reading.cards) if read.seat and on.get(read.seat) is seat]
        gone = [place for place in places if reading.cards[place].card not in cards]
        read = {reading.cards[place].card for place in places}
        come = [card for card in cards if card not in read]
        for place, card in zip(gone, come, strict=False):
            named[place] = replace(named[place], card=card)
    doubts = (
        Doubt("card", Sentence.plain(""), read.seat, place)
        for place, read in enumerate(named)
        if hand.face(read.card).suit is None
    )
    return replace(reading, cards=tuple(named), doubts=tuple(doubts))


def _moved_on(reading: TableReading, cards: Mapping[Seat, Sequence[Card]]) -> Mapping[Seat, Seat]:
    """Where those sit now who sat at each seat when the cards were read: where most of the cards are told of."""
    seats = [seat for seat in Seat if seat in cards]
    ways = [dict(zip(seats, (*seats[turns:], *seats[:turns]), strict=True)) for turns in range(len(seats))]

    def alike(on: Mapping[Seat, Seat]) -> int:
        return sum(read.card in cards[on[read.seat]] for read in reading.cards if read.seat and read.seat in on)

    return max(ways, key=alike, default={})


def _place(state: State, id: int) -> int | None:
    """Where the hand with that id stands among the match's."""
    return next((place for place, hand in enumerate(state.hands) if hand.id == id), None)


def _named(words: object, of: str | None, state: State) -> tuple[Path | None, str | None]:
    """The choices that somebody has made; None where they are none, or about a hand that is not there any more."""
    path = tuple(str(word) for word in words) if isinstance(words, (list, tuple)) else ()
    if not path or path[0] not in (HAND, TOLD, MENU, LAW) or path[:2] in ((MENU, PHONES), (MENU, TEST)):
        return None, None
    if path[0] != HAND:
        return path, None
    place = _place(state, int(of)) if of and of.isdecimal() and len(of) < 10 else None
    return ((HAND, str(place), *path[2:]), of) if place is not None and len(path) > 1 else (None, None)
