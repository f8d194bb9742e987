"""Where learned decks are kept, and what of a path is opened for somebody who names one."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from firmware.decks.kept import (
    MOST_AT_ONCE,
    choose_deck,
    chosen_deck,
    deck_names,
    deck_path,
    find_deck,
    keep_deck,
    keep_file,
    kept_deck,
    kept_decks,
    kept_file,
    may_have_decks,
)
from firmware.files.arguments import UsageError
from firmware.files.regular_files import IrregularFileError, read_regular
from tests.vision.enrolled.drawn import enrolled, house
from vision.enrolled.deck import DeckError


def test_a_deck_is_found_by_its_name_and_by_its_file(tmp_path: Path) -> None:
    path, _ = keep_deck(enrolled(house(), "club"), tmp_path)
    assert path == deck_path("club", tmp_path)
    assert kept_deck("club", tmp_path).name == find_deck("club", tmp_path).name == "club"
    assert find_deck(str(path), tmp_path / "elsewhere").name == "club"


def test_a_deck_is_found_however_its_accents_are_written(tmp_path: Path) -> None:
    path, _ = keep_deck(enrolled(house(), "N\u0303andu\u0301"), tmp_path)
    assert path.name == "\xd1and\xfa.deck"
    assert find_deck("N\u0303andu\u0301", tmp_path).name == find_deck("\xd1and\xfa", tmp_path).name == "\xd1and\xfa"


def test_a_deck_file_with_its_accents_apart_is_the_deck_of_its_name(tmp_path: Path) -> None:
    path, _ = keep_deck(enrolled(house(), "\xd1and\xfa"), tmp_path)
    copied = path.rename(path.with_name("N\u0303andu\u0301.deck"))
    assert deck_names(tmp_path) == ["\xd1and\xfa"]
    for name in ("N\u0303andu\u0301", "\xd1and\xfa"):
        assert kept_deck(name, tmp_path).name == find_deck(name, tmp_path).name == "\xd1and\xfa"
    assert keep_deck(enrolled(house(), "\xd1and\xfa"), tmp_path) == (copied, True)


@pytest.mark.parametrize("name", ["/dev/zero", "../decks/club", "decks/club.deck", "", "club\0"])
def test_whoever_may_name_decks_names_no_files(tmp_path: Path, name: str) -> None:
    keep_deck(enrolled(house(), "club"), tmp_path)
    with pytest.raises(DeckError, match="cannot be a deck's name"):
        kept_deck(name, tmp_path)


def test_a_deck_that_was_never_learned(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="no deck called club has been learned here"):
        kept_deck("club", tmp_path)
    with pytest.raises(UsageError, match="there is no enrolled deck club in"):
        find_deck("club", tmp_path)


def test_a_deck_file_in_what_is_no_folder_is_missing(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"no folder")
    with pytest.raises(UsageError, match="nor such a file"):
        find_deck(str(tmp_path / "file" / "club.deck"), tmp_path)


def test_decks_that_cannot_be_listed_are_not_taken_for_none(tmp_path: Path) -> None:
    assert not may_have_decks(tmp_path)
    (tmp_path / "decks").write_bytes(b"no folder")
    why = f"{tmp_path / 'decks'}: cannot be read: Not a directory"
    deck = enrolled(house(), "club")
    for refused in (
        lambda: deck_path("club", tmp_path),
        lambda: kept_deck("club", tmp_path),
        lambda: find_deck("club", tmp_path),
        lambda: keep_deck(deck, tmp_path),
        lambda: keep_file(deck.to_bytes(), tmp_path),
        lambda: kept_file("0" * 64, tmp_path),
        lambda: deck_names(tmp_path),
    ):
        with pytest.raises(DeckError, match=why):
            refused()
    unfit = list[DeckError]()
    assert [*kept_decks(tmp_path, unfit.append)] == []
    assert [str(error) for error in unfit] == [why]
    assert may_have_decks(tmp_path)


def test_only_regular_files_are_decks(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.deck")
    (tmp_path / "zero.deck").symlink_to("/dev/zero")
    large = tmp_path / "large.deck"
    with large.open("wb") as file:
        file.truncate(16_000_001)
    for path in ("pipe.deck", "zero.deck"):
        with pytest.raises(DeckError, match="not a regular file"):
            find_deck(str(tmp_path / path), tmp_path)
    with pytest.raises(UsageError, match="is a folder, not a deck's file"):
        find_deck(str(tmp_path), tmp_path)
    with pytest.raises(DeckError, match="larger than 16000000 bytes"):
        find_deck(str(large), tmp_path)
    (tmp_path / "decks").mkdir()
    deck_path("zero", tmp_path).symlink_to("/dev/zero")
    with pytest.raises(DeckError, match="not a regular file"):
        kept_deck("zero", tmp_path)


def test_of_the_learned_decks_the_newest_are_known_at_once_and_a_damaged_one_is_named(tmp_path: Path) -> None:
    unfit = list[DeckError]()
    assert [*kept_decks(tmp_path, unfit.append)] == []
    (tmp_path / "decks").mkdir()
    for other in (".club.deck", "club.deck.1234.new", ".deck"):
        (tmp_path / "decks" / other).write_bytes(b"no deck")
    names = [f"deck {number}" for number in range(MOST_AT_ONCE + 2)]
    for age, name in enumerate(names):
        path, _ = keep_deck(enrolled(house(), name), tmp_path)
        os.utime(path, (1_000_000 - age, 1_000_000 - age))
    assert [deck.name for deck in kept_decks(tmp_path, unfit.append)] == names[:MOST_AT_ONCE]
    assert unfit == []
    deck_path(names[1], tmp_path).write_bytes(b"no deck")
    recognised = [deck.name for deck in kept_decks(tmp_path, unfit.append)]
    assert recognised == [names[0], *names[2 : MOST_AT_ONCE + 1]]
    assert len(unfit) == 1
    assert "deck 1.deck: not a deck file of hamarreko" in str(unfit[0])


def test_the_chosen_deck_is_a_name(tmp_path: Path) -> None:
    choose_deck("club", tmp_path)
    assert chosen_deck(tmp_path) == "club"
    (tmp_path / "deck").write_text("/dev/zero\n", "utf-8")
    assert chosen_deck(tmp_path) is None


def test_a_file_is_read_to_its_limit(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"12345")
    assert read_regular(path, 5) == b"12345"
    with pytest.raises(IrregularFileError, match="larger than 4 bytes"):
        read_regular(path, 4)
    with pytest.raises(FileNotFoundError):
        read_regular(tmp_path / "none", 5)
    with pytest.raises(IrregularFileError, match="not a regular file"):
        read_regular("/dev/null", 5)


@pytest.mark.parametrize("length", [4, 62, 63, 64])
def test_a_deck_of_another_table_has_a_name_that_is_one_however_long_its_own_is(tmp_path: Path, length: int) -> None:
    file = enrolled(house(), "m" * length).to_bytes()
    names = [keep_file(file, tmp_path) for _ in range(3)]
    assert names == ["m" * length, "m" * min(length, 62) + " 2", "m" * min(length, 62) + " 3"]
    for name in names:
        assert kept_deck(name, tmp_path).name == "m" * length
