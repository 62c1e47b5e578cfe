"""Problems as statements for guarantees: all decisions, and the rules and cost of one of them.

A problem of one's own states both by its `check` and its `enumerate`, or by the form of its
decisions.  The shipped problems that have a statement are in `STATEMENTS`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any, get_args, get_origin

from ....core.faults import input_error
from ..forms import Decision, length_of, names_of
from ..judging import Judge, exactly
from ..symbolic import Extreme, Number, Row, Tracer, lazy_extremes
from .family import InputFamily, explored

MOST_DECISIONS = 200_000


@dataclass(frozen=True)
class ProblemStatement:
    """The number of decisions of an instance, an iterator of them, and their checker."""

    count: Callable[[Any], int | None]
    decisions: Callable[[Any], Iterator[Any]]
    check: Callable[[Any, Any, Judge], Any]


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
        self.needs: list[Row] = []

    def at_most(self, constraint: str, where: str, value: Any, limit: Any) -> None:
        """Note that the value is at most the limit."""
        self._need(constraint, where, exactly(limit) - exactly(value))

    def at_least(self, constraint: str, where: str, value: Any, limit: Any) -> None:
        """Note that the value is at least the limit."""
        self._need(constraint, where, exactly(value) - exactly(limit))

    def equal(self, constraint: str, where: str, value: Any, wanted: Any) -> None:
        """Note that the value is the wanted one."""
        self.at_most(constraint, where, value, wanted)
        self.at_least(constraint, where, value, wanted)

    def over(self, constraint: str, where: str, amount: Any, message: str) -> None:
        """Note that the amount is at most 0."""
        self._need(constraint, where, -exactly(amount))

    def _need(self, constraint: str, where: str, slack: Any) -> None:
        if isinstance(slack, Extreme):
            slack = slack.numbers if slack.sign < 0 else [slack.chosen()]
        for each in slack if isinstance(slack, list) else [slack]:
            if isinstance(each, Number) and each.terms:
                self.needs.append(each.row())
            elif (each.constant if isinstance(each, Number) else each) < 0:
                self.fault(constraint, where, "is violated")


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
            if isinstance(value, Extreme) and value.sign != sign:
                value = value.chosen()
        numbers = value.numbers if isinstance(value, Extreme) else [Number({}, 0, tracer) + value]
        return tuple(dict.fromkeys(judge.needs)), tuple(sorted(each.form() for each in numbers))

    return [Piece(tuple(rows), *result) for rows, result in explored(family, run)]


# The decisions of a problem of one's own, from their form.


def decisions_by_form(form: type[Decision], instance: Any) -> tuple[int, Iterator[Any]]:
    """Return the number of all decisions of a form with one list, and an iterator of them."""
    if len(form.model_fields) == 1:
        ((name, field),) = form.model_fields.items()
        item = next(iter(get_args(field.annotation)), None)
        if name in form.AXES and len(form.AXES[name]) == 1:
            length = length_of(instance, form.AXES[name][0])
            choices: Sequence[Any] = [False, True] if item is bool else ()
            if name in form.INDICES:
                choices = range(length_of(instance, form.INDICES[name]))
            if choices:
                values = product(choices, repeat=length)
                return len(choices) ** length, ({name: list(value)} for value in values)
        if len(form.NAMES.get(name, ())) == 1 and get_origin(field.annotation) is list:
            names = list(names_of(instance, form.NAMES[name][0]))
            return 2 ** len(names), ({name: value} for value in _subsets(names))
    rule = "needs @problem.enumerate, because its form does not list the decisions"
    raise input_error(f"{form.__name__}", rule)


def _subsets(values: Sequence[Any]) -> Iterator[list[Any]]:
    for chosen in product([False, True], repeat=len(values)):
        yield [value for value, yes in zip(values, chosen, strict=True) if yes]


# Shipped problems.  Each check states the rules and the cost on the raw fields.


def _check_placement(instance: Any, decision: Any, judge: Judge) -> Any:
    machine = decision.machine.tolist()
    for j, room in enumerate(instance.beta.tolist()):
        judge.at_most("capacity", f"machine {j}", machine.count(j), room)
    return max(exactly(instance.latency[i][j]) for i, j in enumerate(machine))


def _check_eviction(instance: Any, decision: Any, judge: Judge) -> Any:
    evicted = [each for each in instance.residents if each.name in decision.evict]
    for each in evicted:
        judge.at_most("keep", each.name, int(each.keep), 0)
    free = instance.free or [0] * len(instance.resources)
    for r, name in enumerate(instance.resources):
        freed = sum(exactly(each.demand[r]) for each in evicted) + exactly(free[r])
        judge.at_least("room", name, freed, instance.request[r])
    weights = instance.weights or {}
    heat = [
        [exactly(each.temperature)]
        if each.factors is None
        else [exactly(weights[name]) * exactly(value) for name, value in each.factors.items()]
        for each in evicted
    ]
    return sum(value for values in heat for value in values)


def _amounts(lower: Sequence[int], upper: Sequence[int], most: int) -> Iterator[list[int]]:
    for amounts in product(*(range(a, b + 1) for a, b in zip(lower, upper, strict=True))):
        if sum(amounts) <= most:
            yield list(amounts)


def _count(lower: Sequence[int], upper: Sequence[int]) -> int:
    return prod(max(0, b - a + 1) for a, b in zip(lower, upper, strict=True))


def _check_utility(instance: Any, decision: Any, judge: Judge) -> Any:
    maximises = instance.objective == "max-sum"
    values = [
        exactly(job.weight)
        * exactly((job.gain if maximises else job.loss)[decision.cores[job.name]])
        for job in instance.jobs
    ]
    return sum(values) if maximises else max(values)


def _core_limits(instance: Any) -> tuple[list[int], list[int]]:
    return [job.min_cores for job in instance.jobs], [job.max_cores for job in instance.jobs]


def _core_decisions(instance: Any) -> Iterator[dict[str, Any]]:
    names = [job.name for job in instance.jobs]
    for amounts in _amounts(*_core_limits(instance), instance.cores):
        yield {"cores": dict(zip(names, amounts, strict=True))}


def _group_limits(instance: Any) -> tuple[list[int], list[int]]:
    return [g.lower for g in instance.groups], [g.upper for g in instance.groups]


def _group_decisions(instance: Any) -> Iterator[dict[str, Any]]:
    names = [group.name for group in instance.groups]
    for amounts in _amounts(*_group_limits(instance), instance.containers):
        yield {"containers": dict(zip(names, amounts, strict=True))}


def _check_cluster_ratio(instance: Any, decision: Any, judge: Judge) -> Any:
    return sum(
        exactly(group.latency[decision.containers[group.name] - group.lower])
        for group in instance.groups
    )


def _packings(instance: Any) -> Iterator[dict[str, Any]]:
    """Yield the packings on empty machines; of equal unused machines, only the first is opened."""
    _refuse_other_packings(instance)
    names = [machine.name for machine in instance.machines]
    rooms = [machine.capacity for machine in instance.machines]

    def extend(machine: list[int]) -> Iterator[list[int]]:
        if len(machine) == len(instance.items):
            yield machine
            return
        unused = [j for j in range(len(names)) if j not in machine]
        firsts = [j for k, j in enumerate(unused) if rooms[j] not in [rooms[i] for i in unused[:k]]]
        for j in sorted({*machine, *firsts}):
            yield from extend([*machine, j])

    for machine in extend([]):
        placed = zip(instance.items, machine, strict=True)
        yield {"machine": {item.name: names[j] for item, j in placed}}


def _refuse_other_packings(instance: Any) -> None:
    usual = {"problem", "version", "name", "source", "resources", "machines", "items"}
    parts = (*instance.machines, *instance.items)
    used = {name for part in parts for name in part.model_fields_set}
    used |= instance.model_fields_set - usual
    others = sorted(used - {"name", "capacity", "demand", "objective", "empty_machines"})
    if others:
        rule = "is not part of the statement for guarantees, which has capacities and demands only"
        raise input_error(", ".join(others), rule)


def _check_consolidation(instance: Any, decision: Any, judge: Judge) -> Any:
    for machine in instance.machines:
        items = [item for item in instance.items if decision.machine[item.name] == machine.name]
        for r, room in enumerate(machine.capacity):
            if items:
                judge.at_most(
                    "capacity", machine.name, sum(exactly(i.demand[r]) for i in items), room
                )
    return len(set(decision.machine.values()))


STATEMENTS = {
    "placement": ProblemStatement(
        lambda x: x.machines**x.instances,
        lambda x: ({"machine": list(p)} for p in product(range(x.machines), repeat=x.instances)),
        _check_placement,
    ),
    "eviction": ProblemStatement(
        lambda x: 2 ** len(x.residents),
        lambda x: ({"evict": names} for names in _subsets([r.name for r in x.residents])),
        _check_eviction,
    ),
    "utility": ProblemStatement(
        lambda x: _count(*_core_limits(x)), _core_decisions, _check_utility
    ),
    "cluster_ratio": ProblemStatement(
        lambda x: _count(*_group_limits(x)), _group_decisions, _check_cluster_ratio
    ),
    "consolidation": ProblemStatement(lambda _: None, _packings, _check_consolidation),
}
