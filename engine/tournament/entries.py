"""Teams as they are entered: two players who stay together, of a club."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.errors import TournamentError
from engine.sentences import Sentence, msgid


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

    def require_free(self, *players: str) -> None:
        """TournamentError where one of the players is suspended on that day (nabo 28)."""
        for player in players:
            until = self.suspended.get(player)
            if self.day is not None and until is not None and self.day < until:
                why = msgid("{player} is suspended until {until} (nabo 28)")
                raise TournamentError(Sentence(why, player=player, until=until))
