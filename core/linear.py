"""Linear expressions that remember columns and coefficients as arrays.

They are ordinary Pyomo expressions: terms are made when somebody asks for them, as ``pprint``, the
exports and other solvers do.  Our own standard form takes the arrays instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import Any, NamedTuple

import numpy as np
from pyomo.core.expr import LinearExpression, MonomialTermExpression
from pyomo.core.expr.numvalue import native_numeric_types

from .arrays import FloatArray, IntArray


class Term(NamedTuple):
    """Variables of one owner, each times its coefficient; ``places`` count the owner's variables.

    The owner is an indexed variable with a list ``variables``, or a single variable.
    """

    owner: Any
    places: IntArray
    coefficients: FloatArray


def variables_of(owner: Any) -> Sequence[Any]:
    """Return the variables that the places of a term count."""
    return owner.variables if hasattr(owner, "variables") else (owner,)


def single(variable: Any, coefficient: float = 1.0) -> Term:
    """Return the term of one variable."""
    return Term(variable, np.zeros(1, dtype=np.int64), np.array([coefficient], dtype=np.float64))


class Linear(LinearExpression):  # type: ignore[misc]
    """A sum of terms and a constant: a Pyomo expression whose arguments are made when asked for.

    Pyomo's writers look at ``__class__`` to choose what they do with an expression, and shall do
    with this one what they do with a `LinearExpression`; ``isinstance`` still tells them apart.
    """

    __slots__ = ("_made", "offset", "terms")

    def __init__(self, terms: Sequence[Term], offset: float = 0.0) -> None:
        self._made: list[Any] | None = None
        self.terms = tuple(terms)
        self.offset = offset

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        return LinearExpression  # type: ignore[no-any-return]

    @property
    def _args_(self) -> list[Any]:
        if self._made is None:
            self._made = [self.offset] if self.offset else []
            for owner, places, coefficients in self.terms:
                mine = variables_of(owner)
                self._made += [
                    mine[k] if c == 1 else MonomialTermExpression((c, mine[k]))
                    for k, c in zip(places.tolist(), coefficients.tolist(), strict=True)
                ]
        return self._made

    @property
    def _nargs(self) -> int:
        return len(self._args_)

    def _trunc_append(self, other: Any) -> Any:
        """Pyomo adds a number, a variable or a multiple of one by this method."""
        if other.__class__ in native_numeric_types:
            return Linear(self.terms, self.offset + other)
        if other.__class__ is MonomialTermExpression:
            coefficient, variable = other.args
            if coefficient.__class__ in native_numeric_types:
                return Linear((*self.terms, single(variable, coefficient)), self.offset)
        elif other.is_variable_type():
            return Linear((*self.terms, single(other)), self.offset)
        return LinearExpression([*self._args_, other])

    def _trunc_extend(self, other: Any) -> Any:
        """Pyomo adds another linear expression by this method."""
        if isinstance(other, Linear):
            return Linear((*self.terms, *other.terms), self.offset + other.offset)
        result: Any = self
        for argument in other.args:
            result = result + argument
        return result

    def __mul__(self, factor: Any) -> Any:
        if factor.__class__ not in native_numeric_types:
            return super().__mul__(factor)
        scaled = [Term(owner, places, factor * each) for owner, places, each in self.terms]
        return Linear(scaled, factor * self.offset)

    __rmul__ = __mul__

    def __truediv__(self, divisor: Any) -> Any:
        if divisor.__class__ not in native_numeric_types:
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
        self._made = None
        self.terms, self.offset = state

    def __deepcopy__(self, memo: dict[int, Any]) -> Linear:
        copy = memo[id(self)] = _blank()
        copy.__setstate__(deepcopy(self.__getstate__(), memo))
        return copy


def _blank() -> Linear:
    return Linear.__new__(Linear)
