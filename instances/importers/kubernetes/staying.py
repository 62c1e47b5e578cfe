"""Pods that stay where they are, each for a reason, and nodes that are never given back."""

from __future__ import annotations

from contextlib import suppress

from .records import KubernetesNode, Pod
from .scene import Scene, of_node

_SAFE = "cluster-autoscaler.kubernetes.io/safe-to-evict"
_DO_NOT_DISRUPT = "karpenter.sh/do-not-disrupt"
_SCALE_DOWN_DISABLED = "cluster-autoscaler.kubernetes.io/scale-down-disabled"
_CONTROL_PLANE = (
    "node-role.kubernetes.io/control-plane",
    "node-role.kubernetes.io/master",
)
_DELETION_COST = "controller.kubernetes.io/pod-deletion-cost"


def add_staying(scene: Scene) -> None:
    """Fix the pods that nobody may, or should, evict."""
    for i, pod in enumerate(scene.pods):
        if i in scene.held or scene.home[i] < 0:
            continue
        why = _reason(pod)
        if why is not None:
            scene.fix(i, why)


def _reason(pod: Pod) -> str | None:
    annotations = pod.metadata.annotations
    safe = annotations.get(_SAFE)
    if of_node(pod):
        return "belong to their node (DaemonSets, static pods)"
    if safe == "false":
        return f"say {_SAFE}: false"
    if annotations.get(_DO_NOT_DISRUPT) == "true":
        return f"say {_DO_NOT_DISRUPT}"
    if not any(owner.controller for owner in pod.metadata.owner_references):
        return "have no controller that would start them anew"
    local = any("emptyDir" in volume or "hostPath" in volume for volume in pod.spec.volumes)
    if local and safe != "true":
        return f"have local storage (emptyDir, hostPath) and do not say {_SAFE}: true"
    return None


def add_unmodelled(scene: Scene) -> None:
    """Remember what binds pods beyond what the instance says, whatever kind it is of."""
    for i, pod in enumerate(scene.pods):
        if i in scene.held:
            continue
        if pod.spec.resource_claims:
            scene.not_modelled(i, "claim devices (dynamic resource claims)")
        if pod.spec.scheduler_name != "default-scheduler":
            scene.not_modelled(i, "are placed by another scheduler")


def kept(node: KubernetesNode) -> bool:
    """Return whether a node must not be given back, even if nothing is on it."""
    labels, annotations = node.metadata.labels, node.metadata.annotations
    return (
        any(label in labels for label in _CONTROL_PLANE)
        or annotations.get(_DO_NOT_DISRUPT) == "true"
        or annotations.get(_SCALE_DOWN_DISABLED) == "true"
    )


def disruption_cost(pod: Pod) -> float:
    """Return what it costs to disrupt a pod, as Karpenter counts it, but never below 0.

    That is 1, more with the deletion cost and with the priority, and at most 10.
    """
    cost = 1.0 + pod.spec.priority / 2**25
    text = pod.metadata.annotations.get(_DELETION_COST, "0")
    with suppress(ValueError):  # Karpenter ignores what is no number
        cost += int(text) / 2**27
    return round(min(10.0, max(0.0, cost)), 6)
