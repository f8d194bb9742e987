"""Damaged journals: what is readable is read, what is broken is named, and the second copy mends it."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import random
import re
import sqlite3
import threading
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest

import firmware.keeping.journal
import firmware.keeping.journal_file
from firmware.cli import main
from firmware.keeping import journal_form as form
from firmware.keeping.journal import Journal
from firmware.keeping.journal_copy import JournalCopy, brought_up
from firmware.keeping.journal_form import LOST, DiskFullError, JournalError, Kept
from firmware.keeping.journal_mending import readable
from firmware.keeping.journal_pages import frames_with
from firmware.keeping.journal_reading import COPY, FRESH, read_journal
from firmware.keeping.played_matches import PlayedMatches
from firmware.keeping.taking_up import Following, all_taken_up
from firmware.screens.trouble import Trouble
from firmware.session.event_text import kind_of
from tests.firmware.keeping import kept_journal
from tests.firmware.keeping.damage import (
    EVENTS,
    LOG,
    MAIN,
    SECTOR,
    Evening,
    blank,
    cut,
    evening,
    flipped,
    flipped_in,
    garbled,
    less,
    start,
)
from tests.firmware.keeping.disk import Recorder
from tests.firmware.playing import table
from tests.firmware.until import until

BODIES = [f'{{"event":"call-made","call":"NS envido {n}"}}' for n in range(2, 42)]

HANDS = 70
"""Events of a few hands."""


@pytest.fixture(scope="module")
def stopped() -> Evening:
    return evening(playing=False)


@pytest.fixture(scope="module")
def playing() -> Evening:
    return evening(playing=True)


@pytest.fixture(scope="module")
def hands() -> Evening:
    """A few hands, so that every sector can be tried."""
    return evening(playing=False, events=HANDS)


def lay(of: Evening, folder: Path) -> Path:
    for name, content in of.files.items():
        (folder / name).write_bytes(content)
    return folder


def spoil(path: Path, text: str) -> None:
    path.write_bytes(flipped_in(text)(bytearray(path.read_bytes())))


def test_a_page_cut_off_costs_what_stood_on_it(stopped: Evening) -> None:
    outcome = start(stopped, MAIN, less(4096), copy=False)
    assert (outcome.right >= EVENTS - 25, outcome.wrong, outcome.told) == (True, 0, True)
    assert start(stopped, MAIN, less(4096), copy=True) == (EVENTS, 0, True)


def test_a_turned_bit_costs_one_event(stopped: Evening) -> None:
    spoilt = flipped_in(stopped.records[131])
    assert start(stopped, MAIN, spoilt, copy=False) == (EVENTS - 1, 0, True)
    assert start(stopped, MAIN, spoilt, copy=True) == (EVENTS, 0, True)


@pytest.mark.parametrize("copy", [False, True])
def test_a_schema_that_is_no_text_costs_nothing(stopped: Evening, copy: bool) -> None:
    def spoilt(content: bytearray) -> bytearray:
        content[content.index(b"CREATE TABLE") + 3] = 0x80
        return content

    assert start(stopped, MAIN, spoilt, copy) == (EVENTS, 0, True)


@pytest.mark.parametrize("copy", [False, True])
def test_the_last_byte_of_the_log_costs_nothing(playing: Evening, copy: bool) -> None:
    outcome = start(playing, LOG, less(1), copy)
    assert (outcome.right, outcome.wrong) == (EVENTS, 0)


def test_bits_turned_anywhere(stopped: Evening, playing: Evening) -> None:
    luck = random.Random(4)
    for of, name, least in ((stopped, MAIN, EVENTS - 1), (playing, MAIN, EVENTS - 1), (playing, LOG, EVENTS - 1)):
        for _ in range(15):
            spoilt = flipped(luck.random())
            outcome = start(of, name, spoilt, copy=False)
            assert outcome.right >= least
            assert outcome.wrong == 0
            assert outcome.told or outcome.right == EVENTS
            assert start(of, name, spoilt, copy=True)[:2] == (EVENTS, 0)


def test_every_page_made_blank(stopped: Evening) -> None:
    for page in range(len(stopped.files[MAIN]) // 4096):
        outcome = start(stopped, MAIN, blank(page), copy=False)
        assert (outcome.right > EVENTS - 25, outcome.wrong, outcome.told) == (True, 0, True)
        assert start(stopped, MAIN, blank(page), copy=True) == (EVENTS, 0, True)


@pytest.mark.parametrize("name", [MAIN, COPY])
def test_whatever_sector_of_one_of_the_two_files_is_blank_every_event_is_there(hands: Evening, name: str) -> None:
    for number in range(len(hands.files[name]) // SECTOR):
        assert start(hands, name, blank(number, SECTOR), copy=True)[:2] == (HANDS, 0), f"sector {number}"


def test_whatever_stands_in_a_place_of_one_of_the_files_every_event_is_there(hands: Evening, playing: Evening) -> None:
    luck = random.Random(12)
    for of, name in ((hands, MAIN), (hands, COPY), (playing, MAIN), (playing, LOG), (playing, COPY)):
        for number in range(20):
            assert start(of, name, garbled(luck, 600), copy=True)[:2] == (len(of.bodies), 0), (name, number)


def test_a_journal_that_went_on_without_its_copy_is_believed_behind_a_gap_that_the_copy_fills(
    hands: Evening, tmp_path: Path
) -> None:
    """The last event that both have is damaged in the journal: what followed it there is still the journal's own."""
    lay(hands, tmp_path)
    with contextlib.closing(sqlite3.connect(tmp_path / MAIN, isolation_level=None)) as database:
        database.execute("DELETE FROM event WHERE seq > 50")
    with Journal(tmp_path, tmp_path / "none") as journal:
        for body in BODIES[:2]:
            journal.append(body)
    with contextlib.closing(sqlite3.connect(tmp_path / MAIN, isolation_level=None)) as database:
        database.execute("DELETE FROM event WHERE seq = 50")
    with Journal(tmp_path) as journal:
        assert list(journal.events()) == [*hands.bodies[:50], *BODIES[:2]]
        with pytest.raises(JournalError, match="events of this journal that went on without them"):
            brought_up(journal.path, journal.copy)


def without(path: Path, events: Iterable[int]) -> None:
    """Those events gone from a journal's file, whose pages are well."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.executemany("DELETE FROM event WHERE seq = ?", ((event,) for event in events))


def test_many_lost_events_in_a_row_are_found_in_a_copy_that_comes_back(hands: Evening, tmp_path: Path) -> None:
    """What might lead on must not double with each of them."""
    copy = (lay(hands, tmp_path) / COPY).rename(tmp_path / "stick.sqlite")
    without(tmp_path / MAIN, range(20, 60))
    with Journal(tmp_path) as journal:
        assert journal.damage.lost == tuple(range(20, 60))
    with Journal(tmp_path, copy) as journal:
        assert list(journal.events()) == hands.bodies


def test_many_turned_bits_in_a_row_are_mended_from_the_copy(hands: Evening, tmp_path: Path) -> None:
    lay(hands, tmp_path)
    for record in hands.records[20:60]:
        spoil(tmp_path / MAIN, record)
    with Journal(tmp_path) as journal:
        assert list(journal.events()) == hands.bodies


def test_one_event_that_both_have_tells_that_the_copy_is_this_journals(hands: Evening, tmp_path: Path) -> None:
    lay(hands, tmp_path)
    without(tmp_path / COPY, range(61, HANDS + 1))
    without(tmp_path / MAIN, range(1, 60))
    with Journal(tmp_path) as journal:
        assert list(journal.events()) == hands.bodies
    assert len(list(tmp_path.glob("journal-damaged-*.sqlite"))) == 1


def parted(hands: Evening, folder: Path) -> list[str]:
    """The events of a journal that went on from number 50 otherwise than its copy."""
    lay(hands, folder)
    without(folder / MAIN, range(50, HANDS + 1))
    with Journal(folder, folder / "none") as journal:
        for body in BODIES[:16]:
            journal.append(body)
    return [*hands.bodies[:49], *BODIES[:16]]


@pytest.mark.parametrize("gone", [{50}, {50, 51}, {49, 50}, {51}], ids=str)
def test_nothing_of_a_copy_that_went_on_otherwise_comes_into_the_journal(
    hands: Evening, tmp_path: Path, gone: set[int]
) -> None:
    bodies = parted(hands, tmp_path)
    without(tmp_path / MAIN, gone)
    with Journal(tmp_path) as journal:
        assert list(journal.events()) == [LOST if n in gone else body for n, body in enumerate(bodies, 1)]
    with Journal(tmp_path) as journal:
        assert journal.damage is None, "nothing of it is looked for there"


@pytest.mark.parametrize("damage", ["gone", "turned"])
def test_the_last_event_before_a_copy_went_on_otherwise_comes_from_it(
    hands: Evening, tmp_path: Path, damage: str
) -> None:
    """The journal's own checksum proves it: the one that stands with that event, or the next."""
    bodies = parted(hands, tmp_path)
    if damage == "gone":
        without(tmp_path / MAIN, {49})
    else:
        spoil(tmp_path / MAIN, hands.records[48])
    with Journal(tmp_path) as journal:
        assert list(journal.events()) == bodies


def test_an_event_behind_a_lost_beginning_is_checked_as_any_other(tmp_path: Path) -> None:
    """Its row is found by the form that every row has, so what stands with a lost event has that form, too."""
    (tmp_path / MAIN).write_bytes(b"")
    with Journal(tmp_path) as journal:
        for body in BODIES[:4]:
            journal.append(body)
    spoil(tmp_path / MAIN, BODIES[0])
    with Journal(tmp_path) as journal:
        assert list(journal.events()) == [LOST, LOST, *BODIES[1:4]]


def test_a_lost_beginning_has_the_time_of_the_first_event_that_is_left(hands: Evening, tmp_path: Path) -> None:
    (lay(hands, tmp_path) / COPY).unlink()
    without(tmp_path / MAIN, {1, 2})
    with Journal(tmp_path) as journal:
        first, second, third, *_ = journal.kept()
    assert first.at == second.at == third.at


@pytest.mark.parametrize(("turned", "gone"), [({4}, set[int]()), ({4, 5}, {4}), ({4, 5, 6}, {4, 5})])
def test_checksums_turned_in_a_row_cost_no_event_behind_them(
    hands: Evening, tmp_path: Path, turned: set[int], gone: set[int]
) -> None:
    (lay(hands, tmp_path) / COPY).unlink()
    with contextlib.closing(sqlite3.connect(tmp_path / MAIN, isolation_level=None)) as database:
        database.executemany("UPDATE event SET chain = chain + 1 WHERE seq = ?", ((event,) for event in turned))
    with Journal(tmp_path) as journal:
        assert set(journal.damage.lost if journal.damage else ()) == gone


def test_another_evenings_copy_that_begins_alike_fills_no_gap(tmp_path: Path) -> None:
    """Its texts fit, and its moments are its own: they say nothing of the events whose place they would take."""
    own, other = tmp_path / "own", tmp_path / "other"
    for folder, bodies in ((other, BODIES[:16]), (own, BODIES[:3])):
        folder.mkdir()
        with Journal(folder) as journal:
            for body in bodies:
                journal.append(body)
            brought_up(journal.path, journal.copy)
        time.sleep(0.002)
    (other / COPY).rename(own / COPY)
    for body in BODIES[:2]:
        spoil(own / MAIN, body)
    with Journal(own) as journal:
        assert list(journal.events()) == [LOST, LOST, BODIES[2]]


def test_a_copy_half_of_whose_moments_are_alike_is_this_journals(hands: Evening, tmp_path: Path) -> None:
    lay(hands, tmp_path)
    without(tmp_path / MAIN, range(3, HANDS + 1))
    with contextlib.closing(sqlite3.connect(tmp_path / MAIN, isolation_level=None)) as database:
        database.execute("UPDATE event SET at = '3' || substr(at, 2) WHERE seq = 1")
    with Journal(tmp_path) as journal:
        assert list(journal.events()) == hands.bodies


def test_a_journal_that_stands_in_its_log_alone_is_read_beside_an_empty_copy(tmp_path: Path) -> None:
    played, left = tmp_path / "played", tmp_path / "left"
    played.mkdir()
    left.mkdir()
    with Journal(played) as journal:
        brought_up(journal.path, journal.copy)
        for body in BODIES[:9]:
            journal.append(body)
        for name in (f"{MAIN}-wal", COPY):
            (left / name).write_bytes((played / name).read_bytes())
    with Journal(left) as journal:
        assert list(journal.events())[:9] == BODIES[:9]
        assert journal.damage


def test_files_cut_anywhere(stopped: Evening, playing: Evening) -> None:
    luck = random.Random(5)
    for of, name in ((stopped, MAIN), (playing, MAIN), (playing, LOG)):
        for share in (0.0, *(luck.random() for _ in range(12))):
            assert start(of, name, cut(share), copy=False).wrong == 0
            assert start(of, name, cut(share), copy=True)[:2] == (EVENTS, 0)


def test_a_journal_that_is_gone_comes_from_its_copy(stopped: Evening, tmp_path: Path) -> None:
    (lay(stopped, tmp_path) / MAIN).unlink()
    with Journal(tmp_path) as journal:
        assert list(journal.events()) == stopped.bodies
        assert str(journal.damage) == "the journal was damaged (it is gone), and is whole again"


@pytest.mark.parametrize("copy", [None, b"no database"])
@pytest.mark.parametrize("content", [b"", b"no database"])
def test_a_journal_of_which_nothing_is_left_is_no_new_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes, copy: bytes | None
) -> None:
    (tmp_path / MAIN).write_bytes(content)
    if copy is not None:
        (tmp_path / COPY).write_bytes(copy)
    assert main(["journal", "mend", "--data", str(tmp_path)]) == 1
    said = "the journal was damaged (it is no database): nothing of it could be read, and its matches are lost"
    assert capsys.readouterr().out.startswith(said)
    with Journal(tmp_path) as journal:
        appliance = table(journal)
        appliance.beat()
        assert [(hole.match, hole.hand) for hole in appliance.table.holes] == [(1, 1)]
        assert appliance.presenter.troubles == (Trouble.JOURNAL_BROKEN,)
        appliance.close()


def test_a_journal_without_an_event_is_a_new_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Journal(tmp_path).close()
    assert main(["journal", "mend", "--data", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "nothing was to be mended\n"
    with Journal(tmp_path) as journal:
        brought_up(journal.path, journal.copy)
        appliance = table(journal)
        appliance.beat()
        assert (journal.damage, appliance.table.holes, appliance.presenter.troubles) == (None, (), ())
        appliance.close()


def test_a_journal_that_is_gone_beside_a_copy_without_an_event_is_a_new_table(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        brought_up(journal.path, journal.copy)
    (tmp_path / MAIN).unlink()
    with Journal(tmp_path) as journal:
        assert (len(journal), journal.damage) == (0, None)


def test_a_copy_that_was_put_aside_gives_the_matches_back(
    hands: Evening, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The stick comes only once the table has gone on with nothing of its journal left."""
    stick = tmp_path / "stick"
    stick.mkdir()
    (lay(hands, tmp_path) / COPY).rename(stick / COPY)
    (tmp_path / MAIN).write_bytes(b"")
    with Journal(tmp_path) as journal:
        journal.append("goes on")
        brought_up(journal.path, stick / COPY)
    (aside,) = stick.glob("journal-copy-until-*.sqlite")
    (tmp_path / MAIN).rename(tmp_path / "away")
    assert main(["journal", "mend", "--copy", str(aside), "--data", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "the journal was damaged (it is gone), and is whole again\n"
    assert read_bodies(tmp_path) == hands.bodies


def test_times_are_kept(stopped: Evening, tmp_path: Path) -> None:
    before = {seq: kept.at for seq, kept in readable(lay(stopped, tmp_path) / MAIN).all.items()}
    spoil(tmp_path / MAIN, stopped.records[131])
    Journal(tmp_path).close()
    assert {seq: kept.at for seq, kept in readable(tmp_path / MAIN).all.items()} == before


def test_what_was_lost_is_named_by_its_hand_and_match(stopped: Evening, tmp_path: Path) -> None:
    (lay(stopped, tmp_path) / COPY).unlink()
    place = next(n for n in range(200, EVENTS) if kind_of(stopped.bodies[n]) == "cards-read")
    whole = Following()
    for number, body in enumerate(stopped.bodies[:place], 1):
        whole.take(number, body)
    hand = len(whole.session.now.hands) + 1
    spoil(tmp_path / MAIN, stopped.records[place])
    with Journal(tmp_path) as journal:
        appliance = table(journal)
        appliance.beat()
        assert [(hole.match, hole.hand) for hole in appliance.table.holes] == [(1, hand)]
        assert f"something was lost of match 1, hand {hand}." in appliance.notes[-1]
        assert appliance.presenter.troubles == (Trouble.JOURNAL_BROKEN,)
        kept = appliance.details()["journal"]
        assert isinstance(kept, dict)
        assert kept["broken"][0]["events"][0] == place + 1
        assert (kept["broken"][0]["match"], kept["broken"][0]["hand"]) == (1, hand)
        assert appliance.snapshot().state.deal > hand, "the hands after it are played on"
        appliance.close()


def test_the_score_comes_right_with_the_next_hand(stopped: Evening) -> None:
    """Whatever event is lost: the last marked hand has the score that it had."""
    session = all_taken_up(stopped.bodies)[0].session
    assert session
    ends = [n for n in range(EVENTS) if kind_of(stopped.bodies[n]) == "cards-read"]
    for lost in range(0, ends[-4], 7):
        bodies = [*stopped.bodies[:lost], LOST, *stopped.bodies[lost + 1 :]]
        broken = all_taken_up(bodies)[0]
        assert broken.holes[0].events[0] == lost + 1
        assert broken.session.now.score == session.now.score, f"event {lost + 1}"


def test_a_lost_press_that_was_taken_back_takes_nothing_else_back(stopped: Evening, tmp_path: Path) -> None:
    """Neither the beginning of the match that it was pressed in; and undo goes back before what only a later release
    knows whole as it does there."""
    begun = json.dumps({**json.loads(stopped.bodies[0]), "esku": "S"})
    undone = next(body for body in stopped.bodies if kind_of(body) == "undone")
    press, timed = BODIES[0], '{"v":2,"event":"time-passed","elapsed":20.0,"later":1}'
    told = []
    for number, row in enumerate(([press], [LOST], [timed, press])):
        with Journal(tmp_path / str(number)) as journal:
            for body in (*stopped.bodies, begun, *row, undone, press):
                journal.append(body)
            matches = PlayedMatches(journal.kept)
            states = [matches.open(one).state for one in matches.recorded()]
            told.append((states, all_taken_up(journal.events())[0].session.now))
    assert told[0] == told[1] == told[2]
    assert not told[0][0][-1].hands


def test_a_match_whose_beginning_is_lost(stopped: Evening, tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        for body in (LOST, *stopped.bodies[1:]):
            journal.append(body)
    matches = PlayedMatches.in_folder(tmp_path)
    opened = matches.opened(1)
    assert opened.holes[0].match == 1
    assert len(opened.state.hands) > 5


@pytest.mark.parametrize("lacks", ["cards", "rules", "esku", "options"])
def test_a_damaged_record_in_a_match_whose_beginning_is_lost(stopped: Evening, lacks: str) -> None:
    first = next(n for n in range(EVENTS) if kind_of(stopped.bodies[n]) == "cards-read")
    event = json.loads(stopped.bodies[first])
    less = {name: kept for name, kept in event["record"].items() if name != lacks}
    for record in (less, {**event["record"], lacks: 5}):
        following = Following()
        assert following.take(1, json.dumps({**event, "record": record})) is None
        assert following.holes[0].events == (1,)
        assert following.take(2, stopped.bodies[first]), "the next one begins the match"


def test_files_of_other_pages_and_long_events(tmp_path: Path) -> None:
    found = readable(kept_journal.JOURNAL).all
    assert [found[seq].body for seq in sorted(found)] == kept_journal.bodies()
    bodies = ["x" * length for length in (0, 1, 57, 58, 4000, 4061, 4062, 9000, 70_000)]
    with Journal(tmp_path) as journal:
        for body in bodies:
            journal.append(body)
    found = readable(tmp_path / MAIN).all
    assert [found[seq].body for seq in sorted(found)] == bodies


def copied(copy: JournalCopy, events: int) -> None:
    """Wait until the copy has so many."""
    until(lambda: copy.details()["journal_copy"]["events"] == events)  # type: ignore[index]


def test_the_copy_is_written_as_it_goes_and_goes_on_after_a_start(tmp_path: Path) -> None:
    for begun in (0, 20):
        with Journal(tmp_path) as journal:
            copy = JournalCopy(journal)
            copy.start()
            for number, body in enumerate(BODIES[begun : begun + 20], begun + 1):
                journal.append(body)
                copied(copy, number)
            copy.close()
    assert [kept.body for kept in readable(tmp_path / COPY).all.values()] == BODIES
    assert sorted(path.name for path in tmp_path.glob("journal-copy*")) == [COPY]


def test_a_stick_that_is_out_is_a_trouble_until_it_is_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firmware.keeping.journal_copy._AGAIN", 0.02)
    stick = tmp_path / "stick"
    with Journal(tmp_path / "data", stick / COPY) as journal:
        copy = JournalCopy(journal)
        copy.start()
        until(copy.troubles)
        assert copy.troubles() == {Trouble.COPY_GONE}
        assert f"there is no folder {stick}" in str(copy.details())
        journal.append(BODIES[0])
        stick.mkdir()
        copied(copy, 1)
        assert copy.troubles() == frozenset()
        copy.close()


def test_a_slow_stick_is_written_by_one_at_a_time_and_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go_on, together = threading.Event(), threading.Event(), threading.Semaphore()

    def slowly(source: Path, copy: Path) -> int:
        assert together.acquire(blocking=False), "one writes already"
        begun.set()
        assert go_on.wait(20)
        together.release()
        return brought_up(source, copy)

    monkeypatch.setattr("firmware.keeping.journal_copy.brought_up", slowly)
    with Journal(tmp_path) as journal:
        copy = JournalCopy(journal)
        copy.start()
        assert begun.wait(20)
        journal.append(BODIES[0])
        copy.close(0.05)
        go_on.set()
        copied(copy, 1)


def test_two_programs_may_bring_the_same_copy_up(tmp_path: Path) -> None:
    """What one has copied meanwhile the other finds there, and goes on behind it."""
    with Journal(tmp_path) as journal:
        for body in BODIES[:2]:
            journal.append(body)
        brought_up(journal.path, journal.copy)
        journal.append(BODIES[2])
        with contextlib.closing(sqlite3.connect(journal.copy)) as other, ThreadPoolExecutor() as one:
            other.execute("ATTACH ? AS journal", (str(journal.path),))
            other.execute("INSERT INTO event SELECT * FROM journal.event WHERE seq = 3")
            events = one.submit(brought_up, journal.path, journal.copy)
            time.sleep(0.2)
            other.commit()
            assert events.result() == 3
    assert [kept.body for kept in readable(tmp_path / COPY).all.values()] == BODIES[:3]
    assert sorted(path.name for path in tmp_path.glob("journal-copy*")) == [COPY]


@pytest.mark.parametrize("lost", ["an event", "the last event", "its end"])
def test_a_copy_that_has_more_stays_until_the_journal_is_mended_from_it(
    stopped: Evening, tmp_path: Path, lost: str
) -> None:
    """A stick that comes only once the table has started, or a journal that nobody has mended yet."""
    lay(stopped, tmp_path)
    stick = tmp_path / "stick" / COPY
    stick.parent.mkdir()
    (tmp_path / COPY).rename(stick)
    if lost == "its end":
        (tmp_path / MAIN).write_bytes((tmp_path / MAIN).read_bytes()[:-4096])
    else:
        spoil(tmp_path / MAIN, stopped.records[131 if lost == "an event" else EVENTS - 1])
    if lost == "an event":
        with Journal(tmp_path) as journal:
            assert journal.damage
            journal.append("goes on")
    with pytest.raises(JournalError):
        brought_up(tmp_path / MAIN, stick)
    with Journal(tmp_path, stick) as journal:
        assert list(journal.events())[:EVENTS] == stopped.bodies
        assert brought_up(journal.path, stick) == len(journal)
    assert not list(stick.parent.glob("*until*"))


def test_a_copy_whose_last_events_the_journal_went_on_without_stays(stopped: Evening, tmp_path: Path) -> None:
    """The stick comes only when a press was kept in the place of one that is lost; below that place it still mends."""
    stick = tmp_path / "stick" / COPY
    stick.parent.mkdir()
    (lay(stopped, tmp_path) / COPY).rename(stick)
    spoil(tmp_path / MAIN, stopped.records[131])
    database = sqlite3.connect(tmp_path / MAIN)
    database.execute("DELETE FROM event WHERE seq > 200")
    database.commit()
    database.close()
    with Journal(tmp_path) as journal:
        journal.append("goes on")
    had, whole = stick.read_bytes(), [*stopped.bodies[:200], "goes on"]
    for lost in ({131}, set()):
        assert {place for place, body in enumerate(read_bodies(tmp_path)) if body != whole[place]} == lost
        with pytest.raises(JournalError, match="events of this journal that went on without them"):
            brought_up(tmp_path / MAIN, stick)
        assert (list(stick.parent.iterdir()), stick.read_bytes()) == ([stick], had)
        Journal(tmp_path, stick).close()


def read_bodies(folder: Path) -> list[str]:
    return [kept.body for kept in read_journal(folder)]


def test_another_journals_copy_is_not_mixed_in_and_is_kept(tmp_path: Path) -> None:
    for name, bodies in (("one", BODIES), ("other", BODIES[::-1])):
        with Journal(tmp_path / name) as journal:
            for body in bodies:
                journal.append(body)
    (tmp_path / "one" / COPY).write_bytes((tmp_path / "other" / MAIN).read_bytes())
    spoil(tmp_path / "one" / MAIN, BODIES[20])
    with Journal(tmp_path / "one") as journal:
        assert list(journal.events()) == [*BODIES[:20], LOST, *BODIES[21:]]
        assert brought_up(journal.path, journal.copy) == len(BODIES)
        journal.append(LOST)
    with Journal(tmp_path / "one", tmp_path / "other" / MAIN) as journal:
        assert journal.damage is None, "nothing of it is looked for in another journal"
    (aside,) = (tmp_path / "one").glob("journal-copy-until-*.sqlite")
    assert [kept.body for kept in readable(aside).all.values()] == BODIES[::-1]


def test_a_damaged_copy_is_written_anew(stopped: Evening, tmp_path: Path) -> None:
    copy = lay(stopped, tmp_path) / COPY
    for content in (b"", b"no database" * 1000, copy.read_bytes()[:9000]):
        copy.write_bytes(content)
        with Journal(tmp_path) as journal:
            assert journal.damage is None
            assert brought_up(journal.path, copy) == EVENTS
        assert len(readable(copy).proven) == EVENTS
    assert len(list(tmp_path.glob("journal-copy-until-*.sqlite"))) == 3


def test_a_lost_event_is_found_again_in_a_copy_that_comes_later(stopped: Evening, tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    (lay(stopped, tmp_path) / COPY).rename(stick / COPY)
    spoil(tmp_path / MAIN, stopped.records[131])
    with Journal(tmp_path) as journal:
        assert journal.damage.lost == (132,)
        journal.append("goes on")
    with Journal(tmp_path, stick / COPY) as journal:
        assert list(journal.events()) == [*stopped.bodies, "goes on"]
        assert str(journal.damage).startswith("the journal was damaged (event 132 is missing), and is whole again; ")


@pytest.mark.parametrize("gone", [(), (COPY,), (COPY, MAIN)], ids=["nothing", "the copy", "both"])
@pytest.mark.parametrize("spoilt", ["an event", "its end"])
def test_a_damaged_journal_on_a_disk_that_takes_nothing(
    stopped: Evening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spoilt: str, gone: tuple[str, ...]
) -> None:
    """What the table showed goes into the file once the disk takes something, whatever is gone meanwhile."""
    lay(stopped, tmp_path)
    spoil(tmp_path / MAIN, stopped.records[131 if spoilt == "an event" else EVENTS - 1])

    journal = opened_on_a_full_disk(tmp_path, monkeypatch)
    assert list(journal.events()) == stopped.bodies
    assert journal.damage
    assert journal.trouble
    for name in gone:
        (tmp_path / name).unlink()
    journal.append("goes on")
    assert journal.trouble is None
    journal.close()
    with Journal(tmp_path) as journal:
        assert list(journal.events()) == [*stopped.bodies, "goes on"]


def test_a_damaged_journal_that_finds_no_room_to_be_set_aside_takes_none(
    stopped: Evening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(stopped, tmp_path)
    spoil(tmp_path / MAIN, stopped.records[131])

    def half(old: Path, new: Path) -> None:
        new.write_bytes(old.read_bytes()[:5000])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patched:
        patched.setattr("firmware.keeping.journal_file.shutil.copy2", half)
        with Journal(tmp_path) as journal:
            assert journal.trouble
            with pytest.raises(DiskFullError):
                journal.append("refused")
            assert list(journal.events()) == stopped.bodies
        assert sorted(path.name for path in tmp_path.iterdir()) == [COPY, MAIN, "table.lock"]
    with Journal(tmp_path) as journal:
        assert list(journal.events()) == stopped.bodies
    assert len(list(tmp_path.glob("journal-damaged-*.sqlite"))) == 1


def test_who_reads_while_the_journal_moves_from_memory_into_its_file_reads_all(
    stopped: Evening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(stopped, tmp_path)
    spoil(tmp_path / MAIN, stopped.records[131])
    journal = opened_on_a_full_disk(tmp_path, monkeypatch)
    begun = journal.kept()
    read = [next(begun)]
    other: list[Kept] = []
    reader = threading.Thread(target=lambda: other.extend(journal.kept()))
    log_of = firmware.keeping.journal_file.log_of

    def meanwhile(path: Path) -> bytes:
        reader.start()
        reader.join(0.2)
        return log_of(path)

    monkeypatch.setattr(firmware.keeping.journal_file, "log_of", meanwhile)
    journal.append("goes on")
    reader.join()
    read += begun
    assert [kept.body for kept in read] == stopped.bodies
    assert [kept.body for kept in other][:EVENTS] == stopped.bodies
    journal.close()


def test_the_copy_is_left_alone_while_the_damaged_file_has_less(
    stopped: Evening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(stopped, tmp_path)
    spoil(tmp_path / MAIN, stopped.records[131])
    with opened_on_a_full_disk(tmp_path, monkeypatch) as journal:
        copy = JournalCopy(journal)
        copy.start()
        copy.close()
    with Journal(tmp_path) as journal:
        assert list(journal.events()) == stopped.bodies


@pytest.mark.parametrize("refused", [False, True], ids=["a disk that takes all", "one that takes nothing"])
def test_a_copy_that_was_being_written_when_the_power_went_is_read(
    stopped: Evening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, refused: bool
) -> None:
    copy = lay(stopped, tmp_path) / COPY
    broken_off(copy)
    database = sqlite3.connect(tmp_path / MAIN)
    database.execute("DELETE FROM event WHERE seq > ?", (EVENTS - 2,))
    database.commit()
    database.close()
    with opened_on_a_full_disk(tmp_path, monkeypatch) if refused else Journal(tmp_path) as journal:
        assert list(journal.events()) == stopped.bodies


def test_a_copy_that_is_written_anew_has_nothing_of_the_one_before(stopped: Evening, tmp_path: Path) -> None:
    copy = lay(stopped, tmp_path) / COPY
    broken_off(copy)
    copy.write_bytes(b"no database" + copy.read_bytes()[11:])
    assert brought_up(tmp_path / MAIN, copy) == EVENTS
    with contextlib.closing(form.read_only(copy)) as database:
        assert [kept.body for kept in form.verified(database)] == stopped.bodies
    assert len(list(tmp_path.glob("journal-copy-until-*.sqlite*"))) == 2


def broken_off(copy: Path) -> None:
    """A transaction that has written over pages of the file, and was not ended: what they were is in its journal."""
    begun = copy.with_name("begun.sqlite")
    begun.write_bytes(copy.read_bytes())
    database = sqlite3.connect(begun, isolation_level=None)
    database.execute("PRAGMA cache_size = 1")
    database.execute("BEGIN")
    database.execute("UPDATE event SET body = 'begun'")
    for old, new in zip(form.files(begun)[:-1], form.files(copy)[:-1], strict=True):
        if old.exists():
            new.write_bytes(old.read_bytes())
    database.close()
    assert form.files(copy)[2].exists()
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        form.read_only(copy)


def test_what_is_read_of_a_damaged_journal_is_the_same_on_a_disk_that_takes_nothing(
    stopped: Evening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (lay(stopped, tmp_path) / COPY).unlink()
    spoil(tmp_path / MAIN, stopped.records[131])
    with opened_on_a_full_disk(tmp_path, monkeypatch) as journal:
        assert journal.trouble
        shown = list(journal.events())
    with Journal(tmp_path) as journal:
        assert list(journal.events()) == shown
    assert shown == [*stopped.bodies[:131], LOST, *stopped.bodies[132:]]


def opened_on_a_full_disk(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Journal:
    """The journal as it is read there; what is written later finds room."""
    with monkeypatch.context() as patched:
        patched.setattr(firmware.keeping.journal, "make_folder", no_folder)
        return Journal(folder)


def no_folder(_: Path) -> None:
    raise OSError(errno.EROFS, os.strerror(errno.EROFS))


class Full:
    """Transactions of which the first finds no room."""

    def __init__(self) -> None:
        self._transaction, self._tried = form.transaction, False

    def __call__(self, database: sqlite3.Connection) -> AbstractContextManager[None]:
        if self._tried:
            return self._transaction(database)
        self._tried = True
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise error


@pytest.mark.parametrize(
    ("module", "name", "refused"),
    [(firmware.keeping.journal, "make_folder", no_folder), (form, "transaction", Full())],
    ids=["all refused", "full at the last event"],
)
def test_an_event_that_the_log_alone_has_is_there_on_a_disk_that_takes_nothing(
    playing: Evening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: object, name: str, refused: object
) -> None:
    (lay(playing, tmp_path) / COPY).unlink()
    log = bytearray((tmp_path / LOG).read_bytes())
    for frame in frames_with(bytes(log), EVENTS):
        log[frame + 16] ^= 1  # its checksum: SQLite goes by it, and believes nothing from there on
    (tmp_path / LOG).write_bytes(log)
    with monkeypatch.context() as patched:
        patched.setattr(module, name, refused)
        journal = Journal(tmp_path)
    assert journal.trouble
    assert list(journal.events()) == playing.bodies
    journal.append("goes on")
    assert journal.trouble is None
    journal.close()
    with Journal(tmp_path) as journal:
        assert list(journal.events()) == [*playing.bodies, "goes on"]


def test_a_stick_without_room_for_a_copy_keeps_nothing_of_it(
    stopped: Evening, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, stick = folder / "data", folder / "stick"
    for made in (data, stick):
        made.mkdir()
    lay(stopped, data)
    with Recorder(stick, lambda step: step.what != "write"):
        assert main(["journal", "copy", str(stick), "--data", str(data)]) == 1
    assert f"hamarreko journal: the copy {stick / COPY} could not be written: " in capsys.readouterr().err
    assert list(stick.iterdir()) == []


def test_a_stick_that_is_not_in_is_said_and_no_file_takes_its_place(
    stopped: Evening, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stick, file = tmp_path / "stick", tmp_path / "copy.sqlite"
    data = lay(stopped, tmp_path)
    assert main(["journal", "copy", str(stick), "--data", str(data)]) == 1
    said = f"hamarreko journal: the copy {stick / COPY} could not be written: there is no folder {stick}\n"
    assert capsys.readouterr().err == said
    assert not stick.exists()
    assert main(["journal", "copy", str(file), "--data", str(data)]) == 0
    assert file.is_file()


def test_no_other_file_becomes_a_journals_copy(
    stopped: Evening, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, others, notes, empty = lay(stopped, tmp_path), tmp_path / "other", tmp_path / "notes.txt", tmp_path / "empty"
    notes.write_text("Ane brings the cards")
    empty.touch()
    with contextlib.closing(sqlite3.connect(tmp_path / "songs.db")) as songs:
        songs.execute("CREATE TABLE song (name TEXT)")
    with Journal(others) as other:
        other.append("another table plays")
        for file in (notes, tmp_path / "songs.db", other.path, Path(os.devnull)):
            had = file.read_bytes()
            assert main(["journal", "copy", str(file), "--data", str(data)]) == 1
            assert f"{file} is no copy of this journal" in capsys.readouterr().err
            assert file.read_bytes() == had
        other.append("and goes on")
    assert read_bodies(others) == ["another table plays", "and goes on"]
    assert list(tmp_path.rglob("*until*")) == []
    for _ in range(2):
        assert main(["journal", "copy", str(empty), "--data", str(data)]) == 0
    empty.write_bytes(empty.read_bytes()[:-4096])
    assert main(["journal", "copy", str(empty), "--data", str(data)]) == 0
    assert len(readable(empty).proven) == EVENTS


def test_a_copy_that_may_not_be_read_is_not_taken_for_another_file(
    stopped: Evening, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    data, copy, opened = lay(stopped, tmp_path), tmp_path / "copy.sqlite", Path.open
    copy.write_bytes(b"closed")

    def refused(path: Path, *given: Any, **named: Any) -> Any:
        if path == copy:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return opened(path, *given, **named)

    monkeypatch.setattr(Path, "open", refused)
    assert main(["journal", "copy", str(copy), "--data", str(data)]) == 1
    assert f"the copy {copy} could not be written: [Errno 13] Permission denied" in capsys.readouterr().err
    monkeypatch.undo()
    assert copy.read_bytes() == b"closed"


def test_a_journal_of_which_all_is_lost_is_copied_again_into_its_copy(tmp_path: Path) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy.sqlite"
    data.mkdir()
    (data / MAIN).write_bytes(b"no database")
    for more in ([], [], ["goes on"]):
        with Journal(data) as journal:
            for body in more:
                journal.append(body)
        assert main(["journal", "copy", str(copy), "--data", str(data)]) == 0
    with contextlib.closing(form.read_only(copy)) as database:
        assert [kept.body for kept in form.verified(database)] == [LOST, "goes on"]
    assert list(tmp_path.glob("*until*")) == []


def test_a_damaged_journal_is_not_told_as_a_stick_that_cannot_be_written(
    stopped: Evening, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = lay(stopped, tmp_path) / MAIN
    content = path.read_bytes()
    path.write_bytes(content[:4096] + b"\xff" * (len(content) - 4096))
    (tmp_path / "stick").mkdir()
    assert main(["journal", "copy", str(tmp_path / "stick"), "--data", str(tmp_path)]) == 1
    said = capsys.readouterr().err
    assert f"hamarreko journal: the journal {path} is damaged: " in said
    assert "`hamarreko journal mend` mends it" in said


def test_the_command_ends_a_mending_that_was_cut_off(
    stopped: Evening, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (lay(stopped, tmp_path) / MAIN).rename(tmp_path / FRESH)
    (tmp_path / COPY).unlink()
    assert main(["journal", "check", "--data", str(tmp_path)]) == 1
    assert "`hamarreko journal mend` takes up what was being written" in capsys.readouterr().err
    assert main(["journal", "mend", "--data", str(tmp_path)]) == 0
    assert "(found at the start before), and is whole again" in capsys.readouterr().out
    assert read_bodies(tmp_path) == stopped.bodies


def test_the_command_checks_mends_and_copies(
    stopped: Evening, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, stick = tmp_path / "data", tmp_path / "stick"
    for folder in (data, stick):
        folder.mkdir()
    assert main(["journal", "check", "--data", str(data)]) == 1
    assert main(["journal", "mend", "--data", str(data)]) == 1
    assert capsys.readouterr().err.count("there is no journal in") == 2
    (lay(stopped, data) / COPY).unlink()
    assert main(["journal", "check", "--data", str(data)]) == 0
    assert main(["journal", "copy", str(stick), "--data", str(data)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"{EVENTS} events can be read in their order",
        f"{stick / COPY}: {EVENTS} events",
    ]
    spoil(data / MAIN, stopped.records[131])
    assert main(["journal", "check", "--data", str(data)]) == 1
    said = capsys.readouterr()
    assert "131 events can be read in their order" in said.out
    assert "event 132 is not as it was written; `hamarreko journal mend` mends it" in said.err
    assert main(["journal", "mend", "--data", str(data)]) == 1
    assert re.search(r"^match \d+, hand \d+: event 132", capsys.readouterr().out, re.MULTILINE)
    assert main(["journal", "mend", "--copy", str(stick), "--data", str(data)]) == 0
    assert "(event 132 is missing), and is whole again" in capsys.readouterr().out
    assert main(["journal", "mend", "--data", str(data)]) == 0
    assert capsys.readouterr().out == "nothing was to be mended\n"
    with Journal(data):
        assert main(["journal", "mend", "--data", str(data)]) == 1
        assert main(["journal", "check", "--data", str(data)]) == 0
        assert main(["journal", "copy", str(tmp_path / "none" / "copy"), "--data", str(data)]) == 1
    assert "another program is running" in capsys.readouterr().err
