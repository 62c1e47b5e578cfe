"""The code that depends on Pyomo's internals: expressions, constraints, variables as arrays.

Pyomo makes one object per term. The components of this module hold arrays and create Pyomo's
objects when they are accessed, for instance by ``pprint``, exports and other solvers. No other
module uses a private name of Pyomo. `tests/core/test_pyomo_insides.py` tests each private name,
and ``pyproject.toml`` allows only the minor releases of Pyomo that have passed these tests.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from copy import deepcopy
from functools import partial
from itertools import repeat
from operator import attrgetter
from typing import Any, NamedTuple

import numpy as np
import pyomo.core as pyo
from pyomo.common.gc_manager import PauseGC
from pyomo.core.base.constraint import ConstraintData, IndexedConstraint
from pyomo.core.base.indexed_component import normalize_index
from pyomo.core.base.var import IndexedVar, VarData
from pyomo.core.expr import (
    EqualityExpression,
    InequalityExpression,
    LinearExpression,
    MonomialTermExpression,
    RangedExpression,
)

from .arrays import FloatArray, IntArray

__all__ = ["ArrayConstraint", "ArrayExpression", "ArrayVar", "VarData", "normalize_index"]

# ruff: noqa: SLF001 - private names are the matter


own_lower, own_upper = attrgetter("_lb"), attrgetter("_ub")  # as they were set, without the domain


class ArrayExpression(LinearExpression):  # type: ignore[misc]
    """A linear expression whose arguments are created on access.

    Pyomo's writers dispatch on ``__class__`` and must treat it as a `LinearExpression`;
    ``isinstance`` still distinguishes the two.
    """

    __slots__ = ("_made",)

    def __init__(self) -> None:
        self._made: list[Any] | None = None

    def arguments(self) -> list[Any]:
        """Return the terms as Pyomo's objects."""
        raise NotImplementedError

    def plus_number(self, number: float) -> ArrayExpression:
        """Return the expression plus a constant."""
        raise NotImplementedError

    def plus_term(self, variable: Any, coefficient: float) -> ArrayExpression:
        """Return the expression plus a coefficient times a variable."""
        raise NotImplementedError

    def plus_expression(self, other: Any) -> ArrayExpression:
        """Return the sum of the expression and another `ArrayExpression`."""
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
        """Return the sum with a number, a variable or a term; Pyomo calls this method."""
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
        """Return the sum with another linear expression; Pyomo calls this method."""
        if isinstance(other, ArrayExpression):
            return self.plus_expression(other)
        return sum(other.args, self)


class _ArrayConstraintData(ConstraintData):  # type: ignore[misc]
    """One constraint of an `ArrayConstraint`; its Pyomo relation is created on each access."""

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
        """Whether the constraint is active and nobody has replaced its relation."""
        return self._active and self._own is None


class _LateMembers:
    """An indexed component whose members are all created when one is first accessed."""

    _waiting: Collection[Any] | None = None  # the keys of the members, until these are made
    _members: list[Any]

    def made(self, keys: list[Any]) -> list[Any]:
        """Create the members, one for each key; return them in the order of the keys."""
        raise NotImplementedError

    @property
    def _data(self) -> dict[Any, Any]:
        self._make()
        return self.__dict__["_data"]  # type: ignore[no-any-return]

    @_data.setter
    def _data(self, members: dict[Any, Any]) -> None:
        self.__dict__["_data"] = members

    def _make(self) -> None:
        if self._waiting is not None:
            with PauseGC():  # many objects and no garbage
                keys = list(self._waiting)
                members = self.made(keys)
                self.__dict__["_data"].update(zip(keys, members, strict=True))
                self._members, self._waiting = members, None  # last: else it is late still

    @property
    def members(self) -> list[Any]:
        """All created members, in order, including those deleted from the component."""
        self._make()
        return self._members

    @property
    def is_late(self) -> bool:
        """Whether no member has been accessed yet."""
        return self._waiting is not None

    def is_reference(self) -> bool:
        """Return false; Pyomo's own method would create the members to find out."""
        return False

    def __len__(self) -> int:
        return len(self._data if self._waiting is None else self._waiting)

    def keys(self, sort: Any = pyo.SortComponents.UNSORTED, **options: Any) -> Iterator[Any]:
        """Yield the indices, by default in the order of the array."""
        if pyo.SortComponents.SORTED_INDICES in pyo.SortComponents(sort):
            return super().keys(sort, **options)  # type: ignore[misc,no-any-return]
        return iter(self._data)


class ArrayConstraint(_LateMembers, IndexedConstraint):  # type: ignore[misc]
    """An indexed constraint; a subclass's ``relation(k)`` returns the relation of the k-th key."""

    def __init__(self, *sets: Any, keys: Collection[Any], doc: str | None = None) -> None:
        super().__init__(*sets, ctype=pyo.Constraint, doc=doc)
        self._keys = keys

    def relation(self, k: int) -> Any:
        """Return constraint number ``k`` as a relation of Pyomo."""
        raise NotImplementedError

    def construct(self, data: Any = None) -> None:
        """Create one constraint per key."""
        super().construct(data)
        self._waiting = self._keys

    def made(self, keys: list[Any]) -> list[Any]:
        return [_ArrayConstraintData(self, key, k) for k, key in enumerate(keys)]

    @property
    def is_as_made(self) -> bool:
        """Whether all constraints exist and are active, and nobody has replaced their relations."""
        if self.is_late:
            return True
        made = self._data.values()
        return len(made) == len(self._keys) and all(each.is_as_made for each in made)


class ArrayVar(_LateMembers, IndexedVar):  # type: ignore[misc]
    """An indexed variable whose bounds and values are arrays (NaN: none) until it is accessed."""

    def have(self, keys: Collection[Any], lower: FloatArray, upper: FloatArray) -> None:
        """Declare a variable for each key, with these bounds; members are created later."""
        self._waiting, self.low, self.high = keys, lower, upper
        self._values = np.full(len(keys), np.nan)

    def pattern(self) -> Any:
        """Return a variable without an index, with the domain that all variables have."""
        variable = VarData(component=self)
        variable._domain = self._rule_domain(self.parent_block(), None, self)
        return variable

    def made(self, keys: list[Any]) -> list[Any]:
        variables = list(map(VarData.copy, repeat(self.pattern(), len(keys))))
        for key, variable in zip(keys, variables, strict=True):
            variable._index = key
        setters = VarData.setlb, VarData.setub, partial(VarData.set_value, skip_validation=True)
        for numbers, setter in zip((self.low, self.high, self._values), setters, strict=True):
            for k, number in enumerate(numbers.tolist()):
                if number == number:  # no NaN
                    setter(variables[k], number)
        return variables

    @property
    def values_now(self) -> FloatArray:
        """The present values of the variables; NaN for those without a value."""
        if self.is_late:
            return self._values
        return np.array([variable.value for variable in self.members], dtype=np.float64)

    def take_values(self, values: FloatArray) -> None:
        """Set the values of the variables."""
        if self.is_late:
            self._values = values
            return
        for variable, value in zip(self.members, values.tolist(), strict=True):
            variable.set_value(value, skip_validation=True)

    def at(self, index: Any) -> Any:
        """Return the variable with an index of Pyomo; ``None`` if there is none."""
        try:
            return self._data.get(index)
        except TypeError:  # a slice or an array
            return None

    def _getitem_when_not_present(self, index: Any) -> Any:
        raise KeyError(f"{self.name} has no variable {index}")


class Term(NamedTuple):
    """Variables of one owner times coefficients, as arrays.

    The owner is an `ArrayVar` or a single Pyomo variable. ``places`` are the positions of the
    variables in the owner's ``members``.
    """

    owner: Any
    places: IntArray
    coefficients: FloatArray


def variables_of(owner: Any) -> Sequence[Any]:
    """Return the variables of a term's owner as a sequence."""
    return owner.members if isinstance(owner, ArrayVar) else (owner,)


def single(variable: Any, coefficient: float = 1.0) -> Term:
    """Return the term of one variable."""
    return Term(variable, np.zeros(1, dtype=np.int64), np.array([coefficient], dtype=np.float64))


class Linear(ArrayExpression):
    """A sum of terms and a constant.

    It is an ordinary Pyomo expression that remembers columns and coefficients as arrays: terms are
    created on access, for example by ``pprint``, exports and other solvers.  The standard form of
    this project reads the arrays instead.
    """

    __slots__ = ("offset", "terms")

    def __init__(self, terms: Sequence[Term], offset: float = 0.0) -> None:
        super().__init__()
        self.terms = tuple(terms)
        self.offset = offset

    def arguments(self) -> list[Any]:
        made: list[Any] = [self.offset] if self.offset else []
        for owner, places, coefficients in self.terms:
            mine = variables_of(owner)
            made += [
                mine[k] if c == 1 else MonomialTermExpression((c, mine[k]))
                for k, c in zip(places.tolist(), coefficients.tolist(), strict=True)
            ]
        return made

    def plus_number(self, number: float) -> Linear:
        return Linear(self.terms, self.offset + number)

    def plus_term(self, variable: Any, coefficient: float) -> Linear:
        return Linear((*self.terms, single(variable, coefficient)), self.offset)

    def plus_expression(self, other: Linear) -> Linear:
        return Linear((*self.terms, *other.terms), self.offset + other.offset)

    def __mul__(self, factor: Any) -> Any:
        if factor.__class__ not in pyo.native_numeric_types:
            return super().__mul__(factor)
        scaled = [Term(owner, places, factor * each) for owner, places, each in self.terms]
        return Linear(scaled, factor * self.offset)

    __rmul__ = __mul__

    def __truediv__(self, divisor: Any) -> Any:
        if divisor.__class__ not in pyo.native_numeric_types:
            return super().__truediv__(divisor)
        scaled = [Term(owner, places, each / divisor) for owner, places, each in self.terms]
        return Linear(scaled, self.offset / divisor)

    def __neg__(self) -> Linear:
        return Linear([Term(o, p, 0.0 - c) for o, p, c in self.terms], 0.0 - self.offset)

    def __reduce_ex__(self, _: Any) -> tuple[Any, ...]:
        return _blank, (), self.__getstate__()

    def __getstate__(self) -> tuple[tuple[Term, ...], float]:
        return self.terms, self.offset

    def __setstate__(self, state: tuple[tuple[Term, ...], float]) -> None:
        ArrayExpression.__init__(self)
        self.terms, self.offset = state

    def __deepcopy__(self, memo: dict[int, Any]) -> Linear:
        copy = memo[id(self)] = _blank()
        copy.__setstate__(deepcopy(self.__getstate__(), memo))
        return copy


def _blank() -> Linear:
    return Linear.__new__(Linear)


class Rows:
    """Constraints ``lower <= Σ terms <= upper`` as arrays with one entry per constraint."""

    def __init__(self, terms: Sequence[Term], lower: FloatArray, upper: FloatArray) -> None:
        shape = np.broadcast_shapes(lower.shape, upper.shape, *(t.places.shape for t in terms))
        self.shape = shape
        self.terms = [
            Term(o, np.broadcast_to(p, shape), np.broadcast_to(c, shape)) for o, p, c in terms
        ]
        self.lower, self.upper = np.broadcast_to(lower, shape), np.broadcast_to(upper, shape)

    def expression(self, k: int) -> Any:
        """Return constraint number ``k`` as a relation of Pyomo."""
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
    """An indexed constraint whose rows were built together, in the order of its keys."""

    def __init__(self, *sets: Any, rows: Rows, **named: Any) -> None:
        super().__init__(*sets, **named)
        self.rows = rows

    def relation(self, k: int) -> Any:
        return self.rows.expression(k)
