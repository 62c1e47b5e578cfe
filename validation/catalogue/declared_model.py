"""The exact model that a problem's author declares, and the method that solves it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ...core.faults import Fault, InputError
from ...core.outcome import DEFAULT_GAP, Answer, gap, safe_bound
from ...core.run import Run
from ..judge import proven_bound, read_certificate
from .declared import document_of, guard

if TYPE_CHECKING:
    from .description import Problem


class ExactFunctions:
    """The exact model of a problem, in the form in which the suite asks for it."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem

    def build_model(self, instance: Any) -> Any:
        """Return the model of an instance, which must have an objective."""
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
        """Set the model's variables to a decision."""
        start = self.problem.function("start")
        if start is not None:
            assert self.problem.decision is not None
            form = self.problem.decision.read(decision, model.instance_read)
            start(model, form)

    def decision_of(self, model: Any) -> Any:
        """Return the decision in a solved model."""
        return self.read(model)[0]

    def read(self, model: Any) -> tuple[Any, dict[str, Any] | None]:
        """Return the decision and the certificate in a solved model, as documents."""
        result = guard(self.problem, "read")(
            model.instance_read, model, lambda part: _duals(model, part)
        )
        decision, certificate = result if isinstance(result, tuple) else (result, None)
        return document_of(decision), document_of(certificate)


def _duals(model: Any, component: Any) -> Any:
    """Return the duals of a constraint's rows; zeros where the model has integer variables."""
    import numpy as np

    duals = getattr(model, "dual", {})
    return np.array([duals.get(row, 0.0) for row in component.values()], dtype=float)


def exact_method(problem: Problem) -> Callable[..., Answer]:
    """Return the method that solves the declared model and reads decision and certificate."""

    def exact(instance: Any, run: Run) -> Answer:
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

    return exact


def _with_certificate(
    problem: Problem, instance: Any, answer: Answer, certificate: Any, run: Run
) -> Answer:
    """Return the answer with the bound that its certificate proves, where that is as good."""
    form = None
    if certificate is not None:
        form, _ = read_certificate(problem.certificates, instance, certificate)
    if form is None:
        return answer
    try:
        proven = proven_bound(guard(problem, "certified"), instance, form, answer.bound)
    except (ArithmeticError, ValueError):
        return answer
    sense = problem.sense(instance)
    bound = None if proven is None else safe_bound(proven, sense)
    short = gap(answer.bound, bound, sense)
    if short is None or short > max(run.gap, DEFAULT_GAP):
        return answer
    return Answer(
        **{**vars(answer), "bound": bound, "bound_kind": "certified", "certificate": certificate}
    )
