"""A hall that plays a tournament by itself: teams with names, and pairs who tell and confirm their mantxak by phone."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

from desk.acts import Role, Who
from desk.service import clock, judging, results, setting_up
from desk.service.desk import Desk
from desk.state import State
from engine.errors import TournamentError
from engine.tournament.acts import Reported
from engine.tournament.entries import TeamEntry
from engine.tournament.state import Partida
from engine.tournament.terms import Mantxa

CLUBS = ("Elko", "Artzain", "Chino", "Reno", "Boise", "Buffalo", "Fresno", "Bakersfield")
NAMES = (
    *("Ane", "Mikel", "Maite", "Jon", "Itziar", "Peio", "Nerea", "Xabier", "Miren", "Beñat", "Amaia", "Eñaut"),
    *("Leire", "Gorka", "Oihana", "Patxi", "Garazi", "Unai", "Ainhoa", "Kepa", "Naroa", "Iker", "Saioa", "Asier"),
    *("Uxue", "Imanol", "Haizea", "Joseba", "Izaro", "Aitor", "Nahia", "Markel"),
)
COMMITTEE = Who("Ane", Role.COMMITTEE)
JUDGE = Who("Koldo", Role.JUDGE)


def teams(count: int) -> list[TeamEntry]:
    """So many teams, two of each club, then four, and so on."""
    return [
        TeamEntry(
            f"T{number + 1:02}",
            f"{CLUBS[number % len(CLUBS)]} {'ABCDEFGH'[number // len(CLUBS) % 8]}",
            CLUBS[number % len(CLUBS)],
            (f"{NAMES[2 * number % 32]} {number + 1}", f"{NAMES[(2 * number + 1) % 32]} {number + 1}"),
        )
        for number in range(count)
    ]


class Hall:
    """A tournament whose tables play. `seed` is that of whatever happens at them. At the first tables stand `boxes`, of
    which this hall knows nothing."""

    def __init__(self, desk: Desk, count: int, settings: Mapping[str, Any], seed: str = "hall", boxes: int = 0) -> None:
        self.desk, self._boxes = desk, boxes
        self.number = setting_up.make(desk, COMMITTEE, settings)
        setting_up.enter(desk, self.number, COMMITTEE, teams(count))
        setting_up.lock(desk, self.number, COMMITTEE)
        self._chance = random.Random(seed)

    @property
    def state(self) -> State:
        """How it stands."""
        return self.desk.state(self.number)

    def draw(self, seed: str | None = None) -> None:
        """The next round is drawn, after a lot among teams that share a place if need be. The clock runs."""
        try:
            state = setting_up.draw(self.desk, self.number, COMMITTEE, seed)
        except TournamentError as error:
            if "share a place" not in error.sentence.kind:
                raise
            tied = error.sentence.values["teams"]
            setting_up.draw_lot(self.desk, self.number, COMMITTEE, tied, f"{seed} lot")
            state = setting_up.draw(self.desk, self.number, COMMITTEE, seed)
        if state.tournament.terms.book.clock != "none":
            clock.start(self.desk, self.number, COMMITTEE, state.round, find=0)

    def playing(self) -> list[Partida]:
        """The partidak that are still played, or wait for somebody."""
        tournament = self.state.tournament
        return [
            one
            for one in tournament.partidak.values()
            if (one.winner is None or one.waits_for)
            and not one.void
            and tournament.out.keys().isdisjoint(one.pairing.teams)
        ]

    def step(self) -> bool:
        """Something happens at one of the tables: a mantxa ends and is told, or confirmed. False: nothing is played."""
        playing, seats = self.playing(), self.state.tables
        if tables := [one for one in playing if seats[one.pairing.partida] > self._boxes]:
            self._at(self._chance.choice(tables))
        return bool(playing)

    def round(self) -> None:
        """Everything up to the end of the round."""
        while self.step():
            pass

    def call(self, about: str) -> None:
        """Some table calls the judge."""
        state = self.state
        table = state.tables[self._chance.choice(self.playing()).pairing.partida]
        judging.call(self.desk, self.number, Who(f"table {table}", Role.TABLE), table, about)

    def _at(self, partida: Partida) -> None:
        number, (one, other) = partida.pairing.partida, partida.pairing.teams
        assert other is not None
        now = partida.now
        if partida.waits_for and isinstance(now, Reported):
            team = min(partida.waits_for)
            results.confirm(self.desk, self.number, Who(team, Role.PAIR, team), number, now.mantxak)
            return
        state = self.state
        told = {team: state.told.get((number, team), ()) for team in (one, other)}
        longest = max(told.values(), key=len)
        behind = next((team for team in (one, other) if len(told[team]) < len(longest)), None)
        mantxak = longest if behind else (*longest, self._mantxa(state))
        team = behind or self._chance.choice((one, other))
        results.report(self.desk, self.number, Who(team, Role.PAIR, team), number, mantxak)

    def _mantxa(self, state: State) -> Mantxa:
        target = state.tournament.terms.book.target
        lost = self._chance.randrange(target // 4, target)
        return (target, lost) if self._chance.random() < 0.5 else (lost, target)


def plays(hall: Hall, rounds: int) -> Iterator[int]:
    """So many rounds, drawn and played; the number of each once it is over."""
    for number in range(1, rounds + 1):
        hall.draw(f"round {number}")
        hall.round()
        yield number
