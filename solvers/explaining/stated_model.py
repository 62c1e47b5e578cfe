"""The statements of a model: its constraints, the bounds of its variables, their whole numbers.

Every component is a family and its members are the statements.  Bounds that a domain has anyway
(no portion is negative, a binary is 0 or 1) are background.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pyomo.environ as pyo
from scipy.sparse import coo_array, csc_array, vstack

from ...core.faults import Fault, InputError, near_miss
from ..engines import StandardForm, standard_form
from ..proving import Number, exact
from .stated import FileStatement, Said, StatedForm


def stated_model(
    model: pyo.ConcreteModel,
    *,
    hard: Collection[str] = (),
    words: Mapping[str, str] | None = None,
    bounds: bool = True,
) -> StatedForm:
    """Return a model's form and statements.

    ``hard`` names components that are background.  ``words`` names constraints and variables in
    other words.  Without ``bounds`` all bounds and whole numbers are background.
    """
    form = standard_form(model)
    named = words or {}
    _refuse_unknown(model, {"hard": hard, "words": named})
    statements = _constraints(form, set(hard), named)
    if bounds and form.infeasible is None:
        form, more = _with_bounds_as_rows(form, set(hard), named)
        statements += more + _whole_numbers(form, set(hard), named)
    return StatedForm(form, tuple(statements))


def _refuse_unknown(model: pyo.ConcreteModel, given: Mapping[str, Collection[str]]) -> None:
    """Refuse names that no component and no member of a model has."""
    known = {part.name for part in model.component_objects([pyo.Constraint, pyo.Var])}
    faults = [
        Fault.of(place, f"is no part of the model {near_miss(name, known)}", name)
        for place, names in given.items()
        for name in names
        if name not in known and model.find_component(name) is None
    ]
    if faults:
        raise InputError(f"model {model.name}", faults)


def stated_rows(model: pyo.ConcreteModel, says: Mapping[str, Callable[[Any], Said]]) -> StatedForm:
    """Return a model's form, in which some components are statements and all else is background.

    ``says`` has a function for each of these components, of the index of a member; rows of one
    family and member are one statement.  Families are blamed in the order of ``says``.
    """
    form = standard_form(model)
    said: dict[tuple[str, str], tuple[Said, list[int]]] = {}
    rows: dict[str, list[int]] = {name: [] for name in says}
    for number, row in enumerate(form.rows):
        rows.get(row.parent_component().name, []).append(number)
    for name, numbers in rows.items():
        for number in numbers:
            own = says[name](form.rows[number].index())
            said.setdefault((own.family, own.member), (own, []))[1].append(number)
    return StatedForm(form, tuple(own.of_rows(numbers) for own, numbers in said.values()))


def _constraints(
    form: StandardForm, hard: set[str], words: Mapping[str, str]
) -> list[FileStatement]:
    statements = []
    for number, row in enumerate(form.rows):
        family = row.parent_component().name
        if family not in hard and row.name not in hard:
            label = words.get(row.name, _member(row)) if _member(row) else ""
            name = words.get(family, family)
            statements.append(_row_statement(form, name, label, number))
    return statements


def _row_statement(form: StandardForm, family: str, member: str, row: int) -> FileStatement:
    """Return the statement that is one row, in the words of its sides."""
    name = f"{family} {member}".strip()

    def change(amount: Number) -> str:
        which, side = ("at least", form.row_lower) if amount < 0 else ("at most", form.row_upper)
        return f"{name} {which} {float(exact(float(side[row])) + amount):.10g}"

    return FileStatement(family, member, _sides(form, row), (row,), change=change)


def _member(part: Any) -> str:
    """Return the index of a member in words; nothing for a component without an index."""
    index = part.index()
    if index is None:
        return ""
    return ", ".join(map(str, index)) if isinstance(index, tuple) else str(index)


def _sides(form: StandardForm, row: int) -> str:
    low, high = float(form.row_lower[row]), float(form.row_upper[row])
    if low == high:
        return f"exactly {low:.10g}"
    parts = [f"at least {low:.10g}"] if np.isfinite(low) else []
    return " and ".join([*parts, *([f"at most {high:.10g}"] if np.isfinite(high) else [])])


def _with_bounds_as_rows(
    form: StandardForm, hard: set[str], words: Mapping[str, str]
) -> tuple[StandardForm, list[FileStatement]]:
    """Return the form in which bounds are rows, except those that a domain has anyway."""
    lower, upper = form.lower.copy(), form.upper.copy()
    columns: list[int] = []
    lows, highs = list[float](), list[float]()
    members: list[tuple[str, str, int]] = []
    first = form.shape[0]
    for column, variable in enumerate(form.columns):
        family = variable.parent_component().name
        if family in hard or variable.name in hard:
            continue
        ends = variable.domain.bounds()
        low, high = (np.inf if end is None else float(end) for end in ends[:2])
        low = -np.inf if low == np.inf else low
        said_low = lower[column] if lower[column] > low else -np.inf
        said_high = upper[column] if upper[column] < high else np.inf
        if not (np.isfinite(said_low) or np.isfinite(said_high)):
            continue
        lower[column], upper[column] = low, high
        row = first + len(columns)
        columns.append(column)
        lows.append(said_low)
        highs.append(said_high)
        name, label = f"bounds of {words.get(family, family)}", _member(variable)
        members.append((name, words.get(variable.name, label) if label else "", row))
    rows = coo_array(
        (np.ones(len(columns)), (range(len(columns)), columns)), shape=(len(columns), form.shape[1])
    )
    extended = replace(
        form,
        matrix=csc_array(vstack([form.matrix, rows.tocsr()])),
        row_lower=np.append(form.row_lower, lows),
        row_upper=np.append(form.row_upper, highs),
        lower=lower,
        upper=upper,
        rows=(),
        start=None,
    )
    return extended, [_row_statement(extended, *member) for member in members]


def _whole_numbers(
    form: StandardForm, hard: set[str], words: Mapping[str, str]
) -> list[FileStatement]:
    """Return a statement per component of whole variables; binaries are background."""
    columns: dict[str, list[int]] = {}
    for column, variable in enumerate(form.columns):
        family = variable.parent_component().name
        if form.integer[column] and not variable.is_binary() and family not in hard:
            columns.setdefault(family, []).append(column)
    return [
        FileStatement(f"{words.get(family, family)} is whole", "", "", whole=tuple(found))
        for family, found in columns.items()
    ]
