"""A cluster with new pods: the arrays of the simulated scheduler, and the pods that may move."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from ....core.arrays import BoolArray
from ....core.faults import Fault, input_error
from ....core.files import open_regular
from ....instances.consolidation import Consolidation
from ....validation.running import load_instance
from ..kubernetes import (
    ClusterFacts,
    Dump,
    KubernetesNode,
    Pod,
    Scene,
    facts_of,
    moment,
    read_cluster,
)
from ..rollout.scheduler_arrays import (
    SchedulerArrays,
    SchedulerState,
    arrays_of_facts,
    state_now,
)
from ..rollout.scheduler_steps import place
from .new_pods import NewPods, new_pods

_PEEK = 4096  # bytes in which an instance file names its problem


def place_new(cluster: "PlacingCluster", state: SchedulerState) -> list[int]:
    """Place the new pods one by one; return their nodes, -1 for none, of equal nodes the first."""
    first = np.zeros(1, dtype=np.int64)
    return [place(cluster.arrays, state, i, cluster.pin, first) for i in cluster.new]


@dataclass(frozen=True)
class EvictionLimit:
    """A disruption budget: the pods that it covers, and how many of them may be evicted now."""

    name: str
    pods: frozenset[int]
    at_most: int


@dataclass(frozen=True)
class PlacingCluster:
    """A cluster with the pods to place, which are numbers in ``new``.

    ``start_times`` are the start times of pods by name, as far as the dump has them.
    """

    instance: Consolidation
    facts: ClusterFacts
    made: NewPods
    new: tuple[int, ...]
    staying: frozenset[str] = frozenset()
    start_times: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def arrays(self) -> SchedulerArrays:
        """The arrays of the simulated scheduler, which looks at all nodes."""
        exists = np.ones(len(self.names), dtype=np.bool_)
        arrays = arrays_of_facts(self.facts, self.instance.rule_book, exists, "default")
        return arrays._replace(looks_at=len(self.names))

    @cached_property
    def names(self) -> list[str]:
        """The names of the nodes."""
        return [node.metadata.name for node in self.facts.scene.nodes]

    @cached_property
    def resources(self) -> list[str]:
        """The names of the resources, in the order of the requests of pods."""
        return self.facts.requests().resources

    @cached_property
    def pin(self) -> int:
        """The node that ``nodeName`` of the new pods names, or -1."""
        return -1 if self.made.node_name is None else self.names.index(self.made.node_name)

    @property
    def are_alike(self) -> bool:
        """Whether the new pods are allowed on the same nodes: their volumes may differ."""
        return len({*self.arrays.row_of[list(self.new)].tolist()}) == 1

    def state(self) -> SchedulerState:
        """Return the state in which the new pods wait, and all others are where they are now."""
        return state_now(self.arrays, np.ones(len(self.names), dtype=np.bool_))

    def with_facts(self, nodes: list[KubernetesNode], pods: list[Pod]) -> "PlacingCluster":
        """Return the cluster with other nodes and pods; more of them come last."""
        spaces = self.facts.scene.namespaces
        scene = Scene(nodes, pods, set(range(len(pods))), spaces, len(nodes))
        return replace(self, facts=replace(self.facts, scene=scene))

    @cached_property
    def limits(self) -> list[EvictionLimit]:
        """The disruption budgets that limit evictions now."""
        rules = [rule for rule in self.instance.rules or () if rule.kind == "at_once"]
        number = {pod.name: i for i, pod in enumerate(self.facts.pods)}
        return [
            EvictionLimit(
                str(rule.stated_by),
                frozenset(number[name] for name in rule.items),
                rule.at_most or 0,
            )
            for rule in rules
        ]

    @cached_property
    def started(self) -> list[float]:
        """The time at which each pod started, in seconds; infinite if it is unknown."""
        times = (moment(self.start_times.get(pod.name, "")) for pod in self.facts.pods)
        return [math.inf if time is None else time.timestamp() for time in times]

    @cached_property
    def evictable(self) -> BoolArray:
        """A mask of the pods that may be evicted: items that are not fixed."""
        mask = np.zeros(len(self.facts.pods), dtype=np.bool_)
        for i, item in enumerate(self.instance.items):
            mask[i] = item.machine is not None and not item.fixed and item.name not in self.staying
        return mask & ~self.arrays.doubtful


def read_question(
    pod: Path | Mapping[str, Any],
    clusters: Sequence[Path | Mapping[str, Any]],
    replicas: int | None,
) -> PlacingCluster:
    """Return a cluster with the new pods of an object; an error lists all faults of both.

    ``clusters`` are parts of a dump, or one instance of `consolidation` that an import wrote.
    """
    paths = [part for part in clusters if isinstance(part, Path)]
    if [str(path) for path in (pod, *paths)].count("-") > 1:
        raise input_error("--in", "is standard input, which POD is too", "-")
    known = _instance(paths[0]) if len(clusters) == len(paths) == 1 else None
    made = NewPods()
    started: dict[str, str] = {}

    def prepare(dump: Dump) -> None:
        nonlocal made
        for part in clusters:
            if not isinstance(part, Path):
                dump.add("cluster", dict(part))
        if known is not None:
            _add_facts(dump, known)
        objects = dump.read_apart(pod) if isinstance(pod, Path) else [("pod", dict(pod))]
        made = new_pods(objects, replicas, dump, dump.faults) if objects else made
        waiting = {*made.names}
        dump.pods = [
            (where, each)
            for where, each in dump.pods
            if each.spec.node_name or each.name not in waiting
        ]
        for where, document in (*made.companions, *made.pods):
            dump.add(where, document)
        started.update({each.name: each.status.start_time for _, each in dump.pods})
        nodes = {node.metadata.name for _, node in dump.nodes}
        if made.node_name is not None and made.node_name not in nodes:
            rule = "is not a node of the cluster"
            dump.faults.append(Fault.of("POD: spec.nodeName", rule, made.node_name))

    read = [] if known is not None else paths
    instance = read_cluster(
        read, pending="must", unmodelled="ignore", name="cluster", prepare=prepare
    ).instance
    facts = facts_of(instance)
    assert facts is not None
    number = {each.name: i for i, each in enumerate(facts.pods)}
    new = tuple(number[name] for name in made.names)
    staying: frozenset[str] = frozenset()
    if known is not None:
        staying = frozenset(item.name for item in known.items if item.fixed)
        rules = [rule for rule in known.rules or () if rule.kind == "at_once"]
        kept = [rule for rule in instance.rules or () if rule.kind != "at_once"]
        instance = instance.model_copy(update={"rules": (*kept, *rules)})
    return PlacingCluster(instance, facts, made, new, staying, started)


def _instance(path: Path) -> Consolidation | None:
    """Return the instance in a file, or the bundled one; None if the path is that of a dump."""
    if str(path) == "-" or path.is_dir():
        return None
    if path.exists():
        with open_regular(path) as stream:
            if b'"problem"' not in stream.read(_PEEK):
                return None
    elif path.suffix:
        return None
    instance = load_instance(str(path))
    if not isinstance(instance, Consolidation) or facts_of(instance) is None:
        rule = (
            "has no facts of a cluster: nodes with taints, and pods with affinities and spreads "
            "(optgap import kubernetes writes them; or give the dump itself)"
        )
        raise input_error(f"--in {path}", rule)
    return instance


def _add_facts(dump: Dump, instance: Consolidation) -> None:
    """Add the objects of an instance's facts to a dump."""
    facts = facts_of(instance)
    assert facts is not None
    scene = facts.scene
    place = instance.name
    dump.nodes += [(place, node) for node in scene.nodes[: scene.real]]
    dump.pods += [(place, pod) for pod in scene.pods]
    dump.namespaces += [(place, each) for each in scene.namespaces]
    dump.claims += [(place, claim) for claim in facts.claims.values()]
    dump.volumes += [(place, volume) for volume in facts.volumes.values()]
    dump.selectors |= dict(facts.selectors)
    dump.services += list(facts.services)
