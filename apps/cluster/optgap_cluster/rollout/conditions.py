"""The conditions of claims about the scheduler, and what a simulation leaves out."""

from collections.abc import Iterable

from optgap.consolidation import Consolidation
from optgap.faults import agreeing, quantity

from ..kubernetes import facts_of

SIMULATION = "this simulation of kube-scheduler 1.34"
CONDITIONS = (
    "kube-scheduler 1.34 with its default profile places the pods",
    "no other pod is created, deleted or resized, and no node changes, while the plan runs",
    "only pods of the plan are evicted, and their owners replace them by pods that are alike: a "
    "ReplicaSet while the old pod is being deleted, a StatefulSet after it is gone",
    "the dump is complete: requests, node selectors and affinity, taints, affinity between pods, "
    "spreads, host ports, bound volumes, priorities",
)
_UNKNOWN = "all scores but those of resources, and all pods that are no items (no facts of a dump)"


def pod_names(instance: Consolidation) -> list[str]:
    """Return the names of all pods: of the items, then of the other pods of the cluster."""
    facts = facts_of(instance)
    return [pod.name for pod in (instance.items if facts is None else facts.pods)]


def doubts_about(instance: Consolidation, moved: Iterable[str]) -> tuple[str, ...]:
    """Return what the simulation leaves out about moved pods, in words."""
    facts, names = facts_of(instance), sorted(moved)
    if facts is None:
        return (_UNKNOWN,) if names else ()
    pods: dict[str, list[str]] = {}
    for name in names:
        if name in facts.doubts:
            pods.setdefault(facts.doubts[name], []).append(name)
    return tuple(
        f"{quantity(len(each), 'moved pod')}, such as {each[0]}, {agreeing(len(each), why)}"
        for why, each in pods.items()
    )
