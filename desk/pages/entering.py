"""The first page, and how somebody comes in: a code typed or brought by a QR code; at the desk's own machine none."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from desk.acts import Role, Who
from desk.api import NO_CODE, from_whom
from desk.keeping.people import Guest, Place
from desk.pages.entry import with_key
from desk.pages.site import ELSEWHERE, LONG_FORM_BYTES, SPOKEN, Asked, Form, Page, Site
from desk.reading import lines
from desk.service import setting_up
from desk.service.copying import read_in
from desk.service.desk import NotAllowedError
from engine.errors import MusError
from engine.sentences import Sentence
from web.answers import NEVER_KEPT
from web.door import TooManyError, Tries
from web.gate import ENTRANCE, pass_name
from words.text import LANGUAGES

_DAYS = 7
_YEAR = 365 * 24 * 3600
_LEADS = {Role.PAIR: "pair", Role.TABLE: "", Role.PUBLIC: ""}
"""Where whoever has that role begins; the others at the desk."""


def routes(site: Site, tries: Tries) -> list[Route]:
    """The routes of the first page and the entrance; `tries` are the wrong codes that were tried, wherever that was."""
    return [
        site.public("/", first_page),
        site.public(ENTRANCE, entrance),
        site.entered(ENTRANCE, partial(_typed, tries), entrance),
        *(site.public(f"{link}{{code}}", partial(_brought, tries)) for link in ("/i/", "/I/")),
        site.entered("/t/{tournament:number}/here", _here, entrance),
        site.entered("/tournaments", _make, first_page, _maker),
        site.entered("/read-in", _read_in, first_page, _maker, LONG_FORM_BYTES),
        site.entered("/language", _speak, first_page),
    ]


def first_page(asked: Asked) -> Page:
    """All tournaments, and where one is begun."""
    states, unread = asked.desk.states_and_unread()
    values = {"tournaments": [*reversed(states.items())], "unread": unread, "makes": _makes(asked)}
    return Page("first.html", asked.say("Tournaments"), "", values)


def entrance(asked: Asked) -> Page:
    """The page that asks for the code; at the desk's own machine it asks for none."""
    states = asked.desk.states() if asked.local else {}
    named = [(number, state.name) for number, state in reversed(states.items())]
    return Page("entrance.html", asked.say("Come in"), "", {"tournaments": named, "to": None})


def _make(asked: Asked, form: Form) -> Response:
    maker = _named_maker(asked, form)
    return _admitted(asked, setting_up.make(asked.desk, maker, {"name": form["name"], "rules": "nabo"}), maker)


def _read_in(asked: Asked, form: Form) -> Response:
    maker = _named_maker(asked, form)
    return _admitted(asked, read_in(asked.desk, maker, lines(form["lines"])), maker)


def _admitted(asked: Asked, number: int, maker: Who) -> Response:
    """Whoever made a tournament is its committee."""
    return _in(asked, *asked.desk.admit(Place(number, Role.COMMITTEE), maker.name))


def _here(asked: Asked, form: Form) -> Response:
    if not asked.local:
        raise NotAllowedError(Sentence("Without a code people come in at the desk's own machine alone."))
    role = Role.JUDGE if form["role"] == Role.JUDGE else Role.COMMITTEE
    return _in(asked, *asked.desk.admit(Place(asked.number, role), form["name"]))


def _typed(tries: Tries, asked: Asked, form: Form) -> Response:
    return _let_in(tries, asked, form["code"], form["name"])


def _brought(tries: Tries, asked: Asked) -> Response:
    if asked.request.headers.get("sec-fetch-dest", "document") != "document":  # a picture of a foreign page, say
        raise NotAllowedError(ELSEWHERE)
    return _let_in(tries, asked, asked.given("code"), "")


def _let_in(tries: Tries, asked: Asked, code: str, name: str) -> Response:
    enter = partial(asked.desk.enter, code[:40], name[:60])
    try:
        entered = tries.entered(from_whom(asked.request), enter)
    except TooManyError as error:
        raise MusError(Sentence.of(error)) from None
    if entered is None:
        raise MusError(NO_CODE)
    return _in(asked, *entered)


def _in(asked: Asked, guest: Guest, key: str) -> Response:
    """A page that leads on by itself: the browser keeps the key also where another site's page led here."""
    to = f"/t/{guest.place.tournament}/{_LEADS.get(guest.place.role, 'desk')}".rstrip("/")
    page = Page("entrance.html", asked.say("Come in"), "", {"tournaments": [], "to": to})
    answer = Response(page.html(asked), media_type="text/html", headers=NEVER_KEPT)
    kept = with_key(asked.visitor, key, guest)
    secure = asked.request.url.scheme == "https"
    name, seconds = pass_name(asked.request), _DAYS * 24 * 3600
    # lax: where another site's page leads here, the keys come along that the browser has, and stay beside this one
    answer.set_cookie(name, kept, seconds, secure=secure, httponly=True, samesite="lax")
    return answer


def _speak(asked: Asked, form: Form) -> Response:
    """The browser's language from now on."""
    to = form["to"] if form["to"].startswith("/") and not form["to"].startswith("//") else "/"
    answer = RedirectResponse(to, 303, NEVER_KEPT)
    if form["language"] in LANGUAGES:
        answer.set_cookie(SPOKEN, form["language"], max_age=_YEAR, httponly=True, samesite="lax")
    return answer


def _makes(asked: Asked) -> bool:
    """Whether they may begin a tournament: at the desk's own machine, or the committee of another one."""
    return asked.local or any(guest.place.role is Role.COMMITTEE for guest in asked.visitor.guests)


def _maker(asked: Asked) -> Who:
    if not _makes(asked):
        raise NotAllowedError(
            Sentence("Tournaments are begun at the desk's own machine, or by another one's committee.")
        )
    names = [guest.name for guest in asked.visitor.guests if guest.place.role is Role.COMMITTEE]
    return Who(names[0] if names else "committee", Role.COMMITTEE)


def _named_maker(asked: Asked, form: Form) -> Who:
    """The same by the name that they have typed, if any."""
    maker = _maker(asked)
    return replace(maker, name=form["who"][:60] or maker.name)
