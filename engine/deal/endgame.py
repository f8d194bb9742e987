"""Near the target: what the laws say of a team that lacks only a few tantos."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.deal.mus import MusLaw
from engine.seats import Team

INSIDE_AT: Final = 4
"""Federacion 67: a team that lacks so many tantos, or fewer, says that it is inside."""


def missing(score: Mapping[Team, int], target: int) -> dict[Team, int]:
    """The tantos that each team lacks to `target`; 0 for one that has it."""
    return {team: max(0, target - tantos) for team, tantos in score.items()}


def inside(score: Mapping[Team, int], target: int) -> frozenset[Team]:
    """The teams that have to announce "estamos dentro": they lack one to four tantos (federacion 67)."""
    return frozenset(team for team, lacks in missing(score, target).items() if 0 < lacks <= INSIDE_AT)


def anyone_may_cut(law: MusLaw, score: Mapping[Team, int], target: int) -> bool:
    """Whether a team is so near `target` that everybody may cut the mus at any moment (federacion 28: five tantos)."""
    return law.free_cut_at is not None and min(missing(score, target).values()) <= law.free_cut_at


def comes_to_hordago(tantos: int, score: Mapping[Team, int], target: int) -> bool:
    """Whether a bid of `tantos` in all is as good as a hordago at this score: it would win the game for one team.

    The federation gives as much time to answer such a bid (41).
    """
    return tantos >= min(missing(score, target).values())
