"""A `consolidation` instance from what ``kubectl get nodes,pods -o json`` prints.

Amounts are counted as the scheduler counts them and stay exact until they are written: ``cpu`` in
cores to a thousandth, ``memory`` and storage in bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

from ....core.faults import Fault, InputError
from ...consolidation import Consolidation, Item, Machine
from .documents import Dump, KubernetesNode, Pod
from .quantities import as_scheduled
from .requests import Amounts, add, requested
from .rules import admits
from .warnings import of_node, warnings_of

NodePods: TypeAlias = Literal["keep", "reserve"]

_ALWAYS = ("cpu", "memory", "ephemeral-storage", "pods")
_FINISHED = ("Succeeded", "Failed")
_SAFE = "cluster-autoscaler.kubernetes.io/safe-to-evict"


class Imported(NamedTuple):
    """An instance, and what of its source it does not say."""

    instance: Consolidation
    warnings: tuple[str, ...]


def read_cluster(
    paths: Sequence[Path], *, name: str = "kubernetes", node_pods: NodePods = "keep"
) -> Imported:
    """Return the cluster in some files or folders; all their faults at once where there are any.

    Pods that belong to a node (of DaemonSets, static ones) are items that never move under
    ``keep``; under ``reserve`` they are taken off what their node can give, and gone with it.
    """
    dump = Dump()
    dump.read(paths)
    pods = [(place, pod) for place, pod in dump.pods if pod.status.phase not in _FINISHED]
    faults = [*dump.faults, *_cluster_faults(dump, pods)]
    if faults:
        raise InputError("Kubernetes dump", faults)
    nodes = [node for _, node in dump.nodes]
    listed = [pod for _, pod in pods]
    reserve = node_pods == "reserve"
    held = [pod for pod in listed if reserve and of_node(pod) and _node(pod)]
    items = [pod for pod in listed if not (reserve and of_node(pod) and _node(pod))]
    if not items:
        raise InputError("Kubernetes dump", [Fault("pods", "there is no pod to place")])
    requests = {pod.name: requested(pod) for pod in listed}
    resources = _resources(nodes, list(requests.values()))
    instance = Consolidation(
        name=name,
        source=f"Kubernetes: {len(nodes)} nodes, {len(listed)} pods; cpu in cores, memory and "
        "storage in bytes",
        resources=resources,
        machines=tuple(_machines(nodes, held, requests, resources)),
        items=tuple(_items(nodes, items, requests, resources)),
    )
    return Imported(instance, tuple(warnings_of(dump, listed, reserve, requests, resources)))


def _node(pod: Pod) -> str | None:
    return pod.spec.node_name or None


def _stays(pod: Pod) -> bool:
    """Return whether a running pod must stay: it belongs to its node, or has data there."""
    safe = pod.metadata.annotations.get(_SAFE)
    local = any("emptyDir" in volume or "hostPath" in volume for volume in pod.spec.volumes)
    return of_node(pod) or safe == "false" or (local and safe != "true")


def _cluster_faults(dump: Dump, pods: list[tuple[str, Pod]]) -> Iterator[Fault]:
    """Nodes and pods are named once; pods run on nodes of the dump; nodes say what they have."""
    if not dump.nodes and not any("Node" in fault.place for fault in dump.faults):
        yield Fault("nodes", "there is no node; kubectl get nodes -o json prints them")
    seen: dict[str, str] = {}
    for place, node in dump.nodes:
        name = node.metadata.name
        if name in seen:
            yield Fault.of(f"{place}: metadata.name", f"is a node in {seen[name]} already", name)
        seen[name] = place
        for resource in ("cpu", "memory", "pods"):
            if resource not in node.status.allocatable:
                at = f"{place}: status.allocatable.{resource}"
                yield Fault(at, "required key is missing")
    known = {node.metadata.name for _, node in dump.nodes}
    named: dict[str, str] = {}
    for place, pod in pods:
        if pod.name in named:
            rule = f"is a pod in {named[pod.name]} already"
            yield Fault.of(f"{place}: metadata.name", rule, pod.name)
        named[pod.name] = place
        if known and (node_name := _node(pod)) is not None and node_name not in known:
            yield Fault.of(f"{place}: spec.nodeName", "is no node of the dump", node_name)


def _resources(nodes: Iterable[KubernetesNode], requests: list[Amounts]) -> tuple[str, ...]:
    """Return the usual resources, and those that pods ask for or that nodes have extra."""
    used = {name for amounts in requests for name, amount in amounts.items() if amount > 0}
    for node in nodes:
        used |= {name for name, amount in node.status.allocatable.items() if "/" in name and amount}
    return (*_ALWAYS, *sorted(used - set(_ALWAYS)))


def _machines(
    nodes: list[KubernetesNode],
    held: list[Pod],
    requests: dict[str, Amounts],
    resources: tuple[str, ...],
) -> Iterator[Machine]:
    reserved: dict[str | None, Amounts] = {}
    for pod in held:
        add(reserved.setdefault(_node(pod), {}), requests[pod.name])
    for node in nodes:
        name, has = node.metadata.name, node.status.allocatable
        taken = reserved.get(name, {})
        capacity = (
            max(Fraction(0), as_scheduled(r, has.get(r, Fraction(0))) - taken.get(r, Fraction(0)))
            for r in resources
        )
        yield Machine(name=name, capacity=tuple(float(amount) for amount in capacity))


def _items(
    nodes: list[KubernetesNode],
    pods: list[Pod],
    requests: dict[str, Amounts],
    resources: tuple[str, ...],
) -> Iterator[Item]:
    known: dict[str, tuple[str, ...] | None] = {}
    for pod in pods:
        spec = pod.spec
        key = repr((spec.node_selector, spec.affinity.node_affinity.required, spec.tolerations))
        if key not in known:
            allowed = tuple(node.metadata.name for node in nodes if admits(node, pod))
            known[key] = None if len(allowed) == len(nodes) else allowed
        home = _node(pod)
        pinned = home is not None and _stays(pod)
        amounts = requests[pod.name]
        yield Item(
            name=pod.name,
            demand=tuple(float(amounts.get(r, Fraction(0))) for r in resources),
            machine=home,
            allowed_machines=(home,) if pinned and home else known[key],
        )
