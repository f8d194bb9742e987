"""USB sticks: where one is that the system has mounted and that can be written."""

from __future__ import annotations

import os
import re
from pathlib import Path

from engine.sentences import Sentence

_ESCAPED = re.compile(r"\\(\d{3})")


class NoStickError(OSError):
    """There is no stick to write to; the message is a sentence for the players."""


def stick(mounts: Path = Path("/proc/self/mountinfo"), devices: Path = Path("/sys/dev/block")) -> Path:
    """The folder of the USB stick that is plugged in; of the one that came last, where there are several.

    NoStickError where none is mounted, or it may not be written.
    """
    found = [
        (Path(_unescaped(fields[4])), fields[5].split(","))
        for line in mounts.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
        if len(fields := line.split(" ")) > 6 and _removable(devices / fields[2])
    ]
    if not found:
        raise NoStickError(Sentence("there is no USB stick: plug one in and wait a few seconds"))
    writable = [folder for folder, options in found if "rw" in options and os.access(folder, os.W_OK)]
    if not writable:
        raise NoStickError(Sentence("the USB stick at {folder} cannot be written", folder=found[-1][0]))
    return writable[-1]


def _removable(device: Path) -> bool:
    """Whether a block device, or the disk that it is a part of, came by USB."""
    try:
        whole = device.resolve(strict=True)
    except OSError:
        return False
    return any(part.startswith("usb") for part in whole.parts)


def _unescaped(path: str) -> str:
    return _ESCAPED.sub(lambda code: chr(int(code[1], 8)), path)
