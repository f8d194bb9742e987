"""Mus por Equipos: a pair of each side at every table."""

from __future__ import annotations

from dataclasses import dataclass

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
        one, other = self.stage.teams
        return self.stage.pairings([(one, other), (other, one)] * (self.system.tables // 2))

    def going_on(self) -> tuple[str, ...]:
        """Nobody: it is the only stage."""
        return ()
