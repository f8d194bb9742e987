"""The table is switched off while it answers: what is being done is answered, and nobody hears of an error."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TypeVar

import httpx
import pytest

from firmware.panel.setup.uploads import UploadError, Uploads
from firmware.session.buttons import Button
from firmware.session.state import Phase
from tests.firmware.panel.at_the_panel import PanelTable
from tests.firmware.scripted import HANDS
from tests.firmware.until import until
from web import server

Told = TypeVar("Told")
OFF = "The table is being switched off."


@pytest.fixture
def table(tmp_path: Path) -> Iterator[PanelTable]:
    made = PanelTable(tmp_path, {"hands": HANDS})
    yield made
    made.close()


def stop() -> None:
    os.kill(os.getpid(), signal.SIGTERM)


def served(table: PanelTable, does: Callable[[str], Told]) -> Told:
    """What comes of `does`, which is given the address, on another thread; until it stops the table, it is served."""
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.bind(("127.0.0.1", 0))
    address = f"http://127.0.0.1:{listening.getsockname()[1]}"
    with ThreadPoolExecutor(1) as aside:
        told: list[Future[Told]] = []
        ready = lambda: told.append(aside.submit(does, address))  # noqa: E731
        asyncio.run(server.serve(table.panel, listening, ready, (), 1.0))
        return told[0].result(30)


class SlowEyes:
    """A reading that takes until it may end."""

    def __init__(self, table: PanelTable, monkeypatch: pytest.MonkeyPatch) -> None:
        self.began, self.may_end = threading.Event(), threading.Event()
        self._read = table.appliance.desk.read
        monkeypatch.setattr(table.appliance.desk, "read", self.read)

    def read(self, name: str) -> object:
        self.began.set()
        assert self.may_end.wait(30)
        return self._read(name)


def to_the_cards(table: PanelTable) -> None:
    while table.appliance.snapshot().state.phase is Phase.CALLS:
        table.press("paso")


def test_a_reading_that_outlasts_three_seconds_is_kept_and_answered(
    table: PanelTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    to_the_cards(table)
    eyes = SlowEyes(table, monkeypatch)

    def does(address: str) -> list[httpx.Response]:
        with ThreadPoolExecutor(1) as other:
            reads = other.submit(httpx.post, f"{address}/api/press/read", timeout=30)
            assert eyes.began.wait(10)
            stop()
            time.sleep(3.5)
            eyes.may_end.set()
            return [reads.result()]

    (answer,) = served(table, does)
    assert (answer.status_code, answer.json()["done"]) == (200, True), answer.text
    assert '"cards"' in list(table.journal.events())[-1]


def test_what_can_be_waited_for_no_longer_is_refused_in_a_sentence(
    table: PanelTable, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    to_the_cards(table)
    events, eyes = len(table.journal), SlowEyes(table, monkeypatch)
    monkeypatch.setattr(server, "_STOP_SECONDS", 1)

    def does(address: str) -> httpx.Response:
        with ThreadPoolExecutor(1) as other:
            reads = other.submit(httpx.post, f"{address}/api/press/read", timeout=30)
            assert eyes.began.wait(10)
            stop()
            return reads.result()

    answer = served(table, does)
    assert (answer.status_code, answer.json()) == (503, {"done": False, "sentence": OFF})
    assert "Traceback" not in caplog.text
    table.appliance.close()
    eyes.may_end.set()
    until(lambda: not any("AnyIO" in thread.name for thread in threading.enumerate()))
    assert len(table.journal) == events, "refused, and kept"


def test_a_picture_that_is_still_being_sent_is_refused_at_once(
    table: PanelTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "_STOP_SECONDS", 3600)
    uploads = table.appliance.table.folder / "uploads"

    def does(address: str) -> bytes:
        host = address.partition("//")[2]
        with socket.create_connection(tuple(host.split(":")), timeout=20) as guest:
            guest.sendall(
                f"POST /api/pictures HTTP/1.1\r\nHost: {host}\r\nContent-Length: 500\r\n\r\n{'x' * 9}".encode()
            )
            until(lambda: list(uploads.glob("*")))
            stop()
            told = b""
            while piece := guest.recv(4096):
                told += piece
            return told

    told = served(table, does).decode()
    assert told.startswith("HTTP/1.1 503 ")
    assert OFF in told


@pytest.mark.parametrize(("path", "told"), [("/hands", OFF), ("/api/state", '{"done":false,"sentence":"' + OFF + '"}')])
def test_what_is_asked_for_from_then_on_is_refused(table: PanelTable, path: str, told: str) -> None:
    table.panel.stop()
    answer = table.here.get(path)
    assert (answer.status_code, answer.text) == (503, told)


def test_a_press_at_a_table_that_is_closed_is_refused(table: PanelTable) -> None:
    events = len(table.journal)
    table.appliance.close()
    answer = table.appliance.press(Button.PASO)
    assert not answer.done
    assert str(answer.sentence) == OFF
    assert len(table.journal) == events


def test_a_picture_is_decoded_no_further(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = partial(subprocess.Popen, [sys.executable, "-c", "import time; time.sleep(60)"], stdout=subprocess.PIPE)
    monkeypatch.setattr(subprocess, "Popen", lambda *_, **__: slow())
    uploads, sent = Uploads(tmp_path), tmp_path / "sent"
    with ThreadPoolExecutor(2) as aside:
        both = [aside.submit(uploads.picture, sent) for _ in range(2)]
        until(lambda: uploads._process is not None)
        uploads.end()
        for one in both:
            with pytest.raises(UploadError, match="switched off"):
                one.result(10)
