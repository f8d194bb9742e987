"""The beans (amarracos) with which a game is marked: one player's are tantos, the partner's hamarrekoak."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.deal.endgame import inside
from engine.seats import Team
from engine.tantos.hamarreko import count

POOLS: Final[Mapping[int, int]] = {30: 16, 40: 22}
"""How many beans lie ready for a game of so many tantos (wikipedia-mus, Rules)."""


def beans(score: Mapping[Team, int], target: int) -> dict[Team, int]:
    """How many beans lie before each team at `score` in tantos, in a game of `target`.

    A team that is inside has put those of its hamarrekoak in the middle (federacion 67). MusError for a score below 0.

    >>> beans({Team.NS: 13, Team.EW: 38}, 40)
    {<Team.NS: 'NS'>: 5, <Team.EW: 'EW'>: 3}
    """
    near = inside(score, target)
    return {team: count(tantos).tantos if team in near else sum(count(tantos)) for team, tantos in score.items()}
