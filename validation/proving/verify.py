"""Verify the proof in a folder: by itself, and against the raw instance."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from ...core.dominance import nondominated
from ...core.faults import InputError, input_error
from ...core.files import read_json
from ...core.outcome import Outcome
from ...core.schema import Instance
from ...solvers.engines import mps, standard_form
from ..catalogue import problem_of
from ..instances_by_name import load
from ..judge import (
    Proven,
    Refused,
    Violation,
    check,
    differs,
    is_model_tree,
    outcome_from_document,
    same_points,
)
from ..judge import verify as verify_alone
from .folder import FRONT, INSTANCE, MODEL, OUTCOME, PROOF
from .verify_front import verify_front


@dataclass
class Verified:
    """What the proof in a folder proves; nothing, where there are violations."""

    kind: str
    proven: str | None = None
    objective: float | None = None
    bound: float | None = None
    infeasible: bool = False
    instance: str | None = None
    checks: list[str] = field(default_factory=list)
    violations: list[Violation] = field(default_factory=list)

    @property
    def valid(self) -> bool:
        """Whether everything that the folder claims is proven."""
        return not self.violations

    def as_document(self) -> dict[str, Any]:
        """Return the result as plain data."""
        return {
            "valid": self.valid,
            "kind": self.kind,
            "proven": self.proven if self.valid else None,
            "objective": self.objective,
            "bound": self.bound,
            "infeasible": self.infeasible,
            "instance": self.instance,
            "checks": self.checks,
            "violations": [violation.as_document() for violation in self.violations],
        }


def verify(folder: Path, instance: Instance | None = None) -> Verified:
    """Return what the proof in a folder proves.

    With an ``instance`` the proof must be about it, and not about the one in the folder.
    """
    if not folder.is_dir():
        raise input_error(str(folder), "is no folder with a proof")
    if (folder / FRONT).exists():
        result = Verified("model-front")
        _verify_front(folder, result, instance)
    elif (folder / PROOF).exists() or (folder / MODEL).exists():
        result = Verified("model-tree")
        _verify_tree(folder, result, instance)
    elif (folder / OUTCOME).exists():
        result = Verified("certificate")
        _verify_certificate(folder, result, instance)
    else:
        raise input_error(str(folder), f"has neither {PROOF} nor {FRONT} nor {OUTCOME}")
    return result


def _refuse(result: Verified, where: str, message: str) -> None:
    result.violations.append(Violation("proof", where, None, message))


def _verify_tree(folder: Path, result: Verified, given: Instance | None) -> None:
    try:
        proven = verify_alone(folder)
    except Refused as refused:
        _refuse(result, refused.place, refused.reason)
        return
    result.proven = str(proven)
    result.objective = None if proven.objective is None else float(proven.objective)
    result.bound = None if proven.bound is None else float(proven.bound)
    result.infeasible = proven.infeasible
    result.checks.append(f"{PROOF}: every leaf of {proven.nodes} nodes is closed exactly")
    instance = _instance(folder, result, given)
    if instance is None:
        result.checks.append("no instance: the proof is about the model alone")
        return
    outcome = _outcome(folder, result)
    _same_model(folder, result, instance, {} if outcome is None else outcome.options)
    if outcome is not None and result.valid:
        _same_claim(result, instance, outcome, proven)


def _verify_front(folder: Path, result: Verified, given: Instance | None) -> None:
    instance = _instance(folder, result, given)
    try:
        proven = verify_front(folder, instance)
    except Refused as refused:
        _refuse(result, refused.place, refused.reason)
        return
    result.infeasible = not proven.points
    points = np.array(proven.points, dtype=np.float64).reshape(len(proven.points), -1)
    kept = nondominated(points).tolist() if proven.points else []
    count = len(kept)
    what = f"these {count} solutions dominate all others" if count else "there is no feasible point"
    size = f"{proven.programs} programs, {proven.nodes} nodes"
    result.proven = f"PROVEN: {what}, in {' and '.join(proven.goals)} ({size})"
    result.checks.append(f"{FRONT}: the programs leave no room for another point")
    if instance is None:
        result.checks.append("no instance: the proof is about the models alone")
        return
    result.instance = instance.name
    result.checks.append(f"{MODEL}: each built again from the instance, they are the same")
    outcome = _outcome(folder, result)
    if outcome is None or not result.valid:
        return
    result.violations += check(problem_of(instance), instance, outcome).violations
    if not is_model_tree(outcome.certificate):
        _refuse(result, OUTCOME, "names no proof of a front")
    if (outcome.status == "infeasible") != result.infeasible:
        _refuse(result, OUTCOME, f"claims {outcome.status!r}, which is not what is proven")
    names = proven.goals
    found = np.array(sorted([proven.measured[k][name] for name in names] for k in kept))
    listed = outcome.front or []
    claimed = np.array(sorted([p.objectives.get(name, np.nan) for name in names] for p in listed))
    if len(found) != len(claimed) or (len(found) and not same_points(found, claimed)):
        _refuse(result, OUTCOME, "has not the points that are proven")
    result.checks.append(f"{OUTCOME}: the checker accepts every point")


def _instance(folder: Path, result: Verified, given: Instance | None) -> Instance | None:
    """Return the instance that was given, else the one in the folder."""
    if given is not None or not (folder / INSTANCE).exists():
        return given
    try:
        return load(folder / INSTANCE)
    except InputError as error:
        _refuse(result, INSTANCE, str(error))
        return None


def _outcome(folder: Path, result: Verified) -> Outcome | None:
    if not (folder / OUTCOME).exists():
        return None
    try:
        return outcome_from_document(read_json(folder / OUTCOME), OUTCOME)
    except InputError as error:
        _refuse(result, OUTCOME, str(error))
        return None


def _same_model(
    folder: Path, result: Verified, instance: Instance, stated: Mapping[str, Any]
) -> None:
    """The model of the proof is the one that the instance has, by the outcome's options."""
    result.instance = instance.name
    solving = problem_of(instance)
    chosen = {key: bool(stated[key]) for key in solving.model_options if key in stated}
    model = solving.build_model(instance, **chosen)
    text = mps(standard_form(model), instance.name)
    if text.encode() != (folder / MODEL).read_bytes():
        _refuse(result, MODEL, f"is not the model of the instance {instance.name!r}")
    else:
        result.checks.append(f"{MODEL}: built again from the instance, it is the same")


def _same_claim(result: Verified, instance: Instance, outcome: Outcome, proven: Proven) -> None:
    """The outcome claims what is proven, and its decision is worth the solution's objective."""
    found = check(problem_of(instance), instance, outcome)
    result.violations += found.violations
    if not is_model_tree(outcome.certificate):
        _refuse(result, OUTCOME, "names no proof of a model")
    elif (outcome.certificate or {})["model_sha256"] != proven.model_sha256:
        _refuse(result, OUTCOME, "names the proof of another model")
    if proven.infeasible != (outcome.status == "infeasible"):
        _refuse(result, OUTCOME, f"claims {outcome.status!r}, which is not what is proven")
    if differs(outcome.bound, result.bound):
        _refuse(result, OUTCOME, f"claims the bound {outcome.bound!r}, proven is {result.bound!r}")
    if found.objective is not None and differs(found.objective, result.objective):
        message = f"its decision is worth {found.objective!r}, the solution {result.objective!r}"
        _refuse(result, OUTCOME, message)
    if found.feasible:
        result.checks.append(f"{OUTCOME}: the checker accepts the decision and its objective")


def _verify_certificate(folder: Path, result: Verified, given: Instance | None) -> None:
    instance = _instance(folder, result, given)
    outcome = _outcome(folder, result)
    if instance is None or outcome is None:
        if not result.violations:
            _refuse(result, INSTANCE, "is missing: a certificate is about a raw instance")
        return
    result.instance = instance.name
    found = check(problem_of(instance), instance, outcome)
    result.violations += found.violations
    if found.certificate != "valid":
        _refuse(result, OUTCOME, "has no valid certificate")
    result.objective, result.bound = found.objective, outcome.bound
    result.infeasible = outcome.status == "infeasible"
    kind = (outcome.certificate or {}).get("kind")
    what = (
        "the instance is infeasible"
        if result.infeasible
        else f"no decision beats {outcome.bound!r}"
    )
    result.proven = f"PROVEN from the raw instance by its certificate ({kind}): {what}"
    result.checks.append(f"{OUTCOME}: decision and certificate are accepted without a solver")
