"""What the panel's routes answer with, and what they are sent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final
from urllib.parse import parse_qs

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from engine.sentences import Sentence
from firmware.panel.page import Asked, Page
from firmware.table.appliance import Answer
from firmware.words.text import Speech

NEVER_KEPT: Final = {"Cache-Control": "no-store"}
_MOST_BYTES: Final = 1 << 16
_MOST_FIELDS: Final = 100

Fields = Mapping[str, Sequence[str]]


def whole(asked: Asked, page: Page, status: int = 200) -> Response:
    """A whole page."""
    return HTMLResponse(page.html(asked), status, NEVER_KEPT)


def nothing_there(asked: Asked, sentence: Sentence, here: str) -> Response:
    """A page that says why it has nothing to show."""
    values = {"sentence": asked.say.whole(sentence)}
    return whole(asked, Page("nothing.html", asked.say("There is nothing here"), here, values), 404)


def done(answer: Answer, say: Speech) -> Response:
    """What came of something that was to change the table."""
    sentence = answer.sentence and say.whole(answer.sentence)
    return JSONResponse({"done": answer.done, "sentence": sentence}, 200 if answer.done else 409)


def refused(sentence: Sentence, say: Speech, status: int = 409) -> Response:
    """Why nothing was done."""
    return JSONResponse({"done": False, "sentence": say.whole(sentence)}, status)


async def fields(request: Request) -> Fields:
    """A form's fields. What is longer than any form of the panel is taken for none."""
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > _MOST_BYTES:
            return {}
    try:
        return parse_qs(body.decode("utf-8"), keep_blank_values=True, max_num_fields=_MOST_FIELDS)
    except ValueError:
        return {}
