"""Whoever pulls the plug loses nothing: SIGKILL at many moments, then a new start."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.firmware.running import ROOT, Program
from tests.firmware.scripted import HANDS, write_pictures

BIDS = ("envido-ns", "envido-ns", "envido-ew", "iduki", "paso", "envido-ew", "tira", "back", "tira", "paso")
PRESSES = (*BIDS, "read", "ok", "ok") * 6
"""Each is one event: a call at the marks would be two, and a kill between them shows what no press ends with."""
DOUBT = {
    "hands": HANDS,
    "doubts": [{"kind": "card", "seat": "W", "card": 6, "alternatives": [["7c", 0.6], ["6c", 0.4]]}],
}


def pictures(folder: Path) -> Path:
    """A folder with pictures enough."""
    return write_pictures(folder, *[{"hands": HANDS}] * 40)


def test_a_kill_at_any_moment_loses_nothing_acknowledged(tmp_path: Path) -> None:
    shown = pictures(tmp_path / "pictures")
    with Program.scripted(shown, tmp_path / "reference") as program:
        reference = [program.state()] + [program.press(button) for button in PRESSES]
        kept = httpx.get(f"{program.address}health", timeout=20).json()["journal"]["events"]
    assert kept == 1 + len(PRESSES)
    place, data = 0, tmp_path / "data"
    for kills in range(3):
        with Program.scripted(shown, data) as program:
            found = program.state()
            expected = [i for i in (place, place + 1) if i < len(reference) and reference[i] == found]
            assert expected, f"after {place} presses and a kill: {found}"
            place = expected[0]
            killer = threading.Timer(0.05 + 0.15 * kills, program.process.kill)
            killer.start()
            place = _pressed_until_killed(program, place)
            killer.join()
    with Program.scripted(shown, data) as program:
        assert program.state() in reference[place : place + 2]


def _pressed_until_killed(program: Program, place: int) -> int:
    """How many presses of the whole row were acknowledged before the program died."""
    with httpx.Client(base_url=program.address, timeout=20) as client:
        while place < len(PRESSES):
            try:
                answer: dict[str, Any] = client.post(f"/api/press/{PRESSES[place]}").json()
            except (httpx.HTTPError, ValueError):
                return place
            assert "state" in answer
            place += 1
    return place


def test_fifty_kills_over_time_and_within_writes(tmp_path: Path) -> None:
    """In a process of its own, which may fork: the table without its page, so that a start takes no second."""
    command = [sys.executable, "-m", "tests.firmware.keeping.kills", str(tmp_path), "25", "25"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    tally = json.loads(done.stdout)
    assert tally["survived"] == tally["kills"] >= 50
    assert tally["within_writes"] >= 25


def test_a_kill_while_a_doubt_waits(tmp_path: Path) -> None:
    shown, data = write_pictures(tmp_path / "pictures", DOUBT), tmp_path / "data"
    with Program.scripted(shown, data) as program:
        before = program.press("read")
        assert before["doubts"]
        program.kill()
    with Program.scripted(shown, data) as program:
        assert program.state() == before
        assert program.press("ok")["last"]["record"]["cards"]["W"] == HANDS["W"].split()


def test_two_programs_started_at_once(tmp_path: Path) -> None:
    """One of them has the table; the other says so and leaves."""
    shown, data = pictures(tmp_path / "pictures"), tmp_path / "data"
    command = [sys.executable, "-m", "tests.firmware.scripted", str(shown), str(data), "0", "0", "en"]
    both = [
        subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(2)
    ]
    try:
        lines = [process.stdout.readline() if process.stdout else "" for process in both]
        assert sorted(bool(line) for line in lines) == [False, True]
        leaves = both[lines.index("")]
        _, said = leaves.communicate(timeout=20)
        assert leaves.returncode == 1
        assert said == f"hamarreko table: another program is running with the data folder {data}\n"
        address = max(lines).split()[-1]
        assert httpx.get(f"{address}api/state", timeout=20).json()["score"] == {"NS": 0, "EW": 0}
    finally:
        for process in both:
            process.kill()
            process.communicate()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_clean_stop(tmp_path: Path, number: signal.Signals) -> None:
    with Program.scripted(pictures(tmp_path / "pictures"), tmp_path / "data") as program:
        program.press("envido-ns")
        with httpx.stream("GET", f"{program.address}api/events", timeout=20) as changes:
            next(changes.iter_lines())
            program.process.send_signal(number)
            assert program.process.wait(20) == 0
        _, errors = program.process.communicate()
        assert errors == ""
