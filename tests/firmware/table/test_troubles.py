"""Something of the box fails while the game goes on: display and panel say so, the score stays, and it passes."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from PIL import ImageChops
from starlette.testclient import TestClient

from engine.sentences import Sentence
from firmware.keeping.journal import Journal
from firmware.panel.app import Panel
from firmware.screens.trouble import Trouble, trouble
from firmware.session.buttons import Button
from firmware.table.appliance import LATE, Appliance
from tests.firmware.scripted import StandInEyes, at_once, devices, write_pictures
from tests.firmware.scripted_parts import ScriptedDisplay, ScriptedKeys
from tests.firmware.until import until
from words.text import english, speech


class Part:
    """A part of the box whose troubles we make."""

    def __init__(self) -> None:
        self.wrong: set[Trouble] = set()

    def troubles(self) -> frozenset[Trouble]:
        return frozenset(self.wrong)

    def details(self) -> dict[str, object]:
        return {"part": len(self.wrong)}


class Box:
    def __init__(self, folder: Path) -> None:
        self.part, self.other = Part(), Part()
        self.display, self.keys = ScriptedDisplay(), ScriptedKeys()
        self.journal = Journal(folder / "data")
        made = devices(write_pictures(folder / "pictures", {"hands": {}}))
        made = replace(made, displays=(self.display,), keys=(self.keys,), watched=(self.part, self.other))
        self.appliance = Appliance(self.journal, made, at_once())
        self.client = TestClient(Panel(self.appliance).app, base_url="http://localhost", client=("127.0.0.1", 50000))

    def shows(self, shown: Trouble) -> bool:
        return ImageChops.logical_xor(self.display.shown[-1], trouble(shown, english)).getbbox() is None

    @property
    def state(self) -> dict[str, object]:
        return dict(self.client.get("/api/state").json())

    def fail(self, *wrong: Trouble) -> None:
        self.part.wrong = set(wrong)
        self.appliance.beat()


@pytest.fixture(name="box")
def _box(tmp_path: Path) -> Iterator[Box]:
    box = Box(tmp_path)
    yield box
    box.appliance.close()
    box.journal.close()


def test_display_and_panel_say_it_until_it_has_passed(box: Box) -> None:
    box.keys.press([Button.ENVIDO_NS, Button.TIRA])
    score, calm = box.state["score"], box.display.shown[-1]
    box.fail(Trouble.CAMERA_GONE)
    assert box.shows(Trouble.CAMERA_GONE)
    assert box.state["troubles"] == [{"name": "camera-gone", "sentence": "No camera. Is its cable in?"}]
    assert box.state["display"] == "No camera. Is its cable in?"
    assert box.state["score"] == score == {"NS": 1, "EW": 0}
    box.fail()
    assert box.display.shown[-1].tobytes() == calm.tobytes()
    assert box.state["troubles"] == []


def test_it_is_read_once_and_told_again_when_it_comes_again(box: Box) -> None:
    box.fail(Trouble.BUTTON_STUCK)
    assert box.client.post("/api/press/ok").json()["done"]
    assert not box.shows(Trouble.BUTTON_STUCK)
    assert [one["name"] for one in box.state["troubles"]] == ["button-stuck"]  # type: ignore[attr-defined]
    box.fail(Trouble.BUTTON_STUCK)
    assert not box.shows(Trouble.BUTTON_STUCK)
    box.fail()
    box.fail(Trouble.BUTTON_STUCK)
    assert box.shows(Trouble.BUTTON_STUCK)


def test_any_other_button_does_what_it_does(box: Box) -> None:
    box.fail(Trouble.CAMERA_STILL)
    box.keys.press([Button.ENVIDO_EW])
    assert box.state["calls"] == {"handia": ["EW envido 2"]}
    assert not box.shows(Trouble.CAMERA_STILL)


def test_several_are_told_one_after_the_other(box: Box) -> None:
    box.fail(Trouble.TOO_HOT)
    box.other.wrong = {Trouble.CAMERA_GONE}
    box.appliance.beat()
    assert box.shows(Trouble.TOO_HOT)
    box.keys.press([Button.OK])
    assert box.shows(Trouble.CAMERA_GONE)
    box.keys.press([Button.OK])
    assert not box.shows(Trouble.CAMERA_GONE)
    assert [one["name"] for one in box.state["troubles"]] == ["camera-gone", "too-hot"]  # type: ignore[attr-defined]


def test_a_guard_is_not_covered(box: Box) -> None:
    box.keys.press([Button.HORDAGO])
    guard = box.display.shown[-1].tobytes()
    box.fail(Trouble.POWER_LOW)
    assert box.display.shown[-1].tobytes() == guard
    box.keys.press([Button.BACK])
    assert box.shows(Trouble.POWER_LOW)


def test_it_is_said_in_the_table_s_language(box: Box) -> None:
    box.appliance.presenter.speak("eu")
    box.fail(Trouble.DISPLAY_GONE)
    assert box.state["display"] == speech("eu")("No display. Is its cable in?") != "No display. Is its cable in?"


def test_nothing_changes_while_nothing_is_wrong(box: Box) -> None:
    version, shown = box.state["version"], len(box.display.shown)
    for _ in range(5):
        box.appliance.beat()
    assert (box.state["version"], len(box.display.shown)) == (version, shown)


def test_the_health_page(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    box.fail(Trouble.CAMERA_GONE)
    page = box.client.get("/health")
    assert page.status_code == 200
    told = json.loads(page.text)
    assert told["alive"] is True
    assert told["troubles"] == {"camera-gone": "No camera. Is its cable in?"}
    assert told["part"] in (0, 1)
    monkeypatch.setattr("firmware.table.appliance.LATE", -1.0)
    assert box.client.get("/health").status_code == 503


@pytest.mark.parametrize(("where", "what", "alive"), [("journal", "on_append", True), ("part", "troubles", False)])
def test_a_table_that_waits_for_the_disk_is_alive_and_one_that_hangs_is_not(
    box: Box, monkeypatch: pytest.MonkeyPatch, where: str, what: str, alive: bool
) -> None:
    now, hangs, done = [0.0], threading.Event(), threading.Event()
    monkeypatch.setattr("firmware.table.appliance.time", SimpleNamespace(monotonic=lambda: now[0]))
    box.appliance.beat()

    def hang() -> frozenset[Trouble]:
        hangs.set()
        done.wait(60.0)
        return frozenset()

    monkeypatch.setattr(getattr(box, where), what, hang)
    pressing = threading.Thread(target=box.appliance.press, args=(Button.ENVIDO_NS,))
    beating = threading.Thread(target=box.appliance.beat)
    pressing.start()
    until(lambda: hangs.is_set() or not pressing.is_alive())
    beating.start()
    assert hangs.wait(20)
    now[0] = LATE
    told = box.client.get("/health")
    done.set()
    pressing.join()
    beating.join()
    assert (told.json()["alive"], told.status_code) == (alive, 200 if alive else 503)
    assert box.client.get("/health").json()["alive"]


def test_presses_keep_no_table_alive_whose_heart_goes_wrong_each_time(
    box: Box, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]
    monkeypatch.setattr("firmware.table.appliance.time", SimpleNamespace(monotonic=lambda: now[0]))
    box.appliance.beat()
    monkeypatch.setattr(box.part, "troubles", lambda: 1 / 0)
    now[0] = LATE
    box.keys.press([Button.ENVIDO_NS])
    with pytest.raises(ZeroDivisionError):
        box.appliance.beat()
    assert box.state["calls"] == {"handia": ["NS envido 2"]}
    assert box.client.get("/health").status_code == 503


def test_the_health_page_answers_while_the_table_is_stuck(box: Box) -> None:
    holding, done = threading.Event(), threading.Event()

    def hold() -> None:
        with box.appliance._lock:
            holding.set()
            done.wait(60.0)

    stuck = threading.Thread(target=hold)
    stuck.start()
    holding.wait(60.0)
    try:
        assert box.client.get("/health").status_code == 200
    finally:
        done.set()
        stuck.join()


def test_what_failed_at_the_start_is_read_on_the_display(tmp_path: Path) -> None:
    made = devices(write_pictures(tmp_path / "pictures", {"hands": {}}))
    with Journal(tmp_path / "data") as journal:
        appliance = Appliance(journal, replace(made, notes=(Sentence("The box's buttons cannot be used: no chip."),)))
        assert appliance.snapshot().view.notice == "The box's buttons cannot be used: no chip."
        appliance.close()


def test_the_box_s_own_buttons_do_not_wait_for_a_reading(tmp_path: Path) -> None:
    pictures = write_pictures(tmp_path / "pictures", {"hands": {}})
    made = devices(pictures)
    reading, go_on = threading.Event(), threading.Event()

    class Slow(StandInEyes):
        def read_frames(self, pictures: object, name: str, players: int = 4, packs: object = None) -> object:
            reading.set()
            go_on.wait(60.0)
            return made.eyes.read_frames(pictures, name)  # type: ignore[arg-type]

    keys = ScriptedKeys()
    with Journal(tmp_path / "data") as journal:
        appliance = Appliance(journal, replace(made, eyes=Slow(), keys=(keys,)), at_once())  # type: ignore[arg-type]
        keys.press([Button.READ])
        assert reading.wait(60.0)
        keys.press([Button.PASO])
        assert appliance.snapshot().view.busy
        finished = threading.Event()
        appliance.presenter.watch(lambda: finished.set())
        go_on.set()
        assert finished.wait(60.0)
        appliance.close()


def test_read_kept_pressed_is_told_as_held_and_not_pressed_again(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[Button, bool]] = []
    monkeypatch.setattr(box.appliance, "press", lambda button, held=False: told.append((button, held)))
    box.keys.hold(Button.READ)
    for thread in threading.enumerate():
        if thread.name == "reading":
            thread.join(60.0)
    assert sorted(told, key=str) == [(Button.READ, False), (Button.READ, True)]
