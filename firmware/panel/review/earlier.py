"""Every match of the journal: the list, and each in the review, read-only, with its pictures where still kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from engine.seats import Team
from firmware.keeping.journal import JournalError
from firmware.keeping.played_matches import Outcome, PlayedMatches, Recorded, outcome
from firmware.panel.answers import NEVER_KEPT, nothing_there, whole
from firmware.panel.entry.gate import Gate
from firmware.panel.markup import Html, e, join
from firmware.panel.page import Asked
from firmware.panel.review.hands import hand_page, hands_page
from firmware.panel.review.matches import downloads
from firmware.panel.review.reviewed import Reviewed
from firmware.panel.review.routes import drawn
from firmware.screens.parts import team_name
from firmware.table.appliance import Appliance
from firmware.words.text import Speech

_A_PAGE: Final = 10
"""Matches on one page of the list: each has to be gone through once to tell how it ended."""


class Earlier:
    """The routes. A match is named by its number in the journal, a hand of an earlier one by its place in it."""

    def __init__(
        self, appliance: Appliance, played: PlayedMatches, gate: Gate, asked: Callable[[Request], Asked]
    ) -> None:
        self._appliance, self._played, self._asked = appliance, played, asked
        self.routes: list[Route] = [
            gate.route("/matches", self._matches),
            gate.route("/match/{number:number}", self._hands),
            gate.route("/match/{number:number}/hand/{hand:number}.jpg", self._picture),
            gate.route("/match/{number:number}/hand/{hand:number}", self._hand),
        ]

    async def _matches(self, request: Request) -> Response:
        asked, before = self._asked(request), request.query_params.get("before", "")
        try:
            behind = int(before) if before.isdecimal() and len(before) < 10 else None
            main = await run_in_threadpool(self._list, asked, behind)
        except (JournalError, ValueError) as error:
            return nothing_there(asked, str(error), "/hands")
        return whole(asked, asked.say("All matches"), main, "/hands")

    def _list(self, asked: Asked, before: int | None) -> Html:
        found = self._played.recorded()
        behind = len(found) if before is None else max(0, min(before - 1, len(found)))
        shown = found[max(0, behind - _A_PAGE) : behind]
        told = [(one, outcome(asked.state) if one is found[-1] else self._played.outcome(one)) for one in shown]
        return matches_page(told, len(found), asked.say)

    async def _hands(self, request: Request) -> Response:
        return await self._reviewed(request, lambda asked, match: (match.title(asked.say), hands_page(asked, match)))

    async def _hand(self, request: Request) -> Response:
        hand = request.path_params["hand"]

        def page(asked: Asked, match: Reviewed) -> tuple[str, Html]:
            if not 1 <= hand <= len(match.hands):
                raise LookupError("there is no such hand any more")
            return asked.say("Hand {number}", number=hand), hand_page(asked, match, hand - 1)

        return await self._reviewed(request, page)

    async def _reviewed(self, request: Request, page: Callable[[Asked, Reviewed], tuple[str, Html]]) -> Response:
        """A page about an earlier match; the one at the table has its own, where it can be put right."""
        asked, number = self._asked(request), request.path_params["number"]

        def made() -> tuple[str, Html] | None:
            if number == len(self._played.recorded()):
                return None
            return page(asked, Reviewed(self._played.opened(number).state, number))

        try:
            told = await run_in_threadpool(made)
        except LookupError as error:
            return nothing_there(asked, str(error.args[0]), "/hands")
        except (JournalError, ValueError) as error:
            return nothing_there(asked, str(error), "/hands")
        if told is None:
            return RedirectResponse("/hands", 303, NEVER_KEPT)
        return whole(asked, *told, "/hands", ("hand.js",))

    async def _picture(self, request: Request) -> Response:
        number, hand = request.path_params["number"], request.path_params["hand"]
        jpeg = await run_in_threadpool(self._drawn, number, hand)
        if jpeg is None:
            return Response(status_code=404)
        return Response(jpeg, media_type="image/jpeg", headers=NEVER_KEPT)

    def _drawn(self, number: int, place: int) -> bytes | None:
        try:
            match = self._played.opened(number)
            hand = match.state.all_hands[place - 1] if place else None
        except (LookupError, JournalError, ValueError):
            return None
        read = match.reading_of(hand) if hand else None
        return drawn(hand, self._appliance.kept_reading(read)) if hand and read else None


def matches_page(told: Sequence[tuple[Recorded, Outcome]], count: int, say: Speech) -> Html:
    """Some matches of `count` with how they ended, told in their order and shown the newest first."""
    items = [_match(one, ended, one.number == count, say) for one, ended in reversed(told)]
    ways = []
    if told and told[-1][0].number < count:
        newer = min(count, told[-1][0].number + _A_PAGE) + 1
        ways.append(e("a", say("Newer ones"), href=f"/matches?before={newer}", class_="before", id="newer"))
    if told and told[0][0].number > 1:
        ways.append(e("a", say("Older ones"), href=f"/matches?before={told[0][0].number}", class_="after", id="older"))
    back = e("a", say("Hands of this match"), href="/hands", id="back")
    return join(
        (
            e("nav", back, ways, class_="beside", aria_label=say("Way back")),
            e("section", e("h2", say("All matches")), e("ul", items, class_="matches"), class_="wide"),
        )
    )


def _match(one: Recorded, ended: Outcome, running: bool, say: Speech) -> Html:
    day = datetime.fromisoformat(one.at).astimezone().date().isoformat()
    return e(
        "li",
        e("a", say("Match {number}", number=one.number), href=f"/match/{one.number}", id=f"match-{one.number}"),
        e("time", day, datetime=day, class_="quiet"),
        e("span", say("Rules: {rules}, to {target}", rules=ended.rules, target=ended.target), class_="quiet"),
        e("p", _result(ended, say), " ", e("span", say("at the table"), class_="chip") if running else None),
        downloads(str(one.number), say),
    )


def _result(ended: Outcome, say: Speech) -> str:
    games = say("games {ns} – {ew}", ns=ended.games[0], ew=ended.games[1])
    if ended.winner:
        return f"{say('{team} won the match.', team=team_name(ended.winner, say))} {games[:1].upper()}{games[1:]}"
    score = " · ".join(f"{team_name(team, say)} {tantos}" for team, tantos in zip(Team, ended.score, strict=True))
    return f"{score} · {games}" if any(ended.games) else score
