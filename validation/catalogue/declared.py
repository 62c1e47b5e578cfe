"""The functions that a problem's author declares, called as the suite calls its own."""

from __future__ import annotations

import inspect
import traceback
from collections.abc import Callable, Iterator
from functools import wraps
from typing import TYPE_CHECKING, Any, Literal

from pydantic.fields import FieldInfo

from ...core.faults import Fault, InputError
from ...core.outcome import Answer
from ...core.run import Run
from ...core.schema import Instance
from ..judge import Certificate, Decision

if TYPE_CHECKING:
    from .description import Problem

GIVEN = ("run", "seed", "time_limit", "solve")  # what a method gets by the name of a parameter
DECLARED: dict[type[Instance], Problem] = {}  # the problem of each instance class


class NoPartError(Exception):
    """The exact method found no plan for a part; its answer says why."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(answer.message or "no plan")
        self.answer = answer


def _literal(name: str) -> Any:
    return Literal[name]


def name_instances(problem: Problem) -> None:
    """Give an instance class the name of its problem, unless its fields say it."""
    instance, name = problem.instance, problem.name
    DECLARED[instance] = problem
    if "problem" not in instance.model_fields:
        field = FieldInfo.from_annotated_attribute(_literal(name), name)
        instance.__pydantic_fields__["problem"] = field
        instance.model_rebuild(force=True)


def guard(problem: Problem, role: str) -> Callable[..., Any]:
    """Return a declared function whose crash becomes a message with its place."""
    function = problem.function(role)
    if function is None:
        raise InputError(f"problem {problem.name}", [Fault(role, "is not declared")])
    if problem.origin == "built-in":
        return function

    @wraps(function)
    def call(*given: Any, **named: Any) -> Any:
        before = _digest(given)
        try:
            value = function(*given, **named)
        except (InputError, ArithmeticError) as error:
            if isinstance(error, InputError) or role == "certified":
                raise
            raise _fault(problem, role, error) from None
        except (Exception, SystemExit) as error:  # whatever an author's code raises has its place
            raise _fault(problem, role, error) from None
        if before is not None and _digest(given) != before:
            raise InputError(
                f"problem {problem.name}", [Fault(role, "must not change the instance")]
            )
        return value

    return call


def _digest(given: tuple[Any, ...]) -> str | None:
    """Return the digest of the instance among the arguments, computed anew."""
    return given[0].model_copy().sha256 if given and isinstance(given[0], Instance) else None


def _fault(problem: Problem, role: str, error: BaseException) -> InputError:
    last = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{last.filename}, line {last.lineno}: {last.line}"
    words = f"raised {type(error).__name__}: {error} ({where})"
    return InputError(f"problem {problem.name}", [Fault(role, words)])


def adapt(problem: Problem, function: Callable[..., Any]) -> Callable[..., Answer]:
    """Return a declared method as ``method(instance, run, **options)``."""
    parameters = inspect.signature(function).parameters

    @wraps(function)
    def method(instance: Any, run: Run, **options: Any) -> Answer:
        given = {
            "run": run,
            "seed": run.seed,
            "time_limit": run.remaining,
            "solve": lambda part: _solve_part(problem, part, run),
        }
        taken = {name: value for name, value in given.items() if name in parameters}
        try:
            result = function(instance, **taken, **options)
            if inspect.isgenerator(result):
                return _last_of(problem, instance, result, run)
        except NoPartError as error:
            return error.answer
        except InputError:
            raise
        except (Exception, SystemExit) as error:
            if problem.origin == "built-in":
                raise
            raise _fault(problem, f"method {function.__name__}", error) from None
        return as_answer(result, run)

    return method


def as_answer(result: Any, run: Run) -> Answer:
    """Return what a method returned as an answer: a decision, or an answer with forms in it."""
    if isinstance(result, Answer):
        decision, certificate = document_of(result.decision), document_of(result.certificate)
        if decision is result.decision and certificate is result.certificate:
            return result
        kind = result.bound_kind or ("certified" if certificate is not None else None)
        return Answer(
            **{**vars(result), "decision": decision, "certificate": certificate, "bound_kind": kind}
        )
    return Answer(decision=document_of(result), stopped=run.stopped)


def document_of(thing: Any) -> Any:
    """Return a form as plain data, and all else as it is."""
    return thing.as_document() if isinstance(thing, (Decision, Certificate)) else thing


def _last_of(problem: Problem, instance: Any, steps: Iterator[Any], run: Run) -> Answer:
    """Return the best of the decisions that a method yields; each is judged and reported."""
    answer = Answer(stopped="complete")
    for step in steps:
        candidate = as_answer(step, run)
        verdict = problem.check(instance, candidate.decision)
        if not verdict.feasible:
            return candidate  # the judge says what is wrong with it
        if run.report(verdict.objective, decision=candidate.decision) or answer.decision is None:
            answer = candidate
        if run.should_stop():
            break
    return Answer(**{**vars(answer), "stopped": run.stopped})


def _solve_part(problem: Problem, part: Any, run: Run) -> Decision:
    """Return the exact method's decision on a part, within the rest of the time."""
    answer = problem.method_named("exact").function(part, run.inner())
    if answer.decision is None:
        words = answer.message or f"the exact method found no plan for the part {part.name}"
        raise NoPartError(Answer(stopped=answer.stopped, message=words))
    assert problem.decision is not None
    decision = problem.decision.read(answer.decision, part)
    assert isinstance(decision, Decision)
    return decision
