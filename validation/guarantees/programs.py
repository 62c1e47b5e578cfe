"""Linear programs over cones: solved in floating point, with multipliers in integers.

Every program asks for the largest z that is at most the large forms of a claim, while its small
forms are at most 1 and its rows at least 0.  The inputs are homogeneous: the last column scales the
constants.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm

import highspy
import numpy as np

from ...core.faults import input_error
from ...solvers.engines import QuietHighs
from ...solvers.proofs import solve_exactly
from ..judge.guarantees import Combination, Form, Inequality

_TINY, _CLOSE = 1e-9, 1e-7  # of multipliers, and of values of forms
_DENOMINATOR = 5000  # of numbers that are tried before equations are solved
_STATUS, _INFINITY = highspy.HighsModelStatus, highspy.kHighsInf


@dataclass(frozen=True)
class Optimum:
    """The exact value of a program, its multipliers, and the point in floating point."""

    value: Fraction
    proof: Combination
    point: list[float]


class ConePrograms:
    """One HiGHS object for many small programs."""

    def __init__(self) -> None:
        self._highs = QuietHighs()
        for option, value in (("presolve", "off"), ("threads", 1), ("output_flag", False)):
            self._highs.setOptionValue(option, value)

    def largest(self, claim: Inequality, cap: bool = False) -> Optimum | None:
        """Return the largest z; ``None`` if it is unbounded.

        With ``cap`` it is at most 1.  It is then 0, with a proof, or 1 without one.
        """
        forms, first = claim.forms, len(claim.rows)
        bounds = {
            next(j for j, a in enumerate(row) if a): i
            for i, (row, _) in enumerate(claim.rows)
            if sum(map(bool, row)) == 1 and max(row) > 0
        }
        listed = [i for i in range(len(forms)) if i not in set(bounds.values())]
        matrix = np.zeros((len(listed), len(forms[0]) + 1))
        matrix[:, :-1] = np.array([forms[i] for i in listed], dtype=float)
        levels = [i >= first and i < first + len(claim.large) for i in listed]
        matrix[levels, -1] = -1
        sides = np.array([-1.0 if i >= first + len(claim.large) else 0.0 for i in listed])
        self._highs.passModel(_program(matrix, sides, list(bounds), 1.0 if cap else _INFINITY))
        self._highs.run()
        status, solution = self._highs.getModelStatus(), self._highs.getSolution()
        if status in (_STATUS.kUnbounded, _STATUS.kUnboundedOrInfeasible) and not cap:
            return None
        if status != _STATUS.kOptimal:
            raise RuntimeError(f"HiGHS ends with {status}")
        *point, level = solution.col_value
        if cap and level > 0.5:
            return Optimum(Fraction(1), [], point)
        sizes = dict(zip(listed, solution.row_dual, strict=True))
        costs = list(solution.col_dual)
        sizes |= {i: costs[j] for j, i in bounds.items()}
        proof = _multipliers(claim, {i: size for i, size in sizes.items() if size > _TINY})
        return Optimum(claim.ratio(proof) or Fraction(0), proof, point)


def _program(
    matrix: np.ndarray, sides: np.ndarray, bounded: list[int], cap: float
) -> highspy.HighsLp:
    """Return the program that maximises the last column; all rows are at least their sides."""
    lp = highspy.HighsLp()
    lp.num_row_, lp.num_col_ = matrix.shape
    lp.col_cost_ = np.eye(1, matrix.shape[1], matrix.shape[1] - 1)[0] * -1
    lower = np.full(matrix.shape[1], -_INFINITY)
    lower[bounded] = 0
    upper = np.full(matrix.shape[1], _INFINITY)
    upper[-1] = cap
    lp.col_lower_, lp.col_upper_ = lower, upper
    lp.row_lower_, lp.row_upper_ = sides, np.full(len(sides), _INFINITY)
    entries = matrix != 0
    lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    lp.a_matrix_.start_ = np.append(0, entries.sum(axis=1).cumsum()).astype(np.int32)
    lp.a_matrix_.index_ = np.nonzero(entries)[1].astype(np.int32)
    lp.a_matrix_.value_ = matrix[entries]
    return lp


def _multipliers(claim: Inequality, sizes: Mapping[int, float]) -> Combination:
    """Return integral multipliers near the given sizes that prove a claim for some ratio."""
    near = {i: Fraction(size).limit_denominator(_DENOMINATOR) for i, size in sizes.items()}
    if claim.ratio(whole_multipliers(near)) is not None:
        return whole_multipliers(near)
    forms, first = claim.forms, len(claim.rows)
    equations = [
        ({i: Fraction(forms[i][c]) for i in sizes if forms[i][c]}, Fraction(0))
        for c in range(len(forms[0]))
    ]
    unit = {i: Fraction(1) for i in sizes if first <= i < first + len(claim.large)}
    exact = solve_exactly([*equations, (unit, Fraction(1))], near)
    proof = whole_multipliers(near | (exact or {}))
    if claim.ratio(proof) is None:
        raise input_error("method", "has a program that could not be solved exactly")
    return proof


def exact_point(point: Sequence[float], values: Sequence[tuple[Form, int]]) -> list[Fraction]:
    """Return the exact point near another one at which forms have the given integral values."""
    near = {j: Fraction(x).limit_denominator(_DENOMINATOR) for j, x in enumerate(point)}
    equations = [
        ({j: Fraction(a) for j, a in enumerate(form) if a}, Fraction(value))
        for form, value in values
        if abs(sum(a * x for a, x in zip(form, point, strict=True)) - value) < _CLOSE
    ]
    return list((near | (solve_exactly(equations, near) or {})).values())


def whole_multipliers(values: Mapping[int, Fraction]) -> Combination:
    """Return the coprime integers that are proportional to values."""
    scale = lcm(1, *(value.denominator for value in values.values()))
    common = gcd(*(int(value * scale) for value in values.values())) or 1
    whole = {i: int(value * scale) // common for i, value in values.items() if value}
    return [number for pair in whole.items() for number in pair]
