"""The exact methods of consolidation, put together from their parts."""

from __future__ import annotations

from collections.abc import Iterator

from ....core.arrays import IntArray
from ....core.outcome import Answer
from ....core.run import Run
from ....core.schema import Count
from ....formulations import consolidation as formulation
from ....heuristics.consolidation import (
    drain_best_fit,
    karpenter,
    mended,
    mixed,
    refilled,
    slotted,
)
from ....instances.consolidation import Consolidation
from ....solvers import consolidation as solvers
from .exact import exact as exact_of

_solved = exact_of(formulation)


def exact(instance: Consolidation, run: Run) -> Answer:
    """Integer program over items and machines in Pyomo."""
    bound = solvers.cheap_bound(instance)
    return solvers.impossible(bound) if bound.units is None else _solved(instance, run)


def column_generation(
    instance: Consolidation,
    run: Run,
    *,
    dives: Count = 16,
    patterns: Count = 1_500,
    branches: Count = 200,
) -> Answer:
    """Patterns of machines priced by knapsacks, diving, bound with re-checked prices.

    Where items run already it begins from a heuristic's plan.  Plans that break rules are mended.
    Where there are rules or prices, the best plan is refilled.
    """
    return solvers.column_generation(
        instance,
        run,
        start=_starts,
        mend=mended,
        refill=refilled,
        dives=dives,
        patterns=patterns,
        branches=branches,
    )


def _starts(instance: Consolidation, run: Run) -> Iterator[IntArray]:
    """Yield plans to begin from.

    Under rules or prices two follow a program: `mixed` its mix of items, `slotted` its patterns.
    """
    if run.start is not None:
        yield instance.numbers(run.start)
        return
    if not instance.occupied.any() and not instance.rules:
        return
    bound_by_rules = instance.rules or instance.objective == "price"
    heuristic = karpenter if bound_by_rules else drain_best_fit
    plan = heuristic(instance, run.inner()).decision
    if plan is not None:
        yield instance.numbers(plan)
    for follow in (mixed, slotted) if bound_by_rules else ():
        machine = follow(instance, run.inner())
        if machine is not None:
            yield machine
