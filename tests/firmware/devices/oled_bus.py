"""An I2C bus with displays on it, at the level of bytes: what they would show, and what they do when something fails.

They are built after the data sheets of the SSD1306 (Solomon Systech, rev. 1.1) and the SH1106 (Sino Wealth, V2.3), and
know nothing of who writes to them.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from errno import EREMOTEIO
from typing import ClassVar

from PIL import Image

WIDTH, HEIGHT, PAGES = 128, 64, 8
_BLOCK = 32
"""Bytes that the kernel takes in one SMBus block."""


class Chip:
    """What both controllers have in common. RAM and settings are as after power came on."""

    columns: int
    first: int
    answer: int
    arguments: ClassVar[dict[int, int]]
    """How many bytes belong to a command."""

    def __init__(self, seed: int = 1) -> None:
        self._seed = seed
        self.received: list[int] = []
        self.power_on()

    def power_on(self) -> None:
        """Power was away: the RAM holds anything, every setting is the chip's own, and the panel is dark."""
        chance = random.Random(self._seed)
        self.ram = [bytearray(chance.randbytes(self.columns)) for _ in range(PAGES)]
        self.on = self.inverted = self.all_lit = self.mirrored_columns = self.mirrored_rows = False
        self.page = self.column = self.start_line = self.offset = 0
        self.contrast, self.multiplex = 0x7F, 63
        self._waiting: list[int] = []
        self._reset()

    def receive(self, content: bytes) -> None:
        """One transfer after the address: control bytes, and what they announce."""
        self.received.extend(content)
        place = 0
        while place < len(content):
            control = content[place]
            assert control & 0x3F == 0, f"control byte {control:#04x}"
            more, data = bool(control & 0x80), bool(control & 0x40)
            part = content[place + 1 : place + 2] if more else content[place + 1 :]
            for byte in part:
                if data:
                    self._store(byte)
                else:
                    self._command(byte)
            place += 1 + len(part)

    def status(self) -> int:
        """What a read gives."""
        return self.answer | (0 if self.on else 0x40)

    def picture(self) -> Image.Image | None:
        """What somebody sees: None for a dark panel."""
        if not self.on or not self._pumped():
            return None
        # modules are built so that both directions have to be turned round for an upright picture
        columns = [self.first + x if self.mirrored_columns else self.columns - 1 - self.first - x for x in range(WIDTH)]
        rows = [self._row(y) for y in range(HEIGHT)]
        bits = [self.ram[row // 8][column] >> row % 8 & 1 for row in rows for column in columns]
        seen = Image.new("1", (WIDTH, HEIGHT))
        seen.putdata([255 * (self.all_lit or bool(bit) is not self.inverted) for bit in bits])
        return seen

    def _row(self, y: int) -> int:
        common = y if self.mirrored_rows else HEIGHT - 1 - y
        return (common + self.start_line + self.offset) % HEIGHT

    def _command(self, byte: int) -> None:
        self._waiting.append(byte)
        command, *given = self._waiting
        if len(given) < self.arguments.get(command, 0):
            return
        self._waiting = []
        match command:
            case 0x81:
                self.contrast = given[0]
            case _ if 0x40 <= command <= 0x7F:
                self.start_line = command & 0x3F
            case 0xA0 | 0xA1:
                self.mirrored_columns = command == 0xA1
            case 0xA4 | 0xA5:
                self.all_lit = command == 0xA5
            case 0xA6 | 0xA7:
                self.inverted = command == 0xA7
            case 0xA8:
                self.multiplex = given[0] & 0x3F
            case 0xAE | 0xAF:
                self.on = command == 0xAF
            case 0xC0 | 0xC8:
                self.mirrored_rows = command == 0xC8
            case 0xD3:
                self.offset = given[0] & 0x3F
            case _:
                self._own(command, given)

    def _reset(self) -> None:
        raise NotImplementedError

    def _pumped(self) -> bool:
        raise NotImplementedError

    def _own(self, command: int, given: Sequence[int]) -> None:
        raise NotImplementedError

    def _store(self, byte: int) -> None:
        raise NotImplementedError


class SSD1306(Chip):
    """128 columns; a charge pump that has to be switched on; three ways of counting on."""

    columns, first, answer = 128, 0, 0x06
    arguments: ClassVar[dict[int, int]] = {
        0x20: 1, 0x21: 2, 0x22: 2, 0x26: 6, 0x27: 6, 0x29: 5, 0x2A: 5, 0x81: 1, 0x8D: 1,
        0xA3: 2, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1,
    }  # fmt: skip

    def _reset(self) -> None:
        self.mode, self.pump = 2, False
        self._column_span, self._page_span = (0, 127), (0, 7)

    def _pumped(self) -> bool:
        return self.pump

    def _own(self, command: int, given: Sequence[int]) -> None:
        match command:
            case 0x20:
                self.mode = given[0] & 3
            case 0x21:
                self._column_span = (given[0] & 0x7F, given[1] & 0x7F)
                self.column = self._column_span[0]
            case 0x22:
                self._page_span = (given[0] & 7, given[1] & 7)
                self.page = self._page_span[0]
            case 0x8D:
                self.pump = bool(given[0] & 4)
            case _ if self.mode == 2 and command <= 0x0F:
                self.column = self.column & 0x70 | command
            case _ if self.mode == 2 and 0x10 <= command <= 0x1F:
                self.column = (command & 7) << 4 | self.column & 0x0F
            case _ if self.mode == 2 and 0xB0 <= command <= 0xB7:
                self.page = command & 7

    def _store(self, byte: int) -> None:
        self.ram[self.page][self.column] = byte
        (first, last), (top, bottom) = self._column_span, self._page_span
        if self.mode == 2:
            self.column = (self.column + 1) % self.columns
        elif self.mode == 0:
            ended, self.column = self.column == last, first if self.column == last else (self.column + 1) % self.columns
            if ended:
                self.page = top if self.page == bottom else (self.page + 1) % PAGES
        else:
            ended, self.page = self.page == bottom, top if self.page == bottom else (self.page + 1) % PAGES
            if ended:
                self.column = first if self.column == last else (self.column + 1) % self.columns


class SH1106(Chip):
    """132 columns, of which the panel has the middle 128; a converter that runs by itself; pages one by one."""

    columns, first, answer = 132, 2, 0x08
    arguments: ClassVar[dict[int, int]] = {0x81: 1, 0xA8: 1, 0xAD: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1}

    def _reset(self) -> None:
        self.converter = True

    def _pumped(self) -> bool:
        return self.converter

    def _own(self, command: int, given: Sequence[int]) -> None:
        if command == 0xAD:
            self.converter = given[0] == 0x8B
        elif command <= 0x0F:
            self.column = self.column & 0xF0 | command
        elif command <= 0x1F:
            self.column = (command & 0x0F) << 4 | self.column & 0x0F
        elif 0xB0 <= command <= 0xB7:
            self.page = command & 7

    def _store(self, byte: int) -> None:
        if self.column < self.columns:
            self.ram[self.page][self.column] = byte
            self.column += 1


class I2CBus:
    """A bus as smbus2 gives it, with chips by address. Chips can be pulled out and put in, and transfers can fail."""

    def __init__(self, **chips: Chip) -> None:
        """`I2CBus(x3c=chip)`."""
        self.chips = {int(name.removeprefix("x"), 16): chip for name, chip in chips.items()}
        self.transfers = self.opened = self.closed = 0
        self._failing: list[int | None] = []

    def open(self, number: int) -> I2CBus:
        """As smbus2 opens bus 1, the only one there is."""
        if number != 1:
            raise FileNotFoundError(2, "No such file or directory", f"/dev/i2c-{number}")
        self.opened += 1
        return self

    def fail(self, *after: int | None) -> None:
        """Have the next transfers fail, each after so many bytes have arrived; None for one that goes well."""
        self._failing.extend(after)

    def unplug(self, address: int) -> Chip:
        return self.chips.pop(address)

    def plug(self, address: int, chip: Chip) -> None:
        """Put a display in; its power was away."""
        chip.power_on()
        self.chips[address] = chip

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: Sequence[int]) -> None:
        if len(data) > _BLOCK:
            raise ValueError(f"Data length cannot exceed {_BLOCK} bytes")
        content = bytes((register, *data))
        self.transfers += 1
        arrives = self._failing.pop(0) if self._failing else None
        chip = self._addressed(i2c_addr)
        if arrives is not None:
            chip.receive(content[:arrives])
            raise OSError(EREMOTEIO, "Remote I/O error")
        chip.receive(content)

    def read_byte(self, i2c_addr: int) -> int:
        return self._addressed(i2c_addr).status()

    def close(self) -> None:
        self.closed += 1

    def _addressed(self, address: int) -> Chip:
        if address not in self.chips:
            raise OSError(EREMOTEIO, "Remote I/O error")
        return self.chips[address]
