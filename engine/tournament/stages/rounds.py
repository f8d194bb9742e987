"""Rounds and zeros: in each round the teams with the nearest standings meet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from engine.tournament.acts import Pairing
from engine.tournament.matchings import Matching
from engine.tournament.pairing import Contender, pair
from engine.tournament.stages.stage import Cut, Play, Stage, cut, levels
from engine.tournament.standings import Row
from engine.tournament.systems import Rounds, Zeros


@dataclass(frozen=True, slots=True)
class RoundsPlay(Play):
    """A stage of rounds."""

    system: Rounds

    def over(self) -> bool:
        """Once so many rounds have been drawn; never, where nobody said how many."""
        return self.system.rounds is not None and self.stage.rounds >= self.system.rounds

    def next_round(self, seed: str, matching: Matching) -> list[Pairing]:
        """Everybody plays. Where nobody said how many rounds there are, one more may follow."""
        left = 2 if self.system.rounds is None else self.system.rounds - self.stage.rounds
        return nearest(self.stage, self.stage.standings(), seed, matching, left)

    def cuts(self) -> list[Cut]:
        """The first of the standing."""
        return [cut(self.system.go_on, levels(self.stage.standings()))]


@dataclass(frozen=True, slots=True)
class ZerosPlay(Play):
    """A stage of zeros."""

    system: Zeros

    def over(self) -> bool:
        """Once as few are left as go on."""
        return len(self.alive()) <= self.system.go_on

    def next_round(self, seed: str, matching: Matching) -> list[Pairing]:
        """Those play who have not lost too often."""
        return nearest(self.stage, self.alive(), seed, matching)

    def in_play(self) -> Sequence[str]:
        """Those who have not lost too often, as long as they are more than go on."""
        return () if self.over() else [row.team for row in self.alive()]

    def cuts(self) -> list[Cut]:
        """Those who are left, and where the last round left too few, those who went out last, by the stage's standing
        among themselves."""
        alive = self.alive()
        lost: dict[str, int] = {}
        for partida in self.stage.partidak:
            if self.stage.tournament.counts(partida):
                for team in {*partida.pairing.teams} - {None, partida.winner}:
                    lost[str(team)] = partida.pairing.round
        staying = {row.team for row in alive}
        out = {team: (lost[team],) for team in self.stage.teams if team not in staying}
        return [cut(self.system.go_on, [*levels(alive), *self.stage.places(out)])]

    def alive(self, before: float = inf) -> list[Row]:
        """Those who had not lost too often before that round."""
        return [row for row in self.stage.standings(before=before) if row.results.lost < self.system.lives]


def nearest(stage: Stage, rows: Sequence[Row], seed: str, matching: Matching, left: int = 1) -> list[Pairing]:
    """The next round of those in the rows, of so many that are left; whom they have met counts from the tournament's
    beginning."""
    byes: Counter[str] = Counter()
    met: Counter[frozenset[str]] = Counter()
    for one, other in (partida.pairing.teams for partida in stage.tournament.partidak.values() if not partida.past):
        if other is None:
            byes[one] += 1
        else:
            met[frozenset((one, other))] += 1
    contenders = [Contender(row.team, row.results.partidak, row.place, byes[row.team]) for row in rows]
    return stage.pairings(pair(contenders, met, seed, f"round {stage.next_round}", matching, left))
