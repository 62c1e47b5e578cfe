"""The integer programs of a search for a front: one engine, one program after the other.

A program asks for the least value of a goal within limits.  The linear relaxation is nearly as low
in most of them, so that a program first looks a little above it: what is beyond this window is cut
off, and the tree stays small.  Where nothing is within, the next window is wider.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace

import numpy as np

from ...core.arrays import FloatArray
from ...core.outcome import SolverVersion
from ...core.run import Run
from ..engines import Engine, EngineResult, engine_again, solve_form
from .endings import SearchStopped, Unlimited
from .goal_form import GoalForm
from .whole_objectives import LargestGoal

Limits = tuple[float | None, ...]
_ROUNDING = 1e-6  # of a step, which an engine's bound may be off
_WIDER = 4.0
_WINDOWS = 3  # before a program is asked without any
_FEW = 1000  # columns, of which a tree takes less time than the smaller programs of heuristics


@dataclass(frozen=True)
class Question:
    """Which is the least value of goal ``k`` within limits, as far as it is up to ``most``?

    No value is below ``floor``; the answer is looked for up to ``window`` above it first.
    """

    k: int
    limits: Limits
    most: float = math.inf
    floor: float = -math.inf
    window: float | None = None
    relaxed: bool = False  # whether the floor is that of the relaxation


@dataclass(frozen=True)
class Least:
    """An answer: no value is below ``floor``, infinite where there is no point at all.

    ``x`` is a point with that value; ``stop`` says why there is none although one may exist.
    """

    floor: float
    x: FloatArray | None = None
    stop: SearchStopped | None = None


@dataclass
class Worker:
    """An engine that keeps the form of some goals."""

    goals: GoalForm
    engine: str
    run: Run
    timing: dict[str, float]
    programs: int = 0
    solver: SolverVersion | None = None
    whole: FloatArray = field(init=False)

    def __post_init__(self) -> None:
        self._engine: Engine = engine_again(self.engine)
        self._start = self.goals.start
        self._few = self.goals.form.shape[1] <= _FEW
        self.whole = np.array([goal.whole for goal in self.goals.goals], dtype=np.float64)

    def least(self, question: Question, *, twice: bool = False) -> Least:
        """Answer a question; with ``twice`` no point is as good and better in another sum."""
        maximum = isinstance(self.goals.goals[question.k], LargestGoal)
        try:
            answer = self._least_rank(question) if maximum else self._least(question)
            if answer.x is None or not twice:
                return answer
            return self._improved(question, answer.x)
        except SearchStopped as stop:  # no time was left for a further program
            return Least(question.floor, stop=stop)

    def _least(self, asked: Question) -> Least:
        floor, window = asked.floor, asked.window
        for attempt in range(_WINDOWS + 1):
            cutoff = asked.most
            if window is not None and attempt < _WINDOWS:
                cutoff = min(cutoff, floor + window * _WIDER**attempt)
            quick = window is not None and self._few
            result = self.solved(self.whole[asked.k], asked.limits, cutoff, not quick)
            if result.status != "infeasible":
                return self._answer(result, asked.k, floor, cutoff)
            if cutoff >= asked.most:
                break
            floor = cutoff + 1.0
        return Least(asked.most + 1.0)

    def _least_rank(self, asked: Question) -> Least:
        """Halve the ranks between the least possible one and that of a point in hand."""
        k, best = asked.k, None
        low, most = max(0.0, asked.floor), asked.most
        while low <= most:
            limits = list(asked.limits)
            limits[k] = most if best is None else (low + most) // 2
            result = self.solved(np.zeros(self.whole.shape[1]), tuple(limits))
            if result.status == "optimal" and result.x is not None:
                best, most = result.x, self.goals.goals[k].steps(result.x) - 1.0
            elif result.status != "infeasible":
                return Least(low, stop=SearchStopped(result.stopped, result.message))
            elif best is None:
                return Least(asked.most + 1.0)
            else:
                low = float(limits[k] or 0.0) + 1.0
        return Least(asked.most + 1.0 if best is None else low, best)

    def _answer(self, result: EngineResult, k: int, floor: float, cutoff: float) -> Least:
        if result.status == "optimal" and result.x is not None:
            return Least(float(self.goals.goals[k].steps(result.x)), result.x)
        if result.status == "unbounded":
            raise Unlimited(self.goals.goals[k].name)
        if result.bound is not None:
            bound = math.ceil(result.bound - _ROUNDING * max(1.0, abs(result.bound)))
            floor = max(floor, min(float(bound), cutoff + 1.0))
        return Least(floor, stop=SearchStopped(result.stopped, result.message))

    def _improved(self, asked: Question, x: FloatArray) -> Least:
        """Return a point that is as good in the goal, and least in the sum of the other sums."""
        values = np.array(self.values(x), dtype=np.float64)
        floor = float(values[asked.k])
        limits = tuple(floor if j == asked.k else most for j, most in enumerate(asked.limits))
        sums = [
            j
            for j, goal in enumerate(self.goals.goals)
            if j != asked.k and not isinstance(goal, LargestGoal)
        ]
        if not sums:
            return Least(floor, x)
        cost = self.whole[sums].sum(axis=0)
        result = self.solved(cost, limits, float(values[sums].sum()) - 1.0, not self._few)
        if result.status == "infeasible":
            return Least(floor, x)
        if result.status == "unbounded":  # one of them alone is, and says so
            for j in sums:
                self._least(Question(j, limits))
        if result.status != "optimal" or result.x is None:
            return Least(floor, stop=SearchStopped(result.stopped, result.message))
        better = np.array(self.values(result.x))[sums].sum() < values[sums].sum()
        return Least(floor, result.x if better else x)

    def values(self, x: FloatArray) -> tuple[int, ...]:
        """Return what a point is in all goals, in steps."""
        return tuple(goal.steps(x) for goal in self.goals.goals)

    def solved(
        self,
        cost: FloatArray,
        limits: Limits,
        cutoff: float = math.inf,
        small_programs: bool = True,
    ) -> EngineResult:
        """Solve one program; the first one starts from the values of the model."""
        if self.run.should_stop():
            raise SearchStopped("time_limit")
        self.programs += 1
        form = self.goals.program(cost, limits, cutoff if math.isfinite(cutoff) else None)
        if self._start is not None:
            form, self._start = replace(form, start=self._start), None
        inner = replace(self.run.inner(sense="minimize", gap=0.0), small_programs=small_programs)
        inner.timing = self.timing
        result = solve_form(form, self._engine, inner)
        self.solver = result.solver
        return result
