"""A new match that somebody wants to begin while both teams have to agree."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from engine.seats import Team
from engine.sentences import Sentence
from firmware.session.events import MatchStarted


class NewMatchError(ValueError):
    """A word about a new match that changes nothing, in a Sentence."""


@dataclass(frozen=True, slots=True)
class NewMatch:
    """How the match would begin, without its picture, and the teams that have agreed."""

    begins: MatchStarted
    target: int
    games: int
    agreed: frozenset[Team] = frozenset()
    binding: ClassVar[bool] = True
    """Whether it takes both teams."""

    @property
    def waits_for(self) -> tuple[Team, ...]:
        """The teams that have not agreed."""
        return tuple(team for team in Team if team not in self.agreed)

    def agreed_by(self, teams: frozenset[Team]) -> NewMatch:
        """With these teams' word. NewMatchError where they have agreed already."""
        if teams <= self.agreed:
            raise NewMatchError(Sentence("{team} has agreed already", team=next(iter(teams))))
        return replace(self, agreed=self.agreed | teams)
