"""A jugada's number, MCDU: the game's two digits, then the deal's within the game (mus por equipos 5)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from engine.errors import DealError, quoted
from engine.seats import Seat

MOST: Final = 99
"""Games of a match, and deals of a game, that two digits can number."""


@dataclass(frozen=True, slots=True, order=True)
class Jugada:
    """One deal of a match: ``str(Jugada(11, 4))`` is its number, ``1104``. DealError for what two digits cannot say."""

    game: int
    deal: int

    def __post_init__(self) -> None:
        for what, number in (("game", self.game), ("deal", self.deal)):
            if not 1 <= number <= MOST:
                raise DealError(f"a jugada's {what} is 1 to {MOST}, not {quoted(number)}")

    @staticmethod
    def parse(text: str) -> Jugada:
        """The jugada of that number; DealError where it is none."""
        if not isinstance(text, str) or not re.fullmatch(r"[0-9]{4}", text) or "00" in (text[:2], text[2:]):
            raise DealError(
                f"{quoted(text)} is no jugada: two digits of the game, then two of the deal, such as '0104'"
            )
        return Jugada(int(text[:2]), int(text[2:]))

    @property
    def esku(self) -> Seat:
        """Who speaks first: N in the first of every game, then as always the next seat (mus por equipos 9)."""
        return list(Seat)[(self.deal - 1) % len(Seat)]

    def __str__(self) -> str:
        return f"{self.game:02}{self.deal:02}"


def jugadak(games: int, deals: int) -> Iterator[Jugada]:
    """All jugadak of so many games with so many deals each, in order."""
    return (Jugada(game, deal) for game in range(1, games + 1) for deal in range(1, deals + 1))
