"""Who meets whom in a round: no second bye and no rematch while they can be avoided, and the nearest standings.

It is a matching in the graph of all pairings: the one of least weight exactly, of those after which as many rounds can
follow as a bounded search finds. The engine says what each pairing weighs; the matching itself is a function that the
caller passes in, because good graph libraries exist and the engine imports none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from engine.errors import TournamentError
from engine.lots import lot
from engine.sentences import Sentence
from engine.tournament.matchings import Edge, Matching, furthest_ahead

_LOT_BITS: Final = 40
"""So long that two different rounds of the same weight are not to be expected: of 256 teams once in 30 million."""


@dataclass(frozen=True, slots=True)
class Contender:
    """A team that plays in the round: partidak won, place in the standing, byes so far."""

    team: str
    partidak: int
    place: int
    byes: int


def pair(
    contenders: Sequence[Contender],
    met: Mapping[frozenset[str], int],
    seed: str,
    purpose: str,
    matching: Matching,
    left: int = 1,
) -> list[tuple[str, str | None]]:
    """The pairings of a round, that of the best place first and a bye last; in each the better place first.

    `met` says how often two teams have met; `left`, how many rounds are left with this one. Whatever comes first counts
    more than all that follows together: fewest byes of those who had one, fewest rematches, then that as many rounds
    follow without either as a bounded search finds, least difference in partidak, least difference in places, each
    summed over the pairings (differences squared, so that two small ones are better than a large one), and then the lot
    that is drawn from the seed for every pairing. So the same teams and seed give the same round, whatever found it.
    TournamentError where there are fewer than two teams.
    """
    if len(contenders) < 2:
        raise TournamentError(Sentence("a round needs two teams"))
    edges = [
        (one, other, _levels(contenders[one], contenders[other], met, seed, purpose))
        for one, other in combinations(range(len(contenders)), 2)
    ]
    if len(contenders) % 2:
        least = min(contender.partidak for contender in contenders)
        last = max(contender.place for contender in contenders)
        nobody = len(contenders)
        for one, contender in enumerate(contenders):
            drawn = _lot(seed, purpose, contender.team, "bye")
            levels = contender.byes, 0, (contender.partidak - least) ** 2, (last - contender.place) ** 2, drawn
            edges.append((one, nobody, levels))
    pairings = (len(contenders) + 1) // 2
    weighed = _weighed(edges, pairings)
    new = [edge for edge, (*_, levels) in zip(weighed, edges, strict=True) if not any(levels[:2])]
    found = [sorted(joined) for joined in furthest_ahead(2 * pairings, new, left, matching) or matching(weighed)]
    rank = [(contender.place, _lot(seed, purpose, contender.team), contender.team) for contender in contenders]
    meetings = sorted(sorted((rank[one], rank[other])) for one, other in found if other < len(contenders))
    byes = [contenders[one].team for one, other in found if other == len(contenders)]
    return [*((one, other) for (*_, one), (*_, other) in meetings), *((team, None) for team in byes)]


def _levels(
    one: Contender, other: Contender, met: Mapping[frozenset[str], int], seed: str, purpose: str
) -> tuple[int, ...]:
    """What a pairing weighs, what counts most first."""
    return (
        0,
        met.get(frozenset((one.team, other.team)), 0),
        (one.partidak - other.partidak) ** 2,
        (one.place - other.place) ** 2,
        _lot(seed, purpose, *sorted((one.team, other.team))),
    )


def _lot(seed: str, purpose: str, *what: str) -> int:
    return lot(seed, purpose, *what) >> (256 - _LOT_BITS)


def _weighed(edges: Sequence[tuple[int, int, tuple[int, ...]]], pairings: int) -> list[Edge]:
    """The edges with one number each: a step in a level is more than all pairings together have in those below it."""
    units, unit = [], 1
    for values in reversed(list(zip(*(levels for *_, levels in edges), strict=True))):
        units.append(unit)
        unit *= pairings * max(values) + 1
    units.reverse()
    return [
        (one, other, sum(value * unit for value, unit in zip(levels, units, strict=True)))
        for one, other, levels in edges
    ]
