"""The largest number of replicas and the fewest evictions, against brute force."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations, product
from time import monotonic
from typing import Any

import pytest
from place_clusters import random_cluster

import optgap
from optgap_cluster.placing.cluster import PlacingCluster, read_question
from optgap_cluster.placing.searches import fewest_evictions, most_replicas
from optgap_cluster.rollout.scheduler_steps import evict, settle

SEEDS = range(60)


def later() -> float:
    return monotonic() + 60


def most_by_hand(cluster: PlacingCluster) -> int:
    """Return the largest number of replicas that any order of placements reaches."""
    i, nodes = cluster.new[0], range(len(cluster.names))
    seen = {(0,) * len(nodes)}
    waiting = [((0,) * len(nodes), cluster.state())]
    while waiting:
        counts, state = waiting.pop()
        for j in nodes:
            more = tuple(count + (k == j) for k, count in enumerate(counts))
            if more not in seen and cluster.takes(state, i, j):
                after = state.copy()
                settle(cluster.arrays, after, i, j)
                seen.add(more)
                waiting.append((more, after))
    return max(map(sum, seen))


def evictions_by_hand(cluster: PlacingCluster, most: int) -> Iterator[int]:
    """Yield the number of evictions of each plan with at most so many, the fewest first."""
    mobile = cluster.mobile
    nodes, new = range(len(cluster.names)), cluster.new[0]
    for size in range(1, most + 1):
        for leaving in combinations(mobile, size):
            if any(len(limit.pods & {*leaving}) > limit.at_most for limit in cluster.limits):
                continue
            gone = cluster.state()
            for k in leaving:
                evict(cluster.arrays, gone, k)
            for order, targets in product(permutations(leaving), product(nodes, repeat=size)):
                state = gone.copy()
                for k, j in (*zip(order, targets, strict=True), (new, -1)):
                    if k == new:
                        if any(cluster.takes(state, new, node) for node in nodes):
                            yield size
                    elif j == cluster.arrays.home[k] or not cluster.takes(state, k, j):
                        break
                    else:
                        settle(cluster.arrays, state, k, j)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_most_replicas_are_those_of_brute_force(seed: int) -> None:
    dump, new = random_cluster(seed)
    cluster = read_question(new, [dump], None)
    most = most_replicas(cluster, later())
    assert most.at_least == most.at_most == most_by_hand(cluster)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_fewest_evictions_are_those_of_brute_force(seed: int) -> None:
    dump, new = random_cluster(seed)
    cluster = read_question(new, [dump], None)
    if any(cluster.takes(cluster.state(), cluster.new[0], j) for j in range(len(cluster.names))):
        return
    found, is_exact = fewest_evictions(cluster, later())
    assert is_exact
    by_hand = next(evictions_by_hand(cluster, 2), None)
    if by_hand is None:
        assert found is None or found["at_least"] > 2
    else:
        assert found is not None and len(found["evictions"]) == found["at_least"] == by_hand


def name_of(each: dict[str, Any]) -> str:
    return f"default/{each['metadata']['name']}"


@pytest.mark.parametrize("seed", SEEDS)
def test_a_plan_of_evictions_can_be_carried_out(seed: int) -> None:
    """Each evicted pod is placed on its target in the cluster without the others, then the pod."""
    dump, new = random_cluster(seed)
    fix = optgap.place(new, dump).document["fix"]
    for step in [] if fix is None else fix["evictions"]:
        (old,) = (each for each in dump["items"] if name_of(each) == step["pod"])
        assert old["spec"].pop("nodeName") == step["from"] != step["to"]
    for step in [] if fix is None else fix["evictions"]:
        (old,) = (each for each in dump["items"] if name_of(each) == step["pod"])
        nodes = optgap.place(old, dump).document["nodes"]
        assert step["to"] in {each["node"] for each in nodes if each["feasible"]}
        old["spec"]["nodeName"] = step["to"]
    if fix is not None:
        assert fix["placed"][0] in {
            each["node"] for each in optgap.place(new, dump).document["nodes"] if each["feasible"]
        }
