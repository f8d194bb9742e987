"""The table in a process of its own, on a small disk: started, ended in all its ways, and its files damaged."""

from __future__ import annotations

import contextlib
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Collection, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Final, NamedTuple

import httpx

from firmware.keeping.journal_form import JournalError
from firmware.keeping.journal_mending import readable
from firmware.keeping.journal_reading import COPY, read_copy, read_journal
from firmware.panel.entry.door import Doors, Role, kept_key
from tests.firmware.keeping.damage import LOG, MAIN, Spoil, blank, cut, flipped, less
from tests.firmware.running import ROOT
from tests.firmware.soak.apart import HOST
from web.gate import COOKIE, TOKEN

PORT: Final = 8040
ADDRESS: Final = f"http://{HOST}:{PORT}"


class Pass(NamedTuple):
    """What a phone that was let in sends along."""

    cookie: str
    token: str


class Box:
    """A table at work. A context manager: what still runs at its end is killed.

    `forgetful`: its disk forgets what was not synced, once its power is cut. `reads`: it reads its pictures with the
    shipped networks, and does not see a deal by chance in them. `more`: what else is said to the command.
    """

    def __init__(
        self, data: Path, log: Path, forgetful: bool = False, reads: bool = False, more: Sequence[str] = ()
    ) -> None:
        self._data, self._after = data, log.with_name("after-the-cut")
        table = ("firmware.cli", "table", "--network", "--port", str(PORT), "--data", str(data), "--language", "en")
        chance = ("tests.firmware.soak.program", str(data), str(PORT), *((str(self._after),) if forgetful else ()))
        with log.open("a") as said:
            self._process = subprocess.Popen(
                [sys.executable, "-X", "faulthandler", "-m", *(table if reads else chance), *more],
                cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=said,
            )  # fmt: skip
        assert self._process.stdout is not None
        if not self._process.stdout.readline():
            self._process.kill()
            raise AssertionError(f"the table does not start: {log.read_text()[-2000:]}")

    def __enter__(self) -> Box:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    @property
    def peak(self) -> float:
        """MB of memory that it took at most."""
        status = Path(f"/proc/{self._process.pid}/status").read_text()
        return int(status.partition("VmHWM:")[2].split()[0]) * 1024 / 1e6

    def kill(self) -> None:
        """End it as no program can catch."""
        self._process.kill()
        self._process.wait()

    def stop(self) -> int:
        """Have it end in order; its exit status. Where it does not end, its log says where each of its threads is."""
        self._process.send_signal(signal.SIGTERM)
        try:
            return self._process.wait(60)
        except subprocess.TimeoutExpired:
            self._process.send_signal(signal.SIGABRT)
            self._process.wait()
            raise

    def cut_power(self, room_made: Callable[[], AbstractContextManager[None]]) -> None:
        """Cut the power of a forgetful one; the data folder is what its disk then has, for which `room_made` cares."""
        assert self._process.stdin is not None
        self._process.stdin.write(b"!")
        self._process.stdin.flush()
        self._process.wait(60)
        with room_made():
            stood = {path.relative_to(self._data) for path in self._data.rglob("*")}
            shutil.rmtree(self._data)
            if _size(self._after) > shutil.disk_usage(self._data.parent).free:
                _leave_out_what_was_removed(self._after, stood)
            shutil.move(self._after, self._data)


def _size(folder: Path) -> int:
    """Bytes that the files take, in whole blocks."""
    return sum(-(-path.stat().st_size // 4096) * 4096 for path in folder.rglob("*") if path.is_file())


def _leave_out_what_was_removed(folder: Path, stood: Collection[Path]) -> None:
    """Files whose removal was not synced yet may come back, but not where their room was written to meanwhile."""
    for path in folder.rglob("*"):
        if path.is_file() and path.relative_to(folder) not in stood:
            path.unlink()


def let_in(data: Path, role: Role) -> Pass:
    """A phone's pass to the table of that folder, as its code would have given it."""
    doors = Doors(kept_key(data), lambda: HOST)
    invitation = doors.invitation(role)
    visitor = doors.enter(invitation.code) if invitation else None
    assert visitor
    return Pass(visitor.pass_, doors.token(visitor))


def phone(place: int, pass_: Pass, seconds: float = 30.0) -> httpx.Client:
    """A phone on the box's network, with an address of its own."""
    return httpx.Client(
        base_url=ADDRESS,
        transport=httpx.HTTPTransport(local_address=f"10.9.8.{100 + place}"),
        cookies={f"{COOKIE}-{PORT}": pass_.cookie},
        headers={"Origin": ADDRESS, TOKEN: pass_.token},
        timeout=seconds,
    )


def bodies(data: Path, after: int = 0, patience: float = 0.0) -> list[str]:
    """The events behind that number that can be read from outside, while a table runs.

    Where the journal cannot be read, as on a full disk for a while, it is tried again for so many seconds.
    """
    ends = time.monotonic() + patience
    while True:
        with contextlib.suppress(JournalError):
            return [kept.body for kept in read_journal(data, after)]
        if time.monotonic() > ends:
            return []
        time.sleep(0.1)


def damage(data: Path, known: int, luck: random.Random) -> str:
    """Spoil the journal, its log or its copy; in words, what. Only where the other has all that is `known`.

    The copy is one transaction behind, and on a full disk neither is mended: what stands nowhere else is left alone.
    """
    has_all = {COPY: len(read_copy(data / COPY).proven) >= known, MAIN: len(readable(data / MAIN).proven) >= known}
    names = [name for name, other in ((MAIN, COPY), (LOG, COPY), (COPY, MAIN)) if has_all[other]]
    if not names:
        return "nothing"
    pages = max(1, (data / MAIN).stat().st_size // 4096) if (data / MAIN).exists() else 1
    spoils: dict[str, Spoil] = {
        "a page lost": blank(luck.randrange(pages)),
        "three pages lost": lambda content: _all(content, *(blank(luck.randrange(pages)) for _ in range(3))),
        "cut": cut(luck.random()),
        "4,096 bytes cut off": less(4096),
        "a bit turned": flipped(luck.random()),
        "gone": lambda content: b"",
    }
    name = luck.choice(names)
    what = luck.choice(list(spoils))
    path = data / name
    if path.exists() and (content := path.read_bytes()):
        with path.open("r+b") as file:  # in its own place: on a full disk there is no other
            file.write(spoils[what](bytearray(content)))
            file.truncate()
    return f"{name}: {what}"


def _all(content: bytearray, *spoils: Spoil) -> bytes:
    for spoil in spoils:
        content = bytearray(spoil(content))
    return bytes(content)
