"""Optima by trying every decision: what is feasible, and its value, is the checker's word alone."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from optgap.validation.judge import Verdict

Check = Callable[[Any, Any], Verdict]


def families(verdict: Verdict) -> list[tuple[str, str]]:
    """Return the broken constraints, and where each is broken."""
    return [(violation.constraint, violation.where) for violation in verdict.violations]


def assignments(instance: Any, *others: None) -> Iterator[dict[str, Any]]:
    """Yield every assignment of items to machines; with None as another place some are left out."""
    names = [machine.name for machine in instance.machines]
    for places in itertools.product([*names, *others], repeat=len(instance.items)):
        pairs = zip(instance.items, places, strict=True)
        yield {"machine": {item.name: name for item, name in pairs if name is not None}}


def feasible(check: Check, instance: Any, decisions: Iterable[Any]) -> Iterator[Verdict]:
    """Yield the verdicts on the decisions that break no rule."""
    verdicts = (check(instance, decision) for decision in decisions)
    return (verdict for verdict in verdicts if verdict.feasible)


def least(check: Check, instance: Any, decisions: Iterable[Any]) -> float | None:
    """Return the least objective, or ``None`` where nothing is feasible."""
    found = feasible(check, instance, decisions)
    return min((verdict.objective for verdict in found), default=None)


def least_by(
    check: Check, instance: Any, decisions: Iterable[Any], detail: str
) -> dict[Any, float]:
    """Return the least objective for each value of a detail."""
    best: dict[Any, float] = {}
    for verdict in feasible(check, instance, decisions):
        key = verdict.details[detail]
        best[key] = min(best.get(key, verdict.objective), verdict.objective)
    return best


def front(
    check: Check, instance: Any, decisions: Iterable[Any], digits: int = 15
) -> set[tuple[float, ...]]:
    """Return the objectives, rounded, that no other decision is at least as good in."""
    found = {
        tuple(round(value, digits) for value in verdict.objectives.values())
        for verdict in feasible(check, instance, decisions)
    }
    return {
        one
        for one in found
        if not any(other != one and all(map(float.__le__, other, one)) for other in found)
    }
