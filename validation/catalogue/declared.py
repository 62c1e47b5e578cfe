"""The functions that a problem's author declares: checks, errors, and the exact model."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import wraps
from types import CodeType, FunctionType
from typing import Any, Literal

from pydantic.fields import FieldInfo

from ...core.faults import Fault, InputError
from ...core.gaps import DEFAULT_GAP, gap, safe_bound
from ...core.outcome import Answer
from ...core.plain import plain_data, strangers
from ...core.run import Run
from ...core.schema import Instance
from ..judge import Certificate, Decision, UnprovenError, proven_bound, read_certificate
from .method import DeclaredProblem

DECLARED: dict[type[Instance], Any] = {}  # the problem of each instance class


def _literal(name: str) -> Any:
    return Literal[name]


def name_instances(problem: DeclaredProblem) -> None:
    """Set the default of the field ``problem`` of the instance class to the problem's name."""
    instance, name = problem.instance, problem.name
    DECLARED[instance] = problem
    stated = instance.model_fields.get("problem")
    if stated is not None and "problem" in instance.__annotations__ and stated.default != name:
        rule = f"must be {name!r}, the name of the problem, or be left out"
        raise InputError(f"problem {name!r}", [Fault.of("problem", rule, stated.default)])
    if stated is None or stated.default != name:
        field = FieldInfo.from_annotated_attribute(_literal(name), name)
        instance.__pydantic_fields__["problem"] = field
        instance.model_rebuild(force=True)


def guard(problem: DeclaredProblem, role: str) -> Callable[..., Any]:
    """Return the function of a role; its exceptions become `InputError` with file and line."""
    function = problem.function(role)
    if function is None:
        raise InputError(f"problem {problem.name}", [Fault(role, "is not declared")])
    if problem.origin == "built-in":
        return function

    @wraps(function)
    def call(*given: Any, **named: Any) -> Any:
        before = _digest(given)
        try:
            with _quiet_pyomo():
                value = function(*given, **named)
        except (InputError, ArithmeticError, UnprovenError) as error:
            if isinstance(error, InputError) or role == "certified":
                raise
            raise author_fault(problem, role, error) from None
        except (Exception, SystemExit) as error:  # whatever an author's code raises has its place
            raise author_fault(problem, role, error) from None
        if before is not None and _digest(given) != before:
            raise InputError(
                f"problem {problem.name}", [Fault(role, "must not change the instance")]
            )
        return value

    return call


@contextmanager
def _quiet_pyomo() -> Iterator[None]:
    """Context manager: Pyomo logs no error, because the exception reports it."""
    log = logging.getLogger("pyomo")
    before = log.level
    log.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        log.setLevel(before)


def _digest(given: tuple[Any, ...]) -> str | None:
    """Return the recomputed digest of the first argument if it is an instance, else ``None``."""
    return given[0].model_copy().sha256 if given and isinstance(given[0], Instance) else None


def author_fault(problem: DeclaredProblem, role: str, error: BaseException) -> InputError:
    frames = traceback.extract_tb(error.__traceback__)
    own = frames[min(1, len(frames) - 1)].filename  # the author's file, which optgap has called
    last = next(frame for frame in reversed(frames) if frame.filename == own)
    where = f"{last.filename}, line {last.lineno}: {last.line}"
    words = f"raised {type(error).__name__}: {' '.join(str(error).split())} ({where})"
    return InputError(f"problem {problem.name}", [Fault(role, words)])


def plain_decision(problem: DeclaredProblem, instance: Any, decision: Any) -> Any:
    """Return a decision as plain data, even a malformed one, which the judge then rejects."""
    document = plain_data(decision)
    if next(strangers(document), None) is None:
        return document
    form = problem.decision.read(document, instance)
    return form.as_document() if isinstance(form, Decision) else document


class ExactFunctions:
    """The declared exact model in the form of a formulation's module."""

    def __init__(self, problem: DeclaredProblem) -> None:
        self.problem = problem

    def build_model(self, instance: Any) -> Any:
        """Build the Pyomo model of an instance; refuse a model without an active objective."""
        import pyomo.core as pyo

        model = guard(self.problem, "model")(instance)
        if not isinstance(model, pyo.ConcreteModel):
            raise InputError(
                f"problem {self.problem.name}", [Fault("model", "must return a ConcreteModel")]
            )
        if next(model.component_data_objects(pyo.Objective, active=True), None) is None:
            raise InputError(f"problem {self.problem.name}", [Fault("model", "has no objective")])
        model.instance_read = instance  # what `read` is given beside the model
        return model

    def set_start(self, model: Any, decision: Any) -> None:
        """Set the variables of the model to a decision, if the problem declares `start`."""
        start = self.problem.function("start")
        if start is not None:
            assert self.problem.decision is not None
            form = self.problem.decision.read(decision, model.instance_read)
            start(model, form)

    def decision_of(self, model: Any) -> Any:
        """Return the decision in a solved model, as a document."""
        return self.read(model)[0]

    def read(self, model: Any) -> tuple[Any, dict[str, Any] | None]:
        """Return the decision in a solved model, and the certificate or ``None``, as documents."""
        result = guard(self.problem, "read")(
            model.instance_read, model, lambda part: _duals(model, part)
        )
        decision, certificate = result if isinstance(result, tuple) else (result, None)
        return plain_data(document_of(decision)), plain_data(document_of(certificate))


def document_of(thing: Any) -> Any:
    """Return a decision or certificate as a plain document; return other values unchanged."""
    return thing.as_document() if isinstance(thing, (Decision, Certificate)) else thing


def _duals(model: Any, component: Any) -> Any:
    """Return the duals of a constraint's rows as an array; 0.0 for a row without a dual."""
    import numpy as np

    duals = getattr(model, "dual", {})
    return np.array([duals.get(row, 0.0) for row in component.values()], dtype=float)


def solve_declared_model(instance: Any, run: Run, problem: DeclaredProblem) -> Answer:
    """Solve the declared model, and read the decision and the certificate from its solution."""
    import pyomo.core as pyo

    from ...solvers.engines import refuse_size
    from .methods.exact import solve_formulation

    size = problem.function("model_size")
    if size is not None:
        refuse_size(instance, run, size(instance))
    formulation = ExactFunctions(problem)
    with run.timed("build"):
        model = formulation.build_model(instance)
        if not hasattr(model, "dual"):
            model.dual = pyo.Suffix(direction=pyo.Suffix.IMPORT)
    answer = solve_formulation(formulation, model, run)
    if answer.decision is None or problem.function("certified") is None:
        return answer
    return _with_certificate(problem, instance, answer, formulation.read(model)[1], run)


def _with_certificate(
    problem: DeclaredProblem, instance: Any, answer: Answer, certificate: Any, run: Run
) -> Answer:
    """Return the answer with the certificate's bound if it is close to the engine's bound."""
    bound = bound_of(problem, instance, certificate, answer.bound)
    short = gap(answer.bound, bound, problem.sense(instance))
    if short is None or short > max(run.gap, DEFAULT_GAP):
        return answer
    return Answer(
        **{**vars(answer), "bound": bound, "bound_kind": "certified", "certificate": certificate}
    )


def bound_of(
    problem: DeclaredProblem, instance: Any, certificate: Any, claimed: float | None
) -> float | None:
    """Return the bound that a certificate proves, or ``None`` if it proves no bound."""
    form = None
    if certificate is not None:
        form, _ = read_certificate(problem.certificates, instance, certificate)
    if form is None:
        return None
    try:
        proven = proven_bound(guard(problem, "certified"), instance, form, claimed)
    except (ArithmeticError, ValueError):
        return None
    return None if proven is None else safe_bound(proven, problem.sense(instance))


def reachable(functions: Iterable[Callable[..., Any]]) -> set[str]:
    """Return the names of functions that the given ones call, also indirectly, in their modules.

    Calls are found by name.
    """
    names: set[str] = set()
    waiting = [function for function in functions if isinstance(function, FunctionType)]
    while waiting:
        function = waiting.pop()
        for name in _names_in(function.__code__):
            called = function.__globals__.get(name)
            if not isinstance(called, FunctionType) or name in names:
                continue
            if called.__module__ == function.__module__:
                names.add(name)
                waiting.append(called)
    return names


def _names_in(code: CodeType) -> set[str]:
    inner = (part for part in code.co_consts if isinstance(part, CodeType))
    return set(code.co_names).union(*map(_names_in, inner))
