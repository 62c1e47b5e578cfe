"""The descheduler's HighNodeUtilization beside a scheduler."""

import json
from pathlib import Path

import numpy as np
import pytest

from optgap.instances.consolidation import Consolidation, overfull
from optgap_cluster.descheduler import (
    SCORINGS,
    high_node_utilization,
)
from optgap_cluster.kubernetes import read_cluster
from optgap_cluster.kubernetes.generate import generate_dump
from optgap_cluster.rollout import Scoring


def low_cluster(**more: object) -> Consolidation:
    """Return a node with 5 of 10, and two with 1 of 10 each."""
    machines = [{"name": f"m{j}", "capacity": [10]} for j in (1, 2, 3)]
    items = [
        {"name": "a", "demand": [5], "machine": "m1"},
        {"name": "b", "demand": [1], "machine": "m2", **more},
        {"name": "c", "demand": [1], "machine": "m3"},
    ]
    return Consolidation(name="low", resources=["cpu"], machines=machines, items=items)


def test_a_scheduler_that_packs_empties_the_low_nodes() -> None:
    instance = low_cluster()
    ended = high_node_utilization(instance, "most-allocated")
    assert (ended.places.tolist(), ended.evictions) == ([0, 0, 0], 2)


def test_a_scheduler_that_spreads_empties_none() -> None:
    """Evicted pods come back to the emptiest nodes, which the descheduler has just emptied."""
    ended = high_node_utilization(low_cluster(), "default")
    assert len(set(ended.places.tolist())) == 3


def test_pods_that_stay_and_nodes_above_the_threshold_are_left_alone() -> None:
    ended = high_node_utilization(low_cluster(fixed=True), "most-allocated")
    assert (ended.places.tolist(), ended.evictions) == ([0, 1, 0], 1)
    none = high_node_utilization(low_cluster(), "most-allocated", threshold=0.1)
    assert (none.places.tolist(), none.evictions) == ([0, 1, 2], 0)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("scoring", SCORINGS.values())
def test_no_node_is_overfull_and_no_pod_is_lost(
    seed: int, scoring: Scoring, tmp_path: Path
) -> None:
    (tmp_path / "d.json").write_text(json.dumps(generate_dump(seed, nodes=12, pods=40)))
    instance = read_cluster([tmp_path / "d.json"]).instance
    ended = high_node_utilization(instance, scoring)
    assert overfull(instance, ended.places).size == 0
    assert ((ended.places >= 0) | (instance.home < 0)).all()
    moved = np.flatnonzero(ended.places != instance.home)
    assert len(moved) <= ended.evictions
