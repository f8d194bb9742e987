"""Whoever is about the table, all at once: phones that look on, broken-off uploads, hostile addresses, a full disk."""

from __future__ import annotations

import contextlib
import io
import multiprocessing
import os
import random
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from importlib.resources import files
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final

import httpx
from PIL import Image

from tests.firmware.soak.apart import HOST
from tests.firmware.soak.box import ADDRESS, PORT, Pass, phone
from web.gate import COOKIE

PAGES: Final = (
    "/", "/hands", "/match", "/matches", "/setup", "/setup/camera", "/setup/deck", "/correction", "/health",
    "/match/1", "/match/1/hand/1", "/match/1/hand/1.jpg", "/hand/1", "/hand/1.jpg", "/hand/2.jpg", "/hand/3.jpg",
    "/setup/layout.png", "/export/last.pdf", "/export/last.jsonl", "/choose?w=menu", "/picture.jpg?outlines",
    "/replay", "/export/last.html",
)  # fmt: skip
_HEAD: Final = f"Host: {HOST}:{PORT}\r\nConnection: close\r\n"
HOSTILE: Final = (
    f"GET /../../etc/passwd HTTP/1.1\r\n{_HEAD}\r\n",
    f"GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\n{_HEAD}\r\n",
    f"GET /panel.css/../../../door.py HTTP/1.1\r\n{_HEAD}\r\n",
    f"GET /{'a' * 60_000} HTTP/1.1\r\n{_HEAD}\r\n",
    f"GET / HTTP/1.1\r\n{_HEAD}X-Long: {'b' * 200_000}\r\n\r\n",
    f"GET /hand/{'9' * 4_000}.jpg HTTP/1.1\r\n{_HEAD}\r\n",
    f"GET /%00 HTTP/1.1\r\n{_HEAD}\r\n",
    f"GET /match/0/hand/-1 HTTP/1.1\r\n{_HEAD}\r\n",
    f"GET /export/..%2f..%2fjournal.sqlite HTTP/1.1\r\n{_HEAD}\r\n",
    "GET / HTTP/1.1\r\nHost: elsewhere.example\r\nConnection: close\r\n\r\n",
    "GET / HTTP/1.1\r\nConnection: close\r\n\r\n",
    f"GET /i/000000 HTTP/1.1\r\n{_HEAD}\r\n",
    f"GET /i/000000 HTTP/1.1\r\n{_HEAD}Sec-Fetch-Dest: image\r\n\r\n",
    f"POST /enter HTTP/1.1\r\n{_HEAD}Content-Length: 11\r\n\r\ncode=999999",
    f"POST /api/press/paso HTTP/1.1\r\n{_HEAD}Cookie: {COOKIE}-{PORT}=judge.x.y\r\nContent-Length: 0\r\n\r\n",
    f"POST /api/deck HTTP/1.1\r\n{_HEAD}Content-Length: 14\r\n\r\ndeck=/dev/zero",
    f"POST /api/pictures HTTP/1.1\r\n{_HEAD}Content-Length: -5\r\n\r\n",
    f"POST /api/pictures HTTP/1.1\r\n{_HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\n",
    f"BREW / HTTP/1.1\r\n{_HEAD}\r\n",
    "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
)  # fmt: skip
"""What a stranger sends who means harm; each has an answer below 500, or none."""
HALF: Final = (f"GET / HTTP/1.1\r\n{_HEAD}", "GET", f"POST /enter HTTP/1.1\r\n{_HEAD}Content-Length: 500\r\n\r\ncode=")
"""What a stranger begins to say."""


class Guests:
    """Everybody who is about the table until `over`. What answers they had is counted; they outlive the program."""

    def __init__(self, disk: Path | None, judge: Pass | None, watcher: Pass) -> None:
        """Nothing fills the disk where none is named; without a judge eight phones look on, and nobody means harm."""
        self.answers: Counter[str] = Counter()
        self.wrong: list[str] = []
        """Answers that nobody may ever have."""
        self.filled = 0
        self.stopping = False
        """The table is being stopped: it says so to whoever comes too late."""
        self._over = threading.Event()
        self._room = threading.Lock()
        self._filler = disk and disk / "something-else"
        self._threads = [
            *(self._thread(self._looks_on, place, watcher) for place in range(1, 8 if judge else 9)),
            *([self._thread(self._uploads, 8, judge), self._thread(self._means_harm, 9)] if judge else []),
            *([self._thread(self._fills, self._filler)] if self._filler else []),
        ]

    def leave(self) -> None:
        """Have all of them go."""
        self._over.set()
        for thread in self._threads:
            thread.join(60)

    def _thread(self, does: Callable[..., None], *given: object) -> threading.Thread:
        def goes_on() -> None:
            while not self._over.is_set():
                with contextlib.suppress(httpx.TransportError, OSError):  # the program is just being killed
                    does(*given)
                self._over.wait(0.3)

        thread = threading.Thread(target=goes_on, daemon=True)
        thread.start()
        return thread

    def _heard(self, who: str, path: str, status: int, told: str = "") -> None:
        self.answers[f"{who} {status}"] += 1
        if status >= 500 and not (status == 503 and (self.stopping or path == "/health")):
            self.wrong.append(f"{path[:80]}: {status} {told[:200]}")

    def _looks_on(self, place: int, pass_: Pass) -> None:
        """A phone: its stream of changes, and at each what its page fetches; now and then it opens another page."""
        chance = random.Random(place)
        stream = chance.choice(("/api/changes", "/api/events"))
        with phone(place, pass_) as asks, phone(place, pass_) as hears, hears.stream("GET", stream) as changes:
            for line in changes.iter_lines():
                if self._over.is_set():
                    return
                if not line.startswith("data:"):
                    continue
                other = [chance.choice(PAGES)] if chance.random() < 0.3 else []
                for path in ("/display.png", "/picture.jpg", *other):
                    answer = asks.get(path)
                    self._heard("phones", path, answer.status_code, answer.text if answer.is_error else "")

    def _uploads(self, place: int, pass_: Pass) -> None:
        """A phone that sends pictures, and breaks most of them off; some are none, one is a bomb."""
        good = files("firmware").joinpath("demo", "hand-01.jpg").read_bytes()
        with phone(place, pass_) as asks:
            for content in (good, b"no picture", _bomb(), good[: len(good) // 2]):
                for sent in (0, 10, 100_000, len(good) - 1):
                    self._break_off(pass_, good, sent)
                answer = asks.post("/api/pictures", content=content)
                self._heard("uploads", "/api/pictures", answer.status_code, answer.text)

    def _break_off(self, pass_: Pass, content: bytes, sent: int) -> None:
        head = (
            f"POST /api/pictures HTTP/1.1\r\nHost: {HOST}:{PORT}\r\nCookie: {COOKIE}-{PORT}={pass_.cookie}\r\n"
            f"X-Token: {pass_.token}\r\nOrigin: {ADDRESS}\r\nContent-Length: {len(content)}\r\n\r\n"
        )
        with socket.create_connection((HOST, PORT), 10, ("10.9.8.120", 0)) as connection:
            connection.sendall(head.encode() + content[:sent])
            self._over.wait(0.05)
        self.answers["uploads broken off"] += 1

    def _means_harm(self, place: int) -> None:
        """A stranger: addresses that mean harm, requests that are never finished, code after code."""
        open_ones = []
        for request in (*HOSTILE, *HALF):
            connection = socket.create_connection((HOST, PORT), 20, (f"10.9.8.{200 + place}", 0))
            connection.sendall(request.encode("latin-1"))
            if request in HALF:
                open_ones.append(connection)
                self.answers["requests half sent"] += 1
                continue
            with connection, contextlib.suppress(ConnectionError):
                line = connection.recv(1 << 16).split(b"\r\n")[0].split()
                if len(line) > 1:
                    self._heard("strangers", request, int(line[1]))
                    if line[1] == b"200" and " /i/" not in request:
                        self.wrong.append(f"a stranger was answered: {request[:80]!r}")
        self._over.wait(1.0)
        for connection in open_ones:
            connection.close()

    @contextlib.contextmanager
    def room_made(self) -> Iterator[None]:
        """What fills the disk gives its room back, and takes none meanwhile: a power cut needs none."""
        with self._room:
            if self._filler and self._filler.exists():
                os.truncate(self._filler, 0)
            yield

    def _fills(self, filler: Path) -> None:
        """Something else on the disk takes all its room, and gives it back after a while."""
        self._over.wait(random.uniform(2, 8))
        self._take(filler, 1 << 20)
        self._take(filler, 1 << 9)
        self.filled += 1
        ends = time.monotonic() + random.uniform(0.5, 3)
        while time.monotonic() < ends and not self._over.is_set():
            self._take(filler, 1 << 12)  # what old pictures made free is taken as well
            self._over.wait(0.05)
        filler.unlink(missing_ok=True)

    def _take(self, filler: Path, piece: int) -> None:
        """All the room, in pieces of so many bytes."""
        with contextlib.suppress(OSError), filler.open("ab", buffering=0) as file:
            while not self._over.is_set():
                with self._room:
                    file.write(bytes(piece))


@contextlib.contextmanager
def onlookers(watcher: Pass) -> Iterator[None]:
    """Eight phones look on, from a process that gives way to the table's: phones have processors of their own.

    AssertionError where they had no answer, or a wrong one.
    """
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    phones = context.Process(target=_look_on, args=(watcher, there), daemon=True)
    phones.start()
    try:
        yield
        here.send("leave")
        answers, wrong = here.recv()
        if wrong or not answers:
            raise AssertionError(f"eight phones had {answers} answers, of these wrong: {wrong[:3]}")
    finally:
        phones.kill()


def _look_on(watcher: Pass, told: Connection) -> None:
    os.nice(19)
    guests = Guests(None, None, watcher)
    guests.stopping = True
    told.recv()
    guests.leave()
    told.send((guests.answers.total(), guests.wrong))


def _bomb() -> bytes:
    """A small file of a picture with more pixels than may be."""
    out = io.BytesIO()
    Image.new("1", (9_000, 9_000)).save(out, "PNG")
    return out.getvalue()
