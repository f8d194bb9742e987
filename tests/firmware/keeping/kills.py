"""Kills of the table at moments spread evenly over time, and within its writes, each followed by a new start.

`python -m tests.firmware.keeping.kills FOLDER BY_TIME WITHIN_WRITES` prints `{"kills": n, "survived": n, ...}` as
JSON, or says what was lost. The table is the real one (session, journal, SQLite on the disk of FOLDER) in a process of
its own; eyes and buttons are scripted. A press is acknowledged once the process has said so, over a pipe.
"""

from __future__ import annotations

import json
import os
import random
import select
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from firmware.keeping.journal import Journal
from tests.firmware.keeping.disk import Recorder, Step
from tests.firmware.playing import in_memory, kept, table, written_script

PRESSES = 200
_SLICE = 10
"""Presses that a process lives for at most, about."""


@dataclass(slots=True)
class Tally:
    """What came of the kills so far."""

    kills: int = 0
    starting: int = 0
    """Of those, before the table was ready."""
    one_more: int = 0
    """Of those, with the event that was being written kept, and not acknowledged yet."""
    within_writes: int = 0
    survived: int = 0


class LostError(AssertionError):
    """A start after a kill showed something else than the last acknowledged state or the one after it."""


class Kills:
    """One table that is killed again and again while a script of presses is played."""

    def __init__(self, folder: Path, seed: int = 1) -> None:
        self.tally = Tally()
        self._folder = folder
        with in_memory() as quick:
            self._script, self._states = written_script(quick, PRESSES, seed)
        self._data = folder / "data"
        self._place = 0
        """Presses that were acknowledged since the data folder was begun."""
        self._pending = 0
        """Kills that no start has followed yet."""

    def by_time(self, number: int) -> None:
        """Kill so many times, after stretches of time spread evenly from nothing to what some presses take."""
        timed = self._folder / "timed"
        process = _Process(lambda out: self._live(timed, 0, out))
        process.wait()
        shutil.rmtree(timed)
        # a start may take longer than the presses after it: every second kill is counted from the end of the start
        for seconds, from_shown in ((process.seconds_to_show, False), (process.seconds_shown, True)):
            some = number // 2 if from_shown else number - number // 2
            order = [(place + 0.5) / some * seconds for place in range(some)]
            random.Random(2).shuffle(order)
            for after in order:
                self._kill(_nothing, after, from_shown)

    def within_writes(self, number: int) -> None:
        """Kill so many times at writes, truncations, syncs and renames, spread evenly over those of some presses.

        What is being written is there by half.
        """
        with in_memory() as counted, Recorder(counted) as disk, open(os.devnull, "wb") as nobody:
            self._live(counted, 0, nobody.fileno())
        order = [int((place + 0.5) / number * len(disk.steps)) for place in range(number)]
        random.Random(3).shuffle(order)
        for step in order:
            self._kill(Recorder(self._data, _Assassin(self._data, step)).__enter__, None)

    def last_start(self) -> None:
        """Start once more, so that the last kill has its start too."""
        self._make_room()
        process = _Process(lambda out: self._live(self._data, self._place, out))
        process.wait()
        self._see(process.shown)

    def _live(self, data: Path, place: int, out: int) -> None:
        """What the process does: start, say what it shows, and press on from there."""
        with Journal(data) as journal:
            appliance = table(journal)
            shown = kept(appliance, journal)
            os.write(out, shown.encode() + b"\n")
            place += shown != self._states[place]
            for button in self._script[place : place + _SLICE]:
                os.write(out, b"." if appliance.press(button).done else b"?")
            appliance.close()

    def _make_room(self) -> None:
        """Begin anew where the script is nearly over."""
        if self._place + _SLICE >= PRESSES and not self._pending:
            shutil.rmtree(self._data)
            self._place = 0

    def _kill(self, prepare: Callable[[], object], seconds: float | None, from_shown: bool = False) -> None:
        self._make_room()
        place = self._place

        def live(out: int) -> None:
            prepare()
            self._live(self._data, place, out)

        process = _Process(live)
        process.wait(seconds, from_shown)
        if process.shown:
            self._see(process.shown)
            self._place += process.acknowledged
        if process.killed:
            self._pending += 1
            self.tally.kills += 1
            self.tally.within_writes += seconds is None
            self.tally.starting += not process.shown

    def _see(self, shown: str) -> None:
        """What a start shows is the last acknowledged state, or the one after it."""
        if shown not in self._states[self._place : self._place + 2]:
            raise LostError(f"after {self._place} acknowledged presses and a kill the table shows {shown}")
        if shown != self._states[self._place]:
            self._place += 1
            self.tally.one_more += 1
        self.tally.survived += self._pending
        self._pending = 0


class _Assassin:
    """Ends the process at one step, a write when half of it is done."""

    def __init__(self, folder: Path, step: int) -> None:
        self._folder, self._left = folder, step

    def __call__(self, step: Step) -> None:
        self._left -= 1
        if self._left < 0:
            if step.what == "write":
                with (self._folder / step.path).open("r+b") as file:
                    os.pwrite(file.fileno(), step.data[: len(step.data) // 2], step.offset)
            os.kill(os.getpid(), signal.SIGKILL)


class _Process:
    """A child of this process that does one thing, and what it says until it ends or is killed."""

    def __init__(self, does: Callable[[int], object]) -> None:
        self._hears, out = os.pipe()
        self._pid = os.fork()
        if self._pid == 0:
            os.close(self._hears)
            try:
                does(out)
            except BaseException as error:
                os.write(2, f"the table ended with {error!r}\n".encode())
                os._exit(1)
            os._exit(0)
        os.close(out)
        self.shown = ""
        """What it showed at its start; nothing where it was killed before."""
        self.acknowledged = 0
        """Presses that it acknowledged."""
        self.killed = False
        self.seconds_to_show = self.seconds_shown = 0.0

    def wait(self, seconds: float | None = None, from_shown: bool = False) -> None:
        """Hear it to its end, which comes so many seconds after its begin, or after it has shown itself."""
        began = shown_at = time.monotonic()
        end = None if seconds is None or from_shown else began + seconds
        said = b""
        while True:
            left = None if end is None else max(0.0, end - time.monotonic())
            ready, _, _ = select.select([self._hears], [], [], left)
            if end is not None and time.monotonic() >= end:
                os.kill(self._pid, signal.SIGKILL)
                end = None
            elif ready:
                part = os.read(self._hears, 1 << 16)
                if not part:
                    break
                if b"\n" in part and b"\n" not in said:
                    shown_at = time.monotonic()
                    end = shown_at + seconds if from_shown and seconds is not None else end
                said += part
        os.close(self._hears)
        self.seconds_to_show, self.seconds_shown = shown_at - began, time.monotonic() - shown_at
        _, status = os.waitpid(self._pid, 0)
        self.killed = os.WIFSIGNALED(status)
        if not self.killed and os.WEXITSTATUS(status):
            raise LostError("the table could not be started after a kill")
        shown, newline, after = said.partition(b"\n")
        if newline:
            self.shown, self.acknowledged = shown.decode(), len(after)
        if b"?" in after:
            raise LostError("a press that did something once is refused after a kill")


def _nothing() -> None:
    """No preparation."""


def killed(folder: Path, by_time: int, within_writes: int, seed: int = 1) -> Tally:
    """What came of so many kills. LostError says what was lost. The folder must be empty."""
    kills = Kills(folder, seed)
    # a stretch of time may outlast the presses, and a step may not be reached: then nobody was killed
    while kills.tally.kills < by_time:
        kills.by_time(by_time - kills.tally.kills)
    while kills.tally.within_writes < within_writes:
        kills.within_writes(within_writes - kills.tally.within_writes)
    kills.last_start()
    return kills.tally


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(dir=sys.argv[1]) as _folder:
        _tally = killed(Path(_folder), int(sys.argv[2]), int(sys.argv[3]))
        print(json.dumps({name: getattr(_tally, name) for name in Tally.__slots__}))
