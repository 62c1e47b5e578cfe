"""The front of objective against number of evictions, for clusters of any size.

For a small cluster the front is exact if the time suffices.  For a large cluster it contains three
kinds of plans: the solution without some of its freed machines, plans of a drain heuristic within
budgets of evictions, and plans under prices of evictions.  The bound on the evictions of a plan is
certified: a machine becomes free only if all its items leave.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import ceil
from typing import Any

import numpy as np

from optgap.consolidation import (
    BY_FREED_MACHINES,
    Consolidation,
    FrontPlan,
    cost_of,
    moves_front,
    moves_of,
    overfull,
    pinned_items,
    rules_hold,
    spends_the_least,
    spent_at_least,
    with_more_at_home,
)
from optgap.faults import input_error
from optgap.problem import IntArray
from optgap.running import Run, problem_of

from .rollout import HOURS

_EXACT, _UNDO, _DRAINS = 0.5, 0.3, 0.4  # shares of the remaining time
_STEPS = 16  # number of plans of each kind
_PRICES = (0.1, 0.9, 0.25, 0.6, 0.4, 0.75)  # of the mean machine, if all on it moves


def eviction_front(
    instance: Consolidation, machine: IntArray, run: Run, *, proven: bool
) -> list[FrontPlan]:
    """Return plans with fewer and fewer moves, from the given plan to no move, as time allows.

    ``proven`` says that no plan has a better objective than the first one.
    """
    inner = run.inner(seconds=run.part_of_remaining(_EXACT))
    exact, complete = moves_front(instance, machine, inner, proven=proven)
    if complete:
        return exact
    found = exact + [_point(instance, plan) for plan in _plans(instance, machine, run)]
    return _nondominated(found)


def _plans(instance: Consolidation, machine: IntArray, run: Run) -> Iterator[IntArray]:
    """Yield candidates for the front, all accepted by the checker."""
    judge = problem_of(instance).judge
    yield machine
    if (instance.home >= 0).all() and judge(instance, instance.decision(instance.home)).feasible:
        yield instance.home
    parts = (
        (_given_back, _UNDO),
        (_drained, _DRAINS),
        (_under_prices, 1.0),
    )
    for part, share in parts:
        inner = run.inner(seconds=run.part_of_remaining(share))
        for plan in part(instance, machine, inner):
            if judge(instance, instance.decision(plan)).feasible:
                yield plan
            if inner.should_stop():
                break


def _given_back(instance: Consolidation, machine: IntArray, run: Run) -> Iterator[IntArray]:
    """Yield plans with ever fewer freed machines; the costliest to empty are used again first."""
    plan, cost = machine.copy(), instance.cost_to_empty
    freed = np.flatnonzero(instance.occupied & ~instance.in_use(plan))
    freed = freed[np.argsort(-cost[freed] / np.maximum(1, instance.price[freed]), kind="stable")]
    step, back = -(-len(freed) // _STEPS), 0
    for j in freed.tolist():
        if run.should_stop():
            return
        wider = np.where(instance.home == j, j, plan)
        if not rules_hold(instance.rule_book, wider) or len(overfull(instance, wider)):
            continue
        plan, back = wider, back + 1
        if back % step == 0:
            inner = run.inner(seconds=run.part_of_remaining(2 / _STEPS))
            plan = with_more_at_home(instance, plan, inner)
            yield plan.copy()


def _drained(instance: Consolidation, machine: IntArray, run: Run) -> Iterator[IntArray]:
    """Yield plans of the method `drain-best-fit` within increasing migration budgets."""
    problem = problem_of(instance)
    whole = min(float(instance.budget), 1.5 * max(1, cost_of(instance, machine)))
    for k in range(1, _STEPS + 1):
        budget = int(whole * k / _STEPS) * instance.cost_unit
        tight = instance.model_copy(update={"migration_budget": float(budget)})
        inner = run.inner(seconds=run.part_of_remaining(1 / (_STEPS + 1 - k)), sense="minimize")
        inner.first_objective_only = True
        decision = problem.run_method("drain-best-fit", tight, inner).decision
        if decision is not None:
            yield instance.numbers(decision)


def _under_prices(instance: Consolidation, machine: IntArray, run: Run) -> Iterator[IntArray]:
    """Yield plans of the method `column-generation` under several prices of migration."""
    problem = problem_of(instance)
    emptied = float(instance.value_of(int(instance.full_price[instance.occupied].sum())))
    each = emptied / max(1e-9, float(instance.cost.sum() * instance.cost_unit))
    for place, share in enumerate(_PRICES):
        price = float(f"{share * each:.2g}")
        priced = instance.model_copy(update={"migration_price": price})
        seconds = run.part_of_remaining(1 / (len(_PRICES) - place))
        inner = run.inner(seconds=seconds, sense="minimize")
        decision = problem.run_method("column-generation", priced, inner).decision
        if decision is not None:
            yield instance.numbers(decision)


def _point(instance: Consolidation, machine: IntArray) -> FrontPlan:
    units, cost = instance.units_of(machine), cost_of(instance, machine)
    return FrontPlan(machine, units, cost, moves_of(instance, machine), cost == 0)


def _nondominated(found: Sequence[FrontPlan]) -> list[FrontPlan]:
    """Return the plans not dominated in objective and migration cost, best objective first."""
    front: list[FrontPlan] = []
    for plan in sorted(found, key=lambda each: (each.units, each.cost, each.moves)):
        if not front or plan.cost < front[-1].cost:
            front.append(plan)
    return front


def front_point(instance: Consolidation, plan: FrontPlan) -> dict[str, Any]:
    """Return a plan of the front as a JSON document, with its decision."""
    least, is_met = _fewest_evictions(instance, plan)
    objective = instance.value_of(plan.units)
    return {
        "objective": objective,
        "per_month": round(HOURS * objective, 2) if instance.objective == "price" else None,
        "nodes": int(instance.in_use(plan.machine).sum()),
        "moves": plan.moves,
        "moves_at_least": least,
        "cost": float(plan.cost * instance.cost_unit),
        "proven": plan.proven or is_met,
        "decision": instance.decision(plan.machine),
    }


def point_within(points: Sequence[dict[str, Any]], limit: str) -> dict[str, Any]:
    """Return the best point within a limit: of evictions, ``nodes=N``, or ``money=M`` a month.

    A limit on nodes or money selects the point with the fewest evictions.
    """
    word, _, number = limit.rpartition("=")
    key = {"": "moves", "nodes": "nodes", "money": "per_month"}.get(word)
    try:
        most = float(number)
    except ValueError:
        most = -1.0
    if key is None or not most >= 0:
        raise input_error("--take", "must be a number of evictions, nodes=N or money=M", limit)
    costs = [point[key] for point in points]
    within = [k for k, cost in enumerate(costs) if cost is not None and cost <= most]
    if not within:
        least = min((cost for cost in costs if cost is not None), default="prices in the instance")
        raise input_error("--take", f"is below all plans of the front, which need {least}", limit)
    return points[within[0] if key == "moves" else within[-1]]


def _fewest_evictions(instance: Consolidation, plan: FrontPlan) -> tuple[int | None, bool]:
    """Return a lower bound on the evictions of equally good plans, and whether a plan attains it.

    The bound is ``None`` if none is certified.
    """
    if instance.objective == "price":
        return _fewest_by_price(instance, plan.machine), False
    known = spent_at_least(instance, plan.machine)
    claim = {
        "cost_bound": float((known.cost_bound or 0) * instance.cost_unit),
        "moves_bound": known.moves_bound,
        "moves_bound_kind": "certified",
        "moves_certificate": BY_FREED_MACHINES,
    }
    if not known.moves_bound:
        return (0, True) if plan.moves == 0 else (None, False)
    objective = instance.value_of(plan.units)
    refused = problem_of(instance).claims_beside(instance, objective, claim)
    if refused:
        return None, False
    return known.moves_bound, spends_the_least(instance, known)


def _fewest_by_price(instance: Consolidation, machine: IntArray) -> int:
    """Return a lower bound on the evictions of plans that cost at most as much as ``machine``.

    The price of the machines that such a plan frees is at least the saving.  The bound is the
    optimum of this knapsack problem with divisible machines, in exact arithmetic, rounded up.
    """
    price = instance.full_price
    now, then = (int(price[instance.in_use(each)].sum()) for each in (instance.home, machine))
    stuck = instance.in_use(instance.home[pinned_items(instance)])
    pods = np.bincount(instance.home[instance.home >= 0], minlength=len(price))
    able = np.flatnonzero(instance.occupied & ~stuck & (price > 0)).tolist()
    share = {j: Fraction(int(pods[j]), int(price[j])) for j in able}
    missing, least = now - then, Fraction(0)
    for j in sorted(able, key=share.__getitem__):
        part = max(0, min(missing, int(price[j])))
        missing, least = missing - part, least + part * share[j]
    return ceil(least)
