"""Findings about the claims of a result: decision, front, certificate, and bounds of the front.

A method's answer and a solution document are checked in the same way; `acceptance` and `documents`
use the same findings for different purposes.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeAlias

from ...core.fronts import Band, gap_between_fronts, nondominated
from ...core.gaps import Sense, gap
from ...core.memory import collector_paused
from ...core.outcome import Answer, Outcome, Point
from ...core.schema import Instance
from .front_bounds import (
    FrontBounds,
    contradictions,
    corners_of,
    form_faults,
    point_violations,
    vectors_of,
)
from .judging import is_model_tree, tree_violations
from .tolerances import TOLERANCE
from .verdict import TOO_LARGE, Verdict, Violation, claim

IN_A_FOLDER = (
    "a proof of the exact model that is not in this document; "
    "`optgap prove` writes one, and `optgap verify` checks its folder"
)
_TOLD = ("solver", "stopped", "message", "seconds", "timing", "seed", "options")

CertificateState: TypeAlias = Literal["valid", "invalid", "too large", "none"]


class Statement(Protocol):
    """The parts of a problem that the checks need: its name, sense and judging functions."""

    @property
    def name(self) -> str: ...

    @property
    def front_bounds(self) -> FrontBounds | None: ...

    def sense(self, instance: Any, /) -> Sense:
        """Return ``"minimize"`` or ``"maximize"``, the sense of an instance's objective."""

    def judge(self, instance: Any, decision: Any, /) -> Verdict:
        """Return the checker's verdict on a decision."""

    def check_certificate(
        self, instance: Any, certificate: dict[str, Any], bound: float | None, /
    ) -> list[Violation]:
        """Return the faults of a certificate for a bound (``None``: infeasibility)."""

    def claims_beside(
        self, instance: Any, objective: float | None, details: Mapping[str, Any], /
    ) -> list[Violation]:
        """Return the faults of the certified claims in ``details`` other than the bound."""


@dataclass
class Findings:
    """The faults of each part of a claim, and the values that the checks have computed.

    ``points`` has the verdicts on all points of the front, ``front`` its nondominated points with
    the objectives that the checker computed.
    """

    verdict: Verdict | None = None
    points: tuple[Verdict, ...] | None = None
    front: list[Point] | None = None
    certificate: CertificateState = "none"
    band: Band | None = None
    faults: dict[str, list[Violation]] = field(default_factory=dict)

    @property
    def objective(self) -> float | None:
        """The objective that the checker computed for the decision."""
        return None if self.verdict is None else self.verdict.objective

    @property
    def details(self) -> Mapping[str, Any]:
        """The measures that the checker computed for a feasible decision."""
        return self.verdict.details if self.verdict is not None and self.verdict.feasible else {}

    @property
    def measures(self) -> dict[str, Any]:
        """Hypervolumes, additive epsilon and the reference point, if there are front bounds."""
        if self.band is None or not self.front:
            return {}
        point = zip(self.front[0].objectives, self.band.reference.tolist(), strict=True)
        return {
            "hypervolume": (self.band.inner, self.band.outer),
            "epsilon": self.band.epsilon,
            "reference_point": dict(point),
        }


@collector_paused()
def plan_findings(problem: Statement, instance: Instance, claims: Answer | Outcome) -> Findings:
    """Check the decision and all points of the front; `check_bounds` adds the other findings."""
    found = Findings()
    if claims.decision is not None:
        found.verdict = problem.judge(instance, claims.decision)
        found.faults["the decision"] = list(found.verdict.violations)
    _walk_front(problem, instance, claims, found)
    return found


@collector_paused()
def check_bounds(
    problem: Statement,
    instance: Instance,
    claims: Answer | Outcome,
    infeasible: bool,
    found: Findings,
) -> None:
    """Check bounds and certificates; with ``infeasible`` the claim is that no decision exists."""
    if found.verdict is None or found.verdict.feasible:
        beside = problem.claims_beside(instance, found.objective, claims.details)
        found.faults["a claim beside the bound"] = beside
    found.certificate, invalid = _certificate(problem, instance, claims, infeasible)
    found.faults["the certificate"] = invalid
    if claims.bound_front is not None:
        found.faults["the bounds of the front"] = _bound_front(
            problem, instance, claims, infeasible, found
        )


def _walk_front(
    problem: Statement, instance: Instance, claims: Answer | Outcome, found: Findings
) -> None:
    """Check all points of a front; a decision with several objectives is a front of one point."""
    if claims.front is None:
        if found.verdict is not None and found.verdict.objectives:
            point = Point(objectives=found.verdict.objectives, decision=claims.decision or {})
            found.front = [point]
        return
    found.points = tuple(problem.judge(instance, point.decision) for point in claims.front)
    pairs = list(zip(claims.front, found.points, strict=True))
    faults = [fault for k, pair in enumerate(pairs) for fault in point_violations(k, *pair)]
    found.faults["a point of the front"] = faults
    front = [Point(objectives=v.objectives or {}, decision=p.decision) for p, v in pairs]
    if front and not faults:
        front = [front[k] for k in nondominated(vectors_of(front))]
    found.front = front


def _certificate(
    problem: Statement, instance: Instance, claims: Answer | Outcome, infeasible: bool
) -> tuple[CertificateState, list[Violation]]:
    certificate, kind = claims.certificate, claims.bound_kind
    if certificate is None:
        missing = f"is {kind!r} without a certificate"
        certified = kind in ("certified", "model-certified")
        return "none", [claim("bound_kind", missing)] if certified else []
    if is_model_tree(certificate):  # the command that writes its proof verifies it
        violations = tree_violations(certificate)
        if kind == "certified":
            violations.append(
                claim("bound_kind", "a proof of the model does not make a bound 'certified'")
            )
        return ("invalid" if violations else "none"), violations
    if kind == "model-certified":
        return "invalid", [claim("bound_kind", "'model-certified' without a proof of the model")]
    if claims.bound_front is not None and problem.front_bounds is not None:
        violations = problem.front_bounds.check(instance, certificate, claims.bound_front)
    else:
        claimed = None if infeasible else claims.bound
        violations = problem.check_certificate(instance, certificate, claimed)
    if any(violation.constraint == TOO_LARGE for violation in violations):
        return "too large", violations
    return ("invalid" if violations else "valid"), violations


def _bound_front(
    problem: Statement,
    instance: Instance,
    claims: Answer | Outcome,
    infeasible: bool,
    found: Findings,
) -> list[Violation]:
    """Return the faults of a front's bounds; add the distance from the bounds to ``found``."""
    bound_front, front = claims.bound_front or [], found.front or []
    if not bound_front:
        return [claim("bound_front", "must not be empty")]
    if infeasible:
        return [claim("bound_front", "must be missing, because there is no plan")]
    if found.faults.get("a point of the front"):
        return []  # there is no front to compare with
    names = list(front[0].objectives) if front else list(bound_front[0])
    if faults := list(form_faults(bound_front, names)):
        return faults
    if front:
        proof = claims.certificate if found.certificate == "valid" else None
        corners = corners_of(problem.front_bounds, instance, bound_front, proof)
        if corners is not None and len(corners):
            found.band = gap_between_fronts(vectors_of(front), corners)
    return list(contradictions(bound_front, front))


def contradiction(objective: float | None, bound: float | None, sense: Sense) -> str | None:
    """Return a message if a bound excludes an objective by more than rounding, else ``None``."""
    reached = gap(objective, bound, sense)
    if reached is None or reached >= -TOLERANCE:
        return None
    return f"the bound {bound!r} contradicts the objective {objective!r}"


def unchecked_claims(instance: Instance, solution: Outcome, found: Findings) -> Iterator[str]:
    """Yield the claims that nothing in the document proves."""
    proven = found.certificate == "valid"
    whose = f"as {solution.solver.name if solution.solver else solution.method} claims"
    if is_model_tree(solution.certificate):
        whose = IN_A_FOLDER
    if solution.status in ("infeasible", "unbounded") and not proven:
        yield f"the instance is {solution.status}: {whose}"
    of_front = solution.bound_front is not None or solution.status == "infeasible"
    if solution.bound is not None and (not proven or of_front):
        yield f"no solution is better than {solution.bound!r}: {whose}"
    if solution.front_complete:
        yield f"the front is complete: {whose}"
    if solution.bound_front and not proven:
        yield f"no plan is beyond the bounds of the front: {whose}"
    if solution.pool:
        yield "pool: no other decision is better than its last entry (claimed by an engine)"
    yield from _unread(instance, solution, found)


def _unread(instance: Instance, solution: Outcome, found: Findings) -> Iterator[str]:
    """Yield the claims about the computation of a result, and measures that cannot be checked."""
    if solution.bound_front is None:
        for name in ("hypervolume", "epsilon", "reference_point"):
            if getattr(solution, name) is not None:
                yield f"{name}: it can be checked only with bounds of the front"
    if solution.instance.name != instance.name:
        yield f"instance.name: {solution.instance.name!r} is a label that the digest ignores"
    if solution.trace:
        yield f"trace: the times of its {len(solution.trace)} objectives and bounds"
    others = sorted(set(solution.details) - {*found.details, "certified_bound"})
    if others:
        yield f"details: {', '.join(others)}"
    told = [name for name in _TOLD if getattr(solution, name) not in (None, {})]
    yield f"how the solution was found: method, {', '.join(told)}"
