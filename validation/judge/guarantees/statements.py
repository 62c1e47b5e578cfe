"""Problems as statements for guarantees: all decisions, and the rules and cost of one of them.

A problem of one's own states both by its `check` and its `enumerate`, or by the form of its
decisions.  The shipped problems that have a statement are in `STATEMENTS`; each check states the
rules and the cost on the raw fields.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any, TypeAlias

from ....core.all_decisions import DECISIONS, Listed
from ....core.faults import input_error
from ....core.input_family import InputFamily, explored
from ....core.ratio_claims import Piece
from ....core.symbolic import Extreme, Number, Row, Tracer, chosen, lazy_extremes
from ..judging import Judge, exactly
from ..proofs.lagrange_multiplier import note_short

MOST_DECISIONS = 200_000
# The decisions of an instance whose inputs are at their upper limits, and the checker of one.
ProblemStatement: TypeAlias = tuple[Callable[[Any], Listed], Callable[[Any, Any, Judge], Any]]


class SymbolicJudge(Judge):
    """A judge whose amounts may be inputs: limits become rows."""

    def __init__(self) -> None:
        super().__init__()
        self.needs: dict[Row, None] = {}

    def over(self, constraint: str, where: str, amount: Any, message: str) -> None:
        """Note that the amount is at most 0."""
        slack = chosen(-exactly(amount))
        if isinstance(slack, Number) and slack.terms:
            self.needs[slack.row()] = None
        elif (slack.constant if isinstance(slack, Number) else slack) < 0:
            self.fault(constraint, where, message)

    def at_most(self, constraint: str, where: str, value: Any, limit: Any) -> None:
        """Note that the value is at most the limit."""
        self.over(constraint, where, exactly(value) - exactly(limit), "is above its limit")

    def at_least(self, constraint: str, where: str, value: Any, limit: Any) -> None:
        """Note that the value is at least the limit."""
        self.over(constraint, where, exactly(limit) - exactly(value), "is below its limit")

    def equal(self, constraint: str, where: str, value: Any, wanted: Any) -> None:
        """Note that the value is the wanted one."""
        self.at_most(constraint, where, value, wanted)
        self.at_least(constraint, where, value, wanted)


def pieces_of(
    family: InputFamily, check: Callable[..., Any], sense: str, decision: Any
) -> list[Piece]:
    """Return the pieces of the cost of a decision."""
    sign = 1 if sense == "minimize" else -1

    def run(tracer: Tracer) -> tuple[tuple[Row, ...], tuple[Any, ...]]:
        judge = SymbolicJudge()
        with lazy_extremes():
            value = check(family.symbolic(tracer), decision, judge)
            if judge.violations:
                return (), ()
            is_lazy = isinstance(value, Extreme) and value.sign == sign
            numbers = value.numbers if is_lazy else [Number({}, 0, tracer) + chosen(value)]
        return tuple(judge.needs), tuple(sorted(each.form() for each in numbers))

    return [Piece(tuple(rows), *result) for rows, result in explored(family, run)]


def _check_placement(instance: Any, decision: Any, judge: Judge) -> Any:
    machine = decision.machine.tolist()
    for j, room in enumerate(instance.beta.tolist()):
        judge.at_most("capacity", f"machine {j}", machine.count(j), room)
    return max(exactly(instance.latency[i][j]) for i, j in enumerate(machine))


def _check_eviction(instance: Any, decision: Any, judge: Judge) -> Any:
    evicted = [each for each in instance.residents if each.name in decision.evict]
    judge.over("keep", "residents", sum(each.keep for each in evicted), "must stay")
    free, weights = instance.free or [0] * len(instance.resources), instance.weights or {}
    for r, name in enumerate(instance.resources):
        freed = sum(exactly(each.demand[r]) for each in evicted) + exactly(free[r])
        judge.at_least("room", name, freed, instance.request[r])
    heat = [exactly(each.temperature) for each in evicted if each.factors is None]
    factors = [(name, value) for each in evicted for name, value in (each.factors or {}).items()]
    return sum(heat) + sum(exactly(weights[name]) * exactly(value) for name, value in factors)


def _check_utility(instance: Any, decision: Any, judge: Judge) -> Any:
    maximises = instance.objective == "max-sum"
    curves = {job.name: job.gain if maximises else job.loss for job in instance.jobs}
    if any(curve is None for curve in curves.values()):
        raise input_error("instance", "has histories instead of curves", instance.name)
    values = [
        exactly(job.weight) * exactly(curves[job.name][decision.cores[job.name]])
        for job in instance.jobs
    ]
    return sum(values) if maximises else max(values)


def _check_cluster_ratio(instance: Any, decision: Any, judge: Judge) -> Any:
    units = decision.containers
    return sum(exactly(g.latency[units[g.name] - g.lower]) for g in instance.groups)


def _check_consolidation(instance: Any, decision: Any, judge: Judge) -> Any:
    names = [item.name for item in instance.items if item.name not in decision.machine]
    judge.over("decision", ", ".join(names), len(names), "is on no machine")
    for machine in instance.machines:
        items = [item for item in instance.items if decision.machine.get(item.name) == machine.name]
        for r, room in enumerate(machine.capacity if items else ()):
            load = sum(exactly(item.demand[r]) for item in items)
            judge.at_most("capacity", machine.name, load, room)
    return len(set(decision.machine.values()))


def _check_macroq(instance: Any, decision: Any, judge: Judge) -> Any:
    used, worth, jobs = [0], [0], decision.jobs
    best = min((job.rank for job in instance.jobs if job.name not in jobs), default=inf)
    for job in instance.jobs:
        own = jobs.get(job.name)
        curves = [t for t in job.choices if own and t.name == own.template]
        points = [
            (x, y) for t in curves for x, y in zip(t.mips.tolist(), t.importance, strict=True)
        ]
        points = [(exactly(x), exactly(y)) for x, y in points if x == own.mips]
        if (job.rank > best or not points) if own else job.required:
            judge.fault("decision", job.name, "is required, or of a worse rank, or between points")
        used += [x for x, _ in points]
        worth += [y for _, y in points]
    judge.at_most("mips", "system", sum(used), instance.mips)
    return sum(worth)


def _check_warm_pool(instance: Any, decision: Any, judge: Judge) -> Any:
    size, before, short, warm, ups = exactly(instance.machine_size), instance.configured, 0, 0, 0
    rise, fall = (inf if most is None else most for most in (instance.max_up, instance.max_down))
    for t, now in enumerate(decision.machines):
        if not -fall <= now - before <= rise or (t < instance.lead and now != before):
            judge.fault("change", f"tick {t}", "is too large or too early")
        if t >= instance.lead and now < before:
            judge.at_least("in-use", f"tick {t}", size * now, instance.allocated[t - 1])
        left = size * now - exactly(instance.allocated[t])
        short, warm = (short + 1, warm) if left < 0 else (short, warm + left)
        before, ups = now, ups + max(0, now - before)
    note_short(judge, short, instance.max_short, "ticks")
    costs = (instance.configure_cost, ups), (instance.short_cost, short)
    return warm + sum(exactly(cost) * number for cost, number in costs)


def _check_cold_stock(instance: Any, decision: Any, judge: Judge) -> Any:
    stock, short, held = exactly(instance.stock), 0, 0
    reviews = range(instance.first_review, len(instance.demand), instance.period)
    order = dict(zip(reviews, decision.order, strict=True))
    remove = dict(zip(order, decision.remove, strict=True))
    due = [*instance.pipeline, *([0] * len(instance.demand))]
    for day, demand in enumerate(instance.demand):
        if remove.get(day):
            judge.at_most("remove", f"day {day}", remove[day], stock)
        arrived = due[day] + order.pop(day - instance.lead, 0)
        stock = stock - remove.get(day, 0) + arrived - exactly(demand)
        short, held = (short + 1, held) if stock < 0 else (short, held + stock)
    judge.over("late-order", "last day", sum(order.values()), "arrive too late")
    note_short(judge, short, instance.max_short, "days")
    numbers = held, sum(decision.order), sum(decision.remove), short
    costs = instance.holding_cost, instance.order_cost, instance.removal_cost, instance.short_cost
    return sum(exactly(c) * number for c, number in zip(costs, numbers, strict=True))


STATEMENTS: dict[str, ProblemStatement] = {
    name: (DECISIONS[name], check)
    for name, check in (
        ("placement", _check_placement),
        ("eviction", _check_eviction),
        ("utility", _check_utility),
        ("cluster_ratio", _check_cluster_ratio),
        ("consolidation", _check_consolidation),
        ("macroq", _check_macroq),
        ("warm_pool", _check_warm_pool),
        ("cold_stock", _check_cold_stock),
    )
}
