"""The pairing of a round by a graph library."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.errors import TournamentError
from engine.sentences import Sentence
from engine.tournament.matchings import Edge


def least_weight(edges: Sequence[Edge]) -> Iterable[tuple[int, int]]:
    """A matching that joins as many nodes as can be, and of those one with the least sum of weights.

    TournamentError where the graph library is not installed.
    """
    try:
        import rustworkx
    except ImportError:
        how = "pip install --require-hashes -r requirements-desk.lock"
        raise TournamentError(Sentence("the draw of this system needs rustworkx: {how}", how=how)) from None
    heaviest = max(weight for *_, weight in edges)
    graph = rustworkx.PyGraph()
    graph.extend_from_weighted_edge_list([(one, other, heaviest - weight) for one, other, weight in edges])
    return rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
