"""How long one picture of 12 megapixels takes, beside one look of a network of YOLO11n's cost. One thread each.

``python -m models.measuring.speed [--data FOLDER]``: in each round the network looks once at 640 x
640 values, a frame in memory is read, without its deck and with it, learned from two photographs, and the same
picture is read from its JPEG file to its line of JSON; each is told as its median. What the machine does besides slows
all alike, so it is the ratios that say something. Imports and the loading of models are not counted.
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import onnxruntime

from models.measuring.law import seconds
from models.measuring.learned import SIZE, enrolled, given
from models.measuring.yolo11n import SIDE, build
from models.scenes.cards.library import own_deck
from models.scenes.chance import random_spec
from models.scenes.scene import render
from models.scenes.spec import KINDS, SceneOptions
from vision.enrolled.deck import EnrolledDeck
from vision.enrolled.learn import learn
from vision.picture import Picture, load
from vision.reader import Reader

ROUNDS = 21
SEED = 987_001


def measure(pictures: Sequence[Path], decks: Sequence[EnrolledDeck]) -> dict[str, float]:
    """Read the JPEG files in turn, one a round, each in memory, without and with the one of the `decks` that its name
    tells, and from its file, beside one look of the network: the medians in milliseconds.
    """
    look = _network()
    reader = Reader.shipped(threads=1)
    knowing = {deck.name: reader.with_deck(deck) for deck in decks}
    times = defaultdict[str, list[float]](list)
    for number in range(-1, ROUNDS):
        path = pictures[number % len(pictures)]
        frame = np.asarray(cv2.imread(str(path)), np.uint8)
        ways: dict[str, Callable[[], object]] = {
            "network": look,
            "frame": partial(reader.read, Picture(frame), path.name),
            "learned": partial(
                next(knows for name, knows in knowing.items() if name in path.stem).read, Picture(frame), path.name
            ),
            "file": partial(_from_file_to_json, reader, path),
        }
        for name, way in ways.items():
            taken = seconds(way) * 1000
            # The first round warms up.
            if number >= 0:
                times[name].append(taken)
    return {name: statistics.median(taken) for name, taken in times.items()}


def _network() -> Callable[[], object]:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(build(), options, providers=["CPUExecutionProvider"])
    values = np.random.default_rng(SEED).random((1, 3, SIDE, SIDE), np.float32)
    return lambda: session.run(None, {"images": values})


def _from_file_to_json(reader: Reader, path: Path) -> str:
    return json.dumps(reader.read(load(path), path.name).to_json())


def rows(pictures: Sequence[Path], decks: Sequence[EnrolledDeck]) -> Iterator[str]:
    """The figures as rows of a table in Markdown."""
    times = measure(pictures, decks)
    look = times["network"]
    yield f"| one look of a network of YOLO11n's cost, 640 x 640, median of {ROUNDS} | {look:.0f} ms |"
    for what, way in (
        ("12-megapixel frame in memory to the reading", "frame"),
        ("the same where its deck is learned", "learned"),
        ("the same from a JPEG file to the JSON", "file"),
    ):
        yield f"| {what}, same run | {times[way]:.0f} ms, {times[way] / look:.2f} of that look |"


def draw(folder: Path) -> list[Path]:
    """A drawn table of 12 megapixels of each kind, as JPEG files."""
    deck, paths = own_deck(480), []
    for number, kind in enumerate(KINDS):
        rng = np.random.default_rng((SEED, number))
        scene = render(random_spec(rng, kind, deck, SceneOptions(wide=0.3)), SIZE)
        paths.append(folder / f"{number}-{deck.name}.jpg")
        cv2.imencode(".jpg", scene.image, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tofile(paths[-1])
    return paths


def main() -> None:
    """Print the rows."""
    parser = argparse.ArgumentParser(prog="python -m models.measuring.speed")
    parser.add_argument("--data", type=Path, help="folder with tables/ and enrol/; without it they are drawn")
    data, reader = parser.parse_args().data, Reader.shipped()
    with tempfile.TemporaryDirectory() as folder:
        if data:
            pictures = sorted((data / "tables").glob("*.jpg"))
            decks = [learn(name, shots, reader) for name, shots in given(data / "enrol").items()]
        else:
            pictures, decks = draw(Path(folder)), [enrolled(own_deck(480), (SEED,), reader)]
        print("| what | figure |\n|---|---|")
        for row in rows(pictures, decks):
            print(row, flush=True)


if __name__ == "__main__":
    main()
