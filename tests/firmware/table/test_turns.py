"""Who is esku next: whose turn it is by the hands as they stand, also where one was put right or annulled."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.match.entries import JudgesAct, MatchGiven, Voided
from engine.seats import Seat, Team
from engine.sheets import fields
from firmware.keeping.taking_up import Following
from firmware.session.events import CorrectionProposed, JudgeActed, KartaAldiaStarted
from firmware.session.state import State
from tests.firmware.panel.at_the_panel import PanelTable
from tests.firmware.scripted import HANDS


class Table(PanelTable):
    def __init__(self, folder: Path) -> None:
        super().__init__(folder, *[{"hands": HANDS}] * 4)

    @property
    def now(self) -> State:
        return self.appliance.snapshot().state

    def put_right(self, hand: int, esku: str) -> None:
        """Another seat was esku; the score stays, or both teams agree."""
        self.appliance.happen(CorrectionProposed(hand, ({"change": "esku", "esku": esku},)))
        self.press(*(["envido-ns", "envido-ew"] if self.now.proposal and self.now.proposal.binding else ["ok"]))
        assert self.now.proposal is None

    def judge(self, act: JudgesAct) -> None:
        assert self.appliance.happen(JudgeActed({"kind": fields.kind_of(act), **fields.act_fields(act)})).done


@pytest.fixture(name="table")
def _table(tmp_path: Path) -> Iterator[Table]:
    """Two hands were played, N and W were esku."""
    made = Table(tmp_path)
    made.press("read", "ok", "read")
    assert made.now.esku is Seat.W
    yield made
    made.close()


def test_the_esku_goes_on_from_the_seat_that_really_was_it(table: Table) -> None:
    table.put_right(2, "S")
    table.press("ok", "read")
    assert (table.now.esku, table.now.standing.out_of_turn[1:]) == (Seat.E, ())


def test_a_deal_in_which_nothing_was_called_follows_and_any_other_stays(table: Table) -> None:
    table.press("ok")
    table.put_right(2, "S")
    assert table.now.esku is Seat.E
    table.press("paso")
    table.put_right(2, "W")
    assert table.now.esku is Seat.E


def test_an_annulled_hand_is_dealt_again_by_the_same_dealer(table: Table) -> None:
    table.judge(Voided(2, by="judge", reason="decision"))
    table.press("ok", "read", "ok")
    assert (table.now.esku, table.now.standing.out_of_turn) == (Seat.S, ())


def test_the_next_match_begins_with_the_seat_whose_turn_it_is(table: Table) -> None:
    table.put_right(2, "S")
    table.judge(MatchGiven(Team.NS, by="judge", reason="decision"))
    table.press("ok")
    assert (table.now.esku, table.now.match.entries) == (Seat.E, ())


def test_a_kept_journal_says_itself_who_was_esku(table: Table) -> None:
    table.put_right(2, "S")
    table.appliance.happen(KartaAldiaStarted("S", None))  # as the turn went on from the hand as it was dealt
    kept = Following()
    for number, body in enumerate(table.journal.events(), 1):
        kept.take(number, body)
    assert kept.session
    assert (kept.session.now.esku, kept.session.now.deal, kept.holes) == (Seat.S, 3, ())
