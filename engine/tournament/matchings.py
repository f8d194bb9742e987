"""Perfect matchings of a graph of pairings, in which every node is joined to one other: the lightest first, and those
after which others can follow that have no edge in common with them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from heapq import heappop, heappush
from itertools import chain, count
from typing import Final

Edge = tuple[int, int, int]
"""Two nodes, counted from 0, the lower one first, and what it weighs to join them."""

Matching = Callable[[Sequence[Edge]], Iterable[tuple[int, int]]]
"""A matching that joins as many nodes as can be, and of those one with the least sum of weights."""

Joined = frozenset[tuple[int, int]]
"""The edges of a perfect matching, without what they weigh."""

_MOST_MATCHINGS: Final = 1000
"""About so many are computed for one draw, within a second for 60 teams: to be certain that no longer row of rounds can
follow, it may be necessary to try all there are."""


class _Counted:
    """A matching that counts how often a draw may still compute one."""

    def __init__(self, matching: Matching) -> None:
        self._matching, self.left = matching, _MOST_MATCHINGS

    def __call__(self, edges: Sequence[Edge]) -> Iterable[tuple[int, int]]:
        self.left -= 1
        return self._matching(edges)


def furthest_ahead(nodes: int, edges: Sequence[Edge], rounds: int, matching: Matching) -> Joined | None:
    """Of the perfect matchings after which as many more can follow as a bounded search finds, up to so many `rounds` in
    all, no two of them with an edge in common, the lightest; None where there is no perfect matching."""
    return _row(nodes, edges, min(rounds, _fewest_edges(nodes, edges)), _Counted(matching))[1]


def _row(nodes: int, edges: Sequence[Edge], rounds: int, matching: _Counted) -> tuple[int, Joined | None]:
    """How many of `rounds` follow one another in the longest row that is found, and the lightest that begins one."""
    longest, lightest = 0, None
    # As long as every node has edges to half of the others, there is a perfect matching (Dirac, 1952).
    certain = rounds == 1 or _fewest_edges(nodes, edges) - (rounds - 1) >= nodes / 2
    for found in by_weight(nodes, edges, matching):
        rest = [edge for edge in edges if edge[:2] not in found]
        length = rounds if certain else 1 + _row(nodes, rest, rounds - 1, matching)[0]
        if length > longest:
            longest, lightest = length, found
        if longest == rounds or matching.left <= 0:
            break
    return longest, lightest


def _fewest_edges(nodes: int, edges: Sequence[Edge]) -> int:
    """How many edges the node with the fewest has: no more perfect matchings have no edge in common."""
    degrees = Counter(chain.from_iterable(edge[:2] for edge in edges))
    return min(degrees[node] for node in range(nodes))


def by_weight(nodes: int, edges: Sequence[Edge], matching: Matching) -> Iterator[Joined]:
    """The perfect matchings of so many nodes, the lightest first (Murty, 1968); no two of them weigh the same.

    After each, the others are parted by which of its edges is the first that they lack.
    """
    weights = {(one, other): weight for one, other, weight in edges}
    number, heap = count(), list[tuple[int, int, Joined, Joined, Sequence[Edge]]]()

    def look(kept: Joined, among: Sequence[Edge]) -> None:
        """Finds the lightest with all the edges that are kept, and for the other nodes some of those edges."""
        joined = matching(among) if among else ()
        found = frozenset((min(two), max(two)) for two in joined)
        if 2 * len(found | kept) == nodes:
            heappush(heap, (sum(weights[two] for two in found | kept), next(number), kept, found, among))

    look(frozenset(), edges)
    while heap:
        _, _, kept, found, among = heappop(heap)
        yield kept | found
        for two in sorted(found):
            look(kept, [edge for edge in among if edge[:2] != two])
            kept |= {two}
            among = [edge for edge in among if {*two}.isdisjoint(edge[:2])]
