"""The class `Scene`: nodes and pods of a dump, and the pods that selectors match."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, partial
from typing import Any, TypeAlias

from optgap.faults import agreeing, quantity

from .quantities import as_scheduled
from .records import (
    Container,
    ContainerStatus,
    KubernetesNode,
    LabelSelector,
    Namespace,
    Pod,
    PodTerm,
    Resources,
)
from .selectors import admits, avoids_taints, selector_of, selects, taints_against

HOSTNAME = "kubernetes.io/hostname"
_NAME = "kubernetes.io/metadata.name"
_MIRROR = "kubernetes.io/config.mirror"
_HASH = "pod-template-hash"


def of_node(pod: Pod) -> bool:
    """Return whether a pod belongs to its node: a pod of a DaemonSet, or a static pod."""
    kinds = {owner.kind for owner in pod.metadata.owner_references}
    return bool(kinds & {"DaemonSet", "Node"}) or _MIRROR in pod.metadata.annotations


def workload(pod: Pod) -> str:
    """Return the name of a pod's controller in messages, such as ``Deployment shop/web``."""
    owners = sorted(pod.metadata.owner_references, key=lambda owner: not owner.controller)
    if not owners:
        return f"Pod {pod.name}"
    kind, name = owners[0].kind, owners[0].name or pod.metadata.name
    revision = pod.metadata.labels.get(_HASH)
    if kind == "ReplicaSet" and revision and name.endswith(f"-{revision}"):
        kind, name = "Deployment", name.removesuffix(f"-{revision}")
    return f"{kind} {pod.metadata.namespace}/{name}"


@dataclass
class Scene:
    """Nodes, pods, and restrictions; ``held`` are the pods that belong to their node.

    Pods that are being deleted are held, too.  Nodes with numbers from ``real`` on are offered and
    do not exist yet.  ``lost`` are pods on unknown nodes.  ``allowed`` are the nodes of each pod,
    ``refusals`` the nodes that each reason excludes for a pending pod, and ``fixed`` the reasons
    why pods stay.
    """

    nodes: list[KubernetesNode]
    pods: list[Pod]
    held: set[int]
    namespaces: list[Namespace]
    real: int
    lost: list[Pod] = field(default_factory=list)
    until_available: dict[str, float] = field(default_factory=dict)  # seconds after a pod is ready
    outside: set[int] = field(default_factory=set)  # nodes that a filter leaves out
    kept: dict[int, str] = field(default_factory=dict)  # nodes that are kept, and why
    awaited: set[int] = field(default_factory=set)  # nodes for pods without a place, see `waiting`
    refusals: dict[int, dict[str, set[int]]] = field(default_factory=dict)
    fixed: dict[int, str] = field(default_factory=dict)
    unmodelled: dict[str, list[int]] = field(default_factory=dict)
    rules: list[dict[str, Any]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    levels: set[str] = field(default_factory=set)
    objects: dict[tuple[int, str], str] = field(default_factory=dict)  # by pod and reason
    _restrictions: dict[str, tuple[str, ...]] = field(default_factory=dict)
    narrowing: dict[int, dict[str, None]] = field(default_factory=dict)  # restrictions per pod
    unknown_namespaces: set[str] = field(default_factory=set)  # those that selectors refer to

    def __post_init__(self) -> None:
        self.number = {node.metadata.name: j for j, node in enumerate(self.nodes)}
        self.home = [
            self.number[pod.spec.node_name] if pod.spec.node_name else -1 for pod in self.pods
        ]
        by_key: dict[str, list[int]] = {}
        for i, pod in enumerate(self.pods):
            if i not in self.held:
                by_key.setdefault(constraint_key(pod), []).append(i)
        self.alike = list(by_key.values())
        self.everywhere = frozenset(range(len(self.nodes)))
        self.allowed = [self.everywhere] * len(self.pods)
        for group in self.alike:
            first = self.pods[group[0]]
            may = self.nodes_where(partial(self._admits, first))
            for i in group:
                self.allowed[i] = may

    @cached_property
    def _classes(self) -> dict[str, dict[frozenset[tuple[str, str]], list[int]]]:
        """The numbers of the pods, by namespace, then by set of (label, value) pairs."""
        classes: dict[str, dict[frozenset[tuple[str, str]], list[int]]] = {}
        for i, pod in enumerate(self.pods):
            labels = frozenset(pod.metadata.labels.items())
            classes.setdefault(pod.metadata.namespace, {}).setdefault(labels, []).append(i)
        return classes

    @cached_property
    def _with_label(self) -> dict[tuple[str, tuple[str, str]], list[frozenset[tuple[str, str]]]]:
        """The pods' label sets, by namespace and by each (label, value) pair that they contain."""
        pods: dict[tuple[str, tuple[str, str]], list[frozenset[tuple[str, str]]]] = {}
        for namespace, classes in self._classes.items():
            for labels in classes:
                for label in labels:
                    pods.setdefault((namespace, label), []).append(labels)
        return pods

    def matched(self, selector: LabelSelector | None, among: Callable[[str], bool]) -> list[int]:
        """Return the numbers of the pods that a selector matches in the namespaces ``among``."""
        if selector is None:
            return []
        first = next(iter(selector.match_labels.items()), None)
        pods: list[int] = []
        for namespace, classes in self._classes.items():
            if among(namespace):
                some = classes if first is None else self._with_label.get((namespace, first), ())
                for labels in some:
                    if selects(selector, dict(labels)):
                        pods += classes[labels]
        return sorted(pods)

    def of_term(self, term: PodTerm, pod: Pod) -> list[int]:
        """Return the numbers of the pods that a pod's affinity term matches."""
        if term.label_selector is None:
            return []
        return self.matched(selector_of(term, pod), self._among(term, pod))

    def bound_to_lost(self, term: PodTerm, pod: Pod) -> bool:
        """Return whether a term matches a pod on a node that the dump does not list."""
        if term.label_selector is None or term.topology_key == HOSTNAME:
            return False
        selector, among = selector_of(term, pod), self._among(term, pod)
        return any(
            among(other.metadata.namespace) and selects(selector, other.metadata.labels)
            for other in self.lost
        )

    def _among(self, term: PodTerm, pod: Pod) -> Callable[[str], bool]:
        """Return a predicate: a term selects a namespace, or the namespace's labels are unknown."""
        wanted = term.namespace_selector
        names = set(term.namespaces)
        if wanted is None:
            names = names or {pod.metadata.namespace}
            return names.__contains__
        keys = {*wanted.match_labels, *(expression.key for expression in wanted.match_expressions)}

        def passes(name: str) -> bool:
            labels = self._labels_of_namespaces.get(name)
            if labels is None and keys - {_NAME}:
                self.unknown_namespaces.add(name)
                return True
            return name in names or selects(wanted, {_NAME: name, **(labels or {})})

        return passes

    def guesses(self, term: PodTerm) -> bool:
        """Return whether a term selects namespaces by labels, which the dump does not contain."""
        wanted = term.namespace_selector
        if wanted is None:
            return False
        keys = {*wanted.match_labels, *(expression.key for expression in wanted.match_expressions)}
        unknown = {pod.metadata.namespace for pod in self.pods} - {*self._labels_of_namespaces}
        return bool(keys - {_NAME}) and bool(unknown)

    @cached_property
    def _labels_of_namespaces(self) -> dict[str, dict[str, str]]:
        return {namespace.metadata.name: namespace.metadata.labels for namespace in self.namespaces}

    @cached_property
    def _hostnames_differ(self) -> bool:
        names = [node.metadata.labels.get(HOSTNAME) for node in self.nodes]
        return len(set(names)) == len(names) or all(name is None for name in names)

    def level(self, key: str) -> str:
        """Return the level of a topology key: ``machine`` for unique host names, else the key."""
        if key == HOSTNAME and self._hostnames_differ:
            return "machine"
        self.levels.add(key)
        return key

    def domain(self, level: str, j: int) -> str | None:
        """Return the domain of a level that contains node j, or None if node j is in no domain."""
        node = self.nodes[j]
        return node.metadata.name if level == "machine" else node.metadata.labels.get(level)

    def known(self, level: str) -> bool:
        """Return whether a level has a domain, because at least one node has the level's label."""
        return any(self.domain(level, j) is not None for j in range(self.real))

    def nodes_where(self, may: Callable[[int], bool]) -> frozenset[int]:
        """Return the numbers of the nodes for which a predicate is true."""
        nodes = frozenset(j for j in self.everywhere if may(j))
        return self.everywhere if len(nodes) == len(self.everywhere) else nodes

    def _admits(self, pod: Pod, j: int) -> bool:
        return self.nodes[j].ready and admits(self.nodes[j], pod)

    def narrow(self, pods: Iterable[int], nodes: frozenset[int], why: str, by: str = "") -> None:
        """Restrict pods to ``nodes``; ``why`` is the reason that excludes all other nodes.

        ``by`` names the object with the restriction.
        """
        kept: dict[frozenset[int], frozenset[int]] = {}
        for i in pods if nodes is not self.everywhere else ():
            among = self.allowed[i]
            if among not in kept:
                kept[among] = among & nodes
            if len(kept[among]) < len(among):
                self.narrowing.setdefault(i, {})[by or why] = None
            if self.home[i] < 0 and len(kept[among]) < len(among):
                lost = self.refusals.setdefault(i, {}).setdefault(why, set())
                lost |= among - kept[among]
            self.allowed[i] = kept[among]

    def names(self, pods: Iterable[int]) -> list[str]:
        """Return the names of pods by their numbers."""
        return [self.pods[i].name for i in pods]

    def _node_restrictions(self, pod: Pod) -> tuple[str, ...]:
        """Return in words a pod's node selectors and the taints that keep it away."""
        known, key = self._restrictions, constraint_key(pod)
        if key not in known:
            known[key] = tuple(_node_restrictions(self.nodes[: self.real], pod))
        return known[key]

    def fix(self, i: int, why: str, by: str = "") -> None:
        """Fix a pod for the reason ``why``; the first reason counts.  ``by`` names the cause."""
        self.fixed.setdefault(i, why)
        self._name_object(i, why, by)

    def not_modelled(self, i: int, why: str, by: str = "") -> None:
        """Record a restriction of a pod that the instance does not model."""
        self.unmodelled.setdefault(why, []).append(i)
        self._name_object(i, why, by)

    def _name_object(self, i: int, why: str, by: str) -> None:
        if by:
            self.objects.setdefault((i, why), by)

    def reason(self, i: int) -> str | None:
        """Return the rule and object that fix a pod or restrict its nodes, or None if none does."""
        if i in self.fixed and self.home[i] >= 0:
            why = self.fixed[i]
            named = f" ({self.objects[i, why]})" if (i, why) in self.objects else ""
            return f"it {agreeing(1, why)}{named}"
        if self.allowed[i] == self.everywhere:
            return None
        parts = [*self._node_restrictions(self.pods[i]), *self.narrowing.get(i, ())]
        many = len(self.allowed[i])
        only = f"{quantity(many, 'node')} of {len(self.nodes)} {agreeing(many, 'are')} allowed"
        return f"{only}: {', '.join(parts)}"

    def rule(self, kind: str, items: Iterable[int], source: str, **keys: Any) -> None:
        """Add a rule of a kind on some items, unless there are none."""
        named = self.names(items)
        if named:
            self.rules.append({"kind": kind, "items": named, **keys, "from": source})


def _node_restrictions(nodes: Sequence[KubernetesNode], pod: Pod) -> Iterator[str]:
    for key, value in pod.spec.node_selector.items():
        yield f"nodeSelector {key}={value}"
    required = pod.spec.affinity.node_affinity.required
    terms = () if required is None else required.node_selector_terms
    keys = dict.fromkeys(e.key for t in terms for e in (*t.match_expressions, *t.match_fields))
    if keys:
        yield f"required node affinity over {', '.join(keys)}"
    others = [node for node in nodes if admits(node, pod, taints=False)]
    yield from sorted({f"taint {t.key}" for node in others for t in taints_against(node, pod)})
    if any(not node.ready and avoids_taints(node, pod) for node in others):
        yield "other nodes are not Ready"


def constraint_key(pod: Pod) -> str:
    """Return a key that is equal for pods with the same selectors of nodes and tolerations."""
    spec = pod.spec
    return repr((spec.node_selector, spec.affinity.node_affinity.required, spec.tolerations))


Amounts: TypeAlias = dict[str, Fraction]


def request_key(pod: Pod) -> str:
    """Return a key of all fields of a pod that determine its request."""
    spec, status = pod.spec, pod.status
    return repr(
        (
            [
                (init_container.name, init_container.restart_policy, init_container.resources)
                for init_container in spec.init_containers
            ],
            [(container.name, container.resources) for container in spec.containers],
            spec.overhead,
            spec.resources,
            status.container_statuses,
            status.init_container_statuses,
            [condition for condition in status.conditions if condition.type == "PodResizePending"],
        )
    )


def pod_request(pod: Pod, missing: Amounts | None = None, *, whole_pod: bool = True) -> Amounts:
    """Return the amount of each resource that a pod needs, by Kubernetes' rule.

    It is the maximum of two needs: all containers with all sidecars; and each init container with
    the sidecars started before it.  Requests of the whole pod replace this maximum; its limits
    count only for resources that no container requests, as the API server completes such pods.  The
    overhead is added, and each pod counts as one of ``pods``.  During an in-place resize the larger
    of the desired and the allocated amount counts.  ``missing`` is what a container counts that
    requests none of a resource; ``whole_pod`` is false if requests of the whole pod are ignored.
    """
    running: Amounts = {}
    most: Amounts = {}
    missing = missing or {}
    statuses = (*pod.status.container_statuses, *pod.status.init_container_statuses)
    aside = {status.name: status for status in statuses}
    refused = any(
        condition.type == "PodResizePending" and condition.reason == "Infeasible"
        for condition in pod.status.conditions
    )
    for container in pod.spec.init_containers:
        if container.restart_policy == "Always":
            add(running, {**missing, **_container_request(container, aside, refused)})
            _raise(most, running)
        else:
            _raise(most, _sum(running, {**missing, **_requests(container.resources)}))
    for container in pod.spec.containers:
        add(running, {**missing, **_container_request(container, aside, refused)})
    _raise(most, running)
    if whole_pod:
        most |= {**pod.spec.resources.limits, **most, **pod.spec.resources.requests}
    add(most, pod.spec.overhead)
    most["pods"] = Fraction(1)
    return {resource: as_scheduled(resource, amount) for resource, amount in most.items()}


def _container_request(
    container: Container, aside: dict[str, ContainerStatus], refused: bool
) -> Amounts:
    """Return a container's requests; with ``refused``, its desired resize is ignored."""
    wanted = _requests(container.resources)
    status = aside.get(container.name)
    if status is None:
        return wanted
    most = {} if refused else dict(wanted)
    _raise(most, status.resources.requests)
    _raise(most, status.allocated_resources)
    return {**wanted, **most}


def _requests(resources: Resources) -> Amounts:
    return {**resources.limits, **resources.requests}


def add(total: Amounts, amounts: Amounts) -> None:
    """Add amounts to a total in place."""
    for resource, amount in amounts.items():
        total[resource] = total.get(resource, Fraction(0)) + amount


def _sum(one: Amounts, other: Amounts) -> Amounts:
    total = dict(one)
    add(total, other)
    return total


def _raise(most: Amounts, amounts: Amounts) -> None:
    for resource, amount in amounts.items():
        most[resource] = max(most.get(resource, Fraction(0)), amount)
