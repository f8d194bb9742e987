"""Every match of the journal: the list, and each in the review, read-only, with its pictures where still kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final, NamedTuple

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from engine.seats import Team
from engine.sentences import Sentence
from firmware.keeping.journal import JournalError
from firmware.keeping.played_matches import Outcome, PlayedMatches, Recorded, outcome
from firmware.panel.answers import nothing_there, whole
from firmware.panel.entry.panel_gate import PanelGate
from firmware.panel.page import Asked, Page
from firmware.panel.review.apart import Apart, Run
from firmware.panel.review.hand_pages import hand_page, hands_page
from firmware.panel.review.replay import replay_page
from firmware.panel.review.reviewed import Reviewed
from firmware.panel.review.routes import drawn, hand_asked_for
from firmware.panel.review.worth import worth_page
from firmware.screens.parts import team_name
from firmware.table.appliance import Appliance
from web.answers import NEVER_KEPT
from words.text import Speech

_A_PAGE: Final = 10
"""Matches on one page of the list: each has to be gone through once to tell how it ended."""


class Earlier:
    """The routes. A match is named by its number in the journal, a hand of an earlier one by its place in it."""

    def __init__(
        self,
        appliance: Appliance,
        played: PlayedMatches,
        gate: PanelGate,
        asked: Callable[[Request], Asked],
        apart: Apart,
    ) -> None:
        self._appliance, self._played, self._asked, self._apart = appliance, played, asked, apart
        self.routes: list[Route] = [
            gate.route("/matches", self._matches),
            gate.route("/match/{number:number}", self._hands),
            gate.route("/match/{number:number}/replay", self._replay),
            gate.route("/match/{number:number}/hand/{hand:number}.jpg", self._picture),
            gate.route("/match/{number:number}/hand/{hand:number}/worth", self._worth),
            gate.route("/match/{number:number}/hand/{hand:number}", self._hand),
        ]

    async def _matches(self, request: Request) -> Response:
        asked, before = self._asked(request), request.query_params.get("before", "")
        try:
            behind = int(before) if before.isdecimal() and len(before) < 10 else None
            page = await run_in_threadpool(self._list, asked, behind)
        except (JournalError, ValueError) as error:
            return nothing_there(asked, Sentence.of(error), "/hands")
        return whole(asked, page)

    def _list(self, asked: Asked, before: int | None) -> Page:
        found = self._played.recorded()
        behind = len(found) if before is None else max(0, min(before - 1, len(found)))
        shown = found[max(0, behind - _A_PAGE) : behind]
        told = [(one, outcome(asked.state) if one is found[-1] else self._played.outcome(one)) for one in shown]
        return matches_page(told, len(found), asked.say)

    async def _hands(self, request: Request) -> Response:
        return await self._reviewed(request, hands_page)

    async def _replay(self, request: Request) -> Response:
        at = hand_asked_for(request)
        own = f"/replay?hand={at}" if at else "/replay"
        return await self._reviewed(request, lambda asked, match: replay_page(asked, match, at), self._apart, own)

    async def _hand(self, request: Request) -> Response:
        return await self._about_hand(request, hand_page)

    async def _worth(self, request: Request) -> Response:
        return await self._about_hand(request, worth_page, self._apart)

    async def _about_hand(
        self, request: Request, made: Callable[[Asked, Reviewed, int], Page], run: Run = run_in_threadpool
    ) -> Response:
        hand = request.path_params["hand"]

        def page(asked: Asked, match: Reviewed) -> Page:
            if not 1 <= hand <= len(match.hands):
                raise LookupError(Sentence("there is no such hand any more"))
            return made(asked, match, hand - 1)

        return await self._reviewed(request, page, run)

    async def _reviewed(
        self,
        request: Request,
        page: Callable[[Asked, Reviewed], Page],
        run: Run = run_in_threadpool,
        own: str = "/hands",
    ) -> Response:
        """A page about an earlier match; the one at the table has its `own`, where it can be put right."""
        asked, number = self._asked(request), request.path_params["number"]

        def made() -> Response:
            if number == len(self._played.recorded()):
                return RedirectResponse(own, 303, NEVER_KEPT)
            match = Reviewed(self._played.opened(number).state, number)
            about = replace(asked, names=match.state.names)
            return whole(about, page(about, match))

        try:
            return await run(made)
        except (LookupError, JournalError, ValueError) as error:
            return nothing_there(asked, Sentence.of(error), "/hands")

    async def _picture(self, request: Request) -> Response:
        number, hand = request.path_params["number"], request.path_params["hand"]
        jpeg = await run_in_threadpool(self._drawn, number, hand)
        if jpeg is None:
            return Response(status_code=404)
        return Response(jpeg, media_type="image/jpeg", headers=NEVER_KEPT)

    def _drawn(self, number: int, place: int) -> bytes | None:
        try:
            match = self._played.opened(number)
            hand = match.state.hands[place - 1] if place else None
        except (LookupError, JournalError, ValueError):
            return None
        return (
            drawn(hand, self._appliance.desk.kept_reading(hand.noted.reading)) if hand and hand.noted.reading else None
        )


class Row(NamedTuple):
    """A match in the list: the day it began, its rules and target, its result, and whether it is at the table."""

    number: int
    day: str
    rules: str
    target: int
    result: str
    runs: bool


def matches_page(told: Sequence[tuple[Recorded, Outcome]], count: int, say: Speech) -> Page:
    """Some matches of `count` with how they ended, told in their order and shown the newest first."""
    first, last = (told[0][0].number, told[-1][0].number) if told else (1, count)
    values = {
        "rows": [_row(one, ended, one.number == count, say) for one, ended in reversed(told)],
        "newer": min(count, last + _A_PAGE) + 1 if last < count else None,
        "older": first if first > 1 else None,
    }
    return Page("matches.html", say("All matches"), "/hands", values)


def _row(one: Recorded, ended: Outcome, runs: bool, say: Speech) -> Row:
    day = datetime.fromisoformat(one.at).astimezone().date().isoformat()
    return Row(one.number, day, ended.rules, ended.target, _result(ended, say.named(ended.names)), runs)


def _result(ended: Outcome, say: Speech) -> str:
    games = say("games {ns} – {ew}", ns=ended.games[0], ew=ended.games[1])
    if ended.winner:
        return f"{say('{team} won the match.', team=team_name(ended.winner, say))} {games[:1].upper()}{games[1:]}"
    score = " · ".join(f"{team_name(team, say)} {tantos}" for team, tantos in zip(Team, ended.score, strict=True))
    return f"{score} · {games}" if any(ended.games) else score
