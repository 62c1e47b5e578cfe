"""Check a solution document against its instance: the decision and every claim it makes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

from pydantic import ValidationError

from ...core.faults import InputError
from ...core.numbers import refuse_extremes
from ...core.outcome import DEFAULT_GAP, Outcome, gap
from ...core.schema import Instance, field_faults
from .front_bounds import band_of, contradictions, form_faults
from .fronts import point_violations
from .model_tree import is_model_tree
from .model_tree import violations as tree_violations
from .side_claims import side_violations, unchecked_claims
from .statement import Statement
from .tolerances import TOLERANCE
from .verdict import Verdict, Violation, differs, is_optimal

CertificateState: TypeAlias = Literal["valid", "invalid", "none"]


@dataclass(frozen=True)
class Check:
    """The judge's verdict on a solution document."""

    feasible: bool
    objective: float | None
    violations: tuple[Violation, ...]
    certificate: CertificateState
    points: tuple[Verdict, ...] | None = None
    unchecked: tuple[str, ...] = ()  # claims that the document does not prove

    def as_document(self) -> dict[str, Any]:
        """Return the check as plain data."""
        document: dict[str, Any] = {
            "feasible": self.feasible,
            "objective": self.objective,
            "violations": [violation.as_document() for violation in self.violations],
            "certificate": self.certificate,
            "unchecked": list(self.unchecked),
        }
        if self.points is not None:
            document["points"] = [_point(verdict) for verdict in self.points]
        return document


def _point(verdict: Verdict) -> dict[str, Any]:
    return {
        "feasible": verdict.feasible,
        "objectives": verdict.objectives,
        "violations": [violation.as_document() for violation in verdict.violations],
    }


def is_bare_decision(document: Any) -> bool:
    """Return whether a document is a decision alone, without the claims of a solution."""
    return isinstance(document, dict) and not {"status", "method", "problem"} & set(document)


def check_decision(entry: Statement, instance: Instance, decision: Any) -> Check:
    """Judge a decision that makes no claims."""
    verdict = entry.check(instance, decision)
    return Check(
        feasible=verdict.feasible,
        objective=verdict.objective,
        violations=verdict.violations,
        certificate="none",
    )


def outcome_from_document(document: Any, subject: str) -> Outcome:
    """Return the outcome in a parsed solution document."""
    refuse_extremes(document, subject)
    try:
        return Outcome.model_validate(document)
    except ValidationError as error:
        raise InputError(subject, field_faults(error, Outcome)) from None


def check(entry: Statement, instance: Instance, solution: Outcome) -> Check:
    """Judge a solution document: decision, objective, bound, status, certificate."""
    violations = _label_violations(entry, instance, solution)
    verdict: Verdict | None = None
    if solution.decision is not None:
        verdict = entry.check(instance, solution.decision)
        violations += verdict.violations
    violations += _pool_violations(entry, instance, solution)
    points = None
    if solution.front is not None:
        points = tuple(entry.check(instance, point.decision) for point in solution.front)
        for k, (point, found) in enumerate(zip(solution.front, points, strict=True)):
            violations += point_violations(k, point, found)
    objective = None if verdict is None else verdict.objective
    if verdict is None or verdict.feasible:
        violations += _claim_violations(solution, objective)
        violations += side_violations(solution, verdict, objective)
        violations += entry.claims_beside(instance, objective, solution.details)
    certificate, invalid = _certificate_state(entry, instance, solution)
    violations += invalid
    if solution.bound_front is not None:
        violations += _bound_front_violations(entry, instance, solution)
    return Check(
        feasible=(verdict is not None and verdict.feasible)
        or (points is not None and all(point.feasible for point in points)),
        objective=objective,
        violations=tuple(violations),
        certificate=certificate,
        points=points,
        unchecked=tuple(unchecked_claims(instance, solution, certificate == "valid", verdict)),
    )


def _pool_violations(entry: Statement, instance: Instance, solution: Outcome) -> list[Violation]:
    """Every decision of a pool is feasible and has the objective beside it."""
    violations = []
    for k, each in enumerate(solution.pool or ()):
        verdict = entry.check(instance, each.decision)
        violations += [replace(v, where=f"pool[{k}], {v.where}") for v in verdict.violations]
        if verdict.feasible and differs(each.objective, verdict.objective):
            message = f"claims {each.objective!r}, the checker computes {verdict.objective!r}"
            violations.append(_claim(f"pool[{k}].objective", message))
    return violations


def _claim(where: str, message: str, amount: float | None = None) -> Violation:
    return Violation("claim", where, amount, message)


def _label_violations(entry: Statement, instance: Instance, solution: Outcome) -> list[Violation]:
    """The solution is for this problem and this instance."""
    violations = []
    if solution.problem != entry.name:
        violations.append(
            _claim("problem", f"is for {solution.problem!r}, the instance is {entry.name!r}")
        )
    sense = entry.sense(instance)
    if solution.sense != sense:
        violations.append(_claim("sense", f"is to {solution.sense}, the problem to {sense}"))
    if solution.instance.sha256 != instance.sha256:
        message = f"is for another instance ({solution.instance.name!r}, other data)"
        violations.append(_claim("instance.sha256", message))
    return violations


def _claim_violations(solution: Outcome, objective: float | None) -> list[Violation]:
    """Objective, gap, bound and status agree with the checker's values."""
    violations = []
    if differs(solution.objective, objective):
        amount = None
        if solution.objective is not None and objective is not None:
            amount = abs(solution.objective - objective)
        message = f"claims {solution.objective!r}, the checker computes {objective!r}"
        violations.append(_claim("objective", message, amount))
    reached = gap(objective, solution.bound, solution.sense)
    if reached is not None and reached < -TOLERANCE:
        message = f"the bound {solution.bound!r} contradicts the objective {objective!r}"
        violations.append(_claim("bound", message))
    if solution.gap is not None and differs(solution.gap, reached):
        violations.append(_claim("gap", f"claims {solution.gap!r}, it is {reached!r}"))
    return violations + _status_violations(solution, reached)


def _status_violations(solution: Outcome, reached: float | None) -> list[Violation]:
    """A status claims no more than the document proves."""
    in_hand = solution.decision is not None or bool(solution.front)
    if solution.status in ("infeasible", "unbounded", "unknown") and in_hand:
        return [_claim("status", f"{solution.status!r} beside a decision")]
    if solution.status in ("optimal", "within_gap", "feasible") and not in_hand:
        return [_claim("status", f"{solution.status!r} without a decision")]
    if solution.status in ("optimal", "within_gap") and solution.front is None:
        asked = solution.options.get("gap", DEFAULT_GAP)
        if type(asked) not in (int, float) or not 0 <= asked < 1:
            return [_claim("options.gap", f"must be a number from 0 to below 1, is {asked!r}")]
        least = asked if solution.status == "within_gap" else min(asked, DEFAULT_GAP)
        if not is_optimal(reached, least + TOLERANCE):
            return [_claim("status", f"{solution.status!r} is not proven by the bound")]
    if solution.status == "within_gap" and solution.front is not None:
        return [_claim("status", "'within_gap' is said of one objective, not of a front")]
    if solution.status == "optimal" and solution.front is not None and not solution.front_complete:
        return [_claim("status", "'optimal' beside a front that is not complete")]
    return []


def _certificate_state(
    entry: Statement, instance: Instance, solution: Outcome
) -> tuple[CertificateState, list[Violation]]:
    if solution.certificate is None:
        missing = f"is {solution.bound_kind!r} without a certificate"
        certified = solution.bound_kind in ("certified", "model-certified")
        return "none", [_claim("bound_kind", missing)] if certified else []
    if is_model_tree(solution.certificate):
        violations = tree_violations(solution.certificate)
        if solution.bound_kind == "certified":
            violations.append(_claim("bound_kind", "a proof of the model is no 'certified' bound"))
        return ("invalid" if violations else "none"), violations
    if solution.bound_kind == "model-certified":
        return "invalid", [_claim("bound_kind", "'model-certified' without a proof of the model")]
    claimed = None if solution.status == "infeasible" else solution.bound
    if solution.bound_front is not None and entry.front_bounds is not None:
        violations = entry.front_bounds.check(instance, solution.certificate, solution.bound_front)
    else:
        violations = entry.check_certificate(instance, solution.certificate, claimed)
    return ("invalid" if violations else "valid"), violations


def _bound_front_violations(
    entry: Statement, instance: Instance, solution: Outcome
) -> list[Violation]:
    """The bounds of a front have their form, and agree with the points and with the measures."""
    bound_front, front = solution.bound_front or [], solution.front or []
    if not bound_front:
        return [_claim("bound_front", "must not be empty")]
    if solution.status == "infeasible":
        return [_claim("bound_front", "bounds nothing where there is no plan")]
    names = list(front[0].objectives) if front else list(bound_front[0])
    faults = list(form_faults(bound_front, names))
    if faults:
        return faults
    faults = list(contradictions(bound_front, front))
    found = band_of(entry.front_bounds, instance, bound_front, solution.certificate, front)
    volumes = (None, None) if found is None else (found.inner, found.outer)
    claimed = solution.hypervolume or (None, None)
    for what, said, computed in (
        ("hypervolume[0]", claimed[0], volumes[0]),
        ("hypervolume[1]", claimed[1], volumes[1]),
        ("epsilon", solution.epsilon, None if found is None else found.epsilon),
    ):
        if said is not None and differs(said, computed, 1.0 if what == "epsilon" else 0.0):
            faults.append(_claim(what, f"claims {said!r}, the checker computes {computed!r}"))
    point = {} if found is None else dict(zip(names, found.reference.tolist(), strict=True))
    said_point = solution.reference_point or point
    for name in sorted({*point, *said_point}):
        if differs(said_point.get(name), point.get(name)):
            message = f"claims {said_point.get(name)!r}, the checker computes {point.get(name)!r}"
            faults.append(_claim(f"reference_point.{name}", message))
    return faults
