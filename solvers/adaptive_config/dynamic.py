"""Tables over the groups' curves: all simulated, or only those that an optimum could use."""

from __future__ import annotations

from ...core.outcome import Answer
from ...core.run import Run
from ...instances.adaptive_config import AdaptiveConfig
from .bounds import cheap_bound, impossible
from .curves import CurveTable, answer_of

_NEVER = "under no setting all jobs of all groups run"


def dp(instance: AdaptiveConfig, run: Run) -> Answer:
    """Simulate every group with every number of containers, then share them (Algorithm 3)."""
    refused = impossible(instance)
    if refused is not None:
        return refused
    table = CurveTable.of(instance)
    for g, curve in enumerate(table.curves):
        for containers in range(curve.lower, curve.lower + len(curve.bound)):
            if run.should_stop():
                return _so_far(table, run)
            table.simulate(g, containers)
    return _best_plan(table, run)


def lazy(instance: AdaptiveConfig, run: Run) -> Answer:
    """Simulate only the pairs that the cheapest plan by bounds and known curves uses.

    No entry is above its true value, so that a cheapest plan of simulated entries is optimal.
    """
    refused = impossible(instance)
    if refused is not None:
        return refused
    table = CurveTable.of(instance)
    best, value = None, float("inf")
    while not run.should_stop():
        least = table.least(run)
        counts = (instance.lower + least.amounts).tolist()
        new = [g for g, count in enumerate(counts) if count not in table.curves[g].found]
        for g in new:
            table.simulate(g, counts[g])
        cost = table.cost(least.amounts)
        if cost < value:
            best, value = table.plan(least.amounts), cost
            run.report(cost, least.bound, None if best is None else instance.decision(best))
        if not new:
            return _best_plan(table, run)
    least = table.least(run)
    return _of_sequences(instance, answer_of(table, least, best, run), run)


def _so_far(table: CurveTable, run: Run) -> Answer:
    """Return a plan of the curves as far as they are known, and what they prove."""
    least = table.least(run)
    plan = table.plan(least.amounts)
    return _of_sequences(table.instance, answer_of(table, least, plan, run), run)


def _best_plan(table: CurveTable, run: Run) -> Answer:
    """Return the cheapest plan, proven by the curves; or that there is none."""
    least = table.least(run)
    plan = table.plan(least.amounts)
    if plan is None:
        return Answer(infeasible=True, message=_NEVER)
    run.report(table.cost(least.amounts), None, table.instance.decision(plan))
    details = {"simulated_pairs": len(table.simulated)}
    answer = answer_of(table, least, plan, run)
    return _of_sequences(table.instance, Answer(**{**vars(answer), "details": details}), run)


def _of_sequences(instance: AdaptiveConfig, answer: Answer, run: Run) -> Answer:
    """Return the answer; with tuning the best fixed plan bounds no sequence of settings."""
    if instance.tuning is None:
        return answer
    return cheap_bound(instance, run).answer(
        answer.decision,
        stopped=answer.stopped,
        message="the best plan that never changes; a sequence may be better",
        details=answer.details,
    )
