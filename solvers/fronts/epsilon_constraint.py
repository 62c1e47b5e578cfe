"""The exact multi-objective engine: all nondominated points of a Pyomo model.

The recursion of Özlen and Azizoglu ("Multi-objective integer programming: a general approach for
generating all non-dominated solutions", EJOR 199, 2009), with the reuse of solved programs of
Özlen, Burton and MacRae (JOTA 160, 2014).  With two objectives it is the exact ε-constraint
method: minimise the first, then lower the limit on the second to just below the result.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyomo.environ as pyo

from ...core.arrays import FloatArray
from ...core.dominance import nondominated
from ...core.objectives import Largest
from ...core.outcome import Answer, Decision, Point, SolverVersion, Stopped
from ...core.run import Run
from ..engines.engine import engine_again, load_point, solve_form
from ..engines.engine_result import Engine
from .compiled_programs import CompiledPrograms
from .corner_bounds import bound_front
from .whole_objectives import Goal, LargestGoal, SumGoal

Limits = tuple[int | None, ...]


@dataclass(frozen=True)
class Found:
    """One solution: its whole-number objectives in the order of the goals, and its decision.

    ``measured`` are the objectives by name, in the units of the model.
    """

    values: tuple[int, ...]
    decision: Decision
    measured: dict[str, float]


class Stop(Exception):  # noqa: N818
    """The engine stopped before it proved anything."""

    def __init__(self, stopped: Stopped, message: str | None) -> None:
        super().__init__(message)
        self.stopped = stopped
        self.message = message


def pareto_front(
    model: pyo.ConcreteModel,
    largest: Mapping[str, Largest],
    decision_of: Callable[[pyo.ConcreteModel], Decision],
    run: Run,
    solver: str | None = None,
) -> Answer:
    """Return all nondominated points of a model, or those proven until the time was up.

    The objectives are the indexed component ``model.objective``, all minimised; ``largest``
    describes those that are maxima.  Every integer program is solved to gap 0.
    """
    search = Search(model, largest, decision_of, run, solver or run.solver)
    stopped: Stopped = "complete"
    message = None
    try:
        search.front(len(search.goals) - 1, (None,) * len(search.goals))
    except Stop as stop:
        stopped, message = stop.stopped, stop.message
    return search.answer(stopped, message)


@dataclass
class Search:
    """The integer programs of a model with several objectives, and their results."""

    model: pyo.ConcreteModel
    largest: Mapping[str, Largest]
    decision_of: Callable[[pyo.ConcreteModel], Decision]
    run: Run
    solver: str
    found: list[Found] = field(default_factory=list)
    solves: int = 0
    reused: int = 0
    bounds: list[tuple[Limits, float]] = field(default_factory=list)  # of interrupted programs
    trusted: bool = True
    engine: SolverVersion | None = None

    def __post_init__(self) -> None:
        sums: list[Goal] = []
        maxima: list[Goal] = []
        removals: Counter[int] = Counter()
        for name, objective in self.model.objective.items():
            objective.deactivate()
            if name in self.largest:
                maxima.append(LargestGoal(objective, name, self.largest[name], removals))
            else:
                sums.append(SumGoal(self.model, objective, name))
        self.goals = [*sums, *maxima]
        for goal in self.goals[1:]:
            goal.minimise(False)
        self.goals[0].minimise(True)
        self.names = list(self.model.objective)
        with self.run.timed("build"):
            self.programs = CompiledPrograms(self.model, self.goals)
        self._engine: Engine = engine_again(self.solver)
        self.solved: list[tuple[Limits, Found | None]] = []
        self.open: int | None = None  # the limit on the last goal that is being worked on

    def front(self, k: int, limits: Limits) -> list[Found]:
        """Return solutions for all nondominated points of the first k + 1 goals within limits.

        The limit of goal k falls to just below the largest value that came out: a point above
        that value is no better in any of the other goals.
        """
        if k == 0:
            least = self.least(limits)
            return [] if least is None else [least]
        points: list[Found] = []
        most = limits[k]
        while True:
            if k == len(self.goals) - 1:
                self.open = most
            inner = self.front(k - 1, (*limits[:k], most, *limits[k + 1 :]))
            if not inner:
                return points
            points += inner
            most = max(point.values[k] for point in inner) - 1

    def least(self, limits: Limits) -> Found | None:
        """Return a solution with the least first goal within the limits of the others."""
        for known, solution in self.solved:
            if _covers(known, limits, solution):
                self.reused += 1
                return solution
        best = self._solve(limits)
        if best is not None and isinstance(self.goals[0], LargestGoal):
            # the engine's tolerance may not tell close values apart: nothing below is the proof
            while (lower := self._solve((best.values[0] - 1, *limits[1:]))) is not None:
                best = lower
        self.solved.append((limits, best))
        if best is not None:
            self.found.append(best)
            self._report(best)
        return best

    def _solve(self, limits: Limits) -> Found | None:
        if self.run.should_stop():
            raise Stop("time_limit", None)
        inner = self.run.inner(sense="minimize", gap=0.0)
        inner.timing = self.run.timing
        form = self.programs.within(limits)
        result = solve_form(form, self._engine, inner)
        self.engine = result.solver
        self.solves += 1
        if result.status == "infeasible":
            return None
        if result.status != "optimal" or result.x is None:
            if result.bound is not None:
                self.bounds.append((limits, result.bound))
            raise Stop(result.stopped, result.message)
        self.programs.last = result.x
        load_point(form, result.x)
        solution = Found(
            tuple(goal.value() for goal in self.goals),
            self.decision_of(self.model),
            {goal.name: goal.measured() for goal in self.goals},
        )
        for goal, value, most in zip(self.goals, solution.values, limits, strict=True):
            if most is not None and value > most:
                raise Stop("error", f"{goal.name} is above its limit by rounding")
            self.trusted &= not isinstance(goal, SumGoal) or goal.trusted
        return solution

    def _report(self, solution: Found) -> None:
        self.run.report_point(self._point(solution))

    def _point(self, solution: Found) -> Point:
        ordered = {name: solution.measured[name] for name in self.names}
        return Point(objectives=ordered, decision=solution.decision)

    def answer(self, stopped: Stopped, message: str | None) -> Answer:
        """Return the nondominated solutions, and the knowledge about the rest."""
        details: dict[str, Any] = {"programs_solved": self.solves, "programs_reused": self.reused}
        if not self.found:
            infeasible = stopped == "complete"
            return Answer(
                infeasible=infeasible, stopped=stopped, message=message, solver=self.engine
            )
        exact = self.trusted and all(goal.exact for goal in self.goals)
        bounded = None
        if stopped != "complete" and exact:
            bounded = bound_front(self)
        values: FloatArray = np.array([each.values for each in self.found], dtype=np.float64)
        front = [self._point(self.found[k]) for k in nondominated(values)]
        if stopped == "complete" and not exact:
            message = "the values have too many digits for steps that surely miss no point"
        elif stopped != "complete":
            details |= self._open_part()
            message = message or details["open"]
        return Answer(
            front=front,
            front_complete=stopped == "complete" and exact,
            stopped=stopped,
            message=message,
            solver=self.engine,
            details=details,
            bound_front=bounded,
            bound_kind=None if bounded is None else "solver",
        )

    def _open_part(self) -> dict[str, str]:
        """Say which part of the front was not settled."""
        last = self.goals[-1]
        if self.open is None or len(self.goals) == 1:
            return {"open": "nothing is settled yet"}
        limit = last.natural(self.open)
        return {"open": f"points with {last.name} up to {limit:g} are not settled"}


def _covers(known: Limits, limits: Limits, solution: Found | None) -> bool:
    """Return whether a solved program with wider limits answers the one with these."""
    for k, (wide, narrow) in enumerate(zip(known, limits, strict=True)):
        if wide is not None and (narrow is None or narrow > wide):
            return False
        if solution is not None and narrow is not None and solution.values[k] > narrow:
            return False
    return True
