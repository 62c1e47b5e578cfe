"""All choices of one column per row within a budget, by depth-first search under reduced costs."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...core.arrays import BoolArray, FloatArray, IntArray
from ...core.compiled import kernel
from .search_effort import GAVE_UP


class ChoiceColumns(NamedTuple):
    """Columns of which each row takes exactly one.

    A column lies in one row of the first cover and, where there are two covers, in one of the
    second.  ``listed[start[r]:start[r + 1]]`` are the columns of row r, the least ``reduced``
    first.
    """

    rows: IntArray  # of each column: one per cover
    start: IntArray
    listed: IntArray
    first_rows: int  # rows of the first cover; all others are the second one
    reduced: FloatArray
    cost: FloatArray
    used: FloatArray  # what each column uses of each limit of goals
    limit: FloatArray
    room_start: IntArray  # capacities, column by column
    room_row: IntArray
    room_used: FloatArray


@kernel
def best_choices(
    choices: ChoiceColumns, room: FloatArray, budget: float, most_nodes: int, most: int
) -> tuple[int, IntArray]:
    """Return how many plans were found, and the columns of each.

    Every plan is among them whose reduced costs sum to the ``budget`` at most, but for plans that
    one of them weakly dominates in the cost and in all limits.  ``room`` is what capacities have
    left.  The number is `GAVE_UP` after ``most_nodes`` nodes, or with ``most`` plans.  At each
    depth of the stack ``branch`` is the row that is decided, ``at`` the place of its column in the
    list, and ``taken`` that column or -1; rows of taken columns are ``covered``.  ``spent`` is what
    the columns before a depth cost: no sum is taken back, so that rounding does not pile up.
    ``left`` and ``room`` follow the taken columns in whole numbers, which floats add exactly.
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
        if spent[depth] + choices.reduced[j] > budget:  # so are all that follow
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
    """Return whether none of the known plans weakly dominates the one after them."""
    new = True
    for plan in range(known):
        new = new and not (values[plan] <= values[known]).all()
    return new


@kernel(inner=True)
def _is_open(choices: ChoiceColumns, covered: BoolArray, j: int) -> bool:
    """Return whether no row of a column is covered."""
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
    """Take a column or give it back; return whether the capacities hold."""
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
    """Return the open row with the fewest columns within the budget; -1: no plan is within it.

    Of each cover the open rows cost what their cheapest open columns do, all together.
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
