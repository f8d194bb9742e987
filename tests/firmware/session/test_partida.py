"""A partida of a tournament at its end: who still has a word to say of it, and what the table says then."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from engine.equipos.jugada import jugadak
from engine.equipos.packs import packs
from engine.match.entries import MatchGiven
from engine.seats import Team
from engine.sheets import fields
from firmware.screens.spoken import spoken
from firmware.session.at_desk import TO_THE_DESK
from firmware.session.buttons import Button
from firmware.session.choices.choosing import grid
from firmware.session.choices.menu import CLOCK, MENU
from firmware.session.events import (
    ClockTold,
    DeskJoined,
    JudgeActed,
    KartaAldiaVoided,
    MatchStarted,
    ResultConfirmed,
)
from firmware.session.jugadak import written
from firmware.session.press import Wish, meaning
from firmware.session.view import LIVE
from firmware.table.wishes import granted
from tests.firmware.playing import EndlessCamera
from tests.firmware.session.test_correcting import Kept
from words.text import english

CLOCK_CHOICES = {"+1", "+5", "+10"}
DEALS = written({jugada: packs("Tolosa", jugada) for jugada in jugadak(1, 1)})


def over(deals: Mapping[str, str] | None = None) -> Kept:
    """A partida that N-S has won."""
    table = Kept("nabo").happen(DeskJoined(3))
    table.happen(MatchStarted("nabo", "N", "endless", "frame-000001", partida=7, deals=deals or {}))
    given = fields.act_fields(MatchGiven(Team.NS, by="judge", reason="x"))
    return table.happen(JudgeActed({"kind": "match-given", **given}))


def offered(table: Kept) -> set[str]:
    return {cell.label for cell in grid(table.state, (MENU, CLOCK)).cells if cell}


def refusal(table: Kept, button: Button) -> str:
    return english.whole(meaning(table.session, LIVE, button).refusal)


@pytest.mark.parametrize("button", [Button.OK, Button.PASO, Button.GEHIAGO, Button.HORDAGO, Button.IDUKI])
def test_every_button_says_what_waits_until_both_teams_have_confirmed(button: Button) -> None:
    table = over()
    assert "Each team confirms the result" in refusal(table, button)
    assert "Each team confirms it" in spoken(table.state, LIVE)
    for team in Team:
        table.happen(ResultConfirmed(team.value))
    assert refusal(table, button) == str(TO_THE_DESK)
    assert "Each team confirms" not in spoken(table.state, LIVE)


def test_in_mus_por_equipos_nothing_waits_for_the_teams() -> None:
    table = over(DEALS)
    for button in (Button.OK, Button.ENVIDO_NS, Button.PASO):
        assert refusal(table, button) == str(TO_THE_DESK)
    assert f" won the match. {TO_THE_DESK} " in spoken(table.state, LIVE)


def test_what_was_confirmed_goes_with_the_result() -> None:
    table = Kept("nabo").happen(DeskJoined(3))
    table.happen(MatchStarted("nabo", "N", "endless", "frame-000001", {"target": 1}, games=1, partida=7))
    table.press("envido-ns", "tira", "envido-ns", "envido-ew")
    assert (table.state.standing.winner, table.state.to_confirm) == (Team.NS, frozenset())
    table.happen(KartaAldiaVoided(None))
    table.press("envido-ew", "tira")
    assert (table.state.standing.winner, table.state.to_confirm) == (Team.EW, frozenset(Team))


def test_a_table_that_has_left_its_desk_goes_on_by_itself() -> None:
    table = over().happen(DeskJoined(None))
    assert "OK goes on" in spoken(table.state, LIVE)
    assert meaning(table.session, LIVE, Button.OK).wish is Wish.NEXT_DEAL
    event, _ = granted(Wish.NEXT_DEAL, table.state, EndlessCamera())
    assert isinstance(event, MatchStarted)
    assert event.partida is None


def test_a_table_that_leaves_its_desk_has_its_own_clock_again() -> None:
    table = Kept("federacion").happen(DeskJoined(3))
    table.happen(MatchStarted("federacion", "N", "endless", "frame-000001", partida=7))
    table.happen(ClockTold(60.0, 1200.0, running=False))
    assert CLOCK_CHOICES.isdisjoint(offered(table))
    table.happen(DeskJoined(None))
    assert (table.state.desk.stopped, table.state.desk.length, table.state.elapsed) == (False, None, 60.0)
    assert offered(table) >= CLOCK_CHOICES
