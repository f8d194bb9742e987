"""Enrolled decks as files."""

from __future__ import annotations

import hashlib
import json

import numpy as np
import pytest

from tests.vision.enrolled.drawn import enrolled, house
from vision.enrolled.deck import DeckError, EnrolledDeck, checked_name


def test_a_file_gives_the_deck_back() -> None:
    deck = enrolled(house(), "Peña Gure-Etxea 2")
    data = deck.to_bytes()
    again = EnrolledDeck.from_bytes(data, "a.deck")
    assert again.name == deck.name
    assert again.pictures.shape == deck.pictures.shape
    assert np.abs(again.pictures.astype(int) - deck.pictures).mean() < 3, "it is kept as a JPEG"


@pytest.mark.parametrize("at", [0, 20, 60, 110, 5000, -1])
def test_any_changed_byte_is_noticed(at: int) -> None:
    changed = bytearray(enrolled(house()).to_bytes())
    changed[at] ^= 1
    data = bytes(changed)
    with pytest.raises(DeckError) as error:
        EnrolledDeck.from_bytes(data, "a.deck")
    assert str(error.value).startswith("a.deck: ")
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("length", [0, 10, 200, -1])
def test_half_a_file_is_noticed(length: int) -> None:
    data = enrolled(house()).to_bytes()[:length]
    with pytest.raises(DeckError):
        EnrolledDeck.from_bytes(data, "a.deck")


def test_of_more_photographs_than_a_deck_has_none_is_unpacked() -> None:
    rest = json.dumps({"name": "a", "sheets": [1] * 9}).encode() + b"\n" + b"x" * 9
    first = f"hamarreko deck 1 {hashlib.sha256(rest).hexdigest()}\n".encode()
    with pytest.raises(DeckError, match="1 to 8 photographs, not 9"):
        EnrolledDeck.from_bytes(first + rest, "a.deck")


@pytest.mark.parametrize(
    "rest",
    [
        b"",
        b"[]\n",
        b'{"name": "a", "sheets": []}\n',
        b'{"name": "a", "sheets": [3]}\nabc',
        b'{"name": "a", "sheets": "x"}\nabc',
        b'{"name": "../a", "sheets": [3]}\nabc',
        b"[" * 200_000,
    ],
)
def test_contents_that_are_none(rest: bytes) -> None:
    data = f"hamarreko deck 1 {hashlib.sha256(rest).hexdigest()}\n".encode() + rest
    with pytest.raises(DeckError, match=r"a\.deck"):
        EnrolledDeck.from_bytes(data, "a.deck")


def test_a_later_version_is_said_to_be_one() -> None:
    data = enrolled(house()).to_bytes().replace(b"hamarreko deck 1 ", b"hamarreko deck 2 ", 1)
    with pytest.raises(DeckError, match="version 2"):
        EnrolledDeck.from_bytes(data, "a.deck")


@pytest.mark.parametrize(
    "name", ["", ".", "..", "../club", "a/b", "a\\b", ".club", "club.", "a\0b", "x" * 65, "a\nb", "-a"]
)
def test_names_that_no_file_can_have(name: str) -> None:
    with pytest.raises(DeckError):
        checked_name(name)


@pytest.mark.parametrize("name", ["club", "Gure Etxea", "peña", "v1.2_b-c"])
def test_names(name: str) -> None:
    assert checked_name(name) == name


def test_accents_are_composed() -> None:
    assert checked_name("N\u0303andu\u0301") == enrolled(house(), "N\u0303andu\u0301").name == "\xd1and\xfa"


def test_pictures_of_another_shape_are_no_deck() -> None:
    with pytest.raises(DeckError, match="pictures of a deck"):
        EnrolledDeck("club", np.zeros((1, 39, 128, 80, 3), np.uint8))
    with pytest.raises(DeckError, match="photographs"):
        EnrolledDeck("club", np.zeros((0, 40, 128, 80, 3), np.uint8))


def test_a_sheet_that_claims_to_be_huge_is_refused_by_its_header() -> None:
    data = enrolled(house()).to_bytes()
    rest = bytearray(data[data.index(b"\n") + 1 :])
    size = rest.index(b"\xff\xc0") + 5
    rest[size : size + 4] = b"\xff\xff\xff\xff"
    first = f"hamarreko deck 1 {hashlib.sha256(rest).hexdigest()}\n".encode()
    with pytest.raises(DeckError, match="does not hold what a deck file holds"):
        EnrolledDeck.from_bytes(first + bytes(rest), "club.deck")
