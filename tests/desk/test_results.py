"""Results at the desk, by article: who reports, who confirms, what counts (nabo 20-22)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import combinations

import pytest

from desk.acts import Role, Who, written
from desk.service import Desk, NotAllowedError, clock, judging, results, setting_up, tables
from desk.service.following import FollowedError
from desk.state import State
from engine.deal.clock import CLOCKS
from engine.errors import TournamentError
from engine.tournament.draw import GoingOn, champions, goes_on
from engine.tournament.entries import TeamEntry
from engine.tournament.standings import standings
from tests.desk.playing import ANE, IKER, JUDGE, begun, drawn, pair, reported, to_play

WON = [(40, 32), (35, 40), (40, 12)]


def points(desk: Desk, tournament: int) -> dict[str, int]:
    """The partidak that each team has won."""
    return {row.team: row.results.partidak for row in standings(desk.state(tournament).tournament)}


def sides(desk: Desk, tournament: int, partida: int = 1) -> tuple[str, str]:
    """Who meets whom."""
    first, second = desk.state(tournament).tournament.partidak[partida].pairing.teams
    return first, str(second)


def test_a_result_counts_once_both_pairs_have_said_it(desk: Desk) -> None:
    tournament = drawn(desk)
    first, second = sides(desk, tournament)
    state = results.report(desk, tournament, pair(first), 1, WON)
    assert state.tournament.partidak[1].waits_for == {second}
    assert points(desk, tournament)[first] == 0
    results.confirm(desk, tournament, pair(second), 1, WON)
    assert points(desk, tournament)[first] == 1


def test_mantxak_are_told_one_by_one_while_the_partida_is_played(desk: Desk) -> None:
    tournament = drawn(desk)
    first, second = sides(desk, tournament)
    results.report(desk, tournament, pair(first), 1, WON[:1])
    state = results.report(desk, tournament, pair(second), 1, WON[:1])
    assert state.told == {(1, first): ((40, 32),), (1, second): ((40, 32),)}
    assert state.tournament.partidak[1].winner is None
    assert results.report(desk, tournament, pair(second), 1, WON).tournament.partidak[1].winner == first


def test_a_pair_confirms_what_it_was_shown_and_nothing_else(desk: Desk) -> None:
    tournament = drawn(desk)
    first, second = sides(desk, tournament)
    results.report(desk, tournament, pair(first), 1, WON)
    results.report(desk, tournament, pair(first), 1, [(40, 1), (40, 2)])
    with pytest.raises(TournamentError, match="another one by now"):
        results.confirm(desk, tournament, pair(second), 1, WON)


def test_a_pair_that_says_otherwise_stands_beside_the_other_ones_word_until_both_say_the_same(desk: Desk) -> None:
    tournament, other_way = drawn(desk), [(1, 40), (2, 40)]
    first, second = sides(desk, tournament)
    results.report(desk, tournament, pair(first), 1, WON)
    state = results.report(desk, tournament, pair(second), 1, other_way)
    assert (state.tournament.partidak[1].waits_for, state.told[1, first]) == ({second}, tuple(WON))
    assert state.told[1, second] == tuple(other_way)
    state = results.report(desk, tournament, pair(first), 1, other_way)
    assert (state.tournament.partidak[1].winner, state.tournament.partidak[1].waits_for) == (second, frozenset())


def test_what_a_pair_has_said_before_is_no_word_of_it_any_more(desk: Desk) -> None:
    tournament, other_way = drawn(desk), [(1, 40), (2, 40)]
    first, second = sides(desk, tournament)
    results.report(desk, tournament, pair(first), 1, WON)
    results.report(desk, tournament, pair(second), 1, other_way)
    results.report(desk, tournament, pair(first), 1, [])
    results.report(desk, tournament, pair(second), 1, [(3, 40), (2, 40)])
    assert results.report(desk, tournament, pair(first), 1, other_way).tournament.partidak[1].waits_for == {first}


def test_nobody_reports_or_confirms_anothers_partida(desk: Desk) -> None:
    tournament = drawn(desk)
    first, _ = sides(desk, tournament)
    stranger = pair(sides(desk, tournament, 2)[0])
    with pytest.raises(NotAllowedError, match="does not play in it"):
        results.report(desk, tournament, stranger, 1, WON)
    results.report(desk, tournament, pair(first), 1, WON)
    with pytest.raises(TournamentError):
        results.confirm(desk, tournament, stranger, 1, WON)
    with pytest.raises(TournamentError):
        results.confirm(desk, tournament, pair(first), 1, WON)
    with pytest.raises(NotAllowedError):
        results.report(desk, tournament, Who("guest", Role.PUBLIC), 1, WON)


def test_what_is_typed_from_paper_needs_a_second_look_of_another_person(desk: Desk) -> None:
    tournament = drawn(desk)
    state = results.report(desk, tournament, ANE, 1, WON)
    assert state.tournament.partidak[1].waits_for == set(sides(desk, tournament))
    with pytest.raises(NotAllowedError, match="another person"):
        results.confirm(desk, tournament, ANE, 1, WON)
    state = results.confirm(desk, tournament, IKER, 1, WON)
    assert state.tournament.counts(state.tournament.partidak[1])


@pytest.mark.parametrize("otherwise", [[], [(1, 40), (2, 40)]])
def test_a_pair_that_confirmed_a_result_from_paper_takes_back_its_word_and_not_the_result(
    desk: Desk, otherwise: list[tuple[int, int]]
) -> None:
    tournament = drawn(desk)
    first, second = sides(desk, tournament)
    results.report(desk, tournament, ANE, 1, WON)
    results.confirm(desk, tournament, pair(first), 1, WON)
    assert results.report(desk, tournament, pair(first), 1, WON).number == desk.state(tournament).number
    state = results.report(desk, tournament, pair(first), 1, otherwise)
    partida = state.tournament.partidak[1]
    assert (partida.mantxak, partida.waits_for) == (tuple(WON), {first, second})
    assert state.told[1, first] == tuple(otherwise)
    assert Desk(desk.database).state(tournament).tournament == state.tournament
    with pytest.raises(NotAllowedError, match="another person"):
        results.confirm(desk, tournament, ANE, 1, WON)
    assert not results.confirm(desk, tournament, IKER, 1, WON).tournament.partidak[1].waits_for


def test_only_the_judge_changes_a_confirmed_result_and_the_old_one_stays_to_be_seen(desk: Desk) -> None:
    tournament = drawn(desk)
    first, second = sides(desk, tournament)
    reported(desk, tournament, 1, WON)
    for who in (pair(first), ANE):
        with pytest.raises(NotAllowedError, match="only the judge"):
            results.report(desk, tournament, who, 1, [(1, 40), (2, 40)])
    with pytest.raises(NotAllowedError):
        judging.change(desk, tournament, ANE, 1, [(1, 40), (2, 40)], "because")
    with pytest.raises(TournamentError, match="say why"):
        judging.change(desk, tournament, JUDGE, 1, [(1, 40), (2, 40)], " ")
    state = judging.change(desk, tournament, JUDGE, 1, [(1, 40), (2, 40)], "the sheet was upside down")
    assert points(desk, tournament)[second] == 1
    said = state.tournament.partidak[1].said
    assert [getattr(one, "mantxak", None) for one in said] == [None, tuple(WON), ((1, 40), (2, 40))]
    assert [one.why for one in state.reports[1]] == [None, "the sheet was upside down"]


def test_a_seed_is_kept_as_it_is_read_where_it_is_published(desk: Desk) -> None:
    tournament = begun(desk)
    state = setting_up.draw(desk, tournament, ANE, " 4017  2290\u00a01138")
    assert {partida.seed for partida in state.tournament.partidak.values()} == {"4017 2290 1138"}


def semifinals(desk: Desk) -> int:
    """A knockout of four, of which the final is drawn: the first team of each partida has won."""
    tournament = drawn(desk, stages=[{"system": "knockout"}])
    for partida in (1, 2):
        reported(desk, tournament, partida, WON)
    setting_up.draw(desk, tournament, ANE, "final")
    return tournament


def test_a_final_follows_the_winner_of_a_semifinal_that_the_judge_changes(desk: Desk) -> None:
    tournament = semifinals(desk)
    _, second = sides(desk, tournament)
    _, rival = sides(desk, tournament, 3)
    state = judging.change(desk, tournament, JUDGE, 1, [(40, 3), (40, 2)], "the second mantxa was miscounted")
    assert list(state.tournament.partidak) == [1, 2, 3]  # the same team has won
    state = judging.change(desk, tournament, JUDGE, 1, [(1, 40), (2, 40)], "the sheet was upside down")
    assert state.tournament.partidak[3].past
    assert state.tournament.partidak[4].pairing.teams == (second, rival)
    seat = tables.seat(state, 1)
    assert seat is not None
    assert (seat["partida"], [team["id"] for team in seat["teams"]], seat["round"]) == (4, [second, rival], 2)
    assert reported(desk, tournament, 4, WON).over
    assert Desk(desk.database).state(tournament).over


def test_once_something_is_told_of_the_final_its_semifinal_is_changed_only_after_it_is_void(desk: Desk) -> None:
    tournament = semifinals(desk)
    _, second = sides(desk, tournament)
    finalist, rival = sides(desk, tournament, 3)
    upside_down = [(1, 40), (2, 40)]
    for told in (WON[:1], WON):
        results.report(desk, tournament, pair(finalist), 3, told)
        with pytest.raises(FollowedError, match="partida 3 was drawn from this result, and something is told of it"):
            judging.change(desk, tournament, JUDGE, 1, upside_down, "the sheet was upside down")
    judging.void(desk, tournament, JUDGE, 3, "the wrong team plays")
    assert not desk.state(tournament).tournament.partidak[3].past
    state = judging.change(desk, tournament, JUDGE, 1, upside_down, "the sheet was upside down")
    assert state.tournament.partidak[3].past
    with pytest.raises(TournamentError, match="partida 3 no longer counts"):
        judging.change(desk, tournament, JUDGE, 3, WON, "it was played all the same")
    assert [state.tournament.partidak[number].pairing.teams for number in (3, 4)] == [
        (finalist, rival),
        (second, rival),
    ]


def knockout_of_two(desk: Desk) -> int:
    """A group of four that is played, of which the first two meet in a final: T01 and T02."""
    group = {"system": "groups", "groups": 1, "go_on": 2}
    tournament = drawn(desk, stages=[group, {"system": "knockout"}])
    for number in desk.state(tournament).tournament.partidak:
        first, second = sides(desk, tournament, number)
        judging.change(desk, tournament, JUDGE, number, [(40, 8)] * 2 if first < second else [(8, 40)] * 2, "on paper")
    state = setting_up.draw(desk, tournament, ANE, "final")
    assert set(state.tournament.partidak[7].pairing.teams) == {"T01", "T02"}
    return tournament


def between(desk: Desk, tournament: int, one: str, other: str) -> int:
    """The partida of a group in which they met."""
    partidak = desk.state(tournament).tournament.partidak
    return next(number for number, partida in partidak.items() if set(partida.pairing.teams) == {one, other})


def beats(desk: Desk, tournament: int, better: str, worse: str, less: int = 8) -> None:
    """The judge enters that the one has won, with so many tantos for the other one."""
    number = between(desk, tournament, better, worse)
    mantxa = (40, less) if sides(desk, tournament, number)[0] == better else (less, 40)
    judging.change(desk, tournament, JUDGE, number, [mantxa, mantxa], "on paper")


def turned(desk: Desk, tournament: int, partida: int) -> State:
    """The judge says that the other team has won."""
    first, second = desk.state(tournament).tournament.partidak[partida].mantxak
    return judging.change(desk, tournament, JUDGE, partida, [first[::-1], second[::-1]], "upside down")


def test_a_bracket_follows_who_goes_on_from_a_group_whose_result_the_judge_changes(desk: Desk) -> None:
    tournament = knockout_of_two(desk)
    state = turned(desk, tournament, between(desk, tournament, "T01", "T04"))
    assert not state.tournament.partidak[7].past  # the same two go on
    turned(desk, tournament, between(desk, tournament, "T01", "T04"))
    results.report(desk, tournament, pair("T01"), 7, WON[:1])
    of_second = between(desk, tournament, "T02", "T03")
    with pytest.raises(FollowedError, match="partida 7 was drawn from this result, and something is told of it"):
        turned(desk, tournament, of_second)
    with pytest.raises(FollowedError):
        judging.void(desk, tournament, JUDGE, of_second, "marked cards")
    results.report(desk, tournament, pair("T01"), 7, [])
    judging.void(desk, tournament, JUDGE, 7, "the wrong team plays")
    state = turned(desk, tournament, of_second)
    final = state.tournament.partidak[8]
    assert (state.tournament.partidak[7].past, set(final.pairing.teams), final.seed) == (True, {"T01", "T03"}, "final")
    assert state.tables[8] == state.tables[7]
    assert champions(reported(desk, tournament, 8, WON).tournament) == {1: final.pairing.teams[0]}
    assert Desk(desk.database).state(tournament).over


def test_where_a_changed_result_leaves_who_goes_on_to_the_lot_the_next_draw_draws_the_bracket(desk: Desk) -> None:
    tournament = knockout_of_two(desk)
    state = judging.void(desk, tournament, JUDGE, between(desk, tournament, "T02", "T03"), "marked cards")
    assert (state.tournament.partidak[7].past, len(state.tournament.partidak)) == (True, 7)
    setting_up.draw_lot(desk, tournament, ANE, ("T02", "T03"))
    state = setting_up.draw(desk, tournament, ANE, "again")
    assert reported(desk, tournament, 8, WON).over


@pytest.mark.parametrize(("wins", "meet"), [(False, {"T01", "T02"}), (True, {"T01", "T04"})])
def test_a_bracket_is_drawn_again_once_it_can_be_said_whether_a_team_that_is_back_goes_on(
    desk: Desk, wins: bool, meet: set[str]
) -> None:
    tournament = drawn(desk, stages=[{"system": "groups", "groups": 1, "go_on": 2}, {"system": "knockout"}])

    def play(wins: bool) -> State:
        """What is open of the group: the team with the lower number wins, or T04."""
        for number in to_play(state := desk.state(tournament)):
            first, second = sides(desk, tournament, number)
            of_first = (first < second) != (wins and "T04" in (first, second))
            state = reported(desk, tournament, number, [(40, 8)] * 2 if of_first else [(8, 40)] * 2)
        return state

    judging.take_out(desk, tournament, JUDGE, "T04", "withdrawn", "ill")
    play(wins=False)
    setting_up.draw(desk, tournament, ANE, "final")
    state = judging.bring_back(desk, tournament, ANE, "T04", "well again")
    assert (state.tournament.partidak[7].past, state.round) == (True, 1)
    assert play(wins).tournament.partidak[7].past
    state = setting_up.draw(desk, tournament, ANE, "final again")
    assert set(sides(desk, tournament, 8)) == meet
    assert reported(desk, tournament, 8, WON).over


def level_at_the_line(desk: Desk) -> int:
    """A group of which T01 and T02 meet in the final, partida 11: T05 had left before. T04 has left since, so that T02
    and T03, whose partida is void, share the place behind T01."""
    tournament = drawn(desk, 5, stages=[{"system": "groups", "groups": 1, "go_on": 2}, {"system": "knockout"}])
    judging.take_out(desk, tournament, JUDGE, "T05", "withdrawn", "ill")
    for number in to_play(desk.state(tournament)):
        first, second = sides(desk, tournament, number)
        of_first = (first < second) != ({first, second} == {"T03", "T04"})
        less = 0 if "T04" in (first, second) else 8
        judging.change(desk, tournament, JUDGE, number, [(40, less) if of_first else (less, 40)] * 2, "on paper")
    judging.void(desk, tournament, JUDGE, between(desk, tournament, "T02", "T03"), "marked cards")
    state = setting_up.draw(desk, tournament, ANE, "final")
    assert set(state.tournament.partidak[11].pairing.teams) == {"T01", "T02"}
    state = judging.take_out(desk, tournament, JUDGE, "T04", "withdrawn", "ill")
    assert goes_on(state.tournament, 1) == GoingOn(frozenset({"T01"}), frozenset({"T02", "T03"}))
    assert not state.tournament.partidak[11].past
    return tournament


def test_a_bracket_follows_a_changed_result_also_where_a_team_that_has_left_had_made_others_level(desk: Desk) -> None:
    tournament = level_at_the_line(desk)
    state = turned(desk, tournament, between(desk, tournament, "T01", "T03"))
    final = state.tournament.partidak[12].pairing
    assert (state.tournament.partidak[11].past, set(final.teams)) == (True, {"T01", "T03"})
    assert reported(desk, tournament, 12, WON).over


def test_a_bracket_stands_as_long_as_nothing_else_is_known_of_who_goes_on(desk: Desk) -> None:
    tournament = level_at_the_line(desk)
    for team in ("T03", "T02", "T01"):
        judging.take_out(desk, tournament, JUDGE, team, "withdrawn", "the wrong team")
        state = judging.bring_back(desk, tournament, JUDGE, team, "the wrong team")
        assert not state.tournament.partidak[11].past
    of_first = between(desk, tournament, "T01", "T02")
    state = turned(desk, tournament, of_first)  # T02 is first, and T01 goes on as the second
    assert not state.tournament.partidak[11].past
    assert reported(desk, tournament, 11, WON).over


def test_where_others_share_a_place_by_a_changed_result_than_by_who_has_left_a_lot_is_drawn(desk: Desk) -> None:
    stages = [{"system": "rounds", "rounds": 2, "go_on": 2}, {"system": "knockout"}]
    tournament = begun(desk, 6, stages=stages, options={"mantxak": 1, "target": 5})
    won = {1: (0, 5), 2: (0, 5), 3: (1, 5), 4: (1, 5), 5: (2, 5), 6: (1, 5)}
    for seed in ("g0", "g1"):
        for number in to_play(setting_up.draw(desk, tournament, ANE, seed)):
            judging.change(desk, tournament, JUDGE, number, [won[number]], "on paper")
    setting_up.draw(desk, tournament, ANE, "final")
    assert set(sides(desk, tournament, 7)) == {"T03", "T04"}
    state = judging.take_out(desk, tournament, JUDGE, "T01", "withdrawn", "ill")
    assert goes_on(state.tournament, 1) == GoingOn(frozenset({"T04"}), frozenset({"T02", "T03", "T06"}))
    state = judging.change(desk, tournament, JUDGE, 1, [(5, 0)], "the sheet was upside down")
    assert goes_on(state.tournament, 1) == GoingOn(frozenset({"T06"}), frozenset({"T02", "T03"}))
    assert state.tournament.partidak[7].past
    setting_up.draw_lot(desk, tournament, ANE, ("T02", "T03"))
    setting_up.draw(desk, tournament, ANE, "final again")
    assert "T06" in sides(desk, tournament, 8)


@pytest.mark.parametrize("wins", [False, True])
def test_where_a_team_is_back_whose_partidak_are_open_the_bracket_waits_also_where_others_are_level(
    desk: Desk, wins: bool
) -> None:
    tournament = level_at_the_line(desk)
    state = judging.bring_back(desk, tournament, ANE, "T05", "well again")
    assert state.tournament.partidak[11].past
    for number in to_play(state):
        _, second = sides(desk, tournament, number)
        reported(desk, tournament, number, [(8, 40)] * 2 if (second == "T05") == wins else [(40, 8)] * 2)
    assert not wins or goes_on(desk.state(tournament).tournament, 1) == GoingOn(frozenset({"T01", "T05"}))
    if not wins:
        setting_up.draw_lot(desk, tournament, ANE, ("T02", "T03"), "lot")
    setting_up.draw(desk, tournament, ANE, "final again")
    assert ("T05" in sides(desk, tournament, 12)) == wins


def test_a_bracket_stands_where_a_result_that_concerns_nobody_in_it_is_changed_and_others_are_level(desk: Desk) -> None:
    stages = [{"system": "groups", "groups": 2, "go_on": 2, "seeded": True}, {"system": "knockout"}]
    tournament = drawn(desk, 8, stages=stages)
    one, other = ["T01", "T04", "T05", "T07"], ["T02", "T03", "T08", "T06"]  # as they stand in the groups
    for group in (one, other):
        for better, worse in combinations(group, 2):
            beats(desk, tournament, better, worse, less=0 if "T08" in (better, worse) else 8)
    judging.void(desk, tournament, JUDGE, between(desk, tournament, "T03", "T06"), "marked cards")
    assert goes_on(desk.state(tournament).tournament, 1) == GoingOn(frozenset({*one[:2], *other[:2]}))
    semifinals = to_play(setting_up.draw(desk, tournament, ANE, "semifinals"))
    judging.take_out(desk, tournament, JUDGE, "T08", "withdrawn", "ill")  # which makes T03 and T06 level
    judging.take_out(desk, tournament, JUDGE, "T04", "withdrawn", "ill")
    state = turned(desk, tournament, between(desk, tournament, "T05", "T07"))
    level = frozenset({"T03", "T06"})
    assert goes_on(state.tournament, 1) == GoingOn(frozenset({"T01", "T07", "T02"}), level)
    assert not any(state.tournament.partidak[number].past for number in semifinals)


def test_what_a_team_that_is_back_has_to_play_yet_does_away_with_what_was_drawn_before_it_left(desk: Desk) -> None:
    tournament = drawn(desk, 5, stages=[{"system": "groups", "groups": 1, "go_on": 2}, {"system": "knockout"}])
    never_played = between(desk, tournament, "T04", "T05")
    for better, worse in combinations(desk.state(tournament).tournament.teams, 2):
        if {better, worse} != {"T04", "T05"}:
            beats(desk, tournament, better, worse)
    judging.take_out(desk, tournament, JUDGE, "T05", "withdrawn", "ill")
    setting_up.draw(desk, tournament, ANE, "final")
    judging.take_out(desk, tournament, JUDGE, "T04", "withdrawn", "ill")
    state = judging.bring_back(desk, tournament, JUDGE, "T05", "well again")
    assert not state.tournament.partidak[11].past
    results.report(desk, tournament, pair("T01"), 11, WON[:1])
    with pytest.raises(FollowedError, match="partida 11 does not stand once T04 is back, and something is told of it"):
        judging.bring_back(desk, tournament, JUDGE, "T04", "well again")
    results.report(desk, tournament, pair("T01"), 11, [])
    state = judging.bring_back(desk, tournament, JUDGE, "T04", "well again")
    assert (state.tournament.partidak[11].past, to_play(state)) == (True, [never_played])


@pytest.mark.parametrize("was_played", [False, True])
def test_a_final_follows_a_semifinal_that_counts_again_as_a_team_is_back(desk: Desk, was_played: bool) -> None:
    tournament = drawn(desk, stages=[{"system": "knockout", "seeded": True}])
    for number in (1, 2) if was_played else (2,):
        reported(desk, tournament, number, WON)
    judging.take_out(desk, tournament, JUDGE, "T01", "evicted", "shouted")
    setting_up.draw(desk, tournament, ANE, "final")
    assert sides(desk, tournament, 3) == ("T04", "T02")
    results.report(desk, tournament, pair("T02"), 3, WON[:1])
    with pytest.raises(FollowedError, match="partida 3 was drawn while T01 was out, and something is told of it: void"):
        judging.bring_back(desk, tournament, JUDGE, "T01", "three judges")
    results.report(desk, tournament, pair("T02"), 3, [])
    state = judging.bring_back(desk, tournament, JUDGE, "T01", "three judges")
    assert state.tournament.partidak[3].past
    if not was_played:
        assert list(state.tournament.partidak) == [1, 2, 3]
        reported(desk, tournament, 1, WON)
        state = setting_up.draw(desk, tournament, ANE, "again")
    assert (sides(desk, tournament, 4), state.tables[4]) == (("T01", "T02"), 1)
    assert champions(reported(desk, tournament, 4, WON).tournament) == {1: "T01"}


def test_lateness_is_taken_back_after_the_other_team_has_left_once_that_is_brought_back_first(desk: Desk) -> None:
    tournament = drawn(desk, rules="federacion", stages=[{"system": "knockout", "seeded": True}])
    left, was_there = sides(desk, tournament)
    reported(desk, tournament, 2, WON)
    judging.lost_by_both(desk, tournament, JUDGE, 1, "nobody there")
    judging.take_out(desk, tournament, JUDGE, left, "withdrawn", "went home")
    setting_up.draw(desk, tournament, ANE, "final")
    assert sides(desk, tournament, 3) == ("T02", "None")
    judging.bring_back(desk, tournament, JUDGE, left, "for the result")
    judging.change(desk, tournament, JUDGE, 1, [(0, 40)] * 2, "was at the wrong table")
    judging.take_out(desk, tournament, JUDGE, left, "withdrawn", "went home")
    state = setting_up.draw(desk, tournament, ANE, "final again")
    assert state.tournament.partidak[3].past
    assert sides(desk, tournament, 4) == (was_there, "T02")


def test_who_had_a_bye_comes_back_to_where_it_goes_on(desk: Desk) -> None:
    tournament = drawn(desk, 3, stages=[{"system": "knockout", "seeded": True}])
    reported(desk, tournament, 2, WON)
    judging.take_out(desk, tournament, JUDGE, "T01", "withdrawn", "ill")
    setting_up.draw(desk, tournament, ANE, "final")
    assert desk.state(tournament).over  # the winner of the other semifinal is alone
    assert not judging.bring_back(desk, tournament, JUDGE, "T01", "well again").over
    setting_up.draw(desk, tournament, ANE, "again")
    assert sides(desk, tournament, 4) == ("T01", "T02")


@pytest.mark.parametrize("system", [{"system": "knockout"}, {"system": "groups", "groups": 1}])
@pytest.mark.parametrize("told", [False, True])
def test_what_was_drawn_without_a_team_is_drawn_anew_once_it_is_back_as_long_as_nothing_is_told(
    desk: Desk, system: dict[str, object], told: bool
) -> None:
    tournament = begun(desk, 5, stages=[system])
    judging.take_out(desk, tournament, JUDGE, "T05", "withdrawn", "did not come")
    state = setting_up.draw(desk, tournament, ANE, "first")
    before = len(state.tournament.partidak)
    if told:
        reported(desk, tournament, 1, WON)
    state = judging.bring_back(desk, tournament, JUDGE, "T05", "came late")
    assert [one.past for one in state.tournament.partidak.values()][:before] == [not told] * before
    again = [one for one in state.tournament.partidak.values() if not one.past]
    assert any(one.has("T05") for one in again) is not told
    assert {one.seed for one in again if not told} <= {"first"}


@pytest.mark.parametrize("told", ["missing", "came late", "ruling"])
def test_what_was_drawn_without_a_team_stands_where_somebody_is_late_or_the_judge_has_ruled(
    desk: Desk, told: str
) -> None:
    tournament = begun(desk, 5, rules="federacion", stages=[{"system": "knockout"}])
    judging.take_out(desk, tournament, JUDGE, "T05", "withdrawn", "did not come")
    setting_up.draw(desk, tournament, ANE, "first")
    clock.start(desk, tournament, JUDGE, 1, find=0)
    late, _ = sides(desk, tournament, 2)
    if told == "ruling":
        judging.rule(desk, tournament, JUDGE, "one juego lost", 2, "33")
    else:
        clock.miss(desk, tournament, JUDGE, 2, late)
    if told == "came late":
        clock.miss(desk, tournament, JUDGE, 2, late, here=True)
    state = judging.bring_back(desk, tournament, JUDGE, "T05", "came late")
    assert not any(one.past for one in state.tournament.partidak.values())
    judging.void(desk, tournament, JUDGE, 2, "begun too early")
    judging.take_out(desk, tournament, JUDGE, "T05", "withdrawn", "by mistake")
    state = judging.bring_back(desk, tournament, JUDGE, "T05", "here after all")
    assert any(one.has("T05") for one in state.tournament.partidak.values())


@pytest.mark.parametrize("system", [{"system": "knockout"}, {"system": "groups", "groups": 1}, {"system": "rounds"}])
def test_what_was_drawn_without_a_team_is_drawn_anew_with_the_runner_up_as_long_as_nothing_is_told(
    desk: Desk, system: dict[str, object]
) -> None:
    tournament = begun(desk, 5, stages=[system])
    for team in ("T04", "T05"):
        judging.take_out(desk, tournament, JUDGE, team, "withdrawn", "did not come")
    before = len(setting_up.draw(desk, tournament, ANE, "first").tournament.partidak)
    anew = system["system"] != "rounds"
    state = judging.succeed(desk, tournament, JUDGE, "T05", TeamEntry("", players=("E", "F")), "both ill")
    assert [one.past for one in state.tournament.partidak.values()][:before] == [anew] * before
    again = [one for one in state.tournament.partidak.values() if not one.past]
    assert any(one.has("T06") for one in again) is anew
    for number in to_play(state):
        reported(desk, tournament, number, WON)
    state = judging.succeed(desk, tournament, JUDGE, "T04", TeamEntry("", players=("G", "H")), "both ill")
    assert not any(one.has("T07") for one in state.tournament.partidak.values())


def test_who_has_left_before_a_bracket_is_drawn_anew_for_another_one_has_its_place_once_it_is_back_too(
    desk: Desk,
) -> None:
    tournament = begun(desk, 4, stages=[{"system": "knockout"}])
    judging.take_out(desk, tournament, JUDGE, "T04", "withdrawn", "did not come")
    setting_up.draw(desk, tournament, ANE, "first")
    judging.take_out(desk, tournament, JUDGE, "T03", "withdrawn", "ill")
    for team in ("T04", "T03"):
        state = judging.bring_back(desk, tournament, JUDGE, team, "came late")
    again = [one.pairing.teams for one in state.tournament.partidak.values() if not one.past]
    assert {team for pair in again for team in pair} == {"T01", "T02", "T03", "T04"}


def test_who_had_lost_before_comes_back_and_changes_nothing_that_was_drawn(desk: Desk) -> None:
    tournament = semifinals(desk)
    finalist, loser = sides(desk, tournament)
    for team in (loser, finalist):
        judging.take_out(desk, tournament, JUDGE, team, "withdrawn", "went home")
        state = judging.bring_back(desk, tournament, JUDGE, team, "came back")
        assert [one.past for one in state.tournament.partidak.values()] == [False] * 3


def test_who_is_back_in_zeros_plays_from_the_next_draw_on(desk: Desk) -> None:
    tournament = drawn(desk, 6, stages=[{"system": "zeros", "lives": 2}])
    judging.take_out(desk, tournament, JUDGE, "T06", "withdrawn", "ill")
    for number in to_play(desk.state(tournament)):
        reported(desk, tournament, number, WON)
    setting_up.draw(desk, tournament, ANE, "second")
    state = judging.bring_back(desk, tournament, JUDGE, "T06", "well again")
    assert not any(one.past for one in state.tournament.partidak.values())
    for number in to_play(state):
        reported(desk, tournament, number, WON)
    state = setting_up.draw(desk, tournament, ANE, "third")
    last = [one.pairing.teams for one in state.tournament.partidak.values() if one.pairing.round == 3]
    assert any("T06" in teams for teams in last)


def test_the_rounds_of_groups_that_are_drawn_anew_are_played_at_the_same_tables(desk: Desk) -> None:
    group = {"system": "groups", "groups": 1}
    tournament = drawn(desk, stages=[{**group, "go_on": 3}, group])
    for number in to_play(desk.state(tournament)):
        first, second = sides(desk, tournament, number)
        judging.change(desk, tournament, JUDGE, number, [(40, 8)] * 2 if first < second else [(8, 40)] * 2, "on paper")
    setting_up.draw(desk, tournament, ANE, "second")
    state = turned(desk, tournament, between(desk, tournament, "T03", "T04"))
    assert [state.tournament.partidak[number].past for number in range(7, 13)] == [True] * 3 + [False] * 3
    assert [state.tables[number] for number in range(7, 13)] == [1] * 6
    rest = {"T01", "T02", "T04"} - set(state.tournament.partidak[10].pairing.teams)
    assert (state.resting(4), state.resting(7)) == ([], [(team, "A") for team in rest])


def test_a_team_that_is_back_late_leaves_what_was_played_once_the_judge_has_said_how_it_lost(desk: Desk) -> None:
    groups = [{"system": "groups", "groups": 1, "go_on": go_on} for go_on in (3, 2)]
    tournament = drawn(desk, 5, stages=[*groups, {"system": "knockout"}])
    judging.take_out(desk, tournament, JUDGE, "T05", "withdrawn", "ill")
    for seed in ("second", "final"):
        for number in to_play(desk.state(tournament)):
            first, second = sides(desk, tournament, number)
            judging.change(desk, tournament, JUDGE, number, [(40, 8)] * 2 if first < second else [(8, 40)] * 2, "-")
        setting_up.draw(desk, tournament, ANE, seed)
    with pytest.raises(FollowedError, match="partida 13 was drawn while T05 was out"):
        judging.bring_back(desk, tournament, JUDGE, "T05", "well again")
    for partida in desk.state(tournament).partidak_of("T05"):
        lost = [(8, 40)] * 2 if partida.pairing.teams[0] == "T05" else [(40, 8)] * 2
        judging.change(desk, tournament, JUDGE, partida.pairing.partida, lost, "did not come")
    state = judging.bring_back(desk, tournament, JUDGE, "T05", "well again")
    assert not any(partida.past for partida in state.tournament.partidak.values())
    assert reported(desk, tournament, 14, WON).over


def test_a_round_of_zeros_is_drawn_anew_where_another_team_is_out_by_a_changed_result(desk: Desk) -> None:
    tournament = drawn(desk, 6, stages=[{"system": "zeros", "lives": 1}])
    for number in (1, 2, 3):
        reported(desk, tournament, number, WON)
    state = setting_up.draw(desk, tournament, ANE, "second")
    assert list(state.tournament.partidak) == [1, 2, 3, 4, 5]  # of three one has a bye
    one, other = sides(desk, tournament, 4)
    wrong = next(number for number in (1, 2, 3) if one in sides(desk, tournament, number))
    alive = sides(desk, tournament, wrong)[1]
    miscounted = judging.change(desk, tournament, JUDGE, wrong, [(40, 3), (40, 2)], "the same has won")
    assert not miscounted.tournament.partidak[4].past
    results.report(desk, tournament, pair(other), 4, WON[:1])
    with pytest.raises(FollowedError, match="partida 4 was drawn from this result, and something is told of it"):
        turned(desk, tournament, wrong)
    results.report(desk, tournament, pair(other), 4, [])
    judging.rule(desk, tournament, JUDGE, "a word on how they sit", 4, "")
    state = turned(desk, tournament, wrong)
    partidak = state.tournament.partidak
    assert [partidak[number].past for number in range(1, 8)] == [False] * 3 + [True] * 2 + [False] * 2
    playing = {team for number in (6, 7) for team in partidak[number].pairing.teams}
    assert (partidak[6].seed, state.tables[6]) == ("second", state.tables[4])
    assert (alive in playing, one in playing) == (True, False)
    while to_play(state):
        state = reported(desk, tournament, to_play(state)[0], WON)
        if setting_up.hindered(state)[0] is None:
            state = setting_up.draw(desk, tournament, ANE, "on")
    assert state.over


def test_where_zeros_are_over_by_a_changed_result_their_last_round_is_past_and_the_next_stage_waits_for_its_draw(
    desk: Desk,
) -> None:
    zeros = {"system": "zeros", "lives": 1, "go_on": 4}
    tournament = drawn(desk, 7, stages=[zeros, {"system": "groups", "groups": 1}])
    judging.void(desk, tournament, JUDGE, 1, "marked cards")
    for number in (2, 3):
        reported(desk, tournament, number, WON)
    setting_up.draw(desk, tournament, ANE, "second")
    state = judging.change(desk, tournament, JUDGE, 1, WON, "they were not marked")
    assert [one.past for one in state.tournament.partidak.values()] == [False] * 4 + [True] * 3
    _, loser = sides(desk, tournament)
    state = setting_up.draw(desk, tournament, ANE, "group")
    in_group = [partida.pairing for number, partida in state.tournament.partidak.items() if number > 7]
    assert {pairing.stage for pairing in in_group} == {2}
    assert not any(loser in pairing.teams for pairing in in_group)


def test_a_final_that_was_drawn_two_rounds_on_is_void_and_drawn_again_from_who_wins_then(desk: Desk) -> None:
    tournament, upside_down = drawn(desk, 8, stages=[{"system": "knockout", "seeded": True}]), [(1, 40), (2, 40)]
    for partida in (1, 2, 3, 4):
        reported(desk, tournament, partida, WON)
    setting_up.draw(desk, tournament, ANE, "half")
    for partida in (5, 6):
        reported(desk, tournament, partida, WON)
    setting_up.draw(desk, tournament, ANE, "final")
    first, second = sides(desk, tournament)
    results.report(desk, tournament, pair(first), 7, WON)
    for told in (7, 5):
        with pytest.raises(FollowedError, match=f"partida {told} was drawn from this result"):
            judging.change(desk, tournament, JUDGE, 1, upside_down, "the sheet was upside down")
        judging.void(desk, tournament, JUDGE, told, "the wrong team plays")
    state = judging.change(desk, tournament, JUDGE, 1, upside_down, "the sheet was upside down")
    assert list(state.tournament.partidak) == [*range(1, 9)]
    assert (sides(desk, tournament, 8), state.tables[8]) == ((second, "T04"), state.tables[5])
    assert not reported(desk, tournament, 8, upside_down).over
    setting_up.draw(desk, tournament, ANE, "final again")
    assert sides(desk, tournament, 9) == ("T04", "T02")
    assert reported(desk, tournament, 9, WON).over


def test_what_was_told_of_a_final_and_taken_back_is_nothing(desk: Desk) -> None:
    tournament = semifinals(desk)
    finalist, _ = sides(desk, tournament, 3)
    for told in (WON[:1], []):
        results.report(desk, tournament, pair(finalist), 3, told)
    assert judging.change(desk, tournament, JUDGE, 1, [(1, 40), (2, 40)], "upside down").tournament.partidak[3].past


def test_a_second_bracket_is_drawn_anew_where_another_one_has_lost_the_first_partida(desk: Desk) -> None:
    knockout = {"system": "knockout", "seeded": True, "second_bracket": True}
    tournament = drawn(desk, 6, stages=[knockout])
    for partidak in ((2, 4), (5, 6)):
        for partida in partidak:
            reported(desk, tournament, partida, WON)
        setting_up.draw(desk, tournament, ANE, "next")
    assert (sides(desk, tournament, 5), sides(desk, tournament, 8)) == (("T01", "T04"), ("T06", "T05"))
    state = judging.change(desk, tournament, JUDGE, 5, [(1, 40), (2, 40)], "T01 had a bye before")
    assert [(one, state.tables.get(one), *sides(desk, tournament, one)) for one in (9, 10, 11)] == [
        (9, 1, "T04", "T02"), (10, None, "T01", "None"), (11, 2, "T06", "T05"),
    ]  # fmt: skip


def test_a_team_that_is_out_leaves_no_second_time(desk: Desk) -> None:
    tournament = drawn(desk)
    left = [judging.take_out(desk, tournament, JUDGE, "T01", "withdrawn", "went home").number for _ in range(3)]
    assert left == [left[0]] * 3
    state = judging.take_out(desk, tournament, JUDGE, "T01", "disqualified", "federacion 93")
    assert state.tournament.out["T01"].kind == "disqualified"


@pytest.mark.parametrize(
    ("number", "stages", "what"),
    [
        (8, [{"system": "rounds", "rounds": 1}, {"system": "knockout"}], "stage 2 .*: a knockout needs two teams"),
        (8, [{"system": "rounds", "go_on": 4}, {"system": "knockout"}], "stage 1 .*: rounds before another stage"),
        (3, [{"system": "groups", "groups": 2}], "stage 1 .*: 3 teams are too few for 2 groups"),
        (2, [{"system": "zeros", "go_on": 4}], "stage 1 .*: zeros need more teams"),
        (3, [{"system": "equipos", "tables": 2, "games": 1}], "two sides, not 3"),
    ],
)
def test_stages_that_cannot_be_played_are_not_locked_nabo_3(
    desk: Desk, number: int, stages: list[dict[str, object]], what: str
) -> None:
    with pytest.raises(TournamentError, match=what):
        begun(desk, number, stages=stages)
    assert not desk.state(1).locked


@pytest.mark.parametrize("rounds", [{}, {"rounds": 5}], ids=["open-ended", "cut short"])
def test_after_any_round_of_the_last_stage_a_lot_may_part_who_shares_a_place_nabo_22(
    desk: Desk, rounds: dict[str, int]
) -> None:
    tournament = begun(desk, stages=[{"system": "rounds", **rounds}])
    everybody = tuple(desk.state(tournament).entries)
    with pytest.raises(TournamentError, match="they share no place now"):
        setting_up.draw_lot(desk, tournament, ANE, everybody)
    state = setting_up.draw(desk, tournament, ANE, "first")
    winners = {first for number in (1, 2) for first in sides(desk, tournament, number)[:1]}
    reported(desk, tournament, 1, [(40, 3), (40, 3)])
    assert setting_up.hindered(desk.state(tournament))[1] == []
    state = reported(desk, tournament, 2, [(40, 3), (40, 3)])
    hindered, ties = setting_up.hindered(state)
    assert (hindered, sorted(map(set, ties), key=winners.__ne__)) == (None, [winners, {*everybody} - winners])
    state = setting_up.draw_lot(desk, tournament, ANE, ties[0], "dice: 3 6")
    assert [len(row.level) for row in standings(state.tournament)] == [1, 1, 2, 2]
    assert not state.over


def test_as_long_as_nothing_is_drawn_the_lock_can_be_opened_nabo_3(desk: Desk) -> None:
    tournament = begun(desk)
    judging.take_out(desk, tournament, JUDGE, "T02", "withdrawn", "has called")
    with pytest.raises(TournamentError, match="say why"):
        setting_up.unlock(desk, tournament, ANE, " ")
    state = setting_up.unlock(desk, tournament, ANE, "a pair came late")
    assert (state.locked, list(state.entries)) == (False, ["T01", "T03", "T04"])
    assert state.last is not None
    assert state.last.why == "a pair came late"
    setting_up.enter(desk, tournament, ANE, [TeamEntry("T05", "The late ones")])
    setting_up.lock(desk, tournament, ANE)
    state = setting_up.draw(desk, tournament, ANE, "first")
    assert {team for one in state.tournament.partidak.values() for team in one.pairing.teams} == set(state.entries)
    with pytest.raises(TournamentError, match=r"the lock stays \(nabo 3\)"):
        setting_up.unlock(desk, tournament, ANE, "another one came late")
    assert Desk(desk.database).state(tournament).locked


def test_an_appeal_is_not_lost_with_the_lock(desk: Desk) -> None:
    tournament = begun(desk, rules="federacion")
    judging.rule(desk, tournament, JUDGE, "came late")
    setting_up.unlock(desk, tournament, ANE, "a pair came late")
    setting_up.lock(desk, tournament, ANE)
    judging.appeal(desk, tournament, ANE, "1", "T01", "no")
    with pytest.raises(TournamentError, match="a ruling has been appealed against: the lock stays"):
        setting_up.unlock(desk, tournament, ANE, "another pair came late")
    assert list(desk.state(tournament).tournament.appeals) == ["1"]


def test_a_score_that_the_terms_do_not_allow_is_refused(desk: Desk) -> None:
    tournament = drawn(desk)
    first, _ = sides(desk, tournament)
    for wrong in ([(40, 40)], [(41, 3)], [(40, 3), (40, 5), (40, 6)]):
        with pytest.raises(TournamentError):
            results.report(desk, tournament, pair(first), 1, wrong)
    assert desk.state(tournament).told == {}


def test_who_came_in_time_loses_nothing_by_how_the_clock_runs_afterwards_federacion_33(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament, time = drawn(desk, rules="federacion"), datetime(2026, 11, 22, 18, tzinfo=UTC)
    monkeypatch.setattr("desk.service.clock._now", lambda: time)
    monkeypatch.setattr("desk.keeping.ledger.now", lambda: written(time))
    first, second = sides(desk, tournament)
    clock.start(desk, tournament, JUDGE, 1, find=0)
    for team in (first, second):
        clock.miss(desk, tournament, JUDGE, 1, team)
    time += timedelta(minutes=9)
    clock.miss(desk, tournament, JUDGE, 1, first, here=True)
    time += timedelta(minutes=3)
    clock.stop(desk, tournament, JUDGE, 1, "a light went out")
    time += timedelta(minutes=8)
    for state in (desk.state(tournament), clock.start(desk, tournament, JUDGE, 1)):
        assert clock.lost_by_lateness(state, 1) == {second: 1}
    time += timedelta(minutes=3)
    state = clock.miss(desk, tournament, JUDGE, 1, second, here=True)
    time += timedelta(hours=1)
    assert clock.lost_by_lateness(state, 1) == {second: 2}


def test_whoever_says_it_again_makes_no_team_later_federacion_33(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    tournament, time = drawn(desk, rules="federacion"), datetime(2026, 11, 22, 18, tzinfo=UTC)
    monkeypatch.setattr("desk.service.clock._now", lambda: time)
    monkeypatch.setattr("desk.keeping.ledger.now", lambda: written(time))
    first, second = sides(desk, tournament)
    clock.start(desk, tournament, JUDGE, 1, find=0)
    clock.miss(desk, tournament, JUDGE, 1, first)
    time += timedelta(minutes=9)
    state = clock.miss(desk, tournament, JUDGE, 1, first, here=True)
    time += timedelta(minutes=12)
    for who, team in ((ANE, first), (JUDGE, second)):
        with pytest.raises(TournamentError, match=f"{team} is not noted as missing"):
            clock.miss(desk, tournament, who, 1, team, here=True)
    with pytest.raises(TournamentError, match=f"it is noted already that {first} is missing, or came late"):
        clock.miss(desk, tournament, ANE, 1, first)
    assert (clock.lost_by_lateness(state, 1), desk.state(tournament).number) == ({}, state.number)


def test_once_a_partida_is_over_nobody_comes_too_late_any_more_federacion_33(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament, time = drawn(desk, rules="federacion"), datetime(2026, 11, 22, 18, tzinfo=UTC)
    monkeypatch.setattr("desk.service.clock._now", lambda: time)
    _, second = sides(desk, tournament)
    clock.start(desk, tournament, JUDGE, 1, find=0)
    clock.miss(desk, tournament, JUDGE, 1, second)
    time += timedelta(minutes=45)
    assert clock.lost_by_lateness(desk.state(tournament), 1) == {second: None}
    reported(desk, tournament, 1, [(40, 3), (40, 2)])
    assert clock.lost_by_lateness(desk.state(tournament), 1) == {}


def test_federacion_33_the_judge_says_that_both_have_lost_a_partida_and_what_was_drawn_from_it_follows(
    desk: Desk,
) -> None:
    rules: dict[str, object] = {"rules": "federacion", "options": {"mantxak": 1}}
    tournament = drawn(desk, stages=[{"system": "knockout", "seeded": True}], **rules)
    with pytest.raises(NotAllowedError):
        judging.lost_by_both(desk, tournament, ANE, 1, "nobody came")
    with pytest.raises(TournamentError):
        judging.lost_by_both(desk, tournament, JUDGE, 1, " ")
    for number in (1, 2):
        reported(desk, tournament, number, [(40, 3)])
    setting_up.draw(desk, tournament, ANE, "final")
    finalist, rival = sides(desk, tournament, 3)
    results.report(desk, tournament, pair(rival), 3, [(3, 40)])
    with pytest.raises(FollowedError, match="partida 3 was drawn from this result"):
        judging.lost_by_both(desk, tournament, JUDGE, 1, "the sheet was another table's: nobody came")
    judging.void(desk, tournament, JUDGE, 3, "the wrong team plays")
    state = judging.lost_by_both(desk, tournament, JUDGE, 1, "the sheet was another table's: nobody came")
    assert (state.tournament.partidak[1].lost_by_both, state.tournament.partidak[3].past) == (True, True)
    assert [
        (row.results.partidak, row.results.lost) for row in standings(state.tournament) if row.team == finalist
    ] == [(0, 1)]
    with pytest.raises(NotAllowedError, match="only the judge changes it"):
        results.report(desk, tournament, pair(finalist), 1, [(40, 3)])
    state = setting_up.draw(desk, tournament, ANE, "final again")
    assert (state.tournament.partidak[4].pairing.teams, state.over) == ((rival, None), True)
    assert Desk(desk.database).state(tournament).over
    state = judging.change(desk, tournament, JUDGE, 1, [(40, 3)], "they were at another table")
    assert (state.tournament.partidak[4].past, state.over) == (True, False)
    setting_up.draw(desk, tournament, ANE, "final at last")
    assert set(sides(desk, tournament, 5)) == {finalist, rival}


@pytest.mark.parametrize("is_told", [False, True])
def test_what_was_drawn_behind_a_partida_that_both_have_lost_stands_unless_one_of_them_is_there(
    desk: Desk, is_told: bool
) -> None:
    rules: dict[str, object] = {"rules": "federacion", "options": {"mantxak": 1}}
    tournament = drawn(desk, 8, stages=[{"system": "knockout", "seeded": True}], **rules)
    judging.lost_by_both(desk, tournament, JUDGE, 1, "nobody came")
    for number in (2, 3, 4):
        reported(desk, tournament, number, [(40, 3)])
    setting_up.draw(desk, tournament, ANE, "semifinals")
    reported(desk, tournament, 6, [(40, 3)])
    setting_up.draw(desk, tournament, ANE, "final")
    if is_told:
        results.report(desk, tournament, pair(sides(desk, tournament, 7)[0]), 7, [(40, 3)])
    state = judging.lost_by_both(desk, tournament, JUDGE, 1, "nobody came in 20 minutes")
    team = sides(desk, tournament, 1)[0]
    assert not any(one.past for one in state.tournament.partidak.values())
    judging.take_out(desk, tournament, JUDGE, team, "withdrawn", "the wrong team")
    state = judging.bring_back(desk, tournament, JUDGE, team, "the wrong team")
    assert not any(one.past for one in state.tournament.partidak.values())
    assert reported(desk, tournament, 7, [(40, 3)]).over


def test_a_round_goes_on_without_what_both_have_lost_and_in_zeros_both_are_out(desk: Desk) -> None:
    rules: dict[str, object] = {"rules": "federacion", "options": {"mantxak": 1}}
    tournament = drawn(desk, 6, stages=[{"system": "zeros", "lives": 1}], **rules)
    state = judging.lost_by_both(desk, tournament, JUDGE, 1, "nobody came")
    assert (state.round, to_play(state)) == (1, [2, 3])
    out = sides(desk, tournament, 1)
    for number in (2, 3):
        reported(desk, tournament, number, [(40, 3)])
    state = setting_up.draw(desk, tournament, ANE, "second")
    assert sides(desk, tournament, 4) == (sides(desk, tournament, 2)[0], sides(desk, tournament, 3)[0])
    state = judging.void(desk, tournament, JUDGE, 1, "they were called to another table")
    playing = {team for one in state.tournament.partidak.values() if not one.past for team in one.pairing.teams}
    assert [one.past for one in state.tournament.partidak.values()][:4] == [False] * 3 + [True]
    assert playing >= {*out}


def test_without_a_clock_no_partida_is_lost_by_both(desk: Desk) -> None:
    tournament = drawn(desk)
    with pytest.raises(TournamentError, match="the rule book nabo has no lateness by which both teams lose a partida"):
        judging.lost_by_both(desk, tournament, JUDGE, 1, "nobody came")


def test_a_clock_that_is_stopped_before_it_runs_waits_for_the_rest_once_it_goes_on_federacion_32(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament, time = drawn(desk, rules="federacion"), datetime(2026, 11, 22, 18, tzinfo=UTC)
    monkeypatch.setattr("desk.service.clock._now", lambda: time)
    length = CLOCKS["federacion"]
    clock.start(desk, tournament, JUDGE, 1, find=300)
    time += timedelta(minutes=1)
    stopped = clock.shown(clock.stop(desk, tournament, JUDGE, 1, "a light went out"), 1)
    time += timedelta(minutes=20)
    begun = clock.shown(clock.start(desk, tournament, JUDGE, 1), 1)
    assert stopped
    assert begun
    assert length
    assert (stopped.left, stopped.running, begun.left, begun.begins_in) == (length.match, False, length.match, 240)
    time += timedelta(minutes=5)
    runs = clock.shown(Desk(desk.database).state(tournament), 1)
    assert runs
    assert (runs.elapsed, runs.running) == (60, True)
