"""All nondominated points of a form with several goals, region by region.

Two goals: the ε-constraint from both ends, side by side.  More goals: the largest open region is
asked for its least value of one goal (Tamby and Vanderpooten, 2021).  Whenever the search stops,
the lower corners of the open regions and the points bound all plans.
"""

from __future__ import annotations

import math
import os
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np

from ...core.arrays import FloatArray
from ...core.outcome import SolverVersion
from ...core.run import Run
from ..engines.engine import EngineResult, engine_again, solve_form
from ..engines.engine_result import Engine
from ..engines.interruptible import side_by_side
from ..engines.standard_form import StandardForm
from .endings import SearchStopped, Unlimited
from .linear_goals import GoalForm
from .local_bounds import OpenRegions, limits_below
from .relaxed_floors import RelaxedFloors

Timing: TypeAlias = dict[str, float]
_RESERVE = 0.04  # share of the time that is kept for the bounds of what stays open
_ROUNDING = 1e-6  # of a step, which an engine's bound may be off


@dataclass
class RegionSearch:
    """The programs of a form with several goals, the points found, and what is open."""

    goals: GoalForm
    engine: str
    run: Run
    found: dict[tuple[int, ...], FloatArray] = field(default_factory=dict)
    sure: set[tuple[int, ...]] = field(default_factory=set)  # found with a second program
    regions: OpenRegions | None = None
    programs: int = 0
    solver: SolverVersion | None = None

    def __post_init__(self) -> None:
        self._engine: Engine = engine_again(self.engine)
        alone = self.run.threads == 1 or (os.cpu_count() or 1) < 2 or self.engine != "highs"
        self._second: Engine | None = None if alone else engine_again(self.engine)
        self.size = len(self.goals.goals)
        self._whole = np.array([goal.whole for goal in self.goals.goals], dtype=np.float64)
        self._relaxed = RelaxedFloors(self.goals, self._whole)
        # without a limit the search is expected to end, and what is dominated is seen then
        self._twice = self.size > 2 and self.run.time_limit is not None

    def search(self) -> bool:
        """Find all points; return whether there is any plan at all."""
        ends = []
        for k in range(self.size):
            x = self.least(k)
            if x is None:
                return False
            ends.append(tuple(goal.steps(x) for goal in self.goals.goals))
            self.found[ends[-1]] = x
        least = [end[k] for k, end in enumerate(ends)]
        self.regions = OpenRegions(np.array(least, dtype=np.float64))
        self.sure.update(ends)
        for end in ends:
            self.regions.add(np.array(end, dtype=np.float64))
        self.regions.drop_empty()
        self._raise_by_relaxations(all_of_them=False)
        choices = np.arange(1 if self.size <= 2 else self.size)
        worst = np.array(ends).max(axis=0) + 1
        while len(self.regions):
            self._look_at_the_clock()
            box, k = self.regions.largest(worst, choices)
            if self.size == 2 and self._second is not None:
                self._explore_both_ends(self.regions.upper[box].copy())
            else:
                self._explore(self.regions.upper[box].copy(), k)
            worst = np.array([*self.found, worst - 1]).max(axis=0) + 1
            self._raise_by_relaxations(all_of_them=False)
        return True

    def least(self, k: int) -> FloatArray | None:
        """Return a point with the least value of goal k, and then of the others."""
        return self._least(k, [None] * self.size, twice=True)

    def least_weighted(self, weights: FloatArray) -> FloatArray:
        """Return a point with the least weighted sum of goals."""
        result = self._solved(weights @ self._whole, [None] * self.size)
        if result.status != "optimal" or result.x is None:
            raise SearchStopped(result.stopped, result.message)
        return result.x

    def _look_at_the_clock(self) -> None:
        """Stop in time for the bounds of what is open."""
        limit, remaining = self.run.time_limit, self.run.remaining
        if limit is not None and remaining is not None and remaining <= _RESERVE * limit:
            raise SearchStopped("time_limit")

    def _explore(self, upper: FloatArray, k: int) -> None:
        """Ask for the least value of goal k below an upper corner, and note the answer."""
        limits = limits_below(upper, k)
        self._note(self._least(k, limits, upper=upper, twice=self._twice), k, upper)

    def _explore_both_ends(self, upper: FloatArray) -> None:
        """Ask for the least values of both goals below an upper corner, side by side."""
        assert self._second is not None
        forms = [self.goals.program(self._whole[k], limits_below(upper, k)) for k in (0, 1)]
        results = side_by_side(
            lambda: self._result_of(forms[0], self._engine, self.run.timing),
            lambda: self._result_of(forms[1], self._second or self._engine, {}),
        )
        self.programs += 2
        ended = ((k, each) for k, each in enumerate(results) if each is not None)
        for k, result in sorted(ended, key=lambda each: each[1].stopped != "complete"):
            self._note(self._answer(result, k, upper), k, upper)

    def _note(self, x: FloatArray | None, k: int, upper: FloatArray) -> None:
        """Note a point with the least value of goal k below an upper corner, or that none is."""
        assert self.regions is not None
        if x is None:
            self.regions.raise_floor(k, upper, np.inf)
            return
        key = tuple(goal.steps(x) for goal in self.goals.goals)
        self.regions.raise_floor(k, upper, float(key[k]))
        if key[k] >= upper[k]:
            return
        self.found[key] = x
        point = np.array(key, dtype=np.float64)
        self.regions.add(point)
        if self._twice:  # nothing is as good in goal k and better in another one
            self.sure.add(key)
        self.regions.drop_empty()

    def _least(
        self,
        k: int,
        limits: list[float | None],
        *,
        upper: FloatArray | None = None,
        twice: bool = False,
    ) -> FloatArray | None:
        """Return a point with the least value of goal k within limits; ``None``: there is none.

        With ``twice`` a second program makes the sum of the other goals least, so that no other
        point with this value is better.
        """
        result = self._solved(self._whole[k], limits)
        if result.status == "optimal" and twice:
            assert result.x is not None
            best = float(self.goals.goals[k].steps(result.x))
            others = self._whole.sum(axis=0) - self._whole[k]
            within = [best if j == k else most for j, most in enumerate(limits)]
            result = self._solved(others, within)
            if result.status == "infeasible":
                raise SearchStopped("error", "a solution is lost by rounding")
            if result.status == "unbounded":  # one of them alone is, and says so
                for j in range(self.size):
                    self._least(j, within)
            upper = None
        return self._answer(result, k, upper)

    def _answer(self, result: EngineResult, k: int, upper: FloatArray | None) -> FloatArray | None:
        """Return the point of a result; ``None``: there is none.  Otherwise the search stops."""
        if result.status == "optimal":
            return result.x
        if result.status == "infeasible":
            return None
        if result.status == "unbounded":
            raise Unlimited(self.goals.goals[k].name)
        if upper is not None and result.bound is not None and self.regions is not None:
            value = math.ceil(result.bound - _ROUNDING * max(1.0, abs(result.bound)))
            self.regions.raise_floor(k, upper, float(value))
        raise SearchStopped(result.stopped, result.message)

    def _solved(self, cost: FloatArray, limits: list[float | None]) -> EngineResult:
        if self.run.should_stop():
            raise SearchStopped("time_limit")
        self.programs += 1
        return self._result_of(self.goals.program(cost, limits), self._engine, self.run.timing)

    def _result_of(self, form: StandardForm, engine: Engine, timing: Timing) -> EngineResult:
        inner = self.run.inner(sense="minimize", gap=0.0)
        inner.timing = timing
        result = solve_form(form, engine, inner)
        self.solver = result.solver
        return result

    def corners(self) -> FloatArray | None:
        """Return the proven points, and a lower corner of every open region, in steps.

        A relaxation raises the corners while there is time.
        """
        if self.regions is None:  # not even the least values are known
            self.regions = OpenRegions(self._least_by_bounds())
        if not np.isfinite(self.regions.lower).all():
            return None
        self._raise_by_relaxations()
        self.regions.drop_empty()
        points = np.array(list(self.proven()), dtype=np.float64).reshape(-1, self.size)
        return np.vstack([points, self.regions.lower])

    def _least_by_bounds(self) -> FloatArray:
        """Return what the bounds of the variables alone say of each goal."""
        form = self.goals.form
        with np.errstate(invalid="ignore"):
            ends = np.minimum(self._whole * form.lower, self._whole * form.upper)
        least: FloatArray = np.where(self._whole == 0, 0.0, ends).sum(axis=1)
        return least

    def proven(self) -> dict[tuple[int, ...], FloatArray]:
        """Return the points that nothing dominates: no open region has room below them."""
        if self.regions is None:
            return {}
        lower = self.regions.lower
        return {
            key: x
            for key, x in self.found.items()
            if key in self.sure or not (lower <= np.array(key)).all(axis=1).any()
        }

    def _raise_by_relaxations(self, *, all_of_them: bool = True) -> None:
        """Raise the lower corners of new regions by linear programs, the largest ones first."""
        regions = self.regions
        assert regions is not None
        if not len(regions):
            return
        worst = np.array([*self.found, regions.lower.max(axis=0)]).max(axis=0) + 1
        size = np.maximum(np.minimum(regions.upper, worst) - regions.lower, 1e-9).prod(axis=1)
        for at in np.argsort(-size).tolist():
            if not regions.fresh[at]:
                continue
            if not all_of_them and not self._relaxed.affordable(self.run):
                break
            floor = self._relaxed.floor(regions.upper[at], self.run)
            if floor is None:
                break
            regions.raise_box(at, floor)
        regions.drop_empty()
