"""The restricted master program of column generation: a linear program that grows by columns."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, NamedTuple

import numpy as np

from ...core.arrays import FloatArray
from ...core.clock import paused_clock


class MasterSolution(NamedTuple):
    """The value of a linear program, the values of its columns, and the duals of its rows."""

    is_optimal: bool
    value: float
    x: FloatArray
    dual: FloatArray


class PricedMaster:
    """A linear program in HiGHS that is solved again and again from its last basis.

    Callers add rows and columns to ``highs``, change their sides, and read the prices of rows, with
    which they generate the next columns.
    """

    def __init__(self, **options: str | int) -> None:
        with paused_clock():
            import highspy  # only where it is used: it takes long to load

            from .highs import QuietHighs

        self.highs = QuietHighs()
        self._optimal = highspy.HighsModelStatus.kOptimal
        self._known: set[Hashable] = set()
        for option, value in {"threads": 1, **options}.items():
            self.highs.setOptionValue(option, value)

    def is_new(self, key: Hashable) -> bool:
        """Return whether no column had this key before; from now on one has."""
        known = len(self._known)
        self._known.add(key)
        return len(self._known) > known

    def solve(self, **options_of_retry: Any) -> MasterSolution:
        """Solve from the last basis, and from scratch if that fails."""
        self.highs.run()
        if self.highs.getModelStatus() != self._optimal:
            self.highs.clearSolver()
            for option, value in options_of_retry.items():
                self.highs.setOptionValue(option, value)
            self.highs.run()
        solution = self.highs.getSolution()
        return MasterSolution(
            self.highs.getModelStatus() == self._optimal,
            float(self.highs.getInfo().objective_function_value),
            np.array(solution.col_value),
            np.array(solution.row_dual),
        )
