"""Mus por Equipos: a pair of each side at every table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.errors import TournamentError
from engine.sentences import Sentence, msgid
from engine.tournament.acts import Pairing
from engine.tournament.entries import TeamEntry, plain
from engine.tournament.matchings import Matching
from engine.tournament.stages.stage import Cut, Play
from engine.tournament.systems import Equipos


@dataclass(frozen=True, slots=True)
class EquiposPlay(Play):
    """A stage of Mus por Equipos."""

    system: Equipos

    def next_round(self, seed: str, matching: Matching) -> list[Pairing]:
        """Both sides at every table; each is the first team, and so N-S, at half of them (mus por equipos 2, 3)."""
        one, other = self.stage.teams
        return self.stage.pairings([(one, other), (other, one)] * (self.system.tables // 2))

    def cuts(self) -> list[Cut]:
        """Nobody: it is the only stage."""
        return []


def require_names(sides: Sequence[TeamEntry]) -> None:
    """TournamentError where both sides have one name: by their names a result tells them apart."""
    first, second = (side.name or side.id for side in sides)
    if plain(first) == plain(second):
        why = msgid("both sides are called {name}: the result could not tell them apart")
        raise TournamentError(Sentence(why, name=first))
