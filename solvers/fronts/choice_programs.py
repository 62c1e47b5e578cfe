"""Choice programs: binary programs in which every row takes exactly one column.

Examples: assignments, and plans with one machine or configuration per instance.  The prices of the
relaxation leave few columns per row, and a depth-first search enumerates all plans whose reduced
costs are within a budget.  These plans answer the programs along a whole edge of the front.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy.sparse import csc_array

from ...core.arrays import BoolArray, FloatArray, IntArray
from ...core.decimals import LARGEST
from ...core.kernels import expect_nodes, kernel, nodes_in_time
from .goal_form import GoalForm, LinearGoal
from .narrowed_programs import GAVE_UP, PricedProgram


class ChoiceColumns(NamedTuple):
    """The columns of a choice program, of which each row takes exactly one.

    The rows form one or two groups (covers); each column is in exactly one row of each group.
    ``listed[start[r]:start[r + 1]]`` are the columns of row r by rising ``reduced`` cost.
    """

    rows: IntArray  # rows of each column, one per cover
    start: IntArray
    listed: IntArray
    first_rows: int  # rows of the first cover; all others are the second one
    reduced: FloatArray
    cost: FloatArray
    used: FloatArray  # each column's use of each goal's limit
    limit: FloatArray
    room_start: IntArray  # capacities, column by column
    room_row: IntArray
    room_used: FloatArray


@kernel
def best_choices(
    choices: ChoiceColumns, room: FloatArray, budget: float, most_nodes: int, most: int
) -> tuple[int, IntArray]:
    """Enumerate the plans within a budget; return their number, and each plan's columns.

    They are all plans whose reduced costs sum to at most ``budget``, except plans that another plan
    weakly dominates in the cost and in all limits.  ``room`` is the free capacity.  The number is
    `GAVE_UP` after ``most_nodes`` nodes or ``most`` plans.  At each depth of the stack ``branch``
    is the row to decide, ``at`` the position of its column in the list, and ``taken`` this column
    or -1; rows of taken columns are ``covered``.  ``spent`` is the reduced cost of the columns
    above a depth; it is never subtracted, so rounding errors do not accumulate.  ``left`` (limits)
    and ``room`` follow the taken columns as integers, which floats add exactly.
    """
    depth, nodes, known = 0, 0, 0
    rows, goals = choices.first_rows, len(choices.limit)
    covered = np.zeros(len(choices.start) - 1, dtype=np.bool_)
    branch, at = np.zeros(rows, dtype=np.int64), np.zeros(rows, dtype=np.int64)
    taken, plans = np.full(rows, -1), np.empty((most, rows), dtype=np.int64)
    values = np.empty((most, 1 + goals))
    least = np.zeros(len(covered))
    left, spent = choices.limit.copy(), np.zeros(rows + 1)
    branch[0] = _next_row(choices, covered, least, 0.0, budget)
    at[0] = choices.start[max(0, branch[0])]
    while depth >= 0:
        if taken[depth] >= 0:
            _turn(choices, covered, left, room, taken[depth], False)
            taken[depth] = -1
        if branch[depth] < 0 or at[depth] == choices.start[branch[depth] + 1]:
            depth -= 1
            continue
        j = choices.listed[at[depth]]
        at[depth] += 1
        if spent[depth] + choices.reduced[j] > budget:  # all following columns exceed it too
            at[depth] = choices.start[branch[depth] + 1]
            continue
        if not _is_open(choices, covered, j):
            continue
        nodes += 1
        if nodes > most_nodes or known == most:
            return GAVE_UP, plans[:0]
        fits = _turn(choices, covered, left, room, j, True)
        taken[depth] = j
        spent[depth + 1] = spent[depth] + choices.reduced[j]
        if not fits:
            continue
        if depth < rows - 1:
            depth += 1
            branch[depth] = _next_row(choices, covered, least, spent[depth], budget)
            at[depth] = choices.start[max(0, branch[depth])]
        elif (left >= 0).all():
            values[known, 0] = choices.cost[taken].sum()
            values[known, 1:] = -left
            if _is_new(values, known):
                plans[known] = taken
                known += 1
    return known, plans[:known]


@kernel(inner=True)
def _is_new(values: FloatArray, known: int) -> bool:
    """Return whether none of the first ``known`` rows weakly dominates the next row."""
    new = True
    for plan in range(known):
        new = new and not (values[plan] <= values[known]).all()
    return new


@kernel(inner=True)
def _is_open(choices: ChoiceColumns, covered: BoolArray, j: int) -> bool:
    """Return whether a column can still be taken, because none of its rows is covered."""
    taken = False
    for c in range(choices.rows.shape[1]):
        taken = taken or covered[choices.rows[j, c]]
    return not taken


@kernel(inner=True)
def _turn(
    choices: ChoiceColumns,
    covered: BoolArray,
    left: FloatArray,
    room: FloatArray,
    j: int,
    take: bool,
) -> bool:
    """Take a column, or release it; return whether the capacities are respected."""
    sign = 1.0 if take else -1.0
    for c in range(choices.rows.shape[1]):
        covered[choices.rows[j, c]] = take
    for g in range(len(left)):
        left[g] -= sign * choices.used[j, g]
    fits = True
    for k in range(choices.room_start[j], choices.room_start[j + 1]):
        room[choices.room_row[k]] -= sign * choices.room_used[k]
        fits = fits and room[choices.room_row[k]] >= 0
    return fits


@kernel(inner=True)
def _next_row(
    choices: ChoiceColumns, covered: BoolArray, least: FloatArray, spent: float, budget: float
) -> int:
    """Return the uncovered row with the fewest columns within the budget; -1 if there is no plan.

    The uncovered rows of each cover cost at least the sum of their cheapest open columns.
    """
    cover, first_rows = np.zeros(2), choices.first_rows
    for r in range(len(covered)):
        if covered[r]:
            continue
        least[r] = np.inf
        for k in range(choices.start[r], choices.start[r + 1]):
            if _is_open(choices, covered, choices.listed[k]):
                least[r] = choices.reduced[choices.listed[k]]
                break
        cover[0 if r < first_rows else 1] += least[r]
    # each plan below costs its taken columns and the cheapest open ones of either cover
    if spent + max(cover[0], cover[1]) > budget:
        return -1
    best, fewest = -1, len(choices.listed) + 1
    for r in range(len(covered)):
        if covered[r]:
            continue
        free = budget - spent - cover[0 if r < first_rows else 1] + least[r]
        count = 0
        for k in range(choices.start[r], choices.start[r + 1]):
            j = choices.listed[k]
            if choices.reduced[j] > free or count >= fewest:
                break
            if _is_open(choices, covered, j):
                count += 1
        if count < fewest:
            best, fewest = r, count
    return best


_MOST_NODES = 400_000  # nodes: about a twentieth of a second
_PATIENCE = 2_000_000  # nodes beyond which an engine is faster, by its cuts
_MOST = 10_000  # plans per pool
_NODE = 1e-4  # seconds of a node without compilation
_ROUNDING = 1e-6  # relative error of products of prices
_SUMMED = 1e-9  # relative error of the sum of a plan's reduced costs
_NOISE = 1e-14  # relative error of a difference of two numbers


@dataclass(frozen=True, eq=False)
class Pool:
    """A pool of plans within limits, with all nondominated plans whose goal k is up to ``cost``.

    The cost is infinite if the pool contains all nondominated plans.  ``prices`` (per step of each
    limit) raise the bound on plans outside the pool if a question has lower limits.  A row of
    ``columns`` is a plan, a row of ``values`` its goal values.
    """

    k: int
    limits: tuple[float | None, ...]
    prices: FloatArray
    cost: float
    columns: IntArray
    values: FloatArray
    size: int

    def covers(self, k: int, limits: Sequence[float | None]) -> bool:
        """Return whether the pool can answer: it has this goal k, and limits at least as high."""
        pairs = [pair for g, pair in enumerate(zip(limits, self.limits, strict=True)) if g != k]
        return self.k == k and all(
            one is not None and own is not None and one <= own for one, own in pairs
        )

    def least(self, limits: Sequence[float | None]) -> tuple[float, FloatArray | None]:
        """Return a lower bound on goal k within limits, and a plan that attains it or ``None``.

        The limits have to be within those of the pool (see `covers`).
        """
        most = np.array([np.inf if limit is None else limit for limit in limits])
        gains = (
            price * (own - limit)
            for price, own, limit in zip(self.prices.tolist(), self.limits, limits, strict=True)
            if price > 0 and own is not None and limit is not None
        )
        unseen = float(np.floor(self.cost + (1.0 - _ROUNDING) * sum(gains)) + 1.0)
        inside = np.flatnonzero((self.values <= most).all(axis=1))
        if not len(inside):
            return unseen, None
        best = inside[self.values[inside, self.k].argmin()]
        if self.values[best, self.k] > unseen:
            return unseen, None
        point = np.zeros(self.size)
        point[self.columns[best]] = 1.0
        return float(self.values[best, self.k]), point


@dataclass(frozen=True, eq=False)
class ChoiceProgram:
    """A form as a choice program: rows that take exactly one column, and capacities.

    ``covers`` has the row of each column, for one or two sets of disjoint rows.
    """

    covers: list[IntArray]
    capacities: csc_array
    room: FloatArray

    def pool(
        self,
        whole: FloatArray,
        k: int,
        limits: Sequence[float | None],
        priced: PricedProgram,
        cost: float,
        *,
        patient: bool,
    ) -> Pool | None:
        """Return the pool of plans within limits up to a cost; ``None`` if they are too many.

        The budget for the plans' summed reduced costs includes all rounding errors, so the pool is
        complete up to the cost.
        """
        some = [g for g, most in enumerate(limits) if most is not None]
        sides = np.array([limits[g] for g in some], dtype=np.float64)
        prices = np.zeros(len(whole))
        prices[some] = priced.prices[some]
        reduced = self._without_negative(priced.reduced)
        budget = (1.0 + _SUMMED) * (cost - priced.value)
        budget += _NOISE * (abs(cost) + abs(priced.value))
        budget += 2.0 * self._most_spent(priced.noise)
        if budget >= self._most_spent(reduced):  # the pool contains all plans
            cost = np.inf
        kept = np.flatnonzero(reduced <= budget)
        choices = self._choices(whole[k], reduced, (whole[some], sides), kept)
        plans = np.empty((0, 0), dtype=np.int64)
        if choices is not None:
            nodes = nodes_in_time(_PATIENCE if patient else _MOST_NODES)
            expect_nodes(best_choices, len(kept), nodes, _NODE)
            known, plans = best_choices(choices, self.room.copy(), budget, nodes, _MOST)
            if known == GAVE_UP:
                return None
        columns = kept[plans]
        values = whole.T[columns].sum(axis=1) if len(plans) else np.empty((0, len(whole)))
        return Pool(k, tuple(limits), prices, cost, columns, values, whole.shape[1])

    def _without_negative(self, reduced: FloatArray) -> FloatArray:
        """Return reduced costs made nonnegative by new prices of the first cover's rows."""
        rows = self.covers[0]
        least = np.zeros(rows.max() + 1)
        np.minimum.at(least, rows, reduced)
        return reduced - least[rows]

    def _most_spent(self, reduced: FloatArray) -> float:
        """Return an upper bound on the sum of reduced costs of any plan."""
        rows = self.covers[0]
        most = np.zeros(rows.max() + 1)
        np.maximum.at(most, rows, reduced)
        return float(most.sum()) * (1.0 + _ROUNDING)

    def _choices(
        self,
        cost: FloatArray,
        reduced: FloatArray,
        limits: tuple[FloatArray, FloatArray],
        kept: IntArray,
    ) -> ChoiceColumns | None:
        """Return the program of the ``kept`` columns; ``None`` if a row has no such column."""
        sizes = [int(rows.max()) + 1 for rows in self.covers]
        firsts = np.concatenate([[0], np.cumsum(sizes)])
        rows = np.stack([r[kept] + at for r, at in zip(self.covers, firsts, strict=False)], axis=1)
        order = np.lexsort((np.tile(reduced[kept], len(sizes)), rows.T.ravel()))
        count = np.bincount(rows.ravel(), minlength=firsts[-1])
        if (count == 0).any():
            return None
        used = self.capacities[:, kept]
        return ChoiceColumns(
            np.ascontiguousarray(rows),
            np.concatenate([[0], np.cumsum(count)]),
            order % len(kept),
            sizes[0],
            reduced[kept],
            cost[kept],
            np.ascontiguousarray(limits[0][:, kept].T),
            limits[1],
            used.indptr.astype(np.int64),
            used.indices.astype(np.int64),
            used.data,
        )


def choice_program(goals: GoalForm) -> ChoiceProgram | None:
    """Return the form of linear goals as a choice program; ``None`` if it is not one."""
    form, count = goals.form, len(goals.goals)
    if form.infeasible is not None or not all(isinstance(g, LinearGoal) for g in goals.goals):
        return None
    low, high = form.row_lower[:-count], form.row_upper[:-count]
    binary = form.integer & (form.lower == 0) & (form.upper == 1)
    matrix = form.by_row[:-count]
    ones = np.ones(len(low), dtype=np.bool_)
    row_of = np.repeat(np.arange(len(low)), np.diff(matrix.indptr))
    np.logical_and.at(ones, row_of, matrix.data == 1)
    one = ones & (low == 1) & (high == 1)
    signs = np.ones(len(low), dtype=np.bool_)
    np.logical_and.at(signs, row_of, matrix.data >= 0)
    if not binary.all() or not (one | (signs & np.isneginf(low) & np.isfinite(high))).all():
        return None
    covers, capacities, room = _covers(matrix[one]), csc_array(matrix[~one]), high[~one]
    if covers is None or not _are_whole(capacities, room):
        return None
    return ChoiceProgram(covers, capacities, room)


def _are_whole(capacities: csc_array, room: FloatArray) -> bool:
    """Return whether sizes and capacities are integers whose sums are exact in floats.

    Then capacities are checked without a tolerance. Otherwise an engine solves the program.
    """
    sums = np.bincount(capacities.indices, np.abs(capacities.data), minlength=len(room))
    whole = (capacities.data == np.rint(capacities.data)).all() and (room == np.rint(room)).all()
    return bool(whole and max(sums.max(initial=0.0), np.abs(room).max(initial=0.0)) <= LARGEST)


def _covers(rows: csc_array) -> list[IntArray] | None:
    """Return the covers (the row of each column), one or two that use all rows, or ``None``."""
    by_row = rows.tocsr()
    left = list(range(by_row.shape[0]))
    covers: list[IntArray] = []
    while left and len(covers) < 2:
        row_of = np.full(by_row.shape[1], -1)
        rest: list[int] = []
        for number, row in enumerate(left):
            columns = by_row.indices[by_row.indptr[row] : by_row.indptr[row + 1]]
            if (row_of[columns] >= 0).any():
                rest.append(row)
            else:
                row_of[columns] = number - len(rest)
        if (row_of < 0).any():
            return None
        covers.append(row_of)
        left = rest
    sizes = {int(row_of.max()) for row_of in covers}
    return None if left or len(sizes) != 1 else covers
