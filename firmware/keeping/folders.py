"""Where the program keeps what must last."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from firmware.keeping.journal_form import JournalError

TAKES_NOTHING: Final = (errno.EROFS, errno.ENOSPC, errno.EDQUOT, errno.EACCES, errno.EPERM)
"""What the system says of a disk that may be read and not written."""


class FolderInUseError(JournalError):
    """Another program works with the same data folder."""


def data_folder(given: str | None = None) -> Path:
    """The folder named on the command line, else `hamarreko` in the user's data folder."""
    if given:
        return Path(given)
    home = os.environ.get("XDG_DATA_HOME")
    return (Path(home) if home else Path.home() / ".local" / "share") / "hamarreko"


def kept_text(path: Path) -> str:
    """What a small text file has; nothing where there is none, or what stands there is no text."""
    try:
        return path.read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return ""


def keep_text(path: Path, text: str, mode: int = 0o644) -> None:
    """Write a text file as `keep_bytes` does."""
    keep_bytes(path, text.encode("utf-8"), mode)


def keep_bytes(path: Path, content: bytes, mode: int = 0o644) -> None:
    """Write a file, with its folder; it is on the disk when this returns. OSError where the disk refuses.

    A power cut, or a disk that refuses, leaves the old file or the new one, whole. Who may read it is the `mode`'s.
    """
    make_folder(path.parent)
    _clear(path)
    held, new = _new_beside(path)
    with open(held, "wb") as file:
        try:
            os.fchmod(held, mode)
            file.write(content)
            file.flush()
            os.fsync(held)
            give_to_owner(new)
            os.replace(new, path)
        except OSError:
            with contextlib.suppress(OSError):
                new.unlink()
            raise
    sync(path.parent)


def _new_beside(path: Path) -> tuple[int, Path]:
    """A new file that nobody else writes, open; as long as it is, it is held, and nobody clears it."""
    import fcntl  # not on every system that can import this module

    while True:
        held, name = tempfile.mkstemp(".new", f"{path.name}.", path.parent)
        with contextlib.suppress(OSError):  # not every disk knows locks: there nobody clears, either
            fcntl.flock(held, fcntl.LOCK_EX)
        if os.path.exists(name):  # somebody may have cleared before it was held
            return held, Path(name)
        os.close(held)


def _clear(path: Path) -> None:
    """Take away what a power cut has left half written of a file: what nobody holds."""
    import fcntl

    half_written = re.compile(rf"{re.escape(path.name)}\.[a-z0-9_]{{8}}\.new")
    for name in filter(half_written.fullmatch, os.listdir(path.parent)):
        with contextlib.suppress(OSError), open(path.with_name(name), "rb") as left:
            fcntl.flock(left, fcntl.LOCK_EX | fcntl.LOCK_NB)
            os.unlink(left.name)


def make_folder(folder: Path) -> None:
    """Make a folder and those above it, each so that it outlives a power cut. OSError where the disk refuses."""
    if not folder.exists():
        make_folder(folder.parent)
        folder.mkdir(exist_ok=True)
        give_to_owner(folder)
        sync(folder.parent)
    elif not folder.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder))


def why_no_folder(refused: OSError) -> str:
    """Why a folder could not be made or used, in words."""
    no_folder = isinstance(refused, FileExistsError | NotADirectoryError)
    return "it is no folder" if no_folder else refused.strerror or str(refused)


def give_to_owner(path: Path) -> None:
    """Have what root has made belong to the owner of its folder: whoever keeps things there has to write it, too."""
    if os.geteuid() == 0:
        owner = path.parent.stat()
        with contextlib.suppress(OSError):  # not every disk knows owners
            os.chown(path, owner.st_uid, owner.st_gid, follow_symlinks=False)


def sync(path: Path) -> None:
    """Wait until a file, or a folder's list of files, is on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextlib.contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Whoever else asks for the same folder waits meanwhile."""
    import fcntl  # not on every system that can import this module

    handle = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


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
