"""Verify the proof of a front: every program, and that together they leave no room for a point."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from ...core.faults import InputError
from ...core.files import read_json
from ...core.schema import Instance
from ...solvers.engines import column_labels, load_point, mps
from ..catalogue import problem_of
from ..judge import Refused, contents, json_document
from ..judge import verify as verify_alone
from .folder import FRONT, MODEL, SOLUTION, program_folder
from .front import Limits, Programs, Solved, Values, covering, needed_limits

_MOST = 100_000  # programs, and parts of the front that are asked for


@dataclass(frozen=True)
class ProvenFront:
    """What the proofs of a front prove: the goals of every point, by name."""

    goals: list[str]
    points: list[Values]
    measured: list[dict[str, float]]  # by name, in the order of the points
    programs: int
    nodes: int


def verify_front(folder: Path, instance: Instance) -> ProvenFront:
    """Return what the proofs of a front prove, or raise `Refused`.

    Limits and values are about the instance's goals: without it they are nothing but numbers.
    """
    goals, solved = _list_folder(folder)
    nodes = 0
    for number, (_, values) in enumerate(solved):
        where = program_folder(folder, number)
        try:
            proven = verify_alone(where)
        except Refused as refused:
            raise Refused(f"{where.name}/{refused.place}", refused.reason) from None
        if proven.infeasible != (values is None):
            raise Refused(f"{FRONT}, programs[{number}]", "has values, or none, against its proof")
        if not proven.infeasible and not proven.optimal:
            raise Refused(where.name, "its bound does not reach its solution")
        nodes += proven.nodes
    _refuse_gaps(len(goals), solved)
    measured = _same_programs(folder, instance, goals, solved)
    points = [values for _, values in solved if values]
    return ProvenFront(goals, points, measured, len(solved), nodes)


def _list_folder(folder: Path) -> tuple[list[str], list[Solved]]:
    """Return the goals, and limits and values of every program."""
    try:
        document = read_json(folder / FRONT)
    except InputError as error:
        raise Refused(FRONT, str(error)) from None
    keys = {"format", "version", "goals", "programs"}
    if not isinstance(document, dict) or set(document) != keys:
        raise Refused(FRONT, f"is no object with the keys {sorted(keys)}")
    stated = (document["format"], document["version"], type(document["version"]))
    if stated != ("optgap-front", 1, int):
        raise Refused(FRONT, "is no optgap-front of version 1")
    goals, programs = document["goals"], document["programs"]
    if not isinstance(goals, list) or not all(isinstance(goal, str) for goal in goals):
        raise Refused(f"{FRONT}, goals", "must be a list of names")
    if not isinstance(programs, list) or not 0 < len(programs) <= _MOST or not goals:
        raise Refused(f"{FRONT}, programs", f"must be a list of 1 to {_MOST} programs")
    return goals, [_program(each, k, len(goals)) for k, each in enumerate(programs)]


def _program(given: Any, number: int, goals: int) -> Solved:
    place = f"{FRONT}, programs[{number}]"
    if not isinstance(given, dict) or set(given) != {"limits", "values"}:
        raise Refused(place, "is no object with limits and values")
    limits, values = given["limits"], given["values"]
    if not _vector(limits, goals, (int, type(None))) or limits[0] is not None:
        raise Refused(place, "its limits are no list of whole numbers, the first one null")
    if values is not None and not _vector(values, goals, (int,)):
        raise Refused(place, "its values are no list of whole numbers")
    return tuple(limits), None if values is None else tuple(values)


def _vector(given: Any, length: int, kinds: tuple[type, ...]) -> bool:
    return isinstance(given, list) and len(given) == length and all(type(v) in kinds for v in given)


def _refuse_gaps(goals: int, solved: list[Solved]) -> None:
    """Every program that a complete front needs is answered by one that was solved."""

    def answers(limits: Limits) -> Values | None:
        answer = covering(solved, limits)
        if answer is None:
            raise Refused(FRONT, f"no program answers the limits {list(limits)}")
        return answer[1]

    for count, _ in enumerate(needed_limits(goals, answers)):
        if count > _MOST:
            raise Refused(FRONT, "asks for more programs than anybody would check")


def _same_programs(
    folder: Path, instance: Instance, goals: list[str], solved: list[Solved]
) -> list[dict[str, float]]:
    """Every program is the instance's model with its limits, and its values are its point's."""
    formulation = problem_of(instance).formulation
    if not hasattr(formulation, "max_objectives"):
        raise Refused(FRONT, f"the instance {instance.name!r} has one objective and no front")
    programs = Programs(formulation, instance, formulation.build_model(instance))
    if [goal.name for goal in programs.goals] != goals or not programs.exact:
        raise Refused(f"{FRONT}, goals", f"are not those of the instance {instance.name!r}")
    measured = []
    for number, (limits, values) in enumerate(solved):
        where = program_folder(folder, number)
        form = programs.form(limits)
        if mps(form, programs.name).encode() != (where / MODEL).read_bytes():
            place = f"{where.name}/{MODEL}"
            raise Refused(place, f"is not the program of the instance {instance.name!r}")
        if values is None:
            continue
        stated = json_document(contents(where, SOLUTION), SOLUTION)["values"]
        point = [float(Fraction(stated.get(label, 0))) for label in column_labels(form)]
        load_point(form, np.array(point))
        if programs.values() != values:
            raise Refused(f"{FRONT}, programs[{number}]", "its values are not those of its point")
        measured.append({goal.name: goal.measured() for goal in programs.goals})
    return measured
