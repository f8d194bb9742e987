"""OLED displays with an SSD1306 or an SH1106 on an I2C bus. luma.oled makes the bytes; what is done with them is here.

The driver writes into a script instead of onto the bus, so that a picture that went wrong half way can be sent again
whole, and a display can be started anew at any time with the bytes of its first start.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import chain
from typing import Any, NamedTuple, Protocol

from PIL import Image

ADDRESSES = (0x3C, 0x3D)
"""Where these displays may be: a solder bridge on the back chooses."""

TRIES = 3
"""A write fails now and then: how often one is tried before the display counts as gone."""

IN_STRIPS = 8
"""So many pictures in a row go in strips before one goes whole."""

_OFF = 0xAE
_COLUMNS = 128
_WINDOW = (0x21, 0, _COLUMNS - 1, 0x22)
"""An SSD1306's window: all columns, and the strips that follow."""

_LOG = logging.getLogger("hamarreko")


class OledError(OSError):
    """The display does not answer; the message says where it was sought."""

    def __str__(self) -> str:
        return str(self.args[0])


class Controller(Enum):
    """The chip that drives the pixels. Their bytes differ: an SH1106 has 132 columns and shows them from the third."""

    SSD1306 = "ssd1306"
    SH1106 = "sh1106"


class Bus(Protocol):
    """What of smbus2's SMBus is needed."""

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: Sequence[int]) -> None: ...

    def read_byte(self, i2c_addr: int) -> int: ...

    def close(self) -> None: ...


class _Write(NamedTuple):
    """One write: commands, or pixels."""

    command: bool
    content: tuple[int, ...]


_Picture = tuple[tuple[_Write, ...], ...]


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
        """A picture of mode "1", as eight strips of eight rows, each with the writes that put it where it belongs."""
        self._driver.display(image)
        writes = self._script.taken()
        if len(writes) == 2:  # an SSD1306 takes all strips at once: a window, and what is to stand in it
            every = writes[1].content
            strips = (every[at : at + _COLUMNS] for at in range(0, len(every), _COLUMNS))
            return tuple((_Write(True, (*_WINDOW, at, at)), _Write(False, strip)) for at, strip in enumerate(strips))
        return tuple(zip(writes[::2], writes[1::2], strict=True))


@dataclass(frozen=True, slots=True)
class _Found:
    """A display on the bus."""

    bus: Bus
    link: Any
    address: int
    controller: Controller


class Oled:
    """The display, wherever on the bus it is. It is sought and started when it is first written to, and when it failed.

    For one thread at a time.
    """

    def __init__(
        self, number: int, controller: Controller | None = None, open_bus: Callable[[int], Bus] | None = None
    ) -> None:
        """`number` is the bus's. Without a `controller` the display is asked which one it has."""
        self._number, self._controller = number, controller
        self._open = open_bus or _open_by_smbus
        self._found: _Found | None = None
        self._shown: _Picture = ()
        self._in_strips = 0
        self._bytes: dict[Controller, _Bytes] = {}

    @property
    def found(self) -> str | None:
        """What was found, in words; None before, and while it does not answer."""
        return f"{self._found.controller.value} at {self._found.address:#04x}" if self._found else None

    def show(self, image: Image.Image) -> None:
        """Show a picture of mode "1", 128 x 64. OledError where the display does not answer.

        Of another picture only the strips go that differ, to be quick. The same picture, and now and then another one,
        goes whole and with all settings: a display that was without power for a moment answers as if nothing had been,
        and is dark.
        """
        fresh = self._found is None
        found = self._found or self._find()
        own = self._bytes_of(found.controller)
        picture = own.picture(image)
        whole = (*(own.start if fresh else own.settings), *chain.from_iterable(picture), *own.on)
        writes = whole
        if not fresh and picture != self._shown and self._in_strips < IN_STRIPS:
            differ = (strip for strip, was in zip(picture, self._shown, strict=True) if strip != was)
            writes = tuple(chain.from_iterable(differ))
        self._send(found, writes, whole)
        self._found, self._shown = found, picture
        self._in_strips = 0 if writes is whole else self._in_strips + 1
        if fresh:
            _LOG.info("display: %s", self.found)

    def off(self) -> None:
        """Leave the display dark, if it is there."""
        if self._found:
            off = self._bytes_of(self._found.controller).off
            self._send(self._found, off, off)

    def close(self) -> None:
        """Give the bus free. The display stays as it is."""
        if self._found:
            self._found.bus.close()
            self._found = None

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

    def _send(self, found: _Found, writes: Sequence[_Write], whole: Sequence[_Write]) -> None:
        """Send it; where a write fails, `whole` instead: nobody knows how much of a write has arrived."""
        from luma.core.error import Error as LumaError

        for tried in range(1, TRIES + 1):
            try:
                for write in writes if tried == 1 else whole:
                    if write.command:
                        found.link.command(*write.content)
                    else:
                        found.link.data(write.content)
                return
            except (OSError, LumaError) as error:
                _LOG.info("display: try %d: %s", tried, error)
                why = error
        self._found = None
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


def _open_by_smbus(number: int) -> Bus:
    import smbus2

    bus: Bus = smbus2.SMBus(number)
    return bus
