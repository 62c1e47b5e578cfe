"""Random Kubernetes clusters in kubectl's format: workloads, rules, volumes and budgets.

Pods are placed one after another on the least allocated node, as the scheduler does by default.
Then many are removed, so that the remaining pods are thinly spread and break no rule.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from optgap.faults import check_range, check_size
from optgap.problem import BoolArray, FloatArray

_ZONES = ("zone-a", "zone-b", "zone-c")
_ZONE, _HOST = "topology.kubernetes.io/zone", "kubernetes.io/hostname"
_TYPE = "node.kubernetes.io/instance-type"
_GI = 2**30
# type, cpu and memory that pods may have, price per hour
POOLS = (("m5.2xlarge", 7.91, 30.0, 0.384), ("c5.4xlarge", 15.89, 28.5, 0.68))
_SIZES = ((0.1, 0.125), (0.1, 0.25), (0.25, 0.5), (0.5, 1.0), (0.5, 2.0), (1.0, 2.0), (1.0, 4.0),
          (2.0, 4.0), (2.0, 8.0))  # fmt: skip
_CHANCES = (0.12, 0.15, 0.2, 0.15, 0.12, 0.1, 0.08, 0.05, 0.03)


@dataclass(frozen=True)
class _Workload:
    """A Deployment, or, with ``volumes``, a StatefulSet whose volumes lie in zones."""

    name: str
    replicas: int
    cpu: float
    memory: float
    apart: bool
    spread: bool
    follows: str | None  # must share the zone with pods of this workload
    port: int
    pool: str | None
    volumes: bool
    budget: int | None
    priority: int


def generate_dump(
    seed: int, *, nodes: int = 30, pods: int = 300, load: float = 0.45
) -> dict[str, Any]:
    """Return the List that ``kubectl get nodes,pods,pdb,pv,pvc,ns -A -o json`` prints.

    Pods are added until there are ``pods`` of them, or until their requests are the share ``load``
    of the nodes' capacity in some resource.
    """
    check_range(nodes=(nodes, 3), pods=(pods, 1), load=(load, 0.05, 0.8))
    check_size(parts=3 * nodes + 3 * pods)
    rng = np.random.default_rng(seed)
    pool = np.where(rng.random(nodes) < 0.7, 0, 1)
    zone = np.arange(nodes) % len(_ZONES)
    room = np.array([[POOLS[p][1] - 0.25, POOLS[p][2] - 0.6] for p in pool])
    placed, workloads = _place_pods(rng, room, pool, zone, pods, load)
    documents = [_node(j, int(pool[j]), int(zone[j])) for j in range(nodes)]
    documents += [_daemon(name, j) for name in ("proxy", "logs") for j in range(nodes)]
    counts: dict[str, int] = {}
    for w, j in placed:
        k = counts[w.name] = counts.get(w.name, -1) + 1
        documents += _pod(w, k, j, int(zone[j]))
    for w in workloads:
        if w.budget is not None and counts.get(w.name, -1) >= 0:
            documents.append(_budget(w, counts[w.name] + 1))
    return {"kind": "List", "apiVersion": "v1", "items": documents}


def _draw_workload(rng: np.random.Generator, number: int, pods: int) -> _Workload:
    cpu, memory = _SIZES[rng.choice(len(_SIZES), p=_CHANCES)]
    replicas = int(min(max(1, pods // 6), 1 + rng.geometric(0.18)))
    kind = rng.random()
    spread = replicas >= 3 and 0.3 <= kind < 0.55
    return _Workload(
        name=f"app-{number}",
        replicas=replicas,
        cpu=cpu,
        memory=memory,
        apart=kind < 0.3,
        spread=spread,
        follows=f"app-{number - 1}" if number > 0 and kind >= 0.96 else None,
        port=9000 + number if rng.random() < 0.04 else 0,
        pool=POOLS[0][0] if rng.random() < 0.08 else None,
        volumes=bool(rng.random() < 0.08),
        budget=max(1, replicas // 4) if rng.random() < 0.6 else None,
        priority=int(rng.choice([0, 0, 0, 100_000, 1_000_000])),
    )


def _place_pods(
    rng: np.random.Generator,
    room: FloatArray,
    pool: np.ndarray,
    zone: np.ndarray,
    pods: int,
    load: float,
) -> tuple[list[tuple[_Workload, int]], list[_Workload]]:
    """Return (workload, node) of each pod, and the workloads."""
    left, total = room.copy(), room.sum(axis=0)
    workloads: list[_Workload] = []
    kept: list[tuple[_Workload, int]] = []
    at: dict[str, np.ndarray] = {}
    used = np.zeros(2)
    while len(kept) < pods and (used / total).max() < load:
        w = _draw_workload(rng, len(workloads), pods)
        if w.follows is not None and w.follows not in at:
            continue
        workloads.append(w)
        count = at.setdefault(w.name, np.zeros(len(room), dtype=np.int64))
        mine: list[tuple[_Workload, int]] = []
        for _ in range(2 * w.replicas):
            fits = _nodes_with_room(w, left, count, pool, zone, at)
            if not fits.any():
                break
            free = (left / room).min(axis=1)
            j = int(np.argmax(np.where(fits, free + 0.02 * rng.random(len(room)), -1.0)))
            left[j] -= (w.cpu, w.memory)
            count[j] += 1
            mine.append((w, j))
        stay = _thin(rng, w, mine, zone)
        for _, j in mine:
            left[j] += (w.cpu, w.memory)
            count[j] -= 1
        for _, j in stay:
            left[j] -= (w.cpu, w.memory)
            count[j] += 1
            used += (w.cpu, w.memory)
        kept += stay
        if not count.any():
            workloads.pop()
            del at[w.name]
    return kept, workloads


def _nodes_with_room(
    w: _Workload,
    left: FloatArray,
    count: np.ndarray,
    pool: np.ndarray,
    zone: np.ndarray,
    at: dict[str, np.ndarray],
) -> BoolArray:
    """Return a mask of the nodes that can take one more pod of workload ``w``."""
    fits: BoolArray = np.asarray((left >= (w.cpu, w.memory)).all(axis=1))
    if w.pool is not None:
        fits &= pool == 0
    if w.apart or w.port:
        fits &= count == 0
    per_zone = np.bincount(zone, weights=count, minlength=len(_ZONES))
    if w.spread:
        even = np.asarray(per_zone - per_zone.min() <= 0)
        fits &= even[zone]
    if w.follows is not None:
        there = np.bincount(zone, weights=at[w.follows], minlength=len(_ZONES)) > 0
        fits &= there[zone]
    return fits


def _thin(
    rng: np.random.Generator, w: _Workload, mine: list[tuple[_Workload, int]], zone: np.ndarray
) -> list[tuple[_Workload, int]]:
    """Return pods that remain after random removal; with ``w.spread``, equally many per zone."""
    order = [mine[k] for k in rng.permutation(len(mine))]
    if not w.spread:
        return order[: w.replicas]
    by_zone = [[p for p in order if zone[p[1]] == z] for z in range(len(_ZONES))]
    each = min(max(1, w.replicas // len(_ZONES)), *(len(pods) for pods in by_zone))
    return [p for pods in by_zone for p in pods[:each]]


def _node(j: int, pool: int, zone: int) -> dict[str, Any]:
    kind, cpu, memory, _ = POOLS[pool]
    name = f"node-{j + 1:04d}"
    labels = {_HOST: name, _ZONE: _ZONES[zone], _TYPE: kind, "pool": f"pool-{pool + 1}"}
    allocatable = {
        "cpu": f"{round(1000 * cpu)}m",
        "memory": f"{int(memory * 2**20)}Ki",
        "ephemeral-storage": "95551679124",
        "pods": "110",
    }
    return {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {"name": name, "labels": labels},
        "spec": {},
        "status": {"allocatable": allocatable},
    }


def _daemon(name: str, j: int) -> dict[str, Any]:
    node = f"node-{j + 1:04d}"
    resources = {"requests": {"cpu": "100m", "memory": "200Mi"}}
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {
            "name": f"{name}-{j + 1}",
            "namespace": "kube-system",
            "labels": {"app": name},
            "ownerReferences": [{"kind": "DaemonSet", "name": name, "controller": True}],
        },
        "spec": {
            "nodeName": node,
            "priority": 2_000_001_000,
            "tolerations": [{"operator": "Exists"}],
            "containers": [{"name": name, "resources": resources}],
        },
        "status": {"phase": "Running"},
    }


def _pod(w: _Workload, k: int, j: int, zone: int) -> list[dict[str, Any]]:
    """Return pod k of a workload on node j, with its volume and claim if it has a volume."""
    name, labels = f"{w.name}-{k}", {"app": w.name}
    owner: dict[str, Any] = {"kind": "StatefulSet", "name": w.name, "controller": True}
    if not w.volumes:
        revision = "5d9c7b8f6"
        name = f"{w.name}-{revision}-{k}"
        labels["pod-template-hash"] = revision
        owner = {"kind": "ReplicaSet", "name": f"{w.name}-{revision}", "controller": True}
    container: dict[str, Any] = {
        "name": "main",
        "resources": {
            "requests": {"cpu": f"{round(1000 * w.cpu)}m", "memory": f"{int(1024 * w.memory)}Mi"}
        },
    }
    if w.port:
        container["ports"] = [{"containerPort": w.port, "hostPort": w.port, "protocol": "TCP"}]
    spec: dict[str, Any] = {
        "nodeName": f"node-{j + 1:04d}",
        "priority": w.priority,
        "containers": [container],
    }
    if w.pool is not None:
        spec["nodeSelector"] = {_TYPE: w.pool}
    required = "requiredDuringSchedulingIgnoredDuringExecution"
    own = {"matchLabels": {"app": w.name}}
    if w.apart:
        term = {"labelSelector": own, "topologyKey": _HOST}
        spec["affinity"] = {"podAntiAffinity": {required: [term]}}
    if w.follows is not None:
        other = {"labelSelector": {"matchLabels": {"app": w.follows}}, "topologyKey": _ZONE}
        spec.setdefault("affinity", {})["podAffinity"] = {required: [other]}
    if w.spread:
        spec["topologySpreadConstraints"] = [
            {
                "maxSkew": 1,
                "topologyKey": _ZONE,
                "whenUnsatisfiable": "DoNotSchedule",
                "labelSelector": own,
            }
        ]
    documents: list[dict[str, Any]] = []
    if w.volumes:
        claim = f"data-{name}"
        spec["volumes"] = [{"name": "data", "persistentVolumeClaim": {"claimName": claim}}]
        documents = _volume(claim, zone)
    pod = {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {
            "name": name,
            "namespace": "shop",
            "labels": labels,
            "ownerReferences": [owner],
        },
        "spec": spec,
        "status": {"phase": "Running"},
    }
    return [*documents, pod]


def _volume(claim: str, zone: int) -> list[dict[str, Any]]:
    expression = {"key": _ZONE, "operator": "In", "values": [_ZONES[zone]]}
    terms = {"nodeSelectorTerms": [{"matchExpressions": [expression]}]}
    return [
        {
            "apiVersion": "v1",
            "kind": "PersistentVolume",
            "metadata": {"name": f"pv-{claim}"},
            "spec": {"nodeAffinity": {"required": terms}},
        },
        {
            "apiVersion": "v1",
            "kind": "PersistentVolumeClaim",
            "metadata": {"name": claim, "namespace": "shop"},
            "spec": {"volumeName": f"pv-{claim}", "accessModes": ["ReadWriteOnce"]},
        },
    ]


def _budget(w: _Workload, pods: int) -> dict[str, Any]:
    most = min(pods, w.budget or 1)
    return {
        "apiVersion": "policy/v1",
        "kind": "PodDisruptionBudget",
        "metadata": {"name": w.name, "namespace": "shop"},
        "spec": {"maxUnavailable": most, "selector": {"matchLabels": {"app": w.name}}},
        "status": {"disruptionsAllowed": most},
    }
