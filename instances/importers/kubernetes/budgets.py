"""PodDisruptionBudgets as limits on the pods that move in one wave."""

from __future__ import annotations

from collections import Counter

from ....core.faults import Fault
from ....core.words import counted
from .documents import Dump
from .records import Budget
from .scene import Scene


def add_budgets(scene: Scene, dump: Dump) -> tuple[set[int], list[Fault]]:
    """Add every budget; return the pods under budgets, and the faults of budgets."""
    faults: list[Fault] = []
    covered: Counter[int] = Counter()
    for place, budget in dump.budgets:
        name = f"PodDisruptionBudget {budget.metadata.namespace}/{budget.metadata.name}"
        pods = scene.matched(budget.spec.selector, {budget.metadata.namespace}.__contains__)
        pods = [i for i in pods if i not in scene.held]
        covered.update(pods)
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
                stay = counted(len(running), "pod stays", "pods stay")
                scene.notes.append(f"{name}: allows no disruption, {stay}")
    for i, count in covered.items():
        if count > 1:  # the eviction API refuses such a pod
            scene.fix(i, "are under more than one disruption budget, so that nobody can evict them")
    return set(covered), faults


def _allowed_evictions(budget: Budget, matched: int) -> int:
    """Return how many pods may be evicted at once."""
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
    """Return a number of pods, or a percentage of them rounded up."""
    text = str(amount)
    number = text.removesuffix("%")
    if not number.isdigit() or not number.isascii() or (text != number and int(number) > 100):
        raise ValueError(f"must have a number >= 0 or a percentage up to 100% (found {text!r})")
    return -(-of * int(number) // 100) if text != number else int(number)
