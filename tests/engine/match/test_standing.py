"""How a match stands: against arithmetic by hand, and the law's cases with figures typed from it."""

from __future__ import annotations

import sys
from dataclasses import replace

import pytest

from engine.errors import RecordError
from engine.match.corrections import CallsReplaced, EskuReplaced
from engine.match.entries import (
    Adjusted,
    Correction,
    GameGiven,
    GameOpened,
    GameVoided,
    MatchGiven,
    Replaced,
    Voided,
    Withdrawn,
)
from engine.match.games import Adjustment, GameEnding, Status
from engine.match.header import Length
from engine.match.played import Played
from engine.match.questions import ForTheJudge
from engine.match.standing import Difference, OutOfTurn, around_acts, standing, under
from engine.records import HandRecord
from engine.rules import rulebook
from engine.seats import Seat
from engine.sheets.figures import match_result
from engine.sheets.text_phrases import in_hamarrekoak
from engine.showdown import score
from engine.tantos.tally import Mark, When, Why
from tests.engine.matches import (
    BOTH,
    EW,
    HANDIA,
    JOKOA,
    NS,
    PLAIN,
    PUNTUA,
    TXIKIA,
    bringing,
    call,
    games_to,
    hordago,
    match_of,
    pair,
    played,
    random_match,
    rows_of,
)

JUDGE = {"by": "the judge", "reason": "a discrepancy"}
# 20-5, 35-11, and NS has the game with 40-11
FIRST_GAME = (bringing(20, 5), bringing(15, 6, (20, 5), "W"), bringing(10, 3, (35, 11), "S"))
# N says jokoa and has none; W and S tell the truth
NO_JOKOA = played(announced={"jokoa": ["N"]}, handia=["NS envido 4", "EW iduki"])


def asked(now):
    return [(question.kind, question.game, question.entries, question.because) for question in now.questions]


def scores(now, game=1):
    return [pair(aldia.now.after) for aldia in now.games[game - 1].aldiak]


# Games, vacas, matches ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["nabo", "federacion", "spain", "basque", "france"])
def test_random_matches_stand_as_arithmetic_by_hand_has_them(rules):
    for seed in range(8):
        match, rows, winners, vacas = random_match(seed, rules)
        now = standing(match)
        assert len(now.aldiak) == len(rows)
        for number, (aldia, (record, result, game)) in enumerate(zip(now.aldiak, rows, strict=True), 1):
            assert (aldia.entry, aldia.game) == (number, game)
            assert {team.value: tantos for team, tantos in aldia.now.before.items()} == record["score"]
            assert {team.value: tantos for team, tantos in aldia.now.after.items()} == result["score"]
            assert sum(mark.tantos for mark in aldia.now.marks) == sum(row["tantos"] for row in result["tantos"])
            assert aldia.versions == (aldia.original,)
        assert [game.winner.value for game in now.games if game.winner] == winners
        assert {team.value: number for team, number in now.vacas_won.items()} == vacas
        assert now.over
        assert now.winner.value == winners[-1]
        assert (now.questions, now.differences, now.out_of_turn) == ((), (), ())
        assert now.next_esku is Seat(rows[-1][0]["esku"]).next


def test_a_match_stands_after_every_entry_as_it_stood_then():
    match, rows, _, _ = random_match(3, "nabo")
    for number, (_, result, game) in enumerate(rows, 1):
        now = standing(match.until(number))
        assert len(now.games) == game
        assert {team.value: tantos for team, tantos in now.score.items()} == result["score"]
        assert now.over == (number == len(rows))


def test_what_was_marked_before_is_not_marked_again(monkeypatch):
    marked = []
    monkeypatch.setattr(
        "engine.match.marking.score", lambda record, seats: marked.append(record.id) or score(record, seats)
    )
    plays = [bringing(2, 4, (2 * n, 4 * n)) for n in range(4)]
    raised = call("NS envido 3"), call("EW iduki")
    corrections = [Correction(2, (CallsReplaced(HANDIA, calls),), BOTH, by="NS", reason="x") for calls in ((), raised)]
    entries = (*plays, *corrections)
    now = standing(match_of(*entries))
    assert sorted(marked) == [1, 2, 2, 2, 3, 3, 3, 4, 4, 4]
    for entry in (bringing(2, 4, (8, 16)), Withdrawn(6, by="NS", reason="x")):
        marked.clear()
        entries = (*entries, entry)
        now = standing(match_of(*entries), before=now)
        assert marked == [7]
        assert now == standing(match_of(*entries))


def test_nothing_has_been_played():
    now = standing(match_of())
    assert (pair(now.score), pair(now.games_won), pair(now.vacas_won)) == ((0, 0), (0, 0), (0, 0))
    assert (now.games, now.over, now.winner, now.next_esku) == ((), False, None, Seat.N)


def test_a_game_goes_to_forty_tantos_which_are_eight_hamarreko_nabo_3():
    now = standing(match_of(*FIRST_GAME))
    game = now.games[0]
    assert scores(now) == [(20, 5), (35, 11), (40, 11)]
    assert (game.winner, game.ended_by, game.over) == (NS, "target", True)
    assert {team: in_hamarrekoak(tantos) for team, tantos in game.score.items()} == {NS: "8+0", EW: "2+1"}
    assert game.ending == GameEnding(3, NS, "target")
    assert (now.over, pair(now.games_won)) == (False, (1, 0))


def test_three_games_are_a_vaca_and_three_vacas_win_wikipedia():
    winners = [NS, NS, EW, NS] + [EW, EW, EW] + [NS] * 3
    now = standing(match_of(*games_to(*winners), rules="spain"))
    so_far = [standing(match_of(*games_to(*winners[:games]), rules="spain")) for games in (4, 7)]
    assert [(pair(one.vacas_won), pair(one.games_won)) for one in so_far] == [((1, 0), (3, 1)), ((1, 1), (0, 3))]
    assert (now.winner, pair(now.vacas_won), pair(now.games_won)) == (None, (2, 1), (3, 0))
    now = standing(match_of(*games_to(*winners, NS), rules="spain"))
    assert (pair(now.vacas_won), pair(now.games_won)) == ((2, 1), (1, 0))
    now = standing(match_of(*games_to(*winners, NS, NS, NS), rules="spain"))
    assert (now.winner, now.over, pair(now.vacas_won)) == (NS, True, (3, 1))


def test_the_best_of_three_is_over_with_two_won():
    length = Length(3, mode="best-of")
    assert standing(match_of(*games_to(EW, EW), length=length)).winner is EW
    assert not standing(match_of(*games_to(EW, NS), length=length)).over
    assert standing(match_of(*games_to(EW, NS, NS), length=length)).winner is NS


def test_the_best_of_an_even_number_can_be_drawn():
    length = Length(4, mode="best-of")
    now = standing(match_of(*games_to(EW, NS, NS, EW), length=length))
    assert (now.over, now.winner, now.race.vaca_over) == (True, None, True)
    assert not standing(match_of(*games_to(NS, NS), length=length)).over
    assert standing(match_of(*games_to(NS, NS, NS), length=length)).winner is NS


def test_a_drawn_vaca_counts_for_nobody_in_the_best_of_vacas():
    length = Length(2, 3, "best-of")
    now = standing(match_of(*games_to(EW, NS, NS, NS), length=length))
    assert (now.over, pair(now.vacas_won)) == (False, (1, 0))
    now = standing(match_of(*games_to(EW, NS, NS, NS, EW, NS), length=length))
    assert (now.over, now.winner, now.race.ended) == (True, NS, 3)
    drawn = standing(match_of(*games_to(EW, NS, NS, EW, EW, NS), length=length))
    assert (drawn.over, drawn.winner) == (True, None)


def test_first_to_a_number_of_ones_own():
    assert standing(match_of(*games_to(EW), length=Length(1))).winner is EW


def test_the_esku_passes_to_the_next_seat_in_playing_order_also_into_the_next_game():
    now = standing(match_of(hordago(NS, esku="E"), hordago(EW, esku="N"), esku="E"))
    assert (now.out_of_turn, now.next_esku) == ((), Seat.W)


def test_the_esku_passes_between_two_players():
    hands = {"N": PLAIN["N"], "E": PLAIN["E"]}
    one = played(esku="N", cards=hands)
    now = standing(match_of(one, rules="france"))
    assert now.next_esku is Seat.E
    after_one = pair(now.score)
    assert standing(match_of(one, played(*after_one, "E", hands), rules="france")).next_esku is Seat.N


def test_an_esku_out_of_turn_is_told_and_the_turn_goes_on_from_it_federacion_68():
    now = standing(match_of(bringing(5, 3), bringing(5, 3, (5, 3), "N"), bringing(5, 3, (10, 6), "W")))
    assert now.out_of_turn == (OutOfTurn(2, Seat.N, Seat.W),)
    assert standing(match_of(bringing(5, 3, esku="S"))).out_of_turn == (OutOfTurn(1, Seat.S, Seat.N),)


def test_a_refused_bid_can_win_a_game_without_cards():
    last = Played(Seat.W, {NS: 39, EW: 3}, {}, {HANDIA: (call("NS envido 2"), call("EW tira"))})
    now = standing(match_of(bringing(39, 3), last))
    assert rows_of(now.aldia(2).now.result) == ["handia NS 1 tira"]
    assert (now.games[0].winner, now.games[0].ended_by) == (NS, "target")


@pytest.mark.parametrize(
    ("fourth", "announced"),
    [(JOKOA, None), (PUNTUA, None), (JOKOA, frozenset({Seat.N, Seat.E})), (PUNTUA, frozenset())],
)
def test_without_cards_a_mark_of_the_fourth_round_stands_under_the_name_of_its_calls(fourth, announced):
    calls = {fourth: (call("NS hordago"), call("EW tira"))}
    last = Played(Seat.W, {NS: 39, EW: 3}, {}, calls, jokoa=announced)
    now = standing(match_of(bringing(39, 3), last))
    assert rows_of(now.aldia(2).now.result) == [f"{fourth.value} NS 1 tira"]
    assert now.games[0].winner is NS


def test_without_cards_nothing_else_can_be_marked():
    refused = Played(Seat.W, {NS: 5, EW: 3}, {}, {HANDIA: (call("NS envido 2"), call("EW tira"))})
    now = standing(match_of(bringing(5, 3), refused))
    assert asked(now) == [(ForTheJudge.UNMARKED, 1, (2,), 2)]
    assert now.questions[0].why == "entry 2: cards are missing, and no refused bid has won the game"
    assert (now.aldia(2).now.status, pair(now.score)) == (Status.UNMARKED, (5, 3))


def test_there_is_no_karta_aldia_of_another_entry():
    now = standing(match_of(played(), Voided(1, **JUDGE)))
    with pytest.raises(RecordError, match="entry 2 is not a karta aldia"):
        now.aldia(2)


# The judge ----------------------------------------------------------------------------------------------------------


def test_the_judge_voids_a_karta_aldia_which_is_dealt_again_nabo_26():
    voided = Voided(2, **JUDGE, article="nabo 26")
    now = standing(match_of(bringing(20, 5), bringing(15, 6, (20, 5), "W"), voided))
    aldia = now.aldia(2)
    assert pair(now.score) == (20, 5)
    assert (aldia.now.status, aldia.now.act, aldia.now.marks, aldia.about) == (Status.VOID, 3, (), (3,))
    assert [version.entry for version in aldia.versions] == [2, 3]
    assert rows_of(aldia.original.result) == ["handia NS 15 iduki", "txikia EW 5 iduki", "puntua EW 1 worth"]
    assert now.next_esku is Seat.W


@pytest.mark.parametrize(("esku", "following"), [("W", Seat.S), ("S", Seat.E)])
def test_after_a_voided_karta_aldia_the_same_esku_or_the_next_is_in_turn(esku, following):
    again = bringing(15, 6, (20, 5), esku)
    now = standing(match_of(bringing(20, 5), bringing(15, 6, (20, 5), "W"), Voided(2, **JUDGE), again))
    assert (now.out_of_turn, now.next_esku, pair(now.score)) == ((), following, (35, 11))
    assert len(now.games) == 1


def test_a_voided_last_karta_aldia_does_not_end_the_game_and_play_goes_on_in_it():
    again = bringing(3, 3, (35, 11), "S")
    now = standing(match_of(*FIRST_GAME, Voided(3, **JUDGE), again))
    assert (len(now.games), pair(now.score), now.questions) == (1, (38, 14), ())
    assert now.games[0].ending == GameEnding(4, None, None)


def test_the_judge_voids_a_mantxa_nabo_26():
    act = GameVoided(1, **JUDGE, article="nabo 26")
    now = standing(match_of(*FIRST_GAME, act, hordago(EW, esku="E")))
    first = now.games[0]
    assert (first.winner, first.ended_by, first.void, first.ending.entry) == (None, "void", True, 4)
    assert [aldia.now.status for aldia in first.aldiak] == [Status.VOID] * 3
    assert {aldia.now.act for aldia in first.aldiak} == {4}
    assert (now.games[1].winner, pair(now.games_won), now.questions) == (EW, (0, 1), ())


def test_a_mantxa_voided_while_it_is_played_is_followed_by_a_new_one_nabo_26():
    now = standing(match_of(bringing(20, 5), GameVoided(1, **JUDGE), bringing(3, 3, esku="W")))
    assert [game.ended_by for game in now.games] == ["void", None]
    assert (pair(now.score), now.next_esku) == ((3, 3), Seat.S)
    went_on = standing(match_of(bringing(20, 5), GameVoided(1, **JUDGE), bringing(3, 3, (20, 5), esku="W")))
    assert [game.ended_by for game in went_on.games] == ["void", None]
    assert went_on.differences == (Difference(3, {NS: 20, EW: 5}, {NS: 0, EW: 0}),)
    assert standing(match_of(bringing(20, 5), GameVoided(1, **JUDGE))).next_esku is Seat.W


def test_a_voided_game_is_none_of_the_best_of():
    match = match_of(*games_to(NS, EW), GameVoided(2, **JUDGE), length=Length(2, mode="best-of"))
    assert not standing(match).over


def test_the_judge_adjusts_tantos_where_play_stands_federacion_91():
    taken = Adjusted(1, NS, -7, **JUDGE, article="federacion 91")
    now = standing(match_of(bringing(20, 5), taken, bringing(15, 6, (13, 5), "W")))
    assert now.games[0].steps[1] == Adjustment(2, {NS: 13, EW: 5})
    assert (scores(now), now.differences) == ([(20, 5), (28, 11)], ())


def test_no_score_falls_below_nothing_or_passes_the_target():
    now = standing(match_of(bringing(20, 5), Adjusted(1, EW, -9, **JUDGE), Adjusted(1, NS, 25, **JUDGE)))
    assert [pair(step.score) for step in now.games[0].steps[1:]] == [(20, 0), (40, 0)]
    assert (pair(now.score), now.games[0].winner, now.games[0].ended_by) == ((40, 0), NS, "target")


def test_tantos_given_once_the_game_is_won_bring_nothing():
    now = standing(match_of(*FIRST_GAME, Adjusted(1, EW, 30, **JUDGE)))
    assert (pair(now.score), now.games[0].winner, pair(now.games[0].steps[3].score)) == ((40, 11), NS, (40, 11))


def test_taking_tantos_reopens_the_game_that_they_had_won_but_no_hordago():
    now = standing(match_of(*FIRST_GAME, Adjusted(1, NS, -3, **JUDGE), bringing(2, 3, (37, 11), "E")))
    assert (len(now.games), pair(now.score), now.questions) == (1, (39, 14), ())
    won = standing(match_of(bringing(20, 5), hordago(NS, (20, 5), "W"), Adjusted(1, NS, -3, **JUDGE)))
    assert (pair(won.score), won.games[0].winner, won.games[0].ended_by) == ((17, 5), NS, "hordago")


def test_tantos_may_be_adjusted_before_the_first_karta_aldia_of_a_game():
    given = Adjusted(2, EW, 3, **JUDGE)
    now = standing(match_of(hordago(NS), given, bringing(2, 3, (0, 3), "W")))
    assert (len(now.games), scores(now, 2), now.differences) == (2, [(2, 6)], ())
    first = standing(match_of(Adjusted(1, EW, 3, **JUDGE), bringing(2, 3, (0, 3))))
    assert (len(first.games), pair(first.score)) == (1, (2, 6))


def test_tantos_of_an_earlier_game_are_adjusted_at_its_end():
    now = standing(match_of(*FIRST_GAME, bringing(2, 3, esku="E"), Adjusted(1, NS, -1, **JUDGE)))
    assert (pair(now.games[0].score), now.games[0].winner) == ((39, 11), None)
    assert asked(now) == [(ForTheJudge.LEFT_OPEN, 1, (1, 2, 3), 5)]
    assert scores(now, 2) == [(2, 3)]


def test_the_judge_replaces_a_ruling_federacion_91():
    marks = (
        Mark(HANDIA, EW, 15, Why.IDUKI, When.SHOWDOWN),
        Mark(TXIKIA, EW, 5, Why.IDUKI, When.SHOWDOWN),
        Mark(PUNTUA, EW, 1, Why.WORTH, When.SHOWDOWN),
    )
    act = Replaced(2, marks, **JUDGE, article="federacion 91")
    now = standing(match_of(bringing(20, 5), bringing(15, 6, (20, 5), "W"), act))
    aldia = now.aldia(2)
    assert (pair(now.score), aldia.now.act, aldia.now.marks) == ((20, 26), 3, marks)
    assert pair(aldia.original.after) == (35, 11)
    assert aldia.now.result.rulings == ()


def test_the_last_of_the_judges_acts_about_a_karta_aldia_rules_and_all_leave_their_trace():
    mark = Mark(HANDIA, EW, 15, Why.IDUKI, When.SHOWDOWN)
    acts = (Voided(1, **JUDGE), Replaced(1, (mark,), **JUDGE), Replaced(1, (mark, mark), **JUDGE))
    now = standing(match_of(bringing(20, 5), *acts))
    assert (pair(now.score), now.aldia(1).about) == ((0, 30), (2, 3, 4))
    assert [(version.entry, pair(version.after)) for version in now.aldia(1).versions] == [
        (1, (20, 5)),
        (2, (0, 0)),
        (3, (0, 15)),
        (4, (0, 30)),
    ]


def test_the_judges_marks_stop_at_the_target():
    marks = (Mark(HANDIA, EW, 50, Why.IDUKI, When.SHOWDOWN), Mark(PUNTUA, NS, 30, Why.WORTH, When.SHOWDOWN))
    now = standing(match_of(bringing(20, 5), Replaced(1, marks, **JUDGE)))
    assert (pair(now.score), now.games[0].winner, now.games[0].ended_by) == ((0, 40), EW, "target")


def test_the_judge_decides_a_hordago():
    now = standing(match_of(bringing(20, 5), Replaced(1, (), **JUDGE, winner=EW)))
    assert (pair(now.score), now.games[0].winner, now.games[0].ended_by) == ((0, 0), EW, "judge")


def test_what_was_played_after_a_karta_aldia_that_the_judge_makes_the_last_is_in_question():
    now = standing(match_of(bringing(20, 5), bringing(2, 3, (20, 5), "W"), Replaced(1, (), **JUDGE, winner=EW)))
    assert asked(now) == [(ForTheJudge.PLAYED_ON, 1, (2,), 3)]


def test_a_case_that_the_book_leaves_to_the_judge_is_asked_until_it_is_decided_nabo_26():
    now = standing(match_of(NO_JOKOA, rules="basque"))
    assert asked(now) == [(ForTheJudge.CASE, 1, (1,), 1)]
    assert rows_of(now.aldia(1).now.result) == ["handia NS 4 iduki", "txikia EW 1 paso"]
    worth = Mark(PUNTUA, EW, 1, Why.WORTH, When.SHOWDOWN)
    refused = Mark(JOKOA, EW, 1, Why.TIRA, When.CALL)
    act = Replaced(1, (refused, worth), **JUDGE, case=True)
    decided = standing(match_of(NO_JOKOA, act, rules="basque"))
    assert rows_of(decided.aldia(1).now.result) == [
        "jokoa EW 1 tira",
        "handia NS 4 iduki",
        "txikia EW 1 paso",
        "puntua EW 1 worth",
    ]
    assert (pair(decided.score), decided.questions, decided.aldia(1).now.act) == ((4, 3), (), 2)


def test_what_the_judge_marks_at_the_call_can_win_the_game_before_the_showdown():
    refused = Mark(JOKOA, EW, 1, Why.TIRA, When.CALL)
    late = played(35, 39, "W", announced={"jokoa": ["N"]}, handia=["NS envido 5", "EW iduki"])
    act = Replaced(2, (refused,), **JUDGE, case=True)
    now = standing(match_of(bringing(35, 39), late, act, rules="basque"))
    assert (now.games[0].winner, pair(now.score)) == (EW, (35, 40))


def test_a_decided_case_that_there_is_none_of_is_asked_about():
    act = Replaced(1, (Mark(PUNTUA, NS, 1, Why.WORTH, When.SHOWDOWN),), **JUDGE, case=True)
    now = standing(match_of(bringing(20, 5), act))
    assert (asked(now), pair(now.score)) == ([(ForTheJudge.NO_CASE, 1, (1,), 1)], (20, 5))
    assert now.aldia(1).about == (2,)
    taken_back = standing(match_of(bringing(20, 5), act, Withdrawn(2, **JUDGE)))
    assert taken_back.questions == ()


def test_a_late_team_loses_games_and_then_the_match_federacion_33():
    late = {"by": "the judge", "reason": "a player is missing", "article": "federacion 33"}
    now = standing(match_of(GameGiven(1, EW, **late), rules="federacion"))
    assert (now.games[0].winner, now.games[0].ended_by, pair(now.games_won)) == (EW, "given", (0, 1))
    now = standing(match_of(GameGiven(1, EW, **late), GameGiven(2, EW, **late), hordago(NS), rules="federacion"))
    assert ([game.winner for game in now.games], now.next_esku) == ([EW, EW, NS], Seat.W)
    now = standing(match_of(GameGiven(1, EW, **late), MatchGiven(EW, **late), rules="federacion"))
    assert (now.winner, now.over) == (EW, True)


def test_the_judge_gives_a_game_in_progress_and_the_next_one_begins():
    now = standing(match_of(bringing(20, 5), GameGiven(1, EW, **JUDGE), bringing(2, 3, (20, 5), "W")))
    assert ([game.winner for game in now.games], scores(now, 2)) == ([EW, None], [(2, 3)])
    assert now.games[0].ending == GameEnding(2, EW, "given")


def test_games_begin_with_twenty_or_thirty_near_the_end_federacion_36():
    opened = GameOpened(20, decisive=True, by="the judge", reason="ten minutes are left", article="federacion 36")
    now = standing(match_of(*games_to(NS, EW), opened, bringing(5, 3, (20, 20), "S"), rules="federacion"))
    assert (now.games[2].opening, scores(now, 3)) == (20, [(25, 23)])
    assert (now.differences, now.over, now.winner) == ((), False, None)
    won = standing(match_of(*games_to(NS, EW), opened, bringing(30, 3, (20, 20), "S"), rules="federacion"))
    assert (won.winner, won.over, pair(won.games_won), pair(won.vacas_won)) == (NS, True, (2, 1), (1, 0))


def test_a_game_may_be_opened_anew_before_it_is_played():
    first, second = GameOpened(20, **JUDGE), GameOpened(30, **JUDGE)
    now = standing(match_of(first, second, bringing(2, 3, (30, 30))))
    assert (len(now.games), scores(now)) == (1, [(32, 33)])


def test_a_game_that_is_opened_while_another_goes_on_leaves_that_to_the_judge():
    now = standing(match_of(bringing(5, 3), GameOpened(20, **JUDGE), bringing(2, 3, (20, 20), "W")))
    assert asked(now) == [(ForTheJudge.LEFT_OPEN, 1, (1,), 1)]


def test_a_game_that_is_only_opened_asks_nothing():
    assert standing(match_of(bringing(5, 3), GameOpened(20, **JUDGE))).questions == ()


@pytest.mark.parametrize("tantos", [-1, 40, 41])
def test_a_game_does_not_begin_where_it_is_won(tantos):
    with pytest.raises(RecordError) as caught:
        standing(match_of(hordago(NS), GameOpened(tantos, **JUDGE)))
    assert str(caught.value) == f"entry 2: a game of 40 tantos cannot begin with {tantos}"


@pytest.mark.parametrize(
    "act", [GameVoided(2, **JUDGE), GameGiven(2, NS, **JUDGE), Adjusted(3, NS, 2, **JUDGE), Adjusted(0, NS, 2, **JUDGE)]
)
def test_an_act_about_a_game_that_has_not_begun_is_refused(act):
    with pytest.raises(RecordError) as caught:
        standing(match_of(bringing(5, 3), act))
    assert str(caught.value) == f"entry 2: game {act.game} has not begun"


def test_the_match_is_given_and_what_is_played_after_it_asked_about_federacion_93():
    given = MatchGiven(EW, by="the judge", reason="they left the table", article="federacion 93")
    now = standing(match_of(hordago(NS), given, hordago(NS, esku="W")))
    assert (now.winner, asked(now)) == (EW, [(ForTheJudge.AFTER_MATCH, 2, (3,), 3)])
    back = standing(match_of(hordago(NS), given, hordago(NS, esku="W"), Withdrawn(2, **JUDGE)))
    assert (back.winner, back.questions) == (NS, ())


@pytest.mark.parametrize("act", [MatchGiven(EW, **JUDGE), GameGiven(1, EW, **JUDGE), Adjusted(1, NS, -2, **JUDGE)])
def test_an_act_that_is_withdrawn_twice_is_gone_as_after_the_first_time(act):
    once = standing(match_of(bringing(20, 5), act, Withdrawn(2, **JUDGE)))
    twice = standing(match_of(bringing(20, 5), act, Withdrawn(2, **JUDGE), Withdrawn(2, **JUDGE)))
    assert (twice.winner, pair(twice.score), twice.games_won) == (once.winner, pair(once.score), once.games_won)
    assert (once.winner, pair(once.score)) == (None, (20, 5))


def test_what_is_played_once_the_match_is_over_is_asked_about_and_counts_for_nobody():
    now = standing(match_of(*games_to(NS, NS, EW)))
    assert (now.winner, pair(now.games_won)) == (NS, (2, 0))
    assert asked(now) == [(ForTheJudge.AFTER_MATCH, 3, (3,), 3)]
    assert asked(standing(now.match.with_entry(Voided(3, **JUDGE)))) == []
    opened = standing(match_of(*games_to(NS, NS), GameOpened(20, **JUDGE)))
    assert opened.questions == ()


@pytest.mark.parametrize("act", [Adjusted(3, NS, 2, **JUDGE), GameGiven(3, EW, **JUDGE)])
def test_what_the_judge_does_once_the_match_is_over_is_asked_about_at_that_act(act):
    now = standing(match_of(*games_to(NS, NS), act))
    assert (now.winner, asked(now)) == (NS, [(ForTheJudge.AFTER_MATCH, 3, (), 3)])


@pytest.mark.parametrize("act", [Adjusted(3, NS, 2, **JUDGE), GameGiven(3, EW, **JUDGE)])
def test_what_the_judge_takes_back_once_the_match_is_over_is_not_asked_about(act):
    back = match_of(*games_to(NS, NS), act, Withdrawn(3, **JUDGE))
    assert asked(standing(back)) == []
    again = standing(back.with_entry(Adjusted(3, EW, 1, **JUDGE)))
    assert asked(again) == [(ForTheJudge.AFTER_MATCH, 3, (), 5)]


def test_a_game_of_which_the_judge_took_all_back_was_not_begun():
    entries = hordago(NS), Adjusted(2, EW, 3, **JUDGE), Voided(1, **JUDGE)
    now = standing(match_of(*entries))
    assert asked(now) == [(ForTheJudge.LEFT_OPEN, 1, (1,), 3)]
    assert asked(standing(now.match.with_entry(Withdrawn(2, **JUDGE)))) == []


def test_an_act_about_it_does_not_change_who_has_won_either():
    [(_, before, after)] = around_acts(match_of(*games_to(NS, NS, EW), Adjusted(3, NS, 2, **JUDGE)))
    assert before == after
    assert (after.winner, pair(after.games_won), after.vacas_won) == (NS, (2, 0), None)


ACTS = [
    Voided(1, **JUDGE),
    GameVoided(1, **JUDGE),
    Adjusted(1, NS, -2, **JUDGE),
    Replaced(1, (), **JUDGE, winner=EW),
    GameGiven(1, EW, **JUDGE),
    MatchGiven(EW, **JUDGE),
    GameOpened(20, **JUDGE),
    Correction(1, (CallsReplaced(HANDIA, ()),), BOTH, by="NS", reason="misheard"),
]


@pytest.mark.parametrize("act", ACTS, ids=lambda act: type(act).__name__)
def test_three_judges_take_an_act_back_federacion_92(act):
    before = standing(match_of(bringing(20, 5)))
    back = match_of(bringing(20, 5), act, Withdrawn(2, by="three judges", reason="overruled", article="federacion 92"))
    now = standing(back)
    assert now.aldia(1).now.same_as(before.aldia(1).now)
    assert (now.score if len(now.games) == 1 else now.games[0].score) == before.score
    assert (now.games[0].winner, now.winner, now.unagreed) == (None, None, ())
    assert set(now.aldia(1).about) == ({2, 3} if hasattr(act, "of") else set()), "both leave their trace"
    again = standing(back.with_entry(Withdrawn(3, by="the federation", reason="the three were wrong")))
    once = standing(back.until(2))
    assert again.aldia(1).now.same_as(once.aldia(1).now)
    assert (again.score, again.winner, again.questions) == (once.score, once.winner, once.questions)


def test_a_game_whose_giving_was_withdrawn_is_the_one_that_is_played_next():
    now = standing(match_of(GameGiven(1, EW, **JUDGE), Withdrawn(1, **JUDGE), bringing(20, 5)))
    assert (len(now.games), scores(now), now.questions) == (1, [(20, 5)], ())


def test_a_game_that_was_given_between_two_others_and_taken_back_asks_nothing():
    match = match_of(hordago(NS), GameGiven(2, EW, **JUDGE), hordago(EW, esku="W"), Withdrawn(2, **JUDGE))
    now = standing(match)
    assert ([game.winner for game in now.games], pair(now.games_won), now.questions) == ([NS, None, EW], (1, 1), ())


# What stood at the table --------------------------------------------------------------------------------------------


def test_a_difference_from_what_stood_at_the_table_is_told_where_it_arises():
    match = match_of(bringing(20, 5), bringing(2, 3, (19, 5), "W"), bringing(2, 3, (21, 8), "S"))
    now = standing(match)
    assert now.differences == (Difference(2, {NS: 19, EW: 5}, {NS: 20, EW: 5}),)
    assert pair(now.score) == (24, 11)


def test_every_further_difference_is_told():
    match = match_of(bringing(20, 5), bringing(2, 3, (19, 5), "W"), bringing(2, 3, (22, 8), "S"), esku="N")
    assert [difference.entry for difference in standing(match).differences] == [2]
    match = match.with_entry(bringing(2, 3, (20, 11), "E"))
    assert [difference.entry for difference in standing(match).differences] == [2, 4]


def test_a_correction_that_is_made_later_explains_a_difference():
    # the table marked 25 in handia, and 20 was written down
    match = match_of(bringing(20, 5), bringing(2, 3, (25, 5), "W"))
    assert [difference.entry for difference in standing(match).differences] == [2]
    change = CallsReplaced(HANDIA, (call("NS envido 25"), call("EW iduki")))
    now = standing(match.with_entry(Correction(1, (change,), BOTH, by="EW", reason="written down wrong")))
    assert (now.differences, pair(now.score)) == ((), (27, 8))


def test_a_game_that_did_not_begin_at_nothing_is_told():
    assert standing(match_of(bringing(2, 3, (20, 20)))).differences == (
        Difference(1, {NS: 20, EW: 20}, {NS: 0, EW: 0}),
    )


def test_where_the_table_began_a_new_game_too_early_both_are_kept():
    now = standing(match_of(bringing(20, 5), bringing(2, 3, esku="W")))
    assert (len(now.games), scores(now, 2)) == (2, [(2, 3)])
    assert asked(now) == [(ForTheJudge.LEFT_OPEN, 1, (1,), 1)]


def test_where_the_table_went_on_with_a_game_that_was_won_what_it_played_is_in_question():
    match = match_of(*FIRST_GAME, bringing(2, 3, (38, 14), "E"))
    now = standing(match)
    assert asked(now) == [(ForTheJudge.PLAYED_ON, 1, (4,), 4)]
    assert now.questions[0].why == "game 1 had been won before entry 4"
    assert now.aldia(4).now.status is Status.IN_QUESTION
    assert pair(now.score) == (40, 11)
    # and once what was written down wrong is put right, it counts
    change = CallsReplaced(HANDIA, (call("NS envido 3"), call("EW iduki")))
    now = standing(match.with_entry(Correction(3, (change,), BOTH, by="EW", reason="written down wrong")))
    assert (now.questions, pair(now.score), now.games[0].winner) == ((), (40, 14), NS)
    assert now.differences == ()


def test_a_score_that_stood_lower_is_a_new_game():
    now = standing(match_of(*FIRST_GAME, bringing(2, 3, (20, 20), "E")))
    assert (len(now.games), [difference.entry for difference in now.differences]) == (2, [4])


# Under another rule book --------------------------------------------------------------------------------------------


def test_a_match_under_its_own_book_stands_as_it_stands():
    for seed in range(3):
        match, _, _, _ = random_match(seed, "nabo")
        assert under(match, "nabo") == standing(match)


def or_club(base, **options):
    return lambda name: rulebook(base).with_options(options) if name == "club" else rulebook(name)


def test_a_match_under_another_book_is_marked_by_it_karta_aldia_by_karta_aldia():
    # three sevens and a sota beat 31 where the book says so
    hands = {
        "N": ["7o", "7c", "7e", "10o"],
        "W": ["12o", "11c", "10e", "1o"],
        "S": ["4o", "5o", "4c", "6o"],
        "E": ["2o", "4e", "5c", "6c"],
    }
    match = match_of(played(esku="W", cards=hands, jokoa=["EW envido 4", "NS iduki"]), esku="W")
    assert [row for row in rows_of(standing(match).aldia(1).now.result) if "jokoa" in row] == [
        "jokoa NS 4 iduki",
        "jokoa NS 3 worth",
    ]
    france = under(match, "france")
    assert [row for row in rows_of(france.aldia(1).now.result) if "jokoa" in row] == [
        "jokoa EW 4 iduki",
        "jokoa EW 3 worth",
    ]
    assert (france.book, france.match.header.rules) == (rulebook("france"), "france")
    sota = under(match, "club", or_club("france", real31="sota"))
    assert sota.aldia(1).now.result == standing(match).aldia(1).now.result


def test_a_shorter_game_of_another_book_leaves_what_was_played_after_it_in_question():
    now = under(match_of(*FIRST_GAME, hordago(EW, esku="E")), "spain")
    assert scores(now) == [(20, 5), (30, 5), (30, 5)]
    assert asked(now) == [(ForTheJudge.PLAYED_ON, 1, (3,), 3)]
    assert ([game.winner for game in now.games], now.length) == ([NS, EW], Length(3, 3))
    assert (now.differences, now.over) == ((), False)


def test_a_longer_game_of_another_book_stays_open():
    now = under(match_of(*FIRST_GAME, bringing(2, 3, esku="E")), "club", or_club("nabo", target=60))
    assert scores(now) == [(20, 5), (35, 11), (45, 14)]
    assert asked(now) == [(ForTheJudge.LEFT_OPEN, 1, (1, 2, 3), 1)]


def test_calls_that_another_book_does_not_allow_are_told_by_karta_aldia():
    # federacion 57: a bid that waits when the next round is opened is refused; elsewhere it is an error
    data = {
        "rules": "federacion",
        "esku": "N",
        "score": {"NS": 0, "EW": 0},
        "cards": PLAIN,
        "calls": {"handia": ["NS envido 2"], "txikia": ["EW envido 2", "NS iduki"]},
    }
    match = match_of(Played.of(HandRecord.parse(data)), bringing(2, 3, (1, 3), "W"), rules="federacion")
    assert (scores(standing(match)), standing(match).differences) == ([(1, 3), (3, 6)], ())
    now = under(match, "basque")
    assert asked(now) == [(ForTheJudge.UNMARKED, 1, (1,), 1)]
    assert "handia: the bid 'NS envido 2' has no answer" in now.questions[0].why
    assert (now.aldia(1).now.marks, scores(now)) == ((), [(0, 0), (2, 3)])


def test_the_judges_acts_hold_under_another_book_too():
    match = match_of(bringing(20, 5), Voided(1, **JUDGE), bringing(2, 3, esku="W"), MatchGiven(EW, **JUDGE))
    now = under(match, "france", find_book=lambda name: rulebook(name))
    assert (scores(now), now.winner) == ([(0, 0), (2, 3)], EW)


def test_a_match_is_told_with_its_games_and_its_winner():
    match = match_of(bringing(20, 5), GameGiven(1, EW, by="J", reason="late"), GameGiven(2, EW, by="J", reason="late"))
    told = match_result(standing(match))
    assert (told["over"], told["winner"], told["games_won"]) == (True, "EW", {"NS": 0, "EW": 2})
    assert told["games"][0] == {"game": 1, "score": {"NS": 20, "EW": 5}, "winner": "EW", "ended_by": "given"}


def test_around_each_act_the_match_stands_as_its_entries_up_to_there_come_to():
    match = random_match(3)[0]
    acts = (
        Voided(of=1, **JUDGE),
        Adjusted(game=1, team=NS, tantos=3, **JUDGE),
        Withdrawn(of=len(match.entries) + 1, **JUDGE),
        MatchGiven(team=EW, **JUDGE),
        GameVoided(game=1, **JUDGE),
    )
    entries = (*match.entries, *acts)
    found = {number: around for number, *around in around_acts(replace(match, entries=entries))}
    assert list(found) == list(range(len(match.entries) + 1, len(entries) + 1))
    for number, around in found.items():
        for stands, upto in zip(around, (number - 1, number), strict=True):
            now = standing(replace(match, entries=entries[:upto]))
            about = now.games[-1 if isinstance(entries[number - 1], MatchGiven) else 0]
            assert stands == (about.score, now.games_won, None, now.winner)


def test_around_an_act_stand_the_tantos_of_the_game_that_it_is_about():
    replaced = Replaced(1, (Mark(HANDIA, EW, 3, Why.WORTH, When.SHOWDOWN),), **JUDGE)
    entries = (*FIRST_GAME, bringing(2, 3, esku="E"), replaced, Adjusted(2, NS, 4, **JUDGE), MatchGiven(EW, **JUDGE))
    around = [(pair(before.score), pair(after.score)) for _, before, after in around_acts(match_of(*entries))]
    assert around == [((40, 11), (25, 12)), ((2, 3), (6, 3)), ((6, 3), (6, 3))]


def test_around_an_act_that_begins_a_game_it_stands_at_nothing_before():
    [(_, before, after)] = around_acts(match_of(Adjusted(1, NS, 4, **JUDGE)))
    assert (pair(before.score), pair(after.score)) == ((0, 0), (4, 0))


def test_around_an_act_stand_the_vacas_of_a_match_that_has_several():
    match = match_of(*games_to(NS, EW), GameGiven(1, EW, **JUDGE), length=Length(1, 3))
    [(_, before, after)] = around_acts(match)
    assert (pair(before.vacas_won), pair(after.vacas_won)) == ((1, 1), (0, 2))


def work(match):
    """How many functions are called to find how a match stands, and what each act did."""
    calls = 0

    def count(_frame, event, _of):
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        standing(match)
        list(around_acts(match))
    finally:
        sys.setprofile(None)
    return calls


def voided_and_taken_back(number):
    return [Voided(of=1, **JUDGE) if at % 2 else Withdrawn(of=at, **JUDGE) for at in range(1, number + 1)]


@pytest.mark.parametrize(
    "acts",
    [
        lambda number: [Voided(of=1, **JUDGE)] * number,
        voided_and_taken_back,
        lambda number: [Correction(of=1, changes=(EskuReplaced(Seat.N),), **JUDGE)] * number,
        lambda number: [Adjusted(game=1, team=NS, tantos=1, **JUDGE)] * number,
        lambda number: [GameGiven(game=1, team=NS, **JUDGE)] * number,
        lambda number: [GameGiven(game=game, team=NS, **JUDGE) for game in range(1, number + 1)],
        lambda number: [MatchGiven(team=NS, **JUDGE)] * number,
    ],
)
def test_twice_as_many_acts_are_twice_the_work(acts):
    length = Length(10_000)
    few, many = (work(match_of(bringing(5, 5), *acts(number), length=length)) for number in (100, 200))
    assert many < 2.2 * few
