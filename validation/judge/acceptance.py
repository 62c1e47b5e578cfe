"""The judge: it accepts or rejects the claims of a method, and gives the outcome its status.

A status is given only here.  The checker accepts a decision first and computes its objective.
`optimal` is given only if the bound proves it, and a bound is `certified` only if its certificate
was re-checked.
"""

from dataclasses import replace
from typing import Any

from ...core.gaps import DEFAULT_GAP, better, gap
from ...core.outcome import Answer, InstanceLabel, Outcome, Status, TracePoint
from ...core.run import Deadline, Run, stop_when_overdue
from ...core.schema import Instance
from .findings import Findings, Statement, check_bounds, contradiction, plan_findings
from .judging import trust_in
from .verdict import MOST_LISTED, TOO_LARGE, Violation, differs, is_optimal


def judged_outcome(
    problem: Statement,
    instance: Instance,
    method: str,
    answer: Answer,
    run: Run,
    options: dict[str, Any],
) -> Outcome:
    """Return the outcome of a method's answer after checking its claims."""
    seconds = run.seconds  # the method's, without the judge's
    with run.timed("check"):
        answer, found = _accept(problem, instance, answer, run)
    objective = found.objective
    beyond = (gap(objective, answer.bound, run.sense) or 0.0) < 0  # rounding put it there
    bound = objective if beyond else answer.bound
    is_claimed = bound is not None or answer.bound_front or answer.infeasible
    word = trust_in(answer.certificate) if answer.infeasible else None
    return Outcome(
        problem=problem.name,
        instance=InstanceLabel(name=instance.name, sha256=instance.sha256),
        method=method,
        solver=answer.solver,
        status=_status(answer, found, bound, run),
        stopped=answer.stopped,
        message=answer.message,
        sense=run.sense,
        objective=objective,
        bound=bound,
        bound_kind=answer.bound_kind or word if is_claimed else None,
        gap=gap(objective, bound, run.sense),
        certificate=answer.certificate,
        seconds=seconds,
        timing=run.timing,
        seed=run.seed,
        options=options,
        details={**answer.details, **found.details},
        trace=_trace_to_end(run, (round(seconds, 6), objective, bound)),
        decision=answer.decision,
        front=found.front,
        front_complete=answer.front_complete,
        bound_front=answer.bound_front,
        **found.measures,
    )


def _accept(
    problem: Statement, instance: Instance, answer: Answer, run: Run
) -> tuple[Answer, Findings]:
    """Return the answer after all checks; an answer with a false claim becomes an error.

    The plans are checked first.  A certificate whose check does not end in time proves nothing
    here; it stays in the answer, so that it can be checked later.
    """
    deadline, found = Deadline(), plan_findings(problem, instance, answer)
    try:
        with stop_when_overdue(run.for_judge()) as deadline:
            check_bounds(problem, instance, answer, answer.infeasible, found)
    except BaseException as ending:
        is_interrupted = isinstance(ending, KeyboardInterrupt)
        if not (deadline.fired or (is_interrupted and answer.certificate is not None)):
            raise
        known = {key: value for key, value in answer.details.items() if key != "certified_bound"}
        why = "interrupted" if is_interrupted else "too late"
        unproven = replace(
            answer, details=known, stopped="interrupted" if is_interrupted else answer.stopped
        )
        unproven = _uncertified(unproven, f"unchecked: its check was {why}")
        check_bounds(problem, instance, unproven, answer.infeasible, found)
        answer = replace(unproven, certificate=answer.certificate)
    if found.certificate == "too large":  # nobody can re-check it: it proves nothing
        answer = _uncertified(answer, found.faults.pop("the certificate")[0].message)
    beside = found.faults.get("a claim beside the bound", [])
    if any(fault.constraint == TOO_LARGE for fault in beside):
        beside[:] = [fault for fault in beside if fault.constraint != TOO_LARGE]
        known = {key: value for key, value in answer.details.items() if key != "certified_bound"}
        answer = replace(answer, details=known)
    if answer.front is None and found.front is not None:
        answer = replace(answer, front_complete=False)  # one plan of several objectives
    defect = _defect(answer, found, run)
    return (answer, found) if defect is None else (defect, Findings())


def _uncertified(answer: Answer, why: str) -> Answer:
    """Return the answer without its certificate, whose bound is now only the method's claim."""
    return replace(
        answer, certificate=None, bound_kind="solver", details=answer.details | {"certificate": why}
    )


def _defect(answer: Answer, found: Findings, run: Run) -> Answer | None:
    """Return the answer as an error if a finding shows a false claim, else ``None``."""
    if broken := found.faults.get("the decision"):
        return _refusal("the decision", broken, answer)
    if found.verdict is not None and (answer.infeasible or answer.unbounded):
        return _error("claims that there is no decision, but contains one", answer)
    if (value := found.objective) is not None:
        claimed = run.objective if run.decision in (None, answer.decision) else None
        # An engine that stops early may leave auxiliary variables above the values of its plan, so
        # that the plan is better than reported; one that is worse than reported is a defect.
        if claimed is not None and differs(claimed, value) and better(claimed, value, run.sense):
            return _error(f"reported {claimed!r}, but the checker computes {value!r}", answer)
        if words := contradiction(value, answer.bound, run.sense):
            return _error(words, answer)
    for part, faults in found.faults.items():
        if faults:
            return _refusal(part, faults, answer)
    return None


def _refusal(what: str, violations: list[Violation], answer: Answer) -> Answer:
    message = f"the checker rejects {what}: {violations[0]}"
    if len(violations) > 1:
        message += f" (and {len(violations) - 1} more)"
    listed = [violation.as_document() for violation in violations[:MOST_LISTED]]
    return replace(_error(message, answer), details={"violations": listed})


def _error(message: str, answer: Answer) -> Answer:
    return Answer(stopped="error", message=message, solver=answer.solver)


def _status(answer: Answer, found: Findings, bound: float | None, run: Run) -> Status:
    is_unchecked = answer.certificate is not None and answer.bound_kind == "solver"
    if answer.infeasible or answer.unbounded:
        return "unknown" if is_unchecked else "infeasible" if answer.infeasible else "unbounded"
    if found.front is not None:
        complete: Status = "optimal" if answer.front_complete else "feasible"
        return complete if found.front else "unknown"
    if found.objective is None:
        return "unknown"
    reached = None if is_unchecked else gap(found.objective, bound, run.sense)
    if is_optimal(reached, min(run.gap, DEFAULT_GAP)):
        return "optimal"
    return "within_gap" if is_optimal(reached, run.gap) else "feasible"


def _trace_to_end(run: Run, last: TracePoint) -> list[TracePoint]:
    """Return the trace with the final result; bounds beyond the plan's value are cut to it."""
    _, objective, bound = last
    if objective is None and bound is None:
        return run.trace
    beyond = [(gap(objective, proven, run.sense) or 0.0) < 0 for _, _, proven in run.trace]
    trace = [(t, o, objective if x else b) for x, (t, o, b) in zip(beyond, run.trace, strict=True)]
    return trace if trace and trace[-1][1:] == last[1:] else [*trace, last]
