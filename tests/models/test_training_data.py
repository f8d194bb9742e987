"""What the networks are shown in training: the same seed draws the same, and the labels fit the pixels."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from engine.cards import DECK
from models.scenes.cards.decks import Deck, deck_of
from models.scenes.chance import random_spec
from models.scenes.scene import Scene, render
from models.scenes.spec import SceneOptions
from models.training.labels import RANKS, SUITS
from models.training.samples import crops, glances, reprint, shots
from models.training.samples.feed import Arrays, chunks
from vision.locate import finder
from vision.rectify import CLOSE


@lru_cache
def plain_deck() -> Deck:
    """Faces in one colour each, told apart by nothing but that."""
    faces = {}
    for i, card in enumerate(DECK):
        face = np.full((160, 104, 4), 255, np.uint8)
        face[..., :3] = (60 + 4 * i, 250 - 5 * i, 120)
        faces[str(card)] = face
    return deck_of("plain", faces)


def test_a_crop_has_the_art_networks_shape_and_labels_in_range() -> None:
    rng = np.random.default_rng(3)
    samples = [crops.draw(rng, [plain_deck()], np.ones(1)) for _ in range(60)]
    assert {crop.shape for crop, _ in samples} == {(CLOSE.height, CLOSE.width, 4)}
    assert {face for _, (_, _, face) in samples} == {0, 1}
    for _, (rank, suit, face) in samples:
        assert rank in (*range(len(RANKS)), crops.NO_LABEL)
        assert suit in (*range(len(SUITS)), crops.NO_LABEL)
        assert face or rank == suit == crops.NO_LABEL


def test_misprinted_ends_are_another_suits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shots, "MISPRINTED", 1.0)
    monkeypatch.setattr(shots, "reprinted", lambda rng, face, rank: face)
    deck, suits = plain_deck(), set[int]()
    for seed in range(40):
        largest, *_ = shots._printed(np.random.default_rng(seed), deck, "7c", 200.0)
        middle = [deck.levels(f"7{suit}")[0][5, 50].tolist() for suit in SUITS]
        suits.add(middle.index(largest[5, 50].tolist()))
    assert suits == {number for number, suit in enumerate(SUITS) if suit != "c"}


def test_some_crops_are_partly_covered_and_say_where() -> None:
    rng = np.random.default_rng(4)
    shares = [crops.draw(rng, [plain_deck()], np.ones(1))[0][..., 3].mean() / 255 for _ in range(80)]
    assert min(shares) < 0.6
    assert max(shares) == 1.0


def test_an_engraved_face_keeps_its_paper_and_its_numerals() -> None:
    printed = np.full((256, 160, 3), 240, np.uint8)
    figure, numeral = (slice(90, 170), slice(50, 110)), (slice(12, 24), slice(8, 20))
    printed[figure] = printed[numeral] = (30, 40, 200)
    anew = reprint._engraved(np.random.default_rng(2), printed)
    changed = (np.abs(anew.astype(int) - printed) > 1).any(2)
    assert changed[figure].mean() > 0.2
    changed[figure] = False
    assert not changed.any()


def test_the_same_seed_draws_the_same() -> None:
    (one, _), (other, _) = (crops.draw(np.random.default_rng(7), [plain_deck()], np.ones(1)) for _ in range(2))
    np.testing.assert_array_equal(one, other)


def double(seed: int) -> tuple[np.ndarray[tuple[int], np.dtype[np.int64]]]:
    return (np.array([seed, 2 * seed]),)


def test_a_feed_gives_the_same_chunks_whoever_draws_them_and_wherever_it_begins() -> None:
    whole = [chunk[0].tolist() for chunk in chunks(double, 5, 4, 3, workers=2)]
    assert len(whole) == 4
    assert len({tuple(chunk) for chunk in whole}) == 4
    assert [chunk[0].tolist() for chunk in chunks(double, 5, 4, 3, workers=1, first=2)] == whole[2:]


def fails(seed: int) -> Arrays:
    raise ValueError(f"nothing to draw by {seed}")


def dies(seed: int) -> Arrays:
    os._exit(1)


@pytest.mark.parametrize(("make", "error"), [(fails, ValueError), (dies, BrokenProcessPool)])
def test_what_goes_wrong_in_another_process_is_heard(make: Callable[[int], Arrays], error: type[Exception]) -> None:
    with pytest.raises(error):
        next(chunks(make, 5, 2, 3, workers=1))


WIDTH, HEIGHT = 1152, 648


def ramps() -> NDArray[np.uint8]:
    """A picture whose blue says how far right a pixel is, and its green how far down."""
    x, y = np.linspace(0, 250, WIDTH), np.linspace(0, 250, HEIGHT)
    blue, green = np.meshgrid(x, y)
    return np.round(np.dstack([blue, green, 0 * blue])).astype(np.uint8)


def says_the_truth(scene: Scene) -> Callable[[NDArray[np.uint8]], NDArray[np.float32]]:
    """A network that tells from the ramps what part of the scene it looks at, and answers as it was taught to."""

    def along(values: NDArray[np.float64], size: int) -> tuple[float, float]:
        clear = values[: len(values) - 32] * (size - 1) / 250
        slope, start = np.polyfit(np.arange(len(clear)), clear, 1)
        return float(slope), float(start)

    def network(batch: NDArray[np.uint8]) -> NDArray[np.float32]:
        rows, columns = batch.shape[1:3]
        step_x, left = along(batch[0, : max(rows - 32, 1), :, 0].mean(0), WIDTH)
        step_y, top = along(batch[0, :, : max(columns - 32, 1), 1].mean(1), HEIGHT)
        move = np.array([[1 / step_x, 0, -left / step_x], [0, 1 / step_y, -top / step_y]])
        label = cv2.warpAffine(
            scene.label, move, (columns, rows), flags=cv2.INTER_NEAREST, borderMode=cv2.BORDER_CONSTANT, borderValue=-1
        )
        cards = [replace(card, quad=cv2.transform(card.quad[None], move)[0]) for card in scene.cards]
        strange = [replace(thing, quad=cv2.transform(thing.quad[None], move)[0]) for thing in scene.strange]
        answer = glances.target(replace(scene, label=label, cards=cards, strange=strange))
        answer[0] = np.where(answer[0] > 0, 8.0, -8.0)
        return answer[np.newaxis]

    return network


@pytest.mark.parametrize("kind", ["clean", "overlap", "tilted"])
def test_the_finders_target_read_back_gives_the_cards(kind: str) -> None:
    rng = np.random.default_rng(11)
    scene = render(random_spec(rng, kind, plain_deck(), SceneOptions(wide=0.2, occlude=0.0)), size=(WIDTH, HEIGHT))
    told = says_the_truth(scene)
    found = finder.Finder(told, told).find(ramps())
    seen = [card for card in scene.cards if card.visible > 0.35]
    assert seen
    for card in seen:
        centre = card.quad.mean(0)
        nearest = min(found, key=lambda thing: float(np.linalg.norm(thing.corners.mean(0) - centre)))
        gaps = [np.abs(np.roll(nearest.corners, k, axis=0) - card.quad).max() for k in range(4)]
        assert min(gaps) < 3.0, f"{card.card} is {min(gaps):.1f} pixels off"


def test_a_target_covers_the_picture() -> None:
    spec = random_spec(np.random.default_rng(1), "clean", plain_deck(), SceneOptions())
    scene = render(spec, size=(640, 360))
    assert glances.target(scene).shape == (9, 360 // finder.STRIDE, 640 // finder.STRIDE)
