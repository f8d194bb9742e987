"""The table by itself: an event is on the disk before the session has it; what the disk refuses has not happened."""

from __future__ import annotations

from pathlib import Path

import pytest

import firmware.table.table
from engine.match.entries import MatchGiven
from engine.seats import Seat, Team
from engine.sheets import fields
from firmware.keeping.hand_pictures import HandPictures
from firmware.keeping.journal import Journal
from firmware.keeping.journal_form import JournalError
from firmware.session.authority import judges_event
from firmware.session.events import (
    AbsenceTold,
    Agreed,
    CallMade,
    ClockStarted,
    EskuChosen,
    Event,
    FaultMended,
    JudgeActed,
    MatchProposed,
    MatchStarted,
    Undone,
)
from firmware.session.fold import StateError
from firmware.session.press import Wish
from firmware.table.settings import MatchSettings
from firmware.table.table import Table
from firmware.table.wishes import granted
from tests.firmware.playing import EndlessCamera
from tests.firmware.session.test_correcting import Kept


def test_what_the_disk_or_the_state_refuses_has_not_happened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Journal(tmp_path) as journal:
        table = Table(journal, EndlessCamera(), None, HandPictures(tmp_path / "pictures"))
        before = table.session

        def refused(body: str, carry: str | None = None) -> None:
            raise JournalError("the disk is full")

        with pytest.raises(StateError, match=r"nothing has been bid|no bid"):
            table.keep(CallMade("NS iduki"))
        with monkeypatch.context() as full:
            full.setattr(journal, "append", refused)
            with pytest.raises(JournalError):
                table.keep(EskuChosen("W"))
        assert (table.session, table.events) == (before, 1)


def test_other_settings_come_with_the_next_match(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        Table(journal, EndlessCamera(), None, HandPictures(tmp_path / "pictures")).keep(CallMade("NS envido 2"))
        table = Table(journal, EndlessCamera(), MatchSettings("spain"), HandPictures(tmp_path / "pictures"))
        assert (table.state.rules, table.state.next_match and table.state.next_match.rules) == ("nabo", "spain")
        assert table.notes == ["This match goes on by nabo; spain comes with the next one."]


AGREED = (MatchProposed("france", "N"), Agreed("NS"), Agreed("EW"), MatchStarted("france", "N", "endless", None))


@pytest.mark.parametrize(
    ("happened", "rules"),
    [
        ([], "spain"),
        ([*AGREED], "france"),
        ([MatchStarted("france", "N", "endless", None, judge=True)], "france"),
        ([MatchStarted("france", "N", "endless", None, partida=3)], "france"),
        ([ClockStarted()], "federacion"),
        ([AbsenceTold("W")], "federacion"),
        ([EskuChosen("W")], "federacion"),
        ([FaultMended("deal-again", "federacion 18")], "federacion"),
        ([AGREED[0]], "federacion"),
    ],
    ids=["as set", "agreed", "the judge's", "the desk's", "clock", "absent", "esku", "a fault mended", "proposed"],
)
def test_other_settings_begin_the_match_anew_where_nobody_has_set_anything(
    tmp_path: Path, happened: list[Event], rules: str
) -> None:
    def started(by: str) -> Table:
        return Table(journal, EndlessCamera(), MatchSettings(by), HandPictures(tmp_path / "pictures"))

    with Journal(tmp_path) as journal:
        started("nabo")
        table = started("federacion")
        for event in happened:
            table.keep(event)
        table = started("spain")
        assert table.state.rules == rules
        assert bool(table.notes) == (rules != "spain")


def test_other_settings_come_once(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        Table(journal, EndlessCamera(), None, HandPictures(tmp_path / "pictures")).keep(CallMade("NS envido 2"))
        table = Table(journal, EndlessCamera(), MatchSettings("spain"), HandPictures(tmp_path / "pictures"))
        table.keep(MatchStarted("france", "N", "endless", None))
        assert table.state.next_match is None, "the players have agreed to another one since"
        table.keep(Undone())
        assert table.state.next_match
        assert table.state.next_match.rules == "spain"
        table.keep(Undone())
        assert not table.state.karta_aldia.begun, "the call is taken back that was made before the start"
        assert table.state.next_match
        assert table.state.next_match.rules == "spain"


def test_a_match_that_ok_begins_behind_the_judges_is_nobodys_but_the_players() -> None:
    won = MatchGiven(Team.NS, by="judge", reason="x")
    table = Kept().happen(MatchStarted("nabo", "N", "gallery", "frame-000001", judge=True))
    table.happen(JudgeActed({"kind": "match-given", **fields.act_fields(won)}))
    event, _ = granted(Wish.NEXT_DEAL, table.state, EndlessCamera())
    assert isinstance(event, MatchStarted)
    assert not judges_event(table.happen(event).session, Undone())


def test_an_error_behind_an_event_leaves_the_session_as_the_journal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def wrong(*_: object) -> None:
        raise IndexError

    with Journal(tmp_path) as journal:
        table = Table(journal, EndlessCamera(), None, HandPictures(tmp_path / "pictures"))
        before = table.session
        with monkeypatch.context() as broken:
            broken.setattr(firmware.table.table, "disputed", wrong)
            with pytest.raises(IndexError):
                table.keep(EskuChosen("W"))
        assert (table.session, table.events) == (before, 1)
        table.keep(EskuChosen("S"))
        assert table.state.esku is Seat.S
