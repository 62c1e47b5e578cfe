"""The fewest changes of the object and of a node's labels, and the cheapest node to add."""

from collections.abc import Iterator, Mapping, Sequence
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
from ..rollout.scheduler_arrays import SchedulerState
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
    requests: Mapping[str, int]

    @property
    def number(self) -> int:
        """The number of changes."""
        return len(self.keys) + len(self.labels) + len(self.requests)

    def applied(self, cluster: PlacingCluster) -> PlacingCluster:
        """Return the cluster after the changes."""
        nodes, pods = list(cluster.facts.scene.nodes), list(cluster.facts.pods)
        nodes[self.node] = _labelled(nodes[self.node], self.labels)
        more = tuple(Toleration(key=key, operator="Exists") for key in self.keys)
        for i in cluster.new:
            spec, whole = pods[i].spec, pods[i].spec.resources
            lower = {
                r: Fraction(amount, 1000 if r == "cpu" else 1) - spec.overhead.get(r, 0)
                for r, amount in self.requests.items()
            }
            resources = whole.model_copy(update={"requests": {**whole.requests, **lower}})
            new = {"tolerations": (*spec.tolerations, *more), "resources": resources}
            pods[i] = pods[i].model_copy(update={"spec": spec.model_copy(update=new)})
        return cluster.with_facts(nodes, pods)

    def as_documents(self, cluster: PlacingCluster) -> Iterator[dict[str, Any]]:
        """Yield a JSON document for each change."""
        for key in self.keys:
            yield {"kind": "toleration", "toleration": {"key": key, "operator": "Exists"}}
        for key, value in self.labels.items():
            node = cluster.names[self.node]
            yield {"kind": "label", "node": node, "key": key, "value": value}
        for resource, amount in self.requests.items():
            now = cluster.arrays.demand[cluster.new[0], cluster.resources.index(resource)]
            words = {"from": amount_words(resource, int(now)), "to": amount_words(resource, amount)}
            yield {"kind": "request", "resource": resource, **words}


def fewest_changes(
    cluster: PlacingCluster, verdicts: Sequence[Verdict], until: float
) -> tuple[Changes | None, bool]:
    """Return the fewest changes that admit all new pods, and whether fewer cannot."""
    state, pods = cluster.state(), len(cluster.new)
    tries = [
        changes
        for j, verdict in enumerate(verdicts)
        for share in range(1, min(pods, _SHARES) + 1)
        if (changes := _changes(cluster, state, verdict, j, share)) is not None
    ]
    spec = cluster.facts.pods[cluster.new[0]].spec
    for number, changes in enumerate(sorted(tries, key=lambda changes: changes.number)):
        if monotonic() > until:
            return None, False
        after = changes.applied(cluster)
        if -1 not in after.place_new(after.state()):
            alone = pods == 1 and number == 0 and not spec.topology_spread_constraints
            return changes, changes.number == 1 or alone
    return None, not tries and not spec.topology_spread_constraints


def _changes(
    cluster: PlacingCluster, state: SchedulerState, verdict: Verdict, j: int, share: int
) -> Changes | None:
    """Return the changes after which node j has room for ``share`` new pods; None if none help."""
    i = cluster.new[0]
    pod, node = cluster.facts.pods[i], cluster.facts.scene.nodes[j]
    keys = tuple(dict.fromkeys(taint.key for taint in taints_against(node, pod)))
    labels = _labels(node, pod)
    requests = {}
    demand, room = cluster.arrays.demand[i].tolist(), state.room[j].tolist()
    for resource, asked, free in zip(cluster.resources, demand, room, strict=True):
        if asked > 0 and asked * share > free:
            requests[resource] = free // share
    hopeless = not all(reason["code"].startswith(_FIXABLE) for reason in verdict["reasons"])
    hopeless |= "pods" in requests or any(amount <= 0 for amount in requests.values())
    if hopeless or labels is None or any(key in _ABSENT for key in keys):
        return None
    return Changes(j, keys, labels, requests)


def _labels(node: KubernetesNode, pod: Pod) -> dict[str, str | None] | None:
    """Return the fewest labels to set (None: to remove) so that the pod may be on the node."""
    own, required = node.metadata.labels, pod.spec.affinity.node_affinity.required
    wanted = pod.spec.node_selector.items()
    missing: dict[str, str | None] = {key: value for key, value in wanted if own.get(key) != value}
    options = [missing]
    for term in () if required is None else required.node_selector_terms:
        values = {each.key: _value(each.operator, each.values) for each in term.match_expressions}
        changed = {key: value for key, value in values.items() if own.get(key) != value}
        options += [{**dict([pair]), **missing} for pair in changed.items()]
        options.append({**changed, **missing})
    able = (each for each in options if admits(_labelled(node, each), pod, taints=False))
    return min(able, key=len, default=None)


def _value(operator: str, values: Sequence[str]) -> str | None:
    """Return a value that meets a condition on a label; None if the label must be absent."""
    if operator in ("Gt", "Lt"):
        return str(int(values[0]) + (1 if operator == "Gt" else -1))
    return None if operator in ("NotIn", "DoesNotExist") else next(iter(values), "true")


def _labelled(node: KubernetesNode, labels: Mapping[str, str | None]) -> KubernetesNode:
    kept = {key: value for key, value in node.metadata.labels.items() if key not in labels}
    kept |= {key: value for key, value in labels.items() if value is not None}
    return node.model_copy(update={"metadata": node.metadata.model_copy(update={"labels": kept})})


def cheapest_node(
    cluster: PlacingCluster, offers: Sequence[OfferedType], until: float
) -> tuple[dict[str, Any] | None, bool]:
    """Return the cheapest nodes of one type that admit all new pods, and whether none are cheaper.

    The pods of DaemonSets that would run on such nodes reduce their room.
    """
    tries = [
        (offer.price * copies, copies, offer)
        for offer in offers
        for copies in range(1, min(offer.at_most, len(cluster.new)) + 1)
    ]
    least = min((offer.price for offer in offers), default=0.0)
    for total, copies, offer in sorted(tries, key=lambda each: each[:2]):
        if monotonic() > until:
            return None, False
        after = _with_nodes(cluster, offer, copies)
        if -1 not in after.place_new(after.state()):
            node = {"name": offer.name, "count": copies, "price": total}
            return node | {"currency": offer.currency}, len(cluster.new) == 1 or total <= 2 * least
    return None, len(cluster.new) == 1


def _with_nodes(cluster: PlacingCluster, offer: OfferedType, copies: int) -> PlacingCluster:
    scene, nodes, pods = cluster.facts.scene, [], []
    daemons = {
        owner.name: pod
        for pod in scene.pods
        for owner in pod.metadata.owner_references
        if owner.kind == "DaemonSet"
    }
    for number in range(1, copies + 1):
        name = f"{offer.name}-new-{number}"
        node = _labelled(offer.node, {"kubernetes.io/hostname": name})
        metadata = node.metadata.model_copy(update={"name": name})
        nodes.append(node.model_copy(update={"metadata": metadata}))
        for daemon in map(without_its_node, daemons.values()):
            if admits(nodes[-1], daemon):
                spec = daemon.spec.model_copy(update={"node_name": name})
                named = daemon.metadata.model_copy(
                    update={"name": f"{daemon.metadata.name}-{name}"}
                )
                pods.append(daemon.model_copy(update={"spec": spec, "metadata": named}))
    return cluster.with_facts([*scene.nodes, *nodes], [*scene.pods, *pods])
