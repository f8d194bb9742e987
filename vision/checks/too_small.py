"""Whether a picture has too few pixels for its cards to be told."""

from __future__ import annotations

import numpy as np

from engine.sentences import Sentence
from vision import geometry
from vision.checks.mounting import SHORTEST, Mounting, areas, filling, shortest
from vision.checks.out_of_view import cut_sides
from vision.decide.place import Place
from vision.reading import Doubt

SURE = 0.9
"""Probability of its name from which a card's outline is taken for a card's."""


def is_sure(place: Place) -> bool:
    """Whether a thing is surely a card."""
    return float(np.max(place.naming.cards)) >= SURE


def is_measurable(place: Place, size: tuple[int, int]) -> bool:
    """Whether a thing is surely a card, under no other one, and all of it in the picture (width, height)."""
    return is_sure(place) and not cut_sides(place.found.corners, size) and not place.found.under


def doubts(places: list[Place], size: tuple[int, int], scale: float, one: bool = False) -> tuple[Doubt, ...]:
    """The doubt about a picture (width, height) none of whose cards can be measured, where cards would come out too
    small even if four hands just filled it, whichever way. `scale`: how many of the file's pixels one of these is
    wide. Where `one` card may fill the picture, only if most things in it are too small as well."""
    if any(is_measurable(place, size) for place in places):
        return ()
    lengths = [geometry.side_lengths(place.found.corners)[1] for place in places]
    if one and lengths and np.median(lengths) >= SHORTEST:
        return ()
    known = Mounting()
    if shortest(filling((max(size), min(size)), known), areas(known.field), known) >= SHORTEST:
        return ()
    width, height = (round(side * scale) for side in size)
    text = Sentence(
        "the picture has only {width} x {height} pixels: too few to tell its cards", width=width, height=height
    )
    return (Doubt("picture", text),)
