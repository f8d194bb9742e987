"""How long people wait for the table, measured on the real program in a process of its own.

`python -m tests.firmware.measuring.waiting` prints: from a press to the box's display, its write to the disk
included, and what of it is the processor's, the wire's and the disk's; from a press on the page, as a browser makes
it, to its answer and to the picture of the display; from cards that lie still to their marks; from the start to ready.
The demonstration's pictures lie before the camera, each frame with a noise of its own; the display is the box's driver
on a bus that takes as long as the wire would. All else is what runs at the table: journal, networks, panel. Medians and
95th percentiles by the clock of a machine that may have other work too; the processor's and the wire's hardly depend on
that. With `--everything` the table speaks, beeps and tells a broker, its second copy lies in a folder elsewhere, and
eight phones hear of each change, fetch display and picture and open pages.
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import json
import os
import platform
import queue
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import as_file, files
from itertools import cycle, islice
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from gpiozero.pins.mock import MockFactory, MockPWMPin
from numpy.typing import NDArray
from PIL import Image

from firmware.commands.table import add_arguments
from firmware.devices.cameras.camera import DemonstrationCamera, UsbCamera
from firmware.devices.cameras.camera_watch import CameraWatch
from firmware.devices.choose import Devices
from firmware.devices.debounce import PRESS
from firmware.devices.eyes import Eyes
from firmware.devices.keys import Pressed
from firmware.devices.lasting import LastingDisplay
from firmware.devices.light.lamp import Lamp
from firmware.devices.light.lighting import Lighting
from firmware.devices.oled import Oled
from firmware.devices.pins import Controller, shipped
from firmware.devices.sound.speaker import Aplay
from firmware.devices.sound.talker import Talker
from firmware.keeping.journal import Journal
from firmware.panel.entry.door import Role
from firmware.session.buttons import Button
from firmware.session.event_text import to_text
from firmware.session.events import RoundPassed
from firmware.table.onlooker import STILL_FOR
from firmware.table.pictures.live_picture import LOOKS_EVERY
from firmware.table.program import Start, serve
from tests.firmware.soak.apart import apart, is_apart
from tests.firmware.soak.box import PORT, let_in
from tests.firmware.soak.guests import onlookers
from tests.firmware.soak.memory import switched_on

PROMISE: Final = 0.050
"""Seconds from a press to the display, at most."""

READY: Final = 3.0
"""Seconds from the start to ready, at most."""

_HERTZ: Final = 400_000
_BITS: Final = 9
"""Of the display's bus, and for each byte on it."""

_FRAMES: Final = 5
"""Frames of what lies there, each with its noise, made beforehand: a camera takes nothing of the processor."""

_ROUND: Final = (
    *(Button.ENVIDO_NS, Button.GEHIAGO, Button.IDUKI, Button.ENVIDO_EW, Button.ENVIDO_EW, Button.TIRA, Button.PASO),
    *(Button.BACK,) * 7,
)
"""Presses that each are an event, and change what the display shows; behind them all is as before."""

_SETTLED: Final = 0.15
"""Seconds between two presses: nobody is quicker."""


class DemoDevice:
    """What OpenCV's camera is to `UsbCamera`: frames of one of the demonstration's pictures, or of an empty table."""

    def __init__(self) -> None:
        with as_file(files("firmware").joinpath("demo")) as folder:
            self._demo = DemonstrationCamera(folder)
        self.names = self._demo.names()
        self._noise = np.random.default_rng(1).normal(0.0, 2.0, (1400, 2400)).astype(np.float32)
        self._seen = 0
        self.lay(None)

    def lay(self, name: str | None) -> None:
        """Have this picture's cards lie there; with None the table is empty."""
        cards = self._demo.capture(name or self.names[0]).pixels
        if name is None:
            cards = np.full_like(cards, np.median(cards, axis=(0, 1)).astype(np.uint8))
        height, width = cards.shape[:2]
        noises = (np.roll(self._noise, 37 * number, axis=1)[:height, :width, np.newaxis] for number in range(_FRAMES))
        self._frames = [np.clip(cards + noise, 0, 255).astype(np.uint8) for noise in noises]

    def grab(self) -> bool:
        """A frame that nobody looks at."""
        return True

    def read(self) -> tuple[bool, NDArray[np.uint8]]:
        """The next frame."""
        self._seen += 1
        return True, self._frames[self._seen % _FRAMES]

    def release(self) -> None:
        """Nothing to give free."""


class WireBus:
    """An I2C bus whose bytes take as long as on the wire. Its display takes everything and answers as an SH1106.

    `taken` are the seconds of all so far.
    """

    taken = 0.0

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: Sequence[int]) -> None:
        """Address, register and data go over the wire."""
        seconds = (2 + len(data)) * _BITS / _HERTZ
        WireBus.taken += seconds
        time.sleep(seconds)

    def read_byte(self, i2c_addr: int) -> int:
        """The display's status."""
        return 0x08

    def close(self) -> None:
        """Nothing to give free."""


class ToldOled(Oled):
    """The box's display, which tells when another picture stands on it whole."""

    _shows = b""

    def show(self, image: Image.Image) -> None:
        """As the display does."""
        super().show(image)
        if (shows := image.tobytes()) != self._shows:
            self._shows = shows
            _tell("shown")


class ToldKeys:
    """Buttons that are pressed by the lines of the standard input, and a table that is laid by them.

    `press BUTTON` and `lay PICTURE`; a `lay` alone clears the table.
    """

    def __init__(self, device: DemoDevice) -> None:
        self._device = device
        self._pressed: Pressed | None = None

    def listen(self, pressed: Pressed) -> None:
        """Begin."""
        self._pressed = pressed
        threading.Thread(target=self._hear, name="told", daemon=True).start()

    def close(self) -> None:
        """Press no more."""
        self._pressed = None

    def _hear(self) -> None:
        for line in sys.stdin:
            what, _, name = line.strip().partition(" ")
            if what == "lay":
                self._device.lay(name or None)
                _tell("laid")
            elif self._pressed:
                _tell("pressed")
                self._pressed(Button(name))


class Moment(NamedTuple):
    """Seconds: the time, what the processor has worked for the program, and how long the display's wire was busy."""

    at: float
    worked: float
    wired: float

    def since(self, before: Moment) -> Moment:
        """What has passed."""
        return Moment(*(now - then for now, then in zip(self, before, strict=True)))


def _tell(what: str) -> None:
    moment = Moment(time.monotonic(), time.process_time(), WireBus.taken)
    print(what, *(f"{seconds:.6f}" for seconds in moment), flush=True)


def _devices() -> Devices:
    device, eyes = DemoDevice(), Eyes()
    camera = UsbCamera(0, lambda _: device)
    light = Lighting(Lamp(shipped(), MockFactory(pin_class=MockPWMPin)))
    watch = CameraWatch(camera, lit=lambda: light.shows)
    display = LastingDisplay(ToldOled(1, Controller.SH1106, lambda _: WireBus()))
    watch.start()
    display.start()
    watched, keys, silent = (watch, display, eyes), ToldKeys(device), Aplay(lambda: "null")
    return Devices(camera, eyes, (display,), (keys,), watched, (watch,), (), light, Talker(), silent)


def _serve(arguments: Sequence[str]) -> int:
    """The table program with these devices."""
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    given = parser.parse_args(arguments)
    start = Start(given.port, language=given.language, network=bool(given.network), copy=given.copy, mqtt=given.mqtt)
    return serve(_devices, Path(given.data), start)


class Table:
    """The table program in a process of its own, told what happens at it, and heard."""

    def __init__(self, command: Sequence[str], data: Path) -> None:
        self.began = time.monotonic()
        self._process = subprocess.Popen(
            [*command, "--data", str(data), "--language", "en"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        while line and "http://" not in line:
            line = self._process.stdout.readline()
        self.ready = time.monotonic() - self.began
        self.worked = _worked(self._process.pid)
        if not line:
            raise RuntimeError("the table did not start")
        self.address = line.split()[-1]
        self._heard: queue.SimpleQueue[tuple[str, Moment]] = queue.SimpleQueue()
        threading.Thread(target=self._hear, daemon=True).start()

    def __enter__(self) -> Table:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self._process.wait()

    def until_loaded(self) -> float:
        """Seconds from the start until the networks are there too."""
        while json.loads(self.get("health"))["reader"] == "loading":
            time.sleep(0.01)
        return time.monotonic() - self.began

    def get(self, path: str) -> bytes:
        """What the panel answers."""
        with urllib.request.urlopen(f"{self.address}{path}", timeout=60) as answer:
            return bytes(answer.read())

    def state(self) -> dict[str, Any]:
        """The session."""
        state: dict[str, Any] = json.loads(self.get("api/state"))
        return state

    def tell(self, line: str) -> None:
        """One line to the process."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()

    def press(self, button: Button) -> Moment:
        """Press a button; what passed until the display had another picture."""
        with contextlib.suppress(queue.Empty):
            while True:
                self._heard.get_nowait()
        self.tell(f"press {button.value}")
        pressed = self._when("pressed")
        return self._when("shown").since(pressed)

    def lay(self, name: str) -> float:
        """Lay a picture's cards on the table, or clear it; when that was."""
        self.tell(f"lay {name}".strip())
        return self._when("laid").at

    def changes(self) -> Iterator[dict[str, Any]]:
        """The session after every change, as a page hears of it."""
        with urllib.request.urlopen(f"{self.address}api/changes", timeout=60) as lines:
            for line in lines:
                if line.startswith(b"data: "):
                    yield json.loads(line[6:])

    def _when(self, what: str) -> Moment:
        while True:
            heard, moment = self._heard.get(timeout=30)
            if heard == what:
                return moment

    def _hear(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            what, *told = line.split()
            if what in ("pressed", "shown", "laid"):
                self._heard.put((what, Moment(*map(float, told))))


def _bench(data: Path, more: Sequence[str]) -> Table:
    return Table([sys.executable, "-m", "tests.firmware.measuring.waiting", "--table", *more], data)


def presses(table: Table, count: int) -> list[Moment]:
    """What passed from so many presses to the display."""
    found = []
    for button in islice(cycle(_ROUND), -(-count // len(_ROUND)) * len(_ROUND)):
        found.append(table.press(button))
        time.sleep(_SETTLED)
    return found


class Browser:
    """Somebody at the page: as browsers do, it keeps its connection and sends the page's token with each press."""

    def __init__(self, address: str) -> None:
        self._origin = address.rstrip("/")
        self._connection = http.client.HTTPConnection(self._origin.removeprefix("http://"), timeout=60)
        found = re.search('<meta name="token" content="([^"]*)">', self._asked("GET", "/").decode())
        assert found
        self._token = found[1]

    def press(self, button: Button) -> tuple[float, float]:
        """Press a button; seconds to the answer, and to the display's picture after it."""
        began = time.monotonic()
        answer = json.loads(
            self._asked("POST", f"/api/press/{button.value}", Origin=self._origin, **{"X-Token": self._token})
        )
        answered = time.monotonic()
        self._asked("GET", f"/display.png?v={answer['state']['version']}")
        return answered - began, time.monotonic() - began

    def close(self) -> None:
        """Leave the page."""
        self._connection.close()

    def _asked(self, method: str, path: str, **headers: str) -> bytes:
        self._connection.request(method, path, headers=headers)
        with self._connection.getresponse() as answer:
            return answer.read()


def page_presses(table: Table, count: int) -> tuple[list[float], list[float]]:
    """Seconds from so many presses on the page to their answers, and to the pictures of the display."""
    with contextlib.closing(Browser(table.address)) as browser:
        found = []
        for button in islice(cycle(_ROUND), -(-count // len(_ROUND)) * len(_ROUND)):
            found.append(browser.press(button))
            time.sleep(_SETTLED)
    return [answered for answered, _ in found], [shown for _, shown in found]


def kept(folder: Path, count: int) -> list[float]:
    """Seconds until so many events, alone, are each on the disk."""
    found = []
    with Journal(folder / "events") as journal:
        for _ in range(count):
            began = time.monotonic()
            journal.append(to_text(RoundPassed()))
            found.append(time.monotonic() - began)
            time.sleep(_SETTLED / 10)
    return found


@contextlib.contextmanager
def watched(table: Table) -> Iterator[None]:
    """Somebody looks at the page meanwhile: it hears of changes and fetches the live picture with its outlines."""
    over = threading.Event()

    def look() -> None:
        while not over.is_set():
            table.get("picture.jpg?outlines")
            over.wait(LOOKS_EVERY)

    looks = threading.Thread(target=look)
    looks.start()
    changes = table.changes()
    next(changes)
    try:
        yield
    finally:
        over.set()
        changes.close()  # type: ignore[attr-defined]
        looks.join()


def hands(table: Table, names: Sequence[str], pressed: bool) -> tuple[list[float], int]:
    """Seconds from cards that lie still to their marks on the page, and how many hands were asked about instead.

    With `pressed` the button is pressed at once; without, the table reads by itself.
    """
    found, asked = [], 0
    for name in names:
        _until_calls(table)
        if not pressed:
            for _ in range(4):
                table.press(Button.PASO)
            time.sleep(2 * _SETTLED)
        changes = table.changes()
        next(changes)
        laid = table.lay(name)
        if pressed:
            table.tell(f"press {Button.READ.value}")
        for state in changes:
            if state["phase"] in ("marks", "game-won", "match-won"):
                found.append(time.monotonic() - laid)
                break
            if state["phase"] in ("doubts", "conflict"):
                asked += 1
                break
        table.lay("")
    _until_calls(table)
    return found, asked


def _until_calls(table: Table) -> None:
    """Go on until the next karta aldia's calls are waited for."""
    while (phase := table.state()["phase"]) != "calls":
        table.tell(f"press {(Button.PASO if phase in ('doubts', 'conflict', 'cards') else Button.OK).value}")
        time.sleep(2 * _SETTLED)


def _worked(process: int) -> float | None:
    """Seconds that the processor has worked for a process; None where the kernel does not say."""
    try:
        told = Path(f"/proc/{process}/stat").read_text("ascii", "replace").rpartition(")")[2].split()
    except OSError:
        return None
    return (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")


def starts(data: Path, count: int, more: Sequence[str]) -> tuple[list[float], list[float], list[float]]:
    """Seconds from so many starts to ready, what of it the processor worked, and to everything loaded.

    With the journal that is there.
    """
    command = [sys.executable, "-m", "firmware.cli", "table", *more]
    ready, worked, loaded = [], [], []
    for _ in range(count):
        with Table(command, data) as table:
            ready.append(table.ready)
            worked += [table.worked] if table.worked is not None else []
            loaded.append(table.until_loaded())
    return ready, worked, loaded


@dataclass(frozen=True, slots=True)
class Figure:
    """One thing that was measured: seconds."""

    what: str
    seconds: Sequence[float]
    promised: float | None = None

    def row(self) -> str:
        """As a row of Markdown."""
        if not self.seconds:
            return f"| {self.what} | 0 | - | - | - |"
        kept = sum(one <= self.promised for one in self.seconds) if self.promised else None
        promise = "-" if kept is None else f"{_time(self.promised or 0)}: {kept} of {len(self.seconds)}"
        middle, late = statistics.median(self.seconds), percentile(self.seconds)
        return f"| {self.what} | {len(self.seconds)} | {_time(middle)} | {_time(late)} | {promise} |"


def percentile(seconds: Sequence[float], share: float = 0.95) -> float:
    """The value that so large a share of them keeps to."""
    ordered = sorted(seconds)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def _time(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1000:.{0 if seconds >= 0.01 else 1}f} ms"


def report(figures: Sequence[Figure], asked: int) -> Iterator[str]:
    """The figures as lines of Markdown."""
    yield f"Python {platform.python_version()}, beside whatever else the machine does."
    yield ""
    yield "| what | how often | median | 95th percentile | promised |"
    yield "|---|---|---|---|---|"
    yield from (figure.row() for figure in figures)
    yield ""
    yield (
        f"A press counts from {PRESS * 1000:.0f} ms after its contact closed, when it is debounced. Cards must lie "
        f"still for {STILL_FOR:g} s. Hands asked about instead of marked: {asked}."
    )


def measure(
    data: Path, count: int, read: int, begun: int, begins: Callable[[str], object], more: Sequence[str]
) -> tuple[list[Figure], int]:
    """All figures of a table that is told `more`; `begins` is told what comes next."""
    begins("presses")
    with _bench(data, more) as table:
        table.until_loaded()
        alone = presses(table, count)
        with watched(table):
            seen = presses(table, count)
        answered, shown = page_presses(table, count)
        begins("hands")
        names = list(islice(cycle(DemoDevice().names), read))
        by_itself, asked = hands(table, names, pressed=False)
        by_button, asked_again = hands(table, names, pressed=True)
    begins("events")
    synced = kept(data, count)
    begins("starts")
    ready, worked, loaded = starts(data, begun, more)
    figures = [
        Figure("press to the display, on the disk", [one.at for one in alone], PROMISE),
        Figure("of it the processor's work, in all threads", [one.worked for one in alone]),
        Figure("of it the display's wire, at 400 kHz", [one.wired for one in alone]),
        Figure("an event alone, kept on this disk", synced),
        Figure("the same beside a page with the live picture and its outlines", [one.at for one in seen], PROMISE),
        Figure("press on the page to its answer, on the disk, on a kept connection", answered, PROMISE),
        Figure("press on the page to the display's picture there", shown, PROMISE),
        Figure("cards laid to marks shown, read by itself", by_itself),
        Figure("cards laid to marks shown, Read pressed at once", by_button),
        Figure("start to ready", ready, READY),
        Figure("of it the processor's work", worked),
        Figure("start to everything loaded", loaded, READY),
    ]
    return figures, asked + asked_again


@contextlib.contextmanager
def everything(data: Path) -> Iterator[tuple[str, ...]]:
    """All that a table can be switched to is on, and eight phones look on; what its command is told besides."""
    stick = data.parent / "stick"
    stick.mkdir()
    with switched_on(data) as more, onlookers(let_in(data, Role.WATCH)):
        yield "--port", str(PORT), "--network", "--copy", str(stick), *more


def main(arguments: Sequence[str]) -> int:
    """Prints the figures."""
    if arguments[:1] == ["--table"]:
        return _serve(arguments[1:])
    parser = argparse.ArgumentParser(prog="python -m tests.firmware.measuring.waiting", description=__doc__)
    parser.add_argument("--presses", type=int, default=280, help="with nobody at the page, and again with somebody")
    parser.add_argument("--hands", type=int, default=16, help="read by themselves, and again by the button")
    parser.add_argument("--starts", type=int, default=15)
    parser.add_argument("--data", type=Path, help="where the journal is kept: on the disk that is measured")
    parser.add_argument("--everything", action="store_true", help="switched on: voice, broker, eight phones")
    given = parser.parse_args(arguments)
    if given.everything and not is_apart():
        return apart("tests.firmware.measuring.waiting", *arguments)
    with tempfile.TemporaryDirectory(dir=given.data) as folder:
        data = Path(folder) / "data"
        data.mkdir()
        with everything(data) if given.everything else contextlib.nullcontext(("--port", "0")) as more:
            figures, asked = measure(
                data, given.presses, given.hands, given.starts, lambda what: print(what, file=sys.stderr), more
            )
    print("\n".join(report(figures, asked)))
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
