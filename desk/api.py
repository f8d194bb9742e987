"""What other programs ask a desk for: standings, partidak and tables as JSON, and what boxes send."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any, Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from desk.acts import Role
from desk.keeping.database import DatabaseError
from desk.keeping.people import Guest, Place
from desk.service import clock, tables
from desk.service.desk import Desk, NotAllowedError
from desk.service.results import is_confirmed
from desk.state import State
from engine.errors import MusError, RecordError, quoted
from engine.fields import WORD, Field, Fields, flag, list_of, object_of, read_fields, text, whole
from engine.strict_json import decode
from engine.tournament.json_lines import line_of
from engine.tournament.standings import standings
from web.door import TooManyError, Tries
from web.gate import from_elsewhere, is_own
from web.guests import is_here

NEVER_KEPT: Final = {"Cache-Control": "no-store"}
_MOST_BYTES: Final = 4 << 20
"""Of what a box sends at once."""
_FORWARDED: Final = ("forwarded", "x-forwarded-for", "x-real-ip")

_CALL: Final[Fields] = {"number": Field(whole(1)), "back": Field(flag)}
_SENT: Final[Fields] = {
    "journal": WORD,
    "first": Field(whole(1)),
    "events": Field(list_of(text)),
    "told": Field(object_of(text, lambda value: value), needed=False),
    "call": Field(lambda value: read_fields(value, _CALL, "the call"), needed=False),
}
_JOIN: Final[Fields] = {
    "code": Field(text, needed=False),
    "table": Field(whole(1), needed=False),
    "tournament": Field(whole(1), needed=False),
}


class NoKeyError(MusError):
    """Nobody is let in so."""


class Api:
    """The desk's addresses for other programs, and for boxes."""

    def __init__(self, desk: Desk) -> None:
        self._desk, self._tries = desk, Tries()
        self.routes = [
            Route("/api/standings", self._answer(self._standings)),
            Route("/api/partidak", self._answer(self._partidak)),
            Route("/api/tables", self._answer(self._tables)),
            Route("/api/box/join", self._answer(self._join), methods=["POST"]),
            Route("/api/box/events", self._answer(self._events), methods=["POST"]),
        ]

    def _answer(self, work: Callable[[Request, Any], Any]) -> Callable[[Request], Any]:
        async def answer(request: Request) -> Response:
            try:
                sent = await _body(request) if request.method == "POST" else None
                told = await run_in_threadpool(work, request, sent)
            except (NotAllowedError, NoKeyError) as error:
                return _error(error, 401 if isinstance(error, NoKeyError) else 403)
            except TooManyError as error:
                return _error(error, 429)
            except MusError as error:
                return _error(error, 400)
            except DatabaseError as error:
                return _error(error, 503)
            return JSONResponse(told, headers=NEVER_KEPT)

        return answer

    def _standings(self, request: Request, _: object) -> list[dict[str, Any]]:
        return [row.to_dict() for row in standings(self._state(request).tournament)]

    def _partidak(self, request: Request, _: object) -> list[dict[str, Any]]:
        state = self._state(request)
        return [partida_as_json(state, number) for number in sorted(state.tournament.partidak)]

    def _tables(self, request: Request, _: object) -> list[dict[str, Any]]:
        state = self._state(request)
        return [
            {"table": number, **(tables.seat(state, number) or {})} for number in sorted(set(state.tables.values()))
        ]

    def _join(self, request: Request, sent: Any) -> dict[str, Any]:
        given = read_fields(sent, _JOIN, "what is sent")
        if "authorization" in request.headers:
            guest, key = self._guest(request), _key(request)
        else:
            guest, key = self._let_in(request, given)
        joined = tables.join(self._desk, guest)
        return {
            "key": key,
            "journal": joined.journal.id,
            "tournament": guest.place.tournament,
            "table": joined.journal.table,
            "events": joined.takes_over,
        }

    def _let_in(self, request: Request, given: Mapping[str, Any]) -> tuple[Guest, str]:
        """Whoever comes by a code; from the desk's own machine the number of a table is enough."""
        if given["code"] is not None:
            guest = from_whom(request)
            self._tries.allowed(guest)
            if entered := self._desk.enter(given["code"]):
                return entered
            self._tries.wrong(guest)
            raise NoKeyError(f"{quoted(given['code'])} is no code that lets in")
        if given["table"] is None or not is_local(request) or from_elsewhere(request):
            raise NoKeyError("a table joins by its code")
        return self._desk.admit(Place(given["tournament"] or self._newest(), Role.TABLE, table=given["table"]))

    def _events(self, request: Request, sent: Any) -> dict[str, Any]:
        given = tables.Sent(**read_fields(sent, _SENT, "what is sent"))
        return asdict(tables.exchange(self._desk, self._guest(request), given))

    def _guest(self, request: Request) -> Guest:
        guest = self._desk.guest(_key(request))
        if guest is None:
            raise NoKeyError("the key is missing, or was taken back")
        return guest

    def _state(self, request: Request) -> State:
        given = request.query_params.get("tournament", "")
        return self._desk.state(int(given) if given.isdecimal() and len(given) < 9 else self._newest())

    def _newest(self) -> int:
        found = self._desk.tournaments()
        if not found:
            raise RecordError("there is no tournament")
        return found[-1]


def _key(request: Request) -> str:
    scheme, _, key = request.headers.get("authorization", "").partition(" ")
    return key if scheme.lower() == "bearer" else ""


def partida_as_json(state: State, number: int) -> dict[str, Any]:
    """A partida as `hamarreko standings` reads it, with its table and how its confirmation stands.

    Who said a result is told by the role; a reason, in which people may be named, no longer once names are taken out.
    """
    partida = state.tournament.partidak[number]
    lost = clock.lost_by_lateness(state, number)
    line = line_of(partida.now)
    if reports := state.reports.get(number):
        line["by"] = reports[-1].role.value
    if state.nameless:
        line.pop("why", None)
    return {
        **line,
        "table": state.tables.get(number),
        "winner": partida.winner,
        "waits_for": sorted(partida.waits_for),
        "confirmed": is_confirmed(partida),
        "disputed": number in state.disputes,
        "late": lost,
    }


def from_whom(request: Request) -> str:
    """The address of whoever asks; what a proxy on this machine says it is."""
    host = request.client.host if request.client else ""
    forwarded = request.headers.get("x-forwarded-for", "").rpartition(",")[2].strip()
    return forwarded if forwarded and is_here(host) else host


def is_local(request: Request) -> bool:
    """Whether it is asked from the machine that the desk runs on, by a name that is its own, and by nobody that a proxy
    speaks for."""
    here = request.client is not None and is_here(request.client.host) and is_own(request)
    return here and not any(name in request.headers for name in _FORWARDED)


async def _body(request: Request) -> Any:
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > _MOST_BYTES:
            raise RecordError(f"what is sent is larger than {_MOST_BYTES} bytes")
    try:
        return decode(body.decode("utf-8"))
    except UnicodeDecodeError:
        raise RecordError("what is sent is not UTF-8") from None


def _error(error: Exception, status: int) -> Response:
    return JSONResponse({"error": str(error)}, status, headers=NEVER_KEPT)
