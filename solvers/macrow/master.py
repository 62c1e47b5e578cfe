"""The master program of macrow's bound: which column each tree takes, over shared rows.

The busiest utilisation t lies between two levels.  A kind of nodes has load up to its copies times
t, and up to what whole steps allow below the upper level.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from ...core.arrays import FloatArray
from ...core.clock import uncounted
from ..engines import change_sides
from .alike_trees import AlikeTrees
from .cases import Case
from .pieces import Pieces, TreeColumn


@dataclass(frozen=True, eq=False)
class SharesPoint:
    """A solution of the relaxed master: its value, the share of each column, t, and prices."""

    value: float
    share: FloatArray
    busiest: float
    prices: FloatArray


class TreeMaster:
    """The columns so far, and the rows of one interval of levels."""

    def __init__(self, pieces: Pieces, penalty: float) -> None:
        with uncounted():
            import highspy  # only where it is used: it takes long to load

        self.pieces = pieces
        self.alike = AlikeTrees(pieces)
        self.columns: list[TreeColumn] = []
        self._known: set[tuple[int, bytes]] = set()
        self._optimal = highspy.HighsModelStatus.kOptimal
        self._highs = highs = highspy.Highs()
        for option, value in (("output_flag", False), ("threads", 1), ("presolve", "off")):
            highs.setOptionValue(option, value)
        none = np.empty(0, np.int32), np.empty(0)
        _, node_weight, _, link_weight = pieces.kinds.weights
        groups = self.alike.groups
        kinds, self._first = pieces.load.stop, len(groups)
        self._busy = self._first + pieces.rows  # load <= copies t, one row per kind
        self._row_of = list(range(len(groups)))
        for size in map(float, map(len, groups)):
            highs.addRow(size, size, 0, *none)
        for limit in pieces.limit.tolist():
            highs.addRow(-math.inf, limit, 0, *none)
        for _ in range(kinds):
            highs.addRow(-math.inf, 0.0, 0, *none)
        rows = np.arange(self._busy, self._busy + kinds, dtype=np.int32)
        highs.addCol(node_weight, 0.0, math.inf, kinds, rows, -pieces.kinds.copies.astype(float))
        links = np.arange(pieces.link.start, pieces.link.stop, dtype=np.int32) + self._first
        highs.addCol(link_weight, 0.0, math.inf, len(links), links, -np.ones(len(links)))
        if len(links):
            change_sides(highs, links, np.full(len(links), -math.inf), np.zeros(len(links)))
        for row in range(self._first, self._busy):
            highs.addCol(penalty, 0.0, math.inf, 1, np.array([row], np.int32), -np.ones(1))
        self._out: set[int] = set()
        self._own = 2 + pieces.rows

    def enter(self, case: Case, side: FloatArray) -> None:
        """Take the interval, the sides and the columns of a case."""
        high = math.inf if case.high is None else float(case.high)
        self._highs.changeColBounds(0, float(case.low), high)
        for row, each in enumerate(side.tolist()):
            if not self.pieces.link.start <= row < self.pieces.link.stop:
                self._highs.changeRowBounds(self._first + row, -math.inf, each)
        out = {k for k, column in enumerate(self.columns) if not case.takes(column, self.pieces)}
        for k in out ^ self._out:
            self._highs.changeColBounds(self._own + k, 0.0, 0.0 if k in out else math.inf)
        self._out = out

    def part(self, tree: int) -> None:
        """Give a tree that a case tells apart columns of its own."""
        old = self.alike.part(tree)
        if old is None:
            return
        rest = float(len(self.alike.groups[old]))
        self._highs.changeRowBounds(self._row_of[old], rest, rest)
        self._row_of.append(self._highs.getNumRow())
        self._highs.addRow(1.0, 1.0, 0, np.empty(0, np.int32), np.empty(0))
        other = self.alike.groups[old][0]
        shared = [k for k, column in enumerate(self.columns) if column.tree in (tree, other)]
        for k in shared:
            column = self.columns[k]
            self.columns[k] = replace(column, tree=other, units=self.pieces.units_of[other])
            self.add(replace(column, tree=tree, units=self.pieces.units_of[tree]))

    def add(self, column: TreeColumn) -> bool:
        """Add a column; return whether it is new."""
        group = self.alike.group_of[column.tree]
        key = group, column.taken.tobytes() + column.home.tobytes()
        if key in self._known:
            return False
        self._known.add(key)
        self.columns.append(column)
        used = np.flatnonzero(column.use)
        loads = used[used < self.pieces.load.stop]
        rows = np.concatenate([[self._row_of[group]], self._first + used, self._busy + loads])
        values = np.concatenate([[1.0], column.use[used], column.use[loads]])
        self._highs.addCol(column.cost, 0.0, math.inf, len(rows), rows.astype(np.int32), values)
        return True

    def solve(self) -> SharesPoint | None:
        """Solve the relaxation, from where the last one ended."""
        self._highs.run()
        if self._highs.getModelStatus() != self._optimal:
            self._highs.clearSolver()
            self._highs.run()
            if self._highs.getModelStatus() != self._optimal:
                return None
        solution = self._highs.getSolution()
        dual = np.maximum(0.0, -np.array(solution.row_dual))
        x = np.array(solution.col_value)
        prices = dual[self._first : self._busy].copy()
        prices[self.pieces.load] += dual[self._busy : self._busy + self.pieces.load.stop]
        return SharesPoint(
            value=float(self._highs.getInfo().objective_function_value),
            share=np.maximum(0.0, x[self._own :]),
            busiest=float(x[0]),
            prices=prices,
        )
