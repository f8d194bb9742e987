"""Decks that are learned to be measured with, from drawn photographs or from given ones."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import numpy as np

from models.scenes.cards.decks import Deck
from models.scenes.chance import random_spec
from models.scenes.scene import render
from models.scenes.spec import SceneOptions
from vision.enrolled.deck import EnrolledDeck
from vision.enrolled.learn import Photograph, learn
from vision.picture import Picture, load
from vision.reader import Reader

SIZE = (4608, 2592)
"""Pixels of the drawn pictures: those of the box's camera."""


def enrolled(deck: Deck, seed: tuple[int, ...], reader: Reader) -> EnrolledDeck:
    """A deck learned from two drawn photographs; LayoutError where they are not good enough."""
    return learn(deck.name, photographs(deck, seed), reader)


def photographs(deck: Deck, seed: tuple[int, ...]) -> list[Photograph]:
    """Two drawn photographs of a deck laid out, on tables that no picture network was trained on."""
    shots = []
    for which in range(2):
        spec = random_spec(np.random.default_rng((*seed, which)), "enrol", deck, SceneOptions(wide=0.3, held_out=True))
        shots.append((f"{deck.name}-{which}", Picture(render(spec, size=SIZE).image)))
    return shots


def given(folder: Path) -> dict[str, list[Photograph]]:
    """The photographs of a folder by the deck in their names: `…-DECK-….jpg`, or `DECK.jpg`."""
    shots = defaultdict(list)
    for path in sorted(folder.iterdir()):
        if path.suffix in (".jpg", ".png"):
            shots[path.stem.split("-")[-2] if "-" in path.stem else path.stem].append((path.name, load(path)))
    return shots
