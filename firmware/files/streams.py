"""The standard streams as somebody starts the program with them: closed, full, or with a reader that goes away."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer, WriteableBuffer


class StreamError(OSError):
    """A standard stream cannot be read or written; the message is one sentence."""


@contextlib.contextmanager
def standard_streams() -> Iterator[None]:
    """Have what fails of standard input and output raise StreamError, and of standard error be passed over.

    A stream that is closed fails when it is used, and its number is given to no file that is opened meanwhile. A
    reader that has gone away raises BrokenPipeError as ever. Streams that a program has put in place stay as they are.
    """
    if sys.stdout is not sys.__stdout__:
        yield
        return
    before = sys.stdin, sys.stdout, sys.stderr
    for number, flags in enumerate((os.O_WRONLY, os.O_RDONLY, os.O_RDONLY)):
        _plug(number, flags)
    sys.stdin = io.TextIOWrapper(io.BufferedReader(_Input(0, "rb", closefd=False)), encoding="utf-8")
    sys.stdout = _text(_Output(1, "wb", closefd=False), before[1], _unbuffered(before[1]))
    sys.stderr = _text(_Error(2, "wb", closefd=False), before[2], True)
    try:
        yield
    finally:
        sys.stderr.flush()
        sys.stdin, sys.stdout, sys.stderr = before


def forget_output() -> None:
    """What is still to be written goes nowhere: whoever read the output has enough of it, or it takes no more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class _Input(io.FileIO):
    def readinto(self, buffer: WriteableBuffer) -> int:
        try:
            return super().readinto(buffer)
        except OSError as refused:
            raise StreamError(f"standard input cannot be read: {_why(refused)}") from refused


class _Output(io.FileIO):
    def write(self, data: ReadableBuffer) -> int:
        try:
            return super().write(data)
        except BrokenPipeError:
            raise
        except OSError as refused:
            raise StreamError(f"standard output cannot be written: {_why(refused)}") from refused


class _Error(io.FileIO):
    def write(self, data: ReadableBuffer) -> int:
        with contextlib.suppress(OSError):  # there is nobody left to tell
            return super().write(data)
        return memoryview(data).nbytes


def _why(refused: OSError) -> str:
    return "it is closed" if refused.errno == errno.EBADF else refused.strerror or str(refused)


def _plug(number: int, flags: int) -> None:
    """Where a stream is closed, open something in its place that cannot be used as that stream is."""
    try:
        os.fstat(number)
    except OSError:
        os.open(os.devnull, flags)  # the lowest number that is free: those below are open by now


def _unbuffered(stream: TextIO | None) -> bool:
    """Whether somebody reads every line as it comes."""
    return isinstance(stream, io.TextIOWrapper) and (stream.line_buffering or stream.write_through)


def _text(raw: io.FileIO, before: TextIO | None, each_line: bool) -> io.TextIOWrapper:
    """What prints in the encoding that it was told before; a letter that this lacks stops no work."""
    encoding = before.encoding if before else "utf-8"
    return io.TextIOWrapper(
        io.BufferedWriter(raw), encoding=encoding, errors="backslashreplace", line_buffering=each_line
    )
