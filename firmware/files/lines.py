"""Lines that come in as bytes, and an output whose reader may go away."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO, Final

from engine.strict_json import encode
from firmware.files.streams import forget_output

Lines = Iterable[tuple[int, bytes]]
"""Some numbered lines."""

LONGEST: Final = 1_000_000
"""Bytes of a line, at most."""
TOO_LONG: Final = f"the line has more than {LONGEST // 1_000_000} MB"
"""What to say of a longer one."""
_CHUNK: Final = 1 << 20


def batches(source: BinaryIO) -> Iterator[Lines]:
    """The lines of `source`, numbered from 1, as many at a time as have come in.

    Of a line longer than LONGEST some of what is beyond may be missing: it is to be refused, and may never end.
    """
    number, parts, length = 0, [b""], 0
    read = getattr(source, "read1", source.read)
    while chunk := read(_CHUNK):
        if b"\n" not in chunk:  # a long line: its parts are joined once, at its end
            if length <= LONGEST:
                parts.append(chunk)
                length += len(chunk)
            continue
        *lines, rest = b"".join((*parts, chunk)).split(b"\n")
        yield enumerate(lines, number + 1)
        number, parts, length = number + len(lines), [rest], len(rest)
    if last := b"".join(parts):
        yield [(number + 1, last)]


def put(line: str) -> None:
    """Print a line at once; where its reader has gone away the work goes on, and what it says goes nowhere."""
    try:
        print(line, flush=True)
    except BrokenPipeError:
        forget_output()


def put_json(data: Any) -> None:
    """As `put`, a line of JSON: that is UTF-8, whatever encoding text is printed in."""
    try:
        sys.stdout.buffer.write(f"{encode(data)}\n".encode())
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        forget_output()
