"""The verdict of the simulated scheduler on each node: its scores, or the rules that refuse it."""

from typing import Any, TypeAlias

from ..kubernetes import REASONS, ListPerPod, admits, taints_against
from ..rollout.scheduler_arrays import SchedulerState
from ..rollout.scheduler_filters import find_nodes, prepare_filters
from ..rollout.scheduler_scores import (
    add_neighbours,
    add_preferences,
    add_spread,
    add_taints,
    balance_score,
    free_score,
)
from .cluster import PlacingCluster

CODES = {
    "unschedulable": "the node is cordoned, and the pod does not tolerate it",
    "node-name": "the pod names another node (nodeName)",
    "untolerated-taint": "the pod does not tolerate a taint NoSchedule or NoExecute of the node",
    "node-affinity": "the node does not meet the nodeSelector or the required node affinity",
    "host-port": "a pod on the node uses a host port of the pod",
    "too-many-pods": "the node has its largest number of pods",
    "insufficient-cpu": "the node has too little free cpu",
    "insufficient-memory": "the node has too little free memory",
    "insufficient-<resource>": "the node has too little free of another resource",
    "volume-zone": "the node cannot reach a volume of the pod",
    "topology-spread": "the pod would break one of its mandatory spread constraints",
    "pod-affinity": "no pod that the pod requires is in the node's domain",
    "pod-anti-affinity": "a pod that the pod must avoid is in the node's domain",
    "existing-anti-affinity": "a pod that must avoid the pod is in the node's domain",
}
_SOFT = "ScheduleAnyway"
_CORDON = "node.kubernetes.io/unschedulable"


Verdict: TypeAlias = dict[str, Any]  # with the keys of a node in the answer


def verdicts(cluster: PlacingCluster, state: SchedulerState, i: int) -> list[Verdict]:
    """Return the verdict on each node for pod i: its total score, or the reasons against it.

    The first reason is the one that the scheduler reports.
    """
    number = find_nodes(cluster.arrays, state, i, cluster.pin)
    scores = _scores(cluster, state, i, state.feasible[:number].tolist())
    prepare_filters(cluster.arrays, state, i, cluster.pin)
    found = [
        {
            "node": name,
            "feasible": j in scores,
            "score": sum(scores[j].values()) if j in scores else None,
            "scores": scores.get(j, {}),
            "reasons": [] if j in scores else _reasons(cluster, state, i, j),
        }
        for j, name in enumerate(cluster.names)
    ]
    assert all(verdict["feasible"] or verdict["reasons"] for verdict in found)
    return found


def _scores(
    cluster: PlacingCluster, state: SchedulerState, i: int, nodes: list[int]
) -> dict[int, dict[str, int]]:
    """Return each plugin's score times its weight, for the feasible nodes of pod i."""
    arrays = cluster.arrays
    images = arrays.terms.nodes.image[arrays.terms.nodes.image_of[i]]
    columns = {
        "NodeResourcesFit": [
            free_score(state.held[j], arrays.asks[i], arrays.has[j], arrays.packs) for j in nodes
        ],
        "NodeResourcesBalancedAllocation": [
            balance_score(state.taken[j], arrays.exact[i], arrays.has[j]) for j in nodes
        ],
        "ImageLocality": images[nodes].tolist(),
    }
    for plugin, add, pin in (
        ("TaintToleration", add_taints, ()),
        ("NodeAffinity", add_preferences, ()),
        ("InterPodAffinity", add_neighbours, ()),
        ("PodTopologySpread", add_spread, (cluster.pin,)),
    ):
        state.total[:] = 0
        add(arrays, state, i, len(nodes), *pin)
        columns[plugin] = state.total[: len(nodes)].tolist()
    return {
        j: {plugin: int(values[k]) for plugin, values in columns.items()}
        for k, j in enumerate(nodes)
    }


def _reasons(
    cluster: PlacingCluster, state: SchedulerState, i: int, j: int
) -> list[dict[str, str]]:
    """Return the rules that refuse node j, in the order of the scheduler's filters.

    `prepare_filters` must have been called for pod i.
    """
    facts, terms, pin = cluster.facts, cluster.arrays.terms, cluster.pin
    pod, node = facts.pods[i], facts.scene.nodes[j]
    taints = list(taints_against(node, pod))
    demand, room = cluster.arrays.demand[i].tolist(), state.room[j].tolist()
    counts = {c: _count(cluster, state, c, j) for c in numbers_of(terms.forbids, i)}
    against = {REASONS[terms.reason[c]] for c, count in counts.items() if count > 0}
    mates = min((_count(cluster, state, c, j) for c in numbers_of(terms.requires, i)), default=1)
    hard = (c for c in pod.spec.topology_spread_constraints if c.when_unsatisfiable != _SOFT)
    lacking = [c.topology_key for c in hard if c.topology_key not in node.metadata.labels]
    rules: list[tuple[str, bool, str]] = [
        ("unschedulable", any(taint.key == _CORDON for taint in taints), ""),
        ("node-name", pin not in (-1, j), ""),
        *(
            ("untolerated-taint", True, f"untolerated taint {t.key}={t.value}:{t.effect}")
            for t in taints
            if t.key != _CORDON
        ),
        ("node-affinity", not admits(node, pod, taints=False), ""),
        ("host-port", "host-port" in against, ""),
        *(
            (
                "too-many-pods" if resource == "pods" else f"insufficient-{resource}",
                asked > max(free, 0),
                f"{amount_words(resource, asked)} {resource} requested, "
                f"{amount_words(resource, free)} free",
            )
            for resource, asked, free in zip(cluster.resources, demand, room, strict=True)
        ),
        ("volume-zone", not facts.reaches_volumes(pod, node), ""),
        (
            "topology-spread",
            bool(state.closed[j]),
            f"the node lacks the label {' and '.join(lacking)} of a spread" if lacking else "",
        ),
        ("pod-affinity", mates < 0 or (mates == 0 and not is_first(cluster, state, i)), ""),
        ("pod-anti-affinity", "pod-anti-affinity" in against, ""),
        ("existing-anti-affinity", "existing-anti-affinity" in against, ""),
    ]
    refusing = ((code, words or CODES[code]) for code, refuses, words in rules if refuses)
    return [{"code": code, "message": words} for code, words in refusing]


def amount_words(resource: str, amount: int) -> str:
    """Return an amount in Kubernetes' notation: cpu in thousandths, others in bytes or numbers."""
    return f"{amount}m" if resource == "cpu" else str(amount)


def is_first(cluster: PlacingCluster, state: SchedulerState, i: int) -> bool:
    """Return whether pod i meets its required affinity itself, as no pod of the cluster does."""
    terms = cluster.arrays.terms
    counters = numbers_of(terms.requires, i)
    counts = (state.matching[terms.offset[c] : terms.offset[c + 1]] for c in counters)
    return bool(terms.own_mate[i]) and not any(each.any() for each in counts)


def _count(cluster: PlacingCluster, state: SchedulerState, counter: int, j: int) -> int:
    """Return the pods that a counter counts in the domain of node j; -1 without a domain."""
    terms = cluster.arrays.terms
    d = int(terms.label[terms.key[counter], j])
    return -1 if d < 0 else int(state.matching[terms.offset[counter] + d])


def numbers_of(rows: ListPerPod, i: int) -> list[int]:
    """Return the numbers in the list of pod i."""
    numbers: list[int] = rows.value[rows.start[i] : rows.start[i + 1]].tolist()
    return numbers
