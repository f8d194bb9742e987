"""What a reading takes on a Raspberry Pi, counted: `python -m tests.hardware.arm.speed [--release bookworm]`.

It runs the program in the fresh system that `python -m tests.hardware.arm` has made, under qemu with a plugin that
counts (`apt-get install qemu-user gcc`; the plugin is made for qemu 7, as in Debian bookworm), and prints the tables of
docs/speed.md. Root is not needed. Later readings of one picture differ by less than a thousandth.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from firmware.devices.cameras.frames import FRAMES
from tests.hardware.arm import counted, counting, given
from tests.hardware.arm.cores import CORES, Core
from tests.hardware.arm.counting import Counts
from tests.hardware.arm.estimate import RATES, Estimate, estimate
from tests.hardware.chroot import ROOT, FailedError

QUICKER = (2.6, 1.8)
"""How many times as quick three cores are as one, at most and at least: of four it is said to be 3.5 and 2.5."""

OUTSIDE = {"cortex-a76": Estimate(0.21, 0.37), "cortex-a72": Estimate(0.21, 0.37), "cortex-a53": Estimate(0.21, 0.52)}
"""What is no work of the core's, in seconds: frames that begin after they are asked for, the disk, the display.

Three frames of the camera at 14 a second (Camera Module 3 at 4608 x 2592: the one that is under way, and two); a
picture and an event onto a memory card, nothing to 150 ms; the display's 1 KB at 400 kHz, 25 ms.
"""

_LONG = ("covered", "network")
_KINDS = {
    "float_multiply": "FMLA", "dot": "SDOT, UDOT", "byte_multiply": "SMLAL and its kin", "other_vector": "other vector",
    "vector_memory": "vector loads and stores", "scalar_memory": "other loads and stores", "branch": "branches",
    "other": "others",
}  # fmt: skip


def table(head: Sequence[str], rows: Iterator[Sequence[str]]) -> Iterator[str]:
    """A table in Markdown."""
    yield f"| {' | '.join(head)} |"
    yield "|" + "---|" * len(head)
    for row in rows:
        yield f"| {' | '.join(row)} |"


def work(of: Mapping[str, Mapping[str, Counts]]) -> Iterator[Sequence[str]]:
    """Rows: for each core and part that was counted the instructions and bytes, in millions."""
    for core, by_part in of.items():
        for part, counts in by_part.items():
            numbers = [counts.instructions, *(getattr(counts, kind) for kind in _KINDS)]
            numbers += [counts.loaded + counts.stored, counts.from_memory + counts.to_memory]
            if counts.instructions:
                yield (core, part, *(f"{number / 1e6:,.0f}" for number in numbers))


def whole(core: Core, by_part: Mapping[str, Counts]) -> dict[str, Estimate]:
    """Estimates for what somebody waits for, by its name; without what was not counted."""
    time = {part: estimate(counts, core, RATES[core.name]) for part, counts in by_part.items() if counts.instructions}
    after = time["mark"] + time["keep"] + OUTSIDE[core.name]
    found = {
        "the camera's frame in memory, one thread": time["total"],
        "the same, three threads": threaded(time["total"]),
        "from cards that lie still to marks": threaded(time["total"]) + after,
    }
    if covered := time.get("covered"):
        found |= {
            "a frame of cards that lie on each other, one thread": covered,
            "from cards that lie still, on each other, to marks": threaded(covered, FRAMES) + after,
        }
    if network := time.get("network"):
        found["one look of a network of YOLO11n's cost"] = network
    return found


def threaded(frame: Estimate, frames: int = 1) -> Estimate:
    """What so many frames take on three of a board's four cores: the first alone, or all where it leaves a doubt."""
    return Estimate(frame.sooner * frames / QUICKER[0], frame.later * frames / QUICKER[1])


def estimates(of: Mapping[str, Mapping[str, Counts]]) -> Iterator[Sequence[str]]:
    """Rows: for each core what somebody waits for, in seconds."""
    for core in CORES:
        if core.name in of:
            for what, found in whole(core, of[core.name]).items():
                bounds = f"{found.sooner:.2f} to {found.later:.2f}"
                yield core.board, what, f"{found.likely:.2f}", bounds, f"{found.doubt:.1f}"


def count(system: Path, work_folder: Path, cores: Sequence[Core], parts: Sequence[str]) -> dict[str, dict[str, Counts]]:
    """Count these parts on these cores; by core and part."""
    plugin = counting.built(work_folder)
    if "covered" in parts:
        given.covered(system / "srv").rename(system / "srv" / "covered.jpg")
    if "network" in parts:
        from models.measuring import yolo11n

        (system / "srv" / "network.onnx").write_bytes(yolo11n.build())
    packages = next((system / "srv/venv/lib").glob("python3*/site-packages"))
    path = {"PYTHONPATH": f"/{packages.relative_to(system)}:/srv/hamarreko"}
    python = system / "usr/bin" / packages.parent.name
    words = (str(python), "-m", "tests.hardware.arm.counted", "/srv/covered.jpg", "/srv/network.onnx", *parts)
    counts = {core.name: counting.count(plugin, system, core, words, path) for core in cores}
    return {name: counting.between(found, counted.PARTS) for name, found in counts.items()}


def main(argv: Sequence[str] | None = None) -> int:
    """Count, and print the tables; 1 where it cannot be."""
    parser = argparse.ArgumentParser(prog="python -m tests.hardware.arm.speed", description=__doc__)
    parser.add_argument("--release", choices=("bookworm", "trixie"), default="bookworm")
    parser.add_argument("--folder", type=Path, help="where `python -m tests.hardware.arm` worked (build/arm-RELEASE)")
    parser.add_argument("--core", choices=[core.name for core in CORES], action="append", help="this one alone")
    parser.add_argument("--quick", action="store_true", help="without cards on each other and another's network")
    args = parser.parse_args(argv)
    folder = (args.folder or ROOT / "build" / f"arm-{args.release}").resolve()
    if not (folder / "system/srv/venv").is_dir():
        print(f"{folder} has no fresh system: python -m tests.hardware.arm makes one", file=sys.stderr)
        return 1
    cores = [core for core in CORES if not args.core or core.name in args.core]
    try:
        parts = [part for part in counted.PARTS if not (args.quick and part in _LONG)]
        found = count(folder / "system", folder, cores, parts)
    except FailedError as error:
        print(f"failed: {error}", file=sys.stderr)
        return 1
    kinds = ("core", "part", "instructions", *_KINDS.values(), "bytes loaded and stored", "bytes from and to memory")
    print("\n".join(table(kinds, work(found))))
    print()
    print("\n".join(table(("board", "what", "seconds", "between", "factor of doubt"), estimates(found))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
