"""What finding gives: card-shaped things, where they lie, and which lies on which."""

from __future__ import annotations

from dataclasses import dataclass

from vision.geometry import Corners


@dataclass(frozen=True, slots=True)
class Found:
    """One card-shaped thing: corners in the picture's pixels, how sure the finder is (0 to 1), what it covers.

    `seen` is the share of the card's area that voted for it; `under` the indices of found things that lie on top of it.
    """

    corners: Corners
    score: float
    seen: float
    under: tuple[int, ...] = ()
