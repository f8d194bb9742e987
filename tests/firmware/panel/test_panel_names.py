"""Names on the panel: given by a phone, shown instead of the seats on every page, kept, exported, and taken away."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pypdfium2
import pytest

from engine.seats import Team
from engine.sheets import json_lines
from engine.sheets import text as game_text
from firmware.panel.entry.door import Role
from tests.firmware.panel.at_the_panel import PanelTable
from tests.firmware.panel.test_panel_review import CLEAR, JOKOA, words
from tests.firmware.screens.test_screens import Ink
from words.names import Names
from words.text import LANGUAGES, speech

NAMES = {"NS": "Aralar", "EW": "Gorbea & co.", "N": "Ane", "S": "Iker", "E": "Jon", "W": "Ñabo"}
SEATS = re.compile(r"\b(N-S|E-W|North|South|East|West)\b")
EVERYWHERE = ("/", "/hands", "/hand/1", "/match", "/choose?w=hand&w=0&of=1")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[PanelTable]:
    made = PanelTable(tmp_path, CLEAR, JOKOA, CLEAR)
    made.press("envido-ns", "iduki", "read", "ok", "paso", "envido-ew", "tira", "read")
    yield made
    made.close()


def name(table: PanelTable, role: Role = Role.PLAY, **names: str) -> tuple[int, str | None]:
    answer = table.phone(role).post("/api/names", data=names)
    return answer.status_code, answer.json()["sentence"]


def told(page: str) -> str:
    """A page without the form in which the names are given, and the texts that its scripts may say."""
    return words(re.sub(r"(?s)<fieldset>.*?</fieldset>|<dl>.*?</dl>", "", page))


def test_the_page_calls_no_team_and_no_player_as_others_go_by(table: PanelTable) -> None:
    for names in ({"EW": "N-S"}, {"S": "Sur", "N": "Norte"}):
        status, sentence = name(table, **names)
        assert status != 200
        assert sentence in {f"A team or a seat goes by {one} already." for one in names.values()}
    assert table.state["names"]["EW"] == "E-W"


def test_a_phone_that_plays_gives_names_and_every_page_has_them(table: PanelTable) -> None:
    before = [table.here.get(path).text for path in EVERYWHERE]
    assert all(SEATS.search(told(page)) for page in before)
    assert name(table, **NAMES) == (200, None)
    for path in EVERYWHERE:
        page = told(table.phone(Role.PLAY).get(path).text)
        assert not SEATS.search(page), path
    assert "Ane" in told(table.here.get("/hand/1").text)
    assert re.search(r"Aralar\s\d+ · Gorbea &amp; co.\s\d+", table.here.get("/hands").text)
    assert 'value="Gorbea &amp; co."' in table.here.get("/match").text
    state = table.state
    assert state["names"] == {
        "NS": "Aralar", "EW": "Gorbea & co.", "N": "Ane", "W": "Ñabo", "S": "Iker", "E": "Jon",
        "envido-ns": "Ara envido", "envido-ew": "GC envido", "rules": "NABO (America)",
    }  # fmt: skip
    assert "Aralar" in state["display"]
    assert name(table, NS="", N="Ane") == (200, None)
    assert name(table) == (200, None)
    assert [table.here.get(path).text for path in EVERYWHERE] == before


def test_who_watches_names_nobody(table: PanelTable) -> None:
    status, sentence = name(table, Role.WATCH, **NAMES)
    assert (status, sentence) == (403, "Spectators read: the players' code lets you press.")
    assert table.state["names"]["NS"] == "N-S"


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_no_name_is_refused_in_the_table_s_language(tmp_path: Path, language: str) -> None:
    table = PanelTable(tmp_path, CLEAR, language=language)
    status, sentence = name(table, NS="<script>", N="Ane")
    assert status == 409
    assert sentence is not None
    assert sentence.count("<script>") == 1
    assert "24" in sentence
    assert table.appliance.snapshot().state.names == Names()
    table.close()


def test_names_outlive_a_restart_and_back(table: PanelTable, tmp_path: Path) -> None:
    name(table, **NAMES)
    table.press("back")
    table.close()
    again = PanelTable(tmp_path, CLEAR, JOKOA, CLEAR)
    assert again.appliance.snapshot().state.names.written() == NAMES
    again.close()


def test_naming_moves_nobody_who_looks_at_something_else(table: PanelTable) -> None:
    table.press("last", "next")
    looking = table.appliance.snapshot().view
    name(table, **NAMES)
    assert table.appliance.snapshot().view == looking


def test_the_display_has_the_first_letters(table: PanelTable, monkeypatch: pytest.MonkeyPatch) -> None:
    name(table, **NAMES)
    table.press("ok", "envido-ns")
    ink = Ink(monkeypatch)
    table.appliance.snapshot().display()
    shown = {text for text, _ in ink.runs}
    assert {"Ara", "GC ?"} < shown
    assert not any(map(SEATS.search, shown))


def test_a_match_keeps_its_names_in_the_review_and_in_its_files(table: PanelTable) -> None:
    name(table, **NAMES)
    table.here.post("/api/match", data={"rules": "nabo", "target": "", "games": "", "esku": "N"})
    assert table.appliance.snapshot().state.names.written() == NAMES, "they play on"
    name(table, NS="Others")
    assert "Aralar" in told(table.here.get("/match/1/hand/1").text)
    assert not SEATS.search(told(table.here.get("/match/1/hand/1").text))
    assert "Others" not in told(table.here.get("/match/1").text)
    assert re.search(r"Others\s0 · E-W\s0", table.here.get("/match/1").text), "the score of the match at the table"
    listed = table.here.get("/matches").text
    assert re.search(r"Aralar \d+ · Gorbea &amp; co. \d+", listed)
    text = table.here.get("/export/1.text").text
    lines = table.here.get("/export/1.jsonl").text
    assert game_text.read(text).match.header == json_lines.read(lines).match.header
    header = json_lines.read(lines).match.header
    assert Names(header.teams, header.players).written() == NAMES
    assert table.here.get("/export/1.pdf").content[:4] == b"%PDF"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_score_sheet_has_them(language: str, tmp_path: Path) -> None:
    table = PanelTable(tmp_path, CLEAR, language=language)
    name(table, **NAMES)
    table.press("paso", "read")
    pdf = pypdfium2.PdfDocument(table.here.get("/export/1.pdf").content)
    text = "".join(page.get_textpage().get_text_range() for page in pdf)
    assert all(who in text for who in NAMES.values())
    assert re.search(r"\bAra \d", text), "what was marked in a round has little room"
    assert not any(re.search(rf"\b{speech(language).team(team)}\b", text) for team in Team)
    table.close()
