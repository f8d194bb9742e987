"""Buttons mashed at random for an hour: nothing breaks, everything kept makes sense, and a restart gives it back."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from dataclasses import replace
from functools import reduce
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.match.games import Status
from engine.records import HandRecord
from engine.rules import RuleBook
from engine.showdown import score
from firmware.devices.cameras.camera import CameraError, LiveCamera
from firmware.devices.choose import Devices
from firmware.devices.watch import Watched
from firmware.keeping.hand_pictures import HandPictures
from firmware.keeping.journal import Journal
from firmware.screens.trouble import Trouble
from firmware.session.buttons import Button
from firmware.session.event_text import from_text
from firmware.session.finished import Finished
from firmware.session.fold import apply
from firmware.session.state import Phase
from firmware.table.appliance import Appliance
from firmware.table.doing import Answer
from firmware.table.onlooker import Onlooker
from tests.firmware.playing import RandomEyes, in_memory, likely
from tests.firmware.scripted import at_once, devices, write_pictures
from vision.picture import Picture
from vision.reading import TableReading

HOUR = 3600.0


class ShakyCamera(LiveCamera):
    """A live camera whose small pictures show something else now and then, and which fails now and then."""

    id = "shaky"

    def __init__(self, chance: random.Random) -> None:
        self._chance, self._noise, self._seen = chance, np.random.default_rng(1), 90

    def capture(self, name: str) -> Picture:
        return Picture(np.dstack([self.glance()] * 3))

    def glance(self) -> NDArray[np.uint8]:
        if self._chance.random() < 0.01:
            raise CameraError("The camera gives no picture.")
        if self._chance.random() < 0.1:
            self._seen = self._chance.choice((5, 60, 90, 200))
        picture = self._noise.normal(self._seen, 1.0, (36, 64))
        picture[: self._seen % 36] += 20
        return np.clip(picture, 0, 255).astype(np.uint8)

    def reopen(self) -> None:
        pass

    def details(self) -> dict[str, object]:
        return {}

    def close(self) -> None:
        pass


class ShakyEyes(RandomEyes):
    """Random deals, of which some lack a hand."""

    def read_frames(self, pictures: object, name: str, players: int = 4, packs: object = None) -> TableReading:
        read = super().read_frames((), name)
        if random.Random(f"{name} whole").random() < 0.8:
            return read
        return TableReading(read.image, False, read.cards[4:], ())


class Shaky:
    """A part of the box with troubles that come and go."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance

    def troubles(self) -> frozenset[Trouble]:
        return frozenset({Trouble.TOO_HOT}) if self._chance.random() < 0.02 else frozenset()

    def details(self) -> dict[str, object]:
        return {}


class Mashed:
    """A whole table, its clock in the test's hand."""

    def __init__(self, folder: Path, rules: str, seed: int) -> None:
        self.chance, self.now, self.phases = random.Random(seed), 0.0, set[Phase]()
        part: Watched = Shaky(self.chance)
        camera = ShakyCamera(self.chance)
        self.journal = Journal(folder)
        self.table = Appliance(
            self.journal,
            Devices(camera, ShakyEyes(), watched=(part,)),
            at_once(
                rules,
                pictures=HandPictures(folder / "pictures", most=1 << 20),
                clock=lambda: self.now,
                draw=self.chance.choice,
            ),
        )
        self.onlooker = Onlooker(self.table, camera, lambda grey: 16, lambda: self.now)

    def press(self) -> None:
        """One press, two at the same moment, or one that lasts; each is answered, and shows something."""
        button = self.chance.choice(tuple(Button)) if self.chance.random() < 0.7 else likely(self.table, self.chance)
        answers: list[Answer] = [self.table.press(button)]
        if self.chance.random() < 0.1:
            answers.append(self.table.press(self.chance.choice(tuple(Button))))
        if self.chance.random() < 0.1:
            answers.append(self.table.press(button, held=True))
        assert all(answer.sentence is None or answer.sentence for answer in answers)
        shown = self.table.snapshot()
        self.phases.add(shown.state.phase)
        assert not shown.view.busy
        assert shown.display().size == (128, 64)
        assert shown.spoken()

    def pass_time(self) -> None:
        """Up to three seconds, or now and then a minute in which nobody presses."""
        until = self.now + self.chance.choice((0.02, 0.3, 1.0, 3.0) if self.chance.random() < 0.995 else (60.0,))
        while self.now < until:
            self.now += self.onlooker.step()
        self.table.beat()

    def close(self) -> None:
        self.table.close()
        self.journal.close()


def mash(folder: Path, rules: str, seed: int, seconds: float) -> Iterator[Mashed]:
    """The table after every so many presses, and at the end."""
    box, presses = Mashed(folder, rules, seed), 0
    while box.now < seconds:
        box.press()
        box.pass_time()
        presses += 1
        if presses % 500 == 0:
            yield box
    yield box
    box.close()


def engine_s(hand: Finished, book: RuleBook) -> dict[str, Any]:
    """What the engine itself makes of a finished hand; one that a refusal ended has no cards to ask it about."""
    if not hand.record.cards:
        return hand.result_json()
    return score(HandRecord.parse(hand.record_json(), lambda _: book)).to_dict()


@pytest.mark.parametrize(("rules", "seed", "hours"), [("federacion", 1, 1.0), ("nabo", 2, 0.2), ("spain", 3, 0.2)])
def test_an_hour_of_mashing(rules: str, seed: int, hours: float) -> None:
    with in_memory() as folder:
        for box in mash(folder, rules, seed, hours * HOUR):
            session = reduce(apply, map(from_text, box.journal.events()), None)
            state = box.table.snapshot().state
            assert session.now == state, "what is shown is what was kept"
            counted = [hand for hand in state.hands if hand.status is Status.COUNTS]
            assert all(engine_s(hand, state.book) == hand.result_json() for hand in counted)
        assert len(box.journal) > 300 * hours
        assert box.phases >= ({Phase.CALLS, Phase.CARDS, Phase.DOUBTS, Phase.MARKS} if hours >= 1 else {Phase.CALLS})
        with Journal(folder) as journal:
            assert journal.damage is None
        again = Mashed(folder, rules, seed)
        taken_up = again.table.snapshot().state
        assert replace(taken_up, next_match=state.next_match) == state, "but for what the start is told to play next"
        again.close()


def test_two_buttons_at_once_from_two_places_are_one_after_the_other(tmp_path: Path) -> None:
    """The box's own buttons, and a phone's: either comes first, and the other one finds what that has done."""
    with Journal(tmp_path / "data") as journal:
        appliance = Appliance(journal, devices(write_pictures(tmp_path / "p", {"hands": {}})), at_once())
        for _ in range(10):
            events = len(journal)
            appliance.press(Button.ENVIDO_NS)
            together, answers = threading.Barrier(2), dict[Button, Answer]()

            def press(button: Button, together: threading.Barrier, answers: dict[Button, Answer]) -> None:
                together.wait(30.0)
                answers[button] = appliance.press(button)

            threads = [
                threading.Thread(target=press, args=(button, together, answers))
                for button in (Button.IDUKI, Button.TIRA)
            ]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join(30.0)
            assert sorted(answer.done for answer in answers.values()) == [False, True]
            assert len(journal) == events + 2
            state = appliance.snapshot().state
            assert state.phase in (Phase.CALLS, Phase.CARDS)
            appliance.press(Button.BACK)
            appliance.press(Button.BACK)
        appliance.close()
