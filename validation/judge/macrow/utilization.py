"""How busy nodes and links are under a plan."""

from __future__ import annotations

import math
from typing import TypeAlias

from ....instances.macrow import MacroW

Candidates: TypeAlias = dict[str, set[str]]  # all PEs; v_pn = 1


def node_utilizations(instance: MacroW, now: Candidates) -> dict[str, float]:
    """(4): what all PEs may use of a node, as a share of it."""
    return {
        node.name: math.fsum(pe.usable(node) for pe in instance.pes if node.name in now[pe.name])
        / node.mips
        for node in instance.nodes
    }


def link_utilizations(instance: MacroW, now: Candidates) -> dict[str, float]:
    """(5)-(11): the traffic of streams whose two PEs have candidates on both sides of a link."""
    cluster = {node.name: node.cluster for node in instance.nodes}
    used = {}
    for link in instance.links:
        side = joined_without(instance, link.name, link.between[0])
        loaded = []
        for stream in instance.streams:
            touched = {cluster[n] for n in now[stream.sender] | now[stream.receiver]}
            if touched & side and touched - side:
                loaded.append(stream.rate)
        used[link.name] = math.fsum(loaded) / link.capacity
    return used


def joined_without(instance: MacroW, without: str, start: str) -> set[str]:
    """Return the clusters that are joined to one when a link is cut."""
    reached, waiting = {start}, [start]
    while waiting:
        cluster = waiting.pop()
        for link in instance.links:
            if link.name != without and cluster in link.between:
                for end in set(link.between) - reached:
                    reached.add(end)
                    waiting.append(end)
    return reached
