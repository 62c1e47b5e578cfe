"""Problems as statements for guarantees: all decisions, and the rules and cost of one of them.

A problem of one's own states both by its `check` and its `enumerate`, or by the form of its
decisions.  The shipped problems that have a statement are in `STATEMENTS`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import compress, product
from math import prod
from typing import Any, TypeAlias, get_args

from ....core.faults import input_error
from ....core.input_family import InputFamily, explored
from ....core.symbolic import Extreme, Number, Row, Tracer, chosen, lazy_extremes
from ..forms import Decision, length_of
from ..judging import Judge, exactly

MOST_DECISIONS = 200_000
Listed: TypeAlias = tuple[int | None, Iterable[Any]]  # with their number, if it is known
# The decisions of an instance, and the checker of one of them.
ProblemStatement: TypeAlias = tuple[Callable[[Any], Listed], Callable[[Any, Any, Judge], Any]]


@dataclass(frozen=True)
class Piece:
    """The cost of a decision on a part of the inputs: the extreme of linear forms.

    ``rows`` hold in this part.  The decision is feasible if the ``needs`` are at least 0; without
    ``forms`` it is infeasible in the whole part.
    """

    rows: tuple[tuple[Row, bool], ...]
    needs: tuple[Row, ...]
    forms: tuple[tuple[Any, ...], ...]


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


def decisions_by_form(form: type[Decision], instance: Any) -> Listed:
    """Return the number of all decisions of a form with one list, and an iterator of them."""
    name, field = next(iter(form.model_fields.items()))
    is_bool = get_args(field.annotation)[:1] == (bool,)
    axes = form.AXES.get(name, ()) if is_bool or name in form.INDICES else ()
    if not len(form.model_fields) == len(axes) == 1:
        rule = "does not list its decisions; the problem needs @problem.enumerate"
        raise input_error(f"the form {form.__name__}", rule)
    choices = (False, True) if is_bool else range(length_of(instance, form.INDICES[name]))
    length = length_of(instance, axes[0])
    every = product(choices, repeat=length)
    return len(choices) ** length, ({name: list(values)} for values in every)


def _subsets(values: Sequence[Any]) -> Iterator[list[Any]]:
    return (list(compress(values, mask)) for mask in product([0, 1], repeat=len(values)))


# Shipped problems.  Each check states the rules and the cost on the raw fields.


def _machines(instance: Any) -> Listed:
    machines, count = range(instance.machines), instance.instances
    every = ({"machine": list(each)} for each in product(machines, repeat=count))
    return instance.machines**count, every


def _check_placement(instance: Any, decision: Any, judge: Judge) -> Any:
    machine = decision.machine.tolist()
    for j, room in enumerate(instance.beta.tolist()):
        judge.at_most("capacity", f"machine {j}", machine.count(j), room)
    return max(exactly(instance.latency[i][j]) for i, j in enumerate(machine))


def _evictions(instance: Any) -> Listed:
    names = [each.name for each in instance.residents if not each.keep]
    return 2 ** len(names), ({"evict": evicted} for evicted in _subsets(names))


def _check_eviction(instance: Any, decision: Any, judge: Judge) -> Any:
    evicted = [each for each in instance.residents if each.name in decision.evict]
    if any(each.keep for each in evicted):
        judge.fault("keep", "residents", "a resident must stay")
    free, weights = instance.free or [0] * len(instance.resources), instance.weights or {}
    for r, name in enumerate(instance.resources):
        freed = sum(exactly(each.demand[r]) for each in evicted) + exactly(free[r])
        judge.at_least("room", name, freed, instance.request[r])
    heat = [exactly(each.temperature) for each in evicted if each.factors is None]
    factors = [(name, value) for each in evicted for name, value in (each.factors or {}).items()]
    return sum(heat) + sum(exactly(weights[name]) * exactly(value) for name, value in factors)


def _amounts(key: str, limits: dict[str, range], most: int) -> Listed:
    """Return all amounts by name within their limits, whose sum is at most ``most``."""
    every = product(*limits.values())
    within = (each for each in every if sum(each) <= most)
    return prod(map(len, limits.values())), (
        {key: dict(zip(limits, each, strict=True))} for each in within
    )


def _cores(instance: Any) -> Listed:
    limits = {job.name: range(job.min_cores, job.max_cores + 1) for job in instance.jobs}
    return _amounts("cores", limits, instance.cores)


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


def _containers(instance: Any) -> Listed:
    limits = {group.name: range(group.lower, group.upper + 1) for group in instance.groups}
    return _amounts("containers", limits, instance.containers)


def _check_cluster_ratio(instance: Any, decision: Any, judge: Judge) -> Any:
    units = decision.containers
    return sum(exactly(g.latency[units[g.name] - g.lower]) for g in instance.groups)


def _packings(instance: Any) -> Listed:
    """Return the packings on empty machines; of equal unused machines, only the first is opened."""
    used = {
        name
        for part in (instance, *instance.machines, *instance.items)
        for name, field in type(part).model_fields.items()
        if getattr(part, name) not in (field.default, None)
    }
    others = used - {"name", "source", "resources", "machines", "items", "capacity", "demand"}
    if others - {"objective", "empty_machines"} or instance.objective == "price":
        rule = "is more than the statement for guarantees has: capacities and demands"
        raise input_error(", ".join(sorted(others)), rule)
    names = [machine.name for machine in instance.machines]
    rooms = [machine.capacity for machine in instance.machines]

    def extend(machine: list[int]) -> Iterator[list[int]]:
        if len(machine) == len(instance.items):
            yield machine
            return
        unused = [j for j in range(len(names)) if j not in machine]
        firsts = {rooms[j]: j for j in reversed(unused)}
        for j in sorted({*machine, *firsts.values()}):
            yield from extend([*machine, j])

    items = [item.name for item in instance.items]
    placed = ([names[j] for j in machine] for machine in extend([]))
    return None, ({"machine": dict(zip(items, each, strict=True))} for each in placed)


def _check_consolidation(instance: Any, decision: Any, judge: Judge) -> Any:
    for item in instance.items:
        if item.name not in decision.machine:
            judge.fault("decision", item.name, "is on no machine")
            return None
    for machine in instance.machines:
        items = [item for item in instance.items if decision.machine[item.name] == machine.name]
        for r, room in enumerate(machine.capacity if items else ()):
            load = sum(exactly(item.demand[r]) for item in items)
            judge.at_most("capacity", machine.name, load, room)
    return len(set(decision.machine.values()))


STATEMENTS: dict[str, ProblemStatement] = {
    "placement": (_machines, _check_placement),
    "eviction": (_evictions, _check_eviction),
    "utility": (_cores, _check_utility),
    "cluster_ratio": (_containers, _check_cluster_ratio),
    "consolidation": (_packings, _check_consolidation),
}
