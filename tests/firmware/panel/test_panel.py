"""The panel's addresses, and the appliance behind them."""

from __future__ import annotations

import asyncio
import io
import json
import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import httpx
import pytest
from PIL import Image

from engine.records import HandRecord
from engine.showdown import score
from firmware.devices.cameras.camera import FolderCamera
from firmware.devices.choose import Devices
from firmware.keeping.journal import Journal
from firmware.panel import app, changes
from firmware.panel.app import Panel
from firmware.panel.entry.door import Role, Visitor
from firmware.panel.page import SCRIPTS
from firmware.session.buttons import Button
from firmware.session.events import NamesGiven
from firmware.table.appliance import Appliance
from firmware.table.snapshot import Snapshot
from tests.firmware.panel.asking import HERE, ask
from tests.firmware.panel.at_the_panel import Asker
from tests.firmware.scripted import HANDS, ScriptedEyes, at_once, devices, write_pictures
from tests.firmware.scripted_parts import ScriptedDisplay, ScriptedKeys

DOUBTFUL = {
    "hands": HANDS,
    "doubts": [{"kind": "card", "seat": "W", "card": 6, "text": "6 or 7", "alternatives": [["7c", 0.6], ["6c", 0.4]]}],
}
FIFTEEN = {"hands": {**HANDS, "W": "11b 3o 7c"}, "doubts": [{"kind": "count", "text": "15 cards found"}]}
CLEAR = {"hands": HANDS}


class Table:
    """An appliance with its panel, asked as a browser asks it."""

    def __init__(self, folder: Path, pictures: Path, rules: str | None = None, reveal: float = 0.0) -> None:
        self.journal = Journal(folder)
        self.display, self.keys = ScriptedDisplay(), ScriptedKeys()
        made = devices(pictures)
        self.appliance = Appliance(
            self.journal,
            Devices(made.camera, made.eyes, (self.display,), (self.keys,)),
            at_once(rules, reveal_seconds=reveal),
        )
        self.panel = Panel(self.appliance)

    def ask(self, method: str, path: str, **headers: str) -> httpx.Response:
        return ask(self.panel.app, method, path, headers=headers)

    def press(self, *names: str) -> dict[str, Any]:
        for name in names:
            body: dict[str, Any] = self.ask("POST", f"/api/press/{name}").json()
        return body

    @property
    def state(self) -> dict[str, Any]:
        state: dict[str, Any] = self.ask("GET", "/api/state").json()
        return state

    def close(self) -> None:
        self.appliance.close()
        self.journal.close()


Start = Callable[..., Table]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts tables on one data folder; a table that runs is closed first, as at a power cut and a new start."""
    running: list[Table] = []

    def started(
        *readings: Mapping[str, Any], rules: str | None = None, reveal: float = 0.0, folder: str = "p"
    ) -> Table:
        while running:
            running.pop().close()
        pictures = tmp_path / folder
        if readings or not pictures.exists():
            write_pictures(pictures, *readings)
        running.append(Table(tmp_path / "data", pictures, rules, reveal))
        return running[-1]

    yield started
    while running:
        running.pop().close()


CONTRACT = ("rules", "score", "games", "esku", "round", "calls", "last", "doubts")


def test_the_state_before_the_first_call(start: Start) -> None:
    state = start(CLEAR).state
    assert {name: state[name] for name in CONTRACT} == {
        "rules": "nabo",
        "score": {"NS": 0, "EW": 0},
        "games": {"NS": 0, "EW": 0},
        "esku": "N",
        "round": "handia",
        "calls": {},
        "last": None,
        "doubts": [],
    }


def test_a_karta_aldia_from_the_first_bid_to_the_next_esku(start: Start) -> None:
    table = start(CLEAR, CLEAR)
    state = table.press("envido-ns", "iduki", "envido-ew", "tira")["state"]
    assert state["round"] == "pareak"
    assert state["score"] == {"NS": 0, "EW": 1}
    state = table.press("paso", "paso")["state"]
    assert state["round"] is None
    assert state["calls"] == {
        "handia": ["NS envido 2", "EW iduki"],
        "txikia": ["EW envido 2", "NS tira"],
        "pareak": [],
        "jokoa": [],
    }
    state = table.press("read")["state"]
    last = state["last"]
    assert last["record"]["cards"] == {seat: hand.split() for seat, hand in HANDS.items()}
    assert score(HandRecord.parse(last["record"])).to_dict() == last["result"]
    assert state["score"] == last["result"]["score"]
    state = table.press("ok")["state"]
    assert (state["esku"], state["round"], state["calls"]) == ("W", "handia", {})
    assert state["last"] == last
    assert state["picture"]["name"] == "hand-02.png"


def test_the_display_is_one_bit_and_is_what_the_devices_show(start: Start) -> None:
    table = start(CLEAR)
    table.press("envido-ns")
    answer = table.ask("GET", "/display.png")
    assert answer.headers["content-type"] == "image/png"
    with Image.open(io.BytesIO(answer.content)) as image:
        assert (image.mode, image.size) == ("1", (128, 64))
        assert image.tobytes() == table.display.shown[-1].tobytes()


def test_buttons_of_a_panel_do_the_same(start: Start) -> None:
    table = start(CLEAR)
    table.keys.press([Button.ENVIDO_EW, Button.TIRA])
    assert table.state["score"] == {"NS": 0, "EW": 1}


def test_an_illegal_press_is_answered_with_the_engines_sentence(start: Start) -> None:
    table = start(CLEAR)
    answer = table.ask("POST", "/api/press/iduki")
    assert answer.status_code == 409
    assert "nothing has been bid" in answer.json()["sentence"]
    state = table.state
    assert "nothing has been bid" in state["display"]
    assert "legal now" in state["notice"]
    assert "legal now" not in state["display"]  # the lit buttons say it
    assert "nothing has been bid" in state["buttons"]["iduki"]
    assert state["buttons"]["paso"] is None
    assert state["calls"] == {}


def test_ok_goes_on_while_marks_come_up(start: Start) -> None:
    state = start(CLEAR, CLEAR, reveal=60.0).press("read", "ok")["state"]
    assert (state["esku"], state["round"], state["deal"]) == ("W", "handia", 2)


def test_the_fourth_round_is_named_by_the_cards_once_they_are_known(start: Start) -> None:
    table = start({"hands": {**HANDS, "E": "12e 11e 4o 2e"}})
    assert table.press("paso", "paso", "paso", "envido-ns")["state"]["calls"]["jokoa"] == ["NS envido 2"]
    state = table.press("iduki", "read")["state"]
    assert state["calls"] == {
        "handia": [],
        "txikia": [],
        "pareak": [],
        "puntua": ["NS envido 2", "EW iduki"],
    }
    record = {**state["last"]["record"], "calls": state["calls"]}
    assert score(HandRecord.parse(record)).to_dict() == state["last"]["result"]


def test_the_last_hand_outlives_its_match(start: Start) -> None:
    table = start(*[CLEAR] * 3)
    won = ("hordago", "hordago", "iduki", "read", "ok")
    last = table.press(*won, *won[:-1])["state"]["last"]
    state = table.press("ok")["state"]
    assert state["games"] == {"NS": 0, "EW": 0}
    assert state["hands"] == []
    assert state["last"] == last


def test_of_two_presses_for_the_same_moment_the_first_counts(start: Start) -> None:
    table = start(CLEAR)

    def press(button: str, moment: str) -> dict[str, Any]:
        content = f"moment={moment}".encode()
        answer: dict[str, Any] = ask(table.panel.app, "POST", f"/api/press/{button}", content=content).json()
        return answer

    shown = table.state["moment"]
    first = press("paso", shown)
    assert (first["overtaken"], first["moment"]) == (False, first["state"]["moment"])
    second = press("paso", shown)
    assert second == {
        "done": False,
        "sentence": "The table has gone on meanwhile: look, and press again.",
        "overtaken": True,
        "moment": first["moment"],
        "state": first["state"],
    }
    assert second["state"]["round"] == "txikia"
    assert press("paso", second["state"]["moment"])["state"]["round"] == "pareak"
    assert not press("back", shown)["done"], "nor is anything taken back that was not to be seen"
    bid = table.press("envido-ns")["state"]["moment"]
    assert table.press("back", "envido-ew")["state"]["calls"]["pareak"] == ["EW envido 2"]
    assert press("tira", bid)["overtaken"], "what was seen was taken back, and another bid waits in its place"


def test_a_moment_is_another_one_with_what_is_chosen_and_none_with_a_sentence(start: Start) -> None:
    table = start(DOUBTFUL)
    before = table.state["moment"]
    assert table.press("iduki")["state"]["notice"], "nothing was bid"
    assert table.state["moment"] == before
    guarded = table.press("hordago")["state"]["moment"]
    assert guarded != before
    assert table.press("back")["state"]["moment"] == before
    asked = table.press("paso", "read")["state"]
    assert asked["doubts"]
    assert table.press("next")["state"]["moment"] != asked["moment"]
    assert table.appliance.happen(NamesGiven({"N": "Ane"})).done
    called = start().state["moment"]
    assert called == asked["moment"], "a page that saw the table before a power cut may press behind it"


def test_a_moment_is_another_one_with_the_page_of_a_hand_that_is_looked_at_again(start: Start) -> None:
    table = start(CLEAR)
    first = table.press("paso", "read", "last")["state"]["moment"]
    second = table.press("next")["state"]["moment"]
    assert second != first, "on the first page alone buttons say which suit a card is of"
    assert table.press("last")["state"]["moment"] == first


def test_an_unknown_button(start: Start) -> None:
    answer = start(CLEAR).ask("POST", "/api/press/jackpot")
    assert answer.status_code == 404
    assert "envido-ns" in answer.json()["sentence"]


def test_other_sites_and_other_names_are_turned_away(start: Start) -> None:
    table = start(CLEAR)
    assert table.ask("POST", "/api/press/paso", Origin="http://elsewhere.example").status_code == 403
    assert table.ask("POST", "/api/press/paso", Origin="null").status_code == 403
    assert table.ask("GET", "/api/state", Host="elsewhere.example").status_code == 400
    assert table.ask("GET", "/api/press/paso").status_code == 405
    assert table.state["calls"] == {}
    own = {"Origin": "http://127.0.0.1:8040"}
    assert table.ask("POST", "/api/press/paso", **own).status_code == 403, "without the page's own token"
    assert table.ask("POST", "/api/press/paso", **own, **{"X-Token": "guessed"}).status_code == 403
    token = Asker(table.panel.app, HERE).token
    foreign = {"X-Token": token, "Sec-Fetch-Site": "cross-site"}
    assert table.ask("POST", "/api/press/paso", **own, **foreign).status_code == 403
    assert table.state["calls"] == {}
    own |= {"X-Token": token, "Sec-Fetch-Site": "same-origin"}
    assert table.ask("POST", "/api/press/paso", **own).status_code == 200


def test_the_page_uses_nothing_from_elsewhere(start: Start) -> None:
    table = start(CLEAR)
    scripts = [f"/{name}" for name in SCRIPTS]
    for path in ("/", "/hands", "/match", "/setup", "/setup/enrol", "/enter", "/panel.css", *scripts, "/icon.svg"):
        answer = table.ask("GET", path)
        assert answer.status_code == 200
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        outside = answer.text.replace("http://www.w3.org/2000/svg", "")
        assert "http://" not in outside
        assert "https://" not in outside
        assert "eval(" not in outside
    page = table.ask("GET", "/").text
    for button in Button:
        assert f'data-button="{button.value}"' in page
        assert f">{button.label}<" in page


def test_the_picture_before_and_after_reading(start: Start) -> None:
    table = start(CLEAR)
    with Image.open(io.BytesIO(table.ask("GET", "/picture.jpg").content)) as plain:
        assert plain.size == (64, 36)
        before = plain.convert("L").getpixel((5, 5))
    table.press("read")
    with Image.open(io.BytesIO(table.ask("GET", "/picture.jpg").content)) as outlined:
        after = outlined.convert("L").getpixel((5, 5))
    assert isinstance(before, int)
    assert isinstance(after, int)
    assert abs(before + after - 255) < 6  # the scripted reader "outlines" by turning light to dark


def test_a_doubt_is_settled_and_the_record_has_the_card(start: Start) -> None:
    table = start(DOUBTFUL)
    state = table.press("read")["state"]
    assert state["last"] is None
    assert state["doubts"] == [
        {
            "kind": "card",
            "seat": "W",
            "card": 6,
            "text": "6 or 7",
            "alternatives": [{"card": "7c", "p": 0.6}, {"card": "6c", "p": 0.4}],
        }
    ]
    state = table.press("next", "ok")["state"]
    assert state["doubts"] == []
    assert state["last"]["record"]["cards"]["W"] == ["11b", "3o", "6c", "4c"]


def test_a_count_doubt_goes_on_by_reading_again_skipping_or_voiding(start: Start) -> None:
    table = start(FIFTEEN, FIFTEEN, CLEAR, CLEAR)
    assert table.press("envido-ns", "tira", "read")["state"]["doubts"][0]["kind"] == "count"
    assert table.press("read")["state"]["doubts"][0]["kind"] == "count"
    state = table.press("next")["state"]
    assert state["picture"]["name"] == "hand-02.png"
    assert state["calls"]["handia"] == ["NS envido 2", "EW tira"]
    table.press("read")
    state = table.press("paso", "paso")["state"]
    assert state["score"] == {"NS": 0, "EW": 0}
    assert (state["esku"], state["round"]) == ("N", "handia")
    assert table.press("read")["state"]["last"]["record"]["cards"]["W"] == HANDS["W"].split()


def test_a_picture_that_cannot_be_read_is_said_and_the_rest_goes_on(start: Start, tmp_path: Path) -> None:
    table = start(CLEAR, CLEAR)
    (tmp_path / "p" / "hand-01.png").write_bytes(b"no picture")
    state = table.press("read")["state"]
    assert state["doubts"][0]["kind"] == "picture"
    assert "hand-01.png" in state["doubts"][0]["text"]
    assert "hand-01.png" in state["display"]
    assert str(tmp_path) not in state["display"]
    assert table.ask("GET", "/picture.jpg").status_code == 404
    assert table.press("next", "read")["state"]["last"] is not None


def test_a_reader_that_fails_is_said_too(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    table = start(CLEAR)

    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("the network is damaged")

    monkeypatch.setattr(ScriptedEyes, "read_frames", broken)
    state = table.press("read")["state"]
    assert "the network is damaged" in state["doubts"][0]["text"]
    assert not state["busy"]


def test_pictures_come_to_an_end_and_may_be_added(start: Start, tmp_path: Path) -> None:
    table = start(CLEAR)
    table.press("read")
    state = table.press("ok")["state"]
    assert "no more pictures" in state["display"]
    assert state["picture"] is None
    answer = table.press("paso", "read")
    assert "no more pictures" in answer["sentence"]
    Image.new("RGB", (64, 36)).save(tmp_path / "p" / "hand-09.png")
    state = table.press("read")["state"]
    assert state["picture"]["name"] == "hand-09.png"
    assert len(state["hands"]) == 1


def test_the_first_call_deals_and_counts_where_there_is_no_picture_for_it(start: Start) -> None:
    table = start(CLEAR)
    state = table.press("read", "paso")["state"]
    assert (len(state["hands"]), state["round"], "no more pictures" in state["display"]) == (1, "txikia", True)
    state = table.press("back", "back", "hordago")["state"]
    assert "Hordago" in state["display"]  # what waits for its second press is seen
    assert table.press("hordago")["state"]["calls"]["handia"] == ["EW hordago"]


def test_an_empty_folder_is_said_and_the_table_can_be_played(start: Start) -> None:
    table = start()
    assert "no pictures in" in table.appliance.notes[0]
    assert "no pictures in" in table.state["display"]
    assert "no pictures in" in table.press("read")["sentence"]
    assert table.press("envido-ns", "tira")["state"]["score"]["NS"] == 1
    assert "no pictures in" in start().appliance.notes[0]


def test_a_camera_that_sees_another_table_now_shows_no_picture_of_an_old_reading(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(FolderCamera, "live", True)
    monkeypatch.setattr(FolderCamera, "steps", False)
    assert start(CLEAR).press("read")["state"]["picture"]["read"]
    assert start().ask("GET", "/picture.jpg").status_code == 404


def test_the_place_in_the_folder_outlives_a_new_start(start: Start) -> None:
    table = start(CLEAR, CLEAR, CLEAR)
    table.press("read", "ok", "envido-ew")
    before = table.state
    after = start().state
    for state in (before, after):
        del state["version"]
    assert after == before
    assert after["picture"]["name"] == "hand-02.png"


def test_another_folder_begins_at_its_first_picture(start: Start) -> None:
    start(CLEAR, CLEAR).press("read", "ok", "envido-ew")
    table = start(CLEAR, folder="other")
    assert table.state["picture"]["name"] == "hand-01.png"
    assert table.state["calls"] == {"handia": ["EW envido 2"]}


def test_other_rules_come_with_the_next_match(start: Start) -> None:
    table = start(CLEAR, rules="spain")
    assert (table.state["rules"], table.state["target"]) == ("spain", 30)
    table = start(rules="basque")
    assert table.state["rules"] == "basque"
    table.press("paso")
    table = start(rules="nabo")
    assert table.state["rules"] == "basque"
    assert "nabo comes with the next one" in table.appliance.notes[0]


def test_a_clubs_own_rule_book_is_played_and_outlasts_its_file(start: Start, tmp_path: Path) -> None:
    book = tmp_path / "club.toml"
    book.write_text('base = "nabo"\nname = "club"\ntitle = "Our club"\ntarget = 25\ntio_perete = true\n')
    table = start({"hands": HANDS | {"W": "4b 5b 6c 7c"}}, rules=str(book))
    assert (table.state["rules"], table.state["target"]) == ("club", 25)
    table.press("ok", "next")
    assert table.state["display"] == "4-5-6-7 of West? OK declares it, Next shows another seat."
    table.press("ok")
    book.unlink()
    table = start(rules=str(book))
    table.press("paso", "paso", "paso", "paso", "read")
    last = table.state["last"]
    assert (last["record"]["rules"], last["record"]["announced"]) == (str(book), {"perete": ["W"]})
    assert last["result"]["tantos"][0]["why"] == "perete"
    table.press("next")
    assert table.state["display"] == "handia: E-W +1 (tio Perete)."


def test_a_damaged_journal_is_told_and_what_can_be_kept_is(start: Start, tmp_path: Path) -> None:
    table = start(CLEAR)
    table.press("envido-ns", "tira", "paso")
    table.journal.append("not an event")
    table.press("iduki")
    table = start()
    sentence = "Look at the score: something was lost of match 1, hand 1."
    assert table.appliance.notes == [sentence]
    assert table.state["display"] == sentence
    assert table.state["score"]["NS"] == 1
    assert len(table.journal) == 5
    assert list((tmp_path / "data").glob("journal-damaged-*.sqlite")) == []
    table.appliance.beat()
    assert table.state["troubles"] == [{"name": "journal-broken", "sentence": sentence}]
    table.appliance.presenter.speak("es")
    (trouble,) = table.state["troubles"]
    assert trouble["sentence"] == "Miren el tanteo: se ha perdido algo aquí: partida 1, mano 1."
    health = table.ask("GET", "/health").json()
    assert health["troubles"]["journal-broken"] == "Something was lost. Look at the score."
    broken = [{"match": 1, "hand": 1, "events": [5]}]
    assert health["journal"] == {"events": 5, "damage": None, "trouble": None, "broken": broken}


def test_a_press_that_cannot_be_kept_changes_nothing(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    table = start(CLEAR)
    before = table.state["calls"]
    table.journal.close()
    answer = table.press("envido-ns")
    assert not answer["done"]
    assert "was not kept" in answer["sentence"]
    assert answer["state"]["calls"] == before


def test_marks_come_up_one_after_the_other(start: Start) -> None:
    table = start(CLEAR, reveal=0.01)
    said: list[str] = []
    all_said = threading.Event()

    def hear() -> None:
        said.append(table.appliance.snapshot().spoken().split(":")[0])
        if "OK goes on" in said[-1]:
            all_said.set()

    table.appliance.presenter.watch(hear)
    for button, first in (("read", ["Reading the cards.", "North"]), ("next", [])):
        table.press(button)
        assert all_said.wait(20)
        assert said[:-1] == first + [mark["round"] for mark in table.state["last"]["result"]["tantos"]]
        said.clear()
        all_said.clear()


def test_a_sentence_between_the_marks_hides_none(start: Start) -> None:
    table = start(CLEAR, reveal=60.0)
    table.press("read", "iduki")
    before = table.appliance.snapshot().view
    assert (before.step, "is over" in (before.notice or "")) == (0, True)
    table.appliance.presenter._follow(table.state["version"])
    after = table.appliance.snapshot().view
    assert (after.step, after.notice) == (0, None)
    table.appliance.presenter._follow(table.state["version"])
    assert table.appliance.snapshot().view.step == 1


def test_older_karta_aldiak_are_not_taken_back(start: Start) -> None:
    table = start(*[CLEAR] * 4)
    table.press(*["read", "ok"] * 3)
    for _ in range(8):
        answer = table.press("back")
    assert "Last hand shows them" in answer["sentence"]
    assert len(answer["state"]["hands"]) > 0


def followed(table: Table, *presses: int) -> list[dict[str, Any]]:
    """What a stream tells: at once, and after each so many presses of paso."""

    async def told() -> list[dict[str, Any]]:
        seen: list[dict[str, Any]] = []
        async for text in table.panel._changes.told_to(Visitor(Role.JUDGE), HERE, table.panel._described):
            if not text.startswith("data: "):
                continue
            for _ in range(presses[len(seen)] if len(seen) < len(presses) else 0):
                await asyncio.to_thread(table.appliance.press, Button.PASO)
            seen.append(json.loads(text.removeprefix("data: ")))
            if len(seen) > len(presses):
                table.panel.stop()
        return seen

    return asyncio.run(asyncio.wait_for(told(), 20))


def test_changes_are_pushed(start: Start) -> None:
    assert [state["round"] for state in followed(start(CLEAR), 1, 1)] == ["handia", "txikia", "pareak"]


def test_a_stream_tells_together_what_comes_while_the_display_is_written(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(changes, "_AFTER_THE_BOX", 0.5)
    assert [state["round"] for state in followed(start(CLEAR), 2)] == ["handia", "pareak"]


def test_a_stream_says_that_the_table_is_there_whatever_changes_that_it_does_not_tell(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(changes, "_HEARTBEAT", 0.3)
    table = start(CLEAR)

    async def change() -> None:
        while True:
            table.appliance.presenter.changed()
            await asyncio.sleep(0.1)

    async def heard() -> list[str]:
        changing = asyncio.create_task(change())
        told = table.panel._changes.told_to(Visitor(Role.WATCH), HERE, lambda _: {}, "still here")
        three = [await anext(told) for _ in range(3)]
        changing.cancel()
        await told.aclose()
        return three

    assert asyncio.run(asyncio.wait_for(heard(), 20)) == ["data: {}\n\n", *["still here"] * 2]


def test_what_all_who_look_on_fetch_is_made_once(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    table, made = start(CLEAR), []
    draws, described = Snapshot.display, app.described
    monkeypatch.setattr(Snapshot, "display", lambda seen: made.append("display") or draws(seen))
    monkeypatch.setattr(app, "described", lambda *given: made.append("state") or described(*given))
    shown = [table.ask("GET", path).content for path in ("/display.png", "/api/state") * 3]
    assert (sorted(made), len(set(shown))) == (["display", "state"], 2)
    table.appliance.press(Button.PASO)
    made.clear()  # the box's own display was drawn as well
    assert {table.ask("GET", path).content for path in ("/display.png", "/api/state")}.isdisjoint(shown)
    assert sorted(made) == ["display", "state"]


def test_a_display_that_fails_never_stops_the_game(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    table = start(CLEAR)

    def broken(_: object) -> None:
        raise OSError(121, "Remote I/O error")

    monkeypatch.setattr(table.display, "show", broken)
    assert table.press("envido-ns", "tira")["state"]["score"]["NS"] == 1


def test_holding_the_last_hands_button_opens_the_menu(start: Start) -> None:
    table = start(CLEAR)
    table.press("last")
    state = table.ask("POST", "/api/press/last?held").json()["state"]
    assert state["display"].startswith("Table. N-S envido: new; E-W envido: judge;")
    state = table.press("envido-ns")["state"]
    assert state["buttons"]["next"] == "There is no choice on this button."
    state = table.press("envido-ns", "envido-ew", "envido-ew", "gehiago")["state"]
    assert (state["phase"], state["esku"]) == ("new-match", "N")
    state = table.press("envido-ns", "envido-ew")["state"]
    assert (state["rules"], state["target"], state["games_to_win"], state["esku"]) == ("nabo", 30, 1, "S")
    assert state["picture"]["name"] == "hand-01.png"


def test_a_correction_on_the_panel(start: Start) -> None:
    table = start(CLEAR, CLEAR)
    table.press("envido-ns", "iduki", "read", "last", "read", "iduki", "envido-ew", "envido-ns")
    state = table.state
    assert (state["phase"], state["score"]["NS"]) == ("correction", 4)
    assert state["display"].startswith("Correction: handia: N-S envido 2, E-W tira.")
    state = table.press("envido-ew", "envido-ns")["state"]
    assert state["last"]["record"]["calls"]["handia"] == ["NS envido 2", "EW tira"]
    assert score(HandRecord.parse(state["last"]["record"])).to_dict() == state["last"]["result"]
    assert start().state["score"] == state["score"]
