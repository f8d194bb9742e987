"""Enrolled decks as files."""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np
import pytest

from tests.vision.enrolled.drawn import enrolled, house
from vision.enrolled.deck import DeckError, EnrolledDeck, checked_name, load_deck


def test_a_file_gives_the_deck_back(tmp_path: Path) -> None:
    deck = enrolled(house(), "Peña Gure-Etxea 2")
    (tmp_path / "a.deck").write_bytes(deck.to_bytes())
    again = load_deck(tmp_path / "a.deck")
    assert again.name == deck.name
    assert again.pictures.shape == deck.pictures.shape
    assert np.abs(again.pictures.astype(int) - deck.pictures).mean() < 3, "it is kept as a JPEG"


@pytest.mark.parametrize("at", [0, 20, 60, 110, 5000, -1])
def test_any_changed_byte_is_noticed(tmp_path: Path, at: int) -> None:
    data = bytearray(enrolled(house()).to_bytes())
    data[at] ^= 1
    (tmp_path / "a.deck").write_bytes(bytes(data))
    with pytest.raises(DeckError) as error:
        load_deck(tmp_path / "a.deck")
    assert str(error.value).startswith(str(tmp_path / "a.deck"))
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("length", [0, 10, 200, -1])
def test_half_a_file_is_noticed(tmp_path: Path, length: int) -> None:
    (tmp_path / "a.deck").write_bytes(enrolled(house()).to_bytes()[:length])
    with pytest.raises(DeckError):
        load_deck(tmp_path / "a.deck")


@pytest.mark.parametrize(
    "rest",
    [
        b"",
        b"[]\n",
        b'{"name": "a", "sheets": []}\n',
        b'{"name": "a", "sheets": [3]}\nabc',
        b'{"name": "a", "sheets": "x"}\nabc',
        b'{"name": "../a", "sheets": [3]}\nabc',
    ],
)
def test_contents_that_are_none(tmp_path: Path, rest: bytes) -> None:
    (tmp_path / "a.deck").write_bytes(f"hamarreko deck 1 {hashlib.sha256(rest).hexdigest()}\n".encode() + rest)
    with pytest.raises(DeckError, match=r"a\.deck"):
        load_deck(tmp_path / "a.deck")


def test_a_later_version_is_said_to_be_one(tmp_path: Path) -> None:
    data = enrolled(house()).to_bytes().replace(b"hamarreko deck 1 ", b"hamarreko deck 2 ", 1)
    (tmp_path / "a.deck").write_bytes(data)
    with pytest.raises(DeckError, match="version 2"):
        load_deck(tmp_path / "a.deck")


def test_a_folder_is_no_deck(tmp_path: Path) -> None:
    with pytest.raises(DeckError, match="cannot be read"):
        load_deck(tmp_path)


@pytest.mark.parametrize(
    "name", ["", ".", "..", "../club", "a/b", "a\\b", ".club", "club.", "a\0b", "x" * 65, "a\nb", "-a"]
)
def test_names_that_no_file_can_have(name: str) -> None:
    with pytest.raises(DeckError):
        checked_name(name)


@pytest.mark.parametrize("name", ["club", "Gure Etxea", "peña", "v1.2_b-c"])
def test_names(name: str) -> None:
    assert checked_name(name) == name


def test_pictures_of_another_shape_are_no_deck() -> None:
    with pytest.raises(DeckError, match="pictures of a deck"):
        EnrolledDeck("club", np.zeros((1, 39, 128, 80, 3), np.uint8))
    with pytest.raises(DeckError, match="photographs"):
        EnrolledDeck("club", np.zeros((0, 40, 128, 80, 3), np.uint8))
