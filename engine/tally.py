"""Marking tantos: in order, and never past the target."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from engine.rounds import Round
from engine.seats import Team


class Why(Enum):
    """What a mark is for."""

    TIRA = "tira"
    IDUKI = "iduki"
    PASO = "paso"
    WORTH = "worth"
    NEGADA = "negada"
    PERETE = "perete"
    """Tio Perete's point, where the rule book gives one; it stands under handia."""


class When(Enum):
    """When a mark is made: at once, or when the cards are shown."""

    CALL = "call"
    SHOWDOWN = "showdown"


class Mark(NamedTuple):
    """One entry of the score: `tantos` for `team`."""

    round: Round
    team: Team
    tantos: int
    why: Why
    when: When

    def to_dict(self) -> dict[str, object]:
        """The mark as a result's JSON has it."""
        return {
            "round": self.round.value,
            "team": self.team.value,
            "tantos": self.tantos,
            "why": self.why.value,
            "when": self.when.value,
        }


class Tally(NamedTuple):
    """The score of a game in tantos, and what was marked since it began to count."""

    ns: int
    ew: int
    target: int
    marks: tuple[Mark, ...] = ()

    @property
    def winner(self) -> Team | None:
        """The team that has reached the target, if one has."""
        if self.ns >= self.target:
            return Team.NS
        return Team.EW if self.ew >= self.target else None

    @property
    def score(self) -> dict[Team, int]:
        """The tantos of both teams."""
        return {Team.NS: self.ns, Team.EW: self.ew}

    def mark(self, round: Round, team: Team, tantos: int, why: Why, when: When) -> Tally:
        """With `tantos` more for `team`, cut to what it needs; unchanged where the game is won or there are none."""
        ns, ew = self.ns, self.ew
        missing = self.target - (ns if team is Team.NS else ew)
        if tantos <= 0 or self.winner:
            return self
        tantos = min(tantos, missing)
        marks = (*self.marks, Mark(round, team, tantos, why, when))
        if team is Team.NS:
            return Tally(ns + tantos, ew, self.target, marks)
        return Tally(ns, ew + tantos, self.target, marks)

    def without(self, round: Round) -> Tally:
        """As it stood before anything was marked for `round`."""
        kept = tuple(mark for mark in self.marks if mark.round is not round)
        taken = [mark for mark in self.marks if mark.round is round]
        ns, ew = (sum(mark.tantos for mark in taken if mark.team is team) for team in Team)
        return Tally(self.ns - ns, self.ew - ew, self.target, kept)
