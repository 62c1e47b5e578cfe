"""Linear programs over cones: solved in floating point, with multipliers in integers.

Every program asks for the largest z that is at most some forms, while other forms are at most 1 and
all rows are at least 0.  The inputs are homogeneous: the last column scales the constants.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

import highspy
import numpy as np

from ...core.faults import InputError, input_error
from ...solvers.engines import QuietHighs
from ...solvers.proofs import solve_exactly
from ..judge.guarantees import Combination, Form, Rows, is_identity

_TINY = 1e-9
_CLOSE = 1e-7
_DENOMINATOR = 5000  # of multipliers that are tried before equations are solved
_STATUS = highspy.HighsModelStatus


@dataclass(frozen=True)
class Optimum:
    """The exact value of a program, its multipliers, and the point in floating point."""

    value: Fraction
    proof: Combination
    point: list[float]


class InexactError(InputError):
    """An error: the multipliers of a program could not be found in fractions."""


class ConePrograms:
    """One HiGHS object for many small programs, and their number."""

    def __init__(self) -> None:
        self.count = 0
        self._highs = QuietHighs()
        for option, value in (("presolve", "off"), ("solver", "simplex"), ("threads", 1)):
            self._highs.setOptionValue(option, value)
        self._highs.setOptionValue("output_flag", False)

    def largest(
        self, rows: Rows, large: Sequence[Form], small: Sequence[Form] = (), cap: bool = False
    ) -> Optimum | None:
        """Return the largest z, at most 1 with ``cap``; ``None`` if it is unbounded."""
        self.count += 1
        forms = [row for row, _ in rows]
        bounds = {}
        for i, row in enumerate(forms):
            if sum(map(bool, row)) == 1 and max(row) > 0:
                bounds.setdefault(next(j for j, a in enumerate(row) if a), i)
        listed = [i for i in range(len(forms)) if i not in set(bounds.values())]
        matrix = np.array([*(forms[i] for i in listed), *large, *small], dtype=float)
        column = np.zeros((len(matrix), 1))
        column[len(listed) : len(listed) + len(large)] = -1
        self._pass(np.hstack([matrix, column]), len(small), bounds, cap)
        self._highs.run()
        status = self._highs.getModelStatus()
        if status in (_STATUS.kUnbounded, _STATUS.kUnboundedOrInfeasible):
            return None
        if status != _STATUS.kOptimal:
            raise RuntimeError(f"HiGHS ends with {status}")
        solution = self._highs.getSolution()
        point = list(solution.col_value)
        if cap and point.pop() > 0.5:  # a cone has no other values than 0 and 1
            return Optimum(Fraction(1), [], point)
        duals, costs = list(solution.row_dual), list(solution.col_dual)
        sizes = {bounds[j]: cost for j, cost in enumerate(costs[:-1]) if j in bounds}
        places = [*listed, *range(len(forms), len(forms) + len(large) + len(small))]
        sizes |= {place: abs(dual) for place, dual in zip(places, duals, strict=True)}
        support = {i: size for i, size in sizes.items() if size > _TINY}
        every = [*forms, *large, *(tuple(-a for a in form) for form in small)]
        proof = combination(support, every, range(len(forms), len(forms) + len(large)))
        weights = dict(zip(proof[::2], proof[1::2], strict=True))
        upper = sum(weights.get(len(forms) + k, 0) for k in range(len(large)))
        lower = sum(weights.get(len(forms) + len(large) + k, 0) for k in range(len(small)))
        return Optimum(Fraction(lower, upper), proof, point[: len(forms[0])])

    def _pass(self, matrix: np.ndarray, small: int, bounds: Mapping[int, int], cap: bool) -> None:
        count, columns = matrix.shape
        lp = highspy.HighsLp()
        lp.num_row_, lp.num_col_ = count, columns
        lp.col_cost_ = np.array([*[0.0] * (columns - 1), -1.0])
        lower = np.full(columns, -highspy.kHighsInf)
        lower[list(bounds)] = 0
        lp.col_lower_ = lower
        lp.col_upper_ = np.array(
            [*[highspy.kHighsInf] * (columns - 1), 1 if cap else highspy.kHighsInf]
        )
        sides = np.zeros(count), np.full(count, highspy.kHighsInf)
        sides[0][count - small :], sides[1][count - small :] = -highspy.kHighsInf, 1
        lp.row_lower_, lp.row_upper_ = sides
        where = matrix != 0
        lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
        lp.a_matrix_.start_ = np.concatenate([[0], where.sum(axis=1).cumsum()]).astype(np.int32)
        lp.a_matrix_.index_ = np.nonzero(where)[1].astype(np.int32)
        lp.a_matrix_.value_ = matrix[where]
        self._highs.passModel(lp)


def combination(sizes: Mapping[int, float], forms: Sequence[Form], unit: range) -> Combination:
    """Return integral multipliers near the given sizes that add the forms up to zero.

    Those of the ``unit`` have a positive sum, if any of them is above zero.
    """
    near = {i: Fraction(size).limit_denominator(_DENOMINATOR) for i, size in sizes.items()}
    found = _whole(near)
    if is_identity(found, list(forms)):
        return found
    columns = range(len(forms[0]))
    equations = [
        ({i: Fraction(forms[i][c]) for i in sizes if forms[i][c]}, Fraction(0)) for c in columns
    ]
    fixed = [i for i in sizes if i in unit] or [max(sizes, key=lambda i: sizes[i])]
    equations.append(({i: Fraction(1) for i in fixed}, sum((near[i] for i in fixed), Fraction(0))))
    exact = solve_exactly(equations, near)
    if exact is not None:
        found = _whole(near | exact)
        if is_identity(found, list(forms)):
            return found
    raise InexactError(
        "bad input", input_error("method", "has a program that is not solved exactly").faults
    )


def exact_point(point: Sequence[float], forms: Sequence[tuple[Form, int]]) -> list[Fraction]:
    """Return the exact point near another one at which forms have the given integral values."""
    near = {j: Fraction(x).limit_denominator(_DENOMINATOR) for j, x in enumerate(point)}
    equations = [
        ({j: Fraction(a) for j, a in enumerate(form) if a}, Fraction(value))
        for form, value in forms
        if abs(sum(a * x for a, x in zip(form, point, strict=True)) - value) < _CLOSE
    ]
    exact = solve_exactly(equations, near) or {}
    return list((near | exact).values())


def _whole(values: Mapping[int, Fraction]) -> Combination:
    scale = lcm(1, *(value.denominator for value in values.values()))
    pairs = ((i, int(value * scale)) for i, value in sorted(values.items()) if value)
    return [number for pair in pairs for number in pair]
