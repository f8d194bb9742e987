"""The gate: who asks, whether that may be asked, and whether it was asked on a page of our own."""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Final, Generic

from starlette.concurrency import run_in_threadpool
from starlette.convertors import IntegerConvertor, register_url_convertor
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from engine.sentences import Sentence
from web.answers import FORM_BYTES, NEVER_KEPT, form_token
from web.door import Door, Who
from web.guests import is_here

Endpoint = Callable[[Request], Awaitable[Response]]
Refused = Callable[[Request, Sentence, int], Response]

COOKIE: Final = "hamarreko"
"""What the pass's name in a browser begins with."""
TOKEN: Final = "x-token"
HOURS: Final = 12
"""How long a phone keeps its pass, and the pass holds: an evening, and not the next one."""
LOWEST: Final = 1
"""The role of whoever was let in, and may do no more."""
ENTRANCE: Final = "/enter"
_HOST: Final = re.compile(r"(\[(?P<six>[^]]*)\]|(?P<name>[^:\[\]]*))(:\d+)?")
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
_HEADERS: Final = (
    (b"content-security-policy", _POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)


class _Number(IntegerConvertor):
    """A whole number in an address, with fewer digits than Python refuses to read."""

    regex = "[0-9]{1,9}"


register_url_convertor("number", _Number())


@dataclass(frozen=True, slots=True)
class Refusals:
    """What is said to a stranger, where another site's page asks, and to whoever comes without a role."""

    stranger: Sentence
    elsewhere: Sentence
    without: Mapping[int, Sentence]


class Gate(Generic[Who]):
    """Makes routes, each for those who may use it.

    `refused` answers whoever may not; `local` is who asks from this machine itself, None where that is nobody in
    particular.
    """

    def __init__(self, door: Door[Who], refusals: Refusals, refused: Refused, local: Who | None) -> None:
        self._door, self._refusals, self._refused, self._local = door, refusals, refused, local

    def route(
        self, path: str, endpoint: Endpoint, role: int = LOWEST, post: bool = False, form_bytes: int = FORM_BYTES
    ) -> Route:
        """A route for those who have that role or a higher one. One that changes something is a `post`.

        `form_bytes` is the most that a form may have; nothing of it is read before it is known who sends it.
        """

        async def guarded(request: Request) -> Response:
            visitor = await run_in_threadpool(self.visitor, request)
            if visitor is None:
                if post or path.startswith("/api/"):
                    return self._refused(request, self._refusals.stranger, 401)
                return RedirectResponse(ENTRANCE, 303, NEVER_KEPT)
            if visitor.role < role:
                return self._refused(request, self._refusals.without[role], 403)
            if post and await self.forged(request, visitor, form_bytes):
                return self._refused(request, self._refusals.elsewhere, 403)
            request.state.visitor = visitor
            return await endpoint(request)

        return Route(path, guarded, methods=["POST"] if post else ["GET"])

    def visitor(self, request: Request) -> Who | None:
        """Who asks; None for somebody whom nobody has let in."""
        if self._local is not None and request.client is not None and is_here(request.client.host):
            return self._local
        return self._door.visitor(request.cookies.get(pass_name(request), ""))

    async def forged(self, request: Request, visitor: Who, form_bytes: int) -> bool:
        """Whether another site's page may have asked.

        A browser says where its page comes from, and our own pages send their token along, as a header or with a
        form's fields; a program on this machine that is no browser needs none. Of a token of several parts one that is
        the visitor's own is enough: a page stays theirs while they get and lose other keys.
        """
        if from_elsewhere(request):
            return True
        browser = "origin" in request.headers or "sec-fetch-site" in request.headers
        if visitor is self._local and not browser:
            return False
        given = request.headers.get(TOKEN) or await form_token(request, form_bytes)
        return set(given.split()).isdisjoint(self._door.token(visitor).split())


def pass_name(request: Request) -> str:
    """The pass's name in a browser. It has the server's port: all servers of one machine share a browser's cookies."""
    _, port = request.scope["server"]
    return f"{COOKIE}-{port}"


def from_elsewhere(request: Request) -> bool:
    """Whether a browser says that another site's page asks."""
    site, origin = request.headers.get("sec-fetch-site"), request.headers.get("origin")
    if site not in (None, "same-origin"):
        return True
    return origin is not None and origin.partition("://")[2] != request.headers.get("host")


class Guarded:
    """Turns away who asks for another host than this one, and says on every answer that nothing else belongs to it.

    A name that somebody else may have pointed at this machine is none of its own: another site could be read so.
    With `any_name` it is asked by whatever name, where nobody may more for asking from here.
    """

    def __init__(self, app: ASGIApp, any_name: bool = False) -> None:
        self._app, self._any = app, any_name
        own = socket.gethostname().lower()
        self._names = ("localhost", own, f"{own}.local")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *_HEADERS]
            await send(message)

        if scope["type"] == "http" and not (self._any or is_own(Request(scope), self._names)):
            await PlainTextResponse("This page has another address.", 400)(scope, receive, with_headers)
            return
        await self._app(scope, receive, with_headers)


def is_own(request: Request, names: Collection[str] = ("localhost",)) -> bool:
    """Whether it is asked by a number, which nobody else can point at this machine, or by one of these names."""
    host = _HOST.fullmatch(request.headers.get("host", "").lower())
    name = (host["six"] or host["name"]) if host else ""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return name in names
    return True
