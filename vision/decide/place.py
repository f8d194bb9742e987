"""What one picture shows: card-shaped things in their places."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from vision.arrays import F64
from vision.classify.naming import Naming
from vision.locate.found import Found

Sticking = Callable[[list[Found], Sequence[int]], F64]
"""What says how likely it is (n,) that a card that was not found sticks to so many of the things."""


@dataclass(frozen=True, slots=True)
class Place:
    """One place on the table where something card-shaped lies.

    `hides`: how likely it is, by what is seen around it, that another card sticks to it which hardly looks out.
    """

    found: Found
    naming: Naming
    hides: float = 0.0

    @property
    def is_strange(self) -> bool:
        """Whether this, looked at by itself, is more likely none of the forty than one of them."""
        return self.naming.strange > 0.5

    @property
    def is_made_out(self) -> bool:
        """Whether it is told what this is: a card, or a strange thing that is mostly in view."""
        return not self.is_strange or self.found.seen >= 0.5


@dataclass(frozen=True, slots=True)
class Seen:
    """What one picture shows: its things, and whether it is mirrored."""

    places: list[Place]
    mirrored: bool

    def scaled(self, by: float) -> Seen:
        """The same in a picture so many times as large."""
        return replace(self, places=[replace(place, found=place.found.scaled(by)) for place in self.places])

    def hiding(self, sticking: Sticking) -> Seen:
        """The same with how likely it is of each card that another one sticks to it: one that was not found, or that
        is not made out."""
        there = [i for i, place in enumerate(self.places) if place.is_made_out]
        cards = [n for n, i in enumerate(there) if not self.places[i].is_strange]
        p = sticking([self.places[i].found for i in there], cards).tolist()
        hides = dict(zip([there[n] for n in cards], p, strict=True))
        return replace(self, places=[replace(place, hides=hides.get(i, 0.0)) for i, place in enumerate(self.places)])
