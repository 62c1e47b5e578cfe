"""Bounds, kinds and values of many variables at once: attributes are read list by list."""

from __future__ import annotations

from operator import attrgetter
from typing import Any

import numpy as np

from ...core.arrays import BoolArray, FloatArray
from ...core.faults import input_error

_INTEGER_SLACK = 1e-9  # a bound this close to a whole number is that number


def bounds_and_kinds(columns: tuple[Any, ...]) -> tuple[FloatArray, FloatArray, BoolArray]:
    """Return lower and upper bounds, those of integer variables rounded inwards, and which are."""
    domains = list(map(id, map(attrgetter("_domain"), columns)))
    one_each = dict(zip(domains, columns, strict=True))
    of_domain = np.array(domains, dtype=np.int64)
    lower, upper = _given(columns, "_lb"), _given(columns, "_ub")
    integer = np.zeros(len(columns), dtype=np.bool_)
    for domain, variable in one_each.items():
        alike = of_domain == domain
        low, high = (np.nan if end is None else end for end in variable.domain.bounds())
        lower[alike], upper[alike] = np.fmax(lower[alike], low), np.fmin(upper[alike], high)
        integer[alike] = _is_integer(variable)
    lower[np.isnan(lower)] = -np.inf
    upper[np.isnan(upper)] = np.inf
    lower[integer] = np.ceil(lower[integer] - _INTEGER_SLACK) + 0.0
    upper[integer] = np.floor(upper[integer] + _INTEGER_SLACK)
    return lower, upper, integer


def start_of(columns: tuple[Any, ...]) -> FloatArray | None:
    """Return the values of the variables, NaN if there is none; ``None`` without any."""
    values = list(map(attrgetter("_value"), columns))
    return None if values.count(None) == len(values) else np.array(values, dtype=np.float64)


def _given(columns: tuple[Any, ...], attribute: str) -> FloatArray:
    """Return the bounds as they were set, NaN if none was; the domain may be tighter."""
    found = list(map(attrgetter(attribute), columns))
    try:
        numbers = np.array(found, dtype=np.float64)
    except TypeError:
        numbers = None  # one of them is an expression
    if numbers is not None and np.isnan(numbers).sum() == found.count(None):
        return numbers
    side = attrgetter("lb" if attribute == "_lb" else "ub")
    return np.array(list(map(side, columns)), dtype=np.float64)


def _is_integer(variable: Any) -> bool:
    whole = bool(variable.is_integer())
    if not whole and not variable.is_continuous():
        rule = "its domain must be continuous or consecutive integers"
        raise input_error(f"variable {variable.name}", rule, variable.domain.name)
    return whole
