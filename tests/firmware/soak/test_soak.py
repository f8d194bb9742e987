"""The soak for some seconds: that it still runs, and finds nothing lost."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.firmware.running import ROOT
from tests.firmware.soak.apart import can_be_apart
from tests.firmware.soak.player import LostError, Player

pytestmark = pytest.mark.skipif(not can_be_apart(), reason="this system lets nobody make a network and a disk")


def test_some_seconds_of_it() -> None:
    done = subprocess.run([sys.executable, "-m", "tests.firmware.soak", "5"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "nothing confirmed was lost" in done.stdout


class Answers:
    """A table's answers, as a phone gets them."""

    def __init__(self, events: int, phase: str, marked: tuple[int, ...] = ()) -> None:
        self._events, self._phase, self._marked = events, phase, marked

    def get(self, path: str) -> Answers:
        self._path = path
        return self

    def json(self) -> dict[str, object]:
        if self._path == "/health":
            broken = [{"match": 1, "hand": 1, "events": list(self._marked)}] if self._marked else []
            return {"journal": {"events": self._events, "trouble": None, "broken": broken}}
        return {"phase": self._phase, "troubles": []}


def test_what_is_lost_or_shown_otherwise_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    player = Player(tmp_path)
    there = ["match", "call"]
    monkeypatch.setattr("tests.firmware.soak.player.bodies", lambda data: there)
    player.find(Answers(2, "calls"))  # type: ignore[arg-type]
    with pytest.raises(LostError, match="instead of"):
        player.find(Answers(2, "cards"))  # type: ignore[arg-type]
    there = ["match"]
    with pytest.raises(LostError, match=r"1 are there|has 1"):
        player.find(Answers(1, "calls"))  # type: ignore[arg-type]
    there = ["match", "other"]
    with pytest.raises(LostError, match=r"1 are there|has 1"):
        player.find(Answers(2, "calls"))  # type: ignore[arg-type]
    there = ["match", "call", "more"]
    with pytest.raises(LostError, match="the table has 3"):
        player.find(Answers(3, "calls"))  # type: ignore[arg-type]


def test_a_mark_is_right_behind_all_that_was_confirmed_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    player = Player(tmp_path)
    there = ["match", "call"]
    monkeypatch.setattr("tests.firmware.soak.player.bodies", lambda data: there)
    player.find(Answers(2, "calls"))  # type: ignore[arg-type]
    with pytest.raises(LostError, match="are marked"):
        player.find(Answers(2, "calls", (2,)))  # type: ignore[arg-type]
    there = ["match", "call", "lost", "lost"]
    with pytest.raises(LostError, match="are marked"):
        player.find(Answers(4, "calls", (3, 4)))  # type: ignore[arg-type]
    there = ["match", "call", "lost"]
    player.find(Answers(3, "calls", (3,)))  # type: ignore[arg-type]
    player.find(Answers(3, "calls", (3,)))  # type: ignore[arg-type]
