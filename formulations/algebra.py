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

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
import pyomo.environ as pyo
from numpy.typing import ArrayLike, NDArray
from pyomo.core.base.indexed_component import normalize_index
from pyomo.core.base.var import IndexedVar, VarData
from pyomo.core.expr import MonomialTermExpression
from pyomo.core.expr.numvalue import NumericValue

from ..instances.arrays import FloatArray, IntArray
from ..instances.linear import Family, Linear, Rows, Term

Relation: TypeAlias = Any  # what Pyomo makes of ==, <= and >=
Indices: TypeAlias = Any  # an array of numbers, or of the entries of a list of indices


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
        added = _as_array(other)
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
        return self + -_as_array(other)

    def __rsub__(self, other: Any) -> Array:
        return _as_array(other) + -self

    __radd__ = __add__
    __rmul__ = __mul__

    def __le__(self, other: Any) -> Rows:
        return _rows(-np.inf, self - other, 0.0)

    def __ge__(self, other: Any) -> Rows:
        return _rows(0.0, self - other, np.inf)

    def __eq__(self, other: object) -> Rows:  # type: ignore[override]
        return _rows(0.0, self - other, 0.0)

    __hash__ = None  # type: ignore[assignment]


class Variables(IndexedVar):  # type: ignore[misc]
    """An indexed variable of Pyomo over one or more axes, laid out as an array.

    ``where`` is true for the combinations that have a variable; without it all have one.  ``lower``
    and ``upper`` are numbers or arrays; the domain may bound the variables as well.
    """

    def __init__(
        self,
        *axes: Any,
        where: NDArray[np.bool_] | None = None,
        lower: ArrayLike | None = None,
        upper: ArrayLike | None = None,
        domain: pyo.Set = pyo.Reals,
        doc: str | None = None,
    ) -> None:
        super().__init__(*axes, domain=domain, dense=False, doc=doc)
        self.axes = axes
        self._where = where
        self._sides = lower, upper

    def construct(self, data: Any = None) -> None:
        """Make the variables."""
        if self._constructed:
            return
        super().construct(data)
        self._members = [list(axis) for axis in self.axes]
        shape = tuple(map(len, self._members))
        where = np.ones(shape, dtype=np.bool_) if self._where is None else self._where
        if where.shape != shape:
            raise ValueError(f"{self.name} has the shape {shape}, its where {where.shape}")
        self.places = np.nonzero(where)
        self.layout = np.full(shape, -1, dtype=np.int64)
        self.layout[where] = np.arange(len(self.places[0]))
        keys = _keys(self._members, self.places)
        pattern = VarData(component=self)
        pattern._domain = self._rule_domain(self.parent_block(), None, self)  # noqa: SLF001
        self.variables = [VarData.copy(pattern) for _ in keys]
        for key, variable in zip(keys, self.variables, strict=True):
            variable._index = key  # noqa: SLF001
        self._data.update(zip(keys, self.variables, strict=True))
        for side, set_side in zip(self._sides, (VarData.setlb, VarData.setub), strict=True):
            if side is not None:
                for variable, value in zip(
                    self.variables, np.broadcast_to(side, shape)[where].tolist(), strict=True
                ):
                    set_side(variable, value if np.isfinite(value) else None)

    def keys(self, *arguments: Any, **options: Any) -> Any:
        """The indices of the variables, in the order of the array."""
        return super().keys(*arguments, **options) if arguments or options else iter(self._data)

    def _getitem_when_not_present(self, index: Any) -> Any:
        raise KeyError(f"{self.name} has no variable {index}")

    def __getitem__(self, index: Any) -> Any:
        """Return one variable, or an `Array` where the index has slices, arrays or fewer axes."""
        try:
            return self._data[index]
        except (KeyError, TypeError):
            pass
        parts = index if isinstance(index, tuple) else (index,)
        if len(parts) > len(self.axes):
            raise KeyError(f"{self.name} has {len(self.axes)} axes, not {len(parts)}")
        places = self.layout[tuple(self._along(k, part) for k, part in enumerate(parts))]
        if isinstance(places, np.integer):
            if places < 0:
                raise KeyError(f"{self.name} has no variable {index}")
            return self.variables[places]
        return Array([Term(self, places, np.ones(()))], np.zeros(()))

    def _along(self, axis: int, part: Any) -> Any:
        """Return what an index means in numbers."""
        if isinstance(part, slice):
            return part
        table = self._tables[axis]
        numbers = np.asarray(part)
        if numbers.dtype != np.bool_ and (table is not None or numbers.dtype.kind not in "iu"):
            found = [(table or {})[each] for each in numbers.ravel().tolist()]
            numbers = np.array(found, dtype=np.int64).reshape(numbers.shape)
        elif numbers.dtype != np.bool_ and numbers.size and numbers.min() < 0:
            raise KeyError(f"{self.name} has no negative index")
        return numbers if numbers.ndim else numbers[()]

    @cached_property
    def _tables(self) -> list[dict[Any, int] | None]:
        """The numbers of the members of each axis; ``None`` where the members are the numbers."""
        tables: list[dict[Any, int] | None] = []
        for members in self._members:
            named = dict(zip(members, range(len(members)), strict=True))
            if not any(isinstance(member, int) for member in members):
                named |= {k: k for k in range(len(members))}
            tables.append(None if members == list(range(len(members))) else named)
        return tables


def total(*arrays: Variables | Array) -> Linear:
    """Return the sum of all variables in the arrays."""
    parts = [dot(1.0, array) for array in arrays]
    return Linear([t for part in parts for t in part.terms], sum(part.offset for part in parts))


def dot(numbers: ArrayLike, variables: Variables | Array) -> Linear:
    """Return the sum of all variables in the array, each times the number in its place."""
    array = _as_array(variables)
    shape, factor = array.shape, np.asarray(numbers, dtype=np.float64)
    try:
        factor = np.broadcast_to(factor, shape)
    except ValueError:
        rule = f"numbers of shape {factor.shape} times variables of shape {shape}"
        raise ValueError(rule) from None
    terms = []
    for owner, places, coefficients in array.terms:
        spread = np.broadcast_to(places, shape)
        there = spread >= 0
        weights = np.broadcast_to(factor * coefficients, shape)
        terms.append(Term(owner, spread[there], weights[there]))
    constant = 0.0
    if array.constant.any():  # numbers where there is no variable may be NaN
        constant = float(np.broadcast_to(factor * array.constant, shape).sum())
    return Linear(terms, constant)


def family(
    model: pyo.Block, over: Any, *, where: NDArray[np.bool_] | None = None
) -> Callable[[Callable[..., Any]], Family]:
    """Make a constraint of a rule that is called once, with arrays of all its indices.

    ``over`` is a `Variables`, whose indices are passed as numbers that count each axis from 0;
    ``where`` leaves out those where it is false.  Or it is a list or set of indices, whose entries
    are passed as they are.
    """

    def made(rule: Callable[..., Any]) -> Family:
        keys = list(over)
        if isinstance(over, Variables):
            kept = slice(None) if where is None else np.flatnonzero(where[over.places])
            indices: Sequence[Any] = [along[kept] for along in over.places]
            keys = keys if where is None else [keys[k] for k in kept]
            sets = over.axes
        else:
            sets = (over,)
            tuples = [key if isinstance(key, tuple) else (key,) for key in keys]
            indices = [np.array(column) for column in zip(*tuples, strict=True)]
        rows = rule(*indices) if keys else Rows([], np.empty(0), np.empty(0))
        if isinstance(rows, tuple):
            rows = _rows(*rows)
        if not isinstance(rows, Rows) or rows.shape != (len(keys),):
            raise ValueError(f"{rule.__name__} does not give one constraint per index")
        component = Family(*sets, keys=keys, rows=rows, doc=rule.__doc__)
        model.add_component(rule.__name__, component)
        return component

    return made


def values(variables: Variables) -> FloatArray:
    """Return the values of the variables as an array; NaN where there is no variable or value."""
    array = np.full(variables.layout.shape, np.nan)
    array[variables.layout >= 0] = [variable.value for variable in variables.variables]
    return array


def chosen(variables: Variables) -> NDArray[np.bool_]:
    """Return where binary variables are 1."""
    return values(variables) > 0.5


def padded(rows: Sequence[ArrayLike]) -> FloatArray:
    """Return rows of several lengths as one array, NaN behind their ends."""
    lengths = [np.size(row) for row in rows]
    array = np.full((len(rows), max(lengths, default=0)), np.nan)
    for into, row, length in zip(array, rows, lengths, strict=True):
        into[:length] = row
    return array


def set_values(variables: Variables, array: ArrayLike) -> None:
    """Give the variables the values in their places, to start from."""
    given = np.asarray(array, dtype=np.float64)
    spread = np.broadcast_to(given, variables.layout.shape)[variables.layout >= 0]
    for variable, value in zip(variables.variables, spread.tolist(), strict=True):
        variable.set_value(value, skip_validation=True)


def _as_array(value: Any) -> Array:
    if isinstance(value, Array):
        return value
    if isinstance(value, Variables):
        return Array([Term(value, value.layout, np.ones(()))], np.zeros(()))
    factor, variable = value.args if isinstance(value, MonomialTermExpression) else (1, value)
    if isinstance(variable, VarData):
        coefficient = np.array(pyo.value(factor), dtype=np.float64)
        return Array([Term(variable, np.zeros((), dtype=np.int64), coefficient)], np.zeros(()))
    if isinstance(value, NumericValue):
        raise TypeError(f"{value} is a sum: write it constraint by constraint, not as a family")
    return Array([], np.asarray(value, dtype=np.float64))


def _rows(lower: ArrayLike, body: Array, upper: ArrayLike) -> Rows:
    """Return the rows with the constants of the body moved to the sides."""
    low, high = np.asarray(lower, dtype=np.float64), np.asarray(upper, dtype=np.float64)
    return Rows(body.terms, np.asarray(low - body.constant), np.asarray(high - body.constant))


def _keys(members: list[list[Any]], places: Sequence[IntArray]) -> list[Any]:
    """Return the members of each axis in these places, as the indices of Pyomo."""
    columns = [
        [own[k] for k in numbers.tolist()] for own, numbers in zip(members, places, strict=True)
    ]
    if len(columns) == 1:
        return columns[0]
    keys: list[Any] = list(zip(*columns, strict=True))
    nested = any(isinstance(own[0], tuple) for own in members if own)
    return [normalize_index(key) for key in keys] if nested else keys
