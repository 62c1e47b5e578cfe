"""Lower corners of regions by linear programs, thousands a second in one engine."""

from __future__ import annotations

import math
import time
from dataclasses import replace
from typing import Any

import numpy as np

from ...core.arrays import FloatArray
from ...core.clock import uncounted
from ...core.run import Run
from ..engines import change_sides, scaled
from .goal_form import GoalForm
from .whole_objectives import LargestGoal

_ROUNDING = 1e-6  # relative: what the bound of a linear program may be off
_SHARE = 0.2  # of the time, at most, while programs in whole numbers wait


class RelaxedFloors:
    """The relaxation of a form with goals, solved again and again from the last basis."""

    def __init__(self, goals: GoalForm, whole: FloatArray) -> None:
        form = goals.form.relaxed()
        given = scaled(replace(form, cost=np.zeros(form.shape[1]), constant=0.0))
        self._usable = given.unbridged is None and given.form.infeasible is None
        self._whole = whole * given.column
        rows = form.shape[0]
        self._maxima = {
            k: goal for k, goal in enumerate(goals.goals) if isinstance(goal, LargestGoal)
        }
        self._rows = np.arange(rows - len(whole), rows, dtype=np.int32)
        self._factor = given.row[self._rows]
        self._columns = np.arange(form.shape[1], dtype=np.int32)
        self._form = given.form
        self._highs: Any = None
        self.spent = 0.0

    def affordable(self, run: Run) -> bool:
        """Return whether linear programs have taken a small part of the time only."""
        return self._usable and self.spent <= _SHARE * run.seconds

    def floor(
        self,
        upper: FloatArray,
        run: Run,
        *,
        lower: FloatArray | None = None,
        seconds: float = 0.0,
    ) -> FloatArray | None:
        """Return whole numbers that no point between two corners is below; infinite: no point.

        The upper corner is not part of the region.  ``None`` where the time is up, but for some
        ``seconds``, or the engine gives up.  A maximum has the floor 0.
        """
        left = None if run.remaining is None else max(run.remaining, seconds)
        if not self._usable or left == 0.0:
            return None
        begun = time.perf_counter()
        try:
            return self._floor(upper, lower, left)
        finally:
            self.spent += time.perf_counter() - begun

    def _floor(
        self, upper: FloatArray, lower: FloatArray | None, left: float | None
    ) -> FloatArray | None:
        with uncounted():
            from highspy import HighsModelStatus

            from ..engines import loaded
        if self._highs is None:
            self._highs = loaded(self._form)
            self._highs.setOptionValue("threads", 1)
        highs, count = self._highs, len(upper)
        if left is not None:
            highs.setOptionValue("time_limit", highs.getRunTime() + left)
        self._limit(upper, lower)
        floors = np.zeros(count)
        for k in range(count):
            if k in self._maxima:
                continue
            highs.changeColsCost(len(self._columns), self._columns, self._whole[k])
            highs.run()
            status = highs.getModelStatus()
            if status == HighsModelStatus.kInfeasible:
                return np.full(count, np.inf)
            if status != HighsModelStatus.kOptimal:
                return None
            value = highs.getInfo().objective_function_value
            floors[k] = math.ceil(value - _ROUNDING * max(1.0, abs(value)))
        return floors

    def _limit(self, upper: FloatArray, lower: FloatArray | None) -> None:
        """Put the sides of sums, and the bounds of columns of maxima, between two corners."""
        count = len(upper)
        low = np.full(count, -np.inf) if lower is None else lower * self._factor
        high = (upper - 1.0) * self._factor
        low[list(self._maxima)], high[list(self._maxima)] = -np.inf, np.inf
        change_sides(self._highs, self._rows, low, high)
        if self._maxima:
            form = self._form
            high = form.upper.copy()
            for k, goal in self._maxima.items():
                high[goal.columns_above(upper[k] - 1.0)] = 0.0
            self._highs.changeColsBounds(len(high), self._columns, form.lower, high)
