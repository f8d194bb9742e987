"""The journal: what was kept is read back, and what was damaged is known to be."""

from __future__ import annotations

import random
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import closing
from functools import partial
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from firmware.decks.kept import choose_deck
from firmware.keeping import journal_form as form
from firmware.keeping import language
from firmware.keeping.folders import FolderInUseError
from firmware.keeping.hand_pictures import HELD
from firmware.keeping.journal import Journal
from firmware.keeping.journal_copy import brought_up
from firmware.keeping.journal_form import CACHE, FORM, LOST, JournalError
from firmware.keeping.journal_reading import copied as copied_to_memory
from firmware.keeping.journal_reading import read_journal
from firmware.keeping.taking_up import all_taken_up, taken_up
from firmware.panel.entry.door import keep_key
from firmware.selftest import report
from firmware.session.buttons import Button
from firmware.table.settings import taken
from tests.firmware.keeping.kept_journal import EVENTS, JOURNAL, bodies, write
from tests.firmware.playing import in_memory, presses, table
from tests.firmware.screens.gallery import called

BODIES = [f'{{"event":"call-made","call":"NS envido {n}"}}' for n in range(2, 42)]


def kept(folder: Path) -> list[str]:
    with Journal(folder) as journal:
        return list(journal.events())


def written(folder: Path, bodies: list[str] = BODIES) -> Path:
    with Journal(folder) as journal:
        for body in bodies:
            journal.append(body)
        return journal.path


def test_what_was_kept_is_read_back(tmp_path: Path) -> None:
    written(tmp_path)
    assert kept(tmp_path) == BODIES
    with Journal(tmp_path) as journal:
        journal.append("one more")
        assert len(journal) == len(BODIES) + 1
    assert kept(tmp_path) == [*BODIES, "one more"]


def test_the_disk_is_waited_for(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        database = journal._open()
        assert database.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert database.execute("PRAGMA synchronous").fetchone() == (2,)


def in_another_program(path: Path) -> int:
    """How many events another program finds, which may write there, too, and tidies up behind itself."""
    count = "import sqlite3, sys; print(*sqlite3.connect(sys.argv[1]).execute('SELECT count(*) FROM event').fetchone())"
    done = subprocess.run([sys.executable, "-c", count, path], capture_output=True, text=True, check=True)
    return int(done.stdout)


def listed(journal: Journal) -> None:
    assert [kept.body for kept in journal.kept()] == BODIES


def refused(journal: Journal) -> None:
    def busy(path: Path) -> None:
        error = sqlite3.OperationalError("database is locked")
        error.sqlite_errorcode = sqlite3.SQLITE_BUSY
        raise error

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("firmware.keeping.journal_form.read_only", busy)
        with pytest.raises(JournalError, match="cannot be read just now: database is locked"):
            list(journal.kept())


def copied(journal: Journal) -> None:
    written(journal.copy.parent / "other", ["of another table"]).rename(journal.copy)
    assert brought_up(journal.path, journal.copy) == len(BODIES)


@pytest.mark.parametrize("look", [listed, refused, copied])
def test_what_is_kept_after_the_journal_was_read_is_on_the_disk(
    tmp_path: Path, look: Callable[[Journal], None]
) -> None:
    with Journal(tmp_path) as journal:
        for body in BODIES:
            journal.append(body)
        look(journal)
        assert in_another_program(journal.path) == len(BODIES)
        journal.append("one more")
        assert in_another_program(journal.path) == len(BODIES) + 1


def test_little_of_a_long_journal_stays_in_memory(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        (pages,) = journal._open().execute("PRAGMA cache_size").fetchone()
        assert pages == -CACHE


def test_a_second_program_is_told(tmp_path: Path) -> None:
    with Journal(tmp_path), pytest.raises(FolderInUseError, match="another program"):
        Journal(tmp_path)
    with Journal(tmp_path):
        pass


def test_a_folder_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(JournalError, match="cannot be used"):
        Journal(tmp_path / "file" / "data")
    with pytest.raises(JournalError, match="cannot be used: File name too long"):
        Journal(tmp_path / ("x" * 300))


@pytest.mark.parametrize(("form", "writer"), [(1, "an older"), (99, "a newer")])
def test_a_journal_of_another_form_is_left_alone(tmp_path: Path, form: int, writer: str) -> None:
    path = written(tmp_path)
    database = sqlite3.connect(path)
    database.execute(f"PRAGMA user_version = {form}")
    database.close()
    with pytest.raises(JournalError, match=f"written by {writer} program"):
        Journal(tmp_path)
    assert path.exists()


@pytest.mark.parametrize(
    "spoil",
    [
        lambda path: path.write_bytes(b""),
        lambda path: path.write_bytes(b"this is no database" * 100),
        lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]),
        lambda path: path.write_bytes(path.read_bytes()[:1000]),
    ],
    ids=["empty", "garbage", "half", "one torn page"],
)
def test_a_damaged_journal_is_moved_aside_and_said(tmp_path: Path, spoil: object) -> None:
    path = written(tmp_path)
    assert callable(spoil)
    spoil(path)
    spoilt = path.read_bytes()
    with Journal(tmp_path) as journal:
        assert str(journal.damage.kept_as) in str(journal.damage)
        assert journal.damage.kept_as.read_bytes() == spoilt
        events = list(journal.events())
        assert as_written(events, BODIES)
        journal.append("goes on")
    assert kept(tmp_path)[-1] == "goes on"


def as_written(events: list[str], bodies: list[str]) -> bool:
    """Whether each event is what was written in its place, or known to be lost."""
    return all(event in (body, LOST) for event, body in zip(events, bodies, strict=False))


def test_an_event_that_was_changed_is_found(tmp_path: Path) -> None:
    path = written(tmp_path)
    database = sqlite3.connect(path)
    database.execute("UPDATE event SET body = replace(body, 'NS', 'EW') WHERE seq = 21")
    database.commit()
    database.close()
    with Journal(tmp_path) as journal:
        assert "event 21 is not as it was written" in str(journal.damage)
        assert (journal.damage.events, journal.damage.lost) == (40, (21,))
        assert list(journal.events()) == [*BODIES[:20], LOST, *BODIES[21:]]


def test_an_event_that_is_missing_is_found(tmp_path: Path) -> None:
    path = written(tmp_path)
    database = sqlite3.connect(path)
    database.execute("DELETE FROM event WHERE seq = 8")
    database.commit()
    database.close()
    with Journal(tmp_path) as journal:
        assert "event 8 is missing" in str(journal.damage)
        events = list(journal.events())
        assert as_written(events, BODIES)
        assert len(events) == len(BODIES)


def test_a_program_killed_while_it_set_a_journal_aside(tmp_path: Path) -> None:
    path = written(tmp_path)
    path.rename(path.with_suffix(".new"))
    (tmp_path / "journal-damaged-20260101-000000.sqlite").write_bytes(b"what it was")
    with Journal(tmp_path) as journal:
        assert journal.damage is not None
        assert list(journal.events()) == BODIES


@settings(deadline=None, max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(where=st.floats(0, 0.999), byte=st.integers(0, 255), wal=st.booleans())
def test_no_damage_changes_an_event(
    tmp_path_factory: pytest.TempPathFactory, where: float, byte: int, wal: bool
) -> None:
    folder = tmp_path_factory.mktemp("journal")
    path = written(folder, BODIES[:30])
    if wal:  # events that stand in the write-ahead log only, as after a kill
        with Journal(folder) as journal:
            for body in BODIES[30:]:
                journal.append(body)
            copies = {p: p.read_bytes() for p in (path, path.with_name(path.name + "-wal"))}
        for place, content in copies.items():
            place.write_bytes(content)
        path = path.with_name(path.name + "-wal")
    content = bytearray(path.read_bytes())
    content[int(where * len(content))] = byte
    path.write_bytes(content)
    with Journal(folder) as journal:
        assert as_written(list(journal.events()), BODIES)
        journal.append("goes on")


def copied(folder: Path) -> Path:
    """The kept journal in a data folder."""
    folder.mkdir()
    shutil.copy(JOURNAL, folder / "journal.sqlite")
    return folder


def test_the_kept_journal_is_read_and_gone_on_with(tmp_path: Path) -> None:
    folder = copied(tmp_path / "data")
    assert [kept.body for kept in read_journal(folder)] == bodies()
    with Journal(folder) as journal:
        appliance = table(journal)
        state = appliance.snapshot().state
        assert journal.damage is None
        assert list(journal.events())[: len(EVENTS)] == bodies()
        assert [start.seq for start in journal.starts()] == [1]
        assert {team.value: tantos for team, tantos in state.base.items()} == {"NS": 3, "EW": 2}
        assert (state.esku.value, state.deal, len(state.hands)) == ("W", 2, 1)
        assert called(state) == {"handia": ["EW envido 2"]}
        assert appliance.press(Button.IDUKI).done
        assert appliance.press(Button.BACK).done
        appliance.close()


def test_the_kept_journal_is_what_its_code_writes(tmp_path: Path) -> None:
    write(tmp_path / "anew.sqlite")
    found = []
    for path in (tmp_path / "anew.sqlite", JOURNAL):
        database = sqlite3.connect(f"{path.as_uri()}?immutable=1", uri=True)
        found.append([*database.iterdump(), database.execute("PRAGMA user_version").fetchone()])
        database.close()
    assert found[0] == found[1]
    assert found[0][-1] == (FORM,)


@pytest.mark.parametrize("seed", range(4))
def test_a_session_taken_up_from_its_last_matches_is_the_same(tmp_path: Path, seed: int) -> None:
    with in_memory() as folder, Journal(folder) as journal:
        appliance = table(journal)
        playing = presses(appliance, random.Random(seed))
        for number in range(900):
            next(playing)
            if number % 150 and len(journal) > next(journal.starts()).seq + 3:
                continue
            whole, noted = all_taken_up(journal.events())
            assert whole.holes == ()
            assert list(journal.starts()) == noted[::-1]
            for start in islice(journal.starts(), 5):
                part = taken_up(start, journal.events(after=start.seq - 1))
                assert part is None or part.session == whole.session
        assert any(taken_up(start, journal.events(after=start.seq - 1)) for start in journal.starts())
        appliance.close()


def test_a_start_that_was_changed_is_not_begun_at(tmp_path: Path) -> None:
    folder = copied(tmp_path / "data")
    database = sqlite3.connect(folder / "journal.sqlite")
    database.execute("UPDATE start SET carry = replace(carry, '1', '7')")
    database.commit()
    database.close()
    with Journal(folder) as journal:
        assert journal.damage is None
        assert list(journal.starts()) == []
        assert list(journal.events()) == bodies()


@pytest.mark.parametrize("log", [True, False])
def test_a_copy_in_memory_has_no_name_there_that_a_kill_would_leave(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, log: bool
) -> None:
    path = copied(tmp_path / "data") / "journal.sqlite"
    (memory := tmp_path / "memory").mkdir()
    begun = partial(tempfile.TemporaryDirectory, dir=memory)
    monkeypatch.setattr("firmware.keeping.journal_reading.tempfile.TemporaryDirectory", lambda dir: begun())
    with closing(form.connect(path)) as database:
        if not log:
            database.execute("PRAGMA journal_mode = DELETE").fetchone()
        with copied_to_memory(path) as found:
            assert [*memory.iterdir()] == []
            assert [kept.body for kept in form.verified(found)] == bodies()
            with form.transaction(found):
                form.add_event(found, form.Kept(len(EVENTS) + 1, "", LOST * 1000), 0)
            found.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            assert form.last(found) == len(EVENTS) + 1


def test_the_docs_name_everything_that_is_kept(tmp_path: Path) -> None:
    """What stands in a data folder in which everything was done once."""
    told = (Path(__file__).parents[3] / "docs" / "journal.md").read_text("utf-8")
    with Journal(tmp_path) as journal:
        appliance = table(journal)
        for _ in zip(range(40), presses(appliance, random.Random(3)), strict=False):
            pass
        appliance.close()
        language.keep(tmp_path, "eu")
        keep_key(tmp_path, bytes(32))
        choose_deck("club", tmp_path)
        tournament = tmp_path / "tournament.toml"
        tournament.write_text('rules = "nabo"\n', encoding="utf-8")
        assert taken(tournament, tmp_path)[1] is None
        tournament.unlink()
        brought_up(journal.path, journal.copy)
        names = {path.name for path in tmp_path.iterdir()}
    assert {
        "journal.sqlite-wal",
        "journal-copy.sqlite",
        "pictures",
        "deck",
        "match-settings.toml",
        "panel-key",
        "language",
    } < names
    every = (path.read_text("utf-8") for path in sorted((Path(__file__).parents[3] / "firmware").rglob("*.py")))
    names |= {name for text in every for name in re.findall(r'^_FILE\b.* = "(.+)"$', text, re.MULTILINE)}
    assert {"voice", "desk.json", "light.json", "table-id"} < names
    for name in (*names, report.FILE, HELD, "decks/", "before-upgrade", "after-failed-upgrade"):
        assert re.search(rf"^\|.*`[^`]*{re.escape(name)}", told, re.MULTILINE), name
