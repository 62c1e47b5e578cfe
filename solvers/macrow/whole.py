"""Whole plans from the columns of macrow's bound: one column for each tree."""

from __future__ import annotations

import numpy as np

from ...core.arrays import IntArray
from ...core.run import Run
from ..engines import FormBuilder, engine_named, solve_form
from .cases import Case
from .master import TreeMaster


def whole_columns(master: TreeMaster, case: Case, run: Run) -> IntArray | None:
    """Return the kinds of nodes that each unit takes in the best choice of columns for a case.

    The master program in whole numbers; ``None`` if no choice was found in time.
    """
    pieces = master.pieces
    kinds, side = pieces.kinds, case.sides(pieces)
    form = FormBuilder()
    high = np.inf if case.high is None else float(case.high)
    busiest_node = form.column(float(case.low), high, kinds.weights[1])
    busiest_link = form.column(cost=kinds.weights[3])
    rows: list[list[tuple[int, float]]] = [[] for _ in range(pieces.rows)]
    alike = master.alike
    groups: list[list[tuple[int, float]]] = [[] for _ in alike.groups]
    first = len(form.cost)
    for column in master.columns:
        group = alike.group_of[column.tree]
        most = float(len(alike.groups[group]))
        at = form.column(0.0, most, column.cost, integer=True)
        groups[group].append((at, 1.0))
        for row in np.flatnonzero(column.use).tolist():
            rows[row].append((at, float(column.use[row])))
    for row, terms in enumerate(rows):
        if pieces.link.start <= row < pieces.link.stop:
            form.row([*terms, (busiest_link, -1.0)], upper=0.0)
            continue
        if row < pieces.load.stop:
            form.row([*terms, (busiest_node, -float(kinds.copies[row]))], upper=0.0)
        if terms and np.isfinite(side[row]):
            form.row(terms, upper=float(side[row]))
    for terms, trees in zip(groups, alike.groups, strict=True):
        form.row(terms, float(len(trees)), float(len(trees)))
    x = solve_form(form.form(), engine_named("highs"), run).x
    if x is None:
        return None
    taken = np.zeros(kinds.load.shape, dtype=np.int64)
    left = [list(trees) for trees in alike.groups]
    for column, times in zip(master.columns, np.rint(x[first:]).astype(int).tolist(), strict=True):
        for _ in range(times):
            tree = left[alike.group_of[column.tree]].pop()
            taken[pieces.units_of[tree]] = column.taken
    return taken
