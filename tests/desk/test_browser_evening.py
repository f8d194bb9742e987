"""An evening at a desk in a real browser: entries, draw, boxes, phones, a call, a withdrawal, the wall, the paper."""

from __future__ import annotations

import re
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Literal

import httpx
import pypdfium2
import pytest
import uvicorn
from playwright.sync_api import Browser, BrowserContext, Page, expect

from desk.acts import Role
from desk.app import DeskApp
from desk.keeping.database import Database
from desk.keeping.people import Place
from desk.pages import public
from desk.service import clock, judging, results, setting_up
from desk.service.desk import Desk
from engine.tournament.entries import TeamEntry
from tests.desk.box_tables import BoxTable
from tests.desk.hall import COMMITTEE, JUDGE, Hall, plays, teams
from tests.firmware.panel.test_browser_pages import FAULTS
from tests.firmware.panel.test_looks import CLIPPED, FAINT
from web.gate import COOKIE
from web.server import HERE, listen
from words.text import LANGUAGES

ENTRIES = "\n".join(f"Taldea {name};Kluba {name};Ane {name};Jon {name}" for name in "ABCDEFGHIJKLMNOP")
BOXES = 4
"""Tables with a box; at the others pairs tell by their phones."""
THEMES: tuple[Literal["dark", "light"], ...] = ("dark", "light")
WIDTHS = (390 // 2, 390 * 2 // 3, 390, 1280, 1920)
"""The first two are a phone whose letters are twice, and one and a half times, as large."""

TARGET = 10
TWO_LINES = 40
"""Dots of height that a number or a small button has only where its word is broken."""
PATIENCE = 90_000
"""Milliseconds: a machine may be busy."""


class Served:
    """A desk that is served on a port of this machine."""

    def __init__(self, database: Database) -> None:
        self.desk = Desk(database)
        self._listening = listen(HERE, 0)
        self.port = self._listening.getsockname()[1]
        self.address = f"http://{HERE}:{self.port}"
        config = uvicorn.Config(DeskApp(self.desk, network=True).app, log_level="warning", lifespan="off")
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [self._listening]})
        self._thread.start()

    def kept(self, key: str) -> Any:
        """What a browser keeps that was let in with this key."""
        return {"name": f"{COOKIE}-{self.port}", "value": key, "url": self.address}

    def close(self) -> None:
        self._server.should_exit = True
        self._thread.join()
        self._listening.close()


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with closing(Database.in_folder(tmp_path)) as database, closing(Served(database)) as made:
        yield made


class Phones:
    """The phones of all pairs in one browser without a window, each in a context of its own."""

    def __init__(self, browser: Browser, served: Served) -> None:
        self._browser, self._served = browser, served
        self._contexts: dict[str, BrowserContext] = {}

    def at(self, team: str) -> Page:
        """The pair's phone, at its own page; it came in by its code once."""
        if team not in self._contexts:
            [issued] = self._served.desk.issue([Place(1, Role.PAIR, team=team)])
            self._contexts[team] = context = self._browser.new_context(viewport={"width": 390, "height": 800})
            context.set_default_timeout(PATIENCE)
            page = context.new_page()
            page.goto(f"{self._served.address}/I/{issued.code}")
            page.wait_for_url(re.compile("/t/1/pair$"))
            return page
        page = self._contexts[team].pages[0]
        page.reload()
        return page

    def plays(self, one: str, other: str, *tantos: int) -> None:
        """Two mantxak, each told by the one pair; the other agrees with the first, and confirms the whole."""
        for last in (False, True):
            teller = self.at(one)
            teller.get_by_label("We", exact=True).fill(str(tantos[0]))
            teller.get_by_label("They", exact=True).fill(str(tantos[1]))
            teller.get_by_role("button", name="Tell it", exact=True).click()
            expect(teller.locator(".chip.waiting").first).to_be_visible()
            answering = self.at(other)
            answering.get_by_role("button", name="Yes, we confirm it" if last else "It is so", exact=True).click()
            expect(answering.locator(".chip.confirmed" if last else ".agreed-so-far")).to_be_visible()

    def close(self) -> None:
        for context in self._contexts.values():
            context.close()


def test_an_evening(browser: Browser, served: Served, tmp_path: Path) -> None:
    secretary = browser.new_page(viewport={"width": 1280, "height": 800})
    secretary.set_default_timeout(PATIENCE)
    wrong: list[str] = []
    secretary.on("pageerror", lambda error: wrong.append(str(error)))
    secretary.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    begun(secretary, served)
    wall = browser.new_page(viewport={"width": 1920, "height": 1080})
    wall.set_default_timeout(PATIENCE)
    wall.goto(f"{served.address}/t/1/wall")
    phones = Phones(browser, served)
    desk = f"{served.address}/t/1/desk"
    stack = ExitStack()
    codes = table_codes(secretary, desk)[:BOXES]
    boxes = [BoxTable(stack, tmp_path / code, served.address, {"code": code}) for code in codes]
    for number in (1, 2, 3):
        secretary.goto(desk)
        secretary.get_by_label(re.compile("Seed")).fill(f"hazia {number}")
        secretary.get_by_role("button", name="Draw the next round").click()
        expect(secretary.locator("main")).to_contain_text(f"hazia {number}")
        meetings = pairings(served, number)
        expect(wall.locator("main")).to_contain_text(f"Round {number}")
        expect(wall.locator(".leaf").first.locator(".meeting")).to_have_count(8)  # or seven and a bye
        if number == 1:
            judged(phones.at(meetings[-1][1]), secretary, desk)
            from_paper(secretary, served, meetings[BOXES][0])
        for _, one, other in meetings[BOXES + (number == 1) :]:
            phones.plays(one, other, TARGET, 5 + number)
        for box, (partida, _, _) in zip(boxes, meetings, strict=False):
            box.play(partida)
        confirmed(served, number)
        if number == 2:
            withdrawn(secretary, desk)
    expect(wall.locator(".side.won")).not_to_have_count(0)
    assert printed(served) >= {"Round 3", "Taldea A"}
    rows = httpx.get(f"{served.address}/api/standings", timeout=20).json()
    assert len(rows) == 15
    assert "T08" not in [row["team"] for row in rows]
    reports = served.desk.state(1).reports.values()
    assert Counter(one[-1].role for one in reports) == {Role.TABLE: 3 * BOXES, Role.PAIR: 10, Role.COMMITTEE: 1}
    stack.close()
    phones.close()
    wall.close()
    secretary.close()
    assert wrong == []


def begun(page: Page, served: Served) -> None:
    """The tournament is begun, its teams are read in from a list, and it is locked."""
    page.goto(served.address)
    page.get_by_label("Name", exact=True).fill("Herriko txapelketa")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/t/1/desk")
    page.goto(f"{served.address}/t/1/desk/entries")
    page.get_by_label(re.compile("A team a line")).fill(f"{ENTRIES}\nTaldea Z;Kluba")
    for name, encoding in (("Beñat", "cp1252"), ("Begoña", "utf-16"), ("Iñaki", "utf-8-sig"), ("Eñaut", "utf-8")):
        listed = f"{ENTRIES}\nTaldea Z;Kluba;{name}".encode(encoding)
        file = {"name": "izenak.csv", "mimeType": "text/csv", "buffer": listed}
        page.locator("input[type=file]").set_input_files(file)
        expect(page.get_by_label(re.compile("A team a line"))).to_have_value(re.compile(f"^Taldea A.*{name}$", re.S))
    page.get_by_role("button", name="Enter them").click()
    expect(page.get_by_role("status")).to_contain_text("Entered from the list: 16")
    expect(page.get_by_role("status")).to_contain_text("Line 17: a team has two players, not 1.")
    page.goto(f"{served.address}/t/1/desk/settings")
    page.get_by_label("Tantos of a mantxa").fill(str(TARGET))
    page.get_by_label("Mantxak that win a partida").fill("2")
    page.get_by_label("How many rounds, zeros, groups or tables").first.fill("3")
    page.get_by_role("button", name="Keep it so").click()
    page.goto(f"{served.address}/t/1/desk")
    page.get_by_role("button", name="Lock it").click()
    expect(page.locator("main")).to_contain_text("the first round can be drawn")


def table_codes(page: Page, desk: str) -> list[str]:
    """The codes of all tables, as the secretary gets them to hand them over."""
    page.goto(f"{desk}/people")
    page.get_by_role("button", name="New codes All tables").click()
    expect(page.locator(".tickets .code")).to_have_count(8)
    return [code.replace(" ", "") for code in page.locator(".tickets .code").all_text_contents()]


def confirmed(served: Served, number: int) -> None:
    """Waits until every result of a round has come in."""
    end = time.monotonic() + 60
    while left := [one for one in served.desk.state(1).tournament.partidak.values() if not one.winner or one.waits_for]:
        assert time.monotonic() < end, f"round {number}: {left}"
        time.sleep(0.05)


def pairings(served: Served, number: int) -> list[tuple[int, str, str]]:
    """Who meets whom in a round, and still plays."""
    tournament = served.desk.state(1).tournament
    return [
        (one.pairing.partida, str(one.pairing.teams[0]), str(one.pairing.teams[1]))
        for one in tournament.partidak.values()
        if one.pairing.round == number and None not in one.pairing.teams
    ]


def judged(phone: Page, secretary: Page, desk: str) -> None:
    """A pair calls; the judge comes, and sees to it."""
    phone.get_by_text("Call the judge").first.click()
    phone.get_by_label(re.compile("What about")).fill("kanta before mus")
    phone.get_by_role("button", name="Call the judge").click()
    expect(phone.locator("main")).to_contain_text("comes to your table")
    secretary.goto(f"{desk}/judge")
    expect(secretary.locator("main")).to_contain_text("kanta before mus")
    secretary.get_by_role("button", name="Seen to").click()
    expect(secretary.locator("main")).to_contain_text("seen to")


def from_paper(secretary: Page, served: Served, partida: int) -> None:
    """The secretary types a result; somebody else of the committee has looked at the paper again."""
    secretary.goto(f"{served.address}/t/1/desk/partida/{partida}")
    first, second = secretary.locator(".typing").first.locator("input[name^=a]"), secretary.locator("input[name^=b]")
    for row in (0, 1):
        first.nth(row).fill(str(TARGET))
        second.nth(row).fill(str(5 + row))
    secretary.get_by_role("button", name="Type it").click()
    expect(secretary.locator(".chip.waiting").first).to_be_visible()
    with httpx.Client(base_url=served.address, timeout=20) as other:
        _, key = served.desk.admit(Place(1, Role.COMMITTEE), "Iker")
        other.cookies.set(f"{COOKIE}-{served.port}", key)
        page = other.get(f"/t/1/desk/partida/{partida}").text
        fields = dict(re.findall(r'name="(token|mantxak)" value="([^"]*)"', page))
        answer = other.post(f"/t/1/desk/partida/{partida}/look", data=fields, headers={"Origin": served.address})
        assert answer.status_code == 303


def withdrawn(secretary: Page, desk: str) -> None:
    """A team goes home."""
    secretary.goto(f"{desk}/teams")
    secretary.get_by_text("A team leaves").click()
    form = secretary.locator("form[action$='/out']")
    form.get_by_label("Team").select_option("T08")
    form.get_by_label("Why").fill("went home")
    form.get_by_role("button").click()
    expect(secretary.locator("main")).to_contain_text("T08 Taldea H: withdrawn: went home")


def printed(served: Served) -> set[str]:
    """Which of these words stand on the printed standing."""
    content = httpx.get(f"{served.address}/t/1/standings.pdf", timeout=20).content
    with pypdfium2.PdfDocument(content) as paper:
        text = "".join(page.get_textpage().get_text_bounded() for page in paper)
    return {word for word in ("Round 3", "Taldea A") if word in text}


def test_every_page_can_be_read_aloud_seen_and_fits(browser: Browser, served: Served) -> None:
    settings = {
        "name": "Mendialdeko Mus Txapelketa",
        "rules": "federacion",
        "stages": [{"system": "rounds", "rounds": 1, "go_on": 4}, {"system": "knockout", "second_bracket": True}],
    }
    hall = Hall(served.desk, 8, settings)
    list(plays(hall, 2))
    hall.draw("last")
    hall.step()
    hall.call("kanta before mus")
    keys = [served.desk.admit(Place(1, role), name)[1] for role, name in ((Role.COMMITTEE, "Ane"), (Role.JUDGE, "Jon"))]
    playing = hall.playing()[0].pairing
    keys.append(served.desk.admit(Place(1, Role.PAIR, team=playing.teams[0]))[1])
    context = browser.new_context()
    context.set_default_timeout(PATIENCE)
    context.add_cookies([served.kept("~".join(keys))])
    page = context.new_page()
    home, desk = "/t/1", "/t/1/desk"
    paths = [
        *("/", "/enter", home, f"{home}/round", f"{home}/brackets", f"{home}/team/T01", f"{home}/pair", f"{home}/wall"),
        "/season",
        *(f"{desk}{one}" for one in ("", "/entries", "/settings", "/people", "/results", "/judge", "/teams")),
        f"{desk}/partida/{playing.partida}",
    ]
    found: list[str] = []
    for path in paths:
        for language in LANGUAGES:
            context.add_cookies([{"name": "language", "value": language, "url": served.address}])
            page.goto(f"{served.address}{path}")
            page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
            found += [f"{path}: {fault}" for fault in page.evaluate(FAULTS)]
            found += looked(page, f"{path} {language}")
    context.close()
    assert not found, "\n".join(found)


def test_a_long_name_fits_the_desk_s_pages_on_a_small_phone(browser: Browser, served: Served) -> None:
    number = setting_up.make(served.desk, COMMITTEE, {"name": "Kopa", "rules": "federacion"})
    players = ("Maite Etxeberria Goikoetxea", "Joseba Aranburuzabala")
    entered = [TeamEntry("T01", "Lehenengo taldea " * 3, "Lehenengo kluba", players), TeamEntry("T02", "M" * 60)]
    setting_up.enter(served.desk, number, COMMITTEE, entered)
    keys = [served.desk.admit(Place(number, role), role)[1] for role in (Role.COMMITTEE, Role.JUDGE)]
    with closing(browser.new_context(viewport={"width": 320, "height": 700})) as context:
        context.add_cookies([served.kept("~".join(keys))])
        page, wide = context.new_page(), dict[str, int]()
        page.goto(f"{served.address}/t/{number}/desk/entries")
        wide["before the lock"] = page.evaluate("document.documentElement.scrollWidth")
        for width in (1280, 320):
            page.set_viewport_size({"width": width, "height": 700})
            for one in page.locator(".plain :is(th[scope=row] a, button)").all():
                box = one.bounding_box()
                assert box
                assert box["height"] < TWO_LINES
        setting_up.lock(served.desk, number, COMMITTEE)
        setting_up.draw(served.desk, number, COMMITTEE, "x")
        results.report(served.desk, number, COMMITTEE, 1, [(40, 0)] * 4)
        for path in (
            "desk",
            *(f"desk/{one}" for one in ("people", "judge", "teams", "entries", "results", "partida/1")),
            "team/T02",
        ):
            page.goto(f"{served.address}/t/{number}/{path}")
            page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
            wide[path] = page.evaluate("document.documentElement.scrollWidth")
        assert set(wide.values()) == {320}, wide
        page.goto(f"{served.address}/t/{number}/desk/people")
        page.get_by_role("button", name="New codes All pairs").click()
        page.emulate_media(media="print")
        page.set_viewport_size({"width": 718, "height": 1000})  # a sheet of A4
        tickets = [one.bounding_box() for one in page.locator(".tickets li").all()]
        assert len({round(one["width"]) for one in tickets if one}) == 1, tickets
        page.emulate_media(media="screen")
        page.set_viewport_size({"width": 1280, "height": 700})
        page.goto(f"{served.address}/t/{number}/desk")
        name = page.get_by_role("link", name="Lehenengo").bounding_box()
        assert name
        assert name["width"] > 100


BESIDE = """() => [...document.querySelectorAll('.standing tbody tr')].every(row => {
  const [name, figure] = [1, 2].map(cell => row.cells[cell].getBoundingClientRect());
  return figure.top < name.bottom && name.top < figure.bottom && name.right <= figure.left;
})"""
"""Whether the figures stand beside every name in the standing."""


# Letters twice as large leave half the width: 800 pixels then are as 400 are else.
@pytest.mark.parametrize(("width", "beside"), [(412, True), (800 // 2, True), (360, False), (360 // 2, False)])
def test_figures_stand_beside_a_name_in_the_standing_where_there_is_room(
    browser: Browser, served: Served, width: int, beside: bool
) -> None:
    number = setting_up.make(served.desk, COMMITTEE, {"name": "Kopa", "rules": "federacion"})
    setting_up.enter(served.desk, number, COMMITTEE, teams(2))
    setting_up.lock(served.desk, number, COMMITTEE)
    setting_up.draw(served.desk, number, COMMITTEE, "x")
    results.report(served.desk, number, COMMITTEE, 1, [(40, 0)] * 4)
    with closing(browser.new_context(viewport={"width": width, "height": 700})) as context:
        page = context.new_page()
        page.goto(f"{served.address}/t/{number}")
        assert page.evaluate(BESIDE) is beside
        assert page.evaluate("document.documentElement.scrollWidth") == width


UNEVEN = """() => [...document.querySelectorAll('.fields')].flatMap(fields => {
  const boxes = [...fields.querySelectorAll('.field :is(input, select)')].map(one => one.getBoundingClientRect());
  return boxes.filter(one => boxes.some(other => one.top < other.bottom && other.top < one.bottom
    && Math.abs(one.top - other.top) > 3)).map(one => [one.x, one.y]);
})"""
"""The fields that do not stand on one line with those beside them."""


def test_fields_beside_each_other_stand_on_one_line(browser: Browser, served: Served) -> None:
    number = setting_up.make(served.desk, COMMITTEE, {"name": "Kopa", "rules": "federacion"})
    _, key = served.desk.admit(Place(number, Role.COMMITTEE), "Ane")
    with closing(browser.new_context(viewport={"width": 1280, "height": 800}, locale="es")) as context:
        context.add_cookies([served.kept(key)])
        page = context.new_page()
        for path in ("/settings", "/entries"):
            page.goto(f"{served.address}/t/{number}/desk{path}")
            assert page.evaluate(UNEVEN) == [], path


EMPTY = """() => [...document.querySelectorAll('main section')].filter(one => one.offsetHeight
  && [...one.children].every(within => within.matches('h2') || !within.offsetHeight)).map(one => one.innerText)"""
"""The sections of which nothing but the heading is seen."""


def test_calls_and_rulings_are_printed_without_what_is_done_about_them(browser: Browser, served: Served) -> None:
    hall = Hall(served.desk, 2, {"name": "Kopa", "rules": "nabo"})
    hall.draw("x")
    hall.call("kanta before mus")
    judging.rule(served.desk, 1, JUDGE, "It stands")
    with closing(browser.new_context()) as context:
        _, key = served.desk.admit(Place(1, Role.JUDGE), "Koldo")
        context.add_cookies([served.kept(key)])
        page = context.new_page()
        page.goto(f"{served.address}/t/1/desk/judge")
        page.emulate_media(media="print")
        expect(page.get_by_text("kanta before mus")).to_be_visible()
        expect(page.get_by_text("It stands")).to_be_visible()
        expect(page.locator("form:visible")).to_have_count(0)
        for path in ("/desk/judge", "/desk/teams", "/desk/partida/1", "/desk"):
            page.goto(f"{served.address}/t/1{path}")
            assert page.evaluate(EMPTY) == [], path


def test_a_page_follows_the_tournament_around_what_somebody_types(browser: Browser, served: Served) -> None:
    Hall(served.desk, 2, {"name": "Kopa", "rules": "nabo", "options": {"mantxak": 2}}).draw("x")
    _, key = served.desk.admit(Place(1, Role.JUDGE), "Koldo")
    with closing(browser.new_context()) as context, closing(Phones(browser, served)) as phones:
        context.set_default_timeout(PATIENCE)
        context.add_cookies([served.kept(key)])
        judge, one, other = context.new_page(), phones.at("T01"), phones.at("T02")
        judge.goto(f"{served.address}/t/1/desk/judge")
        judge.get_by_label("Ruling").press_sequentially("Half a")
        one.get_by_label("We", exact=True).fill("43")
        one.get_by_label("They", exact=True).fill("2")
        one.get_by_role("button", name="Tell it", exact=True).click()
        expect(one.get_by_role("alert")).to_contain_text("43")
        expect(one).to_have_url(re.compile("/t/1/pair$"))
        one.get_by_text("Call the judge").first.click()
        other.get_by_label("We", exact=True).fill("12")
        other.get_by_label("They", exact=True).fill("40")
        other.get_by_role("button", name="Tell it", exact=True).click()
        expect(one.locator(".looked")).to_have_text("40–12")
        expect(one.get_by_label(re.compile("What about"))).to_be_visible()
        other.get_by_text("Call the judge").first.click()
        other.get_by_role("button", name="Call the judge").click()
        expect(one.locator("main")).to_contain_text("comes to your table")
        expect(one.get_by_label("We", exact=True)).to_have_value("43")
        expect(one.get_by_role("alert")).to_contain_text("43")
        expect(judge.get_by_role("button", name="Seen to")).to_be_visible()
        judge.keyboard.type(" ruling")
        expect(judge.get_by_label("Ruling")).to_have_value("Half a ruling")


def test_codes_on_the_screen_hold_where_their_form_was_sent_again(browser: Browser, served: Served) -> None:
    Hall(served.desk, 100, {"name": "Kopa", "rules": "nabo"}).draw("x")
    _, key = served.desk.admit(Place(1, Role.COMMITTEE), "Ane")
    with closing(browser.new_context()) as context:
        context.set_default_timeout(PATIENCE)
        context.add_cookies([served.kept(key)])
        page, sent = context.new_page(), list[str]()
        page.on("request", lambda asked: sent.append(asked.url) if asked.method == "POST" else None)
        page.goto(f"{served.address}/t/1/desk/people")
        page.get_by_role("button", name="New codes All pairs").dblclick(delay=120)
        expect(page.locator(".tickets li")).to_have_count(100)
        assert len(sent) == 1
        codes = page.locator(".code").all_inner_texts()
        page.reload()
        expect(page.get_by_role("alert")).to_contain_text("they hold until made anew or taken back")
        assert len(sent) == 2
        assert served.desk.enter(codes[99])


FOCUSED = "document.activeElement.outerHTML + document.activeElement.parentElement.innerHTML"
"""What has the focus, and what stands beside it."""


def test_a_page_that_is_fetched_anew_keeps_the_focus_and_what_was_scrolled_sideways(
    browser: Browser, served: Served
) -> None:
    settings = {"name": "Kopa", "rules": "federacion", "options": {"mantxak": 2}, "stages": [{"system": "knockout"}]}
    hall = Hall(served.desk, 16, settings)
    list(plays(hall, 2))
    hall.draw("last")
    for ruling in ("It stands", "It falls"):
        judging.rule(served.desk, 1, JUDGE, ruling)
    open_one = hall.playing()[0].pairing.partida
    with closing(browser.new_context(viewport={"width": 390, "height": 800})) as context:
        context.set_default_timeout(PATIENCE)
        keys = [served.desk.admit(Place(1, role), role)[1] for role in (Role.COMMITTEE, Role.JUDGE)]
        context.add_cookies([served.kept("~".join(keys))])
        focused = {
            "desk/results": ".meeting .button >> nth=1",
            "desk": ".listed a >> nth=1",
            "desk/teams": "summary >> nth=2",
            "desk/judge": ".acts summary >> nth=1",
            f"desk/partida/{open_one}": "form .button >> nth=0",
            "round": ".team >> nth=3",
            "brackets": ".drawn",
        }
        pages = {path: context.new_page() for path in focused}
        names = dict[str, str]()
        for path, page in pages.items():
            page.goto(f"{served.address}/t/1/{path}")
            page.locator(focused[path]).focus()
            names[path] = page.evaluate(FOCUSED)
        pages["brackets"].evaluate("document.activeElement.scrollLeft = 200")
        hall.call("kanta before mus")
        for path, page in pages.items():
            expect(page.locator(f"#main[data-stands='{served.desk.state(1).number}']")).to_be_attached()
            assert page.evaluate(FOCUSED) == names[path], path
        assert pages["brackets"].evaluate("document.activeElement.scrollLeft") == 200


def test_a_page_that_is_fetched_anew_has_one_language_and_the_round_s_title(browser: Browser, served: Served) -> None:
    hall = Hall(served.desk, 2, {"name": "Kopa", "rules": "nabo", "stages": [{"system": "rounds", "rounds": 2}]})
    hall.draw("x")
    with closing(browser.new_context(locale="en")) as context:
        context.set_default_timeout(PATIENCE)
        context.add_cookies([served.kept(served.desk.admit(Place(1, Role.JUDGE), "Koldo")[1])])
        rounds, judge = context.new_page(), context.new_page()
        rounds.goto(f"{served.address}/t/1/round")
        judge.goto(f"{served.address}/t/1/desk/judge")
        judge.get_by_label("Ruling").fill("Half a")
        hall.round()
        hall.draw("y")
        expect(rounds).to_have_title(re.compile("Round 2"))
        context.add_cookies([{"name": "language", "value": "es", "url": served.address}])
        hall.call("kanta before mus")
        expect(rounds.locator("html")).to_have_attribute("lang", "es")
        expect(judge.locator("main")).to_contain_text("kanta before mus")
        expect(judge.locator("html")).to_have_attribute("lang", "en")
        judge.locator("textarea").fill("")
        judge.locator("textarea").blur()
        expect(judge.locator("html")).to_have_attribute("lang", "es")


def test_a_page_that_answers_a_form_is_loaded_in_another_language_without_sending_it_again(
    browser: Browser, served: Served
) -> None:
    setting_up.make(served.desk, COMMITTEE, {"name": "Kopa", "rules": "nabo"})
    with closing(browser.new_context(locale="en")) as context:
        context.set_default_timeout(PATIENCE)
        context.add_cookies([served.kept(served.desk.admit(Place(1, Role.COMMITTEE), "Ane")[1])])
        page, sent = context.new_page(), list[str]()
        page.on("request", lambda asked: sent.append(asked.url) if asked.method == "POST" else None)
        page.goto(f"{served.address}/t/1/desk/entries")
        teams = page.locator("form:has(textarea[name=list])")
        teams.locator("textarea").fill("Elko A;Elko;Ane;Jon\nReno B;Reno;Miren;Koldo")
        teams.locator("button").last.click()
        expect(page.get_by_role("status").first).to_be_visible()
        context.add_cookies([{"name": "language", "value": "es", "url": served.address}])
        setting_up.scratch(served.desk, 1, COMMITTEE, "T01")
        expect(page.locator("html")).to_have_attribute("lang", "es")
        assert (len(sent), list(served.desk.state(1).entries)) == (1, ["T02"])


def test_a_form_whose_answer_was_lost_may_be_sent_again_after_ten_seconds(browser: Browser, served: Served) -> None:
    setting_up.make(served.desk, COMMITTEE, {"name": "Kopa", "rules": "nabo"})
    with closing(browser.new_context(locale="en")) as context:
        context.set_default_timeout(PATIENCE)
        context.add_cookies([served.kept(served.desk.admit(Place(1, Role.COMMITTEE), "Ane")[1])])
        page, sent = context.new_page(), list[str]()
        page.clock.install()
        page.goto(f"{served.address}/t/1/desk/entries")
        teams = page.locator("form:has(textarea[name=list])")
        teams.locator("textarea").fill("Elko A;Elko;Ane;Jon")
        page.on("request", lambda asked: sent.append(asked.url) if asked.method == "POST" else None)
        page.route("**/*", lambda asked: asked.abort("aborted"))  # the page stays, as where no answer comes
        page.clock.pause_at(datetime.now(UTC) + timedelta(hours=1))
        for passed, expected in ((0, 1), (9_999, 1), (1, 2)):
            page.clock.run_for(passed)
            teams.locator("button").last.click()
            page.evaluate("document.title")  # what the click has sent is told by then
            assert len(sent) == expected


def test_the_wall_turns_its_leaves_by_itself(browser: Browser, served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(public, "_ON_A_PHONE", 13)
    Hall(served.desk, 40, {"name": "Kopa", "rules": "nabo", "stages": [{"system": "rounds"}]}).draw("x")
    wall = browser.new_page(viewport={"width": 1920, "height": 1080})
    wall.set_default_timeout(PATIENCE)
    wall.clock.install()
    wall.goto(f"{served.address}/t/1/wall")
    seen = list[str]()
    for section in ("1/3", "2/3", "3/3", "1/3"):
        expect(wall.locator(".leaf.shown h2")).to_have_text(re.compile(f"{section}$"))
        seen += wall.locator(".leaf.shown .meeting .table").all_text_contents()
        wall.clock.run_for(9000)
    wall.close()
    tables = [int(one) for one in seen if one.isdecimal()]
    assert tables[:20] == list(range(1, 21))
    assert tables[20:] == tables[: len(tables) - 20]


def test_the_seats_of_a_side_are_not_broken_on_a_phone(browser: Browser, served: Served) -> None:
    stages = [{"system": "equipos", "tables": 2, "games": 1}]
    number = setting_up.make(served.desk, COMMITTEE, {"name": "Kopa", "rules": "nabo", "stages": stages})
    sides = [TeamEntry(f"T0{one}", f"Peña Los Amigos del Mus de Santurtzi {one}") for one in (1, 2)]
    setting_up.enter(served.desk, number, COMMITTEE, sides)
    setting_up.lock(served.desk, number, COMMITTEE)
    setting_up.draw(served.desk, number, COMMITTEE)
    with closing(browser.new_page(viewport={"width": 360, "height": 740}, locale="eu")) as page:
        page.goto(f"{served.address}/t/{number}")
        lines = "one => { const all = new Range(); all.selectNodeContents(one); return all.getClientRects().length; }"
        assert page.get_by_text("I-H").first.evaluate(lines) == 1


def test_the_wall_shows_every_line_of_pairs_with_long_names(browser: Browser, served: Served) -> None:
    number = setting_up.make(served.desk, COMMITTEE, {"name": "Kopa", "rules": "nabo"})
    pairs = [(f"Haizea Goikoetxea Zabala {one}", f"Joseba Fernandez de Larrinoa {one}") for one in range(24)]
    setting_up.enter(served.desk, number, COMMITTEE, [TeamEntry(f"T{one:02}", "", "", pairs[one]) for one in range(24)])
    setting_up.lock(served.desk, number, COMMITTEE)
    setting_up.draw(served.desk, number, COMMITTEE, "x")
    with closing(browser.new_page(viewport={"width": 1920, "height": 1080})) as wall:
        wall.clock.install()
        wall.goto(f"{served.address}/t/{number}/wall")
        foot = wall.locator(".wall-address").bounding_box()
        assert foot
        seen = list[str]()
        for _ in range(wall.locator(".leaf").count()):
            for line in wall.locator(".leaf.shown .meeting").all():
                box = line.bounding_box()
                assert box
                assert box["y"] + box["height"] <= foot["y"]
            seen += wall.locator(".leaf.shown .meeting .table").all_text_contents()
            wall.clock.run_for(9000)
        assert seen == [str(table) for table in range(1, 13)]


@pytest.mark.parametrize("refused", [404, 502])
def test_the_wall_goes_on_after_a_leaf_that_did_not_come(
    browser: Browser, served: Served, monkeypatch: pytest.MonkeyPatch, refused: int
) -> None:
    monkeypatch.setattr(public, "_ON_A_PHONE", 13)
    Hall(served.desk, 40, {"name": "Kopa", "rules": "nabo", "stages": [{"system": "rounds"}]}).draw("x")
    wall = browser.new_page(viewport={"width": 1920, "height": 1080})
    wall.set_default_timeout(PATIENCE)
    wall.clock.install()
    wall.route("**/wall?leaf=2", lambda asked: asked.fulfill(status=refused), times=1)
    wall.goto(f"{served.address}/t/1/wall")
    for section in ("1/3", "2/3", "1/3", "2/3", "3/3"):
        expect(wall.locator(".leaf.shown h2")).to_have_text(re.compile(f"{section}$"))
        wall.clock.run_for(9000)
    wall.close()


@pytest.mark.parametrize("path", ["round", "wall"])
def test_an_open_page_says_no_longer_how_juegos_begin_once_the_time_is_over_federacion_36(
    browser: Browser, served: Served, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    settings = {"name": "Kopa", "rules": "federacion", "options": {"mantxak": 2, "target": 30}}
    Hall(served.desk, 4, settings | {"stages": [{"system": "rounds"}]}).draw("x")
    start = datetime.now(UTC)
    shown = clock.shown(served.desk.state(1), 1)
    assert shown
    nearly = start + timedelta(seconds=shown.left - 3)
    monkeypatch.setattr(clock, "_now", lambda: nearly)
    with closing(browser.new_page()) as page:
        page.set_default_timeout(PATIENCE)
        page.clock.install()
        asked = list[str]()
        page.on("request", lambda request: asked.append(request.url))
        page.goto(f"{served.address}/t/1/{path}")
        hint = page.get_by_text("the last juego may begin at 20").first
        expect(hint).to_be_visible()
        monkeypatch.setattr(clock, "_now", lambda: nearly + timedelta(seconds=10))
        page.clock.run_for(10_000)
        expect(hint).to_have_count(0)
        asked.clear()
        page.clock.run_for(30_000)
        assert not [url for url in asked if not url.endswith("/stands")]


def looked(page: Page, what: str) -> list[str]:
    """What is clipped or faint, at every width, in a dark and in a light room."""
    found = []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        found += [f"{what} at {width}: {word}" for word in page.evaluate(CLIPPED)]
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        found += [f"{what}, {theme}: {text}" for text in page.evaluate(FAINT)]
    return found
