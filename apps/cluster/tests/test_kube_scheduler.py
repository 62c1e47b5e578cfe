"""Filters, scores and replays against decisions recorded from kube-scheduler 1.34.1."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import rollout_cluster as drawn

import optgap
from optgap.core.kernels import kernels_compiled
from optgap.instances.consolidation import Consolidation
from optgap_cluster import ClusterPlan
from optgap_cluster.kubernetes import facts_of, read_cluster
from optgap_cluster.rollout import Replay
from optgap_cluster.rollout.scheduler_arrays import scheduler_arrays, state_now
from optgap_cluster.rollout.scheduler_filters import find_nodes
from optgap_cluster.rollout.scheduler_scores import (
    add_neighbours,
    add_preferences,
    add_spread,
    add_taints,
    balance_score,
    free_score,
)
from optgap_cluster.rollout.scheduler_steps import add_scores, evict

DATA = Path(__file__).parents[3] / "tests/data/kube_scheduler"
RECORDED = Path(__file__).parents[4] / "shared/data/kube_scheduler"
SHIPPED = json.loads(gzip.decompress((DATA / "probes.json.gz").read_bytes()))
CLAIMS = json.loads(gzip.decompress((DATA / "claims.json.gz").read_bytes()))


def imported(dump: Any, folder: Path, **choices: Any) -> Consolidation:
    path = folder / "dump.json"
    path.write_text(json.dumps(dump))
    return read_cluster([path], **choices).instance


class Probed:
    """A cluster whose pods are removed one by one, to ask where they could go."""

    def __init__(self, dump: Any, folder: Path) -> None:
        self.instance = imported(dump, folder, node_pods="keep", unmodelled="ignore")
        self.arrays = scheduler_arrays(self.instance, "default")
        facts = facts_of(self.instance)
        assert facts is not None
        self.number = {pod.name: i for i, pod in enumerate(facts.pods)}
        self.names = [site.name for site in self.instance.sites]

    def judge(self, probe: dict[str, Any]) -> dict[str, dict[str, Any]]:
        """Return the feasible nodes of a probe, with the total and each plugin's score."""
        i, arrays = self.number[probe["pod"]], self.arrays
        state = state_now(arrays, np.array([name not in probe["cordon"] for name in self.names]))
        evict(arrays, state, i)
        found = find_nodes(arrays, state, i, -1)
        nodes = state.feasible[:found].tolist()
        add_scores(arrays, state, i, found, -1)
        images = arrays.terms.nodes.image[arrays.terms.nodes.image_of[i]]
        columns: dict[str, list[int]] = {
            "total": state.total[:found].tolist(),
            "NodeResourcesFit": [
                free_score(state.held[j], arrays.asks[i], arrays.has[j], False) for j in nodes
            ],
            "NodeResourcesBalancedAllocation": [
                balance_score(state.taken[j], arrays.exact[i], arrays.has[j]) for j in nodes
            ],
            "ImageLocality": images[nodes].tolist(),
        }
        for plugin, add in (
            ("TaintToleration", add_taints),
            ("NodeAffinity", add_preferences),
            ("InterPodAffinity", add_neighbours),
        ):
            state.total[:] = 0
            add(arrays, state, i, found)
            columns[plugin] = state.total[:found].tolist()
        state.total[:] = 0
        add_spread(arrays, state, i, found, -1)
        columns["PodTopologySpread"] = state.total[:found].tolist()
        return {
            self.names[j]: {name: values[k] for name, values in columns.items()}
            for k, j in enumerate(nodes)
        }


def differences(dump: Any, probes: list[dict[str, Any]], folder: Path) -> Iterator[str]:
    probed = Probed(dump, folder)
    for probe in probes:
        if "error" in probe:
            continue  # the pod does not exist
        real = {each["node"]: each for each in probe["feasible"] or ()}
        ours = probed.judge(probe)
        if {*real} != {*ours}:
            yield f"{probe['pod']}: feasible on {sorted(ours)}, not {sorted(real)}"
            continue
        for node, scores in ours.items():
            total = scores.pop("total")
            if len(ours) > 1 and total != real[node]["total"]:
                yield f"{probe['pod']} on {node}: total {total}, not {real[node]['total']}"
            for plugin, score in scores.items():
                if score != (expected := real[node]["scores"].get(plugin, 0)):
                    yield f"{probe['pod']} on {node}: {plugin} {score}, not {expected}"


@pytest.mark.parametrize("cluster", SHIPPED, ids=lambda cluster: cluster["name"])
def test_nodes_and_scores_are_those_of_the_scheduler(cluster: Any, tmp_path: Path) -> None:
    assert [*differences(cluster["dump"], cluster["probes"], tmp_path)] == []


def test_the_shipped_probes_show_each_plugin() -> None:
    shown: dict[str, int] = {}
    for probe in (probe for cluster in SHIPPED for probe in cluster["probes"]):
        feasible = probe["feasible"] or []
        for plugin in {plugin for each in feasible for plugin in each["scores"]}:
            values = {each["scores"].get(plugin, 0) for each in feasible}
            shown[plugin] = shown.get(plugin, 0) + (len(values) > 1)
        for plugin in {reason.partition(":")[0] for reason in probe["refused"].values()}:
            shown[f"filter {plugin}"] = shown.get(f"filter {plugin}", 0) + 1
    assert len(shown) == 15
    assert min(shown.values()) >= 20


@pytest.mark.skipif(not RECORDED.is_dir(), reason="the recorded clusters are not here")
def test_all_recorded_nodes_and_scores_are_those_of_the_scheduler(tmp_path: Path) -> None:
    probes = 0
    for file in sorted(RECORDED.glob("*.json.gz")):
        recorded = json.loads(gzip.decompress(file.read_bytes()))
        probes += len(recorded["probes"])
        assert [*differences(recorded["dump"], recorded["probes"], tmp_path)] == [], file.name
    assert probes >= 600


def test_compiled_scores_are_the_same(tmp_path: Path) -> None:
    cluster = SHIPPED[0]
    answers = []
    for compiled in ("yes", "no"):
        with kernels_compiled(compiled):
            probed = Probed(cluster["dump"], tmp_path)
            answers.append([probed.judge(probe) for probe in cluster["probes"]])
    assert answers[0] == answers[1]


def claims(name: str, folder: Path, order: str = "any") -> tuple[optgap.Outcome, Replay]:
    """Return a small cluster's plan without pins, and the replay of its best plan with pins."""
    instance = imported(CLAIMS[name], folder)
    pinless = optgap.solve(instance, "no-pins", options={"order": order}, seed=0)
    plan = ClusterPlan(instance, optgap.solve(instance, "exact"))
    return pinless, plan.simulate(time_limit=60)


def freed(pinless: optgap.Outcome) -> list[str]:
    return pinless.details["freed_without_pins"]


def test_the_port_of_a_sidecar_holds_a_node(tmp_path: Path) -> None:
    pinless, replay = claims("sidecar_host_port", tmp_path)
    assert freed(pinless) == []
    assert replay.claim == "moves nothing"


def test_a_waiting_pod_of_higher_priority_takes_the_place(tmp_path: Path) -> None:
    """If the old pod is still there, x-1 is placed first, and then preempted."""
    pinless, replay = claims("left_out_pending_pod", tmp_path)
    assert freed(pinless) == []
    assert not replay.holds
    assert replay.victims == ("d/x-1",)
    assert "1 pod may be preempted: d/x-1" in replay.claim


@pytest.mark.parametrize(("kind", "holds"), [("ReplicaSet", True), ("StatefulSet", False)])
def test_a_waiting_pod_takes_the_place_of_a_pod_that_is_gone_first(
    kind: str, holds: bool, tmp_path: Path
) -> None:
    dump = json.loads(json.dumps(CLAIMS["left_out_pending_same_priority"]))
    for item in dump["items"]:
        for owner in item["metadata"].get("ownerReferences", ()):
            owner["kind"] = kind
    instance = imported(dump, tmp_path)
    pinless = optgap.solve(instance, "no-pins", options={"order": "any"}, seed=0)
    assert freed(pinless) == (["n1"] if holds else [])
    assert pinless.details["claim"] == ("replayed" if holds else "nothing moves")
    replay = ClusterPlan(instance, optgap.solve(instance, "exact")).simulate()
    assert replay.holds == holds
    assert replay.unplaced == (() if holds else ("d/x-1",))


def test_an_unknown_owner_replaces_in_both_ways(tmp_path: Path) -> None:
    dump = json.loads(json.dumps(CLAIMS["left_out_pending_same_priority"]))
    for item in dump["items"]:
        for owner in item["metadata"].get("ownerReferences", ()):
            owner["kind"] = "Rollout"
    instance = imported(dump, tmp_path)
    replay = ClusterPlan(instance, optgap.solve(instance, "exact")).simulate()
    assert replay.unplaced == ("d/x-1",)


def test_a_pod_preempts_while_its_predecessor_closes_the_zone(tmp_path: Path) -> None:
    pinless, replay = claims("zone_anti_affinity_preempts", tmp_path)
    assert freed(pinless) == []
    assert replay.victims == ("d/low-1",)
    assert "1 pod may be preempted: d/low-1" in replay.claim


@pytest.mark.parametrize("name", ["default_spread", "prefer_no_schedule"])
def test_soft_scores_change_the_node(name: str, tmp_path: Path) -> None:
    pinless, replay = claims(name, tmp_path)
    assert freed(pinless) == []
    assert replay.pinned == ("d/l-1",)  # else m-1 finds no place
    assert "with 1 pin in 200 of 200 random orders of this simulation" in replay.claim


def test_a_pin_leaves_fewer_domains_than_a_spread_requires(tmp_path: Path) -> None:
    pinless, replay = claims("pin_and_min_domains", tmp_path)
    assert freed(pinless) == []
    assert not replay.holds
    assert (replay.unpinnable, replay.corridors) == (("d/x-1",), 0)  # x-1 tolerates cordons


def test_corridors_pin_what_a_node_affinity_cannot(tmp_path: Path) -> None:
    """On n3, which is emptier, x-1 would take the place of y-1, which may go nowhere else."""
    dump = json.loads(json.dumps(CLAIMS["pin_and_min_domains"]))
    pods = {each["metadata"]["name"]: each for each in dump["items"] if each["kind"] == "Pod"}
    for pod in pods.values():
        pod["spec"].pop("tolerations", None)
    pods["t-1"]["spec"]["containers"][0]["resources"]["requests"]["cpu"] = "100m"
    other = json.loads(json.dumps(pods["x-1"]).replace("x-1", "y-1").replace('"x"', '"y"'))
    del other["spec"]["topologySpreadConstraints"]
    other["spec"]["nodeSelector"] = {"topology.kubernetes.io/zone": "b"}
    other["spec"]["containers"][0]["resources"]["requests"]["cpu"] = "6500m"
    (n3,) = (each for each in dump["items"] if each["metadata"]["name"] == "n3")
    n4 = json.loads(json.dumps(n3).replace("n3", "n4"))
    other["spec"]["nodeName"] = "n4"
    dump["items"] += [other, n4]
    instance = imported(dump, tmp_path)
    plan = ClusterPlan(instance, optgap.solve(instance, "exact"), order="drain")
    replay = plan.simulate(time_limit=60)
    assert (replay.unpinnable, replay.holds, replay.corridors) == (
        ("d/x-1",),
        False,
        200,
    ) and replay.claim.startswith("holds with corridors in 200 of 200")


def test_a_claim_with_pins_holds_also_step_by_step(tmp_path: Path) -> None:
    """In zone a, b-1 is placed first if both leave at once, but not if s-1 leaves before it.

    In zone b the priorities are equal, so that s-2 needs a pin in each form.
    """
    items: list[dict[str, Any]] = []
    for zone, priority in (("1", 10), ("2", 0)):
        nodes = [
            drawn.node(f"{name}{zone}", cpu) for name, cpu in (("n", 5), ("large", 6), ("small", 2))
        ]
        for each in nodes:
            each["metadata"]["labels"] = {"zone": zone, "host": each["metadata"]["name"]}
        apps = (("s", "n", 1), ("b", "n", 4), ("l", "large", 2), ("k", "small", 1))
        pods = [drawn.pod(n + zone, f"{n}-{zone}", on + zone, cpu=cpu) for n, on, cpu in apps]
        for each, key in zip(pods, ("zone", "zone", "host", "host"), strict=True):
            on = each["spec"]["nodeName"] if key == "host" else zone
            each["spec"] |= {"nodeSelector": {key: on}, "priority": 0}
        pods[1]["spec"]["priority"] = priority
        items += [*nodes, *pods]
    instance = imported({"kind": "List", "items": items}, tmp_path)
    replay = ClusterPlan(instance, optgap.solve(instance, "exact")).simulate(time_limit=60)
    assert (
        replay.pinned == ("shop/s-1", "shop/s-2")
        and "with 2 pins in 200 of 200 random orders" in replay.claim
    )


def test_a_pod_that_waits_five_minutes_is_said(tmp_path: Path) -> None:
    pinless, replay = claims("two_anti_affinity_terms", tmp_path)
    assert freed(pinless) == ["n1"]
    assert replay.holds
    notes = imported(CLAIMS["two_anti_affinity_terms"], tmp_path).notes or ()
    assert any("up to five minutes" in note and "d/x-1" in note for note in notes)


def test_a_doubt_about_a_moved_pod_withholds_the_share(tmp_path: Path) -> None:
    dump = json.loads(json.dumps(CLAIMS["two_anti_affinity_terms"]))
    for item in dump["items"]:
        if item["metadata"]["name"] == "x-1":
            item["spec"]["resourceClaims"] = [{"name": "gpu"}]
    instance = imported(dump, tmp_path, unmodelled="ignore")
    pinless = optgap.solve(instance, "no-pins", options={"order": "any"}, seed=0)
    assert freed(pinless) == ["n1"]
    assert pinless.details["claim"] == "replayed"
    assert pinless.details["failing_at_most"] is None
    (line,) = pinless.details["leaves_out"]
    assert "d/x-1" in line
    assert "dynamic resource claims" in line
    replay = ClusterPlan(instance, optgap.solve(instance, "exact")).simulate()
    assert f"which leaves out: {line}" in replay.claim
    assert "confidence" not in replay.claim


def test_the_risk_of_preemption_is_named_without_waiting_pods(tmp_path: Path) -> None:
    """While it is being deleted, x-1 closes its zone to its replacement."""
    instance = imported(CLAIMS["zone_anti_affinity_preempts"], tmp_path)
    risks = {item.name: item.eviction_risks or () for item in instance.items}
    assert "preemption" in risks["d/x-1"]
    assert "preemption" not in risks["d/low-1"]


def test_a_claim_lists_its_conditions(tmp_path: Path) -> None:
    pinless, replay = claims("two_anti_affinity_terms", tmp_path)
    assert pinless.details["claim"] == "replayed"
    words = " ".join(pinless.details["conditions"])
    assert "kube-scheduler 1.34" in words
    assert "no other pod is created" in words
    assert replay.as_document()["conditions"] == pinless.details["conditions"]
