"""The real program as a process of its own, for tests: a command, or a table with the scripted reader."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

import httpx

ROOT = Path(__file__).parent.parent.parent
KEPT = ("rules", "score", "games", "esku", "round", "calls", "last", "doubts", "phase", "deal", "picture", "hands")
"""The fields of the state that must outlive the program."""


def hamarreko(*arguments: object, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """What came of a subcommand of `hamarreko`, as a user runs it."""
    words = [sys.executable, "-m", "firmware.cli", *map(str, arguments)]
    return subprocess.run(words, capture_output=True, text=True, timeout=280, check=False, cwd=cwd)


class Program:
    """A running table. A context manager: what still runs at its end is killed."""

    def __init__(self, command: Sequence[str]) -> None:
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        while line.startswith("shown "):  # by a table that is measured, whose display may be sooner than its page
            line = self.process.stdout.readline()
        self.address = line.split()[-1] if line else ""
        if not self.address.startswith(("http://127.0.0.1:", "https://127.0.0.1:")):
            self.process.kill()
            raise AssertionError(f"no address: {line!r} {self.process.communicate()[1]}")

    @classmethod
    def scripted(
        cls,
        pictures: Path,
        data: Path,
        port: int = 0,
        reveal: float = 0.0,
        language: str | None = "en",
        network: bool = False,
        mqtt: str | None = None,
    ) -> Program:
        """A table whose reader knows what lies in the pictures; without a language it asks for one."""
        more = [*([language] if language else []), *(["network"] if network else []), *([mqtt] if mqtt else [])]
        words = (pictures, data, port, reveal, *more)
        return cls([sys.executable, "-m", "tests.firmware.scripted", *map(str, words)])

    def __enter__(self) -> Program:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()

    def state(self) -> dict[str, Any]:
        """What must outlive the program, as it is now."""
        state = httpx.get(f"{self.address}api/state", timeout=20).json()
        return {name: state[name] for name in KEPT}

    def press(self, button: str) -> dict[str, Any]:
        """The state once the press is acknowledged."""
        state = httpx.post(f"{self.address}api/press/{button}", timeout=20).json()["state"]
        return {name: state[name] for name in KEPT}

    def kill(self) -> None:
        """End it as a power cut would: SIGKILL, which no program can catch."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()
