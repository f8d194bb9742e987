"""Runs inside the machine that machine.py starts: the box's drivers on the kernel's own stand-ins for pins and bus.

The pins are lines of gpio-sim, the display's bus is i2c-stub's. What happened goes to standard output as lines of JSON.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import smbus2

from firmware.devices.board import Board
from firmware.devices.choose import choose
from firmware.devices.gpio_keys import GpioKeys, on_this_pi
from firmware.devices.keys import HOLD
from firmware.devices.oled import ADDRESSES, Oled, OledError
from firmware.devices.pins import BUS, Controller, Pins, shipped
from firmware.session.buttons import Button
from tests.hardware.arm.shown import PICTURES

LINES = 28
"""Lines of the chip on a Raspberry Pi's header."""

PATIENCE = 60.0
"""Seconds that an emulated machine may take for a press."""

_CONFIG = Path("/sys/kernel/config/gpio-sim")
_TRACING = Path("/sys/kernel/tracing")
_POINTER = 0x80


def say(**what: object) -> None:
    """A line of the result."""
    print(json.dumps({"drivers": what}), flush=True)


class Contacts:
    """The simulated lines, as a finger moves them."""

    def __init__(self) -> None:
        """Bring up a chip with so many lines. It has to be the first: lgpio opens number 0."""
        bank = _CONFIG / "box" / "bank"
        bank.mkdir(parents=True)
        (bank / "num_lines").write_text(str(LINES))
        (bank / "label").write_text("header")
        (_CONFIG / "box" / "live").write_text("1")
        self.chip = (bank / "chip_name").read_text().strip()
        device = (_CONFIG / "box" / "dev_name").read_text().strip()
        self._lines = Path("/sys/devices/platform") / device / self.chip

    def set(self, line: int, pressed: bool) -> None:
        """Join the line to ground, or leave it to its pull-up."""
        (self._lines / f"sim_gpio{line}" / "pull").write_text("pull-down" if pressed else "pull-up")

    def pull(self, line: int) -> str:
        """How the line is pulled now; what a driver asked for arrives here."""
        return (self._lines / f"sim_gpio{line}" / "pull").read_text().strip()


class Told:
    """Presses as the driver tells them."""

    def __init__(self) -> None:
        self.presses: list[tuple[str, bool]] = []

    def __call__(self, button: Button, held: bool = False) -> None:
        self.presses.append((button.value, held))

    def wait_for(self, count: int) -> bool:
        """Whether so many arrived in time."""
        until = time.monotonic() + PATIENCE
        while len(self.presses) < count and time.monotonic() < until:
            time.sleep(0.01)
        return len(self.presses) == count


def buttons(pins: Pins, contacts: Contacts, make: Callable[[Pins], GpioKeys]) -> None:
    """Each button once; one that bounces; one that is held."""
    keys, told = make(pins), Told()
    say(pulls={button.value: contacts.pull(pins.line(button)) for button in pins.buttons})
    keys.listen(told)
    for number, button in enumerate(pins.buttons, 1):
        contacts.set(pins.line(button), True)
        came = told.wait_for(number)
        contacts.set(pins.line(button), False)
        time.sleep(0.2)
        if not came:
            break
    say(pressed=[button.value for button in pins.buttons], told=told.presses)
    told.presses.clear()
    down = _moved(contacts, pins.line(Button.OK), (True, False, True, False, True))
    told.wait_for(1)
    time.sleep(0.3)
    up = _moved(contacts, pins.line(Button.OK), (False, True, False))
    time.sleep(0.5)
    say(bounced=Button.OK.value, seconds=max(down, up), told=told.presses)
    told.presses.clear()
    contacts.set(pins.line(Button.LAST), True)
    told.wait_for(2)
    contacts.set(pins.line(Button.LAST), False)
    say(held=Button.LAST.value, seconds=HOLD, told=told.presses)
    keys.close()


def _moved(contacts: Contacts, line: int, states: Sequence[bool]) -> float:
    """Have the contact take these states, one after the other; how many seconds that took."""
    begun = time.monotonic()
    for pressed in states:
        contacts.set(line, pressed)
    return time.monotonic() - begun


def display(number: int, controller: Controller) -> None:
    """Every picture, with what the kernel saw go over the bus."""
    answer = {Controller.SSD1306: 0x03, Controller.SH1106: 0x08}[controller]
    with smbus2.SMBus(number) as bus:  # what the stub will answer to the question which controller it is
        bus.write_byte_data(ADDRESSES[0], _POINTER, answer)
        bus.write_byte(ADDRESSES[0], _POINTER)
    (_TRACING / "events/smbus/smbus_write/enable").write_text("1")
    oled = Oled(number)
    for name, picture in PICTURES.items():
        (_TRACING / "trace").write_text("")
        oled.show(picture())
        writes = [line for line in (_TRACING / "trace").read_text().splitlines() if "smbus_write:" in line]
        say(shown=name, controller=controller.value, found=oled.found, writes=[_content(line) for line in writes])
    oled.close()
    (_TRACING / "events/smbus/smbus_write/enable").write_text("0")


def _content(line: str) -> str:
    """Address, register and bytes of a write, from the kernel's line of it."""
    return line.split("smbus_write:")[1].strip()


def gone(number: int) -> None:
    """A bus that is not there."""
    try:
        Oled(number).show(next(iter(PICTURES.values()))())
    except OledError as error:
        say(gone=str(error))


def main() -> int:
    """All of it, with the machine's name; what goes wrong is a line too."""
    pins = shipped()
    try:
        board = Board()
        contacts = Contacts()
        say(model=board.model, is_pi=board.is_pi, chip=contacts.chip)
        devices = choose(None)
        say(chosen=_names(devices))
        devices.close()
        buttons(pins, contacts, on_this_pi)
        for controller in Controller:
            display(BUS, controller)
        gone(BUS + 1)
    except Exception as error:
        say(wrong=f"{type(error).__name__}: {error}")
        raise
    say(done=True)
    return 0


def _names(devices: Any) -> dict[str, object]:
    return {
        "camera": type(devices.camera).__name__,
        "displays": [type(display).__name__ for display in devices.displays],
        "keys": [type(keys).__name__ for keys in devices.keys],
        "notes": list(devices.notes),
    }


if __name__ == "__main__":
    sys.exit(main())
