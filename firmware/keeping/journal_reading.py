"""Reading a journal, or its second copy, without changing anything: also while a table writes into it."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import Final

from engine.sentences import Sentence
from firmware.keeping import journal_form as form
from firmware.keeping.journal_form import LOST, DamagedError, JournalError, Kept
from firmware.keeping.journal_mending import Believed, of_same, readable

NAME: Final = "journal.sqlite"
COPY: Final = "journal-copy.sqlite"
"""The second copy's file, in the data folder or on a stick."""
FRESH: Final = "journal.new"
"""A journal that takes the place of another one once it is whole."""
_Opening = Callable[[Path], contextlib.AbstractContextManager[sqlite3.Connection]]


def journal_in(folder: Path) -> Path:
    """The file of a folder's journal. JournalError where there is none, or this user may not read it."""
    path = folder / NAME
    try:
        path.stat()
        if not os.access(path, os.R_OK):  # it is not opened: see `read_held`
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    except (FileNotFoundError, NotADirectoryError):
        if os.path.exists(folder / FRESH):
            ends = "`hamarreko journal mend` takes up what was being written"
            raise JournalError(f"there is no whole journal in {folder}: {ends}") from None
        raise JournalError(f"there is no journal in {folder}") from None
    except OSError as refused:
        raise _not_read(path, refused) from refused
    return path


def _not_read(path: Path, refused: OSError) -> JournalError:
    if isinstance(refused, PermissionError):
        on_a_box = "on a box begin the command with `sudo -u hamarreko`"
        return JournalError(f"the journal {path} may not be read by this user: {on_a_box}")
    return JournalError(f"the journal {path} cannot be read: {refused.strerror or refused}")


def read_journal(folder: Path, after: int = 0, until: int | None = None) -> Iterator[Kept]:
    """The events in a data folder, also while a table runs with it in another process; nothing is changed.

    With `after` and `until` only those behind that number, and up to that one.
    JournalError where there is no journal, or it cannot be read; it comes behind the events that could be.
    """
    yield from _read(folder, _opened, after, until)


def read_held(folder: Path, after: int = 0, until: int | None = None) -> Iterator[Kept]:
    """The same events, in the process that writes them: SQLite alone opens the file.

    Closing any handle of a file takes away all locks that the process has on it, SQLite's among them, and the next
    program that looks into the journal would delete the log that this one goes on writing into.
    """
    yield from _read(folder, lambda path: contextlib.closing(form.read_only(path)), after, until)


def _read(folder: Path, opened: _Opening, after: int, until: int | None) -> Iterator[Kept]:
    path = journal_in(folder)
    try:
        with opened(path) as database:
            yield from form.verified(database, after, until)
    except (DamagedError, sqlite3.Error) as wrong:
        if isinstance(wrong, sqlite3.Error) and form.surroundings(wrong):
            raise JournalError(f"the journal {path} cannot be read just now: {wrong}") from wrong
        raise JournalError(f"the journal {path} is damaged: {wrong}; `hamarreko journal mend` mends it") from wrong
    except JournalError:
        raise
    except OSError as refused:
        raise _not_read(path, refused) from refused


def told_by_copy(database: sqlite3.Connection, length: int, copy: Path) -> Sentence | None:
    """What the second copy has of the same journal and the journal has not, in words; None where nothing."""
    if not copy.exists():
        return None
    lost = [seq for (seq,) in database.execute("SELECT seq FROM event WHERE body = ?", (LOST,))]
    try:
        with _opened(copy) as second:
            found = any((event := form.event(second, seq)) and event[0].body != LOST for seq in lost)
            if not found and form.last(second) <= length:
                return None
    except (OSError, sqlite3.Error, DamagedError):
        return None
    own = {kept.seq: kept for kept in form.verified(database) if kept.body != LOST}
    more = min(of_same(own, read_copy(copy)).proven.keys() - own.keys(), default=None)
    if more is None or more <= length:
        return Sentence("event {number} is missing", number=more) if more else None
    return Sentence("its last events are missing")


def read_copy(copy: Path) -> Believed:
    """What the second copy has; nothing where it cannot be read: there may be none, and the stick may be out."""
    try:
        with _opened(copy) as second:
            return Believed({kept.seq: kept for kept in form.verified(second) if kept.body != LOST})
    except (OSError, sqlite3.Error, DamagedError):
        pass
    try:
        return readable(copy)
    except OSError:
        return Believed({})


def is_empty(copy: Path, but: Collection[str] = ()) -> bool:
    """Whether a second copy can be read whole, and has no event, or none `but` those with such a text."""
    try:
        with _opened(copy) as second:
            return all(kept.body in but for kept in form.verified(second))
    except (OSError, sqlite3.Error, DamagedError):
        return False


@contextlib.contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    """A journal's file, to be read only, or a copy of it in memory.

    SQLite writes before it reads where a transaction was broken off, or the log's index is gone.
    """
    with contextlib.ExitStack() as stack:
        try:
            database = stack.enter_context(contextlib.closing(form.read_only(path)))
        except sqlite3.Error as refused:
            if not form.surroundings(refused):
                raise
            database = stack.enter_context(copied(path))
        yield database


@contextlib.contextmanager
def copied(path: Path) -> Iterator[sqlite3.Connection]:
    """A copy of a journal, in memory where the system has a folder there."""
    memory = Path("/dev/shm")
    with contextlib.ExitStack() as stack:
        with tempfile.TemporaryDirectory(dir=memory if os.access(memory, os.W_OK) else None) as folder:
            copy = Path(folder) / path.name
            for old, new in zip(form.files(path)[:-1], form.files(copy)[:-1], strict=True):
                with contextlib.suppress(FileNotFoundError):
                    shutil.copyfile(old, new)
            form.require_database(copy)
            database = stack.enter_context(contextlib.closing(form.connect(copy)))
            database.execute("SELECT count(*) FROM sqlite_schema").fetchone()  # opens the log, too
        # SQLite has its files open, and needs their names no more: a program that is killed leaves nothing in memory
        yield database
