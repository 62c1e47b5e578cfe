"""Constraints that were written all at once, and remember their rows as arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from pyomo.core.expr import EqualityExpression, InequalityExpression, RangedExpression

from .arrays import FloatArray
from .linear import Linear, Term
from .pyomo_insides import ArrayConstraint


class Rows:
    """Constraints ``lower <= Σ terms <= upper``, one per place of the arrays."""

    def __init__(self, terms: Sequence[Term], lower: FloatArray, upper: FloatArray) -> None:
        shape = np.broadcast_shapes(lower.shape, upper.shape, *(t.places.shape for t in terms))
        self.shape = shape
        self.terms = [
            Term(o, np.broadcast_to(p, shape), np.broadcast_to(c, shape)) for o, p, c in terms
        ]
        self.lower, self.upper = np.broadcast_to(lower, shape), np.broadcast_to(upper, shape)

    def expression(self, k: int) -> Any:
        """Return row ``k`` as a relation of Pyomo."""
        own = [(o, p[k : k + 1], c[k : k + 1]) for o, p, c in self.terms if p[k] >= 0 and c[k]]
        body, low, high = (
            Linear([Term(*term) for term in own]),
            float(self.lower[k]),
            float(self.upper[k]),
        )
        if low == high:
            return EqualityExpression((body, low))
        if low == -np.inf:
            return InequalityExpression((body, high), False)
        if high == np.inf:
            return InequalityExpression((low, body), False)
        return RangedExpression((low, body, high), False)


class Family(ArrayConstraint):
    """An indexed constraint whose rows were written all at once, in the order of its keys."""

    def __init__(self, *sets: Any, rows: Rows, **named: Any) -> None:
        super().__init__(*sets, **named)
        self.rows = rows

    def relation(self, k: int) -> Any:
        return self.rows.expression(k)
