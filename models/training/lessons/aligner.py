"""What training the aligner is made of."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator, default_rng
from numpy.typing import NDArray
from torch import Tensor

from models.scenes.cards.decks import Deck
from models.training.loop import Lesson
from models.training.nets import Aligner
from models.training.samples.close_looks import LOOK, close_looks, shots
from models.training.samples.crops import PART, Shot, any_name, shoot
from models.training.samples.feed import Arrays
from vision.locate.aligner import LOOSE
from vision.rectify import cut_out

ROOM = 1.9
"""Width of the patch in lengths of its card: the cut-out is wider than the card, and the card is not in its middle."""

FROM_TABLES = 0.6
"""Share of the samples that are cut out of hands on drawn tables; the others are drawn one by one."""

LENGTHS = (85.0, 230.0)
"""Pixels of a card's longer side on those tables, least and greatest."""

_Sample = tuple[NDArray[np.uint8], NDArray[np.float32]]

_CARD = 1 - 2 * LOOSE.margin


def make(decks: list[Deck], weights: NDArray[np.float64], seed: int) -> Arrays:
    """One part: cut-outs (n, 128, 80, 4) around roughly found cards, and (n, 8) how far the corners are off."""
    cv2.setNumThreads(1)
    rng = default_rng(seed)
    samples: list[_Sample] = []
    while len(samples) < FROM_TABLES * PART:
        samples += _of_a_table(rng, decks[int(rng.choice(len(decks), p=weights))])
    while len(samples) < PART:
        samples.append(_single(rng, decks[int(rng.choice(len(decks), p=weights))]))
    samples = samples[:PART]
    return np.stack([crop for crop, _ in samples]), np.stack([off for _, off in samples])


def _of_a_table(rng: Generator, deck: Deck) -> list[_Sample]:
    """Every card of the hands of a new table of which enough is in view."""
    samples = []
    for scene in close_looks(rng, deck, LENGTHS, lambda length: int(LOOK * length)):
        samples += [_off(rng, shot) for shot, _ in shots(scene)]
    return samples


def _single(rng: Generator, deck: Deck) -> _Sample:
    what = rng.random()
    name = None if what < 0.07 else str(rng.choice(list(deck.strange))) if deck.strange and what < 0.12 else ""
    return _off(rng, shoot(rng, deck, any_name(rng, deck) if name == "" else name, ROOM))


def _off(rng: Generator, shot: Shot) -> _Sample:
    """The card of a shot as it was roughly found, and how far its corners are off."""
    covered = bool(shot.covers)
    found = _found(rng, shot.corners, shot.length, 3.0 if covered else 1.6)
    slip = float(rng.choice([0.006, 0.02, 0.05]))
    covers = [cover + (rng.normal(0, slip, 2) + rng.normal(0, 0.008, (4, 2))) * shot.length for cover in shot.covers]
    if rng.random() < 0.06:
        covers = []
    crop = cut_out(shot.patch, found, covers, LOOSE)
    to_card = cv2.getPerspectiveTransform(found.astype(np.float32), LOOSE.corners)
    seen = cv2.perspectiveTransform(shot.corners[np.newaxis], to_card)[0]
    return crop, ((seen - LOOSE.corners) / [LOOSE.width, LOOSE.height]).astype(np.float32).reshape(8)


def _found(rng: Generator, corners: NDArray[np.float64], length: float, most: float) -> NDArray[np.float64]:
    """The corners as a finder would give them: shifted, turned, of another size, and each a little off."""
    much = float(np.exp(rng.uniform(np.log(0.2), np.log(most))))
    centre = corners.mean(axis=0)
    along, across = (corners[3] - corners[0]) / length, (corners[1] - corners[0]) / length
    size = np.exp(rng.normal(0, 0.03 * min(much, 1.6)) + rng.normal(0, 0.02 * min(much, 1.6), 2))
    axes = np.stack([across, along], axis=1)
    local = (corners - centre) @ np.linalg.inv(axes).T * size
    angle = rng.normal(0, np.deg2rad(2.2) * much)
    spin = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    moved = (local @ axes.T) @ spin + centre + rng.normal(0, 0.028 * much, 2) * length
    found: NDArray[np.float64] = moved + rng.normal(0, 0.006 * min(much, 1.6), (4, 2)) * length
    return found


def losses(output: Tensor, wanted: Tensor) -> tuple[Tensor, Tensor]:
    """How unlikely the true corners are, if each is off by a Laplace distribution; and how far they are off."""
    off = (output[:, :8] - wanted).view(-1, 4, 2).abs().sum(2)
    scale = output[:, 8:].clamp(-7, 1)
    return (off * (-scale).exp() + 2 * scale).mean(), off.mean()


def vary(rng: Generator, batch: Arrays) -> Arrays:
    """A quarter each as they are, upside down, mirrored, and both."""
    crops, off = batch[0], np.asarray(batch[1], np.float32).reshape(-1, 4, 2)
    turned = rng.random(len(crops)) < 0.5
    crops[turned] = crops[turned, ::-1, ::-1]
    off[turned] = -np.roll(off[turned], 2, axis=1)
    mirrored = rng.random(len(crops)) < 0.5
    crops[mirrored] = crops[mirrored, :, ::-1]
    off[mirrored] = off[mirrored][:, [1, 0, 3, 2]] * np.array([-1, 1], np.float32)
    return crops, off.reshape(-1, 8)


def report(output: Tensor, wanted: Tensor) -> str:
    """How far the worst corner is off in a half, and in nine of ten, in hundredths of the card's length."""
    off = (output[:, :8] - wanted).view(-1, 4, 2) / _CARD
    off[..., 0] *= LOOSE.width / LOOSE.height
    worst = off.norm(dim=2).amax(1) * 100
    return f"worst corner median {worst.median():.2f} ninth decile {worst.quantile(0.9):.2f}"


LESSON = Lesson(Aligner, make, losses, vary, report, rate=2e-3, batch=128, part=PART, parts=24, weights=(1.0, 10.0))
