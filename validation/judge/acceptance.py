"""The judge: turns what a method claims into an outcome that is true.

Here alone a status is given.  A decision is accepted by the checker first, its objective is the
one that the checker computes, `optimal` is said only if the bound proves it, and a certificate
is re-checked before anybody sees it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ...core.dominance import nondominated
from ...core.front_measures import Band
from ...core.outcome import (
    DEFAULT_GAP,
    Answer,
    BoundKind,
    InstanceLabel,
    Outcome,
    Point,
    Sense,
    Status,
    better,
    gap,
)
from ...core.run import Run
from ...core.schema import Instance
from .front_bounds import band_of, contradictions, form_faults
from .fronts import point_violations, vectors_of
from .model_tree import is_model_tree, trust_in
from .model_tree import violations as tree_violations
from .statement import Statement
from .verdict import MOST_LISTED, TOO_LARGE, Verdict, Violation, differs, is_optimal


@dataclass(frozen=True)
class _Judged:
    """An answer with the checker's findings."""

    answer: Answer
    verdict: Verdict | None
    front: list[Point] | None = None
    band: Band | None = None


def judged_outcome(
    problem: Statement,
    instance: Instance,
    method: str,
    answer: Answer,
    run: Run,
    options: dict[str, Any],
) -> Outcome:
    """Return the outcome of a method's answer."""
    seconds = run.seconds  # the method's, without the judge's
    with run.timed("check"):
        judged = _judge(problem, instance, answer, run)
    answer, verdict = judged.answer, judged.verdict
    objective = None if verdict is None else verdict.objective
    bound = _tidy_bound(objective, answer.bound, run.sense)
    return Outcome(
        problem=problem.name,
        instance=InstanceLabel(name=instance.name, sha256=instance.sha256),
        method=method,
        solver=answer.solver,
        status=_status(answer, objective, bound, run, judged.front),
        stopped=answer.stopped,
        message=answer.message,
        sense=run.sense,
        objective=objective,
        bound=bound,
        bound_kind=_bound_kind(answer, bound),
        gap=gap(objective, bound, run.sense),
        certificate=answer.certificate,
        seconds=seconds,
        timing=run.timing,
        seed=run.seed,
        options=options,
        details={**answer.details, **({} if verdict is None else verdict.details)},
        trace=_closed_trace(run, seconds, objective, bound),
        decision=answer.decision,
        front=judged.front,
        front_complete=answer.front_complete,
        bound_front=answer.bound_front,
        **_band_fields(judged),
    )


def _judge(problem: Statement, instance: Instance, answer: Answer, run: Run) -> _Judged:
    verdict = None
    if answer.decision is not None:
        verdict = problem.check(instance, answer.decision)
        if (defect := _defect(verdict, answer, run)) is not None:
            return _Judged(defect, None)
        if faults := problem.claims_beside(instance, verdict.objective, answer.details):
            return _Judged(_refused("a claim beside the bound", faults, answer), None)
    front = None
    if answer.front is None and verdict is not None and verdict.objectives:
        # a single decision of a problem with several objectives is a point of its front
        point = Point(objectives=verdict.objectives, decision=answer.decision or {})
        answer = replace(answer, front=[point], front_complete=False)
    if answer.front is not None:
        front, violations = _judged_front(problem, instance, answer.front)
        if violations:
            return _Judged(_refused("a point of the front", violations, answer), None)
    if answer.certificate is not None:
        violations = _certificate_violations(problem, instance, answer)
        too_large = [each.message for each in violations if each.constraint == TOO_LARGE]
        if too_large:
            details = {**answer.details, "certificate": too_large[0]}
            answer = replace(answer, certificate=None, bound_kind="solver", details=details)
        elif violations:
            return _Judged(_refused("the certificate", violations, answer), None)
    elif answer.bound_kind in ("certified", "model-certified"):
        message = f"a bound is called {answer.bound_kind} without a certificate"
        return _Judged(_error(message, answer), None)
    if answer.bound_front is None:
        return _Judged(answer, verdict, front)
    return _with_band(problem, instance, _Judged(answer, verdict, front))


def _certificate_violations(
    problem: Statement, instance: Instance, answer: Answer
) -> list[Violation]:
    assert answer.certificate is not None
    if is_model_tree(answer.certificate):
        return tree_violations(answer.certificate)  # verified by whoever wrote the proof
    if answer.bound_front is not None and problem.front_bounds is not None:
        return problem.front_bounds.check(instance, answer.certificate, answer.bound_front)
    claimed = None if answer.infeasible else answer.bound
    return problem.check_certificate(instance, answer.certificate, claimed)


def _with_band(problem: Statement, instance: Instance, judged: _Judged) -> _Judged:
    """Measure a front against its bounds; what contradicts them is a defect of ours."""
    answer, bound_front = judged.answer, judged.answer.bound_front or []
    names = list(judged.front[0].objectives) if judged.front else list(bound_front[0])
    faults = list(form_faults(bound_front, names))
    faults = faults or list(contradictions(bound_front, judged.front or []))
    if faults:
        return _Judged(_refused("the bounds of the front", faults, answer), None)
    found = band_of(problem.front_bounds, instance, bound_front, answer.certificate, judged.front)
    return replace(judged, band=found)


def _band_fields(judged: _Judged) -> dict[str, Any]:
    """Return hypervolumes, epsilon and the point up to which volumes are measured."""
    found = judged.band
    if found is None or not judged.front:
        return {}
    names = list(judged.front[0].objectives)
    return {
        "hypervolume": (found.inner, found.outer),
        "epsilon": found.epsilon,
        "reference_point": dict(zip(names, found.reference.tolist(), strict=True)),
    }


def _defect(verdict: Verdict, answer: Answer, run: Run) -> Answer | None:
    """Return the error that an answer with a decision amounts to, if it does."""
    if not verdict.feasible:
        return _refused("the decision", verdict.violations, answer)
    if answer.infeasible or answer.unbounded:
        return _error("a decision was found and yet denied to exist", answer)
    if (value := verdict.objective) is None:
        return None
    claimed = run.objective if run.decision in (None, answer.decision) else None
    # An engine that stops early may leave auxiliary variables above what its plan needs, so that
    # the plan is better than reported; one that is worse than reported is a defect.
    if claimed is not None and differs(claimed, value) and better(claimed, value, run.sense):
        return _error(f"reported {claimed!r}, the checker computes {value!r}", answer)
    reached = gap(value, answer.bound, run.sense)
    if reached is not None and reached < -max(run.gap, DEFAULT_GAP):
        return _error(f"the bound {answer.bound!r} contradicts the objective {value!r}", answer)
    return None


def _judged_front(
    problem: Statement, instance: Instance, front: list[Point]
) -> tuple[list[Point], list[Violation]]:
    """Return the nondominated points with the objectives that the checker computes.

    And all violations, with which there is no front.
    """
    points: list[Point] = []
    violations: list[Violation] = []
    for k, point in enumerate(front):
        verdict = problem.check(instance, point.decision)
        violations += point_violations(k, point, verdict)
        points.append(Point(objectives=verdict.objectives or {}, decision=point.decision))
    if points and not violations:
        points = [points[k] for k in nondominated(vectors_of(points))]
    return points, violations


def _refused(what: str, violations: Any, answer: Answer) -> Answer:
    listed = [violation.as_document() for violation in violations][:MOST_LISTED]
    count = len(violations)
    message = f"the checker rejects {what}: {violations[0]}"
    if count > 1:
        message += f" (and {count - 1} more)"
    return replace(_error(message, answer), details={"violations": listed})


def _error(message: str, answer: Answer) -> Answer:
    return Answer(stopped="error", message=message, solver=answer.solver)


def _tidy_bound(objective: float | None, bound: float | None, sense: Sense) -> float | None:
    """Return the bound, moved to the objective where rounding put it just beyond."""
    reached = gap(objective, bound, sense)
    return objective if reached is not None and reached < 0 else bound


def _bound_kind(answer: Answer, bound: float | None) -> BoundKind | None:
    """Return who vouches for the bound, or for infeasibility: its certificate, else a word."""
    claims = (bound is not None, answer.bound_front, answer.infeasible)
    word = trust_in(answer.certificate) if answer.infeasible else None
    return answer.bound_kind or word if any(claims) else None


def _status(
    answer: Answer,
    objective: float | None,
    bound: float | None,
    run: Run,
    front: list[Point] | None,
) -> Status:
    if answer.infeasible or answer.unbounded:
        return "infeasible" if answer.infeasible else "unbounded"
    if front is not None:
        complete: Status = "optimal" if answer.front_complete else "feasible"
        return complete if front else "unknown"
    if objective is None:
        return "unknown"
    reached = gap(objective, bound, run.sense)
    if is_optimal(reached, min(run.gap, DEFAULT_GAP)):
        return "optimal"
    return "within_gap" if is_optimal(reached, run.gap) else "feasible"


def _closed_trace(
    run: Run, seconds: float, objective: float | None, bound: float | None
) -> list[tuple[float, float | None, float | None]]:
    """Return the trace, its last entry being the final result."""
    last = (round(seconds, 6), objective, bound)
    if objective is None and bound is None:
        return run.trace
    return run.trace if run.trace and run.trace[-1][1:] == last[1:] else [*run.trace, last]
