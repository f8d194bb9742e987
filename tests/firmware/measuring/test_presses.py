"""The budget of presses, and that every dialogue can be pressed."""

from __future__ import annotations

import random

import pytest

from engine.calls import Action, Call
from engine.rules import rulebook
from engine.seats import Seat, Team
from firmware.session.state import Phase
from tests.firmware.measuring.presses import BUDGET, Deal, Pressed, deals, main, mean, measure, play, presses
from tests.firmware.screens.gallery import HANDS, Play, called


def test_a_thousand_karta_aldiak_keep_to_the_budget() -> None:
    pressed = measure(1000)
    assert len({one.deal.hands[Seat.N] for one in pressed}) > 990
    assert 2 < mean(pressed) <= BUDGET
    assert mean(pressed) == sum(one.calls + one.around + one.read for one in pressed) / 1000


@pytest.mark.parametrize("answer", ["iduki", "tira"])
def test_an_envido_of_two_takes_one_press_and_its_answer_one(answer: str) -> None:
    bid, said = Call(Team.EW, Action.ENVIDO, 2), Call(Team.NS, Action(answer))
    assert (presses(bid, None), presses(said, bid)) == (["envido-ew"], [answer])
    assert called(Play().press("envido-ew", answer).state)["handia"] == ["EW envido 2", f"NS {answer}"]


@pytest.mark.parametrize("amount", range(2, 24))
@pytest.mark.parametrize("team", Team)
def test_every_amount_can_be_pressed(team: Team, amount: int) -> None:
    bid = Call(team, Action.ENVIDO, amount)
    low, more = Call(team.other, Action.GEHIAGO, 1), Call(team, Action.GEHIAGO, 1)
    table = Play().press(*presses(bid, None), *presses(low, bid), *presses(more, low))
    assert called(table.state) == {"handia": [str(bid), str(low), str(more)]}
    assert len(presses(bid, None)) <= 1 + amount // 5 + 4


def test_bids_come_as_often_as_is_said() -> None:
    book = rulebook("nabo")
    often = [len(deal.said) for deal in deals(book, 300, random.Random(5), 10.0)]
    never = [len(deal.said) for deal in deals(book, 300, random.Random(5), 0.0)]
    assert sum(never) == 0
    assert min(often) >= 1


def test_a_session_that_heard_something_else_is_found_out() -> None:
    (deal,) = deals(rulebook("nabo"), 1, random.Random(3), 10.0)
    wrong = {round: (*calls[:-1], Call(calls[-1].team, Action.HORDAGO)) for round, calls in deal.said.items()}
    with pytest.raises(ValueError):
        list(play("nabo", [Deal(deal.hands, wrong, deal.kind)]))


def test_the_first_bid_after_the_marks_deals_again() -> None:
    table = Play().read(HANDS)
    assert table.state.phase is Phase.MARKS
    table.press("envido-ew")
    assert (table.state.deal, table.state.esku) == (2, Seat.W)
    assert called(table.state) == {"handia": ["EW envido 2"]}
    table.press("back", "back")
    assert table.state.phase is Phase.MARKS


def test_a_won_mantxa_waits_for_ok() -> None:
    table = Play().press("hordago", "hordago", "iduki").read(HANDS).press("envido-ew")
    assert table.view.notice
    assert table.state.phase is Phase.GAME_WON


def test_the_report_says_what_was_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--deals", "60"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("60 karta aldiak by chance")
    assert "Bids in handia 40%" in told
    assert "| all, the reading pressed | 60 |" in told
    assert "both teams' pareak" in told


def test_what_a_karta_aldia_took_in_all() -> None:
    (deal,) = deals(rulebook("nabo"), 1, random.Random(3))
    assert Pressed(deal, 5, 1, 1).total == 7
