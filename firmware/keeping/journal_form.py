"""The form of the journal's file: its tables, and how it is checked.

`event` has number, wall-clock time, text, and a checksum over the texts so far; `start` the events at which a reader
may begin, each with what must be known of all before it. A file of this form is kept in `tests/data/journals`.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from engine.sentences import Sentence

FORM: Final = 3
"""The only one that is read: no table has kept a journal of those before."""
CACHE: Final = 256
"""KiB of pages kept in memory. SQLite would fill two MiB over a day's play: all that a table's process grows by."""
LOST: Final = '{"v":2,"event":"lost"}'
"""What stands in the place of an event that can be read nowhere any more."""
_SURROUNDINGS: Final = (
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_IOERR,
)
"""What SQLite reports when the surroundings are at fault and not the file."""
_UNREADABLE: Final = (sqlite3.SQLITE_IOERR_SHORT_READ, sqlite3.SQLITE_IOERR_CORRUPTFS)
_APPLICATION_ID: Final = 0x6D757321  # "mus!"
_MOST: Final = (1 << 63) - 1
_MAGIC: Final = b"SQLite format 3\0"

_EVENT: Final = """
CREATE TABLE event (
    seq INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    body TEXT NOT NULL,
    chain INTEGER NOT NULL
) STRICT
"""
_START: Final = """
CREATE TABLE start (
    seq INTEGER PRIMARY KEY,
    carry TEXT NOT NULL,
    sum INTEGER NOT NULL
) STRICT
"""


class JournalError(OSError):
    """The journal cannot be opened or written."""


class DiskFullError(JournalError):
    """The disk has no room left for an event."""


class NotOursError(JournalError):
    """The journal's files belong to another user."""


class HeldError(JournalError):
    """Another program is writing into the journal, and does not end."""


class DamagedError(Exception):
    """What a journal says is not what was written into it."""


@dataclass(frozen=True, slots=True)
class Kept:
    """An event as it stands in a journal: its number from 1, when it was kept (UTC, as the clock went), its text."""

    seq: int
    at: str
    body: str


@dataclass(frozen=True, slots=True)
class Start:
    """An event at which a reader may begin, and what must be known of all before it."""

    seq: int
    carry: str


def linked(chain: int, body: str) -> int:
    """The checksum over everything so far and one more text."""
    return zlib.crc32(body.encode("utf-8"), chain)


def files(path: Path) -> tuple[Path, Path, Path, Path]:
    """A database's file and those that SQLite lays beside it: the write-ahead log, the rollback journal, the index.

    The index comes last, as it holds nothing that the others have not.
    """
    wal, journal, shm = (path.with_name(path.name + ending) for ending in ("-wal", "-journal", "-shm"))
    return path, wal, journal, shm


def connect(path: Path) -> sqlite3.Connection:
    """The database, made where it is missing, in WAL mode with full syncing."""
    database = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=2.0)
    return _begun(database, "PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL", f"PRAGMA cache_size = -{CACHE}")


def read_only(path: Path) -> sqlite3.Connection:
    """The database as it stands now, whoever writes into it meanwhile."""
    database = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None, timeout=2.0)
    # only with the count the snapshot is taken
    return _begun(database, "BEGIN", "SELECT count(*) FROM sqlite_schema")


def _begun(database: sqlite3.Connection, *statements: str) -> sqlite3.Connection:
    """The database after these statements. sqlite3.Error where one fails, and then it is closed."""
    try:
        for statement in statements:
            database.execute(statement).fetchone()
    except sqlite3.Error:
        database.close()
        raise
    except UnicodeDecodeError:  # SQLite quotes a schema that is no text in what it says of it
        database.close()
        raise sqlite3.DatabaseError("malformed database schema") from None
    return database


def write(database: sqlite3.Connection, events: Iterable[Kept]) -> None:
    """Lay the newest form into an empty database, with these events, numbered from 1 without a gap."""
    chain = 0
    with transaction(database):
        database.execute(_EVENT)
        database.execute(_START)
        database.execute(f"PRAGMA application_id = {_APPLICATION_ID}")
        database.execute(f"PRAGMA user_version = {FORM}")
        for kept in events:
            chain = linked(chain, kept.body)
            add_event(database, kept, chain)


def last(database: sqlite3.Connection) -> int:
    """The number of the last event; 0 where there is none."""
    (number,) = database.execute("SELECT coalesce(max(seq), 0) FROM event").fetchone()
    return int(number)


def event(database: sqlite3.Connection, seq: int) -> tuple[Kept, int] | None:
    """The event of that number and the checksum with it, as they stand; None where there is none."""
    found = database.execute("SELECT seq, at, body, chain FROM event WHERE seq = ?", (seq,)).fetchone()
    return (Kept(*found[:3]), int(found[3])) if found else None


def add_event(database: sqlite3.Connection, kept: Kept, chain: int) -> None:
    """Write one event; `chain` is the checksum with it."""
    database.execute("INSERT INTO event VALUES (?, ?, ?, ?)", (kept.seq, kept.at, kept.body, chain))


def add_start(database: sqlite3.Connection, start: Start) -> None:
    """Write that a reader may begin at an event that stands."""
    database.execute(
        "INSERT OR REPLACE INTO start SELECT ?, ?, ?", (start.seq, start.carry, _sum(database, start.seq, start.carry))
    )


def starts(database: sqlite3.Connection) -> Iterator[Start]:
    """Where a reader may begin, the newest first; one that is not as it was written is left out."""
    found = database.execute("SELECT seq, carry, sum FROM start ORDER BY seq DESC").fetchall()
    return (Start(seq, carry) for seq, carry, kept in found if kept == _sum(database, seq, carry))


def require_database(path: Path) -> None:
    """DamagedError where a file does not begin as a database does: SQLite would take an empty one for a new one."""
    with path.open("rb") as file:
        if file.read(len(_MAGIC)) != _MAGIC:
            raise DamagedError(Sentence("it is no database"))


def verified(database: sqlite3.Connection, after: int = 0, until: int | None = None) -> Iterator[Kept]:
    """The events in order, up to the first that is damaged, which raises DamagedError; sqlite3.Error as it comes.

    With `after` and `until` only those behind that number, and up to that one: the rest is not looked at.
    JournalError where the file is another program's, an older or a newer one's.
    """
    version = _number(database, "user_version")
    if _number(database, "application_id") != _APPLICATION_ID:
        raise DamagedError(Sentence("it is no journal of this program"))
    if version != FORM:
        writer = "a newer" if version > FORM else "an older"
        raise JournalError(f"the journal was written by {writer} program (its form is {version}, known here is {FORM})")
    before = database.execute("SELECT chain FROM event WHERE seq = ?", (after,)).fetchone()
    chain, expected = before[0] if before else 0, after + 1
    wanted = "SELECT seq, at, body, chain FROM event WHERE seq > ? AND seq <= ? ORDER BY seq"
    for seq, at, body, kept in database.execute(wanted, (after, _MOST if until is None else until)):
        if seq != expected:
            raise DamagedError(Sentence("event {number} is missing", number=expected))
        chain = linked(chain, body) if isinstance(body, str) else -1
        if chain != kept:
            raise DamagedError(Sentence("event {number} is not as it was written", number=seq))
        yield Kept(seq, at, body)
        expected += 1
    if after or until is not None:
        return
    if (wrong := wrong_pages(database)) is not None:
        raise DamagedError(wrong)


def require_writable(database: sqlite3.Connection) -> None:
    """sqlite3.Error where SQLite has opened it to be read alone: it stays so, whatever the disk takes later."""
    database.execute("DELETE FROM event WHERE seq < 0")


def wrong_pages(database: sqlite3.Connection) -> str | None:
    """The first thing that SQLite finds wrong with the pages; None where there is nothing."""
    (verdict,) = database.execute("PRAGMA quick_check(1)").fetchone()
    return None if verdict == "ok" else str(verdict).replace("\n", " ")


def surroundings(refused: sqlite3.Error) -> bool:
    """Whether the disk, the memory or another program is at fault, and not the file."""
    code = int(getattr(refused, "sqlite_errorcode", 0))
    return code & 0xFF in _SURROUNDINGS and code not in _UNREADABLE


def no_room(refused: BaseException) -> bool:
    """Whether the disk has no room left."""
    if isinstance(refused, sqlite3.Error):
        return getattr(refused, "sqlite_errorcode", 0) in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_SHMSIZE)
    return isinstance(refused, OSError) and refused.errno in (errno.ENOSPC, errno.EDQUOT)


def held(refused: BaseException) -> bool:
    """Whether another program is writing into the database."""
    code = int(getattr(refused, "sqlite_errorcode", 0))
    return code & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def not_ours(path: Path) -> bool:
    """Whether the disk takes something, but not from this user: a database's file, or its folder, is another's."""
    there = [one for one in (path.parent, *files(path)) if os.path.exists(one)]
    writable = all(os.access(one, os.W_OK) for one in there)
    return not writable and not os.statvfs(path.parent).f_flag & os.ST_RDONLY


@contextlib.contextmanager
def transaction(database: sqlite3.Connection) -> Iterator[None]:
    """All that is written within, or nothing of it. sqlite3.Error says that it is nothing."""
    database.execute("BEGIN IMMEDIATE")
    try:
        yield
        database.execute("COMMIT")
    except BaseException:
        with contextlib.suppress(sqlite3.Error):
            database.execute("ROLLBACK")
        raise


def _sum(database: sqlite3.Connection, seq: int, carry: str) -> int | None:
    """The checksum of a start, which goes on from that of its event."""
    found = database.execute("SELECT chain FROM event WHERE seq = ?", (seq,)).fetchone()
    return linked(found[0], carry) if found else None


def _number(database: sqlite3.Connection, pragma: str) -> int:
    (number,) = database.execute(f"PRAGMA {pragma}").fetchone()
    return int(number)
