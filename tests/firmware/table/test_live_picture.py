"""The live picture on the page: outlines at little cost, and never in the way of a reading."""

from __future__ import annotations

import io
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from firmware.devices.eyes import Eyes
from firmware.panel.app import Panel
from firmware.table.appliance import Appliance
from firmware.table.pictures.live_picture import EVERY, LASTS, LOOKS_EVERY, LivePicture, as_jpeg
from tests.firmware.panel.asking import ask
from tests.firmware.scripted import HANDS
from tests.firmware.table.test_onlooker import Scene
from vision import geometry
from vision.decide.place import Seen
from vision.picture import Picture, load
from vision.reader import Reader
from vision.reading import Quad, TableReading

DEMO = Path(__file__).parents[3] / "firmware" / "demo" / "hand-01.jpg"


class Counted:
    """A camera and eyes that count what is asked of them."""

    id, steps, live = "counted", False, True

    def __init__(self) -> None:
        self.taken = self.looks = 0
        self.sketch = True

    def capture(self, name: str) -> Picture:
        self.taken += 1
        return Picture(np.full((36, 64, 3), 40, np.uint8))

    def sketched(self, picture: Picture) -> NDArray[np.uint8] | None:
        self.looks += 1
        return 255 - picture.pixels if self.sketch else None


class Live:
    def __init__(self) -> None:
        self.now, self.busy, self.counted = 100.0, False, Counted()
        self.picture = LivePicture(self.counted, self.counted, lambda: self.now)  # type: ignore[arg-type]

    def ask(self, outlines: bool) -> int | None:
        """How light what is shown is: the eyes turn the picture over."""
        jpeg = self.picture.jpeg("frame-1", outlines, lambda: self.busy)
        if jpeg is None:
            return None
        with Image.open(io.BytesIO(jpeg)) as picture:
            return round(float(np.asarray(picture.convert("L")).mean()))


def test_many_who_watch_are_one_look_in_three_seconds() -> None:
    live = Live()
    for _ in range(20):
        assert live.ask(outlines=True) == 215
        live.now += LOOKS_EVERY / 20
    assert (live.counted.looks, live.counted.taken) == (1, 1)
    live.now += LOOKS_EVERY
    live.ask(outlines=True)
    assert live.counted.looks == 2


def test_who_wants_no_outlines_costs_no_look() -> None:
    live = Live()
    for _ in range(20):
        assert live.ask(outlines=False) == 40
        live.now += EVERY
    assert (live.counted.looks, live.counted.taken) == (0, 20)


def test_while_the_table_reads_nothing_is_taken() -> None:
    live = Live()
    live.busy = True
    assert live.ask(outlines=True) is None
    live.busy = False
    assert live.ask(outlines=False) == 40
    live.busy, live.now = True, live.now + LASTS / 2
    assert live.ask(outlines=True) == 40, "the last one stands"
    live.now += LASTS / 2
    assert live.ask(outlines=True) is None, "and not for long"
    assert (live.counted.looks, live.counted.taken) == (0, 1)


def test_a_reading_that_begins_meanwhile_is_not_made_to_wait_for_a_look() -> None:
    live = Live()
    answers = iter([False, True])
    live.picture.jpeg("frame-1", True, lambda: next(answers))
    assert live.counted.looks == 0


@pytest.mark.parametrize("before", [None, 40])
def test_a_camera_that_hangs_holds_up_one_who_asks_and_not_all(before: int | None) -> None:
    live, hangs, again = Live(), threading.Event(), threading.Event()
    if before:
        assert live.ask(outlines=False) == before
    taken = live.counted.capture

    def capture(name: str) -> Picture:
        hangs.set()
        again.wait()
        return taken(name)

    live.counted.capture = capture  # type: ignore[method-assign]
    live.now += EVERY
    first = threading.Thread(target=live.ask, args=(False,))
    first.start()
    hangs.wait()
    assert live.ask(outlines=True) == before, "the last one, at once"
    live.now += LASTS
    assert live.ask(outlines=True) is None, "an old picture is none of now"
    again.set()
    first.join()
    assert live.counted.taken == (2 if before else 1)


def test_eyes_that_cannot_look_now_leave_the_picture_bare() -> None:
    live = Live()
    live.counted.sketch = False
    assert live.ask(outlines=True) == 40


class _Slow:
    """A reader that reads until it is told to stop."""

    def __init__(self) -> None:
        self.begun, self.stop = threading.Event(), threading.Event()

    def for_players(self, players: int, packs: object = None) -> _Slow:
        return self

    def read_until_sure(self, pictures: Sequence[Picture], name: str, *, earlier: Sequence[Seen] = ()) -> TableReading:
        self.begun.set()
        self.stop.wait()
        return TableReading(name, False, ())

    def in_sight(self, grey: NDArray[np.uint8]) -> int:
        return 0

    def seen(self, picture: Picture) -> Seen:
        return Seen([], mirrored=False)

    def outlines(self, picture: Picture) -> tuple[Quad, ...]:
        return (((4.0, 4.0), (20.0, 4.0), (20.0, 30.0), (4.0, 30.0)),)


def test_who_reads_goes_first_and_nobody_waits_for_the_networks() -> None:
    loading, slow, picture = threading.Event(), _Slow(), Picture(np.full((36, 64, 3), 40, np.uint8))

    def loaded() -> _Slow:
        loading.wait()
        return slow

    eyes = Eyes(loaded)
    assert eyes.sketched(picture) is None
    loading.set()
    reading = threading.Thread(target=eyes.read_frames, args=([picture], "a"))
    reading.start()
    slow.begun.wait()
    assert eyes.sketched(picture) is None
    slow.stop.set()
    reading.join()
    drawn = eyes.sketched(picture)
    assert drawn is not None
    assert (drawn != 40).any()


def test_the_outlines_are_where_the_cards_are_read() -> None:
    picture, reader = load(DEMO), Reader.shipped()
    read = [np.array(card.quad) for card in reader.read(picture, "demo").cards]
    seen = [np.array(quad) for quad in reader.outlines(picture)]
    assert len(read) == 16
    for card in read:
        shared = max(geometry.overlap(card, outline) / geometry.area(card) for outline in seen)
        assert shared > 0.7


def test_a_large_picture_goes_to_the_page_smaller_and_in_its_colours() -> None:
    pixels = np.full((2592, 4608, 3), (200, 100, 30), np.uint8)
    sent = cv2.imdecode(np.frombuffer(as_jpeg(pixels), np.uint8), cv2.IMREAD_COLOR)
    assert sent.shape == (900, 1600, 3)
    assert abs(sent.reshape(-1, 3).mean(axis=0) - (200, 100, 30)).max() < 3


@pytest.fixture
def appliance(tmp_path: Path) -> Iterator[Appliance]:
    scene = Scene(tmp_path)
    scene.table.hands = HANDS
    yield scene.appliance
    scene.close()


def test_the_page_asks_for_outlines_or_not(appliance: Appliance) -> None:
    app = Panel(appliance).app

    def light(path: str) -> float:
        with Image.open(io.BytesIO(ask(app, "GET", path).content)) as picture:
            return float(np.asarray(picture.convert("L")).mean())

    bare = light("/picture.jpg")
    assert light("/picture.jpg?outlines") == pytest.approx(255 - bare, abs=4)
    page = ask(app, "GET", "/").text
    assert 'id="outlines"' in page
