"""Measure a graph: how central each node is, and which nodes keep together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np

from muniment.errors import ExtraMissing

DAMPING: Final = 0.85
_STEPS_MAX: Final = 200
_STILL: Final = 1e-10
_DECIMALS: Final = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """The measures of one node."""

    pagerank: float
    degree: int
    community: int


def measure(pairs: Iterable[tuple[str, str]]) -> dict[str, Measured]:
    """Return the measures of every node of an undirected graph; pairs count as often as they come.

    PageRank with damping 0.85. Communities by the Louvain method, always from the same seed,
    numbered by size, then by their first node. The same pairs in any order give the same answer.

    Raises:
        ExtraMissing: networkx is not installed.
    """
    weights = Counter((one, other) if one <= other else (other, one) for one, other in pairs)
    nodes = sorted({node for pair in weights for node in pair})
    place = {node: number for number, node in enumerate(nodes)}
    edges = [(place[one], place[other], count) for (one, other), count in sorted(weights.items())]
    ranks = _pagerank(len(nodes), edges)
    degrees = [0] * len(nodes)
    for one, other, count in edges:
        degrees[one] += count
        degrees[other] += count if other != one else 0
    communities = _communities(len(nodes), edges)
    return {
        node: Measured(
            pagerank=round(float(ranks[number]), _DECIMALS),
            degree=degrees[number],
            community=communities[number],
        )
        for node, number in place.items()
    }


def _pagerank(
    nodes: int, edges: list[tuple[int, int, int]]
) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Iterate until nothing moves; every node has an edge, so that none is a dead end."""
    both = [*edges, *((other, one, count) for one, other, count in edges if one != other)]
    sources = np.array([one for one, _, _ in both], dtype=np.int64)
    targets = np.array([other for _, other, _ in both], dtype=np.int64)
    counts = np.array([count for _, _, count in both], dtype=np.float64)
    leaving = np.bincount(sources, weights=counts, minlength=nodes)
    ranks = np.full(nodes, 1.0 / max(nodes, 1))
    for _ in range(_STEPS_MAX):
        passed = ranks[sources] * counts / leaving[sources]
        onward = (1 - DAMPING) / max(nodes, 1) + DAMPING * np.bincount(
            targets, weights=passed, minlength=nodes
        )
        moved = float(np.abs(onward - ranks).sum())
        ranks = onward
        if moved < _STILL:
            break
    return ranks


def _communities(nodes: int, edges: list[tuple[int, int, int]]) -> list[int]:
    try:
        import networkx
    except ImportError:
        raise ExtraMissing(
            "measures of a graph need networkx. Run: pip install 'muniment[graph]'"
        ) from None
    graph: networkx.Graph[int] = networkx.Graph()
    # Numbers and not names: how names are hashed differs from run to run, and with it their order.
    graph.add_nodes_from(range(nodes))
    graph.add_weighted_edges_from(edges)
    found = networkx.community.louvain_communities(graph, weight="weight", seed=1)
    ordered = sorted(found, key=lambda group: (-len(group), min(group)))
    return [
        number
        for _, number in sorted(
            (node, number) for number, group in enumerate(ordered) for node in group
        )
    ]
