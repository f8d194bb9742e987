"""The journal's file: opened, checked, mended, begun anew; what was found damaged is set aside, and told."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from engine.sentences import Sentence
from firmware.keeping import journal_form as form
from firmware.keeping.folders import give_to_owner, sync
from firmware.keeping.journal_form import DamagedError, JournalError, Kept, Start
from firmware.keeping.journal_mending import going_on, log_of, lost, mended, rows_of
from firmware.keeping.journal_pages import rows
from firmware.keeping.journal_reading import FRESH, copied, is_empty, read_copy, told_by_copy

_One = TypeVar("_One")


@dataclass(frozen=True, slots=True)
class Damage:
    """A journal that was found damaged: what was wrong, where it was put, and what became of its events.

    `kept_as` is None where there was no file any more. Of so many `events` the `lost` could be read nowhere; the last
    of those may stand for any number, or none, where the file's end is gone.
    """

    what: Sentence
    kept_as: Path | None
    events: int
    lost: tuple[int, ...]

    def __str__(self) -> str:
        return str(self.sentence)

    @property
    def sentence(self) -> Sentence:
        """All that in words."""
        if self.kept_as is None:
            return self._of_events
        return Sentence.listed((self._of_events, Sentence("the damaged file is kept as {path}", path=self.kept_as)))

    @property
    def _of_events(self) -> Sentence:
        left = self.events - len(self.lost)
        if not self.lost:
            return Sentence("the journal was damaged ({what}), and is whole again", what=self.what)
        if not left:
            return Sentence(
                "the journal was damaged ({what}): nothing of it could be read, and its matches are lost",
                what=self.what,
            )
        return Sentence("the journal was damaged ({what}): {count} events could be read", what=self.what, count=left)


class JournalFile:
    """A journal's file and the `database` in it, or in memory in its place; None before it is open, and once closed.

    `chain` is the checksum over all its `length` events; `damage` says that it was found damaged. What the disk refuses
    comes through as OSError or sqlite3.Error.
    """

    def __init__(self, path: Path, copy: Path, working: Callable[[], object] = lambda: None) -> None:
        """`copy` is the file of its second copy; `working` is called again and again while much is read or written."""
        self.path, self.copy = path, copy
        self._working = working
        self.database: sqlite3.Connection | None = None
        self.chain = self.length = 0
        self.damage: Damage | None = None
        self._log: bytes | None = None
        """The write-ahead log as it lay there, before SQLite made it what it should be."""
        self._closing = contextlib.ExitStack()

    def close(self) -> None:
        """Give the file free. May be called again."""
        self._let_go()
        self._closing.close()

    def take_up(self, memory: sqlite3.Connection | None = None) -> None:
        """Open the file that is there, or begin one; a damaged one is moved aside, and mended.

        Of a journal that lies whole in `memory` it is mended from there: the table goes on from that one.
        """
        if memory is None and not self.path.exists():
            if self._finish_interrupted():
                return
            if not log_of(self.path) and (not self.copy.exists() or is_empty(self.copy)):
                self.begin_anew([], None)
                return
        self._log = log_of(self.path)
        if (what := self._wrong(is_new=memory is None)) is not None:
            self.begin_anew(self._mended() if memory is None else list(form.verified(memory)), what)
        self._log = None

    def _wrong(self, is_new: bool) -> Sentence | None:
        """What is wrong with the journal; None where nothing is, and it is open.

        `is_new`: nobody has read it yet, and what its log alone holds is still to be taken up.
        """
        if not self.path.exists():
            return Sentence("it is gone")
        try:
            form.require_database(self.path)
            database = form.connect(self.path)
            self._read(database)
        except DamagedError as damaged:
            return Sentence.of(damaged)
        except sqlite3.Error as damaged:
            if form.surroundings(damaged):
                raise
            return Sentence.of(damaged)
        if (told := told_by_copy(database, self.length, self.copy)) is not None:
            return told
        form.require_writable(database)
        return self._go_on() if is_new else None

    def _go_on(self) -> Sentence | None:
        """Take up the event that was being written when the power went, where the log has it whole; what is wrong."""
        unfinished = going_on(rows(b"", self._log or b""), self.length, self.chain)
        if len(unfinished) > 1:
            return Sentence("its log is damaged")
        for kept in unfinished:
            self.add(kept)
        return None

    def _mended(self) -> list[Kept]:
        """What the damaged file and the second copy have, put together."""
        return mended(rows_of(self.path, self._log), read_copy(self.copy), self._last())

    def _last(self) -> int | None:
        """The number of the last event; None where that is not certain: SQLite finds something wrong with the pages."""
        if self.database is None:
            return None
        try:
            return form.last(self.database) if form.wrong_pages(self.database) is None else None
        except sqlite3.Error:
            return None

    def _read(self, database: sqlite3.Connection) -> None:
        """Have this database, and read all once. DamagedError and sqlite3.Error where that cannot be done."""
        self.database = database
        chain = length = 0
        for kept in telling(form.verified(database), self._working):
            chain, length = form.linked(chain, kept.body), kept.seq
        self.chain, self.length = chain, length

    def take_into_memory(self, why: str) -> None:
        """Read a copy in memory: SQLite itself needs to write to read a file whose last events stand in its log."""
        if self._log is None:
            self._log = log_of(self.path)
        self._let_go()
        try:
            try:
                database = self._closing.enter_context(copied(self.path))
                self._read(database)
                if (wrong := self._go_on()) is not None:
                    raise DamagedError(wrong)
                if (told := told_by_copy(database, self.length, self.copy)) is not None:
                    raise DamagedError(told)
            except (sqlite3.Error, DamagedError) as damaged:
                events = self._mended()
                self.damage = Damage(Sentence.of(damaged), self.path, len(events), lost(events))
                self.database = database = form.connect(Path(":memory:"))
                form.write(database, events)
                self._read(database)
        except (OSError, sqlite3.Error, DamagedError) as refused:
            if isinstance(refused, JournalError):
                raise
            raise JournalError(f"the journal {self.path} cannot be opened: {why}; nor copied: {refused}") from refused
        self._log = None

    def add(self, kept: Kept, carry: str | None = None) -> None:
        """Keep the next event, with where a reader may begin. When this returns, it is on the disk."""
        assert self.database, "it is open"
        chain = form.linked(self.chain, kept.body)
        with form.transaction(self.database):
            form.add_event(self.database, kept, chain)
            if carry is not None:
                form.add_start(self.database, Start(kept.seq, carry))
        self.chain, self.length = chain, kept.seq

    def _let_go(self) -> None:
        if self.database is not None:
            self.database.close()
            self.database = None

    def _finish_interrupted(self) -> bool:
        """Take up what a program that was killed while it set a damaged journal aside had already saved, if one was."""
        fresh = self.path.with_name(FRESH)
        set_aside = sorted(self.path.parent.glob("journal-damaged-*.sqlite"))
        if not fresh.exists():
            return False
        try:
            with contextlib.closing(form.connect(fresh)) as database:
                events = list(form.verified(database))
        except (DamagedError, sqlite3.Error):
            return False
        if not events:
            return False
        kept_as = set_aside[-1] if set_aside else None
        self.damage = Damage(Sentence("found at the start before"), kept_as, len(events), lost(events))
        self._put_in_place(fresh)
        return True

    def begin_anew(self, events: list[Kept], what: Sentence | None) -> None:
        """A fresh journal with these events, complete under another name before it takes the old one's place."""
        fresh = self.path.with_name(FRESH)
        with written_whole(fresh):
            with contextlib.closing(form.connect(fresh)) as database:
                form.write(database, telling(events, self._working))
                database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            if what is not None:
                self.damage = Damage(what, self._moved_aside(), len(events), lost(events))
        self._put_in_place(fresh)

    def _put_in_place(self, fresh: Path) -> None:
        for leftover in form.files(self.path)[1:]:
            leftover.unlink(missing_ok=True)
        give_to_owner(fresh)
        os.rename(fresh, self.path)
        sync(self.path.parent)
        self._read(form.connect(self.path))

    def _moved_aside(self) -> Path | None:
        """Where the damaged files are now. They are copied before the database is closed, which would change them."""
        if not self.path.exists():
            return None
        kept = free_name(self.path.with_name("journal-damaged"))
        with written_whole(kept):
            for old, new in zip(form.files(self.path)[:-1], form.files(kept)[:-1], strict=True):
                if old.exists():
                    shutil.copy2(old, new)
                    give_to_owner(new)
                    sync(new)
            sync(kept.parent)
        self._let_go()
        self.path.unlink()
        return kept


def telling(every: Iterable[_One], working: Callable[[], object]) -> Iterator[_One]:
    """The same, telling before each that somebody is at work."""
    for one in every:
        working()
        yield one


@contextlib.contextmanager
def written_whole(path: Path) -> Iterator[None]:
    """A database is written there whole, or nothing of it stays: what one try begins would take the next one's room."""
    _take_away(path)
    try:
        yield
    except (OSError, sqlite3.Error):
        with contextlib.suppress(OSError):
            _take_away(path)
        raise


def _take_away(path: Path) -> None:
    for file in form.files(path):
        file.unlink(missing_ok=True)


def free_name(stem: Path) -> Path:
    """A name for a database that is put aside now: the stem, the time, and a number where that is taken."""
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    names = (
        stem.with_name(f"{stem.name}-{stamp}{ending}.sqlite") for ending in ("", *(f"-{n}" for n in range(1, 1000)))
    )
    return next(name for name in names if not name.exists())
