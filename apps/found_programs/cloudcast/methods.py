"""Methods for cloudcast: cheapest paths, as the seed program, and one growing tree."""

from typing import Any

from ....core.gaps import safe_bound
from ....core.outcome import Answer
from ..task import refuse_without
from .problem import CheapestTree, Cloudcast, certified, problem


def network(instance: Cloudcast) -> Any:
    """Return the links as a graph."""
    refuse_without("networkx")
    import networkx as nx

    graph = nx.DiGraph()
    for (first, second), (price, rate) in instance.links().items():
        graph.add_edge(first, second, cost=price, throughput=rate)
    return graph


@problem.method(kind="heuristic", paper="GEPA, the initial program of cloudcast")
def cheapest_paths(instance: Cloudcast) -> Answer:
    """Send all partitions to each destination on the cheapest path."""
    graph = network(instance)
    from networkx import dijkstra_path

    graph.remove_edges_from(list(graph.in_edges(instance.origin)))
    paths = {
        name: dijkstra_path(graph, instance.origin, name, weight="cost")
        for name in instance.destinations
    }
    return _answer(instance, paths)


@problem.method(kind="heuristic", paper="Takahashi and Matsuyama, 1980")
def growing_tree(instance: Cloudcast) -> Answer:
    """Join the destination that is cheapest to reach from the tree, again and again."""
    graph, found = network(instance), {instance.origin: [instance.origin]}
    from networkx import multi_source_dijkstra

    left = set(instance.destinations)
    while left:
        prices, paths = multi_source_dijkstra(graph, set(found), weight="cost")
        name = min(sorted(left), key=lambda name: prices[name])
        start = found[paths[name][0]]
        for k, region in enumerate(paths[name]):
            found.setdefault(region, [*start, *paths[name][1 : k + 1]])
        left -= set(paths[name])
    return _answer(instance, {name: found[name] for name in instance.destinations})


def _answer(instance: Cloudcast, paths: dict[str, list[str]]) -> Answer:
    """Return the same paths for all partitions, with the bound of the cheapest tree."""
    claim = CheapestTree(price=1e-9)
    bound = safe_bound(certified(instance, claim), "minimize")
    decision = {"paths": {name: [path] * instance.partitions for name, path in paths.items()}}
    return Answer(decision, bound, "certified", claim.as_document())


@problem.generate(destinations=(1, 3), regions=(5, 8))
def generate(seed: int, *, destinations: int = 3, regions: int = 8) -> Cloudcast:
    """Return a random network in which every region has a link to every other."""
    import numpy as np

    rng = np.random.default_rng(seed)
    names = [f"{('aws', 'gcp', 'azure')[k % 3]}:r{k}" for k in range(regions)]
    ends = [(i, j) for i in range(regions) for j in range(regions) if i != j]
    return Cloudcast(
        name=f"cloudcast-{seed}",
        origin=names[0],
        destinations=tuple(names[1 : 1 + destinations]),
        volume=300,
        partitions=10,
        ingress={"aws": 10, "gcp": 16, "azure": 16},
        egress={"aws": 5, "gcp": 7, "azure": 16},
        regions=tuple(names),
        ends=np.array(ends, dtype=np.int64),
        price=rng.uniform(0.01, 0.2, len(ends)).round(4),
        rate=rng.uniform(1, 20, len(ends)).round(3),
    )
