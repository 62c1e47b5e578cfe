"""A linear program near magnitude 1, with the way back to prices in its own units."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import gcd

import numpy as np
from scipy.sparse import csc_array, diags_array

from ...core.arrays import FloatArray
from ..engines import StandardForm, scaled
from .whole_model import WholeModel

_ROWS = (1e-3, 1e4)  # largest coefficients of rows that stay as they are
_COSTS = (1e-3, 1e6)


@dataclass(frozen=True, eq=False)
class Balanced:
    """The form as HiGHS is given it, and the way back.

    Column ``j`` is ``column[j]`` times the given one; whole-number columns stay as they are.
    Prices are those of the given rows times ``row`` and ``unit``.  Rows and costs are whole numbers
    times powers of two, so that they are the same whatever unit the file has them in.
    """

    form: StandardForm
    column: FloatArray
    row: FloatArray
    unit: float

    @classmethod
    def of(cls, form: StandardForm, model: WholeModel) -> Balanced:
        """Return the linear program with its numbers near magnitude 1."""
        column = np.ones(form.shape[1]) if form.integer.all() else scaled(form).column
        row = np.array([row.scale / (gcd(*(a for _, a in row.terms)) or 1) for row in model.rows])
        matrix = diags_array(row) @ form.matrix
        matrix.data = np.rint(matrix.data)
        matrix = csc_array(matrix @ diags_array(column))
        largest = np.zeros(form.shape[0])
        np.maximum.at(largest, matrix.indices, np.abs(matrix.data))
        power = _power(largest, _ROWS)
        row = row * power
        step = (gcd(*(a for _, a in model.cost)) or 1) / model.cost_scale
        cost = np.rint(form.cost / step) * column
        unit = step / float(_power(np.abs(cost).max(initial=0.0, keepdims=True), _COSTS)[0])
        balanced = replace(
            form.relaxed(),
            cost=cost * (step / unit),
            constant=form.constant / unit,
            matrix=csc_array(diags_array(power) @ matrix),
            row_lower=form.row_lower * row,
            row_upper=form.row_upper * row,
            lower=form.lower / column,
            upper=form.upper / column,
        )
        return cls(balanced, column, row, unit)


def _power(sizes: FloatArray, usual: tuple[float, float]) -> FloatArray:
    """Return the powers of two that bring sizes to about 1 where they are not usual."""
    moved = (sizes > 0) & ((sizes < usual[0]) | (sizes > usual[1]))
    power: FloatArray = np.where(moved, np.exp2(-np.frexp(np.where(moved, sizes, 1.0))[1]), 1.0)
    return power
