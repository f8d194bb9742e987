"""From a picture to the hands, with the shipped networks, on tables drawn with the project's own deck."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from engine.seats import Seat
from models.scenes.cards.decks import Deck
from models.scenes.chance import random_spec
from models.scenes.scene import Scene, render
from models.scenes.spec import SceneOptions, SceneSpec
from vision.annotate import annotate
from vision.picture import Picture, load
from vision.reader import Reader
from vision.reading import TableReading

SIZE = (2304, 1296)
DEMO = Path(str(files("firmware").joinpath("demo")))
TRUTH = [json.loads(line) for line in (DEMO / "truth.jsonl").read_text().splitlines()]


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader.shipped()


@lru_cache
def own_deck() -> Deck:
    from models.scenes.cards import library

    return library.own_deck()


def laid(seed: int = 5, kind: str = "clean", **wishes: Any) -> SceneSpec:
    """An easy table, with what is wished for."""
    options = SceneOptions(wide=0.0, surface="green", occlude=0.0, **wishes)
    return random_spec(np.random.default_rng(seed), kind, own_deck(), options)


def drawn(seed: int = 5, kind: str = "clean", **wishes: Any) -> Scene:
    return render(laid(seed, kind, **wishes), SIZE)


def hands(reading: TableReading) -> dict[str, set[str]]:
    return {seat.value: {str(card) for card in cards} for seat, cards in reading.hands().items()}


def truth(scene: Scene) -> dict[str, set[str]]:
    return {seat: {card.card for card in scene.cards if str(card.seat) == seat} for seat in "NWSE"}


def kinds(reading: TableReading) -> set[str]:
    return {doubt.kind for doubt in reading.doubts}


@pytest.mark.parametrize("line", TRUTH, ids=lambda line: str(line["image"]))
def test_the_demonstration_is_read(reader: Reader, line: dict[str, Any]) -> None:
    reading = reader.read(load(DEMO / line["image"]), line["image"])
    assert [doubt.text for doubt in reading.doubts] == []
    assert reading.complete
    assert {(str(card.card), str(card.seat and card.seat.value)) for card in reading.cards} == {
        (card["card"], card["seat"]) for card in line["cards"]
    }
    for card in reading.cards:
        (wanted,) = (c["quad"] for c in line["cards"] if c["card"] == str(card.card))
        gaps = [np.abs(np.roll(np.array(card.quad), k, axis=0) - wanted).max() for k in range(4)]
        assert min(gaps) < 16, "corners are found to a tenth of a card's length"


def test_fifteen_cards_are_a_doubt(reader: Reader) -> None:
    reading = reader.read(Picture(drawn(counts={"W": 3}).image), "fifteen")
    assert not reading.complete
    assert [(doubt.kind, doubt.seat) for doubt in reading.doubts] == [("count", Seat("W"))]


def test_seventeen_cards_are_a_doubt(reader: Reader) -> None:
    reading = reader.read(Picture(drawn(counts={"E": 5}).image), "seventeen")
    assert not reading.complete
    assert ("count", Seat("E")) in [(doubt.kind, doubt.seat) for doubt in reading.doubts]


def test_the_same_card_twice_is_a_doubt(reader: Reader) -> None:
    spec = laid()
    *others, last = spec.items
    items = (*others, replace(last, card=others[0].card))
    reading = reader.read(Picture(render(replace(spec, items=items), SIZE).image), "twice")
    assert not reading.complete
    assert "twice" in kinds(reading)
    assert any(doubt.text.endswith("; two decks may be mixed") for doubt in reading.doubts)


@pytest.mark.parametrize("seed", range(6))
def test_an_eight_a_nine_a_joker_or_a_back_among_the_hands_is_not_named(reader: Reader, seed: int) -> None:
    scene = drawn(seed, strange=1)
    reading = reader.read(Picture(scene.image), "strange")
    assert not reading.complete
    sure = {str(card.card) for i, card in enumerate(reading.cards) if i not in {d.card for d in reading.doubts}}
    assert sure <= {card.card for card in scene.cards}


@pytest.mark.parametrize("level", [0, 6])
def test_a_black_picture_says_so(reader: Reader, level: int) -> None:
    reading = reader.read(Picture(np.full((600, 800, 3), level, np.uint8)), "black")
    assert not reading.complete
    assert kinds(reading) == {"picture", "count"}


@pytest.mark.parametrize("seed", range(3))
def test_noise_holds_no_cards(reader: Reader, seed: int) -> None:
    noise = np.random.default_rng(seed).integers(0, 255, (648, 1152, 3), dtype=np.uint8)
    reading = reader.read(Picture(noise), "noise")
    assert not reading.complete
    assert "count" in kinds(reading)


def test_an_empty_table_holds_no_cards(reader: Reader) -> None:
    reading = reader.read(Picture(drawn(counts=dict.fromkeys("NWSE", 0)).image), "empty")
    assert not reading.complete
    assert reading.cards == ()


def test_a_grey_picture_is_read_too(reader: Reader) -> None:
    scene = drawn(7)
    grey = cv2.cvtColor(scene.image, cv2.COLOR_BGR2GRAY)
    reading = reader.read(Picture(np.dstack([grey, grey, grey])), "grey")
    named = hands(reading)
    assert sum(len(named.get(seat, set()) & cards) for seat, cards in truth(scene).items()) >= 14
    assert not reading.complete or named == truth(scene)


@pytest.mark.parametrize("quarter", [1, 2, 3])
def test_a_turned_camera(reader: Reader, quarter: int) -> None:
    scene = drawn(9)
    turned = np.ascontiguousarray(np.rot90(scene.image, -quarter))
    reading = Reader.shipped(turn=360 - 90 * quarter).read(Picture(turned), "turned")
    assert hands(reading) == truth(scene)


@pytest.mark.parametrize("mirror", [np.fliplr, np.flipud])
def test_a_mirrored_picture_is_asked_about(reader: Reader, mirror: Any) -> None:
    """In a mirror its players are exchanged, and no numeral is one."""
    scene = drawn()
    assert not any("mirrored" in doubt.text for doubt in reader.read(Picture(scene.image), "x").doubts)
    reading = reader.read(Picture(np.ascontiguousarray(mirror(scene.image))), "x")
    assert not reading.scorable
    assert any(doubt.text.startswith("the picture is mirrored,") for doubt in reading.doubts)


def test_half_a_table_is_said_to_be_half_a_table(reader: Reader) -> None:
    scene = drawn()
    middle = np.concatenate([card.quad for card in scene.cards]).mean(axis=0)
    half = Picture(np.ascontiguousarray(scene.image[:, : int(middle[0])]))
    reading = reader.read(half, "x")
    assert not reading.complete
    assert any(
        doubt.text == "cards are cut off by the picture's edge: is the whole table in view?" for doubt in reading.doubts
    )


def test_two_players(reader: Reader) -> None:
    scene = drawn(3, counts={"N": 0, "S": 0})
    reading = Reader.shipped(players=2).read(Picture(scene.image), "two")
    assert reading.complete
    assert {str(card.card) for card in reading.cards} == {card.card for card in scene.cards}
    assert len(reading.hands()) == 2
    assert not reader.read(Picture(scene.image), "two").complete, "two hands are not four"


def test_frames_of_one_table_are_one_reading(reader: Reader) -> None:
    scene = drawn(5)
    noisy = np.clip(scene.image + np.random.default_rng(1).normal(0, 4, scene.image.shape), 0, 255).astype(np.uint8)
    reading = reader.read_frames([Picture(scene.image), Picture(noisy)], "frames")
    assert reading.complete
    assert hands(reading) == truth(scene)


def test_frames_of_different_tables_are_said_to_be_that(reader: Reader) -> None:
    scene = drawn()
    moved = np.roll(scene.image, 150, axis=1)
    for other in (moved, drawn(6).image):
        reading = reader.read_frames([Picture(scene.image), Picture(other)], "x")
        assert [doubt.text[:37] for doubt in reading.doubts] == ["the pictures do not show one table, or"[:37]]
        assert hands(reading) == truth(scene), "what the first one shows"


def test_a_coin_among_the_pips_makes_no_other_card(reader: Reader) -> None:
    """A disc in the middle of a four or a six, and one over its nearer number."""
    scene = drawn()
    for card in (card for card in scene.cards if card.card[:-1] in ("2", "4", "6")):
        covered = scene.image.copy()
        middle = card.quad.mean(axis=0)
        for at in (middle, card.quad[0] * 0.8 + middle * 0.2):
            cv2.circle(covered, (int(at[0]), int(at[1])), 14, (60, 160, 200), -1, cv2.LINE_AA)
        reading = reader.read(Picture(covered), "x")
        assert not reading.complete or hands(reading) == truth(scene)


def test_any_gives_no_seats_and_is_never_complete(reader: Reader) -> None:
    scene = drawn(4)
    reading = reader.read(Picture(scene.image), "any", seated=False)
    assert not reading.complete
    assert {card.seat for card in reading.cards} == {None}
    assert {str(card.card) for card in reading.cards} == {card.card for card in scene.cards}


def test_an_annotated_picture_differs_where_the_cards_are(reader: Reader) -> None:
    picture = Picture(drawn(4).image)
    drawn_over = annotate(picture, reader.read(picture, "annotated"))
    assert drawn_over.shape == (864, 1536, 3)
    plain = cv2.resize(picture.pixels, (1536, 864), interpolation=cv2.INTER_AREA)
    assert (np.abs(drawn_over.astype(int) - plain).max(axis=2) > 60).mean() > 0.01


@pytest.mark.parametrize("hands", ["NWSE", "NW", ""])
def test_a_small_grey_picture_tells_about_how_many_cards_lie_there(reader: Reader, hands: str) -> None:
    for seed in (5, 6):
        scene = drawn(seed, counts={seat: 4 if seat in hands else 0 for seat in "NWSE"})
        small = cv2.resize(cv2.cvtColor(scene.image, cv2.COLOR_BGR2GRAY), (640, 360), interpolation=cv2.INTER_AREA)
        assert reader.in_sight(small) in range(4 * len(hands) - 1, 4 * len(hands) + 7)
    assert reader.in_sight(np.full((360, 640), 80, np.uint8)) == 0
