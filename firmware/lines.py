"""Lines that come in as bytes, and an output whose reader may go away."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from typing import BinaryIO, Final

Lines = Iterable[tuple[int, bytes]]
"""Some numbered lines."""

_CHUNK: Final = 1 << 20


def batches(source: BinaryIO) -> Iterator[Lines]:
    """The lines of `source`, numbered from 1, as many at a time as have come in."""
    number, parts = 0, [b""]
    read = getattr(source, "read1", source.read)
    while chunk := read(_CHUNK):
        if b"\n" not in chunk:  # a long line: its parts are joined once, at its end
            parts.append(chunk)
            continue
        *lines, rest = b"".join((*parts, chunk)).split(b"\n")
        yield enumerate(lines, number + 1)
        number, parts = number + len(lines), [rest]
    if last := b"".join(parts):
        yield [(number + 1, last)]


def put(line: str) -> None:
    """Print a line at once; where its reader has gone away the work goes on, and what it says goes nowhere."""
    try:
        print(line, flush=True)
    except BrokenPipeError:
        reader_has_enough()


def reader_has_enough() -> None:
    """Whoever read the output has enough of it: Python's own flush at exit must not fail on it again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
