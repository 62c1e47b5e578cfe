"""A worker of a front search: it answers questions by integer programs, one after the other.

A question asks for the least value of a goal within limits.  The first program has a cutoff a
little above the linear relaxation: within this window prices leave few columns, and the tree stays
small.  If the window contains no point, the next window is wider.
"""

import math
from collections import deque
from dataclasses import dataclass, field, replace

import numpy as np

from ...core.arrays import FloatArray
from ...core.outcome import SolverVersion
from ...core.run import Run
from ..engines import Engine, EngineResult, StandardForm, engine_for_many, engine_named, solve_form
from .choice_programs import ChoiceProgram, Pool, choice_program
from .goal_form import (
    UNDECIDED,
    GoalForm,
    LargestGoal,
    Least,
    Limits,
    Question,
    SearchStopped,
    Unlimited,
    is_interrupt,
)
from .narrowed_programs import FewColumns, NarrowedProgram, NarrowedPrograms, PricedProgram

_RECENT = 20  # recent programs that determine the next windows
_WITHIN = 0.5  # share of them whose value would have been in the window
_FIRST = 1e-3  # width of the first window, relative to the relaxation's value
_WIDER = 1.5  # growth of the factor between windows


class Windows:
    """Widths of windows, learnt from recent distances between least values and relaxations."""

    def __init__(self, goals: int) -> None:
        self._above = [deque[float](maxlen=_RECENT) for _ in range(goals)]

    def first(self, k: int, floor: float) -> float:
        """Return the width of the first window above the lower bound ``floor`` for goal k."""
        if not self._above[k]:
            return max(1.0, math.ceil(_FIRST * abs(floor)))
        return max(1.0, float(np.ceil(np.quantile(self._above[k], _WITHIN))))

    def note(self, k: int, above: float) -> None:
        """Record the amount by which a least value of goal k exceeds its relaxation."""
        self._above[k].append(above)


def widening(attempt: int) -> float:
    """Return the factor on a window's width at an attempt: 1, 1.5, 3.4, 11, 58, ..."""
    return math.pow(_WIDER, attempt * (attempt + 1) / 2)


_ROUNDING = 1e-6  # error of an engine's bound, in steps
_WINDOWS = 10  # windows before a program without a window is solved
_FEW = 1000  # columns, of which a tree takes less time than the smaller programs of heuristics


@dataclass
class Worker:
    """Answers questions about one form with goals; its engine keeps the form between programs."""

    goals: GoalForm
    engine: str
    run: Run
    timing: dict[str, float]
    programs: int = 0
    solver: SolverVersion | None = None
    whole: FloatArray = field(init=False)

    def __post_init__(self) -> None:
        self._engine: Engine = engine_for_many(self.engine)
        self._fresh: Engine = engine_named(self.engine)
        self._narrowing = NarrowedPrograms(self.goals)
        self._columns = FewColumns()
        self._windows = Windows(len(self.goals.goals))
        self._start = self.goals.start
        self._few = self.goals.form.shape[1] <= _FEW
        self.whole = np.array([goal.whole for goal in self.goals.goals], dtype=np.float64)
        choices = choice_program(self.goals) if self.engine == "highs" else None
        self._pools = None if choices is None else PlanPools(choices, self.whole)

    @property
    def count(self) -> int:
        """The number of programs that were solved, plus the pools of plans used instead."""
        return self.programs + (0 if self._pools is None else self._pools.made)

    def least(self, question: Question, *, twice: bool = False) -> Least:
        """Answer a question; with ``twice`` also minimise the other linear goals at this value.

        Unless the answer has a ``stop``, the search can close a part of the question's region, and
        never repeats the question.
        """
        maximum = isinstance(self.goals.goals[question.k], LargestGoal)
        try:
            answer = self._least_rank(question) if maximum else self._least(question)
            if answer.floor > question.most or answer.floor == math.inf:
                return Least(answer.floor)  # some engines ignore the cutoff
            if answer.stop is not None:
                return answer
            if answer.x is None or not question.allows(self.values(answer.x)):
                raise SearchStopped("error", UNDECIDED)
            if answer.is_best or not twice:
                return answer
            return self._improve(question, answer.x)
        except SearchStopped as stop:  # no time remained for another program
            return Least(question.floor, stop=stop)
        except (KeyboardInterrupt, SystemError) as error:  # while no engine handled it
            if not is_interrupt(error):
                raise
            return Least(question.floor, stop=SearchStopped("interrupted"))

    def _least(self, asked: Question) -> Least:
        """Search within a window above the relaxation, then within wider windows."""
        k, floor = asked.k, asked.floor
        if self._pools is not None and (known := self._pools.known(asked)) is not None:
            return known
        cost = self.whole[k]
        priced = self._price(cost, asked.limits)
        if priced is not None:
            if priced.floor > asked.most or math.isinf(priced.floor):
                return Least(asked.most + 1.0)
            floor = max(floor, priced.floor)
            if self._pools is not None:
                window = self._windows.first(k, floor)
                pooled = self._pools.least(replace(asked, floor=floor), priced, window, self.run)
                if pooled.x is not None or pooled.floor > asked.most or math.isinf(pooled.floor):
                    return self._note(k, priced, pooled)
                floor = pooled.floor
        for attempt in range(_WINDOWS + 1):
            cutoff = asked.most
            if priced is not None and attempt < _WINDOWS:
                window = self._windows.first(k, floor) * widening(attempt)
                cutoff = min(cutoff, floor + math.floor(window))
            result = self.solved(cost, asked.limits, cutoff, priced)
            if result.status != "infeasible":
                return self._note(k, priced, self._answer(result, k, floor, cutoff))
            if cutoff >= asked.most:
                break
            floor = cutoff + 1.0
        return Least(asked.most + 1.0)

    def _note(self, k: int, priced: PricedProgram | None, answer: Least) -> Least:
        """Record the distance of an answer from its relaxation, and return the answer."""
        if priced is not None and answer.x is not None:
            self._windows.note(k, answer.floor - priced.floor)
        return answer

    def _price(self, cost: FloatArray, limits: Limits) -> PricedProgram | None:
        """Return the relaxation's bound; ``None`` if unknown, or if the form is infeasible.

        Engines other than HiGHS get no bound, so that their answers are independent.
        """
        if self.engine != "highs" or not self._narrowing.usable:
            return None
        priced = self._narrowing.priced(cost, limits, self.run)
        self.solver = self._engine.solver
        endless = priced is not None and math.isinf(priced.value)
        return None if endless and not any(limits) else priced

    def _least_rank(self, asked: Question) -> Least:
        """Find the least rank of a `LargestGoal` by bisection."""
        k, best = asked.k, None
        low, most = max(0.0, asked.floor), asked.most
        while low <= most:
            limits = list(asked.limits)
            limits[k] = most if best is None else (low + most) // 2
            result = self.solved(np.zeros(self.whole.shape[1]), tuple(limits))
            if result.status == "optimal" and result.x is not None:
                best = result.x
                most = min(float(limits[k] or 0.0), self.goals.goals[k].steps(best)) - 1.0
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

    def _improve(self, asked: Question, x: FloatArray) -> Least:
        """Return a point with the question's goal as at ``x``, and the least sum of other goals."""
        values = np.array(self.values(x), dtype=np.float64)
        floor = float(values[asked.k])
        limits = tuple(floor if j == asked.k else most for j, most in enumerate(asked.limits))
        goals = enumerate(self.goals.goals)
        sums = [j for j, goal in goals if j != asked.k and not isinstance(goal, LargestGoal)]
        if not sums:
            return Least(floor, x)
        cost = self.whole[sums].sum(axis=0)
        cutoff = float(values[sums].sum()) - 1.0
        priced = self._price(cost, limits)
        if priced is not None and priced.floor > cutoff:
            return Least(floor, x)
        result = self.solved(cost, limits, cutoff, priced)
        if result.status == "infeasible":
            return Least(floor, x)
        if result.status == "unbounded":  # one of them alone is, and says so
            for j in sums:
                self._least(Question(j, limits))
        if result.status != "optimal" or result.x is None:
            return Least(floor, stop=SearchStopped(result.stopped, result.message))
        better = np.array(self.values(result.x))[sums].sum() < values[sums].sum()
        better = better and replace(asked, most=floor).allows(self.values(result.x))
        return Least(floor, result.x if better else x)

    def values(self, x: FloatArray) -> tuple[int, ...]:
        """Return the values of a point in all goals, in steps."""
        return tuple(goal.steps(x) for goal in self.goals.goals)

    def solved(
        self,
        cost: FloatArray,
        limits: Limits,
        cutoff: float = math.inf,
        priced: PricedProgram | None = None,
    ) -> EngineResult:
        """Solve one program, narrowed by prices if given.

        The first program that is not narrowed is warm-started from the values of the model.
        """
        if self.run.should_stop():
            raise SearchStopped("time_limit")
        self.programs += 1
        if priced is not None and math.isfinite(cutoff):
            narrow = self._narrowing.narrowed(priced, cost, limits, cutoff)
            if narrow is not None:
                return self._solved_narrowly(narrow, cutoff)
        form = self.goals.program(cost, limits, cutoff if math.isfinite(cutoff) else None)
        if self._start is not None:
            form, self._start = replace(form, start=self._start), None
        return self._by(self._engine, form, small_programs=priced is None or not self._few)

    def _solved_narrowly(self, narrow: NarrowedProgram, cutoff: float) -> EngineResult:
        """Solve a narrowed program, and return the result with all columns."""
        decided = self._columns.least(narrow, self._engine.solver)
        if decided is not None:
            return decided
        few = len(narrow.kept) <= _FEW
        result = self._by(self._fresh, narrow.form, small_programs=not few)
        bound = None if result.bound is None else result.bound + narrow.offset
        if result.x is None:
            return replace(result, bound=bound)
        value = narrow.form.value(result.x) + narrow.offset
        if value > cutoff + 0.5:  # all columns are fixed, or the engine ignores the cutoff
            return replace(result, status="infeasible", x=None, objective=None, bound=None)
        return replace(result, x=narrow.point(result.x), objective=value, bound=bound)

    def _by(self, engine: Engine, form: StandardForm, *, small_programs: bool) -> EngineResult:
        """Solve a form to gap 0 with an engine, and return its result."""
        inner = replace(self.run.inner(sense="minimize", gap=0.0), small_programs=small_programs)
        inner.timing = self.timing
        result = solve_form(form, engine, inner)
        self.solver = result.solver
        return result


class PlanPools:
    """Answers to questions from pools of plans."""

    def __init__(self, choices: ChoiceProgram, whole: FloatArray) -> None:
        self._choices, self._whole = choices, whole
        self._pool: Pool | None = None
        self._widest = math.inf  # the widest window whose pool is not too large
        self.made = 0  # the number of pools computed so far

    def known(self, asked: Question) -> Least | None:
        """Return the answer if the last pool already contains it, else ``None``."""
        if self._pool is None or not self._pool.covers(asked.k, asked.limits):
            return None
        floor, x = self._pool.least(asked.limits)
        if floor > asked.most or math.isinf(floor):
            return Least(asked.most + 1.0)
        return None if x is None else Least(floor, x)

    def least(self, asked: Question, priced: PricedProgram, window: float, run: Run) -> Least:
        """Return the least value of goal k from new pools; a lower bound if these stay too large.

        A pool holds the plans within a window above the relaxation.  If they are too many, the
        window shrinks; if the pool has no answer, it widens, up to ``asked.most``.
        """
        floor, patient = asked.floor, False
        window = min(window, self._widest)
        while not run.should_stop():
            cost = min(asked.most, asked.floor + window)
            pool = self._choices.pool(
                self._whole, asked.k, asked.limits, priced, cost, patient=patient
            )
            self.made += 1
            if pool is None and patient:
                return Least(floor)
            if pool is None:
                patient = window <= 1.0
                self._widest = window = max(1.0, window / _WIDER**2)
                continue
            self._pool, patient = pool, True
            least, x = pool.least(asked.limits)
            floor = max(floor, least)
            if floor > asked.most or math.isinf(floor):
                return Least(asked.most + 1.0)
            if x is not None:
                self._widest = max(self._widest, _WIDER * window)
                return Least(floor, x)
            assert cost < asked.most
            window *= _WIDER
        raise SearchStopped("time_limit")
