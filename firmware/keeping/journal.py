"""The journal: every event in one SQLite file, synced to the disk before anything of it is shown."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from engine.sentences import Sentence
from firmware.keeping import journal_form as form
from firmware.keeping.folders import TAKES_NOTHING, locked, make_folder, why_no_folder
from firmware.keeping.journal_file import Damage, JournalFile, telling
from firmware.keeping.journal_form import DamagedError, DiskFullError, JournalError, Kept, NotOursError, Start
from firmware.keeping.journal_pages import FRAME_HEADER, frames_with
from firmware.keeping.journal_reading import COPY, NAME, read_held

NOT_OURS: Final = Sentence("The files belong to another user.")


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

    def __init__(self, folder: Path, copy: Path | None = None, working: Callable[[], object] = lambda: None) -> None:
        """Open or begin the journal in `folder`, which is made where it is missing.

        `copy` is the second copy's file, where it is not in the folder. `working` is called again and again while many
        events are read.

        Raises FolderInUseError where another program holds the folder, JournalError where the journal comes from a
        newer program, or the disk refuses and there is no journal to be read on it.
        """
        self.path = folder / NAME
        self.copy = copy or folder / COPY
        self.on_append: Callable[[], object] = lambda: None
        """Called after each event."""
        self.make_room: Callable[[], bool] = lambda: False
        """Called where the disk is full, to say whether there is more room now."""
        self.trouble: Sentence | None = None
        self._working = working
        self._file = JournalFile(self.path, self.copy, working)
        self._closing = contextlib.ExitStack()
        self._moving = threading.Lock()
        """Held while the journal moves from memory into its file, or is read from memory by any thread."""
        self._locked = False
        try:
            self._begin(folder)
        except BaseException:
            self.close()
            raise
        finally:
            self.damage: Damage | None = self._file.damage

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __len__(self) -> int:
        return self._file.length

    def events(self, after: int = 0) -> Iterator[str]:
        """The texts of the events behind number `after`, in order."""
        found = self._open().execute("SELECT body FROM event WHERE seq > ? ORDER BY seq", (after,))
        return (body for (body,) in telling(found, self._working))

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

    def starts(self) -> Iterator[Start]:
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
            database = self._open()
            try:
                with form.transaction(database):
                    for start in found:
                        form.add_start(database, start)
            except sqlite3.Error as refused:
                raise self._not_written(refused) from refused

    def tidy(self) -> None:
        """Move what was written into the main file, at a moment when nobody waits for the disk."""
        if self.trouble is None and self._file.database is not None:
            with contextlib.suppress(sqlite3.Error):  # the next time will do
                self._file.database.execute("PRAGMA wal_checkpoint(PASSIVE)")

    def close(self) -> None:
        """Give the file and the folder free. May be called again."""
        self._file.close()
        self._closing.close()

    def _append(self, body: str, carry: str | None) -> None:
        self._open()
        if self.trouble is not None:
            self._try_again()
        kept = Kept(len(self) + 1, datetime.now(UTC).isoformat(timespec="milliseconds"), body)
        try:
            self._file.add(kept, carry)
        except sqlite3.Error as refused:
            self._strike_out(kept.seq)
            raise self._not_written(refused) from refused

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

    def _open(self) -> sqlite3.Connection:
        if self._file.database is None:
            raise JournalError(f"the journal {self.path} is closed")
        return self._file.database

    def _not_written(self, refused: Exception) -> JournalError:
        said = Sentence("the journal {path} could not be written: {why}", path=self.path, why=Sentence.of(refused))
        if form.no_room(refused):
            return DiskFullError(said)
        if form.held(refused):
            return form.HeldError(said)
        return NotOursError(said) if form.not_ours(self.path) else JournalError(said)

    def _begin(self, folder: Path) -> None:
        try:
            make_folder(folder)
            self._lock(folder)
            self._file.take_up()
        except JournalError:
            raise
        except (OSError, sqlite3.Error) as refused:
            if os.path.exists(self.path) and _takes_nothing(refused):  # not where nobody may look
                self._file.take_into_memory(str(refused))
                takes_nothing = Sentence("the disk takes nothing ({why})", why=str(refused))
                self.trouble = NOT_OURS if form.not_ours(self.path) else takes_nothing
            elif isinstance(refused, sqlite3.Error):
                raise JournalError(f"the journal {self.path} cannot be opened: {refused}") from refused
            else:
                raise JournalError(f"the data folder {folder} cannot be used: {why_no_folder(refused)}") from refused

    def _lock(self, folder: Path) -> None:
        if not self._locked:
            self._closing.callback(os.close, locked(folder))
            self._locked = True

    def _try_again(self) -> None:
        """Go on in the file itself, if the disk takes something by now. JournalError where it does not."""
        with self._moving:
            memory, file = self._open(), JournalFile(self.path, self.copy, self._working)
            try:
                self._lock(self.path.parent)
                file.take_up(memory)
                if file.length < len(self):  # the rest stood in its log alone
                    file.begin_anew(list(form.verified(memory)), Sentence("its last events are missing"))
                if file.chain != self._file.chain:
                    raise DamagedError(Sentence("it is not as it was read at the start"))
            except (OSError, sqlite3.Error, DamagedError) as refused:
                file.close()
                raise self._not_written(refused) from refused
            finally:
                self.damage = file.damage or self.damage
            self._file.close()
            self._file, self.trouble = file, None


def _takes_nothing(refused: OSError | sqlite3.Error) -> bool:
    """Whether the disk may be read and not written."""
    if isinstance(refused, sqlite3.Error):
        return form.surroundings(refused)
    return refused.errno in TAKES_NOTHING
