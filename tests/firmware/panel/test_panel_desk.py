"""A table at a tournament's desk, on the panel."""

from __future__ import annotations

import ssl
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import Mock

import pytest

from engine.sentences import Sentence
from firmware.decks.kept import keep_deck
from firmware.joined.joining import Joining
from firmware.joined.wire import UnreachableError
from firmware.panel.app import Panel
from firmware.panel.entry.door import Role
from firmware.session.events import CallTold, ClockTold, DeskJoined, MatchStarted
from firmware.table.doing import Answer
from tests.firmware.panel.asking import HERE
from tests.firmware.panel.at_the_panel import Asker, PanelTable
from tests.firmware.scripted import HANDS
from tests.vision.enrolled.drawn import enrolled, house


@pytest.fixture
def table(tmp_path: Path) -> Iterator[PanelTable]:
    table = PanelTable(tmp_path, {"hands": HANDS})
    yield table
    table.close()


def test_whoever_plays_calls_the_judge_and_takes_it_back(table: PanelTable) -> None:
    player, watcher = table.phone(Role.PLAY), table.phone(Role.WATCH)
    assert table.state["desk"] is None
    told = player.post("/api/desk/call").json()
    assert (told["done"], told["sentence"]) == (False, "This table is at no desk.")
    table.appliance.happen(DeskJoined(7))
    assert (table.state["desk"]["title"], table.state["desk"]["called"]) == ("Table 7", False)
    assert watcher.post("/api/desk/call").status_code == 403
    assert player.post("/api/desk/call").json()["done"]
    assert "has not heard it yet" in table.state["desk"]["told"]
    table.appliance.happen(CallTold("heard"))
    assert table.state["desk"]["told"] == "The judge is called: the desk has heard it."
    assert "the desk has heard it" in table.state["display"]
    assert player.post("/api/desk/call/back").json()["done"]
    assert not table.state["desk"]["called"]
    assert not player.post("/api/desk/call/back").json()["done"]


def test_the_rounds_clock_on_the_page(tmp_path: Path) -> None:
    table = PanelTable(tmp_path, {"hands": HANDS}, rules="federacion")
    table.appliance.happen(DeskJoined(7))
    assert table.state["desk"]["clock"] is None
    table.appliance.happen(ClockTold(-30.0, 4800.0, running=True))
    assert table.state["desk"]["clock"]["begins_in"] in (29, 30)
    table.appliance.happen(ClockTold(4300.0, 4800.0, running=False))
    told = {"left": 500, "begins_in": 0, "running": False, "last": True, "shortened": [20, 30], "due": 6}
    assert table.state["desk"]["clock"] == told
    table.press("paso", "next")
    assert "8:20" in table.state["display"]
    assert "stopped" in table.state["display"]
    table.close()


def test_the_clock_says_nothing_of_juegos_where_no_article_counts_them(tmp_path: Path) -> None:
    table = PanelTable(tmp_path, {"hands": HANDS}, rules="federacion")
    table.appliance.happen(MatchStarted("federacion", "N", "x", None, vacas=3))
    table.appliance.happen(DeskJoined(7))
    table.appliance.happen(ClockTold(4300.0, 4800.0, running=False))
    clock = table.state["desk"]["clock"]
    assert (clock["last"], clock["shortened"], clock["due"]) == (True, [], 0)
    table.close()


def test_the_page_joins_a_desk_for_the_judge_alone(table: PanelTable) -> None:
    player, judge = table.phone(Role.PLAY), table.phone(Role.JUDGE)
    assert "/setup/desk" not in player.get("/setup").text
    assert "/setup/desk" in judge.get("/setup").text
    assert "This table is at no desk." in judge.get("/setup/desk").text
    sent = {"address": "http://192.168.1.20:8050", "code": "481205739914"}
    assert player.post("/api/desk/join", sent).status_code == 403
    assert judge.post("/api/desk/join", sent).json()["sentence"] == "No desk can be joined here."


def test_the_page_says_why_the_desk_does_not_hear_the_table(table: PanelTable, tmp_path: Path) -> None:
    joining = Joining(table.appliance, tmp_path, "https://desk")
    here = Asker(Panel(table.appliance, table.doors, joining).app, HERE)
    table.appliance.happen(DeskJoined(7))
    early = ssl.SSLCertVerificationError(1, "certificate verify failed")
    early.verify_code, early.verify_message = 9, "certificate is not yet valid"
    sender = Mock(trouble=UnreachableError("the desk cannot be reached"))
    joining._sender = sender
    assert "The desk does not answer now: what is played is sent later." in here.get("/setup/desk").text
    sender.trouble.__cause__ = early
    assert "not accepted (certificate is not yet valid): is the box" in here.get("/setup/desk").text
    sender.trouble = None
    assert "notice" not in here.get("/setup/desk").text


def test_the_page_offers_the_deck_that_the_table_plays_with_to_all_tables(table: PanelTable) -> None:
    player, judge = table.phone(Role.PLAY), table.phone(Role.JUDGE)
    folder = table.appliance.table.folder
    table.appliance.happen(DeskJoined(7))
    assert "Offer" not in judge.get("/setup/desk").text
    keep_deck(enrolled(house(), "club"), folder)
    table.appliance.desk.use_deck("club")
    assert "Offer club to all tables" in judge.get("/setup/desk").text
    assert player.post("/api/desk/deck", {"deck": "club"}).status_code == 403
    assert judge.post("/api/desk/deck", {"deck": "club"}).json()["sentence"] == "No desk can be joined here."
    joining = Mock(offer=Mock(return_value=Answer(True, Sentence("offered"))))
    here = Asker(Panel(table.appliance, table.doors, joining).app, HERE)
    assert here.post("/api/desk/deck", {"deck": "club"}).json()["sentence"] == "Offered."
    joining.offer.assert_called_once_with("club")
