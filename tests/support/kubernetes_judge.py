"""A judge of pods on nodes, written from the Kubernetes documentation and not from our code.

It reads what kubectl prints and where pods are in the end.  Every pod that moved must pass the
filters of the scheduler there, beside all other pods (docs: "Assigning Pods to Nodes", "Pod
Topology Spread Constraints", "Persistent Volumes", "Taints and Tolerations").
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution"
_UNITS = {"m": Fraction(1, 1000), "Ki": 2**10, "Mi": 2**20, "Gi": 2**30, "": 1}
Object = dict[str, Any]


def amount(text: str) -> Fraction:
    for suffix in ("Ki", "Mi", "Gi", "m", ""):
        if text.endswith(suffix):
            return Fraction(text.removesuffix(suffix)) * _UNITS[suffix]
    raise AssertionError(text)


def full_name(pod: Object) -> str:
    return f"{pod['metadata']['namespace']}/{pod['metadata']['name']}"


def request(pod: Object, resource: str) -> Fraction:
    return sum(
        (
            amount(c["resources"].get("requests", {}).get(resource, "0"))
            for c in pod["spec"]["containers"]
        ),
        Fraction(0),
    )


def matches(selector: Object | None, labels: Object) -> bool:
    if selector is None:
        return False
    for key, value in selector.get("matchLabels", {}).items():
        if labels.get(key) != value:
            return False
    return all(expression_holds(e, labels) for e in selector.get("matchExpressions", []))


def expression_holds(expression: Object, labels: Object) -> bool:
    key, values = expression["key"], expression.get("values", [])
    return {
        "In": labels.get(key) in values,
        "NotIn": labels.get(key) not in values,
        "Exists": key in labels,
        "DoesNotExist": key not in labels,
    }[expression["operator"]]


class Judge:
    """Pods of a dump on the nodes where they are in the end."""

    def __init__(self, dump: Object, where: dict[str, str]) -> None:
        of = {kind: [o for o in dump["items"] if o["kind"] == kind] for kind in KINDS}
        self.nodes = {n["metadata"]["name"]: n for n in of["Node"]}
        alive = [p for p in of["Pod"] if p.get("status", {}).get("phase") != "Succeeded"]
        self.pods = {full_name(p): p for p in alive}
        self.before = {name: p["spec"].get("nodeName") for name, p in self.pods.items()}
        self.where = {**self.before, **where}
        self.volumes = {v["metadata"]["name"]: v for v in of["PersistentVolume"]}
        self.claims = {
            (c["metadata"]["namespace"], c["metadata"]["name"]): c
            for c in of["PersistentVolumeClaim"]
        }

    def violations(self) -> Iterator[str]:
        yield from self.overfull()
        for name in self.pods:
            if self.where[name] != self.before[name]:
                yield from self.misplaced(name)

    def labels(self, node: str | None) -> Object:
        """Return the labels of a node; a pod that waits, or on an unknown node, has none."""
        return self.nodes[node]["metadata"]["labels"] if node in self.nodes else {}

    def overfull(self) -> Iterator[str]:
        for node, record in self.nodes.items():
            here = [p for name, p in self.pods.items() if self.where[name] == node]
            for resource in ("cpu", "memory"):
                has = amount(record["status"]["allocatable"][resource])
                if sum((request(p, resource) for p in here), Fraction(0)) > has:
                    yield f"{node} has too little {resource}"
            if len(here) > int(record["status"]["allocatable"]["pods"]):
                yield f"{node} has too many pods"

    def misplaced(self, name: str) -> Iterator[str]:
        pod, node = self.pods[name], self.where[name]
        yield from self.unfit(name, node)
        yield from self.neighbours(name, pod, node)
        for constraint in pod["spec"].get("topologySpreadConstraints", []):
            if constraint["whenUnsatisfiable"] == "DoNotSchedule":
                yield from self.skewed(name, pod, node, constraint)

    def unfit(self, name: str, node: str) -> Iterator[str]:
        """What keeps a pod off a node whatever else runs there."""
        pod = self.pods[name]
        spec, labels = pod["spec"], self.labels(node)
        if any(
            condition["type"] == "Ready" and condition["status"] != "True"
            for condition in self.nodes[node]["status"].get("conditions", [])
        ):
            yield f"{name}: {node} is not Ready"
        if "deletionTimestamp" in pod["metadata"]:
            yield f"{name}: is being deleted, and is moved"
        for key, value in spec.get("nodeSelector", {}).items():
            if labels.get(key) != value:
                yield f"{name}: nodeSelector {key}"
        for volume in spec.get("volumes", []):
            if "persistentVolumeClaim" in volume:
                key = (pod["metadata"]["namespace"], volume["persistentVolumeClaim"]["claimName"])
                required = self.volumes[self.claims[key]["spec"]["volumeName"]]["spec"]
                terms = required["nodeAffinity"]["required"]["nodeSelectorTerms"]
                if not any(
                    all(expression_holds(e, labels) for e in t["matchExpressions"]) for t in terms
                ):
                    yield f"{name}: its volume is not reached from {node}"

    def together(self, one: str | None, other: str | None, key: str) -> bool:
        here, there = self.labels(one).get(key), self.labels(other).get(key)
        return here is not None and here == there

    def neighbours(self, name: str, pod: Object, node: str) -> Iterator[str]:
        affinity = pod["spec"].get("affinity", {})
        for other, their in self.pods.items():
            if other == name:
                continue
            there = self.where[other]
            for one, two in ((pod, their), (their, pod)):
                anti = one["spec"].get("affinity", {}).get("podAntiAffinity", {})
                for term in anti.get(REQUIRED, []):
                    same = one["metadata"]["namespace"] == two["metadata"]["namespace"]
                    hit = same and matches(term["labelSelector"], two["metadata"]["labels"])
                    if hit and self.together(node, there, term["topologyKey"]):
                        yield f"{name}: anti-affinity with {other}"
            if there == node and self.ports(pod) & self.ports(their):
                yield f"{name}: host port of {other}"
        for term in affinity.get("podAffinity", {}).get(REQUIRED, []):
            mates = [
                other
                for other, their in self.pods.items()
                if other != name
                and their["metadata"]["namespace"] == pod["metadata"]["namespace"]
                and matches(term["labelSelector"], their["metadata"]["labels"])
            ]
            if not any(self.together(node, self.where[m], term["topologyKey"]) for m in mates):
                yield f"{name}: affinity"

    def ports(self, pod: Object) -> set[tuple[str, int]]:
        return {
            (port["protocol"], port["hostPort"])
            for container in pod["spec"]["containers"]
            for port in container.get("ports", [])
            if port.get("hostPort")
        }

    def skewed(self, name: str, pod: Object, node: str, constraint: Object) -> Iterator[str]:
        """As at the moment when this pod comes last: its domain against the emptiest one."""
        key = constraint["topologyKey"]
        wanted = pod["spec"].get("nodeSelector", {})
        count = {
            labels[key]: 0
            for labels in map(self.labels, self.nodes)
            if key in labels and all(labels.get(k) == v for k, v in wanted.items())
        }
        for other, their in self.pods.items():
            same = their["metadata"]["namespace"] == pod["metadata"]["namespace"]
            domain = self.labels(self.where[other]).get(key)
            hit = same and matches(constraint["labelSelector"], their["metadata"]["labels"])
            hit = hit and "deletionTimestamp" not in their["metadata"]  # the scheduler skips these
            if hit and domain in count:
                count[domain] += 1
        mine = self.labels(node).get(key)
        if mine not in count or count[mine] - min(count.values()) > constraint["maxSkew"]:
            yield f"{name}: spread over {key}"


KINDS = ("Node", "Pod", "PersistentVolume", "PersistentVolumeClaim", "PodDisruptionBudget")
