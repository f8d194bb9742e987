"""OLED displays with an SSD1306 or an SH1106 on an I2C bus. luma.oled makes the bytes; what is done with them is here.

The driver writes into a script instead of onto the bus, so that a picture that went wrong half way can be sent again
whole, and a display can be started anew at any time with the bytes of its first start.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from PIL import Image

from firmware.devices.pins import Controller

ADDRESSES = (0x3C, 0x3D)
"""Where these displays may be: a solder bridge on the back chooses."""

TRIES = 3
"""A write fails now and then: how often one is tried before the display counts as gone."""

_OFF = 0xAE
_COLUMNS = 128
_LEFT_OUT = 2
"""Columns of an SH1106 before the first that the panel has."""
_CLOSE = 6
"""Columns between two that differ up to which it is quicker to send those too than to say where the next one is."""

_LOG = logging.getLogger("hamarreko")


class OledError(OSError):
    """The display does not answer; the message says where it was sought."""


class _Write(NamedTuple):
    """One write: commands, or pixels."""

    command: bool
    content: tuple[int, ...]


_Picture = tuple[bytes, ...]
"""Eight strips of eight rows from the top, a byte a column."""


class _Script:
    """A serial interface, as luma's drivers want one, that keeps what they write."""

    def __init__(self) -> None:
        self._written: list[_Write] = []

    def command(self, *content: int) -> None:
        self._written.append(_Write(True, content))

    def data(self, content: Sequence[int]) -> None:
        self._written.append(_Write(False, tuple(content)))

    def cleanup(self) -> None:
        """Nothing: the driver's own way of leaving the display is not ours."""

    def taken(self) -> tuple[_Write, ...]:
        """What was written since this was last asked."""
        written, self._written = tuple(self._written), []
        return written


class _Bytes:
    """The bytes of one controller: its start, a picture, on and off."""

    def __init__(self, controller: Controller) -> None:
        from luma.oled.device import sh1106, ssd1306

        self._controller = controller
        self._script = _Script()
        self._driver = {Controller.SSD1306: ssd1306, Controller.SH1106: sh1106}[controller](self._script)
        start, contrast, *_ = self._script.taken()  # then follow an empty picture, which nobody needs to see, and "on"
        self.start = (start, contrast)
        self.settings = (
            _Write(True, tuple(byte for place, byte in enumerate(start.content) if place or byte != _OFF)),
            contrast,
        )
        """The start without switching it off first: on a display that is on, nothing flickers."""
        self._driver.show()
        self.on = self._script.taken()
        self._driver.hide()
        self.off = self._script.taken()

    def picture(self, image: Image.Image) -> _Picture:
        """A picture of mode "1" as the controller keeps it."""
        self._driver.display(image)
        content = b"".join(bytes(write.content) for write in self._script.taken() if not write.command)
        return tuple(content[at : at + _COLUMNS] for at in range(0, len(content), _COLUMNS))

    def part(self, strip: int, first: int, content: bytes) -> tuple[_Write, _Write]:
        """The writes that put some columns of a strip, from the `first` on, where they belong."""
        if self._controller is Controller.SSD1306:
            place: tuple[int, ...] = (0x21, first, first + len(content) - 1, 0x22, strip, strip)
        else:
            column = first + _LEFT_OUT
            place = (0xB0 | strip, column & 0x0F, 0x10 | column >> 4)
        return _Write(True, place), _Write(False, tuple(content))

    def strip(self, picture: _Picture, strip: int) -> tuple[_Write, _Write]:
        """The writes of a whole strip."""
        return self.part(strip, 0, picture[strip])

    def whole(self, picture: _Picture) -> tuple[_Write, ...]:
        """The writes of a whole picture."""
        return tuple(write for strip in range(len(picture)) for write in self.strip(picture, strip))

    def changes(self, picture: _Picture, was: _Picture) -> tuple[_Write, ...]:
        """The writes that make of one picture another one."""
        return tuple(
            write
            for strip, (new, old) in enumerate(zip(picture, was, strict=True))
            if new != old
            for first, last in _runs([column for column in range(_COLUMNS) if new[column] != old[column]])
            for write in self.part(strip, first, new[first : last + 1])
        )


def _runs(columns: Sequence[int]) -> list[tuple[int, int]]:
    """The first and last of each run of columns; those that are close together are one run."""
    runs: list[tuple[int, int]] = []
    for column in columns:
        if runs and column - runs[-1][1] <= _CLOSE:
            runs[-1] = (runs[-1][0], column)
        else:
            runs.append((column, column))
    return runs


@dataclass(frozen=True, slots=True)
class _Found:
    """A display on the bus."""

    bus: Any
    link: Any
    address: int
    controller: Controller


class Oled:
    """The display, wherever on the bus it is. It is sought and started when it is first written to, and when it failed.

    For one thread at a time.
    """

    def __init__(
        self, number: int, controller: Controller | None = None, open_bus: Callable[[int], Any] | None = None
    ) -> None:
        """`number` is the bus's. Without a `controller` the display is asked which one it has."""
        self._number, self._controller = number, controller
        self._open = open_bus or _open_by_smbus
        self._found: _Found | None = None
        self._shown: _Picture = ()
        self._renewed = 0
        self._bytes: dict[Controller, _Bytes] = {}

    @property
    def found(self) -> str | None:
        """What was found, in words; None before, and while it does not answer."""
        return f"{self._found.controller.value} at {self._found.address:#04x}" if self._found else None

    def show(self, image: Image.Image) -> None:
        """Show a picture of mode "1", 128 x 64. OledError where the display does not answer.

        Of another picture only the columns go that differ: nearly all of the time is the wire's.
        """
        fresh = self._found is None
        found = self._found or self._find()
        own = self._bytes_of(found.controller)
        picture = own.picture(image)
        if self._shown:
            self._send(found, own.changes(picture, self._shown), picture)
        else:
            self._send(found, (*own.start, *own.whole(picture), *own.on), picture)
        if fresh:
            _LOG.info("display: %s", self.found)

    def renew(self, hurried: Callable[[], bool] = lambda: False) -> bool:
        """Send the picture again, with all settings. OledError where the display does not answer.

        A display that was without power for a moment answers as if nothing had been, and is dark. Whether all is sent:
        while somebody is `hurried` it ends after a strip, and the next time goes on behind that.
        """
        if self._found is None or not self._shown:
            return True
        own, picture = self._bytes_of(self._found.controller), self._shown
        self._send(self._found, own.settings, picture)
        while self._renewed < len(picture):
            self._send(self._found, own.strip(picture, self._renewed), picture)
            self._renewed += 1
            if hurried():
                return False
        self._renewed = 0
        self._send(self._found, own.on, picture)
        return True

    def off(self) -> None:
        """Leave the display dark, if it is there."""
        if self._found:
            self._send(self._found, self._bytes_of(self._found.controller).off)

    def close(self) -> None:
        """Give the bus free. The display stays as it is."""
        if self._found:
            self._found.bus.close()
            self._found, self._shown = None, ()

    def _find(self) -> _Found:
        from luma.core.interface.serial import i2c

        try:
            bus = self._open(self._number)
        except ImportError as error:
            raise OledError(f"{error.name} is not installed") from error
        except OSError as error:
            raise OledError(f"bus {self._number} cannot be opened: {error.strerror or error}") from error
        for address in ADDRESSES:
            try:
                status = bus.read_byte(address)
            except OSError:
                continue
            return _Found(bus, i2c(bus=bus, address=address), address, self._controller or _controller(status))
        bus.close()
        raise OledError(f"no display on bus {self._number} at {' or '.join(f'{a:#04x}' for a in ADDRESSES)}")

    def _send(self, found: _Found, writes: Sequence[_Write], picture: _Picture = ()) -> None:
        """Send it; that picture stands there then.

        Where a write fails, the whole picture instead: nobody knows how much of a write has arrived.
        """
        from luma.core.error import Error as LumaError

        for tried in range(1, TRIES + 1):
            if tried > 1 and picture:
                own = self._bytes_of(found.controller)
                writes = (*(own.settings if self._shown else own.start), *own.whole(picture), *own.on)
            try:
                for write in writes:
                    if write.command:
                        found.link.command(*write.content)
                    else:
                        found.link.data(write.content)
            except (OSError, LumaError) as error:
                _LOG.info("display: try %d: %s", tried, error)
                why = error
            else:
                self._found, self._shown = found, picture
                return
        self._found, self._shown = None, ()
        found.bus.close()
        raise OledError(f"the display at {found.address:#04x} does not answer: {why}") from why

    def _bytes_of(self, controller: Controller) -> _Bytes:
        # a driver of luma stays in memory for good once it is made, so each is made once
        if controller not in self._bytes:
            self._bytes[controller] = _Bytes(controller)
        return self._bytes[controller]


def _controller(status: int) -> Controller:
    """Which controller answers a read with this byte.

    The upper half is busy and on; the lower half's meaning stands in no data sheet: SH1106 modules answer 8 there, and
    SSD1306 ones 3 or 6 (as the detection in bitbank2's OneBitDisplay has it).
    """
    return Controller.SH1106 if status & 0x0F == 0x08 else Controller.SSD1306


def _open_by_smbus(number: int) -> Any:
    import smbus2

    return smbus2.SMBus(number)
