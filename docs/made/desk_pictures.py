"""The documentation's pictures of a tournament's desk: phones of everybody and of a pair, and the wall of the hall."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal
from urllib.parse import urlsplit

from PIL import Image

from desk.acts import Role, Who
from desk.app import DeskApp
from desk.keeping.database import Database
from desk.keeping.people import Place
from desk.pages import views
from desk.service import results
from desk.service.desk import Desk
from docs.made import ROOT, shots
from tests.conftest import chromium
from tests.desk.demonstration import SETTINGS
from tests.desk.hall import Hall, plays
from web.gate import COOKIE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ViewportSize

_PHONE: Final[ViewportSize] = {"width": 390, "height": 760}
_WALL: Final[ViewportSize] = {"width": 1280, "height": 720}
_STEPS: Final = 30
"""Of what happens at the tables in the round that is shown."""


def sources() -> list[Path]:
    """What the desk's pages look like by."""
    pages = ROOT / "desk" / "pages"
    templates = ("frame.html", "pair.html", "parts.html", "round.html", "signs.svg", "standings.html", "wall.html")
    named = ["static/desk.css", "views.py", *(f"templates/{name}" for name in templates)]
    return [ROOT / "web" / "static" / "base.css", *(pages / name for name in named)]


def phones() -> Image.Image:
    """The standing, the round, and a pair that is asked whether a result is right."""
    with _hall() as (hall, address), chromium() as browser:
        partida = next(one for one in hall.playing() if not one.waits_for)
        one, other = map(str, partida.pairing.teams)
        told = [*views.agreed(hall.state, partida), (40, 28)]
        results.report(hall.desk, hall.number, Who(one, Role.PAIR, one), partida.pairing.partida, told)
        _, key = hall.desk.admit(Place(hall.number, Role.PAIR, team=other))
        pages = [
            _shot(browser, f"{address}t/{hall.number}{path}", _PHONE, "light", key if path == "/pair" else None)
            for path in ("", "/round", "/pair")
        ]
    return shots.beside(*pages)


def wall() -> Image.Image:
    """The wall, with the round's tables and results."""
    with _hall() as (hall, address), chromium() as browser:
        return _shot(browser, f"{address}t/{hall.number}/wall", _WALL, "dark", None)


@contextmanager
def _hall() -> Iterator[tuple[Hall, str]]:
    """The demonstration's tournament in its third round, and the address of its desk."""
    with tempfile.TemporaryDirectory() as folder, closing(Database.in_folder(Path(folder))) as database:
        hall = Hall(Desk(database), 16, SETTINGS)
        for _ in plays(hall, 2):
            pass
        hall.draw("round 3")
        for _ in range(_STEPS):
            hall.step()
        with shots.served(DeskApp(hall.desk, network=True).app) as address:
            yield hall, address


def _shot(
    browser: Browser, address: str, size: ViewportSize, theme: Literal["light", "dark"], key: str | None
) -> Image.Image:
    page = browser.new_page(viewport=size, color_scheme=theme)
    if key:
        page.context.add_cookies([{"name": f"{COOKIE}-{urlsplit(address).port}", "value": key, "url": address}])
    page.goto(address)
    return shots.shot(page)
