"""A table with a scripted reader, for tests: what each picture shows stands in a text file.

`python -m tests.firmware.scripted PICTURES DATA PORT SECONDS [LANGUAGE] [network] [BROKER:PORT]` runs the real
program's `serve` with it; SECONDS is how long each mark stands on the display (0: all come up at once). In PICTURES,
`hands.json` maps each picture's name to a reading: `{"hands": {"N": "12o ...", ...}}`, or with `"doubts": [...]`, and
with `"hypotheses": [{"p": 0.9, "hands": {...}}, ...]`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from engine.cards import Card
from engine.seats import Seat
from engine.sentences import Sentence
from firmware.devices.cameras.camera import FolderCamera
from firmware.devices.choose import Devices
from firmware.devices.eyes import Eyes
from firmware.devices.sound.speaker import Aplay
from firmware.devices.sound.talker import Talker
from firmware.outlets.broker import broker
from firmware.table.options import Options
from firmware.table.program import Start, serve
from firmware.table.settings import MatchSettings
from tests.firmware.screens.gallery import HANDS, RISK, reading
from vision.picture import Picture
from vision.reading import Alternative, Doubt, Hypothesis, TableReading
from words.text import LANGUAGES


class StandInEyes(Eyes):
    """Eyes without networks that see a full table in every frame; what lies there is for who inherits it to say."""

    def __init__(self) -> None:
        pass

    @property
    def risk(self) -> float:
        return RISK

    def in_sight(self, grey: NDArray[np.uint8]) -> int:
        return 16

    def sketched(self, picture: Picture) -> NDArray[np.uint8] | None:
        return 255 - picture.pixels

    def look(self, picture: Picture) -> None:
        pass

    def forget(self) -> None:
        pass

    def use(self, deck: object, learned: Iterable[object] = ()) -> None:
        pass

    def outlined(self, picture: Picture, reading: TableReading) -> NDArray[np.uint8]:
        return 255 - picture.pixels


class ScriptedEyes(StandInEyes):
    """Reads what the script says lies in a picture."""

    def __init__(self, script: Mapping[str, Mapping[str, Any]]) -> None:
        self._script = script

    def read_frames(
        self, pictures: Sequence[Picture], name: str, players: int = 4, packs: object = None
    ) -> TableReading:
        said = self._script.get(name, {"hands": HANDS})
        doubts = tuple(
            Doubt(
                d["kind"],
                Sentence.plain(d.get("text", "")),
                Seat(d["seat"]) if d.get("seat") else None,
                d.get("card"),
                tuple(Alternative(Card.parse(card), p) for card, p in d.get("alternatives", ())),
                d.get("suit_only", False),
            )
            for d in said.get("doubts", ())
        )
        hypotheses = (
            Hypothesis(one["p"], tuple(Card.parse(card) for hand in one["hands"].values() for card in hand.split()))
            for one in said.get("hypotheses", ())
        )
        return reading(said["hands"], doubts, tuple(hypotheses))


def write_pictures(folder: Path, *readings: Mapping[str, Any]) -> Path:
    """A folder of grey pictures, one for each reading."""
    folder.mkdir(parents=True, exist_ok=True)
    script = {}
    for number, said in enumerate(readings, 1):
        name = f"hand-{number:02}.png"
        Image.new("RGB", (64, 36), (40 * number % 256, 90, 60)).save(folder / name)
        script[name] = dict(said)
    (folder / "hands.json").write_text(json.dumps(script), encoding="utf-8")
    return folder


def devices(folder: Path) -> Devices:
    """A folder's pictures, a reader that knows them, and a voice that nobody hears."""
    file = folder / "hands.json"
    script = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    silent = Aplay(lambda: "null")
    return Devices(FolderCamera(folder), ScriptedEyes(script), talker=Talker(), speaker=silent)


def at_once(rules: str | None = None, players: int | None = None, **given: Any) -> Options:
    """Everything is shown at once, and stands until a press; a match is begun by these `rules`."""
    match = MatchSettings(rules, players=players) if rules else None
    shown = {"reveal_seconds": 0.0, "notice_seconds": 0.0, "match": match}
    return Options(**{**shown, **given})


if __name__ == "__main__":
    _pictures, _data, _number, _reveal, *_language = sys.argv[1:]
    _network = "network" in _language
    _seconds, _said = float(_reveal), next((word for word in _language if word in LANGUAGES), None)
    _broker = next((broker(word) for word in _language if ":" in word), None)
    _devices = partial(devices, Path(_pictures))
    _start = Start(int(_number), language=_said, network=_network, reveal_seconds=_seconds, mqtt=_broker)
    sys.exit(serve(_devices, Path(_data), _start))
