"""The presenter by itself: what is shown, who is told, and what comes without a press."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from engine.sentences import Sentence
from firmware.devices.choose import Devices
from firmware.keeping.hand_pictures import HandPictures
from firmware.keeping.journal import Journal
from firmware.session.events import Agreed, CorrectionProposed, Event, RoundPassed
from firmware.session.view import LIVE, View
from firmware.table.presenter import Presenter
from firmware.table.reading_desk import ReadingDesk
from firmware.table.table import Table
from tests.firmware.playing import EndlessCamera, RandomEyes
from tests.firmware.screens.gallery import HANDS, cards_read, reading
from tests.firmware.scripted import at_once
from tests.firmware.scripted_parts import ScriptedDisplay
from vision.checks.mirrored import MIRRORED
from vision.reading import Doubt

Make = Callable[..., Presenter]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    def made(*displays: ScriptedDisplay, **options: object) -> Presenter:
        devices, lock = Devices(EndlessCamera(), RandomEyes(), displays), threading.RLock()
        pictures = HandPictures(tmp_path / "pictures")
        table = Table(Journal(tmp_path), devices.camera, None, pictures)
        return Presenter(table, ReadingDesk(table, devices, pictures, lock), displays, at_once(**options), lock)

    return made


def test_everybody_who_looks_is_told_of_every_change(make: Make) -> None:
    display, told = ScriptedDisplay(), list[int]()
    presenter = make(display)
    end = presenter.watch(lambda: told.append(presenter.snapshot().version))
    presenter.look(View(voiding=True))
    presenter.refuse(Sentence("No."))
    end()
    presenter.look(LIVE)
    assert told == [1, 2]
    assert len(display.shown) == 3
    assert presenter.snapshot().version == 3


@pytest.mark.parametrize(("view", "after"), [(View(busy=True), View(busy=True)), (View(voiding=True), LIVE)])
def test_a_guest_that_leaves_ends_no_reading(make: Make, view: View, after: View) -> None:
    presenter = make()
    presenter.look(view)
    presenter.receive(None)
    assert presenter.snapshot().view == after


def test_whoever_looks_waits_for_no_press(make: Make) -> None:
    """A press has the lock while it is written, and a disk may take its time."""
    presenter, held, ends = make(), threading.Event(), threading.Event()

    def press() -> None:
        with presenter._lock:
            presenter.look(View(voiding=True))
            held.set()
            ends.wait(30.0)

    pressing = threading.Thread(target=press)
    pressing.start()
    assert held.wait(10.0)
    presenter.watch(lambda: None)()
    assert presenter.snapshot().view.voiding
    assert pressing.is_alive()
    ends.set()
    pressing.join()


def test_a_sentence_goes_by_itself_unless_something_else_was_looked_at(make: Make) -> None:
    presenter, gone = make(notice_seconds=0.01), threading.Event()
    presenter.watch(lambda: gone.set() if not presenter.view.notice else None)
    presenter.tell(Sentence("Lay out the cards."))
    assert gone.wait(10.0)
    assert presenter.view == LIVE
    presenter.look(replace(LIVE, page=1))
    presenter.tell(Sentence("This is not told."))
    assert presenter.view == replace(LIVE, page=1)


def test_what_is_told_is_shown_on_a_page_that_a_doubt_turned_to_by_itself(make: Make) -> None:
    presenter = make(notice_seconds=0)
    for _ in range(4):
        presenter._table.keep(RoundPassed())
    presenter._table.keep(cards_read(presenter._table.session, reading(HANDS, (Doubt("picture", MIRRORED),))))
    presenter.look(replace(LIVE, page=1))
    assert presenter.tell(Sentence("The judge comes."))
    presenter.close()


THREE_WRONG = ({"change": "announced", "round": "pareak", "seats": ["W", "S"]},)


@pytest.mark.parametrize(
    ("doubts", "more"),
    [
        ((Doubt("picture", MIRRORED),), ()),
        ((), (CorrectionProposed(1, THREE_WRONG), Agreed("NS"), Agreed("EW"))),
    ],
    ids=["a doubt about all the cards", "a case for the judge"],
)
def test_what_the_display_has_no_room_for_turns_its_pages_by_itself(
    make: Make, doubts: tuple[Doubt, ...], more: tuple[Event, ...]
) -> None:
    presenter, pages, turned = make(notice_seconds=0.01), list[int](), threading.Event()
    table = presenter._table
    for _ in range(4):
        table.keep(RoundPassed())
    for event in (cards_read(table.session, reading(HANDS, doubts)), *more):
        table.keep(event)

    def shown() -> None:
        pages.append(presenter.view.page)
        if len(pages) > 2:
            turned.set()

    presenter.watch(shown)
    presenter.look(LIVE)
    assert turned.wait(10.0)
    presenter.close()
    assert pages[:3] == [0, 1, 0]
