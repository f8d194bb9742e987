"""The adviser on the panel: choices as links, the article, and what is done by a press; the judge's for the judge."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

from engine.advice.incidents import Subject
from firmware.panel.entry.door import Role
from tests.firmware.panel.at_the_panel import Asker, PanelTable
from tests.firmware.scripted import HANDS
from words.text import LANGUAGES

LATER = "w=law&w=deal&w=wrong-count&w=later"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[PanelTable]:
    table = PanelTable(tmp_path, {"hands": HANDS}, rules="nabo")
    yield table
    table.close()


def links(html: str) -> list[str]:
    return [unescape(link) for link in re.findall(r'href="(/choose[^"]*)"', html)]


def test_choices_lead_from_the_table_to_the_article_and_to_what_is_done(table: PanelTable) -> None:
    player = table.phone(Role.PLAY)
    (law,) = links(player.get("/").text)
    assert law == "/choose?w=law"
    subjects = links(player.get(law).text)
    assert [link.split("=")[-1] for link in subjects][-len(Subject) :] == [subject.value for subject in Subject]
    html = player.get(f"/choose?{LATER}").text
    assert "nabo 7" in html
    assert "Whose hand does not count?" in html
    assert "North" in player.get(f"/choose?{LATER}&w=whose").text
    sent = {"w": ["law", "deal", "wrong-count", "later", "whose"], "choice": "W"}
    assert player.post("/api/choose", sent).json()["done"]
    table.press("read")
    assert table.hands[0]["record"]["cards"]["W"] == []
    assert table.hands[0]["record"]["mended"] == [{"follows": "hand-out", "article": "nabo 7", "seat": "W"}]
    hand = player.get(f"/hand/{table.hands[0]['record']['id']}").text
    assert "W: the hand counts for nothing (nabo 7)" in unescape(hand)


def test_a_hand_that_is_said_not_to_count_is_asked_about_no_more(tmp_path: Path) -> None:
    doubt = {"kind": "count", "text": "N has 5 cards in sight, not 4", "seat": "N"}
    table = PanelTable(tmp_path, {"hands": {**HANDS, "N": HANDS["N"] + " 2c"}, "doubts": [doubt]}, rules="nabo")
    table.press("envido-ns", "iduki", "read")
    assert table.state["phase"] == "doubts"
    sent = {"w": ["law", "deal", "wrong-count", "later", "whose"], "choice": "N"}
    assert table.phone(Role.PLAY).post("/api/choose", sent).json()["done"]
    assert (table.state["phase"], table.hands[0]["record"]["cards"]["N"]) == ("marks", [])
    table.close()


def test_what_is_the_judges_is_offered_to_the_judge_alone(table: PanelTable) -> None:
    dispute = "/choose?w=law&w=people&w=conduct"
    player, judge = table.phone(Role.PLAY), table.phone(Role.JUDGE)
    assert "has lost the match" not in player.get(dispute).text
    assert "judge's code" in unescape(player.get(dispute).text)
    assert judge.get(dispute).text.count("<span>has lost the match") == 2
    sent = {"w": ["law", "people", "conduct"], "choice": "NS has lost the match"}
    assert not player.post("/api/choose", sent).json()["done"]
    assert judge.post("/api/choose", sent).json()["done"]
    assert table.state["match_winner"] == "EW"


def test_words_that_lead_nowhere_are_told(table: PanelTable) -> None:
    assert table.phone(Role.PLAY).get("/choose?w=law&w=nothing").status_code == 404


def test_nobody_says_what_was_announced_wrong_while_no_cards_contradict_the_calls(table: PanelTable) -> None:
    sent = {"w": ["told", "pareak"], "choice": "N"}
    assert not table.phone(Role.PLAY).post("/api/choose", sent).json()["done"]
    assert table.phone(Role.PLAY).get("/choose?w=told&w=pareak").status_code == 404
    assert table.state["phase"] == "calls"


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_speaks_the_tables_language(table: PanelTable, language: str) -> None:
    player: Asker = table.phone(Role.PLAY)
    player.post(f"/api/language/{language}")
    assert ("nothing (nabo 7)" in player.get(f"/choose?{LATER}").text) is (language == "en")
