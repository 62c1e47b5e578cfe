"""Pods that cannot be evicted, each with a reason, and nodes that are kept."""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any, Literal, TypeAlias

from optgap.consolidation import EvictionRisk
from optgap.faults import Fault, InputError, agreeing, near_miss, quantity

from ..options import Filters
from .documents import Dump
from .records import Budget, KubernetesNode, Pod, PodTerm
from .scene import HOSTNAME, Scene, of_node, workload
from .selectors import admits, selects
from .timing import moment

Evictable: TypeAlias = Literal["karpenter", "autoscaler"]

_SAFE = "cluster-autoscaler.kubernetes.io/safe-to-evict"
_SAFE_VOLUMES = "cluster-autoscaler.kubernetes.io/safe-to-evict-local-volumes"
_DO_NOT_DISRUPT = "karpenter.sh/do-not-disrupt"
_SCALE_DOWN_DISABLED = "cluster-autoscaler.kubernetes.io/scale-down-disabled"
_CONTROL_PLANE = (
    "node-role.kubernetes.io/control-plane",
    "node-role.kubernetes.io/master",
)
_PART = re.compile(r"(\d+(?:\.\d*)?|\.\d+)(h|ms|us|µs|ns|m|s)")
_UNITS = {
    "h": timedelta(hours=1),
    "m": timedelta(minutes=1),
    "s": timedelta(seconds=1),
    "ms": timedelta(milliseconds=1),
    "us": timedelta(microseconds=1),
    "µs": timedelta(microseconds=1),
    "ns": timedelta(),
}
_DELETION_COST = "controller.kubernetes.io/pod-deletion-cost"


def add_staying(scene: Scene, evictable: Evictable, budgeted: set[int]) -> None:
    """Fix the pods that cannot be evicted; the pods in ``budgeted`` have a disruption budget."""
    newest = _newest(scene)
    for i, pod in enumerate(scene.pods):
        if i in scene.held or scene.home[i] < 0:
            continue
        why = _reason(pod, newest)
        if why is None and evictable == "autoscaler":
            why = _autoscaler_reason(pod, i in budgeted)
        if why is not None:
            scene.fix(i, why)


def _reason(pod: Pod, newest: datetime | None) -> str | None:
    """Return why no policy evicts a pod; None if some policy may evict it."""
    annotations = pod.metadata.annotations
    if of_node(pod):
        return "belong to their node (DaemonSets, static pods)"
    if annotations.get(_SAFE) == "false":
        return f"are annotated with {_SAFE}: false"
    if _must_not_be_disrupted(pod, newest):
        return f"are annotated with {_DO_NOT_DISRUPT}"
    if not any(owner.controller for owner in pod.metadata.owner_references):
        return "have no controller to restart them"
    if any("hostPath" in volume for volume in _unsafe_volumes(pod)):
        return f"use files of their node (hostPath) and do not set {_SAFE}: true"
    return None


def _autoscaler_reason(pod: Pod, budgeted: bool) -> str | None:
    """Return why the cluster autoscaler, unlike Karpenter, does not evict a pod; None if it may."""
    if any(
        "emptyDir" in volume and (volume["emptyDir"] or {}).get("medium") != "Memory"
        for volume in _unsafe_volumes(pod)
    ):
        return f"have local storage (emptyDir) and do not set {_SAFE}: true"
    safe = pod.metadata.annotations.get(_SAFE) == "true"
    if pod.metadata.namespace == "kube-system" and not budgeted and not safe:
        return "are in kube-system without a disruption budget"
    return None


def _unsafe_volumes(pod: Pod) -> Iterator[dict[str, Any]]:
    """Yield the volumes of a pod that no annotation declares as safe to lose."""
    annotations = pod.metadata.annotations
    if annotations.get(_SAFE) == "true":
        return
    named = {name.strip() for name in annotations.get(_SAFE_VOLUMES, "").split(",")}
    yield from (volume for volume in pod.spec.volumes if volume.get("name") not in named)


def _must_not_be_disrupted(pod: Pod, newest: datetime | None) -> bool:
    """Return whether a pod must never be disrupted, or not until some time after its start.

    A dump has no time stamp; the latest time in it is taken as the present.
    """
    text = pod.metadata.annotations.get(_DO_NOT_DISRUPT, "")
    if text == "true":
        return True
    length = _duration(text)
    if length is None:
        return False
    start = moment(pod.status.start_time)
    return start is None or newest is None or newest - start < length


def _duration(text: str) -> timedelta | None:
    """Return a duration in Go's format, such as ``1h30m``, or None if it is malformed."""
    parts = _PART.findall(text)
    if not text or "".join(number + unit for number, unit in parts) != text:
        return None
    try:
        return sum((float(number) * _UNITS[unit] for number, unit in parts), timedelta())
    except OverflowError:
        return timedelta.max


def _newest(scene: Scene) -> datetime | None:
    """Return the latest time in the nodes and pods, or None."""
    texts = [pod.status.start_time for pod in scene.pods]
    texts += [pod.metadata.creation_timestamp for pod in scene.pods]
    texts += [
        condition.last_heartbeat_time for n in scene.nodes for condition in n.status.conditions
    ]
    moments = [found for text in {*texts} if (found := moment(text)) is not None]
    return max(moments, default=None)


def note_unmodelled_bindings(scene: Scene) -> None:
    """Record as unmodelled: pods for nodes not Ready, with devices, or with other schedulers."""
    broken = [node for node in scene.nodes[: scene.real] if not node.ready]
    for alike in scene.alike if broken else ():
        if any(admits(node, scene.pods[alike[0]]) for node in broken):
            for i in alike:
                why = "tolerate a node that is not Ready, and may be placed there"
                scene.not_modelled(i, why, ", ".join(node.metadata.name for node in broken[:3]))
    for i, pod in enumerate(scene.pods):
        if i in scene.held:
            continue
        if pod.spec.resource_claims:
            scene.not_modelled(i, "claim devices (dynamic resource claims)")
        if pod.spec.scheduler_name != "default-scheduler":
            why = "are placed by another scheduler"
            scene.not_modelled(i, why, pod.spec.scheduler_name)


def kept(node: KubernetesNode) -> bool:
    """Return whether a node must be kept even if it is empty."""
    return reason_to_keep(node) is not None


def reason_to_keep(node: KubernetesNode) -> str | None:
    """Return why a node must be kept; None if it need not be kept."""
    labels, annotations = node.metadata.labels, node.metadata.annotations
    if role := next((label for label in _CONTROL_PLANE if label in labels), None):
        return f"it has the label {role}"
    for key in (_DO_NOT_DISRUPT, _SCALE_DOWN_DISABLED):
        if annotations.get(key) == "true":
            return f"it has the annotation {key}: true"
    return None


def disruption_cost(pod: Pod) -> float:
    """Return the cost of disrupting a pod by Karpenter's formula, but at least 0.

    The cost is 1 plus terms for the pod's deletion cost and priority, and at most 10.
    """
    cost = 1.0 + pod.spec.priority / 2**25
    text = pod.metadata.annotations.get(_DELETION_COST, "0")
    with suppress(ValueError):  # Karpenter ignores what is not a number
        cost += int(text) / 2**27
    return round(min(10.0, max(0.0, cost)), 6)


_KINDS = {"Job": 5.0, "StatefulSet": 2.0}
_REPLICAS = {1: 3.0, 2: 1.5}  # of other kinds than Jobs, which begin their work again
WEIGHTS = (
    "times 2 for a StatefulSet, 5 for a Job, 3 for an only replica, 1.5 for one of two replicas; "
    "and times the disruption cost, which depends on priority and deletion cost"
)


def eviction_weights(scene: Scene) -> dict[int, float]:
    """Return the cost of evicting each running pod, relative to an ordinary pod."""
    running = [i for i, home in enumerate(scene.home) if home >= 0 and i not in scene.held]
    replicas = Counter(workload(scene.pods[i]) for i in running)
    weights = {}
    for i in running:
        owner = workload(scene.pods[i])
        kind = owner.partition(" ")[0]
        several = 1.0 if kind == "Job" else _REPLICAS.get(replicas[owner], 1.0)
        weights[i] = round(disruption_cost(scene.pods[i]) * _KINDS.get(kind, 1.0) * several, 2)
    return weights


def eviction_risks(scene: Scene, rollouts: Collection[str]) -> dict[int, tuple[EvictionRisk, ...]]:
    """Return the risks of evicting each running pod; ``rollouts`` are the owners in a rollout.

    A risk forbids no eviction; a plan reports it.
    """
    running = [i for i, home in enumerate(scene.home) if home >= 0 and i not in scene.held]
    replicas = Counter(workload(scene.pods[i]) for i in running)
    versions: dict[str, set[str]] = {}
    for i in running:
        names = {owner.name for owner in scene.pods[i].metadata.owner_references}
        versions.setdefault(workload(scene.pods[i]), set()).update(names)
    waiting = max((p.spec.priority for p in scene.pods if not p.spec.node_name), default=None)
    is_short = waiting is not None  # else there is room without preemption, if no rule is broken
    lowest = min((scene.pods[i].spec.priority for i in running), default=0)
    risks: dict[int, tuple[EvictionRisk, ...]] = {}
    for i in running:
        pod, owner, priority = scene.pods[i], workload(scene.pods[i]), scene.pods[i].spec.priority
        is_job = owner.startswith("Job ")
        may_preempt = pod.spec.preemption_policy != "Never"
        kind, _, name = owner.partition(" ")
        names = {owner, f"Deployment {name.rpartition('-')[0]}" if kind == "ReplicaSet" else owner}
        tests: tuple[tuple[EvictionRisk, bool], ...] = (
            ("job", is_job),
            ("only-replica", not is_job and replicas[owner] == 1),
            ("rollout", len(versions[owner]) > 1 or not names.isdisjoint(rollouts)),
            ("local-data", any("emptyDir" in volume for volume in pod.spec.volumes)),
            ("lost-place", waiting is not None and waiting > priority),
            (
                "preemption",
                (is_short or _closes_its_domain(pod)) and priority > lowest and may_preempt,
            ),
        )
        risks[i] = tuple(name for name, holds in tests if holds)
    return risks


def _closes_its_domain(pod: Pod) -> bool:
    """Return whether a pod, while it is being deleted, closes several nodes to its replacement."""
    affinity = pod.spec.affinity
    far = [t for t in affinity.pod_anti_affinity.required if t.topology_key != HOSTNAME]
    return _is_own(pod, far) or _is_own(pod, affinity.pod_affinity.required)


def wakes_late(pod: Pod) -> bool:
    """Return whether the end of a pod may not wake its replacement that waits for it.

    The scheduler then tries the replacement again only after five minutes.
    """
    affinity = pod.spec.affinity
    several = len(affinity.pod_anti_affinity.required) > 1
    return several or _is_own(pod, affinity.pod_affinity.required)


def _is_own(pod: Pod, terms: Iterable[PodTerm]) -> bool:
    """Return whether one of the terms of a pod matches the pod itself."""
    own = pod.metadata.labels
    return any(t.label_selector is not None and selects(t.label_selector, own) for t in terms)


def add_budgets(scene: Scene, dump: Dump) -> tuple[set[int], list[Fault]]:
    """Add rules for all PodDisruptionBudgets; return the pods that have budgets, and faults.

    A budget limits the pods that move in one wave.
    """
    faults: list[Fault] = []
    covered: dict[int, list[str]] = {}
    for place, budget in dump.budgets:
        name = f"PodDisruptionBudget {budget.metadata.namespace}/{budget.metadata.name}"
        pods = scene.matched(budget.spec.selector, {budget.metadata.namespace}.__contains__)
        pods = [i for i in pods if i not in scene.held]
        for i in pods:
            covered.setdefault(i, []).append(name)
        running = [i for i in pods if scene.home[i] >= 0]
        try:
            most = _allowed_evictions(budget, len(running))
        except ValueError as error:
            faults.append(Fault(f"{place}: spec", str(error)))
            continue
        if not running:
            scene.notes.append(f"{name}: its selector matches no pod that could move")
        elif most < len(running):
            scene.rule("at_once", running, name, at_most=most)
            if most == 0:
                stay = quantity(len(running), "pod stays", "pods stay")
                scene.notes.append(f"{name} allows no disruption: {stay}")
    for i, names in covered.items():
        if len(names) > 1:  # the eviction API refuses such a pod
            why = "have more than one disruption budget, so they cannot be evicted"
            scene.fix(i, why, ", ".join(names))
    return set(covered), faults


def _allowed_evictions(budget: Budget, matched: int) -> int:
    """Return how many of the matched pods a budget allows to be evicted at a time."""
    spec, status = budget.spec, budget.status.disruptions_allowed
    if spec.max_unavailable is not None and spec.min_available is not None:
        raise ValueError("has both minAvailable and maxUnavailable")
    if spec.max_unavailable is not None:
        stated = _count(spec.max_unavailable, matched)
    else:
        least = 1 if spec.min_available is None else spec.min_available
        stated = max(0, matched - _count(least, matched))
    return stated if status is None else min(status, matched)


def _count(amount: int | str, of: int) -> int:
    """Return a number of pods, given as a number or as a percentage of ``of``, rounded up."""
    text = str(amount)
    number = text.removesuffix("%")
    if not number.isdigit() or not number.isascii() or (text != number and int(number) > 100):
        raise ValueError(f"must have a number >= 0 or a percentage up to 100% (found {text!r})")
    return -(-of * int(number) // 100) if text != number else int(number)


# labels by which clouds and autoscalers name the pool, or group, of a node
POOLS = (
    "karpenter.sh/nodepool",
    "karpenter.sh/provisioner-name",
    "eks.amazonaws.com/nodegroup",
    "alpha.eksctl.io/nodegroup-name",
    "cloud.google.com/gke-nodepool",
    "kubernetes.azure.com/agentpool",
    "agentpool",
    "kops.k8s.io/instancegroup",
)
_Test = tuple[str, str, frozenset[str]]  # label, how, values
_FORMS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], _Test]], ...] = (
    (re.compile(r"(!)\s*([^\s=!()]+)"), lambda m: (m[2], "absent", frozenset())),
    (
        re.compile(r"([^\s=!()]+)\s*(==?|!=)\s*([^\s=!()]*)"),
        lambda m: (m[1], "notin" if m[2] == "!=" else "in", frozenset([m[3]])),
    ),
    (
        re.compile(r"([^\s=!()]+)\s+(in|notin)\s*\(([^()]*)\)"),
        lambda m: (m[1], m[2], frozenset(value.strip() for value in m[3].split(","))),
    ),
    (re.compile(r"([^\s=!()]+)"), lambda m: (m[1], "present", frozenset())),
)
_COMMA = re.compile(r",(?![^(]*\))")  # a comma outside of parentheses


def add_filters(scene: Scene, filters: Filters) -> None:
    """Fix all pods outside the filters; raise an error if a filter is wrong or excludes all."""
    tests, faults = _tests(filters.node_selector)
    nodes = scene.nodes[: scene.real]
    pools = {pool for node in nodes for pool in pools_of(node)}
    for pool in filters.nodepools or ():
        if pool not in pools:
            rule = f"no node is in this pool {near_miss(pool, pools)}"
            faults.append(Fault.of("--nodepool", rule, pool))
    spaces = {pod.metadata.namespace for pod in scene.pods}
    for space in filters.namespaces or ():
        if space not in spaces:
            rule = f"no pod is in this namespace {near_miss(space, spaces)}"
            faults.append(Fault.of("--namespace", rule, space))
    inside = [
        (not filters.nodepools or bool(set(pools_of(node)) & set(filters.nodepools)))
        and all(_passes(node, test) for test in tests)
        for node in nodes
    ]
    if not faults and not any(inside):
        what = "--node-selector" if tests else "--nodepool"
        faults.append(Fault.of(what, "selects no node", filters.node_selector or pools))
    if faults:
        raise InputError("bad input", faults)
    scene.outside |= {j for j, passes in enumerate(inside) if not passes}
    for i, pod in enumerate(scene.pods):
        if i in scene.held or scene.home[i] < 0:
            continue
        if scene.home[i] in scene.outside:
            scene.fix(i, "are on nodes outside --nodepool and --node-selector")
        elif filters.namespaces and pod.metadata.namespace not in filters.namespaces:
            scene.fix(i, "are of namespaces outside --namespace")
    if scene.outside:
        words = (
            "are outside --nodepool and --node-selector: they and their pods stay, and the "
            "scheduler may place other pods there"
        )
        many = len(scene.outside)
        scene.notes.append(f"{quantity(many, 'node')} {agreeing(many, words)}")


def pools_of(node: KubernetesNode) -> Iterator[str]:
    """Yield the names of the pools in a node's labels."""
    labels = node.metadata.labels
    yield from (labels[key] for key in POOLS if key in labels)


def _tests(selector: str) -> tuple[list[_Test], list[Fault]]:
    tests: list[_Test] = []
    faults: list[Fault] = []
    for part in filter(None, (piece.strip() for piece in _COMMA.split(selector))):
        forms = [(form.fullmatch(part), read) for form, read in _FORMS]
        known = next((read(match) for match, read in forms if match is not None), None)
        if known is None:
            rule = "must be like zone=a, zone!=a, zone, !zone, zone in (a, b) or zone notin (a, b)"
            faults.append(Fault.of("--node-selector", rule, part))
        else:
            tests.append(known)
    return tests, faults


def _passes(node: KubernetesNode, test: _Test) -> bool:
    key, how, values = test
    value = node.metadata.labels.get(key)
    match how:
        case "present":
            return value is not None
        case "absent":
            return value is None
        case "in":
            return value in values
    return value not in values
