"""Objectives as rows over the columns of one standard form, in whole numbers, all minimised."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pyomo.core as pyo
from pyomo.repn import generate_standard_repn
from scipy.sparse import csc_array, vstack

from ...core.arrays import FloatArray
from ...core.faults import Fault, InputError, near_miss
from ...core.max_objective import Largest
from ..engines import StandardForm, standard_form, with_columns, with_whole_rows
from .whole_objectives import Goal, LargestGoal, LinearGoal, whole_coefficients
from .whole_sides import with_attainable_sides


@dataclass(frozen=True, eq=False)
class GoalForm:
    """One standard form with a row for each goal, whose sides are free at first.

    ``start`` holds the values that the variables of the model had.
    """

    form: StandardForm
    goals: tuple[Goal, ...]
    start: FloatArray | None = None

    def program(
        self, cost: FloatArray, limits: Sequence[float | None], cutoff: float | None = None
    ) -> StandardForm:
        """Return the program with a cost, and with the most that each goal may be.

        ``cutoff`` is the most that the cost may be, in steps: half of one is added.
        """
        high, upper = self.form.row_upper.copy(), self.form.upper
        first = len(high) - len(self.goals)
        for k, (goal, most) in enumerate(zip(self.goals, limits, strict=True)):
            if isinstance(goal, LinearGoal):
                high[first + k] = np.inf if most is None else most
            elif most is not None:
                upper = upper.copy()
                upper[goal.columns_above(most)] = 0.0
        beyond = None if cutoff is None else cutoff + 0.5
        return replace(self.form, cost=cost, row_upper=high, upper=upper, cutoff=beyond)

    def least_by_bounds(self) -> FloatArray:
        """Return what the bounds of the variables alone say of each goal, in steps."""
        whole = np.array([goal.whole for goal in self.goals], dtype=np.float64)
        with np.errstate(invalid="ignore"):
            ends = np.minimum(whole * self.form.lower, whole * self.form.upper)
        least: FloatArray = np.where(whole == 0, 0.0, ends).sum(axis=1)
        return least


def goal_form(
    model: pyo.ConcreteModel, names: Sequence[str], largest: Mapping[str, Largest] | None = None
) -> GoalForm:
    """Return the form of a model with its named objectives; faults of all of them at once.

    ``largest`` describes the objectives that are maxima.
    """
    found, faults = [], []
    for name in names:
        objective = _objective(model, name)
        if objective is None:
            known = [each.name for each in model.component_data_objects(pyo.Objective)]
            faults.append(Fault.of("objectives", f"is not known {near_miss(name, known)}", name))
        else:
            found.append((name, objective))
    if len(set(names)) < len(names) or not names:
        faults.append(Fault("objectives", "must be different names, at least one"))
    if faults:
        raise InputError("bad input", faults)
    largest = largest or {}
    objectives = list(model.component_data_objects(pyo.Objective, active=True))
    with _without([*objectives, *(row for each in largest.values() for row in each.rows)]):
        form = standard_form(model)
    return _with_goals(form, found, largest)


def _objective(model: pyo.ConcreteModel, name: str) -> Any:
    """Return the objective of that name, or the member of an indexed one that has it for index."""
    component = model.find_component(name)
    if component is not None and component.ctype is pyo.Objective and not component.is_indexed():
        return component
    for objective in model.component_objects(pyo.Objective):
        if objective.is_indexed() and name in objective:
            return objective[name]
    return None


@contextmanager
def _without(components: Sequence[Any]) -> Iterator[None]:
    """Put parts of a model aside for a while."""
    active = [each for each in components if each.active]
    for each in active:
        each.deactivate()
    try:
        yield
    finally:
        for each in active:
            each.activate()


def _with_goals(
    form: StandardForm, objectives: Sequence[tuple[str, Any]], largest: Mapping[str, Largest]
) -> GoalForm:
    """Return the form with the columns of all objectives, and a free row for each."""
    parts = {
        name: generate_standard_repn(each.expr, compute_values=True)
        for name, each in objectives
        if name not in largest
    }
    faults = list(_faults(parts))
    if faults:
        raise InputError("bad input", faults)
    variables = [v for part in parts.values() for v in part.linear_vars]
    variables += [v for name in largest for v in largest[name].variables]
    used = {id(v): v for v in variables if not v.fixed and not form.has_column(v)}
    start = None if used else form.start
    form = with_columns(form, tuple(used.values()))
    goals = tuple(
        _maximum(form, name, largest[name])
        if name in largest
        else _sum(form, name, objective, parts[name])
        for name, objective in objectives
    )
    rows = csc_array(np.array([goal.whole for goal in goals], dtype=np.float64))
    free = np.full(len(goals), np.inf)
    whole_form = with_attainable_sides(with_whole_rows(form)[0])
    extended = replace(
        whole_form,
        matrix=csc_array(vstack([whole_form.matrix, rows])),
        row_lower=np.append(whole_form.row_lower, -free),
        row_upper=np.append(whole_form.row_upper, free),
        rows=(),
        exact=None,
        start=None,
    )
    return GoalForm(extended, goals, start)


def _faults(parts: Mapping[str, Any]) -> Iterator[Fault]:
    """Every sum is linear, and over integer variables."""
    for name, part in parts.items():
        if not part.is_linear():
            yield Fault.of(f"objective {name}", "must be linear", name)
        for variable in part.linear_vars:
            if not variable.is_integer():
                rule = "must be over integer variables"
                yield Fault.of(f"objective {name}", rule, variable.name)


def _sum(form: StandardForm, name: str, objective: Any, part: Any) -> LinearGoal:
    """Return an objective over the columns of a form."""
    coefficients = np.zeros(form.shape[1])
    np.add.at(coefficients, form.places_of(part.linear_vars), np.array(part.linear_coefs, float))
    sign = 1.0 if objective.sense == pyo.minimize else -1.0
    scale, whole, exact = whole_coefficients(sign * coefficients)
    return LinearGoal(name, sign, coefficients, float(part.constant), whole, scale, exact)


def _maximum(form: StandardForm, name: str, largest: Largest) -> LargestGoal:
    """Return a maximum over the columns of a form."""
    values, rank = np.unique(np.asarray(largest.values), return_inverse=True)
    nothing = np.zeros(form.shape[1], dtype=np.int64)
    return LargestGoal(name, form.places_of(largest.variables), values, rank.ravel(), nothing)
