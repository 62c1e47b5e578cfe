"""The run of a method on an instance, one step after the other."""

import inspect
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from ...core.faults import InputError
from ...core.outcome import Answer
from ...core.plain import plain_data
from ...core.run import Run
from ...core.signatures import arguments_taken, parameter_names
from ..judge import Decision
from .declared import author_fault, bound_of, document_of, plain_decision
from .method import GIVEN, DeclaredProblem, Method

_SHARE = 0.2  # of the time limit, for the heuristic from which an exact method starts


class NoPartError(Exception):
    """An error: `exact` found no plan for a part of an instance; ``answer`` has its message."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(answer.message or "no plan")
        self.answer = answer


def run_method(
    problem: DeclaredProblem, method: Method, instance: Any, run: Run, options: Mapping[str, Any]
) -> Answer:
    """Return the answer of a method on an instance, improved by the method's last step."""
    finish = method.finishes
    if finish is None or not finish.applies(instance, run):
        return _explained_answer(problem, method, instance, run, options)
    with run.first_part(finish.share):
        answer = _explained_answer(problem, method, instance, run, options)
    if answer.decision is None or answer.stopped == "interrupted":
        return answer
    try:
        with run.timed(finish.name):
            return finish.function(instance, run, answer, method.kind == "exact")
    except KeyboardInterrupt:
        return replace(answer, stopped="interrupted")


def _explained_answer(
    problem: DeclaredProblem, method: Method, instance: Any, run: Run, options: Mapping[str, Any]
) -> Answer:
    """Return the answer of a method; if the instance is infeasible, with the reason in words.

    If the method calls it infeasible, a start that the checker rejects is dropped.
    """
    has_started = _start(method, instance, run)
    refused = None if method.refuses is None else method.refuses(instance)
    if refused is not None:
        answer = refused
    else:
        answer = _answer(problem, method, instance, run, options)
        reason = method.explains(instance) if method.explains and answer.infeasible else None
        if reason is not None:
            by_engines = answer.bound_kind in ("solver", "cross-checked") and answer.message
            message = f"{reason}; {answer.message}" if by_engines else reason
            answer = replace(answer, message=message)
    if has_started and answer.infeasible and run.start is not None:
        run.start = run.start if problem.judge(instance, run.start).feasible else None
    return answer


def _start(method: Method, instance: Any, run: Run) -> bool:
    """Under a time limit, start the run from a heuristic's plan; return whether this was tried."""
    is_idle = run.time_limit is None or run.start is not None or run.should_stop()
    if method.starts_from is None or is_idle:
        return False
    with run.timed("start"):
        seconds = _SHARE * (run.time_limit or 0.0)
        run.start = method.starts_from(instance, run.inner(seconds=seconds)).decision
    return True


def _answer(
    problem: DeclaredProblem, method: Method, instance: Any, run: Run, options: Mapping[str, Any]
) -> Answer:
    """Call the function of a method with the arguments that it takes; return its `Answer`."""
    given = {
        "run": run,
        "seed": run.seed,
        "time_limit": run.remaining,
        "solve": partial(_solve_part, problem, run),
        "problem": problem,
    }
    arguments = arguments_taken(method.function, given)
    if method.parameters is None:
        arguments |= options
    else:
        _, *named = parameter_names(method.function)
        place = next(name for name in named if name not in GIVEN)
        arguments[place] = method.parameters(**options)
    try:
        result: Any = method.function(instance, **arguments)
        if inspect.isgenerator(result):
            return _last_of(problem, instance, result, run)
    except NoPartError as error:
        return error.answer
    except InputError:
        raise
    except (Exception, SystemExit) as error:
        if problem.origin == "built-in":
            raise
        raise author_fault(problem, f"method {method.function.__name__}", error) from None
    return _answer_of(problem, instance, result, run)


def _answer_of(problem: DeclaredProblem, instance: Any, result: Any, run: Run) -> Answer:
    """Return the `Answer` of a declared method; users' decisions become plain data."""
    answer = as_answer(result, run)
    if problem.origin == "built-in":
        return answer
    decision = plain_decision(problem, instance, answer.decision)
    certificate, bound = plain_data(answer.certificate), answer.bound
    if bound is None and certificate is not None and problem.function("certified") is not None:
        bound = bound_of(problem, instance, certificate, None)
    return replace(answer, decision=decision, certificate=certificate, bound=bound)


def as_answer(result: Any, run: Run) -> Answer:
    """Return a method's result, which is a decision or an `Answer`, as an `Answer` of documents."""
    if isinstance(result, Answer):
        decision, certificate = document_of(result.decision), document_of(result.certificate)
        if decision is result.decision and certificate is result.certificate:
            return result
        kind = result.bound_kind or ("certified" if certificate is not None else None)
        return Answer(
            **{**vars(result), "decision": decision, "certificate": certificate, "bound_kind": kind}
        )
    return Answer(decision=document_of(result), stopped=run.stopped)


def _last_of(problem: DeclaredProblem, instance: Any, steps: Iterator[Any], run: Run) -> Answer:
    """Judge and report each decision that a method yields; return the best as an `Answer`."""
    answer = Answer(stopped="complete")
    for step in steps:
        candidate = _answer_of(problem, instance, step, run)
        verdict = problem.judge(instance, candidate.decision)
        if not verdict.feasible:
            return candidate  # the judge says what is wrong with it
        if run.report(verdict.objective, decision=candidate.decision) or answer.decision is None:
            answer = candidate
        if run.should_stop():
            break
    return Answer(**{**vars(answer), "stopped": run.stopped})


def _solve_part(problem: DeclaredProblem, run: Run, part: Any) -> Decision:
    """Return the decision of `exact` on a smaller instance, in the remaining time of the run."""
    answer = problem.run_method("exact", part, run.inner())
    if answer.decision is None:
        words = answer.message or f"the exact method found no plan for part {part.name}"
        raise NoPartError(Answer(stopped=answer.stopped, message=words))
    assert problem.decision is not None
    decision = problem.decision.read(answer.decision, part)
    assert isinstance(decision, Decision)
    return decision
