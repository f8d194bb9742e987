"""USB sticks: where one is that the system has mounted and that can be written."""

from __future__ import annotations

import os
import re
from collections.abc import Collection
from pathlib import Path
from typing import Final

from engine.sentences import Sentence

_PLACES: Final = (Path("/media"), Path("/run/media"), Path("/mnt"))
"""Where a system mounts what somebody plugs in. A disk of which anything is mounted elsewhere is the system's own."""
_ESCAPED = re.compile(r"\\(\d{3})")


class NoStickError(OSError):
    """There is no stick to write to; the message is a sentence for the players."""


def stick(
    mounts: Path = Path("/proc/self/mountinfo"),
    devices: Path = Path("/sys/dev/block"),
    places: Collection[Path] = _PLACES,
) -> Path:
    """The folder of the USB stick that is plugged in; of the one that came last, where there are several.

    A disk from which the system starts, or on which it keeps its data, is none. NoStickError where none is mounted, or
    it may not be written.
    """
    mounted = [
        (disk, Path(_unescaped(fields[4])), fields[5].split(","))
        for line in mounts.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
        if len(fields := line.split(" ")) > 6 and (disk := _usb_disk(devices / fields[2]))
    ]
    systems = {disk for disk, folder, _ in mounted if not any(folder.is_relative_to(place) for place in places)}
    found = [(folder, options) for disk, folder, options in mounted if disk not in systems]
    if not found:
        raise NoStickError(Sentence("there is no USB stick: plug one in and wait a few seconds"))
    writable = [folder for folder, options in found if "rw" in options and os.access(folder, os.W_OK)]
    if not writable:
        raise NoStickError(Sentence("the USB stick at {folder} cannot be written", folder=found[-1][0]))
    return writable[-1]


def _usb_disk(device: Path) -> tuple[str, ...] | None:
    """The disk that a block device is, or is a part of; None where that came by no USB."""
    try:
        parts = device.resolve(strict=True).parts
    except OSError:
        return None
    return parts[: parts.index("block") + 2] if any(part.startswith("usb") for part in parts) else None


def _unescaped(path: str) -> str:
    return _ESCAPED.sub(lambda code: chr(int(code[1], 8)), path)
