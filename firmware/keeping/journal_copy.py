"""The journal's second copy, in another file on the card or on a stick, written as the journal is.

It is a journal of the same form with the same events, and from it the table mends itself. An event is copied right
after it was kept, on a thread of its own: no press waits for it.
"""

from __future__ import annotations

import logging
import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path

from firmware.devices.watch import Repeating
from firmware.keeping import journal_form as form
from firmware.keeping.folders import give_to_owner, sync
from firmware.keeping.journal import Journal
from firmware.keeping.journal_file import free_name, written_whole
from firmware.keeping.journal_form import JournalError
from firmware.keeping.journal_mending import of_same
from firmware.keeping.journal_reading import is_empty, read_copy, read_held
from firmware.screens.trouble import Trouble

_LOG = logging.getLogger("hamarreko")
_BEHIND = "SELECT seq, at, body, chain FROM event WHERE seq > ? ORDER BY seq"
_AGAIN = 10.0
"""Seconds until a copy that could not be written is tried again: the stick may be plugged in by then."""


class JournalCopy(Repeating):
    """Keeps the second copy of a journal. Its troubles are told as those of a device are."""

    def __init__(self, journal: Journal) -> None:
        super().__init__("journal-copy", self._once)
        self._journal = journal
        self._events = 0
        self._why: str | None = None
        journal.on_append = self.soon

    def troubles(self) -> frozenset[Trouble]:
        """That there is no second copy, while it cannot be written."""
        return frozenset({Trouble.COPY_GONE}) if self._why else frozenset()

    def details(self) -> Mapping[str, object]:
        """Where it is, how many events it has, and why it cannot be written."""
        return {"journal_copy": {"file": str(self._journal.copy), "events": self._events, "trouble": self._why}}

    def _run(self) -> None:
        super()._run()
        self._once()  # on the one thread, too: what a stick that is slower than `close` misses, the next start copies

    def _once(self) -> float | None:
        if self._journal.trouble is not None:  # its file may have less than the copy, from which it mends itself later
            return _AGAIN
        try:
            self._events = brought_up(self._journal.path, self._journal.copy)
        except (OSError, sqlite3.Error) as refused:
            _LOG.warning("the journal's second copy %s cannot be written: %s", self._journal.copy, refused)
            self._why = str(refused)
            return _AGAIN
        self._why = None
        return None


def require_copy(source: Path, copy: Path) -> None:
    """JournalError where a file that is there has something else than a copy of this journal, or nothing.

    OSError where it cannot be read.
    """
    if not copy.exists():
        return
    if copy.is_file():
        with copy.open("rb") as file:
            file.read(1)  # what may not be read is not taken for another file
        same = of_same(read_copy(source).proven, read_copy(copy)).proven
        if same or is_empty(copy, but=(form.LOST,)) or not copy.stat().st_size:
            return
    raise JournalError(f"{copy} is no copy of this journal: name another file, or move that one away")


def brought_up(source: Path, copy: Path) -> int:
    """Bring a copy up to its journal; how many events it then has. Others may write either meanwhile.

    One that is missing, damaged, or not this journal's is written anew, and what was there is kept beside it.
    OSError or sqlite3.Error where the copy cannot be written.
    """
    try:
        with _existing(copy) as database, form.transaction(database), closing(form.read_only(source)) as journal:
            behind = form.last(database)
            if form.event(journal, behind) == form.event(database, behind):
                for *kept, chain in journal.execute(_BEHIND, (behind,)):
                    form.add_event(database, form.Kept(*kept), chain)
                return form.last(journal)
    except form.DamagedError:
        pass
    except sqlite3.Error as refused:
        if form.surroundings(refused):
            raise
    return _written_anew(source, copy)


def _written_anew(source: Path, copy: Path) -> int:
    """Copy a journal whole, in the place of a copy that is none of it, which stays beside it, named by the time.

    JournalError where the copy has to stay: the journal is damaged, or lacks events that the copy has.
    """
    if not copy.parent.is_dir():  # SQLite says only that it is unable to open the file
        raise FileNotFoundError(f"there is no folder {copy.parent}")
    if copy.exists():
        _require_no_more(copy, source)
    fresh = copy.with_name(f"{copy.name}.new")
    with (
        written_whole(fresh),
        closing(form.read_only(source)) as journal,
        closing(sqlite3.connect(fresh, isolation_level=None)) as database,
    ):
        database.execute("PRAGMA synchronous = FULL")
        journal.backup(database)
        database.execute("PRAGMA journal_mode = DELETE")
        events = form.last(database)
    aside = free_name(copy.with_name(f"{copy.stem}-until"))
    for old, new in zip(form.files(copy), form.files(aside), strict=True):
        if old.exists():  # SQLite would play an old rollback journal into the new file
            os.replace(old, new)
    give_to_owner(fresh)
    os.replace(fresh, copy)
    sync(copy.parent)
    return events


def _require_no_more(copy: Path, source: Path) -> None:
    """JournalError where a copy of this journal has events that it lacks."""
    own = {kept.seq: kept for kept in read_held(source.parent) if kept.body != form.LOST}
    there = read_copy(copy)
    same = of_same(own, there).proven
    if same and len(same) < len(there.proven):
        raise JournalError(f"{copy} has events of this journal that went on without them: move that file away")
    if not same.keys() <= own.keys():
        raise JournalError(f"{copy} has events that the journal has lost, and takes up at its next start")


@contextmanager
def _existing(copy: Path) -> Iterator[sqlite3.Connection]:
    """A copy that is there, opened to be written, in one file: without a log, so that a stick may be pulled out."""
    if not copy.exists():
        raise form.DamagedError("there is none")
    form.require_database(copy)
    with closing(sqlite3.connect(copy, isolation_level=None, timeout=2.0)) as database:
        # Without a log, FULL does not sync the folder: a rollback journal that comes back would undo a commit.
        database.execute("PRAGMA synchronous = EXTRA")
        yield database
