"""Drawn tables as the finder glances at them, with what it should say of them."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator, default_rng
from numpy.typing import NDArray

from models.scenes.cards.decks import Deck
from models.scenes.chance import random_spec
from models.scenes.scene import Scene, render
from models.scenes.spec import KINDS, SceneOptions
from models.training.samples.feed import Arrays
from vision.locate.finder import GLANCE_AREA, STRIDE, glance

WIDTH, HEIGHT = 640, 416
"""Every glance is padded to so many pixels, whatever the picture's shape."""

SCENES = 48
"""Scenes in one part."""

HARD = ("paper", "granite", "stripes", "check", "print", "white")
"""What cards are hard to find on: shown more often than it is met."""

CLOSE_UP = 0.25
"""Share of the pictures that are taken from close by: a few cards, or one that fills the picture."""

ASPECTS = (16 / 9, 4 / 3)
"""What a camera's pictures are, width by height."""


def make(decks: list[Deck], weights: NDArray[np.float64], seed: int) -> Arrays:
    """One part: glances (n, 416, 640, 3) and targets (n, 9, 52, 80), see `target`."""
    rng = default_rng(seed)
    pictures = np.zeros((SCENES, HEIGHT, WIDTH, 3), np.uint8)
    targets = np.zeros((SCENES, 9, HEIGHT // STRIDE, WIDTH // STRIDE), np.float32)
    for picture, wanted in zip(pictures, targets, strict=True):
        scene = _scene(rng, decks[int(rng.choice(len(decks), p=weights))])
        seen = glance(scene.image)
        answer = target(scene, seen.factor)
        picture[: seen.batch.shape[1], : seen.batch.shape[2]] = seen.batch[0]
        wanted[:, : answer.shape[1], : answer.shape[2]] = answer
    return pictures, targets


def _scene(rng: Generator, deck: Deck) -> Scene:
    """A table, drawn up to twice as wide as it is glanced at."""
    counts = {seat: int(rng.integers(2, 6)) for seat in "NWSE"} if rng.random() < 0.1 else {}
    kind = str(rng.choice([*KINDS, "overlap", "mixed", "coins", "steep", "far", "far", "any", "spread"]))
    aspect = ASPECTS[int(rng.random() < 0.25)]
    options = SceneOptions(
        counts=counts,
        strange=int(rng.integers(1, 4)) if rng.random() < 0.15 else 0,
        surface=str(rng.choice(HARD)) if rng.random() < 0.35 else None,
        aspect=aspect,
    )
    width = round(float((GLANCE_AREA * aspect) ** 0.5 * rng.uniform(1.02, 2.0)))
    height = round(width / aspect)
    spec = random_spec(rng, kind, deck, options)
    scene = render(spec, size=(width, height))
    if not scene.cards or rng.random() >= CLOSE_UP:
        return scene
    aim = scene.cards[int(rng.integers(len(scene.cards)))].quad.mean(0)
    closer = float(np.exp(rng.uniform(np.log(1.3), np.log(10.0))))
    large = (round(width * closer), round(height * closer))
    shift = rng.normal(0, 0.15, 2) * [width, height]
    left, top = (
        int(at)
        for at in np.clip(aim * closer - [width / 2, height / 2] + shift, 0, np.subtract(large, (width, height)))
    )
    return render(spec, size=large, window=(left, top, width, height))


def target(scene: Scene, factor: float = 1.0) -> NDArray[np.float32]:
    """What the finder should say of a scene that it sees `factor` times as large as it was drawn.

    Per cell 1 or 0, then offset and axes of the card on top there.
    """
    cells = [np.arange(STRIDE / 2, round(side * factor), STRIDE) for side in scene.label.shape]
    rows, columns = (
        np.minimum((at / factor).astype(int), side - 1) for at, side in zip(cells, scene.label.shape, strict=True)
    )
    label = scene.label[np.ix_(rows, columns)]
    found = np.zeros((9, *label.shape), np.float32)
    at = np.stack(np.meshgrid(np.arange(len(columns)) + 0.5, np.arange(len(rows)) + 0.5))
    for code, card in scene.coded():
        here = label == code
        if here.any():
            corners = np.asarray(card.quad, np.float64) * factor / STRIDE
            centre = corners.mean(0)
            long_axis = (corners[2] + corners[3] - corners[0] - corners[1]) / 4
            short_axis = (corners[1] + corners[2] - corners[0] - corners[3]) / 4
            found[0, here] = 1
            found[1, here], found[2, here] = centre[0] - at[0][here], centre[1] - at[1][here]
            for first, axis in ((3, long_axis), (6, short_axis)):
                angle = 2 * np.arctan2(axis[1], axis[0])
                values = np.log(np.linalg.norm(axis)), np.cos(angle), np.sin(angle)
                found[first : first + 3, here] = np.array(values)[:, None]
    return found
