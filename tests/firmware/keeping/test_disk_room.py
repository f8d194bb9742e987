"""A disk that fills and empties: told before, told when, room made first by what is needed less, and no press lost."""

from __future__ import annotations

import contextlib
import os
import random
import sqlite3
from dataclasses import replace
from pathlib import Path

import numpy as np

from firmware.devices.choose import Devices
from firmware.keeping.disk_room import NONE_LEFT, SCARCE, DiskRoom, not_kept
from firmware.keeping.hand_pictures import HandPictures
from firmware.keeping.journal import Journal
from firmware.keeping.journal_form import DiskFullError, JournalError, no_room
from firmware.panel.health import health
from firmware.screens.trouble import Trouble
from firmware.session.buttons import Button
from firmware.table.appliance import Appliance
from tests.firmware.keeping.disk import Recorder
from tests.firmware.keeping.pictures_kept import numbers
from tests.firmware.keeping.test_disk import ran_with_a_disk_of_its_own
from tests.firmware.playing import EndlessCamera, RandomEyes, kept, likely, table
from tests.firmware.scripted import at_once
from vision.picture import Picture
from words.text import LANGUAGES, english, speech

MB = 1 << 20
NEWEST, HELD = 9, 2


class Disk:
    """A disk of which we say how much is free; what is removed of its pictures becomes free."""

    def __init__(self, folder: Path, free: int) -> None:
        self._folder, self._free, self.flags = folder, free, 0
        self._began = self._taken()

    def __call__(self, folder: Path) -> os.statvfs_result:
        assert folder == self._folder
        values = [0] * 11
        values[1], values[4], values[8] = 1, self.free, self.flags  # a block has one byte
        return os.statvfs_result(values[:10])

    @property
    def free(self) -> int:
        return self._free + self._began - self._taken()

    @free.setter
    def free(self, free: int) -> None:
        self._free, self._began = free, self._taken()

    def _taken(self) -> int:
        return sum(path.stat().st_size for path in self._folder.rglob("*.jpg"))


def fill(pictures: HandPictures) -> HandPictures:
    """Keep pictures 1 to NEWEST, of which HELD is in dispute."""
    for number in range(1, NEWEST + 1):
        pictures.keep(number, Picture(np.random.default_rng(number).integers(0, 255, (300, 300, 3), np.uint8)))
    pictures.hold(HELD)
    return pictures


def box(journal: Journal, pictures: HandPictures, room: DiskRoom) -> Appliance:
    devices = replace(Devices(EndlessCamera(), RandomEyes()), watched=(room,))
    return Appliance(journal, devices, at_once(pictures=pictures))


def test_it_is_told_before_the_disk_is_full_and_when_it_is(folder: Path) -> None:
    disk = Disk(folder, SCARCE)
    with Journal(folder) as journal:
        pictures = HandPictures(folder / "pictures")
        room = DiskRoom(journal, pictures, disk)
        appliance = box(journal, pictures, room)
        before: tuple[Trouble, ...] = ()
        for free, told in [
            (SCARCE, ()),
            (SCARCE - 1, (Trouble.DISK_SCARCE,)),
            (NONE_LEFT, (Trouble.DISK_SCARCE,)),
            (NONE_LEFT - 1, (Trouble.DISK_FULL,)),
            (SCARCE, ()),
        ]:
            disk.free = free
            assert room.look() > 0
            appliance.beat()
            assert appliance.presenter.troubles == told
            found = health(appliance)
            assert [str(one.text) for one in told] == list(found["troubles"].values())
            assert found["disk_free_mb"] == round(free / 1e6)
            if told and told != before:
                assert appliance.snapshot().spoken() == english(told[0].text)
                appliance.press(Button.OK)
            before = told
        disk.flags = os.ST_RDONLY
        room.look()
        assert room.troubles() == {Trouble.DISK_READ_ONLY}
        appliance.close()


def test_old_pictures_make_room_whatever_takes_it(folder: Path) -> None:
    disk = Disk(folder, 100 * MB)
    pictures = fill(HandPictures(folder / "pictures", spare=2 * MB, free=lambda _: disk.free))
    with Journal(folder) as journal:
        room = DiskRoom(journal, pictures, disk)
        disk.free = 2 * MB
        room.look()
        assert len(numbers(pictures)) == NEWEST
        disk.free = 2 * MB - 1
        room.look()
        assert numbers(pictures) == [2, *range(3, NEWEST + 1)]  # the oldest went, and it was enough
        disk.free = 0
        room.look()
        assert numbers(pictures) == [HELD, NEWEST]  # what is in dispute stays, and so does the newest
        assert not pictures.make_room()


def test_a_press_that_finds_no_room_has_old_pictures_go_before_it_is_refused(folder: Path) -> None:
    """The journal's disk refuses until the pictures are gone."""
    pictures = HandPictures(folder / "data" / "pictures", spare=MB, free=lambda _: 0 if full else 100 * MB)
    full = False

    def takes(_: object) -> bool:
        return not full or len(numbers(pictures)) == 2

    with Recorder(folder, takes), Journal(folder / "data") as journal:
        room = DiskRoom(journal, pictures)
        appliance = box(journal, pictures, room)
        fill(pictures)
        full = True
        assert appliance.press(Button.ENVIDO_NS).done
        assert numbers(pictures) == [HELD, NEWEST]
        appliance.close()


def test_a_thousand_presses_at_a_disk_that_fills_and_empties(folder: Path) -> None:
    """What was done stays, what was refused has a sentence and changed nothing; a new start finds all of it."""
    full, refused = False, 0
    chance = random.Random(18)
    with Recorder(folder, lambda step: not full) as disk, Journal(folder / "data") as journal:
        appliance = table(journal)
        DiskRoom(journal, HandPictures(folder / "data" / "none"))
        for number in range(1000):
            full = number % 50 >= 35
            before, events = kept(appliance, journal), len(journal)
            answer = appliance.press(likely(appliance, chance))
            if answer.done:
                assert len(journal) >= events
            else:
                assert answer.sentence
                assert kept(appliance, journal) == before
                refused += answer.sentence.startswith("The disk ")
            disk.steps.clear()
        full = False
        shown = kept(appliance, journal)
        appliance.close()
    assert refused > 100
    with Journal(folder / "data") as journal:
        appliance = table(journal)
        assert journal.damage is None
        assert kept(appliance, journal) == shown
        appliance.close()


MOUNTED = """
import os, random, sys
from pathlib import Path
from firmware.keeping.disk_room import DiskRoom
from firmware.keeping.hand_pictures import HandPictures
from firmware.keeping.journal import Journal
from firmware.screens.trouble import Trouble
from tests.firmware.keeping.pictures_kept import in_dispute, numbers
from tests.firmware.keeping.test_disk_room import MB, box, fill
from tests.firmware.playing import kept, likely, table
data, chance = Path(sys.argv[1]), random.Random(3)
assert os.system(f"mount -t tmpfs -o size=24m none {data}") == 0
filler, full, told = data / "filler", 0, 0
with Journal(data) as journal:
    pictures = HandPictures(data / "pictures", spare=MB)
    room = DiskRoom(journal, pictures)
    appliance = box(journal, pictures, room)
    fill(pictures)
    assert len(numbers(pictures)) == 9
    for number in range(1001):
        if number % 100 == 50:
            with filler.open("wb", buffering=0) as file:
                try:
                    while file.write(bytes(4096)): pass
                except OSError: pass
        elif number % 100 == 0:
            filler.unlink(missing_ok=True)
            room.look()
            assert Trouble.DISK_FULL not in room.troubles()
        before = kept(appliance, journal)
        answer = appliance.press(likely(appliance, chance))
        if not answer.done:
            assert answer.sentence and kept(appliance, journal) == before
            if answer.sentence.startswith("The disk is full"):
                full += 1
                assert len(set(numbers(pictures)) - set(in_dispute(pictures))) <= 1, numbers(pictures)
                told += room.troubles() == {Trouble.DISK_FULL}
    shown = kept(appliance, journal)
    appliance.close()
assert full > 10 and told == full, (full, told)
filler.unlink(missing_ok=True)
with Journal(data) as journal:
    appliance = table(journal)
    assert journal.damage is None and kept(appliance, journal) == shown
    appliance.close()
print("done")
"""


def test_a_small_disk_of_the_system_that_fills_and_empties(tmp_path: Path) -> None:
    ran_with_a_disk_of_its_own(MOUNTED, tmp_path)


def test_why_a_press_was_not_kept_is_said_in_words_of_the_table() -> None:
    full, refused = not_kept(DiskFullError("")), not_kept(JournalError(""))
    assert full.startswith("The disk is full: this press was not kept.")
    assert refused.startswith("The disk takes no more: this press was not kept.")
    assert all(speech(language).sentence(full) != full for language in LANGUAGES if language != "en")


def test_another_program_that_holds_the_journal_is_not_told_as_a_disk_that_takes_no_more(folder: Path) -> None:
    with Journal(folder) as journal, contextlib.closing(sqlite3.connect(journal.path)) as other:
        appliance = table(journal)
        other.execute("BEGIN IMMEDIATE")
        said = appliance.press(Button.ENVIDO_NS).sentence
        assert said
        assert said.startswith("Another program holds the journal: this press was not kept.")
        other.rollback()
        assert appliance.press(Button.ENVIDO_NS).done
        appliance.close()


def test_what_says_that_there_is_no_room() -> None:
    assert no_room(OSError(28, "No space left on device"))
    assert not no_room(OSError(30, "Read-only file system"))
    assert not no_room(sqlite3.OperationalError("database or disk is full"))  # not from a disk: it has no code
