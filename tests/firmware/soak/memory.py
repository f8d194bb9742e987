"""`python -m tests.firmware.soak.memory [HANDS]`: the memory of the whole table over an evening's hands.

The real program reads the demonstration's pictures with its networks, speaks, and tells a broker; at each change
seven phones fetch display and picture and open pages, an eighth sends pictures, and a stranger means harm. It prints
lines for docs/figures.md.
"""

from __future__ import annotations

import contextlib
import os
import platform
import sys
import tempfile
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Final

from firmware.panel.entry.door import Role
from firmware.table.program import PASSWORD
from firmware.voice.settings import Much, VoiceSettings, keep
from tests.firmware.outlets.test_mqtt import CLUB, free_port, mosquitto
from tests.firmware.soak.apart import apart, is_apart, small_disk
from tests.firmware.soak.box import Box, let_in, phone
from tests.firmware.soak.guests import Guests
from tests.firmware.soak.player import Player

_PATIENCE: Final = 300.0
"""Seconds that a press may take: a reading beside so many others, on a machine that has other work."""


@contextlib.contextmanager
def switched_on(data: Path) -> Iterator[tuple[str, ...]]:
    """Have the table of that folder speak and beep, and a broker be there; what its command is told besides."""
    keep(data, VoiceSettings(Much.ALL, beeps=True))
    os.environ[PASSWORD] = CLUB[1]
    with free_port() as port, mosquitto(data.parent, port):
        yield "--mqtt", f"{CLUB[0]}@127.0.0.1:{port}"


def measured(disk: Path, log: Path, hands: int) -> Iterator[str]:
    """Play so many hands; MB of memory on the way, and at most."""
    data = disk / "data"
    data.mkdir()
    with switched_on(data) as more, Box(data, log, reads=True, more=more) as box:
        judge, player = let_in(data, Role.JUDGE), Player(data)
        guests = Guests(None, judge, let_in(data, Role.WATCH))
        with phone(100, judge, _PATIENCE) as asks:
            player.find(asks)
            for mark in sorted({1, hands // 3, 2 * hands // 3, hands}):
                player.press_on(asks, lambda state, mark=mark: state["deal"] > mark)  # type: ignore[misc]
                if asks.get("/api/state").json()["deal"] <= mark:
                    raise AssertionError(f"a press had no answer within {_PATIENCE:.0f} s")
                now = asks.get("/health").json()["memory_mb"]
                yield (
                    f"memory after {mark} hands: {now:.0f} MB, at most {box.peak:.0f} MB so far "
                    f"({len(player.confirmed)} events, {sum(guests.answers.values())} answers to others)"
                )
        guests.leave()
        box.stop()


def main(arguments: list[str]) -> int:
    """Runs it; the exit status."""
    if not is_apart():
        return apart("tests.firmware.soak.memory", *arguments)
    print(f"{date.today()}, Python {platform.python_version()}:")
    with tempfile.TemporaryDirectory() as folder, small_disk(Path(folder) / "disk") as disk:
        for line in measured(disk, Path(folder) / "said", int(arguments[0]) if arguments else 300):
            print(f"- {line}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
