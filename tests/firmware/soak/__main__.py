"""`python -m tests.firmware.soak [SECONDS]`: the real program, ended again and again while all goes wrong at once.

Kills, power cuts and clean stops; between them lost pages of the journal, its log or its copy. Meanwhile a player
presses, seven phones look on, an eighth sends pictures and breaks off, a stranger sends what means harm, and something
else fills the disk. After each start everything that was confirmed is there, and nothing that was refused. It prints
what came of it, as lines for docs/soak.md; the exit status is 1 where something was lost.

It makes a network and a disk of its own, which Linux lets everybody do with `unshare`.
"""

from __future__ import annotations

import itertools
import os
import platform
import random
import shutil
import sqlite3
import statistics
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Final

import httpx

from firmware.panel.entry.door import Role
from tests.firmware.soak.apart import apart, is_apart, small_disk
from tests.firmware.soak.box import Box, Pass, damage, let_in, phone
from tests.firmware.soak.guests import Guests
from tests.firmware.soak.player import LostError, Player

HOUR: Final = 3600.0
LIMIT: Final = 320.0
"""MB of memory that the table may take, with eight phones."""
_KEPT: Final = Path("build/soak-lost")
"""Where the disk is kept after a loss."""
_ENDS: Final = ("kill", "power cut", "kill", "power cut", "stop")


class Soak:
    """One trial on a disk of its own."""

    def __init__(self, disk: Path, log: Path, seconds: float) -> None:
        self._disk, self._log, self._ends = disk, log, time.monotonic() + seconds
        self._data = disk / "data"
        self._luck = random.Random(2)
        self._player = Player(self._data)
        self.tally: Counter[str] = Counter()
        self.done: list[str] = []
        """How each life ended, and what was damaged after it."""
        self._status: int | None = None
        self._failed: Exception | None = None
        self.peaks: list[float] = []
        self.stops: list[float] = []
        """Seconds that each clean stop took."""

    def run(self) -> Iterator[str]:
        """Live after live, until the time is over. LostError where something is lost."""
        self._data.mkdir()
        guests: Guests | None = None
        judge: Pass | None = None
        for ending in itertools.cycle(_ENDS):
            with Box(self._data, self._log, forgetful=ending == "power cut") as box:
                if judge is None or not (self._data / "panel-key").exists():
                    judge = let_in(self._data, Role.JUDGE)
                guests = guests or Guests(self._disk, judge, let_in(self._data, Role.WATCH))
                guests.stopping = ending == "stop"
                self._live(box, ending, judge, guests)
            if time.monotonic() > self._ends:
                break
            if self._luck.random() < 0.5:
                self.done.append(f"damaged: {damage(self._data, len(self._player.confirmed), self._luck)}")
                self.tally[self.done[-1]] += 1
        assert guests
        assert judge
        with Box(self._data, self._log) as box, phone(100, judge, 120.0) as asks:
            self._player.find(asks)
        guests.leave()
        if guests.wrong:
            raise LostError(f"{len(guests.wrong)} wrong answers, such as {guests.wrong[:3]}")
        yield from self._told(guests)

    def _live(self, box: Box, ending: str, judge: Pass, guests: Guests) -> None:
        """A table's life: what it found, presses, and its end."""
        with phone(100, judge, 120.0) as asks:
            self._player.find(asks)
            self._tell_of_the_start(asks)
            ender = threading.Timer(self._luck.uniform(0.2, 12.0), self._end, (box, ending, guests))
            ender.start()
            try:
                self._player.press_on(asks)
            finally:
                ender.join()
        if self._failed:
            raise LostError(f"a {ending} did not come off: {self._failed!r}")
        if self._status:
            raise LostError(f"a clean stop ended with {self._status}")

    def _end(self, box: Box, ending: str, guests: Guests) -> None:
        try:
            self._ended(box, ending, guests)
        except Exception as error:
            self._failed = error

    def _ended(self, box: Box, ending: str, guests: Guests) -> None:
        if ending != "power cut":
            self.peaks.append(box.peak)
        began = time.monotonic()
        if ending == "kill":
            box.kill()
        elif ending == "power cut":
            box.cut_power(guests.room_made)
        else:
            self._status = box.stop()
            self.stops.append(time.monotonic() - began)
        self.tally[ending] += 1
        self.done.append(ending)

    def _tell_of_the_start(self, asks: httpx.Client) -> None:
        health = asks.get("/health").json()
        self.tally["starts that mended the journal"] += health["journal"]["damage"] is not None
        for aside in self._data.glob("journal-*-*.sqlite*"):
            aside.unlink()

    def _told(self, guests: Guests) -> Iterator[str]:
        player, waited = self._player, sorted(self._player.waited)
        yield (
            f"{self.tally['kill']} kills, {self.tally['power cut']} power cuts and {self.tally['stop']} clean stops: "
            f"nothing confirmed was lost, of {player.tally['confirmed']} confirmed presses, {len(player.confirmed)} "
            f"events; {player.tally['found one more']} times the press that had no answer yet was there as well"
        )
        damaged = sum(number for what, number in self.tally.items() if what.startswith("damaged: journal"))
        yield (
            f"the journal, its log or its copy damaged {damaged} times between them, "
            f"and mended at {self.tally['starts that mended the journal']} starts; "
            f"{player.tally['marked']} times an event that may have followed was marked, and none that was confirmed"
        )
        yield (
            f"the disk filled {guests.filled} times; {player.tally['refused for want of room']} presses refused for "
            "want of room, and none of them found later"
        )
        yield f"answers to others: {', '.join(f'{what} {count}' for what, count in sorted(guests.answers.items()))}"
        if waited:
            yield (
                f"a press is answered after {statistics.median(waited) * 1000:.0f} ms, 95th percentile "
                f"{waited[len(waited) * 19 // 20] * 1000:.0f} ms"
            )
        if self.stops:
            yield f"a clean stop takes {statistics.median(self.stops):.1f} s, {max(self.stops):.1f} s at most"
        yield f"memory of the table at most {max(self.peaks):.0f} MB"
        yield f"lines that the program said: {len(self._log.read_text().splitlines())}"
        if max(self.peaks) > LIMIT:
            raise LostError(f"the table took {max(self.peaks):.0f} MB of memory: more than {LIMIT:.0f}")


def main(arguments: list[str]) -> int:
    """Runs it; the exit status."""
    if not is_apart():
        return apart("tests.firmware.soak", *arguments)
    seconds = float(arguments[0]) if arguments else HOUR
    print(f"{date.today()}, {seconds:.0f} s, Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}:")
    with tempfile.TemporaryDirectory() as folder, small_disk(Path(folder) / "disk") as disk:
        log = Path(folder) / "said"
        soak = Soak(disk, log, seconds)
        try:
            for line in soak.run():
                print(f"- {line}", flush=True)
        except LostError as lost:
            print(f"{log.read_text()}\n{'; '.join(soak.done[-12:])}\nLOST: {lost}", flush=True)
            shutil.rmtree(_KEPT, ignore_errors=True)
            shutil.copytree(disk, _KEPT)
            print(f"the disk is kept as {_KEPT}", flush=True)
            os._exit(1)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
