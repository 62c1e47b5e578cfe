"""Check a solution document against its instance: the decision and all of its claims."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Literal

from pydantic import ValidationError

from ...core.display import ShortDisplay
from ...core.faults import InputError, refuse_extremes
from ...core.fronts import nondominated
from ...core.gaps import DEFAULT_GAP, gap
from ...core.outcome import Outcome
from ...core.schema import Instance, field_faults
from .findings import (
    Findings,
    Statement,
    check_bounds,
    contradiction,
    plan_findings,
    unchecked_claims,
)
from .front_bounds import vectors_of
from .tolerances import TOLERANCE
from .verdict import Verdict, Violation, claim, differences, differs, is_optimal


@dataclass(frozen=True, repr=False)
class Check(ShortDisplay):
    """The result of checking a solution document: violations and recomputed values."""

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
            document["points"] = [
                {
                    "feasible": verdict.feasible,
                    "objectives": verdict.objectives,
                    "violations": [violation.as_document() for violation in verdict.violations],
                }
                for verdict in self.points
            ]
        return document


def is_bare_decision(document: Any) -> bool:
    """Return whether a document is a bare decision, without a solution's other fields."""
    return isinstance(document, dict) and not {"status", "method", "problem"} & set(document)


def check_decision(entry: Statement, instance: Instance, decision: Any) -> Check:
    """Check a decision that comes without claims."""
    verdict = entry.judge(instance, decision)
    return Check(verdict.feasible, verdict.objective, verdict.violations, certificate="none")


def outcome_from_document(document: Any, subject: str) -> Outcome:
    """Return a solution document as an outcome; raise an error if it is malformed."""
    refuse_extremes(document, subject)
    try:
        return Outcome.model_validate(document)
    except ValidationError as error:
        raise InputError(subject, field_faults(error, Outcome)) from None


def check(entry: Statement, instance: Instance, solution: Outcome) -> Check:
    """Check a solution document: its decision, objective, bound, status and certificate."""
    found = plan_findings(entry, instance, solution)
    check_bounds(entry, instance, solution, solution.status == "infeasible", found)
    violations = list(_label_violations(entry, instance, solution))
    violations += [fault for faults in found.faults.values() for fault in faults]
    violations += _pool_violations(entry, instance, solution)
    if found.verdict is None or found.verdict.feasible:
        reached = gap(found.objective, solution.bound, solution.sense)
        violations += _number_violations(solution, found.objective, reached)
        violations += _status_violations(solution, reached)
        violations += _side_violations(solution, found)
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


def _label_violations(
    entry: Statement, instance: Instance, solution: Outcome
) -> Iterator[Violation]:
    """Yield a violation if the solution has another problem, sense or instance."""
    if solution.problem != entry.name:
        yield claim("problem", f"is for {solution.problem!r}, but the instance is {entry.name!r}")
    sense = entry.sense(instance)
    if solution.sense != sense:
        yield claim("sense", f"is {solution.sense!r}, but the problem has {sense!r}")
    if solution.instance.sha256 != instance.sha256:
        message = f"is for an instance with other data ({solution.instance.name!r})"
        yield claim("instance.sha256", message)


def _pool_violations(
    entry: Statement, instance: Instance, solution: Outcome
) -> Iterator[Violation]:
    """Yield a violation for each infeasible, misvalued, repeated or wrongly ordered decision.

    The decisions get worse or stay equal; the first one has the solution's objective.
    """
    pool = solution.pool or []
    for k, each in enumerate(pool):
        verdict = entry.judge(instance, each.decision)
        yield from (replace(v, where=f"pool[{k}], {v.where}") for v in verdict.violations)
        if verdict.feasible:
            yield from differences(f"pool[{k}].objective", each.objective, verdict.objective)
    values = [entry.objective for entry in pool]
    sign = 1.0 if solution.sense == "minimize" else -1.0
    if values and differs(values[0], solution.objective):
        yield claim("pool[0]", f"has {values[0]!r}, but the objective is {solution.objective!r}")
    for k, (one, other) in enumerate(pairwise(values)):
        if sign * (other - one) < -TOLERANCE * max(1.0, abs(one)):
            yield claim(f"pool[{k + 1}]", f"{other!r} is better than the previous {one!r}")
    documents = [json.dumps(entry.decision, sort_keys=True) for entry in pool]
    for k, document in enumerate(documents):
        if document in documents[:k]:
            yield claim(f"pool[{k}]", "repeats the decision of a previous entry")


def _number_violations(
    solution: Outcome, objective: float | None, reached: float | None
) -> Iterator[Violation]:
    """Yield a violation if objective, bound or gap differ from the checker's values."""
    yield from differences("objective", solution.objective, objective)
    if words := contradiction(objective, solution.bound, solution.sense):
        yield claim("bound", words)
    if solution.gap is not None and differs(solution.gap, reached):
        yield claim("gap", f"claims {solution.gap!r}, but the gap is {reached!r}")


def _status_violations(solution: Outcome, reached: float | None) -> list[Violation]:
    """Return violations if the status claims more than the document proves."""
    in_hand = solution.decision is not None or bool(solution.front)
    if solution.status in ("infeasible", "unbounded", "unknown") and in_hand:
        return [claim("status", f"is {solution.status!r}, although there is a decision")]
    if solution.status in ("optimal", "within_gap", "feasible") and not in_hand:
        return [claim("status", f"is {solution.status!r}, although there is no decision")]
    if solution.status in ("optimal", "within_gap") and solution.front is None:
        asked = solution.options.get("gap", DEFAULT_GAP)
        if type(asked) not in (int, float) or not 0 <= asked < 1:
            return [claim("options.gap", f"must be a number from 0 to below 1 (found {asked!r})")]
        least = asked if solution.status == "within_gap" else min(asked, DEFAULT_GAP)
        if not is_optimal(reached, least + TOLERANCE):
            return [claim("status", f"{solution.status!r} is not proven by the bound")]
    if solution.status == "within_gap" and solution.front is not None:
        return [claim("status", "'within_gap' is a status for one objective, not for a front")]
    if solution.status == "optimal" and solution.front is not None and not solution.front_complete:
        return [claim("status", "claims 'optimal', but the front is not complete")]
    return []


def _side_violations(solution: Outcome, found: Findings) -> Iterator[Violation]:
    """Yield the faults of a solution's trace, front and recomputed details.

    A front must not contain a dominated or repeated point.
    """
    for k, (_, _, bound) in enumerate(solution.trace):
        if words := contradiction(found.objective, bound, solution.sense):
            yield claim(f"trace[{k}]", words)
    for key, value in found.details.items():
        if key in solution.details:
            yield from differences(f"details.{key}", solution.details[key], value)
    front = solution.front or []
    if len(names := {tuple(sorted(point.objectives)) for point in front}) != 1 or () in names:
        return  # without points; or their objectives are refused already
    for k in sorted({*range(len(front))} - {*nondominated(vectors_of(front)).tolist()}):
        yield claim(f"front[{k}]", "is no better in any objective than another point")


def _measure_violations(solution: Outcome, found: Findings) -> Iterator[Violation]:
    """Yield a violation for each measure of a front that differs from the checker's."""
    if found.band is None and found.faults.get("the bounds of the front"):
        return  # bounds without their form measure nothing
    nothing: dict[str, Any] = {"hypervolume": (None, None), "epsilon": None, "reference_point": {}}
    for name, value in (found.measures or nothing).items():
        if getattr(solution, name) is not None:
            size = 1.0 if name == "epsilon" else 0.0
            yield from differences(name, getattr(solution, name), value, size)
