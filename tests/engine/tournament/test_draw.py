"""The next round of a tournament: what each system draws, when a stage is over, who goes on."""

from __future__ import annotations

import time
from typing import Any

import pytest

from desk.matching import least_weight
from engine.errors import TournamentError
from engine.tournament.acts import AppealDecided, Appealed, Drawn, Left, LotDrawn, Pairing, Reported, Returned
from engine.tournament.draw import (
    GoingOn,
    alive,
    brackets,
    champions,
    drawn_anew,
    goes_on,
    is_over,
    may_be_drawn,
    next_round,
)
from engine.tournament.stages.equipos import EquiposPlay
from engine.tournament.stages.groups import everybody_meets, names
from engine.tournament.stages.knockout import first_round
from engine.tournament.stages.stage import Stage
from engine.tournament.systems import Equipos
from tests.engine.tournament.matchings import by_trying
from tests.engine.tournament.simulated import Played, as_read, past


def played(teams: int, *stages: dict[str, Any]) -> Played:
    return Played(teams, list(stages), least_weight)


def win(tournament: Played, pairings: list[Pairing], *winners: str) -> None:
    """The named teams win their partidak, and in all others the first."""
    for pairing in pairings:
        if pairing.teams[1] is not None:
            second = pairing.teams[1] in winners
            tournament.say(Reported(pairing, ((0, 5),) if second else ((5, 0),)))


def refusal(tournament: Played) -> str:
    with pytest.raises(TournamentError) as error:
        next_round(tournament.tournament, "seed", least_weight)
    return str(error.value)


def test_the_same_teams_and_seed_give_the_same_draw():
    draws = [played(9, {"system": "rounds"}).draw(seed) for seed in ("a", "a", "b")]
    assert draws[0] == draws[1] != draws[2]
    assert next_round(played(9, {"system": "rounds"}).tournament, "a", by_trying) == draws[0]


def test_a_draw_is_the_same_on_every_machine_and_release():
    drawn = played(5, {"system": "rounds"}).draw("2026-11-22")
    assert [pairing.teams for pairing in drawn] == [("T005", "T003"), ("T002", "T004"), ("T001", None)]


@pytest.mark.parametrize("system", ["rounds", "zeros", "knockout"])
def test_a_round_is_drawn_once_all_results_are_there(system):
    tournament = played(4, {"system": system})
    pairings = tournament.draw("seed")
    win(tournament, pairings[1:])
    assert refusal(tournament) == "partida 1 has no result yet"
    tournament.say(Reported(pairings[0], ((5, 0),), waits_for=frozenset(["T001", "T002"])))
    assert refusal(tournament) == "partida 1 is not confirmed by T001 and T002 yet"
    tournament.say(Left(str(pairings[0].teams[0]), "withdrawn"))
    assert tournament.draw("seed")


def test_nothing_is_left_once_the_last_stage_is_over():
    tournament = played(2, {"system": "rounds", "rounds": 1})
    pairings = tournament.draw("seed")
    assert not is_over(tournament.tournament)
    win(tournament, pairings)
    assert is_over(tournament.tournament)
    assert refusal(tournament) == "nothing is left to be drawn: the last stage is over"


def test_it_is_not_over_while_three_judges_still_have_to_decide_federacion_92():
    tournament = with_clock(2, {"system": "rounds", "rounds": 1})
    won(tournament, *tournament.draw("seed"))
    tournament.say(Appealed("R1", "T001"))
    assert not is_over(tournament.tournament)
    assert refusal(tournament) == "nothing is left to be drawn: the last stage is over"
    tournament.say(AppealDecided("R1", (True, True, False)))
    assert is_over(tournament.tournament)


def test_a_partida_of_a_stage_that_is_not_there():
    tournament = played(2, {"system": "rounds"})
    tournament.say(Reported(Pairing(1, 1, ("T001", "T002"), stage=3), ((5, 0),)))
    assert refusal(tournament) == "a partida is of stage 3, and the tournament has 1"


def test_rounds_without_a_number_go_on():
    tournament = played(4, {"system": "rounds"})
    for _ in range(5):
        win(tournament, tournament.draw("seed"))
    assert not is_over(tournament.tournament)
    assert len(tournament.tournament.partidak) == 10


def test_who_shares_the_last_place_that_goes_on_needs_a_lot():
    tournament = played(4, {"system": "rounds", "rounds": 1, "go_on": 1}, {"system": "knockout"})
    win(tournament, tournament.draw("seed"))
    shared = sorted(str(partida.winner) for partida in tournament.tournament.partidak.values())
    assert refusal(tournament) == f"{', '.join(shared)} share a place, and not all of them go on: draw a lot among them"
    assert goes_on(tournament.tournament, 1) == GoingOn(tied=frozenset(shared))
    tournament.say(LotDrawn(tuple(shared), "seed"))
    assert refusal(tournament) == "a knockout needs two teams"


def test_of_groups_it_is_known_who_goes_on_from_each_and_who_is_level_in_each():
    tournament = played(6, {"system": "groups", "groups": 2, "go_on": 2}, {"system": "knockout"})
    drawn = tournament.draw("seed")
    assert goes_on(tournament.tournament, 1) is None
    names = {group: sorted({team for one in drawn if one.group == group for team in one.teams}) for group in "AB"}
    for one in drawn:
        first, second = sorted(map(str, one.teams))
        wins = first if first == names[str(one.group)][0] else second  # of A the third, of B nobody: it is void
        score = ((5, 0),) if one.teams[0] == wins else ((0, 5),)
        tournament.say(Reported(one, score, void=one.group == "B" and wins == second))
    assert goes_on(tournament.tournament, 1) == GoingOn(
        frozenset({names["A"][0], names["A"][2], names["B"][0]}), tied=frozenset(names["B"][1:])
    )


def test_of_zeros_that_are_not_over_any_more_it_is_known_who_is_in_play():
    tournament = played(4, {"system": "zeros", "lives": 1, "go_on": 2}, {"system": "knockout"})
    win(tournament, drawn := tournament.draw("seed"))
    winners = {str(partida.winner) for partida in tournament.tournament.partidak.values()}
    assert goes_on(tournament.tournament, 1) == GoingOn(frozenset(winners))
    tournament.draw("final")
    tournament.say(Reported(drawn[0], void=True))
    assert goes_on(tournament.tournament, 1) == GoingOn(in_play=frozenset(winners | {*map(str, drawn[0].teams)}))


def test_undecided_is_who_may_go_on_by_a_lot_and_who_is_still_in_play():
    assert GoingOn(frozenset({"T1"}), tied=frozenset({"T2", "T3"})).undecided == {"T2", "T3"}
    assert GoingOn(in_play=frozenset({"T2"})).undecided == {"T2"}
    assert GoingOn(frozenset({"T1"})).undecided == set()


def test_from_a_knockout_whose_partida_needs_its_winner_nobody_is_known_to_go_on():
    tournament = played(4, {"system": "knockout", "go_on": 2}, {"system": "rounds"})
    drawn = tournament.draw("seed")
    win(tournament, drawn)
    tournament.say(Reported(drawn[0], void=True))
    assert goes_on(tournament.tournament, 1) is None


def with_clock(teams: int, *stages: dict[str, Any]) -> Played:
    """By a rule book by which both teams may come too late."""
    return Played(teams, list(stages), least_weight, rules="federacion")


def lost_by_both(tournament: Played, *pairings: Pairing) -> None:
    for pairing in pairings:
        tournament.say(Reported(pairing, lost_by_both=True))


def won(tournament: Played, *pairings: Pairing) -> None:
    """The first team wins."""
    for pairing in pairings:
        tournament.say(Reported(pairing, ((40, 0),)))


def test_behind_what_both_have_lost_the_slot_is_empty_and_the_next_opponent_has_a_bye_federacion_33():
    tournament = with_clock(4, {"system": "knockout", "seeded": True})
    one, other = tournament.draw("seed")
    lost_by_both(tournament, one)
    assert refusal(tournament) == f"partida {other.partida} has no result yet"
    assert not any(may_be_drawn(tournament.tournament, str(team)) for team in one.teams)
    won(tournament, other)
    [final] = tournament.draw("final")
    assert final.teams == (other.teams[0], None)
    assert champions(tournament.tournament) == {1: other.teams[0]}
    assert is_over(tournament.tournament)
    won(tournament, one)
    tournament.follow(one.partida)
    [final] = tournament.draw("final again")
    assert final.teams == (one.teams[0], other.teams[0])
    lost_by_both(tournament, final)
    assert is_over(tournament.tournament)
    assert champions(tournament.tournament) == {}
    assert not any(may_be_drawn(tournament.tournament, team) for team in tournament.tournament.teams)
    assert tournament.draw("on") == []


def test_where_both_have_lost_everywhere_nobody_is_left():
    tournament = with_clock(4, {"system": "knockout"})
    lost_by_both(tournament, *tournament.draw("seed"))
    assert is_over(tournament.tournament)
    assert champions(tournament.tournament) == {}


def test_an_empty_slot_is_drawn_once_somebody_has_won_what_both_had_lost():
    tournament = with_clock(8, {"system": "knockout", "seeded": True})
    first, second, *others = tournament.draw("seed")
    lost_by_both(tournament, first, second)
    won(tournament, *others)
    [semifinal] = tournament.draw("half")
    won(tournament, semifinal)
    [final] = tournament.draw("final")
    assert final.teams == (semifinal.teams[0], None)
    won(tournament, first)
    tournament.follow(first.partida)
    [bye] = tournament.draw("half again")
    assert (bye.teams, bye.slot, bye.round) == ((first.teams[0], None), 1, semifinal.round)
    [final] = tournament.draw("final again")
    assert final.teams == (first.teams[0], semifinal.teams[0])


def with_both_out_of_the_first_half() -> tuple[Played, list[Pairing], Pairing]:
    """A bracket of eight that has its champion: both have lost its first partida by lateness."""
    tournament = with_clock(8, {"system": "knockout", "seeded": True})
    first, *others = tournament.draw("seed")
    lost_by_both(tournament, first)
    won(tournament, *others)
    won(tournament, *(pairing for pairing in tournament.draw("half") if pairing.teams[1]))
    [final] = tournament.draw("final")
    won(tournament, final)
    return tournament, [first, *others], final


def test_what_was_drawn_behind_what_both_have_lost_stands_as_long_as_neither_is_there():
    tournament, [first, second, *_], final = with_both_out_of_the_first_half()
    lost_by_both(tournament, first)
    assert drawn_anew(tournament.tournament, first.partida) == []
    tournament.say(Left(first.teams[0], "withdrawn", "ill"))
    tournament.say(Returned(first.teams[0], "well again"))
    assert drawn_anew(tournament.tournament, first.partida) == []
    assert champions(tournament.tournament) == {1: final.teams[0]}
    lost_by_both(tournament, second)
    tournament.follow(second.partida)
    assert past(tournament.tournament) == [final.partida - 2, final.partida]
    [again] = tournament.draw("final again")
    assert again.teams == (final.teams[1], None)
    for pairing in (first, second):
        lost_by_both(tournament, pairing)
        assert drawn_anew(tournament.tournament, pairing.partida) == []


def test_who_has_come_too_late_does_not_go_on_alone_once_the_other_one_leaves_federacion_33():
    tournament = with_clock(4, {"system": "knockout", "seeded": True})
    one, other = tournament.draw("seed")
    lost_by_both(tournament, one)
    won(tournament, other)
    tournament.say(Left(one.teams[0], "withdrawn", "ill"))
    assert not may_be_drawn(tournament.tournament, str(one.teams[1]))
    [final] = tournament.draw("final")
    assert final.teams == (other.teams[0], None)
    assert champions(tournament.tournament) == {1: other.teams[0]}


def test_who_goes_on_as_the_other_one_has_left_before_the_lateness_of_both_is_confirmed():
    tournament = with_clock(4, {"system": "knockout", "seeded": True})
    one, other = tournament.draw("seed")
    tournament.say(Reported(one, lost_by_both=True, waits_for=frozenset(map(str, one.teams))))
    won(tournament, other)
    tournament.say(Left(one.teams[0], "withdrawn", "ill"))
    [final] = tournament.draw("final")
    assert final.teams == (one.teams[1], other.teams[0])


def test_who_has_come_too_late_plays_in_the_second_bracket_and_not_in_the_first_whoever_leaves():
    tournament = with_clock(4, {"system": "knockout", "seeded": True, "second_bracket": True})
    one, other = tournament.draw("seed")
    lost_by_both(tournament, one, other)
    second = tournament.draw("second")
    assert {pairing.bracket for pairing in second} == {2}
    tournament.say(Left(str(other.teams[0]), "withdrawn", "went home"))
    won(tournament, *(pairing for pairing in second if other.teams[0] not in pairing.teams))
    [final] = tournament.draw("final")
    assert (final.bracket, final.round) == (2, 3)
    assert 1 not in champions(tournament.tournament)


def test_who_has_come_too_late_is_in_the_second_bracket_where_the_other_one_leaves_before_it_is_drawn():
    tournament = with_clock(4, {"system": "knockout", "seeded": True, "second_bracket": True})
    one, other = tournament.draw("seed")
    lost_by_both(tournament, one)
    won(tournament, other)
    tournament.say(Left(str(one.teams[0]), "withdrawn", "ill"))
    drawn = tournament.draw("on")
    assert [(pairing.bracket, set(pairing.teams)) for pairing in drawn] == [
        (1, {other.teams[0], None}), (2, {one.teams[1], other.teams[1]}),
    ]  # fmt: skip


def test_a_final_that_was_drawn_for_who_had_come_too_late_as_earlier_releases_did_stands_until_the_other_is_back():
    tournament = with_clock(4, {"system": "knockout", "seeded": True})
    one, other = tournament.draw("seed")
    lost_by_both(tournament, one)
    won(tournament, other)
    tournament.say(Left(one.teams[0], "withdrawn", "ill"))
    final = Pairing(3, 2, (str(one.teams[1]), other.teams[0]), slot=1)
    tournament.say(Drawn(final, "final"))
    won(tournament, final)
    assert is_over(tournament.tournament)
    assert champions(tournament.tournament) == {1: one.teams[1]}
    tournament.say(Returned(one.teams[0], "well again"))
    tournament.follow(one.partida)
    assert past(tournament.tournament) == [final.partida]
    [final] = tournament.draw("final again")
    assert final.teams == (other.teams[0], None)


def test_who_went_on_as_the_other_one_had_left_goes_on_no_more_once_both_have_come_too_late_federacion_33():
    tournament = with_clock(4, {"system": "knockout", "seeded": True, "second_bracket": True})
    one, other = tournament.draw("seed")
    won(tournament, other)
    tournament.say(Left(one.teams[0], "withdrawn", "ill"))
    [final] = tournament.draw("final")
    assert final.teams == (one.teams[1], other.teams[0])
    lost_by_both(tournament, one)
    tournament.follow(one.partida)
    assert past(tournament.tournament) == [final.partida]
    [again] = tournament.draw("final again")
    assert (again.bracket, again.teams) == (1, (other.teams[0], None))
    [second] = tournament.draw("second")
    assert (second.bracket, set(second.teams)) == (2, {one.teams[1], other.teams[1]})


def test_who_went_on_in_an_earlier_release_though_it_had_come_too_late_is_not_in_both_brackets():
    tournament = with_clock(8, {"system": "knockout", "seeded": True, "second_bracket": True})
    one, *others = tournament.draw("seed")
    lost_by_both(tournament, one)
    won(tournament, *others)
    tournament.say(Left(one.teams[0], "withdrawn", "ill"))
    goes_on = str(one.teams[1])
    half = [Pairing(5, 2, (goes_on, str(others[0].teams[0])), slot=1), Pairing(6, 2, ("T002", "T003"), slot=2)]
    for pairing in half:
        tournament.say(Drawn(pairing, "half"))
    won(tournament, *half)
    drawn = tournament.draw("on")
    in_second = {team for pairing in drawn if pairing.bracket == 2 for team in pairing.teams if team}
    assert in_second == {str(pairing.teams[1]) for pairing in others}
    assert goes_on in next(pairing.teams for pairing in drawn if pairing.bracket == 1)


def test_a_second_bracket_that_was_drawn_without_who_has_left_stands_once_the_other_one_is_back():
    tournament = with_clock(4, {"system": "knockout", "seeded": True, "second_bracket": True})
    one, other = tournament.draw("seed")
    lost_by_both(tournament, one)
    won(tournament, other)
    tournament.say(Left(one.teams[0], "withdrawn", "ill"))
    tournament.draw("on")
    tournament.say(Left(str(one.teams[1]), "withdrawn", "ill"))
    tournament.say(Returned(str(one.teams[1]), "well again"))
    assert drawn_anew(tournament.tournament, one.partida) == []


def test_a_knockout_that_is_over_is_not_opened_again_by_who_comes_to_a_slot_behind_which_others_have_played():
    tournament = with_clock(16, {"system": "knockout", "seeded": True})
    first = tournament.draw("seed")
    won(tournament, *first[4:])
    for team in (str(team) for pairing in first[:4] for team in pairing.teams):
        tournament.say(Left(team, "withdrawn", "the bus"))
    while pairings := tournament.draw("on"):
        won(tournament, *(pairing for pairing in pairings if pairing.teams[1]))
    champion = champions(tournament.tournament)
    assert list(champion) == [1]
    tournament.say(Returned(first[0].teams[0], "here by now"))
    assert drawn_anew(tournament.tournament, first[0].partida) == []
    assert is_over(tournament.tournament)
    assert tournament.draw("more") == []
    assert champions(tournament.tournament) == champion


def test_a_knockout_that_is_over_is_not_opened_again_where_what_was_drawn_in_the_slot_is_past():
    tournament, [first, second, *_], _ = with_both_out_of_the_first_half()
    lost_by_both(tournament, second)
    tournament.follow(second.partida)
    tournament.draw("final again")
    assert is_over(tournament.tournament)
    tournament.say(Left(str(first.teams[0]), "withdrawn", "never came"))
    assert is_over(tournament.tournament)
    assert tournament.draw("more") == []


def test_both_who_have_lost_their_first_partida_play_in_the_second_bracket():
    tournament = with_clock(4, {"system": "knockout", "seeded": True, "second_bracket": True})
    one, other = tournament.draw("seed")
    won(tournament, one, other)
    drawn = tournament.draw("on")
    assert [(pairing.bracket, {*pairing.teams}) for pairing in drawn] == [
        (1, {one.teams[0], other.teams[0]}), (2, {one.teams[1], other.teams[1]}),
    ]  # fmt: skip
    lost_by_both(tournament, one)
    tournament.follow(one.partida)
    won(
        tournament,
        *(one.pairing for one in tournament.tournament.partidak.values() if not one.decided and not one.past),
    )
    tournament.draw("on again")
    standing = [partida.pairing for partida in tournament.tournament.partidak.values() if not partida.past]
    assert [pairing.teams for pairing in standing if pairing.bracket == 1][2:] == [(other.teams[0], None)]
    second = {team for pairing in standing if pairing.bracket == 2 for team in pairing.teams} - {None}
    assert second == {*one.teams, other.teams[1]}


def test_in_zeros_both_have_lost_one_more():
    tournament = with_clock(4, {"system": "zeros", "lives": 1})
    one, other = tournament.draw("seed")
    lost_by_both(tournament, one, other)
    assert is_over(tournament.tournament)
    won(tournament, one)
    assert alive(tournament.tournament, 1, 2) == {one.teams[0]}


def test_from_zeros_in_which_both_have_lost_those_go_on_who_stand_first():
    tournament = with_clock(4, {"system": "zeros", "lives": 1, "go_on": 1}, {"system": "rounds"})
    lost_by_both(tournament, *tournament.draw("seed"))
    assert goes_on(tournament.tournament, 1) == GoingOn(tied=frozenset(tournament.tournament.teams))


def test_too_few_teams():
    assert refusal(played(1, {"system": "rounds"})) == "a round needs two teams"
    assert refusal(played(1, {"system": "knockout"})) == "a knockout needs two teams"
    assert refusal(played(3, {"system": "groups", "groups": 2})) == "3 teams are too few for 2 groups: each needs two"


def test_256_teams_are_paired_in_less_than_two_seconds():
    tournament = played(256, {"system": "rounds"})
    for _ in range(2):
        win(tournament, tournament.draw("seed"))
    begun = time.process_time()
    tournament.draw("seed")
    assert time.process_time() - begun < 2


def test_groups_are_drawn_with_all_their_rounds():
    drawn = played(7, {"system": "groups", "groups": 2}).draw("seed")
    assert {(pairing.group, pairing.round) for pairing in drawn} == {
        (group, number) for group in "AB" for number in (1, 2, 3)
    }
    assert len(drawn) == 6 + 3


def test_seeded_groups_part_those_who_stand_next_to_each_other():
    drawn = played(8, {"system": "groups", "groups": 4, "seeded": True}).draw("seed")
    groups = [sorted(str(team) for team in pairing.teams) for pairing in drawn]
    assert sorted(first for first, _ in groups) == ["T001", "T002", "T003", "T004"]


def test_group_winners_go_on_before_all_seconds():
    stages = {"system": "groups", "groups": 2, "go_on": 2}, {"system": "knockout", "seeded": True}
    tournament = played(6, *stages)
    pairings = tournament.draw("seed")
    order = ["T001", "T002", "T003", "T004", "T005", "T006"]
    for pairing in pairings:
        first, second = pairing.teams
        tournament.say(Reported(pairing, ((5, 1),) if order.index(first) < order.index(str(second)) else ((1, 5),)))
    groups = {team: pairing.group for pairing in pairings for team in pairing.teams}
    best = {group: [team for team in order if groups[team] == group] for group in "AB"}
    final = [set(pairing.teams) for pairing in tournament.draw("seed")]
    winners, seconds = {best["A"][0], best["B"][0]}, {best["A"][1], best["B"][1]}
    assert all(len(meeting & winners) == len(meeting & seconds) == 1 for meeting in final)


def drawn_from_many_seeds(tournament: Played) -> list[list[Pairing]]:
    return [next_round(tournament.tournament, str(seed), least_weight) for seed in range(20)]


def test_seeds_who_share_a_place_are_parted_by_the_lot_and_not_by_the_list():
    tournament = played(3, {"system": "groups", "groups": 1, "go_on": 3}, {"system": "knockout", "seeded": True})
    beaten = {"T001": "T002", "T002": "T003", "T003": "T001"}
    for drawn in tournament.draw("seed"):
        first, second = drawn.teams
        tournament.say(Reported(drawn, ((5, 0),) if beaten[first] == second else ((0, 5),)))
    draws = drawn_from_many_seeds(tournament)
    assert {pairing.teams[0] for drawn in draws for pairing in drawn if None in pairing.teams} == beaten.keys()
    assert draws == drawn_from_many_seeds(tournament)


def test_so_are_those_of_the_second_bracket():
    tournament = played(8, {"system": "knockout", "seeded": True, "second_bracket": True})
    win(tournament, tournament.draw("seed"))
    meets_last = {
        team
        for drawn in drawn_from_many_seeds(tournament)
        for pairing in drawn
        if pairing.bracket == 2 and "T008" in pairing.teams
        for team in pairing.teams
    }
    assert meets_last == {"T005", "T006", "T007", "T008"}


def test_all_who_share_the_first_place_of_a_group_go_on_before_the_second_of_another():
    stages = {"system": "groups", "groups": 2, "go_on": 2}, {"system": "knockout", "seeded": True}
    tournament = played(4, *stages)
    shared, won = tournament.draw("seed")
    tournament.say(Reported(shared, void=True))
    win(tournament, [won])
    for drawn in drawn_from_many_seeds(tournament):
        assert [set(pairing.teams) for pairing in drawn] == [set(won.teams), set(shared.teams)]


def test_what_groups_are_called():
    assert names(2) == ["A", "B"]
    assert names(27)[::13] == ["1", "14", "27"]


@pytest.mark.parametrize("number", range(2, 12))
def test_everybody_meets_everybody_by_the_circle(number):
    teams = [str(team) for team in range(number)]
    rounds = everybody_meets(teams)
    assert len(rounds) == number - 1 + number % 2
    assert len({frozenset(meeting) for one in rounds for meeting in one}) == number * (number - 1) // 2


def test_who_had_not_lost_too_often_before_a_round_of_zeros():
    tournament = played(4, {"system": "zeros", "lives": 1})
    first = tournament.draw("seed")
    win(tournament, first)
    [second] = tournament.draw("seed")
    win(tournament, [second])
    everybody, winners = frozenset(tournament.tournament.teams), {pairing.teams[0] for pairing in first}
    assert [alive(tournament.tournament, 1, round) for round in (1, 2, 3)] == [everybody, winners, {second.teams[0]}]
    assert alive(played(4, {"system": "rounds"}).tournament, 1, 1) == set()


def test_from_zeros_who_went_out_last_goes_on_where_too_few_are_left():
    tournament = played(5, {"system": "zeros", "lives": 1, "go_on": 2}, {"system": "knockout", "seeded": True})
    first = tournament.draw("seed")
    win(tournament, first)
    second = tournament.draw("seed")
    win(tournament, second)
    [final] = tournament.draw("seed")
    assert final.stage == 2
    tournament = played(3, {"system": "zeros", "lives": 1, "go_on": 2}, {"system": "knockout", "seeded": True})
    pairings = tournament.draw("seed")
    win(tournament, pairings)
    [final] = tournament.draw("seed")
    assert set(final.teams) == {pairings[0].teams[0], pairings[1].teams[0]}


def test_a_lost_partida_against_a_team_that_leaves_costs_no_life():
    tournament = played(4, {"system": "zeros", "lives": 1})
    pairings = tournament.draw("seed")
    win(tournament, pairings)
    winner, loser = pairings[0].teams
    tournament.say(Left(winner, "withdrawn"))
    again = {team for pairing in tournament.draw("seed") for team in pairing.teams}
    assert again == {loser, pairings[1].teams[0]}


def test_the_strongest_of_a_bracket_meet_last():
    assert [meeting for _, meeting in first_round([str(team) for team in range(1, 9)])] == [
        ("1", "8"),
        ("4", "5"),
        ("2", "7"),
        ("3", "6"),
    ]
    assert first_round("ABCDE") == [(1, ("A", None)), (2, ("D", "E")), (3, ("B", None)), (4, ("C", None))]


def test_winners_of_neighbouring_slots_meet():
    tournament = played(8, {"system": "knockout", "seeded": True})
    win(tournament, tournament.draw("seed"), "T005", "T006")
    half = tournament.draw("seed")
    assert [pairing.teams for pairing in half] == [("T001", "T005"), ("T002", "T006")]
    win(tournament, half, "T006")
    assert [(pairing.slot, pairing.teams) for pairing in tournament.draw("seed")] == [(1, ("T001", "T006"))]


def test_a_team_that_leaves_a_knockout_makes_room():
    tournament = played(8, {"system": "knockout", "seeded": True})
    win(tournament, tournament.draw("seed"))
    tournament.say(Left("T001", "withdrawn"))
    half = tournament.draw("seed")
    assert [pairing.teams for pairing in half] == [("T008", "T004"), ("T002", "T003")]
    for team in ("T004", "T008"):
        tournament.say(Left(team, "withdrawn"))
    win(tournament, half)
    assert [pairing.teams for pairing in tournament.draw("seed")] == [("T002", None)]
    tournament.say(Left("T002", "withdrawn"))
    assert "nothing is left" in refusal(tournament)
    tournament.say(Returned("T002"))
    assert "nothing is left" in refusal(tournament)


def test_where_all_of_a_quarter_leave_nobody_meets():
    tournament = played(8, {"system": "knockout", "seeded": True})
    win(tournament, tournament.draw("seed"))
    for team in ("T001", "T008", "T004", "T005"):
        tournament.say(Left(team, "withdrawn"))
    half = tournament.draw("seed")
    assert [(pairing.slot, pairing.teams) for pairing in half] == [(2, ("T002", "T003"))]
    win(tournament, half)
    assert [pairing.teams for pairing in tournament.draw("seed")] == [("T002", None)]


def test_a_knockout_needs_its_winners_and_slots():
    tournament = played(4, {"system": "knockout"})
    pairings = tournament.draw("seed")
    win(tournament, pairings)
    tournament.say(Reported(pairings[0], void=True))
    assert refusal(tournament) == "partida 1 is void, and a knockout needs its winner"
    tournament = played(2, {"system": "knockout"})
    tournament.say(Reported(Pairing(1, 1, ("T001", "T002")), ((5, 0),)))
    assert refusal(tournament) == "partida 1 has no slot in the knockout's round"
    assert drawn_anew(tournament.tournament, 1) == []


def test_a_tournament_with_a_void_partida_in_its_knockout_is_not_over():
    tournament = played(2, {"system": "knockout"}, {"system": "rounds"})
    pairings = tournament.draw("seed")
    tournament.say(Reported(pairings[0], void=True))
    assert not is_over(tournament.tournament)
    assert refusal(tournament) == "partida 1 is void, and a knockout needs its winner"


@pytest.mark.parametrize("final", [3, 4])
def test_a_knockout_whose_final_is_void_is_not_over(final):
    tournament = played(4, {"system": "knockout", "seeded": True, "second_bracket": True})
    for _ in range(2):
        win(tournament, tournament.draw("seed"))
    assert is_over(tournament.tournament)
    tournament.say(Reported(tournament.tournament.partidak[final].pairing, void=True))
    assert not is_over(tournament.tournament)
    assert refusal(tournament) == f"partida {final} is void, and a knockout needs its winner"


def test_the_champions_are_those_who_win_the_finals_of_the_last_stage():
    tournament = played(
        4, {"system": "groups", "groups": 1, "go_on": 4}, {"system": "knockout", "second_bracket": True}
    )
    for _ in range(2):
        win(tournament, tournament.draw("seed"))
    finals = tournament.draw("seed")
    assert champions(tournament.tournament) == {}
    win(tournament, finals[:1], str(finals[0].teams[1]))
    tournament.say(Reported(finals[1], ((5, 0),), waits_for=frozenset(map(str, finals[1].teams))))
    assert champions(tournament.tournament) == {1: finals[0].teams[1]}
    tournament.say(Left(str(finals[1].teams[0]), "withdrawn"))
    assert champions(tournament.tournament) == {1: finals[0].teams[1], 2: finals[1].teams[1]}
    tournament.say(Reported(finals[0], void=True))
    assert champions(tournament.tournament) == {2: finals[1].teams[1]}
    assert champions(played(2, {"system": "rounds", "rounds": 1}).tournament) == {}


def with_the_final_as_first_partida_of_who_lost_it() -> tuple[Played, Pairing]:
    """Three teams: T003 has beaten T002, and then T001, who had a bye; those two play in the second bracket."""
    tournament = played(3, {"system": "knockout", "seeded": True, "second_bracket": True})
    for _ in range(2):
        win(tournament, tournament.draw("seed"), "T003")
    [second] = tournament.draw("seed")
    assert (second.bracket, set(second.teams)) == (2, {"T001", "T002"})
    return tournament, second


def test_who_comes_up_to_the_first_title_as_its_winner_has_left_is_not_champion_of_the_second_bracket_too_nabo_24():
    tournament, second = with_the_final_as_first_partida_of_who_lost_it()
    win(tournament, [second], *{"T001"} - {second.teams[0]})
    assert champions(tournament.tournament) == {1: "T003", 2: "T001"}
    tournament.say(Left("T003", "disqualified", "did not accept it"))
    assert champions(tournament.tournament) == {1: "T001", 2: "T002"}
    assert is_over(tournament.tournament)
    assert to_come(tournament) == []
    tournament.say(Returned("T003", "three judges"))
    assert champions(tournament.tournament) == {1: "T003", 2: "T001"}
    tournament.say(Left("T003", "disqualified", "did not accept it"))
    tournament.say(Left("T002", "withdrawn", "went home"))
    assert champions(tournament.tournament) == {1: "T001"}


def test_so_it_is_where_the_second_bracket_is_still_played_and_what_is_open_there_needs_no_winner():
    tournament, second = with_the_final_as_first_partida_of_who_lost_it()
    tournament.say(Left("T003", "disqualified", "did not accept it"))
    assert champions(tournament.tournament) == {1: "T001", 2: "T002"}
    assert refusal(tournament) == f"partida {second.partida} has no result yet"
    tournament.say(Reported(second, void=True))
    assert is_over(tournament.tournament)
    win(tournament, [second], *{"T001"} - {second.teams[0]})
    assert champions(tournament.tournament) == {1: "T001", 2: "T002"}


def test_the_second_bracket_goes_on_without_who_has_come_up_to_the_first_title_and_with_it_once_the_other_is_back():
    tournament = played(8, {"system": "knockout", "seeded": True, "second_bracket": True})
    for leaves in ("T008", "T004"):  # whom T001 has beaten
        win(tournament, tournament.draw("seed"))
        tournament.say(Left(leaves, "withdrawn", "went home"))
    [main] = tournament.draw("seed")
    win(tournament, [main], "T002")
    half = tournament.draw("seed")
    [first] = [one for one in half if "T001" in one.teams]
    [beaten], [other] = {*first.teams} - {"T001"}, [one.teams[0] for one in half if one != first]
    win(tournament, half, "T001")
    tournament.say(Left("T002", "disqualified", "did not accept it"))
    [final] = tournament.draw("final")
    assert (final.bracket, {*final.teams}) == (2, {beaten, other})
    win(tournament, half, "T001")
    assert replaced(tournament, first.partida) == []
    assert to_come(tournament) == sorted(final.teams)
    tournament.say(Returned("T002", "three judges"))
    [(past, drawn)] = drawn_anew(tournament.tournament, main.partida)
    assert (past and past.pairing, drawn and {*drawn.pairing.teams}) == (final, {"T001", other})
    tournament.follow(main.partida)
    assert drawn_anew(tournament.tournament, main.partida) == []


def to_come(tournament: Played) -> list[str]:
    """The teams that a draw may still be of."""
    return [team for team in tournament.tournament.teams if may_be_drawn(tournament.tournament, team)]


def test_who_is_out_of_a_knockout_is_drawn_no_more_and_after_the_final_nobody():
    tournament = played(4, {"system": "groups", "groups": 2, "go_on": 1}, {"system": "knockout"})
    groups = tournament.draw("seed")
    assert len(to_come(tournament)) == 4
    win(tournament, groups)
    assert to_come(tournament) == sorted(one.teams[0] for one in groups)
    win(tournament, tournament.draw("seed"))
    assert to_come(tournament) == []


def test_who_has_lost_first_waits_for_the_second_bracket():
    tournament = played(4, {"system": "knockout", "seeded": True, "second_bracket": True})
    half = tournament.draw("seed")
    win(tournament, half[:1])
    assert to_come(tournament) == ["T001", "T002", "T003", "T004"]
    win(tournament, half[1:])
    finals = tournament.draw("seed")
    win(tournament, finals[:1])
    assert to_come(tournament) == ["T003", "T004"]  # that of the second bracket is still played


def replaced(tournament: Played, partida: int) -> list[tuple[int | None, tuple[int, tuple[str, str | None]] | None]]:
    """What was drawn from a partida's other winner, by its number, and the number and teams of what is drawn anew."""
    anew = drawn_anew(tournament.tournament, partida)
    return [
        (past and past.pairing.partida, drawn and (drawn.pairing.partida, drawn.pairing.teams)) for past, drawn in anew
    ]


def test_what_was_drawn_from_another_winner_is_drawn_anew_in_both_brackets():
    tournament = played(4, {"system": "knockout", "seeded": True, "second_bracket": True})
    half = tournament.draw("seed")
    win(tournament, half)
    assert [pairing.teams for pairing in tournament.draw("seed")] == [("T001", "T002"), ("T003", "T004")]
    assert replaced(tournament, 1) == []
    win(tournament, half[:1], "T004")
    assert replaced(tournament, 1) == [(3, (5, ("T004", "T002"))), (4, (6, ("T003", "T001")))]
    tournament.follow(1)
    assert replaced(tournament, 1) == []
    win(tournament, half[:1])
    assert replaced(tournament, 1) == [(5, (7, ("T001", "T002"))), (6, (8, ("T003", "T004")))]
    tournament.say(Left("T001", "withdrawn"))
    assert replaced(tournament, 1) == []


def test_of_a_way_that_was_drawn_from_another_winner_the_next_partida_is_drawn_anew_and_the_rest_by_the_next_draw():
    tournament = played(16, {"system": "knockout", "seeded": True})
    first = tournament.draw("seed")
    win(tournament, first)
    for _ in range(2):
        win(tournament, tournament.draw("seed"))
    [final] = tournament.draw("seed")
    assert (final.partida, final.teams) == (15, ("T001", "T002"))
    win(tournament, first[:1], "T016")
    assert replaced(tournament, 1) == [(9, (16, ("T016", "T008"))), (13, None), (15, None)]
    tournament.follow(1)
    win(tournament, first[:1])  # changed back: the final is void, and is played by the same teams all the same
    assert replaced(tournament, 1) == [(16, (17, ("T001", "T008"))), (13, None), (15, None)]
    tournament.follow(1)
    assert refusal(tournament) == "partida 17 has no result yet"
    win(tournament, [Pairing(17, 2, ("T001", "T008"))], "T008")
    for teams, round in ((("T008", "T004"), 3), (("T004", "T002"), 4)):
        [drawn] = tournament.draw("seed")
        assert (drawn.teams, drawn.round, drawn.slot) == (teams, round, 1)
        win(tournament, [drawn], "T004")
    assert is_over(tournament.tournament)


def test_the_second_bracket_is_drawn_anew_as_a_whole_where_it_was_the_first_partida_of_one_team_only():
    tournament = played(6, {"system": "knockout", "seeded": True, "second_bracket": True})
    win(tournament, tournament.draw("seed"))
    half = tournament.draw("seed")
    win(tournament, half, "T003")  # T001 has beaten T004, and T003 T002, who had a bye
    third = tournament.draw("seed")
    assert [(one.bracket, one.teams) for one in third] == [
        (1, ("T001", "T003")), (2, ("T002", None)), (2, ("T006", "T005")),
    ]  # fmt: skip
    win(tournament, half[1:])
    assert replaced(tournament, 6) == [(7, (10, ("T001", "T002"))), (8, (11, ("T006", "T005"))), (9, None)]
    tournament.follow(6)
    assert replaced(tournament, 6) == []
    win(tournament, half[1:], "T003")
    assert [drawn and drawn.pairing.teams for _, drawn in drawn_anew(tournament.tournament, 6)] == [
        ("T001", "T003"), ("T002", None), ("T006", "T005"),
    ]  # fmt: skip
    tournament.follow(6)
    win(tournament, [one.pairing for one in tournament.tournament.partidak.values() if one.pairing.partida in (12, 14)])
    [last] = tournament.draw("seed")
    assert (last.bracket, last.slot, last.teams) == (2, 1, ("T002", "T006"))
    win(tournament, [last])
    assert is_over(tournament.tournament)
    assert [(number, len(bracket.drawn)) for number, bracket in brackets(tournament.tournament)] == [(1, 3), (2, 2)]


def test_where_one_alone_has_lost_its_first_partida_there_is_no_second_bracket():
    tournament = played(3, {"system": "knockout", "seeded": True, "second_bracket": True})
    win(tournament, tournament.draw("seed"))
    final = tournament.draw("seed")
    win(tournament, final, "T002")
    assert [one.teams for one in tournament.draw("seed")] == [("T001", "T003")]
    win(tournament, final)
    assert replaced(tournament, 3) == [(4, None)]
    tournament.follow(3)
    assert is_over(tournament.tournament)
    win(tournament, final, "T002")
    assert replaced(tournament, 3) == []


def test_nobody_plays_in_both_brackets_at_once_though_somebody_who_had_left_made_the_first_partida_late():
    tournament = played(4, {"system": "knockout", "seeded": True, "second_bracket": True})
    half = tournament.draw("seed")
    tournament.say(Left("T003", "withdrawn"))  # T002 goes on without having played
    win(tournament, half[:1], "T004")
    win(tournament, tournament.draw("seed"))
    assert [(one.bracket, one.teams) for one in tournament.draw("seed")] == [(2, ("T001", "T002"))]
    win(tournament, half[:1])
    assert replaced(tournament, 1) == [(3, (5, ("T001", "T002"))), (4, None)]


def test_a_second_bracket_waits_for_a_final_that_is_drawn_anew_though_the_judge_had_voided_it():
    tournament = played(3, {"system": "knockout", "seeded": True, "second_bracket": True})
    half = tournament.draw("seed")
    win(tournament, half)
    final = tournament.draw("seed")  # the first partida of T001, who had a bye
    win(tournament, final, "T002")
    win(tournament, tournament.draw("seed"))
    tournament.say(Reported(final[0], void=True))
    win(tournament, half, "T003")
    assert replaced(tournament, 2) == [(3, (5, ("T001", "T003"))), (4, None)]


def test_of_what_is_past_nothing_is_said_any_more():
    tournament = played(4, {"system": "knockout", "seeded": True})
    half = tournament.draw("seed")
    win(tournament, half)
    final = tournament.draw("seed")
    win(tournament, half[:1], "T004")
    tournament.follow(1)
    for said in (Reported(final[0], ((5, 0),)), Reported(final[0], void=True)):
        with pytest.raises(TournamentError, match="partida 3 no longer counts: the result that it was"):
            tournament.say(said)


def test_what_the_judge_voided_is_not_past_once_another_partida_of_its_round_is_changed():
    tournament = played(4, {"system": "groups", "groups": 1, "go_on": 4}, {"system": "knockout", "seeded": True})
    win(tournament, tournament.draw("seed"))
    tournament.say(Reported(tournament.tournament.partidak[1].pairing, void=True))
    half = tournament.draw("seed")
    win(tournament, half)
    [final] = tournament.draw("seed")
    tournament.say(Reported(half[1], void=True))
    win(tournament, half[:1], str(half[0].teams[1]))
    tournament.follow(half[0].partida)
    assert past(tournament.tournament) == [final.partida]
    win(tournament, half[1:], str(half[1].teams[1]))
    assert [past for past, _ in replaced(tournament, half[1].partida)] == [final.partida + 1]


def test_a_second_bracket_that_goes_on_does_not_begin_again():
    tournament = played(8, {"system": "knockout", "seeded": True, "second_bracket": True})
    win(tournament, tournament.draw("seed"))
    half = tournament.draw("seed")
    win(tournament, [one for one in half if one.bracket == 1])
    second = [one for one in half if one.bracket == 2]
    for pairing in second:
        tournament.say(Reported(pairing, void=True))
        tournament.say(Left(str(pairing.teams[1]), "withdrawn"))
    assert [one.teams for one in tournament.draw("seed") if one.bracket == 2] == [
        (second[0].teams[0], second[1].teams[0])
    ]
    assert past(tournament.tournament) == []


def test_what_was_drawn_from_a_partida_that_is_open_again_is_drawn_by_the_next_draw():
    tournament = played(4, {"system": "knockout", "seeded": True, "second_bracket": True})
    half = tournament.draw("seed")
    win(tournament, half[1:])
    tournament.say(Left("T001", "withdrawn"))
    final = tournament.draw("seed")
    assert [pairing.teams for pairing in final] == [("T004", "T002")]
    assert replaced(tournament, 1) == []
    tournament.say(Returned("T001"))
    assert replaced(tournament, 1) == [(3, None)]
    assert replaced(tournament, 3) == []
    tournament.follow(1)
    win(tournament, half[:1])
    assert [(one.bracket, one.teams) for one in tournament.draw("seed")] == [(1, ("T001", "T002"))]


def test_a_partida_that_was_drawn_without_who_comes_there_is_drawn_by_the_next_draw():
    tournament = played(7, {"system": "knockout", "seeded": True})
    first = tournament.draw("seed")
    win(tournament, first)
    assert [pairing.teams for pairing in first[:2]] == [("T001", None), ("T004", "T005")]
    tournament.say(Left("T001", "withdrawn"))
    half = tournament.draw("seed")
    assert half[0].teams == ("T004", None)
    win(tournament, half[1:])
    tournament.say(Returned("T001"))
    assert replaced(tournament, 1) == [(5, None)]
    tournament.follow(1)
    [again] = tournament.draw("seed")
    assert (again.teams, again.round) == (("T001", "T004"), 2)


def test_the_second_bracket_waits_for_a_first_partida_that_is_open_again():
    tournament = played(8, {"system": "knockout", "seeded": True, "second_bracket": True})
    first = tournament.draw("seed")
    win(tournament, first[1:])
    tournament.say(Left("T001", "withdrawn"))
    half = tournament.draw("seed")
    assert [pairing.teams for pairing in half] == [("T008", "T004"), ("T002", "T003")]
    win(tournament, half)
    third = tournament.draw("seed")
    assert [(pairing.partida, pairing.bracket) for pairing in third] == [(7, 1), (8, 2), (9, 2)]
    tournament.say(Returned("T001"))
    assert replaced(tournament, 1) == [(5, None), (7, None), (8, None), (9, None)]
    tournament.follow(1)
    win(tournament, first[:1])
    tournament.through(lambda *_: None, leaving=False)
    assert is_over(tournament.tournament)


def test_the_second_bracket_waits_for_the_first_partida_of_a_team_that_is_back_and_had_a_bye():
    tournament = played(7, {"system": "knockout", "seeded": True, "second_bracket": True})
    win(tournament, tournament.draw("seed"))
    tournament.say(Left("T001", "withdrawn"))
    half = tournament.draw("seed")
    assert half[0].teams == ("T004", None)
    assert [one.bracket for one in half] == [1, 1, 2, 2]
    tournament.say(Returned("T001"))
    assert replaced(tournament, 1) == [(5, None), (7, None), (8, None)]
    tournament.follow(1)
    win(tournament, half[1:2])
    again = tournament.draw("seed")
    assert [(one.bracket, one.teams) for one in again] == [(1, ("T001", "T004"))]
    win(tournament, again, "T004")
    third = tournament.draw("seed")
    assert {team for one in third if one.bracket == 2 for team in one.teams} == {"T001", "T005", "T006", "T007"}


def test_a_second_bracket_stands_where_a_later_partida_is_open_again():
    tournament = played(8, {"system": "knockout", "seeded": True, "second_bracket": True})
    win(tournament, tournament.draw("seed"))
    half = tournament.draw("seed")
    win(tournament, half[1:])
    tournament.say(Left("T001", "withdrawn"))
    last = [(pairing.partida, pairing.bracket) for pairing in tournament.draw("seed")]
    assert last == [(9, 1), (10, 2)]
    tournament.say(Returned("T001"))
    assert replaced(tournament, half[0].partida) == [(9, None)]


def test_a_bye_is_drawn_anew_too_and_nothing_is_in_rounds():
    tournament = played(4, {"system": "knockout", "seeded": True})
    half = tournament.draw("seed")
    win(tournament, half)
    for team in ("T002", "T003"):
        tournament.say(Left(team, "withdrawn"))
    assert [pairing.teams for pairing in tournament.draw("seed")] == [("T001", None)]
    win(tournament, half[:1], "T004")
    assert replaced(tournament, 1) == [(3, (4, ("T004", None)))]
    assert replaced(tournament, 3) == []
    tournament = played(4, {"system": "rounds"})
    first = tournament.draw("seed")
    win(tournament, first)
    tournament.draw("seed")
    win(tournament, first, *(str(pairing.teams[1]) for pairing in first))
    assert replaced(tournament, 1) == []


def test_the_second_bracket_waits_until_everybody_has_played():
    tournament = played(6, {"system": "knockout", "seeded": True, "second_bracket": True})
    first = tournament.draw("seed")
    assert [pairing.teams for pairing in first] == [("T001", None), ("T004", "T005"), ("T002", None), ("T003", "T006")]
    win(tournament, first)
    half = tournament.draw("seed")
    assert {pairing.bracket for pairing in half} == {1}
    win(tournament, half, "T004")
    third = tournament.draw("seed")
    assert [(pairing.bracket, pairing.teams) for pairing in third] == [
        (1, ("T004", "T002")),
        (2, ("T001", None)),
        (2, ("T006", "T005")),
    ]
    win(tournament, third)
    [last] = tournament.draw("seed")
    assert (last.bracket, last.teams) == (2, ("T001", "T006"))
    win(tournament, [last])
    assert "nothing is left" in refusal(tournament)


def test_whom_somebody_has_beaten_who_left_since_plays_in_the_second_bracket():
    tournament = played(5, {"system": "knockout", "seeded": True, "second_bracket": True})
    win(tournament, tournament.draw("seed"))  # T004 has beaten T005, the others have byes
    half = tournament.draw("seed")
    tournament.say(Left("T004", "withdrawn"))  # T001 goes on, T005 does not
    win(tournament, half[1:])
    final = tournament.draw("seed")
    assert [(pairing.bracket, pairing.teams) for pairing in final] == [(1, ("T001", "T002"))]
    win(tournament, final)
    assert [(one.bracket, one.teams) for one in tournament.draw("seed")] == [(2, ("T003", "T005"))]


@pytest.mark.parametrize(
    ("stage", "draws"),
    [
        ({"system": "knockout"}, 2),
        ({"system": "rounds", "rounds": 2}, 2),
        ({"system": "zeros", "lives": 1}, 2),
        ({"system": "groups", "groups": 1}, 1),
    ],
)
def test_a_stage_whose_draw_is_past_as_a_whole_begins_anew_with_those_who_go_on_now(stage, draws):
    tournament = played(5, {"system": "groups", "groups": 1, "go_on": 3}, stage)
    in_group = tournament.draw("seed")
    for pairing in in_group:
        tournament.say(Reported(pairing, ((5, 0),) if pairing.teams[0] < str(pairing.teams[1]) else ((0, 5),)))
    assert goes_on(tournament.tournament, 1) == GoingOn(frozenset({"T001", "T002", "T003"}))
    drawn = tournament.draw("seed")
    [decides] = [pairing for pairing in in_group if set(pairing.teams) == {"T003", "T004"}]
    tournament.say(Reported(decides, ((5, 0),) if decides.teams[0] == "T004" else ((0, 5),)))
    for pairing in drawn:
        tournament.say(Reported(pairing, void=True, past=True))
    anew = tournament.draw("seed")
    assert {team for pairing in anew for team in pairing.teams} - {None} == {"T001", "T002", "T004"}
    assert [pairing.slot for pairing in anew] == [pairing.slot for pairing in drawn]
    for _ in range(draws):
        assert not is_over(tournament.tournament)
        win(tournament, anew)
        anew = tournament.draw("seed")
    assert is_over(tournament.tournament)
    assert as_read(tournament) == tournament.tournament


def test_from_a_knockout_those_go_on_who_came_furthest():
    stages = {"system": "knockout", "seeded": True, "go_on": 3}, {"system": "rounds", "rounds": 1}
    tournament = played(4, *stages)
    win(tournament, tournament.draw("seed"))
    tournament.say(Reported(tournament.acts[-1].pairing, ((5, 4),)))  # type: ignore[union-attr]
    win(tournament, tournament.draw("seed"), "T002")
    last = tournament.draw("seed")
    assert {team for pairing in last for team in pairing.teams} == {"T001", "T002", "T003", None}


def test_a_lot_parts_those_who_came_as_far_also_where_others_are_level_with_them():
    """T003 and T004 lost their semifinals; T008, who went on in the second bracket, has won and lost as they have."""
    stages = {"system": "knockout", "seeded": True, "second_bracket": True, "go_on": 3}, {"system": "rounds"}
    tournament = played(8, *stages)
    for _ in range(3):
        win(tournament, tournament.draw("seed"))
    assert refusal(tournament).startswith("T003, T004 share a place")
    tournament.say(LotDrawn(("T003", "T004"), "seed"))
    assert next_round(tournament.tournament, "seed", least_weight)[0].stage == 2


def test_a_report_need_not_say_again_where_its_partida_was_drawn():
    groups = {"system": "groups", "groups": 2, "go_on": 2}
    tournament = played(4, groups, {"system": "knockout"})
    for _ in range(3):
        for drawn in tournament.draw("seed"):
            tournament.say(Reported(Pairing(drawn.partida, drawn.round, drawn.teams), ((5, drawn.partida - 1),)))
    partidak = tournament.tournament.partidak
    assert [partidak[number].pairing.stage for number in sorted(partidak)] == [1, 1, 2, 2, 2]
    assert [partidak[number].pairing.group for number in (1, 2)] == ["A", "B"]
    assert [partidak[number].pairing.slot for number in (3, 4, 5)] == [1, 2, 1]
    assert refusal(tournament) == "nothing is left to be drawn: the last stage is over"


@pytest.mark.parametrize("said", [("stage",), ("group",), ("bracket",), ("slot",), ("stage", "slot")])
def test_a_report_that_says_a_part_of_its_place_again_moves_its_partida_nowhere(said):
    knockout = {"system": "knockout", "second_bracket": True}
    tournament = played(8, {"system": "groups", "groups": 2, "go_on": 2}, knockout)
    for _ in range(3):
        for drawn in tournament.draw("seed"):
            place = {name: getattr(drawn, name) for name in said}
            report = Reported(Pairing(drawn.partida, drawn.round, drawn.teams, **place), ((5, 0),))
            tournament.say(report)
            assert tournament.tournament.partidak[drawn.partida].pairing == drawn
    assert drawn.bracket == 2
    assert is_over(tournament.tournament)


def test_mus_por_equipos_is_played_by_two_sides_each_of_which_is_first_at_half_of_the_tables():
    equipos = {"system": "equipos", "tables": 4, "games": 1}
    tournament = played(2, equipos)
    pairings = tournament.draw("seed")
    assert [pairing.teams for pairing in pairings] == [("T001", "T002"), ("T002", "T001")] * 2
    win(tournament, pairings)
    assert is_over(tournament.tournament)
    assert refusal(played(3, equipos)) == "Mus por Equipos is played by two sides, not 3 (mus por equipos 2)"


def test_from_mus_por_equipos_nobody_goes_on():
    tournament = played(2, {"system": "equipos", "tables": 2, "games": 1}).tournament
    stage = Stage(tournament, 1, tuple(tournament.teams))
    play = EquiposPlay(stage, Equipos(tables=2, games=1))
    assert play.going_on() == []
    assert tuple(play.in_play()) == stage.teams
