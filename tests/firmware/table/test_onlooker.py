"""Reading by itself, on simulated scenes of frames: no time passes, and nothing sleeps."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from importlib.resources import files
from itertools import groupby, pairwise
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.cards import Card
from engine.seats import Seat
from engine.sentences import Sentence
from firmware.devices.cameras.camera import CameraError, LiveCamera
from firmware.devices.cameras.camera_watch import CameraWatch
from firmware.devices.cameras.frames import FRAMES
from firmware.devices.cameras.pi_camera import PiCamera
from firmware.devices.choose import Devices
from firmware.devices.eyes import Eyes
from firmware.devices.light.lighting import Lighting
from firmware.keeping.hand_pictures import HandPictures
from firmware.keeping.journal import Journal
from firmware.keeping.journal_form import DiskFullError
from firmware.screens.trouble import Trouble
from firmware.session.buttons import Button
from firmware.session.event_text import from_text
from firmware.session.events import CardsRead
from firmware.session.state import Phase
from firmware.session.view import LIVE, View
from firmware.table.appliance import Appliance
from firmware.table.onlooker import (
    AGAIN_AFTER,
    EMPTY_FOR,
    EVERY,
    INSISTS_AFTER,
    LONGEST_PAUSE,
    NOTHING_THERE,
    STILL_FOR,
    Onlooker,
)
from tests.firmware.devices.picamera2_stand_in import Sensor, camera_on
from tests.firmware.screens.gallery import reading
from tests.firmware.scripted import HANDS, StandInEyes, at_once
from vision.picture import Picture, load
from vision.reading import Alternative, Doubt, TableReading

HEIGHT, WIDTH = 360, 640
PLACES = {"N": (40, 200), "W": (140, 20), "S": (280, 200), "E": (140, 420)}
Hands = dict[str, str]


class Table:
    """A simulated table: what lies on it, who reaches over it, and what is wrong with the camera."""

    def __init__(self) -> None:
        self.hands: Hands = {}
        self.down: tuple[str, ...] = ()
        self.apart = 46
        self.arm: int | None = None
        self.covered = self.gone = self.frozen = False
        self.doubts: tuple[Doubt, ...] = ()
        self.between: Callable[[int], object] = lambda frame: None
        self._noise = np.random.default_rng(3).normal(0, 1.5, (HEIGHT, WIDTH)).astype(np.float32)
        self._last: NDArray[np.uint8] | None = None
        self.frames = 0

    def lies(self) -> list[tuple[str, int]]:
        return [(seat, place) for seat, cards in self.hands.items() for place, _ in enumerate(cards.split())]

    def frame(self) -> NDArray[np.uint8]:
        """The table from above as grey levels: cards are light, a hand is darker, and every frame has its noise."""
        if self.gone:
            raise CameraError("The camera gives no picture.")
        if self.frozen and self._last is not None:
            return self._last
        self.frames += 1
        self.between(self.frames)
        grey = np.full((HEIGHT, WIDTH), 70.0, np.float32)
        for seat, place in self.lies():
            y, x = PLACES[seat]
            x += self.apart * place
            grey[y : y + 60, x : x + 40] = 225
            card = self.hands[seat].split()[place]
            grey[y + 10 : y + 50, x + 8 : x + 32] = 60 + 8 * (sum(map(ord, card)) % 15)
        for seat in self.down:
            y, x = PLACES[seat]
            grey[y : y + 60, x : x + 60] = 130
        if self.arm is not None:
            grey[self.arm : self.arm + 120, 250:330] = 150
        if self.covered:
            grey[:] = 5
        noisy = grey + np.roll(self._noise, 7 * self.frames, axis=1)
        self._last = np.clip(noisy, 0, 255).astype(np.uint8)
        return self._last


class TableCamera(LiveCamera):
    """A live camera over the simulated table."""

    id = "table"

    def __init__(self, table: Table) -> None:
        self._table = table

    def capture(self, name: str) -> Picture:
        grey = self._table.frame()
        return Picture(np.dstack([grey] * 3))

    def glance(self) -> NDArray[np.uint8]:
        return self._table.frame()

    def reopen(self) -> None:
        pass

    def details(self) -> dict[str, object]:
        return {}

    def close(self) -> None:
        pass


class TableEyes(StandInEyes):
    """Reads what lies on the table, as the networks would: everything that is not under a hand."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self.readings = self.glances = 0
        self.fused: list[int] = []
        self.looks: list[int] = []

    def read_frames(
        self, pictures: Sequence[Picture], name: str, players: int = 4, packs: object = None
    ) -> TableReading:
        self.readings += 1
        self.fused.append(len(pictures))
        hands = self._table.hands
        counts = {seat: len(hands.get(seat, "").split()) for seat in PLACES}
        wrong = tuple(
            Doubt("count", Sentence.plain(f"{seat} has {count} cards in sight, not 4"), Seat(seat))
            for seat, count in counts.items()
            if count != 4
        )
        if all(picture.pixels.mean() < 10 for picture in pictures):
            black = Doubt("picture", Sentence.plain("the picture is black: is the lens covered, the light on?"))
            return reading({}, (Doubt("count", Sentence.plain("no card is in sight")), black))
        return reading(hands, (*wrong, *self._table.doubts))

    def in_sight(self, grey: NDArray[np.uint8]) -> int:
        self.glances += 1
        return len(self._table.lies()) + len(self._table.down)

    def look(self, picture: Picture) -> None:
        self.looks.append(len(self._table.lies()))

    def forget(self) -> None:
        self.looks.clear()


class Scene:
    """The whole table program but its threads, with a clock of its own."""

    def __init__(self, folder: Path) -> None:
        self.table, self.now = Table(), 100.0
        self.camera, self.eyes = TableCamera(self.table), TableEyes(self.table)
        self.watch = CameraWatch(self.camera)
        self.journal = Journal(folder / "data")
        self.pictures = HandPictures(folder / "data" / "pictures")
        self.lit: list[float] = []
        light = Lighting(SimpleNamespace(shine=self.lit.append, close=lambda: None))
        self.appliance = Appliance(
            self.journal,
            Devices(self.camera, self.eyes, watched=(self.watch,), light=light),
            at_once(pictures=self.pictures, clock=lambda: self.now),
        )
        self.onlooker = Onlooker(self.appliance, self.camera, self.eyes.in_sight, lambda: self.now)

    def wait(self, seconds: float, moving: bool = False) -> Scene:
        """So much time passes at the table; a hand moves over it, or nothing does."""
        end = self.now + seconds
        while self.now < end:
            if moving:
                self.table.arm = int(self.now * 100) % 200
            self.now += self.onlooker.step()
        if moving:
            self.table.arm = None
        return self

    def lay(self, hands: Hands) -> Scene:
        """These hands are laid out, and lie still for two seconds."""
        self.table.hands = hands
        return self.wait(2.0)

    def press(self, *buttons: Button) -> Scene:
        for button in buttons:
            self.appliance.press(button)
        return self

    def called(self) -> Scene:
        """The last round has been called."""
        return self.press(Button.PASO, Button.PASO, Button.PASO, Button.PASO)

    @property
    def phase(self) -> Phase:
        return self.appliance.snapshot().state.phase

    @property
    def readings(self) -> int:
        """How many were kept."""
        return sum(isinstance(from_text(body), CardsRead) for body in self.journal.events())

    def close(self) -> None:
        self.onlooker.close()
        self.appliance.close()
        self.journal.close()


@pytest.fixture(name="scene")
def _scene(tmp_path: Path) -> Iterator[Scene]:
    scene = Scene(tmp_path)
    yield scene
    scene.close()


def test_four_hands_that_lie_still_are_read_without_a_press(scene: Scene) -> None:
    scene.called().wait(3.0, moving=True)
    scene.table.hands = HANDS
    scene.wait(2.0, moving=True)
    assert (scene.phase, scene.eyes.readings, scene.eyes.glances) == (Phase.CARDS, 0, 0)
    scene.wait(STILL_FOR + 2 * EVERY)
    assert scene.phase is Phase.MARKS
    assert scene.eyes.fused == [FRAMES], "several frames are one reading"
    assert scene.eyes.glances == 1, "the cheap question is asked once"
    assert {
        seat.value: " ".join(map(str, cards)) for seat, cards in scene.appliance.snapshot().state.cards().items()
    } == HANDS


def test_the_lamp_shines_from_the_last_call_to_the_marks(scene: Scene) -> None:
    scene.wait(1.0)
    assert scene.lit == []
    scene.called().wait(1.0)
    assert scene.lit == [1.0]
    scene.lay(HANDS)
    assert scene.phase is Phase.MARKS
    assert [level for level, _ in groupby(scene.lit)] == [1.0, 0.0]


def test_hands_are_looked_at_while_they_come_down(scene: Scene) -> None:
    scene.called()
    for count, seat in enumerate("NWS", 1):
        scene.table.hands = {**scene.table.hands, seat: HANDS[seat]}
        scene.wait(2 * EVERY).wait(0.5, moving=True)
        assert scene.eyes.looks == [4, 8, 12][:count][:2], "whoever sees most of four hands reads them"
    scene.lay(HANDS)
    assert (scene.phase, scene.eyes.readings) == (Phase.MARKS, 1)


def test_what_was_seen_of_the_last_deal_is_forgotten(scene: Scene) -> None:
    scene.called()
    scene.table.hands = {"N": HANDS["N"]}
    scene.wait(2 * EVERY)
    assert scene.eyes.looks == [4]
    scene.lay(HANDS).press(Button.OK, *[Button.PASO] * 4)
    assert scene.phase is Phase.CARDS
    scene.table.hands = {"W": "1o 2o"}
    scene.wait(1.0, moving=True).wait(2 * EVERY)
    assert scene.eyes.looks == [2]


def test_nothing_is_looked_at_before_the_last_call(scene: Scene) -> None:
    scene.table.hands = HANDS
    scene.press(Button.ENVIDO_NS).wait(20.0).press(Button.IDUKI, Button.PASO, Button.PASO).wait(20.0)
    assert (scene.table.frames, scene.eyes.glances) == (0, 0)
    scene.press(Button.PASO).wait(2.0)
    assert scene.phase is Phase.MARKS


def test_an_accepted_hordago_shows_the_cards(scene: Scene) -> None:
    scene.press(Button.HORDAGO, Button.HORDAGO, Button.IDUKI)
    scene.lay(HANDS)
    assert scene.phase is Phase.GAME_WON


def test_the_button_reads_at_once(scene: Scene) -> None:
    scene.called()
    scene.table.hands = HANDS
    assert scene.appliance.press(Button.READ).done
    assert (scene.phase, scene.readings) == (Phase.MARKS, 1)


def test_hands_that_move_while_marks_are_shown_raise_no_second_reading(scene: Scene) -> None:
    scene.called().lay(HANDS)
    frames = scene.table.frames
    scene.wait(10.0, moving=True)
    scene.table.hands = {**HANDS, "N": "1o 2o 3e 4e"}
    scene.wait(10.0).wait(5.0, moving=True).wait(5.0)
    assert (scene.phase, scene.readings, scene.eyes.readings) == (Phase.MARKS, 1, 1)
    assert scene.table.frames == frames, "nobody looks any more"


def test_a_reading_that_was_taken_back_stays_so_until_the_cards_are_taken_away(scene: Scene) -> None:
    scene.called().lay(HANDS).press(Button.BACK).wait(20.0).wait(3.0, moving=True).wait(20.0)
    assert (scene.phase, scene.readings) == (Phase.CARDS, 1)
    scene.press(Button.LAST, Button.OK).wait(20.0)
    assert scene.readings == 1
    scene.table.hands = {}
    scene.wait(3.0)
    scene.table.hands = HANDS
    scene.wait(3.0)
    assert (scene.phase, scene.readings) == (Phase.MARKS, 2)
    scene.press(Button.BACK).wait(20.0)
    assert (scene.phase, scene.readings) == (Phase.CARDS, 2)
    scene.press(*[Button.BACK] * 4, Button.ENVIDO_EW, Button.IDUKI, *[Button.PASO] * 3).wait(3.0)
    assert (scene.phase, scene.readings) == (Phase.MARKS, 3), "another call was made"


def test_hands_that_are_still_coming_are_waited_for(scene: Scene) -> None:
    scene.called()
    for seat in "NWS":
        scene.table.hands = {**scene.table.hands, seat: HANDS[seat]}
        scene.wait(INSISTS_AFTER - 1.0).wait(0.5, moving=True)
    assert (scene.phase, scene.readings) == (Phase.CARDS, 0)
    scene.lay(HANDS)
    assert (scene.phase, scene.readings) == (Phase.MARKS, 1)


def test_hands_that_stay_incomplete_are_told_and_read_again_once_they_are_whole(scene: Scene) -> None:
    scene.called()
    scene.table.hands = {seat: HANDS[seat] for seat in "NWS"}
    scene.wait(INSISTS_AFTER + 1.0)
    assert scene.phase is Phase.DOUBTS
    assert "E has 0 cards in sight" in scene.appliance.snapshot().spoken()
    scene.wait(20.0).wait(2.0, moving=True).wait(20.0)
    assert scene.readings == 1, "as it lies it is not read again"
    scene.lay(HANDS)
    assert (scene.phase, scene.readings) == (Phase.MARKS, 2)


def test_a_seventeenth_card_is_one_sentence_and_gone_when_it_is(scene: Scene) -> None:
    scene.called().lay({**HANDS, "W": HANDS["W"] + " 1o"})
    state = scene.appliance.snapshot().state
    assert (state.phase, [doubt.text for doubt in state.open_doubts()]) == (
        Phase.DOUBTS,
        ["W has 5 cards in sight, not 4"],
    )
    assert state.finished is None
    scene.lay(HANDS)
    assert scene.phase is Phase.MARKS


def test_cards_that_are_cleared_away_before_the_reading(scene: Scene) -> None:
    scene.called()
    scene.table.hands = HANDS
    scene.wait(1.0, moving=True)
    scene.table.hands = {}
    scene.wait(2.0, moving=True).wait(EMPTY_FOR + 1.0)
    shown = scene.appliance.snapshot()
    assert (scene.phase, scene.eyes.readings) == (Phase.CARDS, 0)
    assert shown.spoken() == NOTHING_THERE
    scene.press(Button.PASO, Button.BACK).wait(30.0)
    assert scene.appliance.snapshot().view.notice is None, "it is said once"
    scene.press(Button.PASO, Button.PASO)
    assert scene.phase is Phase.CALLS
    assert scene.appliance.snapshot().state.deal == 2


def test_cards_that_are_cleared_away_while_they_are_read(scene: Scene) -> None:
    scene.called()
    scene.table.hands = HANDS
    scene.wait(STILL_FOR)
    taken = scene.table.frames + 2

    def clear(frame: int) -> None:
        if frame >= taken:
            scene.table.hands = {}

    scene.table.between = clear
    scene.wait(EMPTY_FOR + 2.0)
    assert (scene.phase, scene.readings, scene.eyes.readings) == (Phase.CARDS, 0, 1)
    assert scene.appliance.snapshot().spoken() == NOTHING_THERE


def test_an_empty_table_at_which_nobody_moves_is_left_alone(scene: Scene) -> None:
    scene.called().wait(60.0)
    assert scene.appliance.snapshot().view.notice is None
    assert scene.eyes.readings == 0


def test_hands_face_down_are_not_read(scene: Scene) -> None:
    scene.table.down = tuple(PLACES)
    scene.called().wait(5.0, moving=True).wait(30.0)
    assert (scene.phase, scene.eyes.readings) == (Phase.CARDS, 0)


def test_a_covered_camera_is_one_sentence_and_no_reading(scene: Scene) -> None:
    scene.called()
    scene.table.hands, scene.table.covered = HANDS, True
    scene.wait(20.0)
    scene.watch.look()
    scene.appliance.beat()
    assert scene.appliance.presenter.troubles == (Trouble.CAMERA_COVERED,)
    assert scene.appliance.snapshot().spoken() == "It is dark. Is the lens covered?"
    assert (scene.phase, scene.eyes.readings) == (Phase.CARDS, 0)
    scene.press(Button.READ)
    assert scene.phase is Phase.DOUBTS
    assert "the lens covered, the light on?" in scene.appliance.snapshot().spoken()
    scene.table.covered = False
    scene.watch.look()
    scene.appliance.beat()
    scene.wait(2.0)
    assert scene.phase is Phase.MARKS


@pytest.mark.parametrize("wrong", ["gone", "frozen"])
def test_a_camera_that_fails_reads_nothing_and_goes_on_when_it_is_back(scene: Scene, wrong: str) -> None:
    scene.table.hands = HANDS
    scene.table.frame()
    scene.called()
    setattr(scene.table, wrong, True)
    scene.wait(30.0)
    assert (scene.phase, scene.eyes.readings) == (Phase.CARDS, 0)
    scene.press(Button.READ)
    assert scene.phase is Phase.DOUBTS
    assert scene.eyes.readings == 0, "no old frame is taken for the table"
    assert [doubt.kind for doubt in scene.appliance.snapshot().state.open_doubts()] == ["picture"]
    setattr(scene.table, wrong, False)
    scene.table.arm = 10
    scene.wait(1.0)
    scene.table.arm = None
    scene.wait(2.0)
    assert scene.phase is Phase.MARKS


def lost(scene: Scene, monkeypatch: pytest.MonkeyPatch, times: int) -> list[float]:
    """So many whole pictures do not come, as of a phone on a bad network; when each was asked for."""
    whole, asked = scene.camera.capture, list[float]()

    def capture(name: str) -> Picture:
        if len(asked) < times:
            asked.append(scene.now)
            raise CameraError(Sentence.plain("The phone sends no picture."))
        return whole(name)

    monkeypatch.setattr(scene.camera, "capture", capture)
    return asked


def test_a_picture_that_does_not_come_is_asked_for_until_it_does(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """The hands lie still all the time."""
    asked = lost(scene, monkeypatch, 3)
    scene.called()
    scene.table.hands = HANDS
    scene.wait(7 * AGAIN_AFTER)
    assert (scene.phase, scene.readings) == (Phase.CARDS, 0)
    assert scene.appliance.snapshot().spoken() == "The phone sends no picture."
    scene.wait(2 * AGAIN_AFTER)
    assert [after - before for before, after in pairwise(asked)] == [AGAIN_AFTER, 2 * AGAIN_AFTER]
    assert (scene.phase, scene.readings) == (Phase.MARKS, 1)


def test_a_reading_that_the_disk_refuses_is_tried_until_it_takes_one(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The hands lie still all the time."""

    def refused(body: str, carry: str | None = None) -> None:
        raise DiskFullError("no space left")

    scene.called()
    scene.table.hands = HANDS
    with monkeypatch.context() as full:
        full.setattr(scene.journal, "append", refused)
        scene.wait(30.0)
    assert (scene.phase, scene.readings, scene.eyes.readings) == (Phase.CARDS, 0, 4)
    assert "disk is full" in scene.appliance.snapshot().spoken()
    scene.wait(LONGEST_PAUSE)
    assert (scene.phase, scene.readings) == (Phase.MARKS, 1)


def test_a_camera_that_never_gives_a_picture_is_asked_seldom_and_after_a_movement_at_once(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = lost(scene, monkeypatch, 100)
    scene.called()
    scene.table.hands = HANDS
    scene.wait(600.0)
    assert 8 < len(asked) < 16
    assert asked[-1] - asked[-2] == LONGEST_PAUSE
    before = len(asked)
    scene.wait(1.0, moving=True).wait(STILL_FOR + AGAIN_AFTER + 2 * EVERY)
    assert len(asked) == before + 2


def test_a_reading_that_breaks_off_is_not_tried_for_ever(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    def break_off(*_: object) -> bool:
        raise RuntimeError

    monkeypatch.setattr(scene.appliance.desk, "worth_keeping", break_off)
    scene.called()
    scene.table.hands = HANDS
    broken = 0
    for _ in range(200):
        scene.now += EVERY
        try:
            scene.onlooker.step()
        except RuntimeError:
            broken += 1
    assert broken == scene.eyes.readings == 2


def test_a_doubt_about_a_card_is_asked_and_not_read_over(scene: Scene) -> None:
    may_be = (Alternative(Card.parse("12o"), 0.6), Alternative(Card.parse("1o"), 0.4))
    scene.called()
    scene.table.hands, scene.table.doubts = (
        HANDS,
        (Doubt("card", Sentence.plain("N: 12o is not certain"), Seat.N, 0, may_be),),
    )
    scene.wait(2.0)
    assert scene.phase is Phase.DOUBTS
    scene.wait(5.0, moving=True).wait(10.0)
    assert scene.readings == 1
    scene.press(Button.OK)
    assert scene.phase is Phase.DOUBTS
    assert "Which card is it at North? 12 of oros" in scene.appliance.snapshot().spoken()
    scene.press(Button.NEXT, Button.OK)
    assert scene.phase is Phase.MARKS
    assert scene.appliance.snapshot().state.cards()[Seat.N][0] == Card.parse("1o")


def doubtful(scene: Scene, *places: int) -> None:
    """Cards at these places are read, and not surely."""
    cards = [Card.parse(name) for hand in HANDS.values() for name in hand.split()]
    scene.table.hands = HANDS
    scene.table.doubts = tuple(
        Doubt(
            "card", Sentence.plain(f"{cards[i]} is not certain"), list(Seat)[i // 4], i, (Alternative(cards[i], 0.6),)
        )
        for i in places
    )


def test_a_hand_that_is_spread_settles_its_doubt_without_a_press(scene: Scene) -> None:
    scene.called()
    doubtful(scene, 1, 13)
    scene.wait(2.0)
    assert scene.phase is Phase.DOUBTS
    said = scene.appliance.snapshot().spoken()
    assert said.startswith("North, East: lay the cards apart; they are read by themselves.")
    scene.wait(20.0).wait(2.0, moving=True)
    assert scene.readings == 1, "as it lies it is not read again"
    scene.table.apart, scene.table.doubts = 50, ()
    scene.wait(2.0)
    assert (scene.phase, scene.readings) == (Phase.MARKS, 2)
    scene.press(Button.BACK)
    assert scene.phase is Phase.DOUBTS, "the second reading is taken back"


def test_what_is_spread_in_part_leaves_the_rest_to_be_asked(scene: Scene) -> None:
    scene.called()
    doubtful(scene, 1, 13)
    scene.wait(2.0)
    doubtful(scene, 13)
    scene.table.apart = 50
    scene.wait(2.0)
    assert scene.appliance.snapshot().spoken().startswith("East: lay the cards apart")
    scene.press(Button.OK, Button.OK)
    assert scene.phase is Phase.MARKS


@pytest.mark.parametrize(
    "hands",
    [
        {**HANDS, "W": ""},
        dict.fromkeys(HANDS, ""),
        {**HANDS, "W": "11b 3o 7c 5c"},
        {"N": "1o 2o 3e 4e", "W": "5e 6e 7o 10b", "S": "11c 1c 2c 3c", "E": "4b 5b 6b 7b"},
    ],
    ids=["one taken up", "all taken up", "a sure card is another", "another deal"],
)
def test_a_question_is_not_lost_to_what_comes_after_the_hands(scene: Scene, hands: Hands) -> None:
    scene.called()
    doubtful(scene, 1)
    scene.wait(2.0)
    before = scene.appliance.snapshot()
    scene.table.hands, scene.table.doubts = {seat: hand for seat, hand in hands.items() if hand}, ()
    scene.wait(3.0, moving=True).wait(30.0)
    after = scene.appliance.snapshot()
    assert after.state == before.state
    assert after.view == before.view
    scene.press(Button.OK, Button.OK)
    assert scene.phase is Phase.MARKS


def test_nobody_is_told_to_lay_out_cards_that_are_only_asked_about(scene: Scene) -> None:
    scene.called()
    doubtful(scene, 1)
    scene.wait(2.0).press(Button.OK)
    scene.table.hands, scene.table.doubts = {}, ()
    scene.wait(3.0, moving=True).wait(30.0)
    assert scene.appliance.snapshot().view == LIVE


def test_a_reading_that_says_no_more_is_not_kept(scene: Scene) -> None:
    scene.called()
    doubtful(scene, 1)
    scene.wait(2.0)
    scene.table.apart = 50
    scene.wait(20.0)
    assert scene.eyes.readings > 1
    assert scene.readings == 1
    assert scene.appliance.snapshot().view == View(spread=True)


def test_a_thing_that_was_left_out_and_is_taken_away(scene: Scene) -> None:
    scene.called()
    scene.table.hands = HANDS
    scene.table.doubts = (Doubt("count", Sentence.plain("something that may be a card was left out")),)
    scene.wait(2.0)
    laid = scene.appliance.snapshot().state.laid
    assert laid.to_confirm()
    scene.table.apart, scene.table.doubts = 50, ()
    scene.wait(2.0)
    assert (scene.phase, scene.readings) == (Phase.MARKS, 2)


def test_somebody_who_says_which_card_it_is_is_not_disturbed(scene: Scene) -> None:
    scene.called()
    doubtful(scene, 1)
    scene.wait(2.0).press(Button.HORDAGO)
    path = scene.appliance.snapshot().view.path
    assert path
    scene.table.apart, scene.table.doubts = 50, ()
    scene.wait(5.0)
    assert scene.appliance.snapshot().view.path == path
    scene.press(Button.NEXT)
    assert scene.appliance.snapshot().state.cards()[Seat.N][1] == Card.parse("12b")


def test_nobody_is_disturbed_who_looks_at_something_else(scene: Scene) -> None:
    scene.called().wait(1.0)
    scene.appliance.press(Button.PASO)
    scene.table.hands = HANDS
    scene.wait(20.0)
    assert scene.appliance.snapshot().view.voiding
    scene.press(Button.BACK).wait(2.0)
    assert scene.phase is Phase.MARKS


def test_a_doubt_shows_its_card_after_a_restart_too(scene: Scene, tmp_path: Path) -> None:
    doubt = Doubt("card", Sentence.plain("N: 12o is not certain"), Seat.N, 0, (Alternative(Card.parse("12o"), 0.6),))
    scene.called()
    scene.table.hands, scene.table.doubts = HANDS, (doubt,)
    scene.wait(2.0)
    before = scene.appliance.snapshot()
    assert before.cutout is not None
    scene.close()
    again = Scene(tmp_path)
    after = again.appliance.snapshot()
    assert after.state == before.state
    assert after.view == before.view == View(spread=True)
    assert after.cutout.size == before.cutout.size
    assert again.appliance.desk.pictures.jpeg() is not None, "the panel shows the picture that was read"
    again.press(Button.READ, Button.BACK)
    assert again.appliance.snapshot().cutout is not None, "taking a reading back shows the one before it"
    for path in (tmp_path / "data" / "pictures").rglob("*.jpg"):
        path.unlink()
    again.close()
    last = Scene(tmp_path)
    assert last.appliance.snapshot().cutout is None
    assert last.appliance.desk.pictures.jpeg() is None
    last.close()


def test_the_real_eyes_read_by_themselves_what_a_camera_like_the_box_s_sees(tmp_path: Path) -> None:
    hand = Path(str(files("firmware").joinpath("demo", "hand-01.jpg")))
    seen = np.ascontiguousarray(load(hand).pixels[:, :, ::-1])
    table = np.empty_like(seen)
    table[:] = np.median(seen[600:700, 1100:1200], axis=(0, 1))
    sensor, eyes = Sensor(table), Eyes()
    camera = PiCamera(camera_on(sensor))
    with Journal(tmp_path) as journal:
        appliance = Appliance(journal, Devices(camera, eyes), at_once())
        now = iter(range(1000))
        onlooker = Onlooker(appliance, camera, eyes.in_sight, lambda: next(now) / 2)
        for _ in range(4):
            appliance.press(Button.PASO)
        for scene in (table, table, np.roll(seen, 40, axis=1), seen):
            sensor.scene = scene
            onlooker.step()
        assert appliance.snapshot().state.phase is Phase.CARDS
        for _ in range(3):
            onlooker.step()
        state = appliance.snapshot().state
        assert state.phase is Phase.MARKS
        truth = json.loads(hand.with_name("truth.jsonl").read_text("utf-8").splitlines()[0])
        assert {(str(card), seat.value) for seat, cards in state.cards().items() for card in cards} == {
            (card["card"], card["seat"]) for card in truth["cards"]
        }
        appliance.close()
