"""The appliance as a desk knows it: which of its events, what is told of the partida in play, what it is told."""

from __future__ import annotations

import logging
from base64 import b64decode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

from engine.equipos.jugada import jugadak
from engine.equipos.packs import packs
from engine.seats import Seat, Team
from engine.sentences import NEXT, Sentence
from engine.sheets import json_lines
from engine.sheets.sheet import Sheet
from engine.tournament import played
from firmware.decks.kept import keep_file, kept_file
from firmware.joined.membership import Membership, forget
from firmware.joined.wire import UnreachableError
from firmware.session.at_desk import TOLD, Called
from firmware.session.events import (
    CallTold,
    ClockTold,
    DeskJoined,
    MatchStarted,
)
from firmware.session.jugadak import written
from firmware.session.state import Phase, State
from firmware.table.appliance import Appliance
from words.names import as_names

_LOG = logging.getLogger("hamarreko")
_DEALT: Final = "desk"
"""What the deals of a desk are called in a match's records, where others name their file."""
_APART: Final = 2.0
"""Seconds by which the box's clock may be apart from the desk's."""
_TAKEN_BACK: Final = Sentence("The call to the judge was taken back.")
SHUT_OUT: Final = Sentence("The desk lets this box in no longer: it needs a new code.")


class AtTable:
    """An appliance whose journal is a desk's outbox: what of it concerns the desk, asked on the sender's thread."""

    def __init__(self, appliance: Appliance, membership: Membership | None) -> None:
        self._appliance = appliance
        self._since, self._base = (membership.since, membership.base) if membership else (0, 0)
        self._foreign: range | None = None
        """At which of its events the box was elsewhere, once it is told so: those of the table itself come behind."""
        self.number = membership.table if membership else None
        """The table's at the desk."""
        self._rulings = (0, 0)
        """On which partida, and how many of them the display has told."""
        self._void: tuple[int | None, bool] = (None, True)
        """Which partida that was begun here is void, and whether the display has told it."""

    def watcher(self, wake: Callable[[], object]) -> Callable[[], None]:
        """What looks on at the table, and wakes the sender when the desk should hear at once: a hand is marked, or a
        result confirmed. The rest goes with what comes next."""
        seen: list[object] = [None]

        def look() -> None:
            state = self._appliance.table.state
            now = state.started.partida, len(state.noted), state.phase is Phase.MATCH_WON, state.confirmed, state.desk
            if now != seen[0]:
                seen[0] = now
                wake()

        return look

    def events(self, after: int, most: int) -> Sequence[str]:
        """At most so many events of the journal behind that number, counted since it joined."""
        first = self._base + after
        return [kept.body for kept in self._appliance.table.kept(first, first + most)]

    def told(self) -> Mapping[str, Any] | None:
        """How the partida in play stands, as the desk takes it; None where none of its own is played."""
        state = self._appliance.table.state
        return None if self._own(state) is None else told(state)

    @property
    def partida(self) -> int | None:
        """Which partida of its desk it has in hand."""
        return self._own(self._appliance.table.state)

    def taken_over(self, seat: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
        """How the partida that is played stood, as the desk takes it, behind all that was taken over; None where it had
        not begun there."""
        state = self._appliance.stood(self._base) if seat else None
        return told(state) if seat and state and self._own(state) == seat["partida"] else None

    def joined(
        self, table: int, events: Sequence[str], *, goes_on: bool = False, elsewhere: bool = False
    ) -> tuple[int, int]:
        """The box is at that table from now on; `events` are what the desk has of it, to go on from. Behind how many of
        the box's own the first match begins that is played there, and behind how many the desk counts.

        Where what the box has in hand `goes_on`, the desk gets all of that, whatever other match it has of the table.
        Where the box was `elsewhere`, in another tournament, nothing that it has played there is the table's.
        """
        self.number = table
        begins = self._appliance.begun_at(self._appliance.table.state.started) - 1
        stays = (self._since, min(self._base, begins)) if goes_on else None
        # A disk may refuse half of what is taken over. The half that it took is the table's.
        if elsewhere and self._foreign is None:
            self._foreign = range(self._since + 1, self._appliance.table.events + 1)
        foreign = (elsewhere and self._foreign) or range(0)
        # What another box was told is nothing to a desk where this one was: a power cut must not send it there.
        leave = partial(forget, self._appliance.table.folder)
        self._since, self._base = self._appliance.take_over(events, DeskJoined(table), leave, stays, foreign)
        self._be_there()
        return self._since, self._base

    def shut_out(self) -> bool:
        """The desk does not let the box in any more, and nothing is sent until it joins by a new code. Whether somebody
        could be told."""
        return self._appliance.presenter.tell(SHUT_OUT)

    def call(self) -> Mapping[str, Any] | None:
        """The last call to the judge, as the desk takes it; None where there is nothing to hear of."""
        desk = self._appliance.table.state.desk
        if desk.waits or desk.call is Called.TAKEN_BACK:
            return {"number": desk.calls, "back": not desk.waits}
        return None

    def called(self, sent: Mapping[str, Any] | None, stands: str | None) -> None:
        """How the table's last call stands, as the desk says it once it has what was `sent`; None: it knows of none."""
        if sent != self.call():  # the players have thought otherwise meanwhile
            return
        desk = self._appliance.table.state.desk
        now = desk.told(stands)
        if now is not desk.call and self._appliance.happen(CallTold(now and now.value)).done and desk.waits:
            self._appliance.presenter.tell(TOLD.get(now, _TAKEN_BACK))

    def seated(self, seat: Mapping[str, Any] | None) -> None:
        """What the desk says that is played at the table."""
        self._be_there()
        state = self._appliance.table.state
        if seat is None:
            return
        own, void = self._own(state), seat["void"]
        if seat["partida"] != own:
            is_done = own is None or state.phase is Phase.MATCH_WON or state.pristine or own in void
            if is_done and _is_to_be_played(seat):
                self._begin(seat)
        elif clock := seat["clock"]:
            self._set_clock(state, clock)
        self._tell_void(own, void)
        self._tell_rulings(seat["partida"], seat["rulings"])

    def play_with(self, deck: Mapping[str, Any], fetch: Callable[[], Mapping[str, Any]]) -> bool:
        """All tables play with that deck; `fetch` brings its file where the box has none. Whether it is played with,
        which the display says, or why not. UnreachableError."""
        folder, desk = self._appliance.table.folder, self._appliance.desk
        try:
            name = kept_file(deck["digest"], folder) or keep_file(b64decode(fetch()["file"]), folder)
            if name != desk.deck:
                desk.use_deck(name)
                self._appliance.presenter.tell(Sentence("From now on the table reads {deck}.", deck=name))
        except UnreachableError:
            raise
        except (LookupError, TypeError, ValueError, OSError) as error:
            why = Sentence("The deck {deck} cannot be used: {why}", deck=deck["name"], why=Sentence.of(error))
            _LOG.warning("%s", why)
            self._appliance.presenter.tell(why)
            return False
        return True

    def _own(self, state: State) -> int | None:
        """Which partida of this desk is in hand there; None also where what is in hand had begun before the table was
        there: another tournament's partidak have the same numbers."""
        begun = state.started
        return None if begun.partida is None or self._appliance.begun_at(begun) <= self._since else begun.partida

    def _tell_void(self, own: int | None, void: Sequence[int]) -> None:
        """That what was played here is void, once; later, where what begins in its place has something to say first."""
        if own in void and own != self._void[0]:
            self._void = own, False
        partida, is_told = self._void
        if partida not in void:
            self._void = None, True
        elif not is_told:
            what = Sentence("Partida {partida} is void: what is played in it counts for nothing.", partida=partida)
            self._void = partida, self._appliance.presenter.tell(what)

    def _tell_rulings(self, partida: int, rulings: Sequence[str]) -> None:
        """The judge's rulings on what is played here, once each while the box is on."""
        told = self._rulings[1] if self._rulings[0] == partida else 0
        new = [Sentence("The judge has ruled: {what}", what=what) for what in rulings[told:]]
        if new and self._appliance.presenter.tell(Sentence.listed(new, NEXT)):
            self._rulings = (partida, len(rulings))

    def _be_there(self) -> None:
        if self._appliance.table.state.desk.table != self.number:
            self._appliance.happen(DeskJoined(self.number))

    def _begin(self, seat: Mapping[str, Any]) -> None:
        """The match of a partida, with the names of whoever plays it."""
        options = {**seat["options"], "target": seat["target"]}
        begun = MatchStarted(
            seat["rules"],
            Seat.N.value,
            "",
            None,
            options,
            seat["book"],
            seat["mantxak"],
            1,
            names=names(seat["teams"]),
            partida=seat["partida"],
        )
        if equipos := seat.get("equipos"):
            numbers = jugadak(equipos["games"], equipos["jugadas"])
            deals = {jugada: packs(equipos["seed"], jugada) for jugada in numbers}
            begun = replace(begun, games=equipos["games"], packs=_DEALT, deals=written(deals))
        answer = self._appliance.happen(begun)
        if not answer.done:
            _LOG.warning("the partida %s could not begin: %s", seat["partida"], answer.sentence)

    def _set_clock(self, state: State, clock: Mapping[str, Any]) -> None:
        """The round's one clock (federacion 29), which is the desk's: the box goes by it, and runs on without it."""
        now = self._appliance.clock.elapsed
        if state.clock is None:
            return
        elapsed = clock["elapsed"] - clock["begins_in"]
        length, stopped = clock["left"] + clock["elapsed"], clock["left"] > 0 and not clock["running"]
        told = ClockTold(elapsed, length, not stopped or clock["begins_in"] > 0)
        known = state.desk.length
        if now is not None and known is not None and abs(known - length) <= _APART:
            apart = abs(min(now, length) - elapsed)
            if apart <= _APART and state.desk.stopped != told.running:
                return
        self._appliance.happen(told)


def _is_to_be_played(seat: Mapping[str, Any]) -> bool:
    """Whether the desk's partida is neither void nor over; in Mus por Equipos all are told as confirmed."""
    is_over = seat["confirmed"] and "equipos" not in seat
    return not is_over and seat["partida"] not in seat["void"]


def told(state: State) -> dict[str, Any]:
    """A partida as the desk takes it: mantxak and score in the order of the pairing's teams, and the match's lines.

    The lines have what was played and decided alone: what it comes to changes with what is played afterwards.
    """
    turned = state.turned % 2 == 1
    sides = tuple(reversed(Team)) if turned else tuple(Team)
    header, *lines = json_lines.write(Sheet(state.match), state.book).splitlines()
    return {
        "partida": state.started.partida,
        "mantxak": [[*reversed(mantxa)] if turned else [*mantxa] for mantxa in played.mantxak(state.standing)],
        "score": [state.score[side] for side in sides],
        "over": state.standing.over,
        "confirmed": [number for number, side in enumerate(sides) if side in state.confirmed],
        "header": header,
        "lines": lines,
    }


def names(teams: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """What teams and players are called at the table: the pairing's first team sits N-S. A team of whose name the table
    can show nothing, or no more than of the other's, goes by its id."""
    ids, called = dict[str, str](), dict[str, str]()
    for team, side in zip(teams, Team, strict=True):
        seats = [seat for seat in Seat if seat.team is side]
        ids[side.value], called[side.value] = team["id"], team["name"]
        called |= {seat.value: player for seat, player in zip(seats, team["players"], strict=False)}
    return as_names(as_names(ids) | as_names(called))
