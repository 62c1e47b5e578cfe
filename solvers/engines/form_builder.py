"""Standard forms put together column by column and row by row, for heuristics with small models."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from scipy.sparse import csc_array

from ...core.outcome import Sense
from .forms import StandardForm


@dataclass
class FormBuilder:
    """Columns with bounds and cost, rows as lists of (column, coefficient)."""

    sense: Sense = "minimize"
    lower: list[float] = field(default_factory=list)
    upper: list[float] = field(default_factory=list)
    cost: list[float] = field(default_factory=list)
    integer: list[bool] = field(default_factory=list)
    row_lower: list[float] = field(default_factory=list)
    row_upper: list[float] = field(default_factory=list)
    entries: list[tuple[int, int, float]] = field(default_factory=list)

    def column(
        self,
        lower: float = 0.0,
        upper: float = math.inf,
        cost: float = 0.0,
        *,
        integer: bool = False,
    ) -> int:
        """Add a column, its cost in the sense of the form; return its number."""
        self.lower.append(lower)
        self.upper.append(upper)
        self.cost.append(cost)
        self.integer.append(integer)
        return len(self.cost) - 1

    def row(
        self,
        terms: Sequence[tuple[int, float]],
        lower: float = -math.inf,
        upper: float = math.inf,
    ) -> int:
        """Add a row ``lower <= Σ coefficient · column <= upper``; return its number."""
        number = len(self.row_lower)
        self.row_lower.append(lower)
        self.row_upper.append(upper)
        self.entries.extend((number, column, coefficient) for column, coefficient in terms)
        return number

    def form(self) -> StandardForm:
        """Return the form, which minimises whatever the sense is."""
        found = np.array(self.entries, dtype=np.float64).reshape(-1, 3)
        rows, columns, values = found[:, 0].astype(int), found[:, 1].astype(int), found[:, 2]
        shape = (len(self.row_lower), len(self.cost))
        sign = 1.0 if self.sense == "minimize" else -1.0
        return StandardForm(
            cost=sign * np.array(self.cost, dtype=np.float64),
            constant=0.0,
            matrix=csc_array((values, (rows, columns)), shape=shape),
            row_lower=np.array(self.row_lower, dtype=np.float64),
            row_upper=np.array(self.row_upper, dtype=np.float64),
            lower=np.array(self.lower, dtype=np.float64),
            upper=np.array(self.upper, dtype=np.float64),
            integer=np.array(self.integer, dtype=np.bool_),
            sense=self.sense,
        )
