"""A table that plays by itself: an endless camera, eyes that see a random deal, and buttons pressed at random."""

from __future__ import annotations

import contextlib
import json
import os
import random
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np

from engine.cards import DECK
from engine.seats import Seat
from engine.sentences import Sentence
from firmware.devices.choose import Devices
from firmware.keeping.hand_pictures import HandPictures
from firmware.keeping.journal import Journal
from firmware.panel.describe import described, of_now
from firmware.session.buttons import Button
from firmware.session.state import Phase
from firmware.table.appliance import Appliance
from tests.firmware.running import KEPT
from tests.firmware.screens.gallery import reading
from tests.firmware.scripted import StandInEyes, at_once
from vision.picture import Picture
from vision.reading import Alternative, Doubt, Hypothesis, TableReading

_CALLS = {
    Button.PASO: 8,
    Button.ENVIDO_NS: 4,
    Button.ENVIDO_EW: 4,
    Button.IDUKI: 5,
    Button.TIRA: 5,
    Button.GEHIAGO: 2,
    Button.BACK: 1,
    Button.READ: 1,
}


class EndlessCamera:
    """Another small grey picture for every karta aldia."""

    id, steps, live = "endless", False, False

    def after(self, name: str | None) -> str:
        return f"frame-{int((name or 'frame-0').split('-')[1]) + 1:06d}"

    def none_left(self) -> Sentence:
        return Sentence.plain("there are no pictures left")

    def capture(self, name: str) -> Picture:
        return Picture(np.full((36, 64, 3), int(name.split("-")[1]) % 256, np.uint8))

    def close(self) -> None:
        pass


class RandomEyes(StandInEyes):
    """Another deal for every picture's name; in every fifth one card is in doubt, in every fifth some suits are."""

    def read_frames(
        self, pictures: Sequence[Picture], name: str, players: int = 4, packs: object = None
    ) -> TableReading:
        chance = random.Random(name)
        cards = [str(card) for card in chance.sample(DECK, 17)]
        hands = {seat.value: " ".join(cards[4 * place : 4 * place + 4]) for place, seat in enumerate(Seat)}
        doubtful = chance.random()
        unsure = chance.sample(range(1, 16), chance.randrange(1, 5)) if doubtful < 0.3 else []
        suits = tuple(Doubt("card", Sentence.plain(""), list(Seat)[i // 4], i, suit_only=True) for i in unsure)
        if doubtful > 0.2:
            return reading(hands, suits)
        read = tuple(one.card for one in reading(hands, ()).cards)
        other = next(card for card in DECK if str(card) == cards[16])
        doubt = Doubt("card", Sentence.plain(""), Seat.N, 0, (Alternative(read[0], 0.6), Alternative(other, 0.4)))
        return reading(hands, (doubt, *suits), (Hypothesis(0.6, read), Hypothesis(0.4, (other, *read[1:]))))

    def sketched(self, picture: Picture) -> None:
        return None


@contextlib.contextmanager
def in_memory() -> Iterator[Path]:
    """A folder in memory where the system has one, for what needs no disk."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if os.access(memory, os.W_OK) else None) as folder:
        yield Path(folder)


def table(journal: Journal, rules: str | None = None) -> Appliance:
    """The table on this journal, everything shown at once."""
    pictures = HandPictures(journal.path.parent / "pictures", most=1 << 20)
    devices = Devices(EndlessCamera(), RandomEyes())
    return Appliance(journal, devices, at_once(rules, pictures=pictures))


def presses(appliance: Appliance, chance: random.Random) -> Iterator[Button]:
    """Presses that each do something, without an end."""
    while True:
        button = likely(appliance, chance)
        if appliance.press(button).done:
            yield button


def likely(appliance: Appliance, chance: random.Random) -> Button:
    """A press that probably does something."""
    match appliance.snapshot().state.phase:
        case Phase.CALLS:
            return chance.choices(tuple(_CALLS), tuple(_CALLS.values()))[0]
        case Phase.CARDS:
            return Button.READ
        case _:  # doubts, conflicts and marks
            return chance.choices((Button.OK, Button.BACK), (9, 1))[0]


def kept(appliance: Appliance, journal: Journal) -> str:
    """What must outlive the program, as text: what the table shows, and how many events it comes from."""
    seen = appliance.snapshot()
    state = described(appliance, seen) | of_now(appliance, seen)
    return json.dumps({"events": len(journal)} | {name: state[name] for name in KEPT}, sort_keys=True)


def written_script(
    folder: Path, number: int, seed: int, acknowledged: Callable[[], object] = lambda: None
) -> tuple[list[Button], list[str]]:
    """So many presses, each of which is kept as one event, and the state before and after each."""
    with Journal(folder) as journal:
        appliance = table(journal)
        states, script = [kept(appliance, journal)], list[Button]()
        events = len(journal)
        for button in presses(appliance, random.Random(seed)):
            assert len(journal) == events + 1, f"{button} was not kept"
            events += 1
            acknowledged()
            script.append(button)
            states.append(kept(appliance, journal))
            if len(script) == number:
                appliance.close()
                return script, states
    raise AssertionError("there are always more presses")
