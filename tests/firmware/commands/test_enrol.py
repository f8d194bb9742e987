"""`hamarreko enrol`, and reading with the deck that it learned, as a user runs them."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from PIL import Image

from models.deck.faces import CARDS
from models.scenes.cards.decks import Deck
from models.scenes.chance import random_spec
from models.scenes.scene import render
from models.scenes.spec import SceneOptions
from tests.firmware.running import hamarreko
from tests.vision.enrolled.drawn import enrolled, house, stranger

DEMO = Path(str(files("firmware").joinpath("demo"))) / "hand-01.jpg"
SIZE = (1920, 1080)


def photograph(deck: Deck, path: Path) -> Path:
    """A photograph of a deck as it must be laid out for enrolment."""
    spec = random_spec(np.random.default_rng(12), "enrol", deck, SceneOptions(wide=0.0, surface="green"))
    cv2.imwrite(str(path), render(spec, size=SIZE).image, [cv2.IMWRITE_JPEG_QUALITY, 92])
    return path


def swapped(deck: Deck, rows: tuple[int, int]) -> Deck:
    """The deck with the faces of two suits in each other's place."""
    names = np.array(CARDS).reshape(4, 10)
    order = [0, 1, 2, 3]
    order[rows[0]], order[rows[1]] = rows[1], rows[0]
    faces = {str(name): deck.faces[str(other)] for name, other in zip(names.ravel(), names[order].ravel(), strict=True)}
    return Deck("swapped", faces, aspect=deck.aspect)


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder in which the project's own deck is enrolled as `club`."""
    data = tmp_path_factory.mktemp("data")
    laid = photograph(house(), data / "laid.jpg")
    result = hamarreko("enrol", laid, laid, "--deck", "club", "--data", data)
    assert result.returncode == 0, result.stderr
    assert "forty cards learned from 1 photograph, and read back right" in result.stdout
    assert (data / "decks" / "club.deck").is_file()
    return data


def read(*arguments: object) -> dict[str, Any]:
    result = hamarreko("read", "--json", *arguments)
    assert result.returncode == 0, result.stderr
    reading: dict[str, Any] = json.loads(result.stdout)
    return reading


def test_a_card_of_another_deck_is_named(tmp_path: Path) -> None:
    deck, other = house(), stranger()
    faces = {**deck.faces, "6c": other.faces["6c"]}
    mixed = Deck("mixed", faces, aspect=deck.aspect)
    result = hamarreko("enrol", photograph(mixed, tmp_path / "laid.jpg"), "--deck", "mixed", "--data", tmp_path)
    assert result.returncode == 1, result.stderr
    assert "the 6 of copas (row 2 from the top, place 6 from the left) is not printed like the others" in result.stderr
    assert not list(tmp_path.rglob("*.deck"))


def test_a_table_reads_by_the_decks_name_and_by_its_file(club: Path, tmp_path: Path) -> None:
    (tmp_path / "copied.deck").write_bytes((club / "decks" / "club.deck").read_bytes())
    plain = read(DEMO)
    for reading in (
        read("--deck", "club", "--data", club, DEMO),
        read("--deck", tmp_path / "copied.deck", "--data", tmp_path, DEMO),
    ):
        assert reading["complete"] is True
        hands = {(card["card"], card["seat"]) for card in reading["cards"]}
        assert hands == {(card["card"], card["seat"]) for card in plain["cards"]}


def test_another_deck_on_the_table_is_a_doubt(tmp_path: Path) -> None:
    (tmp_path / "other.deck").write_bytes(enrolled(stranger()).to_bytes())
    for more in ([], ["--any"]):
        reading = read("--deck", tmp_path / "other.deck", *more, DEMO)
        assert reading["complete"] is False
        assert "deck" in {doubt["kind"] for doubt in reading["doubts"]}


def test_rows_in_the_wrong_order_are_refused(tmp_path: Path) -> None:
    picture = photograph(swapped(house(), (1, 2)), tmp_path / "laid.jpg")
    result = hamarreko("enrol", picture, "--deck", "club", "--data", tmp_path)
    assert result.returncode == 1
    assert "laid.jpg: the rows are not in their order: row 2 from the top shows espadas, not copas" in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert not (tmp_path / "decks").exists()


def test_a_missing_card_is_named(club: Path, tmp_path: Path) -> None:
    """The 6 of espadas is painted over with the cloth beside the deck."""
    picture = np.asarray(Image.open(club / "laid.jpg")).copy()
    spec = random_spec(np.random.default_rng(12), "enrol", house(), SceneOptions(wide=0.0, surface="green"))
    (quad,) = (card.quad for card in render(spec, size=SIZE).cards if card.card == "6e")
    grown = quad.mean(axis=0) + 1.06 * (quad - quad.mean(axis=0))
    cv2.fillConvexPoly(picture, np.round(grown).astype(np.int32), picture[5, 5].tolist())
    Image.fromarray(picture).save(tmp_path / "hole.jpg", quality=92)
    result = hamarreko("enrol", tmp_path / "hole.jpg", "--deck", "club", "--data", tmp_path)
    assert result.returncode == 1
    assert "hole.jpg: the 6 of espadas (row 3 from the top, place 6 from the left) was not found" in result.stderr
    assert not (tmp_path / "decks").exists()


def test_a_damaged_deck_is_one_sentence(club: Path, tmp_path: Path) -> None:
    data = (club / "decks" / "club.deck").read_bytes()
    (tmp_path / "bad.deck").write_bytes(data[: len(data) // 2])
    result = hamarreko("read", "--deck", tmp_path / "bad.deck", DEMO)
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr.splitlines() == [
        f"hamarreko read: {tmp_path / 'bad.deck'}: the deck file is damaged: its checksum is not that of its contents"
    ]


def test_a_table_is_no_deck(tmp_path: Path) -> None:
    result = hamarreko("enrol", DEMO, "--deck", "club", "--data", tmp_path)
    assert result.returncode == 1
    assert "hand-01.jpg: " in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_a_deck_that_cannot_be_kept_is_no_wrong_command_line(club: Path, tmp_path: Path) -> None:
    (tmp_path / "decks").write_bytes(b"no folder")
    result = hamarreko("enrol", club / "laid.jpg", "--deck", "club", "--data", tmp_path)
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr == f"hamarreko enrol: {tmp_path / 'decks'}: cannot be read: Not a directory\n"


def test_the_layout_is_drawn(tmp_path: Path) -> None:
    result = hamarreko("enrol", "--layout", tmp_path / "layout.png")
    assert result.returncode == 0
    with Image.open(tmp_path / "layout.png") as sheet:
        assert sheet.format == "PNG"
        assert sheet.width > sheet.height > 1000


def test_a_picture_that_is_none_is_said(tmp_path: Path) -> None:
    (tmp_path / "note.jpg").write_text("not a picture")
    result = hamarreko("enrol", tmp_path / "note.jpg", "--deck", "club", "--data", tmp_path)
    assert result.returncode == 1
    assert "not a picture" in result.stderr


def test_a_picture_that_may_not_be_looked_at_is_not_missing(tmp_path: Path) -> None:
    result = hamarreko("enrol", f"{'x' * 300}.jpg", "--deck", "club", "--data", tmp_path)
    assert (result.returncode, result.stdout) == (1, "")
    assert "cannot be opened: File name too long" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ([], "name one or two photographs"),
        (["--deck", "club"], "name one or two photographs"),
        ([DEMO], "--deck NAME"),
        ([DEMO, "--deck", "../club"], "cannot be a deck's name"),
        ([DEMO, "--deck", "club", "--threads", "0"], "not a number of threads from 1 to 64: '0'"),
        ([DEMO, "--deck", "club", "--threads", "999999"], "not a number of threads from 1 to 64"),
        (["gone.jpg", "--deck", "club"], "gone.jpg: there is no such file"),
        (["--layout", "gone.jpg", DEMO, "--deck", "club"], "--layout: not a name that ends in .png: 'gone.jpg'"),
        (["--layout", "/none/layout.png"], "--layout /none/layout.png: cannot be written: No such file"),
    ],
)
def test_a_wrong_command_line(arguments: list[object], why: str) -> None:
    result = hamarreko("enrol", *arguments)
    assert (result.returncode, result.stdout) == (2, "")
    assert why in result.stderr
