"""Variables laid out as arrays, so that a constraint reads like the page and is built fast.

``model.B = Variables(I, J, where=usable)`` makes the variables of an ordinary Pyomo model, and
lays them out like the array ``usable``.  ``B[i, j]`` is one variable, ``B[i]`` the row of i and
``B[:, j]`` the column of j; where ``usable`` is false there is none, and sums leave it out.
``total(B[i])`` is the sum of a row, ``dot(w[i], B[i])`` the sum of its products with numbers.  The
rule of a ``@model.Constraint`` returns a relation between such sums: ``total(B[i]) == 1``.  A rule
under ``@family`` looks the same, and is called once with the arrays of all its indices instead of
once per index, which is faster by far: ``B[i, j] <= y[j]`` then stands for all constraints.

An index is a member of its axis.  Where members are names, numbers count them from 0.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from ...core.linear import Linear
from .building import model_builder
from .families import family
from .sums import dot, padded, row_sums, total
from .variables import Variables, chosen, set_values, values

Relation: TypeAlias = Any  # what Pyomo makes of ==, <= and >=
Indices: TypeAlias = Any  # an array of numbers, or of the entries of a list of indices

__all__ = [
    "Indices",
    "Linear",
    "Relation",
    "Variables",
    "chosen",
    "dot",
    "family",
    "model_builder",
    "padded",
    "row_sums",
    "set_values",
    "total",
    "values",
]
