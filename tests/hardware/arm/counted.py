"""The program that is counted: one reading as `hamarreko bench` has it, one of cards on each other, and the rest.

Parts are marked by their numbers (counting.py); what is not within one is not counted. It runs in the fresh system.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any

import cv2
import numpy as np

from engine.cards import Card
from engine.records import HandRecord
from engine.showdown import score
from firmware.commands.bench import CAMERA
from firmware.keeping.hand_pictures import HandPictures
from firmware.selftest.checks import KNOWN, known_picture
from tests.hardware.arm.counting import mark
from vision.classify.evidence import Classifier
from vision.decide.posterior import Calibration
from vision.locate.finder import Finder
from vision.network import Network
from vision.picture import Picture
from vision.reader import Reader
from vision.reading import TableReading

PARTS: Mapping[str, int] = MappingProxyType(
    {"total": 1, "find": 2, "name": 3, "covered": 4, "mark": 5, "keep": 6, "network": 7}
)
"""`covered`: all of a reading of cards that lie on each other. `mark`: from the reading to the marks. `keep`: its
picture as a JPEG on the disk. `network`: one look of a network of YOLO11n's cost, which others have timed on these
boards."""


class Marked:
    """Something of the reader's, with marks around some of its methods."""

    def __init__(self, inner: Any, part: int, *methods: str) -> None:
        for method in methods:
            getattr(inner, method)  # one that is not there would be counted by nobody
        self._inner, self._part, self._methods = inner, part, methods
        self.counting = False

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._inner, name)
        if name not in self._methods or not self.counting:
            return found

        def marked(*args: Any) -> Any:
            with _part(self._part):
                return found(*args)

        return marked


def _reader() -> tuple[Reader, list[Marked]]:
    """A reader as `Reader.shipped` makes it, on one thread, with its stages marked."""
    cv2.setNumThreads(1)
    stages = [
        Marked(Finder(Network.shipped("finder.onnx"), Network.shipped("parter.onnx")), PARTS["find"], "find"),
        Marked(Classifier.shipped(), PARTS["name"], "ends", "faces", "sticking"),
    ]
    finder, classifier = stages
    return Reader(finder, classifier, Calibration.shipped()), stages  # type: ignore[arg-type]


def _marks(reading: TableReading) -> None:
    """From a reading to its marks, as the table does: what was read, as a record, through the engine."""
    hands = {seat.value: [str(Card.parse(str(card))) for card in hand] for seat, hand in reading.hands().items()}
    score(HandRecord.parse({"rules": "nabo", "esku": "S", "score": {"NS": 0, "EW": 0}, "cards": hands, "calls": {}}))


@contextmanager
def _part(number: int) -> Iterator[None]:
    """Marks where a part begins, and where it ends."""
    mark(2 * number)
    yield
    mark(2 * number + 1)


def main(parts: Sequence[str], covered: Path, network: Path) -> None:
    """Count these parts. Networks are loaded before."""
    if "network" in parts:
        _look(network)
    if set(parts) == {"network"}:
        return
    reader, stages = _reader()
    frame = Picture(np.asarray(cv2.resize(known_picture().pixels, CAMERA, interpolation=cv2.INTER_CUBIC), np.uint8))
    reader.read(frame, KNOWN)  # the first one pays for what is done once
    for stage in stages:
        stage.counting = True
    with _part(PARTS["total"]):
        reading = reader.read(frame, KNOWN)
    for stage in stages:
        stage.counting = False
    print(f"complete {reading.complete}, {len(reading.cards)} cards")
    if "covered" in parts:
        picture = Picture(np.asarray(cv2.imread(str(covered)), np.uint8))
        with _part(PARTS["covered"]):
            of_covered = reader.read(picture, covered.name)
        print(f"cards on each other: {len(of_covered.doubts)} doubts, {len(of_covered.cards)} cards")
    if "mark" in parts:
        _marks(reading)
        with _part(PARTS["mark"]):
            _marks(reading)
    if "keep" in parts:
        with tempfile.TemporaryDirectory() as folder, _part(PARTS["keep"]):
            HandPictures(Path(folder)).keep(1, frame)


def _look(network: Path) -> None:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(str(network), options, providers=["CPUExecutionProvider"])
    given = {"images": np.random.default_rng(1).random((1, 3, 640, 640), np.float32)}
    with _part(PARTS["network"]):
        session.run(None, given)


if __name__ == "__main__":
    main(sys.argv[3:], Path(sys.argv[1]), Path(sys.argv[2]))
