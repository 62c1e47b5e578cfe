"""The facts of a cluster that kube-scheduler 1.34 filters and scores by, as arrays.

A *counter* has, for each domain, the number of pods with one property: those that a selector
matches, or those that state a term.  The filters and scores of a pod refer to counters, which
follow each move.  Spreads count by node, because each pod counts other nodes; all other terms count
by domain.  Pods that are being deleted count everywhere, except in spreads.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from optgap.problem import BoolArray, IntArray

from .placement_rules import pods_by_port
from .records import LabelSelector, Pod, PodTerm, SpreadConstraint
from .scene import HOSTNAME, Scene, constraint_key
from .selectors import admits, avoids_taints, narrowed

ZONE = "topology.kubernetes.io/zone"
_HARD_WEIGHT = 1  # of required affinity terms of other pods in the score InterPodAffinity
_DEFAULTS = tuple(
    SpreadConstraint.model_validate(
        {"topologyKey": key, "maxSkew": skew, "whenUnsatisfiable": "ScheduleAnyway"}
    )
    for key, skew in ((HOSTNAME, 3), (ZONE, 5))
)
_SELECTING = ("ReplicaSet", "StatefulSet", "ReplicationController")


# columns of a spread: the counter, the row of its key, and its numbers and policies
SPREAD = COUNTER, KEY, SKEW, MIN_DOMAINS, ITSELF, TAINTS, AFFINITY, ELIGIBLE = range(8)


# why pods must be apart, by the first word of a counter's name
REASONS = ("", "host-port", "pod-anti-affinity", "existing-anti-affinity")
_REASON_OF: dict[Hashable, int] = {"port": 1, "match": 2, False: 3}


class ListPerPod(NamedTuple):
    """Lists of numbers, one per pod: those of pod i are ``value[start[i] : start[i + 1]]``."""

    start: IntArray
    value: IntArray


class NodeScores(NamedTuple):
    """What pods prefer of nodes, whatever pods are there: distinct rows, and each pod's row."""

    image: IntArray  # scores of ImageLocality
    image_of: IntArray
    taints: IntArray  # numbers of taints PreferNoSchedule that the pod does not tolerate
    taints_of: IntArray
    prefers: IntArray  # weights of the preferred node affinity
    prefers_of: IntArray


class TermArrays(NamedTuple):
    """The terms of all pods, and the counters to which they refer."""

    label: IntArray  # topology key, node -> number of the domain, -1 without the label
    offset: IntArray  # where the domains of a counter begin in the counts
    key: IntArray  # row in ``label`` of each counter
    reason: IntArray  # why a pod must be apart from the pods of a counter, see `REASONS`
    live: BoolArray  # counters that omit pods which are being deleted
    joins: ListPerPod  # per pod: the counters that count it
    forbids: ListPerPod  # per pod: counters that must be 0 in the domain
    requires: ListPerPod  # counters that must not be 0, unless all are 0 and it is its own mate
    own_mate: BoolArray
    hard: ListPerPod  # per pod: rows of ``spread`` that are mandatory
    soft: ListPerPod
    spread: IntArray  # rows with the columns `SPREAD`
    eligible: BoolArray  # distinct masks of the nodes that a spread counts
    every_key: BoolArray  # per pod: nodes without a key of its soft spreads have score 0
    near: ListPerPod  # per pod: pairs of a counter and its weight in InterPodAffinity
    hostname: int  # row of ``label`` with the host names
    nodes: NodeScores


class TermBuilder:
    """The counters and terms of all pods, which its methods collect.

    ``selectors`` are those of owners; ``services`` are namespaces and selectors.
    """

    def __init__(
        self,
        scene: Scene,
        selectors: Mapping[tuple[str, str, str], LabelSelector],
        services: Sequence[tuple[str, dict[str, str]]],
    ) -> None:
        self.scene, self.pods = scene, scene.pods
        self.selectors, self.services = selectors, services
        self.number: dict[tuple[Any, str, bool], int] = {}
        self.keys: dict[str, int] = {}
        self.counter_key: list[int] = []
        self.live: list[bool] = []
        lists: list[list[list[int]]] = [[[] for _ in self.pods] for _ in range(6)]
        self.joins, self.forbids, self.requires, self.hard, self.soft, self.near = lists
        self.own_mate = np.zeros(len(self.pods), dtype=np.bool_)
        self.every_key = np.zeros(len(self.pods), dtype=np.bool_)
        self.spread: list[list[int]] = []
        self.eligible: dict[Hashable, int] = {}
        self.masks: list[list[bool]] = []

    def build(self, nodes: NodeScores) -> TermArrays:
        """Return the terms of all pods, and their scores of nodes."""
        self.keys = {"": 0, HOSTNAME: 1}  # the first: each node is a domain
        self._affinity()
        self._host_ports()
        self._spreads()
        label, width = self._labels()
        widths = [width[key] for key in self.counter_key]
        return TermArrays(
            label,
            np.append(0, np.cumsum(widths)).astype(np.int64),
            np.array(self.counter_key, dtype=np.int64),
            np.array([_REASON_OF.get(name[0][0], 0) for name in self.number], dtype=np.int64),
            np.array(self.live, dtype=np.bool_),
            rows_of(self.joins),
            rows_of(self.forbids),
            rows_of(self.requires),
            self.own_mate,
            rows_of(self.hard),
            rows_of(self.soft),
            np.array(self.spread, dtype=np.int64).reshape(-1, len(SPREAD)),
            np.array(self.masks, dtype=np.bool_).reshape(-1, len(self.scene.nodes)),
            self.every_key,
            rows_of(self.near),
            1,
            nodes,
        )

    def _labels(self) -> tuple[IntArray, list[int]]:
        label = np.full((len(self.keys), len(self.scene.nodes)), -1, dtype=np.int64)
        widths = []
        for key, row in self.keys.items():
            values: dict[str, int] = {}
            for j, node in enumerate(self.scene.nodes):
                value = node.metadata.labels.get(key) if key else node.metadata.name
                if value is not None:
                    label[row, j] = values.setdefault(value, len(values))
            widths.append(len(values))
        return label, widths

    def _key(self, key: str) -> int:
        return self.keys.setdefault(key, len(self.keys))

    def _counter(self, name: Any, key: str, pods: Iterable[int], live: bool = False) -> int:
        """Return the counter of some pods by the domains of a key; ``name`` identifies them."""
        whole = (name, key, live)
        if whole not in self.number:
            self.number[whole] = len(self.counter_key)
            self.counter_key.append(self._key(key))
            self.live.append(live)
            for i in pods:
                self.joins[i].append(self.number[whole])
        return self.number[whole]

    def _affinity(self) -> None:
        for kind in ("pod_affinity", "pod_anti_affinity"):
            groups: dict[Hashable, list[int]] = {}
            for i, pod in enumerate(self.pods):
                terms = getattr(pod.spec.affinity, kind)
                if terms.required or terms.preferred:
                    groups.setdefault(_stated_key(pod, terms), []).append(i)
            for name, stating in groups.items():
                self._add_terms(kind == "pod_affinity", name, stating)

    def _add_terms(self, near: bool, name: Hashable, stating: list[int]) -> None:
        """Add the terms of one kind that the pods ``stating`` have in common."""
        first, sign = self.pods[stating[0]], 1 if near else -1
        affinity = first.spec.affinity
        terms = affinity.pod_affinity if near else affinity.pod_anti_affinity
        matched = [self.scene.of_term(term, first) for term in terms.required]
        if near and terms.required:
            common = set.intersection(*map(set, matched))
            for term in terms.required:
                mates = self._counter(("mates", name), term.topology_key, common)
                for i in stating:
                    self.requires[i].append(mates)
                    self.own_mate[i] = i in common
        for k, (term, pods) in enumerate(zip(terms.required, matched, strict=True)):
            stated = self._counter((near, name, k), term.topology_key, stating)
            if near:
                self._prefer(pods, stated, _HARD_WEIGHT)
                continue
            match = self._counter(("match", name, k), term.topology_key, pods)
            for i in stating:
                self.forbids[i].append(match)
            for i in pods:
                self.forbids[i].append(stated)
        for k, each in enumerate(terms.preferred):
            pods, key = self.scene.of_term(each.pod_affinity_term, first), each.key
            stated = self._counter((near, name, "preferred", k), key, stating)
            match = self._counter(("match", near, name, "preferred", k), key, pods)
            self._prefer(stating, match, sign * each.weight)
            self._prefer(pods, stated, sign * each.weight)

    def _prefer(self, pods: Iterable[int], counter: int, weight: int) -> None:
        for i in pods:
            self.near[i] += (counter, weight)

    def _host_ports(self) -> None:
        for port, by_address in pods_by_port(self.pods).items():
            counters = {
                address: self._counter(("port", port, address), "", pods)
                for address, pods in by_address.items()
            }
            for address, pods in by_address.items():
                against = [c for other, c in counters.items() if "" in (address, other)]
                against += [counters[address]] if address else []
                for i in pods:
                    self.forbids[i] += against

    def _spreads(self) -> None:
        groups: dict[Hashable, list[int]] = {}
        for i, pod in enumerate(self.pods):
            stated = pod.spec.topology_spread_constraints
            keys = [key for constraint in stated for key in constraint.match_label_keys]
            own = tuple(pod.metadata.labels.get(key) for key in keys)
            if not stated:
                own = self._selected_by(pod)
            key = (pod.metadata.namespace, repr(stated), own, constraint_key(pod))
            groups.setdefault(key, []).append(i)
        for pods in groups.values():
            first = self.pods[pods[0]]
            stated = first.spec.topology_spread_constraints
            own = () if stated else self._selected_by(first)
            if not stated and not own:
                continue
            soft = [c for c in stated or _DEFAULTS if c.when_unsatisfiable == "ScheduleAnyway"]
            hard = [c for c in stated if c.when_unsatisfiable == "DoNotSchedule"]
            for constraints, lists in ((hard, self.hard), (soft, self.soft)):
                every = constraints if stated else ()  # keys that a node needs to be counted
                for constraint in constraints:
                    counter, counted = self._group(constraint, first, own)
                    self._spread(constraint, pods, counter, counted, every, lists)
            self.every_key[pods] = bool(stated)

    def _group(self, constraint: SpreadConstraint, first: Pod, own: Any) -> tuple[int, set[int]]:
        """Return the counter of the pods that a constraint counts, and these pods."""
        namespace = first.metadata.namespace
        if not own:
            selector = constraint.label_selector
            if selector is not None:
                selector = narrowed(selector, first, constraint.match_label_keys)
            name: Hashable = ("spread", namespace, repr(selector))
            pods = set(self.scene.matched(selector, {namespace}.__contains__))
        else:
            name, pods = ("default", namespace, own), self._selected_together(namespace, own)
        return self._counter(name, "", pods, live=True), pods

    def _spread(
        self,
        constraint: SpreadConstraint,
        pods: list[int],
        counter: int,
        counted: set[int],
        every: Sequence[SpreadConstraint],
        lists: list[list[int]],
    ) -> None:
        first = self.pods[pods[0]]
        honours = constraint.node_taints_policy == "Honor"
        requires = constraint.node_affinity_policy == "Honor"
        key = (constraint_key(first), requires, honours,
               tuple(c.topology_key for c in every))  # fmt: skip
        if key not in self.eligible:
            self.eligible[key] = len(self.masks)
            self.masks.append([
                all(c.topology_key in node.metadata.labels for c in every)
                and (not requires or admits(node, first, taints=False))
                and (not honours or avoids_taints(node, first))
                for node in self.scene.nodes
            ])  # fmt: skip
        row = {
            itself: [counter, self._key(constraint.topology_key), constraint.max_skew,
                     constraint.min_domains or 1, int(itself), int(honours),
                     int(requires), self.eligible[key]]
            for itself in (False, True)
        }  # fmt: skip
        numbers: dict[bool, int] = {}
        for i in pods:
            itself = i in counted
            if itself not in numbers:
                numbers[itself] = len(self.spread)
                self.spread.append(row[itself])
            lists[i].append(numbers[itself])

    @cached_property
    def _by_controller(self) -> dict[tuple[str, str, str] | None, set[int]]:
        pods: dict[tuple[str, str, str] | None, set[int]] = {}
        for i, pod in enumerate(self.pods):
            pods.setdefault(controller_of(pod), set()).add(i)
        return pods

    def _selected_together(self, namespace: str, own: tuple[Any, ...]) -> set[int]:
        """Return the pods that an owner and services select: without its selector, its pods."""
        owner, *services = own
        selector = LabelSelector() if owner is None else self.selectors.get(owner)
        pods = self._by_controller[owner] if selector is None else None
        labels = dict(pair for pairs in services for pair in pairs)
        if pods is not None and not labels:
            return pods
        selector = selector or LabelSelector()
        both = selector.model_copy(update={"match_labels": {**labels, **selector.match_labels}})
        matched = set(self.scene.matched(both, {namespace}.__contains__))
        return matched if pods is None else matched & pods

    def _selected_by(self, pod: Pod) -> tuple[Any, ...]:
        """Return the owner and the services whose selectors are a pod's default selector."""
        owner = controller_of(pod)
        if owner is not None and owner[0] not in _SELECTING:
            owner = None
        labels = pod.metadata.labels.items()
        services = [
            tuple(sorted(selector.items()))
            for namespace, selector in self.services
            if namespace == pod.metadata.namespace and selector and selector.items() <= labels
        ]
        return (owner, *sorted(services)) if owner is not None or services else ()


def controller_of(pod: Pod) -> tuple[str, str, str] | None:
    """Return kind, namespace and name of a pod's controller, or None."""
    for owner in pod.metadata.owner_references:
        if owner.controller:
            return owner.kind, pod.metadata.namespace, owner.name
    return None


def _stated_key(pod: Pod, terms: Any) -> Hashable:
    every: list[PodTerm] = [*terms.required, *(each.pod_affinity_term for each in terms.preferred)]
    keys = [key for t in every for key in (*t.match_label_keys, *t.mismatch_label_keys)]
    own = tuple((key, pod.metadata.labels.get(key)) for key in keys)
    return repr((type(terms).__name__, pod.metadata.namespace, terms, own))


def rows_of(lists: list[list[int]]) -> ListPerPod:
    start = np.append(0, np.cumsum([len(each) for each in lists])).astype(np.int64)
    return ListPerPod(start, np.array([n for each in lists for n in each], dtype=np.int64))


def no_terms(pods: int, nodes: int) -> TermArrays:
    """Return terms of pods that have none."""
    none, zero = rows_of([[]] * pods), np.zeros(pods, dtype=np.int64)
    row = np.zeros((1, nodes), dtype=np.int64)
    each = np.arange(nodes).reshape(1, -1)
    mask, empty = np.zeros(pods, dtype=np.bool_), np.zeros(0, dtype=np.int64)
    scores = NodeScores(row, zero, row, zero, row, zero)
    spread = np.zeros((0, len(SPREAD)), dtype=np.int64)
    offset = np.zeros(1, dtype=np.int64)
    return TermArrays(each, offset, empty, empty, empty == 1, none, none, none, mask, none,
                      none, spread, row == 1, mask, none, 0, scores)  # fmt: skip
