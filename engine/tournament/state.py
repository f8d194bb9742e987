"""A tournament as it stands: its teams, its partidak with all that was said of them, and who has left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.errors import TournamentError, quoted
from engine.sentences import Sentence
from engine.tournament.acts import Act, Drawn, Left, LotDrawn, Pairing, Replaced, Reported, Succeeded, Suspended
from engine.tournament.entries import Calendar, TeamEntry, plain
from engine.tournament.terms import Mantxa, Terms


@dataclass(frozen=True, slots=True)
class Partida:
    """A partida with all that was said of it, the last of which holds; `winner` is None while nobody has won it."""

    said: tuple[Drawn | Reported, ...]
    winner: str | None = None
    waits_for: frozenset[str] = frozenset()

    @property
    def now(self) -> Drawn | Reported:
        """What holds."""
        return self.said[-1]

    @property
    def pairing(self) -> Pairing:
        """Who meets whom."""
        return self.now.pairing

    @property
    def mantxak(self) -> tuple[Mantxa, ...]:
        """Those of its result; none where it has no result."""
        return self.now.mantxak if isinstance(self.now, Reported) else ()

    @property
    def void(self) -> bool:
        """Whether the judge has voided it, or it is past."""
        return isinstance(self.now, Reported) and self.now.void

    @property
    def past(self) -> bool:
        """Whether it is not there any more, as it was drawn from another winner than there is by now."""
        return isinstance(self.now, Reported) and self.now.past

    @property
    def lost_by_both(self) -> bool:
        """Whether both teams have lost it by lateness."""
        return isinstance(self.now, Reported) and self.now.lost_by_both

    @property
    def both_have_lost(self) -> bool:
        """The same, and nobody has to confirm it any more."""
        return self.lost_by_both and not self.waits_for

    @property
    def decided(self) -> bool:
        """Whether somebody has won it, or both have lost it."""
        return self.winner is not None or self.lost_by_both

    @property
    def seed(self) -> str:
        """Whence it was drawn; a dash where no draw has made it."""
        return next((one.seed for one in self.said if isinstance(one, Drawn)), "-")

    def has(self, team: str) -> bool:
        """Whether the team plays in it."""
        return team in self.pairing.teams

    def other(self, team: str) -> str | None:
        """Whom the team meets; None where it has a bye."""
        first, second = self.pairing.teams
        return second if team == first else first


@dataclass(frozen=True, slots=True)
class Appeal:
    """An appeal against a ruling; `upheld` is None until the three judges have decided."""

    team: str
    why: str | None
    upheld: bool | None = None


@dataclass(frozen=True, slots=True)
class Tournament:
    """How a tournament stands. `out` are the teams that have left it, each with the act that says why."""

    terms: Terms
    teams: Mapping[str, TeamEntry]
    partidak: Mapping[int, Partida]
    out: Mapping[str, Left]
    lots: Sequence[LotDrawn]
    appeals: Mapping[str, Appeal]
    calendar: Calendar

    @property
    def under_appeal(self) -> bool:
        """Whether three judges still have to decide on an appeal (federacion 92)."""
        return any(appeal.upheld is None for appeal in self.appeals.values())

    def counts(self, partida: Partida) -> bool:
        """Whether it counts in standings: it is decided and confirmed, and both teams are in (nabo 21, 24)."""
        return partida.decided and not partida.waits_for and self.out.keys().isdisjoint(partida.pairing.teams)

    def is_void(self, partida: Partida) -> bool:
        """Whether it counts for nothing, however it ends: the judge has voided it, or a team has left (nabo 24)."""
        return partida.void or not self.out.keys().isdisjoint(partida.pairing.teams)

    def is_open(self, partida: Partida) -> bool:
        """Whether it still has to be decided or confirmed, and is not void."""
        return not (partida.decided and not partida.waits_for) and not self.is_void(partida)

    def require_new(self, act: Act) -> None:
        """TournamentError where somebody who comes by the act plays for a team already, however the name is written
        (nabo 25), or is suspended by it and no day is set (nabo 28). It is asked of a new act and of a file's; what a
        desk has kept stands as it was taken. A desk does not ask it of a suspension: that holds in all its tournaments.
        """
        match act:
            case Replaced(substitute=player):
                coming: tuple[str, ...] = (player,)
            case Succeeded(runner_up=entry):
                coming = entry.players
            case Suspended(player=player, until=until):
                self.calendar.suspending(player, until).require_day()
                return
            case _:
                return
        plays = {plain(player): entry.id for entry in self.teams.values() for player in entry.players}
        for player in coming:
            if team := plays.get(plain(player)):
                raise TournamentError(Sentence("{player} plays for {team} already", player=quoted(player), team=team))
