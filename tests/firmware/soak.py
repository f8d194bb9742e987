"""What takes too long for every test run: a thousand kills, power cuts, and ten thousand karta aldiak at speed.

`python -m tests.firmware.soak [KILLS [KARTA_ALDIAK]]` prints what came of it, as lines for docs/soak.md; its exit
status is 1 where something was lost, or memory grew.
"""

from __future__ import annotations

import gc
import platform
import random
import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from firmware.keeping.journal import Journal
from tests.firmware.keeping.disk import Recorder, after_power_cut
from tests.firmware.keeping.kills import LostError, killed
from tests.firmware.playing import in_memory, presses, table, written_script

_GROWTH = 3.0
"""MiB that memory may be above that after the first thousand karta aldiak: noise of the allocator.

Measured: 0.9 and 2.4.
"""
_CUTS = 3000


def kills(number: int) -> Iterator[str]:
    """Kills over time on the disk, and within writes in memory: what a killed process wrote the system keeps."""
    by_time = number * 2 // 5
    with tempfile.TemporaryDirectory() as disk, in_memory() as memory:
        for where, over_time, within in ((Path(disk), by_time, 0), (memory, 0, number - by_time)):
            tally = killed(where, over_time, within)
            if tally.survived != tally.kills:
                raise LostError(f"{tally.survived} of {tally.kills} kills were survived")
            kind = "within writes" if within else "spread over time"
            yield (
                f"{tally.survived} of {tally.kills} kills {kind} survived ({tally.starting} of them while it started; "
                f"{tally.one_more} times the event that was being written was there as well)"
            )


def cuts(number: int) -> Iterator[str]:
    """Power cuts on a disk that forgets what was not synced, at steps spread over an evening's writes."""
    with in_memory() as folder:
        with Recorder(folder) as disk:
            script, _ = written_script(folder / "data", 150, seed=4, acknowledged=disk.mark)
        with Journal(folder / "data") as journal:
            events = list(journal.events())
        luck, torn = random.Random(7), 0
        for place in range(number):
            cut = int((place + 0.5) / number * len(disk.steps))
            steps = disk.steps[:cut]
            after = folder / f"after-{place}"
            after_power_cut(steps, luck, after)
            acknowledged = sum(step.what == "mark" for step in steps)
            # the match's own event, which nobody acknowledges, comes before the first press
            possible = range(acknowledged + (acknowledged > 0), acknowledged + 3)
            with Journal(after / "data") as journal:
                found = list(journal.events())
                if journal.damage or len(found) not in possible or found != events[: len(found)]:
                    raise LostError(f"after a power cut at step {cut}: {len(found)} events, {journal.damage}")
            torn += steps[-1].what == "write" if steps else 0
            _removed(after)
        yield (
            f"{number} of {number} power cuts survived on a disk that forgets what was not synced ({torn} of them in "
            f"the middle of a write), over {len(script)} presses"
        )


def day(karta_aldiak: int) -> Iterator[str]:
    """Karta aldiak at speed, on a disk in memory; the process's memory on the way."""
    with in_memory() as folder, Journal(folder) as journal:
        appliance, chance = table(journal), random.Random(9)
        playing, began = presses(appliance, chance), time.monotonic()
        marks = sorted({1, min(1000, karta_aldiak), karta_aldiak // 2, karta_aldiak} - {0})
        seen = []
        for mark in marks:
            while appliance.snapshot().state.deal <= mark:
                next(playing)
            gc.collect()
            seen.append(_resident())
            yield f"memory after {mark} karta aldiak: {seen[-1]:.1f} MiB"
        seconds = time.monotonic() - began
        yield f"{karta_aldiak} karta aldiak, {len(journal)} events in {seconds:.0f} s"
        appliance.close()
        if seen[-1] - seen[1 % len(seen)] > _GROWTH:
            raise LostError(f"memory grew by {seen[-1] - seen[1]:.1f} MiB")
        journal.close()
        began = time.monotonic()
        with Journal(folder) as again:
            opened = time.monotonic() - began
            table(again).close()
            yield f"the journal of {len(again)} events is checked in {opened:.2f} s, the session taken up in " + (
                f"{time.monotonic() - began - opened:.2f} s"
            )


def _resident() -> float:
    """MiB of memory that this process takes."""
    status = Path("/proc/self/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


def _removed(folder: Path) -> None:
    for path in sorted(folder.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    folder.rmdir()


def main(arguments: list[str]) -> int:
    """Runs it all; the exit status."""
    number, karta_aldiak = (int(word) for word in (arguments + ["1000", "10000"][len(arguments) :]))
    print(f"{date.today().isoformat()}, Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}:")
    try:
        # the kills come first: they fork, and a process that is small is forked quickly
        for part in (kills(number), cuts(_CUTS), day(karta_aldiak)):
            for line in part:
                print(f"- {line}", flush=True)
    except LostError as lost:
        print(f"LOST: {lost}", flush=True)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
