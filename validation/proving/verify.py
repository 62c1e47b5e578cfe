"""Verify a proof folder on its own and against the instance."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from ...core.faults import InputError, input_error
from ...core.files import read_json
from ...core.fronts import nondominated, same_points
from ...core.outcome import Outcome
from ...core.schema import Instance
from ...solvers.engines import column_labels, load_point, mps, standard_form
from ..catalogue import problem_of
from ..guarantees import verify_document
from ..judge import (
    TOLERANCE,
    Proven,
    Refused,
    check,
    contents,
    differs,
    is_model_tree,
    json_document,
    model_front,
    model_tree,
    outcome_from_document,
)
from ..judge import verify as verify_alone
from ..running import load
from .folder import (
    FRONT,
    INSTANCE,
    MODEL,
    OUTCOME,
    PROOF,
    SOLUTION,
    Verified,
    program_folder,
    unread_files,
)
from .front import Limits, Programs, Solved, Values, covering, needed_limits
from .verify_vipr import RefusedFile, verify_vipr
from .vipr import states_model

_MOST = 100_000  # programs, and parts of the front that are asked for


@dataclass(frozen=True)
class ProvenFront:
    """A proven front, with the values of all goals at each of its points."""

    goals: list[str]
    points: list[Values]
    measured: list[dict[str, float]]  # by name, in the order of the points
    programs: int
    nodes: int


def verify_front(folder: Path, instance: Instance) -> ProvenFront:
    """Return the result of the proofs of a front; raise `Refused` if one of them fails.

    The limits and values are also checked against the goals of the instance.
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
            raise Refused(
                f"{FRONT}, programs[{number}]",
                "must have values if its program is feasible, and null otherwise",
            )
        if not proven.infeasible and not proven.optimal:
            raise Refused(where.name, "its bound does not reach its solution")
        nodes += proven.nodes
    _refuse_gaps(len(goals), solved)
    measured = _same_programs(folder, instance, goals, solved)
    points = [values for _, values in solved if values]
    return ProvenFront(goals, points, measured, len(solved), nodes)


def _list_folder(folder: Path) -> tuple[list[str], list[Solved]]:
    """Return the names of the goals, and the limits and values of each program, from the index."""
    try:
        document = read_json(folder / FRONT)
    except InputError as error:
        raise Refused(FRONT, str(error)) from None
    keys = {"format", "version", "goals", "programs"}
    if not isinstance(document, dict) or set(document) != keys:
        raise Refused(FRONT, f"is not an object with the keys {sorted(keys)}")
    stated = (document["format"], document["version"], type(document["version"]))
    if stated != ("optgap-front", 1, int):
        raise Refused(FRONT, "is not an optgap-front of version 1")
    goals, programs = document["goals"], document["programs"]
    if not isinstance(goals, list) or not all(isinstance(goal, str) for goal in goals):
        raise Refused(f"{FRONT}, goals", "must be a list of names")
    if not isinstance(programs, list) or not 0 < len(programs) <= _MOST or not goals:
        raise Refused(f"{FRONT}, programs", f"must be a list of 1 to {_MOST} programs")
    return goals, [_program(each, k, len(goals)) for k, each in enumerate(programs)]


def _program(given: Any, number: int, goals: int) -> Solved:
    place = f"{FRONT}, programs[{number}]"
    if not isinstance(given, dict) or set(given) != {"limits", "values"}:
        raise Refused(place, "is not an object with limits and values")
    limits, values = given["limits"], given["values"]
    if not _vector(limits, goals, (int, type(None))) or limits[0] is not None:
        raise Refused(place, "limits must be a list of integers and null, with null first")
    if values is not None and not _vector(values, goals, (int,)):
        raise Refused(place, "values must be null or a list of integers")
    return tuple(limits), None if values is None else tuple(values)


def _vector(given: Any, length: int, kinds: tuple[type, ...]) -> bool:
    return isinstance(given, list) and len(given) == length and all(type(v) in kinds for v in given)


def _refuse_gaps(goals: int, solved: list[Solved]) -> None:
    """Refuse a front if a program that a complete front requires was not solved."""

    def answers(limits: Limits) -> Values | None:
        answer = covering(solved, limits)
        if answer is None:
            raise Refused(FRONT, f"no program covers the limits {list(limits)}")
        return answer[1]

    for count, _ in enumerate(needed_limits(goals, answers)):
        if count > _MOST:
            raise Refused(FRONT, "needs more programs than can be checked")


def _same_programs(
    folder: Path, instance: Instance, goals: list[str], solved: list[Solved]
) -> list[dict[str, float]]:
    """Return the goals' values at each point, after checking programs against the instance."""
    formulation = problem_of(instance).formulation
    if not hasattr(formulation, "max_objectives"):
        raise Refused(
            FRONT, f"the instance {instance.name!r} has one objective, so there is no front"
        )
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


def verify(folder: Path, instance: Instance | None = None) -> Verified:
    """Return the result of verifying a proof folder or a VIPR certificate.

    With an ``instance`` the proof must be about this instance, not the one in the folder.
    """
    if folder.suffix == ".json" and folder.is_file():
        return _verify_guarantee(folder, instance)
    if folder.is_file():
        return _verify_file(folder, instance)
    if not folder.is_dir():
        raise input_error(str(folder), "is neither a folder with a proof nor a VIPR certificate")
    if (folder / FRONT).exists():
        result = Verified("model-front")
        read = _verify_front(folder, result, instance)
    elif (folder / PROOF).exists() or (folder / MODEL).exists():
        result = Verified("model-tree")
        read = _verify_tree(folder, result, instance)
    elif (folder / OUTCOME).exists():
        result = Verified("certificate")
        read = _verify_certificate(folder, result, instance)
    elif certificates := sorted(path.name for path in folder.glob("*.vipr")):
        rule = "is no proof folder; verify its VIPR certificates one by one"
        raise input_error(str(folder), f"{rule}: {', '.join(certificates[:5])}")
    else:
        raise input_error(str(folder), f"has neither {PROOF} nor {FRONT} nor {OUTCOME}")
    if instance is None:
        read |= {INSTANCE, *(path.name for path in folder.glob("instance.*.npy"))}
    result.unchecked += unread_files(folder, read)
    return result


def _verify_guarantee(path: Path, instance: Instance | None) -> Verified:
    """Verify the document of a guarantee."""
    document = read_json(path)
    if not isinstance(document, dict) or "guarantee" not in document:
        raise input_error(str(path), "is not the document of a guarantee")
    result = Verified("guarantee")
    try:
        result.proven, *result.checks = verify_document(document, instance)
    except Refused as refused:
        result.refuse(refused.place, refused.reason)
    return result


def _verify_file(path: Path, instance: Instance | None) -> Verified:
    """Verify a VIPR certificate; with an instance, also check that it has the instance's model."""
    result = Verified("vipr", instance=None if instance is None else instance.name)
    try:
        proven = verify_vipr(path)
    except RefusedFile as refused:
        result.refuse(refused.place, refused.reason)
        return result
    result.proven, result.infeasible = str(proven), proven.infeasible
    result.objective = None if proven.objective is None else float(proven.objective)
    result.bound = None if proven.bound is None else float(proven.bound)
    result.checks.append(f"all {proven.derivations} derived lines follow exactly")
    if instance is None:
        result.checks.append("no instance was given: the proof is only about the model in the file")
        return result
    entry = problem_of(instance)
    form = standard_form(entry.formulation.build_model(instance))
    if states_model(path.read_text(encoding="utf-8"), mps(form, instance.name)):
        result.checks.append(f"the file contains the rebuilt model of {instance.name}")
    else:
        result.refuse(path.name, f"does not contain the model of {instance.name}")
    return result


def _verify_tree(folder: Path, result: Verified, given: Instance | None) -> set[str]:
    """Verify a folder with a proof of the exact model; return the files that were read."""
    read = {MODEL, PROOF, SOLUTION}
    try:
        proven = verify_alone(folder)
    except Refused as refused:
        result.refuse(refused.place, refused.reason)
        return read
    result.proven = str(proven)
    result.objective = None if proven.objective is None else float(proven.objective)
    result.bound = None if proven.bound is None else float(proven.bound)
    result.infeasible = proven.infeasible
    result.checks.append(f"{PROOF}: every leaf of {proven.nodes} nodes is closed exactly")
    instance = _instance(folder, result, given)
    if instance is None:
        result.checks.append("no instance was given: the proof is only about the model")
        return read
    outcome = _outcome(folder, result)
    _same_model(folder, result, instance, {} if outcome is None else outcome.options)
    if outcome is not None and result.valid:
        _same_claim(result, instance, outcome, proven)
    return {*read, OUTCOME}


def _verify_front(folder: Path, result: Verified, given: Instance | None) -> set[str]:
    """Verify a folder with the proofs of a front; return the files that were read."""
    instance = _instance(folder, result, given)
    if instance is None:
        if not result.violations:
            result.refuse(INSTANCE, "is missing, but the proof of a front needs it")
        return {FRONT}
    try:
        proven = verify_front(folder, instance)
    except Refused as refused:
        result.refuse(refused.place, refused.reason)
        return {FRONT}
    result.infeasible = not proven.points
    points = np.array(proven.points, dtype=np.float64)
    kept = nondominated(points).tolist() if proven.points else []
    count = len(kept)
    what = f"these {count} solutions dominate all others" if count else "there is no feasible point"
    size = f"{proven.programs} programs, {proven.nodes} nodes"
    result.proven = f"PROVEN: {what}, in {' and '.join(proven.goals)} ({size})"
    result.checks.append(f"{FRONT}: together, the programs exclude every other point")
    result.instance = instance.name
    result.checks.append(f"{MODEL}: each model equals the one rebuilt from the instance")
    outcome = _outcome(folder, result)
    if outcome is not None and result.valid:
        _same_front(result, instance, outcome, proven, kept)
    return {FRONT, OUTCOME, *(program_folder(folder, k).name for k in range(proven.programs))}


def _same_front(
    result: Verified, instance: Instance, outcome: Outcome, proven: ProvenFront, kept: list[int]
) -> None:
    """Refuse an outcome whose points, status or certificate differ from the proven front."""
    result.take(check(problem_of(instance), instance, outcome))
    certificate = model_front(proven.programs, proven.nodes)
    if outcome.certificate != certificate:
        result.refuse(OUTCOME, f"must name this proof of a front: {certificate}")
    status = "infeasible" if result.infeasible else "optimal"
    if outcome.status != status:
        result.refuse(OUTCOME, f"claims {outcome.status!r}, but {status!r} is proven")
    if kept and not outcome.front_complete:
        result.refuse(OUTCOME, "must claim that the front is complete")
    names = proven.goals
    proven_points = np.array(sorted([proven.measured[k][name] for name in names] for k in kept))
    listed = outcome.front or []
    claimed = np.array(sorted([p.objectives.get(name, np.nan) for name in names] for p in listed))
    if len(proven_points) != len(claimed) or (
        len(proven_points) and not same_points(proven_points, claimed, TOLERANCE)
    ):
        result.refuse(OUTCOME, "does not contain the proven points")
    result.checks.append(f"{OUTCOME}: the checker accepts every point")


def _instance(folder: Path, result: Verified, given: Instance | None) -> Instance | None:
    """Return the given instance, or else the one in the folder; ``None`` if it has none."""
    if given is not None or not (folder / INSTANCE).exists():
        return given
    try:
        return load(folder / INSTANCE)
    except InputError as error:
        result.refuse(INSTANCE, str(error))
        return None


def _outcome(folder: Path, result: Verified) -> Outcome | None:
    if not (folder / OUTCOME).exists():
        return None
    try:
        return outcome_from_document(read_json(folder / OUTCOME), OUTCOME)
    except InputError as error:
        result.refuse(OUTCOME, str(error))
        return None


def _same_model(
    folder: Path, result: Verified, instance: Instance, stated: Mapping[str, Any]
) -> None:
    """Refuse a proof whose model is not the instance's exact model under the outcome's options."""
    result.instance = instance.name
    entry = problem_of(instance)
    chosen = {key: bool(stated[key]) for key in entry.model_options if key in stated}
    model = entry.formulation.build_model(instance, **chosen)
    text = mps(standard_form(model), instance.name)
    if text.encode() != (folder / MODEL).read_bytes():
        result.refuse(MODEL, f"is not the model of the instance {instance.name!r}")
    else:
        result.checks.append(f"{MODEL}: it equals the model rebuilt from the instance")


def _same_claim(result: Verified, instance: Instance, outcome: Outcome, proven: Proven) -> None:
    """Refuse an outcome whose claims differ from the proof, or whose objective is wrong."""
    checked = check(problem_of(instance), instance, outcome)
    result.take(checked)
    if not is_model_tree(outcome.certificate):
        result.refuse(OUTCOME, "names no proof of a model")
    elif (outcome.certificate or {}).get("model_sha256") != proven.model_sha256:
        result.refuse(OUTCOME, "names the proof of another model")
    elif outcome.certificate != model_tree(proven.model_sha256, proven.nodes, proven.cuts):
        result.refuse(OUTCOME, f"must name {proven.nodes} nodes and {proven.cuts} cuts")
    if outcome.status not in _statuses(proven):
        claimed, right = repr(outcome.status), " or ".join(map(repr, _statuses(proven)))
        result.refuse(OUTCOME, f"claims {claimed}, but {right} is proven")
    if outcome.bound is not None and outcome.bound_kind != "model-certified":
        result.refuse(OUTCOME, f"calls its bound {outcome.bound_kind!r}, not 'model-certified'")
    if differs(outcome.bound, result.bound):
        result.refuse(OUTCOME, f"claims the bound {outcome.bound!r}, not {result.bound!r}")
    if checked.objective is not None and differs(checked.objective, result.objective):
        message = (
            f"its decision is worth {checked.objective!r}, but the solution "
            f"states {result.objective!r}"
        )
        result.refuse(OUTCOME, message)
    if checked.feasible:
        result.checks.append(f"{OUTCOME}: the checker accepts the decision and its objective")


def _statuses(proven: Proven) -> tuple[str, ...]:
    """Return the statuses that a proof allows, such as `optimal` if its gap is small enough."""
    if proven.infeasible:
        return ("infeasible",)
    return ("optimal",) if proven.optimal else ("optimal", "within_gap", "feasible")


def _verify_certificate(folder: Path, result: Verified, given: Instance | None) -> set[str]:
    """Verify a folder whose outcome has a certificate; return the files that were read."""
    instance = _instance(folder, result, given)
    outcome = _outcome(folder, result)
    if instance is None or outcome is None:
        if not result.violations:
            result.refuse(INSTANCE, "is missing, but a certificate needs it")
        return {OUTCOME}
    result.instance = instance.name
    checked = check(problem_of(instance), instance, outcome)
    result.take(checked)
    if checked.certificate != "valid":
        result.refuse(OUTCOME, "has no valid certificate")
    reached = checked.objective is not None and checked.objective == outcome.bound
    if reached and outcome.status != "optimal":
        result.refuse(OUTCOME, f"claims {outcome.status!r}, but 'optimal' is proven")
    if outcome.bound is not None and outcome.bound_kind != "certified":
        result.refuse(OUTCOME, f"calls its bound {outcome.bound_kind!r}, not 'certified'")
    result.objective, result.bound = checked.objective, outcome.bound
    result.infeasible = outcome.status == "infeasible"
    kind = (outcome.certificate or {}).get("kind")
    what = (
        "the instance is infeasible"
        if result.infeasible
        else f"no decision is better than {outcome.bound!r}"
    )
    result.proven = f"PROVEN from the raw instance by its certificate ({kind}): {what}"
    result.checks.append(f"{OUTCOME}: decision and certificate are accepted without a solver")
    return {OUTCOME}
