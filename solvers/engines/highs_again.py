"""HiGHS that keeps its model: costs, sides and bounds are changed in place."""

from __future__ import annotations

from typing import Any

import highspy
import numpy as np

from ...core.run import Run
from .engine_result import EngineProgress, Finding, Halt
from .forms import StandardForm
from .highs import Highs, loaded
from .row_sides import change_sides


class HighsAgain(Highs):
    """HiGHS for many programs with the same rows, columns and kinds of variables.

    A form whose matrix is the one of the form before is not passed anew: its costs, sides and
    bounds are.  An instance that has not come back is left alone.
    """

    def __init__(self) -> None:
        self._form: StandardForm | None = None
        self._highs: Any = None
        self._working = False

    def solve(self, form: StandardForm, run: Run, progress: EngineProgress, halt: Halt) -> Finding:
        """Solve as `Highs` does, in the instance at hand if it holds the same rows."""
        if self._working:
            self._highs = None
        self._working = True
        finding = super().solve(form, run, progress, halt)
        self._working = False
        return finding

    def _load(self, form: StandardForm) -> highspy.Highs:
        before = self._form
        if before is None or self._highs is None or not _alike(form, before):
            self._highs = loaded(form)
        else:
            self._change(form, before)
        self._form = form
        return self._highs

    def _change(self, form: StandardForm, before: StandardForm) -> None:
        columns = form.shape[1]
        of_columns = np.arange(columns, dtype=np.int32)
        highs = self._highs
        if form.cost is not before.cost:
            highs.changeColsCost(columns, of_columns, form.cost)
        if form.lower is not before.lower or form.upper is not before.upper:
            highs.changeColsBounds(columns, of_columns, form.lower, form.upper)
        if form.row_lower is not before.row_lower or form.row_upper is not before.row_upper:
            other = (form.row_lower != before.row_lower) | (form.row_upper != before.row_upper)
            changed = np.flatnonzero(other)
            change_sides(highs, changed, form.row_lower[changed], form.row_upper[changed])
        highs.changeObjectiveOffset(form.constant)
        highs.clearSolver()  # what was known of the program before may not hold of this one


def _alike(form: StandardForm, before: StandardForm) -> bool:
    """Return whether two forms have the same matrix and kinds of variables."""
    return form.matrix is before.matrix and np.array_equal(form.integer, before.integer)
