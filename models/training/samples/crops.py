"""Single cards as the art network meets them: cut out of a picture, not quite exactly, half covered, badly lit, worn.

Each sample is drawn the way a real one comes about: a card among others on a table, seen at some size through light,
lens, sensor and compression, then cut out by corners that are a little off.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator, default_rng

from models.scenes.cards.decks import Deck
from models.scenes.cards.library import random_deck
from models.scenes.table.sprites import FLAT, sprite
from models.scenes.table.things import THINGS
from models.training.labels import RANKS, SUITS
from models.training.samples.feed import Arrays
from models.training.samples.shots import any_back, any_name, lay, photographed, quad, shoot, table_top
from vision.arrays import F64, U8
from vision.rectify import CLOSE, cut_out

PART = 256
"""Samples in one part."""

HEIGHT = 256
"""Pixels that a new deck's faces are high."""

FRESH = 0.88
"""Share of a part's samples that show a deck drawn for that part alone: what is learned must hold on any deck."""

NO_LABEL = -100
"""Marks a rank or suit that a sample does not have; the loss leaves it out."""


Label = tuple[int, int, int]
"""Indices into RANKS and SUITS, or NO_LABEL for both; and 1 for a Spanish face, else 0."""

NO_CARD: Label = (NO_LABEL, NO_LABEL, 0)

LEAST_IN_VIEW = 0.1
"""Share of the cut-out in view below which a face has neither rank nor suit."""


def label(name: str | None) -> Label:
    """What is to be said of a card of that name (None: a back)."""
    if name is None or not name[:-1].isdigit():
        return NO_CARD
    return RANKS.index(int(name[:-1])), SUITS.index(name[-1]), 1


def make(decks: list[Deck], weights: F64, seed: int) -> Arrays:
    """One part: crops (n, 128, 80, 4), and (n, 3) labels rank, suit, face."""
    rng = default_rng(seed)
    fresh = random_deck(rng, height=HEIGHT)
    decks, weights = [*decks, fresh], np.append(weights * (1 - FRESH), FRESH)
    crops, labels = zip(*(draw(rng, decks, weights) for _ in range(PART)), strict=True)
    return np.stack(crops), np.array(labels, np.int64)


def draw(rng: Generator, decks: list[Deck], weights: F64) -> tuple[U8, Label]:
    """A random cut-out from decks chosen with these weights, and its label."""
    deck = decks[int(rng.choice(len(decks), p=weights))]
    what = rng.random()
    for most, no_card in ((0.06, _nothing), (0.09, _pile), (0.12, _misplaced)):
        if what < most:
            return no_card(rng, deck), NO_CARD
    if what < 0.18:
        return _card(rng, deck, None)
    name = str(rng.choice(list(deck.strange))) if deck.strange and rng.random() < 0.12 else any_name(rng, deck)
    return _card(rng, deck, name)


def _card(rng: Generator, deck: Deck, name: str | None) -> tuple[U8, Label]:
    """A card (None: a back) among its neighbours, perhaps partly under others, either way up, cut out by corners that
    are a little off."""
    shot = shoot(rng, deck, name)
    slip = 0.005 + 0.014 * (rng.random() < 0.25) + 0.02 * (rng.random() < 0.08)
    if shot.covers:
        slip += 0.012 * rng.random()
    corners = shot.corners + rng.normal(0, slip, (4, 2)) * shot.length * rng.uniform(0.4, 1.2)
    if rng.random() < 0.5:
        corners = np.roll(corners, 2, axis=0)
    covers = [cover + rng.normal(0, 0.008, (4, 2)) * shot.length for cover in shot.covers]
    if rng.random() < 0.08:
        covers = []
    crop = cut_out(shot.patch, corners, covers, CLOSE)
    told = label(name)
    is_hidden = float(crop[..., 3].mean()) < 255 * LEAST_IN_VIEW
    return crop, (NO_LABEL, NO_LABEL, told[2]) if is_hidden else told


def _nothing(rng: Generator, deck: Deck) -> U8:
    """A piece of table, cloth, print or mat that is no card at all."""
    size = int(rng.uniform(90, 240))
    patch = table_top(rng, size, busy=True)
    if rng.random() < 0.3:
        wide, long, _ = FLAT[kind := str(rng.choice(sorted(FLAT)))]
        thing = quad(rng, size * rng.uniform(0.4, 1.0), wide / long, rng.uniform(-180, 180), (size / 2, size / 2))
        lay(rng, patch, sprite(kind, int(rng.integers(THINGS))), thing)
    elif rng.random() < 0.6:
        corners = quad(rng, size * 0.6, rng.uniform(0.5, 1.0), rng.uniform(-180, 180), (size / 2, size / 2))
        colour = tuple(float(v) for v in rng.uniform(0, 255, 3))
        cv2.fillConvexPoly(patch, np.round(corners).astype(np.int32), colour, cv2.LINE_AA)
        for _ in range(int(rng.integers(0, 6))):
            at = rng.uniform(0.25, 0.75, 2) * size
            ink = tuple(float(v) for v in rng.uniform(0, 255, 3))
            if rng.random() < 0.5:
                cv2.circle(patch, (int(at[0]), int(at[1])), int(rng.uniform(2, size * 0.2)), ink, -1, cv2.LINE_AA)
            else:
                word = "".join(rng.choice(list("MUSAEIOR1234567890"), 4))
                cv2.putText(patch, word, (int(at[0] * 0.6), int(at[1])), 0, size / 250, ink, 1, cv2.LINE_AA)
    patch = photographed(rng, patch, size / 1.4)
    corners = quad(rng, size * 0.6, deck.aspect, rng.uniform(-180, 180), (size / 2, size / 2))
    return cut_out(patch, corners, [], CLOSE)


def _pile(rng: Generator, deck: Deck) -> U8:
    """Backs in a heap, or a glass, cut out as if they were one card."""
    size = int(rng.uniform(100, 300))
    patch = table_top(rng, size)
    middle = (size / 2, size / 2)
    if rng.random() < 0.6:
        pattern = any_back(rng)
        for _ in range(int(rng.integers(2, 9))):
            spot = (float(rng.normal(middle[0], size * 0.06)), float(rng.normal(middle[1], size * 0.06)))
            lay(rng, patch, pattern, quad(rng, size * 0.62, deck.aspect, rng.uniform(-180, 180), spot))
    else:
        tone = rng.uniform(20, 255, 3)
        for _ in range(int(rng.integers(1, 4))):
            at = (int(rng.normal(middle[0], size * 0.08)), int(rng.normal(middle[1], size * 0.08)))
            radius = int(size * rng.uniform(0.16, 0.36))
            axes = (radius, int(radius * rng.uniform(0.7, 1.0)))
            ink = tuple(float(v) for v in np.clip(tone * rng.uniform(0.5, 1.4), 0, 255))
            thick = -1 if rng.random() < 0.5 else int(rng.uniform(2, size * 0.06))
            glass = patch.copy()
            cv2.ellipse(glass, at, axes, rng.uniform(0, 180), 0, 360, ink, thick, cv2.LINE_AA)
            clear = rng.uniform(0.3, 1.0)
            patch = cv2.addWeighted(glass, clear, patch, 1 - clear, 0).astype(np.uint8)
    patch = photographed(rng, patch, size * 0.62)
    corners = quad(rng, size * rng.uniform(0.5, 0.75), deck.aspect, rng.uniform(-180, 180), middle)
    return cut_out(patch, corners, [], CLOSE)


def _misplaced(rng: Generator, deck: Deck) -> U8:
    """A cut-out that straddles two cards, or a card and the table: a finder's error must not be named."""
    length = float(rng.uniform(80, 220))
    size = int(length * 2.2)
    turn = rng.uniform(-180, 180)
    own = quad(rng, length, deck.aspect, turn, (size / 2, size / 2))
    across, along = (own[1] - own[0]), (own[3] - own[0])
    patch = table_top(rng, size)
    step = across * rng.uniform(0.97, 1.15) if rng.random() < 0.7 else along * rng.uniform(0.97, 1.1)
    for shift in (-1.0, 0.0, 1.0):
        lay(rng, patch, deck.levels(any_name(rng, deck)), own + shift * step)
    patch = photographed(rng, patch, length)
    sign = rng.choice([-1, 1])
    if rng.random() < 0.6:
        corners = own + sign * step * rng.uniform(0.35, 0.65)
    else:
        centre = own.mean(0)
        axes = np.array([-1, 1, 1, -1])[:, None] * across / 2 * 0.65, np.array([-1, -1, 1, 1])[:, None] * along / 2
        corners = centre + axes[0] * rng.uniform(0.6, 0.9) + axes[1] * rng.uniform(0.4, 0.6)
        corners = corners + sign * along * rng.uniform(0.1, 0.25)
    return cut_out(patch, corners, [], CLOSE)
