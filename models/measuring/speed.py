"""How long one picture of 12 megapixels takes, beside one look of a network of YOLO11n's cost. One thread each.

``python -m models.measuring.speed [--data FOLDER]``: of each picture a frame in memory is read, without its deck and
with it, learned from two photographs, and the file, from JPEG to the line of JSON; then a frame of a deck that nothing
was trained on; and after each the network looks once at 640 x 640 values. What the machine does besides slows all
alike, so it is the ratios of the medians that say something. Kinds of tables count alike. Imports and the loading of
models are not counted.
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, cycle, repeat
from pathlib import Path

import cv2
import numpy as np
import onnxruntime

from models.measuring.law import seconds
from models.measuring.learned import SIZE, enrolled, given
from models.measuring.yolo11n import SIDE, build
from models.scenes.cards.decks import Deck
from models.scenes.cards.library import own_deck, random_decks
from models.scenes.chance import random_spec
from models.scenes.scene import render
from models.scenes.spec import ALL_KINDS, SceneOptions
from vision.enrolled.deck import EnrolledDeck
from vision.enrolled.learn import learn
from vision.picture import Picture, load
from vision.reader import Reader

SEED = 987_001

OF_EACH_KIND = 2
"""Drawn tables of each kind, whose decks are never seen."""

WAYS = {
    "known": "12-megapixel frame in memory to the reading, of decks that the networks know",
    "learned": "the same where the deck is learned",
    "unseen": "the same of drawn decks never seen",
    "file": "from the JPEG file to the JSON, of decks that the networks know",
}

Times = Mapping[str, Mapping[str, Sequence[float]]]
"""Milliseconds by way and by kind of table; of the network's look, `network`, beside each kind."""


def measure(pictures: Sequence[Path], decks: Sequence[EnrolledDeck], unseen: Sequence[Path]) -> Times:
    """Read JPEG files, whose names tell one of the `decks` and end with the kind of table, in each of the `WAYS`; the
    `unseen` ones, of other decks, in that way alone."""
    look = _network()
    reader = Reader.shipped(threads=1)
    knowing = {deck.name: reader.with_deck(deck) for deck in decks}
    times: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for number, path in enumerate([pictures[0], *pictures, *unseen]):
        picture, kind = Picture(np.asarray(cv2.imread(str(path)), np.uint8)), path.stem.split("-")[-1]
        ways: dict[str, Callable[[], object]]
        if number > len(pictures):
            ways = {"unseen": partial(reader.read, picture, path.name)}
        else:
            knows = next(knows for name, knows in knowing.items() if name in path.stem)
            ways = {
                "known": partial(reader.read, picture, path.name),
                "learned": partial(knows.read, picture, path.name),
                "file": partial(_from_file_to_json, reader, path),
            }
        for name, way in {**ways, "network": look}.items():
            taken = seconds(way) * 1000
            if number:  # the first picture warms up
                times[name][kind].append(taken)
    return times


def _network() -> Callable[[], object]:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(build(), options, providers=["CPUExecutionProvider"])
    values = np.random.default_rng(SEED).random((1, 3, SIDE, SIDE), np.float32)
    return lambda: session.run(None, {"images": values})


def _from_file_to_json(reader: Reader, path: Path) -> str:
    return json.dumps(reader.read(load(path), path.name).to_json())


def rows(pictures: Sequence[Path], decks: Sequence[EnrolledDeck], unseen: Sequence[Path]) -> Iterator[str]:
    """The figures as rows of a table in Markdown."""
    times = measure(pictures, decks, unseen)
    look = statistics.median(chain.from_iterable(times["network"].values()))
    yield f"| one look of a network of YOLO11n's cost, 640 x 640, median | {look:.0f} ms |"
    looks = {
        way: {kind: statistics.median(taken) / look for kind, taken in of_kinds.items()}
        for way, of_kinds in times.items()
    }
    for way, text in WAYS.items():
        mean, slowest = statistics.mean(looks[way].values()), max(looks[way], key=looks[way].__getitem__)
        yield f"| {text} | {mean:.2f} of that look; {slowest} {looks[way][slowest]:.2f} |"
    mean = statistics.mean(statistics.mean(looks[way].values()) for way in ("known", "learned", "unseen"))
    yield f"| mean of the first three | {mean:.2f} of that look |"


def draw(folder: Path, decks: Iterable[Deck]) -> list[Path]:
    """Drawn tables of 12 megapixels with these decks, of each kind in turn, as JPEG files; on surfaces, and
    among things, that are trained on."""
    paths = []
    for number, (deck, kind) in enumerate(zip(decks, cycle(ALL_KINDS), strict=False)):
        rng = np.random.default_rng((SEED, number))
        scene = render(random_spec(rng, kind, deck, SceneOptions(wide=0.3)), SIZE)
        paths.append(folder / f"{number}-{deck.name}-{kind}.jpg")
        cv2.imencode(".jpg", scene.image, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tofile(paths[-1])
    return paths


def draw_known(folder: Path) -> list[Path]:
    """A table of each kind with the project's own deck, as JPEG files."""
    return draw(folder, repeat(own_deck(480), len(ALL_KINDS)))


def draw_unseen(folder: Path) -> list[Path]:
    """Tables with decks that nothing was trained on, as JPEG files."""
    return draw(folder, random_decks(SEED, OF_EACH_KIND * len(ALL_KINDS), 480, held_out=True))


def main() -> None:
    """Print the rows."""
    parser = argparse.ArgumentParser(prog="python -m models.measuring.speed")
    parser.add_argument("--data", type=Path, help="folder with tables*/ and enrol/; without it they are drawn")
    data, reader = parser.parse_args().data, Reader.shipped()
    with tempfile.TemporaryDirectory() as folder:
        unseen = draw_unseen(Path(folder))
        if data:
            pictures = sorted(data.glob("tables*/*.jpg"))
            decks = [learn(name, shots, reader) for name, shots in given(data / "enrol").items()]
        else:
            pictures, decks = draw_known(Path(folder)), [enrolled(own_deck(480), (SEED,), reader)]
        print("| what | figure |\n|---|---|")
        for row in rows(pictures, decks, unseen):
            print(row, flush=True)


if __name__ == "__main__":
    main()
