"""What each hand was worth: exact odds on the review page, worked out once, never before the showdown; and names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest

from engine.cards import Card
from engine.odds import odds
from engine.rounds import Round
from engine.rules import rulebook
from engine.seats import Seat
from firmware.panel.entry.door import Role
from firmware.panel.review import worth
from tests.firmware.panel.at_the_panel import PanelTable
from tests.firmware.scripted import HANDS

NAMED = {"N": "12o 12c 12e 1b", "W": "12b 11o 7c 4c", "S": "11c 10b 5o 6o", "E": "4e 5e 6e 7e"}
JOKOA = {"hands": NAMED}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[PanelTable]:
    table = PanelTable(tmp_path, {"hands": HANDS}, JOKOA, JOKOA)
    yield table
    table.close()


def cells(html: str) -> list[list[str]]:
    """The table of a page, a list a row."""
    rows = re.findall(r"(?s)<tr>(.*?)</tr>", html)
    return [[unescape(re.sub("<[^>]*>", "", one)) for one in re.findall(r"(?s)<t[hd].*?</t[hd]>", row)] for row in rows]


def test_the_odds_of_each_hand_are_the_engines_and_worked_out_once(table: PanelTable) -> None:
    table.press("read")
    id = table.hands[0]["record"]["id"]
    hand = table.phone(Role.WATCH).get(f"/hand/{id}").text
    assert f'data-fetch="/hand/{id}/worth"' in hand
    worth._wins.cache_clear()
    told = cells(table.phone(Role.WATCH).get(f"/hand/{id}/worth").text)
    assert told[0] == ["", "handia", "txikia", "pareak", "jokoa"]
    book = rulebook("nabo")
    for row, seat in zip(told[1:5], (Seat.N, Seat.W, Seat.S, Seat.E), strict=True):
        found = odds(book, Seat.N, {seat: [Card.parse(name) for name in HANDS[seat.value].split()]})
        rounds = (Round.HANDIA, Round.TXIKIA, Round.PAREAK, Round.JOKOA)
        assert row[1:] == [f"{round(100 * float(found[one].wins(seat.team)))}\xa0%" for one in rounds]
    assert told[5][0] == "Best hand"
    winners = {mark["round"]: mark["team"] for mark in table.hands[0]["result"]["tantos"]}
    assert told[5][1:] == [{"NS": "N-S", "EW": "E-W"}.get(winners.get(one, ""), "–") for one in told[0][1:]]
    assert worth._wins.cache_info().misses == 4
    table.here.get(f"/hand/{id}/worth")
    assert worth._wins.cache_info().misses == 4


def test_nothing_is_told_of_a_hand_that_was_not_shown(table: PanelTable) -> None:
    id = table.state["deal"]
    assert table.here.get(f"/hand/{id}/worth").status_code == 404
    table.press("hordago", "hordago", "tira", *["envido-ns", *["next"] * 8, "tira"] * 3)
    assert table.here.get(f"/hand/{id}/worth").status_code == 404
    assert "data-fetch" not in table.here.get("/hands").text


def test_hands_with_a_name_have_it_and_an_earlier_match_tells_its_hands_too(table: PanelTable) -> None:
    table.press("paso", "read", "ok", "read")
    id = table.hands[1]["record"]["id"]
    page = unescape(table.here.get(f"/hand/{id}").text)
    assert "Solomillo" in page
    assert "La jugada del tío Perete" in page
    told = cells(table.here.get(f"/hand/{id}/worth").text)
    assert told[0][-1] == "jokoa"
    assert table.here.post("/api/match", {"rules": "nabo", "esku": "N"}).json()["done"]
    assert cells(table.here.get("/match/1/hand/2/worth").text) == told
    assert table.here.get("/match/1/hand/3/worth").status_code == 404


def test_an_unknown_card_leaves_a_hand_untold(table: PanelTable) -> None:
    table.press("read")
    (hand,) = table.appliance.snapshot().state.hands
    assert worth.can_be_told(hand)
    unsure = replace(hand.noted, unsure_cards=(Card.parse("12o"),))
    assert not worth.can_be_told(replace(hand, noted=unsure))
