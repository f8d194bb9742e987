"""The Raspberry Pi itself: too little power, too hot. What the kernel says of both in its files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from firmware.devices.pins import BUS
from firmware.screens.trouble import Trouble

HOT = 80_000
"""Thousandths of a degree Celsius: where a Raspberry Pi begins to slow down."""

_MODEL = Path("proc/device-tree/model")
_HEAT = Path("sys/class/thermal/thermal_zone0/temp")
_SENSORS = Path("sys/class/hwmon")
_POWER = "rpi_volt"


class Board:
    """The computer that the table runs on."""

    def __init__(self, root: Path = Path("/")) -> None:
        """`root` is where the kernel's files begin."""
        self._root = root

    @property
    def model(self) -> str:
        """What it calls itself; nothing where the kernel does not say."""
        return _text(self._root / _MODEL)

    @property
    def is_pi(self) -> bool:
        """Whether it is a Raspberry Pi."""
        return self.model.startswith("Raspberry Pi")

    @property
    def hertz(self) -> int | None:
        """How fast the display's bus runs; None where the kernel does not say."""
        try:
            return int.from_bytes(
                (self._root / f"sys/class/i2c-adapter/i2c-{BUS}/of_node/clock-frequency").read_bytes()
            )
        except OSError:
            return None

    def troubles(self) -> frozenset[Trouble]:
        return frozenset(self._found())

    def details(self) -> Mapping[str, object]:
        heat = _text(self._root / _HEAT)
        return {"celsius": int(heat) / 1000 if heat.isdecimal() else None}

    def _found(self) -> Iterator[Trouble]:
        if (heat := _text(self._root / _HEAT)).isdecimal() and int(heat) >= HOT:
            yield Trouble.TOO_HOT
        for sensor in (self._root / _SENSORS).glob("*"):
            if _text(sensor / "name") == _POWER and _text(sensor / "in0_lcrit_alarm") == "1":
                yield Trouble.POWER_LOW


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8", "replace").strip("\0\n ")
    except OSError:
        return ""
