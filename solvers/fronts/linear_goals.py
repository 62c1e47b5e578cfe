"""Objectives as rows over the columns of one standard form, in whole numbers, all minimised."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pyomo.environ as pyo
from pyomo.repn import generate_standard_repn
from scipy.sparse import csc_array, vstack

from ...core.arrays import FloatArray, IntArray
from ...core.faults import Fault, InputError, near_miss
from ..engines.added_columns import with_columns
from ..engines.standard_form import StandardForm, standard_form
from ..engines.whole_rows import with_whole_rows
from .whole_objectives import LARGEST_VALUE, whole_coefficients


@dataclass(frozen=True, eq=False)
class LinearGoal:
    """``whole · x`` is the objective in steps of 1, turned so that less is better.

    ``exact`` says that the steps miss no value; else coefficients were rounded.
    """

    name: str
    sign: float  # -1 where the objective is maximised
    coefficients: FloatArray
    constant: float
    whole: IntArray
    scale: float
    exact: bool

    def steps(self, x: FloatArray) -> int:
        """Return the value of a point in steps."""
        return int(self.whole @ np.rint(x).astype(np.int64))

    def measured(self, x: FloatArray) -> float:
        """Return the objective at a point, in its own sense and all digits counted."""
        used = np.flatnonzero(self.coefficients)
        return math.fsum([*(self.coefficients[used] * np.rint(x[used])).tolist(), self.constant])

    def natural(self, steps: float) -> float:
        """Return a value in steps in the unit and sense of the objective."""
        return self.sign * steps / self.scale + self.constant


@dataclass(frozen=True, eq=False)
class GoalForm:
    """One standard form with a row for each goal, whose sides are free at first."""

    form: StandardForm
    goals: tuple[LinearGoal, ...]

    def program(
        self, cost: FloatArray, limits: Sequence[float | None], cutoff: float | None = None
    ) -> StandardForm:
        """Return the program with a cost, and with the most that each goal may be.

        ``cutoff`` is the most that the cost may be, in steps: half of one is added.
        """
        high = self.form.row_upper.copy()
        first = len(high) - len(self.goals)
        for k, most in enumerate(limits):
            high[first + k] = np.inf if most is None else most
        beyond = None if cutoff is None else cutoff + 0.5
        return replace(self.form, cost=cost, row_upper=high, cutoff=beyond)


def goal_form(model: pyo.ConcreteModel, names: Sequence[str]) -> GoalForm:
    """Return the form of a model with its named objectives; faults of all of them at once."""
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
    return _with_goals(_rows_of(model), found)


def _objective(model: pyo.ConcreteModel, name: str) -> Any:
    """Return the objective of that name, or the member of an indexed one that has it for index."""
    component = model.find_component(name)
    if component is not None and component.ctype is pyo.Objective and not component.is_indexed():
        return component
    for objective in model.component_objects(pyo.Objective):
        if objective.is_indexed() and name in objective:
            return objective[name]
    return None


def _rows_of(model: pyo.ConcreteModel) -> StandardForm:
    """Return the form of a model without any objective."""
    active = list(model.component_data_objects(pyo.Objective, active=True))
    for objective in active:
        objective.deactivate()
    try:
        return standard_form(model)
    finally:
        for objective in active:
            objective.activate()


def _with_goals(form: StandardForm, objectives: Sequence[tuple[str, Any]]) -> GoalForm:
    """Return the form with the columns of all objectives, and a free row for each."""
    parts = [generate_standard_repn(each.expr, compute_values=True) for _, each in objectives]
    faults = list(_faults([name for name, _ in objectives], parts))
    if faults:
        raise InputError("bad input", faults)
    used = {id(v): v for part in parts for v in part.linear_vars if not form.has_column(v)}
    form = with_columns(form, tuple(used.values()))
    goals = tuple(
        _goal(form, name, objective, part)
        for (name, objective), part in zip(objectives, parts, strict=True)
    )
    rows = csc_array(np.array([goal.whole for goal in goals], dtype=np.float64))
    free = np.full(len(goals), np.inf)
    whole_form, _ = with_whole_rows(form)
    extended = replace(
        whole_form,
        matrix=csc_array(vstack([whole_form.matrix, rows])),
        row_lower=np.append(whole_form.row_lower, -free),
        row_upper=np.append(whole_form.row_upper, free),
        rows=(),
        exact=None,
        start=None,
    )
    return GoalForm(extended, goals)


def _faults(names: Sequence[str], parts: Sequence[Any]) -> Iterator[Fault]:
    """Every objective is linear, and over integer variables."""
    for name, part in zip(names, parts, strict=True):
        if not part.is_linear():
            yield Fault.of(f"objective {name}", "must be linear", name)
        for variable in part.linear_vars:
            if not variable.is_integer():
                rule = "must be over integer variables"
                yield Fault.of(f"objective {name}", rule, variable.name)


def _goal(form: StandardForm, name: str, objective: Any, part: Any) -> LinearGoal:
    """Return an objective over the columns of a form."""
    coefficients = np.zeros(form.shape[1])
    np.add.at(coefficients, form.places_of(part.linear_vars), np.array(part.linear_coefs, float))
    sign = 1.0 if objective.sense == pyo.minimize else -1.0
    scale, whole, exact = whole_coefficients(sign * coefficients)
    return LinearGoal(name, sign, coefficients, float(part.constant), whole, scale, exact)


def trusted(goal: LinearGoal, steps: int) -> bool:
    """Return whether a value is small enough that an engine tells it from its neighbours."""
    return abs(steps) <= LARGEST_VALUE and goal.exact
