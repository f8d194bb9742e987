"""Room on the disk of the data: told while it gets scarce and when there is none, and made by what is needed less.

What is needed less are pictures of hands that nobody disputes, the oldest first. They go when less than a quarter of a
gigabyte is free, whatever takes the room, and at once when a press would find none.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from engine.sentences import Sentence
from firmware.devices.watch import Repeating
from firmware.keeping.hand_pictures import HandPictures
from firmware.keeping.journal import Journal
from firmware.keeping.journal_form import DiskFullError, HeldError, JournalError, NotOursError, not_ours
from firmware.screens.trouble import Trouble

SCARCE: Final = 128 << 20
"""Bytes below which the disk is nearly full: all that may go has gone by then."""
NONE_LEFT: Final = 1 << 20
"""Bytes below which the disk is full."""
_EVERY: Final = 5.0


def not_kept(refused: JournalError) -> Sentence:
    """What the players are told of a press that could not be kept."""
    if isinstance(refused, DiskFullError):
        return Sentence("The disk is full: this press was not kept. Make room on it, then press again.")
    if isinstance(refused, NotOursError):
        return Sentence("The files belong to another user: this press was not kept. Hand them back, then press again.")
    if isinstance(refused, HeldError):
        return Sentence("Another program holds the journal: this press was not kept. End it, then press again.")
    return Sentence("The disk takes no more: this press was not kept. The box needs another memory card.")


class DiskRoom(Repeating):
    """Looks after the room on one journal's disk. Its troubles are told as those of a device are."""

    def __init__(
        self,
        journal: Journal,
        pictures: HandPictures,
        disk: Callable[[Path], os.statvfs_result] = os.statvfs,
    ) -> None:
        """`disk` says how the disk of a folder is."""
        super().__init__("disk-room", self.look)
        self._journal, self._pictures, self._disk = journal, pictures, disk
        self._folder = journal.path.parent
        self._free: int | None = None
        self._read_only = self._not_ours = False
        self._refused: tuple[int, int] | None = None
        """How many events there were, and bytes free, when one found no room."""
        journal.make_room = self.make

    def look(self) -> float:
        """See how much room there is, and have what is needed less go; the seconds until the next time."""
        self._see()
        if self._free is not None and not self._read_only and self._pictures.make_room():
            self._see()
        return _EVERY

    def make(self) -> bool:
        """Make room at once, for an event that found none; whether some was made."""
        try:
            made = self._pictures.make_room()
        except OSError:
            made = False
        self._see()
        if not made:
            self._refused = len(self._journal), self._free or 0
        return made

    def troubles(self) -> frozenset[Trouble]:
        """That the disk is nearly full, full, or cannot be written, or the files may not."""
        if self._free is None:
            return frozenset()
        if self._read_only:
            return frozenset({Trouble.DISK_READ_ONLY})
        if self._not_ours:
            return frozenset({Trouble.FILES_NOT_OURS})
        if self._free < NONE_LEFT or self._finds_none(self._free):
            return frozenset({Trouble.DISK_FULL})
        return frozenset({Trouble.DISK_SCARCE}) if self._free < SCARCE else frozenset()

    def details(self) -> Mapping[str, object]:
        """How much is free, in megabytes; None where the system does not say."""
        return {"disk_free_mb": None if self._free is None else round(self._free / 1e6)}

    def _finds_none(self, free: int) -> bool:
        """Whether nothing has changed since an event found no room: a quota may say so where the disk has some."""
        return (
            self._refused is not None and len(self._journal) == self._refused[0] and free < self._refused[1] + NONE_LEFT
        )

    def _see(self) -> None:
        try:
            disk = self._disk(self._folder)
            self._not_ours = not_ours(self._journal.path)
        except OSError:
            self._free = None
            return
        self._free, self._read_only = disk.f_bavail * disk.f_frsize, bool(disk.f_flag & os.ST_RDONLY)
