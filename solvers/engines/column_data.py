"""Bounds, kinds and values of many variables at once: attributes are read list by list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from operator import attrgetter
from typing import Any

import numpy as np
from pyomo.common.errors import InvalidValueError

from ...core.arrays import BoolArray, FloatArray
from ...core.faults import input_error
from ...core.pyomo_insides import ArrayVar, own_lower, own_upper
from .members import Members, Part, members_of

_INTEGER_SLACK = 1e-9  # a bound this close to a whole number is that number


def bounds_and_kinds(columns: Sequence[Any]) -> tuple[FloatArray, FloatArray, BoolArray]:
    """Return lower and upper bounds, those of integer variables rounded inwards, and which are."""
    found = as_members(columns)
    bounds = [_bounds(part) for part in found.parts]
    lower, upper, integer = (found.joined([each[k] for each in bounds]) for k in range(3))
    integer = integer.astype(np.bool_)
    lower[np.isnan(lower)] = -np.inf
    upper[np.isnan(upper)] = np.inf
    lower[integer] = np.ceil(lower[integer] - _INTEGER_SLACK) + 0.0
    upper[integer] = np.floor(upper[integer] + _INTEGER_SLACK)
    return lower, upper, integer


def as_members(columns: Sequence[Any]) -> Members:
    """Return variables as the members of one part, unless they are of several."""
    return columns if isinstance(columns, Members) else Members([list(columns)])


def _bounds(part: Part) -> tuple[FloatArray, FloatArray, BoolArray]:
    """Return bounds of variables and of their domains, NaN for none, and which are integer."""
    if isinstance(part, ArrayVar):
        of_one = _bounds([part.pattern()])
        lower, upper = np.fmax(part.low, of_one[0]), np.fmin(part.high, of_one[1])
        return lower, upper, np.repeat(of_one[2], len(part))
    domains = list(map(id, map(attrgetter("domain"), part)))
    one_each = dict(zip(domains, part, strict=True))
    of_domain = np.array(domains, dtype=np.int64)
    lower, upper = _bounds_as_set(part, own_lower, "lb"), _bounds_as_set(part, own_upper, "ub")
    integer = np.zeros(len(part), dtype=np.bool_)
    for domain, variable in one_each.items():
        alike = of_domain == domain
        low, high = (np.nan if end is None else end for end in variable.domain.bounds())
        lower[alike], upper[alike] = np.fmax(lower[alike], low), np.fmin(upper[alike], high)
        integer[alike] = _is_integer(variable)
    return lower, upper, integer


def are_fixed(parts: Sequence[Part]) -> BoolArray:
    """Return which variables are fixed; late ones are not."""
    kinds = [
        [False] * len(part) if isinstance(part, ArrayVar) else map(attrgetter("fixed"), part)
        for part in parts
    ]
    return np.array(list(chain.from_iterable(kinds)), dtype=np.bool_)


def fixed_values(variables: Sequence[Any]) -> FloatArray:
    """Return the values of fixed variables, which all have one."""
    for variable in variables:
        if variable.value is None:
            raise InvalidValueError(f"variable {variable.name} is fixed without a value")
    return np.array([variable.value for variable in variables], dtype=np.float64)


def start_of(columns: Sequence[Any]) -> FloatArray | None:
    """Return the values of the variables, NaN if there is none; ``None`` without any."""
    found = as_members(columns)
    values = found.joined([_values(part) for part in found.parts])
    return None if np.isnan(values).all() else values


def _values(part: Part) -> FloatArray:
    if isinstance(part, ArrayVar):
        return part.values_now
    return np.array(list(map(attrgetter("value"), part)), dtype=np.float64)


def load_values(columns: Sequence[Any], x: FloatArray) -> None:
    """Give the variables their values."""
    found, first = as_members(columns), 0
    values = x
    if found.kept is not None:
        values = np.full(sum(map(len, found.parts)), np.nan)
        values[found.kept] = x
    for part in found.parts:
        own = values[first : first + len(part)]
        first += len(part)
        if isinstance(part, ArrayVar) and part.is_late:
            part.take_values(np.where(np.isnan(own), part.values_now, own))
            continue
        variables = members_of(part)
        for k in np.flatnonzero(~np.isnan(own)).tolist():
            variables[k].set_value(float(own[k]), skip_validation=True)


def _bounds_as_set(columns: list[Any], own: Callable[[Any], Any], side: str) -> FloatArray:
    """Return the bounds as they were set, NaN if none was; the domain may be tighter."""
    found = list(map(own, columns))
    try:
        numbers = np.array(found, dtype=np.float64)
    except TypeError:
        numbers = None  # one of them is an expression
    if numbers is not None and np.isnan(numbers).sum() == found.count(None):
        return numbers
    return np.array(list(map(attrgetter(side), columns)), dtype=np.float64)


def _is_integer(variable: Any) -> bool:
    whole = bool(variable.is_integer())
    if not whole and not variable.is_continuous():
        rule = "its domain must be continuous or consecutive integers"
        raise input_error(f"variable {variable.name}", rule, variable.domain.name)
    return whole
