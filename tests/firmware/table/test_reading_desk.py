"""The reading desk by itself: what a picture says, and whether another reading is worth keeping."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from dataclasses import replace
from itertools import count
from pathlib import Path

import numpy as np
import pytest

from engine.seats import Seat
from engine.sentences import Sentence
from firmware.decks import kept
from firmware.decks.kept import choose_deck, chosen_deck, keep_deck
from firmware.devices.cameras.camera import CameraError
from firmware.devices.choose import Devices
from firmware.keeping.hand_pictures import HandPictures
from firmware.keeping.journal import Journal
from firmware.session.buttons import Button
from firmware.session.events import CallMade, CardSettled, RoundPassed, Undone
from firmware.table.appliance import Appliance
from firmware.table.reading_desk import ReadingDesk, Shots
from firmware.table.table import Table
from tests.firmware.playing import EndlessCamera, RandomEyes
from tests.firmware.screens.gallery import HANDS, reading
from tests.firmware.scripted import at_once
from vision.enrolled.deck import DeckError, EnrolledDeck
from vision.picture import Picture
from vision.reading import Doubt, TableReading

UNSURE = (Doubt("count", Sentence("something that may be a card was left out")),)


class Desk:
    """A table at which all is called, and its reading desk."""

    def __init__(self, folder: Path, eyes: RandomEyes | None = None) -> None:
        self.eyes = eyes or RandomEyes()
        devices = Devices(EndlessCamera(), self.eyes)
        pictures = HandPictures(folder / "pictures")
        self.table = Table(Journal(folder), devices.camera, None, pictures)
        self.desk = ReadingDesk(self.table, devices, pictures, threading.RLock())
        for _ in range(4):
            self.table.keep(RoundPassed())

    def shots(self, read: TableReading) -> Shots:
        """What comes of a picture in which this is read."""
        self.eyes.read_frames = lambda *rest: read  # type: ignore[method-assign]
        return self.desk.read("frame-000001")

    def keep(self, read: TableReading) -> None:
        shots = self.shots(read)
        self.desk.pictures.keep(())
        self.table.keep(shots.event)
        self.desk.has_read()

    def worth(self, read: TableReading, least: int) -> bool:
        waiting = self.desk.waiting()
        assert waiting is not None
        return self.desk.worth_keeping(waiting, self.shots(read), least)


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def test_a_camera_or_a_reader_that_fails_is_a_doubt_in_words(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(pictures: object, name: str, players: int, packs: object) -> TableReading:
        raise RuntimeError("no network")

    def gone(name: str) -> Picture:
        raise CameraError("The camera gives no picture.")

    monkeypatch.setattr(desk.desk._eyes, "read_frames", broken)
    assert [doubt.text for doubt in desk.desk.read("frame-000001").reading.doubts] == [
        "frame-000001 could not be read: no network"
    ]
    monkeypatch.setattr(desk.desk._camera, "capture", gone)
    assert [doubt.text for doubt in desk.desk.read("frame-000001").reading.doubts] == ["The camera gives no picture."]


def test_a_reading_that_nobody_asked_for_needs_enough_cards_or_none_to_ask_about(desk: Desk) -> None:
    assert desk.worth(reading(HANDS), least=17), "it leaves nothing to ask"
    assert desk.worth(reading(HANDS, UNSURE), least=16)
    assert not desk.worth(reading(HANDS, UNSURE), least=17)


def test_while_a_question_is_asked_another_reading_has_to_take_it_away(desk: Desk) -> None:
    desk.keep(reading(HANDS, UNSURE))
    assert not desk.worth(reading(HANDS, UNSURE), least=0)
    assert not desk.worth(reading({**HANDS, "N": "1o 1c 1e 2b"}), least=0), "other cards are another hand"
    assert desk.worth(reading(HANDS), least=0)


def test_what_a_player_has_settled_is_not_asked_again(desk: Desk) -> None:
    first, second, third = (Doubt("card", Sentence.plain("unsure"), Seat.N, card) for card in range(3))
    desk.keep(reading(HANDS, (first, second, third)))
    desk.table.keep(CardSettled(0, HANDS["N"].split()[0]))
    assert not desk.worth(reading(HANDS, (first,)), least=0)
    assert desk.worth(reading(HANDS, (second,)), least=0)
    assert desk.worth(reading(HANDS, (replace(first, suit_only=True),)), least=0), "no mark hangs on it"


def test_cards_whose_reading_was_taken_back_are_told_from_others(desk: Desk) -> None:
    desk.keep(reading(HANDS))
    assert desk.desk.waiting() is None, "it is marked"
    desk.table.keep(Undone())
    waiting = desk.desk.waiting()
    assert waiting.taken_back
    desk.table.keep(Undone())
    assert desk.desk.waiting() is None, "a round is open again"
    desk.table.keep(CallMade("NS envido 2"))
    desk.table.keep(CallMade("EW iduki"))
    again = desk.desk.waiting()
    assert not again.taken_back


def test_a_reading_that_goes_wrong_leaves_the_table_free_for_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def out_of_memory(number: int, picture: Picture) -> None:
        raise MemoryError

    pictures = HandPictures(tmp_path / "pictures")
    with Journal(tmp_path) as journal:
        appliance = Appliance(journal, Devices(EndlessCamera(), RandomEyes()), at_once(pictures=pictures))
        for _ in range(4):
            appliance.press(Button.PASO)
        with monkeypatch.context() as broken:
            broken.setattr(pictures, "keep", out_of_memory)
            with pytest.raises(MemoryError):
                appliance.press(Button.READ)
        assert not appliance.snapshot().view.busy
        assert appliance.press(Button.READ).done
        assert appliance.snapshot().state.laid
        appliance.close()


class EyesThatLoad(RandomEyes):
    """They load the decks that they are to recognise."""

    def use(self, deck: object, learned: Iterable[object] = ()) -> None:
        list(learned)


@pytest.mark.parametrize(("chosen", "logged"), [("club", ["guest"]), ("guest", ["club"]), (None, ["club", "guest"])])
def test_that_a_deck_cannot_be_read_is_told_once_at_a_start(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    chosen: str | None,
    logged: list[str],
) -> None:
    tries = count()

    def damaged(path: Path) -> EnrolledDeck:
        raise DeckError(f"{path}: damaged otherwise at every try, now at {next(tries)}")

    monkeypatch.setattr(kept, "load_deck", damaged)
    for name in ("club", "guest"):
        keep_deck(EnrolledDeck(name, np.zeros((1, 40, 128, 80, 3), np.uint8)), tmp_path)
    choose_deck(chosen, tmp_path)
    notes = Desk(tmp_path, EyesThatLoad()).desk.notes
    assert [note.values["deck"] for note in notes] == ([chosen] if chosen else [])
    assert sorted(Path(record.getMessage().split(": ")[1]).stem for record in caplog.records) == logged


def test_that_the_decks_cannot_be_listed_is_logged_at_a_start(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "decks").write_bytes(b"no folder")
    Desk(tmp_path, EyesThatLoad())
    (record,) = caplog.records
    assert record.getMessage().endswith("decks: cannot be read: Not a directory")


def test_the_eyes_read_with_the_deck_that_was_chosen_last(tmp_path: Path) -> None:
    """Learning a deck and choosing one come from two threads of the page."""
    desk = Desk(tmp_path)
    keep_deck(EnrolledDeck("club", np.zeros((1, 40, 128, 80, 3), np.uint8)), tmp_path)
    begun, go_on, used = threading.Event(), threading.Event(), list[str | None]()

    def use(deck: EnrolledDeck | None, learned: Iterable[EnrolledDeck] = ()) -> None:
        if deck is None:
            begun.set()
            go_on.wait(20)
        used.append(deck.name if deck else None)

    desk.eyes.use = use  # type: ignore[method-assign]
    learning = threading.Thread(target=desk.desk.recognise)
    learning.start()
    assert begun.wait(20)
    choosing = threading.Thread(target=desk.desk.use_deck, args=("club",))
    choosing.start()
    choosing.join(0.3)
    go_on.set()
    for thread in (learning, choosing):
        thread.join(20)
    assert used == [None, "club"]
    assert desk.desk.deck == chosen_deck(tmp_path) == "club"
