"""What both machines get to read and to mark, the same in every run."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import cv2
import numpy as np

from models.scenes.cards.decks import Deck
from models.scenes.cards.library import own_deck, random_decks
from models.scenes.chance import random_spec
from models.scenes.scene import render
from models.scenes.spec import KINDS, SceneOptions
from tests.engine import random_records
from tests.hardware.chroot import ROOT

SEED = 80_608
RECORDS = 3000
DEMO, DRAWN = 9, 11
"""Pictures of the demonstration, and drawn ones: each kind of table once, then some with a deck never trained on."""

_LARGE, _SMALL = (4608, 2592), (2304, 1296)
_LARGE_ONES = 3
"""So many are as large as the camera's frames: the ends of their cards are cut out of all their pixels."""
_MOST_GIVEN = 7


def records(into: Path) -> Path:
    """A file of hand records with every kind of call and error."""
    chance = random.Random(SEED)
    drawn = (random_records.record(chance) | {"id": number} for number in range(RECORDS))  # type: ignore[no-untyped-call]
    lines = (json.dumps(record) for record in drawn)
    file = into / "records.jsonl"
    file.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return file


def pictures(into: Path, data: Path | None) -> list[Path]:
    """Twenty pictures, and some of a folder's `tables/*.jpg` where there is one, spread over all of them."""
    found = [*_demo(into), *_drawn(into)]
    tables = sorted((data / "tables").glob("*.jpg")) if data else []
    for path in tables[:: max(1, len(tables) // _MOST_GIVEN)][:_MOST_GIVEN]:
        found.append(into / f"given-{path.name}")
        found[-1].write_bytes(path.read_bytes())
    return found


def covered(into: Path) -> Path:
    """One of them, by the same name, in which cards of the own deck lie on each other."""
    return _draw(into, KINDS.index("overlap"))


def _demo(into: Path) -> Iterator[Path]:
    for path in sorted((ROOT / "firmware" / "demo").glob("*.jpg"))[:DEMO]:
        copy = into / path.name
        copy.write_bytes(path.read_bytes())
        yield copy


def _drawn(into: Path) -> Iterator[Path]:
    return (_draw(into, number) for number in range(DRAWN))


@cache
def _deck(turn: int) -> Deck:
    return next(iter(random_decks(SEED, 1, 480))) if turn else own_deck(480)


def _draw(into: Path, number: int) -> Path:
    """A picture, drawn unless it is there from another run."""
    kind, turn = KINDS[number % len(KINDS)], number // len(KINDS)
    path = into / f"drawn-{number:02}-{kind}.jpg"
    if not path.exists():
        chance = np.random.default_rng((SEED, number))
        spec = random_spec(chance, kind, _deck(turn), SceneOptions(wide=0.3))
        scene = render(spec, _LARGE if number < _LARGE_ONES else _SMALL)
        cv2.imencode(".jpg", scene.image, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tofile(path)
    return path
