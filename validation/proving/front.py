"""The proof of a complete front: integer programs with limits, each with a proof tree.

All objectives (goals) are integers.  A program minimises the first goal within limits on the
others.  If it is infeasible, no point is within the limits.  Otherwise its point p minimises the
first goal, and each point within the limits that p does not dominate is smaller than p in another
goal.  So the front is complete if the program without limits was solved and, for each program with
a point p, also the programs in which one of its limits is reduced to p's value minus 1.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol, TypeAlias

import numpy as np
import pyomo.core as pyo
from pyomo.core.expr import LinearExpression
from pyomo.repn import generate_standard_repn

from ...core.arrays import FloatArray, IntArray
from ...core.faults import input_error
from ...core.fronts import Largest, nondominated
from ...core.outcome import Answer, Point
from ...core.run import Run
from ...core.schema import Instance
from ...solvers.engines import StandardForm, load_point, standard_form
from ...solvers.fronts import TOO_FINE, whole_coefficients
from ...solvers.proofs import ProvenModel, Unproven, prove_standard_form
from ..judge import Refused, model_front
from ..judge import verify as verify_alone
from .folder import FRONT, program_folder, write_json, write_program


class LimitedGoal(Protocol):
    """An objective with integer values, minimised, and a limit on it that can change.

    Both are components of the Pyomo model, because a proof contains every program.
    """

    name: str
    exact: bool  # whether a step of one misses no value
    variables: list[Any]

    def value(self) -> int:
        """Return the goal's integer value at the current values of the variables."""
        ...

    def measured(self) -> float:
        """Return the goal's value in the unit of the model, with all digits."""
        ...

    def natural(self, value: int) -> float:
        """Return an integer value of the goal converted to the unit of the model."""
        ...

    def limit(self, most: int | None) -> None:
        """Limit the goal to at most ``most``; ``None`` removes the limit."""
        ...

    def minimise(self, wanted: bool) -> None:
        """Make this goal the objective of the model, or deactivate it."""
        ...


class SumGoal:
    """A goal that is a linear expression in integer variables."""

    def __init__(self, model: pyo.ConcreteModel, objective: Any, name: str) -> None:
        repn = generate_standard_repn(objective.expr, compute_values=True)
        for variable in repn.linear_vars:
            if not variable.is_integer():
                raise input_error(
                    f"objective {name}", "must contain only integer variables", variable.name
                )
        self.name = name
        self._model = model
        self.variables = list(repn.linear_vars)
        self._coefficients = np.array(repn.linear_coefs, dtype=np.float64)
        self._scale, self.whole, self.exact = whole_coefficients(self._coefficients)
        self._constant = float(repn.constant)
        label = f"goal_{name}"
        expression = LinearExpression(linear_coefs=self.whole.tolist(), linear_vars=self.variables)
        self._expression = expression
        self._objective = pyo.Objective(expr=expression)
        model.add_component(label, self._objective)
        self._objective.deactivate()
        self._limit: pyo.Constraint | None = None

    def value(self) -> int:
        """Return the goal's integer value at the current values of the variables."""
        return int(self.whole @ self._chosen_values().astype(np.int64))

    def measured(self) -> float:
        """Return the goal's value in the unit of the model, with all digits."""
        return math.fsum([*(self._coefficients * self._chosen_values()).tolist(), self._constant])

    def _chosen_values(self) -> FloatArray:
        return np.rint([variable.value or 0.0 for variable in self.variables])

    def natural(self, value: int) -> float:
        """Return an integer value of the goal converted to the unit of the model."""
        return value / self._scale + self._constant

    def limit(self, most: int | None) -> None:
        """Limit the goal to at most ``most``; ``None`` removes the limit."""
        if self._limit is not None:
            self._model.del_component(self._limit)
            self._limit = None
        if most is not None:
            self._limit = pyo.Constraint(expr=(None, self._expression, most))
            self._model.add_component(f"limit_{self.name}", self._limit)

    def minimise(self, wanted: bool) -> None:
        """Make this goal the objective of the model, or deactivate it."""
        _activate(self._objective, wanted)


class MaximumGoal:
    """A goal that is the largest value of variables equal to 1; a limit fixes larger ones to 0."""

    exact = True

    def __init__(self, objective: Any, name: str, largest: Largest, removals: Counter[int]) -> None:
        self.name = name
        self._removals = removals  # by how many goals a variable is removed
        self._objective = objective
        self._rows = largest.rows
        self.variables = list(largest.variables)
        self.group = np.asarray(largest.group)
        self._values, rank = np.unique(np.asarray(largest.values), return_inverse=True)
        self._rank: IntArray = rank.ravel()
        self._removed = np.zeros(len(self.variables), dtype=np.bool_)

    def value(self) -> int:
        """Return the rank of the largest value among the chosen variables."""
        chosen = np.array([(variable.value or 0.0) > 0.5 for variable in self.variables])
        return int(self._rank[chosen].max())

    def measured(self) -> float:
        """Return the largest value among the chosen variables."""
        return self.natural(self.value())

    def natural(self, value: int) -> float:
        """Return the value that has a rank; minus infinity for a rank below 0."""
        return float(self._values[value]) if value >= 0 else -math.inf

    def limit(self, most: int | None) -> None:
        """Fix to 0 each variable whose value is above the limit, and free the others.

        If a fixed variable was 1, the start values of its whole group are removed, so that the
        engine completes the last solution.
        """
        top = len(self._values) if most is None else most
        removed = self._rank > top
        stale = []
        for k in np.flatnonzero(removed & ~self._removed).tolist():
            if self.variables[k].value:
                stale.append(self.group[k])
            self._removals[id(self.variables[k])] += 1
            self.variables[k].fix(0)
        for k in np.flatnonzero(~removed & self._removed).tolist():
            self._removals[id(self.variables[k])] -= 1
            if not self._removals[id(self.variables[k])]:
                self.variables[k].unfix()
        self._removed = removed
        for k in np.flatnonzero(np.isin(self.group, stale) & ~removed).tolist():
            if not self.variables[k].fixed:
                self.variables[k].set_value(None)

    def minimise(self, wanted: bool) -> None:
        """Make this goal the objective of the model, or deactivate it and its constraints."""
        _activate(self._objective, wanted)
        for row in self._rows:
            _activate(row, wanted)


def _activate(component: Any, wanted: bool) -> None:
    if wanted:
        component.activate()
    else:
        component.deactivate()


Limits: TypeAlias = tuple[int | None, ...]
Values: TypeAlias = tuple[int, ...]
Solved: TypeAlias = tuple[Limits, Values | None]


class Programs:
    """The integer programs of a model with several objectives, one for each set of limits."""

    def __init__(self, formulation: ModuleType, instance: Instance, model: Any) -> None:
        largest = formulation.max_objectives(model, instance)
        sums: list[LimitedGoal] = []
        maxima: list[LimitedGoal] = []
        removals: Counter[int] = Counter()
        for name, objective in model.objective.items():
            objective.deactivate()
            if name in largest:
                maxima.append(MaximumGoal(objective, name, largest[name], removals))
            else:
                sums.append(SumGoal(model, objective, name))
        self.goals = [*sums, *maxima]
        for goal in self.goals[1:]:
            goal.minimise(False)
        self.goals[0].minimise(True)
        self.model, self.name = model, instance.name
        self.order = list(model.objective)

    @property
    def exact(self) -> bool:
        """Whether all goals are integers, so that reducing a limit by 1 skips no value."""
        return all(goal.exact for goal in self.goals)

    def form(self, limits: Limits) -> StandardForm:
        """Return the program within limits as a standard form."""
        for goal, most in zip(self.goals, limits, strict=True):
            goal.limit(most)
        return standard_form(self.model)

    def values(self) -> Values:
        """Return the goals' values at the current values of the variables."""
        return tuple(goal.value() for goal in self.goals)


def needed_limits(goals: int, answer: Callable[[Limits], Values | None]) -> Iterator[Limits]:
    """Yield, each once, the limits of all programs that a complete front requires.

    After limits were yielded, ``answer`` must return the point of their program, or ``None``.
    """
    waiting: list[Limits] = [(None,) * goals]
    seen: set[Limits] = set()
    while waiting:
        limits = waiting.pop()
        if limits in seen:
            continue
        seen.add(limits)
        yield limits
        point = answer(limits)
        if point is not None:
            for k in range(1, goals):
                waiting.append((*limits[:k], point[k] - 1, *limits[k + 1 :]))


def covering(solved: Sequence[Solved], limits: Limits) -> Solved | None:
    """Return a solved program with wider limits whose result is also that of these limits."""
    for wide, point in solved:
        inside = all(
            most is None or (least is not None and least <= most)
            for most, least in zip(wide, limits, strict=True)
        )
        if inside and (point is None or _within(point, limits)):
            return wide, point
    return None


def _within(point: Values, limits: Limits) -> bool:
    return all(most is None or value <= most for value, most in zip(point, limits, strict=True))


def front_answer(
    formulation: ModuleType, instance: Instance, model: Any, folder: Path, run: Run
) -> tuple[Answer, bool]:
    """Write the proofs of a front's programs; return the front and whether it is proven."""
    programs = Programs(formulation, instance, model)
    if not programs.exact:
        return Answer(message=TOO_FINE), False
    solved: list[Solved] = []
    points: list[tuple[Values, Point]] = []
    nodes = 0
    for limits in needed_limits(len(programs.goals), lambda limits: _answer_of(solved, limits)):
        if covering(solved, limits) is not None:
            continue
        where = program_folder(folder, len(solved))
        form = programs.form(limits)
        proof = prove_standard_form(form, programs.name, run.inner(sense="minimize"))
        if isinstance(proof, Unproven) or proof.bound != proof.objective:
            message = (
                proof.message
                if isinstance(proof, Unproven)
                else "a program of the front was not proven"
            )
            stopped = proof.stopped if isinstance(proof, Unproven) else run.stopped
            front = [point for _, point in points] or None
            part = Answer(front=front, front_complete=False, stopped=stopped, message=message)
            return part, False
        write_program(where, proof.text, proof.solution, proof.proof)
        try:
            nodes += verify_alone(where).nodes
        except Refused as refused:
            return Answer(stopped="error", message=f"{where.name} is refused: {refused}"), False
        solved.append((limits, _take_over(programs, form, proof, formulation, points, run)))
    _write_front(folder, programs, solved)
    certificate = model_front(len(solved), nodes)
    if not points:
        return Answer(infeasible=True, certificate=certificate), True
    kept = nondominated(np.array([values for values, _ in points], dtype=np.float64))
    return Answer(
        front=[points[k][1] for k in kept], front_complete=True, certificate=certificate
    ), True


def _answer_of(solved: Sequence[Solved], limits: Limits) -> Values | None:
    answer = covering(solved, limits)
    return None if answer is None else answer[1]


def _take_over(
    programs: Programs,
    form: StandardForm,
    proof: ProvenModel,
    formulation: ModuleType,
    points: list[tuple[Values, Point]],
    run: Run,
) -> Values | None:
    """Take the point of a proven program into the front; return the goals' values, or ``None``."""
    if proof.point is None:
        return None
    load_point(form.without_free_rows(), proof.point)
    values = programs.values()
    measured = {goal.name: goal.measured() for goal in programs.goals}
    ordered = {name: measured[name] for name in programs.order}
    point = Point(objectives=ordered, decision=formulation.decision_of(programs.model))
    points.append((values, point))
    run.report_point(point)
    return values


def _write_front(folder: Path, programs: Programs, solved: Sequence[Solved]) -> None:
    listed = [
        {"limits": list(limits), "values": None if values is None else list(values)}
        for limits, values in solved
    ]
    goals = [goal.name for goal in programs.goals]
    document = {"format": "optgap-front", "version": 1, "goals": goals, "programs": listed}
    write_json(folder / FRONT, document)
