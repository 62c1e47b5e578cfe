"""Linear expressions that remember columns and coefficients as arrays.

They are ordinary Pyomo expressions: terms are made when somebody asks for them, as ``pprint``, the
exports and other solvers do.  Our own standard form takes the arrays instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import Any, NamedTuple

import numpy as np
import pyomo.core as pyo
from pyomo.core.expr import MonomialTermExpression

from .arrays import FloatArray, IntArray
from .pyomo_insides import ArrayExpression, ArrayVar


class Term(NamedTuple):
    """Variables of one owner, each times its coefficient; ``places`` count the owner's variables.

    The owner is an `ArrayVar`, which has ``members``, or a single variable.
    """

    owner: Any
    places: IntArray
    coefficients: FloatArray


def variables_of(owner: Any) -> Sequence[Any]:
    """Return the variables that the places of a term count."""
    return owner.members if isinstance(owner, ArrayVar) else (owner,)


def single(variable: Any, coefficient: float = 1.0) -> Term:
    """Return the term of one variable."""
    return Term(variable, np.zeros(1, dtype=np.int64), np.array([coefficient], dtype=np.float64))


class Linear(ArrayExpression):
    """A sum of terms and a constant."""

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
