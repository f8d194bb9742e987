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

_MOST_TRIES: Final = 500
"""So many rounds are tried in search of a row of them. Where there is none, it could take as long as there are rows."""


def furthest_ahead(nodes: int, edges: Sequence[Edge], rounds: int, matching: Matching) -> Joined | None:
    """Of the perfect matchings after which as many more can follow as can be, up to so many `rounds` in all, no two of
    them with an edge in common, the lightest; None where there is no perfect matching."""
    for number in range(min(rounds, _fewest_edges(nodes, edges)), 0, -1):
        if found := _ahead(nodes, edges, number, matching, iter(range(_MOST_TRIES))):
            return found
    return None


def _ahead(nodes: int, edges: Sequence[Edge], rounds: int, matching: Matching, tries: Iterator[int]) -> Joined | None:
    """The lightest after which `rounds` - 1 more can follow; None where there is none, or none was found in time."""
    # As long as every node has edges to half of the others, there is a perfect matching (Dirac, 1952).
    certain = rounds == 1 or _fewest_edges(nodes, edges) - (rounds - 1) >= nodes / 2
    for found in by_weight(nodes, edges, matching):
        if next(tries, None) is None:
            return None
        rest = [edge for edge in edges if edge[:2] not in found]
        if certain or _ahead(nodes, rest, rounds - 1, matching, tries):
            return found
    return None


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
