"""The answer to where new pods would be placed: verdicts, nodes, and what would admit them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any, Literal, TypeAlias, get_args

import numpy as np

from ....core.faults import Fault, InputError
from ..kubernetes import OfferedType, read_offers
from ..rollout.scheduler_arrays import SchedulerState
from ..rollout.scheduler_steps import place as place_pod
from .cluster import PlacingCluster, read_question
from .searches import fewest_evictions, most_replicas
from .verdicts import NodeVerdict, verdicts

FixKind: TypeAlias = Literal["evictions", "labels", "node"]
Part: TypeAlias = str | Path | Mapping[str, Any]


@dataclass(frozen=True)
class PodPlacement:
    """Where the new pods of an object would be placed, and what would admit them."""

    pod: str
    replicas: int
    nodes: tuple[NodeVerdict, ...]
    placed: tuple[str, ...]
    preempts: tuple[str, ...] = ()
    fix: dict[str, Any] | None = None
    at_most: int | None = None
    notes: tuple[str, ...] = ()

    @property
    def is_admitted(self) -> bool:
        """Whether all replicas find a node now, without preemption."""
        return len(self.placed) == self.replicas

    @property
    def best(self) -> list[str]:
        """The nodes with the highest total score, of which the scheduler takes any."""
        scores = {verdict.node: verdict.score for verdict in self.nodes if verdict.is_feasible}
        most = max((score for score in scores.values() if score is not None), default=None)
        return [node for node, score in scores.items() if score == most]

    def as_document(self) -> dict[str, Any]:
        """Return the answer as a JSON document."""
        return {
            "pod": self.pod,
            "admitted": self.is_admitted,
            "nodes": [verdict.as_document() for verdict in self.nodes],
            "best": self.best,
            "preempts": list(self.preempts),
            "fix": self.fix,
            "at_most": self.at_most,
            "replicas": self.replicas,
            "placed": list(self.placed),
            "notes": list(self.notes),
        }


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
    is a dump of ``kubectl get -o json`` in one or several parts, or an imported instance.
    """
    if fix not in get_args(FixKind):
        rule = f"must be {', '.join(get_args(FixKind))}"
        raise InputError("bad input", [Fault.of("fix", rule, fix)])
    parts = [cluster] if isinstance(cluster, (str, Path, Mapping)) else list(cluster)
    paths = [part if isinstance(part, Mapping) else Path(part) for part in parts]
    source = pod if isinstance(pod, Mapping) else Path(pod)
    offered = [] if offers is None else read_offers(Path(offers))
    return placement_in(read_question(source, paths, replicas), fix, offered, time_limit)


def placement_in(
    cluster: PlacingCluster, fix: FixKind, offers: Sequence[OfferedType], time_limit: float
) -> PodPlacement:
    """Return the answer for the new pods of a cluster."""
    until = monotonic() + time_limit
    state = cluster.state()
    nodes = verdicts(cluster, state, cluster.new[0])
    chosen = place_new(cluster, state)
    placed = tuple(cluster.names[j] for j in chosen if j >= 0)
    most = most_replicas(cluster, until)
    found = fewest_evictions(cluster, until) if -1 in chosen else None
    return PodPlacement(
        cluster.made.name,
        len(cluster.new),
        tuple(nodes),
        placed,
        at_most=most.at_most if most.at_most == most.at_least else None,
        fix=found,
    )


def place_new(cluster: PlacingCluster, state: SchedulerState) -> list[int]:
    """Place the new pods one by one; return their nodes, -1 for none, of equal nodes the first."""
    first = np.zeros(1, dtype=np.int64)
    return [place_pod(cluster.arrays, state, i, cluster.pin, first) for i in cluster.new]
