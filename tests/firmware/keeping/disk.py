"""A disk that forgets what was not synced, under the real SQLite and the real journal.

`Recorder` stands between SQLite and the system: it is a VFS of SQLite's own kind, made from the system's by putting
other functions for write, truncate, sync and open into its tables, and it is the default while it is on. What the
journal does past SQLite (fsync of a folder, rename, unlink, mkdir) is heard at Python's `os`. All goes through to a
real folder, so the program runs as always, and every step is written down in order.

From the steps up to any moment `after_power_cut` makes the folder that a disk may have once the power is back:
- what was written into a file before its last sync is there;
- of what was written since, every sector of 512 bytes is there or not, as chance says; so a write may be torn;
- a file's length since its last sync is the old or the new one;
- a name is there, gone or changed as it was at the folder's last sync, or as after any number of the steps since, in
  their order.
"""

from __future__ import annotations

import _sqlite3
import contextlib
import ctypes
import errno
import os
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

SECTOR = 512
_OK, _FULL, _IOERR_SYNC = 0, 13, 10 | 4 << 8

_FILE = ctypes.c_void_p
_CLOSE = ctypes.CFUNCTYPE(ctypes.c_int, _FILE)
_WRITE = ctypes.CFUNCTYPE(ctypes.c_int, _FILE, ctypes.c_void_p, ctypes.c_int, ctypes.c_int64)
_TRUNCATE = ctypes.CFUNCTYPE(ctypes.c_int, _FILE, ctypes.c_int64)
_SYNC = ctypes.CFUNCTYPE(ctypes.c_int, _FILE, ctypes.c_int)
_OPEN = ctypes.CFUNCTYPE(
    ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, _FILE, ctypes.c_int, ctypes.POINTER(ctypes.c_int)
)
_DELETE = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int)


class _Methods(ctypes.Structure):
    """sqlite3_io_methods, version 3."""

    _fields_ = [
        ("version", ctypes.c_int),
        ("close", _CLOSE),
        ("read", ctypes.c_void_p),
        ("write", _WRITE),
        ("truncate", _TRUNCATE),
        ("sync", _SYNC),
        *[(f"rest{number}", ctypes.c_void_p) for number in range(13)],
    ]


class _Vfs(ctypes.Structure):
    """sqlite3_vfs, version 3."""

    _fields_ = [
        ("version", ctypes.c_int),
        ("file_size", ctypes.c_int),
        ("longest_path", ctypes.c_int),
        ("next", ctypes.c_void_p),
        ("name", ctypes.c_char_p),
        ("data", ctypes.c_void_p),
        ("open", _OPEN),
        ("delete", _DELETE),
        *[(f"rest{number}", ctypes.c_void_p) for number in range(14)],
    ]


@dataclass(frozen=True, slots=True)
class Step:
    """What was done to the disk: `what` is write, truncate, sync, made, gone, renamed, synced-folder or mark.

    Paths are as from the folder; `offset` is a truncate's size as well, and `other` a rename's new name.
    """

    what: str
    path: str = ""
    offset: int = 0
    data: bytes = b""
    other: str = ""


class Recorder:
    """Everything that is written below `folder`, in order. A context manager.

    `before` is called with each step before it is done, and may raise SystemExit to leave it undone, or return False
    to have it refused as a full or failing disk would.
    """

    def __init__(self, folder: Path, before: Callable[[Step], bool | None] = lambda step: None) -> None:
        self.folder = folder.resolve()
        self.steps: list[Step] = []
        self._before = before
        self._names: dict[int, str] = {}
        self._ours_of: dict[int, _Methods] = {}
        self._real_of: dict[int, _Methods] = {}
        self._new_logs: set[int] = set()
        self._library: Any = ctypes.CDLL(_sqlite3.__file__)
        self._library.sqlite3_vfs_find.restype = ctypes.POINTER(_Vfs)
        self._below: _Vfs = self._library.sqlite3_vfs_find(None).contents
        self._vfs = _Vfs.from_buffer_copy(self._below)
        self._vfs.name = b"forgetful"
        self._vfs.next = None
        self._vfs.open, self._vfs.delete = _OPEN(self._opened), _DELETE(self._deleted)
        self._replaced = (_CLOSE(self._closed), _WRITE(self._written), _TRUNCATE(self._cut), _SYNC(self._synced))
        self._stack = contextlib.ExitStack()

    def __enter__(self) -> Recorder:
        assert self._library.sqlite3_vfs_register(ctypes.byref(self._vfs), 1) == _OK
        self._stack.callback(self._library.sqlite3_vfs_unregister, ctypes.byref(self._vfs))
        for name, heard in (
            ("fsync", self._os_synced),
            ("rename", self._os_renamed),
            ("replace", self._os_renamed),
            ("unlink", self._os_gone),
            ("mkdir", self._os_made),
        ):
            self._stack.callback(setattr, os, name, getattr(os, name))
            setattr(os, name, _around(heard, getattr(os, name)))
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def mark(self) -> None:
        """Write down that something has been acknowledged."""
        self.steps.append(Step("mark"))

    def _did(self, step: Step) -> bool:
        allowed = self._before(step) is not False
        if allowed:
            self.steps.append(step)
        return allowed

    def _ours(self, path: str | bytes | os.PathLike[str]) -> str | None:
        """A path below the folder, as it is from there."""
        whole = Path(os.path.abspath(os.fsdecode(path)))
        return str(whole.relative_to(self.folder)) if whole.is_relative_to(self.folder) else None

    def _opened(self, vfs: int, name: int | None, file: int, flags: int, out: Any) -> int:
        # SQLite goes on using the very memory that the name stands in, so it is passed on as it came
        path = self._ours(ctypes.string_at(name)) if name else None
        new = path is not None and not (self.folder / path).exists()
        code = int(self._below.open(vfs, name, file, flags, out))
        methods = ctypes.c_void_p.from_address(file)
        if code != _OK or path is None or not methods.value or path.endswith("-shm"):
            return code
        if new:
            self._did(Step("made", path))
        if methods.value not in self._ours_of:
            real = _Methods.from_address(methods.value)
            ours = _Methods.from_buffer_copy(real)
            ours.close, ours.write, ours.truncate, ours.sync = self._replaced
            self._ours_of[methods.value] = ours
            self._real_of[ctypes.addressof(ours)] = real
        self._names[file] = path
        if path.endswith("-wal"):
            self._new_logs.add(file)
        methods.value = ctypes.addressof(self._ours_of[methods.value])
        return code

    def _real(self, file: int) -> _Methods:
        return self._real_of[ctypes.c_void_p.from_address(file).value or 0]

    def _closed(self, file: int) -> int:
        real = self._real(file)
        self._names.pop(file, None)
        ctypes.c_void_p.from_address(file).value = ctypes.addressof(real)
        return int(real.close(file))

    def _written(self, file: int, data: int, amount: int, offset: int) -> int:
        if not self._did(Step("write", self._names[file], offset, ctypes.string_at(data, amount))):
            return _FULL
        return int(self._real(file).write(file, data, amount, offset))

    def _cut(self, file: int, size: int) -> int:
        if not self._did(Step("truncate", self._names[file], size)):
            return _IOERR_SYNC
        return int(self._real(file).truncate(file, size))

    def _synced(self, file: int, flags: int) -> int:
        if not self._did(Step("sync", self._names[file])):
            return _IOERR_SYNC
        code = int(self._real(file).sync(file, flags))
        if file in self._new_logs:  # SQLite waits for the folder as well at the first sync of a log that it opened
            self._new_logs.discard(file)
            self.steps.append(Step("synced-folder", str(Path(self._names[file]).parent)))
        return code

    def _deleted(self, vfs: int, name: int, sync_folder: int) -> int:
        path = self._ours(ctypes.string_at(name))
        code = int(self._below.delete(vfs, name, sync_folder))
        if path is not None and code == _OK:
            self._did(Step("gone", path))
            if sync_folder:
                self._did(Step("synced-folder", str(Path(path).parent)))
        return code

    def _os_synced(self, handle: int) -> None:
        whole = Path(os.readlink(f"/proc/self/fd/{handle}"))
        path = self._ours(whole)
        if path is None:
            return
        if whole.is_dir():
            self._did(Step("synced-folder", path))
        else:
            content = whole.read_bytes()
            steps = (Step("made", path), Step("truncate", path, 0), Step("write", path, 0, content), Step("sync", path))
            if not all(self._did(step) for step in steps):
                raise OSError(errno.EIO, os.strerror(errno.EIO))

    def _os_renamed(self, old: Any, new: Any) -> None:
        was, now = self._ours(old), self._ours(new)
        if was is not None and now is not None:
            self._did(Step("renamed", was, other=now))

    def _os_gone(self, path: Any) -> None:
        name = self._ours(path)
        if name is not None and (self.folder / name).exists():
            self._did(Step("gone", name))

    def _os_made(self, path: Any, *_: Any) -> None:
        name = self._ours(path)
        if name is not None and not (self.folder / name).exists():
            self._did(Step("made", name + "/"))


def _around(heard: Callable[..., None], real: Callable[..., Any]) -> Callable[..., Any]:
    def called(*arguments: Any, **named: Any) -> Any:
        heard(*arguments)
        return real(*arguments, **named)

    return called


@dataclass(slots=True)
class _File:
    """What a file holds for certain, and what was done to it since."""

    synced: bytes = b""
    since: list[Step] = field(default_factory=list)
    is_folder: bool = False

    def flush(self) -> None:
        self.synced, self.since = self.content(lambda: True), []

    def content(self, chance: Callable[[], bool]) -> bytes:
        """What a disk may have of it, by `chance` for every sector."""
        content = bytearray(self.synced)
        for step in self.since:
            if step.what == "truncate":
                if chance():
                    content[step.offset :] = bytes(max(0, step.offset - len(content)))
                continue
            at, end = step.offset, step.offset + len(step.data)
            while at < end:
                sector_end = min(end, (at // SECTOR + 1) * SECTOR)
                if chance():
                    content.extend(bytes(max(0, at - len(content))))
                    content[at:sector_end] = step.data[at - step.offset : sector_end - step.offset]
                at = sector_end
        return bytes(content)


def after_power_cut(steps: Sequence[Step], luck: random.Random, into: Path) -> None:
    """Make `into` what a disk may have once the power is back after these steps, by the luck of what was not synced."""
    certain: dict[str, _File] = {}
    since: list[Step] = []
    now: dict[str, _File] = {}
    files: dict[int, _File] = {}  # the file that each step in `since` is about
    for step in steps:
        if step.what == "made" and step.path not in now:
            now[step.path] = _File(is_folder=step.path.endswith("/"))
            files[id(step)] = now[step.path]
            since.append(step)
        elif step.what == "renamed" and step.path in now:  # else it was never synced, and nobody counts on it
            now[step.other] = now.pop(step.path)
            since.append(step)
        elif step.what == "gone":
            now.pop(step.path, None)
            since.append(step)
        elif step.what == "synced-folder":
            mine = [other for other in since if str(Path(other.path).parent) == step.path]
            _rename(certain, mine, files)
            since = [other for other in since if other not in mine]
        elif step.what == "sync":
            now[step.path].flush()
        elif step.what in ("write", "truncate"):
            now[step.path].since.append(step)
    _rename(certain, since[: luck.randint(0, len(since))], files)
    likely = luck.choice((0.0, 0.1, 0.5, 0.9, 1.0))
    into.mkdir(parents=True)
    for name, file in sorted(certain.items()):
        path = into / name
        if not path.parent.is_dir():
            continue  # its folder's name is lost
        if file.is_folder:
            path.mkdir()
        else:
            path.write_bytes(file.content(lambda: luck.random() < likely))


def _rename(names: dict[str, _File], steps: Sequence[Step], files: dict[int, _File]) -> None:
    for step in steps:
        if step.what == "made":
            names[step.path] = files[id(step)]
        elif step.what == "gone":
            names.pop(step.path, None)
        elif step.path in names:
            names[step.other] = names.pop(step.path)
