"""Random Kubernetes clusters in kubectl's format: workloads, rules, volumes and budgets.

Pods are placed one after another on the least allocated node, as the scheduler does by default.
Then many are removed, so that the remaining pods are thinly spread and break no rule.
"""

import json
from typing import Any

import numpy as np

from optgap.faults import check_range, check_size
from optgap.problem import BoolArray, FloatArray, IntArray
from optgap.reports import page_template

_ZONES = ("zone-a", "zone-b", "zone-c")
# type, cpu and memory that pods may have, price per hour
POOLS = (("m5.2xlarge", 7.91, 30.0, 0.384), ("c5.4xlarge", 15.89, 28.5, 0.68))
_SIZES = ((0.1, 0.125), (0.1, 0.25), (0.25, 0.5), (0.5, 1.0), (0.5, 2.0), (1.0, 2.0), (1.0, 4.0),
          (2.0, 4.0), (2.0, 8.0))  # fmt: skip
_CHANCES = (0.12, 0.15, 0.2, 0.15, 0.12, 0.1, 0.08, 0.05, 0.03)


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
    facts = [
        {
            "name": f"node-{j + 1:04d}",
            "zone": _ZONES[zone[j]],
            "type": POOLS[p][0],
            "pool": p + 1,
            "cpu": round(1000 * POOLS[p][1]),
            "memory": int(POOLS[p][2] * 2**20),
        }
        for j, p in enumerate(pool.tolist())
    ]
    template = page_template(__package__.rpartition(".")[0], "generated.json.j2")
    workloads = _place_pods(rng, pool, zone, pods, load)
    dump: dict[str, Any] = json.loads(template.render(nodes=facts, workloads=workloads))
    dump["items"].pop()  # the null after the last comma
    return dump


def _draw_workload(rng: np.random.Generator, number: int, pods: int) -> dict[str, Any]:
    """Return a Deployment, or, with ``volumes``, a StatefulSet whose volumes lie in zones."""
    cpu, memory = _SIZES[rng.choice(len(_SIZES), p=_CHANCES)]
    replicas = int(min(max(1, pods // 6), 1 + rng.geometric(0.18)))
    kind = rng.random()
    return {
        "name": f"app-{number}",
        "replicas": replicas,
        "size": (cpu, memory),
        "milli_cpu": f"{round(1000 * cpu)}m",
        "mebibytes": f"{int(1024 * memory)}Mi",
        "apart": kind < 0.3,
        "spread": replicas >= 3 and 0.3 <= kind < 0.55,
        "follows": f"app-{number - 1}" if number > 0 and kind >= 0.96 else None,
        "port": 9000 + number if rng.random() < 0.04 else 0,
        "pool": POOLS[0][0] if rng.random() < 0.08 else None,
        "volumes": bool(rng.random() < 0.08),
        "budget": max(1, replicas // 4) if rng.random() < 0.6 else None,
        "priority": int(rng.choice([0, 0, 0, 100_000, 1_000_000])),
    }


def _place_pods(
    rng: np.random.Generator, pool: IntArray, zone: IntArray, pods: int, load: float
) -> list[tuple[dict[str, Any], list[int]]]:
    """Return the workloads, each with the nodes of its pods."""
    room = np.array([[POOLS[p][1] - 0.25, POOLS[p][2] - 0.6] for p in pool])
    left, used = room.copy(), np.zeros(2)
    placed: list[tuple[dict[str, Any], list[int]]] = []
    at: dict[str, IntArray] = {}  # pods on each node, by workload
    while sum(len(nodes) for _, nodes in placed) < pods and (used / room.sum(axis=0)).max() < load:
        w = _draw_workload(rng, len(placed), pods)
        if w["follows"] is not None and w["follows"] not in at:
            continue
        count = np.zeros(len(room), dtype=np.int64)
        tried: list[int] = []
        for _ in range(2 * w["replicas"]):
            fits = _nodes_with_room(w, left, count, pool, zone, at)
            if not fits.any():
                break
            free = (left / room).min(axis=1)
            j = int(np.argmax(np.where(fits, free + 0.02 * rng.random(len(room)), -1.0)))
            left[j] -= w["size"]
            count[j] += 1
            tried.append(j)
        stay = _thin(rng, w, tried, zone)
        for j in tried:
            left[j] += w["size"]
        for j in stay:
            left[j] -= w["size"]
            used += w["size"]
        if stay:
            placed.append((w, stay))
            at[w["name"]] = np.bincount(stay, minlength=len(room))
    return placed


def _nodes_with_room(
    w: dict[str, Any],
    left: FloatArray,
    count: IntArray,
    pool: IntArray,
    zone: IntArray,
    at: dict[str, IntArray],
) -> BoolArray:
    """Return a mask of the nodes that can take one more pod of workload ``w``."""
    fits: BoolArray = np.asarray((left >= w["size"]).all(axis=1))
    if w["pool"] is not None:
        fits &= pool == 0
    if w["apart"] or w["port"]:
        fits &= count == 0
    if w["spread"]:
        per_zone = np.bincount(zone, weights=count, minlength=len(_ZONES))
        fits &= (per_zone == per_zone.min())[zone]
    if w["follows"] is not None:
        fits &= np.bincount(zone, weights=at[w["follows"]], minlength=len(_ZONES))[zone] > 0
    return fits


def _thin(
    rng: np.random.Generator, w: dict[str, Any], tried: list[int], zone: IntArray
) -> list[int]:
    """Return pods that remain after random removal; with ``spread``, equally many per zone."""
    order = [tried[k] for k in rng.permutation(len(tried))]
    if not w["spread"]:
        return order[: w["replicas"]]
    by_zone = [[j for j in order if zone[j] == z] for z in range(len(_ZONES))]
    each = min(max(1, w["replicas"] // len(_ZONES)), *map(len, by_zone))
    return [j for nodes in by_zone for j in nodes[:each]]
