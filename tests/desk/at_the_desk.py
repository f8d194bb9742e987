"""A desk with its pages, asked from its own machine and from phones without a server; forms are sent as by browsers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from html import unescape
from pathlib import Path

import httpx

from desk.acts import Role
from desk.app import DeskApp
from desk.keeping.database import Database
from desk.keeping.people import Place
from desk.service.desk import Desk
from tests.firmware.panel.asking import ELSEWHERE, HERE, ask

NETWORK = "192.168.1.20:8050"


class Visitor:
    """Somebody's browser, which keeps its cookies."""

    def __init__(self, app: DeskApp, of: str = ELSEWHERE, language: str = "en") -> None:
        self._app, self._of = app.app, of
        self._host = "127.0.0.1:8050" if of == HERE else NETWORK
        self._language = language
        self.cookies: dict[str, str] = {}

    def get(self, path: str, **headers: str) -> httpx.Response:
        return self._kept(self._ask("GET", path, headers))

    def post(self, path: str, fields: Mapping[str, str], page: str | None = None, **headers: str) -> httpx.Response:
        """Sends a form with the token of the page that it stands on, and follows where that leads."""
        found = re.search('name="token" value="([^"]*)"', self.get(page).text) if page else None
        sent = {**fields, **({"token": found[1]} if found else {})}
        answer = self._kept(self._ask("POST", path, {"Origin": f"http://{self._host}", **headers}, sent))
        return self.get(answer.headers["location"]) if answer.status_code == 303 else answer

    def _ask(
        self, method: str, path: str, headers: Mapping[str, str], data: Mapping[str, str] | None = None
    ) -> httpx.Response:
        told = {"Accept-Language": self._language, **headers}
        return ask(self._app, method, path, headers=told, cookies=self.cookies, data=data, of=self._of, host=self._host)

    def _kept(self, answer: httpx.Response) -> httpx.Response:
        self.cookies |= dict(answer.cookies)
        return answer


class AtTheDesk:
    """A desk on an empty database, and whoever asks it."""

    def __init__(self, desk: Desk, network: bool = False) -> None:
        self.desk, self.app = desk, DeskApp(desk, network)

    def here(self) -> Visitor:
        """A browser on the desk's own machine."""
        return Visitor(self.app, HERE)

    def phone(self, place: Place | None = None, name: str = "", language: str = "en") -> Visitor:
        """A phone that came in by the code of a place; a stranger's without."""
        visitor = Visitor(self.app, language=language)
        if place:
            [issued] = self.desk.issue([place])
            assert visitor.post("/enter", {"code": issued.code, "name": name}).status_code == 200
        return visitor

    def pair(self, team: str, tournament: int = 1) -> Visitor:
        """The phone of a pair."""
        return self.phone(Place(tournament, Role.PAIR, team=team))

    def judge(self, tournament: int = 1) -> Visitor:
        """The judge's."""
        return self.phone(Place(tournament, Role.JUDGE), "Koldo")

    def committee(self, name: str = "Ane", tournament: int = 1) -> Visitor:
        """Somebody of the committee."""
        return self.phone(Place(tournament, Role.COMMITTEE), name)


@contextmanager
def at_the_desk(folder: Path) -> Iterator[AtTheDesk]:
    """A desk in an empty folder."""
    database = Database.in_folder(folder)
    try:
        yield AtTheDesk(Desk(database))
    finally:
        database.close()


def words(answer: httpx.Response) -> str:
    """A page's text, with one space between its words."""
    main = re.sub(r"(?s).*<main[^>]*>|</main>.*", "", answer.text)
    return " ".join(unescape(re.sub(r"(?s)<[^>]+>", " ", main)).split())
