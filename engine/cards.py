"""The forty cards of the Spanish pack."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from engine.errors import CardError, quoted


class Suit(Enum):
    """The four suits; the value is the letter used in card names. In mus a suit never counts."""

    OROS = "o"
    COPAS = "c"
    ESPADAS = "e"
    BASTOS = "b"


RANKS: Final = (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)
"""The ranks of a suit: 10 is the sota, 11 the zaldun, 12 the errege."""


@dataclass(frozen=True, slots=True)
class Card:
    """One card: its rank (one of `RANKS`) and its suit. ``str(card)`` is its name, such as ``12o``.

    `weight` is a power of five, one a rank: hands of four weigh the same together only with the same ranks.
    """

    rank: int
    suit: Suit
    weight: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.rank not in RANKS:
            raise CardError(f"there is no card of rank {quoted(self.rank)}: ranks are 1 to 7, 10, 11 and 12")
        object.__setattr__(self, "weight", 5 ** RANKS.index(self.rank))

    @staticmethod
    def parse(text: str) -> Card:
        """The card named by `text`, such as ``7e``. CardError if it is none of the forty."""
        card = _BY_NAME.get(text) if isinstance(text, str) else None
        if card is None:
            raise CardError(f"unknown card {quoted(text)}: a card is 1-7, 10, 11 or 12 and o, c, e or b, such as '12o'")
        return card

    def __str__(self) -> str:
        return f"{self.rank}{self.suit.value}"


DECK: Final = tuple(Card(rank, suit) for suit in Suit for rank in RANKS)
"""All forty cards, suit by suit (oros, copas, espadas, bastos), each from the ace up."""

_BY_NAME: Final = {str(card): card for card in DECK}
