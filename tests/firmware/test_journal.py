"""The journal: what was kept is read back, and what was damaged is known to be."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from firmware.journal import FolderInUseError, Journal, JournalError

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
        database = journal._database
        assert database is not None
        assert database.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert database.execute("PRAGMA synchronous").fetchone() == (2,)


def test_a_second_program_is_told(tmp_path: Path) -> None:
    with Journal(tmp_path), pytest.raises(FolderInUseError, match="another program"):
        Journal(tmp_path)
    with Journal(tmp_path):
        pass


def test_a_folder_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(JournalError, match="cannot be used"):
        Journal(tmp_path / "file" / "data")


def test_a_newer_journal_is_left_alone(tmp_path: Path) -> None:
    path = written(tmp_path)
    database = sqlite3.connect(path)
    database.execute("PRAGMA user_version = 99")
    database.close()
    with pytest.raises(JournalError, match="newer program"):
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
        assert journal.damage is not None
        assert str(journal.damage.kept_as) in str(journal.damage)
        assert journal.damage.kept_as.read_bytes() == spoilt
        events = list(journal.events())
        assert events == BODIES[: len(events)]
        journal.append("goes on")
    assert kept(tmp_path)[-1] == "goes on"


def test_an_event_that_was_changed_is_found(tmp_path: Path) -> None:
    path = written(tmp_path)
    database = sqlite3.connect(path)
    database.execute("UPDATE event SET body = replace(body, 'NS', 'EW') WHERE seq = 21")
    database.commit()
    database.close()
    with Journal(tmp_path) as journal:
        assert journal.damage is not None
        assert journal.damage.events == 20
        assert list(journal.events()) == BODIES[:20]


def test_an_event_that_is_missing_is_found(tmp_path: Path) -> None:
    path = written(tmp_path)
    database = sqlite3.connect(path)
    database.execute("DELETE FROM event WHERE seq = 8")
    database.commit()
    database.close()
    with Journal(tmp_path) as journal:
        assert "event 8 is missing" in str(journal.damage)
        assert list(journal.events()) == BODIES[:7]


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
        events = list(journal.events())
        assert events == BODIES[: len(events)]
        journal.append("goes on")


def test_a_full_disk_keeps_nothing_by_halves(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        journal.append("first")
        assert journal._database is not None
        (pages,) = journal._database.execute("PRAGMA page_count").fetchone()
        journal._database.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(JournalError, match="could not be written"):
            journal.append("x" * 100_000)
        journal.append("second")
    assert kept(tmp_path) == ["first", "second"]
