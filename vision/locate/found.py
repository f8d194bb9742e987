"""What finding gives: card-shaped things, where they lie, and which lies on which."""

from __future__ import annotations

from dataclasses import dataclass, replace

from vision.geometry import Corners


@dataclass(frozen=True, slots=True)
class Found:
    """One card-shaped thing: corners in the picture's pixels, how sure the finder is (0 to 1), what lies on it.

    `seen` is the share of the card's area that is in view; `under` the indices of found things that lie on top of it,
    among all things that were found with it.
    """

    corners: Corners
    score: float
    seen: float
    under: tuple[int, ...] = ()

    def scaled(self, by: float) -> Found:
        """The same in a picture so many times as large."""
        return replace(self, corners=self.corners * by)
