"""What one place on the table may hold, as probabilities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.cards import RANKS, Card, Suit
from vision.arrays import F64

FORTY = tuple(Card(rank, suit) for rank in RANKS for suit in Suit)


@dataclass(frozen=True, slots=True)
class Naming:
    """What one cut-out shows. All are probabilities.

    `cards`: for each of FORTY, that it is this card; `strange`: that it is none of them; `eight` and `nine`: that it is
    an 8 or a 9 of any suit, which are ways of being strange; `back`: that it is no face at all (a back, a beer mat),
    which is another; `gone`: that nothing lies there any more, which is one too. `likeness`: how like the known deck's
    card it looks (a cosine, at most 1); None where no deck is known, or it was not compared.
    """

    cards: F64
    strange: float
    back: float
    likeness: float | None = None
    eight: float = 0.0
    nine: float = 0.0
    gone: float = 0.0

    @property
    def surest(self) -> float:
        """The probability of what it most likely is: one of the cards, an 8, a 9, or anything else."""
        return max(float(self.cards.max()), self.eight, self.nine, self.strange - self.eight - self.nine)

    @property
    def ranks(self) -> F64:
        """How likely it is to be a card of each of RANKS."""
        return np.asarray(self.cards.reshape(len(RANKS), len(Suit)).sum(axis=1))

    @property
    def is_gone(self) -> bool:
        """Whether a strange thing is rather one that lies there no more."""
        return self.gone > self.strange / 2

    @property
    def kind(self) -> str:
        """What a strange thing is: `8`, `9`, `back` (which no face is), or `card` where that cannot be told."""
        kinds = {"8": self.eight, "9": self.nine, "back": self.back}
        likeliest = max(kinds, key=lambda kind: kinds[kind])
        return likeliest if kinds[likeliest] > self.strange / 2 else "card"

    def ranked(self, least: float = 0.001) -> list[tuple[Card, float]]:
        """The cards that it may be, the likeliest first, down to the probability `least`; at least the first three."""
        order = np.argsort(-self.cards)
        return [(FORTY[i], float(self.cards[i])) for n, i in enumerate(order) if n < 3 or self.cards[i] >= least]


def pooled(namings: Sequence[Naming]) -> Naming:
    """What several looks at one card say. They err together, so that their mean counts, of the logarithms."""
    rows = [
        [*each.cards, each.eight, each.nine, each.back, max(each.strange - each.eight - each.nine - each.back, 0.0)]
        for each in namings
    ]
    mean = np.exp(np.log(np.maximum(rows, 1e-300)).mean(axis=0))
    mean /= mean.sum()
    eight, nine, back, rest = mean[len(FORTY) :].tolist()
    return Naming(mean[: len(FORTY)], eight + nine + back + rest, back, None, eight, nine)
