"""The answer to where new pods would be placed: verdicts, nodes, and what would admit them."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from time import monotonic
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

from optgap.faults import check_range, input_error, quantity

from ..kubernetes import OfferedType, read_offers
from .changes import cheapest_node, fewest_changes
from .cluster import PlacingCluster, read_question
from .new_pods import MOST
from .searches import Most, fewest_evictions, most_replicas
from .verdicts import verdicts
from .victims import victims

FixKind: TypeAlias = Literal["evictions", "labels", "node"]
Part: TypeAlias = str | Path | Mapping[str, Any]
_LOOKS_AT_ALL = 100  # nodes up to which the scheduler looks at all


class PodPlacement(NamedTuple):
    """Where the new pods of an object would be placed, and what would admit them.

    ``is_stopped``: they are not admitted, and the search for what would admit them is incomplete.
    """

    document: dict[str, Any]
    is_stopped: bool = False

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

    Parameters
    ----------
    pod : str, Path or mapping
        A Pod, Deployment, StatefulSet, ReplicaSet or Job: a file or a document.
    cluster : str, Path, mapping or a sequence of these
        A dump of ``kubectl get -o json`` in one or several parts.
    replicas : int, optional
        The number of pods; by default that of the object.
    fix : {'evictions', 'labels', 'node'}
        What is computed for pods that are not admitted: the fewest evictions, the fewest changes of
        tolerations, labels and requests, or the cheapest node in ``offers``.
    offers : str or Path, optional
        A CSV file of nodes that could be added.
    time_limit : float, default 60
        Seconds of wall-clock time.

    Returns
    -------
    PodPlacement
        The verdict on each node, the placements, the largest number of replicas, and the fix.

    Raises
    ------
    InputError
        If the object or the dump cannot be read; the error lists every fault with its place.
    """
    if fix not in get_args(FixKind):
        raise input_error("--fix", f"must be {', '.join(get_args(FixKind))}", fix)
    if (fix == "node") != (offers is not None):
        raise input_error("--offers", "must be a file with --fix node, and is only valid with it")
    check_range(replicas=(1 if replicas is None else replicas, 1, MOST), time_limit=(time_limit, 0))
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
    most = most_replicas(cluster, (monotonic() + until) / 2)
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
        "notes": list(_notes(cluster, most)),
    }
    if -1 not in chosen:
        return PodPlacement(document)
    first = cluster.new[chosen.index(-1)]
    document["preempts"] = list(victims(cluster, state, first))
    if scores:
        codes = [each["reasons"][0]["code"] for each in verdicts(cluster, state, first)]
        counts = (f"{quantity(codes.count(code), 'node')} {code}" for code in dict.fromkeys(codes))
        words = f"replica {chosen.index(-1) + 1} finds no node: {', '.join(counts)}"
        document["notes"].append(words)
    searches = {
        "evictions": lambda: fewest_evictions(cluster, until),
        "labels": lambda: fewest_changes(cluster, nodes, until),
        "node": lambda: cheapest_node(cluster, offers, until),
    }
    part, proven = searches[fix]()
    if part is None:
        words = "found that none exists" if proven else "ended without one, and none is excluded"
        document["notes"].append(f"the search for a fix ({fix}) {words}")
        return PodPlacement(document, not proven)
    none: dict[str, Any] = {"kind": fix, "evictions": [], "changes": [], "node": None}
    document["fix"] = {**none, **part, "proven": proven}
    return PodPlacement(document)


def _notes(cluster: PlacingCluster, most: Most) -> Iterator[str]:
    """Yield what the answer leaves out."""
    yield from cluster.made.notes
    doubts = (cluster.facts.doubts.get(name) for name in cluster.made.pods)
    yield from (f"not modelled: the new pods {each}" for each in dict.fromkeys(doubts) if each)
    waiting = sum(not pod.spec.node_name for pod in cluster.facts.pods) - len(cluster.new)
    if waiting:
        yield f"{quantity(waiting, 'other pod waits', 'other pods wait')} and may take the room"
    if len(cluster.names) > _LOOKS_AT_ALL:
        yield "in a cluster of over 100 nodes the scheduler looks at a part of the nodes"
    if most.at_least != most.at_most:
        bound = "unknown" if most.at_most is None else most.at_most
        yield f"replicas that fit at once: at least {most.at_least}, at most {bound}"
