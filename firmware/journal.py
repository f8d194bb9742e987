"""The journal: every event in one SQLite file, synced to the disk before anything of it is shown."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

SCHEMA_VERSION = 1
_APPLICATION_ID = 0x6D757321  # "mus!"
_NAME = "journal.sqlite"
_MAGIC = b"SQLite format 3\0"
_TROUBLE = (
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PERM,
)
"""What SQLite reports when the surroundings are at fault and not the file."""

_SCHEMA = f"""
CREATE TABLE event (
    seq INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    body TEXT NOT NULL,
    chain INTEGER NOT NULL
) STRICT;
PRAGMA application_id = {_APPLICATION_ID};
PRAGMA user_version = {SCHEMA_VERSION};
"""


class JournalError(OSError):
    """The journal cannot be opened or written."""


class FolderInUseError(JournalError):
    """Another program works with the same data folder."""


@dataclass(frozen=True, slots=True)
class Damage:
    """A journal that was found damaged: what was wrong, where it was put, and how many events could be kept."""

    what: str
    kept_as: Path
    events: int

    def __str__(self) -> str:
        return (
            f"the journal was damaged ({self.what}); the damaged file is kept as {self.kept_as}, "
            f"and the table goes on from the {self.events} events that could be read"
        )


class Journal:
    """The events of one data folder, in order. One program at a time may hold it.

    Each event is one transaction in WAL mode with full syncing, and carries a checksum over itself and all before it,
    so that what is read back is what was written, or is known not to be. A context manager: closing gives the folder
    free.
    """

    def __init__(self, folder: Path) -> None:
        """Open or begin the journal in `folder`, which is made where it is missing.

        Raises FolderInUseError where another program holds the folder, JournalError where the journal comes from a
        newer program or the disk refuses.
        """
        self.path = folder / _NAME
        self.damage: Damage | None = None
        self._lock: int | None = None
        self._database: sqlite3.Connection | None = None
        self._chain = 0
        self._length = 0
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._lock = _locked(folder)
        except FolderInUseError:
            raise
        except OSError as refused:
            no_folder = isinstance(refused, FileExistsError | NotADirectoryError)
            why = "it is no folder" if no_folder else refused.strerror or refused
            raise JournalError(f"the data folder {folder} cannot be used: {why}") from refused
        try:
            self._open()
        except (OSError, sqlite3.Error) as refused:
            self.close()
            if isinstance(refused, JournalError):
                raise
            raise JournalError(f"the journal {self.path} cannot be opened: {refused}") from refused

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __len__(self) -> int:
        return self._length

    def events(self) -> Iterator[str]:
        """The bodies of all events, in order."""
        if self._database is None:
            raise JournalError(f"the journal {self.path} is closed")
        for (body,) in self._database.execute("SELECT body FROM event ORDER BY seq"):
            yield body

    def append(self, body: str) -> None:
        """Keep one event. When this returns, it is on the disk; JournalError says that it is not."""
        if self._database is None:
            raise JournalError(f"the journal {self.path} is closed")
        chain = _linked(self._chain, body)
        at = datetime.now(UTC).isoformat(timespec="milliseconds")
        try:
            self._database.execute("BEGIN IMMEDIATE")
            self._database.execute("INSERT INTO event VALUES (?, ?, ?, ?)", (self._length + 1, at, body, chain))
            self._database.execute("COMMIT")
        except sqlite3.Error as refused:
            with contextlib.suppress(sqlite3.Error):
                self._database.execute("ROLLBACK")
            raise JournalError(f"the journal {self.path} could not be written: {refused}") from refused
        self._chain = chain
        self._length += 1

    def set_aside(self, what: str, keep: int) -> None:
        """Move the journal aside as damaged and go on with its first `keep` events, in a new file.

        For events that the file gave back whole and that nobody can make sense of.
        """
        bodies = tuple(body for _, body in zip(range(keep), self.events(), strict=False))
        self._anew(what, bodies)

    def close(self) -> None:
        """Give the file and the folder free. May be called again."""
        if self._database is not None:
            self._database.close()
            self._database = None
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def _open(self) -> None:
        if not self.path.exists():
            if not self._finish_interrupted():
                self._anew(None, ())
            return
        bodies: list[str] = []
        try:
            with self.path.open("rb") as file:
                begins = file.read(len(_MAGIC))
            if begins != _MAGIC:
                raise _DamagedError("it is no database")
            self._database = _connect(self.path)
            for body in _read(self._database):
                bodies.append(body)  # noqa: PERF402 - those before the damage are kept
        except _DamagedError as damaged:
            what = str(damaged)
        except sqlite3.Error as damaged:
            if getattr(damaged, "sqlite_errorcode", 0) & 0xFF in _TROUBLE:
                raise
            what = str(damaged)
        else:
            self._resume(bodies)
            return
        self._anew(what, tuple(bodies))

    def _finish_interrupted(self) -> bool:
        """Take up what a program that was killed while it set a damaged journal aside had already saved, if one was."""
        fresh = self.path.with_suffix(".new")
        set_aside = sorted(self.path.parent.glob("journal-damaged-*.sqlite"))
        if not fresh.exists() or not set_aside:
            return False
        database = None
        try:
            database = _connect(fresh)
            bodies = tuple(_read(database))
        except (_DamagedError, sqlite3.Error):
            return False
        finally:
            if database is not None:
                database.close()
        self.damage = Damage("found at the start before", set_aside[-1], len(bodies))
        self._put_in_place(fresh, bodies)
        return True

    def _resume(self, bodies: list[str] | tuple[str, ...]) -> None:
        self._chain, self._length = 0, len(bodies)
        for body in bodies:
            self._chain = _linked(self._chain, body)

    def _anew(self, what: str | None, bodies: tuple[str, ...]) -> None:
        """A fresh journal with `bodies`, complete under another name before it takes the old one's place."""
        fresh = self.path.with_suffix(".new")
        for leftover in _files(fresh):
            leftover.unlink(missing_ok=True)
        database = _connect(fresh)
        try:
            database.executescript(_SCHEMA)
            database.execute("BEGIN IMMEDIATE")
            chain, at = 0, datetime.now(UTC).isoformat(timespec="milliseconds")
            for seq, body in enumerate(bodies, 1):
                chain = _linked(chain, body)
                database.execute("INSERT INTO event VALUES (?, ?, ?, ?)", (seq, at, body, chain))
            database.execute("COMMIT")
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        finally:
            database.close()
        if what is not None:
            self.damage = Damage(what, self._moved_aside(), len(bodies))
        self._put_in_place(fresh, bodies)

    def _put_in_place(self, fresh: Path, bodies: tuple[str, ...]) -> None:
        for leftover in _files(self.path)[1:]:
            leftover.unlink(missing_ok=True)
        os.rename(fresh, self.path)
        _sync(self.path.parent)
        self._database = _connect(self.path)
        self._resume(bodies)

    def _moved_aside(self) -> Path:
        """Where the damaged files are now. They are copied before the database is closed, which would change them."""
        stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
        number = 0
        while (kept := self.path.with_name(f"journal-damaged-{stamp}{f'-{number}' if number else ''}.sqlite")).exists():
            number += 1
        for old, new in zip(_files(self.path)[:2], _files(kept)[:2], strict=True):
            if old.exists():
                shutil.copy2(old, new)
                _sync(new)
        _sync(kept.parent)
        if self._database is not None:
            self._database.close()
        self.path.unlink()
        return kept


class _DamagedError(Exception):
    """What a journal says is not what was written into it."""


def _linked(chain: int, body: str) -> int:
    return zlib.crc32(body.encode("utf-8"), chain)


def _files(path: Path) -> tuple[Path, Path, Path]:
    """A database's file, and the two that SQLite lays beside it."""
    return path, path.with_name(path.name + "-wal"), path.with_name(path.name + "-shm")


def _connect(path: Path) -> sqlite3.Connection:
    database = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=2.0)
    try:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = FULL")
    except sqlite3.Error:
        database.close()
        raise
    return database


def _read(database: sqlite3.Connection) -> Iterator[str]:
    """The events' bodies up to the first that is damaged, which raises _DamagedError."""
    (version,) = database.execute("PRAGMA user_version").fetchone()
    (application,) = database.execute("PRAGMA application_id").fetchone()
    if application != _APPLICATION_ID:
        raise _DamagedError("it is no journal of this program")
    if version > SCHEMA_VERSION:
        raise JournalError(
            f"the journal was written by a newer program (its form is {version}, known here is {SCHEMA_VERSION})"
        )
    chain, expected = 0, 1
    for seq, body, kept in database.execute("SELECT seq, body, chain FROM event ORDER BY seq"):
        if seq != expected:
            raise _DamagedError(f"event {expected} is missing")
        chain = _linked(chain, body)
        if chain != kept:
            raise _DamagedError(f"event {seq} is not as it was written")
        yield body
        expected += 1
    (verdict,) = database.execute("PRAGMA quick_check(1)").fetchone()
    if verdict != "ok":
        raise _DamagedError(str(verdict).replace("\n", " "))


def _locked(folder: Path) -> int:
    """An open file that holds the folder for this program; the system lets go of it when the program ends."""
    import fcntl  # not on every system that can import this module

    lock = os.open(folder / "table.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(lock)
        raise FolderInUseError(f"another program is running with the data folder {folder}") from None
    return lock


def _sync(path: Path) -> None:
    """Wait until a file, or a folder's list of files, is on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
