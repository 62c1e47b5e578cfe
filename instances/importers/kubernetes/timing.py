"""How long pods take to move: their grace period, and the time until their like was ready."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from statistics import median

from .records import Pod
from .scene import workload


def seconds_of(pods: Sequence[Pod]) -> list[float | None]:
    """Return the seconds of a move of each pod, as far as pods of its owner say.

    Pods of one owner start alike: the median of the time that they took counts.
    """
    starts: dict[str, list[float]] = {}
    for pod in pods:
        taken = _start(pod)
        if taken is not None:
            starts.setdefault(workload(pod), []).append(taken)
    usual = {name: float(median(each)) for name, each in starts.items()}
    start = [usual.get(workload(pod)) for pod in pods]
    return [
        None if each is None else pod.spec.termination_grace_period_seconds + each
        for pod, each in zip(pods, start, strict=True)
    ]


def _start(pod: Pod) -> float | None:
    """Return the seconds from the moment that a pod had a node until it was ready."""
    when = {
        each.type: moment(each.last_transition_time)
        for each in pod.status.conditions
        if each.status == "True"
    }
    scheduled, ready = when.get("PodScheduled"), when.get("Ready")
    if scheduled is None or ready is None or ready < scheduled:
        return None
    return (ready - scheduled).total_seconds()


def moment(text: str) -> datetime | None:
    """Return the time that a text names, if it names one."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found if found.tzinfo else found.replace(tzinfo=UTC)
