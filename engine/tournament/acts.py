"""What is said in a tournament, act by act. Nothing is taken out: a later act takes an earlier one's place."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from engine.tournament.entries import TeamEntry
from engine.tournament.terms import Mantxa


@dataclass(frozen=True, slots=True)
class Pairing:
    """Who meets whom in a round: two teams, or one that has a bye.

    `stage` counts from 1, `round` goes on through all stages. `group` is the group's name where there are groups; in
    a knockout `bracket` is 1 or 2, and `slot` the place in the round, from 1: the winners of slots 1 and 2 meet in
    slot 1 of the next. `bye_mantxak`: what this bye counts, None where it counts what the terms say.
    """

    partida: int
    round: int
    teams: tuple[str, str | None]
    stage: int = 1
    group: str | None = None
    bracket: int = 1
    slot: int | None = None
    bye_mantxak: int | None = None

    def placed_as(self, earlier: Pairing) -> Pairing:
        """With what it does not say of stage, group, bracket and slot taken from an earlier one of the same partida.

        Stage 1, no group, bracket 1 and no slot say nothing: lines leave them out.
        """
        return replace(
            self,
            stage=earlier.stage if self.stage == 1 else self.stage,
            group=earlier.group if self.group is None else self.group,
            bracket=earlier.bracket if self.bracket == 1 else self.bracket,
            slot=earlier.slot if self.slot is None else self.slot,
        )

    def exchanged(self, one: str, other: str) -> Pairing:
        """The same, in which these two teams have changed places."""
        instead = {one: other, other: one}
        first, second = self.teams
        return replace(self, teams=(instead.get(first, first), second and instead.get(second, second)))


@dataclass(frozen=True, slots=True)
class Drawn:
    """The pairing was drawn, from that seed."""

    pairing: Pairing
    seed: str


@dataclass(frozen=True, slots=True)
class Reported:
    """How a partida ended, or that a team had a bye (nabo 21).

    `waits_for` are the teams that have not confirmed it: until they have it counts in no standing. `void`: the judge
    voids it (nabo 26), or, where it is `past` too, it was drawn in a knockout from another winner than there is by now.
    `decisive`: as of `Terms.winner`. `lost_by_both`: nobody was there in time, and both teams have lost it without a
    mantxa (federacion 33). `by` and `why`: who says so, and why, where it takes the place of what was said
    before.
    """

    pairing: Pairing
    mantxak: tuple[Mantxa, ...] = ()
    void: bool = False
    past: bool = False
    decisive: bool = False
    lost_by_both: bool = False
    waits_for: frozenset[str] = frozenset()
    by: str | None = None
    why: str | None = None


@dataclass(frozen=True, slots=True)
class Confirmed:
    """A team confirms the partida's result as it stands."""

    partida: int
    team: str


Leaving = Literal["withdrawn", "evicted", "disqualified"]
"""Why a team is out: it does not complete its games (nabo 24), a player was evicted and the partner with him (nabo 27),
it does not accept the judges' decision (federacion 93)."""


@dataclass(frozen=True, slots=True)
class Left:
    """A team is out: all its partidak are void, as if it had never taken part (nabo 24)."""

    team: str
    kind: Leaving
    why: str | None = None


@dataclass(frozen=True, slots=True)
class Returned:
    """That a team is out is taken back."""

    team: str
    why: str | None = None


@dataclass(frozen=True, slots=True)
class LotDrawn:
    """The committee draws a lot among teams that share a place."""

    teams: tuple[str, ...]
    seed: str


@dataclass(frozen=True, slots=True)
class Replaced:
    """`substitute`, of that club, comes for the player `absent` of a team (nabo 25)."""

    team: str
    absent: str
    substitute: str
    club: str
    played_there: bool
    """Whether the substitute played that club's tournament."""
    why: str | None = None


@dataclass(frozen=True, slots=True)
class Succeeded:
    """Neither player of a team can come: the runner-up takes its place (nabo 25)."""

    team: str
    runner_up: TeamEntry
    why: str | None = None


@dataclass(frozen=True, slots=True)
class Suspended:
    """A player is suspended until that day, YYYY-MM-DD (nabo 28)."""

    player: str
    until: str
    why: str | None = None


@dataclass(frozen=True, slots=True)
class Appealed:
    """A team appeals against a ruling of the judge, which has a name of its own (federacion 92)."""

    ruling: str
    team: str
    why: str | None = None


@dataclass(frozen=True, slots=True)
class AppealDecided:
    """Three judges have voted on the appeal, True for whoever has `upheld` the ruling; the majority's word is final."""

    ruling: str
    upheld: tuple[bool, ...]


Act = (
    Drawn
    | Reported
    | Confirmed
    | Left
    | Returned
    | LotDrawn
    | Replaced
    | Succeeded
    | Suspended
    | Appealed
    | AppealDecided
)
"""Whatever can be said after the terms and the teams."""
