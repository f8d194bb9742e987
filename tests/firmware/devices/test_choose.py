"""Which devices a machine has, and what a Raspberry Pi says of itself."""

from __future__ import annotations

import logging
import os
import sys
import tempfile
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from firmware.devices import choose as chosen
from firmware.devices.board import HOT, Board
from firmware.devices.cameras.pi_camera import PiCamera
from firmware.devices.choose import Devices, choose
from firmware.devices.gpio_keys import GpioError, GpioKeys, on_this_pi
from firmware.devices.lasting import LastingDisplay
from firmware.devices.light.lighting import Light
from firmware.devices.pins import Pins
from firmware.screens.trouble import Trouble
from tests.firmware.devices.test_lighting import PulledDownPin


def pi(root: Path, heat: int = 51_200, alarm: str = "0", hertz: int = 400_000) -> Board:
    """A Raspberry Pi's files."""
    for name, text in {
        "proc/device-tree/model": "Raspberry Pi 5 Model B Rev 1.0\0",
        "sys/class/thermal/thermal_zone0/temp": f"{heat}\n",
        "sys/class/hwmon/hwmon0/name": "cpu_thermal\n",
        "sys/class/hwmon/hwmon1/name": "rpi_volt\n",
        "sys/class/hwmon/hwmon1/in0_lcrit_alarm": f"{alarm}\n",
    }.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    speed = root / "sys/class/i2c-adapter/i2c-1/of_node/clock-frequency"
    speed.parent.mkdir(parents=True, exist_ok=True)
    speed.write_bytes(hertz.to_bytes(4))
    return Board(root)


@pytest.fixture(autouse=True)
def _nothing_is_touched(monkeypatch: pytest.MonkeyPatch) -> None:
    """The threads that would look for a display and a camera do not start here, and nothing hangs on the pins."""
    monkeypatch.setattr("firmware.devices.light.lamp.lgpio_factory", lambda: MockFactory(pin_class=MockPWMPin))
    monkeypatch.setattr("firmware.devices.choose.on_this_pi", buttons)
    monkeypatch.setattr("firmware.devices.watch.Repeating.start", lambda self: None)


def buttons(pins: Pins) -> GpioKeys:
    return GpioKeys(pins, MockFactory())


def kinds(devices: Devices) -> list[str]:
    every: tuple[Any, ...] = (devices.camera, *devices.displays, *devices.keys)
    return [type(one).__name__ for one in every]


def test_a_raspberry_pi_has_the_real_parts(tmp_path: Path) -> None:
    devices = choose(None, None, pi(tmp_path))
    assert kinds(devices) == ["PiCamera", "LastingDisplay", "GpioKeys"]
    assert devices.notes == ()
    assert devices.details().keys() >= {"camera", "display", "stuck", "celsius"}
    devices.close()


def test_the_display_and_the_camera_are_looked_after_from_the_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[object] = []
    monkeypatch.setattr("firmware.devices.watch.Repeating.start", lambda self: begun.append(self))
    devices = choose(None, None, pi(tmp_path))
    assert {*devices.displays, *devices.helpers} <= set(begun)
    devices.close()


def test_on_a_raspberry_pi_pictures_may_come_from_elsewhere(tmp_path: Path) -> None:
    board = pi(tmp_path)
    for devices, camera in (
        (choose(tmp_path, None, board), "FolderCamera"),
        (choose(None, 1, board), "UsbCamera"),
    ):
        assert kinds(devices) == [camera, "LastingDisplay", "GpioKeys"]
        devices.close()


def test_a_lamp_is_found_by_its_resistor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    board = pi(tmp_path)
    bare = choose(None, None, board)
    assert bare.light.best == Light()
    bare.close()
    monkeypatch.setattr("firmware.devices.light.lamp.lgpio_factory", lambda: MockFactory(pin_class=PulledDownPin))
    devices = choose(None, None, board)
    assert devices.light.best == Light(lamp=1.0)
    devices.close()


def test_a_lamp_that_cannot_be_had_is_done_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none() -> MockFactory:
        raise GpioError("lgpio is not installed")

    monkeypatch.setattr("firmware.devices.light.lamp.lgpio_factory", none)
    devices = choose(None, None, pi(tmp_path))
    assert (devices.light.best, devices.notes) == (Light(), ())


def test_elsewhere_there_are_panel_and_folder(tmp_path: Path) -> None:
    for devices, camera in (
        (choose(None, None, Board(tmp_path)), "DemonstrationCamera"),
        (choose(tmp_path, None, Board(tmp_path)), "FolderCamera"),
        (choose(None, 0, Board(tmp_path)), "UsbCamera"),
        (choose(None, "phone", Board(tmp_path)), "PhoneCamera"),
    ):
        assert kinds(devices) == [camera]
        devices.close()


def test_buttons_that_cannot_be_had_are_said_and_the_table_plays_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(pins: Pins) -> GpioKeys:
        raise GpioError("lgpio is not installed")

    monkeypatch.setattr("firmware.devices.choose.on_this_pi", none)
    devices = choose(None, None, pi(tmp_path))
    assert kinds(devices) == ["PiCamera", "LastingDisplay"]
    assert devices.notes == ("The box's buttons cannot be used: lgpio is not installed.",)


def test_without_lgpio_no_other_library_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", None)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    monkeypatch.delenv("LG_WD", raising=False)
    with pytest.raises(GpioError, match=r"^lgpio is not installed$"):
        on_this_pi(chosen.shipped())
    assert os.environ["LG_WD"] == tempfile.gettempdir()


def test_a_chip_that_cannot_be_opened_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("gpiozero.pins.lgpio")

    def no_chip() -> MockFactory:
        raise RuntimeError("can not open gpiochip")

    module.LGPIOFactory = no_chip  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", module)
    with pytest.raises(GpioError, match=r"^the chip of the pins cannot be opened: can not open gpiochip$"):
        on_this_pi(chosen.shipped())
    module.LGPIOFactory = MockFactory  # type: ignore[attr-defined]
    on_this_pi(chosen.shipped()).close()


def test_a_slow_bus_is_said(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    choose(None, None, pi(tmp_path, hertz=400_000)).close()
    assert not caplog.records
    with caplog.at_level(logging.WARNING):
        choose(None, None, pi(tmp_path, hertz=100_000)).close()
    assert "100000 Hz" in caplog.text
    assert "dtparam=i2c_arm_baudrate=400000" in caplog.text


def test_heat_and_too_little_power(tmp_path: Path) -> None:
    assert pi(tmp_path).troubles() == frozenset()
    assert pi(tmp_path).details() == {"celsius": 51.2}
    assert pi(tmp_path, heat=HOT).troubles() == {Trouble.TOO_HOT}
    assert pi(tmp_path, alarm="1").troubles() == {Trouble.POWER_LOW}
    assert Board(tmp_path / "nothing").troubles() == frozenset()
    assert Board(tmp_path / "nothing").hertz is None


def test_all_that_is_wrong_is_told_in_one_order(tmp_path: Path) -> None:
    display = LastingDisplay.__new__(LastingDisplay)
    display._gone = True
    board = pi(tmp_path, heat=HOT, alarm="1")
    devices = Devices(PiCamera(), None, watched=(board, display))  # type: ignore[arg-type]
    assert devices.troubles() == (Trouble.DISPLAY_GONE, Trouble.POWER_LOW, Trouble.TOO_HOT)
