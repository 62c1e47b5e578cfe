"""The descheduler's HighNodeUtilization beside a scheduler, and the profiles of schedulers."""

import json
from pathlib import Path

import numpy as np
import pytest

from optgap.core.faults import InputError
from optgap.instances.consolidation import Consolidation, overfull
from optgap_cluster.descheduler import (
    PROFILES,
    SchedulerProfile,
    high_node_utilization,
    profiles_of,
)
from optgap_cluster.kubernetes import read_cluster
from optgap_cluster.kubernetes.generate import generate_dump

HEAD = "kind: KubeSchedulerConfiguration\nprofiles:\n"
FIT = """- schedulerName: {}
  pluginConfig:
  - name: NodeResourcesFit
    args: {{scoringStrategy: {{type: {}, resources: [{{name: cpu, weight: {}}}]}}}}
"""


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
@pytest.mark.parametrize("profile", PROFILES, ids=lambda profile: profile.name)
def test_no_node_is_overfull_and_no_pod_is_lost(
    seed: int, profile: SchedulerProfile, tmp_path: Path
) -> None:
    (tmp_path / "d.json").write_text(json.dumps(generate_dump(seed, nodes=12, pods=40)))
    instance = read_cluster([tmp_path / "d.json"]).instance
    ended = high_node_utilization(instance, profile.scoring)
    assert overfull(instance, ended.places).size == 0
    assert ((ended.places >= 0) | (instance.home < 0)).all()
    moved = np.flatnonzero(ended.places != instance.home)
    assert len(moved) <= ended.evictions


def test_profiles_of_files_are_compared(tmp_path: Path) -> None:
    assert profiles_of([]) == list(PROFILES)
    (tmp_path / "one.yaml").write_text(HEAD + FIT.format("packer", "MostAllocated", 1) + "- {}\n")
    (tmp_path / "two.yaml").write_text("kind: KubeSchedulerConfiguration\n")
    assert profiles_of([tmp_path / "one.yaml", tmp_path / "two.yaml"]) == [
        SchedulerProfile("one, packer", "most-allocated"),
        SchedulerProfile("one, default-scheduler", "default"),
        SchedulerProfile("two, default-scheduler", "default"),
    ]


def test_a_profile_says_what_is_not_replayed(tmp_path: Path) -> None:
    text = HEAD + FIT.format("a", "MostAllocated", 1).replace("name: cpu", "name: nvidia.com/gpu")
    (tmp_path / "c.yaml").write_text(text + "- plugins: {score: {}}\n")
    notes = [profile.note for profile in profiles_of([tmp_path / "c.yaml"])]
    assert notes == ["the replay ignores weights of resources", "the replay ignores plugins"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a: [", "is not YAML"),
        ("kind: Pod\n", "kind: must be KubeSchedulerConfiguration (found 'Pod')"),
        ("- 1\n", "kind: must be KubeSchedulerConfiguration"),
        ("kind: KubeSchedulerConfiguration\nprofiles: 3\n", "profiles: must be a list (found 3)"),
        (HEAD + FIT.format("a", "RequestedToCapacityRatio", 1),
         "profiles[0]: scoringStrategy.type: is not known to the replay"),
    ],
)  # fmt: skip
def test_a_configuration_that_is_none_is_refused(tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "c.yaml").write_text(text)
    with pytest.raises(InputError) as caught:
        profiles_of([tmp_path / "c.yaml"])
    assert words in str(caught.value)
