"""What the drivers did in the machine, against what they had to do."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from tests.firmware.devices.oled_bus import SH1106, SSD1306, Chip
from tests.hardware.arm.shown import PICTURES

_WRITE = re.compile(r"i2c-(\d+) a=([0-9a-f]+) f=0000 c=([0-9a-f]+) I2C_BLOCK_DATA l=(\d+) \[([0-9a-f-]*)\]")
_CHIPS: Mapping[str, type[Chip]] = {"ssd1306": SSD1306, "sh1106": SH1106}


class Write(NamedTuple):
    """One write as the kernel saw it."""

    bus: int
    address: int
    register: int
    content: bytes


class Found(NamedTuple):
    """One thing that was looked at."""

    what: str
    right: bool


def write(line: str) -> Write:
    """A write from the kernel's line of it (its trace event smbus_write). ValueError for another line."""
    if not (found := _WRITE.search(line)):
        raise ValueError(f"no write of a block: {line!r}")
    content = bytes(int(byte, 16) for byte in found[5].split("-") if byte)
    if len(content) != int(found[4]) or content[0] != len(content) - 1:
        raise ValueError(f"a write whose length is not its own: {line!r}")
    return Write(int(found[1]), int(found[2], 16), int(found[3], 16), content[1:])


def judge(said: Iterable[Mapping[str, Any]]) -> Iterator[Found]:
    """Everything that the machine said, against what the box needs."""
    chips: dict[str, Chip] = {}
    done = False
    for line in said:
        if "model" in line:
            yield Found(f"the firmware takes {line['model']!r} for a Raspberry Pi", line["is_pi"])
        elif "chosen" in line:
            chosen = line["chosen"]
            yield Found(f"it chooses {chosen}", chosen["keys"] == ["GpioKeys"] and not chosen["notes"])
        elif "pulls" in line:
            pulls = set(line["pulls"].values())
            yield Found(f"{len(line['pulls'])} pins are claimed and pulled up in the kernel", pulls == {"pull-up"})
        elif "pressed" in line:
            wanted = [[button, False] for button in line["pressed"]]
            yield Found(f"{len(wanted)} presses arrive, each once, in order", line["told"] == wanted)
        elif "bounced" in line:
            yield Found(
                f"a contact that bounces for {1000 * line['seconds']:.1f} ms is one press",
                line["told"] == [[line["bounced"], False]],
            )
        elif "held" in line:
            wanted = [[line["held"], False], [line["held"], True]]
            yield Found(f"a button kept down for {line['seconds']} s is told as held", line["told"] == wanted)
        elif "shown" in line:
            yield _shown(line, chips)
        elif "gone" in line:
            yield Found(f"a bus that is not there: {line['gone']!r}", "cannot be opened" in line["gone"])
        elif "wrong" in line:
            yield Found(str(line["wrong"]), False)
        done |= bool(line.get("done"))
    yield Found("the machine came to the end", done)


def _shown(line: Mapping[str, Any], chips: dict[str, Chip]) -> Found:
    """Whether the bytes that went over the bus make the picture that was to be shown."""
    name, controller = line["shown"], line["controller"]
    chip = chips.setdefault(controller, _CHIPS[controller]())
    writes = [write(each) for each in line["writes"]]
    for each in writes:
        chip.receive(bytes((each.register,)) + each.content)
    seen, wanted = chip.picture(), PICTURES[name]()
    right = seen is not None and seen.tobytes() == wanted.tobytes() and line["found"] == f"{controller} at 0x3c"
    where = {(each.bus, each.address) for each in writes} == {(1, 0x3C)}
    count = sum(len(each.content) for each in writes)
    return Found(f"{controller}, {name}: {len(writes)} writes, {count} bytes make the picture", right and where)
