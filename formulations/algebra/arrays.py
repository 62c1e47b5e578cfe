"""Arrays of linear expressions: what slices of variables are, and what arithmetic makes of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyomo.core as pyo
from numpy.typing import ArrayLike
from pyomo.core.expr import MonomialTermExpression, NumericValue, SumExpression

from ...core.arrays import FloatArray
from ...core.linear import Term
from ...core.linear_rows import Rows
from ...core.pyomo_insides import VarData


class Array:
    """An array of linear expressions: in each place a sum of terms and a constant."""

    __array_ufunc__ = None  # numpy leaves the arithmetic to this class

    def __init__(self, terms: Sequence[Term], constant: FloatArray) -> None:
        self.terms, self.constant = terms, constant

    @property
    def shape(self) -> tuple[int, ...]:
        """The lengths of the axes."""
        parts = [each.shape for term in self.terms for each in (term.places, term.coefficients)]
        return np.broadcast_shapes(self.constant.shape, *parts)

    def __add__(self, other: Any) -> Array:
        added = as_array(other)
        return Array([*self.terms, *added.terms], self.constant + added.constant)

    def __mul__(self, factor: ArrayLike) -> Array:
        by = np.asarray(factor, dtype=np.float64)
        return Array([Term(o, p, by * c) for o, p, c in self.terms], by * self.constant)

    def __truediv__(self, divisor: ArrayLike) -> Array:
        by = np.asarray(divisor, dtype=np.float64)
        return Array([Term(o, p, c / by) for o, p, c in self.terms], self.constant / by)

    def __neg__(self) -> Array:
        return self * -1.0

    def __sub__(self, other: Any) -> Array:
        return self + -as_array(other)

    def __rsub__(self, other: Any) -> Array:
        return as_array(other) + -self

    __radd__ = __add__
    __rmul__ = __mul__

    def __le__(self, other: Any) -> Rows:
        return rows_between(-np.inf, self - other, 0.0)

    def __ge__(self, other: Any) -> Rows:
        return rows_between(0.0, self - other, np.inf)

    def __eq__(self, other: object) -> Rows:  # type: ignore[override]
        return rows_between(0.0, self - other, 0.0)

    __hash__ = None  # type: ignore[assignment]


def as_array(value: Any) -> Array:
    """Return variables, single ones, sums and numbers as an array of expressions."""
    if isinstance(value, Array):
        return value
    if hasattr(value, "layout"):
        return Array([Term(value, value.layout, np.ones(()))], np.zeros(()))
    factor, variable = value.args if isinstance(value, MonomialTermExpression) else (1, value)
    if isinstance(variable, VarData):
        coefficient = np.array(pyo.value(factor), dtype=np.float64)
        return Array([Term(variable, np.zeros((), dtype=np.int64), coefficient)], np.zeros(()))
    if isinstance(value, SumExpression):
        return sum(map(as_array, value.args), Array([], np.zeros(())))
    if isinstance(value, NumericValue):
        raise TypeError(f"{value} is not linear")
    return Array([], np.asarray(value, dtype=np.float64))


def rows_between(lower: ArrayLike, body: Array, upper: ArrayLike) -> Rows:
    """Return the rows with the constants of the body moved to the sides."""
    low, high = np.asarray(lower, dtype=np.float64), np.asarray(upper, dtype=np.float64)
    return Rows(body.terms, np.asarray(low - body.constant), np.asarray(high - body.constant))
