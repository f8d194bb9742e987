"""The acts of all tournaments, and how each of them stands by its own."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Row, case, func, insert, select

from desk.acts import Act, Role, Said, Who, from_json, to_json, written
from desk.keeping.tables import ACTS, TOURNAMENTS
from desk.state import State
from engine.errors import TournamentError
from engine.sentences import Sentence
from engine.strict_json import decode, encode


class Ledger:
    """What was said, in one database that any number of desks may share.

    How a tournament stands is folded from the acts and kept in memory; whatever is newer in the database is added each
    time. Nothing here commits: a transaction's connection is given.
    """

    def __init__(self) -> None:
        self._states: dict[int, State] = {}
        self._loading = threading.Lock()

    def begin(self, connection: Connection, said: Sequence[Said]) -> int:
        """The number of a new tournament, in which that is said."""
        made = connection.execute(insert(TOURNAMENTS).values(made_at=now()))
        number = int((made.inserted_primary_key or (0,))[0])
        self.keep(connection, number, said)
        return number

    def begun_by(self, connection: Connection, first: Said) -> tuple[int, int] | None:
        """The tournament that begins with that act, said then by the same, and how many acts it has; None: it is not
        here."""
        alike = (ACTS.c.number == first.number, ACTS.c.at == first.at, ACTS.c.who == first.who)
        for number, act in connection.execute(select(ACTS.c.tournament, ACTS.c.act).where(*alike)):
            if act == to_json(first.act):
                count = select(func.max(ACTS.c.number)).where(ACTS.c.tournament == number)
                return number, connection.execute(count).scalar_one()
        return None

    def tournaments(self, connection: Connection) -> list[int]:
        """All that there are, the oldest first."""
        return list(connection.execute(select(TOURNAMENTS.c.id).order_by(TOURNAMENTS.c.id)).scalars())

    def state(self, connection: Connection, tournament: int) -> State:
        """How a tournament stands by all that is committed. TournamentError where there is no such one."""
        known = self._states.get(tournament)
        if known is None:
            with self._loading:  # of many that ask at once one reads all acts, and the others wait for it
                known = self._states.get(tournament)
                if known is None:
                    return self._after(tournament, State(), self.said(connection, tournament))
        found = _newer(connection, tournament, known)
        if found is None:  # the database is another one than it was
            self._states.pop(tournament, None)
            return self.state(connection, tournament)
        return self._after(tournament, known, found)

    def _after(self, tournament: int, known: State, found: Sequence[Said]) -> State:
        if found:
            known = self._states[tournament] = known.after(found)
        if not known.number:
            raise TournamentError(Sentence("there is no tournament {number}", number=tournament))
        return known

    def keep(self, connection: Connection, tournament: int, said: Sequence[Said]) -> None:
        """Keeps what is said; the database refuses numbers that are taken (IntegrityError)."""
        if said:
            connection.execute(insert(ACTS), [_row(tournament, one) for one in said])

    def hold(self, connection: Connection, tournament: int) -> None:
        """Nobody else says anything in the tournament until this transaction ends."""
        connection.execute(select(TOURNAMENTS.c.id).where(TOURNAMENTS.c.id == tournament).with_for_update())

    def said(self, connection: Connection, tournament: int) -> list[Said]:
        """All that was said in a tournament, in its order."""
        rows = connection.execute(select(ACTS).where(ACTS.c.tournament == tournament).order_by(ACTS.c.number))
        return [_said(row) for row in rows]


def decided(state: State, who: Who, acts: Iterable[Act], why: str | None = None) -> tuple[State, list[Said]]:
    """How it stands once these acts are said, and they as they will be kept. A MusError where they make no sense.

    An act that could not be read back from the database is none: everybody would stumble over it from then on.
    """
    at = now()
    read_back = (from_json(decode(encode(to_json(act)))) for act in acts)
    said = [Said(number, at, who.name, who.role, act, why) for number, act in enumerate(read_back, state.number + 1)]
    return state.after(said), said


def _newer(connection: Connection, tournament: int, known: State) -> list[Said] | None:
    """What was said since it stood so; None where its last act was not said in this database.

    Of the last act itself nothing is read but who said it and when: it may be a draw of thousands of partidak.
    """
    last = known.last
    assert last is not None, "only what has acts is kept"
    about = (ACTS.c.number, ACTS.c.at, ACTS.c.who, ACTS.c.role, ACTS.c.why)
    newer = case((ACTS.c.number > last.number, ACTS.c.act)).label("act")
    first, *rows = connection.execute(
        select(*about, newer)
        .where(ACTS.c.tournament == tournament, ACTS.c.number >= last.number)
        .order_by(ACTS.c.number)
    ).all() or (None,)
    if first is None or tuple(first)[:-1] != (last.number, last.at, last.who, last.role.value, last.why):
        return None
    return [_said(row) for row in rows]


def _said(row: Row[*tuple[Any, ...]]) -> Said:
    return Said(row.number, row.at, row.who, Role(row.role), from_json(row.act), row.why)


def _row(tournament: int, said: Said) -> dict[str, object]:
    return {
        "tournament": tournament,
        "number": said.number,
        "at": said.at,
        "who": said.who,
        "role": said.role.value,
        "why": said.why,
        "act": to_json(said.act),
    }


def now() -> str:
    """The time as it is kept."""
    return written(datetime.now(UTC))
