"""The whole box without a Raspberry Pi: each of its parts fails and comes back while a game goes on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PIL import ImageChops

from firmware.devices.cameras.camera_watch import STILL, CameraWatch
from firmware.devices.cameras.pi_camera import PiCamera
from firmware.devices.choose import Devices
from firmware.devices.gpio_keys import STUCK
from firmware.devices.lasting import LastingDisplay
from firmware.devices.oled import Oled
from firmware.keeping.journal import Journal
from firmware.screens.trouble import Trouble
from firmware.session.buttons import Button
from firmware.session.state import Phase
from firmware.table.appliance import Appliance
from tests.firmware.devices.oled_bus import SH1106, I2CBus
from tests.firmware.devices.picamera2_stand_in import Sensor, camera_on
from tests.firmware.devices.test_gpio_keys import Bench
from tests.firmware.scripted import ScriptedEyes, at_once


class Box:
    """A box on the bench. Its threads do not run: `turn` does once what they do again and again."""

    def __init__(self, folder: Path) -> None:
        self.bench = Bench()
        self.chip = SH1106()
        self.bus = I2CBus(x3c=self.chip)
        self.sensor = Sensor(np.full((360, 640, 3), 90, np.uint8))
        camera = PiCamera(camera_on(self.sensor))
        self.display, self.watch = (
            LastingDisplay(Oled(1, open_bus=self.bus.open)),
            CameraWatch(camera),
        )
        parts = (self.watch, self.display, self.bench.keys)
        self.journal = Journal(folder)
        self.appliance = Appliance(
            self.journal, Devices(camera, ScriptedEyes({}), (self.display,), (), parts), at_once()
        )

    def press(self, *buttons: Button) -> None:
        """Press each with a finger, and let the box take its turn."""
        for button in buttons:
            for pressed in self.bench.play({button: [0.05, 0.052, 0.056, 0.2, 0.203, 0.207]}, 0.4):
                self.appliance.press(pressed)
        self.turn()

    def turn(self) -> None:
        self.watch.look()
        self.appliance.beat()
        self.display.step()

    @property
    def troubles(self) -> set[Trouble]:
        return set(self.appliance.presenter.troubles)

    @property
    def score(self) -> dict[str, int]:
        return {team.value: tantos for team, tantos in self.appliance.snapshot().state.score.items()}

    def shown(self) -> bool:
        """Whether the panel of glass has what the appliance wants to show."""
        seen = self.chip.picture()
        wanted = self.appliance.snapshot().display()
        return seen is not None and ImageChops.logical_xor(seen, wanted).getbbox() is None


@pytest.fixture(name="box")
def _box(tmp_path: Path) -> Iterator[Box]:
    box = Box(tmp_path)
    box.turn()
    yield box
    box.appliance.close()
    box.journal.close()
    box.bench.close()


def test_a_game_goes_on_without_the_display(box: Box) -> None:
    box.press(Button.ENVIDO_NS)
    assert box.shown()
    chip = box.bus.unplug(0x3C)
    box.press(Button.TIRA)
    assert box.score == {"NS": 1, "EW": 0}
    box.turn()
    assert box.troubles == {Trouble.DISPLAY_GONE}
    box.press(Button.ENVIDO_EW, Button.TIRA)
    assert box.score == {"NS": 1, "EW": 1}
    box.bus.plug(0x3C, chip)
    box.turn()
    box.turn()
    assert not box.troubles
    assert box.shown()


def test_a_game_goes_on_without_the_camera(box: Box) -> None:
    box.press(Button.PASO, Button.PASO, Button.PASO, Button.PASO)
    box.sensor.gone = True
    box.turn()
    assert box.troubles == {Trouble.CAMERA_GONE}
    assert box.shown()
    box.press(Button.READ)
    state = box.appliance.snapshot().state
    assert [doubt.kind for doubt in state.open_doubts()] == ["picture"]
    assert "is its cable in" in state.open_doubts()[0].text
    box.sensor.gone = False
    box.turn()
    assert not box.troubles
    box.press(Button.READ)
    assert box.appliance.snapshot().state.phase is Phase.MARKS
    assert sum(box.score.values()) > 0


def test_a_game_goes_on_while_the_camera_s_picture_stands_still(box: Box) -> None:
    box.sensor.frozen = True
    for _ in range(STILL + 1):
        box.turn()
    assert box.troubles == {Trouble.CAMERA_STILL}
    assert box.shown()
    box.press(Button.ENVIDO_NS, Button.TIRA)
    assert box.score == {"NS": 1, "EW": 0}
    box.sensor.frozen = False
    for _ in range(2):
        box.turn()
    assert not box.troubles
    assert box.shown()


def test_a_game_goes_on_with_a_button_that_is_stuck(box: Box) -> None:
    box.bench.wires[Button.LAST].drive_low()
    for pressed in box.bench.play({}, STUCK + 1.0):
        box.appliance.press(pressed)
    box.turn()
    assert box.troubles == {Trouble.BUTTON_STUCK}
    assert box.shown()
    box.press(Button.ENVIDO_EW, Button.TIRA)
    assert box.score == {"NS": 0, "EW": 1}
    box.bench.wires[Button.LAST].drive_high()
    box.bench.play({}, 0.1)
    box.turn()
    assert not box.troubles
    assert box.shown()
