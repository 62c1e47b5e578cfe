"""The programs of a model with several goals: compiled once, then sides and bounds are changed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pyomo.environ as pyo
from scipy.sparse import csc_array, vstack

from ...core.arrays import BoolArray, FloatArray, IntArray
from ...core.run import Run
from ..engines.added_columns import with_columns
from ..engines.engine import engine_named, solve_form
from ..engines.standard_form import StandardForm, standard_form
from ..engines.whole_rows import with_whole_rows
from .whole_objectives import Goal, LargestGoal, SumGoal

_SECONDS = 1.0  # for a relaxation after the time is up


class CompiledPrograms:
    """One standard form with the first goal as its objective and a row for each sum.

    A limit on a sum is a side of its row; a limit on a maximum fixes columns to 0.
    """

    def __init__(self, model: pyo.ConcreteModel, goals: Sequence[Goal]) -> None:
        form = standard_form(model)
        variables = [variable for goal in goals for variable in goal.variables]
        extra = {id(v): v for v in variables if not v.fixed and not form.has_column(v)}
        start = form.start
        form = with_columns(form, tuple(extra.values()))
        self._places = [form.places_of(goal.variables) for goal in goals]
        self._goals = goals
        self._sums = [k for k, goal in enumerate(goals) if isinstance(goal, SumGoal)]
        whole, _ = with_whole_rows(form)
        if whole.infeasible is None:
            form = replace(whole, exact=None)
        self._form = self._with_rows(form)
        self._upper = form.upper
        self.last: FloatArray | None = None if extra else start

    def _with_rows(self, form: StandardForm) -> StandardForm:
        """Return the form with a free row for each sum."""
        if not self._sums:
            return form
        rows = np.zeros((len(self._sums), form.shape[1]))
        for row, k in zip(rows, self._sums, strict=True):
            goal = self._goals[k]
            assert isinstance(goal, SumGoal)
            np.add.at(row, self._places[k], goal.whole.astype(np.float64))
        free = np.full(len(rows), np.inf)
        return replace(
            form,
            matrix=csc_array(vstack([form.matrix, csc_array(rows)])),
            row_lower=np.append(form.row_lower, -free),
            row_upper=np.append(form.row_upper, free),
            rows=(),
        )

    def within(self, limits: Sequence[int | None]) -> StandardForm:
        """Return the program within limits, started from the last solution as far as it holds."""
        form = self._form
        high, upper = form.row_upper.copy(), self._upper
        removed = np.zeros(len(upper), dtype=np.bool_)
        first = len(high) - len(self._sums)
        for row, k in enumerate(self._sums):
            if limits[k] is not None:
                high[first + row] = limits[k]
        stale: list[IntArray] = []
        for goal, places, most in zip(self._goals, self._places, limits, strict=True):
            if isinstance(goal, LargestGoal) and most is not None:
                gone = places[goal.above(most)]
                removed[gone] = True
                stale.append(self._groups_of(goal, places, gone))
        if removed.any():
            upper = np.where(removed, 0.0, upper)
        return replace(form, row_upper=high, upper=upper, start=self._start(removed, stale))

    def _groups_of(self, goal: LargestGoal, places: IntArray, gone: IntArray) -> IntArray:
        """Return the columns of the groups whose choice in the last solution is removed."""
        if self.last is None:
            return gone[:0]
        lost = np.zeros(len(self._upper), dtype=np.bool_)
        lost[gone] = np.nan_to_num(self.last[gone]) > 0.5
        groups = np.unique(goal.group[lost[places]])
        return places[np.isin(goal.group, groups)]

    def _start(self, removed: BoolArray, stale: list[IntArray]) -> FloatArray | None:
        if self.last is None:
            return None
        start = self.last.copy()
        for columns in stale:
            start[columns] = np.nan
        start[removed] = 0.0
        return start

    def least(self, k: int, run: Run, limits: Sequence[int | None] | None = None) -> float:
        """Return a whole number that no point within limits is below, by a relaxation."""
        goal = self._goals[k]
        if not isinstance(goal, SumGoal):
            return 0.0  # the rank of a maximum
        cost = np.zeros(self._form.shape[1])
        np.add.at(cost, self._places[k], goal.whole.astype(np.float64))
        form = self._form if limits is None else self.within(limits)
        form = replace(form.relaxed(), cost=cost, constant=0.0)
        quick = replace(run.inner(sense="minimize"), time_limit=_SECONDS)
        result = solve_form(form, engine_named("highs"), quick)
        if result.status == "infeasible":
            return math.inf
        if result.bound is None:
            with np.errstate(invalid="ignore"):
                ends = np.stack([cost * form.lower, cost * form.upper])
            return float(np.where(cost == 0, 0.0, ends).min(axis=0).sum())
        return float(math.ceil(result.bound - 1e-6 * max(1.0, abs(result.bound))))
