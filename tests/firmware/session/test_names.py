"""The names at the table: they outlive every press that is taken back, and go with those who change ends."""

from __future__ import annotations

import pytest

from engine.seats import Team
from firmware.keeping.journal_form import Kept as KeptEvent
from firmware.keeping.played_matches import Recorded, opened
from firmware.session.events import EndsSwapped, MatchStarted, NamesGiven, Undone
from firmware.session.fold import StateError
from tests.firmware.screens.gallery import HANDS
from tests.firmware.session.test_correcting import Kept
from words.names import NOBODY

NAMES = {"NS": "Aralar", "N": "Ane", "S": "Iker", "E": "Jon"}
MOVED = {"EW": "Aralar", "W": "Ane", "E": "Iker", "N": "Jon"}


def names(table: Kept) -> dict[str, str]:
    """Whoever has one, now and when all that was kept is read again."""
    folded = table.folded()
    assert folded == table.session
    return table.state.names.written()


def test_names_are_given_and_taken_away() -> None:
    table = Kept()
    assert table.state.names == NOBODY
    table.happen(NamesGiven(NAMES))
    assert names(table) == NAMES
    table.happen(NamesGiven({**NAMES, "NS": "", "E": " "}))
    assert names(table) == {"N": "Ane", "S": "Iker"}


def test_no_press_takes_them_back() -> None:
    table = Kept().press("envido-ns")
    table.happen(NamesGiven(NAMES))
    table.press("iduki", "back", "back")
    assert table.state.pristine
    assert names(table) == NAMES
    with pytest.raises(StateError, match="nothing to take back"):
        table.happen(Undone())


def test_they_go_with_those_who_change_ends_and_back_with_them() -> None:
    table = Kept().happen(NamesGiven(NAMES)).happen(EndsSwapped())
    assert names(table) == MOVED
    table.happen(Undone())
    assert names(table) == NAMES
    table.happen(EndsSwapped()).happen(NamesGiven({"W": "Ane", "EW": "Gorbea"})).happen(Undone())
    assert names(table) == {"N": "Ane", "NS": "Gorbea"}, "what was said meanwhile was about the same people"


def test_a_match_keeps_those_it_was_played_under() -> None:
    table = Kept().happen(NamesGiven(NAMES)).press("paso").read(HANDS)
    table.happen(MatchStarted("nabo", "N", "gallery", "table.jpg", names=MOVED))
    assert names(table) == MOVED
    table.happen(NamesGiven({}))
    kept = [KeptEvent(number, "2026-11-22T12:00:00+00:00", text) for number, text in enumerate(table.texts, 1)]
    begun = next(event.seq for event in kept[1:] if "match-started" in event.body)
    first = opened(Recorded(1, kept[0].at, 1, begun - 1, "0a1b2c3d"), kept[: begun - 1]).played()
    assert first.sheet.match.header.teams == {Team.NS: "Aralar"}
    table.happen(NamesGiven(NAMES)).happen(Undone())
    assert names(table) == NAMES, "the new match was taken back, not who plays"


@pytest.mark.parametrize(
    "later",
    [
        MatchStarted("france", "N", "gallery", "table.jpg", names={"N": "Ane", "E": "Jon"}, players=2),
        MatchStarted("france", "N", "gallery", "table.jpg", names={"N": "Miren", "W": "Peio"}, partida=7),
    ],
    ids=["one against one", "a partida of others"],
)
def test_a_match_that_is_taken_back_leaves_the_one_before_its_own(later: MatchStarted) -> None:
    table = Kept("france").happen(NamesGiven(NAMES)).happen(later).happen(Undone())
    assert names(table) == NAMES


def test_what_can_be_no_name_never_happens() -> None:
    table = Kept()
    for wrong in ({"NS": "<b>"}, {"N": "x" * 25}, {"X": "Ane"}, {"NS": "3:4"}):
        with pytest.raises(StateError):
            table.happen(NamesGiven(wrong))
    assert names(table) == {}
