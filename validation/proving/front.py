"""The proof of a whole front: integer programs with limits, each with its own tree.

All goals are whole numbers.  A program minimises the first goal within limits on the others.  If it
has no point, there is none within the limits.  Otherwise its point p has the least first goal, and
a point within the limits that p does not dominate is below p in one of the other goals.  So the
front is complete if every program that these sentences ask for was solved: within no limits, and
then, within the limits of each program, one below its point in each limited goal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, TypeAlias

import numpy as np

from ...core.dominance import nondominated
from ...core.outcome import Answer, Point
from ...core.run import Run
from ...core.schema import Instance
from ...solvers.engines import StandardForm, load_point, standard_form
from ...solvers.proving import ProvenModel, Unproven, prove_standard_form
from ..judge import Refused, model_front
from ..judge import verify as verify_alone
from .folder import FRONT, program_folder, write_json, write_program
from .limited_goals import LimitedGoal, MaximumGoal, SumGoal

Limits: TypeAlias = tuple[int | None, ...]
Values: TypeAlias = tuple[int, ...]
Solved: TypeAlias = tuple[Limits, Values | None]


class Programs:
    """The integer programs of a model with several objectives."""

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
        """Whether a step of one misses no value of any goal."""
        return all(goal.exact for goal in self.goals)

    def form(self, limits: Limits) -> StandardForm:
        """Return the program within limits."""
        for goal, most in zip(self.goals, limits, strict=True):
            goal.limit(most)
        return standard_form(self.model)

    def values(self) -> Values:
        """Return the goals of the point that the model's variables hold."""
        return tuple(goal.value() for goal in self.goals)


def needed_limits(goals: int, answer: Callable[[Limits], Values | None]) -> Iterator[Limits]:
    """Yield the limits of all programs that a complete front needs, each once.

    ``answer`` is asked for each of them after it was yielded: its point, ``None`` without any.
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
    """Return a solved program that answers the one within these limits."""
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
    """Write the proofs of a front's programs; return the front, and whether it is proven."""
    programs = Programs(formulation, instance, model)
    if not programs.exact:
        message = "the values have too many digits for steps that surely miss no point"
        return Answer(message=message), False
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
            message = proof.message if isinstance(proof, Unproven) else "a program was not proven"
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
    """Take over the point of a program; return its goals."""
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
