"""The verdict of the simulated scheduler on each node: its scores, or the rules that refuse it."""

from collections.abc import Iterator
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
HOST_PORT = "host-port"
_CORDON = "node.kubernetes.io/unschedulable"


Reason: TypeAlias = dict[str, str]  # a code and a message
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
            "reasons": [] if j in scores else [*_reasons(cluster, state, i, j)],
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


def _reasons(cluster: PlacingCluster, state: SchedulerState, i: int, j: int) -> Iterator[Reason]:
    """Yield the rules that refuse node j, in the order of the scheduler's filters.

    `prepare_filters` must have been called for pod i.
    """
    facts = cluster.facts
    pod, node = facts.pods[i], facts.scene.nodes[j]
    taints = list(taints_against(node, pod))
    if any(taint.key == _CORDON for taint in taints):
        yield _reason("unschedulable")
    if cluster.pin not in (-1, j):
        yield _reason("node-name", f"the pod names node {cluster.names[cluster.pin]}")
    for taint in taints:
        if taint.key != _CORDON:
            value = f"={taint.value}" if taint.value else ""
            yield _reason(
                "untolerated-taint", f"untolerated taint {taint.key}{value}:{taint.effect}"
            )
    if not admits(node, pod, taints=False):
        yield _reason("node-affinity")
    against = {*codes_against(cluster, state, i, j)}
    if HOST_PORT in against:
        yield _reason(HOST_PORT)
    yield from _short_resources(cluster, state, i, j)
    if not facts.reaches_volumes(pod, node):
        yield _reason("volume-zone")
    if state.closed[j]:
        keys = [key for key in _spread_keys(cluster, i) if key not in node.metadata.labels]
        lacks = f"the node lacks the label {' and '.join(keys)} of a mandatory spread constraint"
        yield _reason("topology-spread", lacks if keys else "")
    if not has_mates(cluster, state, i, j):
        yield _reason("pod-affinity")
    yield from (_reason(code) for code in REASONS if code in against - {HOST_PORT})


def _reason(code: str, message: str = "") -> Reason:
    return {"code": code, "message": message or CODES[code]}


def _short_resources(
    cluster: PlacingCluster, state: SchedulerState, i: int, j: int
) -> Iterator[Reason]:
    demand, room = cluster.arrays.demand[i].tolist(), state.room[j].tolist()
    for resource, asked, free in zip(cluster.resources, demand, room, strict=True):
        if asked > 0 and asked > free and resource == "pods":
            yield _reason("too-many-pods")
        elif asked > 0 and asked > free:
            what = f"{amount_words(resource, asked)} requested, {amount_words(resource, free)} free"
            yield _reason(f"insufficient-{resource}", f"insufficient {resource}: {what}")


def amount_words(resource: str, amount: int) -> str:
    """Return an amount in Kubernetes' notation: cpu in thousandths, others in bytes or numbers."""
    if resource == "cpu":
        return f"{amount}m"
    for unit in ("Gi", "Mi", "Ki"):
        size = 2 ** (10 * ("Ki", "Mi", "Gi").index(unit) + 10)
        if amount and amount % size == 0 and "/" not in resource:
            return f"{amount // size}{unit}"
    return str(amount)


def _spread_keys(cluster: PlacingCluster, i: int) -> Iterator[str]:
    for constraint in cluster.facts.pods[i].spec.topology_spread_constraints:
        if constraint.when_unsatisfiable == "DoNotSchedule":
            yield constraint.topology_key


# The terms between pods, by the counters of the simulation.


def codes_against(cluster: PlacingCluster, state: SchedulerState, i: int, j: int) -> Iterator[str]:
    """Yield the reasons why pods in the domains of node j keep pod i away."""
    terms = cluster.arrays.terms
    for counter in numbers_of(terms.forbids, i):
        if count_at(cluster, state, counter, j) > 0:
            yield REASONS[terms.reason[counter]]


def has_mates(cluster: PlacingCluster, state: SchedulerState, i: int, j: int) -> bool:
    """Return whether node j meets the required affinity of pod i, or the pod is the first one."""
    terms = cluster.arrays.terms
    counters = numbers_of(terms.requires, i)
    counts = [count_at(cluster, state, counter, j) for counter in counters]
    if any(count < 0 for count in counts):
        return False
    first = bool(terms.own_mate[i]) and is_first(cluster, state, i)
    return first or all(count > 0 for count in counts)


def is_first(cluster: PlacingCluster, state: SchedulerState, i: int) -> bool:
    """Return whether no pod of the cluster meets the required affinity of pod i."""
    terms = cluster.arrays.terms
    return not any(
        state.matching[terms.offset[c] : terms.offset[c + 1]].any()
        for c in numbers_of(terms.requires, i)
    )


def count_at(cluster: PlacingCluster, state: SchedulerState, counter: int, j: int) -> int:
    """Return the pods that a counter counts in the domain of node j; -1 without a domain."""
    terms = cluster.arrays.terms
    d = int(terms.label[terms.key[counter], j])
    return -1 if d < 0 else int(state.matching[terms.offset[counter] + d])


def numbers_of(rows: ListPerPod, i: int) -> list[int]:
    """Return the numbers in the list of pod i."""
    numbers: list[int] = rows.value[rows.start[i] : rows.start[i + 1]].tolist()
    return numbers
