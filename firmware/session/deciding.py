"""What a team has to decide against the clock, and how long it may take: as the rule book says (federacion 23, 41)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.deal.clock import Deciding, answering
from engine.seats import Team
from firmware.session.state import Phase, State
from firmware.session.view import View

WARNED = 10.0
"""Seconds before the end of its time at which a team is warned."""


@dataclass(frozen=True, slots=True)
class Decision:
    """Something that `team` has to decide within `allowed` seconds; `of` tells one decision from the next."""

    team: Team
    deciding: Deciding
    allowed: float
    of: object


@dataclass(frozen=True, slots=True)
class Thinking:
    """A decision for which `used` whole seconds have gone."""

    decision: Decision
    used: int

    @property
    def left(self) -> float:
        """The seconds left; 0 once they are over."""
        return max(0.0, self.decision.allowed - self.used)

    @property
    def late(self) -> bool:
        """Whether it has taken too long: what follows is the judge's (federacion 35)."""
        return self.used > self.decision.allowed

    @property
    def warned(self) -> int:
        """How often the team has been warned: before the end, and once it is over."""
        return (self.left <= WARNED) + self.late


def decision(state: State, view: View) -> Decision | None:
    """What is to be decided now; None where nothing is, or the rule book gives it any time."""
    clock = state.clock
    if clock is None:
        return None
    if view.mus:
        return Decision(view.mus, Deciding.MUS, clock.limits[Deciding.MUS], state.deal)
    if state.phase is not Phase.CALLS:
        return None
    bidding, team = state.aldia.bidding, state.aldia.to_answer
    deciding = answering(bidding, state.score, state.book.target)
    if team is None or deciding is None:
        return None
    return Decision(team, deciding, clock.limits[deciding], (state.deal, state.karta_aldia.acts))
