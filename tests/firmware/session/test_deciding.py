"""The federation's limits of time: for an answer, for mus, and for players who have not come."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.deal.clock import Deciding
from engine.equipos.jugada import jugadak
from engine.equipos.packs import packs
from engine.match.entries import GameGiven, MatchGiven
from engine.rules import BOOK_NAMES
from engine.seats import Seat, Team
from firmware.session.buttons import Button
from firmware.session.deciding import decision
from firmware.session.events import (
    AbsenceTold,
    ClockStarted,
    EndsSwapped,
    Event,
    FaultMended,
    KartaAldiaVoided,
    MatchStarted,
    TimePassed,
    Undone,
)
from firmware.session.fold import StateError
from firmware.session.jugadak import written
from firmware.session.state import Phase
from firmware.session.view import LIVE, View
from firmware.table.settings import MatchSettings
from tests.firmware.screens.gallery import HANDS, Play
from tests.firmware.session.test_correcting import Kept, phase, tally
from tests.firmware.session.test_menu import Timed, menu

MINUTE = 60.0


@pytest.fixture(name="box")
def _box(tmp_path: Path) -> Iterator[Timed]:
    box = Timed(tmp_path, MatchSettings("federacion"))
    yield box
    box.close()


def bid(*names: str) -> tuple[Team, Deciding, float] | None:
    """Who has to decide what after these presses, within how many seconds."""
    asked = decision(Play("federacion").press(*names).state, LIVE)
    return asked and (asked.team, asked.deciding, asked.allowed)


def test_the_rule_book_decides_whether_and_how_long() -> None:
    assert bid() is None
    assert bid("envido-ns") == (Team.EW, Deciding.BID, 30.0)
    assert bid("envido-ns", "envido-ew") == (Team.NS, Deciding.BID, 30.0)
    assert bid("hordago", "hordago") == (Team.EW, Deciding.HORDAGO, 120.0)
    assert bid("envido-ns", "iduki") is None
    for rules in set(BOOK_NAMES) - {"federacion"}:
        assert decision(Play(rules).press("envido-ns").state, LIVE) is None
        assert decision(Play(rules).state, View(mus=Team.NS)) is None


def test_a_bid_that_comes_to_a_hordago_at_the_score_has_two_minutes() -> None:
    near = Play("federacion").press("envido-ns", *["next"] * 7, "iduki").read(HANDS).press("ok")
    assert near.state.score[Team.NS] == 37
    two = decision(near.press("envido-ew").state, LIVE)
    assert two.deciding is Deciding.BID
    asked = decision(near.press("envido-ew").state, LIVE)
    assert (asked.team, asked.deciding, asked.allowed) == (Team.NS, Deciding.HORDAGO, 120.0)


def test_the_display_counts_warns_and_says_when_it_is_over(box: Timed) -> None:
    box.table.press(Button.ENVIDO_NS)
    bid_shown = box.table.snapshot().display().tobytes()
    box.wait(12.0)
    shown = box.table.snapshot()
    assert (shown.thinking.left, shown.view) == (18.0, LIVE)
    assert shown.display().tobytes() != bid_shown, "the seconds stand in the bar"
    box.wait(8.0)
    assert box.table.snapshot().view.clock
    assert box.table.snapshot().spoken() == "E-W has 0:10 left."
    box.table.press(Button.OK)
    assert box.table.snapshot().view == LIVE
    box.wait(10.0)
    assert box.table.snapshot().view == LIVE, "thirty seconds may be used"
    box.wait(1.0)
    assert box.table.snapshot().spoken() == "E-W has thought too long: for the judge."
    version = box.table.snapshot().version
    box.wait(1.0)
    box.wait(60.0)
    assert box.table.snapshot().version == version, "it is said once"
    box.table.press(Button.IDUKI)
    assert (box.table.snapshot().thinking, box.table.snapshot().view) == (None, LIVE)


def test_every_answer_has_its_own_time(box: Timed) -> None:
    box.table.press(Button.ENVIDO_NS)
    box.wait(25.0)
    box.table.press(Button.ENVIDO_EW)
    thinking = box.table.snapshot().thinking
    assert (thinking.decision.team, thinking.left) == (Team.NS, 30.0)
    box.wait(5.0)
    box.table.press(Button.BACK)
    thinking = box.table.snapshot().thinking
    assert (thinking.decision.team, thinking.left) == (Team.EW, 30.0)


def test_a_warning_leaves_alone_who_looks_at_something_else(box: Timed) -> None:
    box.table.press(Button.ENVIDO_NS)
    box.table.press(Button.HORDAGO)
    guard = box.table.snapshot().view
    assert guard.hordago
    box.wait(29.0)
    assert box.table.snapshot().view == guard


def test_the_minute_for_mus_is_begun_in_the_menu_and_ends_with_a_press(box: Timed) -> None:
    box.choose(Button.GEHIAGO, Button.ENVIDO_EW, Button.ENVIDO_EW)
    shown = box.table.snapshot()
    assert (shown.thinking.decision.deciding, shown.thinking.left) == (Deciding.MUS, 60.0)
    box.wait(31.0)
    assert box.table.snapshot().spoken() == "E-W has 0:29 left."
    box.wait(30.0)
    assert box.table.snapshot().spoken() == "E-W has thought too long: for the judge."
    box.table.press(Button.ENVIDO_NS)
    shown = box.table.snapshot()
    assert (shown.view, shown.state.aldia.to_answer) == (LIVE, Team.EW)


def missing(seats: str, *minutes: float, games: int | None = None) -> Kept:
    """A match at which these seats are empty, so many minutes after its clock began; with `games` it is Mus por Equipos
    of so many."""
    table = Kept("federacion")
    if games:
        deals = written({jugada: packs("Tolosa", jugada) for jugada in jugadak(games, 1)})
        table.happen(MatchStarted("federacion", "N", "gallery", "table.jpg", games=games, deals=deals))
    for seat in seats:
        table.happen(AbsenceTold(seat))
    table.happen(ClockStarted())
    for minute in minutes:
        table.happen(TimePassed(minute * MINUTE))
    return table


@pytest.mark.parametrize(
    ("seats", "minutes", "games", "winner"),
    [
        ("", 30, (0, 0), None),
        ("W", 9.9, (0, 0), None),
        ("W", 10, (1, 0), None),
        ("W", 15, (2, 0), None),
        ("W", 20, (2, 0), Team.NS),
        ("NS", 15, (0, 2), None),
        ("NW", 10, (1, 1), None),
        ("NW", 15, (2, 2), None),
        ("NW", 25, (2, 2), None),
    ],
)
def test_a_player_who_does_not_come_costs_games_and_the_match(
    seats: str, minutes: float, games: tuple[int, int], winner: Team | None
) -> None:
    for table in (missing(seats, minutes), missing(seats, *(n / 2 for n in range(int(2 * minutes))), minutes)):
        assert (tally(table.state)[0], table.state.standing.winner) == (games, winner)
        acts = [entry for entry in table.state.match.entries if isinstance(entry, GameGiven | MatchGiven)]
        assert {(act.by, act.article) for act in acts} <= {("clock", "federacion 33")}
        assert table.folded() == table.session


def test_who_comes_in_time_loses_nothing_more() -> None:
    table = missing("W", 10.5)
    table.happen(AbsenceTold("W"))
    assert table.state.absent == ((Seat.W, 10.5 * MINUTE),)
    table.happen(TimePassed(40 * MINUTE))
    assert tally(table.state)[0] == (1, 0)
    table.press("envido-ns", "tira", "paso", "paso", "paso").read(HANDS)
    assert (phase(table), tally(table.state)[0]) == (Phase.MARKS, (1, 0))
    assert table.folded() == table.session


def test_who_plays_is_there() -> None:
    table = missing("W", 9)
    table.press("envido-ns").happen(TimePassed(30 * MINUTE))
    assert (tally(table.state)[0], table.state.missing) == ((0, 0), ())
    with pytest.raises(StateError, match="everybody is there"):
        table.happen(AbsenceTold("N"))
    with pytest.raises(StateError, match="without a clock"):
        Kept("nabo").happen(AbsenceTold("N"))


@pytest.mark.parametrize("taken_back", [[KartaAldiaVoided(None)], [Undone()] * 2, [Undone(), KartaAldiaVoided(None)]])
def test_who_has_played_is_there_whatever_becomes_of_it(taken_back: list[Event]) -> None:
    table = missing("W", 4).press("envido-ns", "tira").happen(TimePassed(18 * MINUTE))
    for event in taken_back:
        table.happen(event)
    assert table.happen(TimePassed(21 * MINUTE)).state.missing == ()
    assert (tally(table.state)[0], table.state.absent) == ((0, 0), ((Seat.W, 4 * MINUTE),))
    assert table.folded() == table.session


def test_who_has_played_is_there_since_they_came_also_where_that_is_taken_back() -> None:
    table = missing("W", 4).happen(AbsenceTold("W")).press("envido-ns", "tira").happen(TimePassed(18 * MINUTE))
    for _ in range(3):
        table.happen(Undone())
    table.happen(TimePassed(21 * MINUTE))
    assert (table.state.missing, tally(table.state)[0]) == ((), (0, 0))
    assert table.folded() == table.session


def test_what_was_lost_before_the_first_call_stays_lost() -> None:
    table = missing("W", 5).press("next").happen(TimePassed(11 * MINUTE)).press("paso")
    for _ in range(2):
        table.happen(Undone())
        assert (table.state.missing, tally(table.happen(TimePassed(16 * MINUTE)).state)[0]) == ((), (1, 0))


def test_what_was_done_about_a_fault_brings_nobody_and_a_call_whose_cards_were_dealt_again_does() -> None:
    again = FaultMended("deal-again", "federacion 18")
    table = missing("W", 4).happen(again)
    assert table.state.missing == (Seat.W,)
    assert menu(table, "clock", "late", "S").state.missing == (Seat.W, Seat.S)
    assert table.press("envido-ns").happen(again).state.missing == ()
    assert table.folded() == table.session


def test_who_is_missing_is_so_wherever_the_team_sits() -> None:
    table = missing("N", 4).happen(EndsSwapped())
    assert table.state.missing == (Seat.W,)
    table.happen(TimePassed(11 * MINUTE))
    assert tally(table.state)[0] == (1, 0), "E-W lacks a player"
    assert table.folded() == table.session


@pytest.mark.parametrize(("came", "games"), [(2.0, (0, 0)), (11.0, (0, 1))])
def test_who_has_come_since_the_teams_changed_ends_had_come_before_that_is_taken_back(
    came: float, games: tuple[int, int]
) -> None:
    table = missing("N").happen(EndsSwapped()).happen(TimePassed(came * MINUTE)).happen(AbsenceTold("W"))
    table.happen(TimePassed(22 * MINUTE)).press("paso")
    for _ in range(3):
        table.happen(Undone())
    assert (table.state.turned, table.state.absent) == (0, ((Seat.N, came * MINUTE),))
    assert (tally(table.state)[0], table.state.standing.winner) == (games, None)
    assert table.folded() == table.session


def test_a_drawn_match_of_mus_por_equipos_is_over_for_late_players_too() -> None:
    table = missing("NW", 10, 15, 20, games=2)
    assert tally(table.state) == ((1, 1), (0, 0), None)
    assert table.state.standing.over
    assert len(table.state.match.entries) == 2


def test_taking_something_back_forgives_no_lost_game() -> None:
    table = missing("W", 5)
    table.happen(AbsenceTold("N")).happen(TimePassed(12 * MINUTE))
    assert tally(table.state)[0] == (1, 1)
    table.happen(Undone())
    assert (table.state.missing, tally(table.state)[0]) == ((Seat.W,), (1, 0))


def test_the_menu_tells_who_is_not_there_and_the_clock_does_the_rest(box: Timed) -> None:
    clock, late, start, west = Button.GEHIAGO, Button.GEHIAGO, Button.ENVIDO_NS, Button.ENVIDO_EW
    box.choose(clock, late, west)
    box.choose(clock, start)
    assert box.table.snapshot().state.missing == (Seat.W,)
    box.wait(599.0)
    assert tally(box.table.snapshot().state)[0] == (0, 0)
    box.wait(1.0)
    shown = box.table.snapshot()
    assert tally(shown.state)[0] == (1, 0)
    assert shown.spoken() == "A player has not come: a game is lost (federacion 33)."
    box.wait(300.0)
    box.wait(300.0)
    assert box.table.snapshot().state.phase is Phase.MATCH_WON


def test_a_match_with_lost_games_is_taken_up_and_goes_on(tmp_path: Path) -> None:
    box = Timed(tmp_path, MatchSettings("federacion"))
    box.choose(Button.GEHIAGO, Button.GEHIAGO, Button.ENVIDO_EW)
    box.choose(Button.GEHIAGO, Button.ENVIDO_NS)
    box.wait(700.0)
    before = box.table.snapshot().state
    box.close()
    again = Timed(tmp_path)
    assert again.table.snapshot().state == before
    assert tally(before)[0] == (1, 0)
    again.close()
    assert menu(missing("W", 3), "clock", "late", "W").state.missing == ()


def test_a_clock_that_is_set_back_by_an_hour_takes_no_time_away(box: Timed) -> None:
    """Time goes by a clock that nobody sets; were it set back all the same, nothing would run backwards."""
    box.choose(Button.GEHIAGO, Button.ENVIDO_NS)
    box.table.press(Button.ENVIDO_NS)
    box.wait(25.0)
    before = box.table.snapshot().state.elapsed
    assert before == 25.0
    box.wait(-3600.0)
    shown = box.table.snapshot()
    assert shown.state.elapsed == before
    assert shown.thinking.left == 30.0
    box.wait(30.0)
    box.wait(3600.0)
    assert (box.table.snapshot().state.elapsed or 0.0) >= before
    assert box.table.press(Button.IDUKI).done
