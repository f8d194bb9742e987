"""What the panel's routes answer with."""

from __future__ import annotations

from collections.abc import Callable

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from engine.sentences import Sentence
from firmware.panel.page import Asked, Page
from firmware.session.events import Event
from firmware.table.appliance import Answer, Appliance
from web.answers import NEVER_KEPT, Fields
from web.gate import Endpoint
from words.text import Speech


def whole(asked: Asked, page: Page, status: int = 200) -> Response:
    """A whole page."""
    return HTMLResponse(page.html(asked), status, NEVER_KEPT)


def shown(asked: Callable[[Request], Asked], made: Callable[[Asked], Page]) -> Endpoint:
    """A route's end that answers with a page, which is made off the server's own loop."""

    async def answer(request: Request) -> Response:
        who = asked(request)
        return await run_in_threadpool(lambda: whole(who, made(who)))

    return answer


def nothing_there(asked: Asked, sentence: Sentence, here: str, status: int = 404) -> Response:
    """A page that says why it has nothing to show."""
    values = {"sentence": asked.say.whole(sentence)}
    return whole(asked, Page("nothing.html", asked.say("There is nothing here"), here, values), status)


def one(sent: Fields, name: str) -> str:
    """A form's field; empty where it was not sent."""
    return next(iter(sent.get(name, ())), "")


async def happens(appliance: Appliance, event: Event, asked: Asked) -> Response:
    """Have an event happen that somebody chose on a page, and say what came of it."""
    return done(await run_in_threadpool(appliance.happen, event, asked.judges), asked.say)


def done(answer: Answer, say: Speech) -> Response:
    """What came of something that was to change the table."""
    sentence = answer.sentence and say.whole(answer.sentence)
    return JSONResponse({"done": answer.done, "sentence": sentence}, 200 if answer.done else 409)
