"""`hamarreko bench`: how long a reading takes on this machine, how much memory it takes, and a line to send back."""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import statistics
import timeit
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from firmware import __version__
from firmware.devices.board import Board
from firmware.devices.cameras.frames import FRAMES
from firmware.devices.cameras.pi_camera import still_size
from firmware.devices.threads import reading_threads, thread_count
from firmware.files.arguments import told, whole
from firmware.selftest.checks import KNOWN, known_picture
from models import model_bytes
from vision.network import ModelError
from vision.picture import Picture
from vision.reader import Reader

ROUNDS = 11
_ROUNDS = whole("a number above 0", 1)
CAMERA = (4608, 2592)
"""Pixels of a Camera Module 3's frame."""

STAGES = ("find", "name", "decide", "total")
_MAIN_PARTS = {"0xd03": "Cortex-A53", "0xd08": "Cortex-A72", "0xd0b": "Cortex-A76"}
"""The cores of the Raspberry Pi Zero 2 W, 4 and 5, by the part number that the kernel gives (Arm's MIDR register)."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    parser.add_argument("--rounds", type=_ROUNDS, default=ROUNDS, metavar="N", help=f"readings of each ({ROUNDS})")
    parser.add_argument(
        "--threads",
        type=thread_count,
        default=reading_threads(),
        metavar="N",
        help="threads (all cores but one)",
    )
    parser.add_argument("--json", action="store_true", help="nothing but the line to send back")


def run(args: argparse.Namespace) -> int:
    """Measure, and print the figures; 1 where a model is missing."""
    try:
        figures = measure(args.rounds, args.threads)
    except ModelError as error:
        return told("bench", error)
    line = json.dumps(figures, separators=(",", ":"))
    print(line if args.json else f"{describe(figures)}\n\nPlease send this line back:\n{line}")
    return 0


def measure(rounds: int, threads: int) -> dict[str, Any]:
    """The figures: the picture that comes with the program read from its file, as a frame of the camera in memory, and
    as so many frames as the box takes for one reading, all read, as where the first leaves a doubt, and as large as it
    takes them with this machine's memory.

    Times are medians of so many `rounds` in milliseconds, after one that does not count.
    """
    board = Board()
    before = board.details()["celsius"]
    reader = Reader.shipped(threads=threads)
    known = known_picture()

    def enlarged(size: tuple[int, int]) -> Picture:
        return Picture(np.asarray(cv2.resize(known.pixels, size, interpolation=cv2.INTER_CUBIC), np.uint8))

    frame, taken = enlarged(CAMERA), still_size() or CAMERA
    load = statistics.median(timeit.repeat(known_picture, number=1, repeat=rounds))
    from_file = {"load": round(load * 1000, 1), **_medians(reader, [known], rounds)}
    return {
        "hamarreko": __version__,
        "machine": board.model or platform.machine(),
        "cpu": cpu(Path("/proc/cpuinfo").read_text("utf-8", "replace") if Path("/proc/cpuinfo").exists() else ""),
        "cores": os.cpu_count(),
        "threads": threads,
        "rounds": rounds,
        "models": models(),
        "picture": {"pixels": list(known.size), "ms": from_file},
        "frame": {"pixels": list(CAMERA), "ms": _medians(reader, [frame], rounds)},
        "box": {
            "pixels": list(taken),
            "frames": FRAMES,
            "ms": _medians(reader, [frame if taken == CAMERA else enlarged(taken)] * FRAMES, rounds),
        },
        "memory_peak_mb": memory_peak(),
        "load": round(os.getloadavg()[0], 2),
        "celsius": [before, board.details()["celsius"]],
        "troubles": sorted(trouble.name.lower() for trouble in board.troubles()),
        "system": _system(),
        "python": platform.python_version(),
        **{name: _version(name) for name in ("onnxruntime", "numpy")},
        "opencv": cv2.__version__,
    }


def _medians(reader: Reader, pictures: Sequence[Picture], rounds: int) -> dict[str, float]:
    reader.read_frames(pictures, KNOWN)
    every = [reader.read_frames(pictures, KNOWN).ms for _ in range(rounds)]
    return {stage: round(statistics.median(ms.get(stage, 0.0) for ms in every), 1) for stage in STAGES}


def cpu(cpuinfo: str) -> str:
    """The processor's name by the kernel's list; on Arm, where it has none there, by its part number."""
    if named := re.search(r"^model name\s*:\s*(.+)$", cpuinfo, re.MULTILINE):
        return named[1].strip()
    parts = dict.fromkeys(re.findall(r"^CPU part\s*:\s*(\S+)$", cpuinfo, re.MULTILINE))
    return ", ".join(_MAIN_PARTS.get(part, f"Arm part {part}") for part in parts) or platform.processor() or "unknown"


def models() -> str:
    """The shipped networks, by the first digits of their checksums."""
    sums = json.loads(model_bytes("calibration.json"))["checksums"]
    return " ".join(f"{Path(name).stem}:{sums[name][:8]}" for name in sorted(sums))


def memory_peak(status: Path = Path("/proc/self/status")) -> float | None:
    """The most memory that this process had, in megabytes; None where the kernel does not say."""
    try:
        found = re.search(r"^VmHWM:\s*(\d+) kB$", status.read_text("ascii", "replace"), re.MULTILINE)
    except OSError:
        found = None
    return round(int(found[1]) * 1024 / 1e6, 1) if found else None


def _system() -> str:
    try:
        return platform.freedesktop_os_release().get("PRETTY_NAME", platform.system())
    except OSError:
        return platform.platform()


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def describe(figures: dict[str, Any]) -> str:
    """The figures as a person wants them."""
    lines = [
        f"{figures['machine']}, {figures['cpu']}, {figures['cores']} cores; {figures['system']}",
        f"hamarreko {figures['hamarreko']}, {figures['models']}; {figures['threads']} thread(s), "
        f"medians of {figures['rounds']}",
    ]
    frames = f"the box's {figures['box']['frames']} frames in memory, where the first leaves a doubt"
    for what, name in (("picture", "picture from its file"), ("frame", "camera's frame in memory"), ("box", frames)):
        wide, high = figures[what]["pixels"]
        ms = figures[what]["ms"]
        stages = ", ".join(f"{stage} {ms[stage]:.0f}" for stage in ms if stage != "total")
        total = ms["total"] + ms.get("load", 0.0)
        lines.append(f"{name}, {wide} x {high}: {total:.0f} ms ({stages})")
    peak = figures["memory_peak_mb"]
    lines.append(f"memory, peak: {'unknown' if peak is None else f'{peak:.0f} MB'}")
    if figures["load"] > 1 + figures["threads"]:
        lines.append(f"note: other programs were at work (load {figures['load']}), so these times are too long")
    if figures["troubles"]:
        lines.append(f"while it was measured: {', '.join(figures['troubles'])}")
    return "\n".join(lines)
