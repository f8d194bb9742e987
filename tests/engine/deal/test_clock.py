"""The federation's clock: every figure of its articles, with times given in seconds."""

from __future__ import annotations

from functools import reduce

import pytest

from engine.bids.bidding import Bidding
from engine.calls import Call
from engine.deal.clock import CLOCKS, Deciding, Late, NewGame, Won, answering, due_games, late, next_game
from engine.errors import ClockError
from engine.rules import rulebook
from engine.seats import Seat, Team

FEDERACION = CLOCKS["federacion"]
MINUTE = 60


def test_federacion_29_a_match_of_four_won_games_lasts_80_minutes():
    assert FEDERACION.left(0) == 4800
    assert FEDERACION.left(79 * MINUTE + 59) == 1
    assert FEDERACION.left(80 * MINUTE) == FEDERACION.left(81 * MINUTE) == 0


@pytest.mark.parametrize(("minutes", "games"), [(0, 0), (11, 0), (12, 1), (40, 3), (79, 6), (80, 7), (90, 7)])
def test_federacion_37_of_four_games_to_win_so_many_are_due_by_then(minutes, games):
    assert due_games(4, minutes * MINUTE, FEDERACION.match) == games


def test_the_other_books_have_no_clock():
    assert CLOCKS["none"] is None
    assert next_game(None, 3, 40, [Won(Team.NS, 9000)], 9001) == NewGame(0, False, None)
    assert next_game(None, 2, 40, [Won(Team.NS, 0), Won(Team.EW, 9000)], 99999) == NewGame(0, True, None)


def test_federacion_30_the_judge_may_add_time():
    longer = FEDERACION.extended(5 * MINUTE)
    assert (longer.left(80 * MINUTE), longer.match) == (300, 5100)
    assert next_game(longer, 4, 40, wins("NS EW NS EW NS EW", 74 * MINUTE), 74 * MINUTE) == NewGame(0, True)


@pytest.mark.parametrize(
    ("seconds", "lost"),
    [
        (0, Late(0, False)),
        (9 * MINUTE + 59, Late(0, False)),
        (10 * MINUTE, Late(1, False)),
        (14 * MINUTE + 59, Late(1, False)),
        (15 * MINUTE, Late(2, False)),
        (19 * MINUTE + 59, Late(2, False)),
        (20 * MINUTE, Late(2, True)),
    ],
)
def test_federacion_33_late_players(seconds, lost):
    here = dict.fromkeys(Seat, 0.0)
    nothing = Late(0, False)
    assert late(FEDERACION, here | {Seat.E: None}, seconds) == {Team.NS: nothing, Team.EW: lost}
    assert late(FEDERACION, here | {Seat.E: seconds}, 4000) == {Team.NS: nothing, Team.EW: lost}
    assert late(FEDERACION, here | {Seat.N: None, Seat.E: None}, seconds) == {Team.NS: lost, Team.EW: lost}


def test_federacion_33_the_last_of_a_team_to_come_counts():
    arrived = {Seat.N: 11 * MINUTE, Seat.S: 16 * MINUTE, Seat.W: 0.0, Seat.E: 5 * MINUTE}
    assert late(FEDERACION, arrived, 12 * MINUTE)[Team.NS] == Late(1, False), "S is still missing"
    assert late(FEDERACION, arrived, 30 * MINUTE) == {Team.NS: Late(2, False), Team.EW: Late(0, False)}


def wins(teams, last=0.0):
    """Games won in that order, the last one at `last` and the others long before."""
    *early, final = teams.split()
    return [*(Won(Team(team), 0) for team in early), Won(Team(final), last)]


def begins(teams, last, now=None):
    return next_game(FEDERACION, 4, 40, wins(teams, last * MINUTE), (last if now is None else now) * MINUTE)


def test_federacion_36_with_more_than_ten_minutes_left_a_game_begins_at_nothing():
    assert begins("NS NS", 69) == NewGame(0, False)
    assert begins("NS NS EW EW NS EW", 69) == NewGame(0, True)
    assert next_game(FEDERACION, 4, 40, [], 0) == NewGame(0, False)


def test_federacion_36_after_the_last_but_one_in_the_last_ten_minutes_the_last_game_begins_at_20():
    assert begins("NS EW NS EW NS EW", 70) == NewGame(20, True, "federacion 36")
    assert begins("NS EW NS EW NS EW", 79) == NewGame(20, True, "federacion 36")


def test_federacion_36_with_the_time_over_the_last_game_begins_at_30():
    assert begins("NS EW NS EW NS EW", 80) == NewGame(30, True, "federacion 36")
    assert begins("NS EW NS EW NS EW", 90) == NewGame(30, True, "federacion 36")


def test_federacion_36_a_last_but_one_that_was_over_before_the_ten_minutes_shortens_nothing_until_the_end():
    assert begins("NS EW NS EW NS EW", 69, now=71) == NewGame(0, True)
    assert begins("NS EW NS EW NS EW", 69, now=80) == NewGame(30, True, "federacion 36")


@pytest.mark.parametrize(
    ("target", "early", "late"), [(40, 20, 30), (31, 20, 30), (30, 20, 0), (21, 20, 0), (20, 0, 0)]
)
def test_federacion_36_no_game_begins_that_would_be_over_as_it_begins_and_the_last_one_is_the_last(target, early, late):
    level = wins("NS EW NS EW NS EW", 71 * MINUTE)
    assert next_game(FEDERACION, 4, target, level, 71 * MINUTE) == NewGame(early, True, "federacion 36")
    tied = wins("NS EW", 60 * MINUTE)
    assert next_game(FEDERACION, 4, target, tied, 80 * MINUTE) == NewGame(late, True, "federacion 36")
    assert next_game(FEDERACION, 4, target, tied[:1], 71 * MINUTE) == NewGame(late, False, "federacion 36")
    assert FEDERACION.shortened(target) == tuple(tantos for tantos in (early, late) if tantos)


def test_federacion_36_a_match_of_one_game_is_its_last():
    assert next_game(FEDERACION, 1, 40, [], 75 * MINUTE) == NewGame(0, True)
    assert next_game(FEDERACION, 1, 40, [], 80 * MINUTE) == NewGame(30, True, "federacion 36")


def test_federacion_36_the_last_but_one_itself_begins_at_nothing():
    assert begins("NS EW NS EW NS", 70) == NewGame(0, False)
    assert begins("NS EW NS EW NS", 69, now=71) == NewGame(0, False)


@pytest.mark.parametrize("now", [71, 80, 95])
def test_federacion_36_with_more_than_two_games_missing_every_new_game_begins_at_30(now):
    # 2-2 when ten minutes were left: three games are missing, and the one in dispute ends 3-2
    assert begins("NS EW NS EW NS", now) == NewGame(30, False, "federacion 36")
    # 3-1: three are missing too; and 2-1, four
    assert begins("NS NS NS EW", 60, now) == NewGame(30, False, "federacion 36")
    assert begins("NS NS EW NS", now) == NewGame(30, False, "federacion 36")


def test_federacion_36_after_any_tie_then_a_single_game_decides():
    assert begins("NS EW", 75) == NewGame(30, True, "federacion 36")
    assert begins("NS EW NS EW", 75) == NewGame(30, True, "federacion 36")
    # 2-2 at ten minutes, 3-2, 3-3
    won = [*wins("NS EW NS EW"), Won(Team.NS, 74 * MINUTE), Won(Team.EW, 78 * MINUTE)]
    assert next_game(FEDERACION, 4, 40, won, 78 * MINUTE) == NewGame(30, True, "federacion 36")


def test_federacion_36_the_ten_minutes_include_their_first_moment():
    assert begins("NS", 70) == NewGame(30, False, "federacion 36")
    assert next_game(FEDERACION, 4, 40, [Won(Team.NS, 0)], 70 * MINUTE - 1) == NewGame(0, False)


@pytest.mark.parametrize(("deciding", "seconds"), [(Deciding.MUS, 60), (Deciding.BID, 30), (Deciding.HORDAGO, 120)])
def test_federacion_23_41_the_time_to_decide(deciding, seconds):
    """One minute a team for mus (23), 30 seconds a bid and 2 minutes a hordago (41)."""
    assert FEDERACION.limits[deciding] == seconds


@pytest.mark.parametrize(
    ("calls", "ns", "ew", "deciding"),
    [
        ("", 0, 0, None),
        ("NS envido 2", 0, 0, Deciding.BID),
        ("NS envido 39", 0, 0, Deciding.BID),
        ("NS envido 40", 0, 0, Deciding.HORDAGO),
        ("NS hordago", 0, 0, Deciding.HORDAGO),
        ("NS envido 2", 37, 0, Deciding.BID),
        ("NS envido 3", 37, 0, Deciding.HORDAGO),
        ("NS envido 2|EW gehiago 1", 0, 37, Deciding.HORDAGO),
        ("NS envido 2|EW hordago", 0, 0, Deciding.HORDAGO),
        ("NS envido 2|EW tira", 0, 0, None),
        # two bids of partners, said at once (38)
        ("N envido 2|S hordago", 0, 0, Deciding.HORDAGO),
        ("S hordago|N envido 2", 0, 0, Deciding.HORDAGO),
        ("N envido 2|S envido 40", 0, 0, Deciding.HORDAGO),
        ("S envido 40|N envido 2", 0, 0, Deciding.HORDAGO),
        ("N envido 2|S envido 5", 0, 0, Deciding.BID),
        ("N envido 2|S hordago|EW aukera 2", 0, 0, Deciding.BID),
    ],
)
def test_federacion_41_a_hordago_or_what_comes_to_one_at_the_score(calls, ns, ew, deciding):
    made = [Call.parse(call) for call in calls.split("|") if call]
    bidding = reduce(Bidding.apply, made, Bidding(frozenset(Seat), rulebook("federacion")))
    assert answering(bidding, {Team.NS: ns, Team.EW: ew}, 40) is deciding


@pytest.mark.parametrize(
    ("won", "now", "message"),
    [
        ([Won(Team.NS, 20), Won(Team.EW, 10)], 30, "in the order in which they ended"),
        ([Won(Team.NS, 40)], 30, "none after 30 s"),
        ([Won(Team.NS, 1)] * 4, 30, "the match is over: NS has won 4 of 4 games"),
        ([Won(Team.NS, -1)], 30, "a time is a number of seconds, 0 or more, not -1"),
        ([], float("nan"), "not nan"),
        ([], float("inf"), "not inf"),
    ],
)
def test_what_no_clock_can_show_is_refused(won, now, message):
    with pytest.raises(ClockError, match=message):
        next_game(FEDERACION, 4, 40, won, now)
