"""The answer to where new pods would be placed: verdicts, nodes, and what would admit them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any, Literal, TypeAlias, get_args

from ....core.faults import input_error, quantity
from ..kubernetes import OfferedType, read_offers
from .changes import cheapest_node, fewest_changes
from .cluster import PlacingCluster, read_question
from .searches import fewest_evictions, most_replicas
from .verdicts import Verdict, verdicts
from .victims import victims

FixKind: TypeAlias = Literal["evictions", "labels", "node"]
Part: TypeAlias = str | Path | Mapping[str, Any]
_LOOKS_AT_ALL = 100  # nodes up to which the scheduler looks at all


@dataclass(frozen=True)
class PodPlacement:
    """Where the new pods of an object would be placed, and what would admit them."""

    document: dict[str, Any]
    is_stopped: bool = False  # the search for what would admit them ended at its limit

    @property
    def is_admitted(self) -> bool:
        """Whether all replicas find a node now, without preemption."""
        return bool(self.document["admitted"])

    def as_document(self) -> dict[str, Any]:
        """Return the answer as a JSON document."""
        return self.document


def place(
    pod: Part,
    cluster: Part | Sequence[Part],
    *,
    replicas: int | None = None,
    fix: FixKind = "evictions",
    offers: str | Path | None = None,
    time_limit: float = 60.0,
) -> PodPlacement:
    """Return where kube-scheduler would place the pods of an object that does not exist yet.

    ``pod`` is a Pod, Deployment, StatefulSet, ReplicaSet or Job: a file or a document.  ``cluster``
    is a dump of ``kubectl get -o json`` in one or several parts, or an imported instance.  ``fix``
    is what is computed for pods that are not admitted: the fewest evictions, the fewest changes of
    tolerations, labels and requests, or the cheapest node in the CSV file ``offers``.
    """
    if fix not in get_args(FixKind):
        raise input_error("--fix", f"must be {', '.join(get_args(FixKind))}", fix)
    if (fix == "node") != (offers is not None):
        raise input_error("--offers", "must be a file with --fix node, and is only valid with it")
    parts = [cluster] if isinstance(cluster, (str, Path, Mapping)) else cluster
    paths = [part if isinstance(part, Mapping) else Path(part) for part in parts]
    offered = [] if offers is None else read_offers(Path(offers))
    question = read_question(pod if isinstance(pod, Mapping) else Path(pod), paths, replicas)
    return placement_in(question, fix, offered, monotonic() + time_limit)


def placement_in(
    cluster: PlacingCluster, fix: FixKind, offers: Sequence[OfferedType], until: float
) -> PodPlacement:
    """Return the answer for the new pods of a cluster."""
    state = cluster.state()
    nodes = verdicts(cluster, state, cluster.new[0])
    scores = {each["node"]: each["score"] for each in nodes if each["feasible"]}
    chosen = cluster.place_new(state)
    most = most_replicas(cluster, until)
    document: dict[str, Any] = {
        "pod": cluster.made.name,
        "admitted": -1 not in chosen,
        "nodes": nodes,
        "best": [name for name, score in scores.items() if score == max(scores.values())],
        "preempts": [],
        "fix": None,
        "at_most": most.at_most if most.at_most == most.at_least else None,
        "replicas": len(chosen),
        "placed": [cluster.names[j] for j in chosen if j >= 0],
        "notes": list(_notes(cluster)),
    }
    if document["at_most"] is None:
        words = "replicas fit at once: at least {}, at most {}"
        document["notes"].append(words.format(most.at_least, most.at_most or "unknown"))
    if -1 not in chosen:
        return PodPlacement(document)
    document["preempts"] = list(victims(cluster, state, cluster.new[chosen.index(-1)]))
    document["fix"], is_exact = _fix(cluster, fix, offers, nodes, until)
    if scores:
        last = verdicts(cluster, state, cluster.new[chosen.index(-1)])
        codes = [each["reasons"][0]["code"] for each in last]
        counts = (f"{quantity(codes.count(code), 'node')} {code}" for code in dict.fromkeys(codes))
        words = f"replica {chosen.index(-1) + 1} finds no node: {', '.join(counts)}"
        document["notes"].append(words)
    if document["fix"] is None:
        what = f"the search for a fix ({fix})"
        words = "found that none exists" if is_exact else "ended without one, and none is excluded"
        document["notes"].append(f"{what} {words}")
    return PodPlacement(document, document["fix"] is None and not is_exact)


def _fix(
    cluster: PlacingCluster,
    kind: FixKind,
    offers: Sequence[OfferedType],
    nodes: list[Verdict],
    until: float,
) -> tuple[dict[str, Any] | None, bool]:
    """Return what would admit the new pods, and whether the search was complete."""
    made: dict[str, Any] = {"kind": kind, "evictions": [], "changes": [], "node": None}
    if kind == "evictions":
        found = fewest_evictions(cluster, until)
        if found.moves is None:
            return None, found.at_least is None
        pods, names, home = cluster.facts.pods, cluster.names, cluster.arrays.home
        steps = [
            {"pod": pods[k].name, "from": names[home[k]], "to": names[j]} for k, j in found.moves
        ]
        made |= {"at_least": found.at_least, "placed": [names[j] for j in found.nodes]}
        proven = found.at_least == len(steps)
        return made | {"evictions": steps, "proven": proven}, proven
    if kind == "labels":
        changes, proven = fewest_changes(cluster, nodes, until)
        if changes is None:
            return None, proven
        return made | {"changes": changes.as_documents(cluster.names), "proven": proven}, proven
    node, proven = cheapest_node(cluster, offers, until)
    return None if node is None else made | {"node": node, "proven": proven}, proven


def _notes(cluster: PlacingCluster) -> Iterator[str]:
    """Yield what the answer leaves out."""
    yield from cluster.made.notes
    doubts = (cluster.facts.doubts.get(name) for name in cluster.made.pods)
    for doubt in dict.fromkeys(doubt for doubt in doubts if doubt):
        yield f"not modelled: the new pods {doubt}"
    waiting = sum(1 for pod in cluster.facts.pods if not pod.spec.node_name) - len(cluster.new)
    if waiting:
        yield f"{quantity(waiting, 'other pod waits', 'other pods wait')} and may take the room"
    if len(cluster.names) > _LOOKS_AT_ALL:
        yield "in a cluster of over 100 nodes the scheduler looks at a part of the nodes"
