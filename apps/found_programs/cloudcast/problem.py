"""Cloudcast: copies of data to regions of many clouds, over priced links.

Each partition goes to each destination on a path of links.  A link is paid once for each of its
partitions.  Where the flows into or out of a region exceed its limit, each of its links gets an
equal part of the limit at most.  Regions are treated in the order in which the paths name them.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Annotated, ClassVar, Literal

import numpy as np
from pydantic import Field

from ....core.arrays import FloatArray, IntArray, number_array, shape_faults
from ....core.faults import Fault
from ....core.schema import Instance, Many, Name, Positive, PositiveCount
from ....validation.catalogue import Problem
from ....validation.judge import Certificate, Decision, Judge, exactly

HOURLY = 0.54  # dollars for a machine
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
        yield Fault.of("ends", f"must be numbers below {len(regions)}", int(ends.max()))


class Cloudcast(Instance):
    """An origin, destinations, links in dollars per GB and Gbit/s, limits by provider in Gbit/s.

    ``rule`` says how long a copy takes: as GEPA counts it, or as SkyDiscover does.
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
    """The price of the cheapest tree to all destinations, in dollars per GB; computed again."""

    price: Positive


problem = Problem(
    "cloudcast", Cloudcast, Routes, paper="GEPA, examples/adrs/cloudcast; SkyDiscover, benchmarks"
)


@problem.check
def check(instance: Cloudcast, decision: Routes, judge: Judge) -> float:
    """Judge the paths, and return what links and machines cost."""
    links, used = instance.links(), dict[Edge, set[int]]()
    for name in sorted(set(decision.paths) ^ set(instance.destinations)):
        judge.fault("destinations", name, "is missing or no destination")
    for name in instance.destinations:
        paths = decision.paths.get(name, ())
        judge.equal("partitions", name, len(paths), instance.partitions)
        for k, path in enumerate(paths):
            if len(path) < 2 or (path[0], path[-1]) != (instance.origin, name):
                judge.fault("path", f"{name}, partition {k}", f"must go {instance.origin} to it")
            for edge in pairwise(path):
                if edge not in links:
                    judge.fault("link", f"{name}, partition {k}", f"{edge[0]} to {edge[1]}: none")
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
    """Return the flow on each link that is used, after region upon region has cut it."""
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
    """Return how long the copies take, by the rule of the instance."""
    part = instance.volume / instance.partitions
    if instance.rule == "head":
        return part / min(flow.values())
    return max(len(parts) * part * 8 / flow[edge] for edge, parts in used.items())


@problem.certified
def certified(instance: Cloudcast, stated: CheapestTree) -> Fraction:
    """Return the bound of the cheapest tree (Dreyfus and Wagner), which the claim must not exceed.

    The links of a partition contain a tree.  All regions of it run at least as long as the origin
    sends: ``gepa`` all data at its limit, ``head`` one partition.
    """
    tree = _cheapest_tree(instance)
    if exactly(stated.price) > tree:
        raise ValueError(f"the cheapest tree costs {float(tree)!r} per GB")
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

    ``cost[group][v]`` is the least price of a tree from v to a group of destinations: two groups
    meet at a region, and a cheapest way leads to it.
    """
    number = {name: k for k, name in enumerate(instance.regions)}
    count = len(number)
    way = np.full((count, count), FAR)
    np.fill_diagonal(way, 0)
    for (i, j), price in zip(instance.ends.tolist(), exactly(instance.price), strict=True):
        scaled = price * _SCALE
        if scaled.denominator != 1:
            raise ValueError("a price has more than nine decimals")
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
        raise ValueError("a destination cannot be reached")
    return Fraction(least, _SCALE)
