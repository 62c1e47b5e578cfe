"""Constraints that were written all at once, and remember their rows as arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyomo.core as pyo
from pyomo.core.base.constraint import ConstraintData, IndexedConstraint
from pyomo.core.base.enums import SortComponents
from pyomo.core.expr import EqualityExpression, InequalityExpression, RangedExpression

from .arrays import FloatArray
from .linear import Linear, Term


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
        parts = [Term(o, p[k : k + 1], c[k : k + 1]) for o, p, c in self.terms if p[k] >= 0]
        body, low, high = Linear(parts), float(self.lower[k]), float(self.upper[k])
        if low == high:
            return EqualityExpression((body, low))
        if low == -np.inf:
            return InequalityExpression((body, high), False)
        if high == np.inf:
            return InequalityExpression((low, body), False)
        return RangedExpression((low, body, high), False)


class Row(ConstraintData):  # type: ignore[misc]
    """One constraint of a family, whose expression is made when asked for."""

    __slots__ = ("_number", "_own")

    def __init__(self, component: Any, index: Any, number: int) -> None:
        self._own: Any = None
        super().__init__(component=component)
        self._index = index  # type: ignore[misc]
        self._number = number

    @property
    def _expr(self) -> Any:
        if self._own is None:
            return self.parent_component().rows.expression(self._number)
        return self._own

    @_expr.setter
    def _expr(self, expression: Any) -> None:
        self._own = expression

    @property
    def is_as_made(self) -> bool:
        """True if the family still holds the constraint, active and with its first expression."""
        return self._active and self._own is None


class Family(IndexedConstraint):  # type: ignore[misc]
    """An indexed constraint whose rows were written all at once, in the order of its keys."""

    def __init__(self, *sets: Any, keys: Sequence[Any], rows: Rows, doc: str | None = None) -> None:
        super().__init__(*sets, ctype=pyo.Constraint, doc=doc)
        self.rows = rows
        self._keys = keys

    def construct(self, data: Any = None) -> None:
        """Make one constraint per key."""
        super().construct(data)
        self._data.update((key, Row(self, key, k)) for k, key in enumerate(self._keys))

    def keys(self, sort: Any = SortComponents.UNSORTED, **options: Any) -> Any:
        """The indices of the constraints, in the order of the rows."""
        if SortComponents.SORTED_INDICES in SortComponents(sort):
            return super().keys(sort, **options)
        return iter(self._data)

    @property
    def is_as_made(self) -> bool:
        """True if all constraints are still there, active and with their first expressions."""
        made = self._data.values()
        return len(made) == len(self._keys) and all(row.is_as_made for row in made)
