"""What systemd is told, and the page that says how the box is."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from urllib.request import urlopen

import httpx
import pytest
from starlette.applications import Starlette

from firmware.devices.choose import Devices
from firmware.keeping.journal_form import JournalError
from firmware.table import program, service
from firmware.table.service import BEAT, LONGER, Notifier
from tests.firmware.playing import EndlessCamera, RandomEyes
from tests.firmware.running import Program
from tests.firmware.scripted import write_pictures
from web.server import HERE, listen, serve


@pytest.fixture(name="systemd")
def _systemd(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(tmp_path / "notify"))
        listening.settimeout(60.0)
        yield listening


def named(listening: socket.socket) -> str:
    name = listening.getsockname()
    return f"@{name[1:].decode()}" if isinstance(name, bytes) else str(name)


def test_it_is_told_what_happens(systemd: socket.socket) -> None:
    told = {"NOTIFY_SOCKET": named(systemd), "WATCHDOG_USEC": "15000000", "WATCHDOG_PID": str(os.getpid())}
    notifier = Notifier(told)
    notifier.ready("http://127.0.0.1:8040/")
    notifier.alive()
    notifier.stopping()
    heard = [b"STATUS=http://127.0.0.1:8040/\nREADY=1", b"WATCHDOG=1", b"STOPPING=1"]
    assert [systemd.recv(100) for _ in range(3)] == heard


def test_a_name_in_the_kernel_s_own_list() -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind("")  # the kernel chooses such a name
        listening.settimeout(60.0)
        Notifier({"NOTIFY_SOCKET": named(listening)}).ready("http://127.0.0.1:8040/")
        assert listening.recv(100).endswith(b"\nREADY=1")


def test_a_start_that_gets_on_is_waited_for(systemd: socket.socket) -> None:
    now = [0.0]
    notifier = Notifier({"NOTIFY_SOCKET": named(systemd)}, clock=lambda: now[0])
    for second in range(35):
        now[0] = float(second)
        notifier.starting()
    notifier.ready("http://127.0.0.1:8040/")
    now[0] = 100.0
    notifier.starting()
    notifier.stopping()
    longer = f"EXTEND_TIMEOUT_USEC={LONGER * 1_000_000:.0f}".encode()
    heard = [longer, longer, longer, b"STATUS=http://127.0.0.1:8040/\nREADY=1", b"STOPPING=1"]
    assert [systemd.recv(100) for _ in range(5)] == heard


def test_whoever_reads_the_journal_says_that_the_start_gets_on(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, systemd: socket.socket
) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", named(systemd))
    monkeypatch.setattr(service, "_TOLD_AGAIN", 0.0)

    def opened(folder: Path, copy: Path | None, working: Callable[[], object]) -> None:
        working()
        raise JournalError("that is all")

    monkeypatch.setattr(program, "Journal", opened)
    assert program.serve(lambda: Devices(EndlessCamera(), RandomEyes()), tmp_path, program.Start()) != 0
    assert systemd.recv(100).startswith(b"EXTEND_TIMEOUT_USEC=")


@pytest.mark.parametrize(
    ("environ", "seconds"),
    [
        ({}, None),
        ({"WATCHDOG_USEC": "15000000"}, 15.0),
        ({"WATCHDOG_USEC": "15000000", "WATCHDOG_PID": "1"}, None),
        ({"WATCHDOG_USEC": "0"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
    ],
)
def test_the_watchdog_is_only_for_whom_it_is_meant(environ: dict[str, str], seconds: float | None) -> None:
    assert Notifier(environ).watchdog == seconds


def test_the_heart_beats_three_times_before_systemd_gives_up() -> None:
    assert Notifier({}).beat_seconds == BEAT
    assert Notifier({"WATCHDOG_USEC": "15000000"}).beat_seconds == BEAT
    assert Notifier({"WATCHDOG_USEC": "1500000"}).beat_seconds == 0.5


def test_nobody_listens(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    Notifier({}).ready("http://127.0.0.1:8040/")
    assert not caplog.records
    Notifier({"NOTIFY_SOCKET": str(tmp_path / "gone")}).ready("http://127.0.0.1:8040/")
    assert "READY=1" in caplog.text


def test_the_table_says_that_it_is_ready_beats_and_says_that_it_stops(systemd: socket.socket, tmp_path: Path) -> None:
    pictures = write_pictures(tmp_path / "pictures", {"hands": {}})
    environ = {**os.environ, "NOTIFY_SOCKET": named(systemd), "WATCHDOG_USEC": "300000"}
    environ.pop("WATCHDOG_PID", None)
    command = [sys.executable, "-m", "tests.firmware.scripted", str(pictures), str(tmp_path / "data"), "0", "0", "en"]
    with subprocess.Popen(command, env=environ, stdout=subprocess.PIPE, text=True) as table:
        try:
            told = {systemd.recv(100) for _ in range(5)}
            address = table.stdout.readline().split()[-1]
            assert told == {f"STATUS={address}\nREADY=1".encode(), b"WATCHDOG=1"}
            with urlopen(f"{address}health", timeout=60) as page:
                health = json.load(page)
            assert health["alive"] is True
            assert health["troubles"] == {}
            assert health["memory_mb"] > 10
            table.send_signal(signal.SIGTERM)
            while systemd.recv(100) != b"STOPPING=1":
                pass
            assert table.wait(60) == 0
        finally:
            table.kill()


def test_a_heart_that_waits_holds_up_no_other() -> None:
    goes_on, beaten = threading.Event(), []

    def other() -> None:
        beaten.append(goes_on.is_set())
        if len(beaten) == 3:
            goes_on.set()
            os.kill(os.getpid(), signal.SIGTERM)

    with closing(listen(HERE, 0)) as listening:
        served = SimpleNamespace(app=Starlette(), stop=lambda: None)
        asyncio.run(serve(served, listening, lambda: None, (partial(goes_on.wait, 60.0), other), 0.01))
    assert beaten[:3] == [False, False, False]


def test_no_secret_is_in_the_log(tmp_path: Path) -> None:
    phone = {"X-Forwarded-For": "192.168.1.77"}
    shown = write_pictures(tmp_path / "pictures", {"hands": {}})
    with Program.scripted(shown, tmp_path / "data", network=True) as program:
        setup = httpx.get(f"{program.address}setup/phones").text
        codes = re.findall(r'class="code">(\w{3}) (\w{3}) (\w{3})<', setup)
        watch, play, judge = ("".join(code) for code in codes)
        with httpx.Client(base_url=program.address, headers=phone) as known:
            assert known.get(f"I/{play}").status_code == 200
            secrets = [watch, play, judge, *known.cookies.values()]
            secrets += re.findall('<meta name="token" content="([^"]+)">', setup + known.get("").text)
            assert known.post("api/press/paso", headers={"X-Token": secrets[-1]}).status_code == 200
            assert known.post("api/press/paso").status_code == 403
            assert known.get(f"nowhere/{judge}").status_code == 404
        assert httpx.post(f"{program.address}enter", headers=phone, data={"code": watch[::-1]}).status_code in (
            200,
            403,
        )
        program.process.terminate()
        logged = "".join(program.process.communicate())
    assert len(secrets) == 6
    assert [secret for secret in secrets if secret in logged] == []
