"""Whether a picture is mirrored, as some cameras give it: then the cards' numbers stand in the wrong corners.

Cards are named right in a mirror, and W and E are exchanged.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from vision.classify.namer import RANKS
from vision.decide.decide import Place
from vision.rectify import INDEX, cut_out

Numbers = Callable[[NDArray[np.uint8]], NDArray[np.float64]]
"""What says of corners (n, 48, 48, 4) which rank's number stands there: shares (n, 12)."""

MIRRORED = "the picture is mirrored, and players are exchanged: set the camera to give it as it is"
"""What is said of such a picture."""

FEWEST = 6
"""Cards in full view below which nothing is said."""

GLANCE = 4
"""Cards whose other corners are looked at first: where hardly one of them shows the card's number, all is well."""

NAMED = 0.9
READ = 0.5
"""Probability from which a card is named for this, and from which a corner shows its number. Over 38 pictures, each
mirrored as well, of given decks and unseen ones: the right corners of 16 cards show 12 to 16 of their numbers, the
wrong ones 1 to 9."""


def is_mirrored(pixels: NDArray[np.uint8], places: list[Place], numbers: Numbers) -> bool:
    """Whether most cards in full view have their numbers in the corners in which only a mirrored card has them."""
    clear = [
        place
        for place in places
        if not place.is_strange and not place.is_seen_in_part and float(np.max(place.naming.cards)) >= NAMED
    ]
    if len(clear) < FEWEST:
        return False
    few = clear[:: len(clear) // GLANCE][:GLANCE]
    if 2 * _shown(pixels, few, numbers, mirrored=True) < GLANCE:
        return False
    wrong, right = (_shown(pixels, clear, numbers, mirrored) for mirrored in (True, False))
    return wrong > right and 2 * wrong >= len(clear)


def _shown(pixels: NDArray[np.uint8], places: list[Place], numbers: Numbers, mirrored: bool) -> int:
    """How many of the cards show their number in the first corner, as the picture has them or as its mirror would."""
    order = [1, 0, 3, 2] if mirrored else [0, 1, 2, 3]
    shares = numbers(np.stack([cut_out(pixels, place.found.corners[order], [], INDEX) for place in places]))
    ranks = [RANKS.index(place.naming.ranked()[0][0].rank) for place in places]
    return int(np.sum(shares[np.arange(len(places)), ranks] > READ))
