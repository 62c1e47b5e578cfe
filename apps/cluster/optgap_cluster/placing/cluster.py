"""A cluster with new pods: the arrays of the simulated scheduler, and the pods that may move."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from optgap.consolidation import Consolidation
from optgap.faults import input_error
from optgap.files import open_regular
from optgap.problem import Fault

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
from ..rollout.scheduler_arrays import SchedulerArrays, SchedulerState, arrays_of_facts, state_now
from ..rollout.scheduler_filters import passes, prepare_filters
from ..rollout.scheduler_steps import place
from .new_pods import NewPods, add_new_pods

_PEEK = 4096  # bytes in which an instance file names its problem


class EvictionLimit(NamedTuple):
    """A disruption budget: the pods that it covers, and how many of them may be evicted now."""

    pods: frozenset[int]
    at_most: int


@dataclass(frozen=True)
class PlacingCluster:
    """A cluster with new pods, and the start times of pods as far as they are known."""

    instance: Consolidation
    facts: ClusterFacts
    made: NewPods
    started: Mapping[str, float]

    @cached_property
    def number(self) -> dict[str, int]:
        """The numbers of the pods by name."""
        return {pod.name: i for i, pod in enumerate(self.facts.pods)}

    @cached_property
    def new(self) -> list[int]:
        """The numbers of the new pods."""
        return [self.number[name] for name in self.made.pods]

    @cached_property
    def names(self) -> list[str]:
        """The names of the nodes."""
        return [node.metadata.name for node in self.facts.scene.nodes]

    @cached_property
    def arrays(self) -> SchedulerArrays:
        """The arrays of the simulated scheduler, which looks at all nodes."""
        exists = np.ones(len(self.names), dtype=np.bool_)
        arrays = arrays_of_facts(self.facts, self.instance.rule_book, exists, "default")
        return arrays._replace(looks_at=len(self.names))

    @cached_property
    def resources(self) -> list[str]:
        """The names of the resources, in the order of the requests of pods."""
        return self.facts.requests().resources

    @property
    def pin(self) -> int:
        """The node that ``nodeName`` of the new pods names, or -1."""
        return -1 if self.made.node_name is None else self.names.index(self.made.node_name)

    @property
    def are_alike(self) -> bool:
        """Whether the new pods are allowed on the same nodes: their volumes may differ."""
        return len({*self.arrays.row_of[self.new].tolist()}) == 1

    def state(self) -> SchedulerState:
        """Return the state in which the new pods wait, and all others are where they are now."""
        return state_now(self.arrays, np.ones(len(self.names), dtype=np.bool_))

    def takes(self, state: SchedulerState, i: int, j: int) -> bool:
        """Return whether node j takes pod i now, by the filters of the simulation."""
        pin = self.pin if i in self.new else -1
        prepare_filters(self.arrays, state, i, pin)
        able = pin in (-1, j) and self.arrays.masks[self.arrays.row_of[i], j]
        return bool(able and passes(self.arrays, state, i, j))

    def place_new(self, state: SchedulerState) -> list[int]:
        """Place the new pods one by one; return their nodes, of equal nodes the first, or -1."""
        first = np.zeros(1, dtype=np.int64)
        return [place(self.arrays, state, i, self.pin, first) for i in self.new]

    def with_facts(self, nodes: list[KubernetesNode], pods: list[Pod]) -> "PlacingCluster":
        """Return the cluster with other nodes and pods; additional ones come last."""
        spaces = self.facts.scene.namespaces
        scene = Scene(nodes, pods, set(range(len(pods))), spaces, len(nodes))
        return replace(self, facts=replace(self.facts, scene=scene))

    @cached_property
    def limits(self) -> list[EvictionLimit]:
        """The disruption budgets that limit evictions now."""
        return [
            EvictionLimit(frozenset(self.number[name] for name in rule.items), rule.most)
            for rule in self.instance.rules or ()
            if rule.kind == "at_once"
        ]

    @cached_property
    def mobile(self) -> list[int]:
        """The pods that may be evicted: items that are not fixed."""
        return [
            i
            for i, item in enumerate(self.instance.items)
            if item.machine is not None and not item.fixed and not self.arrays.doubtful[i]
        ]


def read_question(
    pod: Path | Mapping[str, Any],
    clusters: Sequence[Path | Mapping[str, Any]],
    replicas: int | None,
) -> PlacingCluster:
    """Return a cluster with the new pods of an object; an error lists all faults of both.

    ``clusters`` are parts of a dump.
    """
    paths = [part for part in clusters if isinstance(part, Path)]
    if [str(path) for path in (pod, *paths)].count("-") > 1:
        raise input_error("--in", "is standard input, which POD is too", "-")
    for path in paths:
        _refuse_instance(path)
    made: list[NewPods] = []
    started: dict[str, float] = {}

    def prepare(dump: Dump) -> None:
        for part in clusters:
            if not isinstance(part, Path):
                dump.add("cluster", dict(part))
        objects = dump.read_apart(pod) if isinstance(pod, Path) else [("pod", dict(pod))]
        made.append(add_new_pods(dump, objects, replicas))
        for _, each in dump.pods:
            time = moment(each.status.start_time)
            started[each.name] = math.inf if time is None else time.timestamp()
        name = made[0].node_name
        if name is not None and all(node.metadata.name != name for _, node in dump.nodes):
            rule = "is not a node of the cluster"
            dump.faults.append(Fault.of("POD: spec.nodeName", rule, name))

    choices: dict[str, Any] = {"pending": "must", "unmodelled": "ignore", "prepare": prepare}
    instance = read_cluster(paths, **choices).instance
    facts = facts_of(instance)
    assert facts is not None
    return PlacingCluster(instance, facts, made[0], started)


def _refuse_instance(path: Path) -> None:
    """Raise an error if the file is an instance, which lacks objects of the cluster."""
    if path.is_file():
        with open_regular(path) as stream:
            head = stream.read(_PEEK)
            if b'"problem"' in head and b'"apiVersion"' not in head:
                rule = (
                    "is an instance, which lacks objects of its cluster such as disruption budgets "
                    "and priority classes: give the dump itself (the output of kubectl get -o json)"
                )
                raise input_error(f"--in {path}", rule)
