"""What other programs ask a desk for: standings, partidak and tables as JSON, and what boxes send."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any, Final, TypeVar

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from desk import reading
from desk.acts import Role
from desk.keeping.database import DatabaseError
from desk.keeping.people import Guest, Place
from desk.reading import MOST
from desk.service import clock, decks, tables
from desk.service.desk import Desk, NotAllowedError
from desk.service.results import is_confirmed
from desk.state import State
from engine.errors import MusError, RecordError
from engine.fields import NOTE, WORD, Field, Fields, flag, list_of, object_of, read_fields, text, whole
from engine.sentences import Sentence, msgid
from engine.strict_json import decode, encode
from engine.tournament.acts import Reported
from engine.tournament.fields import line_of
from web.answers import NEVER_KEPT, body
from web.door import TooManyError, Tries
from web.gate import from_elsewhere, is_own
from web.guests import is_here
from words import as_json

_Who = TypeVar("_Who")
_EVENTS_BYTES: Final = 4 << 20
"""Of what a box with a key sends at once."""
_JOIN_BYTES: Final = 1 << 12
"""Of what anybody sends to join."""
_DECK_BYTES: Final = 6 << 20
"""Of what a box sends of a deck: of each of eight photographs a sheet of less than half a megabyte, in base 64."""
_SENT_IS: Final = msgid("what is sent")
NO_CODE: Final = Sentence("that is no code that lets in: it may be mistyped, or taken back")
_FORWARDED: Final = ("forwarded", "x-forwarded-for", "x-real-ip")

_CALL: Final[Fields] = {"number": Field(whole(1, MOST)), "back": Field(flag)}
_SENT: Final[Fields] = {
    "journal": WORD,
    "first": Field(whole(1, MOST)),
    "events": Field(list_of(text)),
    "told": Field(object_of(text, lambda value: value), needed=False),
    "call": Field(lambda value: read_fields(value, _CALL, msgid("the call")), needed=False),
}
_JOIN: Final[Fields] = {
    "code": Field(text, needed=False),
    "table": Field(whole(1, MOST), needed=False),
    "tournament": Field(whole(1, MOST), needed=False),
    "journal": NOTE,
    "partida": Field(whole(1, MOST), needed=False),
}
_OFFER: Final[Fields] = {"name": WORD, "file": Field(reading.file)}
_WANTED: Final[Fields] = {"digest": WORD}


class NoKeyError(MusError):
    """Nobody is let in so."""


class Api:
    """The desk's addresses for other programs, and for boxes."""

    def __init__(self, desk: Desk, tries: Tries) -> None:
        """`tries` are the wrong codes that were tried, wherever that was."""
        self._desk, self._tries = desk, tries
        self.routes = [
            Route("/api/standings", self._answer(self._standings)),
            Route("/api/partidak", self._answer(self._partidak)),
            Route("/api/tables", self._answer(self._tables)),
            self._sent("/api/box/join", self._joins, self._join, _JOIN_BYTES),
            self._sent("/api/box/events", self._guest, self._events, _EVENTS_BYTES),
            self._sent("/api/box/deck/offer", self._guest, self._offer_deck, _DECK_BYTES),
            self._sent("/api/box/deck", self._guest, self._deck, _JOIN_BYTES),
        ]

    def _answer(self, work: Callable[[Request], Any]) -> Callable[[Request], Any]:
        return _answered(lambda request: run_in_threadpool(work, request))

    def _sent(
        self, path: str, who: Callable[[Request], _Who], work: Callable[[Request, _Who, Any], Any], most_bytes: int
    ) -> Route:
        """Where a program sends something: who it is, is asked before any of that is read."""

        async def answer(request: Request) -> Any:
            guest = await run_in_threadpool(who, request)
            return await run_in_threadpool(work, request, guest, await _body(request, most_bytes))

        return Route(path, _answered(answer), methods=["POST"])

    def _standings(self, request: Request) -> list[dict[str, Any]]:
        return [row.to_dict() for row in self._desk.standings(*self._asked(request))]

    def _partidak(self, request: Request) -> list[dict[str, Any]]:
        tournament, state = self._asked(request)
        lines = [partida_as_json(state, number) for number in sorted(state.tournament.partidak)]
        if state.equipos:  # no table has a winner by itself (mus por equipos 10)
            played = self._desk.matches.known(tournament, state).over
            lines = [{**line, "confirmed": played} for line in lines]
        return lines

    def _tables(self, request: Request) -> list[dict[str, Any]]:
        _, state = self._asked(request)
        return [
            {"table": number, **(tables.seat(state, number) or {})} for number in sorted(set(state.tables.values()))
        ]

    def _joins(self, request: Request) -> Guest | None:
        """Whoever joins anew by a key; None where a code is to be read first."""
        return self._guest(request) if "authorization" in request.headers else None

    def _join(self, request: Request, known: Guest | None, sent: Any) -> dict[str, Any]:
        given = read_fields(sent, _JOIN, _SENT_IS)
        guest, key = (known, _key(request)) if known else self._let_in(request, given)
        journal, events = tables.join(self._desk, guest)
        came_from = tables.came_from(self._desk, given["journal"])
        return {
            "key": key,
            "journal": journal.id,
            "tournament": guest.place.tournament,
            "table": journal.table,
            "events": events,
            "goes_on": tables.goes_on(self._desk, guest, came_from, given["partida"]),
            "elsewhere": came_from not in (None, guest.place.tournament),
        }

    def _let_in(self, request: Request, given: Mapping[str, Any]) -> tuple[Guest, str]:
        """Whoever comes by a code; from the desk's own machine the number of a table is enough."""
        if given["code"] is not None:
            if entered := self._tries.entered(from_whom(request), partial(self._desk.enter, given["code"])):
                return entered
            raise NoKeyError(NO_CODE)
        if given["table"] is None or not is_local(request) or from_elsewhere(request):
            raise NoKeyError(Sentence("a table joins by its code"))
        tournament = given["tournament"] or self._newest()
        self._desk.state(tournament)  # there is such a one
        return self._desk.admit(Place(tournament, Role.TABLE, table=given["table"]))

    def _events(self, _: Request, guest: Guest, sent: Any) -> dict[str, Any]:
        return tables.exchange(self._desk, guest, **read_fields(sent, _SENT, _SENT_IS))

    def _offer_deck(self, _: Request, guest: Guest, sent: Any) -> dict[str, Any]:
        decks.offer(self._desk, guest, **read_fields(sent, _OFFER, _SENT_IS))
        return {}

    def _deck(self, _: Request, guest: Guest, sent: Any) -> dict[str, Any]:
        file = decks.taken(self._desk, guest, **read_fields(sent, _WANTED, _SENT_IS))
        return {"file": b64encode(file).decode()}

    def _guest(self, request: Request) -> Guest:
        guest = self._desk.guest(_key(request))
        if guest is None:
            raise NoKeyError(Sentence("the key is missing, or was taken back"))
        return guest

    def _asked(self, request: Request) -> tuple[int, State]:
        """The tournament that is asked for, and how it stands."""
        given = request.query_params.get("tournament", "")
        number = reading.whole(given, "tournament", 1) if given else self._newest()
        return number, self._desk.state(number)

    def _newest(self) -> int:
        found = self._desk.tournaments()
        if not found:
            raise RecordError(Sentence("there is no tournament"))
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
    if isinstance(partida.now, Reported):
        line["by"] = state.reports[number][-1].role.value
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


def _answered(work: Callable[[Request], Awaitable[Any]]) -> Callable[[Request], Any]:
    """What a program is answered, or why not."""

    async def answer(request: Request) -> Response:
        try:
            told = await work(request)
        except (NotAllowedError, NoKeyError) as error:
            return _error(error, 401 if isinstance(error, NoKeyError) else 403)
        except TooManyError as error:
            return _error(error, 429)
        except MusError as error:
            return _error(error, 400)
        except DatabaseError as error:
            return _error(error, 503)
        return _json(told)

    return answer


async def _body(request: Request, most_bytes: int) -> Any:
    sent = await body(request, most_bytes)
    if sent is None:
        raise RecordError(Sentence("what is sent is larger than {most} bytes", most=most_bytes))
    try:
        return reading.keepable(decode(sent.decode("utf-8")))
    except UnicodeDecodeError:
        raise RecordError(Sentence("what is sent is not UTF-8")) from None


def _error(error: Exception, status: int) -> Response:
    """Why not: in English, and as the kind and the values of a sentence, which a box says in its own language."""
    said = Sentence.of(error)
    return _json({"error": said, "sentence": as_json.to_json(said)}, status)


def _json(told: Any, status: int = 200) -> Response:
    return Response(encode(told), status, NEVER_KEPT, "application/json")
