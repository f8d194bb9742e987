"""The first page, and how somebody comes in: a code typed or brought by a QR code; at the desk's own machine none."""

from __future__ import annotations

from functools import partial

from starlette.responses import RedirectResponse, Response

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


class Entering:
    """The routes of the first page and the entrance."""

    def __init__(self, site: Site, tries: Tries) -> None:
        """`tries` are the wrong codes that were tried, wherever that was."""
        self._desk, self._tries = site.desk, tries
        self.routes = [
            site.public("/", self._first),
            site.public(ENTRANCE, entrance),
            site.entered(ENTRANCE, self._typed, entrance),
            *(site.public(f"{link}{{code}}", self._brought) for link in ("/i/", "/I/")),
            site.entered("/t/{tournament:number}/here", self._here, entrance),
            site.entered("/tournaments", self._make, self._first, _maker),
            site.entered("/read-in", self._read_in, self._first, _maker, LONG_FORM_BYTES),
            site.entered("/language", _speak, self._first),
        ]

    def _first(self, asked: Asked) -> Page:
        states, unread = self._desk.states_and_unread()
        newest_first = [*reversed(states.items())]
        values = {"tournaments": newest_first, "unread": unread, "makes": _makes(asked)}
        return Page("first.html", asked.say("Tournaments"), "", values)

    def _make(self, asked: Asked, form: Form) -> Response:
        number = setting_up.make(self._desk, _maker(asked), {"name": form["name"], "rules": "nabo"})
        return self._admitted(asked, number)

    def _read_in(self, asked: Asked, form: Form) -> Response:
        return self._admitted(asked, read_in(self._desk, _maker(asked), lines(form["lines"])))

    def _admitted(self, asked: Asked, number: int) -> Response:
        """Whoever made a tournament is its committee."""
        guest, key = self._desk.admit(Place(number, Role.COMMITTEE), _maker(asked).name)
        return _in(asked, guest, key)

    def _here(self, asked: Asked, form: Form) -> Response:
        if not asked.local:
            raise NotAllowedError(Sentence("Without a code people come in at the desk's own machine alone."))
        role = Role.JUDGE if form["role"] == Role.JUDGE else Role.COMMITTEE
        guest, key = self._desk.admit(Place(asked.number, role), form["name"])
        return _in(asked, guest, key)

    def _typed(self, asked: Asked, form: Form) -> Response:
        return self._let_in(asked, form["code"], form["name"])

    def _brought(self, asked: Asked) -> Response:
        if asked.request.headers.get("sec-fetch-dest", "document") != "document":  # a picture of a foreign page, say
            raise NotAllowedError(ELSEWHERE)
        return self._let_in(asked, asked.given("code"), "")

    def _let_in(self, asked: Asked, code: str, name: str) -> Response:
        enter = partial(self._desk.enter, code[:40], name[:60])
        try:
            entered = self._tries.entered(from_whom(asked.request), enter)
        except TooManyError as error:
            raise MusError(Sentence.of(error)) from None
        if entered is None:
            raise MusError(NO_CODE)
        return _in(asked, *entered)


def entrance(asked: Asked) -> Page:
    """The page that asks for the code; at the desk's own machine it asks for none."""
    states = asked.desk.states() if asked.local else {}
    named = [(number, state.name) for number, state in reversed(states.items())]
    return Page("entrance.html", asked.say("Come in"), "", {"tournaments": named, "to": None})


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
