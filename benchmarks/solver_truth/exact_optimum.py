"""The optimum of a small program in exact arithmetic, by trying all points.

The numbers of a program are the decimals that they print as.  Integers with bounds are tried one
by one; one further variable, continuous or without a bound, is set to the end of its interval; of
several continuous ones all vertices are tried.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product
from math import ceil, floor, inf, isfinite, lcm, prod
from typing import Any

import numpy as np

from optgap.solvers.engines import StandardForm

Optimum = Fraction | str  # a value, "infeasible" or "unbounded"
_MOST_POINTS = 300_000
_MOST_VERTICES = 30_000
_ROOM = 2**52  # below it floats are exact


def exact_optimum(form: StandardForm) -> Optimum | None:
    """Return the least objective of all points, or ``None`` where there are too many."""
    boxed = form.integer & np.isfinite(form.lower) & np.isfinite(form.upper)
    others = np.flatnonzero(~boxed).tolist()
    ranges = [
        range(ceil(form.lower[j]), floor(form.upper[j]) + 1) for j in np.flatnonzero(boxed).tolist()
    ]
    count = prod(map(len, ranges))
    if count == 0:
        return "infeasible"
    if count > _MOST_POINTS:
        return None
    if len(others) <= 1:
        return _by_intervals(form, boxed, ranges, others)
    return _by_vertices(form, boxed, ranges, others, count)


def _decimal(number: float) -> Fraction:
    return Fraction(repr(float(number)))


def _whole(numbers: list[float]) -> tuple[list[int | None], int]:
    """Return decimals as integers, ``None`` for infinite ones, and their common factor."""
    decimals = [_decimal(number) if isfinite(number) else None for number in numbers]
    factor = lcm(*(number.denominator for number in decimals if number is not None))
    return [None if number is None else int(number * factor) for number in decimals], factor


def _by_intervals(
    form: StandardForm, boxed: np.ndarray, ranges: list[range], others: list[int]
) -> Optimum:
    """Try all points of the integers; the other variable, if any, has an interval for each."""
    shape = [len(each) for each in ranges]
    points = np.indices(shape).reshape(len(ranges), prod(shape)).T
    points = (points + np.array([each.start for each in ranges])).astype(float)
    dense = form.matrix.toarray()
    rows = []
    for row, low, high in zip(dense, form.row_lower, form.row_upper, strict=True):
        numbers, _ = _whole([*row[boxed], *row[others], low, high])
        rows.append((numbers[: len(ranges)], numbers[len(ranges) : -2], *numbers[-2:]))
    unit = lcm(*(a for _, own, _, _ in rows for a in own if a))
    (cost, factor) = _whole([*form.cost[boxed], *form.cost[others]])
    largest = max([1, *(abs(a) for row, *_ in [(cost,), *rows] for a in row if a is not None)])
    reach = max([1, *(max(abs(each[0]), abs(each[-1])) for each in ranges)])
    sides = max([1, *(abs(side) for *_, low, high in rows for side in (low, high) if side)])
    if (largest * reach * (len(ranges) + 1) + sides) * unit * unit * largest > _ROOM:
        points = points.astype(int).astype(object)
    lows: list[Any] = []
    highs: list[Any] = []
    rows.sort(key=lambda row: any(row[1]))  # those first that exclude points
    for row, own, low, high in rows:
        activity = points @ np.array(row, dtype=points.dtype) if row else np.zeros(len(points))
        a = own[0] if own else 0
        if not a:
            if low is not None:
                points, activity = points[activity >= low], activity[activity >= low]
            if high is not None:
                points = points[activity <= high]
            continue
        for side, is_low in ((low, a > 0), (high, a < 0)):
            if side is not None:
                (lows if is_low else highs).append((side - activity) * (unit // a))
    value = points @ np.array(cost[: len(ranges)], dtype=points.dtype) if ranges else 0
    value = np.broadcast_to(value, len(points))
    if not others:
        return _best(value, Fraction(1, factor), form.constant)
    kept = np.ones(len(points), dtype=np.bool_)
    ends = _whole_ends(form, others[0], unit)
    return _with_interval(form, others[0], kept, value, lows, highs, ends, unit, cost[-1], factor)


def _whole_ends(form: StandardForm, j: int, unit: int) -> tuple[Fraction | None, Fraction | None]:
    """Return the bounds of a variable in multiples of 1/unit."""
    low, high = (
        None if not isfinite(end) else _decimal(end) * unit
        for end in (form.lower[j], form.upper[j])
    )
    return low, high


def _with_interval(
    form: StandardForm,
    j: int,
    kept: np.ndarray,
    value: Any,
    lows: list[Any],
    highs: list[Any],
    ends: tuple[Fraction | None, Fraction | None],
    unit: int,
    cost: int,
    factor: int,
) -> Optimum:
    """Return the optimum over points that leave an interval for one variable."""
    exact = [np.array(each, dtype=object) for each in (lows, highs)]
    low = [*exact[0], *([] if ends[0] is None else [np.full(len(kept), ends[0], dtype=object)])]
    high = [*exact[1], *([] if ends[1] is None else [np.full(len(kept), ends[1], dtype=object)])]
    least = None if not low else np.maximum.reduce(low)
    most = None if not high else np.minimum.reduce(high)
    if form.integer[j]:
        least = None if least is None else np.array([-(-each // unit) * unit for each in least])
        most = None if most is None else np.array([each // unit * unit for each in most])
    if least is not None and most is not None:
        kept = kept & (least <= most).astype(np.bool_)
    if not kept.any():
        return "infeasible"
    end = least if cost > 0 else most
    if cost and end is None:
        return "unbounded"
    values = value[kept].astype(object) * unit
    if cost:
        values = values + cost * end[kept]
    return _best(values, Fraction(1, unit * factor), form.constant)


def _best(values: np.ndarray, unit: Fraction, constant: float) -> Optimum:
    return (
        Fraction(min(values.tolist())) * unit + _decimal(constant) if len(values) else "infeasible"
    )


def _by_vertices(
    form: StandardForm, boxed: np.ndarray, ranges: list[range], others: list[int], count: int
) -> Optimum | None:
    """Try all vertices of the continuous variables at each point of the integers."""
    finite = np.isfinite([*form.lower[others], *form.upper[others]]).all()
    if form.integer[others].any() or not finite:
        return None
    planes = list(_planes(form, boxed, others))
    vertices = prod(range(len(planes), len(planes) - len(others), -1))
    if count * vertices > _MOST_VERTICES * prod(range(1, len(others) + 1)):
        return None
    cost = [_decimal(c) for c in form.cost]
    whole = np.flatnonzero(boxed).tolist()
    best: Fraction | None = None
    for point in product(*ranges):
        base = sum((cost[j] * x for j, x in zip(whole, point, strict=True)), Fraction(0))
        sides = [
            (row, side - sum((a * x for a, x in zip(fixed, point, strict=True)), Fraction(0)), sign)
            for row, fixed, side, sign in planes
        ]
        for chosen in combinations(sides, len(others)):
            x = _solution([[*row, side] for row, side, _ in chosen])
            if x is None or not all(
                sign * sum(a * b for a, b in zip(row, x, strict=True)) <= sign * side
                for row, side, sign in sides
            ):
                continue
            value = base + sum((cost[j] * b for j, b in zip(others, x, strict=True)), Fraction(0))
            best = value if best is None else min(best, value)
    return "infeasible" if best is None else best + _decimal(form.constant)


def _planes(
    form: StandardForm, boxed: np.ndarray, others: list[int]
) -> Iterator[tuple[list[Fraction], list[Fraction], Fraction, int]]:
    """Yield half-spaces: coefficients of the continuous and of the fixed variables, side, sign."""
    for row, low, high in zip(form.matrix.toarray(), form.row_lower, form.row_upper, strict=True):
        own, fixed = [[_decimal(a) for a in row[part]] for part in (others, boxed)]
        for side, sign in ((low, -1), (high, 1)):
            if isfinite(side):
                yield own, fixed, _decimal(side), sign
    nothing = [Fraction(0)] * int(boxed.sum())
    for k, j in enumerate(others):
        unit = [Fraction(int(k == i)) for i in range(len(others))]
        for end, sign in ((form.lower[j], -1), (form.upper[j], 1)):
            yield unit, nothing, _decimal(end), sign


def _solution(table: list[list[Fraction]]) -> list[Fraction] | None:
    """Solve a square system by elimination; ``None`` if it has no single solution."""
    rows = [list(row) for row in table]
    for k in range(len(rows)):
        pivot = next((i for i in range(k, len(rows)) if rows[i][k]), None)
        if pivot is None:
            return None
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [a / rows[k][k] for a in rows[k]]
        for i in range(len(rows)):
            if i != k and rows[i][k]:
                rows[i] = [a - rows[i][k] * b for a, b in zip(rows[i], rows[k], strict=True)]
    return [row[-1] for row in rows]


def kind_of(answer: dict[str, Any], optimum: Optimum, close: float = 1e-5) -> str:
    """Return how an answer compares with the optimum."""
    says = answer["status"]
    if says in ("crash", "hang"):
        return says
    if says == "infeasible or unbounded":
        says = optimum if isinstance(optimum, str) else "infeasible"
    if says not in ("optimal", "infeasible", "unbounded"):
        return "no answer"
    if isinstance(optimum, str):
        if says == optimum:
            return "right"
        return "false optimal" if says == "optimal" else f"false {says}"
    if says != "optimal":
        return f"false {says}"
    scale = max(1.0, abs(float(optimum)))
    value = answer.get("value", inf)
    return "right" if abs(value - float(optimum)) <= close * scale else "wrong value"
