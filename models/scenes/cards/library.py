"""Drawn decks for scenes: the project's own, and those of random styles."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from models.deck import faces, strange
from models.deck.drawing import typefaces
from models.deck.printing import raster
from models.deck.style import HOUSE, DeckStyle, random_style
from models.scenes.arrays import Rng
from models.scenes.cards.decks import Deck, deck_of


def own_deck(height: int = 640) -> Deck:
    """The project's own deck, its faces `height` pixels high."""
    return deck_of_style("own", HOUSE, height, faces.CARDS + faces.STRANGE)


def random_decks(seed: int, count: int, height: int = 640, *, held_out: bool = False) -> Iterator[Deck]:
    """So many decks of random styles; the same seed draws the same ones, the first ones whatever the count.

    `held_out` decks are of makers that no other random deck resembles (`models.deck.style.RESERVED`), the same on
    every machine; the others' numbers are set in the machine's fonts (`typefaces.installed`).
    """
    rng = np.random.default_rng(seed)
    for number in range(count):
        yield random_deck(rng, height, f"style{number}", held_out=held_out)


def random_deck(rng: Rng, height: int, name: str = "style", *, held_out: bool = False) -> Deck:
    """A deck of a random style, its eights and nines, and some cards that are none of its own."""
    return whole_deck(name, random_style(rng, typefaces.installed(), held_out), height)


def whole_deck(name: str, style: DeckStyle, height: int) -> Deck:
    """The forty of a style, its eights and nines, and some cards that are none of its own."""
    return deck_of_style(name, style, height, faces.CARDS + faces.STRANGE[:-1] + strange.chosen(style))


def deck_of_style(name: str, style: DeckStyle, height: int, names: tuple[str, ...]) -> Deck:
    """Faces of a style as a deck that knows what each of them shows at its ends."""
    artist = faces.Artist(style)
    pictures = raster.drawn(artist, height, names)
    return deck_of(name, pictures, marks={face: artist.marks(face) for face in names})
