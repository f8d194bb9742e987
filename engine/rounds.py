"""The rounds of a karta aldia."""

from __future__ import annotations

from enum import Enum


class Round(Enum):
    """The rounds in their order. The fourth is jokoa if any seat said that it has it, else puntua.

    `number` is 1 for handia to 4 for jokoa, puntua, and the fourth while it has no name.
    """

    __hash__ = object.__hash__  # members are single: an enum's own hash, of its name, is slow

    HANDIA = "handia"
    TXIKIA = "txikia"
    PAREAK = "pareak"
    JOKOA = "jokoa"
    PUNTUA = "puntua"
    FOURTH = "fourth"
    """Jokoa or puntua, while the announcements are not known (at the live table, until the cards are shown)."""

    def __init__(self, name: str) -> None:
        self.number = {"handia": 1, "txikia": 2, "pareak": 3}.get(name, 4)

    def __lt__(self, other: Round) -> bool:
        return self.number < other.number


# By these names they are found at once; Python 3.11 looks long for a member in its class.
HANDIA, TXIKIA, PAREAK = Round.HANDIA, Round.TXIKIA, Round.PAREAK
JOKOA, PUNTUA, FOURTH = Round.JOKOA, Round.PUNTUA, Round.FOURTH
