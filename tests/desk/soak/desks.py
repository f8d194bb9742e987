"""Desks as processes of their own, which are killed and started again on the same port."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from firmware.joined.wire import Wire

ROOT = Path(__file__).resolve().parents[3]


class RunningDesk:
    """One desk process on a port of its own."""

    def __init__(self, database: str, log: Path, wrapper: Sequence[str] = ()) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self._log = log
        program = [sys.executable, "-m", "firmware.cli", "desk", "--port", str(self.port), "--database", database]
        self._command = [*wrapper, *program]
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Starts it, and waits until it answers."""
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(self._command, cwd=ROOT, env=environment, stdout=log, stderr=log)
        for _ in range(1200):
            if self._process.poll() is not None:
                return  # the database is away: the next start finds it
            try:
                with socket.create_connection(("127.0.0.1", self.port), 1):
                    return
            except OSError:
                time.sleep(0.1)
        raise AssertionError(f"the desk did not start: {self._log.read_text('utf-8')[-2000:]}")

    @property
    def running(self) -> bool:
        """Whether its process is there."""
        return self._process is not None and self._process.poll() is None

    @property
    def cpu_seconds(self) -> float:
        """How long its process has kept a core busy, which other work beside it does not change."""
        assert self._process is not None
        fields = Path(f"/proc/{self._process.pid}/stat").read_text("ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def memory(self) -> float:
        """MB of memory that its process has had at most."""
        assert self._process is not None
        status = Path(f"/proc/{self._process.pid}/status").read_text("ascii")
        return int(status.partition("VmHWM:")[2].split()[0]) / 1024

    def kill(self) -> None:
        """kill -9."""
        self.end(signal.SIGKILL)

    def end(self, how: int = signal.SIGTERM) -> None:
        """Ends it, and waits until it is gone."""
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(how)
            self._process.wait(120)


def wire(desk: RunningDesk) -> Wire:
    """A way to it without faults."""
    return Wire(desk.address, 20.0)
