"""Mus por Equipos: a pair of each side at every table."""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import TournamentError
from engine.sentences import Sentence, msgid
from engine.tournament.acts import Pairing
from engine.tournament.pairing import Matching
from engine.tournament.stages.field import Stage
from engine.tournament.systems import Equipos


@dataclass(frozen=True, slots=True)
class EquiposPlay:
    """A stage of Mus por Equipos."""

    stage: Stage
    system: Equipos

    def over(self) -> bool:
        """Once it has been drawn."""
        return bool(self.stage.partidak)

    def next_round(self, seed: str, matching: Matching) -> list[Pairing]:
        """Both sides at every table; each is the first team, and so N-S, at half of them (mus por equipos 2, 3)."""
        one, other = require_sides(self.stage.teams)
        return self.stage.pairings([(one, other), (other, one)] * (self.system.tables // 2))

    def going_on(self) -> tuple[str, ...]:
        """Nobody: it is the only stage."""
        return ()


def require_sides(teams: tuple[str, ...]) -> tuple[str, ...]:
    """The two sides. TournamentError where there are more or fewer."""
    if len(teams) != 2:
        why = msgid("Mus por Equipos is played by two sides, not {count} (mus por equipos 2)")
        raise TournamentError(Sentence(why, count=len(teams)))
    return teams
