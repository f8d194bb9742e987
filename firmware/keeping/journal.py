"""The journal: every event in one SQLite file, synced to the disk before anything of it is shown."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from engine.sentences import Sentence
from firmware.keeping import journal_form as form
from firmware.keeping.folders import TAKES_NOTHING, give_to_owner, locked, make_folder, sync
from firmware.keeping.journal_form import DamagedError, DiskFullError, JournalError, Kept, NotOursError, Start
from firmware.keeping.journal_mending import going_on, log_of, lost, mended, readable
from firmware.keeping.journal_pages import FRAME_HEADER, frames_with, rows
from firmware.keeping.journal_reading import COPY, NAME, copied, read_copy, read_held, told_by_copy

NOT_OURS: Final = Sentence("The files belong to another user.")


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
        left = self.events - len(self.lost)
        told = (
            Sentence("the journal was damaged ({what}): {count} events could be read", what=self.what, count=left)
            if self.lost
            else Sentence("the journal was damaged ({what}), and is whole again", what=self.what)
        )
        if self.kept_as is None:
            return told
        return Sentence.listed((told, Sentence("the damaged file is kept as {path}", path=self.kept_as)))


class Journal:
    """The events of one data folder, in order. One program at a time may hold it.

    Each event is one transaction in WAL mode with full syncing, and carries a checksum over itself and all before it,
    so that what is read back is what was written, or is known not to be. Times are kept for people; nothing goes by
    them, so a clock that is set back changes nothing. A context manager: closing gives the folder free.

    Where the file is damaged, what of it can be read is put together with what its second copy has, into a new file; an
    event that neither has leaves `LOST` in its place, and is looked for in the copy again at the next start.

    `damage` says that the file was found damaged. `trouble` says why nothing can be written for now: on a disk that is
    full or read-only the journal is read all the same, and every `append` tries the disk again.
    """

    def __init__(self, folder: Path, copy: Path | None = None) -> None:
        """Open or begin the journal in `folder`, which is made where it is missing.

        `copy` is the second copy's file, where it is not in the folder.

        Raises FolderInUseError where another program holds the folder, JournalError where the journal comes from a
        newer program, or the disk refuses and there is no journal to be read on it.
        """
        self.path = folder / NAME
        self.copy = copy or folder / COPY
        self.on_append: Callable[[], object] = lambda: None
        """Called after each event."""
        self.make_room: Callable[[], bool] = lambda: False
        """Called where the disk is full, to say whether there is more room now."""
        self.damage: Damage | None = None
        self.trouble: Sentence | None = None
        self._closing = contextlib.ExitStack()
        self._moving = threading.Lock()
        """Held while the journal moves from memory into its file, or is read from memory by any thread."""
        self._locked = False
        self._database: sqlite3.Connection | None = None
        self._chain = 0
        self._length = 0
        self._log: bytes | None = None
        """The write-ahead log as it lay there, before SQLite made it what it should be."""
        try:
            self._begin(folder)
        except BaseException:
            self.close()
            raise
        finally:
            self._log = None

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __len__(self) -> int:
        return self._length

    def events(self, after: int = 0) -> Iterator[str]:
        """The texts of the events behind number `after`, in order."""
        found = self._open().execute("SELECT body FROM event WHERE seq > ? ORDER BY seq", (after,))
        return (body for (body,) in found)

    def kept(self, after: int = 0, until: int | None = None) -> Iterator[Kept]:
        """The events behind number `after`, up to `until`, for any thread, while this program goes on.

        JournalError where they cannot be read; it comes behind those that could be.
        """
        held = self._held(after, until)
        yield from read_held(self.path.parent, after, until) if held is None else held

    def _held(self, after: int, until: int | None) -> list[Kept] | None:
        """Those events, where the disk takes nothing: the file may be damaged, and what is whole lies in memory."""
        with self._moving:
            if self.trouble is None:
                return None
            try:
                return list(form.verified(self._open(), after, until))
            except (DamagedError, sqlite3.Error) as refused:
                raise JournalError(f"the journal {self.path} cannot be read just now: {refused}") from refused

    def starts(self) -> list[Start]:
        """The events at which a reader may begin, the newest first."""
        return form.starts(self._open())

    def append(self, body: str, carry: str | None = None) -> None:
        """Keep one event. When this returns, it is on the disk; JournalError says that it is not.

        On a full disk room is made first, where something may go. With a `carry` a reader may begin at this event: it
        holds what must be known of all before it.
        """
        try:
            self._append(body, carry)
        except DiskFullError:
            if not self.make_room():
                raise
            self._append(body, carry)
        self.on_append()

    def note_starts(self, found: Iterable[Start]) -> None:
        """Keep where a reader may begin, for events that stand already. JournalError where the disk refuses."""
        if self.trouble is None:
            with self._writing() as database:
                for start in found:
                    form.add_start(database, start)

    def tidy(self) -> None:
        """Move what was written into the main file, at a moment when nobody waits for the disk."""
        if self.trouble is None and self._database is not None:
            with contextlib.suppress(sqlite3.Error):  # the next time will do
                self._database.execute("PRAGMA wal_checkpoint(PASSIVE)")

    def close(self) -> None:
        """Give the file and the folder free. May be called again."""
        self._let_go()
        self._closing.close()

    def _append(self, body: str, carry: str | None) -> None:
        self._open()
        if self.trouble is not None:
            self._try_again()
        kept = Kept(self._length + 1, datetime.now(UTC).isoformat(timespec="milliseconds"), body)
        chain = form.linked(self._chain, body)
        try:
            with self._writing() as database:
                form.add_event(database, kept, chain)
                if carry is not None:
                    form.add_start(database, Start(kept.seq, carry))
        except JournalError:
            self._strike_out(kept.seq)
            raise
        self._chain, self._length = chain, kept.seq

    def _strike_out(self, seq: int) -> None:
        """Spoil what the log holds of an event that was refused: a start would take it for one that was kept.

        It may stand there whole where only its syncing failed. SQLite knows nothing of what stands behind its last
        commit, and writes over it.
        """
        with contextlib.suppress(OSError), form.files(self.path)[1].open("r+b") as log:
            for start in frames_with(log.read(), seq):
                log.seek(start)
                log.write(bytes(FRAME_HEADER))
            log.flush()
            os.fsync(log.fileno())

    def _let_go(self) -> None:
        if self._database is not None:
            self._database.close()
            self._database = None

    def _open(self) -> sqlite3.Connection:
        if self._database is None:
            raise JournalError(f"the journal {self.path} is closed")
        return self._database

    @contextlib.contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        database = self._open()
        try:
            with form.transaction(database):
                yield database
        except sqlite3.Error as refused:
            raise self._not_written(refused) from refused

    def _not_written(self, refused: Exception) -> JournalError:
        kind = DiskFullError if form.no_room(refused) else NotOursError if form.not_ours(self.path) else JournalError
        why = Sentence.of(refused)
        return kind(Sentence("the journal {path} could not be written: {why}", path=self.path, why=why))

    def _begin(self, folder: Path) -> None:
        try:
            make_folder(folder)
            self._lock(folder)
            self._take_up()
        except JournalError:
            raise
        except (OSError, sqlite3.Error) as refused:
            if os.path.exists(self.path) and _takes_nothing(refused):  # not where nobody may look
                self._read_only(str(refused))
            elif isinstance(refused, sqlite3.Error):
                raise JournalError(f"the journal {self.path} cannot be opened: {refused}") from refused
            else:
                no_folder = isinstance(refused, FileExistsError | NotADirectoryError)
                why = "it is no folder" if no_folder else refused.strerror or refused
                raise JournalError(f"the data folder {folder} cannot be used: {why}") from refused

    def _lock(self, folder: Path) -> None:
        if not self._locked:
            self._closing.callback(os.close, locked(folder))
            self._locked = True

    def _take_up(self, memory: sqlite3.Connection | None = None) -> None:
        """Open the file that is there, or begin one; a damaged one is moved aside, and mended.

        Of a journal that lies whole in `memory` it is mended from there: the table goes on from that one.
        """
        self._database = None
        if memory is None and not self.path.exists():
            if self._finish_interrupted():
                return
            if not self.copy.exists():
                self._anew([], None)
                return
        self._log = log_of(self.path)
        if (what := self._wrong(is_new=memory is None)) is not None:
            self._anew(self._mended() if memory is None else list(form.verified(memory)), what)

    def _wrong(self, is_new: bool) -> Sentence | None:
        """What is wrong with the journal; None where nothing is, and it is open.

        `is_new`: nobody has read it yet, and what its log alone holds is still to be taken up.
        """
        if not self.path.exists():
            return Sentence("it is gone")
        try:
            form.require_database(self.path)
            self._database = form.connect(self.path)
            self._check()
        except DamagedError as damaged:
            return Sentence.of(damaged)
        except sqlite3.Error as damaged:
            if form.surroundings(damaged):
                raise
            return Sentence.of(damaged)
        if (told := told_by_copy(self._database, self._length, self.copy)) is not None:
            return told
        form.require_writable(self._database)
        return self._go_on() if is_new else None

    def _go_on(self) -> Sentence | None:
        """Take up the event that was being written when the power went, where the log has it whole; what is wrong."""
        unfinished = going_on(rows(b"", self._log or b""), self._length, self._chain)
        if len(unfinished) > 1:
            return Sentence("its log is damaged")
        for kept in unfinished:
            chain = form.linked(self._chain, kept.body)
            with form.transaction(self._open()):
                form.add_event(self._open(), kept, chain)
            self._chain, self._length = chain, kept.seq
        return None

    def _mended(self) -> list[Kept]:
        """What the damaged file and the second copy have, put together."""
        own = readable(self.path, self._log)
        return mended(own, read_copy(self.copy), self._ends_with(max(own, default=0)))

    def _ends_with(self, seq: int) -> bool:
        """Whether that is the last event for certain: SQLite finds nothing wrong with the pages, and no other last."""
        if self._database is None:
            return False
        try:
            return form.wrong_pages(self._database) is None and form.last(self._database) == seq
        except sqlite3.Error:
            return False

    def _check(self) -> None:
        """Read all once. DamagedError and sqlite3.Error where that cannot be done."""
        chain = length = 0
        for kept in form.verified(self._open()):
            chain, length = form.linked(chain, kept.body), kept.seq
        self._chain, self._length = chain, length

    def _read_only(self, why: str) -> None:
        """Read a copy in memory: SQLite itself needs to write to read a file whose last events stand in its log."""
        if self._log is None:
            self._log = log_of(self.path)
        self._let_go()
        try:
            try:
                self._database = self._closing.enter_context(copied(self.path))
                self._check()
                if (wrong := self._go_on()) is not None:
                    raise DamagedError(wrong)
                if (told := told_by_copy(self._database, self._length, self.copy)) is not None:
                    raise DamagedError(told)
            except (sqlite3.Error, DamagedError) as damaged:
                events = self._mended()
                self.damage = Damage(Sentence.of(damaged), self.path, len(events), lost(events))
                self._database = form.connect(Path(":memory:"))
                form.write(self._database, events)
                self._check()
        except (OSError, sqlite3.Error, DamagedError) as refused:
            if isinstance(refused, JournalError):
                raise
            raise JournalError(f"the journal {self.path} cannot be opened: {why}; nor copied: {refused}") from refused
        takes_nothing = Sentence("the disk takes nothing ({why})", why=why)
        self.trouble = NOT_OURS if form.not_ours(self.path) else takes_nothing

    def _try_again(self) -> None:
        """Go on in the file itself, if the disk takes something by now. JournalError where it does not."""
        with self._moving:
            memory, chain, length = self._open(), self._chain, self._length
            try:
                self._lock(self.path.parent)
                self._take_up(memory)
                if self._length < length:  # the rest stood in its log alone
                    self._anew(list(form.verified(memory)), Sentence("its last events are missing"))
                if self._chain != chain:
                    raise DamagedError(Sentence("it is not as it was read at the start"))
            except (OSError, sqlite3.Error, DamagedError) as refused:
                self._let_go()
                self._database, self._chain, self._length = memory, chain, length
                raise self._not_written(refused) from refused
            finally:
                self._log = None
            memory.close()
            self.trouble = None

    def _finish_interrupted(self) -> bool:
        """Take up what a program that was killed while it set a damaged journal aside had already saved, if one was."""
        fresh = self.path.with_suffix(".new")
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

    def _anew(self, events: list[Kept], what: Sentence | None) -> None:
        """A fresh journal with these events, complete under another name before it takes the old one's place."""
        fresh = self.path.with_suffix(".new")
        for leftover in form.files(fresh):
            leftover.unlink(missing_ok=True)
        with or_taken_away(fresh):
            with contextlib.closing(form.connect(fresh)) as database:
                form.write(database, events)
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
        self._database = form.connect(self.path)
        self._check()

    def _moved_aside(self) -> Path | None:
        """Where the damaged files are now. They are copied before the database is closed, which would change them."""
        if not self.path.exists():
            return None
        kept = free_name(self.path.with_name("journal-damaged"))
        with or_taken_away(kept):
            for old, new in zip(form.files(self.path)[:-1], form.files(kept)[:-1], strict=True):
                if old.exists():
                    shutil.copy2(old, new)
                    give_to_owner(new)
                    sync(new)
            sync(kept.parent)
        self._let_go()
        self.path.unlink()
        return kept


@contextlib.contextmanager
def or_taken_away(path: Path) -> Iterator[None]:
    """A database is written there whole, or nothing of it stays: what one try begins would take the next one's room."""
    try:
        yield
    except (OSError, sqlite3.Error):
        with contextlib.suppress(OSError):
            for begun in form.files(path):
                begun.unlink(missing_ok=True)
        raise


def _takes_nothing(refused: OSError | sqlite3.Error) -> bool:
    """Whether the disk may be read and not written."""
    if isinstance(refused, sqlite3.Error):
        return form.surroundings(refused)
    return refused.errno in TAKES_NOTHING


def free_name(stem: Path) -> Path:
    """A name for a database that is put aside now: the stem, the time, and a number where that is taken."""
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    names = (
        stem.with_name(f"{stem.name}-{stamp}{ending}.sqlite") for ending in ("", *(f"-{n}" for n in range(1, 1000)))
    )
    return next(name for name in names if not name.exists())
