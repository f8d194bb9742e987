"""A PostgreSQL of the tests' own: the real one, in a folder that goes away again."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

import psycopg

INSTALLED = Path("/usr/lib/postgresql")
"""Where Debian keeps the server's programs, which are on nobody's path."""
USER = "postgres"


class Postgres:
    """A cluster in a folder, at a socket there and nowhere else."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._data = folder / "data"
        self._databases = 0

    def make(self) -> None:
        """A new cluster, in which everybody at the socket is trusted."""
        if os.geteuid() == 0:  # the server refuses to run as root
            shutil.chown(self.folder, USER, USER)
        _run("initdb", "-D", self._data, "-U", USER, "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C")

    def start(self, *settings: str) -> None:
        """Starts it, with settings such as `max_connections=100`, and waits until it answers."""
        own = f"-k {self.folder} -c listen_addresses='' " + " ".join(f"-c {setting}" for setting in settings)
        _run("pg_ctl", "-D", self._data, "-l", self.folder / "log", "-w", "-o", own, "start")

    def stop(self) -> None:
        """Ends it at once, without a word to whoever is connected."""
        _run("pg_ctl", "-D", self._data, "-w", "-m", "immediate", "stop")

    def kill(self) -> None:
        """Kills it as a power cut would, and waits until its processes are gone."""
        first = int((self._data / "postmaster.pid").read_text("ascii").split()[0])
        children = _children(first)
        for pid in (first, *children):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        for pid in (first, *children):  # the next start finds the memory that they shared free
            while Path(f"/proc/{pid}").exists():
                time.sleep(0.05)
        (self._data / "postmaster.pid").unlink(missing_ok=True)

    def database(self) -> str:
        """The address of a new, empty database."""
        self._databases += 1
        name = f"desk_{self._databases}"
        with psycopg.connect(self.address("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return self.address(name)

    def address(self, name: str) -> str:
        """A database's address."""
        return f"postgresql://{USER}@/{name}?host={self.folder}"


@contextmanager
def postgres(*settings: str) -> Iterator[Postgres]:
    """A running cluster, gone at the end."""
    with tempfile.TemporaryDirectory(prefix="hamarreko-", ignore_cleanup_errors=True) as folder:
        own = Postgres(Path(folder))
        own.make()
        own.start(*settings)
        try:
            yield own
        finally:
            own.stop()


def _children(pid: int) -> list[int]:
    tasks = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(one) for one in tasks.read_text("ascii").split()] if tasks.exists() else []


@cache
def _program(name: str) -> str:
    found = sorted(INSTALLED.glob(f"*/bin/{name}"), key=lambda path: int(path.parts[-3]))
    on_path = shutil.which(name)
    assert found or on_path, f"the tests need PostgreSQL's {name}: sudo apt-get install postgresql"
    return str(found[-1]) if found else str(on_path)


def _run(name: str, *arguments: object) -> None:
    user = USER if os.geteuid() == 0 else None
    command = [_program(name), *map(str, arguments)]
    done = subprocess.run(command, user=user, cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 0, f"{' '.join(command)}: {done.stderr}"
