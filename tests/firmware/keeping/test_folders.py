"""Small files that must last: a power cut leaves the old one or the new one, and the new one once it was kept."""

from __future__ import annotations

import errno
import fcntl
import os
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

from firmware.keeping import folders
from firmware.keeping.folders import keep_bytes, keep_text
from firmware.keeping.hand_pictures import HandPictures
from firmware.keeping.journal import Journal
from firmware.keeping.journal_copy import brought_up
from tests.firmware.keeping.disk import Recorder, after_power_cut
from tests.firmware.keeping.test_hand_pictures import noise


def test_a_power_cut_leaves_the_old_one_or_the_new_one(folder: Path) -> None:
    with Recorder(folder) as disk:
        for text in ("eu", "fr"):
            keep_text(folder / "data" / "language", text)
            disk.mark()
    seen = set()
    for cut in range(len(disk.steps) + 1):
        kept = sum(step.what == "mark" for step in disk.steps[:cut])
        for luck in range(8):
            after = folder / f"after-{cut}-{luck}"
            after_power_cut(disk.steps[:cut], random.Random(luck), after)
            path = after / "data" / "language"
            found = path.read_text() if path.exists() else ""
            assert found in ("", "eu", "fr")[kept : kept + 2]
            seen.add((kept, found))
    assert len(seen) == 5


def test_a_picture_that_was_kept_is_there_after_a_power_cut(folder: Path) -> None:
    with Recorder(folder) as disk:
        HandPictures(folder / "pictures").keep(7, noise(7))
    for luck in range(20):
        after = folder / f"after-{luck}"
        after_power_cut(disk.steps, random.Random(luck), after)
        found = HandPictures(after / "pictures").find(7)
        assert found.read_bytes() == (folder / "pictures" / "00000007.jpg").read_bytes()


def test_a_disk_that_refuses_leaves_the_old_one_and_nothing_beside_it(folder: Path) -> None:
    path = folder / "key"
    keep_bytes(path, b"old", 0o600)
    with Recorder(folder, lambda step: step.what != "sync"), pytest.raises(OSError):
        keep_bytes(path, b"new", 0o600)
    assert path.read_bytes() == b"old"
    assert path.stat().st_mode & 0o777 == 0o600
    assert [found.name for found in folder.iterdir()] == ["key"]


def test_what_root_makes_belongs_to_the_owner_of_its_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "data").mkdir()
    (folder / "data" / "journal.sqlite").write_bytes(b"no journal")
    given: dict[str, int] = {}
    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setattr("os.chown", lambda path, user, group, **_: given.update({Path(path).name: user}))
    with Journal(folder / "data") as journal:
        assert journal.damage
        brought_up(journal.path, journal.copy)
    keep_text(folder / "data" / "decks" / "club", "a deck")
    (club,) = (name for name in given if re.fullmatch(r"club\.\w+\.new", name))
    named = (journal.damage.kept_as.name, "table.lock", "journal.new", "journal-copy.sqlite.new", "decks", club)
    assert given == dict.fromkeys(named, folder.stat().st_uid)


def test_two_programs_write_the_same_file_and_neither_hinders_the_other(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, owned = folder / "club.deck", folders.give_to_owner
    other = "import pathlib, sys; from firmware.keeping.folders import keep_bytes; "
    other += "keep_bytes(pathlib.Path(sys.argv[1]), b'2')"

    def meanwhile(new: Path) -> None:
        subprocess.run([sys.executable, "-c", other, path], check=True)
        assert path.read_bytes() == b"2"
        owned(new)

    monkeypatch.setattr(folders, "give_to_owner", meanwhile)
    keep_bytes(path, b"1")
    assert path.read_bytes() == b"1"
    assert [*folder.iterdir()] == [path]


def test_what_a_power_cut_left_goes_and_nothing_else_does(folder: Path) -> None:
    path = folder / "club.deck"
    cut = "import os, pathlib, sys; from firmware.keeping import folders; "
    cut += "folders.give_to_owner = lambda _: os._exit(9); folders.keep_bytes(pathlib.Path(sys.argv[1]), b'half')"
    for _ in range(2):
        assert subprocess.run([sys.executable, "-c", cut, path], check=False).returncode == 9
        (half,) = folder.iterdir()
        assert half.read_bytes() == b"half"
        half.chmod(0o444)  # another user's, who may take it away all the same
    (folder / "club.deck.mine.new").write_bytes(b"somebody's own")
    keep_bytes(path, b"whole")
    assert {found.name for found in folder.iterdir()} == {"club.deck", "club.deck.mine.new"}


def test_what_another_program_takes_away_before_it_is_held_is_begun_anew(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, held = folder / "club.deck", fcntl.flock

    def first_takes_away(new: int, how: int) -> None:
        monkeypatch.setattr(fcntl, "flock", held)
        (name,) = folder.iterdir()
        name.unlink()

    monkeypatch.setattr(fcntl, "flock", first_takes_away)
    keep_bytes(path, b"1")
    assert path.read_bytes() == b"1"
    assert [*folder.iterdir()] == [path]


def test_a_disk_that_knows_no_locks_keeps_files_too(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(new: object, how: int) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(fcntl, "flock", unknown)
    (folder / "club.deck.01234567.new").write_bytes(b"who knows whose")
    keep_bytes(folder / "club.deck", b"1", 0o640)
    assert (folder / "club.deck").stat().st_mode & 0o777 == 0o640
    assert {found.name for found in folder.iterdir()} == {"club.deck", "club.deck.01234567.new"}
