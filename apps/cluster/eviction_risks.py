"""The evictions of a plan that are risky, grouped by the kind of risk."""

from collections.abc import Iterator, Mapping

from ...core.faults import agreeing, quantity
from ...instances.consolidation import Consolidation
from .kubernetes import CAPACITY_TYPE
from .rollout import WavePlan

_WORDS = {  # of several pods
    "job": "belong to a Job, which would start its work again",
    "only-replica": "are the only replica of their owner",
    "rollout": "belong to a workload that is being rolled out",
    "local-data": "lose the files of their emptyDir volumes",
    "lost-place": "have lower priority than waiting pods without a place",
    "preemption": "have higher priority than pods that the scheduler may evict for them",
    "spot": "move from a node without a spot label to a spot node",
}
_MOST_NAMED = 5


def eviction_risks(instance: Consolidation, plan: WavePlan) -> dict[str, tuple[str, ...]]:
    """Return the names of the pods that a plan evicts at each risk, in the order of their moves."""
    risks_of = {item.name: item.eviction_risks or () for item in instance.items}
    paid = {site.name: (site.labels or {}).get(CAPACITY_TYPE) for site in instance.sites}
    pods: dict[str, dict[str, None]] = {risk: {} for risk in _WORDS}
    for move in plan.steps:
        if move.origin is None:
            continue
        for risk in risks_of[move.item]:
            pods[risk][move.item] = None
        if paid[move.target] == "spot" != paid[move.origin]:
            pods["spot"][move.item] = None
    return {risk: tuple(names) for risk, names in pods.items() if names}


def risk_lines(risks: Mapping[str, tuple[str, ...]], most: int = _MOST_NAMED) -> Iterator[str]:
    """Yield a line for each risk: the number of pods, the risk, and the first pods."""
    for risk, names in risks.items():
        pods = quantity(len(names), "evicted pod")
        more = f" and {len(names) - most} more" if len(names) > most else ""
        yield f"{pods} {agreeing(len(names), _WORDS[risk])}: {', '.join(names[:most])}{more}"
