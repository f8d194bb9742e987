"""What one picture shows: card-shaped things in their places."""

from __future__ import annotations

from dataclasses import dataclass, replace

from vision.classify.naming import Naming
from vision.locate.found import Found


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


@dataclass(frozen=True, slots=True)
class Seen:
    """What one picture shows: its things, and whether it is mirrored."""

    places: list[Place]
    mirrored: bool

    def scaled(self, by: float) -> Seen:
        """The same in a picture so many times as large."""
        return replace(self, places=[replace(place, found=place.found.scaled(by)) for place in self.places])
