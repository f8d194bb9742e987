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


class Table:
    """A table of which we say what it keeps and what it answers, and whoever looks for what was confirmed at it."""

    def __init__(self, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._player, self._there = Player(data), list[str]()
        monkeypatch.setattr("tests.firmware.soak.player.bodies", lambda _: self._there)
        self.found("match", "call")

    def found(self, *there: str, phase: str = "calls", marked: tuple[int, ...] = ()) -> None:
        self._there = list(there)
        self._player.find(Answers(len(there), phase, marked))  # type: ignore[arg-type]


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    return Table(tmp_path, monkeypatch)


def test_what_is_lost_or_shown_otherwise_is_seen(table: Table) -> None:
    with pytest.raises(LostError, match="instead of"):
        table.found("match", "call", phase="cards")
    with pytest.raises(LostError, match=r"1 are there|has 1"):
        table.found("match")
    with pytest.raises(LostError, match=r"1 are there|has 1"):
        table.found("match", "other")
    with pytest.raises(LostError, match="the table has 3"):
        table.found("match", "call", "more")


def test_a_mark_is_right_behind_all_that_was_confirmed_alone(table: Table) -> None:
    with pytest.raises(LostError, match="are marked"):
        table.found("match", "call", marked=(2,))
    with pytest.raises(LostError, match="are marked"):
        table.found("match", "call", "lost", "lost", marked=(3, 4))
    table.found("match", "call", "lost", marked=(3,))
    table.found("match", "call", "lost", marked=(3,))
