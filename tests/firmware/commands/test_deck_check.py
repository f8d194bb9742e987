"""`hamarreko deck-check` and `hamarreko mount-check` as a user runs them, and what they say of unfit input."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import cv2
import numpy as np
import pytest
from PIL import Image

from firmware.commands import deck_check
from models.scenes.cards.library import own_deck
from models.scenes.chance import random_spec
from models.scenes.scene import render
from models.scenes.spec import SceneOptions
from tests.firmware.running import ROOT, hamarreko
from tests.vision.enrolled.drawn import stranger
from tests.vision.scripted import card_at, place
from vision.classify.naming import FORTY
from vision.decide.place import Place, Seen
from vision.geometry import Corners
from vision.network import ModelError, Network
from vision.picture import Picture
from vision.reader import Reader

TABLE = Path(str(files("firmware").joinpath("demo"))) / "hand-01.jpg"


def lines(done: subprocess.CompletedProcess[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture(scope="module")
def whole_deck(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project's own deck, spread."""
    path = tmp_path_factory.mktemp("deck") / "deck.png"
    spec = random_spec(np.random.default_rng((5, 0)), "spread", own_deck(320), SceneOptions(wide=0.0))
    cv2.imwrite(str(path), render(spec, (2304, 1296)).image)
    return path


def test_a_whole_deck_in_one_picture_and_half_of_it_in_another(whole_deck: Path, tmp_path: Path) -> None:
    with Image.open(whole_deck) as image:
        image.crop((0, 0, image.width, image.height // 2)).save(tmp_path / "half.png")
    done = hamarreko("deck-check", "--json", whole_deck)
    assert done.returncode == 0, done.stderr
    (whole,) = lines(done)
    assert whole["whole"] is True
    assert whole["images"] == ["deck.png"]
    assert len(whole["cards"]) == 40
    assert [whole[field] for field in ("missing", "perhaps_missing", "double", "strange", "doubts")] == [[]] * 5
    (tmp_path / "damaged.png").write_bytes(whole_deck.read_bytes()[:9000])
    (half,) = lines(hamarreko("deck-check", "--json", tmp_path / "half.png"))
    assert half["whole"] is False
    assert len(half["cards"]) + len(half["missing"]) + len(half["perhaps_missing"]) == 40
    assert half["missing"]
    _, in_doubt = lines(hamarreko("deck-check", "--json", tmp_path / "half.png", tmp_path / "damaged.png"))
    assert in_doubt["missing"] == []
    assert set(half["missing"]) < set(in_doubt["perhaps_missing"])


def test_in_a_picture_of_too_few_pixels_no_card_is_missing_and_none_strange(whole_deck: Path, tmp_path: Path) -> None:
    with Image.open(whole_deck) as image:
        image.resize((640, 360), Image.Resampling.LANCZOS).save(tmp_path / "small.png")
    (deck,) = lines(hamarreko("deck-check", "--json", tmp_path / "small.png"))
    assert (deck["missing"], deck["strange"], len(deck["perhaps_missing"])) == ([], [], 40)
    assert [doubt["text"] for doubt in deck["doubts"]] == [
        "the picture has only 640 x 360 pixels: too few to tell its cards"
    ]


def test_a_card_of_another_deck_is_told_by_its_print(tmp_path: Path) -> None:
    """It shows what the missing one would show, so that by rank and suit the deck is whole."""
    deck, other = own_deck(320), stranger()
    deck.faces["6c"] = other.faces["6c"]
    spec = random_spec(np.random.default_rng((5, 0)), "spread", deck, SceneOptions(wide=0.0))
    cv2.imwrite(str(tmp_path / "deck.png"), render(spec, (2304, 1296)).image)
    (mixed,) = lines(hamarreko("deck-check", "--json", tmp_path / "deck.png"))
    assert mixed["whole"] is False
    assert [mixed[field] for field in ("missing", "double", "strange")] == [[]] * 3
    assert [doubt["text"] for doubt in mixed["doubts"]] == ["6c: this card is not printed like the others"]


def test_cards_whose_ends_cannot_be_seen_are_not_doubted_for_their_print() -> None:
    """One lies under another, one is cut off by the picture's edge, one is printed otherwise; eleven are not."""
    picture = Picture(np.full((1200, 1600, 3), 200, np.uint8))
    places = [place(card_at(100 + 100 * i, 300), {str(card): 0.999}) for i, card in enumerate(FORTY[:14])]
    places[3] = replace(places[3], found=replace(places[3].found, under=(4,)))
    places[5] = replace(places[5], found=replace(places[5].found, corners=card_at(600, 10)))
    odd = [tuple(places[i].found.corners[0]) for i in (3, 5, 8)]

    def embedded(_: Picture, cards: list[Corners]) -> Corners:
        return np.array([np.full((2, 1), 9.0 if tuple(corners[0]) in odd else 0.0) for corners in cards])

    reader = SimpleNamespace(looks=None, seen=lambda *_: Seen(places, mirrored=False), embedded=embedded)
    (seen,) = deck_check.views([("deck.png", picture)], cast(Reader, reader), apart=False)
    assert [str(doubt.text) for doubt in seen.doubts] == [f"{FORTY[8]}: this card is not printed like the others"]


EMPTY = Picture(np.full((1200, 1600, 3), 200, np.uint8))


def shows(*looks: list[Place], mirrored: bool = False, odd: str = "") -> Reader:
    """A reader to which each picture shows what is said, all printed alike but for the odd card."""
    by_corner = {tuple(each.found.corners[0]): str(each.naming.ranked()[0][0]) for seen in looks for each in seen}

    def embedded(_: Picture, cards: list[Corners]) -> Corners:
        points = [np.full((2, 1), 9.0 * (by_corner[tuple(corners[0])] == odd)) for corners in cards]
        return np.array(points).reshape(-1, 2, 1)

    seen = iter([Seen(places, mirrored) for places in looks])
    return cast(Reader, SimpleNamespace(looks=None, seen=lambda *_: next(seen), embedded=embedded))


def lying(first: int, count: int) -> list[Place]:
    """So many of the forty, in rows, none on another."""
    return [
        place(card_at(80 + 100 * (i % 14), 200 + 200 * (i // 14)), {str(FORTY[i]): 0.999})
        for i in range(first, first + count)
    ]


def test_the_print_of_cards_in_several_pictures_is_held_against_that_of_all() -> None:
    parts = [lying(first, 5) for first in range(0, 40, 5)]
    seen = deck_check.views([(f"{i}.png", EMPTY) for i in range(8)], shows(*parts, odd=str(FORTY[17])), apart=False)
    assert [[str(doubt.text) for doubt in view.doubts] for view in seen] == [
        [f"{FORTY[17]}: this card is not printed like the others"] * (number == 3) for number in range(8)
    ]
    alone, empty = deck_check.views(
        [("a.png", EMPTY), ("b.png", EMPTY)], shows(parts[0], [], odd=str(FORTY[3])), apart=False
    )
    assert (alone.doubts, empty.doubts) == ((), ()), "of five cards none can be told, and a deck has more"


def test_a_card_in_two_pictures_does_not_vouch_for_its_own_print() -> None:
    odd, pictures = str(FORTY[5]), [("a.png", EMPTY), ("b.png", EMPTY)]
    seen = deck_check.views(pictures, shows(lying(0, 12), lying(0, 12), odd=odd), apart=False)
    assert [len(view.doubts) for view in seen] == [1, 1]


def test_of_a_card_in_two_pictures_the_clearer_one_tells_the_print_but_where_they_are_two_cards() -> None:
    pictures, clear = [("a.png", EMPTY), ("b.png", EMPTY)], lying(0, 20)
    again = [place(card_at(80 + 100 * i, 1000), {str(FORTY[i]): 0.999}) for i in range(9)]
    unclear = again[:3]
    reader = shows(clear, again)
    blurred = {tuple(each.found.corners[0]) for each in unclear}

    def embedded(_: Picture, cards: list[Corners]) -> Corners:
        return np.array([np.full((2, 1), 9.0 * (tuple(card[0]) in blurred)) for card in cards]).reshape(-1, 2, 1)

    reader.embedded = embedded  # type: ignore[method-assign]
    assert [view.doubts for view in deck_check.views(pictures, reader, apart=False)] == [(), ()]
    reader = shows(clear, again)
    reader.embedded = embedded  # type: ignore[method-assign]
    assert [len(view.doubts) for view in deck_check.views(pictures, reader, apart=True)] == [0, 3]


def test_a_deck_most_of_whose_cards_lie_under_others_is_in_doubt_for_its_print() -> None:
    cards = lying(0, 40)
    fanned = [
        replace(each, found=replace(each.found, under=(i + 1,) if i % 10 else ())) for i, each in enumerate(cards)
    ]
    seen, empty = deck_check.views([("fan.png", EMPTY), ("empty.png", EMPTY)], shows(fanned, []), apart=False)
    assert [str(doubt.text) for doubt in seen.doubts] == [
        "too many cards lie under others to tell whether one is of another deck: lay them apart"
    ]
    assert empty.doubts == ()
    (seen,) = deck_check.views([("apart.png", EMPTY)], shows(cards), apart=False)
    assert seen.doubts == ()


def test_of_a_mirrored_picture_that_alone_is_told() -> None:
    (seen,) = deck_check.views([("a.png", EMPTY)], shows(lying(0, 40), mirrored=True), apart=False)
    assert [str(doubt.text) for doubt in seen.doubts] == ["it is mirrored: set the camera to give it as it is"]
    assert seen.is_unclear


@pytest.mark.parametrize("told", [True, False])
def test_only_a_deck_that_was_told_can_be_another_than_the_one_that_is_checked(told: bool) -> None:
    """A deck that was recognised has likenesses too, and is not what somebody said."""
    picture = Picture(np.full((1200, 1600, 3), 200, np.uint8))
    places = [place(card_at(100 + 100 * i, 300), {str(card): 0.999}) for i, card in enumerate(FORTY[:14])]
    places = [replace(each, naming=replace(each.naming, likeness=0.9)) for each in places]
    places[8] = replace(places[8], naming=replace(places[8].naming, likeness=0.2))

    def embedded(_: Picture, cards: list[Corners]) -> Corners:
        return np.zeros((len(cards), 2, 1))

    reader = SimpleNamespace(looks=told or None, seen=lambda *_: Seen(places, mirrored=False), embedded=embedded)
    (seen,) = deck_check.views([("deck.png", picture)], cast(Reader, reader), apart=False)
    unlike = f"{FORTY[8]}: this card does not look like any of the deck that was told"
    assert [str(doubt.text) for doubt in seen.doubts] == [unlike] * told


def test_the_deck_check_goes_on_after_an_unfit_picture(whole_deck: Path, tmp_path: Path) -> None:
    (tmp_path / "note.jpg").write_text("no picture")
    done = hamarreko("deck-check", "--json", tmp_path / "note.jpg", whole_deck)
    assert done.returncode == 1
    bad, deck = lines(done)
    assert bad["image"] == "note.jpg"
    assert "not a picture" in bad["error"]
    assert (len(deck["cards"]), deck["whole"]) == (40, False), "another card may lie in the unfit one"
    assert [(doubt["kind"], doubt["image"]) for doubt in deck["doubts"]] == [("picture", "note.jpg")]
    alone = hamarreko("deck-check", tmp_path / "note.jpg")
    assert (alone.returncode, alone.stdout) == (1, "")
    assert len(alone.stderr.splitlines()) == 1


def test_the_check_of_a_table_speaks_to_people() -> None:
    done = hamarreko("deck-check", TABLE)
    assert done.returncode == 0
    assert done.stdout.startswith("the deck is not whole: 16 of the forty cards are in sight\n  missing: ")


def test_a_mount_and_its_figures() -> None:
    done = hamarreko("mount-check", "--json", TABLE)
    assert done.returncode == 0, done.stderr
    (mount,) = lines(done)
    truth = json.loads((TABLE.parent / "truth.jsonl").read_text().splitlines()[0])
    # The lens of the drawn camera is not told: its field of view is that of the default give or take a twentieth.
    assert mount["height_cm"] == pytest.approx(truth["hcam"] * 100, rel=0.08)
    assert mount["tilt_deg"] == pytest.approx(truth["tilt"], abs=2)
    assert [area["seat"] for area in mount["areas"]] == ["N", "E", "S", "W"]
    assert all(area["sharp"] and area["bright"] and area["cards"] == 4 for area in mount["areas"])
    assert hamarreko("mount-check", TABLE).stdout.splitlines()[0].startswith("hand-01.jpg: ")


def test_an_empty_table_and_an_unfit_file(tmp_path: Path) -> None:
    Image.new("RGB", (1152, 648), (40, 90, 50)).save(tmp_path / "cloth.png")
    (tmp_path / "note.jpg").write_text("not a picture")
    done = hamarreko("mount-check", "--json", tmp_path / "note.jpg", tmp_path / "cloth.png")
    assert done.returncode == 1
    note, cloth = lines(done)
    assert "not a picture" in note["error"]
    assert cloth["good"] is None
    assert cloth["height_cm"] is None
    assert "no card lies whole in sight" in cloth["unknown"][0]


@pytest.mark.parametrize("command", ["deck-check", "mount-check"])
@pytest.mark.parametrize("form", [(), ("--json",)])
def test_a_missing_picture_is_a_wrong_command_line(command: str, form: tuple[str, ...], tmp_path: Path) -> None:
    done = hamarreko(command, *form, TABLE, tmp_path / "gone.jpg")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"hamarreko {command}: {tmp_path / 'gone.jpg'}: there is no such file\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ("deck-check",),
        ("mount-check",),
        ("mount-check", "--card", "61", TABLE),
        ("mount-check", "--card", "61x-3", TABLE),
        ("mount-check", "--field-of-view", "nan", TABLE),
        ("mount-check", "--height", "0", TABLE),
    ],
)
def test_a_wrong_command_line(arguments: tuple[object, ...]) -> None:
    done = hamarreko(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert "usage: hamarreko" in done.stderr


@pytest.mark.parametrize("command", ["read", "deck-check", "mount-check"])
def test_help_says_how_turned_pictures_are_counted(command: str) -> None:
    assert "as a viewer shows it" in " ".join(hamarreko(command, "--help").stdout.split())


@pytest.fixture(scope="module")
def damaged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program with a model file that lost a byte."""
    folder = tmp_path_factory.mktemp("damaged")
    for package in ("engine", "vision", "words", "web", "firmware", "models"):
        shutil.copytree(
            ROOT / package, folder / package, ignore=shutil.ignore_patterns("__pycache__", "demo", "training")
        )
    model = folder / "models" / "marks.onnx"
    model.write_bytes(model.read_bytes()[:-1])
    return folder


@pytest.mark.parametrize("command", ["read", "deck-check", "mount-check"])
def test_a_damaged_model_is_named_in_one_sentence(damaged: Path, command: str) -> None:
    done = hamarreko(command, TABLE, cwd=damaged)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        f"hamarreko {command}: the model file marks.onnx is damaged: its checksum is not the one in calibration.json\n"
    )


@pytest.mark.parametrize("contents", [b"{", b"[]", b"{}", b'{"checksums": 3}', b'{"checksums": {}}', None])
def test_damaged_checksums_are_no_missing_model(
    contents: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if contents is not None:
        (tmp_path / "calibration.json").write_bytes(contents)
    monkeypatch.setattr("vision.network.model_bytes", lambda name: (tmp_path / name).read_bytes())
    said = r"^calibration\.json of the model files is missing, damaged, or does not name marks\.onnx$"
    with pytest.raises(ModelError, match=said):
        Network.shipped("marks.onnx")


def test_a_missing_model_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "calibration.json").write_text('{"checksums": {"marks.onnx": "0"}}')
    monkeypatch.setattr("vision.network.model_bytes", lambda name: (tmp_path / name).read_bytes())
    with pytest.raises(ModelError, match=r"^the model file marks\.onnx is missing$"):
        Network.shipped("marks.onnx")


def test_read_says_what_is_wrong_with_each_odd_picture(tmp_path: Path) -> None:
    """Something else altogether, half a table, an animation, a name that is no text: a reading with a doubt each."""
    rng = np.random.default_rng(4)
    sky = np.linspace((230, 180, 90), (255, 250, 240), 648).astype(np.uint8)[:, None].repeat(1152, axis=1)
    Image.fromarray(sky).save(tmp_path / "sky.png")
    Image.fromarray(rng.integers(0, 255, (648, 1152, 3), dtype=np.uint8)).save(tmp_path / "noise.png")
    with Image.open(TABLE) as image:
        image.crop((0, 0, image.width // 2, image.height)).save(tmp_path / "half.png")
        image.save(tmp_path / "moving.webp", save_all=True, append_images=[image.transpose(0)], quality=90)
    odd = tmp_path / b"caf\xe9.jpg".decode("utf-8", "surrogateescape")
    odd.write_text("no picture")
    names = ["sky.png", "noise.png", "half.png", "moving.webp", odd.name]
    command = [sys.executable, "-m", "firmware.cli", "read", "--json", *(str(tmp_path / name) for name in names)]
    done = subprocess.run(command, capture_output=True, timeout=240, check=False, cwd=ROOT)
    assert done.returncode == 1
    assert done.stderr == b""
    sky_line, noise, half, moving, broken = (json.loads(line) for line in done.stdout.decode().splitlines())
    assert [doubt["text"] for doubt in sky_line["doubts"]] == ["no card is in sight"]
    for line in (sky_line, noise, half, moving):
        assert line["complete"] is False
        assert line["doubts"]
    assert any(doubt["kind"] == "count" for doubt in half["doubts"])
    assert "the file holds 2 pictures, and this is the first" in [doubt["text"] for doubt in moving["doubts"]]
    assert len(moving["cards"]) == 16
    assert broken["image"] == "caf?.jpg"
    assert "not a picture" in broken["error"]
