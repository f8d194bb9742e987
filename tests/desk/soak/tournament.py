"""A tournament that boxes play through while everything around them breaks, and what must come of it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from sqlalchemy import func, select

from desk.acts import Role
from desk.keeping.database import Database, DatabaseError
from desk.keeping.people import Place
from desk.keeping.tables import RECEIVED
from desk.matching import least_weight
from desk.service import Desk, setting_up
from desk.service.results import is_confirmed
from desk.state import State
from engine.errors import TournamentError
from engine.tournament import json_lines
from engine.tournament.acts import Confirmed, Drawn, Reported
from engine.tournament.draw import next_round
from engine.tournament.standings import Row, standings
from firmware.joined.sender import Sender
from tests.desk.playing import ANE, SETTINGS, teams
from tests.desk.soak.boxes import FaultyWire, SimulatedBox, result
from tests.desk.soak.desks import RunningDesk, wire

Kill = Callable[[], None]


@dataclass
class Counts:
    """What was broken."""

    desks: int = 0
    databases: int = 0
    replaced: int = 0
    switched_off: int = 0


@dataclass
class Spot:
    """A table of the hall: the box that stands there, its sender, and the boxes that stood there before."""

    box: SimulatedBox
    sender: Sender
    before: list[SimulatedBox] = field(default_factory=list)


class Soak:
    """So many tables through so many rounds. `kill_database` is None where that is the desks' own file."""

    def __init__(
        self,
        url: str,
        folder: Path,
        tables: int,
        rounds: int,
        seed: int,
        kill_database: Kill | None,
        faults: float = 0.2,
    ) -> None:
        self.tables, self.rounds, self.faults = tables, rounds, faults
        self.chance, self.counts = Random(seed), Counts()
        self._kill_database = kill_database
        self.url = url
        self.desk = Desk(Database(url))
        self.desks = [RunningDesk(url, folder / f"desk-{number}.log") for number in range(2 if kill_database else 1)]
        stages = [{"system": "rounds", "rounds": rounds}]
        self.tournament = setting_up.make(self.desk, ANE, SETTINGS | {"stages": stages})
        setting_up.enter(self.desk, self.tournament, ANE, teams(2 * tables))
        setting_up.lock(self.desk, self.tournament, ANE)
        issued = self.desk.issue([Place(self.tournament, Role.TABLE, table=n) for n in range(1, tables + 1)])
        self._codes = {one.place.table: one.code for one in issued}
        self._places: list[Spot] = []
        self._over = threading.Event()

    def run(self) -> None:
        """Plays it through; AssertionError where anything is lost, twice, or otherwise than without faults."""
        for desk in self.desks:
            desk.start()
        try:
            self._patient(lambda: setting_up.draw(self.desk, self.tournament, ANE, "seed 1"))
            self._places = [self._placed(number) for number in range(1, self.tables + 1)]
            breaking = threading.Thread(target=self._break, name="breaking")
            breaking.start()
            try:
                self._play()
            finally:
                self._over.set()
                breaking.join()
            self._mend()
            self._last_words()
        finally:
            self._over.set()
            for place in self._places:
                place.sender.close()
            for desk in self.desks:
                desk.end()
        self._check()
        self.desk.database.close()

    def _placed(self, number: int, box: SimulatedBox | None = None) -> Spot:
        fresh = box or SimulatedBox(number)
        address = self.desks[number % len(self.desks)].address
        way = FaultyWire(address, Random(self.chance.random()), self.faults)
        sender = fresh.sender(way, {"code": self._codes[number]})
        sender.start()
        return Spot(fresh, sender)

    def _play(self) -> None:
        """Hands are played, and rounds drawn once all results are confirmed."""
        drawn, began = 1, time.monotonic()
        while True:
            for place in list(self._places):
                if self.chance.random() < 0.5:
                    place.box.play()
                place.sender.soon()
            time.sleep(0.25)
            state = self._patient(lambda: self.desk.state(self.tournament))
            if all(is_confirmed(partida) for partida in state.tournament.partidak.values()):
                if drawn == self.rounds:
                    return
                drawn += 1
                self._patient(partial(setting_up.draw, self.desk, self.tournament, ANE, f"seed {drawn}"))
            assert time.monotonic() - began < 3000, "the tournament does not come to its end"

    def _patient(self, work: Callable[[], Any]) -> Any:
        """What the committee does, again where the database is away; a round that was drawn all the same is drawn."""
        while True:
            try:
                return work()
            except DatabaseError:
                time.sleep(0.5)
            except TournamentError:
                return self.desk.state(self.tournament)

    def _break(self) -> None:
        """Something breaks every second or so, until all is played; everything that can comes in turn."""
        kinds = [self._kill_desk, self._switch_off, self._replace, self._kill_the_database]
        while not self._over.is_set():
            for breaks in self.chance.sample(kinds, len(kinds)):
                if self._over.wait(self.chance.uniform(0.5, 2.0)):
                    return
                breaks()

    def _kill_the_database(self) -> None:
        if self._kill_database:
            self._kill_database()
            self.counts.databases += 1
            self._mend()

    def _kill_desk(self) -> None:
        desk = self.chance.choice(self.desks)
        desk.kill()
        self.counts.desks += 1
        self._over.wait(self.chance.uniform(0, 1))
        desk.start()

    def _mend(self) -> None:
        for desk in self.desks:
            while not desk.running:
                desk.start()

    def _switch_off(self) -> None:
        """A box loses its power; what it had kept it has, when it comes back."""
        number = self.chance.randrange(self.tables)
        place = self._places[number]
        place.sender.close()
        self.counts.switched_off += 1
        again = self._placed(number + 1, place.box)
        again.before = place.before
        self._places[number] = again

    def _replace(self) -> None:
        """Another box takes the table; the old one has what it had not sent, and comes back at the end."""
        number = self.chance.randrange(self.tables)
        place = self._places[number]
        if place.box.member is None:
            return
        place.sender.close()
        self.counts.replaced += 1
        fresh = self._placed(number + 1)
        fresh.before = [*place.before, place.box]
        self._places[number] = fresh

    def _last_words(self) -> None:
        """Every box that was replaced comes back once, and everybody sends all that is left."""
        for number, place in enumerate(self._places, 1):
            place.sender.close()
            for box in (*place.before, place.box):
                sender = box.sender(wire(self.desks[number % len(self.desks)]), {"code": self._codes[number]})
                while not sender.exchange():
                    pass

    def _check(self) -> None:
        state = self.desk.state(self.tournament)
        for place in self._places:
            for box in (*place.before, place.box):
                assert box.member is not None
                assert self._kept(box.member.journal) == box.journal[box.base :], f"table {box.number}"
        self._check_acts(state)
        assert standings(state.tournament) == self._without_faults(state), "the standings"

    def _kept(self, journal: str) -> list[str]:
        wanted = select(RECEIVED.c.event).where(RECEIVED.c.journal == journal).order_by(RECEIVED.c.number)
        return self.desk.database.read(lambda connection: list(connection.execute(wanted).scalars()))

    def _check_acts(self, state: State) -> None:
        """Every partida was reported once, and confirmed once by each of its teams; nothing is in dispute."""
        said = self.desk.said(self.tournament)
        assert [one.number for one in said] == list(range(1, len(said) + 1))
        reported = [one.act.pairing.partida for one in said if isinstance(one.act, Reported)]
        confirmed = [(one.act.partida, one.act.team) for one in said if isinstance(one.act, Confirmed)]
        assert sorted(reported) == sorted(state.tournament.partidak)
        assert len(set(confirmed)) == len(confirmed) == 2 * len(reported) == 2 * self.tables * self.rounds
        assert state.disputes == {}

    def _without_faults(self, state: State) -> list[Row]:
        """The standings as the engine alone has them."""
        fold = json_lines.begun(state.first_line())
        for number in range(1, self.rounds + 1):
            for pairing in next_round(fold.tournament, f"seed {number}", least_weight):
                fold.add(Drawn(pairing, f"seed {number}"))
                fold.add(Reported(pairing, result(pairing.partida)))
        return standings(fold.tournament)

    def received(self) -> int:
        """How many events came in."""
        count = select(func.count()).select_from(RECEIVED)
        database = Database(self.url)
        try:
            return database.read(lambda connection: int(connection.execute(count).scalar_one()))
        finally:
            database.close()
