"""Who may do what on the panel: strangers, spectators, players, the judge, this machine; and other sites' pages."""

from __future__ import annotations

import asyncio
import io
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from firmware.panel.app import Panel
from firmware.panel.entry.door import Doors, Role, Visitor
from firmware.session.buttons import Button
from firmware.session.choices.choosing import grid
from firmware.session.choices.grid import PLACES
from firmware.session.choices.menu import PHONES
from tests.firmware.panel.asking import ELSEWHERE, ask
from tests.firmware.panel.at_the_panel import ADDRESS, Asker, PanelTable
from tests.firmware.scripted import HANDS
from tests.firmware.table.test_equipos import switched_on
from words.text import LANGUAGES

CLEAR = {"hands": HANDS}
READS = (
    *("/", "/hands", "/match", "/matches", "/display.png", "/picture.jpg", "/api/state", "/health", "/correction"),
    *("/overlay", "/replay", "/export/last.html"),
)
PLAYS = (
    "/setup",
    "/setup/camera",
    "/setup/enrol",
    "/setup/deck",
    "/setup/voice",
    "/setup/layout.png",
    "/choose?w=menu",
)
JUDGES = ("/setup/phones",)
CHANGES = (
    "/api/press/paso",
    "/api/language/eu",
    "/api/match",
    "/api/choose",
    "/api/export/last",
    "/api/deck",
    "/api/pictures",
)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[PanelTable]:
    made = PanelTable(tmp_path, CLEAR, CLEAR, CLEAR)
    yield made
    made.close()


def test_a_stranger_is_asked_for_the_code(table: PanelTable) -> None:
    stranger = table.phone()
    for path in (*READS, *PLAYS, *JUDGES):
        answer = stranger.get(path)
        assert answer.status_code == (401 if path.startswith("/api/") else 303), path
        assert answer.headers.get("location", "/enter") == "/enter"
    for path in (*CHANGES, "/api/codes", "/api/enrol"):
        assert stranger.post(path).status_code == 401, path
    entrance = stranger.get("/enter")
    assert entrance.status_code == 200
    assert 'autocapitalize="characters"' in entrance.text
    assert table.state["calls"] == {}


@pytest.mark.parametrize("role", Role)
def test_each_may_do_what_is_theirs(table: PanelTable, role: Role) -> None:
    phone = table.phone(role)
    for paths, least in ((READS, Role.WATCH), (PLAYS, Role.PLAY), (JUDGES, Role.JUDGE)):
        for path in paths:
            expected = {200} if role >= least else {403}
            assert phone.get(path).status_code in expected, (path, role)
    refused = {path for path in CHANGES if phone.post(path).status_code == 403}
    assert refused == (set(CHANGES) if role is Role.WATCH else set())
    assert phone.post("/api/codes").status_code == (200 if role is Role.JUDGE else 403)


@pytest.mark.parametrize(
    ("role", "path", "sentence"),
    [
        (Role.WATCH, "/setup", "Spectators read: the players' code lets you press."),
        (Role.PLAY, "/setup/phones", "judge's code"),
        (None, "/nowhere", "There is no such page."),
    ],
)
def test_a_page_that_is_not_for_them_says_why_and_takes_another_code(
    table: PanelTable, role: Role | None, path: str, sentence: str
) -> None:
    page = unescape(table.phone(role).get(path).text)
    assert sentence in page
    assert '<form method="post" action="/enter">' in page


def test_a_typed_code_lets_in(table: PanelTable) -> None:
    invitation = table.doors.invitation(Role.PLAY)
    assert invitation
    sent = {"Origin": f"http://{ADDRESS}"}
    app = table.panel.app
    answer = ask(app, "POST", "/enter", headers=sent, data={"code": invitation.code}, of=ELSEWHERE, host=ADDRESS)
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    inside = ask(app, "GET", "/", cookies=dict(answer.cookies), of=ELSEWHERE, host=ADDRESS)
    assert inside.status_code == 200
    assert 'data-button="paso"' in inside.text


def test_two_tables_on_one_machine_each_know_a_browser_that_both_let_in(table: PanelTable, tmp_path: Path) -> None:
    other, kept = PanelTable(tmp_path / "other"), dict[str, str]()
    both = ((table, ADDRESS), (other, ADDRESS.replace("8040", "8041")))
    for one, host in both:
        invitation = one.doors.invitation(Role.PLAY)
        assert invitation
        kept |= ask(one.panel.app, "GET", f"/i/{invitation.code}", of=ELSEWHERE, host=host).cookies
    for one, host in both:
        page = ask(one.panel.app, "GET", "/", cookies=kept, of=ELSEWHERE, host=host)
        assert 'data-button="paso"' in page.text
    other.close()


def test_the_qr_code_brings_a_phone_straight_in(table: PanelTable) -> None:
    invitation = table.doors.invitation(Role.WATCH)
    assert invitation
    path = invitation.link.removeprefix(f"HTTP://{ADDRESS}")
    answer = ask(table.panel.app, "GET", path, of=ELSEWHERE, host=ADDRESS)
    assert answer.status_code == 200
    assert "hamarreko-8040=watch." in answer.headers["set-cookie"]
    assert 'http-equiv="refresh"' in answer.text


def test_a_link_that_lets_somebody_in_takes_nothing_from_who_may_more(table: PanelTable) -> None:
    watch, judge = table.doors.invitation(Role.WATCH), table.phone(Role.JUDGE)
    assert watch
    assert "hamarreko-8040=judge." in judge.get(f"/i/{watch.code}").headers["set-cookie"]


@pytest.mark.parametrize("role", Role)
def test_the_page_leads_to_what_is_for_those_who_watch(table: PanelTable, role: Role) -> None:
    phone, said = table.phone(role), set()
    for language in LANGUAGES:
        table.appliance.presenter.speak(language)
        found = re.search(r'<a href="([^"]*)" class="way" id="watch">(.*?)<svg', phone.get("/").text)
        assert found
        assert phone.get(found[1]).status_code == 200
        said.add(found[2])
    assert len(said) == len(LANGUAGES)


def test_an_address_with_the_code_brings_a_screen_straight_to_it(table: PanelTable) -> None:
    invitation = table.doors.invitation(Role.WATCH)
    assert invitation
    answer = table.phone().get(f"/i/{invitation.code}/overlay?view=bar&size=90")
    assert 'content="0;url=/overlay?view=bar&amp;size=90"' in answer.text
    assert "hamarreko-8040=watch." in answer.headers["set-cookie"]
    screen = table.phone(Role.WATCH)
    assert screen.get("/overlay?view=bar").status_code == 200
    refused = screen.get("/overlay?view=wall")
    assert refused.status_code == 400
    assert "The address has view=wall: there are stream, phone, bar." in refused.text


def test_a_wrong_code_lets_nobody_in_and_many_are_too_many(table: PanelTable) -> None:
    app, sent = table.panel.app, {"Origin": f"http://{ADDRESS}"}
    for _ in range(10):
        answer = ask(app, "POST", "/enter", headers=sent, data={"code": "12345"}, of=ELSEWHERE, host=ADDRESS)
        assert answer.status_code == 403
        assert "set-cookie" not in answer.headers
    assert "not the code that the box shows" in answer.text
    answer = ask(app, "GET", "/i/12345", of=ELSEWHERE, host=ADDRESS)
    assert answer.status_code == 429
    assert "wait a minute" in answer.text
    assert ask(app, "POST", "/enter", headers={"Origin": "null"}, data={"code": "1"}, of=ELSEWHERE).status_code == 403


def test_a_spectators_page_has_no_buttons(table: PanelTable) -> None:
    page = table.phone(Role.WATCH).get("/").text
    assert "data-button" not in page
    assert "You are watching." in page
    assert "/setup" not in page


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"X-Token": "guessed"},
        {"Origin": f"http://{ADDRESS}"},
        {"Origin": "http://elsewhere.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "none"},
    ],
)
def test_another_sites_page_presses_nothing_for_a_player(table: PanelTable, headers: dict[str, str]) -> None:
    phone = table.phone(Role.PLAY)
    token = phone.token
    if headers and "X-Token" not in headers and headers != {"Origin": f"http://{ADDRESS}"}:
        headers = {**headers, "X-Token": token}  # even if it knew the token
    headers = headers or {"Accept": "*/*"}
    assert phone.post("/api/press/paso", **headers).status_code == 403
    assert table.state["calls"] == {}
    assert phone.post("/api/press/paso").status_code == 200


def test_one_visitors_token_is_no_good_for_another(table: PanelTable) -> None:
    one, other = table.phone(Role.PLAY), table.phone(Role.PLAY)
    sent = {"Origin": f"http://{ADDRESS}", "X-Token": one.token}
    assert other.post("/api/press/paso", **sent).status_code == 403
    assert one.post("/api/press/paso", **sent).status_code == 200


@pytest.mark.parametrize(
    "host", ["elsewhere.example", "hamarreko.evil.example:8040", "", "[::1].example", "127.0.0.1.example"]
)
def test_a_name_that_somebody_else_gave_this_machine_is_none(table: PanelTable, host: str) -> None:
    answer = ask(table.panel.app, "GET", "/api/state", headers={"Host": host})
    assert answer.status_code == 400
    assert "default-src 'none'" in answer.headers["content-security-policy"]


@pytest.mark.parametrize("host", ["127.0.0.1:8040", "localhost:8040", "[::1]:8040", "192.168.1.20"])
def test_this_machine_by_its_own_names(table: PanelTable, host: str) -> None:
    assert ask(table.panel.app, "GET", "/api/state", headers={"Host": host}).status_code == 200


def test_new_codes_end_what_was_open(table: PanelTable) -> None:
    phone = table.phone(Role.PLAY)
    assert phone.get("/").status_code == 200
    assert table.here.post("/api/codes").json()["done"]
    assert phone.get("/").status_code == 303


def test_the_code_is_shown_on_the_box_and_to_the_judge_alone(table: PanelTable) -> None:
    table.appliance.press(Button.LAST)
    table.appliance.press(Button.LAST, held=True)
    table.press(PLACES[_labels(table).index(PHONES)].value, "gehiago")
    invitation = table.doors.invitation(Role.JUDGE)
    assert invitation
    assert invitation.grouped in table.appliance.snapshot().spoken()
    assert invitation.grouped in table.here.get("/api/state").text
    assert invitation.grouped in table.phone(Role.JUDGE).get("/api/state").text
    shown = _pixels(table.here.get("/display.png").content)
    for role in (Role.WATCH, Role.PLAY):
        assert invitation.grouped not in table.phone(role).get("/api/state").text
        seen = _pixels(table.phone(role).get("/display.png").content)
        assert ImageChops.difference(seen, shown).getbbox()
    player = table.phone(Role.PLAY)
    moment = player.get("/api/state").json()["moment"]
    assert player.post("/api/press/back", data={"moment": moment}).json()["done"], "it is the same one to all"


def test_a_player_does_none_of_the_judges_acts(table: PanelTable) -> None:
    table.press("read")
    player, judge = table.phone(Role.PLAY), table.phone(Role.JUDGE)
    player.post("/api/press/last")
    assert player.post("/api/press/last?held").json()["done"]
    refused = player.post("/api/press/envido-ew").json()
    assert (refused["done"], "judge's code" in refused["sentence"]) == (False, True)
    assert judge.post("/api/press/envido-ew").json()["done"]
    assert not player.post("/api/press/gehiago").json()["done"]
    table.press("back", "back")
    choice = {"w": ["menu", "judge", "take", "NS"], "choice": "-2"}
    assert player.post("/api/choose", data=choice).status_code == 403
    assert player.get("/choose?w=menu&w=judge").status_code == 404
    before = table.state["score"]["NS"]
    assert judge.post("/api/choose", data=choice).json()["done"]
    assert table.state["score"]["NS"] == max(0, before - 2)
    assert not player.post("/api/press/back").json()["done"], "a player takes no decision of the judge back"
    assert judge.post("/api/press/back").json()["done"]
    assert table.state["score"]["NS"] == before


def _labels(table: PanelTable) -> list[str]:
    snapshot = table.appliance.snapshot()
    return [cell.label if cell else "" for cell in grid(snapshot.state, snapshot.view.path).cells]


def _pixels(png: bytes) -> Image.Image:
    with Image.open(io.BytesIO(png)) as image:
        return image.convert("L")


def test_in_mus_por_equipos_what_is_played_is_for_those_at_the_table_alone(tmp_path: Path) -> None:
    with switched_on(tmp_path) as playing:
        playing.pass_all()
        playing.press(Button.OK)
        doors = Doors(address=lambda: ADDRESS)
        panel = Panel(playing.appliance, doors)
        codes = {role: doors.invitation(role) for role in (Role.WATCH, Role.PLAY)}
        visitors = {role: doors.enter(code.code) for role, code in codes.items() if code}
        watcher, player = (Asker(panel.app, ELSEWHERE, visitors[role].pass_) for role in codes)  # type: ignore[union-attr]
        outlets = ("/health", "/overlay")
        for path in (*READS, "/hand/1", "/matches"):
            assert player.get(path).status_code != 403, path
            assert watcher.get(path).status_code == (200 if path in outlets else 403), path
        for path in ("/", "/nowhere"):
            page = watcher.get(path).text
            assert '<form method="post" action="/enter">' in page
            assert "<script" not in page, "none that would ask the table for what it keeps"
        open_already = panel._changes.told_to(Visitor(Role.WATCH), ELSEWHERE, panel._told)
        assert asyncio.run(asyncio.wait_for(anext(open_already, "it ends"), 20)) == "it ends"
        panel.stop()
