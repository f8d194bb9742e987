"""Who stands where, and why: nabo 22, byes, withdrawals, lots; and random tournaments against the oracle."""

from __future__ import annotations

import json
from collections.abc import Iterable
from copy import copy
from typing import Any

import pytest
from hypothesis import given

from engine.errors import SheetError, TournamentError
from engine.lots import drawn_order
from engine.tournament import json_lines
from engine.tournament.acts import Pairing, Replaced, Reported
from engine.tournament.entries import TeamEntry
from engine.tournament.standings import Row, standings
from engine.tournament.state import Tournament
from tests.engine.tournament import oracle
from tests.engine.tournament.random_tournaments import Lines, tournaments

WON, LOST = [[40, 20], [40, 30]], [[20, 40], [30, 40]]


def header(*teams: str, **more: Any) -> dict[str, Any]:
    return {"teams": [{"id": team} for team in teams], "rules": "nabo"} | more


def read(*lines: dict[str, Any]) -> tuple[Tournament | None, list[SheetError]]:
    return json_lines.read((number, json.dumps(line)) for number, line in enumerate(lines, 1))


def stands(*lines: dict[str, Any]) -> list[Row]:
    tournament, errors = read(*lines)
    assert tournament is not None
    assert errors == []
    return standings(tournament)


def partida(number: int, one: str, other: str | None, mantxak: list[list[int]] | None = None, **more: Any) -> dict:
    return {"partida": number, "round": 1, "teams": [one, other]} | ({"mantxak": mantxak} if mantxak else {}) | more


def places(rows: Iterable[Row]) -> list[tuple[int, str]]:
    return [(row.place, row.team) for row in rows]


def test_the_doors_example():
    rows = stands(
        {"teams": [{"id": "T01", "name": "Chino A", "club": "Chino"}, {"id": "T02"}, {"id": "T03"}], "rules": "nabo",
         "options": {"mantxak": 2, "target": 40}},
        {"partida": 1, "round": 1, "teams": ["T01", "T02"], "mantxak": [[40, 32], [35, 40], [40, 12]]},
        {"partida": 2, "round": 1, "teams": ["T03", None], "bye_mantxak": 2},
        {"partida": 1, "round": 1, "teams": ["T01", "T02"], "mantxak": [[40, 32], [40, 35]], "by": "judge",
         "why": "the second was miscounted"},
    )  # fmt: skip
    assert [row.to_dict() for row in rows] == [
        {"place": 1, "team": "T01", "partidak": 1, "mantxak": 2, "lost_tantos": 0, "tied_with": ["T03"],
         "why": "shares the place with T03: level in everything"},
        {"place": 1, "team": "T03", "partidak": 1, "mantxak": 2, "lost_tantos": 0, "tied_with": ["T01"],
         "why": "shares the place with T01: level in everything"},
        {"place": 3, "team": "T02", "partidak": 0, "mantxak": 0, "lost_tantos": 67, "tied_with": [],
         "why": "0 partidak won against 1 of T03 (nabo 22.1)"},
    ]  # fmt: skip


def test_what_was_said_before_stays_to_be_seen():
    tournament, _ = read(header("A", "B"), partida(1, "A", "B", WON), partida(1, "A", "B", LOST, by="judge", why="x"))
    assert tournament is not None
    assert [said.mantxak for said in tournament.partidak[1].said] == [((40, 20), (40, 30)), ((20, 40), (30, 40))]
    assert (tournament.partidak[1].winner, tournament.partidak[1].mantxak) == ("B", ((20, 40), (30, 40)))


def test_partidak_won_come_first():
    rows = stands(header("A", "B"), partida(1, "B", "A", WON))
    assert [str(row.why) for row in rows] == [
        "1 partidak won against 0 of A (nabo 22.1)",
        "0 partidak won against 1 of B (nabo 22.1)",
    ]


def test_then_mantxak_won():
    three = [[40, 0], [0, 40], [40, 0]]
    rows = stands(header("A", "B", "C", "D"), partida(1, "A", "C", WON), partida(2, "B", "D", three))
    assert places(rows) == [(1, "A"), (1, "B"), (3, "D"), (4, "C")]
    assert str(rows[2].why) == "0 partidak won against 1 of B (nabo 22.1)"
    assert str(rows[3].why) == "level with D on partidak; 0 mantxak won against 1 of D (nabo 22.2)"


def test_then_tantos_in_lost_partidak():
    low, high = [[40, 3], [40, 4]], [[40, 5], [40, 9]]
    rows = stands(header("A", "B", "C", "D"), partida(1, "A", "B", low), partida(2, "C", "D", high))
    assert places(rows) == [(1, "A"), (1, "C"), (3, "D"), (4, "B")]
    why = "level with D on partidak and mantxak; 7 tantos in lost partidak against 14 of D (nabo 22.3)"
    assert str(rows[3].why) == why


def test_then_of_two_the_partida_between_them():
    rows = stands(
        header("A", "B", "C", "D"), partida(1, "B", "A", WON), partida(2, "A", "C", WON), partida(3, "D", "B", WON)
    )
    assert [(row.team, row.results.partidak, row.results.mantxak, row.results.lost_tantos) for row in rows] == [
        ("B", 1, 2, 50),
        ("A", 1, 2, 50),
        ("D", 1, 2, 0),
        ("C", 0, 0, 50),
    ]
    assert [str(row.why) for row in rows][:2] == [
        "level with A but for the partida between them (nabo 22.4)",
        "level with B but for the partida between them (nabo 22.4)",
    ]


def test_of_three_the_partidak_between_them_decide_nothing():
    rows = stands(
        header("A", "B", "C"), partida(1, "B", "A", WON), partida(2, "A", "C", WON), partida(3, "C", "B", WON)
    )
    assert places(rows) == [(1, "A"), (1, "B"), (1, "C")]
    assert rows[0].tied_with == ("B", "C")


def test_of_two_who_met_more_than_once_whoever_won_more_of_them():
    rows = stands(
        header("A", "B", "C"),
        *(partida(number, "A", "B", WON) for number in (1, 2)),
        partida(3, "B", "A", [[40, 30], [40, 30]]),
        partida(4, "B", "C", WON),
        partida(5, "C", "A", [[40, 20], [40, 20]]),
    )
    assert [(row.team, row.results.partidak, row.results.mantxak, row.results.lost_tantos) for row in rows][:2] == [
        ("A", 2, 4, 100),
        ("B", 2, 4, 100),
    ]
    assert str(rows[0].why) == "level with B but for the partidak between them, 2 to 1 (nabo 22.4)"


def test_a_bye_counts_as_won_with_the_mantxak_that_win_a_partida():
    rows = stands(header("A", "B", options={"mantxak": 3}), partida(1, "A", None), partida(2, None, "B", bye_mantxak=1))
    assert [(row.team, row.results.partidak, row.results.mantxak, row.results.lost_tantos) for row in rows] == [
        ("A", 1, 3, 0),
        ("B", 1, 1, 0),
    ]


def test_the_committee_sets_what_a_bye_counts():
    rows = stands(header("A", options={"bye_mantxak": 1}), partida(1, "A", None))
    assert rows[0].results.mantxak == 1
    assert str(rows[0].why) == "the only team"


def test_a_withdrawn_team_has_never_taken_part():
    lines = header("A", "B", "C"), partida(1, "A", "B", WON), partida(2, "B", "C", WON), partida(3, "C", "A", WON)
    rows = stands(*lines, {"withdrawn": "A", "why": "went home"})
    assert [(row.team, row.results.partidak) for row in rows] == [("B", 1), ("C", 0)]
    back = stands(*lines, {"withdrawn": "A", "why": "went home"}, {"returned": "A", "why": "came back"})
    assert [row.to_dict() for row in back] == [row.to_dict() for row in stands(*lines)]


@pytest.mark.parametrize("kind", ["withdrawn", "evicted", "disqualified"])
def test_whoever_leaves_counts_nowhere(kind):
    rows = stands(header("A", "B"), partida(1, "A", "B", WON), {kind: "A", "why": "so"})
    assert places(rows) == [(1, "B")]


def test_unconfirmed_results_count_nowhere():
    lines = header("A", "B"), partida(1, "A", "B", WON, waits_for=["A", "B"])
    assert places(stands(*lines)) == [(1, "A"), (1, "B")]
    assert places(stands(*lines, {"confirmed": 1, "team": "A"})) == [(1, "A"), (1, "B")]
    confirmed = stands(*lines, {"confirmed": 1, "team": "A"}, {"confirmed": 1, "team": "B"})
    assert places(confirmed) == [(1, "A"), (2, "B")]


def test_a_void_partida_counts_nowhere_and_needs_no_winner():
    assert places(stands(header("A", "B"), partida(1, "A", "B", [[40, 3]], void=True))) == [(1, "A"), (1, "B")]
    assert places(stands(header("A", "B"), partida(1, "A", "B", void=True))) == [(1, "A"), (1, "B")]


def test_a_drawn_partida_counts_once_it_has_a_result():
    lines = header("A", "B"), partida(1, "A", "B", drawn="seed")
    assert places(stands(*lines)) == [(1, "A"), (1, "B")]
    assert places(stands(*lines, partida(1, "A", "B", WON, drawn="seed"))) == [(1, "A"), (2, "B")]


def test_a_partida_that_is_drawn_behind_its_result_has_none():
    lines = header("A", "B"), partida(1, "A", "B", WON), partida(1, "A", "B", drawn="seed")
    tournament, _ = read(*lines)
    assert tournament is not None
    assert (tournament.partidak[1].winner, tournament.partidak[1].mantxak) == (None, ())
    assert places(stands(*lines)) == [(1, "A"), (1, "B")]


def test_what_is_said_of_a_copy_is_not_said_of_the_tournament():
    fold = json_lines.begun({"teams": [{"id": "T01"}, {"id": "T02"}], "rules": "nabo"})
    other = copy(fold)
    other.add(Reported(Pairing(1, 1, ("T01", "T02")), ((40, 5), (40, 5))))
    assert (set(fold.tournament.partidak), set(other.tournament.partidak)) == (set(), {1})


def test_a_team_that_is_written_anew_stands_where_it_stood_and_who_came_for_it_is_known():
    teams = [{"id": "T01", "players": ["Ane", "Benat"], "club": "Zortzi"}, {"id": "T02"}]
    fold = json_lines.begun({"teams": teams, "rules": "nabo"})
    fold.add(Reported(Pairing(1, 1, ("T01", "T02")), ((40, 5), (40, 5))))
    fold.add(Replaced("T01", "Ane", "Jon", "Zortzi", played_there=True))
    fold.rewrite(TeamEntry("T01", "Zortzikoak", "Zortzi", ("Jon", "Beñat")))
    assert fold.tournament.teams["T01"].players == ("Jon", "Beñat")
    assert places(standings(fold.tournament)) == [(1, "T01"), (2, "T02")]
    with pytest.raises(TournamentError, match="neither player of T01 comes"):
        fold.add(Replaced("T01", "Beñat", "Miren", "Zortzi", played_there=True))
    with pytest.raises(TournamentError):
        fold.rewrite(TeamEntry("T03"))


def test_a_lot_decides_among_those_who_share_a_place():
    rows = stands(header("A", "B", "C"), {"lot": ["C", "A", "B"], "seed": "2026-11-22"})
    order = drawn_order("2026-11-22", "lot", ["A", "B", "C"])
    assert places(rows) == list(enumerate(order, 1))
    assert str(rows[1].why) == f"level with {order[0]} in everything; the lot from the seed 2026-11-22 decides"
    assert all(row.tied_with == () for row in rows)


def test_a_lot_decides_nothing_else():
    lot = {"lot": ["A", "B"], "seed": "x"}
    assert places(stands(header("A", "B", "C"), lot)) == [(1, "A"), (1, "B"), (1, "C")]
    assert places(stands(header("A", "B"), partida(1, "B", "A", WON), lot)) == [(1, "B"), (2, "A")]


def test_of_two_lots_the_later_one_counts():
    orders = {seed: drawn_order(seed, "lot", ["A", "B"]) for seed in "abcdef"}
    first = next(seed for seed, order in orders.items() if order == ["A", "B"])
    second = next(seed for seed, order in orders.items() if order == ["B", "A"])
    rows = stands(header("A", "B"), *({"lot": ["A", "B"], "seed": seed} for seed in (first, second)))
    assert places(rows) == [(1, "B"), (2, "A")]


def test_the_committee_sets_the_tie_breaks():
    lines = partida(1, "A", "B", WON), partida(2, "C", None), partida(3, "C", "B", LOST)
    rows = stands(header("A", "B", "C", options={"tie_breaks": ["between", "lost_tantos"]}), *lines)
    assert places(rows) == [(1, "B"), (1, "C"), (3, "A")]


@given(tournaments())
def test_random_tournaments_stand_as_the_oracle_says(lines: Lines):
    assert oracle.of_rows(stands(*lines)) == oracle.standings(lines)
