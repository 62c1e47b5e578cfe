"""The exact methods of consolidation, put together from their parts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ....core.arrays import IntArray
from ....core.outcome import Answer, Decision
from ....core.run import Run
from ....core.schema import Count, PositiveCount
from ....formulations import consolidation as formulation
from ....heuristics.consolidation import (
    drain_best_fit,
    fill_slots,
    karpenter,
    mend,
    place_by_mix,
    price_guided,
    refill,
)
from ....instances.consolidation import Consolidation, overfull, with_awaited_kept
from ....solvers import consolidation as solvers
from ....solvers.rollout import EvictionOrder, without_pins
from .exact import exact as exact_of

_PINNED = 0.4  # of the time, for the best plan with pins
_NEARER = 3.0  # seconds, to let it move less

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
        mend=mend,
        refill=refill,
        dives=dives,
        patterns=patterns,
        branches=branches,
    )


def no_pins(
    instance: Consolidation,
    run: Run,
    *,
    order: EvictionOrder = "largest-first",
    replays: PositiveCount = 1_000,
) -> Answer:
    """Machines that become free wherever Kubernetes' scheduler puts the pods, without pins.

    ``order`` is that in which pods leave.  A set of machines that holds in so many ``replays`` with
    random orders and ties is taken; the decision is where one replay ends.
    """
    if not instance.occupied.any():
        return Answer(message="nothing runs that could move")
    if (instance.home >= 0).all() and len(overfull(instance, instance.home)) == 0:
        now = instance.value_of(instance.units_of(instance.home))
        run.report(now, decision=instance.decision(instance.home))
    inner = run.inner(seconds=None if run.remaining is None else _PINNED * run.remaining)
    pinned = column_generation(instance, inner)
    if pinned.bound is not None and not pinned.infeasible:
        run.report(bound=pinned.bound)
    if pinned.decision is None:
        return pinned
    placed = with_awaited_kept(instance, pinned.decision)
    with run.timed("replays"):
        start = placed.numbers(pinned.decision)
        inner = run.inner(seconds=_NEARER)
        near = solvers.fewest_moves(placed, placed.rule_book, start, inner, everywhere=True)
        pinless = without_pins(placed, near.machine, order, run, replays=replays)
    if pinless.machine is None:
        return replace(pinned, decision=None, message=pinless.why)
    decision = placed.decision(pinless.machine)
    run.report(_value(instance, decision), decision=decision)
    details = {**pinless.details(placed), "with_pins": _value(instance, pinned.decision)}
    return replace(pinned, decision=decision, details=details, stopped=run.stopped)


def _value(instance: Consolidation, decision: Decision) -> float:
    return instance.value_of(instance.units_of(instance.numbers(decision)))


def _starts(instance: Consolidation, run: Run) -> Iterator[IntArray]:
    """Yield plans to begin from.

    Under rules or prices three follow a program: `price_guided` its prices, `place_by_mix` its mix
    of items, `fill_slots` its patterns.
    """
    if run.start is not None:
        yield instance.numbers(run.start)
        return
    if not instance.occupied.any() and not instance.rules:
        return
    bound_by_rules = instance.rules or instance.priced
    for heuristic in (karpenter, price_guided) if bound_by_rules else (drain_best_fit,):
        plan = heuristic(instance, run.inner()).decision
        if plan is not None:
            yield instance.numbers(plan)
    for follow in (place_by_mix, fill_slots) if bound_by_rules else ():
        machine = follow(instance, run.inner())
        if machine is not None:
            yield machine
