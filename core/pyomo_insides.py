"""Everything that rests on the insides of Pyomo: expressions, constraints and variables as arrays.

Pyomo makes one object per term.  The components of this module keep arrays and make Pyomo's objects
when somebody asks for them, as ``pprint``, the exports and other solvers do; what that saves is
measured by `benchmarks/model_building.py`.  No other module touches a private name of Pyomo.
`tests/core/test_pyomo_insides.py` has a test for each name, and ``pyproject.toml`` allows no minor
release of Pyomo that has not passed it.

Pyomo is imported so that it takes nothing of scipy along: it imports `scipy.stats`, a second of
processor, as soon as anybody imports scipy, or at once where scipy is there before.
"""
# ruff: noqa: E402, SLF001 - the first import has to come first; private names are the matter

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import repeat
from typing import Any


def _import_pyomo() -> None:
    before = sys.modules.pop("scipy", None)
    try:
        from pyomo.common import dependencies
    finally:
        if before is not None:
            sys.modules["scipy"] = before
    finder: Any = getattr(dependencies, "DeferredImportCallbackFinder", None)
    getattr(finder, "_callbacks", {}).pop("scipy", None)


_import_pyomo()

import pyomo.core as pyo
from pyomo.core.base.constraint import ConstraintData, IndexedConstraint
from pyomo.core.base.indexed_component import normalize_index
from pyomo.core.base.var import IndexedVar, VarData
from pyomo.core.expr import LinearExpression, MonomialTermExpression

__all__ = [
    "ArrayConstraint",
    "ArrayExpression",
    "ArrayVar",
    "VarData",
    "normalize_index",
]


class ArrayExpression(LinearExpression):  # type: ignore[misc]
    """A linear expression whose arguments are made when asked for.

    Pyomo's writers look at ``__class__`` to choose what they do with an expression, and shall do
    with this one what they do with a `LinearExpression`; ``isinstance`` still tells them apart.
    """

    __slots__ = ("_made",)

    def __init__(self) -> None:
        self._made: list[Any] | None = None

    def arguments(self) -> list[Any]:
        """Return the terms as Pyomo has them."""
        raise NotImplementedError

    def plus_number(self, number: float) -> ArrayExpression:
        """Return the expression and a constant."""
        raise NotImplementedError

    def plus_term(self, variable: Any, coefficient: float) -> ArrayExpression:
        """Return the expression and a multiple of a variable."""
        raise NotImplementedError

    def plus_expression(self, other: Any) -> ArrayExpression:
        """Return the expression and another one of its kind."""
        raise NotImplementedError

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        return LinearExpression  # type: ignore[no-any-return]

    @property
    def _args_(self) -> list[Any]:
        if self._made is None:
            self._made = self.arguments()
        return self._made

    @property
    def _nargs(self) -> int:
        return len(self._args_)

    def _trunc_append(self, other: Any) -> Any:
        """Pyomo adds a number, a variable or a multiple of one by this method."""
        if other.__class__ in pyo.native_numeric_types:
            return self.plus_number(other)
        if other.__class__ is MonomialTermExpression:
            coefficient, variable = other.args
            if coefficient.__class__ in pyo.native_numeric_types:
                return self.plus_term(variable, coefficient)
        elif other.is_variable_type():
            return self.plus_term(other, 1.0)
        return LinearExpression([*self._args_, other])

    def _trunc_extend(self, other: Any) -> Any:
        """Pyomo adds another linear expression by this method."""
        if isinstance(other, ArrayExpression):
            return self.plus_expression(other)
        result: Any = self
        for argument in other.args:
            result = result + argument
        return result


class _ArrayConstraintData(ConstraintData):  # type: ignore[misc]
    """One constraint of an array, whose relation is made when asked for."""

    __slots__ = ("_number", "_own")

    def __init__(self, component: Any, index: Any, number: int) -> None:
        self._own: Any = None
        super().__init__(component=component)
        self._index = index  # type: ignore[misc]
        self._number = number

    @property
    def _expr(self) -> Any:
        if self._own is None:
            return self.parent_component().relation(self._number)
        return self._own

    @_expr.setter
    def _expr(self, expression: Any) -> None:
        self._own = expression

    @property
    def is_as_made(self) -> bool:
        """True if the constraint is active and has its first relation."""
        return self._active and self._own is None


class _InOrder:
    """An indexed component that lists its members in the order in which they were made."""

    _data: dict[Any, Any]

    def keys(self, sort: Any = pyo.SortComponents.UNSORTED, **options: Any) -> Iterator[Any]:
        """Yield the indices, in the order of the array unless another one is asked for."""
        if pyo.SortComponents.SORTED_INDICES in pyo.SortComponents(sort):
            return super().keys(sort, **options)  # type: ignore[misc,no-any-return]
        return iter(self._data)


class ArrayConstraint(_InOrder, IndexedConstraint):  # type: ignore[misc]
    """An indexed constraint that gives its relations by number, in the order of its keys."""

    def __init__(self, *sets: Any, keys: Sequence[Any], doc: str | None = None) -> None:
        super().__init__(*sets, ctype=pyo.Constraint, doc=doc)
        self._keys = keys

    def relation(self, k: int) -> Any:
        """Return constraint ``k`` as a relation of Pyomo."""
        raise NotImplementedError

    def construct(self, data: Any = None) -> None:
        """Make one constraint per key."""
        super().construct(data)
        made = ((key, _ArrayConstraintData(self, key, k)) for k, key in enumerate(self._keys))
        self._data.update(made)

    @property
    def is_as_made(self) -> bool:
        """True if all constraints are still there, active and with their first relations."""
        made = self._data.values()
        return len(made) == len(self._keys) and all(each.is_as_made for each in made)


class ArrayVar(_InOrder, IndexedVar):  # type: ignore[misc]
    """An indexed variable whose members are made all at once."""

    def make(self, keys: Sequence[Any]) -> list[Any]:
        """Make a variable of the component's domain for each key, and return them."""
        pattern = VarData(component=self)
        pattern._domain = self._rule_domain(self.parent_block(), None, self)
        variables = list(map(VarData.copy, repeat(pattern, len(keys))))
        for key, variable in zip(keys, variables, strict=True):
            variable._index = key
        self._data.update(zip(keys, variables, strict=True))
        return variables

    @property
    def is_made(self) -> bool:
        """True once the component has its variables."""
        return bool(self._constructed)

    def at(self, index: Any) -> Any:
        """Return the variable of an index of Pyomo; ``None`` if there is none."""
        try:
            return self._data.get(index)
        except TypeError:  # a slice or an array
            return None

    def _getitem_when_not_present(self, index: Any) -> Any:
        raise KeyError(f"{self.name} has no variable {index}")
