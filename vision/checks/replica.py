"""Whether forty cards, laid out in four rows of ten, are the deal that they should be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from engine.cards import Card
from engine.seats import Seat
from engine.sentences import Sentence
from vision.classify.naming import FORTY, Naming
from vision.decide.place import Place
from vision.enrolled.layout import ROWS, TEN, LayoutError, order_of_rows, rows_in_sight

NOT_IT: Final = 0.01
"""A card is not what its place should hold where that is so much less likely than another: a deck of a style that the
networks do not know must not be refused for what they guess."""
SURE: Final = 0.5
"""Probability from which on a card is taken for what its place should hold."""
_FLOOR: Final = 1e-3


@dataclass(frozen=True, slots=True)
class Misplaced:
    """The row and the place in it (both from 0) of a card that should be `expected`; `seen` is None where none of the
    forty lies there."""

    row: int
    place: int
    expected: Card
    seen: Card | None


@dataclass(frozen=True, slots=True)
class Compared:
    """How the cards compare with a deal: which of its packs lies in each row, which cards are wrong, and of which it
    cannot be said. `fit` is the logarithm of how likely they are, were it that deal."""

    packs: tuple[int, ...]
    wrong: tuple[Misplaced, ...]
    unsure: tuple[Misplaced, ...]
    fit: float

    @property
    def right(self) -> bool:
        """Whether nothing speaks against it."""
        return self.packs == tuple(range(ROWS)) and not self.wrong


def lying(places: list[Place]) -> list[Naming]:
    """What lies there: forty names, row by row from the top, each from the left.

    LayoutError where there are not four rows of ten.
    """
    rows = rows_in_sight(places, Sentence("{seat}'s pack", seat=Seat.N))
    for number, row in enumerate(rows, 1):
        if len(row) != TEN:
            raise LayoutError(
                Sentence("row {row} from the top has {count} cards in sight, not ten", row=number, count=len(row))
            )
    return [place.naming for row in rows for place in row]


def compare(named: Sequence[Naming], packs: Sequence[Sequence[Card]]) -> Compared:
    """The forty names held against a deal's four packs, also as they would lie seen from the table's other side."""
    return max((_compare(each, packs) for each in (named, named[::-1])), key=lambda compared: compared.fit)


def _compare(named: Sequence[Naming], packs: Sequence[Sequence[Card]]) -> Compared:
    chances = np.array([naming.cards for naming in named])
    numbers = np.array([[FORTY.index(card) for card in pack] for pack in packs])
    logs = np.log(chances + _FLOOR).reshape(ROWS, TEN, len(FORTY))
    fits = np.array([[logs[row, np.arange(TEN), pack].sum() for pack in numbers] for row in range(ROWS)])
    order = order_of_rows(fits)
    wrong, unsure = [], []
    for row, pack in enumerate(order):
        for place, number in enumerate(numbers[pack]):
            naming = named[row * TEN + place]
            seen = _instead(naming, int(number))
            own = float(naming.cards[number])
            if own < NOT_IT * seen[1]:
                wrong.append(Misplaced(row, place, FORTY[number], seen[0]))
            elif own < SURE:
                unsure.append(Misplaced(row, place, FORTY[number], seen[0]))
    return Compared(order, tuple(wrong), tuple(unsure), float(fits[range(ROWS), order].sum()))


def _instead(naming: Naming, number: int) -> tuple[Card | None, float]:
    """The likeliest of what else lies there, None for none of the forty, and its probability."""
    others = np.delete(naming.cards, number)
    best = int(np.argmax(others))
    card = FORTY[best + (best >= number)]
    return (card, float(others[best])) if others[best] >= naming.strange else (None, naming.strange)
