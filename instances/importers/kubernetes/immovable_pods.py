"""Pods that stay where they are, each for a reason, and nodes that are never given back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any, Literal, TypeAlias

from .node_rules import admits
from .records import KubernetesNode, Pod
from .scene import Scene, of_node
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
    """Fix the pods that nobody may, or should, evict; ``budgeted`` ones are under a budget."""
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
    """Return why a pod stays whoever consolidates."""
    annotations = pod.metadata.annotations
    if of_node(pod):
        return "belong to their node (DaemonSets, static pods)"
    if annotations.get(_SAFE) == "false":
        return f"say {_SAFE}: false"
    if _must_not_be_disrupted(pod, newest):
        return f"say {_DO_NOT_DISRUPT}"
    if not any(owner.controller for owner in pod.metadata.owner_references):
        return "have no controller that would start them anew"
    if any("hostPath" in volume for volume in _unsafe_volumes(pod)):
        return f"have files of their node (hostPath) and do not say {_SAFE}: true"
    return None


def _autoscaler_reason(pod: Pod, budgeted: bool) -> str | None:
    """Return why the cluster autoscaler, beyond that, does not evict a pod."""
    if any(_on_disk(volume) for volume in _unsafe_volumes(pod)):
        return f"have local storage (emptyDir) and do not say {_SAFE}: true"
    safe = pod.metadata.annotations.get(_SAFE) == "true"
    if pod.metadata.namespace == "kube-system" and not budgeted and not safe:
        return "are in kube-system and under no disruption budget"
    return None


def _unsafe_volumes(pod: Pod) -> Iterator[dict[str, Any]]:
    """Yield the volumes of which no annotation says that they may be lost."""
    annotations = pod.metadata.annotations
    if annotations.get(_SAFE) == "true":
        return
    named = {name.strip() for name in annotations.get(_SAFE_VOLUMES, "").split(",")}
    yield from (volume for volume in pod.spec.volumes if volume.get("name") not in named)


def _on_disk(volume: dict[str, Any]) -> bool:
    return "emptyDir" in volume and (volume["emptyDir"] or {}).get("medium") != "Memory"


def _must_not_be_disrupted(pod: Pod, newest: datetime | None) -> bool:
    """Return whether a pod is not to be disrupted: at all, or not before some time after its start.

    A dump does not say when it was made; the newest time in it counts as that moment.
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
    """Return a duration as Go writes it, such as ``1h30m``."""
    parts = _PART.findall(text)
    if not text or "".join(number + unit for number, unit in parts) != text:
        return None
    try:
        return sum((float(number) * _UNITS[unit] for number, unit in parts), timedelta())
    except OverflowError:
        return timedelta.max


def _newest(scene: Scene) -> datetime | None:
    """Return the newest time that nodes and pods name."""
    texts = [pod.status.start_time for pod in scene.pods]
    texts += [pod.metadata.creation_timestamp for pod in scene.pods]
    texts += [
        condition.last_heartbeat_time for n in scene.nodes for condition in n.status.conditions
    ]
    moments = [found for text in {*texts} if (found := moment(text)) is not None]
    return max(moments, default=None)


def note_unmodelled_bindings(scene: Scene) -> None:
    """Remember what binds pods beyond what the instance says, whatever kind it is of."""
    broken = [node for node in scene.nodes[: scene.real] if not node.ready]
    for alike in scene.alike if broken else ():
        if any(admits(node, scene.pods[alike[0]]) for node in broken):
            for i in alike:
                scene.not_modelled(i, "tolerate that a node is not Ready, and may be sent there")
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
