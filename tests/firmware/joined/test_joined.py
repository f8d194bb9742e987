"""A box at a tournament's desk: what it sends, what it is told, and what comes of faults on the way."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
import sqlalchemy
from starlette.testclient import TestClient

from desk.acts import Role, Seated, Who
from desk.app import DeskApp
from desk.keeping.database import Database
from desk.keeping.people import Place
from desk.keeping.tables import MATCHES, RECEIVED
from desk.pages import views
from desk.service import Desk, clock, judging, results, setting_up, tables
from desk.service.results import is_confirmed
from engine.deal.clock import CLOCKS
from engine.tournament.acts import Reported
from engine.tournament.entries import TeamEntry
from firmware.devices.choose import Devices
from firmware.joined.at_table import AtTable
from firmware.joined.membership import Membership, keep, kept
from firmware.joined.sender import Sender
from firmware.joined.wire import RefusedError, UnreachableError, Wire
from firmware.keeping.journal import Journal
from firmware.screens.clock import Warned, face
from firmware.session.at_desk import Called
from firmware.session.buttons import Button
from firmware.session.choices.grid import PLACES
from firmware.session.choices.menu import CALL, MENU, menu
from firmware.session.choices.offered import offered
from firmware.session.event_text import from_text, to_text
from firmware.session.events import (
    CallTakenBack,
    ClockTold,
    CorrectionProposed,
    DeskJoined,
    EndsSwapped,
    Event,
    JudgeActed,
    JudgeCalled,
    MatchStarted,
    elsewhere,
)
from firmware.session.fold import Session, StateError
from firmware.session.state import Phase
from firmware.session.view import LIVE, View
from firmware.table.appliance import Appliance
from tests.desk.playing import ANE, JUDGE, drawn, reported
from tests.firmware.playing import EndlessCamera, RandomEyes, likely
from tests.firmware.screens.gallery import HANDS, Play
from tests.firmware.scripted import at_once
from tests.firmware.until import until
from words.text import Speech

SHORT: dict[str, Any] = {"options": {"mantxak": 1, "target": 10}}
SEAT = {
    "rules": "nabo",
    "book": None,
    "target": 40,
    "options": {},
    "mantxak": 2,
    "teams": [{"id": "T01", "name": "", "players": []}] * 2,
    "void": [],
    "rulings": [],
}
"""What a desk says of any partida."""
UNSENT = 2
"""Events of a box before it has joined: its first match, and that it is at the desk."""


class Line(Wire):
    """The way to a desk in the same process. `lose` so many answers that were given, `cut` so many requests; so many go
    `twice`."""

    def __init__(self, desk: Desk) -> None:
        super().__init__("http://desk")
        self._client = TestClient(DeskApp(desk).app, "http://127.0.0.1:8050", client=("127.0.0.1", 5000))
        self.lose = self.cut = self.twice = 0

    def post(self, path: str, body: dict[str, Any], key: str | None = None) -> dict[str, Any]:
        if self.cut:
            self.cut -= 1
            raise UnreachableError("cut")
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        answer = self._client.post(path, json=body, headers=headers)
        if self.twice:
            self.twice -= 1
            answer = self._client.post(path, json=body, headers=headers)
        if self.lose:
            self.lose -= 1
            raise UnreachableError("lost")
        if answer.status_code >= 400:
            raise RefusedError(answer.status_code, answer.json())
        told: dict[str, Any] = answer.json()
        return told


class Box:
    """A table with its sender, whose exchanges are made when the test says so."""

    def __init__(
        self,
        stack: ExitStack,
        folder: Path,
        desk: Desk,
        code: str | None = None,
        eyes: RandomEyes | None = None,
        camera: EndlessCamera | None = None,
    ) -> None:
        self.folder = folder
        self.journal = stack.enter_context(Journal(folder))
        self.now = 0.0
        options = at_once(clock=lambda: self.now)
        devices = Devices(camera or EndlessCamera(), eyes or RandomEyes())
        self.appliance = Appliance(self.journal, devices, options)
        stack.callback(self.appliance.close)
        self.line, member = Line(desk), kept(folder)
        self.box = AtTable(self.appliance, member)
        self.sender = Sender(self.line, self.box, member, {"code": code} if code else {"table": 1}, self.keep)

    def keep(self, member: Membership) -> None:
        keep(self.folder, member)

    def send(self) -> None:
        """All that there is, however often the way breaks."""
        for _ in range(50):
            try:
                if self.sender.exchange() and self.sender.exchange():
                    return
            except UnreachableError as error:
                self.sender._fail(error)
        raise AssertionError("it never came to an end")

    @property
    def phase(self) -> Phase:
        return self.appliance.snapshot().state.phase

    def play(self, hands: int = 10_000, seed: int = 1) -> None:
        """So many karta aldiak by chance, or until the match is won."""
        chance = random.Random(seed)
        noted = len(self.appliance.snapshot().state.noted)
        while self.phase is not Phase.MATCH_WON and len(self.appliance.snapshot().state.noted) < noted + hands:
            button = (
                Button.NEXT if self.phase is Phase.DOUBTS and chance.random() < 0.3 else likely(self.appliance, chance)
            )
            self.appliance.press(button)


def counted(desk: Desk) -> int:
    """How many events the desk has of all boxes."""
    count = sqlalchemy.select(sqlalchemy.func.count()).select_from(RECEIVED)
    return int(desk.database.read(lambda connection: connection.execute(count).scalar_one()))


def test_a_box_is_told_what_is_played_and_its_confirmed_result_counts_by_itself(
    stack: ExitStack, tmp_path: Path, desk: Desk
) -> None:
    tournament = drawn(desk, 4, **SHORT)
    box = Box(stack, tmp_path / "box", desk)
    box.send()
    state = box.appliance.snapshot().state
    assert (state.started.partida, state.book.name, state.book.target, state.started.games) == (1, "nabo", 10, 1)
    pairing = desk.state(tournament).tournament.partidak[1].pairing
    assert state.names.written()["NS"] == desk.state(tournament).entries[pairing.teams[0]].name
    box.play()
    box.send()
    partida = desk.state(tournament).tournament.partidak[1]
    assert isinstance(partida.now, Reported)
    assert partida.waits_for == set(pairing.teams)
    assert not box.appliance.press(Button.OK).done
    assert box.appliance.press(Button.ENVIDO_NS).done
    box.send()
    assert desk.state(tournament).tournament.partidak[1].waits_for == {pairing.teams[1]}
    assert box.appliance.press(Button.ENVIDO_EW).done
    box.send()
    state_there = desk.state(tournament)
    assert state_there.tournament.counts(state_there.tournament.partidak[1])
    assert state_there.reports[1][-1].who == "table 1"
    assert counted(desk) == len(box.journal) - UNSENT


def given(game: int, team: str) -> dict[str, Any]:
    """The judge's act that gives a mantxa."""
    return {"kind": "game-given", "game": game, "team": team}


@pytest.mark.parametrize(
    ("acts", "mantxak", "decisive"),
    [
        (
            [given(1, "NS"), given(2, "EW"), {"kind": "game-opened", "tantos": 30, "decisive": True}, given(3, "NS")],
            ((40, 0), (0, 40), (40, 30)),
            True,
        ),
        (
            [
                given(1, "NS"),
                {"kind": "adjusted", "game": 2, "team": "EW", "tantos": 7},
                {"kind": "match-given", "team": "NS"},
            ],
            ((40, 0), (40, 7), (40, 0)),
            False,
        ),
    ],
)
def test_a_partida_that_the_clock_or_the_judge_cut_short_counts_too(
    stack: ExitStack, tmp_path: Path, desk: Desk, acts: list[dict[str, Any]], mantxak: tuple[object], decisive: bool
) -> None:
    """Won by the one mantxa that decides a tie (federacion 36), or given to who has waited for 20 minutes (33)."""
    tournament = drawn(desk, 4, rules="federacion", options={"mantxak": 3})
    box = Box(stack, tmp_path / "box", desk)
    box.send()
    for act in acts:
        assert box.appliance.happen(JudgeActed({**act, "by": "clock", "reason": "time"})).done
    assert box.phase is Phase.MATCH_WON
    for button in (Button.ENVIDO_NS, Button.ENVIDO_EW):
        box.appliance.press(button)
    box.send()
    state = desk.state(tournament)
    partida = state.tournament.partidak[1]
    assert isinstance(partida.now, Reported)
    assert (partida.now.mantxak, partida.now.decisive) == (mantxak, decisive)
    assert (partida.winner, state.tournament.counts(partida)) == (partida.pairing.teams[0], True)


def test_a_result_is_the_pairings_teams_wherever_they_sit_by_then(stack: ExitStack, tmp_path: Path, desk: Desk) -> None:
    tournament = drawn(desk, 4, **SHORT)
    box = Box(stack, tmp_path / "box", desk)
    box.send()
    for event in (EndsSwapped(), JudgeActed({**given(1, "NS"), "by": "judge", "reason": "late"})):
        assert box.appliance.happen(event).done
    box.appliance.press(Button.ENVIDO_NS)
    box.send()
    partida = desk.state(tournament).tournament.partidak[1]
    first, second = partida.pairing.teams
    assert (partida.mantxak, partida.winner, partida.waits_for) == (((0, 10),), second, {first})


def test_a_match_that_was_given_to_another_than_its_mantxak_say_counts_for_nobody(
    stack: ExitStack, tmp_path: Path, desk: Desk
) -> None:
    tournament = drawn(desk, 4, **SHORT)
    box = Box(stack, tmp_path / "box", desk)
    box.send()
    for act in (given(1, "NS"), {"kind": "match-given", "team": "EW"}):
        assert box.appliance.happen(JudgeActed({**act, "by": "judge", "reason": "conduct"})).done
    box.send()
    assert desk.state(tournament).tournament.partidak[1].winner is None


def test_a_result_is_taken_back_once_the_match_is_not_over_any_more_and_told_anew_later(
    stack: ExitStack, tmp_path: Path, desk: Desk
) -> None:
    tournament = drawn(desk, 4, **SHORT)
    box = Box(stack, tmp_path / "box", desk)
    box.send()
    box.play()
    box.appliance.press(Button.ENVIDO_NS)
    box.send()
    before = desk.state(tournament).tournament.partidak[1]
    assert len(before.waits_for) == 1
    last = len(box.appliance.snapshot().state.match.entries)
    assert box.appliance.happen(JudgeActed({"kind": "voided", "of": last, "by": "judge", "reason": "seen"})).done
    box.line.cut = box.line.lose = 1
    box.send()
    state = desk.state(tournament)
    partida = state.tournament.partidak[1]
    assert (partida.mantxak, partida.winner, partida.waits_for) == ((), None, set())
    assert not any(mantxak for (number, _), mantxak in state.told.items() if number == 1)
    assert views.meeting(state, partida, Speech("en")).told == "in play again: its result was taken back"
    box.send()
    assert desk.state(tournament).number == state.number
    box.play(seed=7)
    for button in (Button.ENVIDO_NS, Button.ENVIDO_EW):
        box.appliance.press(button)
    box.send()
    state = desk.state(tournament)
    assert (is_confirmed(state.tournament.partidak[1]), state.disputes) == (True, {})
    assert next(one.act.mantxak for one in state.reports[1] if isinstance(one.act, Reported)) == before.mantxak


def test_a_confirmed_result_of_a_match_that_is_not_over_any_more_is_the_judges(
    stack: ExitStack, tmp_path: Path, desk: Desk
) -> None:
    tournament = drawn(desk, 4, **SHORT)
    box = Box(stack, tmp_path / "box", desk)
    box.send()
    box.play()
    for button in (Button.ENVIDO_NS, Button.ENVIDO_EW):
        box.appliance.press(button)
    box.send()
    last = len(box.appliance.snapshot().state.match.entries)
    assert box.appliance.happen(JudgeActed({"kind": "voided", "of": last, "by": "judge", "reason": "seen"})).done
    box.send()
    state = desk.state(tournament)
    assert (is_confirmed(state.tournament.partidak[1]), list(state.disputes)) == (True, [1])


def proposed(box: Box) -> None:
    """Somebody proposes other calls in the last hand."""
    last = len(box.appliance.snapshot().state.match.entries)
    calls = {"change": "calls", "round": "handia", "calls": ["NS envido 3", "EW iduki"]}
    assert box.appliance.happen(CorrectionProposed(last, (calls,))).done
    assert box.phase is Phase.CORRECTION


@pytest.mark.parametrize("buttons", [(Button.ENVIDO_NS,), (Button.ENVIDO_NS, Button.ENVIDO_EW)])
def test_a_correction_that_is_only_proposed_takes_no_result_back(
    stack: ExitStack, tmp_path: Path, desk: Desk, buttons: tuple[Button, ...]
) -> None:
    tournament = drawn(desk, 4, **SHORT)
    box = Box(stack, tmp_path / "box", desk)
    box.send()
    box.play()
    for button in buttons:
        box.appliance.press(button)
    box.send()
    before = desk.state(tournament)
    proposed(box)
    told_now = box.box.told()
    assert told_now is not None
    assert told_now["over"]
    box.send()
    box.appliance.press(Button.BACK)
    box.send()
    assert desk.state(tournament).number == before.number


def test_a_correction_that_is_only_proposed_leaves_what_a_phone_has_confirmed(
    stack: ExitStack, tmp_path: Path, desk: Desk
) -> None:
    tournament = drawn(desk, 4, **SHORT)
    box = Box(stack, tmp_path / "box", desk)
    box.send()
    box.play()
    box.send()
    partida = desk.state(tournament).tournament.partidak[1]
    team = partida.pairing.teams[0]
    results.confirm(desk, tournament, Who("phone", Role.PAIR, team), 1, partida.mantxak)
    told = desk.state(tournament).told
    proposed(box)
    box.send()
    assert desk.state(tournament).tournament.partidak[1].waits_for == {partida.pairing.teams[1]}
    assert desk.state(tournament).told == told


def test_a_box_that_has_joined_again_takes_its_result_back_too(stack: ExitStack, tmp_path: Path, desk: Desk) -> None:
    tournament = drawn(desk, 4, **SHORT)
    box = Box(stack, tmp_path / "box", desk)
    box.send()
    box.play()
    box.send()
    member = box.sender._membership
    assert member is not None
    box.sender._join_again(member)
    box.send()
    while box.phase is Phase.MATCH_WON:
        assert box.appliance.press(Button.BACK).done
    box.send()
    state = desk.state(tournament)
    assert (state.tournament.partidak[1].mantxak, state.disputes) == ((), {})


class PowerCutError(Exception):
    pass


def cut(*_: object) -> None:
    raise PowerCutError


@pytest.mark.parametrize("power", ["on", "cut once it has joined", "cut before it knows that it has"])
def test_a_box_takes_back_a_result_that_it_took_over_however_late_it_is_heard(
    stack: ExitStack, tmp_path: Path, desk: Desk, power: str
) -> None:
    tournament = drawn(desk, 4, **SHORT)
    first = Box(stack, tmp_path / "first", desk)
    first.send()
    first.play()
    first.send()
    with ExitStack() as evening:
        box = Box(evening, tmp_path / "second", desk)
        if power == "cut before it knows that it has":
            box.sender._keep = cut
            with pytest.raises(PowerCutError):
                box.sender._join()
        else:
            box.sender._join()  # and the network is gone
        if power == "on":
            stack.push(evening.pop_all())
    if power != "on":
        box = Box(stack, tmp_path / "second", desk)
    assert box.phase is Phase.MATCH_WON
    while box.phase is Phase.MATCH_WON:
        assert box.appliance.press(Button.BACK).done
    box.line.cut = box.line.lose = 2
    box.send()
    state = desk.state(tournament)
    assert (state.tournament.partidak[1].mantxak, state.disputes) == ((), {})


@pytest.mark.parametrize("again", ["another box", "the same box"])
def test_a_result_that_was_taken_back_does_not_come_back_from_whoever_has_only_taken_it_over(
    stack: ExitStack, tmp_path: Path, desk: Desk, again: str
) -> None:
    tournament = drawn(desk, 4, **SHORT)
    first, second, third = (Box(stack, tmp_path / name, desk) for name in ("first", "second", "third"))
    first.send()
    first.play()
    first.send()
    for box in second, third:
        box.sender._join()  # and the network is gone
    while third.phase is Phase.MATCH_WON:
        assert third.appliance.press(Button.BACK).done
    third.send()
    before = desk.state(tournament)
    assert before.tournament.partidak[1].mantxak == ()
    if again == "another box":
        second.send()
        assert second.appliance.happen(JudgeCalled()).done  # it has something to send itself
        second.send()
    else:
        assert third.sender._membership is not None
        third.sender._join_again(third.sender._membership)
        third.send()
    assert [one.act for one in desk.said(tournament)[before.number :] if isinstance(one.act, Reported)] == []


def test_a_result_that_its_box_took_back_does_not_come_back_from_whoever_has_only_taken_it_over(
    stack: ExitStack, tmp_path: Path, desk: Desk
) -> None:
    tournament = drawn(desk, 4, **SHORT)
    first, second = (Box(stack, tmp_path / name, desk) for name in ("first", "second"))
    first.send()
    first.play()
    first.send()
    second.sender._join()  # and the network is gone
    while first.phase is Phase.MATCH_WON:
        assert first.appliance.press(Button.BACK).done
    first.send()
    before = desk.state(tournament)
    assert before.tournament.partidak[1].mantxak == ()
    second.send()
    assert [one.act for one in desk.said(tournament)[before.number :] if isinstance(one.act, Reported)] == []


def test_a_box_that_could_take_over_a_part_alone_takes_no_result_back(
    stack: ExitStack, tmp_path: Path, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = drawn(desk, 4, **SHORT)
    first = Box(stack, tmp_path / "first", desk)
    first.send()
    first.play()
    first.send()
    told = desk.state(tournament).tournament.partidak[1].mantxak
    second = Box(stack, tmp_path / "second", desk)
    whole = second.box.joined
    monkeypatch.setattr(
        second.box, "joined", lambda at, events, **known: whole(at, events[: len(events) // 2], **known)
    )
    second.send()
    assert second.phase is not Phase.MATCH_WON
    second.appliance.press(Button.BACK)
    second.send()
    assert desk.state(tournament).tournament.partidak[1].mantxak == told != ()


def test_a_result_that_could_not_count_does_by_itself_once_it_can(stack: ExitStack, tmp_path: Path, desk: Desk) -> None:
    tournament = drawn(desk, 4, **SHORT)
    box = Box(stack, tmp_path / "box", desk)
    box.send()
    box.play()
    desk.act(tournament, ANE, lambda _: [Seated({1: 9})])
    box.appliance.press(Button.ENVIDO_NS)
    box.appliance.press(Button.ENVIDO_EW)
    box.send()
    desk.act(tournament, ANE, lambda _: [Seated({1: 1})])
    assert not is_confirmed(desk.state(tournament).tournament.partidak[1])
    box.send()
    assert is_confirmed(desk.state(tournament).tournament.partidak[1])


def test_rules_and_matches_are_the_desks(stack: ExitStack, tmp_path: Path, desk: Desk) -> None:
    drawn(desk, 4, **SHORT)
    box = Box(stack, tmp_path / "box", desk)
    box.send()
    answer = box.appliance.happen(MatchStarted("france", "N", "", None))
    assert not answer.done
    assert "nabo 3" in str(answer.sentence)
    assert not box.appliance.happen(MatchStarted("france", "N", "", None), judge=False).done
    assert "nabo 3" in str(box.appliance.press(Button.BACK).sentence)  # which would take the match back
    assert box.appliance.snapshot().state.started.partida == 1


def test_answers_lost_after_the_commit_and_requests_cut_before_it_count_once(
    stack: ExitStack, tmp_path: Path, desk: Desk
) -> None:
    tournament = drawn(desk, 4, **SHORT)
    box = Box(stack, tmp_path / "box", desk)
    box.send()
    for number in range(4):
        box.play(hands=1, seed=number)
        box.line.lose, box.line.cut = 1, number % 2
        box.send()
    assert counted(desk) == len(box.journal) - UNSENT
    assert [one.number for one in desk.said(tournament)] == list(range(1, desk.state(tournament).number + 1))


def test_a_desk_that_comes_back_from_a_backup_gets_what_it_lacks(stack: ExitStack, tmp_path: Path, desk: Desk) -> None:
    drawn(desk, 4, **SHORT)
    box = Box(stack, tmp_path / "box", desk)
    box.send()
    box.play(hands=2)
    box.send()
    before = counted(desk)
    lost = (RECEIVED.delete().where(RECEIVED.c.number > before - 7), MATCHES.delete())
    for statement in lost:
        desk.database.run(lambda connection, statement=statement: connection.execute(statement))  # type: ignore[misc]
    box.send()
    assert counted(desk) == before
    told = sqlalchemy.select(sqlalchemy.func.count()).select_from(MATCHES)
    assert desk.database.read(lambda connection: connection.execute(told).scalar_one()) == 1


def test_a_box_that_was_off_goes_on_where_it_was(tmp_path: Path, desk: Desk) -> None:
    drawn(desk, 4, **SHORT)
    for number in range(3):
        with ExitStack() as evening:
            box = Box(evening, tmp_path / "box", desk)
            if number != 1:  # a power cut before anything was sent
                box.send()
            box.play(hands=1, seed=number)
    with ExitStack() as evening:
        box = Box(evening, tmp_path / "box", desk)
        box.send()
        assert counted(desk) == len(box.journal) - UNSENT


def test_another_box_goes_on_where_the_first_one_was_and_late_hands_that_differ_are_the_judges(
    stack: ExitStack, tmp_path: Path, desk: Desk
) -> None:
    tournament = drawn(desk, 4, options={"mantxak": 1, "target": 40})
    first = Box(stack, tmp_path / "first", desk)
    first.send()
    first.play(hands=2)
    first.send()
    second = Box(stack, tmp_path / "second", desk)
    second.send()
    mine, its = second.appliance.snapshot().state, first.appliance.snapshot().state
    assert (mine.match, mine.score, mine.phase) == (its.match, its.score, its.phase)
    first.send()
    assert desk.state(tournament).disputes == {}
    second.play(hands=1, seed=5)
    second.send()
    first.send()
    assert desk.state(tournament).disputes == {}
    first.play(hands=1, seed=6)
    first.send()
    state = desk.state(tournament)
    assert list(state.disputes) == [1]
    judging.change(desk, tournament, JUDGE, 1, [(40, 8)], "the table says so")
    assert desk.state(tournament).disputes == {}


def test_what_of_a_history_cannot_be_read_keeps_a_box_from_nothing_before_it(
    stack: ExitStack, tmp_path: Path, desk: Desk
) -> None:
    drawn(desk, 4, **SHORT)
    first, second = (Box(stack, tmp_path / name, desk) for name in ("first", "second"))
    first.send()
    first.play(hands=1)
    nobodys = '{"v":2,"event":"names-given","names":5}'
    second.box.joined(1, [*first.journal.events(), "garbage", nobodys])
    assert second.appliance.snapshot().state.match == first.appliance.snapshot().state.match


def test_a_box_whose_card_was_put_back_joins_anew_and_nothing_is_mixed(
    stack: ExitStack, tmp_path: Path, desk: Desk
) -> None:
    drawn(desk, 4, **SHORT)
    with ExitStack() as evening:
        box = Box(evening, tmp_path / "box", desk)
        box.send()
        box.play(hands=2)
        box.send()
        journal = kept(tmp_path / "box")
    events = desk.database.read(lambda c: c.execute(sqlalchemy.select(RECEIVED.c.event)).scalars().all())
    older = tmp_path / "older"
    with Journal(older) as put_back, Journal(tmp_path / "box") as whole:
        for text in list(whole.events())[:8]:
            put_back.append(text)
    keep(older, journal)
    box = Box(stack, older, desk)
    box.play(hands=1, seed=9)
    box.send()
    again = kept(older)
    assert again.journal != journal.journal
    assert counted(desk) == len(events) + len(box.journal) - UNSENT


def test_a_table_gets_the_next_round_once_it_is_drawn(stack: ExitStack, tmp_path: Path, desk: Desk) -> None:
    tournament = drawn(desk, 2, **SHORT)
    box = Box(stack, tmp_path / "box", desk)
    for round in (1, 2):
        box.send()
        assert box.appliance.snapshot().state.started.partida == round
        box.play(seed=round)
        while box.appliance.snapshot().state.started.partida != round:  # somebody took the beginning back
            box.send()
            box.play(seed=round + 2)
        box.appliance.press(Button.ENVIDO_NS)
        box.appliance.press(Button.ENVIDO_EW)
        box.send()
        assert desk.state(tournament).tournament.partidak[round].waits_for == frozenset()
        setting_up.draw(desk, tournament, ANE, f"round {round + 1}")


def finished(box: Box) -> None:
    """The partida is won at once, both teams confirm it, and the desk has heard it."""
    assert box.appliance.happen(JudgeActed({**given(1, "NS"), "by": "judge", "reason": "late"})).done
    for button in (Button.ENVIDO_NS, Button.ENVIDO_EW):
        assert box.appliance.press(button).done
    box.send()


def test_what_a_box_has_played_at_another_desk_is_told_of_no_partida_of_that_number(
    stack: ExitStack, tmp_path: Path, desk: Desk
) -> None:
    drawn(desk, 2, **SHORT)
    with ExitStack() as evening:
        box = Box(evening, tmp_path / "box", desk)
        box.send()
        finished(box)
    (tmp_path / "box" / "desk.json").unlink()
    database = Database.in_folder(tmp_path / "next")
    stack.callback(database.close)
    other = Desk(database)
    tournament = drawn(other, 2, **SHORT)
    reported(other, tournament, 1, [(3, 10)])
    setting_up.draw(other, tournament, ANE, "second")
    box = Box(stack, tmp_path / "box", other)
    box.send()
    assert box.appliance.snapshot().state.started.partida == 2
    assert other.state(tournament).disputes == {}


def test_after_a_withdrawal_no_earlier_partida_begins_and_its_hands_stay(
    stack: ExitStack, tmp_path: Path, desk: Desk
) -> None:
    tournament = drawn(desk, 4, **SHORT)
    box = Box(stack, tmp_path / "box", desk)
    box.send()
    finished(box)
    judging.change(desk, tournament, JUDGE, 2, [(10, 0)], "on paper")
    partidak = setting_up.draw(desk, tournament, ANE, "second").tournament.partidak
    box.send()
    assert box.appliance.snapshot().state.started.partida == 3
    [leaves] = set(partidak[3].pairing.teams) - set(partidak[1].pairing.teams)
    judging.take_out(desk, tournament, JUDGE, str(leaves), "withdrawn", "went home")
    box.send()
    told = "Partida 3 is void: what is played in it counts for nothing."
    assert (box.appliance.snapshot().state.started.partida, box.appliance.presenter.view.notice) == (3, told)
    finished(box)
    assert (box.appliance.snapshot().state.started.partida, box.phase) == (3, Phase.MATCH_WON)
    another = Box(stack, tmp_path / "another", desk)
    another.box.seated({**SEAT, "partida": 1, "confirmed": True})
    assert another.appliance.snapshot().state.started.partida is None


def test_a_table_whose_partida_is_void_goes_on_with_its_next_one(stack: ExitStack, tmp_path: Path, desk: Desk) -> None:
    tournament = drawn(desk, 4, stages=[{"system": "groups", "groups": 1}], **SHORT)
    box = Box(stack, tmp_path / "box", desk)
    box.send()
    box.appliance.press(Button.ENVIDO_NS)
    judging.void(desk, tournament, JUDGE, 1, "marked cards")
    box.send()
    assert box.appliance.snapshot().state.started.partida == 3
    assert box.appliance.presenter.view.notice == "Partida 1 is void: what is played in it counts for nothing."


def test_that_a_partida_is_void_is_told_behind_what_the_next_one_has_to_say(
    stack: ExitStack, tmp_path: Path, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = drawn(desk, 4, stages=[{"system": "groups", "groups": 1}], **SHORT)
    box = Box(stack, tmp_path / "box", desk)
    box.send()
    box.appliance.press(Button.ENVIDO_NS)
    judging.void(desk, tournament, JUDGE, 1, "marked cards")
    monkeypatch.setattr(type(box.appliance._camera), "after", lambda *_: None)
    box.send()
    said = box.appliance.presenter.view.notice
    assert (box.appliance.snapshot().state.started.partida, said) == (3, box.appliance._camera.none_left())
    box.appliance.presenter.look(LIVE)
    box.send()
    assert box.appliance.presenter.view.notice == "Partida 1 is void: what is played in it counts for nothing."
    box.appliance.presenter.look(LIVE)
    box.send()
    assert box.appliance.presenter.view == LIVE, "once"


def test_a_long_or_strange_name_takes_nobodys_away_and_leaves_none_of_those_before(
    stack: ExitStack, tmp_path: Path, desk: Desk
) -> None:
    tournament = drawn(desk, 2, **SHORT)
    box = Box(stack, tmp_path / "box", desk)
    box.send()
    finished(box)
    long, strange = "María Ángeles Fernández García", ("Ольга", "Jon")
    setting_up.rewrite(desk, tournament, ANE, TeamEntry("T01", "L’Œuvre “Ttipi”", players=(long, "Ane")), "spelling")
    setting_up.rewrite(desk, tournament, ANE, TeamEntry("T02", "Ольга", players=strange), "spelling")
    setting_up.draw(desk, tournament, ANE, "second")
    box.send()
    state = box.appliance.snapshot().state
    assert (state.started.partida, state.started.names) == (2, state.names.written())
    assert sorted(state.started.names.values()) == ["Ane", "Jon", "L’Œuvre Ttipi", "María Ángeles Fernández", "T02"]


def test_a_table_calls_the_judge_and_hears_of_it(stack: ExitStack, tmp_path: Path, desk: Desk) -> None:
    tournament = drawn(desk, 4, **SHORT)
    box = Box(stack, tmp_path / "box", desk)
    state = box.appliance.table
    call_the_judge(box, fails=True)  # it is at no desk yet
    box.send()
    call_the_judge(box)
    assert state.state.desk.call is Called.SENT
    assert not box.appliance.happen(JudgeCalled()).done
    box.line.lose = 1  # the answer, once the desk has taken it
    box.send()
    call = desk.state(tournament).calls[1]
    assert (len(desk.state(tournament).calls), call.table, call.waits) == (1, 1, True)
    assert state.state.desk.call is Called.HEARD
    assert "the desk has heard it" in str(box.appliance.snapshot().view.notice)
    box.play(hands=1)
    box.appliance.press(Button.BACK)  # which takes back what was played, and no call
    assert state.state.desk.call is Called.HEARD
    judging.answer_call(desk, tournament, JUDGE, 1)
    box.send()
    assert state.state.desk.call is Called.ANSWERED
    call_the_judge(box)
    box.send()
    assert [one.waits for one in desk.state(tournament).calls.values()] == [False, True]
    assert box.appliance.happen(CallTakenBack()).done
    box.send()
    assert desk.state(tournament).calls[2].taken_back
    assert state.state.desk.call is None


def test_the_rounds_clock_is_the_desks_and_runs_on_without_it(stack: ExitStack, tmp_path: Path, desk: Desk) -> None:
    tournament = drawn(desk, 4, rules="federacion", options={})
    box = Box(stack, tmp_path / "box", desk)
    table = box.appliance
    box.send()
    assert (table.clock.elapsed, table.table.state.clock) == (None, CLOCKS["federacion"])
    clock.start(desk, tournament, JUDGE, 1, find=120)
    box.send()
    assert table.clock.elapsed == pytest.approx(-120, abs=5)
    assert face(table.table.state).begins == pytest.approx(120, abs=5)
    box.line.cut = 10_000  # the network goes, and the round begins
    box.now += 150
    table.beat()
    assert table.clock.elapsed == pytest.approx(30, abs=5)
    assert table.snapshot().view.clock
    box.now += 72 * 60
    table.beat()
    assert face(table.table.state).warned is Warned.LAST_MINUTES
    assert face(table.table.state).due == 6
    box.line.cut = 0
    box.send()  # by the desk's clock the round has not begun yet
    assert table.clock.elapsed == pytest.approx(-120, abs=5)
    clock.stop(desk, tournament, JUDGE, 1, "somebody fell ill")
    clock.add(desk, tournament, JUDGE, 1, 600, "it took ten minutes")
    box.send()
    stands = table.clock.elapsed
    assert table.table.state.desk.stopped
    assert table.table.state.clock.match == 90 * 60
    box.now += 500
    table.beat()
    assert table.clock.elapsed == stands
    before = len(box.journal)
    box.send()
    assert len(box.journal) == before  # nothing new was told
    table.press(Button.LAST, held=True)
    shown = menu(table.table.state, (MENU, "clock"))
    assert [cell and cell.label for cell in shown.cells][:1] == ["mus"]


def test_what_is_taken_back_leaves_the_rounds_clock_alone_and_a_mantxa_that_ended_later_is_no_fault() -> None:
    table = Play("federacion").happen(DeskJoined(1)).happen(ClockTold(4000, 4800, running=True))
    table.press("envido-ns").happen(ClockTold(100, 4800, running=False)).press("back")
    assert (table.state.elapsed, table.state.desk.stopped, table.state.aldia.calls) == (100, True, {})
    table.happen(ClockTold(4700, 4800, running=True))
    table.press("hordago", "hordago", "iduki").read(HANDS).press("ok")
    table.happen(ClockTold(4300, 4800, running=True))
    table.press("hordago", "hordago", "iduki").read(HANDS).press("ok")
    assert table.state.game == 3
    with pytest.raises(StateError, match="clock"):
        Play("nabo").happen(ClockTold(1, 4800, running=True))


def test_the_judges_rulings_come_to_the_table_that_they_are_about(stack: ExitStack, tmp_path: Path, desk: Desk) -> None:
    tournament = drawn(desk, 4, **SHORT)
    box = Box(stack, tmp_path / "box", desk)
    box.send()
    here, elsewhere = box.appliance.table.state.started.partida, 2
    assert here == 1
    judging.rule(desk, tournament, JUDGE, "the card stays", here, "federacion 70")
    judging.rule(desk, tournament, JUDGE, "of another table", elsewhere)
    box.appliance.press(Button.LAST, held=True)  # somebody reads something else
    box.send()
    assert box.appliance.presenter.view.notice is None
    box.appliance.presenter.look(LIVE)
    box.send()
    assert box.appliance.presenter.view.notice == "The judge has ruled: the card stays (federacion 70)"
    box.appliance.presenter.look(LIVE)
    box.send()
    assert box.appliance.presenter.view.notice is None, "it is told once"
    for what in ("one tanto back", "go on"):
        judging.rule(desk, tournament, JUDGE, what, here)
    box.send()
    told = str(box.appliance.presenter.view.notice)
    assert told.index("one tanto back") < told.index("go on")
    assert "the card stays" not in told


def test_a_call_is_not_forgotten_by_a_box_that_was_off(tmp_path: Path, desk: Desk) -> None:
    tournament = drawn(desk, 4, **SHORT)
    with ExitStack() as evening:
        box = Box(evening, tmp_path / "box", desk)
        box.send()
        call_the_judge(box)
    with ExitStack() as evening:
        box = Box(evening, tmp_path / "box", desk)
        assert box.appliance.table.state.desk.call is Called.SENT
        box.send()
        assert desk.state(tournament).calls[1].waits
        judging.answer_call(desk, tournament, JUDGE, 1)
        box.send()
        box.appliance.happen(MatchStarted("nabo", "N", "", None, partida=99))
    with ExitStack() as evening:
        box = Box(evening, tmp_path / "box", desk)
        assert (box.appliance.table.state.desk.table, box.appliance.table.state.desk.calls) == (1, 1)


def call_the_judge(box: Box, fails: bool = False) -> None:
    """From the table's menu, where there is such a choice."""
    box.appliance.press(Button.BACK)  # puts a sentence away
    box.appliance.press(Button.LAST, held=True)
    shown = offered(box.appliance.table.state, box.appliance.presenter.view)
    place = next((n for n, cell in enumerate(shown.cells) if cell and cell.label == CALL), None)
    assert (place is None) is fails
    if place is not None:
        assert box.appliance.press(PLACES[place]).done
        assert box.appliance.press(Button.OK).done


def test_a_box_whose_key_was_taken_back_says_so_once_and_goes_on_by_a_new_code(
    stack: ExitStack, tmp_path: Path, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = drawn(desk, 4, **SHORT)
    place = Place(tournament, Role.TABLE, table=1)
    [first] = desk.issue([place])
    with ExitStack() as evening:
        box = Box(evening, tmp_path / "box", desk, first.code)
        box.send()
        box.play(hands=1)
        box.send()
        [second] = desk.issue([place])
        box.play(hands=1, seed=2)
        box.appliance.presenter.look(View(clock=True))
        monkeypatch.setattr(box.box, "shut_out", tells := Mock(wraps=box.box.shut_out))
        box.sender.start()
        until(lambda: tells.called)
        box.sender.soon()
        until(lambda: tells.call_count > 1)  # the first one has come to its end
        assert box.appliance.snapshot().view.notice is None  # somebody looks at something else
        box.appliance.presenter.look(LIVE)
        box.sender.soon()
        until(lambda: box.appliance.snapshot().view.notice)
        assert "new code" in str(box.appliance.snapshot().view.notice)
        until(lambda: box.sender._knows)
        tells.reset_mock()
        box.sender._send()
        tells.assert_not_called()
    told = counted(desk)
    again = Box(stack, tmp_path / "box", desk, second.code)
    again.send()
    assert counted(desk) == len(again.journal) - UNSENT > told


def test_a_box_that_cannot_play_what_it_is_told_sends_what_it_has_all_the_same(
    stack: ExitStack, tmp_path: Path, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn(desk, 4, **SHORT)
    box = Box(stack, tmp_path / "box", desk)
    box.send()
    box.play(hands=1)

    def refuse(_: object) -> None:
        raise UnicodeEncodeError("utf-8", "\ud800", 0, 1, "surrogates not allowed")

    monkeypatch.setattr(box.box, "seated", refuse)
    box.send()
    assert counted(desk) == len(box.journal) - UNSENT


def stood(desk: Desk) -> list[str]:
    """What the next box gets at table 1."""
    _, key = desk.admit(Place(1, Role.TABLE, table=1))
    guest = desk.guest(key)
    assert guest is not None
    return tables.join(desk, guest)[1]


def test_a_third_box_gets_all_that_the_desk_has_though_the_second_one_died_half_way(
    stack: ExitStack, tmp_path: Path, desk: Desk
) -> None:
    drawn(desk, 4, **SHORT)
    first = Box(stack, tmp_path / "first", desk)
    first.send()
    first.play(hands=2)
    first.send()
    with ExitStack() as evening:
        second = Box(evening, tmp_path / "second", desk)
        for _ in range(2):  # it joins, and dies with the first things that it sends
            second.sender.exchange()
    third = Box(stack, tmp_path / "third", desk)
    third.send()
    its = first.appliance.snapshot().state
    mine = third.appliance.snapshot().state
    assert (mine.match, mine.score, mine.phase) == (its.match, its.score, its.phase)
    first.play(hands=1, seed=3)  # what it had not sent comes late, and nobody has played otherwise meanwhile
    first.send()
    assert stood(desk) == list(first.journal.events())[UNSENT:]
    third.play(hands=1, seed=4)
    third.send()
    assert stood(desk)[-1] == list(third.journal.events())[-1]


class OtherCamera(EndlessCamera):
    """As it has another name, a picture that the other one has named is none of its own."""

    id = "other"


@pytest.mark.parametrize("back", [1, 2, 5, 9])
@pytest.mark.parametrize("power", ["on", "cut once it has joined", "cut before it knows that it has"])
@pytest.mark.parametrize("camera", [EndlessCamera, OtherCamera])
def test_a_third_box_goes_on_from_what_the_second_one_took_back_of_all_that_it_had_taken_over(
    stack: ExitStack, tmp_path: Path, desk: Desk, back: int, power: str, camera: type[EndlessCamera]
) -> None:
    drawn(desk, 4, options={"mantxak": 1, "target": 40})
    first = Box(stack, tmp_path / "first", desk)
    first.send()
    first.play(hands=2)
    first.send()
    with ExitStack() as evening:
        second = Box(evening, tmp_path / "second", desk, camera=camera())
        if power == "cut before it knows that it has":
            second.sender._keep = cut
            with pytest.raises(PowerCutError):
                second.sender.exchange()
        else:
            second.send()
        if power == "on":
            stack.push(evening.pop_all())
    if power != "on":
        second = Box(stack, tmp_path / "second", desk, camera=camera())
        second.send()
    entries = second.appliance.snapshot().state.match
    for _ in range(back):
        assert second.appliance.press(Button.BACK).done
    assert second.appliance.snapshot().state.match != entries, "each press takes something back that is seen"
    second.send()
    second.play(hands=1, seed=3)
    second.send()
    third = Box(stack, tmp_path / "third", desk)
    third.send()
    its, mine = second.appliance.table.session, third.appliance.table.session
    assert _played(mine) == _played(its)


def _played(session: Session) -> list[object]:
    """What was played, and what Back comes to, as any table has it: in the match in hand."""
    states = [one for one in (*session.past, session.now) if one.started == session.now.started]
    return [(one.match, one.karta_aldia, one.phase, one.struck, one.score) for one in states]


@pytest.mark.parametrize("kept_of_it", [0, 3, 10_000])
def test_a_power_cut_while_a_box_takes_over_leaves_every_event_once_in_its_journal(
    stack: ExitStack, tmp_path: Path, desk: Desk, monkeypatch: pytest.MonkeyPatch, kept_of_it: int
) -> None:
    drawn(desk, 4, **SHORT)
    first = Box(stack, tmp_path / "first", desk)
    first.send()
    first.play(hands=2)
    first.send()

    with ExitStack() as evening:
        second = Box(evening, tmp_path / "second", desk)
        left, whole = [kept_of_it], second.appliance.table.keep

        def keep(event: Event) -> None:
            left[0] -= 1
            if left[0] < 0:
                cut()
            whole(event)

        monkeypatch.setattr(second.appliance.table, "keep", keep)
        second.sender._keep = cut
        with pytest.raises(PowerCutError):
            second.sender.exchange()
    again = Box(stack, tmp_path / "second", desk)
    again.send()
    of_match = alike(first.journal.events())[UNSENT:]
    mine = list(again.journal.events())
    assert [mine.count(event) for event in of_match] == [of_match.count(event) for event in of_match]
    assert again.appliance.snapshot().state.match == first.appliance.snapshot().state.match
    again.play(hands=1, seed=2)
    again.send()
    went_on = list(again.journal.events())[len(mine) :]
    assert alike(stood(desk)) == [event for event in mine[UNSENT:] if event in of_match] + alike(went_on)


def alike(events: Iterable[str]) -> list[str]:
    """As every table has them."""
    return [to_text(elsewhere(from_text(event))) for event in events]


def test_what_a_slow_desk_answers_once_the_box_has_left_it_is_not_taken(
    stack: ExitStack, tmp_path: Path, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn(desk, 4, **SHORT)
    box = Box(stack, tmp_path / "box", desk)
    asked, answers, post = threading.Event(), threading.Event(), box.line.post

    def slow(path: str, body: dict[str, Any], key: str | None = None) -> dict[str, Any]:
        asked.set()
        assert answers.wait(20)
        return post(path, body, key)

    monkeypatch.setattr(box.line, "post", slow)
    box.sender.start()
    assert asked.wait(20)
    box.sender.close(0.0)
    answers.set()
    box.sender._thread.join(20)
    assert box.appliance.table.state.desk.table is None
    assert kept(box.folder) is None
