"""Counts what a program does on a Raspberry Pi's core between its marks, by a plugin of qemu (counting.c)."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from pathlib import Path

from tests.hardware.arm.cores import Core
from tests.hardware.chroot import FailedError

LINE = 64
"""Bytes of a cache's line."""

_SOURCE = Path(__file__).with_name("counting.c")
_MARK = 0x6D7573
_QEMU = "qemu-aarch64"


def mark(number: int) -> None:
    """Tell the plugin, if there is one, that a part of the program begins or ends here."""
    with suppress(OSError):  # there is no such priority; that it was asked for is all
        os.getpriority(_MARK, number)


@dataclass(frozen=True, slots=True)
class Counts:
    """Instructions by what they do, bytes that they load and store, and bytes that go to and from memory."""

    float_multiply: int = 0
    dot: int = 0
    byte_multiply: int = 0
    other_vector: int = 0
    vector_memory: int = 0
    scalar_memory: int = 0
    branch: int = 0
    other: int = 0
    loaded: int = 0
    stored: int = 0
    from_memory: int = 0
    to_memory: int = 0

    @property
    def instructions(self) -> int:
        """All of them."""
        return sum(getattr(self, field.name) for field in fields(self)[:8])

    @property
    def multiplies(self) -> int:
        """Those that networks are made of."""
        return self.float_multiply + self.dot + self.byte_multiply

    def __add__(self, other: Counts) -> Counts:
        return Counts(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(self)))

    def __sub__(self, other: Counts) -> Counts:
        return Counts(*(getattr(self, f.name) - getattr(other, f.name) for f in fields(self)))


def marks(lines: Iterable[str]) -> list[tuple[int, Counts]]:
    """The plugin's lines: a mark's number and all counts up to it. ValueError for a line that is none."""
    found = []
    for line in lines:
        words = line.split()
        if len(words) < 11 or len(words) % 2 == 0 or not all(word.isdecimal() for word in words):
            raise ValueError(f"no line of counts: {line!r}")
        number, *counted = (int(word) for word in words)
        missed, written = counted[-2:] if len(counted) > 10 else (0, 0)
        counts = replace(Counts(*counted[:10]), from_memory=missed * LINE, to_memory=written * LINE)
        found.append((number, counts))
    return found


def between(found: Sequence[tuple[int, Counts]], parts: Mapping[str, int]) -> dict[str, Counts]:
    """The counts of each part: from marks of twice its number to those of one more, all of them together.

    ValueError where a part does not end, or ends without a beginning.
    """
    sums = {name: Counts() for name in parts}
    names = {number: name for name, number in parts.items()}
    begun: dict[int, Counts] = {}
    for number, counts in found:
        part, ends = divmod(number, 2)
        if ends:
            if part not in begun:
                raise ValueError(f"part {part} ends without a beginning")
            sums[names[part]] += counts - begun.pop(part)
        else:
            begun[part] = counts
    if begun:
        raise ValueError(f"parts {sorted(begun)} do not end")
    return sums


def built(into: Path) -> Path:
    """The plugin, compiled. FailedError where it or qemu cannot be had."""
    if shutil.which(_QEMU) is None:
        raise FailedError(f"{_QEMU} is missing: apt-get install qemu-user")
    said = subprocess.run((_QEMU, "--version"), capture_output=True, text=True).stdout
    if "version 7." not in said:
        raise FailedError(f"the plugin is written for qemu 7 (Debian bookworm's): {said.splitlines()[0]}")
    plugin = into / "counting.so"
    done = subprocess.run(
        ("gcc", "-O2", "-Wall", "-shared", "-fPIC", "-o", str(plugin), str(_SOURCE)), capture_output=True, text=True
    )
    if done.returncode:
        raise FailedError(f"the plugin does not compile: {done.stderr}")
    return plugin


def count(
    plugin: Path, system: Path, core: Core, program: Sequence[str], environment: Mapping[str, str]
) -> list[tuple[int, Counts]]:
    """Run a program of the system in that folder on that core, and give its marks. FailedError where it fails.

    The system is not entered: qemu looks there for whatever file the program asks for, /proc/cpuinfo too, which it has
    for itself as long as nothing is mounted on its /proc.
    """
    proc, out = system / "proc" / "cpuinfo", plugin.with_name(f"counted-{core.name}.txt")
    proc.parent.mkdir(exist_ok=True)
    proc.write_text(core.cpuinfo())
    caches = "".join(f",cache={cache.kilobytes * 1024}:{cache.ways}" for cache in core.caches)
    words = (_QEMU, "-cpu", core.name, "-L", str(system), "-plugin", f"{plugin},out={out}{caches}", *program)
    alone = {"PATH": os.environ["PATH"], "OPENBLAS_NUM_THREADS": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(words, capture_output=True, text=True, env={**alone, **environment}, cwd="/")
    proc.unlink()
    if done.returncode:
        raise FailedError(f"{' '.join(program)} on {core.name}: {done.stderr[-2000:]}")
    return marks(out.read_text().splitlines())
