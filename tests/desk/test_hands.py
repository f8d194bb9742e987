"""What a box has told of its karta aldiak, as the judge reads it at the desk."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from desk.pages import hands
from desk.service import Desk, judging
from desk.state import State
from engine.match import marking
from engine.match.entries import Adjusted, JudgesAct, Voided
from engine.seats import Team
from engine.sheets.fields import act_fields, kind_of
from engine.showdown import score
from firmware.joined.at_table import told
from firmware.session.events import JudgeActed, MatchStarted, NamesGiven
from tests.desk.playing import ANE, drawn
from tests.firmware.screens.gallery import HANDS, Play
from words.text import LANGUAGES, Speech, english, speech

NAMES = {"NS": "Chino A", "EW": "Elko B", "N": "Ane", "W": "Jon", "S": "Mikel", "E": "Peio"}


def box() -> Play:
    """A box in the first partida: a hand with a bid, and one that was passed and voided."""
    play = Play().happen(MatchStarted("nabo", "N", "gallery", "table.jpg", partida=1)).happen(NamesGiven(NAMES))
    play.press("envido-ns", "iduki", "envido-ew", "tira").read(HANDS).press("ok")
    return play.read(HANDS).press("ok")


def given(play: Play) -> Mapping[str, Any]:
    found = told(play.state)
    assert found
    return found


def decided(play: Play, act: JudgesAct) -> Play:
    return play.happen(JudgeActed({"kind": kind_of(act), **act_fields(act)}))


def text(one: hands.Told) -> str:
    lines = [
        f"{entry.number} {entry.about} {entry.status} {entry.calls} {' '.join(entry.lines)}"
        for _, all in one.games
        for entry in all
    ]
    return "\n".join(lines)


@pytest.fixture
def state(desk: Desk) -> State:
    return desk.state(drawn(desk))


def test_each_karta_aldia_is_told_with_its_marks_and_why(state: State) -> None:
    read = hands.told(state, given(box()), english)
    assert read.wrong is None
    [(title, (first, second))] = read.games
    assert title == "Game 1"
    assert first.about.startswith("Esku: Ane · Chino A 0 → ")
    assert [place for place, _ in first.cards] == ["Ane", "Jon", "Mikel", "Peio"]
    assert first.cards[0][1] == HANDS["N"]
    assert first.calls == "handia: Chino A envido 2, Elko B iduki; txikia: Elko B envido 2, Chino A tira"
    assert any(line.startswith("txikia: Elko B 1: Elko B envido 2, refused by Chino A") for line in first.lines)
    assert any(line.startswith("handia: ") and "all passed" in line for line in second.lines)


def test_a_voided_one_is_told_as_such_and_what_the_judge_did_stands_behind_it(state: State) -> None:
    play = decided(box(), Voided(of=1, article="nabo 26", by="judge", reason="decided at the table"))
    decided(play, Adjusted(game=1, team=Team.NS, tantos=5, by="judge", reason="decided at the table"))
    read = hands.told(state, given(play), english)
    [(_, (first, _, voided, gave))] = read.games
    assert first.status == "voided"
    assert not any(line.startswith("txikia: Elko B 1") for line in first.lines)
    assert voided.about == "1 is void; judge: decided at the table (nabo 26)"
    assert gave.about == "Chino A +5; judge: decided at the table"


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
def test_nothing_of_it_stays_in_english(state: State, language: str) -> None:
    play = decided(box(), Voided(of=1, by="judge", reason="decided at the table"))
    said = text(hands.told(state, given(play), speech(language)))
    for word in ("refused", "void", "judge", "decided", "passed", "over", "accepted"):
        assert f" {word} " not in f" {said.replace(';', ' ').replace(':', ' ').replace(',', ' ')} ", said


def test_however_often_something_is_put_right_each_hand_is_marked_once(
    state: State, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = box()
    for tantos in range(1, 9):
        decided(play, Adjusted(game=1, team=Team.NS, tantos=tantos, by="judge", reason="decided at the table"))
    marked: list[object] = []
    monkeypatch.setattr(marking, "score", lambda record, seats: marked.append(record) or score(record, seats))
    read = hands.told(state, given(play), english)
    assert [entry.about for _, all in read.games for entry in all][-1].startswith("Chino A +8")
    assert len(marked) == 2 * 2  # once as they stand, once for what each act did


def test_names_that_were_taken_out_are_not_said(state: State, desk: Desk) -> None:
    nameless = judging.take_names_out(desk, 1, ANE, "asked for", early=True)
    play = decided(box(), Adjusted(game=1, team=Team.NS, tantos=5, by="Ane", reason="Jon has said so"))
    said = text(hands.told(nameless, given(play), english))
    assert "N-S envido 2" in said
    assert not any(name in said for name in NAMES.values())


@pytest.mark.parametrize(
    "wrong",
    [
        {"lines": ["made up"]},
        {"lines": [5], "header": {}},
        {"lines": ['{"kind": "karta-aldia"}'], "header": "[]"},
    ],
)
def test_what_cannot_be_read_is_said_to_be_so(state: State, wrong: Mapping[str, Any]) -> None:
    for say in map(Speech, LANGUAGES):
        read = hands.told(state, wrong, say)
        assert read.games == ()
        assert read.wrong
    assert hands.told(state, {"lines": []}, english) == hands.Told(())
