"""A box that has played at another tournament, which has partidak of the same numbers."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from desk.acts import Role, Seated
from desk.keeping.database import Database
from desk.keeping.people import Place
from desk.service import Desk, setting_up
from desk.service.results import is_confirmed
from engine.tournament.state import Partida
from firmware.joined.joining import Joining
from firmware.joined.membership import kept
from firmware.keeping.journal_form import JournalError
from firmware.session.buttons import Button
from firmware.session.event_text import from_text
from firmware.session.events import DeskJoined, MatchStarted
from firmware.session.state import Phase
from tests.desk.playing import ANE, begun, drawn
from tests.firmware.joined.test_joined import (
    SHORT,
    UNSENT,
    Box,
    PowerCutError,
    call_the_judge,
    counted,
    cut,
    finished,
)
from tests.firmware.playing import EndlessCamera


@dataclass(frozen=True)
class Tournament:
    """A tournament, at a desk that has perhaps others."""

    desk: Desk
    number: int

    def box(self, stack: ExitStack, folder: Path, table: int = 1) -> Box:
        """A box that joins that table of its by a new code."""
        [issued] = self.desk.issue([Place(self.number, Role.TABLE, table=table)])
        return Box(stack, folder, self.desk, issued.code)

    @property
    def partida(self) -> Partida:
        """The first one."""
        return self.desk.state(self.number).tournament.partidak[1]


@pytest.fixture(params=["one desk", "another desk at the same address"])
def tournaments(request: pytest.FixtureRequest, stack: ExitStack, tmp_path: Path, desk: Desk) -> list[Tournament]:
    """A rehearsal and the tournament itself, each with its first round drawn."""
    other = desk
    if request.param != "one desk":
        database = Database.in_folder(tmp_path / "other")
        stack.callback(database.close)
        other = Desk(database)
    return [Tournament(one, drawn(one, 2, **SHORT)) for one in (desk, other)]


def joined_until_cut(there: Tournament, folder: Path) -> None:
    """The box joins there, and its power is cut before it knows that."""
    with ExitStack() as evening:
        box = there.box(evening, folder)
        box.sender._keep = cut
        with pytest.raises(PowerCutError):
            box.sender.exchange()


def confirmed(box: Box) -> None:
    """Both teams confirm the result, and the desk has heard it."""
    for button in (Button.ENVIDO_NS, Button.ENVIDO_EW):
        assert box.appliance.press(button).done
    box.send()


def counts(box: Box, here: Tournament, seed: int) -> bool:
    """Whether what the box plays from now on is this tournament's result, and nobody has told another one."""
    box.play(seed=seed)
    confirmed(box)
    return is_confirmed(here.partida) and not here.desk.state(here.number).disputes


@pytest.mark.parametrize("is_over", [True, False])
@pytest.mark.parametrize("power", ["on", "cut before it knows that it has joined"])
@pytest.mark.parametrize("known", ["where it was", "nothing"])
def test_what_a_box_has_played_there_is_no_partida_of_that_number_here(
    stack: ExitStack, tmp_path: Path, tournaments: list[Tournament], is_over: bool, power: str, known: str
) -> None:
    there, here = tournaments
    with ExitStack() as evening:
        box = there.box(evening, tmp_path / "box")
        box.send()
        if is_over:
            finished(box)
        else:
            box.play(hands=1)
        call_the_judge(box)  # whom that desk never hears of
    if known == "nothing":
        (tmp_path / "box" / "desk.json").unlink()
    if power != "on":
        joined_until_cut(here, tmp_path / "box")
    before = here.desk.state(here.number)
    box = here.box(stack, tmp_path / "box")
    box.send()
    state = box.appliance.snapshot().state
    assert (state.started.partida, state.pristine, state.desk.call) == (1, True, None)
    assert here.desk.state(here.number).number == before.number
    box.line.lose = box.line.cut = 1
    assert counts(box, here, seed=4)


@pytest.mark.parametrize("known", ["where it was", "nothing"])
def test_a_box_that_comes_back_goes_on_with_what_the_desk_has_of_its_partida(
    stack: ExitStack, tmp_path: Path, tournaments: list[Tournament], known: str
) -> None:
    there, here = tournaments
    with ExitStack() as evening:
        box = here.box(evening, tmp_path / "box")
        box.send()
        box.play(hands=1)
        box.send()
        match = box.appliance.snapshot().state.match
    with ExitStack() as evening:
        if known == "nothing":
            (tmp_path / "box" / "desk.json").unlink()
        box = there.box(evening, tmp_path / "box")
        box.send()
        finished(box)
        if known == "nothing":
            (tmp_path / "box" / "desk.json").unlink()
    box = here.box(stack, tmp_path / "box")
    box.send()
    assert box.appliance.snapshot().state.match == match
    assert here.partida.mantxak == ()
    assert counts(box, here, seed=3)


def test_a_box_goes_on_from_another_ones_partida_of_the_number_that_it_has_played_there(
    stack: ExitStack, tmp_path: Path, tournaments: list[Tournament]
) -> None:
    there, here = tournaments
    with ExitStack() as evening:
        box = there.box(evening, tmp_path / "box")
        box.send()
        finished(box)
        first = here.box(evening, tmp_path / "first")
        first.send()
        first.play()
        first.send()
        match = first.appliance.snapshot().state.match
    told = here.partida.mantxak
    box = here.box(stack, tmp_path / "box")
    box.sender._join()  # and the network is gone
    assert box.appliance.snapshot().state.match == match
    assert here.partida.mantxak == told != ()
    while box.phase is Phase.MATCH_WON:
        assert box.appliance.press(Button.BACK).done
    box.send()
    assert (here.partida.mantxak, here.desk.state(here.number).disputes) == ((), {})


@pytest.mark.parametrize("again", ["joins once", "the disk refuses the first time"])
def test_a_rehearsals_hands_count_for_nothing_where_this_tables_own_box_broke_before_anything_was_called(
    stack: ExitStack, tmp_path: Path, desk: Desk, again: str
) -> None:
    there, here = (Tournament(desk, drawn(desk, 2, **SHORT)) for _ in range(2))
    with ExitStack() as evening:
        box = there.box(evening, tmp_path / "box")
        box.send()
        finished(box)
        first = here.box(evening, tmp_path / "first")
        first.send()
        assert first.appliance.snapshot().state.started == box.appliance.snapshot().state.started
    before = here.desk.state(here.number).number
    box = here.box(stack, tmp_path / "box")
    if again != "joins once":
        keep, box.sender._keep = box.sender._keep, cut
        with pytest.raises(PowerCutError):
            box.sender.exchange()
        box.sender._keep = keep
    box.send()
    state = box.appliance.snapshot().state
    begun = sum(isinstance(from_text(event), MatchStarted) for event in box.journal.events())
    assert (state.started.partida, state.pristine, begun) == (1, True, 3)
    assert here.desk.state(here.number).number == before
    assert counts(box, here, seed=4)


def test_a_box_whose_power_is_cut_while_it_takes_a_match_over_tells_nothing_of_it_where_it_was(
    stack: ExitStack, tmp_path: Path, tournaments: list[Tournament]
) -> None:
    there, here = tournaments
    with ExitStack() as evening:
        box = there.box(evening, tmp_path / "box")
        box.send()
        box.play(hands=1)
        first = here.box(evening, tmp_path / "first")
        first.send()
        first.play()
        first.send()
    before = counted(there.desk), there.desk.state(there.number).number
    joined_until_cut(here, tmp_path / "box")
    with ExitStack() as evening:
        box = Box(evening, tmp_path / "box", there.desk)
        assert box.phase is Phase.MATCH_WON
        if kept(box.folder):
            box.send()
        assert (counted(there.desk), there.desk.state(there.number).number) == before
        Joining(box.appliance, box.folder, None).go_on({})
        assert box.appliance.table.state.desk.table is None
    told = here.partida.mantxak
    box = here.box(stack, tmp_path / "box")
    box.sender._join()
    while box.phase is Phase.MATCH_WON:
        assert box.appliance.press(Button.BACK).done
    box.send()
    assert told
    assert (here.partida.mantxak, here.desk.state(here.number).disputes) == ((), {})


class OtherCamera(EndlessCamera):
    """The one of another box."""

    id = "other"


@pytest.mark.parametrize("taken", [0, 1, 2, 7, 17])
@pytest.mark.parametrize("table", [1, 7])
def test_a_match_of_which_a_disk_takes_a_part_at_first_is_kept_once(
    stack: ExitStack,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    tournaments: list[Tournament],
    table: int,
    taken: int,
) -> None:
    there, here = tournaments
    with ExitStack() as evening:
        box = there.box(evening, tmp_path / "box", table)
        box.send()
        if table == 1:  # at the other one nothing is drawn
            box.play(hands=1)
        box.send()
        [issued] = here.desk.issue([Place(here.number, Role.TABLE, table=1)])
        first = Box(evening, tmp_path / "first", here.desk, issued.code, camera=OtherCamera())
        first.send()
        first.play(hands=2, seed=5)
        first.send()
        match = first.appliance.snapshot().state.match
    box = here.box(stack, tmp_path / "box")
    before, append = len(box.journal), box.journal.append

    def append_until_full(*given: Any) -> None:
        if len(box.journal) == before + taken:
            raise JournalError("the disk takes nothing")
        append(*given)

    with monkeypatch.context() as full:
        full.setattr(box.journal, "append", append_until_full)
        with pytest.raises(JournalError):
            box.sender.exchange()
    box.send()
    shown = box.appliance.snapshot().state
    assert (shown.match, shown.camera) == (match, EndlessCamera.id)
    assert sum(isinstance(from_text(event), MatchStarted) for event in box.journal.events(after=before)) == 1


def test_where_nothing_is_drawn_yet_an_earlier_partida_does_not_come_back_as_this_ones(
    stack: ExitStack, tmp_path: Path, desk: Desk
) -> None:
    there, here = Tournament(desk, drawn(desk, 2, **SHORT)), Tournament(desk, begun(desk, 2, **SHORT))
    with ExitStack() as evening:
        box = there.box(evening, tmp_path / "box")
        box.send()
        finished(box)
        assert box.appliance.happen(DeskJoined(None)).done
        assert box.appliance.happen(MatchStarted("nabo", "N", "", None)).done
    (tmp_path / "box" / "desk.json").unlink()
    with ExitStack() as evening:
        box = here.box(evening, tmp_path / "box")
        box.send()
        assert box.appliance.press(Button.BACK).done
        box.send()
        assert (box.phase, box.box.told()) == (Phase.MATCH_WON, None)
    setting_up.draw(desk, here.number, ANE, "first")
    box = Box(stack, tmp_path / "box", desk)
    box.send()
    state = box.appliance.snapshot().state
    assert (state.started.partida, state.pristine, here.partida.mantxak) == (1, True, ())


def test_a_box_whose_journal_was_lost_begins_its_partida_once_and_sends_what_is_played(
    stack: ExitStack, tmp_path: Path, tournaments: list[Tournament]
) -> None:
    there, here = tournaments
    folder = tmp_path / "box"
    for at in there, here:
        with ExitStack() as evening:
            box = at.box(evening, folder)
            box.send()
            box.play()
            box.send()
    for file in folder.glob("journal*"):
        file.unlink()
    before = counted(here.desk)
    for hands in 1, 10_000:  # it is switched off in between
        with ExitStack() as evening:
            box = Box(evening, folder, here.desk)
            joining = Joining(box.appliance, folder, None, lambda _, line=box.line: line)  # type: ignore[misc]
            box.sender, box.box = joining._made("http://desk", {})
            box.send()
            box.play(hands, seed=7)
            box.send()
            state = box.appliance.snapshot().state
            begun = sum(isinstance(from_text(event), MatchStarted) for event in box.journal.events())
            assert (state.started.partida, begun) == (1, 2)
            assert counted(here.desk) - before == len(box.journal) - 1


@pytest.mark.parametrize("hands", [2, 10_000])
def test_a_partida_moves_to_another_table_with_its_box_and_whoever_comes_next_has_all_of_it(
    stack: ExitStack, tmp_path: Path, desk: Desk, hands: int
) -> None:
    here = Tournament(desk, drawn(desk, 2, **SHORT))
    with ExitStack() as evening:
        box = here.box(evening, tmp_path / "box")
        box.send()
        box.play(hands)
        box.send()
        match = box.appliance.snapshot().state.match
    desk.act(here.number, ANE, lambda _: [Seated({1: 9})])
    with ExitStack() as evening:
        box = here.box(evening, tmp_path / "box", table=9)
        box.line.lose = box.line.cut = 1
        box.send()
        assert box.appliance.snapshot().state.match == match
    box = here.box(stack, tmp_path / "another", table=9)
    box.send()
    assert box.appliance.snapshot().state.match == match
    box.play(seed=5)
    confirmed(box)
    assert is_confirmed(here.partida)
    assert desk.state(here.number).disputes == {}


@pytest.mark.parametrize("power", ["on", "cut before it knows that it has joined"])
def test_a_box_goes_on_by_a_new_code_where_the_desk_has_heard_nothing_of_its_partida(
    stack: ExitStack, tmp_path: Path, desk: Desk, power: str
) -> None:
    here = Tournament(desk, drawn(desk, 2, **SHORT))
    with ExitStack() as evening:
        box = here.box(evening, tmp_path / "box")
        box.sender.exchange()  # it is told what is played, and the network is gone
        box.play()
        for button in (Button.ENVIDO_NS, Button.ENVIDO_EW):
            assert box.appliance.press(button).done
        match = box.appliance.snapshot().state.match
    if power != "on":
        joined_until_cut(here, tmp_path / "box")
    box = here.box(stack, tmp_path / "box")
    box.send()
    assert box.appliance.snapshot().state.match == match
    assert is_confirmed(here.partida)
    assert counted(desk) == len(box.journal) - UNSENT


def test_a_partida_in_play_stays_behind_where_its_box_alone_goes_to_another_table(
    stack: ExitStack, tmp_path: Path, desk: Desk
) -> None:
    here = Tournament(desk, drawn(desk, 4, **SHORT))
    with ExitStack() as evening:
        box = here.box(evening, tmp_path / "box")
        box.send()
        box.play(hands=1)
        box.send()
    before = counted(desk)
    box = here.box(stack, tmp_path / "box", table=2)
    events = len(box.journal)
    box.send()
    state = box.appliance.snapshot().state
    assert (state.started.partida, state.pristine) == (2, True)
    assert counted(desk) - before == len(box.journal) - events - 1


@pytest.mark.parametrize("played", [10_000, 1, 0], ids=["over", "in play", "begun"])
def test_a_partida_goes_on_where_it_moves_with_its_box_to_a_table_at_which_another_was_played(
    stack: ExitStack, tmp_path: Path, desk: Desk, played: int
) -> None:
    here = Tournament(desk, drawn(desk, 4, **SHORT))
    with ExitStack() as evening:
        box, other = here.box(evening, tmp_path / "box"), here.box(evening, tmp_path / "other", 2)
        for one, hands in ((box, 2), (other, played)):
            one.send()
            one.play(hands=hands)
            one.send()
        if other.appliance.snapshot().state.phase is Phase.MATCH_WON:
            confirmed(other)
        match = box.appliance.snapshot().state.match
    desk.act(here.number, ANE, lambda _: [Seated({1: 2, 2: 1})])
    box = here.box(stack, tmp_path / "box", 2)
    box.send()
    assert box.appliance.snapshot().state.match == match
    box.play(seed=5)
    confirmed(box)
    assert is_confirmed(here.partida)
    assert not desk.state(here.number).disputes
