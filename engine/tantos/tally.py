"""Marking tantos: in order, and never past the target."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from functools import lru_cache
from typing import Final, NamedTuple

from engine.rounds import Round
from engine.seats import EW, NS, Team

HAMARREKO: Final = 5
"""Tantos of one hamarreko."""


def in_hamarrekoak(tantos: int) -> str:
    """A score as it lies on the table: whole hamarrekoak, and the tantos beside them: 14 is ``2+4``."""
    hamarrekoak, loose = divmod(tantos, HAMARREKO)
    return f"{hamarrekoak}+{loose}"


class Why(Enum):
    """What a mark is for."""

    __hash__ = object.__hash__  # members are single: an enum's own hash, of its name, is slow

    TIRA = "tira"
    IDUKI = "iduki"
    PASO = "paso"
    WORTH = "worth"
    NEGADA = "negada"
    PERETE = "perete"
    """Tio Perete's point, where the rule book gives one; it stands under handia."""


class When(Enum):
    """When a mark is made: at once, or when the cards are shown."""

    __hash__ = object.__hash__

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
        return dict(_fields(self))


@lru_cache(maxsize=4096)
def _fields(mark: Mark) -> dict[str, object]:
    return {
        "round": mark.round.value,
        "team": mark.team.value,
        "tantos": mark.tantos,
        "why": mark.why.value,
        "when": mark.when.value,
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
            return NS
        return EW if self.ew >= self.target else None

    @property
    def score(self) -> dict[Team, int]:
        """The tantos of both teams."""
        return {NS: self.ns, EW: self.ew}

    def with_marks(self, marks: Sequence[Mark]) -> Tally:
        """With all of `marks`, in their order, each cut to what its team needs; none of nothing, or once it is won."""
        if not marks:
            return self
        ns, ew, target, made = self
        added = []
        for mark in marks:
            tantos = mark.tantos
            if ns >= target or ew >= target:
                break
            if tantos <= 0:
                continue
            missing = target - (ns if mark.team is NS else ew)
            if tantos > missing:
                tantos = missing
                mark = mark._replace(tantos=tantos)
            if mark.team is NS:
                ns += tantos
            else:
                ew += tantos
            added.append(mark)
        return Tally(ns, ew, target, (*made, *added)) if added else self

    def without(self, round: Round) -> Tally:
        """As it stood before anything was marked for `round`."""
        kept = tuple(mark for mark in self.marks if mark.round is not round)
        ns, ew = (sum(mark.tantos for mark in self.marks if mark.round is round and mark.team is team) for team in Team)
        return Tally(self.ns - ns, self.ew - ew, self.target, kept)
