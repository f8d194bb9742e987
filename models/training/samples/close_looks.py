"""Close looks at single hands of drawn tables, with what the parter should say of them."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.random import Generator, default_rng
from numpy.typing import NDArray

from models.scenes.cards.decks import Deck
from models.scenes.chance import random_spec
from models.scenes.photograph.camera import View
from models.scenes.scene import Scene, render
from models.scenes.spec import CardItem, SceneOptions, SceneSpec, corners
from models.training.samples.feed import Arrays
from models.training.samples.glances import target
from vision.locate.finder import STRIDE

SIDE = 288
"""Training looks at square windows of so many pixels."""

LENGTHS = (115.0, 190.0)
"""Pixels of a card's longer side, least and greatest."""

LOOKS = 64
"""Windows in one part."""

MOST_WEIGHT = 4.0

STUCK = 0.5
"""Share of the hands in which two cards stick together."""

_KINDS = ("overlap",) * 5 + ("mixed",) * 3 + ("any",) * 2 + ("clean", "clutter") * 2 + ("dim",)
_SMALLER = (0.5, 0.95)
"""How much smaller than it is looked at a hand may have been photographed."""

_LARGER = 1.7


def make(decks: list[Deck], weights: NDArray[np.float64], seed: int) -> Arrays:
    """One part: windows (n, 288, 288, 3) and targets (n, 10, 36, 36): the finder's, and what each cell counts."""
    rng = default_rng(seed)
    scenes: list[Scene] = []
    while len(scenes) < LOOKS:
        deck = decks[int(rng.choice(len(decks), p=weights))]
        scenes += close_looks(rng, deck)
    scenes = scenes[:LOOKS]
    targets = [np.concatenate([target(scene), _counts(scene)]) for scene in scenes]
    return np.stack([scene.image for scene in scenes]), np.stack(targets).astype(np.float32)


def _counts(scene: Scene) -> NDArray[np.float32]:
    """What each cell counts (1, rows, columns): more where little of its card is in view."""
    label = scene.label[STRIDE // 2 :: STRIDE, STRIDE // 2 :: STRIDE]
    counts = np.ones((1, *label.shape), np.float32)
    for code, card in scene.coded():
        counts[0, label == code] = min(max(card.visible, 0.01) ** -0.7, MOST_WEIGHT)
    return counts


def close_looks(rng: Generator, deck: Deck) -> Iterator[Scene]:
    """One window for each hand of a new scene, some drawn smaller and enlarged, or larger and shrunk, as pictures of
    other sizes are."""
    spec = _spec(rng, deck)
    for seat in sorted({item.seat for item in spec.items if isinstance(item, CardItem) and item.seat}):
        length = float(np.exp(rng.uniform(*np.log(LENGTHS))))
        what = rng.random()
        factor = rng.uniform(*_SMALLER) if what < 0.3 else _LARGER if what < 0.42 else 1.0
        scene = _window(rng, spec, seat, length * factor, round(SIDE * factor))
        yield scene if factor == 1.0 else _scaled(scene)


def _spec(rng: Generator, deck: Deck) -> SceneSpec:
    counts = {seat: int(rng.integers(2, 6)) for seat in "NWSE"} if rng.random() < 0.12 else {}
    strange = int(rng.integers(1, 4)) if rng.random() < 0.2 else 0
    stuck = "".join(seat for seat in "NWSE" if rng.random() < STUCK)
    return random_spec(rng, str(rng.choice(_KINDS)), deck, SceneOptions(counts=counts, stuck=stuck, strange=strange))


def _window(rng: Generator, spec: SceneSpec, seat: str, length: float, side: int) -> Scene:
    """The hand of `seat`, drawn so that a card is `length` pixels long, somewhere in a window."""
    cards = [item for item in spec.items if isinstance(item, CardItem) and item.seat == seat]
    one = View(spec.camera, (1000, round(1000 / spec.aspect)))
    outlines = np.stack([one.project(corners(card, spec.card_size)) for card in cards])
    long = float(np.median(np.linalg.norm(outlines[:, 3] - outlines[:, 0], axis=1)))
    width = round(1000 * length / long)
    middle = (outlines.min((0, 1)) + outlines.max((0, 1))) / 2 * width / 1000
    left, top = (int(v) for v in middle - side / 2 + rng.uniform(-0.18, 0.18, 2) * side)
    return render(spec, size=(width, round(width / spec.aspect)), window=(left, top, side, side))


def _scaled(scene: Scene) -> Scene:
    """The scene's window brought to SIDE pixels."""
    factor = SIDE / scene.image.shape[0]
    how = cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR
    image = np.asarray(cv2.resize(scene.image, (SIDE, SIDE), interpolation=how), np.uint8)
    label = np.asarray(cv2.resize(scene.label, (SIDE, SIDE), interpolation=cv2.INTER_NEAREST), np.int16)
    return scene.taken_to(image, label, lambda quad: quad * np.float32(factor))
