"""A matching of least weight by trying all of them, for a few nodes: what the graph library's is compared with."""

from __future__ import annotations

from collections.abc import Sequence

from engine.tournament.matchings import Edge, Joined


def by_trying(edges: Sequence[Edge]) -> list[tuple[int, int]]:
    """Of all perfect matchings the lightest, none where there is none; its nodes are those that the edges join."""
    nodes = frozenset(node for edge in edges for node in edge[:2])
    weight = {edge[:2]: edge[2] for edge in edges}
    return list(min(every(nodes, edges), key=lambda joined: sum(weight[two] for two in joined), default=frozenset()))


def every(nodes: frozenset[int], edges: Sequence[Edge]) -> list[Joined]:
    """All perfect matchings of the nodes by these edges."""
    if not nodes:
        return [frozenset()]
    least = min(nodes)
    others = [other for one, other, _ in edges if one == least and other in nodes]
    return [rest | {(least, other)} for other in others for rest in every(nodes - {least, other}, edges)]


def most_without_repeat(nodes: frozenset[int], edges: Sequence[Edge]) -> int:
    """How many perfect matchings of the nodes there are at most of which no two have an edge in common."""
    rests = ([edge for edge in edges if edge[:2] not in joined] for joined in every(nodes, edges))
    return max((1 + most_without_repeat(nodes, rest) for rest in rests), default=0)
