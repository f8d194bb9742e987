"""What waits for the teams' word before it counts; and a new match, which does where the judge does not begin it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from engine.seats import Team
from engine.sentences import Sentence
from firmware.session.errors import StateError
from firmware.session.events import MatchStarted


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """The teams that have `agreed`. `binding`: it takes both of them, and not one word of anybody's."""

    binding: bool = True
    agreed: frozenset[Team] = frozenset()

    @property
    def waits_for(self) -> tuple[Team, ...]:
        """The teams that have not agreed."""
        return tuple(team for team in Team if team not in self.agreed)

    def agreed_by(self, teams: frozenset[Team]) -> Self:
        """With these teams' word. StateError where they have agreed already."""
        if teams <= self.agreed:
            raise StateError(Sentence("{team} has agreed already", team=next(iter(teams))))
        return replace(self, agreed=self.agreed | teams)


@dataclass(frozen=True, slots=True)
class NewMatch(Waiting):
    """How a match would begin, without its picture."""

    begins: MatchStarted
    target: int
    games: int
