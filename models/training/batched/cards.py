"""Whole decks as the batched photographs take them: so many cards of each kind, all of one size."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
from numpy.random import Generator, default_rng
from numpy.typing import NDArray

from models.deck import faces
from models.scenes.arrays import F64, U8
from models.scenes.cards.decks import BACKS, Deck
from models.scenes.cards.library import random_deck
from models.training.batched.canvas import LONG, WIDE
from models.training.labels import SUITS
from models.training.samples.crops import NO_CARD, label
from models.training.samples.reprint import reprinted

FORTY = tuple(sorted(faces.CARDS, key=lambda name: (int(name[:-1]), SUITS.index(name[-1]))))
"""The cards that come first: those of a rank stand together, in the order of the suits."""

FACES, STRANGE, TURNED_OVER = len(FORTY), 20, 4
"""So many faces, strange cards and backs there are of each deck, in this order; where a deck has too few strange ones
they come again, where it has none there are backs."""

ALL = FACES + STRANGE + TURNED_OVER

HEIGHT = 224
"""Pixels that a new deck's faces are drawn high."""

GIVEN, REPRINTED = 0.12, 0.45
"""Share of the decks that are given ones in another print, and of a new deck's faces that are printed otherwise."""


class Cards(NamedTuple):
    """A deck: pictures (ALL, LONG, WIDE, 4), colours multiplied by opacity; and (ALL, 3) labels rank, suit, face."""

    pictures: U8
    labels: NDArray[np.int64]


def drawn(decks: list[Deck], shares: F64, seed: int) -> Cards:
    """A new maker's deck, or a given one in another print."""
    rng = default_rng(seed)
    if rng.random() < GIVEN:
        return packed(rng, decks[int(rng.choice(len(decks), p=shares))], 1.0)
    return packed(rng, random_deck(rng, HEIGHT), REPRINTED)


def packed(rng: Generator, deck: Deck, otherwise: float) -> Cards:
    """A deck whose faces are printed otherwise to that share; ValueError where one of the forty is missing."""
    missing = [name for name in FORTY if name not in deck.faces]
    if missing:
        raise ValueError(f"deck {deck.name}: no {', '.join(missing)}")
    strange = list(deck.strange)
    found = [_card(rng, deck, name, otherwise) for name in FORTY]
    for number in range(STRANGE):
        name = strange[number % len(strange)] if strange else None
        found.append(_card(rng, deck, name, otherwise))
    found += [_card(rng, deck, None, otherwise) for _ in range(TURNED_OVER)]
    pictures, labels = zip(*found, strict=True)
    return Cards(np.stack(pictures), np.array(labels, np.int64))


def _card(rng: Generator, deck: Deck, name: str | None, otherwise: float) -> tuple[U8, tuple[int, int, int]]:
    """A card (None: a back) and its label."""
    face = deck.back(int(rng.integers(BACKS)))[0] if name is None else deck.levels(name)[0]
    picture = np.asarray(cv2.resize(face, (WIDE, LONG), interpolation=cv2.INTER_AREA), np.uint8)
    told = label(name)
    if name is not None and told != NO_CARD and rng.random() < otherwise:
        picture = reprinted(rng, picture, int(name[:-1]))
    return picture, told
