"""Windows of drawn scenes with what the finder should say of them."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator, default_rng
from numpy.typing import NDArray

from models.scenes.cards.decks import Deck
from models.scenes.chance import random_spec
from models.scenes.scene import Scene, render
from models.scenes.spec import KINDS, SceneOptions
from models.training.labels import FINDER_STRIDE
from models.training.samples.feed import Arrays

SIDE = 512
"""Training looks at square windows of so many pixels."""

WINDOWS = 3
"""Windows cut from each drawn scene."""

SCENES = 16
"""Scenes in one part."""


HARD = ("paper", "granite", "stripes", "check", "print", "white")
"""What cards are hard to find on: shown more often than it is met."""


def make(decks: list[Deck], weights: NDArray[np.float64], seed: int) -> Arrays:
    """One part: windows (n, 512, 512, 3) and targets (n, 9, 64, 64), see `target`."""
    cv2.setNumThreads(1)
    rng = default_rng(seed)
    windows, targets = [], []
    for _ in range(SCENES):
        deck = decks[int(rng.choice(len(decks), p=weights))]
        scene = _scene(rng, deck)
        whole = target(scene)
        for _ in range(WINDOWS):
            left, top = _window(rng, scene)
            windows.append(scene.image[top : top + SIDE, left : left + SIDE])
            a, b = top // FINDER_STRIDE, left // FINDER_STRIDE
            targets.append(whole[:, a : a + SIDE // FINDER_STRIDE, b : b + SIDE // FINDER_STRIDE])
    return np.stack(windows), np.stack(targets).astype(np.float32)


def _scene(rng: Generator, deck: Deck) -> Scene:
    """A table at about the size the finder works at; now and then a closer look, or a spread deck."""
    counts = {seat: int(rng.integers(2, 6)) for seat in "NWSE"} if rng.random() < 0.1 else {}
    strange = int(rng.integers(1, 4)) if rng.random() < 0.15 else 0
    kind = str(rng.choice([*KINDS, *["overlap", "mixed"] * 4, "any", "spread"]))
    surface = str(rng.choice(HARD)) if rng.random() < 0.25 else None
    spec = random_spec(rng, kind, [deck], SceneOptions(counts=counts, strange=strange, surface=surface))
    if rng.random() < 0.22:
        width = int(np.exp(rng.uniform(np.log(1900), np.log(4600)))) // 16 * 16
        height = width * 9 // 16
        side = SIDE + 256
        left, top = (int(v) for v in rng.uniform(0.12, 0.88, 2) * [width - side, height - side])
        return render(spec, size=(width, height), window=(left, top, side, side))
    width = int(np.exp(rng.uniform(np.log(920), np.log(1900)))) // 8 * 8
    return render(spec, size=(width, width * 9 // 16))


def target(scene: Scene) -> NDArray[np.float32]:
    """What the finder should say of a scene: per cell 1 or 0, then offset and axes of the card on top there."""
    label = scene.label[FINDER_STRIDE // 2 :: FINDER_STRIDE, FINDER_STRIDE // 2 :: FINDER_STRIDE]
    rows, columns = label.shape
    found = np.zeros((9, rows, columns), np.float32)
    at = np.stack(np.meshgrid(np.arange(columns) + 0.5, np.arange(rows) + 0.5))
    things = [(i, card.quad) for i, card in enumerate(scene.cards)]
    things += [(-2 - i, thing.quad) for i, thing in enumerate(scene.strange)]
    for name, quad in things:
        here = label == name
        if here.any():
            corners = np.asarray(quad, np.float64) / FINDER_STRIDE
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


def _window(rng: Generator, scene: Scene) -> tuple[int, int]:
    """Left and top of a window, mostly where cards are, on the grid of cells."""
    height, width = scene.image.shape[:2]
    if rng.random() < 0.85 and scene.cards:
        quad = np.asarray(scene.cards[int(rng.integers(len(scene.cards)))].quad)
        corner = quad.mean(0) - SIDE * rng.uniform(0.2, 0.8, 2)
    else:
        corner = rng.uniform(0, 1, 2) * [width - SIDE, height - SIDE]
    corner = np.clip(corner, 0, [width - SIDE, height - SIDE]) // FINDER_STRIDE * FINDER_STRIDE
    return int(corner[0]), int(corner[1])
