"""Cards in whose corners their number does not stand, where it does in the others'.

A coin between two clubs makes three of them, and a joker with a disc in its middle an ace; neither has the number.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import Card
from vision.classify.namer import RANKS, Naming

SHOWN, ACE_SHOWN = 0.5, 0.95
"""Probability, by the corners in view, of a card's rank below which its number does not stand there; of an ace, whose
number is hardly more than a line, and which a joker or a club's own card with a disc in its middle is taken for."""

ALIKE = 0.87
"""Likeness from which on a card is the enrolled deck's, whatever can be read in its corners."""

FEWEST = 6
MOST = 0.2
"""Cards in full view from which it can be told whether a deck has numbers that can be read, and the share of them
without one up to which it has."""


def without_number(namings: Sequence[Naming], names: Sequence[Card], in_view: Sequence[bool]) -> set[int]:
    """Which of the things, taken for these cards, are none of a deck with numbers, or have something on them.

    `in_view`: which of them can be seen all but whole; the others are not asked about, and tell nothing.
    """
    shown = {
        i: (naming.likeness or 0.0) >= ALIKE
        or float(naming.numbers[RANKS.index(name.rank)]) >= (ACE_SHOWN if name.rank == 1 else SHOWN)
        for i, (naming, name, whole) in enumerate(zip(namings, names, in_view, strict=True))
        if whole and naming.numbers is not None
    }
    without = {i for i, has_number in shown.items() if not has_number}
    return without if len(shown) >= FEWEST and len(without) <= MOST * len(shown) else set()
