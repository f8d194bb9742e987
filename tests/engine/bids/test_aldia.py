"""The karta aldia in progress: turns, legal calls, what is marked at once."""

from __future__ import annotations

from functools import reduce

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.bids.aldia import Aldia
from engine.bids.bidding import Bidding
from engine.bids.outcome import Ending, Outcome
from engine.calls import Action, Call
from engine.errors import CallError
from engine.rounds import Round
from engine.rules import rulebook
from engine.seats import Seat, Team

ALL = frozenset(Seat)


def start(rules="nabo", ns=0, ew=0, **more):
    return Aldia.start(rulebook(rules), Seat.N, {Team.NS: ns, Team.EW: ew}, **more)


def said(aldia, *calls):
    return reduce(Aldia.call, map(Call.parse, calls), aldia)


def texts(legal):
    return [str(call) for call in legal]


def test_a_karta_aldia_goes_through_its_four_rounds():
    aldia = start()
    assert (aldia.round, aldia.to_answer, aldia.over) == (Round.HANDIA, None, False)
    aldia = said(aldia, "NS envido 2")
    assert aldia.to_answer is Team.EW
    aldia = said(aldia, "EW gehiago 3")
    assert (aldia.to_answer, aldia.round) == (Team.NS, Round.HANDIA)
    aldia = said(aldia, "NS tira")
    assert (aldia.round, aldia.score) == (Round.TXIKIA, {Team.NS: 0, Team.EW: 2})
    aldia = aldia.pass_round()
    aldia = said(aldia, "N envido 4", "W iduki")
    assert aldia.round is Round.FOURTH
    aldia = aldia.finish()
    assert (aldia.round, aldia.over, aldia.hordago, aldia.winner) == (None, True, None, None)
    assert aldia.outcomes == {
        Round.HANDIA: Outcome(Ending.TIRA, 2, Team.EW),
        Round.TXIKIA: Outcome(Ending.PASO),
        Round.PAREAK: Outcome(Ending.IDUKI, 4, Team.NS),
        Round.FOURTH: Outcome(Ending.PASO),
    }
    assert {round: texts(calls) for round, calls in aldia.calls.items()} == {
        Round.HANDIA: ["NS envido 2", "EW gehiago 3", "NS tira"],
        Round.PAREAK: ["N envido 4", "W iduki"],
    }


def test_what_is_legal_at_the_start_of_a_round():
    assert texts(start().legal_calls()) == [
        "NS paso",
        "EW paso",
        "NS envido n (n at least 2)",
        "EW envido n (n at least 2)",
        "NS hordago",
        "EW hordago",
    ]


def test_what_is_legal_while_a_bid_waits():
    aldia = said(start(), "NS envido 2")
    assert texts(aldia.legal_calls()) == ["EW iduki", "EW tira", "EW gehiago n (n at least 1)", "EW hordago"]
    assert texts(said(aldia, "EW hordago").legal_calls()) == ["NS iduki", "NS kanta", "NS tira"]


def test_an_illegal_call_is_refused_with_what_would_be_legal():
    with pytest.raises(CallError) as caught:
        said(start(), "NS envido 2", "NS gehiago 2")
    assert str(caught.value) == (
        "handia: 'NS gehiago 2': the bid that waits is NS's own; "
        "legal now: EW iduki, EW tira, EW gehiago n (n at least 1), EW hordago"
    )


def test_the_fourth_round_is_named_by_the_announcements():
    assert start(jokoa=frozenset()).fourth is Round.PUNTUA
    assert start(jokoa=frozenset({Seat.N})).fourth is Round.JOKOA
    assert start().fourth is Round.FOURTH


def test_the_unnamed_fourth_round_can_be_opened_by_either_name():
    assert start().open(Round.JOKOA).round is Round.FOURTH
    assert start().open(Round.PUNTUA).round is Round.FOURTH
    with pytest.raises(CallError, match="the fourth round is puntua, not jokoa: nobody has said jokoa"):
        start(jokoa=frozenset()).open(Round.JOKOA)


def test_a_round_that_is_closed_cannot_be_opened_again():
    with pytest.raises(CallError, match="handia is closed: txikia is in progress"):
        start().pass_round().open(Round.HANDIA)


def test_only_those_who_announced_play_pareak():
    aldia = start(pareak=frozenset({Seat.N, Seat.E}), jokoa=frozenset()).open(Round.PAREAK)
    assert said(aldia, "N envido 2").to_answer is Team.EW
    assert said(aldia, "NS envido 2").to_answer is Team.EW
    with pytest.raises(CallError, match=r"pareak: 'S paso': S did not announce pareak.*nabo 19"):
        said(aldia, "S paso")
    with pytest.raises(CallError, match=r"pareak: 'S envido 2': S did not announce pareak.*nabo 19"):
        said(aldia, "S envido 2")
    with pytest.raises(CallError, match=r"'W tira': W did not announce pareak.*nabo 19"):
        said(aldia, "N envido 2", "W tira")
    one_team = start(pareak=frozenset({Seat.N, Seat.S}), jokoa=frozenset()).open(Round.PAREAK)
    assert texts(one_team.legal_calls()) == ["NS paso", "EW paso"]
    with pytest.raises(CallError, match="not both teams"):
        said(one_team, "NS envido 2")


def test_a_refused_bid_that_reaches_the_target_ends_it():
    aldia = said(start(ns=38), "NS envido 3", "EW gehiago 2", "NS gehiago 2", "EW tira")
    assert (aldia.over, aldia.winner, aldia.score[Team.NS], aldia.hordago) == (True, Team.NS, 40, None)
    assert aldia.legal_calls() == ()
    assert aldia.finish() is aldia
    for go_on in (
        lambda: said(aldia, "EW envido 2"),
        aldia.pass_round,
        lambda: aldia.open(Round.TXIKIA),
    ):
        with pytest.raises(CallError, match="NS reached 40 with the refused bid of handia"):
            go_on()


def test_an_accepted_hordago_ends_it():
    aldia = said(start(), "EW hordago", "NS kanta")
    assert (aldia.over, aldia.hordago, aldia.winner, aldia.to_answer) == (True, Round.HANDIA, None, None)
    with pytest.raises(CallError, match="the hordago of handia was accepted"):
        said(aldia, "EW paso")


def test_a_hordago_that_is_void_counts_for_1_and_the_next_round_is_open():
    aldia = said(start("federacion", jokoa=frozenset()).open(Round.PAREAK), "NS envido 5", "EW hordago", "NS kanta")
    aldia = aldia.void_hordago()
    assert (aldia.round, aldia.hordago, aldia.score) == (Round.PUNTUA, None, {Team.NS: 0, Team.EW: 1})
    assert aldia.outcomes[Round.PAREAK] == Outcome(Ending.VOID, 1, Team.EW)
    with pytest.raises(CallError, match="no hordago was accepted"):
        aldia.void_hordago()


def test_after_the_last_round_nothing_can_be_said():
    with pytest.raises(CallError, match="all rounds are closed"):
        said(start().finish(), "NS paso")


def test_everybody_passing_closes_the_round():
    aldia = said(start(), "N paso", "W paso", "S paso")
    assert aldia.round is Round.HANDIA
    assert said(aldia, "E paso").round is Round.TXIKIA
    assert said(start(), "NS paso", "EW paso").round is Round.HANDIA  # their partners may still speak
    assert said(start(), "NS paso", "EW paso", "NS paso", "E paso").round is Round.TXIKIA
    two = said(start("france", seats=[Seat.N, Seat.W]), "NS paso", "EW paso")
    assert two.round is Round.TXIKIA


def test_a_pass_too_many_does_no_harm():
    aldia = said(start(), "N paso", "W paso", "S paso", "E paso")
    assert aldia.call(Call.parse("N paso"), Round.HANDIA) is aldia
    with pytest.raises(CallError, match="handia is closed"):
        aldia.call(Call.parse("N envido 2"), Round.HANDIA)


def test_a_bid_that_waits_cannot_be_passed_over():
    for rules in ("nabo", "spain", "basque", "france"):
        aldia = said(start(rules), "NS envido 2")
        for passed in (aldia.pass_round, aldia.finish, lambda aldia=aldia: aldia.open(Round.TXIKIA)):
            with pytest.raises(CallError, match="handia: the bid 'NS envido 2' has no answer; legal now: EW iduki"):
                passed()


def test_federacion_57_passing_over_a_bid_refuses_it():
    aldia = said(start("federacion"), "NS envido 5", "EW hordago").pass_round()
    assert (aldia.round, aldia.score) == (Round.TXIKIA, {Team.NS: 0, Team.EW: 5})
    with pytest.raises(CallError, match="has no answer"):
        said(start("federacion"), "NS envido 5").finish()


def test_nobody_speaks_from_an_empty_seat():
    with pytest.raises(CallError, match="nobody sits at E"):
        said(start("france", seats=[Seat.N, Seat.W]), "E paso")


EVERY_CALL = [
    Call(speaker, action, amount)
    for speaker in (*Team, *Seat)
    for action in Action
    for amount in ((1, 2, 3) if action.takes_amount else (None,))
]
seats = st.sets(st.sampled_from(list(Seat))).map(frozenset)


@settings(deadline=None)
@given(seats, st.lists(st.sampled_from(EVERY_CALL), max_size=8))
def test_legal_calls_are_those_that_are_accepted(playing, calls):
    state = Bidding(playing, rulebook("nabo"))
    for call in calls:
        state = _applied(state, call) or state
    legal = {(one.team, one.action): one.minimum or 0 for one in state.legal_calls()}
    for call in EVERY_CALL:
        least = legal.get((call.team, call.action))
        expected = least is not None and (call.amount or 0) >= least
        assert (_applied(state, call) is not None) == expected, call


def _applied(state, call):
    try:
        return state.apply(call)
    except CallError:
        return None


def test_closing_a_closed_round_changes_nothing():
    closed = Bidding(ALL, rulebook("nabo")).closed()
    assert closed.closed() is closed
    with pytest.raises(CallError, match="the round is closed"):
        closed.apply(Call.parse("NS paso"))
