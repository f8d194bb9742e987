"""What all pages of the desk are made with: who asks for which tournament in which language, and how it is answered."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final
from urllib.parse import quote

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from desk import reading
from desk.acts import OFFICIALS, Role, Who
from desk.api import is_local
from desk.pages.entry import MAY_NOT, NOBODY, DeskDoor, Visitor
from desk.pages.views import rounds, who
from desk.service.desk import ChangedError, Desk, NotAllowedError
from desk.state import State
from engine.errors import MusError
from engine.sentences import Sentence
from web.answers import FORM_BYTES, NEVER_KEPT, Fields, fields
from web.gate import Gate, Refusals, from_elsewhere
from web.network import own_address
from web.refused import as_sent
from web.templates import Templates
from words.text import LANGUAGE, LANGUAGES, Speech, speech

SPOKEN: Final = "language"
"""The cookie of a browser's language."""
LONG_FORM_BYTES: Final = 4 << 20
"""Of a form with a whole tournament, or the entries of a championship."""
ELSEWHERE: Final = Sentence("This is done on the desk's own page.")
_REFUSALS: Final = Refusals(
    stranger=MAY_NOT,
    elsewhere=ELSEWHERE,
    without={},
)


class NotThereError(MusError):
    """There is no such page."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a page is made for: by whom, in which language, for which tournament, and how that stands.

    The desk listens on the `network`, or on its own machine alone.
    """

    desk: Desk
    request: Request
    visitor: Visitor
    token: str
    say: Speech
    network: bool
    at: str
    """The address of what is shown, with its query; where a form was sent, that of the page that it stands on."""
    number: int = 0
    state: State = field(default_factory=State)

    @property
    def local(self) -> bool:
        """Whether it is asked from the machine that the desk runs on."""
        return is_local(self.request)

    @property
    def roles(self) -> frozenset[Role]:
        """What they are in this tournament."""
        return self.visitor.roles(self.number)

    @property
    def decides(self) -> bool:
        """Whether they are of the committee or the judge."""
        return not self.roles.isdisjoint(OFFICIALS)

    @property
    def stands(self) -> str:
        """Another text whenever the tournament's pages are to be fetched anew."""
        if not self.state.equipos:
            return str(self.state.number)
        return f"{self.state.number}-{self.desk.matches.known(self.number, self.state).digest}"

    @property
    def home(self) -> str:
        """The tournament's public page."""
        return f"/t/{self.number}"

    @property
    def address(self) -> str | None:
        """Where phones find this desk, such as `http://192.168.1.20:8050`; None where they cannot.

        Another name than the machine's own for itself is that of a proxy, or of the machine on its network.
        """
        url = self.request.url
        try:
            here = url.hostname == "localhost" or ipaddress.ip_address(url.hostname or "").is_loopback
        except ValueError:
            here = False
        name = url.hostname if not here else own_address() if self.network else None
        port = f":{url.port}" if url.port else ""
        return f"{url.scheme}://{name}{port}" if name else None

    def who(self, *roles: Role) -> Who:
        """As whom they do something here. NotAllowedError where they have none of these roles."""
        return self.visitor.who(self.number, *roles)

    def as_seen(self, form: Form, stands: Callable[[State], int]) -> Desk:
        """The desk for whoever changes with this form what `stands` by an act. ChangedError where the form has not seen
        that one."""
        return self.desk.as_seen(self.number, form.seen, stands)

    def given(self, name: str) -> str:
        """A value in the address or in the query; empty where there is none."""
        found = self.request.path_params.get(name)
        return str(self.request.query_params.get(name, "") if found is None else found)

    @property
    def partida(self) -> int:
        """The number of the partida that the address names."""
        return int(self.request.path_params["partida"])

    @property
    def round(self) -> int:
        """The drawn round that is named, the one in play where none is. NotThereError where there is no such round."""
        name = self.given("round")
        found = {str(number): number for number in rounds(self.state)}.get(name) if name else self.state.round
        if found is None:
            raise NotThereError(Sentence("there is no round {round}", round=name[:20]))
        return found


@dataclass(frozen=True, slots=True)
class Page:
    """A page: its template with what it is filled with, its title, and its place in the navigation.

    A `live` page follows the tournament. `again` is what stands in its form again, where the rest of it was taken.
    """

    template: str
    title: str
    here: str
    values: Mapping[str, object] = field(default_factory=dict)
    live: bool = True
    again: Fields = field(default_factory=dict)

    def html(self, asked: Asked, wrong: MusError | None = None) -> str:
        """The whole page; `wrong`: why what was sent did nothing. It stands in its form again, but for what somebody
        else has changed: that has to be seen."""
        filled = _templates().filled(
            self.template,
            asked.say,
            asked=asked,
            state=asked.state,
            title=self.title,
            here=self.here,
            live=self.live,
            wrong=wrong and asked.say.whole(Sentence.of(wrong)),
            **self.values,
        )
        sent = asked.request.state.fields if wrong else self.again
        if not sent or isinstance(wrong, ChangedError):
            return filled
        return as_sent(str(filled), _with_query(asked.request), sent)


class Form:
    """The fields of a form that was sent, by name; of several the first."""

    def __init__(self, sent: Fields) -> None:
        """MusError where a text in it cannot be kept."""
        self._sent: Fields = reading.keepable(dict(sent))

    def __getitem__(self, name: str) -> str:
        return self.typed(name).strip()

    def __contains__(self, name: str) -> bool:
        return bool(self[name])

    def typed(self, name: str) -> str:
        """The same with the blanks around it."""
        return self._sent.get(name, [""])[0]

    def number(self, name: str, label: str, least: int = 0) -> int:
        """A whole number. MusError, with the field's label, where it is none, or less than the least."""
        return reading.whole(self[name], label, least)

    @property
    def seen(self) -> int | None:
        """By which number stood what the form changes, as it was shown; None where it does not say so."""
        return self.number("seen", "seen") if "seen" in self else None


Shown = Callable[[Asked], Page | Response]
Done = Callable[[Asked, Form], "str | Page | Response | None"]
"""What is done with a form: it says to which address that leads on, or what is shown."""
Entered = Callable[[Asked, Form], Response]
May = Callable[[Asked], object]


class Site:
    """Makes the routes of the pages of one desk."""

    def __init__(self, desk: Desk, network: bool) -> None:
        """`network`: the desk listens on it, and not on its own machine alone."""
        self.desk, self.door, self._network = desk, DeskDoor(desk), network
        self._pages: dict[Shown, str] = {}
        """The address of each page, by what shows it."""
        self.gate: Gate[Visitor] = Gate(self.door, _REFUSALS, self._refused, None)

    def public(self, path: str, shown: Shown) -> Route:
        """A page for everybody."""

        async def answer(request: Request) -> Response:
            request.state.visitor = await run_in_threadpool(self.gate.visitor, request) or NOBODY
            return await run_in_threadpool(self._answer, request, shown)

        return self._page(shown, Route(path, answer))

    def private(self, path: str, shown: Shown, *roles: Role) -> Route:
        """A page for those who have one of these roles in the tournament."""

        async def answer(request: Request) -> Response:
            def work(asked: Asked) -> Page | Response:
                asked.who(*roles)
                return shown(asked)

            return await run_in_threadpool(self._answer, request, work)

        return self._page(shown, self.gate.route(path, answer))

    def does(self, path: str, done: Done, shown: Shown, *roles: Role, form_bytes: int = FORM_BYTES) -> Route:
        """Where a form is sent by one of these roles; what was wrong stands on the page that is `shown`.

        Where `done` says nothing it leads on to that page.
        """

        async def answer(request: Request) -> Response:
            sent = await fields(request, form_bytes)

            def work(asked: Asked) -> Page | Response:
                asked.who(*roles)
                to = done(asked, Form(sent)) or asked.at
                return RedirectResponse(to, 303, NEVER_KEPT) if isinstance(to, str) else to

            return await run_in_threadpool(self._answer, request, work, shown)

        return self._form(shown, self.gate.route(path, answer, post=True, form_bytes=form_bytes))

    def entered(
        self, path: str, done: Entered, shown: Shown, may: May = lambda _: None, form_bytes: int = FORM_BYTES
    ) -> Route:
        """Where a form is sent by whoever need not have been let in; `may` says that they may, before it is read."""

        async def answer(request: Request) -> Response:
            request.state.visitor = await run_in_threadpool(self.gate.visitor, request) or NOBODY
            goes_on = Response()

            def first(asked: Asked) -> Response:
                if from_elsewhere(request):
                    raise NotAllowedError(ELSEWHERE)
                may(asked)
                return goes_on

            refused = await run_in_threadpool(self._answer, request, first)
            if refused is not goes_on:
                return refused
            sent = await fields(request, form_bytes)
            return await run_in_threadpool(self._answer, request, lambda asked: done(asked, Form(sent)), shown)

        return self._form(shown, Route(path, answer, methods=["POST"]))

    def _page(self, shown: Shown, route: Route) -> Route:
        self._pages.setdefault(shown, route.path_format)
        return route

    def _form(self, shown: Shown, route: Route) -> Route:
        """The same; whoever only opens the address that a form is sent to is led to the form's page."""

        async def answer(request: Request) -> Response:
            request.state.page = quote(self._pages[shown].format(**request.path_params))
            if request.method != "POST":
                return RedirectResponse(request.state.page, 303, NEVER_KEPT)
            answered: Response = await route.endpoint(request)
            return answered

        return Route(route.path, answer, methods=["GET", "POST"])

    def nowhere(self, request: Request, _: Exception) -> Response:
        """What answers where there is no such page."""
        request.state.visitor = self.gate.visitor(request) or NOBODY
        return self._told(self._bare(request), Sentence("there is no such page"), 404)

    def unusable(self, request: Request, error: Exception) -> Response:
        """What answers where the database cannot be had; who asks is then known to nobody."""
        return self._refused(request, Sentence.of(error), 503)

    def _answer(self, request: Request, work: Shown, again: Shown | None = None) -> Response:
        """What a page shows; where what was sent makes no sense, the page `again`, which says why."""
        asked = self._bare(request)
        try:
            asked = self._asked(request)
            return _as_response(work(asked), asked)
        except NotAllowedError as error:
            return self._told(asked, Sentence.of(error), 403)
        except NotThereError as error:
            return self._told(asked, Sentence.of(error), 404)
        except MusError as error:
            with suppress(MusError):  # the page is of something that is not there either
                if again is not None:
                    page = again(self._asked(request))
                    return _as_response(page, asked, error, 409)
            return self._told(asked, Sentence.of(error), 404)

    def _bare(self, request: Request) -> Asked:
        visitor: Visitor = request.state.visitor
        token, say = self.door.token(visitor), spoken(request)
        return Asked(self.desk, request, visitor, token, say, self._network, _page_of(request))

    def _asked(self, request: Request) -> Asked:
        bare = self._bare(request)
        number = request.path_params.get("tournament")
        if number is None:
            return bare
        return replace(bare, number=number, state=self.desk.state(number))

    def _told(self, asked: Asked, sentence: Sentence, status: int) -> Response:
        page = Page("told.html", asked.say.whole(sentence), "", live=False)
        return _as_response(page, asked, status=status)

    def _refused(self, request: Request, sentence: Sentence, status: int) -> Response:
        request.state.visitor = NOBODY
        return self._told(self._bare(request), sentence, status)


def _page_of(request: Request) -> str:
    """The address of the page that is asked for, or that the form stands on which was sent."""
    page: str = getattr(request.state, "page", _with_query(request))
    return page


def _with_query(request: Request) -> str:
    path, query = quote(request.scope["path"]), request.scope["query_string"].decode("latin-1")
    return f"{path}?{query}" if query else path


def spoken(request: Request) -> Speech:
    """The language of whoever asks: the one that they chose, else the first of their browser's that is one of ours."""
    wanted = [request.cookies.get(SPOKEN, "")]
    accepted = request.headers.get("accept-language", "").split(",")[:20]
    wanted += [one.split(";")[0].split("-")[0].strip().lower() for one in accepted]
    return speech(next((code for code in wanted if code in LANGUAGES), LANGUAGE))


def _as_response(shown: Page | Response, asked: Asked, wrong: MusError | None = None, status: int = 200) -> Response:
    if isinstance(shown, Response):
        return shown
    return HTMLResponse(shown.html(asked, wrong), status, NEVER_KEPT)


@lru_cache(maxsize=1)
def _templates() -> Templates:
    return Templates("desk.pages", Role=Role, who=who)
