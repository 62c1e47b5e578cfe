"""Rows of the macrow models: weighted sums of variables between two sides."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

import pyomo.environ as pyo
from pyomo.core.expr import LinearExpression

Row: TypeAlias = tuple[float | None, LinearExpression, float | None]


def row(coefficients: Sequence[float], variables: Sequence[pyo.Var]) -> LinearExpression:
    """Return a weighted sum of variables."""
    return LinearExpression(constant=0, linear_coefs=coefficients, linear_vars=variables)


def total(variables: Iterable[pyo.Var]) -> LinearExpression:
    """Return the sum of variables."""
    terms = list(variables)
    return row([1] * len(terms), terms)
