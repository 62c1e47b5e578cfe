"""consolidation as an integer program: vector bin packing with a budget for migrations.

Eigen (PACMMOD 1(2), 2023), section 4.1.2, which states the problem in words.  Demands and
capacities are counted in whole units.  A pair of an item and a machine has a variable only where
the item may be there and fits there alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pyomo.environ as pyo
from pyomo.common.gc_manager import PauseGC
from pyomo.core.expr import LinearExpression

from ..core.arrays import IntArray
from ..core.outcome import Decision
from ..instances.consolidation import Consolidation


def build_model(instance: Consolidation) -> pyo.ConcreteModel:
    """Return the integer program of section 4.1.2."""
    with PauseGC():
        return _model(instance)


def _model(instance: Consolidation) -> pyo.ConcreteModel:
    rows, columns = np.nonzero(instance.pairs())
    alike = identical_empty(instance)
    model = pyo.ConcreteModel(name=instance.name)
    model.instance = instance
    model.RESOURCES = pyo.RangeSet(0, len(instance.resources) - 1)
    model.ITEMS = pyo.RangeSet(0, len(instance.items) - 1)
    model.MACHINES = pyo.RangeSet(0, len(instance.machines) - 1)
    model.PAIRS = pyo.Set(
        dimen=2, initialize=list(zip(rows.tolist(), columns.tolist(), strict=True))
    )
    model.ALIKE = pyo.Set(dimen=2, initialize=[pair for group in alike for pair in pairwise(group)])
    model.x = pyo.Var(model.PAIRS, domain=pyo.Binary, doc="x_ij: item i is on machine j")
    model.y = pyo.Var(model.MACHINES, domain=pyo.Binary, doc="y_j: machine j is not empty")
    variables = list(model.x.values())
    by_item = _grouped(rows, len(instance.items))
    by_machine = _grouped(columns, len(instance.machines))

    @model.Objective(sense=pyo.minimize)
    def machines_used(model: pyo.ConcreteModel) -> LinearExpression:
        """Section 4.1.2: as few non-empty machines as possible."""
        return LinearExpression(list(model.y.values()))

    # 4.1.2: the assignment A: every item has one machine
    @model.Constraint(model.ITEMS)
    def assignment(_: pyo.ConcreteModel, i: int) -> tuple[int, LinearExpression, int]:
        """Every item is on exactly one machine."""
        return 1, LinearExpression([variables[k] for k in by_item[i].tolist()]), 1

    # 4.1.2: residual capacities are not negative; an empty machine offers nothing
    @model.Constraint(model.MACHINES, model.RESOURCES)
    def capacity(model: pyo.ConcreteModel, j: int, r: int) -> tuple[None, LinearExpression, int]:
        """The items on machine j need no more of resource r than may be used."""
        pairs = by_machine[j]
        sizes = [*instance.demand[rows[pairs], r].tolist(), -int(instance.usable[j, r])]
        terms = [*(variables[k] for k in pairs.tolist()), model.y[j]]
        scale = _scale(sizes)
        return None, _weighted(terms, [size / scale for size in sizes]), 0

    # not in the paper: tightens the relaxation, and holds items without any demand
    @model.Constraint(model.PAIRS)
    def opened(model: pyo.ConcreteModel, i: int, j: int) -> tuple[None, LinearExpression, int]:
        """A machine with item i is not empty."""
        return None, _weighted([model.x[i, j], model.y[j]], [1, -1]), 0

    # 4.1.2: Σ cost(I) <= Q over all items that end elsewhere
    @model.Constraint()
    def budget(_: pyo.ConcreteModel) -> tuple[None, LinearExpression, float]:
        """Migrations cost no more than the budget."""
        moved = np.flatnonzero((columns != instance.home[rows]) & (instance.cost[rows] > 0))
        if len(moved) == 0 or instance.budget >= instance.cost.sum():
            return pyo.Constraint.Skip  # type: ignore[no-any-return]
        terms = [variables[k] for k in moved.tolist()]
        costs = instance.cost[rows[moved]].tolist()
        scale = _scale([*costs, instance.budget])
        return None, _weighted(terms, [cost / scale for cost in costs]), instance.budget / scale

    # not in the paper: of identical machines that are empty now, the first are used first
    @model.Constraint(model.ALIKE)
    def in_order(model: pyo.ConcreteModel, j: int, k: int) -> tuple[None, LinearExpression, int]:
        """Machine k is used only where its twin j is."""
        return None, _weighted([model.y[k], model.y[j]], [1, -1]), 0

    return model


def _scale(numbers: list[int]) -> int:
    """Return the power of two, an exact divisor, that brings a row below 2^30.

    Numbers of many digits are large in whole units, and engines refuse what is beyond 10^15.
    """
    return int(1 << max(0, max(map(abs, numbers)).bit_length() - 30))


def _weighted(terms: list[pyo.Var], coefficients: Sequence[float]) -> LinearExpression:
    return LinearExpression(constant=0, linear_coefs=coefficients, linear_vars=terms)


def _grouped(keys: IntArray, count: int) -> list[IntArray]:
    order = np.argsort(keys, kind="stable")
    return np.split(order, np.searchsorted(keys[order], np.arange(1, count)))


def identical_empty(instance: Consolidation) -> list[list[int]]:
    """Return groups of machines that are empty now and interchangeable."""
    masks, _ = instance.masks
    groups: dict[bytes, list[int]] = {}
    for j in np.flatnonzero(~instance.occupied).tolist():
        key = instance.usable[j].tobytes() + masks[:, j].tobytes()
        groups.setdefault(key, []).append(j)
    return list(groups.values())


def decision_of(model: pyo.ConcreteModel) -> Decision:
    """Return the decision that the values of a solved model stand for."""
    machine = np.full(len(model.ITEMS), -1)
    for (i, j), variable in model.x.items():
        if variable.value is not None and variable.value > 0.5:
            machine[i] = j
    return model.instance.decision(machine)  # type: ignore[no-any-return]


def set_start(model: pyo.ConcreteModel, decision: Decision) -> None:
    """Give the model the values of a decision, to start from; twins change places as needed."""
    instance: Consolidation = model.instance
    machine = instance.numbers(decision)
    used = np.bincount(machine, minlength=len(instance.machines)) > 0
    place = np.arange(len(instance.machines))
    for group in identical_empty(instance):
        place[sorted(group, key=lambda j: not used[j])] = group
    machine = place[machine]
    for (i, j), variable in model.x.items():
        variable.set_value(int(machine[i] == j), skip_validation=True)
    for j, variable in model.y.items():
        variable.set_value(int((machine == j).any()), skip_validation=True)
