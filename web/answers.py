"""What pages are sent and answer with."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from importlib.resources import files
from typing import Final
from urllib.parse import parse_qs

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from engine.sentences import Sentence
from words.text import Speech

NEVER_KEPT: Final = {"Cache-Control": "no-store"}
FORM_BYTES: Final = 1 << 16
"""Of a form, at most."""
_MOST_FIELDS: Final = 100
_TYPES: Final = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "webp": "image/webp",
}

Fields = Mapping[str, Sequence[str]]


def refused(sentence: Sentence, say: Speech, status: int = 409) -> Response:
    """Why nothing was done."""
    return JSONResponse({"done": False, "sentence": say.whole(sentence)}, status)


async def fields(request: Request, most_bytes: int = FORM_BYTES) -> Fields:
    """A form's fields, read once. What is longer than any form is taken for none."""
    if not hasattr(request.state, "fields"):
        request.state.fields = await _fields(request, most_bytes)
    found: Fields = request.state.fields
    return found


async def form_token(request: Request, most_bytes: int) -> str:
    """The token among a form's fields; empty where there is none."""
    if not request.headers.get("content-type", "").startswith("application/x-www-form-urlencoded"):
        return ""
    return (await fields(request, most_bytes)).get("token", [""])[0]


async def _fields(request: Request, most_bytes: int) -> Fields:
    sent = await body(request, most_bytes) or b""
    try:
        return parse_qs(sent.decode("utf-8"), keep_blank_values=True, max_num_fields=_MOST_FIELDS)
    except ValueError:
        return {}


async def body(request: Request, most_bytes: int) -> bytes | None:
    """What is sent; None where that is larger, the rest of which is not read."""
    sent = bytearray()
    async for chunk in request.stream():
        sent += chunk
        if len(sent) > most_bytes:
            return None
    return bytes(sent)


def whole_number(text: str) -> int | None:
    """The whole number that an address or a form has; None where it is none, or has more digits than any of ours."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else None


def static(package: str, *names: str) -> list[Route]:
    """Routes to files of a package's folder `static`, each at its own name."""
    return [Route(f"/{name}", _file(package, name)) for name in names]


def _file(package: str, name: str) -> Callable[[Request], Awaitable[Response]]:
    content = files(package).joinpath("static", name).read_bytes()
    media_type = _TYPES[name.rpartition(".")[2]]

    async def serve(_: Request) -> Response:
        return Response(content, media_type=media_type, headers={"Cache-Control": "no-cache"})

    return serve
