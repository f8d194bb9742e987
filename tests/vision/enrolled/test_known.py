"""Decks whose looks are shipped: a table of one is read as that of a learned deck, without being told."""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from models import model_bytes
from models.scenes.cards.library import own_deck
from models.scenes.chance import random_spec
from models.scenes.scene import render
from models.scenes.spec import SceneOptions
from tests.vision.enrolled.drawn import SHIPPED, cut_outs, house, stranger
from tests.vision.scripted import index, ship
from vision.checks.mirrored import MIRRORED
from vision.classify.evidence import Faces
from vision.classify.naming import FORTY, Naming
from vision.enrolled.deck import DeckError, EnrolledDeck
from vision.enrolled.known import KNOWN, KnownDecks
from vision.enrolled.looks import TELLING, UNLIKE_TABLE, DeckLooks, Weights, whole
from vision.network import ModelError
from vision.picture import Picture
from vision.reader import Reader

U8 = NDArray[np.uint8]
CARDS = np.array([index(name) for name in ("7e", "2o", "12b", "4c", "1o", "10c", "6b", "5e")])


@cache
def shipped() -> KnownDecks:
    return KnownDecks.shipped()


def faces(pictures: U8) -> Faces:
    return SHIPPED.faces(whole(np.ascontiguousarray(pictures)))


def club(mirrored: bool) -> EnrolledDeck:
    pictures = cut_outs(stranger())[np.newaxis]
    return EnrolledDeck("club", np.ascontiguousarray(pictures[:, :, :, ::-1]) if mirrored else pictures)


def of_house(cards: NDArray[np.intp] = CARDS) -> U8:
    return np.asarray(cut_outs(house())[cards])


@pytest.mark.parametrize("upside_down", [False, True])
def test_the_own_deck_is_recognised_and_its_cards_are_like_its_own(upside_down: bool) -> None:
    pictures = of_house(np.arange(len(FORTY)))
    seen = faces(pictures[:, ::-1, ::-1] if upside_down else pictures)
    deck = shipped().recognised(seen)
    assert deck is shipped().decks[-1]
    likeness = deck.likeness(seen)
    assert likeness.argmax(axis=1).tolist() == [*range(len(FORTY))]
    assert np.median(likeness.max(axis=1)) > UNLIKE_TABLE + 0.1


def test_a_mirrored_deck_is_refused_since_mirrored_tables_would_look_right_beside_it() -> None:
    reader, said = Reader.shipped(), list[str]()
    with pytest.raises(DeckError, match="the deck club is mirrored: learn it anew"):
        reader.with_deck(club(mirrored=True))
    recognising = reader.recognising([club(mirrored=True), club(mirrored=False)], lambda error: said.append(str(error)))
    assert len(recognising.known.decks) == len(reader.known.decks) + 1
    assert said == ["the deck club is mirrored: learn it anew"]
    assert reader.with_deck(club(mirrored=False)).looks


def test_another_deck_is_none_of_them() -> None:
    seen = faces(cut_outs(stranger())[CARDS])
    assert shipped().recognised(seen) is None


def test_of_too_few_cards_no_deck_is_known() -> None:
    assert shipped().recognised(faces(of_house(CARDS[:TELLING]))) is not None
    assert shipped().recognised(faces(of_house(CARDS[: TELLING - 1]))) is None
    assert shipped().recognised(SHIPPED.faces(np.empty((0, 128, 80, 4), np.uint8))) is None


def test_what_is_no_face_and_what_hardly_looks_out_does_not_count() -> None:
    cloth = np.random.default_rng(4).integers(60, 90, (6, 128, 80, 3), dtype=np.uint8)
    assert shipped().recognised(faces(np.concatenate([of_house(CARDS[:TELLING]), cloth]))) is not None
    covered = whole(of_house())
    covered[:, 40:, :, 3] = 0
    assert shipped().recognised(SHIPPED.faces(covered)) is None


def test_of_decks_that_are_alike_the_liker_one_is_taken() -> None:
    own, dim = cut_outs(house()), np.asarray(cut_outs(house()) * 0.5 + 60, np.uint8)
    decks = tuple(DeckLooks.of(pictures[np.newaxis], SHIPPED.faces) for pictures in (dim, own))
    assert KnownDecks(decks).recognised(faces(of_house())) is decks[1]
    assert KnownDecks(decks[::-1]).recognised(faces(of_house())) is decks[1]
    assert KnownDecks().recognised(faces(of_house())) is None


@pytest.mark.parametrize("mirror", [False, True])
def test_in_a_mirror_it_is_told_by_its_looks_there(mirror: bool) -> None:
    seen = faces(of_house()[:, :, :: -1 if mirror else 1])
    deck = shipped().decks[-1]
    sure = [Naming(np.eye(len(FORTY))[card], strange=0.0, back=0.0, likeness=0.9) for card in CARDS]
    assert deck.is_mirrored(seen, deck.likeness(seen), sure) is mirror


@pytest.mark.parametrize("mirror", [False, True])
def test_two_hands_whose_cards_lie_on_each_other_are_known_as_mirrored(mirror: bool) -> None:
    """Five of the eight can be compared, no end of a card is in doubt, and a mirror exchanges W and E."""
    options = SceneOptions(wide=0.3, held_out=True, counts={"N": 0, "S": 0})
    scene = render(random_spec(np.random.default_rng((102, 83)), "overlap", own_deck(480), options), (2304, 1296))
    picture = Picture(np.ascontiguousarray(scene.image[:, :: -1 if mirror else 1]))
    reading = Reader.shipped(players=2).read(picture, "x")
    assert (MIRRORED in [doubt.text for doubt in reading.doubts]) is mirror
    assert not (mirror and reading.scorable)


@pytest.mark.parametrize(
    "change",
    [
        {"known": None},
        {"known": np.zeros((4, 2, 39, 160, 16), np.int8)},
        {"mirrored": np.zeros((4, 2, 40, 160, 16), np.float32)},
        {"usual": np.zeros((3, 160, 48), np.float32)},
    ],
)
def test_a_file_that_does_not_hold_how_decks_look_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: dict[str, NDArray[np.generic] | None]
) -> None:
    arrays = {**np.load(io.BytesIO(model_bytes(KNOWN))), **change}
    ship(KNOWN, {name: each for name, each in arrays.items() if each is not None}, tmp_path, monkeypatch)
    monkeypatch.setattr("vision.enrolled.looks.Weights.shipped", lambda: Weights(20.0, 0.0, 2.0, 0.1))
    with pytest.raises(ModelError, match=r"^the model file known\.npz is not one$"):
        KnownDecks.shipped()
