"""Every system played through, for few teams and many, with byes, ties, and teams that leave in every round."""

from __future__ import annotations

import os
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from desk.matching import least_weight
from engine.tournament.acts import Left, Reported
from engine.tournament.draw import brackets, champions, may_be_drawn
from engine.tournament.standings import standings
from tests.engine.tournament import oracle
from tests.engine.tournament.simulated import Played, as_read, every_pairing_is_sound

SIZES = range(3, 258) if os.environ.get("HAMARREKO_SWEEP") else (3, 4, 5, 6, 7, 8, 9, 16, 17, 33)
STAGES: dict[str, list[dict[str, Any]]] = {
    "groups": [{"system": "groups", "groups": 1}],
    "rounds": [{"system": "rounds", "rounds": 4}],
    "zeros": [{"system": "zeros", "lives": 3}],
    "two lives": [{"system": "zeros", "lives": 2}],
    "knockout": [{"system": "knockout"}],
    "second bracket": [{"system": "knockout", "seeded": True, "second_bracket": True}],
    "groups, then knockout": [
        {"system": "groups", "groups": 1, "go_on": 2},
        {"system": "knockout", "seeded": True, "second_bracket": True},
    ],
    "rounds, then zeros, then knockout": [
        {"system": "rounds", "rounds": 2, "go_on": 3},
        {"system": "zeros", "lives": 1, "go_on": 2},
        {"system": "knockout"},
    ],
}


@pytest.mark.parametrize("leaving", [False, True], ids=["all stay", "some leave"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("system", STAGES)
def test_a_tournament_is_played_through(system: str, size: int, leaving: bool):
    stages = [dict(stage) for stage in STAGES[system]]
    if size > 33 and "groups" in stages[0]:
        stages[0]["groups"] = size // 8
    played = Played(size, stages, least_weight, seed=size)
    played.through(every_pairing_is_sound, leaving)
    rows = standings(played.tournament)
    assert rows == standings(as_read(played))
    if not any("lot" in line for line in played.lines):
        assert oracle.of_rows(rows) == oracle.standings(
            [
                line
                for line in played.lines
                if "mantxak" in line or None in line.get("teams", ()) or "partida" not in line
            ]
        )


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("system", STAGES)
def test_nobody_is_drawn_who_had_no_draw_to_come(system: str, size: int):
    played = Played(size, STAGES[system], least_weight, seed=size)
    done = set[str]()
    while pairings := played.draw(f"seed {len(played.acts)}"):
        assert done.isdisjoint(team for pairing in pairings for team in pairing.teams)
        for part in (pairings[::2], pairings[1::2]):
            played.report(part)
            done |= {team for team in played.tournament.teams if not may_be_drawn(played.tournament, team)}
    assert done == played.tournament.teams.keys()


@pytest.mark.parametrize("size", SIZES)
def test_in_a_group_everybody_meets_everybody_once(size: int):
    played = Played(size, [{"system": "groups", "groups": 1 + size // 9}], least_weight)
    played.through(every_pairing_is_sound, leaving=False)
    met = Counter(frozenset(partida.pairing.teams) for partida in played.tournament.partidak.values())
    groups: dict[str | None, set[str]] = {}
    for partida in played.tournament.partidak.values():
        groups.setdefault(partida.pairing.group, set()).update(map(str, partida.pairing.teams))
    assert sum(map(len, groups.values())) == size
    assert max(map(len, groups.values())) - min(map(len, groups.values())) <= 1
    assert set(met.values()) == {1}
    assert len(met) == sum(len(group) * (len(group) - 1) // 2 for group in groups.values())


@pytest.mark.parametrize("size", SIZES)
def test_in_rounds_nobody_meets_twice_and_nobody_has_two_byes(size: int):
    everybody = size - 1 + size % 2  # so many rounds there are in which all meet somebody else, or have a bye
    rounds = min(10, everybody)
    played = Played(size, [{"system": "rounds", "rounds": rounds}], least_weight)
    assert played.through(every_pairing_is_sound, leaving=False) == rounds
    partidak = [partida.pairing.teams for partida in played.tournament.partidak.values()]
    assert max(Counter(frozenset(teams) for teams in partidak).values()) == 1
    assert max(Counter(teams[0] for teams in partidak if teams[1] is None).values(), default=0) <= 1
    assert len(partidak) == rounds * ((size + 1) // 2)


@pytest.mark.parametrize("rounds", [{"rounds": 4}, {}], ids=["four", "nobody said how many"])
def test_a_rematch_that_one_round_alone_would_lead_to_is_avoided(rounds: dict[str, int]):
    for seed in range(30):
        played = Played(5, [{"system": "rounds", **rounds}], least_weight, seed)
        played.through(every_pairing_is_sound, leaving=False, most=4)
        meetings = [frozenset(partida.pairing.teams) for partida in played.tournament.partidak.values()]
        assert len(meetings) == len(set(meetings)) == 12


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("lives", [1, 2, 3])
def test_zeros_end_with_one_who_has_not_lost_so_often(size: int, lives: int):
    played = Played(size, [{"system": "zeros", "lives": lives}], least_weight)
    played.through(every_pairing_is_sound, leaving=False)
    rows = standings(played.tournament)
    assert [row.results.lost < lives for row in rows].count(True) == 1
    assert {row.results.lost for row in rows if row.results.lost >= lives} == {lives}


@pytest.mark.parametrize("size", SIZES)
def test_in_a_knockout_everybody_but_one_loses_once(size: int):
    played = Played(size, [{"system": "knockout", "second_bracket": True}], least_weight)
    played.through(every_pairing_is_sound, leaving=False)
    partidak = list(played.tournament.partidak.values())
    main = [partida for partida in partidak if partida.pairing.bracket == 1]
    lost = Counter(
        team for partida in main for team in partida.pairing.teams if team is not None and team != partida.winner
    )
    assert len(lost) == size - 1
    assert set(lost.values()) == {1}
    first_lost = set(lost)
    for team in lost:
        met = [partida for partida in main if team in partida.pairing.teams and None not in partida.pairing.teams]
        if met[0].winner == team:
            first_lost.remove(team)
    second = {team for partida in partidak if partida.pairing.bracket == 2 for team in partida.pairing.teams if team}
    assert second == (first_lost if len(first_lost) > 1 else set())


@pytest.mark.parametrize("size", range(2, 18))
def test_whatever_the_judge_changes_and_voids_everybody_but_one_loses_once_in_each_bracket(size: int):
    for seed in range(12):
        played = Played(
            size, [{"system": "knockout", "seeded": seed % 2 == 0, "second_bracket": True}], least_weight, seed
        )
        changed_and_played(played, voiding=seed % 3 / 20)
        tournament = played.tournament
        standing = [one for one in tournament.partidak.values() if not one.void and None not in one.pairing.teams]
        losers = [(one.pairing.bracket, one.other(str(one.winner))) for one in standing]
        assert len(losers) == len(set(losers))
        assert len([team for bracket, team in losers if bracket == 1]) == size - 1
        firsts: dict[str | None, bool] = {}
        for one in sorted(standing, key=lambda one: (one.pairing.bracket, one.pairing.round)):
            for team in one.pairing.teams:
                firsts.setdefault(team, one.winner == team)
        assert len([team for bracket, team in losers if bracket == 2]) == max(0, list(firsts.values()).count(False) - 1)


def test_a_knockout_in_which_results_change_and_teams_leave_comes_to_its_end():
    for seed in range(60):
        stage = {"system": "knockout", "seeded": True, "second_bracket": True}
        changed_and_played(Played(3 + seed % 10, [stage], least_weight, seed), leaving=0.07)


@pytest.mark.parametrize("size", range(2, 18))
def test_where_both_have_lost_nobody_goes_on_and_whoever_has_won_meets_whoever_is_there(size: int):
    for seed in range(12):
        stage = {"system": "knockout", "seeded": seed % 2 == 0, "second_bracket": seed % 3 == 0}
        played = Played(size, [stage], least_weight, seed, rules="federacion")
        changed_and_played(played, late=0.3)
        assert as_read(played) == played.tournament
        for drawn in (bracket.drawn for _, bracket in brackets(played.tournament)):
            rounds = [[(slot, one) for slot, one in slots.items() if not one.past] for slots in drawn]
            final = max(drawn[0]).bit_length() - 1
            for before, after in pairwise([*rounds, []][: final + 1]):
                won = {one.winner: (slot + 1) // 2 for slot, one in before if one.winner}
                assert {team: slot for slot, one in after for team in one.pairing.teams if team} == won


def changed_and_played(played: Played, leaving: float = 0, voiding: float = 0, late: float = 0) -> None:
    """A knockout played to its end, in which the judge finds now and then that the other team had won a partida, or
    that both had lost it, and voids one, which is won later."""
    for number in range(1000):
        tournament = played.tournament
        teams = [team for one in tournament.partidak.values() if tournament.is_open(one) for team in one.pairing.teams]
        assert len(teams) == len(set(teams))
        titles = [*champions(tournament).values()]
        assert len(titles) == len(set(titles))
        with_winner = [one for one in tournament.partidak.values() if one.winner and None not in one.pairing.teams]
        void = [one.pairing for one in tournament.partidak.values() if one.void and not one.past]
        still_open = [one.pairing for one in tournament.partidak.values() if tournament.is_open(one)]
        if with_winner and number < 60 and played.chance.random() < 0.2:
            changed = played.chance.choice(with_winner)
            first = changed.winner == changed.pairing.teams[0]
            played.say(Reported(changed.pairing, ((0, played.target),) if first else ((played.target, 0),)))
            played.follow(changed.pairing.partida)
        elif late and still_open and played.chance.random() < late:
            played.say(Reported(played.chance.choice(still_open), lost_by_both=True))
        elif late and number < 60 and played.chance.random() < late / 3:
            found = [one.pairing for one in tournament.partidak.values() if one.decided and not one.past]
            if met := [pairing for pairing in found if None not in pairing.teams]:
                again = played.chance.choice(met)
                lost = not tournament.partidak[again.partida].lost_by_both
                played.say(Reported(again, () if lost else ((played.target, 0),), lost_by_both=lost))
                played.follow(again.partida)
        elif len(tournament.out) < 2 and played.chance.random() < leaving:
            played.say(Left(played.chance.choice([*tournament.teams]), "withdrawn"))
        elif with_winner and number < 60 and played.chance.random() < voiding:
            played.say(Reported(played.chance.choice(with_winner).pairing, void=True))
        elif still_open:
            played.report([played.chance.choice(still_open)])
        elif void:
            played.report(void[:1])
            played.follow(void[0].partida)
        elif not played.draw(f"seed {number}"):
            return
    raise AssertionError("it never ends")
