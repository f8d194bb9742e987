"""Damage done to a journal, and how many of its events a start still has: `python -m tests.firmware.keeping.damage`.

A journal of an evening is taken as it lies after a clean stop, and as it lies while a table plays, with its last events
in the log only. What it prints stands in docs/journal.md.
"""

from __future__ import annotations

import platform
import random
import sqlite3
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from firmware.keeping.journal import Journal
from firmware.keeping.journal_copy import brought_up
from firmware.keeping.journal_form import LOST
from firmware.keeping.journal_reading import COPY, read_journal
from tests.firmware.playing import in_memory, presses, table

EVENTS: Final = 284
MAIN, LOG = "journal.sqlite", "journal.sqlite-wal"
_PAGE: Final = 4096
SECTOR: Final = 512

Spoil = Callable[[bytearray], bytes | bytearray]


class Evening(NamedTuple):
    """The texts of a journal's events, its files, and each event's time and text as they stand there, one in all."""

    bodies: list[str]
    files: Mapping[str, bytes]
    records: list[str]


class Outcome(NamedTuple):
    """What a start has of the events: those as they were written, those that are otherwise, and whether it says so."""

    right: int
    wrong: int
    told: bool


def evening(playing: bool, events: int = EVENTS) -> Evening:
    """Some matches by chance: with its log where the table is `playing`, else after a clean stop."""
    with in_memory() as folder:
        with Journal(folder) as journal:
            appliance = table(journal)
            going = presses(appliance, random.Random(3))
            while len(journal) < events:
                next(going)
            brought_up(journal.path, journal.copy)
            appliance.close()
            files = _files(folder)
        kept = list(read_journal(folder))
        records = [one.at + one.body for one in kept]
        return Evening([one.body for one in kept], files if playing else _files(folder), records)


def _files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.glob("journal*") if path.name in (MAIN, LOG, COPY)}


def start(of: Evening, name: str, spoil: Spoil, copy: bool) -> Outcome:
    """What a start has after that was done to one of the files."""
    with in_memory() as folder:
        for file, content in of.files.items():
            if copy or file != COPY:
                (folder / file).write_bytes(spoil(bytearray(content)) if file == name else content)
        with Journal(folder) as journal:
            events, told = list(journal.events()), journal.damage is not None
    right = sum(event == body for event, body in zip(events, of.bodies, strict=False))
    return Outcome(right, sum(event != LOST for event in events) - right, told)


def cut(share: float) -> Spoil:
    """The file cut behind that share of it."""
    return lambda content: content[: int(share * len(content))]


def less(count: int) -> Spoil:
    """The file without so many last bytes."""
    return lambda content: content[:-count]


def flipped(share: float) -> Spoil:
    """One bit turned at that share of the file."""

    def spoil(content: bytearray) -> bytearray:
        bit = int(share * len(content) * 8)
        content[bit // 8] ^= 1 << bit % 8
        return content

    return spoil


def flipped_in(text: str) -> Spoil:
    """One bit turned in this text, near its end."""

    def spoil(content: bytearray) -> bytearray:
        content[content.index(text.encode()) + len(text.encode()) - 3] ^= 4
        return content

    return spoil


def blank(number: int, size: int = _PAGE) -> Spoil:
    """One page, or one piece of another size, without anything on it."""
    return lambda content: content[: number * size] + bytes(size) + content[(number + 1) * size :]


def garbled(luck: random.Random, size: int) -> Spoil:
    """So many bytes changed at a place by chance: what was text still is, and says something else."""

    def spoil(content: bytearray) -> bytearray:
        place = luck.randrange(len(content) - size)
        for changed in range(place, place + size):
            content[changed] ^= luck.randrange(1, 128)
        return content

    return spoil


def _row(what: str, of: Evening, name: str, spoils: Iterable[Spoil]) -> str:
    spoils = list(spoils)
    without, with_copy = ([start(of, name, spoil, copy) for spoil in spoils] for copy in (False, True))
    assert not any(one.wrong for one in (*without, *with_copy))
    rights = [one.right for one in without]
    times = f", {len(spoils)} times" if len(spoils) > 1 else ""
    mean, mended = sum(rights) / len(rights), min(one.right for one in with_copy)
    return f"| {what}{times} | {min(rights)} | {mean:.1f} | {mended} |"


def main() -> None:
    """Prints the table."""
    luck = random.Random(9)
    print(f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}")
    stopped, playing = evening(playing=False), evening(playing=True)
    pages, sectors = (range(len(stopped.files[MAIN]) // size) for size in (_PAGE, SECTOR))
    print(_row("stopped: 4,096 bytes cut off", stopped, MAIN, [less(_PAGE)]))
    print(_row("a bit of event 132 turned", stopped, MAIN, [flipped_in(stopped.records[131])]))
    print(_row("a bit turned anywhere", stopped, MAIN, [flipped(luck.random()) for _ in range(300)]))
    print(_row("each page made blank", stopped, MAIN, map(blank, pages)))
    print(_row("each sector made blank", stopped, MAIN, [blank(number, SECTOR) for number in sectors]))
    print(_row("600 bytes changed anywhere", stopped, MAIN, [garbled(luck, 600) for _ in range(100)]))
    print(_row("cut anywhere", stopped, MAIN, [cut(luck.random()) for _ in range(100)]))
    print(_row("the file empty", stopped, MAIN, [cut(0)]))
    print(_row("playing: the log's last byte cut off", playing, LOG, [less(1)]))
    print(_row("the log cut anywhere", playing, LOG, [cut(luck.random()) for _ in range(100)]))
    print(_row("a bit of the log turned anywhere", playing, LOG, [flipped(luck.random()) for _ in range(300)]))
    print(_row("a bit of the file turned anywhere", playing, MAIN, [flipped(luck.random()) for _ in range(300)]))
    print(_row("the file cut anywhere", playing, MAIN, [cut(luck.random()) for _ in range(100)]))


if __name__ == "__main__":
    main()
