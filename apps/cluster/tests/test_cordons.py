"""Cordons: freed nodes end empty, whichever taints pods tolerate and wherever they are sent.

The scheduler here is written from the Kubernetes documentation (taints and tolerations, resource
requests) and reads the dump, nothing else.  It sends a pod to any node that takes it.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import optgap
from optgap.instances.consolidation import Consolidation
from optgap_cluster.cluster_plan import plan as plan_of
from optgap_cluster.cluster_plan import simulate
from optgap_cluster.kubernetes import read_cluster
from optgap_cluster.kubernetes.generate import generate_dump

UNSCHEDULABLE = "node.kubernetes.io/unschedulable"
KEYS = ("dedicated", UNSCHEDULABLE, "node.kubernetes.io/not-ready")
EFFECTS = ("NoSchedule", "NoExecute", "PreferNoSchedule")


def drawn_toleration(rng: random.Random) -> dict[str, str]:
    """Return one of all kinds that the API accepts: without a key the operator is Exists."""
    key = rng.choice(["", *KEYS, UNSCHEDULABLE])
    toleration = {} if key == "" else {"key": key}
    if key == "" or rng.random() < 0.5:
        toleration["operator"] = "Exists"
    else:
        toleration |= rng.choice([{}, {"operator": "Equal"}])
        toleration |= rng.choice([{}, {"value": ""}, {"value": "gpu"}])
    if rng.random() < 0.5:
        toleration["effect"] = rng.choice(EFFECTS)
    return toleration


def drawn_dump(seed: int) -> dict[str, Any]:
    """Return a cluster with taints, cordons, nodes that are not Ready, and pods that wait."""
    rng = random.Random(seed)
    items: list[dict[str, Any]] = []
    room = {f"n{j}": 4000 for j in range(rng.randint(3, 6))}
    for name in room:
        spec: dict[str, Any] = {"taints": []}
        status: dict[str, Any] = {"allocatable": {"cpu": "4", "memory": "8Gi", "pods": "110"}}
        if rng.random() < 0.3:
            value = rng.choice([{}, {"value": "gpu"}])
            effect = rng.choice(EFFECTS)
            spec["taints"].append({"key": "dedicated", "effect": effect, **value})
        if rng.random() < 0.15:
            spec["unschedulable"] = True
            spec["taints"].append({"key": UNSCHEDULABLE, "effect": "NoSchedule"})
        if rng.random() < 0.1:
            status["conditions"] = [{"type": "Ready", "status": "False"}]
            spec["taints"].append({"key": KEYS[2], "effect": "NoSchedule"})
        items.append({"kind": "Node", "metadata": {"name": name}, "spec": spec, "status": status})
    for k in range(rng.randint(4, 12)):
        cpu = rng.choice([250, 500, 500, 1000, 1500])
        on = [name for name in room if room[name] >= cpu]
        waits = rng.random() < 0.1 or not on
        cpu = rng.choice([cpu, 3900]) if waits else cpu
        node = {} if waits else {"nodeName": rng.choice(on)}
        if node:
            room[node["nodeName"]] -= cpu
        tolerations = [drawn_toleration(rng) for _ in range(rng.choice([0, 0, 1, 2]))]
        owner = {"kind": "ReplicaSet", "name": f"app{k}", "controller": True}
        items.append(
            {
                "kind": "Pod",
                "metadata": {"name": f"app{k}-x", "ownerReferences": [owner]},
                "spec": {
                    **node,
                    "tolerations": tolerations,
                    "containers": [
                        {"name": "c", "resources": {"requests": {"cpu": f"{cpu}m"}}},
                    ],
                },
                "status": {"phase": "Pending" if waits else "Running"},
            }
        )
    return {"kind": "List", "apiVersion": "v1", "items": items}


def generated_dump(seed: int) -> dict[str, Any]:
    """Return a generated cluster with rules, and with tolerations, taints and cordons."""
    rng = random.Random(seed)
    dump = generate_dump(seed, nodes=6, pods=36)
    tolerations: dict[str, list[dict[str, str]]] = {}
    for each in dump["items"]:
        if each["kind"] == "Node":
            drawn = [{"key": "dedicated", "effect": rng.choice(EFFECTS)}]
            each["spec"] = {"taints": drawn if rng.random() < 0.3 else []}
            each["spec"]["unschedulable"] = rng.random() < 0.15
        elif each["kind"] == "Pod" and each["metadata"]["namespace"] == "shop":
            some = [drawn_toleration(rng) for _ in range(rng.choice([0, 0, 0, 1, 2]))]
            app = each["metadata"]["labels"]["app"]
            each["spec"]["tolerations"] = tolerations.setdefault(app, some)
    return dump


class Kube:
    """A cluster with a scheduler: where pods are, which nodes are cordoned, who is pinned.

    It knows no affinity, spreads or volumes, so that pods have more nodes to choose from.
    """

    def __init__(self, dump: dict[str, Any], seed: int) -> None:
        self.rng = random.Random(seed)
        self.nodes = {each["metadata"]["name"]: each for each in of_kind(dump, "Node")}
        self.pods = {full_name(pod): pod for pod in of_kind(dump, "Pod")}
        self.where = {name: pod["spec"].get("nodeName") for name, pod in self.pods.items()}
        self.cordoned = {n for n, node in self.nodes.items() if node["spec"].get("unschedulable")}
        self.pins: dict[str, str] = {}

    def taints(self, node: str) -> Iterator[tuple[str, str, str]]:
        for taint in self.nodes[node]["spec"].get("taints", []):
            yield taint["key"], taint.get("value", ""), taint["effect"]
        if node in self.cordoned:
            yield UNSCHEDULABLE, "", "NoSchedule"

    def takes(self, name: str, node: str) -> bool:
        """The filters TaintToleration, NodeUnschedulable and NodeResourcesFit."""
        if self.pins.get(name, node) != node:
            return False
        tolerations = self.pods[name]["spec"].get("tolerations", [])
        for key, value, effect in self.taints(node):
            if effect != "PreferNoSchedule" and not any(
                t.get("effect") in (None, "", effect)
                and (
                    t.get("key", key) == key
                    if t.get("operator") == "Exists"
                    else t.get("key") == key and t.get("value", "") == value
                )
                for t in tolerations
            ):
                return False
        taken = sum(self.cpu(other) for other, at in self.where.items() if at == node)
        return taken + self.cpu(name) <= thousandths(self.nodes[node]["status"]["allocatable"])

    def cpu(self, name: str) -> int:
        (container,) = self.pods[name]["spec"]["containers"]
        return thousandths(container["resources"]["requests"])

    def schedule(self) -> None:
        """Send pods that wait, in any order, to any nodes that take them."""
        waiting = [name for name, at in self.where.items() if at is None]
        self.rng.shuffle(waiting)
        for name in waiting:
            able = [node for node in self.nodes if self.takes(name, node)]
            if able:
                self.where[name] = self.rng.choice(able)

    def evict_all(self, names: list[str]) -> None:
        for name in names:
            self.where[name] = None
            self.schedule()

    def on(self, nodes: set[str]) -> list[str]:
        """Return the pods on some nodes, but for those of DaemonSets."""
        return [
            name
            for name, at in self.where.items()
            if at in nodes
            and self.pods[name]["metadata"]["ownerReferences"][0]["kind"] != "DaemonSet"
        ]


def of_kind(dump: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    return [each for each in dump["items"] if each["kind"] == kind]


def full_name(pod: dict[str, Any]) -> str:
    return f"{pod['metadata'].get('namespace', 'default')}/{pod['metadata']['name']}"


def thousandths(amounts: dict[str, str]) -> int:
    cpu = amounts["cpu"]
    return int(cpu[:-1]) if cpu.endswith("m") else 1000 * int(cpu)


def imported(dump: dict[str, Any], folder: Path) -> Consolidation:
    (folder / "dump.json").write_text(json.dumps(dump))
    return read_cluster([folder / "dump.json"]).instance


def broken_without_pins(dump: dict[str, Any], instance: Consolidation, seed: int) -> list[str]:
    """Return what is wrong with the claims of a plan without pins, and how often it says some."""
    order = ("any", "largest-first")[seed % 2]
    found = optgap.solve(instance, "no-pins", options={"order": order, "replays": 30})
    wrong: list[str] = []
    if found.decision is None:
        return wrong
    freed = set(found.details["freed_without_pins"])
    used = {item.machine for item in instance.items if item.machine}
    size = dict(
        zip(
            (item.name for item in instance.items),
            (instance.demand / instance.usable.max(axis=0).clip(1)).max(axis=1),
            strict=True,
        )
    )
    for replay in range(10 if freed else 0):
        kube = Kube(dump, replay)
        leaving = [item.name for item in instance.items if item.machine in freed]
        kube.rng.shuffle(leaving)
        if order == "largest-first":
            leaving.sort(key=lambda name: -size[name])
        kube.cordoned |= freed | (kube.nodes.keys() - used)
        kube.evict_all(leaving)
        wrong += [f"{name} ends on a freed node" for name in kube.on(freed)]
    return wrong


def broken_with_pins(
    dump: dict[str, Any], instance: Consolidation, method: str = "exact"
) -> list[str]:
    """Return the pods on nodes that a plan frees, with the pins that its replay names."""
    found = optgap.solve(instance, method)
    if found.decision is None:
        return []
    plan = plan_of(instance, found, most_moves=0)
    replay = simulate(instance, plan, replays=30)
    wrong: list[str] = []
    if not replay.holds or plan.blocked:
        return wrong
    target = {move.item: move.target for move in plan.steps}
    for seed in range(10 if plan.freed else 0):
        kube = Kube(dump, seed)
        kube.pins = {name: target[name] for name in replay.pinned}
        kube.cordoned |= set(plan.cordoned)
        kube.evict_all([move.item for move in plan.steps if move.origin is not None])
        wrong += kube.on(set(plan.freed))
    return wrong


@pytest.mark.parametrize("seed", range(60))
def test_freed_nodes_end_empty_wherever_pods_are_sent(seed: int, tmp_path: Path) -> None:
    dump = drawn_dump(seed)
    instance = imported(dump, tmp_path)
    assert broken_without_pins(dump, instance, seed) == []
    assert broken_with_pins(dump, instance) == []


@pytest.mark.parametrize("seed", range(12))
def test_freed_nodes_of_generated_clusters_end_empty(seed: int, tmp_path: Path) -> None:
    dump = generated_dump(seed)
    instance = imported(dump, tmp_path)
    assert broken_without_pins(dump, instance, seed) == []
    assert broken_with_pins(dump, instance, "karpenter") == []


def forgetful(instance: Consolidation) -> Consolidation:
    """Return the instance as if a cordon kept every pod off."""
    items = tuple(item.model_copy(update={"tolerates_cordon": None}) for item in instance.items)
    return instance.model_copy(update={"items": items, "facts": None})


def test_without_the_tolerations_of_pods_they_do_not(tmp_path: Path) -> None:
    """Otherwise the test above would say nothing."""
    wrong = freed = 0
    for seed in range(20):
        dump = drawn_dump(seed)
        instance = forgetful(imported(dump, tmp_path))
        wrong += bool(broken_without_pins(dump, instance, seed))
        freed += bool(broken_with_pins(dump, instance))
    assert wrong >= 5
    assert freed >= 5
    dump = generated_dump(0)
    assert broken_without_pins(dump, forgetful(imported(dump, tmp_path)), 0)
