"""Two matchings of least weight: by trying all, for a few nodes, and by a graph library."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import rustworkx

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


def by_library(edges: Sequence[Edge]) -> list[tuple[int, int]]:
    """The same for many nodes."""
    heaviest = max(weight for *_, weight in edges)
    graph = rustworkx.PyGraph()
    graph.extend_from_weighted_edge_list([(one, other, heaviest - weight) for one, other, weight in edges])
    return list(rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int))
