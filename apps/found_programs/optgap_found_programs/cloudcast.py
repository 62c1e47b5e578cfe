"""Cloudcast: copies of data to regions of many clouds, over priced links.

A plan is costed by one of two rules, whose costs are not comparable.  Each partition of the data
goes to each destination on a path of links.  A link is paid once for each of its partitions.  If
the flows into or out of a region exceed its limit, each of its links gets at most an equal part of
the limit. Regions are processed in the order in which the paths name them.
"""

import csv
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from itertools import pairwise
from typing import Annotated, Any, ClassVar, Literal

import numpy as np
from pydantic import Field

from optgap.faults import Fault
from optgap.problem import (
    Answer,
    Certificate,
    Decision,
    FloatArray,
    Instance,
    IntArray,
    Judge,
    Many,
    Name,
    Positive,
    PositiveCount,
    Problem,
    exactly,
    number_array,
    shape_faults,
)
from optgap.running import UnprovenError, safe_bound

from .task import DATA, INSIDE, Known, Reference, Task, refuse_without

HOURLY = 0.54  # dollars per machine and hour
FAR = 2**60
_SCALE = 10**9
Edge = tuple[str, str]


def links_have_their_numbers(
    regions: tuple[str, ...], ends: IntArray, price: FloatArray, rate: FloatArray
) -> Iterator[Fault]:
    """Each link has two regions, a price and a rate."""
    yield from shape_faults("ends", ends, price, (0, 1))
    yield from shape_faults("rate", rate, price)
    if ends.size and ends.max() >= len(regions):
        yield Fault.of("ends", f"must be numbers of regions, below {len(regions)}", int(ends.max()))


class Cloudcast(Instance):
    """An origin, destinations, links in dollars per GB and Gbit/s, limits by provider in Gbit/s.

    ``rule`` determines how long a copy takes: as GEPA counts it, or as SkyDiscover does.
    """

    RULES: ClassVar = (links_have_their_numbers,)
    rule: Literal["gepa", "head"] = "gepa"
    origin: Name
    destinations: Annotated[Many[Name], Field(min_length=1, max_length=10)]
    volume: Positive
    partitions: PositiveCount
    machines: PositiveCount = 2
    ingress: dict[Name, Positive]
    egress: dict[Name, Positive]
    regions: Many[Name]
    ends: Annotated[IntArray, *number_array(2, whole=True, at_least=0)]
    price: Annotated[FloatArray, *number_array(1, at_least=0)]
    rate: Annotated[FloatArray, *number_array(1, above=0)]

    def links(self) -> dict[Edge, tuple[float, float]]:
        """Return price and rate of each link by its two regions."""
        names = [(self.regions[i], self.regions[j]) for i, j in self.ends.tolist()]
        return dict(
            zip(names, zip(self.price.tolist(), self.rate.tolist(), strict=True), strict=True)
        )


class Routes(Decision):
    """For each destination, a list of regions for each partition."""

    paths: dict[Name, Many[Many[Name]]]


class CheapestTree(Certificate):
    """A certificate: the price per GB of the cheapest tree to all destinations, recomputed."""

    price: Positive


problem = Problem(
    "cloudcast", Cloudcast, Routes, paper="GEPA, examples/adrs/cloudcast; SkyDiscover, benchmarks"
)


@problem.check
def check(instance: Cloudcast, decision: Routes, judge: Judge) -> float:
    """Check the paths; the objective is the cost of links and machines in dollars."""
    links, used = instance.links(), dict[Edge, set[int]]()
    for name in sorted(set(decision.paths) ^ set(instance.destinations)):
        judge.fault("destinations", name, "is missing or is not a destination")
    for name in instance.destinations:
        paths = decision.paths.get(name, ())
        judge.equal("partitions", name, len(paths), instance.partitions)
        for k, path in enumerate(paths):
            if len(path) < 2 or (path[0], path[-1]) != (instance.origin, name):
                judge.fault("path", f"{name}, partition {k}", f"must begin at {instance.origin}")
            for edge in pairwise(path):
                if edge not in links:
                    judge.fault("link", f"{name}, partition {k}", f"no link {edge[0]} to {edge[1]}")
                used.setdefault(edge, set()).add(k)
    if judge.violations:
        return 0.0
    flow = _flows(instance, {edge: links[edge][1] for edge in used})
    seconds = round(_seconds(instance, used, flow), 2)
    part = instance.volume / instance.partitions
    cost = sum(len(parts) * part * links[edge][0] for edge, parts in used.items())
    regions = {region for edge in used for region in edge}
    return cost + len(regions) * instance.machines * (HOURLY / 3600) * seconds


def _flows(instance: Cloudcast, flow: dict[Edge, float]) -> dict[Edge, float]:
    """Return the flow on each used link, after the limits of all regions were applied in order."""
    for region in dict.fromkeys(region for edge in flow for region in edge):
        provider = region.split(":")[0]
        for side, limits in ((1, instance.ingress), (0, instance.egress)):
            limit = instance.machines * limits[provider]
            own = [edge for edge in flow if edge[side] == region]
            if sum(flow[edge] for edge in own) > limit:
                flow |= {edge: min(flow[edge], limit / len(own)) for edge in own}
    return flow


def _seconds(
    instance: Cloudcast, used: Mapping[Edge, set[int]], flow: Mapping[Edge, float]
) -> float:
    """Return the duration of the copies in seconds, by the instance's rule."""
    part = instance.volume / instance.partitions
    if instance.rule == "head":
        return part / min(flow.values())
    return max(len(parts) * part * 8 / flow[edge] for edge, parts in used.items())


@problem.certified
def certified(instance: Cloudcast, stated: CheapestTree) -> Fraction:
    """Return the bound of the cheapest tree (Dreyfus and Wagner); a higher claim is refused.

    The links that a partition uses contain a tree.  The machines of all regions run at least while
    the origin, at its limit, sends all data (rule ``gepa``) or one partition (``head``).
    """
    tree = _cheapest_tree(instance)
    if exactly(stated.price) > tree:
        raise UnprovenError(f"the cheapest tree costs only {float(tree)!r} per GB")
    limit = instance.machines * instance.egress[instance.origin.split(":")[0]]
    data = instance.volume / instance.partitions
    if instance.rule == "gepa":
        data = 8 * instance.volume
    seconds = exactly(round(data / limit, 2))
    machines = (1 + len(instance.destinations)) * instance.machines
    bound: Fraction = exactly(instance.volume) * tree
    return Fraction(bound + machines * exactly(HOURLY) / 3600 * seconds)


def _cheapest_tree(instance: Cloudcast) -> Fraction:
    """Return the price of the cheapest tree from the origin to all destinations.

    ``cost[group][v]`` is the minimum price of a tree from region v to a group of destinations: two
    groups are joined at a region, and a cheapest path leads to it.
    """
    number = {name: k for k, name in enumerate(instance.regions)}
    count = len(number)
    way = np.full((count, count), FAR)
    np.fill_diagonal(way, 0)
    for (i, j), price in zip(instance.ends.tolist(), exactly(instance.price), strict=True):
        scaled = price * _SCALE
        if scaled.denominator != 1:
            raise UnprovenError("a price has more than nine decimals")
        way[i, j] = min(way[i, j], int(scaled))
    for k in range(count):
        np.minimum(way, way[:, k : k + 1] + way[k], out=way)
    size = len(instance.destinations)
    cost = np.full((1 << size, count), FAR)
    for k, name in enumerate(instance.destinations):
        cost[1 << k] = way[:, number[name]]
    for group in range(1, 1 << size):
        part = (group - 1) & group
        while part:
            np.minimum(cost[group], cost[part] + cost[group ^ part], out=cost[group])
            part = (part - 1) & group
        cost[group] = (way + cost[group]).min(axis=1)
    least = int(cost[-1][number[instance.origin]])
    if least >= FAR:
        raise UnprovenError("a destination cannot be reached")
    return Fraction(least, _SCALE)


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
    """Return the answer that sends all partitions to each destination on the cheapest path."""
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
    """Grow a tree from the origin; connect the destination that is cheapest to reach next."""
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
    """Return an answer with the same paths for all partitions, and the cheapest tree's bound."""
    claim = CheapestTree(price=1e-9)
    bound = safe_bound(certified(instance, claim), "minimize")
    decision = {"paths": {name: [path] * instance.partitions for name, path in paths.items()}}
    return Answer(decision, bound, "certified", claim.as_document())


@problem.generate(destinations=(1, 3), regions=(5, 8))
def generate(seed: int, *, destinations: int = 3, regions: int = 8) -> Cloudcast:
    """Return a random network with a link between each two regions."""
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


CONFIGURATIONS = ("intra_aws", "intra_azure", "intra_gcp", "inter_agz", "inter_gaz2")
_LEAST = CheapestTree(price=1e-9)  # the message of `certified` has the cost of the cheapest tree


@cache
def _network() -> dict[str, Any]:
    """Return the network's regions, link ends, prices and rates; a region has two machines."""
    with open(DATA / "cloudcast" / "links.csv", newline="") as stream:
        rows = list(csv.DictReader(stream))
    regions = list(dict.fromkeys(row[side] for row in rows for side in ("src", "dst")))
    number = {name: k for k, name in enumerate(regions)}
    return {
        "regions": regions,
        "ends": np.array([(number[row["src"]], number[row["dst"]]) for row in rows]),
        "price": np.array([float(row["dollars_per_GB"]) for row in rows]),
        "rate": np.array([2 * float(row["bits_per_s_one_vm"]) / 1e9 for row in rows]),
    }


@cache
def configuration(name: str, rule: str) -> Cloudcast:
    """Return the instance of a named configuration under a rule."""
    settings = json.loads((DATA / "cloudcast" / "config" / f"{name}.json").read_text())
    return _instance(name, rule, settings["source_node"], settings["dest_nodes"], settings)


def _instance(
    name: str, rule: str, origin: str, destinations: list[str], settings: dict[str, Any]
) -> Cloudcast:
    fields = {
        "name": name,
        "rule": rule,
        "origin": origin,
        "destinations": destinations,
        "volume": settings["data_vol"],
        "partitions": settings["num_partitions"],
        "ingress": settings["ingress_limit"],
        "egress": settings["egress_limit"],
    }
    return Cloudcast(**fields, **_network())


@cache
def references(rule: str = "gepa") -> list[Reference]:
    """Return the five configurations of the network, each with its cheapest tree's bound."""
    return [_reference(configuration(name, rule)) for name in CONFIGURATIONS]


def _reference(instance: Cloudcast) -> Reference:
    return Reference(instance, safe_bound(certified(instance, _LEAST), "minimize"), "certified")


def fresh(seed: int, rule: str = "gepa") -> list[Reference]:
    """Return five new configurations of the same network, with bounds computed now."""
    rng, regions = np.random.default_rng(seed), _network()["regions"]
    settings = json.loads((DATA / "cloudcast" / "config" / "intra_aws.json").read_text())
    drawn = [[regions[int(k)] for k in rng.permutation(len(regions))[:7]] for _ in range(5)]
    return [
        _reference(_instance(f"fresh-{seed}-{k}", rule, names[0], names[1:], settings))
        for k, names in enumerate(drawn)
    ]


def score(objectives: Sequence[float]) -> float:
    """Return the framework's score: 1 / (1 + total cost in dollars)."""
    return 1 / (1 + sum(objectives))


task = Task(
    name="cloudcast",
    problem=problem,
    statement="""\
Copy 300 GB in 10 partitions from one region to several.  `search_algorithm(src, dsts, G,
num_partitions)` gets a networkx DiGraph whose links have `cost` (dollars per GB) and `throughput`
(Gbit/s), and returns a BroadCastTopology: paths[dst][str(partition)] is a list of links
[from, to, G[from][to]] that leads from src to dst.  A link is paid once for each of its partitions;
each region on the way has two machines at 0.54 dollars an hour, for as long as the copies take.
Minimise the sum in dollars.""",
    function="search_algorithm(src, dsts, G, num_partitions)",
    adapter=INSIDE / "cloudcast.py",
    program="cloudcast/initial_program.txt",
    references=references,
    fresh=fresh,
    score=score,
    seconds=600,
    needs="networkx",
    record=Known(
        proven="bound of the sum: 619.793 dollars",
        best="622.772 dollars",
        human="626.24 dollars",
        published="623.4 dollars; GPT-5: 637 to 813",
    ),
)
head = replace(
    task,
    name="cloudcast-head",
    references=partial(references, "head"),
    fresh=partial(fresh, rule="head"),
    record=Known(
        proven="bound of the sum: 618.022 dollars",
        best="618.060 dollars",
        human="not known",
        published="none comparable: published values use the rule gepa",
    ),
)
