"""The lamp on a mocked pin, and the light that pictures are taken by."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin
from numpy.typing import NDArray

from firmware.devices.cameras.camera_watch import CameraWatch
from firmware.devices.cameras.pi_camera import PiCamera
from firmware.devices.gpio_keys import GpioError
from firmware.devices.light.lamp import Lamp, is_there
from firmware.devices.light.lighting import Light, Lighting
from firmware.devices.pins import GPIO, shipped
from firmware.screens.trouble import Trouble
from firmware.selftest import checks
from firmware.selftest.report import Outcome
from tests.firmware.devices.picamera2_stand_in import Sensor, camera_on
from vision.picture import Picture
from vision.reader import Reader

PINS = shipped()
NUMBER = GPIO[PINS.lamp.signal]


class PulledDownPin(MockPWMPin):  # type: ignore[misc]
    """A pin that a resistor joins to ground: stronger than the chip's pull-up."""

    def _set_pull(self, value: str) -> None:
        super()._set_pull(value)
        self._state = False


@pytest.fixture(name="factory")
def _factory() -> MockFactory:
    return MockFactory(pin_class=PulledDownPin)


def room(light: Callable[[], float]) -> tuple[Sensor, PiCamera]:
    """A table in a room whose light is asked for at every frame."""

    class Lit(Sensor):
        @property
        def light(self) -> float:
            return light()

        @light.setter
        def light(self, value: float) -> None:
            pass

    sensor = Lit(np.full((360, 640, 3), 60, np.uint8))
    sensor.scene[100:260, 100:540] = 200
    return sensor, PiCamera(camera_on(sensor))


class TestLamp:
    def test_it_is_dimmed_by_its_pin_and_left_dark(self, factory: MockFactory) -> None:
        lamp = Lamp(PINS, factory)
        pin = factory.pin(NUMBER)
        assert (pin.frequency, pin.state) == (PINS.lamp.hertz, 0)
        for level in (1.0, 0.25, 0.0, 0.5):
            lamp.shine(level)
            assert pin.state == level
        lamp.close()
        assert (pin.frequency, pin.function) == (None, "input")

    def test_the_resistor_tells_that_there_is_one(self, factory: MockFactory) -> None:
        assert is_there(PINS, factory)
        assert not is_there(PINS, MockFactory(pin_class=MockPWMPin))
        Lamp(PINS, factory).close()

    def test_a_pin_that_somebody_else_has(self, factory: MockFactory) -> None:
        lamp = Lamp(PINS, factory)
        for claim in (Lamp, is_there):
            with pytest.raises(GpioError, match=r"^lamp on pin 40: "):
                claim(PINS, factory)
        lamp.close()


class TestLighting:
    @pytest.fixture(autouse=True)
    def _lamp(self, factory: MockFactory) -> None:
        self.pin = factory.pin(NUMBER)
        self.light = Lighting(Lamp(PINS, factory))

    def test_it_shines_for_cards_and_readings_and_is_dark_between(self) -> None:
        assert (self.pin.state, self.light.shows) == (0, False)
        self.light.ask(True)
        with self.light.held():
            self.light.ask(False)
            assert (self.pin.state, self.light.shows) == (1, True)
        assert self.pin.state == 0

    def test_a_lamp_that_fails_or_is_gone_stops_no_reading(self, factory: MockFactory) -> None:
        self.light.close()
        with self.light.held():
            self.light.ask(True)
        assert self.light.shows

    def test_what_is_best_is_kept(self, tmp_path: Path) -> None:
        assert self.light.mended(lambda: self.pin.state, lambda level: int(level != 0.5)) == 0.5
        self.light.keep(tmp_path)
        again = Lighting(_Levels())
        again.take_up(tmp_path)
        assert again.best == Light(0.5, 0.0)
        assert self.pin.state == 0

    @pytest.mark.parametrize(
        "text", ["", "[]", '{"lamp": 0.5}', '{"lamp": 7, "stops": 0}', '{"lamp": "x", "stops": 0}']
    )
    def test_what_was_not_kept_whole_is_as_if_it_were_not(self, tmp_path: Path, text: str) -> None:
        self.light.take_up(tmp_path)
        (tmp_path / "light.json").write_text(text)
        self.light.take_up(tmp_path)
        assert self.light.best == Light(1.0, 0.0)

    def test_where_nothing_can_be_kept_the_table_goes_on(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("")
        self.light.keep(tmp_path / "file")
        Lighting().keep(tmp_path / "nothing")
        assert not (tmp_path / "nothing").exists()

    def test_the_nearest_light_that_does_is_taken(self) -> None:
        looked = []

        def look() -> float:
            looked.append(self.pin.state)
            return self.pin.state

        assert self.light.mended(look, lambda level: int(level > 0.3)) == 0.25
        assert looked == [1, 0.5, 0.25]
        assert self.light.mended(look, lambda level: 0) == 0.25
        assert looked[3:] == [0.25]

    def test_where_none_does_the_least_faulty_is_taken_and_told(self) -> None:
        assert self.light.mended(lambda: self.pin.state, lambda level: 3 if level != 0.25 else 1) == 0.25
        assert self.light.best == Light(0.25, 0.0)

    def test_what_cannot_be_looked_at_changes_nothing(self) -> None:
        def look() -> float:
            if self.pin.state < 1:
                raise OSError
            return 1.0

        with pytest.raises(OSError):
            self.light.mended(look, lambda level: 1)
        assert self.light.best == Light(1.0, 0.0)

    def test_nothing_is_tried_where_there_is_nothing_to_try(self) -> None:
        looks: list[int] = []
        assert Lighting().mended(lambda: looks.append(1), lambda none: 1) is None
        assert looks == [1]


class _Levels:
    """A lamp that says how bright it is."""

    level = 0.0

    def shine(self, level: float) -> None:
        self.level = level

    def close(self) -> None:
        self.level = 0.0


class TestCamera:
    def test_every_light_has_its_own_exposure_and_is_metered_once(self) -> None:
        lamp = _Levels()
        sensor, camera = room(lambda: 0.3 + lamp.level)
        light = Lighting(lamp, camera)
        camera.capture("frame-000001")
        dark = camera.kept
        with light.held():
            bright = camera.capture("frame-000002").pixels.mean()
            lit = camera.kept
            assert lit != dark
        camera.glance()
        assert camera.kept == dark
        with light.held():
            assert camera.capture("frame-000003").pixels.mean() == pytest.approx(bright, abs=1.0)
            assert camera.kept == lit
        assert sensor.metered == 2

    def test_stops_of_exposure(self) -> None:
        _, camera = room(lambda: 1.0)
        light = Lighting(None, camera)
        levels: dict[Light, float] = {}

        def look() -> None:
            levels[light.best] = camera.capture("frame-000001").pixels.mean()

        light.mended(look, lambda none: 1)
        assert levels[Light(0, -1)] == pytest.approx(levels[Light()] / 2, rel=0.1)
        assert levels[Light(0, 1)] > levels[Light()]

    def test_that_it_is_dark_is_told_where_the_lamp_shines_alone(self) -> None:
        lamp = _Levels()
        sensor, camera = room(lambda: 0.0)
        light = Lighting(lamp, camera)
        watch = CameraWatch(camera, lit=lambda: light.shows)
        watch.look()
        assert watch.troubles() == frozenset()
        light.ask(True)
        watch.look()
        assert watch.troubles() == {Trouble.CAMERA_COVERED}
        assert sensor.open


class TestMountCheck:
    """The demonstration's table, under a lamp that mirrors in it, and in the dark."""

    class Table:
        """A camera over it. `gleam` is how bright the lamp's image in the cards is, `room` what there is without it."""

        id, steps, live = "table", False, True

        def __init__(self, lamp: _Levels, room: float, gleam: float) -> None:
            self._lamp, self._room, self._gleam = lamp, room, gleam
            self._pixels = cv2.resize(checks.known_picture().pixels, (1600, 900), interpolation=cv2.INTER_AREA)
            self.stops = 0.0

        def expose(self, light: Light) -> None:
            self.stops = light.stops

        def after(self, name: str | None) -> str | None:
            return "frame"

        def capture(self, name: str) -> Picture:
            light = (self._room + self._lamp.level) * 2**self.stops
            lit = self._pixels * np.float32(min(light, 1.2))
            height, width = lit.shape[:2]
            lit[: height // 3] += 255 * self._gleam * self._lamp.level * _spot(width, height // 3)[..., None]
            return Picture(np.clip(lit, 0, 255).astype(np.uint8))

        def __getattr__(self, name: str) -> Any:
            raise AssertionError(name)

    def test_glare_is_mended_by_less_of_the_lamp_before_a_word_is_said(self) -> None:
        lamp = _Levels()
        table = self.Table(lamp, room=0.9, gleam=0.9)
        reader = Reader.shipped()
        lamp.shine(1.0)
        bare = checks.camera(table, reader, Lighting())
        light = Lighting(lamp, table)
        mended = checks.camera(table, reader, light)
        assert any("mirrors" in sentence for sentence in bare.figures["change"])
        assert not any("mirrors" in sentence for sentence in mended.figures["change"])
        assert light.best.lamp < 1

    def test_dimness_is_mended_by_exposure(self) -> None:
        lamp = _Levels()
        table = self.Table(lamp, room=0.08, gleam=0.0)
        reader = Reader.shipped()
        dim = checks.camera(table, reader, Lighting())
        light = Lighting(None, table)
        mended = checks.camera(table, reader, light)
        assert any("too dark" in sentence for sentence in dim.figures["change"])
        assert not any("too dark" in sentence for sentence in mended.figures["change"])
        assert light.best == Light(0.0, 1.0)
        assert mended.figures["light"] == {"lamp": 0.0, "stops": 1.0}
        assert dim.outcome is Outcome.WRONG


def _spot(width: int, height: int) -> NDArray[np.float32]:
    """A soft round light in the middle of a picture."""
    down, right = np.mgrid[0:height, 0:width]
    away = np.hypot((right - width / 2) / width * 3, (down - height / 2) / height * 2)
    return np.clip(1.6 - 2 * away, 0, 1).astype(np.float32)
