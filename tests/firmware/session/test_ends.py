"""Changed ends: what was played before is told of whoever sits there now, in the state and in every export."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.rounds import Round
from engine.rules import rulebook
from engine.seats import Seat, Team
from engine.sheets import json_lines
from engine.sheets import text as game_text
from firmware.commands.score import score_line
from firmware.joined.at_table import told
from firmware.keeping.journal_form import Kept as KeptEvent
from firmware.keeping.played_matches import PlayedMatch, Recorded, opened
from firmware.session.events import (
    ClockStarted,
    EndsSwapped,
    FaultMended,
    MatchStarted,
    NamesGiven,
    TimePassed,
    Undone,
)
from firmware.session.fold import StateError
from firmware.session.state import Phase
from tests.firmware.screens.gallery import HANDS, JOKOA, called
from tests.firmware.session.test_correcting import Kept

NEXT = {seat.value: seat.next.value for seat in Seat} | {"NS": "EW", "EW": "NS"}


def exported(table: Kept) -> list[PlayedMatch]:
    """What the journal's events come to when they are exported."""
    kept = [KeptEvent(number, "2026-11-21T12:00:00+00:00", text) for number, text in enumerate(table.texts, 1)]
    return [opened(Recorded(1, kept[0].at, 1, len(kept), "0a1b2c3d"), kept).played()]


def turned(value: Any) -> Any:
    """JSON with every seat and team one place on."""
    if isinstance(value, dict):
        return {NEXT.get(name, name): turned(one) for name, one in value.items()}
    if isinstance(value, list):
        return [turned(one) for one in value]
    return " ".join(NEXT.get(word, word) for word in value.split(" ")) if isinstance(value, str) else value


def played(rules: str = "nabo") -> Kept:
    """Two karta aldiak with bids of both teams, a word that was not true, and a correction; ready for the next one."""
    table = Kept(rules)
    table.press("envido-ns", "envido-ew", "iduki", "envido-ew", "tira", "paso").read(HANDS).press("ok")
    table.press("paso", "envido-ew", "iduki", "envido-ns", "tira").read(JOKOA)
    assert table.state.phase is Phase.MARKS
    table.press("ok")
    return table


@pytest.mark.parametrize("rules", ["nabo", "federacion", "basque"])
def test_everything_played_before_is_told_from_the_new_places(rules: str) -> None:
    table = played(rules)
    records, results = ([getattr(h, f"{part}_json")() for h in table.state.hands] for part in ("record", "result"))
    score = dict(table.state.score)
    table.happen(EndsSwapped())
    assert table.state.score == {team: score[team.other] for team in Team}
    for hand, record, result in zip(table.state.hands, records, results, strict=True):
        assert json.loads(json.dumps(hand.record_json())) == turned(json.loads(json.dumps(record)))
        assert hand.result_json()["score"] == {NEXT[team]: tantos for team, tantos in result["score"].items()}
        assert score_line(json.dumps(hand.record_json()).encode(), 1) == json.loads(json.dumps(hand.result_json()))
    assert table.folded() == table.session


def test_the_calls_after_the_swap_are_of_those_who_sit_there_now() -> None:
    table = played()
    esku = table.state.esku
    table.happen(EndsSwapped()).press("envido-ns", "envido-ew")
    assert table.state.esku is esku.next
    assert called(table.state) == {"handia": ["NS envido 2", "EW gehiago 2"]}
    table.press("iduki", "paso", "paso", "paso").read(HANDS)
    assert table.state.finished.record_json()["calls"] == {"handia": ["NS envido 2", "EW gehiago 2", "NS iduki"]}


@pytest.mark.parametrize("times", [1, 2, 3, 4])
def test_a_match_with_changed_ends_is_exported_as_it_stands(times: int) -> None:
    table = played()
    for _ in range(times):
        table.happen(EndsSwapped())
        table.press("envido-ns", "iduki", "paso", "paso", "paso").read(HANDS).press("ok")
    (match,) = exported(table)
    for read in (json_lines.read(match.json_lines()), game_text.read(match.text())):
        assert read.match == match.sheet.match
    assert dict(match.figures.standing.score) == table.state.score
    lines = [line for line in map(json.loads, match.json_lines().splitlines()) if "cards" in line]
    shown = [hand.record_json() for hand in table.state.hands]
    for name in ("calls", "cards"):
        assert [line[name] for line in lines] == [json.loads(json.dumps(hand[name])) for hand in shown]


def test_ends_changed_four_times_are_where_they_were() -> None:
    table = played()
    before = table.state
    for _ in range(4):
        table.happen(EndsSwapped())
    assert table.state.hands == before.hands
    assert (table.state.match, table.state.esku, table.state.score) == (before.match, before.esku, before.score)
    for _ in range(4):
        table.press("back")
    assert table.state == before


def test_what_was_done_about_faults_goes_with_those_who_sit_there() -> None:
    table = played().happen(FaultMended("deal-again", "nabo 7")).happen(FaultMended("hand-out", "nabo 7", "W"))
    assert (table.state.esku, table.state.out, table.state.may_change_ends) == (Seat.S, {Seat.W}, True)
    table.happen(EndsSwapped())
    assert (table.state.esku, table.state.out) == (Seat.E, {Seat.S})
    assert [remedy.follows.value for remedy in table.state.karta_aldia.remedies] == ["deal-again", "hand-out"]
    assert not table.press("paso").state.may_change_ends
    with pytest.raises(StateError, match="before the first call"):
        table.happen(EndsSwapped())
    assert table.folded() == table.session


def test_who_announced_wrongly_in_an_open_round_is_told_from_the_new_places() -> None:
    table = Kept("federacion").happen(FaultMended("hand-out-of-round", "federacion 80", "N", "pareak"))
    assert table.happen(EndsSwapped()).state.misheard == {(Round.PAREAK, Seat.W)}


def test_a_correction_after_the_swap_is_of_the_places_as_they_are_now() -> None:
    table = played().happen(EndsSwapped())
    card = table.state.hands[0].record_json()["cards"]["W"][0]
    assert card == HANDS["N"].split()[0], "who sat at N sits at W"
    table.press("last", "last", "read")
    table.choose("W", card, "bastos", "12b")
    assert table.state.phase is Phase.CORRECTION
    table.press(*(["envido-ns", "envido-ew"] if table.state.proposal.binding else ["ok"]))
    assert table.state.hands[0].record_json()["cards"]["W"][0] != card
    (match,) = exported(table)
    assert json_lines.read(match.json_lines()).match == match.sheet.match
    assert table.folded() == table.session


def test_what_a_partida_came_to_is_told_by_who_sat_where_when_it_began() -> None:
    table = played().happen(EndsSwapped()).happen(MatchStarted("nabo", "N", "gallery", "table.jpg", partida=7))
    table.press("envido-ns", "envido-ew", "tira")
    assert dict(table.state.score) == {Team.NS: 0, Team.EW: 2}
    first = told(table.state)
    assert first["score"] == [0, 2]


def test_a_match_that_is_taken_back_leaves_the_names_where_the_players_sit() -> None:
    table = played().happen(EndsSwapped()).happen(MatchStarted("nabo", "N", "gallery", "table.jpg"))
    table.happen(NamesGiven({"N": "Ane"})).happen(Undone())
    assert table.state.names.players == {Seat.N: "Ane"}
    table.happen(Undone())
    assert table.state.names.players == {Seat.E: "Ane"}


def test_a_match_that_was_taken_back_after_its_clock_had_run_is_none() -> None:
    table = played().happen(MatchStarted("federacion", "N", "gallery", "table.jpg"))
    table.happen(ClockStarted()).happen(TimePassed(30.0)).happen(Undone()).happen(Undone())
    assert table.state.rules == "nabo"
    (match,) = exported(table)
    assert match.book == rulebook("nabo")
    assert len(match.figures.aldiak) == 2
