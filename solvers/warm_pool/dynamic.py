"""The exact method ``dp`` of warm_pool: one table gives the front over short ticks."""

from __future__ import annotations

from ...core.outcome import Answer, CertifiedBound
from ...core.run import Run
from ...instances.warm_pool import WarmPool
from .bounds import cheap_bound, cost_of, impossible, in_money
from .envelope import envelope, inevitable
from .table import NEVER, Machines, Ticks, least_machines

MOST_CHECKED = 100_000_000  # entries that the checker's own table may have


def dp(instance: WarmPool, run: Run) -> Answer:
    """Return the cheapest plan, and the least cost for every number of short ticks.

    Value by configured machines and by short ticks so far.  Where only inevitable ticks may be
    short and configuring is free, the plan is closed: least in every tick.
    """
    refused = impossible(instance)
    if refused is not None:
        return refused
    if instance.max_short == inevitable(instance) and instance.configure_cost == 0:
        return _least_everywhere(instance, run)
    most_short = None if instance.max_short is None else min(instance.max_short, instance.ticks)
    ticks = Ticks.of(instance)
    found = least_machines(ticks, most_short, run)
    if found is None:
        return cheap_bound(instance).answer(None, stopped=run.stopped)
    decision, cost = instance.decision(found.machines), in_money(instance, found.cost)
    run.report(cost, None, decision)
    details = {} if most_short is None else {"front": _front(instance, found)}
    if most_short is None:
        return CertifiedBound(cost, {"kind": "price", "price": 0.0}).answer(decision)
    if instance.ticks * (most_short + 1) * ticks.count <= MOST_CHECKED:
        return CertifiedBound(cost, {"kind": "table"}).answer(decision, details=details)
    bound = cheap_bound(instance)
    if bound.value >= cost:
        return bound.answer(decision, details=details)
    return Answer(decision=decision, bound=cost, bound_kind="solver", details=details)


def _least_everywhere(instance: WarmPool, run: Run) -> Answer:
    """Return the plan that is least in every tick."""
    machines = envelope(instance)
    decision, cost = instance.decision(machines), in_money(instance, cost_of(instance, machines))
    run.report(cost, None, decision)
    front = [None] * inevitable(instance) + [cost]
    return CertifiedBound(cost, {"kind": "envelope"}).answer(decision, details={"front": front})


def _front(instance: WarmPool, found: Machines) -> list[float | None]:
    """Return the least cost with at most 0, 1, 2, … short ticks; null if there is no plan."""
    return [None if cost >= NEVER else in_money(instance, cost) for cost in found.front.tolist()]
