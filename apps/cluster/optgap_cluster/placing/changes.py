"""The fewest changes of the object and of a node's labels, and the cheapest node to add."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from time import monotonic
from typing import Any, NamedTuple

from ..kubernetes import (
    KubernetesNode,
    OfferedType,
    Pod,
    Toleration,
    admits,
    taints_against,
    without_its_node,
)
from .cluster import PlacingCluster
from .verdicts import Verdict, amount_words

_FIXABLE = ("untolerated-taint", "unschedulable", "node-affinity", "insufficient-")
_ABSENT = ("node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable")
_SHARES = 16  # new pods on one node, up to which a lower request is tried


class Changes(NamedTuple):
    """Changes that admit the new pods on a node: tolerated keys, labels, and requests to lower."""

    node: int
    keys: tuple[str, ...]
    labels: Mapping[str, str | None]
    requests: Mapping[str, tuple[int, int]]  # from, to

    @property
    def number(self) -> int:
        """The number of changes."""
        return len(self.keys) + len(self.labels) + len(self.requests)

    @property
    def order(self) -> tuple[int, float]:
        """The number of changes, and the share of the requests that is lost."""
        return self.number, sum(1 - amount / now for now, amount in self.requests.values())

    def applied(self, cluster: PlacingCluster) -> PlacingCluster:
        """Return the cluster after the changes."""
        nodes, pods = list(cluster.facts.scene.nodes), list(cluster.facts.pods)
        nodes[self.node] = _labelled(nodes[self.node], self.labels)
        more = tuple(Toleration(key=key, operator="Exists") for key in self.keys)
        for i in cluster.new:
            spec, whole = pods[i].spec, pods[i].spec.resources
            lower = {
                r: Fraction(amount, 1000 if r == "cpu" else 1) - spec.overhead.get(r, 0)
                for r, (_, amount) in self.requests.items()
            }
            resources = whole.model_copy(update={"requests": {**whole.requests, **lower}})
            new = {"tolerations": (*spec.tolerations, *more), "resources": resources}
            pods[i] = pods[i].model_copy(update={"spec": spec.model_copy(update=new)})
        return cluster.with_facts(nodes, pods)

    def as_documents(self, names: Sequence[str]) -> list[dict[str, Any]]:
        """Return a JSON document for each change; ``names`` are those of the nodes."""
        tolerations = ({"key": key, "operator": "Exists"} for key in self.keys)
        requests = (
            (r, *(amount_words(r, each) for each in amounts))
            for r, amounts in self.requests.items()
        )
        return [
            *({"kind": "toleration", "toleration": each} for each in tolerations),
            *(
                {"kind": "label", "node": names[self.node], "key": key, "value": value}
                for key, value in self.labels.items()
            ),
            *({"kind": "request", "resource": r, "from": a, "to": b} for r, a, b in requests),
        ]


def fewest_changes(
    cluster: PlacingCluster, verdicts: Sequence[Verdict], until: float
) -> tuple[dict[str, Any] | None, bool]:
    """Return the fewest changes that admit all new pods, and whether fewer cannot."""
    pods = len(cluster.new)
    room = cluster.state().room
    tries = [
        _changes(cluster, verdict, j, (room[j] // share).tolist())
        for j, verdict in enumerate(verdicts)
        for share in range(1, min(pods, _SHARES) + 1)
    ]
    able = sorted((each for each in tries if each is not None), key=lambda each: each.order)
    is_free = not cluster.facts.pods[cluster.new[0]].spec.topology_spread_constraints
    for number, changes in enumerate(able):
        after = changes.applied(cluster)
        if monotonic() > until:
            return None, False
        if -1 not in after.place_new(after.state()):
            proven = changes.number == 1 or (pods == 1 and number == 0 and is_free)
            return {"changes": changes.as_documents(cluster.names)}, proven
    return None, is_free and not able


def _changes(cluster: PlacingCluster, verdict: Verdict, j: int, share: list[int]) -> Changes | None:
    """Return the changes after which a share of node j is enough for a new pod; None if none is."""
    i = cluster.new[0]
    pod, node = cluster.facts.pods[i], cluster.facts.scene.nodes[j]
    keys = tuple(dict.fromkeys(taint.key for taint in taints_against(node, pod)))
    labels, demand = _labels(node, pod), cluster.arrays.demand[i].tolist()
    requests = {
        resource: (asked, free)
        for resource, asked, free in zip(cluster.resources, demand, share, strict=True)
        if asked > max(0, free)
    }
    able = all(reason["code"].startswith(_FIXABLE) for reason in verdict["reasons"])
    able &= "pods" not in requests and all(amount > 0 for _, amount in requests.values())
    if labels is None or not able or {*keys} & {*_ABSENT}:
        return None
    return Changes(j, keys, labels, requests)


def _labels(node: KubernetesNode, pod: Pod) -> dict[str, str | None] | None:
    """Return the fewest labels to set (None: to remove) so that the pod may be on the node."""
    own, required = node.metadata.labels, pod.spec.affinity.node_affinity.required
    wanted = pod.spec.node_selector.items()
    missing: dict[str, str | None] = {key: value for key, value in wanted if own.get(key) != value}
    options = [missing]
    for term in () if required is None else required.node_selector_terms:
        values = ((each.key, _value(each.operator, each.values)) for each in term.match_expressions)
        changed = [pair for pair in values if own.get(pair[0]) != pair[1]]
        options += [{**dict(some), **missing} for some in (*zip(changed), changed)]
    able = (each for each in options if admits(_labelled(node, each), pod, taints=False))
    return min(able, key=len, default=None)


def _value(operator: str, values: Sequence[str]) -> str | None:
    """Return a value that meets a condition on a label; None if the label must be absent."""
    if operator in ("Gt", "Lt"):
        return str(int(values[0]) + (1 if operator == "Gt" else -1))
    return None if operator in ("NotIn", "DoesNotExist") else next(iter(values), "true")


def _labelled(node: KubernetesNode, labels: Mapping[str, str | None]) -> KubernetesNode:
    every = {**node.metadata.labels, **labels}
    kept = {key: value for key, value in every.items() if value is not None}
    return node.model_copy(update={"metadata": node.metadata.model_copy(update={"labels": kept})})


def cheapest_node(
    cluster: PlacingCluster, offers: Sequence[OfferedType], until: float
) -> tuple[dict[str, Any] | None, bool]:
    """Return the cheapest nodes of one type that admit all new pods, and whether none are cheaper.

    The pods of DaemonSets that would run on such nodes reduce their room.
    """
    pods = len(cluster.new)
    tries = [
        (offer.price * copies, copies, offer)
        for offer in offers
        for copies in range(1, min(offer.at_most, pods) + 1)
    ]
    least = min((offer.price for offer in offers), default=0.0)
    for total, copies, offer in sorted(tries, key=lambda each: each[:2]):
        after = _with_nodes(cluster, offer.node, copies)
        if monotonic() > until:
            return None, False
        if -1 not in after.place_new(after.state()):
            node = {"name": offer.name, "count": copies, "price": total}
            proven = pods == 1 or total <= 2 * least
            return {"node": {**node, "currency": offer.currency}}, proven
    return None, pods == 1


def _with_nodes(cluster: PlacingCluster, like: KubernetesNode, copies: int) -> PlacingCluster:
    """Return the cluster with new nodes, and the pods of DaemonSets that would run on them."""
    scene = cluster.facts.scene
    nodes, pods = list(scene.nodes), list(scene.pods)
    owners = ((owner, pod) for pod in pods for owner in pod.metadata.owner_references)
    daemons = {owner.name: pod for owner, pod in owners if owner.kind == "DaemonSet"}
    for number in range(copies):
        name = f"{like.metadata.name}-new-{number + 1}"
        node = _labelled(like, {"kubernetes.io/hostname": name})
        node = node.model_copy(update={"metadata": _named(node, name)})
        nodes.append(node)
        for daemon in map(without_its_node, daemons.values()):
            if admits(node, daemon):
                spec = daemon.spec.model_copy(update={"node_name": name})
                named = _named(daemon, f"{daemon.metadata.name}-{name}")
                pods.append(daemon.model_copy(update={"spec": spec, "metadata": named}))
    return cluster.with_facts(nodes, pods)


def _named(record: KubernetesNode | Pod, name: str) -> Any:
    return record.metadata.model_copy(update={"name": name})
