"""A matching of least weight by trying all, for a few nodes: what the graph library's is compared with."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from engine.tournament.pairing import Edge


def by_trying(edges: Sequence[Edge]) -> list[tuple[int, int]]:
    """Of all perfect matchings the lightest; its nodes are an even number, all joined to each other."""
    weight = {(min(one, other), max(one, other)): value for one, other, value in edges}

    @cache
    def best(left: frozenset[int]) -> tuple[int, tuple[tuple[int, int], ...]]:
        if not left:
            return 0, ()
        one = min(left)
        tried = []
        for other in left - {one}:
            rest, pairs = best(left - {one, other})
            tried.append((rest + weight[one, other], ((one, other), *pairs)))
        return min(tried)

    return list(best(frozenset(node for pair in weight for node in pair))[1])
