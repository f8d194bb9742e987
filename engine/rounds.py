"""The rounds of a karta aldia."""

from __future__ import annotations

from enum import Enum


class Round(Enum):
    """The rounds in their order. The fourth is jokoa if any seat said that it has it, else puntua."""

    HANDIA = "handia"
    TXIKIA = "txikia"
    PAREAK = "pareak"
    JOKOA = "jokoa"
    PUNTUA = "puntua"
    FOURTH = "fourth"
    """Jokoa or puntua, while the announcements are not known (at the live table, until the cards are shown)."""

    @property
    def number(self) -> int:
        """1 for handia to 4 for jokoa, puntua and the fourth not yet named."""
        return _NUMBERS[self]


_NUMBERS = {
    Round.HANDIA: 1,
    Round.TXIKIA: 2,
    Round.PAREAK: 3,
    Round.JOKOA: 4,
    Round.PUNTUA: 4,
    Round.FOURTH: 4,
}
