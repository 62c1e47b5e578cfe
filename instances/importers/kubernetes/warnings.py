"""Warnings: properties of a Kubernetes cluster that an imported instance leaves out."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from .documents import Dump, KubernetesNode, Pod
from .requests import Amounts

_MIRROR = "kubernetes.io/config.mirror"


def of_node(pod: Pod) -> bool:
    """Return whether a pod belongs to its node: of a DaemonSet, or static."""
    kinds = {owner.kind for owner in pod.metadata.owner_references}
    return bool(kinds & {"DaemonSet", "Node"}) or _MIRROR in pod.metadata.annotations


def warnings_of(
    dump: Dump,
    pods: list[Pod],
    reserved: bool,
    requests: dict[str, Amounts],
    resources: tuple[str, ...],
) -> Iterator[str]:
    """Say what the instance does not say, with how many pods it concerns and the first of them."""
    for kind, count in dump.left_out.items():
        yield f"{count} of kind {kind} not modelled"
    for what, concerns in _NOT_MODELLED.items():
        yield from _counted(what, [pod.name for pod in pods if concerns(pod)])
    if not reserved:
        what = (
            "belong to their node (DaemonSets, static pods) and keep it in use "
            "(--node-pods reserve makes them a part of it)"
        )
        yield from _counted(what, [pod.name for pod in pods if of_node(pod)])
    soft = [node.metadata.name for _, node in dump.nodes if _is_soft(node)]
    yield from _counted("have taints PreferNoSchedule (not modelled)", soft, "nodes")
    offered = {
        name for _, node in dump.nodes for name, has in node.status.allocatable.items() if has
    }
    for resource in resources:
        if resource not in offered:
            names = [name for name, amounts in requests.items() if amounts.get(resource)]
            yield from _counted(f"ask for {resource}, which no node has", names)


def _counted(what: str, names: list[str], kind: str = "pods") -> Iterator[str]:
    if names:
        first = ", ".join(names[:3]) + (", …" if len(names) > 3 else "")
        yield f"{len(names)} {kind} {what}: {first}"


def _is_soft(node: KubernetesNode) -> bool:
    return any(taint.effect == "PreferNoSchedule" for taint in node.spec.taints)


def _spread(pod: Pod) -> bool:
    return bool(pod.spec.topology_spread_constraints)


def _ports(pod: Pod) -> bool:
    ports = (port for container in pod.spec.containers for port in container.ports)
    return not pod.spec.host_network and any(port.get("hostPort") for port in ports)


_NOT_MODELLED: dict[str, Callable[[Pod], bool]] = {
    "want to be near other pods (pod affinity, not modelled)": lambda pod: bool(
        pod.spec.affinity.pod_affinity
    ),
    "want to be apart from other pods (pod anti-affinity, not modelled)": lambda pod: bool(
        pod.spec.affinity.pod_anti_affinity
    ),
    "want to be spread (topology spread constraints, not modelled)": _spread,
    "prefer some nodes (preferred node affinity, not modelled)": lambda pod: bool(
        pod.spec.affinity.node_affinity.preferred
    ),
    "have volumes that may bind them to nodes (claims, not modelled)": lambda pod: any(
        "persistentVolumeClaim" in volume or "ephemeral" in volume for volume in pod.spec.volumes
    ),
    "use ports of their node (not modelled)": _ports,
    "claim devices (resource claims, not modelled)": lambda pod: bool(pod.spec.resource_claims),
    "are held by scheduling gates (not modelled)": lambda pod: bool(pod.spec.scheduling_gates),
}
