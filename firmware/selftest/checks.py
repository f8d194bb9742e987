"""The checks that need nobody's answer. Each returns its result and never raises for what it looks at."""

from __future__ import annotations

import errno
import json
import math
import shutil
import tempfile
import time
from dataclasses import replace
from datetime import UTC, datetime
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.sentences import Sentence
from firmware.devices.board import HOT, Board
from firmware.devices.cameras.camera import Camera, CameraError
from firmware.devices.light.lighting import Lighting
from firmware.keeping.folders import make_folder
from firmware.keeping.journal import NOT_OURS, Journal
from firmware.keeping.journal_form import JournalError
from firmware.keeping.journal_reading import read_journal
from firmware.selftest.report import Check, Outcome, Result
from vision.checks.mount import check_picture
from vision.checks.mounting import MountCheck, Mounting
from vision.classify.evidence import RANKS, Classifier
from vision.decide.posterior import normalised
from vision.picture import Picture, load
from vision.reader import Reader
from vision.reading import TableReading

KNOWN = "hand-01.jpg"
"""The demonstration's picture that is read; `truth.jsonl` says what lies there."""

BATCH = 16
SAME = 0.01
"""How far a card's probability may be from what it is when the card is named alone."""

LEAST_FREE = 512_000_000
"""Bytes below which free space is too little for an evening."""

_MB, _GB = 1e6, 1e9

_OF_THE_DISK = (errno.EROFS, errno.EIO, errno.ENOSPC, errno.EDQUOT)
"""What the system says of a disk that is read-only, worn out or full."""


def camera(camera: Camera, reader: Reader, light: Lighting) -> Result:
    """A picture by the camera, and whether it hangs well, by the light that shows the table best."""

    def look() -> tuple[MountCheck, list[int]]:
        picture = camera.capture(camera.after(None) or "self-test")
        height, width = picture.pixels.shape[:2]
        return check_picture(reader, picture, Mounting()), [round(side * picture.scale) for side in (width, height)]

    try:
        found, pixels = light.mended(look, lambda looked: looked[0].badly_lit)
    except CameraError as error:
        return Result(Check.CAMERA, Outcome.WRONG, sentence=Sentence.of(error))
    figures: dict[str, Any] = {
        "pixels": pixels,
        "light": light.best._asdict(),
        "cards": found.cards,
        "height_cm": round(found.pose.height / 10, 1) if found.pose else None,
        "change": list(found.change),
        "unknown": list(found.unknown),
    }
    figure = f"{found.pose.height / 10:.0f} cm" if found.pose else ""
    sentence = Sentence("The camera does not hang well: the mount check says what to change.")
    return _result(Check.CAMERA, not found.change, figure, sentence, figures)


def reading(reader: Reader) -> Result:
    """The known picture, read: all sixteen cards and their seats have to be as they are known, without a doubt."""
    start = time.perf_counter()
    read = reader.read(known_picture(), KNOWN)
    seconds = time.perf_counter() - start
    hands = _hands(read)
    figures: dict[str, Any] = {"hands": hands, "complete": read.complete, "seconds": round(seconds, 2)}
    right = read.complete and hands == known_hands()
    if not right:
        figures |= {"expected": known_hands(), "doubts": [doubt.text for doubt in read.doubts]}
    sentence = Sentence("A known picture was not read as it should be: install the program anew.")
    return _result(Check.READING, right, f"{seconds:.1f} s", sentence, figures)


def batch(reader: Reader, classifier: Classifier | None = None) -> Result:
    """Sixteen cards looked at several at a time, and one by one: on some Arm boards a library gave two answers."""
    classifier = classifier or Classifier.shipped()
    picture = known_picture()
    cards = [replace(place.found, under=()) for place in reader.seen(picture).places if not place.is_strange]
    at_once = _shares(classifier.ends(picture.pixels, cards))
    alone = [_shares(classifier.ends(picture.pixels, [card])) for card in cards]
    apart = max((float(np.abs(a - b[0]).max()) for a, b in zip(at_once, alone, strict=True)), default=math.inf)
    same = sum(bool(np.all(a.argmax(-1) == b[0].argmax(-1))) for a, b in zip(at_once, alone, strict=True))
    figures = {"cut_outs": len(cards), "same_card": same, "farthest_apart": apart}
    right = len(cards) == same == BATCH and apart <= SAME
    sentence = Sentence("Sixteen cards at once are named otherwise than one by one: install the program anew.")
    return _result(Check.BATCH, right, f"{same}/{BATCH}", sentence, figures)


def _result(check: Check, right: bool, figure: str, sentence: Sentence, figures: dict[str, Any]) -> Result:
    """That all is fine; where it is not `right`, with the sentence that says what to do."""
    return Result(check, Outcome.FINE if right else Outcome.WRONG, figure, None if right else sentence, figures)


def known_picture() -> Picture:
    """The picture that comes with the program."""
    with as_file(files("firmware").joinpath("demo").joinpath(KNOWN)) as path:
        return load(path)


def known_hands() -> dict[str, list[str]]:
    """What lies in it, by seat."""
    truth = files("firmware").joinpath("demo").joinpath("truth.jsonl").read_text("utf-8").splitlines()
    cards = next(line["cards"] for line in map(json.loads, truth) if line["image"] == KNOWN)
    seats = sorted({card["seat"] for card in cards})
    return {seat: sorted(card["card"] for card in cards if card["seat"] == seat) for seat in seats}


def _shares(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    """What the logits (n, 2, 18) of cards' ends give each rank: shares (n, 2, 13)."""
    return np.asarray(np.exp(normalised(logits[..., : RANKS + 1])))


def _hands(read: TableReading) -> dict[str, list[str]]:
    hands = {seat.value: sorted(map(str, hand)) for seat, hand in read.hands().items()}
    return dict(sorted(hands.items()))


def journal(data: Path) -> Result:
    """An event written on the disk of the data, and read back, in a folder beside the journal that goes again."""
    body = json.dumps({"kind": "self-test", "at": datetime.now(UTC).isoformat()})
    start = time.perf_counter()
    try:
        make_folder(data)
        with tempfile.TemporaryDirectory(prefix="self-test-", dir=data) as folder:
            with Journal(Path(folder)) as written:
                written.append(body)
                ms = (time.perf_counter() - start) * 1000
            back = [kept.body for kept in read_journal(Path(folder))]
    except OSError as error:
        return Result(Check.JOURNAL, Outcome.WRONG, sentence=_not_kept(data, error), figures={"why": str(error)})
    figures = {"ms": round(ms, 1)}
    if back != [body]:
        sentence = Sentence("What was written did not come back: take another memory card.")
        return Result(Check.JOURNAL, Outcome.WRONG, sentence=sentence, figures=figures)
    return Result(Check.JOURNAL, Outcome.FINE, f"{ms:.0f} ms", figures=figures)


def _not_kept(data: Path, error: OSError) -> Sentence:
    """Why nothing is kept in the folder: whose it is, the disk, or what the system says of the folder."""
    if isinstance(error, PermissionError):
        return NOT_OURS
    if isinstance(error, JournalError) or error.errno in _OF_THE_DISK:
        return Sentence("The disk takes no more.")
    why = error.strerror or str(error)
    return Sentence("the data folder {folder} cannot be used: {why}", folder=str(data), why=why)


def space(data: Path) -> Result:
    """Free space on the disk of the data."""
    there = data
    while not there.exists():
        there = there.parent
    free = shutil.disk_usage(there).free
    figure = f"{free / _GB:.0f} GB" if free >= _GB else f"{free / _MB:.0f} MB"
    sentence = Sentence("The disk is nearly full: only {free} are free.", free=figure)
    return _result(Check.SPACE, free >= LEAST_FREE, figure, sentence, {"bytes": free})


def heat(board: Board) -> Result:
    """How hot the chip is, where it says so."""
    celsius = board.details()["celsius"]
    if not isinstance(celsius, float):
        return Result(Check.HEAT, Outcome.ABSENT)
    sentence = Sentence("The box is too hot. Give it air.")
    return _result(Check.HEAT, celsius * 1000 < HOT, f"{celsius:.0f} °C", sentence, {"celsius": celsius})


def clock(data: Path, now: float) -> Result:
    """Whether the clock stands where it can: not before the program was installed, nor before the last thing kept.

    `now`: seconds since 1970.
    """
    kept = [path.stat().st_mtime for path in data.glob("journal.sqlite*")]
    last = max((Path(__file__).stat().st_mtime, *kept))
    stands = datetime.fromtimestamp(now, UTC)
    figure = f"{stands.astimezone():%H:%M}"
    by_network = Path("/run/systemd/timesync/synchronized").exists()
    figures = {"utc": stands.isoformat(timespec="seconds"), "set_by_network": by_network}
    sentence = Sentence("The clock is behind: let the box onto a network once, or give it a clock module.")
    return _result(Check.CLOCK, now >= last, figure, sentence, figures)
