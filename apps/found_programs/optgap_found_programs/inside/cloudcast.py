"""Adapter of cloudcast: a networkx graph, ``search_algorithm(src, dsts, G, num_partitions)``."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

import networkx as nx


class _Topology:
    """For each destination and partition a list of links, as the framework keeps them."""

    def __init__(
        self, src: str, dsts: list[str], num_partitions: int = 4, paths: Any = None
    ) -> None:
        self.src, self.dsts, self.num_partitions = src, dsts, num_partitions
        empty: dict[str, dict[str, Any]] = {
            dst: {str(k): None for k in range(num_partitions)} for dst in dsts
        }
        self.paths: Any = empty if paths is None else paths

    def get_paths(self) -> Any:
        return self.paths

    def set_num_partitions(self, num_partitions: int) -> None:
        self.num_partitions = num_partitions

    def set_dst_partition_paths(self, dst: str, partition: int, paths: Any) -> None:
        self.paths[dst][str(partition)] = paths

    def append_dst_partition_path(self, dst: str, partition: int, path: Any) -> None:
        self.paths[dst][str(partition)] = [*(self.paths[dst][str(partition)] or []), path]


def prepare(document: dict[str, Any]) -> tuple[dict[str, Any], Any]:
    """Return the graph; make the framework's modules ``broadcast`` and ``utils`` importable."""

    def make_nx_graph(*_: Any, **__: Any) -> Any:
        graph, regions = nx.DiGraph(), document["regions"]
        links = zip(document["ends"], document["price"], document["rate"], strict=True)
        for (i, j), price, rate in links:
            graph.add_edge(regions[i], regions[j], cost=price, throughput=rate)
        return graph

    broadcast, utils = ModuleType("broadcast"), ModuleType("utils")
    vars(broadcast).update(BroadCastTopology=_Topology, SingleDstPath=dict)
    vars(utils).update(make_nx_graph=make_nx_graph, GBIT_PER_GBYTE=8)
    sys.modules |= {"broadcast": broadcast, "utils": utils}
    return document, make_nx_graph()


def play(program: ModuleType, given: tuple[Any, Any], ask: Callable[[Any], Any]) -> Any:
    """Run the program; return, by destination and partition, the list of regions on the path."""
    document, graph = given
    names, count = list(document["destinations"]), document["partitions"]
    topology = program.search_algorithm(document["origin"], list(names), graph, count)
    paths = getattr(topology, "paths", None)
    if not isinstance(paths, dict):
        raise ValueError("must return a BroadCastTopology with paths", "garbage")
    return {"paths": {name: [_regions(paths, name, k) for k in range(count)] for name in names}}


def _regions(paths: dict[str, Any], name: str, k: int) -> list[Any]:
    """Return the regions along the links of partition ``k``."""
    links = paths.get(name, {}).get(str(k))
    if not links:
        raise ValueError(f"{name}: partition {k} has no path", "garbage")
    regions = [links[0][0]]
    for link in links:
        if link[0] != regions[-1]:
            raise ValueError(f"{name}: the links of partition {k} are not a path", "garbage")
        regions.append(link[1])
    return regions
