"""The engine CP-SAT, for models that are exactly integral after scaling."""

from collections.abc import Callable
from fractions import Fraction
from importlib.metadata import version
from typing import Any

import numpy as np
from ortools.sat.python import cp_model
from ortools.sat.python import cp_model_helper as helper

from ...core.arrays import FloatArray
from ...core.decimals import LARGEST
from ...core.faults import Fault, InputError
from ...core.outcome import SolverVersion, Stopped
from ...core.run import Run
from .engine_result import Claim, EngineProgress, Finding, Halt
from .integral_form import IntegralForm, integral_form
from .standard_form import StandardForm

_CLAIMS: dict[Any, Claim] = {
    cp_model.OPTIMAL: "optimal",
    cp_model.INFEASIBLE: "infeasible",
}


class CpSat:
    """CP-SAT for integral models; it works on integers only and is exact on them.

    OR-Tools would round continuous variables and real coefficients silently, so a model that is
    not integral after scaling by common denominators is refused (see `integral_form`).
    """

    solver = SolverVersion(name="CP-SAT", version=f"OR-Tools {version('ortools')}")
    exact = True

    def __init__(self) -> None:
        self._converted: tuple[StandardForm, IntegralForm] | None = None

    def refusals(self, form: StandardForm) -> list[Fault]:
        """Return the variables and rows that are not integral after scaling."""
        try:
            self._integral(form)
        except InputError as error:
            return list(error.faults)
        return []

    def _integral(self, form: StandardForm) -> IntegralForm:
        """Return the integral form, which `refusals` and `solve` share."""
        if self._converted is None or self._converted[0] is not form:
            self._converted = form, integral_form(form)
        return self._converted[1]

    def solve(self, form: StandardForm, run: Run, progress: EngineProgress, halt: Halt) -> Finding:
        """Solve with callbacks for solutions and bounds."""
        integral = self._integral(form)
        model = _model(form, integral)
        solver = cp_model.CpSolver()
        halt.by(solver.stop_search)
        _set_parameters(solver.parameters, run)

        found: list[float] = []

        def bound_found(value: float) -> None:
            found.append(value)
            progress.bound(value / integral.denominator)

        solver.best_bound_callback = bound_found
        if run.log is not None:
            solver.parameters.log_search_progress = True
            solver.parameters.log_to_stdout = False
            solver.log_callback = _line_by_line(run.log)
        status = solver.solve(model, _Listener(integral, progress))
        if status == cp_model.MODEL_INVALID:
            return Finding(stopped="error", message=f"CP-SAT: {model.validate()}")
        response = solver.response_proto
        known = status in (cp_model.OPTIMAL, cp_model.FEASIBLE)
        claim = _CLAIMS.get(status, "none")
        # before any bound is proven, the response contains a 0, which is not a bound
        known_bound = claim == "optimal" or (claim == "none" and bool(found))
        cut_short: Stopped = "interrupted" if halt.asked else "time_limit"
        return Finding(
            claim=claim,
            stopped="complete" if claim != "none" else cut_short,
            point=_original(integral, response.solution) if known else None,
            bound=_proven_bound(form, integral, response) if known_bound else None,
        )


def _line_by_line(log: Callable[[str], object]) -> Callable[[str], None]:
    """Return a callback that passes each output line to a log."""

    def heard(line: str) -> None:
        log(f"{line}\n")

    return heard


class _Listener(cp_model.CpSolverSolutionCallback):
    """A callback that reports every solution of CP-SAT."""

    def __init__(self, integral: IntegralForm, progress: EngineProgress) -> None:
        super().__init__()
        self._integral = integral
        self._progress = progress

    def on_solution_callback(self) -> None:
        """Report the solution that was just found."""
        self._progress.incumbent(_original(self._integral, self.response_proto.solution))


def _original(integral: IntegralForm, values: Any) -> FloatArray:
    """Convert a solution of CP-SAT to the units of the form's columns."""
    return np.array(values, dtype=np.float64) / integral.scale


def _proven_bound(form: StandardForm, integral: IntegralForm, response: Any) -> float | None:
    """Return the bound that CP-SAT proved or, without an objective, the form's constant."""
    if not integral.cost.any():
        return form.constant
    bound = response.inner_objective_lower_bound
    if abs(bound) > LARGEST:
        return None
    return float(Fraction(bound, integral.denominator)) + form.constant


def _model(form: StandardForm, integral: IntegralForm) -> cp_model.CpModel:
    """Convert a form to CP-SAT's protocol buffer; equal variables share a message for speed."""
    model = cp_model.CpModel()
    proto = model.proto
    proto.variables.extend(_variables(integral))
    for columns, coefficients, *sides in integral.rows(form):
        linear = proto.constraints.add().linear
        linear.vars.extend(columns)
        linear.coeffs.extend(coefficients)
        linear.domain.extend(sides)
    used = np.flatnonzero(integral.cost)
    if len(used):
        proto.objective.vars.extend(used.tolist())
        proto.objective.coeffs.extend(integral.cost[used].tolist())
        proto.objective.offset = form.constant * integral.denominator
    if form.start is not None:
        _hint(proto.solution_hint, integral, form.start)
    return model


def _variables(integral: IntegralForm) -> list[Any]:
    """Return a protocol message per variable; variables with equal bounds share a message."""
    messages: dict[tuple[int, int], Any] = {}
    bounds = list(zip(integral.lower.tolist(), integral.upper.tolist(), strict=True))
    for domain in set(bounds):
        messages[domain] = helper.IntegerVariableProto()
        messages[domain].domain.extend(domain)
    return [messages[domain] for domain in bounds]


def _hint(hint: Any, integral: IntegralForm, start: FloatArray) -> None:
    """Set hints from the start values, rounded to the nearest integer within bounds."""
    known = np.flatnonzero(~np.isnan(start))
    whole = np.rint(start[known] * integral.scale[known])
    values = np.clip(whole, integral.lower[known], integral.upper[known]).astype(np.int64)
    hint.vars.extend(known.tolist())
    hint.values.extend(values.tolist())


def _set_parameters(parameters: Any, run: Run) -> None:
    """Set limits, seed and gap, and leave Ctrl-C to Python."""
    if run.remaining is not None:
        parameters.max_time_in_seconds = run.remaining
    if run.threads is not None:
        parameters.num_workers = run.threads
    parameters.random_seed = run.seed % 2**31
    parameters.relative_gap_limit = run.gap
    parameters.absolute_gap_limit = 0.0
    parameters.catch_sigint_signal = False
