"""JSON over several lines where each is to hold a whole object: as programs write it for people to read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from firmware.files.lines import Lines

_GOES_ON: Final = (b"{", b"[", b",", b":")
_LONGEST: Final = 1 << 16
"""Bytes that are looked through for the end of what begins in a line."""
_FEW: Final = 64
"""Lines that are looked at first: most records that a program writes for people have no more."""
_DECODER: Final = json.JSONDecoder()


def spread(line: str, number: int) -> str | None:
    """What to say of a line that is several, joined by `together`; None of any other."""
    count = line.count("\n")
    return f"this JSON goes on to line {number + count}, and each record stands on one line" if count else None


def together(batches: Iterator[Lines]) -> Iterator[Lines]:
    """The lines, where those that hold one JSON object or list together are one, with its newlines.

    What may go on in lines that have not come in yet waits for them, but no longer than for the next whole object: a
    line that holds one is done by itself.
    """
    held: list[tuple[int, bytes]] = []
    for batch in batches:
        lines, held = [*held, *batch], []
        if not any(line.rstrip().endswith(_GOES_ON) for _, line in lines):
            yield lines
            continue
        found: list[tuple[int, bytes]] = []
        at = 0
        while at < len(lines):
            number, line = lines[at]
            count = _count(lines, at) if line.rstrip().endswith(_GOES_ON) else 1
            if count is None:
                held = lines[at:]
                break
            found.append((number, b"\n".join([line for _, line in lines[at : at + count]])))
            at += count
        if found:
            yield found
    if held:
        yield held


def _count(lines: list[tuple[int, bytes]], at: int) -> int | None:
    """How many lines hold what begins in that one; 1 where it is no JSON, or where one of them is a whole object, None
    where it may yet go on.

    More and more of them are looked at, so that a line which only seems to go on costs little.
    """
    wanted = _FEW
    while True:
        taken, size = list[bytes](), 0
        for _, line in lines[at : at + wanted]:
            size += len(line) + 1
            if size > _LONGEST:
                break
            taken.append(line)
        text = b"\n".join(taken).decode("utf-8-sig", "replace")
        try:
            _, end = _DECODER.raw_decode(text, len(text) - len(text.lstrip()))
        except json.JSONDecodeError as error:
            if error.pos < len(text.rstrip()) or size > _LONGEST:
                return 1
            if at + wanted >= len(lines):
                return 1 if any(map(_is_whole, taken[1:])) else None
            wanted *= 4
        except (ValueError, RecursionError):
            return 1
        else:
            count = text.count("\n", 0, end) + 1
            return 1 if any(map(_is_whole, taken[1:count])) else count


def _is_whole(line: bytes) -> bool:
    """Whether the line holds a JSON object by itself."""
    text = line.strip()
    if not (text.startswith(b"{") and text.endswith(b"}")):
        return False
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
