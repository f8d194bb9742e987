"""One against one at the table, by the French sheet: two seats in everything that the table does."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import reduce
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.errors import RuleBookError
from engine.rules import BOOK_NAMES, require_players, rulebook
from engine.seats import ONE_AGAINST_ONE, Seat, Team, sides
from engine.sheets import json_lines, text
from firmware.screens.marks import hands
from firmware.screens.pixels import Canvas
from firmware.session.buttons import Button
from firmware.session.cards.readings import seated
from firmware.session.choices.choosing import grid
from firmware.session.choices.grid import PLACES
from firmware.session.event_text import from_text
from firmware.session.events import CorrectionProposed, EndsSwapped, NamesGiven
from firmware.session.fold import apply
from firmware.session.state import Phase, State
from tests.firmware.panel.at_the_panel import PanelTable
from tests.firmware.screens.gallery import reading
from words.text import speech

N, E = ONE_AGAINST_ONE
FACING = {"hands": {"N": "12o 12c 3e 1b", "S": "10c 6b 5e 6o"}}
SIDEWAYS = {"hands": {"E": "11o 12c 7e 1b", "W": "10c 6b 6e 6o"}}
THIRD = {"hands": {"N": "4o 5c 6e 7b", "S": "1c 2b 12e 11o"}}


@pytest.fixture(name="table")
def _table(tmp_path: Path) -> Iterator[PanelTable]:
    table = PanelTable(tmp_path, FACING, SIDEWAYS, THIRD, rules="france", players=2)
    yield table
    table.close()


def now(table: PanelTable) -> State:
    return table.appliance.snapshot().state


def record(table: PanelTable) -> dict[str, Any]:
    last: dict[str, Any] = table.state["last"]["record"]
    return last


def answer(table: PanelTable, button: str) -> str | None:
    said = table.appliance.press(Button(button)).sentence
    return said and str(said)


def test_only_a_book_that_describes_it_is_played_so() -> None:
    assert [name for name in BOOK_NAMES if 2 in rulebook(name).players] == ["france"]
    with pytest.raises(RuleBookError, match="nabo is played by 4, not by 2"):
        require_players(rulebook("nabo"), 2)


@pytest.mark.parametrize(
    ("lies", "at"),
    [("NS", {"N": N, "S": E}), ("WE", {"E": E, "W": N})],
)
def test_two_sit_opposite_each_other_on_whatever_sides(lies: str, at: dict[str, Seat]) -> None:
    hands = dict(zip(lies, FACING["hands"].values(), strict=True))
    read = seated(reading(hands, ()), ONE_AGAINST_ONE)
    for side, seat in at.items():
        assert " ".join(map(str, read.hands()[seat])) == hands[side]
    assert sides(ONE_AGAINST_ONE) == {N: Seat.N, E: Seat.S}


def test_an_evening(table: PanelTable) -> None:
    """Pressed, read, marked; the esku goes to and fro; the other hand lies sideways."""
    assert (now(table).seats, now(table).esku) == (ONE_AGAINST_ONE, N)
    table.press("envido-ns", "tira", "paso", "paso", "paso", "read")
    assert now(table).phase is Phase.MARKS
    assert record(table)["cards"] == {"N": ["12o", "12c", "3e", "1b"], "E": ["10c", "6b", "5e", "6o"]}
    assert table.state["score"] == {"NS": 3, "EW": 1}
    table.press("ok")
    assert now(table).esku is E
    table.press("envido-ew", "iduki", "paso", "paso", "paso", "read")
    assert record(table)["cards"] == {"E": ["11o", "12c", "7e", "1b"], "N": ["10c", "6b", "6e", "6o"]}
    assert (record(table)["esku"], table.state["score"]) == ("E", {"NS": 5, "EW": 5})
    table.press("ok")
    assert now(table).esku is N
    kept = reduce(apply, map(from_text, table.journal.events()), None)
    assert kept
    assert kept.now.score == now(table).score


def test_a_refusal_that_wins_leaves_no_cards_and_the_turn_goes_on(table: PanelTable) -> None:
    table.press("envido-ns", *["next"] * 8, "envido-ew", "tira")
    assert now(table).phase is Phase.GAME_WON
    table.press("ok")
    assert now(table).esku is E


def test_a_hand_by_hand(table: PanelTable) -> None:
    table.press("paso", "paso", "paso", "paso", "ok")
    assert now(table).phase is Phase.ENTRY
    page = table.here.get("/by-hand").text
    assert page.count('class="seat ') == 2
    assert 'class="seat S' in page
    for seat, cards in {"N": "12o 12c 3e 1b", "E": "10c 6b 5e 6o"}.items():
        for card in cards.split():
            assert table.here.post("/api/by-hand/card", {"seat": seat, "card": card}).status_code == 200
    table.press("envido-ns")
    assert now(table).phase is Phase.ENTRY
    table.press("envido-ew")
    assert (now(table).phase, record(table)["source"]) == (Phase.MARKS, "hand")
    hand = table.here.get("/hand/1").text
    assert hand.count('class="seat ') == 2


def test_both_correct_what_was_entered_wrong(table: PanelTable) -> None:
    table.press("paso", "paso", "paso", "paso", "read")
    assert table.state["score"] == {"NS": 3, "EW": 1}
    changes = [{"change": "card", "seat": "E", "old": "5e", "new": "2e"}]
    assert table.appliance.happen(CorrectionProposed(1, changes)).done
    table.press("envido-ns", "envido-ew")
    assert record(table)["cards"]["E"] == ["10c", "6b", "2e", "6o"]


def test_the_ends_are_changed(table: PanelTable) -> None:
    """The two change chairs: what N-S had is E-W's, and the cards at each chair are the other's."""
    assert table.appliance.happen(NamesGiven({"N": "Maite", "E": "Jon"})).done
    table.press("paso", "paso", "paso", "paso", "read", "ok")
    assert now(table).score == {Team.NS: 3, Team.EW: 1}
    assert table.appliance.happen(EndsSwapped()).done
    state = now(table)
    assert (state.score, state.seats, state.esku) == ({Team.NS: 1, Team.EW: 3}, ONE_AGAINST_ONE, N)
    assert state.names.players == {N: "Jon", E: "Maite"}
    assert table.here.get("/hand/1").status_code == 200
    table.press("back")
    assert now(table).names.players == {N: "Maite", E: "Jon"}


def test_names(table: PanelTable) -> None:
    """Who plays alone is the team; without a name N-S and E-W."""
    page = table.here.get("/match").text
    assert 'name="N"' in page
    assert not any(f'name="{who}"' in page for who in ("S", "W", "NS", "EW")), "who plays alone has one name"
    said = speech("en").named(now(table).names)
    assert (said.place(N), said.place(E), said.seat(E), said.short.seat(E)) == ("N-S", "E-W", "E-W", "E")
    assert table.appliance.happen(NamesGiven({"N": "Maite", "E": "Jon"})).done
    said = speech("en").named(now(table).names)
    assert (said.team(Team.NS), said.place(E), said.short.team(Team.EW)) == ("Maite", "Jon", "Jon")


def test_the_match_as_files_and_the_sheet(table: PanelTable) -> None:
    table.press("envido-ns", "tira", "paso", "paso", "paso", "read", "ok")
    table.press("paso", "paso", "paso", "paso", "read")
    as_text = table.here.get("/export/last.text").text
    assert '[Seats "N E"]' in as_text
    as_json = table.here.get("/export/last.jsonl").text
    sheet = text.read(as_text)
    assert json_lines.read(as_json).match == sheet.match
    assert sheet.match.header.seats == ONE_AGAINST_ONE
    assert json.loads(as_json.splitlines()[0])["seats"] == ["N", "E"]
    assert table.here.get("/export/last.pdf").content.startswith(b"%PDF")


def test_the_two_hands_stand_one_below_the_other_on_the_display(table: PanelTable, tmp_path: Path) -> None:
    table.press("paso", "paso", "paso", "paso", "read")
    canvas = Canvas()
    hands(canvas, now(table).hands[-1], speech("en").named(now(table).names).short)
    lit = np.asarray(canvas.image)
    assert lit[12:38].any(axis=1).sum() > 15
    assert not lit[38:].any()


def test_every_page_and_every_screen(table: PanelTable) -> None:
    for page in ("/", "/match", "/hands", "/by-hand", "/display.png"):
        assert table.here.get(page).status_code == 200
    table.press("paso", "paso", "paso", "paso", "read")
    for page in ("/", "/match", "/hands", "/hand/1", "/hand/1/worth", "/display.png", "/api/state"):
        assert table.here.get(page).status_code == 200, page


def test_a_new_match_of_two_is_begun_on_the_page(tmp_path: Path) -> None:
    table = PanelTable(tmp_path, FACING)
    try:
        wrong = table.here.post("/api/match", {"rules": "nabo", "esku": "N", "players": "2"})
        assert (wrong.status_code, wrong.json()["sentence"]) == (409, "Nabo is played by 4, not by 2.")
        wrong = table.here.post("/api/match", {"rules": "france", "esku": "W", "players": "2"})
        assert wrong.json()["sentence"] == "Nobody sits at W: two play at N, E."
        assert table.here.post("/api/match", {"rules": "france", "esku": "E", "players": "2"}).status_code == 200
        assert (now(table).seats, now(table).esku) == (ONE_AGAINST_ONE, E)
        assert table.here.post("/api/match", {"rules": "nabo", "esku": "W"}).status_code == 200
        assert now(table).seats == tuple(Seat)
    finally:
        table.close()


def test_in_the_menu_of_the_box(tmp_path: Path) -> None:
    table = PanelTable(tmp_path, FACING)
    try:
        table.appliance.press(Button.LAST)
        table.appliance.press(Button.LAST, held=True)
        for word in ("new", "france", "40", "3", "1 to 1", "E"):
            _choose(table, word)
        while now(table).phase is Phase.NEW_MATCH:
            table.press("envido-ns", "envido-ew")
        assert (now(table).seats, now(table).esku, now(table).rules) == (ONE_AGAINST_ONE, E, "france")
    finally:
        table.close()


def _choose(table: PanelTable, word: str) -> None:
    cells = grid(now(table), table.appliance.snapshot().view.path).cells
    place = next(place for place, cell in enumerate(cells) if cell and cell.label == word)
    assert table.appliance.press(PLACES[place]).done
