"""What the panel's routes answer with."""

from __future__ import annotations

from collections.abc import Callable

from starlette.responses import HTMLResponse, JSONResponse, Response

from engine.sentences import Sentence
from firmware.panel.page import Asked, Page
from firmware.session.state import State
from firmware.table.doing import Answer
from web.answers import NEVER_KEPT, Fields
from words.text import Speech


class RefusedError(ValueError):
    """What somebody asks of the panel cannot be done; the Sentence says why."""


def whole(asked: Asked, page: Page, status: int = 200) -> Response:
    """A whole page."""
    return HTMLResponse(page.html(asked), status, NEVER_KEPT)


def nothing_there(asked: Asked, sentence: Sentence, here: str, status: int = 404) -> Response:
    """A page that says why it has nothing to show."""
    values = {"sentence": asked.say.whole(sentence)}
    return whole(asked, Page("nothing.html", asked.say("There is nothing here"), here, values), status)


def one(sent: Fields, name: str) -> str:
    """A form's field; empty where it was not sent."""
    return next(iter(sent.get(name, ())), "")


def as_seen(sent: Fields, moment: Callable[[State], str]) -> Callable[[State], bool]:
    """Whether it is still the moment in which a form was made; one that names none is taken as it comes."""
    seen = one(sent, "moment")
    return lambda state: seen in ("", moment(state))


def done(answer: Answer, say: Speech, **more: object) -> Response:
    """What came of something that was to change the table, and what the page is told besides."""
    if answer.overtaken:
        more["overtaken"] = True
    sentence = answer.sentence and say.whole(answer.sentence)
    return JSONResponse({"done": answer.done, "sentence": sentence, **more}, 200 if answer.done else 409)
