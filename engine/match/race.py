"""How far a match is: its games counted into vacas, and vacas into the match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from engine.match.games import GameEnding
from engine.match.header import Length
from engine.seats import Team


def none_won() -> dict[Team, int]:
    """Nothing for either team."""
    return dict.fromkeys(Team, 0)


@dataclass(frozen=True, slots=True)
class Race:
    """How far a match is: its games counted into vacas, and vacas into the match, which is a single one without vacas.

    `won` are the games of the last vaca, `vaca_over` says whether it is over (before the first game as well). `ended`
    is how many vacas are.
    """

    length: Length
    won: Mapping[Team, int] = field(default_factory=none_won)
    vaca_over: bool = True
    vacas_won: Mapping[Team, int] = field(default_factory=none_won)
    ended: int = 0
    void: int = 0
    over: bool = False
    winner: Team | None = None

    @property
    def several_vacas(self) -> Mapping[Team, int] | None:
        """The vacas that each team has won; None in a match that has one alone."""
        return self.vacas_won if self.length.vacas > 1 else None

    def after(self, game: GameEnding, decisive: bool) -> Race:
        """How far it is with the next game; one that was played once the match is over changes nothing.

        `decisive`: whoever wins that game wins the match.
        """
        if self.over:
            return self
        played_all = self.length.mode == "all"
        had = none_won() if self.vaca_over else self.won
        won = {team: had[team] + (game.winner is team) for team in Team}
        void = self.void + (played_all and game.ended_by == "void")  # its cards cannot be dealt again
        over, winner = _decided(won, void, self.length.games, self.length)
        decisive = decisive and not played_all
        if decisive and game.winner:
            over, winner = True, game.winner
        race = replace(self, won=won, void=void, vaca_over=over)
        if not over:
            return race
        vacas_won = {team: self.vacas_won[team] + (winner is team) for team in Team}
        ended = self.ended + 1
        over, winner = _decided(vacas_won, ended - sum(vacas_won.values()), self.length.vacas, self.length)
        if decisive:
            over, winner = True, game.winner
        return replace(race, vacas_won=vacas_won, ended=ended, over=over, winner=winner)


def _decided(won: Mapping[Team, int], drawn: int, number: int, length: Length) -> tuple[bool, Team | None]:
    """Whether so many won of `number`, and so many that nobody has won, decide it, and for whom; None: it is drawn."""
    lead = won[Team.NS] - won[Team.EW]
    leader = Team.NS if lead > 0 else Team.EW if lead < 0 else None
    if length.mode == "first-to":
        over = max(won.values()) >= number
    else:
        left = number - sum(won.values()) - drawn
        over = left <= 0 or (length.mode == "best-of" and abs(lead) > left)
    return over, leader if over else None
