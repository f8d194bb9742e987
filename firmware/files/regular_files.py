"""Files that somebody names: only regular ones are opened, and none is read beyond a limit.

A device may never end, a pipe may never begin, and either stands in a path as well as a file does. Whoever types the
path of a pipe knows what writes into it.
"""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Iterator
from pathlib import Path
from stat import S_ISFIFO, S_ISREG
from typing import BinaryIO


class IrregularFileError(OSError):
    """A path at which no regular file of a bearable size lies; `strerror` is what lies there, in words."""


class NotUtf8Error(ValueError):
    """A text in another encoding; the message begins with the first line that shows it."""

    def __init__(self, line: int) -> None:
        super().__init__(f"line {line}: not UTF-8; save the file as UTF-8")


@contextlib.contextmanager
def open_regular(path: str | Path) -> Iterator[BinaryIO]:
    """The file opened for reading. IrregularFileError where it is a folder, a device or a pipe; OSError as it comes."""
    _require_regular(os.stat(path), path)  # before it is opened too: opening is enough to set some devices going
    with open(path, "rb", opener=_without_waiting) as file:
        _require_regular(os.fstat(file.fileno()), path)
        yield file


@contextlib.contextmanager
def open_regular_or_pipe(path: str) -> Iterator[BinaryIO]:
    """As `open_regular`; a pipe is as good, and is waited for like standard input."""
    with open(path, "rb") if S_ISFIFO(os.stat(path).st_mode) else open_regular(path) as file:
        yield file


def read_regular(path: str | Path, most: int) -> bytes:
    """What stands in the file. IrregularFileError where it has more than `most` bytes too; OSError as it comes."""
    with open_regular(path) as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise IrregularFileError(errno.EFBIG, f"larger than {most} bytes", str(path))
    return content


def read_text(path: str | Path, most: int) -> str:
    """The text of the file, with or without the mark that Windows begins one with; NotUtf8Error where it is none.

    Other errors as of `read_regular`.
    """
    try:
        return read_regular(path, most).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotUtf8Error(error.object.count(b"\n", 0, error.start) + 1) from None


def _require_regular(status: os.stat_result, path: str | Path) -> None:
    if not S_ISREG(status.st_mode):
        raise IrregularFileError(errno.EINVAL, "not a regular file", str(path))


def _without_waiting(path: str, flags: int) -> int:
    """Opens what may be a pipe by now, whose other end nobody opens."""
    return os.open(path, flags | os.O_NONBLOCK)
