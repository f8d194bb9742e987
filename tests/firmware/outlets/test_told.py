"""What is told to whoever looks on: no card before the showdown, in whatever state; and what happened meanwhile."""

from __future__ import annotations

import json
import random
import re
from itertools import islice, pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from firmware.commands.score import score_line
from firmware.keeping.journal import Journal
from firmware.outlets.told import EVENTS, happened, told
from firmware.session.buttons import Button
from firmware.session.events import CallMade, MatchStarted
from firmware.session.state import Phase
from tests.firmware.panel.at_the_panel import PanelTable
from tests.firmware.playing import presses, table
from tests.firmware.screens.gallery import Play, gallery
from tests.firmware.scripted import HANDS
from tests.firmware.table.test_equipos import switched_on
from words.text import english

CARD = re.compile(r"\b(1[0-2]|[1-7])[oceb?]\b|oros|copas|espadas|bastos")
OPEN = {"marks", "judge", "game-won", "match-won", "correction", "new-match"}
"""Phases in which the hand may lie open; in the last two it does where it was marked before."""


def wrong(session: dict[str, Any]) -> list[str]:
    """What of a session's telling gives a card away."""
    found = [one[0] for one in CARD.finditer(json.dumps({**session, "last": None}))]
    last = session["last"]["record"]["id"] if session["last"] else None
    if session["shown"] != (last == session["deal"]):
        found.append(f"hand {last} in deal {session['deal']}, shown: {session['shown']}")
    if session["shown"] and session["phase"] not in OPEN:
        found.append(f"shown at {session['phase']}")
    return found


def test_no_state_of_any_screen_tells_a_card_too_early() -> None:
    phases = set()
    for name, state, _ in gallery():
        phases.add(state.phase)
        assert wrong(told(SimpleNamespace(state=state, say=english))) == [], name
    assert phases == set(Phase)


def test_score_takes_the_record_of_a_game_that_a_refused_bid_has_won_before_anybody_showed_cards() -> None:
    play = Play("nabo")
    for call in ("NS envido 40", "EW gehiago 2", "NS tira"):
        play.happen(CallMade(call))
    last = told(SimpleNamespace(state=play.state, say=english))["last"]
    assert last["record"]["cards"] == {}
    assert score_line(json.dumps(last["record"]).encode(), 1) == last["result"]


def test_no_press_of_an_evening_tells_a_card_too_early(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    playing, heard = table(journal), []
    playing.presenter.watch(lambda: heard.append(told(playing.snapshot())))
    for _ in islice(presses(playing, random.Random(22)), 400):
        pass
    playing.close()
    journal.close()
    assert [one for session in heard for one in wrong(session)] == []
    phases = {session["phase"] for session in heard}
    assert phases >= {"calls", "cards", "doubts", "marks", "game-won", "match-won"}
    assert sum(one["shown"] and not before["shown"] for before, one in pairwise(heard)) > 20
    kinds = [one["event_type"] for before, now in pairwise(heard) for one in happened(before, now)]
    assert set(kinds) == set(EVENTS)


def test_a_hand_by_hand_is_told_once_both_teams_have_agreed(tmp_path: Path) -> None:
    playing = PanelTable(tmp_path)
    playing.press(*["paso"] * 4)
    assert playing.here.post("/api/by-hand").json()["done"]
    for seat, cards in HANDS.items():
        for card in cards.split():
            assert playing.here.post("/api/by-hand/card", data={"seat": seat, "card": card}).json()["done"]
            assert wrong(told(playing.appliance.snapshot())) == []
    assert playing.state["phase"] == "entry"
    playing.press("envido-ns", "envido-ew")
    session = told(playing.appliance.snapshot())
    assert session["shown"]
    assert session["last"]["record"]["cards"] == {seat: cards.split() for seat, cards in HANDS.items()}
    assert wrong(session) == []
    playing.press("ok")
    assert not told(playing.appliance.snapshot())["shown"], "the next karta aldia has begun"
    assert told(playing.appliance.snapshot())["last"]
    assert playing.appliance.happen(MatchStarted("nabo", "N", "x", None)).done
    assert told(playing.appliance.snapshot())["last"] is None, "it was another match's, with other teams"
    playing.close()


def test_what_happened_is_said_once_and_nothing_where_something_is_taken_back(tmp_path: Path) -> None:
    playing, told_so_far = PanelTable(tmp_path, {"hands": HANDS}, {"hands": HANDS}), []
    playing.appliance.presenter.watch(lambda: told_so_far.append(told(playing.appliance.snapshot())))
    before = told(playing.appliance.snapshot())
    for name in ["envido-ns", "envido-ns", "iduki", "back", "tira", "paso", "paso", "paso", "read", "ok", "envido-ew"]:
        playing.appliance.press(Button(name))
    playing.close()
    said = []
    for now in told_so_far:
        said += [(one["event_type"], one.get("call", one.get("deal"))) for one in happened(before, now)]
        before = now
    assert said == [
        ("call", "NS envido 2"),
        ("call", "NS envido 3"),
        ("call", "EW iduki"),
        ("call", "EW tira"),
        ("hand", 1),
        ("call", "EW envido 2"),
    ]


def test_11_of_mus_por_equipos_nothing_is_told_that_is_played(tmp_path: Path) -> None:
    with switched_on(tmp_path) as playing:
        heard = [told(playing.appliance.snapshot())]
        playing.appliance.presenter.watch(lambda: heard.append(told(playing.appliance.snapshot())))
        playing.pass_all()
        playing.press(Button.OK)
        playing.win_game()
        assert len(heard) > 10
        assert heard[0]["silent"]
        assert [one for one in heard if one != heard[0]] == []
        assert playing.appliance.happen(MatchStarted("nabo", "N", "x", None)).done
        assert playing.state.last, "the table itself still shows the last hand"
    assert not heard[-1]["silent"], "another match has begun"
    assert not CARD.search(json.dumps(heard))
