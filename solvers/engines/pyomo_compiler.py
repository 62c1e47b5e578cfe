"""Pyomo's standard-form compiler, and corrections around it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pyomo.core as pyo
from pyomo.common.errors import InfeasibleConstraintException, InvalidValueError
from pyomo.core.expr.visitor import identify_variables
from pyomo.repn.plugins.standard_form import LinearStandardFormCompiler
from scipy.sparse import csc_array

from ...core.arrays import FloatArray
from ...core.faults import Fault, InputError, input_error
from .collected_arrays import Compiled, collect, remembers_arrays

NOISE = 1e-9  # how far rounding may push a constant row beyond its sides


def compile_model(model: pyo.ConcreteModel) -> Compiled:
    """Compile the model, leaving out constant rows that only rounding noise breaks.

    A model whose expressions remember arrays is collected from them; Pyomo compiles the others.
    """
    compiler = LinearStandardFormCompiler()
    try:
        if remembers_arrays(model):
            return collect(model)
        try:
            return _read(model, compiler.write(model, mixed_form=True, set_sense=None))
        except InfeasibleConstraintException:
            with _deactivate(list(_noisy_constants(model))):
                return _read(model, compiler.write(model, mixed_form=True, set_sense=None))
    except InvalidValueError:
        raise
    except ValueError as error:
        raise input_error(f"model {model.name}", f"is not a linear model: {error}") from error


def _read(model: pyo.ConcreteModel, info: Any) -> Compiled:
    """Return the output of Pyomo's compiler, a range row as one row again."""
    cost = info.c[[0]].toarray().ravel() if info.objectives else np.zeros(len(info.columns))
    constant = float(info.c_offset[0]) if info.objectives else 0.0
    matrix, lower, upper, rows = _merged_rows(info)
    columns = tuple(info.columns)
    parts = (columns, info.objectives, cost, constant, matrix, lower, upper, rows)
    return Compiled(*parts, unused=_unused_variables(model, columns))


def _unused_variables(model: pyo.ConcreteModel, columns: tuple[Any, ...]) -> tuple[Any, ...]:
    """The free variables of the model that are no columns."""
    components = list(model.component_objects(pyo.Var, active=True, descend_into=True))
    if sum(map(len, components)) == len(columns):
        return ()
    used = set(map(id, columns))
    variables = (var for component in components for var in component.values())
    return tuple(var for var in variables if id(var) not in used and not var.fixed)


def _noisy_constants(model: pyo.ConcreteModel) -> Iterator[Any]:
    """Constraints without free variables that are satisfied but for rounding."""
    for row in model.component_data_objects(pyo.Constraint, active=True):
        if next(identify_variables(row.body, include_fixed=False), None) is None:
            body = pyo.value(row.body)
            allowed = NOISE * max(1.0, abs(body))
            if (row.lb is None or row.lb <= body + allowed) and (
                row.ub is None or row.ub >= body - allowed
            ):
                yield row


@contextmanager
def _deactivate(rows: list[Any]) -> Iterator[None]:
    for row in rows:
        row.deactivate()
    try:
        yield
    finally:
        for row in rows:
            row.activate()


def _merged_rows(info: Any) -> tuple[csc_array, FloatArray, FloatArray, tuple[Any, ...]]:
    """The matrix, the sides and the constraints, with the halves of range rows merged.

    In mixed form the compiler marks an equality by 0, an upper side by 1 and a lower side by -1,
    and writes the upper side of a range row directly before its lower side.
    """
    kind = np.fromiter((row[1] for row in info.rows), np.int8, len(info.rows))
    rows = [row[0] for row in info.rows]
    side = np.asarray(info.rhs, dtype=np.float64)
    row_lower = np.where(kind == 1, -np.inf, side)
    row_upper = np.where(kind == -1, np.inf, side)
    paired = np.flatnonzero((kind[:-1] == 1) & (kind[1:] == -1))
    first = np.array([i for i in paired if rows[i] is rows[i + 1]], dtype=np.intp)
    if not len(first):
        return info.A, row_lower, row_upper, tuple(rows)
    row_lower[first] = side[first + 1]
    kept = np.delete(np.arange(len(rows)), first + 1)
    matrix = csc_array(info.A.tocsr()[kept])
    return matrix, row_lower[kept], row_upper[kept], tuple(rows[i] for i in kept)


def refuse_infinities(model: Compiled) -> None:
    """Every coefficient must be a finite number."""
    faults = []
    cost, matrix = model.cost, model.matrix
    if not np.isfinite(model.constant):
        faults.append(Fault.of("objective", "its constant must be finite", model.constant))
    for place, entries in (("objective", cost), ("constraints", matrix.data)):
        broken = np.flatnonzero(~np.isfinite(entries))
        if len(broken):
            entry = broken[0]
            column = (
                entry if entries is cost else np.searchsorted(matrix.indptr, entry, "right") - 1
            )
            rule = f"the coefficient of {model.columns[column].name} must be finite"
            faults.append(Fault.of(place, rule, float(entries[entry])))
    if np.isnan(model.row_lower).any() or np.isnan(model.row_upper).any():
        faults.append(Fault("constraints", "their sides must be numbers"))
    if faults:
        raise InputError("model", faults)
