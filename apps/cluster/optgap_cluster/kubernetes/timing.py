"""The duration of moves: grace period of the pod, and time until it is ready elsewhere.

If no pod of an owner shows how long its start took, probes give the minimum.
"""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from statistics import median
from typing import Any

from .records import Pod
from .scene import workload


def seconds_of(pods: Sequence[Pod], until_available: Mapping[str, float]) -> list[float | None]:
    """Return the seconds that a move of each pod takes; None for an unknown duration.

    The start time of a pod is the median over its owner's pods.  ``until_available`` contains the
    seconds that an owner waits until a ready pod counts as available.
    """
    starts: dict[str, list[float]] = {}
    for pod in pods:
        taken = _start(pod)
        if taken is not None:
            starts.setdefault(workload(pod), []).append(taken)
    usual = {name: float(median(each)) for name, each in starts.items()}
    seconds: list[float | None] = []
    for pod in pods:
        owner = workload(pod)
        start = usual.get(owner, _by_probes(pod))
        grace = pod.spec.termination_grace_period_seconds
        seconds.append(None if start is None else grace + start + until_available.get(owner, 0.0))
    return seconds


def _by_probes(pod: Pod) -> float | None:
    """Return the seconds from start until all probes can have succeeded; None if this is 0.

    Readiness is probed only after the startup probe has succeeded.
    """
    ready = [0]
    for container in pod.spec.containers:
        started = container.startup_probe.yes_after(0) if container.startup_probe else 0
        ready.append(
            container.readiness_probe.yes_after(started) if container.readiness_probe else started
        )
    return float(max(ready)) or None


def _start(pod: Pod) -> float | None:
    """Return the seconds from a pod's scheduling until it was ready; None if unknown."""
    when = {
        condition.type: moment(condition.last_transition_time)
        for condition in pod.status.conditions
        if condition.status == "True"
    }
    scheduled, ready = when.get("PodScheduled"), when.get("Ready")
    if scheduled is None or ready is None or ready < scheduled:
        return None
    return (ready - scheduled).total_seconds()


def moment(text: str) -> datetime | None:
    """Return the time that a text contains, or None if it contains none."""
    try:
        instant = datetime.fromisoformat(text)
    except ValueError:
        return None
    return instant if instant.tzinfo else instant.replace(tzinfo=UTC)


def is_rolling_out(document: dict[str, Any]) -> bool:
    """Return whether a controller has pods that are not from its latest template yet."""
    metadata, status = document.get("metadata"), document.get("status")
    if not isinstance(metadata, dict) or not isinstance(status, dict):
        return False
    counts = {key: value for key, value in status.items() if type(value) is int}
    replicas = counts.get("replicas", 0)
    generation = metadata.get("generation")
    return (
        counts.get("updatedReplicas", replicas) < replicas
        or counts.get("unavailableReplicas", 0) > 0
        or (type(generation) is int and counts.get("observedGeneration", generation) < generation)
    )


def wait_of_owner(kind: str, document: dict[str, Any]) -> dict[str, float]:
    """Return (by name) the seconds after which a controller counts a ready pod as available."""
    spec, metadata = document.get("spec"), document.get("metadata")
    seconds = spec.get("minReadySeconds") if isinstance(spec, dict) else None
    if not isinstance(metadata, dict) or type(seconds) is not int or seconds <= 0:
        return {}
    return {f"{kind} {metadata.get('namespace', 'default')}/{metadata.get('name')}": float(seconds)}
