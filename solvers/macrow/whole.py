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
    trees: list[list[tuple[int, float]]] = [[] for _ in range(pieces.forest.trees)]
    first = len(form.cost)
    for column in master.columns:
        at = form.column(0.0, 1.0, column.cost, integer=True)
        trees[column.tree].append((at, 1.0))
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
    for terms in trees:
        form.row(terms, 1.0, 1.0)
    x = solve_form(form.form(), engine_named("highs"), run).x
    if x is None:
        return None
    taken = np.zeros(kinds.load.shape, dtype=np.int64)
    for k in np.flatnonzero(x[first:] > 0.5).tolist():
        taken[master.columns[k].units] = master.columns[k].taken
    return taken
