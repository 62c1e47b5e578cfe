"""A standard form as a Pyomo model again, for solvers that take nothing else."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyomo.core as pyo
from pyomo.common.gc_manager import PauseGC
from pyomo.core.expr.numeric_expr import LinearExpression

from .engine_result import finite
from .forms import StandardForm


def model_of_form(form: StandardForm) -> pyo.ConcreteModel:
    """Return the form as a model with variables ``x`` and rows ``row``."""
    model = pyo.ConcreteModel()
    rows, columns = form.shape
    with PauseGC():
        model.x = pyo.Var(range(columns))
        x = [model.x[j] for j in range(columns)]
        for j, variable in enumerate(x):
            variable.setlb(finite(float(form.lower[j])))
            variable.setub(finite(float(form.upper[j])))
            variable.domain = pyo.Integers if form.integer[j] else pyo.Reals
        if form.start is not None:
            for j in np.flatnonzero(~np.isnan(form.start)).tolist():
                x[j].set_value(float(form.start[j]), skip_validation=True)
        model.row = pyo.ConstraintList()
        starts, entries = form.by_row.indptr.tolist(), form.by_row.indices.tolist()
        values = form.by_row.data.tolist()
        for i in range(rows):
            part = slice(starts[i], starts[i + 1])
            body = _sum(values[part], [x[j] for j in entries[part]])
            low, high = finite(float(form.row_lower[i])), finite(float(form.row_upper[i]))
            if low is not None or high is not None:
                model.row.add((low, body, high) if low != high else body == low)
        used = np.flatnonzero(form.cost).tolist()
        cost = _sum([float(form.cost[j]) for j in used], [x[j] for j in used])
        model.cost = pyo.Objective(expr=cost + form.constant)
    return model


def _sum(coefficients: list[float], variables: list[Any]) -> Any:
    return LinearExpression(constant=0, linear_coefs=coefficients, linear_vars=variables)
