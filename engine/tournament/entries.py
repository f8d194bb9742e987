"""Teams as they are entered: two players who stay together, of a club."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from engine.errors import TournamentError
from engine.sentences import Sentence, msgid

_UNSEEN: Final = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
"""What Unicode shows nothing for besides its format characters (`Default_Ignorable_Code_Point`), as NFKC leaves it."""


@dataclass(frozen=True, slots=True)
class TeamEntry:
    """A team: its id, which stands for it everywhere, and its name, club and players as far as somebody gave them."""

    id: str
    name: str = ""
    club: str = ""
    players: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Calendar:
    """The tournament's day, as YYYY-MM-DD, and until when players are suspended; without a day nobody is refused."""

    day: str | None
    suspended: Mapping[str, str]

    def suspending(self, player: str, until: str) -> Calendar:
        """With a player's suspension, in the place of what was said of the same player before."""
        others = {name: day for name, day in self.suspended.items() if plain(name) != plain(player)}
        return replace(self, suspended={**others, player: until})

    def require_day(self) -> None:
        """TournamentError where players are suspended and no day is set: nobody could say who may play (nabo 28)."""
        if self.suspended and self.day is None:
            missing = Sentence("{field} is missing", field="date")
            raise TournamentError(Sentence("{field}: {what}", field="suspended", what=missing))

    def require_free(self, *players: str) -> None:
        """TournamentError where one of the players is suspended on that day (nabo 28), however the name is written."""
        days = latest(self.suspended.items())
        for player in players:
            until = days.get(plain(player))
            if self.day is not None and until is not None and self.day < until:
                why = msgid("{player} is suspended until {until} (nabo 28)")
                raise TournamentError(Sentence(why, player=player, until=until))


def latest(suspended: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Until when players are suspended, by their plain names; of several days the latest holds."""
    found: dict[str, str] = {}
    for player, until in suspended:
        found[plain(player)] = max(until, found.get(plain(player), ""))
    return found


@lru_cache(maxsize=1 << 16)
def plain(name: str) -> str:
    """A name as people compare it: capitals, spaces, how Unicode puts a letter together and what nobody sees of it make
    nobody another.

    >>> plain(" ANA  Etxe") == plain("Ana E\\u00adtxe")
    True
    """
    folded = unicodedata.normalize("NFKC", name).casefold()
    seen = "".join(letter for letter in _UNSEEN.sub("", folded) if unicodedata.category(letter) != "Cf")
    return " ".join(unicodedata.normalize("NFKC", seen).split())
