"""What boxes send: each one's events in order, once, and the partidak as they tell them."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, Row, Select, and_, func, insert, select, update

from desk.keeping.ledger import now
from desk.keeping.tables import JOURNALS, MATCHES, RECEIVED

MOST_LETTERS: Final = 32 << 20
"""Of what a box takes over at once: thousands of hands, and a tenth of the memory that it may use."""


@dataclass(frozen=True, slots=True)
class Journal:
    """A box at a table, as its events are kept. `follows`: whose events go before its own, up to its `followed_at`."""

    id: str
    tournament: int
    table: int
    key: int
    follows: str | None = None
    followed_at: int = 0

    @property
    def name(self) -> str:
        """As acts name the table."""
        return f"table {self.table}"


@dataclass(frozen=True, slots=True)
class Committed:
    """How far a journal's events are kept: the last one's number, and a digest of it by which the box knows it."""

    number: int = 0
    digest: str = ""


class Telling(NamedTuple):
    """After which event a box first told a partida as it does now, and how it had told it before; None where it had
    told nothing of it."""

    since: int
    before: Mapping[str, Any] | None


def begin(connection: Connection, journal: Journal) -> None:
    """Keeps that a box has joined, behind all that have joined the tournament before."""
    known = select(func.coalesce(func.max(JOURNALS.c.number), 0)).where(JOURNALS.c.tournament == journal.tournament)
    connection.execute(
        insert(JOURNALS).values(
            id=journal.id,
            tournament=journal.tournament,
            number=known.scalar_subquery() + 1,
            table_number=journal.table,
            key=journal.key,
            joined_at=now(),
            follows=journal.follows,
            followed_at=journal.followed_at,
        )
    )


def new_id() -> str:
    """A journal's name, which no other one has."""
    return secrets.token_hex(16)


def of_table(connection: Connection, tournament: int, table: int) -> list[Journal]:
    """The journals of a table in the order in which their boxes joined; the last one is the table's now."""
    rows = connection.execute(
        select(JOURNALS)
        .where(JOURNALS.c.tournament == tournament, JOURNALS.c.table_number == table)
        .order_by(JOURNALS.c.number)
    )
    return [_journal(row) for row in rows]


def find(connection: Connection, id: str) -> Journal | None:
    """The journal of that name; None where there is none."""
    row = connection.execute(select(JOURNALS).where(JOURNALS.c.id == id)).first()
    return None if row is None else _journal(row)


def own(connection: Connection, id: str) -> frozenset[str]:
    """The journals of which that one is: its own box's, and those behind whose events it goes on."""
    journal = find(connection, id)
    if journal is None:
        return frozenset()
    at_table = {one.id: one for one in of_table(connection, journal.tournament, journal.table)}
    return frozenset(
        {one.id for one in at_table.values() if one.key == journal.key} | _before(journal, at_table).keys()
    )


def committed(connection: Connection, journal: str) -> Committed:
    """How far its events are kept."""
    row = connection.execute(
        select(RECEIVED.c.number, RECEIVED.c.event)
        .where(RECEIVED.c.journal == journal)
        .order_by(RECEIVED.c.number.desc())
        .limit(1)
    ).first()
    return Committed(row.number, digest(row.event)) if row else Committed()


def receive(connection: Connection, journal: str, first: int, events: Sequence[str]) -> Committed:
    """Keeps the events numbered from `first` that are not kept yet. Where some before them are missing none is taken.

    A number is claimed once: where another desk takes the same events at the same time, the database refuses the later
    one (IntegrityError), whose transaction is done anew and finds them there.
    """
    last = committed(connection, journal)
    fresh = list(events[max(0, last.number + 1 - first) :])
    if first > last.number + 1 or not fresh:
        return last
    numbered = list(enumerate(fresh, last.number + 1))
    connection.execute(
        insert(RECEIVED), [{"journal": journal, "number": number, "event": event} for number, event in numbered]
    )
    number, event = numbered[-1]
    return Committed(number, digest(event))


def farthest(
    connection: Connection, journals: Sequence[Journal], can_be_read: Callable[[Mapping[str, Any]], bool]
) -> tuple[Journal | None, list[str]]:
    """The journal of a table from which another box goes on, and all that happened up to its last event.

    It is that of the last box that has sent anything, or where an earlier one has told the same and more of it, that
    one's. Where the match of one of them can be read, those count for nothing of which it cannot; and no history is
    handed over that is larger than `MOST_LETTERS`. None where nobody has sent anything.
    """
    by_id = {one.id: one for one in journals}
    heard = [one for one in reversed(journals) if 0 < _letters(connection, one, by_id) <= MOST_LETTERS]
    sound = [one for one in heard if can_be_read(_last_told(connection, one.id))]
    found = [(one, _history(connection, one, by_id)) for one in sound or heard]
    last = found[0][1] if found else []
    goes_on = [one for one in found if one[1][: len(last)] == last]
    return max(goes_on, key=lambda one: len(one[1]), default=(None, []))


def _history(connection: Connection, journal: Journal, at_table: Mapping[str, Journal]) -> list[str]:
    """All that happened at the table as a journal's box has it: the events of those before it, and its own."""
    parts = [events(connection, id, until) for id, until in _parts(journal, at_table).items()]
    return [event for part in reversed(parts) for event in part]


def _letters(connection: Connection, journal: Journal, at_table: Mapping[str, Journal]) -> int:
    """How long that is; 0 where its box has sent nothing itself."""
    if not committed(connection, journal.id).number:
        return 0
    size = func.coalesce(func.sum(func.length(RECEIVED.c.event)), 0)
    parts = [_of(select(size), id, until) for id, until in _parts(journal, at_table).items()]
    return sum(int(connection.execute(part).scalar_one()) for part in parts)


def events(connection: Connection, journal: str, until: int | None = None) -> list[str]:
    """The kept events of a journal, up to that number."""
    wanted = _of(select(RECEIVED.c.event), journal, until).order_by(RECEIVED.c.number)
    return list(connection.execute(wanted).scalars())


def _of(wanted: Select[tuple[Any]], journal: str, until: int | None) -> Select[tuple[Any]]:
    """The same of a journal's events alone, up to that number."""
    found = wanted.where(RECEIVED.c.journal == journal)
    return found if until is None else found.where(RECEIVED.c.number <= until)


def tell(connection: Connection, journal: str, partida: int, number: int, told: Mapping[str, Any]) -> Telling | None:
    """Keeps a partida as the box tells it after the event of that number. None where it has told otherwise since."""
    here = (MATCHES.c.journal == journal, MATCHES.c.partida == partida)
    known = connection.execute(select(MATCHES.c.number, MATCHES.c.told).where(*here)).first()
    if known is None:
        connection.execute(insert(MATCHES).values(journal=journal, partida=partida, number=number, told=told))
        return Telling(number, None)
    if known.told == told:
        return Telling(int(known.number), known.told)
    if known.number > number:
        return None
    connection.execute(update(MATCHES).where(*here).values(number=number, told=told))
    return Telling(number, known.told)


def _last_told(connection: Connection, journal: str) -> Mapping[str, Any]:
    """The last partida of which a journal's box has told, as it does; nothing where it has told of none."""
    wanted = select(MATCHES.c.told).where(MATCHES.c.journal == journal).order_by(MATCHES.c.number.desc()).limit(1)
    told: Mapping[str, Any] = connection.execute(wanted).scalar() or {}
    return told


def told(connection: Connection, tournament: int, partida: int) -> dict[str, Mapping[str, Any]]:
    """A partida as each journal of the tournament tells it."""
    rows = _told(connection, JOURNALS.c.tournament == tournament, MATCHES.c.partida == partida)
    return {row.journal: row.told for row in rows}


def heard(connection: Connection, tournament: int) -> tuple[tuple[int, str, int], ...]:
    """Of each partida the journals that tell of it, as their boxes joined, each with the event after which it does."""
    found = (
        select(MATCHES.c.partida, MATCHES.c.journal, MATCHES.c.number)
        .join_from(MATCHES, JOURNALS)
        .where(JOURNALS.c.tournament == tournament)
        .order_by(MATCHES.c.partida, JOURNALS.c.number)
    )
    return tuple((row.partida, row.journal, row.number) for row in connection.execute(found))


def told_by_others(
    connection: Connection, journal: Journal, partida: int, since: int
) -> dict[str, Mapping[str, Any]] | None:
    """A partida as the other journals of that one's table tell it; `since`: after which event this one does.

    What a box told of events that another one took over has become that one's word: it counts beside it no more. None
    where it is this journal's own. What a box tells while it has sent nothing is the word of the one that it follows:
    where that one has told otherwise since, it is nobody's any more.
    """
    at_table = and_(JOURNALS.c.tournament == journal.tournament, JOURNALS.c.table_number == journal.table)
    rows = _told(connection, at_table, MATCHES.c.partida == partida, MATCHES.c.journal != journal.id)
    if not rows:
        return {}
    journals = {one.id: one for one in of_table(connection, journal.tournament, journal.table)}
    word, until = (journal.id, since) if since else (journal.follows or "", journal.followed_at)
    if any(until <= _before(journals[row.journal], journals).get(word, -1) for row in rows):
        return None
    mine = _before(journal, journals)
    if not since and any(row.number > mine.get(row.journal, row.number) for row in rows):
        return None
    return {row.journal: row.told for row in rows if row.number > mine.get(row.journal, -1)}


def _told(connection: Connection, *which: ColumnElement[bool]) -> list[Row[tuple[str, int, Any]]]:
    found = (
        select(MATCHES.c.journal, MATCHES.c.number, MATCHES.c.told)
        .join_from(MATCHES, JOURNALS)
        .where(*which)
        .order_by(JOURNALS.c.number)
    )
    return list(connection.execute(found))


def _parts(journal: Journal, at_table: Mapping[str, Journal]) -> dict[str, int | None]:
    """A journal, all of it, and behind whose events it goes on, as of `_before`."""
    return {journal.id: None, **_before(journal, at_table)}


def _before(journal: Journal, at_table: Mapping[str, Journal]) -> dict[str, int]:
    """Behind whose events, up to which of them, a journal goes on; the nearest one's first."""
    found: dict[str, int] = {}
    while journal.follows:
        found[journal.follows] = journal.followed_at
        journal = at_table[journal.follows]
    return found


def digest(event: str) -> str:
    """By what a box knows whether it is its own event."""
    return hashlib.sha256(event.encode()).hexdigest()[:16]


def _journal(row: Row[Any]) -> Journal:
    return Journal(row.id, row.tournament, row.table_number, row.key, row.follows, row.followed_at)
