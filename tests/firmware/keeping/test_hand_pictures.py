"""Pictures of the hands: each that was read is kept, the oldest go first, those in dispute never."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import threading
from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from itertools import islice
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from PIL import Image

from firmware.keeping.hand_pictures import HELD, HandPictures
from firmware.keeping.journal import Journal
from firmware.keeping.journal_copy import brought_up
from firmware.keeping.journal_reading import COPY, NAME
from firmware.session.buttons import Button
from firmware.session.cards.disputes import disputed
from firmware.session.event_text import from_text, kind_of
from firmware.session.events import KINDS, CardsRead, CorrectionProposed, DeskJoined, Event, JudgeActed
from firmware.session.finished import Finished
from firmware.session.state import Phase, State
from firmware.table.appliance import Appliance
from firmware.table.reading_desk import Shots
from tests.firmware.keeping.pictures_kept import in_dispute, numbers
from tests.firmware.playing import presses, table
from tests.firmware.screens.gallery import HANDS, Play, cards_read, reading
from vision.picture import Picture


def noise(seed: int, width: int = 200, height: int = 100) -> Picture:
    return Picture(np.random.default_rng(seed).integers(0, 256, (height, width, 3), np.uint8))


def size_of_one(folder: Path) -> int:
    HandPictures(folder).keep(1, noise(1))
    (path,) = folder.iterdir()
    return path.stat().st_size


def test_the_oldest_go_first_and_those_in_dispute_never(tmp_path: Path) -> None:
    pictures = HandPictures(tmp_path / "pictures", most=5 * size_of_one(tmp_path / "one") + 2000)
    for number in range(1, 21):
        pictures.keep(number, noise(number))
        if number in (3, 4, 12):
            pictures.hold(number)
        for path in (tmp_path / "pictures").iterdir():  # a clock that runs backwards
            os.utime(path, (10_000 - number, 10_000 - number))
    assert numbers(pictures) == [3, 4, 12, 16, 17, 18, 19, 20]
    assert pictures.find(12) is not None
    assert pictures.find(5) is None


def test_room_on_the_disk_is_left_for_the_journal(tmp_path: Path) -> None:
    pictures = HandPictures(tmp_path / "pictures", spare=1 << 60)
    for number in range(1, 5):
        pictures.keep(number, noise(number))
    pictures.hold(4)
    pictures.keep(9, noise(9))
    assert numbers(pictures) == [3, 4, 9]


def test_a_large_picture_is_kept_smaller(tmp_path: Path) -> None:
    pictures = HandPictures(tmp_path)
    pictures.keep(7, Picture(np.zeros((2592, 4608, 3), np.uint8)))
    found = pictures.find(7)
    assert Image.open(found).size == (2304, 1296)


def test_what_a_power_cut_left_is_cleared(tmp_path: Path) -> None:
    pictures = HandPictures(tmp_path)
    pictures.keep(7, noise(7))
    pictures.keep(9, noise(9))
    (tmp_path / "00000010.jpg.1.new").write_bytes(b"half")
    (tmp_path / "somebody's.txt").write_text("x")
    pictures.clear(8)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["00000007.jpg", "somebody's.txt"]


def test_a_picture_in_dispute_whose_event_the_journal_has_lost_makes_way_and_stays(tmp_path: Path) -> None:
    pictures = HandPictures(tmp_path)
    for number in (7, 9):
        pictures.keep(number, noise(number))
        pictures.hold(number)
    lost = pictures.find(9).read_bytes()
    pictures.clear(8)
    assert pictures.find(9) is None
    assert pictures.find(7)
    (aside,) = (tmp_path / HELD).glob("00000009-until-*.jpg")
    assert aside.read_bytes() == lost


def test_pictures_are_there_again_with_the_events_that_the_copy_brings_back(tmp_path: Path) -> None:
    """The journal has lost its end, and the stick with its copy comes only at the next start."""
    data, stick = tmp_path / "data", tmp_path / COPY
    with Journal(data) as journal:
        appliance = table(journal)
        for _ in islice(presses(appliance, random.Random(8)), 150):
            pass
        appliance.close()
        events = brought_up(journal.path, stick)
    had, held = (look(HandPictures(data / "pictures")) for look in (numbers, in_dispute))
    database = sqlite3.connect(data / NAME)
    database.execute("DELETE FROM event WHERE seq > 19")
    database.commit()
    database.close()
    for copy, kept in ((None, 19), (stick, events)):
        with Journal(data, copy) as journal:
            appliance = table(journal)
            assert appliance.table.events >= kept
            appliance.close()
    assert (numbers(HandPictures(data / "pictures")), in_dispute(HandPictures(data / "pictures"))) == (had, held)


def test_a_hand_that_was_read_at_another_table_has_none_of_this_ones_pictures(tmp_path: Path) -> None:
    with Journal(tmp_path / "other") as journal:
        other = table(journal)
        for _ in islice(presses(other, random.Random(3)), 60):
            pass
        told, hands = list(journal.events()), len(other.table.state.noted)
        assert any(noted.reading for noted in other.table.state.noted)
        other.close()
    with Journal(tmp_path / "own") as journal:
        appliance = table(journal)
        for _ in islice(presses(appliance, random.Random(4)), 60):
            pass
        own, readings = list(journal.events()), [noted.reading for noted in appliance.table.state.noted]
        appliance.take_over(own, DeskJoined(1), lambda: None)
        assert list(journal.events()) == own
        assert [noted.reading for noted in appliance.table.state.noted] == readings
        for _ in range(2):  # told again, it is not kept again
            appliance.take_over(told, DeskJoined(1), lambda: None)
            assert [noted.reading for noted in appliance.table.state.noted] == [None] * hands
            assert len(journal) == len(own) + len(told) + 2
        appliance.close()


def test_what_another_table_told_is_taken_over_once_the_picture_in_hand_is_read(tmp_path: Path) -> None:
    with Journal(tmp_path / "other") as journal:
        other = waiting_for_cards(journal, 5)
        told = list(journal.events())
        other.close()
    with Journal(tmp_path / "own") as journal:
        appliance, begun, goes_on = waiting_for_cards(journal, 3), threading.Event(), threading.Event()
        read, own = appliance.desk.read, len(journal)

        def slowly(name: str) -> Shots:
            begun.set()
            goes_on.wait(20)
            return read(name)

        appliance.desk.read = slowly  # type: ignore[method-assign]
        threads = [threading.Thread(target=appliance.press, args=(Button.READ,))]
        threads.append(threading.Thread(target=appliance.take_over, args=(told, DeskJoined(1), lambda: None)))
        threads[0].start()
        assert begun.wait(20)
        threads[1].start()
        threads[1].join(0.2)
        goes_on.set()
        for thread in threads:
            thread.join(20)
        kinds = [kind_of(body) for body in journal.events()]
        assert kinds[own] == CardsRead.kind
        assert kinds[own + 1 : -1] == [DeskJoined.kind, *(kind_of(body) for body in told)]
        appliance.close()


def waiting_for_cards(journal: Journal, seed: int) -> Appliance:
    """A table at which all is called."""
    appliance = table(journal)
    for _ in presses(appliance, random.Random(seed)):
        if appliance.table.state.phase is Phase.CARDS:
            break
    return appliance


def test_a_table_starts_whatever_lies_among_its_pictures(tmp_path: Path) -> None:
    (tmp_path / "pictures" / "00000099.jpg").mkdir(parents=True)
    with Journal(tmp_path) as journal:
        appliance = table(journal)
        assert appliance.press(Button.PASO).done
        appliance.close()


def test_a_disk_that_refuses_is_said(tmp_path: Path) -> None:
    (tmp_path / "pictures").write_text("a file where the folder should be")
    with pytest.raises(OSError):
        HandPictures(tmp_path / "pictures").keep(1, noise(1))


def test_every_read_hand_has_its_picture_and_disputes_stay(tmp_path: Path) -> None:
    settled = set[int]()
    with Journal(tmp_path) as journal:
        appliance = table(journal)
        playing = presses(appliance, random.Random(8))
        reading = 0
        for _ in range(150):
            phase = appliance.snapshot().state.phase
            button = next(playing)
            (body,) = journal.events(after=len(journal) - 1)
            event = from_text(body)
            if isinstance(event, CardsRead):
                reading = len(journal)
            if phase in (Phase.DOUBTS, Phase.CONFLICT) and button is Button.OK:
                settled.add(reading)
        read = [n for n, body in enumerate(journal.events(), 1) if isinstance(from_text(body), CardsRead)]
        appliance.close()
    pictures = HandPictures(tmp_path / "pictures")
    assert numbers(pictures) == read
    held = set(in_dispute(pictures))
    assert settled
    assert settled <= held < set(read)


def test_a_dispute_that_was_not_marked_before_the_power_cut_is_marked_at_the_start(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        appliance = table(journal)
        for _ in zip(range(150), presses(appliance, random.Random(8)), strict=False):
            pass
        appliance.close()
    pictures, folder = HandPictures(tmp_path / "pictures"), tmp_path / "pictures"
    held = in_dispute(pictures)
    for path in (folder / "in-dispute").iterdir():
        path.rename(folder / path.name)
    assert held
    assert in_dispute(pictures) == []
    with Journal(tmp_path) as journal:
        table(journal).close()
    assert in_dispute(pictures) == held


def test_pictures_leave_the_last_of_the_disk_to_the_journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pictures = HandPictures(tmp_path / "pictures")
    pictures.keep(1, noise(1))
    pictures.hold(1)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: SimpleNamespace(free=10 << 20))
    with pytest.raises(OSError, match="no room left"):
        pictures.keep(2, noise(2))
    assert numbers(pictures) == [1]


def test_a_picture_that_would_find_no_room_all_the_same_costs_no_other(tmp_path: Path) -> None:
    pictures = HandPictures(tmp_path, free=lambda _: free)
    free = 1 << 30
    for number in range(1, 5):
        pictures.keep(number, noise(number))
    free = 10 << 20
    with pytest.raises(OSError, match="no room left"):
        pictures.keep(5, noise(5))
    assert numbers(pictures) == [1, 2, 3, 4]


DISPUTES = {
    *(
        "card-settled",
        "reading-confirmed",
        "round-struck",
        "announcement-told",
        "fault-mended",
        "entry-begun",
        "karta-aldia-voided",
    ),
}
"""The events that put the hand that was read just before them in dispute, by themselves."""
NO_DISPUTES = {
    *("match-started", "match-proposed", "names-given", "esku-chosen", "perete-declared", "ends-swapped"),
    *("call-made", "bid-changed", "raise-stands", "round-passed"),
    *("cards-read", "card-entered", "card-removed"),
    *("correction-proposed", "judge-acted"),  # about a hand of the match, which the table looks up
    *("agreed", "result-confirmed", "card-told", "undone"),
    *("clock-started", "time-passed", "time-added", "absence-told", "karta-aldia-started", "picture-placed"),
    "camera-placed",
    *("desk-joined", "judge-called", "call-taken-back", "call-told", "clock-told"),
}
"""Those that do not."""


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: str(kind.kind))
def test_every_kind_of_event_is_known_to_be_a_dispute_or_none(kind: type[Event]) -> None:
    empty = {field.name: None for field in fields(kind)}  # type: ignore[arg-type]
    assert (kind.kind in DISPUTES) is not (kind.kind in NO_DISPUTES)
    assert disputed(kind(**empty), read(HANDS, number=1), Play().state) == (1 if kind.kind in DISPUTES else None)
    assert disputed(kind(**empty), Play().state, Play().state) is None, "nothing was read before it"


def read(hands: Mapping[str, str], *buttons: str, rules: str = "nabo", number: int) -> State:
    """The state after these buttons and a reading that is the event of that number."""
    play = Play(rules).press(*buttons)
    return play.happen(replace(cards_read(play.session, reading(hands)), number=number)).state


def test_cards_that_need_somebody_s_word_are_a_dispute() -> None:
    void = {"N": "12o 12c 4o 5o", "W": "1o 1c 6o 10o", "S": "11o 7o 6c 5c", "E": "10c 7c 6e 4c"}
    crossed = read({**HANDS, "W": "10b 3o 7c 4c"}, "paso", "paso", "envido-ns", "iduki", number=7)
    judged = read(void, "paso", "paso", "hordago", "hordago", "iduki", rules="federacion", number=8)
    event = CardsRead("a", {}, {"id": 1})
    states = (crossed, judged, read(HANDS, number=9))
    assert [disputed(event, None, state) for state in states] == [7, 8, None]
    assert [state.noted[0].reading for state in states[1:]] == [8, 9]


def corrected(hand: Finished) -> Event:
    change = {"change": "esku", "esku": hand.record.esku.next.value}
    return CorrectionProposed(hand.entry, (change,))


def voided(hand: Finished) -> Event:
    return JudgeActed({"kind": "voided", "of": hand.entry, "by": "judge", "reason": "x"})


@pytest.mark.parametrize("questioned", [corrected, voided])
def test_a_correction_or_a_judge_s_act_holds_the_picture_of_its_hand(
    tmp_path: Path, questioned: Callable[[Finished], Event]
) -> None:
    with Journal(tmp_path) as journal:
        appliance = table(journal)
        playing = presses(appliance, random.Random(8))
        pictures = HandPictures(tmp_path / "pictures")

        def plain() -> list[int]:
            """Places of hands whose pictures may go."""
            free = set(numbers(pictures)) - set(in_dispute(pictures))
            return [place for place, noted in enumerate(appliance.table.state.noted) if noted.reading in free]

        while len(plain()) < 3 or appliance.table.state.phase is not Phase.MARKS:
            next(playing)
        held, first = len(in_dispute(pictures)), plain()[0]
        appliance.table.keep(questioned(appliance.table.state.hands[first]))
        assert first not in plain()
        assert len(in_dispute(pictures)) == held + 1
        appliance.close()
