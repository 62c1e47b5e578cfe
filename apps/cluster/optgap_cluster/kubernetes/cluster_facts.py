"""The facts of a cluster that an instance carries, so that kube-scheduler can be simulated.

An import packs them into the field ``facts``, which only this application reads: nodes, pods (also
those that are no items), namespaces, volumes, and the selectors of owners and services.
"""

import base64
import gzip
import json
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from optgap.consolidation import Consolidation
from optgap.problem import BoolArray, IntArray

from .documents import Dump
from .placement_rules import claim_names, reaches
from .records import (
    Claim,
    KubernetesNode,
    LabelSelector,
    Metadata,
    Namespace,
    NodeSpec,
    NodeStatus,
    Pod,
    Volume,
)
from .scene import HOSTNAME, Amounts, Scene, constraint_key, pod_request, request_key
from .scheduling import NodeScores, TermArrays, TermBuilder, controller_of
from .selectors import admits, term_holds, tolerates

_SCORED = ("cpu", "memory")
_MISSING: Amounts = {"cpu": Fraction(1, 10), "memory": Fraction(200 * 2**20)}
_MB = 2**20
_LEAST_IMAGE, _MOST_IMAGE = 23 * _MB, 1000 * _MB

MOST_UNITS = 2**53  # of an amount, so that sums of many amounts stay within 64 bits


class Replacing(IntEnum):
    """When an owner replaces an evicted pod: after it is gone, or while it is being deleted."""

    GONE_FIRST = 0
    OVERLAP = 1
    UNKNOWN = 2


_REPLACING = {
    "StatefulSet": Replacing.GONE_FIRST,
    "ReplicaSet": Replacing.OVERLAP,
    "ReplicationController": Replacing.OVERLAP,
}


class RequestArrays(NamedTuple):
    """The requests of pods and the capacities of nodes, in thousandths of cores and in bytes."""

    demand: IntArray  # pods x resources
    usable: IntArray
    asks: IntArray  # of cpu and memory, as LeastAllocated counts a pod that comes
    holds: IntArray  # the same for a pod that is there
    exact: IntArray  # as BalancedAllocation counts both
    capacity: IntArray
    resources: list[str]


@dataclass
class ClusterFacts:
    """The cluster as kube-scheduler sees it; ``volumes`` by name, ``selectors`` by owner."""

    scene: Scene
    claims: Mapping[tuple[str, str], Claim] = field(default_factory=dict)
    volumes: Mapping[str, Volume] = field(default_factory=dict)
    selectors: Mapping[tuple[str, str, str], LabelSelector] = field(default_factory=dict)
    services: Sequence[tuple[str, dict[str, str]]] = ()  # namespace and selector
    doubts: Mapping[str, str] = field(default_factory=dict)  # by pod: what is not modelled

    @property
    def pods(self) -> list[Pod]:
        """The pods of the cluster."""
        return self.scene.pods

    def requests(self) -> RequestArrays:
        """Return the requests of all pods, and the capacities of all nodes."""
        by_key: dict[str, tuple[Amounts, Amounts, Amounts]] = {}
        keys = [request_key(pod) for pod in self.pods]
        for key, pod in zip(keys, self.pods, strict=True):
            if key not in by_key:
                whole = pod.spec.resources
                stated = {**whole.limits, **whole.requests}
                asks = pod_request(pod, _MISSING, whole_pod=False)
                exact = pod_request(pod)
                defaults = {r: n for r, n in _MISSING.items() if not stated or r not in exact}
                by_key[key] = exact, asks, pod_request(pod, defaults)
        names = dict.fromkeys(r for amounts, _, _ in by_key.values() for r in amounts)
        nodes = [node.status.allocatable for node in self.scene.nodes]

        def table(which: int, resources: Iterable[str]) -> IntArray:
            rows = {key: _whole(each[which], resources) for key, each in by_key.items()}
            return np.array([rows[key] for key in keys], dtype=np.int64).reshape(len(keys), -1)

        def capacities(resources: Iterable[str]) -> IntArray:
            return np.array([_whole(node, resources) for node in nodes], dtype=np.int64)

        return RequestArrays(
            table(0, names),
            capacities(names),
            table(1, _SCORED),
            table(2, _SCORED),
            table(0, _SCORED),
            capacities(_SCORED),
            list(names),
        )

    def allowed(self) -> tuple[BoolArray, IntArray]:
        """Return distinct masks of nodes, and the number of each pod's mask.

        Node selectors, required node affinity, taints and volumes decide; cordons of a plan do not.
        """
        return self._rows(
            lambda pod: (constraint_key(pod), self._volume_key(pod)),
            lambda pod, node: admits(node, pod) and self.reaches_volumes(pod, node),
        )

    def _volume_key(self, pod: Pod) -> str:
        volumes = [(v.spec.node_affinity, v.metadata.labels) for v in self._volumes(pod)]
        return repr(volumes) if volumes else ""

    def _volumes(self, pod: Pod) -> list[Volume]:
        claims = [self.claims.get((pod.metadata.namespace, name)) for name in claim_names(pod)]
        named = [claim.spec.volume_name for claim in claims if claim is not None]
        return [self.volumes[name] for name in named if name in self.volumes]

    def reaches_volumes(self, pod: Pod, node: KubernetesNode) -> bool:
        """Return whether a node can use all known volumes of a pod."""
        return all(reaches(node, volume) for volume in self._volumes(pod))

    def _rows(
        self, key: Callable[[Pod], Hashable], value: Callable[[Pod, KubernetesNode], Any]
    ) -> tuple[Any, IntArray]:
        """Return the distinct rows of a value over the nodes, and the row of each pod."""
        number: dict[Hashable, int] = {}
        row_of: list[int] = []
        rows: list[list[Any]] = []
        for pod in self.pods:
            own = key(pod)
            if own not in number:
                number[own] = len(rows)
                rows.append([value(pod, node) for node in self.scene.nodes])
            row_of.append(number[own])
        return np.array(rows), np.array(row_of, dtype=np.int64)

    def terms(self) -> TermArrays:
        """Return the terms of all pods."""
        images, taints, wishes = self.image_rows(), self.taint_rows(), self.preference_rows()
        builder = TermBuilder(self.scene, self.selectors, self.services)
        return builder.build(NodeScores(*images, *taints, *wishes))

    def replacing(self) -> IntArray:
        """Return how the owner of each pod replaces it."""
        owners = map(controller_of, self.pods)
        kinds = (owner[0] if owner else "" for owner in owners)
        return np.array([_REPLACING.get(kind, Replacing.UNKNOWN) for kind in kinds])

    def lose_domains(self) -> BoolArray:
        """Return a mask of the pods that no node takes once a node affinity pins them.

        It leaves one domain, fewer than a mandatory spread with minDomains requires.
        """
        stated = (pod.spec.topology_spread_constraints for pod in self.pods)
        lose = [
            any(
                constraint.when_unsatisfiable == "DoNotSchedule"
                and (constraint.min_domains or 1) > 1
                and constraint.node_affinity_policy == "Honor"
                for constraint in constraints
            )
            for constraints in stated
        ]
        return np.array(lose, dtype=np.bool_)

    def image_rows(self) -> tuple[IntArray, IntArray]:
        """Return distinct rows of ImageLocality's scores, and each pod's row."""
        there: dict[str, set[str]] = defaultdict(set)
        size_of: dict[str, int] = {}  # the scheduler keeps that of the first node, by name
        for node in sorted(self.scene.nodes, key=lambda node: node.metadata.name):
            for image in node.status.images:
                for name in image.names:
                    there[name].add(node.metadata.name)
                    size_of.setdefault(name, image.size_bytes)
        total = len(self.scene.nodes)

        def score(pod: Pod, node: KubernetesNode) -> int:
            names, size = _images(pod), 0
            for name in names:
                if node.metadata.name in there[name]:
                    size += int(size_of[name] * (len(there[name]) / total))
            most = _MOST_IMAGE * len(names)
            return (
                100 * (min(max(size, _LEAST_IMAGE), most) - _LEAST_IMAGE) // (most - _LEAST_IMAGE)
            )

        return self._rows(_images, score)

    def taint_rows(self) -> tuple[IntArray, IntArray]:
        """Return distinct rows of the numbers of PreferNoSchedule taints, and each pod's row."""

        def count(pod: Pod, node: KubernetesNode) -> int:
            soft = [taint for taint in node.spec.taints if taint.effect == "PreferNoSchedule"]
            return sum(not any(tolerates(t, taint) for t in pod.spec.tolerations) for taint in soft)

        return self._rows(lambda pod: pod.spec.tolerations, count)

    def preference_rows(self) -> tuple[IntArray, IntArray]:
        """Return distinct rows of the weights of preferred node affinity, and each pod's row."""

        def weight(pod: Pod, node: KubernetesNode) -> int:
            stated = pod.spec.affinity.node_affinity.preferred
            return sum(t.weight for t in stated if term_holds(t.preference, node))

        return self._rows(lambda pod: pod.spec.affinity.node_affinity.preferred, weight)


def _whole(amounts: Mapping[str, Fraction], resources: Iterable[str]) -> list[int]:
    """Return amounts as integers: cpu in thousandths, rounded up, others rounded up."""
    exact = (amounts.get(r, Fraction(0)) * (1000 if r == "cpu" else 1) for r in resources)
    return [min(-int(-amount // 1), MOST_UNITS) for amount in exact]


def _images(pod: Pod) -> tuple[str, ...]:
    containers = (*pod.spec.init_containers, *pod.spec.containers)
    return tuple(
        name if name.rfind(":") > name.rfind("/") else f"{name}:latest"
        for name in (container.image for container in containers)
    )


def packed_facts(scene: Scene, dump: Dump) -> str:
    """Return the facts of a cluster as a text, which `facts_of` reads.

    Pods that differ only in their names and nodes share a template.
    """
    doubts = {scene.pods[i].name: why for why, pods in scene.unmodelled.items() for i in pods}
    doubts |= {
        pod.name: "prefer pods of namespaces by labels that the dump does not contain"
        for pod in scene.pods
        for terms in (pod.spec.affinity.pod_affinity, pod.spec.affinity.pod_anti_affinity)
        if any(scene.guesses(each.pod_affinity_term) for each in terms.preferred)
    }
    templates: dict[str, int] = {}
    pods = []
    for pod in scene.pods:
        template = _plain(pod)
        name, node = template["metadata"].pop("name"), template["spec"].pop("nodeName", None)
        number = templates.setdefault(json.dumps(template, sort_keys=True), len(templates))
        pods.append([name, number, node])
    used = {name for pod in scene.pods for name in claim_names(pod)}
    document = {
        "nodes": [_plain(node) for node in scene.nodes],
        "templates": [json.loads(template) for template in templates],
        "pods": pods,
        "namespaces": [_plain(namespace) for namespace in scene.namespaces],
        "claims": [_plain(claim) for _, claim in dump.claims if claim.metadata.name in used],
        "volumes": [_plain(volume) for _, volume in dump.volumes],
        "selectors": [[*owner, _plain(each)] for owner, each in dump.selectors.items()],
        "services": dump.services,
        "doubts": doubts,
    }
    text = json.dumps(document, separators=(",", ":"), sort_keys=True)
    return base64.b64encode(gzip.compress(text.encode(), mtime=0)).decode()


def _plain(record: Any) -> dict[str, Any]:
    """Return the fields of a record that scheduling reads, as JSON."""
    document: dict[str, Any] = record.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    for key in ("annotations", "creationTimestamp"):
        document.get("metadata", {}).pop(key, None)
    if isinstance(record, Pod):
        spec, status = document["spec"], document.get("status", {})
        for container in (*spec["containers"], *spec.get("initContainers", ())):
            container.pop("readinessProbe", None)
            container.pop("startupProbe", None)
        resizing = [c for c in status.get("conditions", ()) if c["type"] == "PodResizePending"]
        document["status"] = {
            "conditions": resizing,
            **{key: status[key] for key in status if key.endswith("ontainerStatuses")},
        }
    return document


@lru_cache(maxsize=2)
def _unpacked(
    text: str,
) -> tuple[list[KubernetesNode], list[Pod], list[Namespace], dict[str, Any]]:
    """Return the nodes, pods and namespaces of packed facts, and the other fields of the facts."""
    document = json.loads(gzip.decompress(base64.b64decode(text)))
    templates = [
        {**each, "metadata": {**each["metadata"], "name": "x"}} for each in document["templates"]
    ]
    likes = [Pod.model_validate(each) for each in templates]
    pods = [_named(likes[number], name, node) for name, number, node in document["pods"]]
    return (
        [KubernetesNode.model_validate(each) for each in document["nodes"]],
        pods,
        [Namespace.model_validate(each) for each in document["namespaces"]],
        {
            "claims": {
                (c.metadata.namespace, c.metadata.name): c
                for c in map(Claim.model_validate, document["claims"])
            },
            "volumes": {
                v.metadata.name: v for v in map(Volume.model_validate, document["volumes"])
            },
            "selectors": {
                (kind, space, name): LabelSelector.model_validate(each)
                for kind, space, name, each in document["selectors"]
            },
            "services": [(space, selector) for space, selector in document["services"]],
            "doubts": document["doubts"],
        },
    )


def _named(like: Pod, name: str, node: str | None) -> Pod:
    metadata = like.metadata.model_copy(update={"name": name})
    spec = like.spec.model_copy(update={"node_name": node})
    return like.model_copy(update={"metadata": metadata, "spec": spec})


def facts_of(instance: Consolidation) -> ClusterFacts | None:
    """Return the facts of an instance's cluster, its items first; None if it carries none.

    The nodes are those of ``instance.sites``; an offer's node is copied for each of its machines.
    """
    if instance.facts is None:
        return None
    real, every, namespaces, rest = _unpacked(instance.facts)
    named = {pod.name: pod for pod in every}
    items = [item.name for item in instance.items]
    if any(name not in named for name in items):
        return None  # an item was added by hand
    known = {*items}
    pods = [named[name] for name in items]
    pods += [pod for pod in every if pod.name not in known]
    nodes = {node.metadata.name: node for node in real}
    sites = [
        nodes[site.name] if site.name in nodes else _created(site.name, nodes)
        for site in instance.sites
    ]
    scene = Scene(sites, pods, set(range(len(pods))), namespaces, len(instance.machines))
    return ClusterFacts(scene, **rest)


def _created(name: str, nodes: Mapping[str, KubernetesNode]) -> KubernetesNode:
    """Return the node of an offer's machine, or a node without room where an item may wait."""
    like = nodes.get(name.rpartition("#")[0])
    if like is None:
        metadata, status = Metadata.model_construct(name=name), NodeStatus(allocatable={})
        return KubernetesNode.model_construct(metadata=metadata, spec=NodeSpec(), status=status)
    labels = {**like.metadata.labels, HOSTNAME: name}
    metadata = like.metadata.model_copy(update={"name": name, "labels": labels})
    return like.model_copy(update={"metadata": metadata})
