"""What may be known of a match of Mus por Equipos: nothing of a game before every table is done with it (11)."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from sqlalchemy import Connection

from desk.keeping import boxes
from desk.keeping.database import Database
from desk.service.ended import match_told
from desk.state import State
from engine.equipos.result import Outcome, so_far
from engine.errors import MusError
from engine.match.standing import Standing, standing
from engine.seats import Team
from engine.sentences import Sentence
from engine.strict_json import encode
from engine.tournament.standings import Results, Row
from words.equipos import as_json


@dataclass(frozen=True)
class Known:
    """The games that are open, None while there is none; the tables that have told nothing yet; what is wrong with what
    one of them tells, where something is. `digest` is another one whenever something else is open."""

    outcome: Outcome | None = None
    silent: tuple[int, ...] = ()
    wrong: Sentence | None = None

    @cached_property
    def digest(self) -> str:
        """Of what is open, and of nothing else."""
        text = encode(as_json(self.outcome)) if self.outcome else ""
        return hashlib.sha256(f"{self.silent} {text}".encode()).hexdigest()[:12]

    @property
    def over(self) -> bool:
        """Whether all games are played at all tables."""
        return self.outcome is not None and self.outcome.over

    def standings(self, state: State, rows: Sequence[Row]) -> list[Row]:
        """The standing of the two sides by the games that they have won over all tables (10): the `rows`, which know
        nothing of them, until all are played, and where a side has left."""
        outcome = self.outcome
        if outcome is None or not outcome.over or len(rows) != 2:
            return list(rows)
        won = {row.team: outcome.won[state.named(row.team).name or row.team] for row in rows}
        best, other = sorted(won, key=won.__getitem__, reverse=True)
        results = {team: Results(mantxak=games) for team, games in won.items()}
        if outcome.winner is None:
            return [Row(1, team, results[team], (best, other), None) for team in won]
        why = {team: _more_games(won, team, beside) for team, beside in ((best, other), (other, best))}
        return [Row(place, team, results[team], (team,), why[team]) for place, team in enumerate((best, other), 1)]


def _more_games(won: Mapping[str, int], team: str, other: str) -> Sentence:
    said = Sentence("{mine} games won against {theirs} of {team}", mine=won[team], theirs=won[other], team=other)
    return Sentence("{why} ({article})", why=said, article="mus por equipos 10")


class Matches:
    """How matches stand by what their tables tell; folded anew once one of them tells more."""

    def __init__(self, database: Database) -> None:
        self._database, self._lock = database, threading.Lock()
        self._folded: dict[int, tuple[object, Known]] = {}

    def known(self, tournament: int, state: State) -> Known:
        """What anybody may know of it now."""

        def work(connection: Connection) -> tuple[object, Known]:
            version = state.number, boxes.heard(connection, tournament)
            known = self._folded.get(tournament)
            return known if known and known[0] == version else (version, _known(connection, tournament, state))

        with self._lock:
            self._folded[tournament] = found = self._database.read(work)
        return found[1]


def _known(connection: Connection, tournament: int, state: State) -> Known:
    tables, silent = list[Standing](), list[int]()
    for partida, table in sorted(state.tables.items(), key=lambda one: one[1]):
        told = list(boxes.told(connection, tournament, partida).values())
        if not told:
            silent.append(table)
            continue
        try:
            tables.append(_standing(state, partida, told[-1]))
        except (MusError, LookupError, TypeError) as error:
            what = Sentence.of(error) if isinstance(error, MusError) else Sentence.plain(repr(error))
            return Known(wrong=Sentence("table {table}: {what}", table=table, what=what))
    if silent or not tables:
        return Known(silent=tuple(silent))
    try:
        outcome = so_far(tables)
    except MusError as error:
        return Known(wrong=Sentence.of(error))
    return Known(outcome if outcome.games else None)


def _standing(state: State, partida: int, told: Mapping[str, Any]) -> Standing:
    """How a table's match stands. Its sides are those that the desk has seated there, whatever the table calls them."""
    match = match_told(state, told)
    header = replace(match.header, teams=dict(zip(Team, sides(state, partida), strict=True)))
    if state.nameless:
        header = replace(header, players={})
    return standing(replace(match, header=header), state.find_book)


def sides(state: State, partida: int) -> list[str]:
    """What the sides are called that meet there."""
    teams = map(str, state.tournament.partidak[partida].pairing.teams)
    return [state.named(team).name or team for team in teams]
