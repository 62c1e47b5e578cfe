"""Arrays of Pyomo variables, so that constraints read like equations and are built fast.

``model.B = Variables(I, J, where=usable)`` creates variables of an ordinary Pyomo model, laid out
like the array ``usable``.  ``B[i, j]`` is one variable, ``B[i]`` the row of i and ``B[:, j]`` the
column of j; where ``usable`` is false no variable exists, and sums omit it.  ``total(B[i])`` is the
sum of a row, ``dot(w[i], B[i])`` its scalar product with numbers.  The rule of a
``@model.Constraint`` returns a relation between such sums: ``total(B[i]) == 1``.  A rule under
``@family`` looks the same, but is called once with the arrays of all its indices instead of once
per index, which is much faster: ``B[i, j] <= y[j]`` then represents all constraints.

An index is a member of its axis.  If members are names, an integer is a member's position.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import wraps
from typing import Any, ParamSpec, TypeAlias

import numpy as np
import pyomo.core as pyo
from numpy.typing import ArrayLike
from pyomo.common.gc_manager import PauseGC
from pyomo.core.expr import MonomialTermExpression, NumericValue, SumExpression

from ..core.arrays import BoolArray, FloatArray, IntArray
from ..core.pyomo_arrays import ArrayVar, Family, Linear, Rows, Term, VarData, normalize_index

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


Arguments = ParamSpec("Arguments")


def model_builder(
    build: Callable[Arguments, pyo.ConcreteModel],
) -> Callable[Arguments, pyo.ConcreteModel]:
    """Decorate a function that builds a model: pause the garbage collector while it runs."""

    @wraps(build)
    def paused(*args: Arguments.args, **options: Arguments.kwargs) -> pyo.ConcreteModel:
        with PauseGC():
            return build(*args, **options)

    return paused


class Array:
    """An array of linear expressions; each is a sum of terms plus a constant."""

    __array_ufunc__ = None  # numpy leaves the arithmetic to this class

    def __init__(self, terms: Sequence[Term], constant: FloatArray) -> None:
        self.terms, self.constant = terms, constant

    @property
    def shape(self) -> tuple[int, ...]:
        """The lengths of the axes of the array."""
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
    """Convert variables, an expression, or numbers to an array of linear expressions."""
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
    """Return the rows lower <= body <= upper, with constants of the body moved to the bounds."""
    low, high = np.asarray(lower, dtype=np.float64), np.asarray(upper, dtype=np.float64)
    return Rows(body.terms, np.asarray(low - body.constant), np.asarray(high - body.constant))


class IndexAxis:
    """The members of one axis: integers, or names that can also be indexed by their positions."""

    def __init__(self, members: Iterable[Any]) -> None:
        self.members = list(members)
        self._counts = self.members == list(range(len(self.members)))
        self._named = not any(isinstance(member, int) for member in self.members)
        self._numbers = {member: k for k, member in enumerate(self.members)}
        if self._named:
            self._numbers |= {k: k for k in range(len(self.members))}

    def __len__(self) -> int:
        return len(self.members)

    def numbers(self, index: Any) -> Any:
        """Return the position (from 0) of each index; slices and masks are unchanged."""
        if isinstance(index, slice):
            return index
        found = np.asarray(index)
        if found.dtype == np.bool_:
            return found
        if not self._counts or found.dtype.kind not in "iu":
            looked_up = [self._numbers[each] for each in found.ravel().tolist()]
            found = np.array(looked_up, dtype=np.int64).reshape(found.shape)
        elif found.size and found.min() < 0:
            raise KeyError(f"an index must not be negative: {index}")
        return found if found.ndim else found[()]

    def members_at(self, numbers: IntArray) -> list[Any]:
        """Return the members at the positions ``numbers``, as a list."""
        counted: list[Any] = numbers.tolist()
        return counted if self._counts else [self.members[k] for k in counted]

    def indices(self, numbers: IntArray) -> IntArray:
        """Return the members at positions ``numbers`` if members are integers, else ``numbers``."""
        if self._counts or self._named:
            return numbers
        return np.array(self.members, dtype=np.int64)[numbers]


class Keys(Collection[Any]):
    """The Pyomo indices (tuples of members) of combinations whose positions per axis are given."""

    def __init__(self, axes: Sequence[IndexAxis], places: Sequence[IntArray]) -> None:
        self._axes, self._places = axes, places

    def __len__(self) -> int:
        return len(self._places[0])

    def __contains__(self, key: object) -> bool:
        return key in list(self)

    def __iter__(self) -> Iterator[Any]:
        pairs = zip(self._axes, self._places, strict=True)
        columns = [axis.members_at(numbers) for axis, numbers in pairs]
        if len(columns) == 1:
            return iter(columns[0])
        keys = zip(*columns, strict=True)
        nested = any(isinstance(axis.members[0], tuple) for axis in self._axes if axis.members)
        return map(normalize_index, keys) if nested else keys


_SEVERAL = (slice, list, np.ndarray)  # types of an index that selects several members of an axis


class Variables(ArrayVar):
    """An indexed Pyomo variable over one or more axes, with the layout of an array.

    ``where`` is a mask of the combinations that have a variable (default: all).  ``lower`` and
    ``upper`` are numbers or arrays; the domain may bound the variables as well.
    """

    def __init__(
        self,
        *axes: Any,
        where: BoolArray | None = None,
        lower: ArrayLike | None = None,
        upper: ArrayLike | None = None,
        domain: pyo.Set = pyo.Reals,
        doc: str | None = None,
    ) -> None:
        super().__init__(*axes, domain=domain, dense=False, doc=doc)
        self.sets = axes
        self._where = where
        self._sides = lower, upper

    def construct(self, data: Any = None) -> None:
        """Create the variables."""
        if hasattr(self, "layout"):
            return
        super().construct(data)
        self.axes = [IndexAxis(members) for members in self.sets]
        shape = tuple(map(len, self.axes))
        where = np.ones(shape, dtype=np.bool_) if self._where is None else self._where
        if where.shape != shape:
            raise ValueError(f"{self.name} has the shape {shape}, but `where` has {where.shape}")
        self.places = np.nonzero(where)
        self.layout = np.full(shape, -1, dtype=np.int64)
        self.layout[where] = np.arange(len(self.places[0]))
        sides = [np.asarray(np.nan if side is None else side) for side in self._sides]
        finite = [np.where(np.isinf(s), np.nan, s) if np.isinf(s).any() else s for s in sides]
        low, high = (np.broadcast_to(side, shape)[where] for side in finite)
        self.have(Keys(self.axes, self.places), low, high)

    def __getitem__(self, index: Any) -> Any:
        """Return one variable, or an `Array` where the index has slices, arrays or fewer axes."""
        parts = index if isinstance(index, tuple) else (index,)
        whole = len(parts) < len(self.axes) or any(isinstance(p, _SEVERAL) for p in parts)
        one = None if whole else self.at(index)
        if one is not None:
            return one
        if len(parts) > len(self.axes):
            raise KeyError(f"{self.name} has {len(self.axes)} axes, but the index has {len(parts)}")
        numbers = (axis.numbers(part) for axis, part in zip(self.axes, parts, strict=False))
        places = self.layout[tuple(numbers)]
        if isinstance(places, np.integer):
            if places < 0:
                raise KeyError(f"{self.name} has no variable {index}")
            return self.members[places]
        return Array([Term(self, places, np.ones(()))], np.zeros(()))


def values(variables: Variables) -> FloatArray:
    """Return the values of the variables as an array; NaN if there is no variable or value."""
    array = np.full(variables.layout.shape, np.nan)
    array[variables.layout >= 0] = variables.values_now
    return array


def chosen(variables: Variables) -> BoolArray:
    """Return a mask, laid out like the variables, of the binaries whose value is 1."""
    return values(variables) > 0.5


def set_values(variables: Variables, array: ArrayLike) -> None:
    """Set each variable to the array's value at its position, as a warm start."""
    given = np.asarray(array, dtype=np.float64)
    variables.take_values(np.broadcast_to(given, variables.layout.shape)[variables.layout >= 0])


def family(
    model: pyo.Block, *over: Any, where: BoolArray | Sequence[IntArray] | None = None
) -> Callable[[Callable[..., Any]], Family]:
    """Decorate a rule for constraints that is called once, with arrays of all indices.

    ``over`` is a `Variables` or one set per axis; the rule gets one array of indices per axis, with
    positions in place of names.  ``where`` is a mask of the constraints that exist, or their
    positions as `numpy.nonzero` returns them.  If ``over`` is a single list or set of indices, the
    rule gets its entries unchanged.
    """
    sets, keys, indices = _indices(over, where)

    def made(rule: Callable[..., Any]) -> Family:
        rows = rule(*indices) if keys else Rows([], np.empty(0), np.empty(0))
        if isinstance(rows, tuple):
            rows = rows_between(*rows)
        if not isinstance(rows, Rows) or rows.shape != (len(keys),):
            raise ValueError(f"{rule.__name__} does not return one constraint per index")
        component = Family(*sets, keys=keys, rows=rows, doc=rule.__doc__)
        model.add_component(rule.__name__, component)
        return component

    return made


def _indices(over: Any, where: Any) -> tuple[Sequence[Any], Collection[Any], list[Any]]:
    """Return the sets of a family, its Pyomo indices, and the arguments for its rule."""
    first = over[0]
    if len(over) == 1 and not isinstance(first, Variables):
        keys = list(first)
        tuples = [key if isinstance(key, tuple) else (key,) for key in keys]
        return over, keys, [np.array(column) for column in zip(*tuples, strict=True)]
    if isinstance(first, Variables):
        sets, axes, exists = first.sets, first.axes, first.layout >= 0
    else:
        sets, axes = over, [IndexAxis(members) for members in over]
        exists = np.ones(tuple(map(len, axes)), dtype=np.bool_) if where is None else where
    if isinstance(where, np.ndarray):
        exists = exists & where
    places = np.nonzero(exists) if isinstance(exists, np.ndarray) else list(map(np.array, exists))
    given = [axis.indices(numbers) for axis, numbers in zip(axes, places, strict=True)]
    return sets, Keys(axes, places), given


def total(*arrays: Variables | Array) -> Linear:
    """Return the sum of all variables in one or several arrays."""
    parts = [dot(1.0, array) for array in arrays]
    return Linear([t for part in parts for t in part.terms], sum(part.offset for part in parts))


def dot(numbers: ArrayLike, variables: Variables | Array) -> Linear:
    """Return the scalar product of an array of variables with an array of numbers."""
    array = as_array(variables)
    shape, factor = array.shape, np.asarray(numbers, dtype=np.float64)
    if factor.shape != shape:
        factor = _to_shape(factor, shape)
    terms = []
    for owner, places, coefficients in array.terms:
        spread = places if places.shape == shape else np.broadcast_to(places, shape)
        there = spread >= 0
        terms.append(Term(owner, spread[there], (factor * coefficients)[there]))
    constant = 0.0
    if array.constant.any():  # coefficients at places without a variable may be NaN
        constant = float(np.broadcast_to(factor * array.constant, shape).sum())
    return Linear(terms, constant)


def row_sums(
    variables: Variables, rows: Sequence[Sequence[Any]], numbers: Sequence[ArrayLike] | None = None
) -> Array:
    """Return, per list of indices in ``rows``, the sum of its variables times ``numbers`` or 1."""
    lengths = np.array([len(row) for row in rows], dtype=np.int64)
    there = np.arange(lengths.max(initial=0)) < lengths[:, None]
    places, factors = np.full(there.shape, -1), np.ones(there.shape)
    indices = [index for row in rows for index in row]
    axes = zip(*indices, strict=True) if len(variables.axes) > 1 else [indices]
    array = variables[tuple(map(np.array, axes))] if indices else None
    if array is not None:
        places[there] = array.terms[0].places
        factors[there] = 1.0 if numbers is None else np.concatenate(list(map(np.asarray, numbers)))
    terms = [Term(variables, *column) for column in zip(places.T, factors.T, strict=True)]
    return Array(terms, np.zeros(len(rows)))


def _to_shape(numbers: FloatArray, shape: tuple[int, ...]) -> FloatArray:
    try:
        return np.broadcast_to(numbers, shape)
    except ValueError:
        rule = f"numbers of shape {numbers.shape} times variables of shape {shape}"
        raise ValueError(rule) from None


def padded(rows: Sequence[ArrayLike]) -> FloatArray:
    """Return rows of different lengths as an array padded with NaN."""
    lengths = [np.size(row) for row in rows]
    array = np.full((len(rows), max(lengths, default=0)), np.nan)
    for into, row, length in zip(array, rows, lengths, strict=True):
        into[:length] = row
    return array


Relation: TypeAlias = Any  # the result of ==, <= and >= in Pyomo
Indices: TypeAlias = Any  # an array of numbers, or of the entries of a list of indices
