"""The decks that scenes are drawn with: given folders of faces, the project's own deck, and decks of random styles."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from models.deck import raster
from models.deck.style import HOUSE, random_style
from models.scenes.arrays import Rng
from models.scenes.decks import Deck, deck_of


def own_deck(height: int = 640) -> Deck:
    """The project's own deck, its faces `height` pixels high."""
    return deck_of("own", raster.deck(HOUSE, height))


def random_decks(seed: int, count: int, height: int = 640) -> Iterator[Deck]:
    """So many decks of random styles; the same seed draws the same ones, the first ones whatever the count."""
    rng = np.random.default_rng(seed)
    for number in range(count):
        yield random_deck(rng, height, f"style{number}")


def random_deck(rng: Rng, height: int = 640, name: str = "style") -> Deck:
    """A deck of a random style."""
    return deck_of(name, raster.deck(random_style(rng), height))
