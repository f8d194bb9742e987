"""`hamarreko read` as a user runs it."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from engine.cards import Card
from engine.seats import Seat
from engine.sentences import Sentence
from firmware.commands.read import describe
from firmware.decks.kept import deck_path, keep_deck
from models.deck.printing import raster
from models.deck.style import random_style
from models.scenes.cards.decks import deck_of
from models.scenes.chance import random_spec
from models.scenes.scene import render
from models.scenes.spec import SceneOptions
from tests.firmware.running import hamarreko
from tests.vision.enrolled.drawn import enrolled
from vision.reading import Doubt, ReadCard, Strange, TableReading

DEMO = Path(str(files("firmware").joinpath("demo")))
PICTURE = DEMO / "hand-01.jpg"


def read(*arguments: object) -> subprocess.CompletedProcess[str]:
    return hamarreko("read", *arguments)


def lines(result: subprocess.CompletedProcess[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_one_object_a_picture_in_order() -> None:
    result = read("--json", PICTURE, DEMO / "hand-02.jpg")
    assert result.returncode == 0, result.stderr
    first, second = lines(result)
    assert (first["image"], second["image"]) == ("hand-01.jpg", "hand-02.jpg")
    assert set(first) >= {"image", "complete", "doubts", "strange", "cards", "ms"}
    assert set(first["ms"]) >= {"load", "find", "name", "total"}
    assert len(first["cards"]) == 16
    card = first["cards"][0]
    assert set(card) == {"card", "confidence", "seat", "quad"}
    assert len(card["quad"]) == 4
    x = [point[0] for point in card["quad"]]
    y = [point[1] for point in card["quad"]]
    turning = sum(x[i] * y[(i + 1) % 4] - x[(i + 1) % 4] * y[i] for i in range(4))
    assert turning > 0, "clockwise in the picture"


def test_a_learned_deck_is_recognised_where_none_is_told(tmp_path: Path) -> None:
    style = random_style(np.random.default_rng(25))
    assert not style.index.corners, "without numerals its cards are asked about"
    deck = deck_of("club", raster.deck(style, 320))
    scene = render(random_spec(np.random.default_rng(1), "clean", deck, SceneOptions()), (2304, 1296))
    picture = tmp_path / "table.png"
    Image.fromarray(scene.image[..., ::-1]).save(picture)
    (asked,) = lines(read("--json", picture, "--data", tmp_path))
    assert not asked["scorable"]
    keep_deck(enrolled(deck), tmp_path)
    (known,) = lines(read("--json", picture, "--data", tmp_path))
    assert known["complete"]
    truth = sorted((card.card, card.seat) for card in scene.cards if card.seat)
    assert sorted((card["card"], card["seat"]) for card in known["cards"]) == truth
    deck_path("club", tmp_path).write_bytes(b"no deck")
    damaged = read("--json", picture, "--data", tmp_path)
    assert damaged.returncode == 1
    assert "club.deck: not a deck file of hamarreko" in damaged.stderr
    assert not lines(damaged)[0]["scorable"]


def test_decks_that_cannot_be_listed_are_named_and_the_pictures_are_read(tmp_path: Path) -> None:
    (tmp_path / "decks").write_bytes(b"no folder")
    result = read("--json", PICTURE, PICTURE, "--data", tmp_path)
    assert result.returncode == 1
    assert result.stderr == f"hamarreko read: {tmp_path / 'decks'}: cannot be read: Not a directory\n"
    assert [line["complete"] for line in lines(result)] == [True, True]


def test_quads_are_in_the_pictures_own_pixels(tmp_path: Path) -> None:
    image = Image.open(PICTURE)
    image.resize((4608, 2592)).save(tmp_path / "large.jpg", quality=90)
    small, large = lines(read("--json", PICTURE, tmp_path / "large.jpg"))
    by_name = {card["card"]: np.array(card["quad"]) for card in large["cards"]}
    for card in small["cards"]:
        gaps = [np.abs(np.roll(by_name[card["card"]], k, axis=0) / 2 - card["quad"]).max() for k in range(4)]
        assert min(gaps) < 10


def test_what_cannot_be_read_is_said_and_the_rest_goes_on(tmp_path: Path) -> None:
    (tmp_path / "note.jpg").write_text("not a picture")
    (tmp_path / "half.jpg").write_bytes(PICTURE.read_bytes()[:50_000])
    names = ["gone.jpg", "note.jpg", "half.jpg", f"{'x' * 300}.jpg"]
    result = read("--json", *(tmp_path / name for name in names), PICTURE)
    assert result.returncode == 1
    assert result.stderr == ""
    gone, note, half, long, good = lines(result)
    assert [line["image"] for line in (gone, note, half, long)] == names
    assert "there is no such file" in gone["error"]
    assert "not a picture" in note["error"]
    assert half["error"] == f"{tmp_path / 'half.jpg'}: the file is damaged, or part of it is missing"
    assert "cannot be opened: File name too long" in long["error"]
    assert len(good["cards"]) == 16


def test_doubts_are_no_errors(tmp_path: Path) -> None:
    Image.new("RGB", (1152, 648), (0, 0, 0)).save(tmp_path / "black.png")
    result = read("--json", tmp_path / "black.png")
    assert result.returncode == 0
    (black,) = lines(result)
    assert black["complete"] is False
    assert black["cards"] == []
    doubt = black["doubts"][0]
    assert set(doubt) == {"kind", "seat", "card", "text", "alternatives"}


def test_frames_give_one_object() -> None:
    result = read("--json", "--frames", PICTURE, PICTURE)
    assert result.returncode == 0
    assert len(lines(result)) == 1


def test_any_gives_no_seats() -> None:
    for frames in ([PICTURE], ["--frames", PICTURE, PICTURE]):
        (reading,) = lines(read("--json", "--any", *frames))
        assert reading["complete"] is False
        assert {card["seat"] for card in reading["cards"]} == {None}
        assert len(reading["cards"]) == 16


def test_without_json_it_speaks_to_people() -> None:
    result = read(PICTURE)
    assert result.stdout.startswith("hand-01.jpg: complete\n")
    assert "  N: " in result.stdout


def test_an_eight_and_a_back_are_told_in_words() -> None:
    outline = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    kinds = ("back", "8", "back")
    reading = TableReading("x.jpg", False, (), (), tuple(Strange(kind, outline) for kind in kinds))
    assert describe(reading).splitlines() == ["x.jpg: not certain", "  also: an 8, 2 backs or jokers"]


def test_a_suit_in_doubt_is_a_question_mark_and_the_hand_can_be_scored() -> None:
    outline = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    hand = tuple(ReadCard(Card.parse(name), 0.9, Seat.N, outline) for name in ("7e", "12c", "12o", "1b"))
    loose = ReadCard(Card.parse("4b"), 0.9, None, outline)
    unsure = Doubt("card", Sentence.plain("N: 12c is not certain"), Seat.N, 1, suit_only=True)
    reading = TableReading("x.jpg", False, (*hand, loose), (unsure,), scorable=True)
    assert describe(reading).splitlines() == [
        "x.jpg: scorable",
        "  N: 12o 12? 7e 1b",
        "  in sight: 4b",
        "  ? N: 12c is not certain",
    ]
    certain = replace(reading, complete=True, doubts=())
    assert describe(certain).splitlines()[:2] == ["x.jpg: complete", "  N: 12o 12c 7e 1b"]
    rank = Doubt("card", Sentence.plain("N: 12c is not certain"), Seat.N, 1)
    asked = replace(reading, scorable=False, doubts=(rank,))
    assert describe(asked).splitlines()[:2] == ["x.jpg: not certain", "  N: 12o 12c 7e 1b"]


def test_what_is_doubted_of_two_cards_in_the_same_words_is_said_once() -> None:
    words = Sentence.plain("7c is read 2 times: S, N; two decks may be mixed")
    twice = tuple(Doubt("twice", words, seat, card) for card, seat in enumerate((Seat.S, Seat.N)))
    reading = TableReading("x.jpg", False, (), twice, ())
    assert describe(reading).splitlines() == ["x.jpg: not certain", f"  ? {words}"]


def test_files_of_one_name_are_told_apart_by_their_folders(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "hand.jpg").write_text("not a picture")
    names = [tmp_path / "a" / "hand.jpg", tmp_path / "b" / "hand.jpg"]
    gone = tmp_path / "gone.jpg"
    assert [line["image"] for line in lines(read("--json", *names, gone))] == [*map(str, names), "gone.jpg"]


def test_whoever_reads_the_output_may_go_away() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "firmware.cli", "read", "--json", PICTURE, "gone.jpg"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 1, "what was wrong is not lost"


def test_a_deck_that_is_not_enrolled_is_a_missing_file(tmp_path: Path) -> None:
    result = read("--deck", "club", "--data", tmp_path, PICTURE)
    assert result.returncode == 2
    assert "there is no enrolled deck club" in result.stderr
    assert result.stdout == ""
    result = read("--deck", tmp_path, PICTURE)
    assert (result.returncode, result.stdout) == (2, "")
    assert f"{tmp_path} is a folder, not a deck's file" in result.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["--players", "3", PICTURE],
        ["--turn", "much", PICTURE],
        ["--turn", "inf", PICTURE],
        ["--threads", "0", PICTURE],
        ["--threads", "999999", PICTURE],
        ["--deck", "", PICTURE],
        ["--nonsense"],
    ],
)
def test_a_wrong_command_line(arguments: list[object]) -> None:
    result = read(*arguments)
    assert result.returncode == 2
    assert result.stdout == ""
