"""The engines SCIP, GLOP and PDLP, through the interface MathOpt of OR-Tools.

MathOpt is used instead of the simpler ``ModelBuilderHelper``, because only MathOpt can interrupt
SCIP, report its incumbents and bounds during the solve, and pass hints.
"""

import ctypes
from collections.abc import Callable
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import ortools
from ortools.math_opt import (
    callback_pb2,
    model_parameters_pb2,
    model_pb2,
    parameters_pb2,
    result_pb2,
    solution_pb2,
)
from ortools.math_opt.core.python import solver as mathopt
from ortools.util.python.solve_interrupter import SolveInterrupter
from pybind11_abseil.status import StatusNotOk  # type: ignore[import-untyped]  # has no stubs

from ...core.arrays import FloatArray
from ...core.faults import Fault
from ...core.outcome import SolverVersion, Stopped
from ...core.run import Run
from .engine_result import (
    Claim,
    EngineProgress,
    Finding,
    Halt,
    column_faults,
    finite,
    round_point,
    violation,
)
from .standard_form import StandardForm


@cache
def silence_scip_errors() -> None:
    """Keep SCIP from writing its error messages to the standard error stream.

    Whenever a callback or an interrupter is used, OR-Tools 9.15 asks SCIP 10 to catch a kind of
    event whose number has changed, so SCIP prints two error lines on every solve, which no option
    turns off.  The solve and the interrupt still work, and a real failure is returned as a status.
    If the library is not a separate file, the lines are printed.
    """
    for library in sorted((Path(ortools.__file__).parent / ".libs").glob("libscip*")):
        ctypes.CDLL(str(library)).SCIPmessageSetErrorPrinting(None, None)


_CLAIMS: dict[int, Claim] = {
    result_pb2.TERMINATION_REASON_OPTIMAL: "optimal",
    result_pb2.TERMINATION_REASON_INFEASIBLE: "infeasible",
    result_pb2.TERMINATION_REASON_UNBOUNDED: "unbounded",
    result_pb2.TERMINATION_REASON_INFEASIBLE_OR_UNBOUNDED: "infeasible_or_unbounded",
}
_LIMITED = (
    result_pb2.TERMINATION_REASON_FEASIBLE,
    result_pb2.TERMINATION_REASON_NO_SOLUTION_FOUND,
)
_STOPS: dict[int, Stopped] = {
    result_pb2.LIMIT_TIME: "time_limit",
    result_pb2.LIMIT_INTERRUPTED: "interrupted",
}
_SOLUTION = callback_pb2.CALLBACK_EVENT_MIP_SOLUTION
_NODE = callback_pb2.CALLBACK_EVENT_MIP_NODE
# SCIP's solution of an unbounded model has the objective -inf, which MathOpt cannot pass on.
_UNBOUNDED = "found value: -inf; invalid PrimalSolutionProto.objective_value"
_PDLP_TOLERANCE = 1e-9
_LONGEST = 1e9  # seconds, because a duration message cannot hold infinity


class _MathOpt:
    """An engine of OR-Tools, by default for linear programs."""

    solver: SolverVersion
    exact = False
    kind: int

    def refusals(self, form: StandardForm) -> list[Fault]:
        """Return integer variables as faults: the engine would silently ignore integrality."""
        rule = f"is integer, but {self.solver.name} solves linear programs only"
        return column_faults(form, np.flatnonzero(form.integer), rule)

    def solve(self, form: StandardForm, run: Run, progress: EngineProgress, halt: Halt) -> Finding:
        """Solve the form through MathOpt, within the limits of the run."""
        parameters = _limits(run)
        self.set_own(parameters, run)
        return _finding(form, _solve(self.kind, form, parameters, halt))

    def set_own(self, parameters: Any, run: Run) -> None:
        """Set the parameters that only this engine has, by default the seed."""
        parameters.random_seed = run.seed % 2**31


class Scip(_MathOpt):
    """SCIP for linear and mixed-integer models; it uses one thread and returns no duals."""

    solver = SolverVersion(name="SCIP", version=f"OR-Tools {version('ortools')}")
    kind = parameters_pb2.SOLVER_TYPE_GSCIP

    def refusals(self, form: StandardForm) -> list[Fault]:
        """Return no reason to refuse, because SCIP accepts every standard form."""
        return []

    def solve(self, form: StandardForm, run: Run, progress: EngineProgress, halt: Halt) -> Finding:
        """Solve with callbacks at every candidate solution and at every node.

        Bounds are read at nodes only: between nodes, when none is open, SCIP reports the value of
        its incumbent as a bound even if the present candidate is better.
        """
        silence_scip_errors()
        parameters = _limits(run)
        self.set_own(parameters, run)
        parameters.relative_gap_tolerance = run.gap
        parameters.absolute_gap_tolerance = 0.0

        def listen(data: Any) -> Any:
            if data.event == _SOLUTION:
                progress.incumbent(_dense(data.primal_solution_vector, form.shape[1]))
            else:
                progress.bound(data.mip_stats.dual_bound)
            return callback_pb2.CallbackResultProto()

        return _finding(form, _solve(self.kind, form, parameters, halt, listen, log=run.log))


class Glop(_MathOpt):
    """GLOP, a simplex algorithm, for linear programs; it uses one thread.

    It proves its optimum to its own tolerances of 1e-7.
    """

    solver = SolverVersion(name="GLOP", version=f"OR-Tools {version('ortools')}")
    kind = parameters_pb2.SOLVER_TYPE_GLOP


class Pdlp(_MathOpt):
    """PDLP, a first-order method, for very large linear programs.

    Its point and its bound converge to the optimum and never reach it exactly.  The tolerances
    here (1e-9, relative to the norms of the data) make its objective good to 1e-6 and better.
    The bound is the dual objective that PDLP reports, at dual values that are feasible to the same
    tolerance: ``optimal`` means that this bound is within the requested gap, which is rare for a
    gap of 0.  After a limit the dual values are not feasible, so there is no bound.
    """

    solver = SolverVersion(name="PDLP", version=f"OR-Tools {version('ortools')}")
    kind = parameters_pb2.SOLVER_TYPE_PDLP

    def set_own(self, parameters: Any, run: Run) -> None:
        """Set threads and tolerances; PDLP has no random choices and no seed."""
        if run.threads is not None:
            parameters.threads = run.threads
        tolerances = parameters.pdlp.termination_criteria.simple_optimality_criteria
        tolerances.eps_optimal_absolute = _PDLP_TOLERANCE
        tolerances.eps_optimal_relative = _PDLP_TOLERANCE


def _limits(run: Run) -> Any:
    parameters = parameters_pb2.SolveParametersProto()
    if run.remaining is not None:
        parameters.time_limit.FromNanoseconds(int(min(run.remaining, _LONGEST) * 1e9))
    return parameters


def _message(form: StandardForm) -> Any:
    """Convert the form to a MathOpt message."""
    rows, columns = form.shape
    model = model_pb2.ModelProto()
    model.variables.ids.extend(range(columns))
    model.variables.lower_bounds.extend(form.lower.tolist())
    model.variables.upper_bounds.extend(form.upper.tolist())
    model.variables.integers.extend(form.integer.tolist())
    model.objective.offset = form.constant
    _fill(model.objective.linear_coefficients, form.cost, form.cost != 0)
    model.linear_constraints.ids.extend(range(rows))
    model.linear_constraints.lower_bounds.extend(form.row_lower.tolist())
    model.linear_constraints.upper_bounds.extend(form.row_upper.tolist())
    entries = form.by_row.tocoo()
    model.linear_constraint_matrix.row_ids.extend(entries.row.tolist())
    model.linear_constraint_matrix.column_ids.extend(entries.col.tolist())
    model.linear_constraint_matrix.coefficients.extend(entries.data.tolist())
    return model


def _fill(vector: Any, values: FloatArray, where: Any) -> None:
    """Set the entries of a sparse MathOpt vector at which the mask ``where`` is true."""
    vector.ids.extend(np.flatnonzero(where).tolist())
    vector.values.extend(values[where].tolist())


def _dense(vector: Any, size: int) -> FloatArray:
    """Convert a sparse MathOpt vector to an array."""
    dense = np.zeros(size)
    dense[np.fromiter(vector.ids, np.int64, len(vector.ids))] = vector.values
    return dense


def _solve(
    kind: int,
    form: StandardForm,
    parameters: Any,
    halt: Halt,
    listen: Callable[[Any], Any] | None = None,
    log: Callable[[str], object] | None = None,
) -> Any:
    """Run an engine and return MathOpt's result, or the text of an exception."""
    interrupter = SolveInterrupter()
    halt.by(interrupter.interrupt)
    hints = model_parameters_pb2.ModelSolveParametersProto()
    if form.start is not None:
        _fill(hints.solution_hints.add().variable_values, form.start, ~np.isnan(form.start))
    events = callback_pb2.CallbackRegistrationProto()
    if listen is not None:
        events.request_registration.extend([_SOLUTION, _NODE])
        events.mip_node_filter.filter_by_ids = True  # pass only the statistics, no values
    heard = None if log is None else lambda lines: log("".join(f"{line}\n" for line in lines))
    try:
        return mathopt.solve(
            _message(form),
            kind,
            parameters_pb2.SolverInitializerProto(),
            parameters,
            hints,
            heard,
            events,
            listen,
            interrupter.pybind_interrupter,
        )
    except StatusNotOk as error:
        return str(error)


def _finding(form: StandardForm, result: Any) -> Finding:
    if isinstance(result, str):
        if _UNBOUNDED in result:
            return Finding(claim="unbounded")
        return Finding(stopped="error", message=result)
    end = result.termination
    claim = _CLAIMS.get(end.reason, "none")
    stopped: Stopped = "complete" if claim != "none" else "error"
    if end.reason in _LIMITED:
        stopped = _STOPS.get(end.limit, "error")
    bound = finite(end.objective_bounds.dual_bound)
    return Finding(
        claim=claim,
        stopped=stopped,
        point=_point(form, result, claim),
        bound=bound if claim in ("optimal", "none") else None,
        row_duals=_row_duals(form, result) if claim == "optimal" else None,
        message=end.detail or "the engine failed" if stopped == "error" else None,
    )


def _point(form: StandardForm, result: Any, claim: Claim) -> FloatArray | None:
    """Return the first feasible point; it is checked here unless the engine claims optimality."""
    for solution in result.solutions:
        point = _dense(solution.primal_solution.variable_values, form.shape[1])
        if claim == "optimal" or violation(form, round_point(form, point)) is None:
            return point
    return None


def _row_duals(form: StandardForm, result: Any) -> FloatArray | None:
    dual = result.solutions[0].dual_solution
    if dual.feasibility_status != solution_pb2.SOLUTION_STATUS_FEASIBLE or form.integer.any():
        return None
    return _dense(dual.dual_values, form.shape[0])
