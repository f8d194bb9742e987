"""One program at a time works with a data folder."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Final

from firmware.keeping.folders import give_to_owner
from firmware.keeping.journal_form import JournalError

TAKES_NOTHING: Final = (errno.EROFS, errno.ENOSPC, errno.EDQUOT, errno.EACCES, errno.EPERM)
"""What the system says of a disk that may be read and not written."""


class FolderInUseError(JournalError):
    """Another program works with the same data folder."""


def locked(folder: Path) -> int:
    """An open file that holds the folder for this program; the system lets go of it when the program ends."""
    import fcntl  # not on every system that can import this module

    path = folder / "table.lock"
    try:
        lock = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        give_to_owner(path)
    except OSError as refused:
        if refused.errno not in TAKES_NOTHING or not os.path.exists(path):
            raise
        lock = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(lock)
        raise FolderInUseError(f"another program is running with the data folder {folder}") from None
    return lock
