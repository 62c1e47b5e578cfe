"""Small Kubernetes clusters with the fields of real ones, and a scheduler that knows their filters.

The scheduler is written from the Kubernetes documentation and reads what kubectl prints.  It places
a pod on any node that passes the filters, so it does whatever any scores may lead to.
"""

from __future__ import annotations

import json
import random
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

import optgap
from optgap_cluster.kubernetes import facts_of, read_cluster
from optgap_cluster.rollout import scheduler_arrays, state_now
from optgap_cluster.rollout.scheduler_filters import find_nodes
from optgap_cluster.rollout.scheduler_steps import evict

Object = dict[str, Any]
ZONE, HOST = "topology.kubernetes.io/zone", "kubernetes.io/hostname"
REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution"
PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution"
CORDON = {"key": "node.kubernetes.io/unschedulable", "effect": "NoSchedule"}
_CPU = {"250m": 250, "1": 1000, "2": 2000, None: 0}


def drawn_node(rng: random.Random, j: int) -> Object:
    labels = {HOST: f"n{j}", ZONE: rng.choice("ab")} | ({"disk": "ssd"} if j % 2 else {})
    taints = [{"key": "soft", "effect": "PreferNoSchedule"}] if rng.random() < 0.2 else []
    taints += [{"key": "hard", "effect": "NoSchedule"}] if rng.random() < 0.1 else []
    images = [{"names": [f"r/{app}:1"], "sizeBytes": 300 * 2**20} for app in rng.sample("abcd", 2)]
    status = {"allocatable": {"cpu": "4", "memory": "8Gi", "pods": "20"}, "images": images}
    return {"kind": "Node", "metadata": {"name": f"n{j}", "labels": labels},
            "spec": {"taints": taints}, "status": status}  # fmt: skip


def drawn_spec(rng: random.Random, app: str) -> Object:
    """Return the template of a workload."""
    cpu = rng.choice(list(_CPU))
    container: Object = {"name": "c", "image": f"r/{app}:1", "resources": {}}
    if cpu:
        container["resources"]["requests"] = {"cpu": cpu, "memory": rng.choice(["1Gi", "64Mi"])}
    spec: Object = {"containers": [container]}
    if rng.random() < 0.2:
        ports = [{"containerPort": 80, "hostPort": 8080}]
        spec["initContainers"] = [{"name": "s", "restartPolicy": "Always", "ports": ports}]
    if rng.random() < 0.2:
        spec["nodeSelector"] = {"disk": "ssd"}
    if rng.random() < 0.2:
        spec["tolerations"] = [
            rng.choice([{"operator": "Exists"}, {"key": "hard", "operator": "Exists"}])
        ]
    if rng.random() < 0.3:
        spec["priority"] = rng.choice([-10, 100])
    other = {"labelSelector": {"matchLabels": {"app": rng.choice([app, *"abcd"])}},
             "topologyKey": rng.choice([ZONE, HOST])}  # fmt: skip
    kind = rng.choice(["podAffinity", "podAntiAffinity", "podAntiAffinity"])
    draw = rng.random()
    if draw < 0.3:
        spec["affinity"] = {kind: {REQUIRED: [other]}}
    elif draw < 0.45:
        spec["affinity"] = {kind: {PREFERRED: [{"weight": 50, "podAffinityTerm": other}]}}
    elif draw < 0.7:
        spec["topologySpreadConstraints"] = [{
            "maxSkew": rng.choice([1, 2]), "topologyKey": rng.choice([ZONE, HOST]),
            "whenUnsatisfiable": rng.choice(["DoNotSchedule", "ScheduleAnyway"]),
            "labelSelector": {"matchLabels": {"app": app}}}]  # fmt: skip
        if rng.random() < 0.3 and draw < 0.6:
            spec["topologySpreadConstraints"][0] |= {
                "minDomains": 2, "whenUnsatisfiable": "DoNotSchedule"}  # fmt: skip
    return spec


def drawn_dump(seed: int) -> Object:
    """Return a small cluster whose pods were placed by the scheduler below; some wait."""
    rng = random.Random(seed)
    nodes = [drawn_node(rng, j) for j in range(rng.randint(2, 5))]
    pods = []
    for app in "abcd"[: rng.randint(2, 4)]:
        spec, kind = drawn_spec(rng, app), rng.choice(["ReplicaSet", "StatefulSet", "Rollout"])
        owner = {"apiVersion": "apps/v1", "kind": kind, "name": app, "uid": app, "controller": True}
        for k in range(rng.randint(1, 4)):
            metadata = {"name": f"{app}-{k}", "namespace": "d", "labels": {"app": app},
                        "ownerReferences": [owner]}  # fmt: skip
            pods.append({"kind": "Pod", "metadata": metadata, "spec": json.loads(json.dumps(spec)),
                         "status": {"phase": "Running"}})  # fmt: skip
    rng.shuffle(pods)
    scheduler = Scheduler([*nodes, *pods], rng)
    for pod in pods:
        name = pod["metadata"]["name"]
        if node := scheduler.place(name):
            pod["spec"]["nodeName"] = node
        else:
            pod["status"]["phase"] = "Pending"
    namespace = {"kind": "Namespace", "metadata": {"name": "d"}}
    return {"kind": "List", "apiVersion": "v1", "items": [namespace, *nodes, *pods]}


class Scheduler:
    """The filters, and a random choice among the nodes that pass them."""

    def __init__(self, items: list[Object], rng: random.Random) -> None:
        named = {kind: {o["metadata"]["name"]: o for o in items if o["kind"] == kind}
                 for kind in ("Node", "Pod")}  # fmt: skip
        self.nodes, self.pods, self.rng = named["Node"], named["Pod"], rng
        self.at = {
            n: p["spec"]["nodeName"] for n, p in self.pods.items() if "nodeName" in p["spec"]
        }
        self.old: dict[str, str] = {}  # pods that are being deleted
        self.closed: set[str] = set()

    def present(self) -> Iterator[tuple[str, str, bool]]:
        """Yield each pod on a node, its node, and whether it is being deleted."""
        yield from ((name, node, False) for name, node in self.at.items())
        yield from ((name, node, True) for name, node in self.old.items())

    def domain(self, node: str, key: str) -> str | None:
        return self.nodes[node]["metadata"]["labels"].get(key)

    def matches(self, selector: Object, name: str) -> bool:
        return selector["matchLabels"].items() <= self.pods[name]["metadata"]["labels"].items()

    def terms(self, name: str, kind: str) -> list[Object]:
        return self.pods[name]["spec"].get("affinity", {}).get(kind, {}).get(REQUIRED, [])

    def selected(self, name: str, node: str) -> bool:
        wanted = self.pods[name]["spec"].get("nodeSelector", {})
        return wanted.items() <= self.nodes[node]["metadata"]["labels"].items()

    def tolerates(self, name: str, taint: Object) -> bool:
        stated = self.pods[name]["spec"].get("tolerations", ())
        return any(t.get("key", taint["key"]) == taint["key"] for t in stated)

    def cpu(self, name: str) -> int:
        container = self.pods[name]["spec"]["containers"][0]
        return _CPU[container["resources"].get("requests", {}).get("cpu")]

    def fits(self, name: str, node: str) -> bool:
        """Return whether a node passes all filters."""
        taints = self.nodes[node]["spec"]["taints"] + ([CORDON] if node in self.closed else [])
        hard = (taint for taint in taints if taint["effect"] == "NoSchedule")
        if not self.selected(name, node) or not all(self.tolerates(name, t) for t in hard):
            return False
        here = [other for other, at, _ in self.present() if at == node]
        if self.cpu(name) and self.cpu(name) + sum(map(self.cpu, here)) > 4000:
            return False
        ports = [other for other in (name, *here) if "initContainers" in self.pods[other]["spec"]]
        if name in ports and len(ports) > 1:
            return False
        return (
            self.keeps_apart(name, node) and self.has_mates(name, node) and self.spreads(name, node)
        )

    def keeps_apart(self, name: str, node: str) -> bool:
        for other, at, _ in self.present():
            for one, two in ((name, other), (other, name)):
                for term in self.terms(one, "podAntiAffinity"):
                    key = term["topologyKey"]
                    near = self.domain(at, key) == self.domain(node, key)
                    if near and self.matches(term["labelSelector"], two):
                        return False
        return True

    def has_mates(self, name: str, node: str) -> bool:
        for term in self.terms(name, "podAffinity"):
            mates = [at for o, at, _ in self.present() if self.matches(term["labelSelector"], o)]
            if not mates and self.matches(term["labelSelector"], name):
                continue
            key = term["topologyKey"]
            if not any(self.domain(at, key) == self.domain(node, key) for at in mates):
                return False
        return True

    def spreads(self, name: str, node: str) -> bool:
        for stated in self.pods[name]["spec"].get("topologySpreadConstraints", ()):
            if stated["whenUnsatisfiable"] != "DoNotSchedule":
                continue
            key = stated["topologyKey"]
            counts = Counter({self.domain(j, key): 0 for j in self.nodes if self.selected(name, j)})
            for other, at, leaves in self.present():
                if not leaves and self.selected(name, at):
                    counts[self.domain(at, key)] += self.matches(stated["labelSelector"], other)
            least = min(counts.values()) if len(counts) >= stated.get("minDomains", 1) else 0
            if counts[self.domain(node, key)] + 1 - least > stated["maxSkew"]:
                return False
        return True

    def place(self, name: str) -> str | None:
        """Place a pod on a random node that passes the filters, if there is any."""
        able = [node for node in self.nodes if self.fits(name, node)]
        if able:
            self.at[name] = self.rng.choice(able)
        return self.at.get(name) if able else None

    def priority(self, name: str) -> int:
        return self.pods[name]["spec"].get("priority", 0)

    def victims(self, name: str) -> set[str]:
        """Return pods of lower priority without which a node would take a pod."""
        for node in self.nodes:
            lower = {o for o, at in self.at.items()
                     if at == node and self.priority(o) < self.priority(name)}  # fmt: skip
            before, self.at = self.at, {o: at for o, at in self.at.items() if o not in lower}
            able = bool(lower) and self.fits(name, node)
            self.at = before
            if able:
                return lower
        return set()


def false_clusters(seed: int, rng: random.Random) -> list[str]:
    """Return the pods for which the simulation finds other nodes than the scheduler above."""
    dump = drawn_dump(seed)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "dump.json"
        path.write_text(json.dumps(dump))
        try:
            instance = read_cluster([path]).instance
        except optgap.InputError:
            return []  # no pod runs
    return [*_false_nodes(dump, instance, rng)]


def _false_nodes(dump: Object, instance: Any, rng: random.Random) -> Iterator[str]:
    arrays, facts = scheduler_arrays(instance, "default"), facts_of(instance)
    names = [site.name for site in instance.sites]
    assert facts is not None
    for i, pod in enumerate(facts.pods):
        closed = {name for name in names if rng.random() < 0.2}
        state = state_now(arrays, np.array([name not in closed for name in names]))
        evict(arrays, state, i)
        ours = {names[j] for j in state.feasible[: find_nodes(arrays, state, i, -1)].tolist()}
        real = Scheduler(dump["items"], rng)
        real.at.pop(pod.metadata.name, None)
        real.closed = closed
        able = {node for node in names if real.fits(pod.metadata.name, node)}
        if ours != able:
            yield f"{pod.metadata.name}: nodes {sorted(ours)}, not {sorted(able)}"
