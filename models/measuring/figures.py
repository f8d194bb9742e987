"""`make measure`: the figures of docs/figures.md, measured anew on this machine.

Over pictures of given tables (the folder HAMARREKO_DATA, if it is named) and over tables that are drawn fresh: how
many hands are read right and complete, how many asked about, and how many silently wrong.
"""

from __future__ import annotations

import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from models.measuring import law, speed
from models.measuring.judged import Tally, print_tallies, promised
from vision import geometry
from vision.picture import load
from vision.reader import Reader
from vision.reading import Quad, TableReading

SEED = 987_001
"""Decks and tables of this seed are never trained on."""

DRAWN, LEARNED, DECKS = 264, 132, 6
"""How many tables are drawn, and how many whose decks are learned before; out of so many decks, beside the own one."""

SAME_CARD = 0.35
"""Intersection over union of an outline and a label that are of one card."""


def main() -> None:
    """Print every figure as a table in Markdown."""
    named = os.environ.get("HAMARREKO_DATA")
    given, reader = Path(named) if named else None, Reader.shipped()
    machine = f"{os.cpu_count()} {platform.machine()} cores, Python {platform.python_version()}"
    print(f"Measured {time.strftime('%Y-%m-%d')} on {machine}.\n", flush=True)
    if given:
        for folder in ("tables", "tables_hard"):
            if (given / folder).is_dir():
                print_tallies(f"Given {folder} (path-traced)", given_tables(reader, given / folder))
        _print_photos(reader, given / "photos")
    _print_drawn()
    _print_speed(given / "tables" if given else None)


def given_tables(reader: Reader, folder: Path) -> dict[str, Tally]:
    """Tallies by kind over a folder with truth.jsonl."""
    tallies: dict[str, Tally] = defaultdict(Tally)
    for line in (folder / "truth.jsonl").read_text().splitlines():
        truth = json.loads(line)
        reading = reader.read(load(folder / truth["image"]), truth["image"])
        cards = [(card["card"], card["seat"]) for card in truth["cards"]]
        tallies[truth["kind"]].add(promised(reading, cards), truth["image"])
    return tallies


def _print_drawn() -> None:
    """What `silent` says of drawn tables, and of those whose decks are learned before."""
    with tempfile.TemporaryDirectory() as folder:
        for tables, how in ((DRAWN, []), (LEARNED, ["--enrolled"])):
            command = [sys.executable, "-m", "models.measuring.silent", "--seed", SEED, "--tables", tables]
            command += ["--decks", DECKS, "--record", Path(folder) / f"{tables}.jsonl", *how]
            subprocess.run([*map(str, command)], check=True)


def _print_photos(reader: Reader, folder: Path) -> None:
    print("Photographs of real cards, deck unknown, one by one\n")
    print("| set | cards | named right | named wrong | refused or in doubt | not found |")
    print("|---|---|---|---|---|---|")
    for labels in sorted(folder.glob("*/labels.json")):
        counts = photo_set(reader, labels)
        row = " | ".join(str(counts[column]) for column in ("cards", "right", "wrong", "refused", "missed"))
        print(f"| {labels.parent.name} | {row} |")
    print(flush=True)


def photo_set(reader: Reader, labels: Path) -> dict[str, int]:
    """Counts over one set of labelled photographs; an 8 or a 9 is right when it is not named."""
    counts: dict[str, int] = defaultdict(int)
    for photo in json.loads(labels.read_text()):
        reading = reader.read(load(labels.parent / photo["image"]), photo["image"], seated=False)
        boxes = [np.array(each.get("polygon") or _corners(each["bbox"]), np.float64) for each in photo["cards"]]
        at = [_best_of(read.quad, boxes) for read in reading.cards]
        strange = {_best_of(thing.quad, boxes) for thing in reading.strange}
        for number, wanted in enumerate(photo["cards"]):
            counts["cards"] += 1
            counts[_outcome(reading, wanted, at.index(number) if number in at else None, number in strange)] += 1
    return counts


def _outcome(reading: TableReading, wanted: dict[str, Any], read: int | None, strange: bool) -> str:
    """What came of a label: `read` is which of the reading's cards lies there, `strange` whether a thing does."""
    spanish = wanted["rank"] not in (8, 9)
    if read is None:
        return "right" if not spanish else "refused" if strange else "missed"
    if any(doubt.card == read for doubt in reading.doubts):
        return "refused"
    return "right" if str(reading.cards[read].card) == f"{wanted['rank']}{wanted['suit'][0]}" else "wrong"


def _best_of(quad: Quad, boxes: list[geometry.Corners]) -> int | None:
    """Which of the boxes an outline shares most with, if it is much."""
    shares = [geometry.iou(np.array(quad), box) for box in boxes]
    return int(np.argmax(shares)) if shares and max(shares) > SAME_CARD else None


def _corners(box: list[float]) -> list[list[float]]:
    left, top, right, bottom = box
    return [[left, top], [right, top], [right, bottom], [left, bottom]]


def _print_speed(tables: Path | None) -> None:
    print("Speed and memory, one thread\n\n| what | figure |\n|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        pictures = sorted(tables.glob("*.jpg")) if tables else speed.draw_known(Path(folder))
        lines, memory = _read_command(pictures)
        for stage in ("load", "find", "name", "total"):
            median = statistics.median(line["ms"][stage] for line in lines)
            print(f"| 12-megapixel file to JSON: {stage}, median of {len(lines)} | {median:.0f} ms |")
        print(f"| memory of the whole process, peak | {memory:.0f} MB |")
    print(f"| `hamarreko --version`, median | {_version_seconds() * 1000:.0f} ms |")
    for row in law.rows():
        print(row, flush=True)


_WITH_PEAK = """
import resource, subprocess, sys
status = subprocess.run(sys.argv[1:]).returncode
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024, file=sys.stderr)
sys.exit(status)
"""
"""Runs a command from a process that is small itself: a child's peak counts what it was forked from."""


def _read_command(pictures: Any) -> tuple[list[dict[str, Any]], float]:
    """What `hamarreko read --json` prints of each picture, and the most memory in megabytes that it took."""
    command = [sys.executable, "-c", _WITH_PEAK, *law.HAMARREKO, "read", "--json", *map(str, pictures)]
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in result.stdout.splitlines()], float(result.stderr.splitlines()[-1])


def _version_seconds() -> float:
    once = partial(subprocess.run, [*law.HAMARREKO, "--version"], capture_output=True, check=True)
    return statistics.median(law.seconds(once) for _ in range(9))


if __name__ == "__main__":
    main()
