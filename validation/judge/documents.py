"""Check a solution document against its instance: the decision and every claim it makes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

from pydantic import ValidationError

from ...core.faults import InputError
from ...core.input_limits import refuse_extremes
from ...core.outcome import DEFAULT_GAP, Outcome, gap
from ...core.schema import Instance, field_faults
from .findings import Findings, Statement, contradiction, findings
from .side_claims import side_violations, unchecked_claims
from .tolerances import TOLERANCE
from .verdict import Verdict, Violation, claim, differs, is_optimal


@dataclass(frozen=True)
class Check:
    """The judge's verdict on a solution document."""

    feasible: bool
    objective: float | None
    violations: tuple[Violation, ...]
    certificate: Literal["valid", "invalid", "none"]
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
    found = findings(entry, instance, solution, infeasible=solution.status == "infeasible")
    violations = _label_violations(entry, instance, solution)
    violations += [fault for faults in found.faults.values() for fault in faults]
    violations += _pool_violations(entry, instance, solution)
    if found.verdict is None or found.verdict.feasible:
        violations += _claim_violations(solution, found.objective)
        violations += side_violations(solution, found)
    if solution.bound_front:
        violations += _measure_violations(solution, found)
    points = found.points
    return Check(
        feasible=(found.verdict is not None and found.verdict.feasible)
        or (points is not None and all(point.feasible for point in points)),
        objective=found.objective,
        violations=tuple(violations),
        certificate="invalid" if found.certificate == "too large" else found.certificate,
        points=points,
        unchecked=tuple(unchecked_claims(instance, solution, found)),
    )


def _pool_violations(entry: Statement, instance: Instance, solution: Outcome) -> list[Violation]:
    """Every decision of a pool is feasible and has the objective beside it."""
    violations = []
    for k, each in enumerate(solution.pool or ()):
        verdict = entry.check(instance, each.decision)
        violations += [replace(v, where=f"pool[{k}], {v.where}") for v in verdict.violations]
        if verdict.feasible and differs(each.objective, verdict.objective):
            message = f"claims {each.objective!r}, the checker computes {verdict.objective!r}"
            violations.append(claim(f"pool[{k}].objective", message))
    return violations


def _label_violations(entry: Statement, instance: Instance, solution: Outcome) -> list[Violation]:
    """The solution is for this problem and this instance."""
    violations = []
    if solution.problem != entry.name:
        message = f"is for {solution.problem!r}, the instance is {entry.name!r}"
        violations.append(claim("problem", message))
    sense = entry.sense(instance)
    if solution.sense != sense:
        violations.append(claim("sense", f"is to {solution.sense}, the problem to {sense}"))
    if solution.instance.sha256 != instance.sha256:
        message = f"is for another instance ({solution.instance.name!r}, other data)"
        violations.append(claim("instance.sha256", message))
    return violations


def _claim_violations(solution: Outcome, objective: float | None) -> list[Violation]:
    """Objective, gap, bound and status agree with the checker's values."""
    violations = []
    if differs(solution.objective, objective):
        amount = None
        if solution.objective is not None and objective is not None:
            amount = abs(solution.objective - objective)
        message = f"claims {solution.objective!r}, the checker computes {objective!r}"
        violations.append(claim("objective", message, amount))
    reached = gap(objective, solution.bound, solution.sense)
    if words := contradiction(objective, solution.bound, solution.sense):
        violations.append(claim("bound", words))
    if solution.gap is not None and differs(solution.gap, reached):
        violations.append(claim("gap", f"claims {solution.gap!r}, it is {reached!r}"))
    return violations + _status_violations(solution, reached)


def _status_violations(solution: Outcome, reached: float | None) -> list[Violation]:
    """A status claims no more than the document proves."""
    in_hand = solution.decision is not None or bool(solution.front)
    if solution.status in ("infeasible", "unbounded", "unknown") and in_hand:
        return [claim("status", f"{solution.status!r} beside a decision")]
    if solution.status in ("optimal", "within_gap", "feasible") and not in_hand:
        return [claim("status", f"{solution.status!r} without a decision")]
    if solution.status in ("optimal", "within_gap") and solution.front is None:
        asked = solution.options.get("gap", DEFAULT_GAP)
        if type(asked) not in (int, float) or not 0 <= asked < 1:
            return [claim("options.gap", f"must be a number from 0 to below 1, is {asked!r}")]
        least = asked if solution.status == "within_gap" else min(asked, DEFAULT_GAP)
        if not is_optimal(reached, least + TOLERANCE):
            return [claim("status", f"{solution.status!r} is not proven by the bound")]
    if solution.status == "within_gap" and solution.front is not None:
        return [claim("status", "'within_gap' is said of one objective, not of a front")]
    if solution.status == "optimal" and solution.front is not None and not solution.front_complete:
        return [claim("status", "'optimal' beside a front that is not complete")]
    return []


def _measure_violations(solution: Outcome, found: Findings) -> list[Violation]:
    """What is measured of a front against its bounds is what the checker measures."""
    if found.band is None and found.faults.get("the bounds of the front"):
        return []  # bounds without their form measure nothing
    band, point = found.band, {}
    computed: dict[str, float | None] = dict.fromkeys(("hypervolume[0]", "hypervolume[1]"))
    computed["epsilon"] = None if band is None else band.epsilon
    if band is not None and found.front:
        names = found.front[0].objectives
        point = dict(zip(names, band.reference.tolist(), strict=True))
        computed |= {"hypervolume[0]": band.inner, "hypervolume[1]": band.outer}
    inner, outer = solution.hypervolume or (None, None)
    said = {"hypervolume[0]": inner, "hypervolume[1]": outer, "epsilon": solution.epsilon}
    said = {what: value for what, value in said.items() if value is not None}
    stated = point if solution.reference_point is None else solution.reference_point
    for name in sorted({*point, *stated}):
        said[f"reference_point.{name}"] = stated.get(name)
        computed[f"reference_point.{name}"] = point.get(name)
    return [
        claim(what, f"claims {value!r}, the checker computes {computed[what]!r}")
        for what, value in said.items()
        if differs(value, computed[what], 1.0 if what == "epsilon" else 0.0)
    ]
